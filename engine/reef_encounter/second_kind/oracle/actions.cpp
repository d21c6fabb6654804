/// Laying, and the actions of the main part.
#include <algorithm>

#include "engine/reef_encounter/second_kind/oracle/oracle.hpp"

namespace atl::reef_encounter::second_kind {

using namespace oracle;

// Laying --------------------------------------------------------------------------------------------------------------

void Oracle::begin_lay(char colour) {
  turn_.breakfast = phase_ == "breakfast";
  turn_.laying = colour;
  turn_.puts = turn_.hand_puts = 0;
  ++turn_.lays;
  --seat().larvae[colour];
  ++table_.supply[colour];
  phase_ = "laying";
}

/// `1d4h`, `1d4c`, `1d4h:WY`, `1d4c:Wh:n`; `1d4b:W` from the bag, by a card.
void Oracle::put(const std::string& value) {
  const Cell cell = cell_named(value.substr(0, 3));
  const char source = value[3];
  Tile tile;
  tile.colour = source == 'b' ? value[5] : turn_.laying;
  tile.kind = value.size() > 5 ? value.substr(5, 2) : std::string(1, tile.colour);
  if (value.size() > 8) tile.facing = value[8];
  if (source == 'h') {
    --seat().hand[tile.kind];
    ++turn_.hand_puts;
  } else {
    --(source == 'c' ? seat().consumed : table_.bag)[tile.kind];
  }
  if (!table_.reef.is_rock(cell)) turn_.deep_water = false;  // the one put that the card allows
  put_tile(cell, tile);
}

void Oracle::put_tile(Cell cell, const Tile& tile) {
  if (table_.reef.has_tile(cell)) ++seat().consumed[table_.reef.tile(cell).kind];
  table_.reef.lay(cell, tile);
  if (rules_.free_growth != "none") grow_freely(cell, tile.colour);
}

void Oracle::grow_freely(Cell cell, char colour) {
  const std::string kind(1, colour);
  const Tile plain{.kind = kind, .colour = colour};
  for (const Cell space : neighbours(cell)) {
    if (!table_.reef.is_empty_growth_space(space) || table_.reef.joins_too_much(plain, space)) continue;
    if (table_.spares.count(colour) == 0 && count(table_.bag, kind) == 0) continue;
    growing_ = space;
    growing_colour_ = colour;
    if (rules_.free_growth == "automatic") {
      grow();
    } else {
      after_growth_ = phase_;
      phase_ = "growing";
    }
  }
}

/// A plain tile: the spare, or one from the bag.
void Oracle::grow() {
  const std::string kind(1, growing_colour_);
  const bool in_bag = count(table_.bag, kind) > 0;
  if (!in_bag) table_.spares.erase(growing_colour_);
  if (in_bag) --table_.bag[kind];  // the tile itself, or a new spare for the used one
  table_.reef.lay(growing_, Tile{.kind = kind, .colour = growing_colour_});
}

void Oracle::end_lay() {
  turn_.laying = ' ';
  turn_.deep_water = false;
  phase_ = "main";
  if (!turn_.breakfast) return;
  phase_ = "breakfast_air";
  if (!turn_.in_air) after_breakfast();
}

/// Now the coral may be fed.
void Oracle::after_breakfast() {
  turn_.breakfast = false;
  phase_ = feedable(mover_, rules_.min_feed).empty() ? "main" : "breakfast_feeding";
}

void Oracle::land(Cell cell) {
  if (cell >= 0) table_.reef.put_shrimp(cell, mover_);
  if (cell < 0) ++seat().shrimps;
  turn_.in_air = false;
  if (phase_ == "breakfast_air") after_breakfast();
}

// Special tiles that are not polyps -----------------------------------------------------------------------------------

void Oracle::place_special(const std::string& kind, Cell cell) {
  --seat().hand[kind];
  Reef& reef = table_.reef;
  if (kind == "C") {
    reef.put_crown(cell);
  } else if (kind == "R" && reef.deep_tiles().count(cell) != 0) {
    reef.remove_deep(cell);
    ++table_.bag["R"];
    ++table_.bag["D"];
  } else if (kind == "D" && reef.rock_tiles().count(cell) != 0) {
    reef.remove_rock(cell);
    ++table_.bag["R"];
    ++table_.bag["D"];
  } else if (kind == "R") {
    reef.put_rock(cell);
  } else {
    reef.put_deep(cell);
  }
}

// Exchanges, algae, locks ---------------------------------------------------------------------------------------------

void Oracle::lock(const std::string& name) {
  const char alga = table_.corals.shown_alga(name);
  if (table_.cylinders[alga] > 0) {
    --table_.cylinders[alga];
  } else {
    table_.alga_space = ' ';
  }
  table_.corals.locked.insert(name);
  table_.corals.flip_all(alga);
  ++turn_.locks;
  if (table_.corals.locked.size() == 10) extra_feedings("locks");
}

/// `larva=W`, `larva=W:WY`, `alga=r:W2`, `lock=YO:Wh`, `tile=W`, `split=W2`.
void Oracle::exchange(const std::string& word, const std::string& value) {
  const std::size_t colon = value.find(':');
  const std::string what = value.substr(0, colon);
  const std::string paid = colon == std::string::npos ? what : value.substr(colon + 1);
  if (word == "tile") {
    --seat().larvae[what[0]];
    ++table_.supply[what[0]];
    move_one(what, table_.bag, seat().hand);
    return;
  }
  move_one(paid, seat().consumed, table_.bag);
  if (word == "larva") {
    --table_.supply[what[0]];
    ++seat().larvae[what[0]];
  } else if (word == "split") {
    const std::string plain = what.substr(0, 1);
    for (int i = 0; i < 2; ++i) move_one(plain, table_.bag, seat().consumed);
  } else if (word == "alga") {
    --table_.cylinders[what[0]];
    if (table_.alga_space != ' ') ++table_.cylinders[table_.alga_space];
    table_.alga_space = what[0];
    table_.corals.flip_all(what[0]);
  } else {
    lock(what);
  }
}

bool Oracle::apply_main(const std::string& word, const std::string& value) {
  if (phase_ == "draw") {
    move_one(word.substr(1), table_.draw_pile, seat().cards);
    phase_ = "main";
  } else if (phase_ == "growing") {
    if (word == "grow") grow();
    phase_ = after_growth_;
    if (phase_ != "laying") finish_extra_put();
  } else if (word == "lay") {
    begin_lay(value[0]);
  } else if (word == "put" && phase_ == "laying") {
    put(value);
    ++turn_.puts;
  } else if (word == "done" && phase_ == "laying") {
    end_lay();
  } else if (word == "shrimp") {
    table_.reef.put_shrimp(cell_named(value), mover_);
    --seat().shrimps;
    turn_.shrimp_placed = true;
  } else if (word == "lift") {
    table_.reef.lift_shrimp(cell_named(value));
    turn_.in_air = true;
    ++turn_.lifts;
  } else if (word == "land") {
    land(cell_named(value));
  } else if (word == "recall") {
    land(-1);
  } else if (word == "larva" || word == "alga" || word == "lock" || word == "tile" || word == "split") {
    exchange(word, value);
  } else if (word == "rock" || word == "deep" || word == "crown") {
    place_special(word == "rock" ? "R" : word == "deep" ? "D" : "C", cell_named(value));
  } else if (word == "buy") {
    buy(value);
  } else if (word == "blue") {
    spend_blue(value);
  } else if (word == "discard") {
    discard(value);
  } else if (word == "card") {
    play_card(value);
  } else {
    return false;
  }
  return true;
}

}  // namespace atl::reef_encounter::second_kind
