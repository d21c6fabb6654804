#include "engine/reef_rescue/oracle/oracle.hpp"

#include <algorithm>
#include <stdexcept>

namespace atl::reef_rescue {
namespace {

using Words = std::vector<std::string>;

const Words kTwoCreatures = {"A3", "B3", "C3", "D3", "B4", "F4", "G4", "A5", "B5", "D5", "F5", "G5"};
const Words kThreeCreatures = {"G3", "H3", "A4", "C4", "H5"};
const Words kFourCreatures = {"C1", "H4", "C5"};
const Words kGarbageTiles = {"F1", "G1", "H1", "H2", "E5"};
const std::vector<std::pair<std::string, Words>> kSetsInOrder = {
    {"sunfish", {"A1", "B1"}}, {"whale_shark", {"D1", "E1"}}, {"dolphin", {"D2", "E2"}},   {"turtle", {"F2", "G2"}},
    {"dugong", {"E3", "F3"}},  {"wrasse", {"D4", "E4"}},      {"reef", {"A2", "B2", "C2"}}};

bool contains(const Words& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_little(const std::string& tile) {
  return contains(kTwoCreatures, tile) || contains(kThreeCreatures, tile) || contains(kFourCreatures, tile);
}

int set_number(const std::string& name) {
  for (std::size_t i = 0; i < kSetsInOrder.size(); ++i) {
    if (kSetsInOrder[i].first == name) return static_cast<int>(i);
  }
  return -1;
}

}  // namespace

Oracle::Oracle(const Rules& rules, const Ocean& ocean)
    : rules_(rules),
      rows_(ocean.rows),
      columns_(ocean.columns),
      undealt_(ocean.tiles),
      faces_(static_cast<std::size_t>(rules.players)),
      piles_(static_cast<std::size_t>(rules.players)) {
  if (undealt_.empty()) {
    for (char row = '1'; row <= '5'; ++row) {
      for (char column = 'A'; column <= 'H'; ++column) undealt_.push_back({column, row});
    }
  }
  std::string text = rules.card_pairs;
  for (char& c : text) c = c == '|' || c == ',' ? ' ' : c;
  Words names(1);
  for (const char c : text) {
    if (c == ' ') names.emplace_back();
    if (c != ' ') names.back() += c;
  }
  cards_ = {{names.at(0), names.at(1)}, {names.at(2), names.at(3)}};
}

NodeKind Oracle::node_kind() const {
  if (stage_ == "over") return NodeKind::terminal;
  return stage_ == "deal" || stage_ == "faces" ? NodeKind::chance : NodeKind::decision;
}

std::vector<Oracle::Cell> Oracle::cells_in_order() const {
  std::vector<Cell> cells;
  for (int row = 0; row < rows_; ++row) {
    for (int column = 0; column < columns_; ++column) {
      cells.push_back({static_cast<char>('a' + column), static_cast<char>('1' + row)});
    }
  }
  return cells;
}

std::vector<Oracle::Cell> Oracle::empty_cells() const {
  std::vector<Cell> cells;
  for (const Cell& cell : cells_in_order()) {
    if (ocean_.count(cell) == 0) cells.push_back(cell);
  }
  return cells;
}

Words Oracle::visible_actions(int player) const { return faces_.at(static_cast<std::size_t>(player)); }

Words Oracle::shine_tokens() const {
  Words tokens;
  for (int row = 0; row < rows_; ++row) {
    for (int left = 0; left < columns_; ++left) {
      for (int right = left; right < columns_ && right <= left + 2; ++right) {
        const auto cell = [&](int column) {
          return Cell{static_cast<char>('a' + column), static_cast<char>('1' + row)};
        };
        bool whole = true;
        for (int column = left; column <= right; ++column) whole = whole && ocean_.count(cell(column)) == 1;
        if (whole) tokens.push_back("shine=" + cell(left) + (left == right ? "" : "-" + cell(right)));
      }
    }
  }
  return tokens;
}

Words Oracle::claimable_sets() const {
  if (action_ == "turbo") return {};
  if (action_ == "beam" && !last_claim_.empty()) return {};  // either one set or little tiles
  Words sets;
  for (const auto& [name, tiles] : kSetsInOrder) {
    if (!last_claim_.empty() && set_number(name) <= set_number(last_claim_)) continue;
    bool all_up = true;
    for (const Tile& tile : tiles) {
      bool up = false;
      for (const Cell& cell : face_up_) up = up || ocean_.at(cell) == tile;
      all_up = all_up && up;
    }
    if (all_up) sets.push_back(name);
  }
  return sets;
}

std::vector<Oracle::Cell> Oracle::claimable_littles() const {
  if (action_ == "fin") return {};
  if (set_number(last_claim_) >= 0) return {};
  std::vector<Cell> cells;
  for (const Cell& cell : face_up_) {
    if (is_little(ocean_.at(cell)) && (last_claim_.empty() || before(last_claim_, cell))) cells.push_back(cell);
  }
  return cells;
}

Words Oracle::claims() const {
  Words claims = claimable_sets();
  for (const Cell& cell : claimable_littles()) claims.push_back(cell);
  return claims;
}

Words Oracle::legal_tokens() const {
  Words tokens;
  if (stage_ == "deal") {
    for (const Tile& tile : undealt_) tokens.push_back("~" + tile);
  } else if (stage_ == "faces") {
    const auto& card = cards_.at(faces_.at(static_cast<std::size_t>(mover_)).size());
    tokens = {"~" + card.first, "~" + card.second};
  } else if (stage_ == "action") {
    tokens = visible_actions(mover_);
  } else if (stage_ == "flip") {
    for (const auto& [cell, tile] : ocean_) {
      if (face_up_.count(cell) == 0) tokens.push_back("flip=" + cell);
    }
    if (!face_up_.empty() || rules_.min_flips == 0) tokens.push_back("stop");
  } else if (stage_ == "shine") {
    tokens = shine_tokens();
    if (rules_.min_flips == 0) tokens.push_back("stop");
  } else if (stage_ == "pick") {
    std::vector<Cell> later;
    for (const Cell& cell : cells_in_order()) {
      if (ocean_.count(cell) == 1 && (picks_.empty() || before(picks_.back(), cell))) later.push_back(cell);
    }
    const std::size_t needed_after = 2 - picks_.size();
    for (std::size_t i = 0; i + needed_after < later.size(); ++i) tokens.push_back("pick=" + later[i]);
  } else if (stage_ == "place") {
    for (const Cell& cell : empty_cells()) tokens.push_back("place=" + cell);
  } else if (stage_ == "claim") {
    for (const std::string& what : claims()) tokens.push_back("claim=" + what);
    tokens.push_back("done");
  }
  std::sort(tokens.begin(), tokens.end());
  return tokens;
}

void Oracle::apply(const std::string& token) {
  if (!contains(legal_tokens(), token)) throw std::logic_error("illegal token " + token);
  const std::size_t equals = token.find('=');
  const std::string what = equals == std::string::npos ? "" : token.substr(equals + 1);
  if (stage_ == "deal") {
    ocean_[empty_cells().front()] = token.substr(1);
    undealt_.erase(std::find(undealt_.begin(), undealt_.end(), token.substr(1)));
    if (undealt_.empty()) stage_ = "faces";
  } else if (stage_ == "faces") {
    auto& faces = faces_.at(static_cast<std::size_t>(mover_));
    faces.push_back(token.substr(1));
    if (faces.size() == 2) ++mover_;
    if (mover_ == rules_.players) {
      mover_ = 0;
      stage_ = "action";
    }
  } else if (stage_ == "action") {
    action_ = token;
    stage_ = action_ == "scope" ? "pick" : action_ == "beam" ? "shine" : "flip";
  } else if (token == "stop") {
    start_claiming();
  } else if (stage_ == "flip") {
    flip(what);
  } else if (stage_ == "shine") {
    for (char column = what.front(); column <= what[what.size() - 2]; ++column) face_up_.insert({column, what.back()});
    start_claiming();
  } else if (stage_ == "pick") {
    picks_.push_back(what);
    if (picks_.size() == 3) {
      for (const Cell& cell : picks_) {
        lifted_.push_back(ocean_.at(cell));
        ocean_.erase(cell);
      }
      stage_ = "place";
    }
  } else if (stage_ == "place") {
    ocean_[what] = lifted_.front();
    lifted_.erase(lifted_.begin());
    if (lifted_.empty()) end_turn();
  } else if (stage_ == "claim") {
    if (token == "done") {
      end_turn();
    } else {
      claim(what);
    }
  }
}

void Oracle::flip(const Cell& cell) {
  face_up_.insert(cell);
  if (contains(kGarbageTiles, ocean_.at(cell))) {
    end_turn();
  } else if (static_cast<int>(face_up_.size()) == rules_.max_flips || face_up_.size() == ocean_.size()) {
    start_claiming();
  }
}

void Oracle::start_claiming() {
  stage_ = "claim";
  if (claims().empty()) end_turn();
}

void Oracle::claim(const std::string& what) {
  std::vector<Cell> cells;
  if (set_number(what) < 0) {
    cells.push_back(what);
  } else {
    for (const Cell& cell : face_up_) {
      if (contains(kSetsInOrder.at(static_cast<std::size_t>(set_number(what))).second, ocean_.at(cell)))
        cells.push_back(cell);
    }
  }
  for (const Cell& cell : cells) {
    piles_.at(static_cast<std::size_t>(mover_)).push_back(ocean_.at(cell));
    ocean_.erase(cell);
    face_up_.erase(cell);
  }
  last_claim_ = what;
  if (claims().empty()) end_turn();
}

void Oracle::end_turn() {
  for (std::size_t card = 0; card < 2; ++card) {
    std::string& face = faces_.at(static_cast<std::size_t>(mover_)).at(card);
    if (face == action_) {
      face = face == cards_.at(card).first ? cards_.at(card).second : cards_.at(card).first;
      break;
    }
  }
  face_up_.clear();
  picks_.clear();
  last_claim_.clear();
  action_.clear();
  stage_ = "action";
  if (++mover_ < rules_.players) return;
  mover_ = 0;
  ++rounds_;
  if (static_cast<int>(ocean_.size()) <= rules_.last_round_tiles || rounds_ == rules_.max_rounds) stage_ = "over";
}

std::vector<int> Oracle::scores() const {
  std::vector<int> scores, twos;
  for (const std::vector<Tile>& pile : piles_) {
    int points = 0;
    for (const Tile& tile : pile) {
      points += contains(kTwoCreatures, tile)     ? 2
                : contains(kThreeCreatures, tile) ? 3
                : contains(kFourCreatures, tile)  ? 4
                                                  : 0;
    }
    for (const auto& [name, tiles] : kSetsInOrder) {
      if (contains(pile, tiles.front())) points += name == "reef" ? 15 : 10;
    }
    scores.push_back(points);
    twos.push_back(static_cast<int>(
        std::count_if(pile.begin(), pile.end(), [](const Tile& t) { return contains(kTwoCreatures, t); })));
  }
  const int most = *std::max_element(twos.begin(), twos.end());
  for (std::size_t p = 0; p < scores.size(); ++p) {
    if (most > 0 && twos[p] == most) scores[p] += rules_.pairs_bonus;
  }
  return scores;
}

std::vector<int> Oracle::ranks() const {
  std::vector<int> ranks;
  for (const int mine : scores()) {
    int rank = 1;
    for (const int other : scores()) rank += other > mine ? 1 : 0;
    ranks.push_back(rank);
  }
  return ranks;
}

std::string Oracle::end() const {
  return static_cast<int>(ocean_.size()) <= rules_.last_round_tiles ? "tiles" : "rounds";
}

}  // namespace atl::reef_rescue
