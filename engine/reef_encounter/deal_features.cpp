/// Luck of the deal that rotating it over the seats leaves in.
#include <algorithm>

#include "engine/reef_encounter/game.hpp"

namespace atl::reef_encounter {

/// hand_depth: tiles of its commonest colour that a seat is dealt, mean over the seats: how large a coral everybody can
///   lay at once, the first player before the others.
/// sea_depth: most tiles of one colour on one slot of the open sea: what the first taker finds.
DealFeatures Game::deal_features(const State& state) const {
  double hands = 0;
  for (int seat = 0; seat < num_players(); ++seat) {
    const Counts hand = state.area[static_cast<std::size_t>(seat)].hand;
    int most = 0;
    for (int colour = 0; colour < kColours; ++colour) most = std::max(most, hand[colour]);
    hands += most;
  }
  int deepest = 0;
  for (int slot = 0; slot < kColours; ++slot) {
    for (int colour = 0; colour < kColours; ++colour) deepest = std::max(deepest, sea_tiles(state.sea, slot, colour));
  }
  DealFeatures features;
  features.push_back({"hand_depth", hands / num_players()});
  features.push_back({"sea_depth", static_cast<double>(deepest)});
  return features;
}

}  // namespace atl::reef_encounter
