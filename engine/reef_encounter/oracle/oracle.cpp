/// One file on purpose, though long: the rules from what a coral is to who has won, read from top to bottom.
#include "engine/reef_encounter/oracle/oracle.hpp"

#include <algorithm>

namespace atl::reef_encounter {
namespace {

const std::string kLetters = "WYOPG";

const char* const kPictures[4][6] = {
    {"...xxx.", ".xxYxx.", "xx.xWxx", "xGx*x.x", "xxP.Oxx", "xxxxxxx"},
    {"...xxx.", "xxxGxx.", "xxYx.xx", "x.x*xWx", "xxOxPxx", ".xxxxx."},
    {".xx.xxx", ".xxxOx.", "xxW.xYx", "xxx*x.x", ".xPxGxx", ".xxx.xx"},
    {".xxxxx.", "xxxO.xx", "xx.xGxx", "xWx*xxx", ".xPxYx.", ".xx.xx."},
};

/// side 0: first letter of the name stronger; side 1: second letter stronger. The algae shown by the two sides.
const std::map<std::string, std::string> kTileAlgae = {{"WY", "gb"}, {"WO", "rp"}, {"YO", "br"}, {"YP", "pb"},
                                                       {"OP", "gr"}, {"OG", "bg"}, {"PW", "pg"}, {"PG", "gp"},
                                                       {"GW", "rp"}, {"GY", "br"}};

char printed(int cell) { return kPictures[cell / 42][cell % 42 / 7][cell % 7]; }
bool is_rock(int cell) { return printed(cell) != '.'; }

std::string name_of(int cell) {
  std::string name;
  name += static_cast<char>('0' + cell / 42);
  name += static_cast<char>('a' + cell % 7);
  name += static_cast<char>('1' + cell % 42 / 7);
  return name;
}
int cell_named(const std::string& name) { return (name[0] - '0') * 42 + (name[2] - '1') * 7 + (name[1] - 'a'); }

int count(const std::map<char, int>& pile, char colour) {
  const auto found = pile.find(colour);
  return found == pile.end() ? 0 : found->second;
}
int total(const std::map<char, int>& pile) {
  int sum = 0;
  for (const auto& [colour, n] : pile) sum += n;
  return sum;
}

std::string with_colour(const std::string& word, char colour) { return word + "=" + colour; }

}  // namespace

Oracle::Oracle(const Rules& rules) : rules_(rules), seats_(static_cast<std::size_t>(rules.players)) {
  for (const char c : kLetters) {
    bag_[c] = 40;
    supply_[c] = 10;
  }
  for (const char alga : std::string("rpgb")) cylinders_[alga] = 5;
}

NodeKind Oracle::node_kind() const {
  if (phase_ == "over") return NodeKind::terminal;
  for (const char* const chance : {"boards", "side", "slot", "sea", "deal", "refill"}) {
    if (phase_ == chance) return NodeKind::chance;
  }
  return NodeKind::decision;
}

// The reef ----------------------------------------------------------------------------------------------------------

std::vector<int> Oracle::board_cells() const {
  std::vector<int> cells;
  for (const int board : boards_) {
    for (int i = 0; i < 42; ++i) {
      if (is_rock(board * 42 + i)) cells.push_back(board * 42 + i);
    }
  }
  return cells;
}

std::vector<int> Oracle::neighbours(Cell cell) const {
  std::vector<int> result;
  const int row = cell % 42 / 7, column = cell % 7;
  if (row > 0) result.push_back(cell - 7);
  if (row < 5) result.push_back(cell + 7);
  if (column > 0) result.push_back(cell - 1);
  if (column < 6) result.push_back(cell + 1);
  return result;
}

std::set<int> Oracle::coral_of(Cell cell) const {
  const char colour = tile_[static_cast<std::size_t>(cell)];
  std::set<int> coral = {cell};
  std::vector<int> open = {cell};
  while (!open.empty()) {
    const int here = open.back();
    open.pop_back();
    for (const int next : neighbours(here)) {
      if (tile_[static_cast<std::size_t>(next)] == colour && coral.insert(next).second) open.push_back(next);
    }
  }
  return coral;
}

int Oracle::shrimps_in(const std::set<int>& coral) const {
  int n = 0;
  for (const int cell : coral) {
    if (shrimp_[static_cast<std::size_t>(cell)] >= 0) ++n;
  }
  return n;
}

bool Oracle::is_protected(Cell cell) const {
  if (shrimp_[static_cast<std::size_t>(cell)] >= 0) return true;
  for (const int next : neighbours(cell)) {
    const bool same = tile_[static_cast<std::size_t>(next)] == tile_[static_cast<std::size_t>(cell)];
    if (same && shrimp_[static_cast<std::size_t>(next)] >= 0) return true;
  }
  return false;
}

bool Oracle::beats(char stronger, char weaker) const {
  for (const auto& [name, side] : side_) {
    if (name[0] == stronger && name[1] == weaker && side == 0) return true;
    if (name[1] == stronger && name[0] == weaker && side == 1) return true;
  }
  return false;
}

/// Whether a put of `colour` on this tile of another colour is an attack (mergers aside).
bool Oracle::can_attack(char colour, Cell cell) const {
  const char victim = tile_[static_cast<std::size_t>(cell)];
  if (victim == ' ' || victim == colour || !beats(colour, victim) || is_protected(cell)) return false;
  for (const int next : neighbours(cell)) {
    if (tile_[static_cast<std::size_t>(next)] == colour && coral_of(next).size() >= 2) return true;
  }
  return false;
}

/// Whether a coral would hold two shrimps if a tile of `colour` lay here.
bool Oracle::two_shrimps_after(char colour, Cell cell) const {
  std::set<int> joined;
  for (const int next : neighbours(cell)) {
    if (tile_[static_cast<std::size_t>(next)] != colour || joined.count(next) != 0) continue;
    const std::set<int> coral = coral_of(next);
    joined.insert(coral.begin(), coral.end());
  }
  return shrimps_in(joined) >= 2;
}

bool Oracle::can_put(char colour, Cell cell) const {
  if (!is_rock(cell)) return false;
  const bool empty = tile_[static_cast<std::size_t>(cell)] == ' ';
  if (!empty && !can_attack(colour, cell)) return false;
  return !two_shrimps_after(colour, cell);
}

bool Oracle::can_put_anywhere(char colour) const {
  for (const int cell : board_cells()) {
    if (can_put(colour, cell)) return true;
  }
  return false;
}

std::vector<int> Oracle::free_tiles() const {
  std::vector<int> result;
  for (const int cell : board_cells()) {
    if (tile_[static_cast<std::size_t>(cell)] != ' ' && shrimps_in(coral_of(cell)) == 0) result.push_back(cell);
  }
  return result;
}

std::vector<int> Oracle::feedable(int seat, int size) const {
  std::vector<int> result;
  for (const int cell : board_cells()) {
    if (shrimp_[static_cast<std::size_t>(cell)] == seat && static_cast<int>(coral_of(cell).size()) >= size)
      result.push_back(cell);
  }
  return result;
}

char Oracle::shown_alga(const std::string& coral_tile) const {
  return kTileAlgae.at(coral_tile)[static_cast<std::size_t>(side_.at(coral_tile))];
}

/// Flips every unlocked coral tile that shows the alga.
void Oracle::flip_all(char alga) {
  std::vector<std::string> flipped;
  for (const auto& [name, side] : side_) {
    if (locked_.count(name) == 0 && shown_alga(name) == alga) flipped.push_back(name);
  }
  for (const std::string& name : flipped) side_[name] = 1 - side_[name];
}

void Oracle::draw(char colour) { --bag_[colour]; }
int Oracle::bag_size() const { return total(bag_); }

// What may happen -----------------------------------------------------------------------------------------------------

std::vector<std::pair<std::string, double>> Oracle::outcomes() const {
  std::vector<std::pair<std::string, double>> result;
  if (phase_ == "boards") {
    std::vector<std::string> sets;
    for (int mask = 0; mask < 16; ++mask) {
      std::string digits;
      for (int b = 0; b < 4; ++b) {
        if ((mask >> b) % 2 == 1) digits += static_cast<char>('0' + b);
      }
      if (static_cast<int>(digits.size()) == rules_.players) sets.push_back(digits);
    }
    for (const std::string& set : sets) result.emplace_back("~boards=" + set, 1.0 / static_cast<double>(sets.size()));
  } else if (phase_ == "side") {
    result = {{"~side=0", 0.5}, {"~side=1", 0.5}};
  } else {
    const std::string prefix = phase_ == "slot" ? "~slot=" : "~";
    for (const auto& [colour, n] : bag_) {
      if (n > 0) result.emplace_back(prefix + colour, static_cast<double>(n) / bag_size());
    }
  }
  std::sort(result.begin(), result.end());
  return result;
}

std::vector<double> Oracle::probabilities() const {
  std::vector<double> result;
  for (const auto& [token, probability] : outcomes()) result.push_back(probability);
  return result;
}

void Oracle::feeding_tokens(std::vector<std::string>& tokens) const {
  const int size = phase_ == "extra" ? rules_.final_feed_return + 1 : rules_.min_feed;
  for (const int cell : feedable(mover_, size)) tokens.push_back("eat=" + name_of(cell));
  tokens.push_back("pass");
}

void Oracle::main_tokens(std::vector<std::string>& tokens) const {
  const Seat& seat = seats_[static_cast<std::size_t>(mover_)];
  for (const char c : kLetters) {
    const bool has_tile = count(seat.hand, c) + count(seat.consumed, c) > 0;
    if (lays_ < 2 && count(seat.larvae, c) > 0 && has_tile && can_put_anywhere(c))
      tokens.push_back(with_colour("lay", c));
  }
  if (in_air_) {
    for (const int cell : free_tiles()) tokens.push_back("land=" + name_of(cell));
    tokens.push_back("recall");
    return;
  }
  if (!shrimp_placed_ && seat.shrimps > 0) {
    for (const int cell : free_tiles()) tokens.push_back("shrimp=" + name_of(cell));
  }
  if (lifts_ < rules_.max_lifts) {
    for (const int cell : board_cells()) {
      if (shrimp_[static_cast<std::size_t>(cell)] == mover_) tokens.push_back("lift=" + name_of(cell));
    }
  }
  for (const char c : kLetters) {
    if (count(seat.consumed, c) > 0 && count(supply_, c) > 0) tokens.push_back(with_colour("larva", c));
    if (count(seat.larvae, c) > 0 && count(bag_, c) > 0) tokens.push_back(with_colour("tile", c));
    tokens.push_back(with_colour("take", c));
    if (count(seat.consumed, c) == 0) continue;
    for (const auto& [alga, n] : cylinders_) {
      if (n == 0 || (rules_.alga_space_must_differ && alga_space_ == alga)) continue;
      tokens.push_back(std::string("alga=") + alga + ":" + c);
    }
    if (locked_this_turn_ || seat.shrimps_eaten == 0) continue;
    for (const auto& [name, side] : side_) {
      const char alga = shown_alga(name);
      const bool cylinder = count(cylinders_, alga) > 0 || alga_space_ == alga;
      if (locked_.count(name) == 0 && cylinder) tokens.push_back("lock=" + name + ":" + c);
    }
  }
}

void Oracle::laying_tokens(std::vector<std::string>& tokens) const {
  const Seat& seat = seats_[static_cast<std::size_t>(mover_)];
  const bool from_hand = count(seat.hand, laying_) > 0 && hand_puts_ < rules_.max_hand_tiles;
  const bool from_consumed = count(seat.consumed, laying_) > 0;
  if (from_hand || from_consumed) {
    for (const int cell : board_cells()) {
      if (!can_put(laying_, cell)) continue;
      if (from_hand) tokens.push_back("put=" + name_of(cell) + "h");
      if (from_consumed) tokens.push_back("put=" + name_of(cell) + "c");
    }
  }
  if (in_air_) {
    for (const int cell : free_tiles()) tokens.push_back("land=" + name_of(cell));
    tokens.push_back("recall");
  } else if (lifts_ < rules_.max_lifts) {
    for (const int cell : board_cells()) {
      if (shrimp_[static_cast<std::size_t>(cell)] == mover_) tokens.push_back("lift=" + name_of(cell));
    }
  }
  if (puts_ > 0 || tokens.empty()) tokens.push_back("done");
}

std::vector<std::string> Oracle::legal_tokens() const {
  std::vector<std::string> tokens;
  if (node_kind() == NodeKind::chance) {
    for (const auto& [token, probability] : outcomes()) tokens.push_back(token);
  } else if (phase_ == "fish") {
    for (const auto& [colour, n] : seats_[static_cast<std::size_t>(mover_)].hand) {
      if (n > 0) tokens.push_back(with_colour("fish", colour));
    }
  } else if (phase_ == "larvae") {
    for (std::size_t i = 0; i < kLetters.size(); ++i) {
      for (std::size_t j = i; j < kLetters.size(); ++j)
        tokens.push_back(std::string("larvae=") + kLetters[i] + kLetters[j]);
    }
  } else if (phase_ == "feeding" || phase_ == "extra") {
    feeding_tokens(tokens);
  } else if (phase_ == "main") {
    main_tokens(tokens);
  } else if (phase_ == "laying") {
    laying_tokens(tokens);
  } else if (phase_ == "growing") {
    tokens = {"grow", "skip"};
  }
  std::sort(tokens.begin(), tokens.end());
  return tokens;
}

// What happens --------------------------------------------------------------------------------------------------------

void Oracle::start_turn() {
  lays_ = lifts_ = 0;
  shrimp_placed_ = in_air_ = locked_this_turn_ = false;
  phase_ = feedable(mover_, rules_.min_feed).empty() ? "main" : "feeding";
}

void Oracle::eat(Cell cell, int returned) {
  Seat& seat = seats_[static_cast<std::size_t>(mover_)];
  const char colour = tile_[static_cast<std::size_t>(cell)];
  int back = returned;
  for (const int eaten : coral_of(cell)) {
    if (back > 0) {
      ++bag_[colour];
      --back;
    } else {
      ++seat.fish[colour];
    }
    tile_[static_cast<std::size_t>(eaten)] = ' ';
  }
  shrimp_[static_cast<std::size_t>(cell)] = -1;
  ++seat.shrimps_eaten;
}

void Oracle::lay_tile(Cell cell, bool consumed) {
  Seat& seat = seats_[static_cast<std::size_t>(mover_)];
  if (consumed) {
    --seat.consumed[laying_];
  } else {
    --seat.hand[laying_];
    ++hand_puts_;
  }
  ++puts_;
  const char attacked = tile_[static_cast<std::size_t>(cell)];
  if (attacked != ' ') ++seat.consumed[attacked];
  tile_[static_cast<std::size_t>(cell)] = laying_;
  if (rules_.free_growth != "none") free_growth(cell);
}

void Oracle::free_growth(Cell cell) {
  for (const int space : neighbours(cell)) {
    if (printed(space) != '*' || tile_[static_cast<std::size_t>(space)] != ' ') continue;
    if (two_shrimps_after(laying_, space)) continue;
    if (spares_.count(laying_) == 0 && bag_[laying_] == 0) continue;
    if (rules_.free_growth == "automatic") {
      grow(space);
    } else {
      may_grow_ = space;
      phase_ = "growing";
    }
  }
}

void Oracle::grow(Cell space) {
  tile_[static_cast<std::size_t>(space)] = laying_;
  if (spares_.count(laying_) != 0) {
    spares_.erase(laying_);
    if (bag_[laying_] > 0) {  // the used spare is replaced
      draw(laying_);
      spares_.insert(laying_);
    }
  } else {
    draw(laying_);
  }
}

void Oracle::take(char slot) {
  Seat& seat = seats_[static_cast<std::size_t>(mover_)];
  slot_larva_.erase(slot);
  ++seat.larvae[slot];
  for (const auto& [colour, n] : slot_tiles_[slot]) seat.hand[colour] += n;
  slot_tiles_[slot].clear();
  ++turns_;
  if (supply_[slot] == 0) {
    end_ = "larvae";
    phase_ = "over";
    return;
  }
  --supply_[slot];
  slot_larva_.insert(slot);
  if (bag_size() < rules_.refill_minimum) {
    end_ = "bag";
    phase_ = "over";
    return;
  }
  to_serve_.clear();
  for (int tiles = 0; tiles <= 2; ++tiles) {
    for (const char s : kLetters) {
      if (total(slot_tiles_[s]) == tiles) to_serve_.push_back(s);
    }
  }
  phase_ = "refill";
  after_refill();
}

/// Before each tile of a refill, and after the last one.
void Oracle::after_refill() {
  if (!to_serve_.empty()) {
    if (bag_size() == 0) {
      end_ = "bag";
      phase_ = "over";
    }
    return;
  }
  bool full = true;
  for (const int cell : board_cells()) {
    if (tile_[static_cast<std::size_t>(cell)] == ' ') full = false;
  }
  if (full) {
    for (const char c : kLetters) {
      if (can_put_anywhere(c)) full = false;
    }
  }
  if (full || turns_ >= rules_.max_turns) {
    end_ = full ? "full" : "turns";
    phase_ = "over";
    return;
  }
  mover_ = (mover_ + 1) % rules_.players;
  start_turn();
}

void Oracle::extra_feedings(const std::string& reason) {
  end_ = reason;
  ender_ = mover_;
  next_extra_feeding();
}

void Oracle::next_extra_feeding() {
  phase_ = "over";
  while (true) {
    mover_ = (mover_ + 1) % rules_.players;
    if (mover_ == ender_) return;
    if (!feedable(mover_, rules_.final_feed_return + 1).empty()) {
      phase_ = "extra";
      return;
    }
  }
}

void Oracle::apply(const std::string& token) {
  Seat& seat = seats_[static_cast<std::size_t>(mover_)];
  const std::size_t equals = token.find('=');
  const std::string word = token.substr(0, equals);
  const std::string value = equals == std::string::npos ? "" : token.substr(equals + 1);
  const auto all_seats_done = [&] {
    mover_ = (mover_ + 1) % rules_.players;
    return mover_ == 0;
  };

  if (word == "~boards") {
    for (const char digit : value) boards_.push_back(digit - '0');
    for (const int cell : board_cells()) {
      if (printed(cell) == 'x' || printed(cell) == '*') continue;
      tile_[static_cast<std::size_t>(cell)] = printed(cell);
      draw(printed(cell));
    }
    phase_ = "side";
  } else if (word == "~side") {
    for (const auto& [name, algae] : kTileAlgae) side_[name] = value[0] - '0';
    for (const char c : kLetters) {
      spares_.insert(c);
      draw(c);
      slot_larva_.insert(c);
      --supply_[c];
    }
    phase_ = "slot";
  } else if (word == "~slot") {
    // Three tiles for the first three slots, then two, then one.
    const std::size_t first = kLetters.find(value[0]);
    const int tiles[5] = {3, 3, 3, 2, 1};
    for (std::size_t i = 0; i < 5; ++i) {
      for (int n = 0; n < tiles[i]; ++n) to_serve_.push_back(kLetters[(first + i) % 5]);
    }
    phase_ = "sea";
  } else if (word[0] == '~' && phase_ == "deal") {
    draw(word[1]);
    ++seat.hand[word[1]];
    if (++dealt_ == rules_.start_tiles[static_cast<std::size_t>(mover_)]) {
      dealt_ = 0;
      if (all_seats_done()) phase_ = "fish";
    }
  } else if (word[0] == '~') {
    draw(word[1]);
    ++slot_tiles_[to_serve_.front()][word[1]];
    to_serve_.erase(to_serve_.begin());
    if (phase_ == "refill") {
      after_refill();
    } else if (to_serve_.empty()) {
      phase_ = "deal";
    }
  } else if (word == "fish") {
    --seat.hand[value[0]];
    ++seat.fish[value[0]];
    if (all_seats_done()) phase_ = "larvae";
  } else if (word == "larvae") {
    for (const char c : value) {
      ++seat.larvae[c];
      --supply_[c];
    }
    if (all_seats_done()) start_turn();
  } else if (word == "eat" && phase_ == "extra") {
    eat(cell_named(value), rules_.final_feed_return);
    next_extra_feeding();
  } else if (word == "eat") {
    eat(cell_named(value), rules_.feed_return);
    phase_ = "main";
    if (seat.shrimps_eaten == 4) extra_feedings("shrimps");
  } else if (word == "pass" && phase_ == "extra") {
    next_extra_feeding();
  } else if (word == "pass") {
    phase_ = "main";
  } else if (word == "lay") {
    laying_ = value[0];
    --seat.larvae[laying_];
    ++supply_[laying_];
    ++lays_;
    puts_ = hand_puts_ = 0;
    phase_ = "laying";
  } else if (word == "put") {
    lay_tile(cell_named(value.substr(0, 3)), value[3] == 'c');
  } else if (word == "grow" || word == "skip") {
    if (word == "grow") grow(may_grow_);
    phase_ = "laying";
  } else if (word == "done") {
    laying_ = ' ';
    phase_ = "main";
  } else if (word == "shrimp") {
    shrimp_[static_cast<std::size_t>(cell_named(value))] = mover_;
    --seat.shrimps;
    shrimp_placed_ = true;
  } else if (word == "lift") {
    shrimp_[static_cast<std::size_t>(cell_named(value))] = -1;
    in_air_ = true;
    ++lifts_;
  } else if (word == "land") {
    shrimp_[static_cast<std::size_t>(cell_named(value))] = mover_;
    in_air_ = false;
  } else if (word == "recall") {
    ++seat.shrimps;
    in_air_ = false;
  } else if (word == "larva") {
    --seat.consumed[value[0]];
    ++bag_[value[0]];
    --supply_[value[0]];
    ++seat.larvae[value[0]];
  } else if (word == "tile") {
    --seat.larvae[value[0]];
    ++supply_[value[0]];
    draw(value[0]);
    ++seat.hand[value[0]];
  } else if (word == "alga") {
    --seat.consumed[value[2]];
    ++bag_[value[2]];
    --cylinders_[value[0]];
    if (alga_space_ != ' ') ++cylinders_[alga_space_];
    alga_space_ = value[0];
    flip_all(alga_space_);
  } else if (word == "lock") {
    const std::string name = value.substr(0, 2);
    --seat.consumed[value[3]];
    ++bag_[value[3]];
    const char alga = shown_alga(name);
    if (cylinders_[alga] > 0) {
      --cylinders_[alga];
    } else {
      alga_space_ = ' ';
    }
    locked_.insert(name);
    flip_all(alga);
    locked_this_turn_ = true;
    if (locked_.size() == 10) extra_feedings("locks");
  } else if (word == "take") {
    take(value[0]);
  }
}

// The result ----------------------------------------------------------------------------------------------------------

std::vector<int> Oracle::scores() const {
  std::vector<int> result;
  for (const Seat& seat : seats_) {
    int points = 0;
    for (const auto& [colour, n] : seat.fish) {
      int value = 1;
      for (const char other : kLetters) value += beats(colour, other) ? 1 : 0;
      points += n * value;
    }
    result.push_back(points);
  }
  return result;
}

std::vector<int> Oracle::ranks() const {
  const std::vector<int> points = scores();
  std::vector<std::vector<int>> keys;
  for (int p = 0; p < rules_.players; ++p) {
    const Seat& seat = seats_[static_cast<std::size_t>(p)];
    int reef = 0;
    for (const int cell : board_cells()) {
      if (shrimp_[static_cast<std::size_t>(cell)] == p) reef += static_cast<int>(coral_of(cell).size());
    }
    keys.push_back(
        {points[static_cast<std::size_t>(p)], total(seat.consumed), total(seat.larvae), total(seat.hand), reef});
  }
  std::vector<int> result;
  for (const auto& mine : keys) {
    int better = 0;
    for (const auto& other : keys) better += other > mine ? 1 : 0;
    result.push_back(1 + better);
  }
  return result;
}

}  // namespace atl::reef_encounter
