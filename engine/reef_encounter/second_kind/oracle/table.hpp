/// All that lies on the table, for the oracle: plain maps and sets.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/reef_encounter/rules.hpp"
#include "engine/reef_encounter/second_kind/oracle/reef.hpp"

namespace atl::reef_encounter::second_kind::oracle {

using Pile = std::map<std::string, int>;  ///< tiles by kind, or cards by id
using Cubes = std::map<char, int>;        ///< larvae or cylinders by colour

int count(const Pile& pile, const std::string& kind);
int count(const Cubes& cubes, char colour);
int total(const Pile& pile);
int total(const Cubes& cubes);
/// The kinds or ids of which there is at least one, ascending.
std::vector<std::string> kinds_in(const Pile& pile);
/// Moves one; requires it.
void move_one(const std::string& kind, Pile& from, Pile& to);

struct Seat {
  Pile hand, consumed, fish, cards;
  Cubes larvae;
  int shrimps = 4;   ///< behind the screen
  int feedings = 0;  ///< the shrimp of the first lies on the open-sea board
};

struct Table {
  /// The box before setup.
  explicit Table(const Rules& rules);

  std::vector<Seat> seats;
  Reef reef;
  CoralTiles corals;
  Pile bag, draw_pile, discards;
  Pile fed;  ///< tiles of a coral being fed, until it is said which return
  Cubes supply, cylinders;
  std::map<char, Pile> slot_tiles;
  std::set<char> slot_larvae, spares;
  char alga_space = ' ';
  int blues_beside = 3;
  bool blue_at_sea = true;
  bool blue_homeless = false;  ///< its tile was bitten
  int turns = 0;

  Seat& seat(int player) { return seats[static_cast<std::size_t>(player)]; }
  const Seat& seat(int player) const { return seats[static_cast<std::size_t>(player)]; }

  /// How many there are of everything, wherever it lies (crowns that left the game included): never changes.
  std::map<std::string, int> census() const;
};

/// What has been done in the turn that is being played.
struct Turn {
  int player = 0;
  int lays = 0, lifts = 0, locks = 0;
  bool shrimp_placed = false, bought = false, double_lock = false, deep_water = false, picked_up = false,
       breakfast = false;
  bool in_air = false;  ///< a coloured shrimp of the player
  // The lay in progress:
  char laying = ' ';
  int puts = 0, hand_puts = 0;
};

}  // namespace atl::reef_encounter::second_kind::oracle
