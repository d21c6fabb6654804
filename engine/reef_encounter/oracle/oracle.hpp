/// The rules once more, written for reading: cell by cell, tile by tile, tokens as strings. Slow; the oracle of the
/// tests. Shares nothing with the packed engine but the rules struct.
#pragma once

#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/core/types.hpp"
#include "engine/reef_encounter/rules.hpp"

namespace atl::reef_encounter {

class Oracle {
 public:
  explicit Oracle(const Rules& rules);

  NodeKind node_kind() const;
  int player_to_act() const { return mover_; }

  /// Decisions, or possible outcomes at a chance node; ascending. Empty at the end.
  std::vector<std::string> legal_tokens() const;

  /// At a chance node: the probability of each outcome, in the order of legal_tokens().
  std::vector<double> probabilities() const;

  /// Requires a legal token.
  void apply(const std::string& token);

  std::vector<int> scores() const;
  std::vector<int> ranks() const;
  const std::string& end() const { return end_; }

 private:
  using Cell = int;  // board * 42 + row * 7 + column
  using Pile = std::map<char, int>;
  struct Seat {
    Pile hand, consumed, fish, larvae;
    int shrimps = 4;        // behind the screen
    int shrimps_eaten = 0;  // the first of them lies on the open-sea board
  };

  std::vector<Cell> board_cells() const;
  std::vector<Cell> neighbours(Cell cell) const;
  std::set<Cell> coral_of(Cell cell) const;
  int shrimps_in(const std::set<Cell>& coral) const;
  bool is_protected(Cell cell) const;
  bool beats(char stronger, char weaker) const;
  bool can_attack(char colour, Cell cell) const;
  bool can_put(char colour, Cell cell) const;
  bool can_put_anywhere(char colour) const;
  bool two_shrimps_after(char colour, Cell cell) const;
  std::vector<Cell> free_tiles() const;  // whose coral has no shrimp
  std::vector<Cell> feedable(int seat, int size) const;
  char shown_alga(const std::string& coral_tile) const;
  void flip_all(char alga);
  void draw(char colour);
  int bag_size() const;

  void feeding_tokens(std::vector<std::string>& tokens) const;
  void main_tokens(std::vector<std::string>& tokens) const;
  void laying_tokens(std::vector<std::string>& tokens) const;
  std::vector<std::pair<std::string, double>> outcomes() const;

  void start_turn();
  void eat(Cell cell, int returned);
  void lay_tile(Cell cell, bool consumed);
  void free_growth(Cell cell);
  void grow(Cell space);
  void take(char slot);
  void after_refill();
  void extra_feedings(const std::string& reason);
  void next_extra_feeding();

  Rules rules_;
  std::string phase_ = "boards";
  std::string end_;
  int mover_ = 0;
  std::vector<int> boards_;
  std::vector<char> tile_ = std::vector<char>(168, ' ');
  std::vector<int> shrimp_ = std::vector<int>(168, -1);
  std::vector<Seat> seats_;
  Pile bag_, supply_, cylinders_;
  std::map<char, Pile> slot_tiles_;
  std::set<char> slot_larva_, spares_;
  char alga_space_ = ' ';
  std::map<std::string, int> side_;
  std::set<std::string> locked_;
  std::vector<char> to_serve_;  // slots waiting for a tile
  int dealt_ = 0;
  int turns_ = 0;
  int ender_ = 0;
  // This turn:
  Cell may_grow_ = -1;  // the growth space that the player is asked about
  int lays_ = 0, lifts_ = 0, hand_puts_ = 0, puts_ = 0;
  char laying_ = ' ';
  bool shrimp_placed_ = false, in_air_ = false, locked_this_turn_ = false;
};

}  // namespace atl::reef_encounter
