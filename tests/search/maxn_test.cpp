// How well UCB1 search solves random max^n trees, against a bound derived from its own formula.
//
// Whole random trees are no measure. Of 70 with 4 to 8 decisions and a clear choice, textbook UCT solves 51, as this
// search does, and 100 times the iterations add one. An action that max^n takes can look worse by D while its subtree
// is seen in averages; UCB1 then gives it about n = (c / D)^2 ln N of N visits, and to sort out what lies below, where
// actions differ by d, takes about (c / d)^2 ln n. Where d < D, N must be about n^((D / d)^2), whatever c. Near the end
// of a game the bound below is small enough to decide.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "search/reward.hpp"
#include "search/so_ismcts.hpp"
#include "tests/search/positions.hpp"
#include "tests/toy/maxn.hpp"

using namespace atl;
using namespace atl::test;

namespace {

using G = toy::maxn::Game;

constexpr int kIterations = 2000;
constexpr SearchParams kParams{.budget = {.iterations = kIterations},
                               .selection = {.c = 0.2},
                               .reward = {.kind = Reward::score, .score_scale = 500}};

/// What max^n takes at a position, and how often UCB1 can do otherwise at most.
struct Bound {
  Rewards value{}, low{}, high{};  ///< of max^n; least and greatest of all leaves
  std::uint32_t best = 0;          ///< the action that max^n takes
  int other = 0;                   ///< most visits of the other action in kIterations
  std::vector<int> strays;         ///< [n] most of n visits of the edge to here that do not end as max^n ends
};

/// From the leaves up. With n visits, s of them strays, a mean is off by at most s / n times the way to the least (or
/// greatest) leaf. The other action is taken once more only if its bound, that much too high, reaches that of the
/// best, that much too low: counted over the visits in turn, this gives the most it can get.
Bound bound_of(const G& game, const G::State& state) {
  Bound here;
  here.strays.assign(kIterations + 1, 0);
  if (game.node_kind(state) == NodeKind::terminal) {
    const RewardFunction reward(kParams.reward.kind, kParams.reward.score_scale, game.num_players());
    here.value = here.low = here.high = reward.of_terminal(game, state);
    return here;
  }
  Bound child[2];
  for (std::uint32_t action = 0; action < 2; ++action) {
    G::State next = state;
    game.apply(next, {action});
    child[action] = bound_of(game, next);
  }
  const Player mover = game.player_to_act(state);
  here.best = child[1].value[mover] > child[0].value[mover] ? 1 : 0;
  const Bound& best = child[here.best];
  const Bound& other = child[1 - here.best];
  here.value = best.value;
  for (std::size_t p = 0; p < here.value.size(); ++p) {
    here.low[p] = std::min(best.low[p], other.low[p]);
    here.high[p] = std::max(best.high[p], other.high[p]);
  }

  constexpr double kRounding = 1e-4;           // of float sums of 2000 rewards and of fast_log
  int taken = 1;                               // visits of the other action; both are tried once
  std::vector<int> below(kIterations + 1, 0);  // [n] strays of n visits of this node
  for (int n = 1; n <= kIterations; ++n) {
    const int rest = n - 1 - taken;
    if (n > 2 && rest < 1) {
      ++taken;
    } else if (n > 2) {
      const auto share = [](const std::vector<int>& strays, int visits) {
        return static_cast<double>(strays[static_cast<std::size_t>(visits)]) / visits;
      };
      const double too_high = (other.high[mover] - other.value[mover]) * share(other.strays, taken);
      const double too_low = (best.value[mover] - best.low[mover]) * share(best.strays, rest);
      // The edge made first has been available n times, the second one n - 1 times.
      const double upper = other.value[mover] + too_high + kParams.selection.c * std::sqrt(std::log(n) / taken);
      const double lower = best.value[mover] - too_low + kParams.selection.c * std::sqrt(std::log(n - 1) / rest);
      if (upper + kRounding >= lower) ++taken;
    }
    below[static_cast<std::size_t>(n)] = std::min(n, taken + best.strays[static_cast<std::size_t>(n)]);
  }
  here.other = taken;
  for (std::size_t n = 1; n <= kIterations; ++n) here.strays[n] = 1 + below[n - 1];  // its first visit is a playout
  return here;
}

}  // namespace

TEST_CASE("an action that max^n rejects never gets more visits than UCB1 can give it") {
  int positions = 0;
  int decided = 0;  // the bound leaves max^n's action with most visits
  int paranoid_breaks = 0;
  SearchParams paranoid = kParams;
  paranoid.tree.backup = BackUp::paranoid;
  for (int players = 2; players <= 4; ++players) {
    for (int salt = 1; salt <= 2; ++salt) {
      const G game({.players = players, .salt = salt});
      for (int left = 2; left <= players; ++left) {
        const int played = game.length() - left;
        for (std::uint32_t path = 0; path < 1U << played; ++path) {
          Table table(game);
          for (int i = 0; i < played; ++i) table.apply({path >> i & 1});
          CAPTURE(players);
          CAPTURE(salt);
          CAPTURE(table.record().size());
          CAPTURE(path);
          const Bound bound = bound_of(game, table.state());
          const auto others = [&](const SearchParams& params) {
            return search_at<SoIsmcts<G>>(game, table, params, 3).actions[1 - bound.best].visits;
          };
          CHECK(others(kParams) <= static_cast<std::uint64_t>(bound.other));
          ++positions;
          decided += 2 * bound.other < kIterations;
          paranoid_breaks += others(paranoid) > static_cast<std::uint64_t>(bound.other);
        }
      }
    }
  }
  CHECK(positions == 280);
  CHECK(2 * decided > positions);
  CHECK(paranoid_breaks > positions / 10);  // whoever credits another player is found out
}
