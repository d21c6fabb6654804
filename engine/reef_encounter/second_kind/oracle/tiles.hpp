/// Kinds of tiles, the ten coral tiles and the cards, for the oracle.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

namespace atl::reef_encounter::second_kind::oracle {

inline const std::string kLetters = "WYOPG";

/// Kinds are written as in records: "W", "Wb" blue shrimp, "WY" bicoloured, "W2" double, "Wh" half; "R", "D", "C".
bool is_polyp(const std::string& kind);
bool is_double(const std::string& kind);
bool is_half(const std::string& kind);
/// Whether a polyp tile of this kind may be used as that colour.
bool usable_as(const std::string& kind, char colour);

/// A polyp tile on a board.
struct Tile {
  std::string kind;
  char colour = ' ';  ///< what it is while it lies there; ' ' for no tile
  char facing = ' ';  ///< of a half: n e s w
};

/// The ten coral tiles by name, e.g. "WY".
struct CoralTiles {
  std::map<std::string, int> side;
  std::set<std::string> locked;

  void turn_all_to(int shown);
  bool beats(char stronger, char weaker) const;
  int value(char colour) const;
  char shown_alga(const std::string& name) const;
  /// Unlocked tiles that show the alga.
  std::vector<std::string> showing(char alga) const;
  /// Flips every unlocked tile that shows the alga.
  void flip_all(char alga);
};

/// The cards by id, with their icons: B blue shrimp, F clown fish.
const std::map<std::string, std::string>& card_icons();
bool has_icon(const std::string& card, char icon);

}  // namespace atl::reef_encounter::second_kind::oracle
