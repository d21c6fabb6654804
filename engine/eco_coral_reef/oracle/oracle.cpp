#include "engine/eco_coral_reef/oracle/oracle.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace atl::eco_coral_reef {
namespace {

bool living(char letter) { return letter >= 'A' && letter <= 'D'; }

bool corners_match(char one, char two) {
  if (one == two) return true;
  return (one == 'E' && living(two)) || (two == 'E' && living(one));
}

/// The squares of a layout, x right and y down, as the rules print them.
std::vector<std::pair<int, int>> layout_squares(char layout) {
  switch (layout) {
    case 'I': return {{0, 0}, {1, 0}, {2, 0}, {3, 0}};
    case 'O': return {{0, 0}, {1, 0}, {0, 1}, {1, 1}};
    case 'T': return {{0, 0}, {1, 0}, {2, 0}, {1, 1}};
    case 'S': return {{0, 0}, {1, 0}, {1, 1}, {2, 1}};
    default: return {{0, 0}, {1, 0}, {2, 0}, {2, 1}};
  }
}

template <class Container, class Value>
bool has(const Container& container, const Value& value) {
  return std::find(container.begin(), container.end(), value) != container.end();
}

}  // namespace

Oracle::Oracle(const Rules& rules) : rules_(rules), seats_(static_cast<std::size_t>(rules.players)) {
  std::istringstream codes(rules.pictures);
  for (char type = '1'; type <= '5'; ++type) {
    for (char which = 'a'; which <= 'h'; ++which) {
      std::string code;
      codes >> code;
      const std::string tile{type, which};
      corners_[tile] = {code.at(0), code.at(1), code.at(2), code.at(3)};
      unseen_pictures_.insert(tile);
    }
  }
  for (char type = '2'; type <= '5'; ++type) {
    for (const char layout : std::string("IOTSL")) unseen_missions_.insert({type, layout});
  }
}

NodeKind Oracle::node_kind() const {
  if (over_) return NodeKind::terminal;
  if (board_.empty() || !draws_.empty() || !deals_.empty()) return NodeKind::chance;
  return NodeKind::decision;
}

std::vector<std::string> Oracle::legal_tokens() const {
  std::vector<std::string> tokens;
  if (over_) return tokens;
  if (board_.empty()) {
    for (const std::string& tile : unseen_pictures_) {
      if (tile[0] == '1') tokens.push_back("~" + tile);
    }
  } else if (!draws_.empty() && draws_.front().first == 'm') {
    for (const std::string& tile : unseen_missions_) tokens.push_back("~" + tile);
  } else if (!draws_.empty() || !deals_.empty()) {
    if (picture_deck_.front()) {
      tokens.push_back("~" + *picture_deck_.front());
    } else {
      for (const std::string& tile : unseen_pictures_) tokens.push_back("~" + tile);
    }
  } else if (may_swap_) {
    tokens.push_back("keep");
    for (const std::string& first : shown_pictures_) {
      for (const std::string& second : shown_pictures_) {
        if (first != second) tokens.push_back("swap=" + first + "," + second);
      }
    }
    if (rules_.gem_timing == "anytime") add_gem_tokens(tokens);
  } else if (just_placed_) {
    tokens.push_back("done");
    for (const Claim& claim : claims()) tokens.push_back(claim_token(claim));
  } else if (gem_asked()) {
    tokens.push_back("end");
    add_gem_tokens(tokens);
  } else if (in_limit_) {
    const Seat& seat = mover();
    const bool pictures = seat.pictures.size() > static_cast<std::size_t>(rules_.hand_limit);
    for (const std::string& tile : pictures ? seat.pictures : seat.missions) tokens.push_back("drop=" + tile);
  } else {
    tokens = action_tokens();
  }
  std::sort(tokens.begin(), tokens.end());
  return tokens;
}

std::vector<std::string> Oracle::action_tokens() const {
  const Seat& seat = mover();
  std::vector<std::string> tokens;
  for (const std::string& tile : shown_pictures_) tokens.push_back("take=" + tile);
  for (const std::string& tile : shown_missions_) tokens.push_back("take=" + tile);
  if (!picture_deck_.empty()) tokens.push_back("draw=picture");
  if (!unseen_missions_.empty()) tokens.push_back("draw=mission");
  std::set<Cell> free;
  for (const auto& [cell, placed] : board_) {
    for (const auto& [dy, dx] : std::vector<Cell>{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}) {
      const Cell beside{cell.first + dy, cell.second + dx};
      if (board_.count(beside) == 0) free.insert(beside);
    }
  }
  for (const std::string& tile : seat.pictures) {
    for (const auto& [y, x] : free) {
      for (int r = 0; r < 4; ++r) {
        tokens.push_back("put=" + tile + "@" + std::to_string(x) + "," + std::to_string(y) + "," + std::to_string(r));
      }
    }
  }
  if (tokens.empty()) tokens.push_back("pass");
  add_gem_tokens(tokens);
  return tokens;
}

