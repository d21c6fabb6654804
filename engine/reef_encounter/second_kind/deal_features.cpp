/// Luck of the deal that rotating it over the seats leaves in: as in the base game, setup deals plain tiles only.
#include <algorithm>

#include "engine/reef_encounter/second_kind/game.hpp"

namespace atl::reef_encounter::second_kind {

/// hand_depth: tiles of its commonest colour that a seat is dealt, mean over the seats.
/// sea_depth: most tiles of one colour on one slot of the open sea.
DealFeatures Game::deal_features(const State& state) const {
  double hands = 0;
  for (int seat = 0; seat < num_players(); ++seat) {
    const Tiles& hand = state.area[static_cast<std::size_t>(seat)].hand;
    hands += *std::max_element(hand.numbers.begin(), hand.numbers.begin() + kColours);
  }
  std::ptrdiff_t deepest = 0;
  for (const auto& slot : state.sea) {
    for (std::uint8_t colour = 0; colour < kColours; ++colour) {
      deepest = std::max(deepest, std::count(slot.begin(), slot.end(), colour));
    }
  }
  DealFeatures features;
  features.push_back({"hand_depth", hands / num_players()});
  features.push_back({"sea_depth", static_cast<double>(deepest)});
  return features;
}

}  // namespace atl::reef_encounter::second_kind
