/// Crowns, feeding, windows, taking, the end.
#include <algorithm>

#include "engine/reef_encounter/second_kind/oracle/oracle.hpp"

namespace atl::reef_encounter::second_kind {

using namespace oracle;

void Oracle::start_turn(int player) {
  turn_ = Turn{.player = player};
  mover_ = player;
  table_.reef.rest_crowns();
  next_bite();
}

// Action 0: crowns ----------------------------------------------------------------------------------------------------

/// Crown and target, for all crowns that have not attacked yet.
std::vector<std::pair<Cell, Cell>> Oracle::bites() const {
  std::vector<std::pair<Cell, Cell>> result;
  for (const auto& [crown, attacked] : table_.reef.crowns()) {
    if (attacked) continue;
    std::vector<Cell> own, unguarded;
    for (const Cell cell : table_.reef.polyps_touching(crown)) {
      const Coral& coral = table_.reef.coral_of(cell);
      if (coral.owner == mover_) own.push_back(cell);
      if (coral.shrimps == 0) unguarded.push_back(cell);
    }
    for (const Cell cell : own.empty() ? unguarded : own) result.emplace_back(crown, cell);
  }
  return result;
}

void Oracle::next_bite() {
  phase_ = "crowns";
  if (bites().empty()) after_crowns();
}

void Oracle::bite(Cell from, Cell to) {
  ++table_.bag[table_.reef.tile(to).kind];
  const bool coloured = table_.reef.shrimp(to) >= 0;
  const bool wooden = table_.reef.has_wooden_blue(to);
  table_.reef.bite(from, to);
  if (coloured) {
    phase_ = "bitten";
  } else if (wooden) {
    bitten_ = to;
    table_.blue_homeless = true;
    nudge_or_return();
  } else {
    next_bite();
  }
}

std::vector<Cell> Oracle::nudge_targets() const {
  std::vector<Cell> result;
  for (const Cell cell : neighbours(bitten_)) {
    if (table_.reef.takes_blue(cell)) result.push_back(cell);
  }
  return result;
}

/// Tiles that only an own coloured shrimp keeps from taking the wooden one.
std::vector<Cell> Oracle::blocked_nudge_targets() const {
  std::vector<Cell> result;
  for (const Cell cell : neighbours(bitten_)) {
    if (table_.reef.shrimp(cell) == mover_ && table_.reef.coral_of(cell).blues == 0) result.push_back(cell);
  }
  return result;
}

void Oracle::nudge_or_return() {
  phase_ = "nudge";
  if (!nudge_targets().empty() || !blocked_nudge_targets().empty()) return;
  house_blue(-1);
}

/// The homeless wooden shrimp goes to the cell, or beside the board (-1).
void Oracle::house_blue(Cell cell) {
  table_.blue_homeless = false;
  if (cell >= 0) table_.reef.put_blue(cell);
  if (cell < 0) ++table_.blues_beside;
  next_bite();
}

bool Oracle::apply_crowns(const std::string& word, const std::string& value) {
  if (phase_ == "crowns") {
    bite(cell_named(value.substr(0, 3)), cell_named(value.substr(4)));
  } else if (phase_ == "bitten") {
    if (word == "land") table_.reef.put_shrimp(cell_named(value), mover_);
    if (word == "recall") ++seat().shrimps;
    next_bite();
  } else if (phase_ == "nudge" && word == "lift") {
    barred_ = cell_named(value);
    table_.reef.lift_shrimp(barred_);
    phase_ = "make_room";
  } else if (phase_ == "nudge") {
    house_blue(word == "nudge" ? cell_named(value) : -1);
  } else if (phase_ == "make_room") {
    if (word == "land") table_.reef.put_shrimp(cell_named(value), mover_);
    if (word == "recall") ++seat().shrimps;
    phase_ = "nudge";
  } else {
    return false;
  }
  return true;
}

void Oracle::after_crowns() {
  if (!end_.empty()) {
    phase_ = "extra";
    // The first feeding costs a card, and now none may be played.
    if (seat().feedings == 0 || feedable(mover_, rules_.final_feed_return + 1).empty()) next_extra_feeding();
    return;
  }
  const bool asked = !feedable(mover_, rules_.min_feed).empty() || total(seat().cards) > 0;
  phase_ = asked ? "feeding" : "main";
}

// Action 1: feeding ---------------------------------------------------------------------------------------------------

std::vector<Cell> Oracle::feedable(int player, int size) const {
  std::vector<Cell> result;
  for (const Cell cell : table_.reef.shrimps_of(player)) {
    if (static_cast<int>(table_.reef.coral_of(cell).cells.size()) >= size) result.push_back(cell);
  }
  return result;
}

/// The coral leaves the board; the first feeding costs a card.
void Oracle::eat(Cell cell, const std::string& card) {
  if (!card.empty()) discard(card);
  const std::vector<Cell> coral = table_.reef.coral_of(cell).cells;
  for (const Cell eaten : coral) {
    ++table_.fed[table_.reef.tile(eaten).kind];
    if (table_.reef.has_wooden_blue(eaten)) ++table_.blues_beside;
    table_.reef.remove(eaten);
  }
  ++seat().feedings;
  const bool all_fed =
      std::all_of(table_.seats.begin(), table_.seats.end(), [](const Seat& each) { return each.feedings > 0; });
  if (all_fed && table_.blue_at_sea) {
    table_.blue_at_sea = false;
    ++table_.blues_beside;
  }
  returned_ = 0;
  phase_ = "return";
  const std::vector<std::string> kinds = kinds_in(table_.fed);
  if (kinds.size() > 1) {
    if (returned_ >= tiles_to_return()) finish_feeding();
    return;
  }
  while (phase_ == "return" && returned_ < tiles_to_return()) return_tile(kinds.front());
  if (phase_ == "return") finish_feeding();
}

int Oracle::tiles_to_return() const { return end_.empty() ? rules_.feed_return : rules_.final_feed_return; }

void Oracle::return_tile(const std::string& kind) {
  move_one(kind, table_.fed, table_.bag);
  returned_ += is_double(kind) ? 2 : 1;
  if (returned_ >= tiles_to_return() || total(table_.fed) == 0) finish_feeding();
}

/// What is left goes into the parrotfish.
void Oracle::finish_feeding() {
  for (const auto& [kind, n] : table_.fed) seat().fish[kind] += n;
  table_.fed.clear();
  if (!end_.empty()) {
    next_extra_feeding();
  } else if (seat().feedings == 4) {
    extra_feedings("shrimps");
  } else {
    ask_others("main");
  }
}

// Windows for the others ----------------------------------------------------------------------------------------------

void Oracle::ask_others(const std::string& then) {
  after_windows_ = then;
  to_ask_.clear();
  for (int other = next_seat(turn_.player); other != turn_.player; other = next_seat(other)) {
    if (total(table_.seat(other).cards) > 0) to_ask_.push_back(other);
  }
  next_window();
}

void Oracle::next_window() {
  if (!to_ask_.empty()) {
    mover_ = to_ask_.front();
    to_ask_.erase(to_ask_.begin());
    phase_ = "window";
    return;
  }
  mover_ = turn_.player;
  phase_ = after_windows_;
  if (phase_ == "refill") refill();
}

// Action 10: taking, refilling ----------------------------------------------------------------------------------------

void Oracle::take(char slot) {
  table_.slot_larvae.erase(slot);
  ++seat().larvae[slot];
  for (const auto& [kind, n] : table_.slot_tiles[slot]) seat().hand[kind] += n;
  table_.slot_tiles[slot].clear();
  taken_ = slot;
  ++table_.turns;
  ask_others("refill");
}

void Oracle::refill() {
  if (table_.supply[taken_] == 0) return finish("larvae");
  --table_.supply[taken_];
  table_.slot_larvae.insert(taken_);
  if (total(table_.bag) < rules_.refill_minimum) return finish("bag");
  to_serve_.clear();
  for (int tiles = 0; tiles <= 2; ++tiles) {
    for (const char slot : kLetters) {
      if (total(table_.slot_tiles[slot]) == tiles) to_serve_.push_back(slot);
    }
  }
  after_refill();
}

/// Before each tile of a refill, and after the last one.
void Oracle::after_refill() {
  phase_ = "refill";
  if (!to_serve_.empty()) {
    if (total(table_.bag) == 0) finish("bag");
  } else if (turn_.picked_up) {
    phase_ = "main";
  } else {
    end_turn();
  }
}

bool Oracle::reef_is_full() const {
  for (const Cell cell : table_.reef.cells()) {
    if (table_.reef.is_rock(cell) && table_.reef.is_empty(cell)) return false;
  }
  for (const char colour : kLetters) {
    const Tile plain{.kind = std::string(1, colour), .colour = colour};
    if (table_.reef.can_put_anywhere(plain, table_.corals)) return false;
  }
  return true;
}

void Oracle::end_turn() {
  if (reef_is_full()) return finish("full");
  if (table_.turns >= rules_.max_turns) return finish("turns");
  start_turn(next_seat(turn_.player));
}

// The end -------------------------------------------------------------------------------------------------------------

void Oracle::finish(const std::string& reason) {
  end_ = reason;
  phase_ = "over";
}

void Oracle::extra_feedings(const std::string& reason) {
  end_ = reason;
  ender_ = mover_;
  next_extra_feeding();
}

void Oracle::next_extra_feeding() {
  mover_ = next_seat(mover_);
  if (mover_ == ender_) {
    phase_ = "over";
    return;
  }
  table_.reef.rest_crowns();
  next_bite();
}

bool Oracle::apply_flow(const std::string& word, const std::string& value) {
  const bool feeding = phase_ == "feeding" || phase_ == "breakfast" || phase_ == "breakfast_feeding";
  if (phase_ == "refill") {
    move_one(word.substr(1), table_.bag, table_.slot_tiles[to_serve_.front()]);
    to_serve_.erase(to_serve_.begin());
    after_refill();
  } else if (word == "eat") {
    eat(cell_named(value.substr(0, 3)), value.size() > 3 ? value.substr(4) : "");
  } else if (phase_ == "return") {
    return_tile(value);
  } else if (word == "pass" && phase_ == "window") {
    next_window();
  } else if (word == "pass" && phase_ == "extra") {
    next_extra_feeding();
  } else if (word == "pass" && feeding) {
    phase_ = "main";
  } else if (word == "take") {
    if (phase_ == "pick_me_up") turn_.picked_up = true;
    take(value[0]);
  } else if (word == "end") {
    end_turn();
  } else {
    return false;
  }
  return true;
}

}  // namespace atl::reef_encounter::second_kind
