/// Cards: buying, spending, playing, and what each does.
#include <algorithm>

#include "engine/reef_encounter/second_kind/oracle/oracle.hpp"

namespace atl::reef_encounter::second_kind {

using namespace oracle;

/// `buy=WY`, `buy=c:W2`, `buy=larva:W`.
void Oracle::buy(const std::string& value) {
  if (value.substr(0, 2) == "c:") {
    move_one(value.substr(2), seat().consumed, table_.bag);
  } else if (value.substr(0, 6) == "larva:") {
    --seat().larvae[value[6]];
    ++table_.supply[value[6]];
  } else {
    move_one(value, seat().hand, table_.bag);
  }
  if (total(table_.draw_pile) == 0) std::swap(table_.draw_pile, table_.discards);
  turn_.bought = true;
  phase_ = "draw";
}

/// `blue=ID:1d4`, `blue=ID:1d4<2c3`, `blue=ID:-<2c3`.
void Oracle::spend_blue(const std::string& value) {
  const std::size_t colon = value.find(':');
  discard(value.substr(0, colon));
  const std::string places = value.substr(colon + 1);
  if (places[0] == '-') {
    table_.reef.lift_blue(cell_named(places.substr(2)));
    ++table_.blues_beside;
    return;
  }
  if (places.size() > 3) {
    table_.reef.lift_blue(cell_named(places.substr(4)));
  } else {
    --table_.blues_beside;
  }
  table_.reef.put_blue(cell_named(places.substr(0, 3)));
}

// Playing -------------------------------------------------------------------------------------------------------------

/// Whether the card would change anything now (its own limits aside that do not depend on the position).
bool Oracle::has_effect(const std::string& card) const {
  if (card == "double_lock") return !turn_.double_lock;
  if (card == "deep_water") return !turn_.deep_water && turn_.lays < 2;
  if (card == "late_breakfast")
    return std::any_of(kLetters.begin(), kLetters.end(), [&](char colour) { return can_lay(colour); });
  return !effect_tokens(card).empty();
}

bool Oracle::playable(const std::string& card) const {
  if (phase_ == "feeding") return card == "late_breakfast" && has_effect(card);
  if (phase_ == "window") return has_icon(card, 'F') && has_effect(card);
  if (card == "late_breakfast" || (card == "pick_me_up" && turn_.picked_up)) return false;
  return phase_ == "main" && has_effect(card);
}

Oracle::Tokens Oracle::card_tokens() const {
  Tokens tokens;
  for (const std::string& card : kinds_in(seat().cards)) {
    if (playable(card)) tokens.push_back("card=" + card);
  }
  return tokens;
}

void Oracle::play_card(const std::string& card) {
  discard(card);
  after_card_ = phase_;
  effects_ = 0;
  if (card == "double_lock") {
    turn_.double_lock = true;
  } else if (card == "deep_water") {
    turn_.deep_water = true;
  } else if (card == "late_breakfast") {
    phase_ = "breakfast";
  } else {
    phase_ = card;
  }
}

void Oracle::finish_card() {
  phase_ = after_card_;
  if (phase_ == "window") {
    next_window();
  } else {
    mover_ = turn_.player;
  }
}

// Effects -------------------------------------------------------------------------------------------------------------

namespace {

std::vector<std::string> unlock_tokens(const CoralTiles& corals) {
  std::vector<std::string> tokens;
  for (const std::string& name : corals.locked) tokens.push_back("unlock=" + name);
  return tokens;
}

std::vector<std::string> shift_tokens(const CoralTiles& corals) {
  std::vector<std::string> tokens;
  for (const std::string& from : corals.locked) {
    for (const std::string& to : corals.showing(corals.shown_alga(from))) tokens.push_back("shift=" + from + "-" + to);
  }
  return tokens;
}

std::vector<std::string> large_coral_tokens(const Reef& reef) {
  std::vector<std::string> tokens;
  for (const Coral& coral : reef.corals()) {
    if (coral.cells.size() > 9) tokens.push_back("coral=" + name_of(coral.cells.front()));
  }
  return tokens;
}

std::vector<std::string> grow_tokens(const Reef& reef, const Pile& bag, int player) {
  std::set<std::string> tokens;
  for (const Cell space : reef.cells()) {
    if (!reef.is_empty_growth_space(space)) continue;
    for (const Cell cell : neighbours(space)) {
      if (!reef.has_tile(cell) || reef.coral_of(cell).owner != player) continue;
      const char colour = reef.tile(cell).colour;
      const Tile plain{.kind = std::string(1, colour), .colour = colour};
      if (count(bag, plain.kind) == 0 || reef.joins_too_much(plain, space)) continue;
      tokens.insert("grow=" + name_of(space) + ":" + colour);
    }
  }
  return {tokens.begin(), tokens.end()};
}

std::vector<std::string> extra_put_tokens(const Reef& reef, const Pile& bag, const CoralTiles& corals) {
  std::vector<std::string> tokens;
  for (const char colour : kLetters) {
    const Tile plain{.kind = std::string(1, colour), .colour = colour};
    if (count(bag, plain.kind) == 0) continue;
    for (const Cell cell : reef.cells()) {
      if (reef.can_put(plain, cell, corals)) tokens.push_back("put=" + name_of(cell) + "b:" + colour);
    }
  }
  return tokens;
}

}  // namespace

Oracle::Tokens Oracle::effect_tokens(const std::string& card) const {
  Tokens tokens;
  if (card == "algae_indigestion") return unlock_tokens(table_.corals);
  if (card == "confusion") return shift_tokens(table_.corals);
  if (card == "disintegration") return large_coral_tokens(table_.reef);
  if (card == "extra_free_growth") return grow_tokens(table_.reef, table_.bag, mover_);
  if (card == "extra_growth") return extra_put_tokens(table_.reef, table_.bag, table_.corals);
  if (card == "consumed_polyps") {
    for (const std::string& kind : kinds_in(seat().hand)) {
      if (is_polyp(kind)) tokens.push_back("consume=" + kind);
    }
    if (phase_ == card && effects_ > 0) tokens.push_back("done");
  } else if (card == "dislodged") {
    for (const auto& [cell, attacked] : table_.reef.crowns()) tokens.push_back("dislodge=" + name_of(cell));
  } else if (card == "pick_me_up") {
    for (const char slot : table_.slot_larvae) tokens.push_back(std::string("take=") + slot);
  } else if (card == "remove") {
    for (const Cell cell : disintegrating_) {
      if (!table_.reef.has_shrimp(cell)) tokens.push_back("remove=" + name_of(cell));
    }
  }
  return tokens;
}

/// The decisions of cards that change something on the table.
void Oracle::apply_effect(const std::string& word, const std::string& value) {
  ++effects_;
  bool more = false;
  if (word == "unlock") {
    ++table_.cylinders[table_.corals.shown_alga(value)];
    table_.corals.locked.erase(value);
  } else if (word == "shift") {
    const std::string from = value.substr(0, 2), to = value.substr(3);
    table_.corals.locked.erase(from);
    table_.corals.locked.insert(to);
    table_.corals.flip_all(table_.corals.shown_alga(to));
  } else if (word == "consume") {
    move_one(value, seat().hand, seat().consumed);
    more = effects_ < 3;
  } else if (word == "coral") {
    const Coral coral = table_.reef.coral_of(cell_named(value));
    disintegrating_ = coral.cells;
    if (coral.owner >= 0) mover_ = coral.owner;
    phase_ = "remove";
    more = !effect_tokens("remove").empty();
  } else if (word == "remove") {
    const Cell cell = cell_named(value);
    ++table_.bag[table_.reef.tile(cell).kind];
    table_.reef.remove(cell);
    disintegrating_.erase(std::find(disintegrating_.begin(), disintegrating_.end(), cell));
    more = disintegrating_.size() > 9 && !effect_tokens("remove").empty();
  } else if (word == "dislodge") {
    table_.reef.remove_crown(cell_named(value));
  } else if (word == "grow") {
    const Tile plain{.kind = value.substr(4), .colour = value[4]};
    --table_.bag[plain.kind];
    table_.reef.lay(cell_named(value), plain);
  } else if (word == "put") {
    put(value);
    if (phase_ != "growing") finish_extra_put();
    return;
  }
  if (!more) finish_card();
}

/// The first of the two tiles, or the second, lies; its growth is over.
void Oracle::finish_extra_put() {
  if (effects_ == 2 || effect_tokens("extra_growth").empty()) finish_card();
}

}  // namespace atl::reef_encounter::second_kind
