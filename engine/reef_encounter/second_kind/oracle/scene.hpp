/// Test support: positions of the expansion set up by hand, moves as tokens.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <doctest/doctest.h>

#include "engine/core/text.hpp"
#include "engine/reef_encounter/second_kind/oracle/oracle.hpp"
#include "engine/reef_encounter/second_kind/oracle/packed.hpp"
#include "tests/support/side_by_side.hpp"

namespace atl::reef_encounter::second_kind {

inline Rules expansion_rules(int players) {
  Rules rules = default_rules(players);
  rules.second_kind = true;
  return rules;
}

/// Empty boards 0.., all hands empty, nothing consumed, all coral tiles on side 0, a larva and a plain tile of its
/// colour on each slot, no cards in hands. Tiles come out of the bag, cards out of the pile. The first question or
/// event after the setting up begins a seat's turn (seat 0's, unless begin() says otherwise) with what turns begin
/// with: crowns, the feeding step. The packed engine and the oracle play side by side: what lies on the table, what
/// may happen and who decides are the same for both, or the test fails.
class Scene {
 public:
  oracle::Table table;  ///< set up, and looked at

  explicit Scene(const Rules& rules) : table(rules), rules_(rules), packed_(rules) {
    for (int board = 0; board < rules.players; ++board) table.reef.boards.push_back(board);
    table.corals.turn_all_to(0);
    for (const char colour : oracle::kLetters) {
      table.spares.insert(colour);
      table.slot_larvae.insert(colour);
      --table.supply[colour];
      table.bag[std::string(1, colour)] -= 2;
      table.slot_tiles[colour][std::string(1, colour)] = 1;
    }
  }
  explicit Scene(int players = 2) : Scene(expansion_rules(players)) {}

  /// Before setup: nothing is on the table.
  static Scene from_the_box(const Rules& rules) {
    Scene scene(rules);
    scene.both_.emplace(rules);
    return scene;
  }

  /// `tile("W", "0a1 0b1")`, `tile("Wh:n", "0c1")`, `tile("WY", "0d1")` laid as W, `tile("WY:Y", "0d1")` laid as Y.
  Scene& tile(const std::string& what, std::string_view cells) {
    oracle::Tile put{.kind = what.substr(0, what.find(':')), .colour = what[0]};
    if (what.find(':') != std::string::npos) (oracle::is_half(put.kind) ? put.facing : put.colour) = what.back();
    each(cells, [&](const std::string& cell) {
      take(put.kind);
      table.reef.lay(oracle::cell_named(cell), put);
    });
    return *this;
  }
  Scene& shrimp(int seat, std::string_view cells) {
    each(cells, [&](const std::string& cell) {
      REQUIRE(table.reef.has_tile(oracle::cell_named(cell)));
      table.reef.put_shrimp(oracle::cell_named(cell), seat);
      --table.seat(seat).shrimps;
    });
    return *this;
  }
  /// Wooden blue shrimps from beside the board.
  Scene& blue(std::string_view cells) {
    each(cells, [&](const std::string& cell) {
      REQUIRE(table.reef.has_tile(oracle::cell_named(cell)));
      table.reef.put_blue(oracle::cell_named(cell));
      --table.blues_beside;
    });
    return *this;
  }
  /// After the tiles beside it: a crown without any dies.
  Scene& crown(std::string_view cells) {
    each(cells, [&](const std::string& cell) {
      take("C");
      table.reef.put_crown(oracle::cell_named(cell));
    });
    return *this;
  }
  Scene& rock(std::string_view cells) {
    each(cells, [&](const std::string& cell) {
      take("R");
      table.reef.put_rock(oracle::cell_named(cell));
    });
    return *this;
  }
  Scene& deep(std::string_view cells) {
    each(cells, [&](const std::string& cell) {
      take("D");
      table.reef.put_deep(oracle::cell_named(cell));
    });
    return *this;
  }
  Scene& hand(std::string_view kinds, int seat = 0) { return give(kinds, table.seat(seat).hand); }
  Scene& consumed(std::string_view kinds, int seat = 0) { return give(kinds, table.seat(seat).consumed); }
  Scene& fish(std::string_view kinds, int seat = 0) { return give(kinds, table.seat(seat).fish); }
  Scene& larvae(std::string_view colours, int seat = 0) {
    for (const char colour : colours) {
      --table.supply[colour];
      ++table.seat(seat).larvae[colour];
    }
    return *this;
  }
  Scene& cards(std::string_view ids, int seat = 0) {
    each(ids, [&](const std::string& id) { oracle::move_one(id, table.draw_pile, table.seat(seat).cards); });
    return *this;
  }
  /// That many shrimps of the seat have been fed.
  Scene& fed(int seat, int feedings) {
    table.seat(seat).feedings += feedings;
    table.seat(seat).shrimps -= feedings;
    const bool all =
        std::all_of(table.seats.begin(), table.seats.end(), [](const auto& each) { return each.feedings > 0; });
    if (all && std::exchange(table.blue_at_sea, false)) ++table.blues_beside;
    return *this;
  }
  /// Locks coral tiles on the side they show; cylinders come from the supply.
  Scene& locked(std::string_view names) {
    each(names, [&](const std::string& name) {
      --table.cylinders[table.corals.shown_alga(name)];
      table.corals.locked.insert(name);
    });
    return *this;
  }
  /// The bag holds exactly these; the rest is nowhere.
  Scene& bag(std::string_view kinds) {
    table.bag.clear();
    each(kinds, [&](const std::string& kind) { ++table.bag[kind]; });
    return *this;
  }
  /// The draw pile and the discard pile hold exactly these.
  Scene& piles(std::string_view draw, std::string_view discards) {
    table.draw_pile.clear();
    table.discards.clear();
    each(draw, [&](const std::string& id) { ++table.draw_pile[id]; });
    each(discards, [&](const std::string& id) { ++table.discards[id]; });
    return *this;
  }

