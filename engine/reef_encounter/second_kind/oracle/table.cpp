#include "engine/reef_encounter/second_kind/oracle/table.hpp"

namespace atl::reef_encounter::second_kind::oracle {

int count(const Pile& pile, const std::string& kind) {
  const auto found = pile.find(kind);
  return found == pile.end() ? 0 : found->second;
}
int count(const Cubes& cubes, char colour) {
  const auto found = cubes.find(colour);
  return found == cubes.end() ? 0 : found->second;
}
int total(const Pile& pile) {
  int sum = 0;
  for (const auto& [kind, n] : pile) sum += n;
  return sum;
}
int total(const Cubes& cubes) {
  int sum = 0;
  for (const auto& [colour, n] : cubes) sum += n;
  return sum;
}
std::vector<std::string> kinds_in(const Pile& pile) {
  std::vector<std::string> result;
  for (const auto& [kind, n] : pile) {
    if (n > 0) result.push_back(kind);
  }
  return result;
}
void move_one(const std::string& kind, Pile& from, Pile& to) {
  --from[kind];
  ++to[kind];
}

Table::Table(const Rules& rules) : seats(static_cast<std::size_t>(rules.players)) {
  for (std::size_t i = 0; i < kLetters.size(); ++i) {
    const std::string plain(1, kLetters[i]);
    bag[plain] = 40;
    bag[plain + "b"] = 1;
    bag[plain + "2"] = 2;
    bag[plain + "h"] = 1;
    for (std::size_t j = i + 1; j < kLetters.size(); ++j) bag[plain + kLetters[j]] = 2;
    supply[kLetters[i]] = 10;
  }
  bag["R"] = 2;
  bag["D"] = 2;
  bag["C"] = 4;
  if (rules.crown_start) {
    for (Seat& each : seats) move_one("C", bag, each.hand);
  }
  for (const char alga : std::string("rpgb")) cylinders[alga] = 5;
  for (const auto& [id, icons] : card_icons()) {
    if (("," + rules.cards + ",").find("," + id + ",") != std::string::npos) draw_pile[id] = rules.deck_copies;
  }
}

std::map<std::string, int> Table::census() const {
  std::map<std::string, int> sum;
  const auto add_tiles = [&](const Pile& pile) {
    for (const auto& [kind, n] : pile) sum["tile " + kind] += n;
  };
  const auto add_cards = [&](const Pile& pile) {
    for (const auto& [id, n] : pile) sum["card " + id] += n;
  };
  const auto add_larvae = [&](const Cubes& cubes) {
    for (const auto& [colour, n] : cubes) sum[std::string("larva ") + colour] += n;
  };
  add_tiles(bag);
  add_tiles(fed);
  for (const auto& [slot, tiles] : slot_tiles) add_tiles(tiles);
  for (const char colour : spares) ++sum[std::string("tile ") + colour];
  for (const Cell cell : reef.cells()) {
    if (reef.has_tile(cell)) ++sum["tile " + reef.tile(cell).kind];
  }
  sum["tile R"] += static_cast<int>(reef.rock_tiles().size());
  sum["tile D"] += static_cast<int>(reef.deep_tiles().size());
  sum["tile C"] += static_cast<int>(reef.crowns().size()) + reef.dead_crowns();
  add_cards(draw_pile);
  add_cards(discards);
  add_larvae(supply);
  for (const char colour : slot_larvae) ++sum[std::string("larva ") + colour];
  for (const Seat& each : seats) {
    add_tiles(each.hand);
    add_tiles(each.consumed);
    add_tiles(each.fish);
    add_cards(each.cards);
    add_larvae(each.larvae);
  }
  sum["blue shrimp"] =
      blues_beside + (blue_at_sea ? 1 : 0) + (blue_homeless ? 1 : 0) + static_cast<int>(reef.wooden_blues().size());
  std::erase_if(sum, [](const auto& entry) { return entry.second == 0; });
  return sum;
}

}  // namespace atl::reef_encounter::second_kind::oracle
