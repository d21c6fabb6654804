/// Luck of the deal that rotating it over the seats leaves in: what the display offers to whoever is first.
#include <algorithm>
#include <array>

#include "engine/core/bits.hpp"
#include "engine/eco_coral_reef/heuristic.hpp"

namespace atl::eco_coral_reef {

/// opening: the heuristic's value of the first player's best action, in points.
/// hand_pairs: share of the seats whose dealt pictures are all of one type (a step towards a mission for each).
DealFeatures Game::deal_features(const State& state) const {
  ActionList<Game> actions;
  legal_actions(state, actions);
  std::array<float, Game::kMaxActions> values;  // filled below as far as it is read
  const std::span<float> scores(values.data(), actions.size());
  Heuristic(*this).scores(state, actions, scores);

  int pairs = 0;
  for (const Player seat : seats(num_players())) {
    const std::uint64_t hand = state.hand_pictures[seat];
    for (int type = 1; type <= kNumLayouts; ++type) {
      if (hand != 0 && (hand & ~type_pictures(type)) == 0) ++pairs;
    }
  }
  DealFeatures features;
  features.push_back({"opening", *std::max_element(scores.begin(), scores.end())});
  features.push_back({"hand_pairs", static_cast<double>(pairs) / num_players()});
  return features;
}

}  // namespace atl::eco_coral_reef
