#include "search/implicit_minimax.hpp"

#include <algorithm>

namespace atl {

void ImplicitMinimax::back_up(std::span<const Step> path, Rewards leaf) const {
  for (std::size_t i = path.size(); i-- > 0;) {
    const Player mover = path[i].chooser;
    Tree& tree = *path[i].tree;
    tree.edge(path[i].edge).extra = leaf[mover];
    float best = leaf[mover];
    for (const Edge& edge : tree.edges_of(tree.node(path[i].node))) {
      if (edge.visits > 0) best = std::max(best, edge.extra);
    }
    const float gain = best - leaf[mover];
    for (const Player player : seats(num_players_)) {
      leaf[player] += player == mover ? gain : -gain / static_cast<float>(std::max(1, num_players_ - 1));
    }
  }
}

}  // namespace atl
