/// The boards of the expansion, cell by cell and tile by tile, for the oracle: what lies where, what hangs together,
/// what may be put. Slow; shares nothing with the packed engine.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/reef_encounter/second_kind/oracle/tiles.hpp"

namespace atl::reef_encounter::second_kind::oracle {

/// board * 72 + row * 9 + column of the 8 x 9 grid with the ring around the board: row 0 is above row 1, column `z`
/// before `a`.
using Cell = int;
inline constexpr int kCells = 4 * 72;

std::string name_of(Cell cell);
Cell cell_named(const std::string& name);
/// As printed: 'x' rock, a letter = start space, '*' growth space, '.' deep water, ' ' outside the board's grid.
char printed(Cell cell);
/// Above, right, below, left, as far as the board's ring goes.
const std::vector<Cell>& neighbours(Cell cell);

struct Coral {
  char colour = ' ';
  std::vector<Cell> cells;  ///< ascending
  int owner = -1;           ///< whose coloured shrimp it holds
  int shrimps = 0;          ///< coloured ones
  int blues = 0;            ///< wooden and printed blue shrimps
};

class Reef {
 public:
  std::vector<int> boards;

  // What is there.
  const Tile& tile(Cell cell) const { return tiles_[static_cast<std::size_t>(cell)]; }
  bool has_tile(Cell cell) const { return tile(cell).colour != ' '; }
  int shrimp(Cell cell) const {
    return shrimps_[static_cast<std::size_t>(cell)];
  }  ///< the seat of the coloured one, or -1
  bool has_wooden_blue(Cell cell) const { return wooden_blues_.count(cell) != 0; }
  bool has_blue(Cell cell) const;    ///< wooden or printed
  bool has_shrimp(Cell cell) const;  ///< coloured, wooden or printed
  const std::set<Cell>& wooden_blues() const { return wooden_blues_; }
  const std::map<Cell, bool>& crowns() const { return crowns_; }  ///< and whether each has attacked in this turn
  const std::set<Cell>& rock_tiles() const { return rock_tiles_; }
  const std::set<Cell>& deep_tiles() const { return deep_tiles_; }
  int dead_crowns() const { return dead_crowns_; }

  // What it means.
  std::vector<Cell> cells() const;  ///< of the boards in play, rings included, ascending
  const std::vector<Coral>& corals() const { return corals_; }
  const Coral& coral_of(Cell cell) const;  ///< requires a tile
  bool is_rock(Cell cell) const;           ///< a rock space: printed without deep water tile, or a bare rock tile
  bool is_deep_water(Cell cell) const;     ///< printed without bare rock tile, or a deep water tile
  bool is_empty(Cell cell) const;          ///< neither tile nor crown
  bool is_empty_growth_space(Cell cell) const;
  /// Whether corals and shrimps reach from one to the other: no bare side of a half between these neighbours.
  bool touch(Cell a, Cell b) const;
  bool is_protected(Cell cell) const;
  /// Whether a polyp lies beside it, its coral side turned to it (for crowns).
  std::vector<Cell> polyps_touching(Cell cell) const;
  /// Tiles without blue shrimp whose coral has no coloured shrimp.
  std::vector<Cell> free_tiles() const;
  /// Tiles without any shrimp, in corals without blue shrimp.
  bool takes_blue(Cell cell) const;
  std::vector<Cell> shrimps_of(int seat) const;

  /// Rules 2 and 3 of laying, and one blue shrimp per coral. Rule 1 too: a rock space or, if `water`, deep water amid
  /// rock.
  bool can_put(const Tile& put, Cell cell, const CoralTiles& strength, bool water = false) const;
  bool can_put_anywhere(const Tile& put, const CoralTiles& strength, bool water = false) const;
  /// Whether a tile laid here would join too many shrimps.
  bool joins_too_much(const Tile& put, Cell cell) const;
  bool can_place_rock(Cell cell) const;
  bool is_water_amid_rock(Cell cell) const;

  // What happens to it. Crowns without polyps die at once after each of these.
  void lay(Cell cell, const Tile& put);
  void remove(Cell cell);  ///< the tile and what stands on it
  void put_shrimp(Cell cell, int seat);
  void lift_shrimp(Cell cell);
  void put_blue(Cell cell);
  void lift_blue(Cell cell);
  void put_rock(Cell cell);
  void put_deep(Cell cell);
  void remove_rock(Cell cell);
  void remove_deep(Cell cell);
  void put_crown(Cell cell);
  void remove_crown(Cell cell);
  void bite(Cell from, Cell to);  ///< the tile goes, the crown takes its place and has attacked
  void rest_crowns();             ///< none has attacked

 private:
  bool can_attack(char colour, Cell cell, const CoralTiles& strength) const;
  void settle();
  void find_corals();

  std::vector<Tile> tiles_ = std::vector<Tile>(kCells);
  std::vector<int> shrimps_ = std::vector<int>(kCells, -1);
  std::set<Cell> wooden_blues_, rock_tiles_, deep_tiles_;
  std::map<Cell, bool> crowns_;
  int dead_crowns_ = 0;
  // Found anew after each change:
  std::vector<Coral> corals_;
  std::vector<int> coral_number_ = std::vector<int>(kCells, -1);
};

}  // namespace atl::reef_encounter::second_kind::oracle
