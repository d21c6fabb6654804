/// Luck of the deal that rotating it over the seats leaves in: the ocean is the same for all seats, but not everybody
/// is the first to dive.
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>

#include "engine/reef_rescue/game.hpp"

namespace atl::reef_rescue {

/// near_halves: creatures of two tiles whose halves lie side by side in a row, so that one beam finds both.
/// turbos: share of the seats that show Turbo at the start, the action that brings most tiles to light.
DealFeatures Game::deal_features(const State& state) const {
  Array<int, 65> cell_of{};  // one place for every number a bit can have
  cell_of.fill(-1);
  for (int cell = 0; cell < kCells; ++cell) {
    if ((state.present >> cell & 1) != 0) cell_of[state.tile[cell]] = cell;
  }
  int near = 0;
  for (int set = 0; set < kSets; ++set) {
    const std::uint64_t tiles = kSetTiles[set];
    if (std::popcount(tiles) != 2) continue;
    const int one = cell_of[std::countr_zero(tiles)];
    const int other = cell_of[63 - std::countl_zero(tiles)];
    if (one < 0 || other < 0) continue;  // a small ocean without them
    near += one / kColumns == other / kColumns && std::abs(one - other) == 1 ? 1 : 0;
  }
  int turbos = 0;
  for (const Player seat : seats(num_players())) {
    const Array<Card, 2> cards = visible_cards(state, seat);
    turbos += cards[0] == Card::turbo || cards[1] == Card::turbo ? 1 : 0;
  }
  DealFeatures features;
  features.push_back({"near_halves", static_cast<double>(near)});
  features.push_back({"turbos", static_cast<double>(turbos) / num_players()});
  return features;
}

}  // namespace atl::reef_rescue
