/// What a player may do.
#include <algorithm>

#include "engine/reef_encounter/second_kind/oracle/oracle.hpp"

namespace atl::reef_encounter::second_kind {

using namespace oracle;

namespace {

void append(std::vector<std::string>& to, const std::vector<std::string>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

/// `:WY` for a special tile, nothing for a plain one.
std::string suffix(const Tile& tile) {
  std::string text;
  if (tile.kind.size() > 1) text += ":" + tile.kind;
  if (tile.facing != ' ') text += std::string(":") + tile.facing;
  return text;
}

}  // namespace

// Laying --------------------------------------------------------------------------------------------------------------

/// The tiles of a pile that may be laid in a colour; a half in each facing.
std::vector<Tile> Oracle::tiles_to_lay(const Pile& pile, char colour) const {
  std::vector<Tile> result;
  for (const std::string& kind : kinds_in(pile)) {
    if (!is_polyp(kind) || !usable_as(kind, colour)) continue;
    const std::string facings = is_half(kind) ? "nesw" : " ";
    for (const char facing : facings) result.push_back(Tile{.kind = kind, .colour = colour, .facing = facing});
  }
  return result;
}

bool Oracle::can_lay(char colour) const {
  if (turn_.lays == 2 || count(seat().larvae, colour) == 0) return false;
  for (const Pile& pile : {seat().hand, seat().consumed}) {
    for (const Tile& tile : tiles_to_lay(pile, colour)) {
      if (table_.reef.can_put_anywhere(tile, table_.corals, turn_.deep_water)) return true;
    }
  }
  return false;
}

Oracle::Tokens Oracle::lay_tokens() const {
  Tokens tokens;
  for (const char colour : kLetters) {
    if (can_lay(colour)) tokens.push_back(std::string("lay=") + colour);
  }
  return tokens;
}

Oracle::Tokens Oracle::laying_tokens() const {
  Tokens tokens;
  for (const char source : std::string("hc")) {
    if (source == 'h' && turn_.hand_puts == rules_.max_hand_tiles) continue;
    for (const Tile& tile : tiles_to_lay(source == 'h' ? seat().hand : seat().consumed, turn_.laying)) {
      for (const Cell cell : table_.reef.cells()) {
        if (!table_.reef.can_put(tile, cell, table_.corals, turn_.deep_water)) continue;
        tokens.push_back("put=" + name_of(cell) + source + suffix(tile));
      }
    }
  }
  append(tokens, turn_.in_air ? air_tokens() : lift_tokens());
  if (turn_.puts > 0 || tokens.empty()) tokens.push_back("done");
  return tokens;
}

// Shrimps -------------------------------------------------------------------------------------------------------------

Oracle::Tokens Oracle::air_tokens() const {
  Tokens tokens = {"recall"};
  for (const Cell cell : table_.reef.free_tiles()) {
    if (phase_ == "make_room" && cell == barred_) continue;
    tokens.push_back("land=" + name_of(cell));
  }
  return tokens;
}

Oracle::Tokens Oracle::lift_tokens() const {
  Tokens tokens;
  if (turn_.lifts == rules_.max_lifts) return tokens;
  for (const Cell cell : table_.reef.shrimps_of(mover_)) tokens.push_back("lift=" + name_of(cell));
  return tokens;
}

Oracle::Tokens Oracle::nudge_tokens() const {
  Tokens tokens;
  for (const Cell cell : nudge_targets()) tokens.push_back("nudge=" + name_of(cell));
  if (!tokens.empty()) return tokens;
  for (const Cell cell : blocked_nudge_targets()) tokens.push_back("lift=" + name_of(cell));
  tokens.push_back("pass");
  return tokens;
}

// Feeding -------------------------------------------------------------------------------------------------------------

/// The first feeding names the card with a blue shrimp that it costs.
Oracle::Tokens Oracle::eat_tokens() const {
  Tokens tokens;
  const int size = phase_ == "extra" ? rules_.final_feed_return + 1 : rules_.min_feed;
  for (const Cell cell : feedable(mover_, size)) {
    const std::string token = "eat=" + name_of(cell);
    if (seat().feedings > 0) tokens.push_back(token);
    if (seat().feedings > 0) continue;
    for (const std::string& card : kinds_in(seat().cards)) {
      if (has_icon(card, 'B')) tokens.push_back(token + ":" + card);
    }
  }
  return tokens;
}

/// In all the phases in which the player may feed.
Oracle::Tokens Oracle::feeding_tokens() const {
  Tokens tokens = eat_tokens();
  tokens.push_back("pass");
  if (phase_ == "feeding") append(tokens, card_tokens());
  if (phase_ == "breakfast") append(tokens, lay_tokens());
  return tokens;
}

// The main part -------------------------------------------------------------------------------------------------------

Oracle::Tokens Oracle::coral_tile_tokens() const {
  Tokens tokens;
  const std::size_t num_locked = table_.corals.locked.size();
  const bool may_lock =
      seat().feedings > 0 && (turn_.locks == 0 || (turn_.locks == 1 && turn_.double_lock && num_locked < 9));
  for (const std::string& paid : kinds_in(seat().consumed)) {
    for (const auto& [alga, n] : table_.cylinders) {
      if (n == 0 || (rules_.alga_space_must_differ && table_.alga_space == alga)) continue;
      tokens.push_back(std::string("alga=") + alga + ":" + paid);
    }
    for (const auto& [name, side] : table_.corals.side) {
      const char alga = table_.corals.shown_alga(name);
      const bool cylinder = count(table_.cylinders, alga) > 0 || table_.alga_space == alga;
      if (may_lock && table_.corals.locked.count(name) == 0 && cylinder) tokens.push_back("lock=" + name + ":" + paid);
    }
  }
  return tokens;
}

Oracle::Tokens Oracle::exchange_tokens() const {
  Tokens tokens;
  for (const std::string& paid : kinds_in(seat().consumed)) {
    for (const char colour : kLetters) {
      if (!usable_as(paid, colour) || count(table_.supply, colour) == 0) continue;
      tokens.push_back(std::string("larva=") + colour + suffix(Tile{.kind = paid}));
    }
    if (is_double(paid) && count(table_.bag, paid.substr(0, 1)) >= 2) tokens.push_back("split=" + paid);
  }
  for (const char colour : kLetters) {
    const bool in_bag = count(table_.bag, std::string(1, colour)) > 0;
    if (count(seat().larvae, colour) > 0 && in_bag) tokens.push_back(std::string("tile=") + colour);
  }
  return tokens;
}

Oracle::Tokens Oracle::special_tile_tokens() const {
  Tokens tokens;
  for (const Cell cell : table_.reef.cells()) {
    const bool empty_rock = table_.reef.is_rock(cell) && table_.reef.is_empty(cell);
    if (count(seat().hand, "R") > 0 && table_.reef.can_place_rock(cell)) tokens.push_back("rock=" + name_of(cell));
    if (count(seat().hand, "D") > 0 && empty_rock) tokens.push_back("deep=" + name_of(cell));
    if (count(seat().hand, "C") > 0 && empty_rock) tokens.push_back("crown=" + name_of(cell));
  }
  return tokens;
}

Oracle::Tokens Oracle::buy_tokens() const {
  Tokens tokens;
  const bool cards_left = total(table_.draw_pile) + total(table_.discards) > 0;
  if (turn_.bought || total(seat().cards) >= 3 || !cards_left) return tokens;
  for (const std::string& kind : kinds_in(seat().hand)) tokens.push_back("buy=" + kind);
  for (const std::string& kind : kinds_in(seat().consumed)) tokens.push_back("buy=c:" + kind);
  for (const char colour : kLetters) {
    if (count(seat().larvae, colour) > 0) tokens.push_back(std::string("buy=larva:") + colour);
  }
  return tokens;
}

/// A wooden blue shrimp from beside the board; one from a rock if there is none; one of an own coral, also back beside
/// the board.
Oracle::Tokens Oracle::blue_tokens() const {
  Tokens places;
  for (const Cell to : table_.reef.cells()) {
    if (table_.blues_beside > 0 && table_.reef.takes_blue(to)) places.push_back(name_of(to));
  }
  for (const Cell from : table_.reef.wooden_blues()) {
    const bool own = table_.reef.coral_of(from).owner == mover_;
    if (own) places.push_back("-<" + name_of(from));
    if (table_.blues_beside > 0 && !own) continue;
    Reef without = table_.reef;
    without.lift_blue(from);
    for (const Cell to : without.cells()) {
      if (to != from && without.takes_blue(to)) places.push_back(name_of(to) + "<" + name_of(from));
    }
  }
  Tokens tokens;
  for (const std::string& card : kinds_in(seat().cards)) {
    if (!has_icon(card, 'B')) continue;
    for (const std::string& place : places) tokens.push_back("blue=" + card + ":" + place);
  }
  return tokens;
}

Oracle::Tokens Oracle::main_tokens() const {
  Tokens tokens = lay_tokens();
  if (turn_.in_air) {
    append(tokens, air_tokens());
    return tokens;
  }
  if (!turn_.shrimp_placed && seat().shrimps > 0) {
    for (const Cell cell : table_.reef.free_tiles()) tokens.push_back("shrimp=" + name_of(cell));
  }
  append(tokens, lift_tokens());
  append(tokens, exchange_tokens());
  append(tokens, coral_tile_tokens());
  append(tokens, special_tile_tokens());
  append(tokens, buy_tokens());
  append(tokens, blue_tokens());
  append(tokens, card_tokens());
  for (const std::string& card : kinds_in(seat().cards)) tokens.push_back("discard=" + card);
  if (turn_.picked_up) tokens.push_back("end");
  for (const char slot : table_.slot_larvae) {
    if (!turn_.picked_up) tokens.push_back(std::string("take=") + slot);
  }
  return tokens;
}

// -----------------------------------------------------------------------------------------------------------------------

Oracle::Tokens Oracle::legal_tokens() const {
  Tokens tokens;
  if (node_kind() == NodeKind::chance) {
    for (const auto& [token, probability] : outcomes()) tokens.push_back(token);
  } else if (phase_ == "fish") {
    for (const std::string& kind : kinds_in(seat().hand)) {
      if (is_polyp(kind)) tokens.push_back("fish=" + kind);
    }
  } else if (phase_ == "larvae") {
    for (std::size_t i = 0; i < kLetters.size(); ++i) {
      for (std::size_t j = i; j < kLetters.size(); ++j)
        tokens.push_back(std::string("larvae=") + kLetters[i] + kLetters[j]);
    }
  } else if (phase_ == "crowns") {
    for (const auto& [from, to] : bites()) tokens.push_back("bite=" + name_of(from) + "-" + name_of(to));
  } else if (phase_ == "bitten" || phase_ == "make_room" || phase_ == "breakfast_air") {
    tokens = air_tokens();
  } else if (phase_ == "nudge") {
    tokens = nudge_tokens();
  } else if (phase_ == "feeding" || phase_ == "breakfast" || phase_ == "breakfast_feeding" || phase_ == "extra") {
    tokens = feeding_tokens();
  } else if (phase_ == "return") {
    for (const std::string& kind : kinds_in(table_.fed)) tokens.push_back("return=" + kind);
  } else if (phase_ == "window") {
    tokens = card_tokens();
    tokens.push_back("pass");
  } else if (phase_ == "main") {
    tokens = main_tokens();
  } else if (phase_ == "laying") {
    tokens = laying_tokens();
  } else if (phase_ == "growing") {
    tokens = {"grow", "skip"};
  } else if (phase_ != "over") {
    tokens = effect_tokens(phase_);
  }
  std::sort(tokens.begin(), tokens.end());
  return tokens;
}

}  // namespace atl::reef_encounter::second_kind
