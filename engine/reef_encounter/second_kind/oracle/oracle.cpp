#include "engine/reef_encounter/second_kind/oracle/oracle.hpp"

#include <algorithm>

namespace atl::reef_encounter::second_kind {

using namespace oracle;

Oracle::Oracle(const Rules& rules) : rules_(rules), table_(rules) {}

Oracle Oracle::beginning_turn(const Rules& rules, const Table& table, int player) {
  Oracle result(rules);
  result.table_ = table;
  result.start_turn(player);
  return result;
}

NodeKind Oracle::node_kind() const {
  if (phase_ == "over") return NodeKind::terminal;
  for (const char* const chance : {"boards", "side", "slot", "sea", "deal", "refill", "draw"}) {
    if (phase_ == chance) return NodeKind::chance;
  }
  return NodeKind::decision;
}

// Chance --------------------------------------------------------------------------------------------------------------

namespace {

std::vector<std::string> board_sets(int boards) {
  std::vector<std::string> sets;
  for (int mask = 0; mask < 16; ++mask) {
    std::string digits;
    for (int b = 0; b < 4; ++b) {
      if ((mask >> b) % 2 == 1) digits += static_cast<char>('0' + b);
    }
    if (static_cast<int>(digits.size()) == boards) sets.push_back(digits);
  }
  return sets;
}

/// The plain tiles among these.
Pile plain_ones(const Pile& pile) {
  Pile plain;
  for (const char colour : kLetters) plain[std::string(1, colour)] = count(pile, std::string(1, colour));
  return plain;
}

}  // namespace

std::vector<std::pair<std::string, double>> Oracle::outcomes() const {
  std::vector<std::pair<std::string, double>> result;
  if (phase_ == "boards") {
    const std::vector<std::string> sets = board_sets(rules_.players);
    for (const std::string& set : sets) result.emplace_back("~boards=" + set, 1.0 / static_cast<double>(sets.size()));
  } else if (phase_ == "side") {
    result = {{"~side=0", 0.5}, {"~side=1", 0.5}};
  } else {
    // Special tiles drawn in setup are put back and drawn again.
    const bool setup = phase_ == "slot" || phase_ == "sea" || phase_ == "deal";
    const Pile pile = setup ? plain_ones(table_.bag) : phase_ == "draw" ? table_.draw_pile : table_.bag;
    const std::string prefix = phase_ == "slot" ? "~slot=" : "~";
    for (const std::string& kind : kinds_in(pile)) {
      result.emplace_back(prefix + kind, static_cast<double>(count(pile, kind)) / total(pile));
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

// Setup ---------------------------------------------------------------------------------------------------------------

void Oracle::deal_boards(const std::string& digits) {
  for (const char digit : digits) table_.reef.boards.push_back(digit - '0');
  for (const Cell cell : table_.reef.cells()) {
    const char mark = printed(cell);
    if (kLetters.find(mark) == std::string::npos) continue;
    table_.reef.lay(cell, Tile{.kind = std::string(1, mark), .colour = mark});
    --table_.bag[std::string(1, mark)];
  }
  phase_ = "side";
}

void Oracle::prepare_larvae_and_spares() {
  for (const char colour : kLetters) {
    table_.spares.insert(colour);
    --table_.bag[std::string(1, colour)];
    table_.slot_larvae.insert(colour);
    --table_.supply[colour];
  }
  phase_ = "slot";
}

/// Three tiles for the first three slots, then two, then one.
void Oracle::queue_first_slots(char first) {
  const int tiles[5] = {3, 3, 3, 2, 1};
  for (std::size_t i = 0; i < 5; ++i) {
    for (int n = 0; n < tiles[i]; ++n) to_serve_.push_back(kLetters[(kLetters.find(first) + i) % 5]);
  }
  phase_ = "sea";
}

bool Oracle::apply_setup(const std::string& word, const std::string& value) {
  const auto all_seats_done = [&] {
    mover_ = next_seat(mover_);
    return mover_ == 0;
  };
  if (word == "~boards") {
    deal_boards(value);
  } else if (word == "~side") {
    table_.corals.turn_all_to(value[0] - '0');
    prepare_larvae_and_spares();
  } else if (word == "~slot") {
    queue_first_slots(value[0]);
  } else if (phase_ == "sea") {
    move_one(word.substr(1), table_.bag, table_.slot_tiles[to_serve_.front()]);
    to_serve_.erase(to_serve_.begin());
    if (to_serve_.empty()) phase_ = "deal";
  } else if (phase_ == "deal") {
    move_one(word.substr(1), table_.bag, seat().hand);
    if (++dealt_ == rules_.start_tiles[static_cast<std::size_t>(mover_)]) {
      dealt_ = 0;
      if (all_seats_done()) phase_ = "fish";
    }
  } else if (word == "fish") {
    move_one(value, seat().hand, seat().fish);
    if (all_seats_done()) phase_ = "larvae";
  } else if (word == "larvae") {
    for (const char colour : value) {
      --table_.supply[colour];
      ++seat().larvae[colour];
    }
    if (all_seats_done()) start_turn(0);
  } else {
    return false;
  }
  return true;
}

// Events --------------------------------------------------------------------------------------------------------------

void Oracle::apply(const std::string& token) {
  const std::size_t equals = token.find('=');
  const std::string word = token.substr(0, equals);
  const std::string value = equals == std::string::npos ? "" : token.substr(equals + 1);
  const bool done =
      apply_setup(word, value) || apply_crowns(word, value) || apply_flow(word, value) || apply_main(word, value);
  if (!done) apply_effect(word, value);
}

}  // namespace atl::reef_encounter::second_kind
