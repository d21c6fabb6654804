/// The rules of Reef Rescue written down literally, for tests only: strings, maps and no cleverness, so that each line
/// can be compared with RULES.md. Shares nothing with the packed engine but the rules struct.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/types.hpp"
#include "engine/reef_rescue/rules.hpp"

namespace atl::reef_rescue {

class Oracle {
 public:
  explicit Oracle(const Rules& rules, const Ocean& ocean = {});

  NodeKind node_kind() const;
  int player_to_act() const { return mover_; }

  /// Tokens of everything that may happen now, chance included, in ascending byte order. Empty at the end.
  std::vector<std::string> legal_tokens() const;

  /// Throws std::logic_error if the token is not legal.
  void apply(const std::string& token);

  std::vector<int> scores() const;
  std::vector<int> ranks() const;
  std::string end() const;

  /// Cell -> tile, of what lies in the Ocean.
  const std::map<std::string, std::string>& ocean() const { return ocean_; }

 private:
  using Cell = std::string;  // "c4"; compare with before(), not with <
  using Tile = std::string;  // "C4"

  static bool before(const Cell& a, const Cell& b) { return std::pair{a[1], a[0]} < std::pair{b[1], b[0]}; }
  std::vector<Cell> cells_in_order() const;
  std::vector<Cell> empty_cells() const;
  std::vector<std::string> visible_actions(int player) const;
  std::vector<std::string> shine_tokens() const;
  std::vector<std::string> claims() const;
  std::vector<std::string> claimable_sets() const;
  std::vector<Cell> claimable_littles() const;
  void flip(const Cell& cell);
  void start_claiming();
  void claim(const std::string& what);
  void end_turn();

  Rules rules_;
  int rows_, columns_;
  std::vector<Tile> undealt_;
  std::vector<std::pair<std::string, std::string>> cards_;  // the two sides of the two cards
  std::vector<std::vector<std::string>> faces_;             // [player][card] the visible action
  std::vector<std::vector<Tile>> piles_;                    // [player] claimed tiles
  std::map<Cell, Tile> ocean_;
  std::set<Cell> face_up_;
  std::string stage_ = "deal";  // deal, faces, action, flip, shine, pick, place, claim, over
  std::string action_;          // the action of this turn
  std::vector<Cell> picks_;
  std::vector<Tile> lifted_;
  std::string last_claim_;  // empty, a set's name or a cell
  int mover_ = 0;
  int rounds_ = 0;
};

}  // namespace atl::reef_rescue
