/// The rules of the expansion once more, written for reading: cell by cell, tile by tile, tokens as strings. Slow; the
/// oracle of the tests. Shares nothing with the packed engine but the rules struct.
///
/// oracle.cpp: whose move, what chance may do, setup; legal.cpp: what a player may do;
/// turn.cpp: crowns, feeding, windows, taking, the end; actions.cpp: laying and the main part;
/// cards.cpp: cards; result.cpp: scores and ranks.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/core/types.hpp"
#include "engine/reef_encounter/second_kind/oracle/table.hpp"

namespace atl::reef_encounter::second_kind {

class Oracle {
 public:
  using Cell = oracle::Cell;
  using Tokens = std::vector<std::string>;

  explicit Oracle(const Rules& rules);

  /// A position set up by hand, in which `player` is about to begin its turn (with its crowns, if they have targets).
  static Oracle beginning_turn(const Rules& rules, const oracle::Table& table, int player);

  NodeKind node_kind() const;
  int player_to_act() const { return mover_; }

  /// Decisions, or possible outcomes at a chance node; ascending. Empty at the end.
  Tokens legal_tokens() const;

  /// At a chance node: the probability of each outcome, in the order of legal_tokens().
  std::vector<double> probabilities() const;

  /// Requires a legal token.
  void apply(const std::string& token);

  std::vector<int> scores() const;
  std::vector<int> ranks() const;
  const std::string& end() const { return end_; }

  const oracle::Table& table() const { return table_; }
  /// What is being asked, for reports; see `phase_`.
  const std::string& phase() const { return phase_; }

 private:
  // Questions.
  std::vector<std::pair<std::string, double>> outcomes() const;
  std::vector<oracle::Tile> tiles_to_lay(const oracle::Pile& pile, char colour) const;
  bool can_lay(char colour) const;
  std::vector<Cell> feedable(int player, int size) const;
  std::vector<std::pair<Cell, Cell>> bites() const;
  std::vector<Cell> nudge_targets() const;
  std::vector<Cell> blocked_nudge_targets() const;
  bool has_effect(const std::string& card) const;
  bool playable(const std::string& card) const;
  bool reef_is_full() const;
  int next_seat(int player) const { return (player + 1) % rules_.players; }

  // Lists of legal tokens.
  Tokens lay_tokens() const;
  Tokens air_tokens() const;
  Tokens lift_tokens() const;
  Tokens eat_tokens() const;
  Tokens feeding_tokens() const;
  Tokens nudge_tokens() const;
  Tokens laying_tokens() const;
  Tokens main_tokens() const;
  Tokens coral_tile_tokens() const;
  Tokens exchange_tokens() const;
  Tokens special_tile_tokens() const;
  Tokens buy_tokens() const;
  Tokens blue_tokens() const;
  Tokens card_tokens() const;                           ///< card=ID of all that may be played now
  Tokens effect_tokens(const std::string& card) const;  ///< the decisions that follow

  // Setup.
  bool apply_setup(const std::string& word, const std::string& value);
  void deal_boards(const std::string& digits);
  void prepare_larvae_and_spares();
  void queue_first_slots(char first);

  // The flow of a turn.
  void start_turn(int player);
  void next_bite();
  void bite(Cell from, Cell to);
  void nudge_or_return();
  void house_blue(Cell cell);
  void after_crowns();
  bool apply_crowns(const std::string& word, const std::string& value);
  void eat(Cell cell, const std::string& card);
  int tiles_to_return() const;  ///< doubles twice
  void return_tile(const std::string& kind);
  void finish_feeding();
  void ask_others(const std::string& then);
  void next_window();
  void take(char slot);
  void refill();
  void after_refill();
  void end_turn();
  void extra_feedings(const std::string& reason);
  void next_extra_feeding();
  void finish(const std::string& reason);
  bool apply_flow(const std::string& word, const std::string& value);

  // The main part.
  void begin_lay(char colour);
  void put(const std::string& value);
  void put_tile(Cell cell, const oracle::Tile& tile);
  void grow_freely(Cell cell, char colour);
  void grow();
  void end_lay();
  void after_breakfast();
  void place_special(const std::string& kind, Cell cell);
  void lock(const std::string& name);
  void land(Cell cell);
  bool apply_main(const std::string& word, const std::string& value);
  void exchange(const std::string& word, const std::string& value);

  // Cards.
  void buy(const std::string& value);
  void spend_blue(const std::string& value);
  void discard(const std::string& card) { oracle::move_one(card, seat().cards, table_.discards); }
  void play_card(const std::string& card);
  void finish_card();
  void finish_extra_put();
  void apply_effect(const std::string& word, const std::string& value);

  oracle::Seat& seat() { return table_.seat(mover_); }
  const oracle::Seat& seat() const { return table_.seat(mover_); }

  Rules rules_;
  oracle::Table table_;
  oracle::Turn turn_;
  /// What happens next. Chance: boards side slot sea deal refill draw. Setup: fish larvae. Crowns: crowns bitten nudge
  /// make_room. Feeding: feeding return breakfast breakfast_air breakfast_feeding extra. Then: window main laying
  /// growing over. The decisions of a card: its id; of a disintegration's owner: remove.
  std::string phase_ = "boards";
  std::string end_;
  int mover_ = 0;
  int ender_ = 0;
  int dealt_ = 0;
  char taken_ = ' ';                  // the sea slot of this turn
  std::vector<char> to_serve_;        // slots waiting for a tile
  std::vector<int> to_ask_;           // seats waiting for their window
  std::string after_windows_;         // main or refill
  std::string after_card_;            // the phase in which the card was played
  int effects_ = 0;                   // decisions made for this card
  std::vector<Cell> disintegrating_;  // what is left of the chosen coral
  Cell growing_ = -1;                 // the growth space that a tile may grow onto
  char growing_colour_ = ' ';
  std::string after_growth_;  // laying or extra_growth
  Cell bitten_ = -1;          // where the homeless wooden shrimp stood
  Cell barred_ = -1;          // where the shrimp that makes room may not land
  int returned_ = 0;          // tiles of the fed coral, doubles twice
};

}  // namespace atl::reef_encounter::second_kind