void Oracle::add_gem_tokens(std::vector<std::string>& tokens) const {
  if (mover().gems == 0) return;
  if (!picture_deck_.empty()) tokens.push_back("gem=picture");
  if (!unseen_missions_.empty()) tokens.push_back("gem=mission");
}

/// After the last action, before the limits: as long as a gem can be spent and the player has not said `end`.
bool Oracle::gem_asked() const {
  return rules_.gem_timing == "anytime" && actions_left_ == 0 && !said_end_ && mover().gems > 0 &&
         !(picture_deck_.empty() && unseen_missions_.empty());
}

void Oracle::apply(const std::string& token) {
  if (!has(legal_tokens(), token)) throw std::invalid_argument("illegal token '" + token + "'");
  if (token[0] == '~') {
    draw(token.substr(1));
    continue_turn();
    return;
  }
  Seat& seat = mover();
  const std::size_t equals = token.find('=');
  const std::string verb = token.substr(0, equals);
  const std::string object = equals == std::string::npos ? "" : token.substr(equals + 1);
  if (verb == "keep") {
    may_swap_ = false;
  } else if (verb == "swap") {
    may_swap_ = false;
    const std::string first = object.substr(0, 2), second = object.substr(3, 2);
    const std::size_t above = picture_deck_.size() / 2;
    picture_deck_.insert(picture_deck_.begin() + static_cast<std::ptrdiff_t>(above), first);
    picture_deck_.push_back(second);
    shown_pictures_.erase(first);
    shown_pictures_.erase(second);
    draws_ = {{'p', false}, {'p', false}};
  } else if (verb == "take") {
    --actions_left_;
    if (shown_pictures_.erase(object) > 0) seat.pictures.insert(object);
    if (shown_missions_.erase(object) > 0) seat.missions.insert(object);
  } else if (verb == "draw") {
    --actions_left_;
    draws_ = {{object[0], true}};
  } else if (verb == "gem") {
    --seat.gems;
    const std::size_t there = object[0] == 'p' ? picture_deck_.size() : unseen_missions_.size();
    for (std::size_t i = 0; i < 2 && i < there; ++i) draws_.emplace_back(object[0], false);
  } else if (verb == "put") {
    --actions_left_;
    std::istringstream place(object.substr(3));
    int x = 0, y = 0, turns = 0;
    char comma = ',';
    place >> x >> comma >> y >> comma >> turns;
    put(object.substr(0, 2), x, y, turns);
  } else if (verb == "pass") {
    actions_left_ = 0;
  } else if (verb == "claim") {
    for (const Claim& claim : claims()) {
      if (claim_token(claim) != token) continue;
      int loners = 0;
      for (const Cell& cell : claim.cells) loners += board_.at(cell).tile[0] == '1' ? 1 : 0;
      add_points(rules_.mission_points - loners * rules_.loner_cost);
      seat.missions.erase(claim.mission);
      claimed_[claim.form == 'C' ? 'R' : claim.mission[1]].push_back(claim.cells);
      if (claim.form == 'B') coexistence_done_.insert(claim.mission[1]);
      break;
    }
  } else if (verb == "done") {
    just_placed_.reset();
  } else if (verb == "end") {
    said_end_ = true;
  } else {  // drop
    seat.pictures.erase(object);
    seat.missions.erase(object);
  }
  continue_turn();
}

/// A tile appears: the first one on the board, a dealt one in a hand, others where the front of draws_ says.
void Oracle::draw(const std::string& tile) {
  if (board_.empty()) {
    board_[{0, 0}] = {tile, corners_.at(tile)};
    unseen_pictures_.erase(tile);
    picture_deck_.assign(unseen_pictures_.size(), std::nullopt);
    draws_ = {{'m', false}, {'m', false}, {'p', false}, {'p', false}, {'p', false}};
    for (int seat = 0; seat < rules_.players; ++seat) deals_.insert(deals_.end(), 2, seat);
    return;
  }
  if (!draws_.empty() && draws_.front().first == 'm') {
    unseen_missions_.erase(tile);
    (draws_.front().second ? mover().missions : shown_missions_).insert(tile);
    draws_.erase(draws_.begin());
    return;
  }
  picture_deck_.erase(picture_deck_.begin());
  unseen_pictures_.erase(tile);
  if (!draws_.empty()) {
    (draws_.front().second ? mover().pictures : shown_pictures_).insert(tile);
    draws_.erase(draws_.begin());
  } else {
    seats_[static_cast<std::size_t>(deals_.front())].pictures.insert(tile);
    deals_.erase(deals_.begin());
  }
}

