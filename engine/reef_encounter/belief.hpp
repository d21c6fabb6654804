/// The exact posterior of what other players hold, as a dynamic programme over colours.
///
/// Hidden are, for each seat whose tiles the observer does not see, its starting tiles and which of them went into the
/// parrotfish. All else follows from what was shown: a hand is the rest of the starting tiles plus what came in minus
/// what was played, and the bag is what is nowhere else. Let R[p][c] be the starting tiles of seat p without the
/// parrotfish tile, F[c] the parrotfish tiles of the hidden seats together, h[c] the sum of both. Then
///
///   P(R, F | seen)  ~  prod_c ( T[c]! / (T[c] - h[c])! * W[c](h[c]) / (prod_p R[p][c]! * F[c]!) )
///
/// * T[c]: tiles of the colour in the bag before the hidden ones were dealt. The first factor counts orders of drawing.
/// * W[c](h): what later draws from the bag say about it: a tile of the colour drawn when the bag held b of them (had
/// the
///   hidden seats none) contributes b - h. Returns change b, so that hidden tiles are NOT exchangeable with all unseen
///   ones. Being shown that the bag has the colour, or has not, contributes 0 or 1.
/// * The parrotfish: a hidden choice is uniform over the starting tiles one by one. With H = R + e_q starting tiles,
///   H! in the denominator times the H[q] tiles of that colour is R!: the parrotfish tile behaves like one more draw,
///   and the seats' parrotfish tiles can be pooled and dealt out at random.
/// * Observed choices say nothing but that they were legal: R[p][c] is at least what p has shown beyond its inflow.
///
/// The table sums this over all ways for colours c..4 given what each seat and the pool still have to place; a sample
/// walks it forward. Cost: with four hidden seats of full hands some 40 million steps, with two some thousands.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/core/rng.hpp"
#include "engine/reef_encounter/state.hpp"

namespace atl::reef_encounter {

/// What is known about the hidden starting tiles.
struct HiddenTiles {
  struct Seat {
    bool hidden = false;               ///< whether anything of this seat is unknown
    bool fish_chosen = false;          ///< its parrotfish tile is in the pool
    int dealt = 0;                     ///< starting tiles it has received
    std::array<int, kColours> net{};   ///< came behind its screen minus left it, since the deal
    std::array<int, kColours> need{};  ///< R is at least this
  };
  std::array<Seat, kSeats> seat;
  Counts dealt_from;  ///< T: the bag when the deal was over (or now, during it), hidden tiles counted as in the bag
  /// [colour][h] W, scaled so that the largest is 1.
  std::array<std::array<double, kTilesPerColour + 1>, kColours> seen;

  HiddenTiles();

  /// The bag held `bag` tiles of the colour (hidden ones counted as in it) and gave one at random.
  void drawn(int colour, int bag);
  /// The bag was shown to have, or not to have, the colour.
  void shown(int colour, int bag, bool has);
  /// A tile of the colour was behind the screen of `p`.
  void held(int p, int colour);
};

/// One way to fill in what is hidden.
struct HiddenSample {
  std::array<Counts, kSeats> rest{};  ///< R
  std::array<int, kSeats> fish{};     ///< colour of the parrotfish tile, where chosen
};

class BeliefTable {
 public:
  explicit BeliefTable(const HiddenTiles& known);

  HiddenSample sample(Rng& rng) const;

  /// How probable this way is; 0 if it contradicts what is known.
  double probability(const HiddenSample& way) const;

  /// Whether exactly one way is possible.
  bool single() const;

 private:
  struct Step {
    std::array<int, kSeats> extra;
    int fish;
  };
  using Left = std::array<int, kSeats>;  // tiles the seats still have to place beyond their needs

  std::size_t index(const Left& left, int fish) const;
  template <class Visitor>
  void for_each_step(int colour, const Left& left, int fish, Visitor&& visit) const;

  std::array<bool, kSeats> hidden_{}, fish_chosen_{};
  std::array<std::array<int, kColours>, kSeats> need_{};
  Left slack_{};
  int pool_ = 0;  ///< parrotfish tiles
  std::array<std::size_t, kSeats> stride_{};
  std::array<std::vector<double>, kColours> factor_;  ///< [colour][h]
  std::array<std::vector<double>, kColours> total_;   ///< [colour][state] summed weight of colours c..4
};

}  // namespace atl::reef_encounter
