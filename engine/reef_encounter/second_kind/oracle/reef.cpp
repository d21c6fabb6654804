#include "engine/reef_encounter/second_kind/oracle/reef.hpp"

#include <algorithm>

namespace atl::reef_encounter::second_kind::oracle {
namespace {

const char* const kPictures[4][6] = {
    {"...xxx.", ".xxYxx.", "xx.xWxx", "xGx*x.x", "xxP.Oxx", "xxxxxxx"},
    {"...xxx.", "xxxGxx.", "xxYx.xx", "x.x*xWx", "xxOxPxx", ".xxxxx."},
    {".xx.xxx", ".xxxOx.", "xxW.xYx", "xxx*x.x", ".xPxGxx", ".xxx.xx"},
    {".xxxxx.", "xxxO.xx", "xx.xGxx", "xWx*xxx", ".xPxYx.", ".xx.xx."},
};

const std::string kColumns = "zabcdefgh";

constexpr int kNorth = -9, kEast = 1, kSouth = 9, kWest = -1;

/// Whether a tile shows coral on the side that is `step` away from its cell.
bool coral_side(const Tile& tile, int step) {
  switch (tile.facing) {
    case 'n': return step == kNorth || step == kEast;
    case 'e': return step == kEast || step == kSouth;
    case 's': return step == kSouth || step == kWest;
    case 'w': return step == kWest || step == kNorth;
    default: return true;
  }
}

}  // namespace

std::string name_of(Cell cell) {
  std::string name;
  name += static_cast<char>('0' + cell / 72);
  name += kColumns[static_cast<std::size_t>(cell % 9)];
  name += static_cast<char>('0' + cell % 72 / 9);
  return name;
}
Cell cell_named(const std::string& name) {
  return (name[0] - '0') * 72 + (name[2] - '0') * 9 + static_cast<int>(kColumns.find(name[1]));
}

char printed(Cell cell) {
  const int row = cell % 72 / 9, column = cell % 9;
  const bool on_grid = row >= 1 && row <= 6 && column >= 1 && column <= 7;
  return on_grid ? kPictures[cell / 72][row - 1][column - 1] : ' ';
}

const std::vector<Cell>& neighbours(Cell cell) {
  static const std::vector<std::vector<Cell>> table = [] {
    std::vector<std::vector<Cell>> result(kCells);
    for (Cell here = 0; here < kCells; ++here) {
      const int row = here % 72 / 9, column = here % 9;
      auto& list = result[static_cast<std::size_t>(here)];
      if (row > 0) list.push_back(here + kNorth);
      if (column < 8) list.push_back(here + kEast);
      if (row < 7) list.push_back(here + kSouth);
      if (column > 0) list.push_back(here + kWest);
    }
    return result;
  }();
  return table[static_cast<std::size_t>(cell)];
}

// What is there, and what it means ------------------------------------------------------------------------------------

bool Reef::has_blue(Cell cell) const {
  const std::string& kind = tile(cell).kind;
  return has_wooden_blue(cell) || (kind.size() == 2 && kind[1] == 'b');
}
bool Reef::has_shrimp(Cell cell) const { return shrimp(cell) >= 0 || has_blue(cell); }

std::vector<Cell> Reef::cells() const {
  std::vector<Cell> result;
  for (const int board : boards) {
    for (int i = 0; i < 72; ++i) result.push_back(board * 72 + i);
  }
  return result;
}

const Coral& Reef::coral_of(Cell cell) const {
  return corals_[static_cast<std::size_t>(coral_number_[static_cast<std::size_t>(cell)])];
}

bool Reef::is_rock(Cell cell) const {
  const char mark = printed(cell);
  return rock_tiles_.count(cell) != 0 || (mark != '.' && mark != ' ' && deep_tiles_.count(cell) == 0);
}
bool Reef::is_deep_water(Cell cell) const {
  return deep_tiles_.count(cell) != 0 || (printed(cell) == '.' && rock_tiles_.count(cell) == 0);
}
bool Reef::is_empty(Cell cell) const { return !has_tile(cell) && crowns_.count(cell) == 0; }
bool Reef::is_empty_growth_space(Cell cell) const { return printed(cell) == '*' && is_rock(cell) && is_empty(cell); }

bool Reef::touch(Cell a, Cell b) const { return coral_side(tile(a), b - a) && coral_side(tile(b), a - b); }

bool Reef::is_protected(Cell cell) const {
  if (has_shrimp(cell)) return true;
  for (const Cell next : neighbours(cell)) {
    if (tile(next).colour == tile(cell).colour && shrimp(next) >= 0 && touch(cell, next)) return true;
  }
  return false;
}

std::vector<Cell> Reef::polyps_touching(Cell cell) const {
  std::vector<Cell> result;
  for (const Cell next : neighbours(cell)) {
    if (has_tile(next) && touch(cell, next)) result.push_back(next);
  }
  return result;
}

std::vector<Cell> Reef::free_tiles() const {
  std::vector<Cell> result;
  for (const Cell cell : cells()) {
    if (has_tile(cell) && !has_blue(cell) && coral_of(cell).shrimps == 0) result.push_back(cell);
  }
  return result;
}

bool Reef::takes_blue(Cell cell) const { return has_tile(cell) && !has_shrimp(cell) && coral_of(cell).blues == 0; }

std::vector<Cell> Reef::shrimps_of(int seat) const {
  std::vector<Cell> result;
  for (const Cell cell : cells()) {
    if (shrimp(cell) == seat) result.push_back(cell);
  }
  return result;
}

/// Whether a put of `colour` on this tile of another colour is an attack (mergers aside). How the new tile faces does
/// not matter; the attacker's tile and the attacked one must touch.
bool Reef::can_attack(char colour, Cell cell, const CoralTiles& strength) const {
  const char victim = tile(cell).colour;
  if (victim == ' ' || victim == colour || !strength.beats(colour, victim) || is_protected(cell)) return false;
  for (const Cell next : neighbours(cell)) {
    if (tile(next).colour == colour && touch(cell, next) && coral_of(next).cells.size() >= 2) return true;
  }
  return false;
}

bool Reef::joins_too_much(const Tile& put, Cell cell) const {
  std::set<int> joined;
  for (const Cell next : neighbours(cell)) {
    const bool connected = coral_side(put, next - cell) && coral_side(tile(next), cell - next);
    if (tile(next).colour == put.colour && connected) joined.insert(coral_number_[static_cast<std::size_t>(next)]);
  }
  int shrimps = 0;
  int blues = put.kind.size() == 2 && put.kind[1] == 'b' ? 1 : 0;
  for (const int number : joined) {
    shrimps += corals_[static_cast<std::size_t>(number)].shrimps;
    blues += corals_[static_cast<std::size_t>(number)].blues;
  }
  return shrimps >= 2 || blues >= 2;
}

bool Reef::is_water_amid_rock(Cell cell) const {
  if (!is_deep_water(cell)) return false;
  const auto& around = neighbours(cell);
  return std::all_of(around.begin(), around.end(), [&](Cell next) { return is_rock(next); });
}

bool Reef::can_put(const Tile& put, Cell cell, const CoralTiles& strength, bool water) const {
  if (!is_rock(cell) && !(water && is_water_amid_rock(cell))) return false;
  if (!is_empty(cell) && !can_attack(put.colour, cell, strength)) return false;
  return !joins_too_much(put, cell);
}

bool Reef::can_put_anywhere(const Tile& put, const CoralTiles& strength, bool water) const {
  const std::vector<Cell> all = cells();
  return std::any_of(all.begin(), all.end(), [&](Cell cell) { return can_put(put, cell, strength, water); });
}

bool Reef::can_place_rock(Cell cell) const {
  if (!is_empty(cell)) return false;
  if (deep_tiles_.count(cell) != 0) return true;
  if (is_rock(cell)) return false;
  const auto& around = neighbours(cell);
  return std::any_of(around.begin(), around.end(), [&](Cell next) { return is_rock(next); });
}

// What happens to it --------------------------------------------------------------------------------------------------

void Reef::find_corals() {
  corals_.clear();
  std::fill(coral_number_.begin(), coral_number_.end(), -1);
  for (const Cell first : cells()) {
    if (!has_tile(first) || coral_number_[static_cast<std::size_t>(first)] >= 0) continue;
    const int number = static_cast<int>(corals_.size());
    Coral coral;
    coral.colour = tile(first).colour;
    coral.cells = {first};
    coral_number_[static_cast<std::size_t>(first)] = number;
    for (std::size_t i = 0; i < coral.cells.size(); ++i) {
      const Cell here = coral.cells[i];
      for (const Cell next : neighbours(here)) {
        int& known = coral_number_[static_cast<std::size_t>(next)];
        if (tile(next).colour != coral.colour || known >= 0 || !touch(here, next)) continue;
        known = number;
        coral.cells.push_back(next);
      }
      coral.blues += has_blue(here) ? 1 : 0;
      if (shrimp(here) < 0) continue;
      ++coral.shrimps;
      coral.owner = shrimp(here);
    }
    std::sort(coral.cells.begin(), coral.cells.end());
    corals_.push_back(coral);
  }
}

void Reef::settle() {
  find_corals();
  for (auto crown = crowns_.begin(); crown != crowns_.end();) {
    if (polyps_touching(crown->first).empty()) {
      crown = crowns_.erase(crown);
      ++dead_crowns_;
    } else {
      ++crown;
    }
  }
}

void Reef::lay(Cell cell, const Tile& put) {
  tiles_[static_cast<std::size_t>(cell)] = put;
  settle();
}
void Reef::remove(Cell cell) {
  tiles_[static_cast<std::size_t>(cell)] = Tile{};
  shrimps_[static_cast<std::size_t>(cell)] = -1;
  wooden_blues_.erase(cell);
  settle();
}
void Reef::put_shrimp(Cell cell, int seat) {
  shrimps_[static_cast<std::size_t>(cell)] = seat;
  settle();
}
void Reef::lift_shrimp(Cell cell) { put_shrimp(cell, -1); }
void Reef::put_blue(Cell cell) {
  wooden_blues_.insert(cell);
  settle();
}
void Reef::lift_blue(Cell cell) {
  wooden_blues_.erase(cell);
  settle();
}
void Reef::put_rock(Cell cell) { rock_tiles_.insert(cell); }
void Reef::put_deep(Cell cell) { deep_tiles_.insert(cell); }
void Reef::remove_rock(Cell cell) { rock_tiles_.erase(cell); }
void Reef::remove_deep(Cell cell) { deep_tiles_.erase(cell); }
void Reef::put_crown(Cell cell) {
  crowns_[cell] = false;
  settle();
}
void Reef::remove_crown(Cell cell) {
  crowns_.erase(cell);
  ++dead_crowns_;
}
void Reef::bite(Cell from, Cell to) {
  crowns_.erase(from);
  crowns_[to] = true;
  remove(to);
}
void Reef::rest_crowns() {
  for (auto& [cell, attacked] : crowns_) attacked = false;
}

}  // namespace atl::reef_encounter::second_kind::oracle