  Scene& begin(int seat) {
    both_.emplace(packed_, Oracle::beginning_turn(rules_, table, seat), begin_packed(packed_, table, seat));
    compare();
    return *this;
  }

  std::vector<std::string> legal() { return both().legal(); }
  bool legal(const std::string& token) { return both().can(token); }
  /// The legal tokens that begin so, with single spaces.
  std::string legal_of(std::string_view prefix) { return both().legal_text(prefix); }
  int count(std::string_view prefix) { return both().count(prefix); }
  /// Plays tokens; each must be legal. Nothing is lost from the table.
  Scene& play(std::string_view tokens) {
    const auto all = both().oracle.table().census();
    for (const std::string_view token : split(tokens, ' ')) {
      both().play(token);
      compare();
    }
    table = both().oracle.table();
    REQUIRE(table.census() == all);
    return *this;
  }

  /// "W", "Wh:n", "WY:Y" (its colour if it is not the first), "" for none.
  std::string tile_at(const std::string& cell) const {
    const oracle::Tile& tile = table.reef.tile(oracle::cell_named(cell));
    if (tile.facing != ' ') return tile.kind + ":" + tile.facing;
    return tile.kind.empty() || tile.kind[0] == tile.colour ? tile.kind : tile.kind + ":" + tile.colour;
  }
  bool has_crown(const std::string& cell) const { return table.reef.crowns().count(oracle::cell_named(cell)) != 0; }
  bool has_blue(const std::string& cell) const { return table.reef.has_wooden_blue(oracle::cell_named(cell)); }
  bool is_rock(const std::string& cell) const { return table.reef.is_rock(oracle::cell_named(cell)); }
  int in_bag(const std::string& kind) const { return oracle::count(table.bag, kind); }
  const oracle::Seat& seat(int player = 0) const { return table.seat(player); }
  int hand_of(const std::string& kind, int player = 0) const { return oracle::count(seat(player).hand, kind); }
  int consumed_of(const std::string& kind, int player = 0) const { return oracle::count(seat(player).consumed, kind); }
  int fish_of(const std::string& kind, int player = 0) const { return oracle::count(seat(player).fish, kind); }
  int card_of(const std::string& id, int player = 0) const { return oracle::count(seat(player).cards, id); }

  std::string board_text() { return packed_.board_text(both().state); }
  int mover() { return over() ? -1 : both().oracle.player_to_act(); }
  bool over() { return both().over(); }
  std::string end() const { return both_->oracle.end(); }
  std::vector<int> scores() const { return both_->scores(); }
  std::vector<int> ranks() const { return both_->ranks(); }
  std::vector<double> probabilities() const { return both_->oracle.probabilities(); }

 private:
  template <class Visit>
  static void each(std::string_view list, Visit&& visit) {
    if (list.empty()) return;
    for (const std::string_view word : split(list, ' ')) visit(std::string(word));
  }
  void take(const std::string& kind) {
    REQUIRE(table.bag[kind] > 0);
    --table.bag[kind];
  }
  Scene& give(std::string_view kinds, oracle::Pile& to) {
    each(kinds, [&](const std::string& kind) {
      take(kind);
      ++to[kind];
    });
    return *this;
  }

  test::SideBySide<Game, Oracle>& both() {
    if (!both_) begin(0);
    return *both_;
  }
  /// What lies on the table, too.
  void compare() const {
    both_->compare();
    const oracle::Table& now = both_->oracle.table();
    if (!now.corals.side.empty()) REQUIRE(table_part(packed_, both_->state) == packed_table(packed_, now));
  }

  Rules rules_;
  Game packed_;
  std::optional<test::SideBySide<Game, Oracle>> both_;
};

}  // namespace atl::reef_encounter::second_kind
