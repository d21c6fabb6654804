/// ECO: Coral Reef played slowly and literally, from the rules text and in tokens only: the oracle for the packed
/// engine. It shares nothing with it but the rules struct.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/types.hpp"
#include "engine/eco_coral_reef/rules.hpp"

namespace atl::eco_coral_reef {

class Oracle {
 public:
  explicit Oracle(const Rules& rules);

  NodeKind node_kind() const;
  /// Requires a decision node.
  int player_to_act() const { return player_; }
  /// What may happen next, in ascending byte order; at a chance node the tiles that may be drawn.
  std::vector<std::string> legal_tokens() const;
  /// Throws std::invalid_argument unless `token` is legal.
  void apply(const std::string& token);

  /// [players] points; the final scoring included once the game is over.
  std::vector<int> scores() const;
  std::vector<int> ranks() const;
  /// "target" or "exhausted". Requires the end of the game.
  std::string end() const { return target_reached_ ? "target" : "exhausted"; }

 private:
  using Cell = std::pair<int, int>;  ///< (y, x): sorted by y, then x
  struct Placed {
    std::string tile;
    std::array<char, 4> corners;  ///< as it lies, clockwise from the north-west
  };
  struct Seat {
    std::set<std::string> pictures, missions;
    int score = 0, gems = 0;
    bool reached_10 = false, reached_20 = false;
  };
  struct Claim {
    std::string mission;
    char form = 'A';
    std::vector<Cell> cells;
  };
  Seat& mover() { return seats_[static_cast<std::size_t>(player_)]; }
  const Seat& mover() const { return seats_[static_cast<std::size_t>(player_)]; }
  void continue_turn();
  void begin_turn();
  void end_turn();
  bool gem_asked() const;
  void add_gem_tokens(std::vector<std::string>& tokens) const;
  void fill_display();
  void draw(const std::string& tile);
  void put(const std::string& tile, int x, int y, int turns);
  void add_points(int points);
  bool swap_offered() const;
  std::vector<std::string> action_tokens() const;
  std::vector<Claim> claims() const;
  bool reuse_allows(char shape, const std::vector<Cell>& cells) const;
  std::vector<std::vector<Cell>> layouts_at(char layout, Cell cell) const;
  bool all_wild_or(char type, const std::vector<Cell>& cells) const;
  bool all_different(const std::vector<Cell>& cells) const;
  static std::string claim_token(const Claim& claim);

  Rules rules_;
  std::map<std::string, std::array<char, 4>> corners_;
  std::map<Cell, Placed> board_;
  /// [0] is the top; an empty entry is a tile whose place nobody knows: one of unseen_pictures_.
  std::vector<std::optional<std::string>> picture_deck_;
  std::set<std::string> unseen_pictures_, unseen_missions_;
  std::set<std::string> shown_pictures_, shown_missions_;
  std::vector<Seat> seats_;
  /// Draws still to come: 'p' or 'm', and whether into the hand of the player to move.
  std::vector<std::pair<char, bool>> draws_;
  std::vector<int> deals_;  ///< seats still to be dealt a picture
  std::optional<Cell> just_placed_;
  std::map<char, std::vector<std::vector<Cell>>> claimed_;  ///< by shape: I O T S L, R
  std::set<char> coexistence_done_;
  int player_ = 0, actions_left_ = 0;
  bool first_turn_ = true, may_swap_ = false, in_limit_ = false, said_end_ = false, setup_ = true, last_round_ = false,
       over_ = false;
  bool target_reached_ = false;
};

}  // namespace atl::eco_coral_reef