/// Walks over everything that needs no choice until a player or chance must speak.
void Oracle::continue_turn() {
  if (!draws_.empty() || !deals_.empty()) return;
  if (setup_) {
    setup_ = false;
    begin_turn();
    return;
  }
  if (may_swap_ && !swap_offered()) may_swap_ = false;
  if (may_swap_) return;
  if (just_placed_ && claims().empty()) just_placed_.reset();
  if (just_placed_) return;
  if (actions_left_ > 0 || gem_asked()) return;
  const Seat& seat = mover();
  const auto limit = static_cast<std::size_t>(rules_.hand_limit);
  in_limit_ = seat.pictures.size() > limit || seat.missions.size() > limit;
  if (!in_limit_) end_turn();
}

void Oracle::begin_turn() {
  actions_left_ = rules_.actions + (first_turn_ ? rules_.first_turn_extra : 0);
  first_turn_ = false;
  may_swap_ = true;
  said_end_ = false;
  fill_display();
  continue_turn();
}

void Oracle::fill_display() {
  for (std::size_t i = shown_missions_.size(), left = unseen_missions_.size(); i < 2 && left > 0; ++i, --left) {
    draws_.emplace_back('m', false);
  }
  for (std::size_t i = shown_pictures_.size(), left = picture_deck_.size(); i < 3 && left > 0; ++i, --left) {
    draws_.emplace_back('p', false);
  }
}

bool Oracle::swap_offered() const {
  if (shown_pictures_.size() < 2 || picture_deck_.size() < 4) return false;
  for (const std::string& tile : shown_pictures_) {
    if (tile[0] != (*shown_pictures_.begin())[0]) return false;
  }
  return true;
}

void Oracle::end_turn() {
  if (mover().score >= rules_.target) target_reached_ = true;
  if (target_reached_) last_round_ = true;
  bool no_picture = picture_deck_.empty() && shown_pictures_.empty();
  for (const Seat& seat : seats_) no_picture = no_picture && seat.pictures.empty();
  if (no_picture) last_round_ = true;
  if (last_round_ && player_ == rules_.players - 1) {
    over_ = true;
    return;
  }
  player_ = (player_ + 1) % rules_.players;
  begin_turn();
}

void Oracle::add_points(int points) {
  Seat& seat = mover();
  seat.score += points;
  if (seat.score >= rules_.target && !rules_.target_at_turn_end) target_reached_ = true;
  if (seat.score >= 10 && !seat.reached_10) {
    seat.reached_10 = true;
    ++seat.gems;
  }
  if (seat.score >= 20 && !seat.reached_20) {
    seat.reached_20 = true;
    ++seat.gems;
  }
}

void Oracle::put(const std::string& tile, int x, int y, int turns) {
  const std::array<char, 4> printed = corners_.at(tile);
  std::array<char, 4> corners{};
  // A quarter turn clockwise carries the north-west corner to the north-east.
  for (int i = 0; i < 4; ++i) corners[static_cast<std::size_t>((i + turns) % 4)] = printed[static_cast<std::size_t>(i)];
  // Corners 0..3 are north-west, north-east, south-east, south-west.
  static constexpr int kStepX[4] = {-1, 1, 1, -1};
  static constexpr int kStepY[4] = {-1, -1, 1, 1};
  int points = 0;
  for (int corner = 0; corner < 4; ++corner) {
    const char mine = corners[static_cast<std::size_t>(corner)];
    const int sx = kStepX[corner], sy = kStepY[corner];
    struct Other {
      int x, y, corner;
      bool diagonal;
    };
    // The other three tiles at this vertex, and which of their corners lies on it.
    const auto corner_at = [](int cx, int cy) { return cy < 0 ? (cx < 0 ? 0 : 1) : (cx < 0 ? 3 : 2); };
    const std::vector<Other> others = {{x + sx, y, corner_at(-sx, sy), false},
                                       {x, y + sy, corner_at(sx, -sy), false},
                                       {x + sx, y + sy, corner_at(-sx, -sy), true}};
    std::string letters(1, mine);
    bool match = false;
    for (const Other& other : others) {
      const auto found = board_.find({other.y, other.x});
      if (found == board_.end()) continue;
      const char theirs = found->second.corners[static_cast<std::size_t>(other.corner)];
      letters += theirs;
      if (corners_match(mine, theirs) && (rules_.match_diagonal || !other.diagonal)) match = true;
    }
    const bool dead_completed = mine == 'F' && letters == "FFFF";
    if (match && !(dead_completed && rules_.dead_completion == "nothing")) points += 1;
    if (letters.size() != 4) continue;
    std::sort(letters.begin(), letters.end());  // three of A to D come before an E
    if (living(letters[0]) && letters[0] == letters[1] && letters[1] == letters[2]) {
      if (letters[3] == letters[0]) points += 3;
      if (letters[3] == 'E') points += 1;
    }
  }
  mover().pictures.erase(tile);
  board_[{y, x}] = {tile, corners};
  just_placed_ = Cell{y, x};
  add_points(points);
}

bool Oracle::all_wild_or(char type, const std::vector<Cell>& cells) const {
  for (const Cell& cell : cells) {
    const auto found = board_.find(cell);
    if (found == board_.end()) return false;
    if (found->second.tile[0] != '1' && found->second.tile[0] != type) return false;
  }
  return true;
}

bool Oracle::all_different(const std::vector<Cell>& cells) const {
  std::set<char> types;
  for (const Cell& cell : cells) {
    const auto found = board_.find(cell);
    if (found == board_.end()) return false;
    const char type = found->second.tile[0];
    if (type != '1' && !types.insert(type).second) return false;
  }
  return true;
}

/// All ways to lay a layout, turned and reflected, over `cell`; each as its four cells in order.
std::vector<std::vector<Oracle::Cell>> Oracle::layouts_at(char layout, Cell cell) const {
  std::set<std::vector<Cell>> found;
  for (int reflected = 0; reflected < 2; ++reflected) {
    for (int turns = 0; turns < 4; ++turns) {
      std::vector<std::pair<int, int>> squares = layout_squares(layout);
      for (auto& [x, y] : squares) {
        if (reflected == 1) x = -x;
        for (int i = 0; i < turns; ++i) {
          const int turned_x = -y;
          y = x;
          x = turned_x;
        }
      }
      for (const auto& [ox, oy] : squares) {
        std::vector<Cell> cells;
        for (const auto& [x, y] : squares) cells.emplace_back(cell.first + y - oy, cell.second + x - ox);
        std::sort(cells.begin(), cells.end());
        found.insert(cells);
      }
    }
  }
  return {found.begin(), found.end()};
}

bool Oracle::reuse_allows(char shape, const std::vector<Cell>& cells) const {
  const auto earlier = claimed_.find(shape);
  if (earlier == claimed_.end()) return true;
  for (const std::vector<Cell>& formation : earlier->second) {
    if (rules_.reuse == "per_formation") {
      if (formation == cells) return false;
      continue;
    }
    for (const Cell& cell : cells) {
      if (has(formation, cell)) return false;
    }
  }
  return true;
}

std::vector<Oracle::Claim> Oracle::claims() const {
  std::vector<Claim> claims;
  for (const std::string& mission : mover().missions) {
    const char type = mission[0], layout = mission[1];
    for (const std::vector<Cell>& cells : layouts_at(layout, *just_placed_)) {
      if (!reuse_allows(layout, cells)) continue;
      if (all_wild_or(type, cells)) claims.push_back({mission, 'A', cells});
      if (all_different(cells) && coexistence_done_.count(layout) == 0) claims.push_back({mission, 'B', cells});
    }
    const auto [y, x] = *just_placed_;
    for (const auto& [opposite, placed] : board_) {
      const auto [y2, x2] = opposite;
      if (std::abs(y2 - y) < 2 || std::abs(x2 - x) < 2) continue;
      std::vector<Cell> cells = {{y, x}, {y, x2}, {y2, x}, {y2, x2}};
      std::sort(cells.begin(), cells.end());
      if (all_wild_or(type, cells) && reuse_allows('R', cells)) claims.push_back({mission, 'C', cells});
    }
  }
  return claims;
}

std::string Oracle::claim_token(const Claim& claim) {
  std::string token = "claim=" + claim.mission + ":" + claim.form + ":";
  for (std::size_t i = 0; i < claim.cells.size(); ++i) {
    if (i > 0) token += ";";
    token += std::to_string(claim.cells[i].second) + "," + std::to_string(claim.cells[i].first);
  }
  return token;
}

std::vector<int> Oracle::scores() const {
  std::vector<int> scores;
  for (const Seat& seat : seats_) {
    int score = seat.score;
    if (over_) score += seat.gems - rules_.open_mission_cost * static_cast<int>(seat.missions.size());
    scores.push_back(score);
  }
  return scores;
}

std::vector<int> Oracle::ranks() const {
  const std::vector<int> all = scores();
  std::vector<int> ranks;
  for (const int mine : all) {
    ranks.push_back(1 +
                    static_cast<int>(std::count_if(all.begin(), all.end(), [&](int other) { return other > mine; })));
  }
  return ranks;
}

}  // namespace atl::eco_coral_reef
