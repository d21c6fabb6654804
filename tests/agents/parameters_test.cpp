// Every parameter of every search agent does something: set to two values far apart, it changes what the search finds
// at the root. A parameter without an entry in the table below fails the test.
#include <doctest/doctest.h>

#include <map>
#include <string>

#include "agents/make_agent_impl.hpp"
#include "tests/agents/play.hpp"
#include "tests/search/positions.hpp"
#include "tests/toy/bandit.hpp"
#include "tests/toy/maxn.hpp"
#include "tests/toy/phantom.hpp"

using namespace atl;
using namespace atl::test;

namespace {

/// A toy with a heuristic drawn from a hash: not good, but there.
template <class Base>
class WithHeuristic : public Base {
 public:
  using Base::Base;
  static constexpr std::string_view kDefaultSpec = "ismcts";

  class Heuristic {
   public:
    explicit Heuristic(const WithHeuristic& game) : game_(&game) {}
    void scores(const typename Base::State&, const ActionList<Base>& actions, std::span<float> out) const {
      for (std::size_t i = 0; i < actions.size(); ++i) out[i] = worth(actions[i]);
    }
    Action choose(const typename Base::State& state, Rng&) const {
      ActionList<Base> list;
      game_->legal_actions(state, list);
      Action best{};
      float top = -1;
      for (const Action action : list) {
        if (worth(action) > top) {
          best = action;
          top = worth(action);
        }
      }
      return best;
    }
    PerSeat<float> evaluate(const typename Base::State& state) const {
      const std::uint64_t hash = game_->hash(state);
      return {static_cast<float>(hash % 30), static_cast<float>(hash / 30 % 30)};
    }

   private:
    static float worth(Action action) { return static_cast<float>(mix64(action.code + 1) % 1000) / 1000; }
    const WithHeuristic* game_;
  };
};

using Phantom = WithHeuristic<toy::phantom::Game>;
using Bandit = WithHeuristic<toy::bandit::Game>;
using MaxN = toy::maxn::Game;
static_assert(HeuristicGame<Phantom>);

/// Where a parameter matters: in mid-game of phantom, at the start of the bandit (chance acts within the tree), or at
/// the root of a tree for three seats.
enum class Where { phantom, bandit, maxn };

/// Two values of a parameter, what must be set for it to matter, and where.
struct Extremes {
  std::string low, high, setting;
  Where where = Where::phantom;
};

const std::map<std::string, Extremes>& extremes() {
  static const std::map<std::string, Extremes> table = {
      {"iterations", {"50", "500", "", Where::phantom}},
      {"trees", {"1", "8", "", Where::phantom}},
      {"selection", {"ucb1", "regret", "", Where::phantom}},
      {"c", {"0", "10", "", Where::phantom}},
      {"fpu", {"0", "1", "", Where::phantom}},
      {"bias", {"0", "20", "", Where::phantom}},
      {"prior_visits", {"0", "200", "", Where::phantom}},
      {"temperature", {"0.05", "10", "selection=puct,", Where::phantom}},
      {"widen", {"0", "1", "", Where::phantom}},
      {"widen_alpha", {"0.05", "0.9", "widen=1,", Where::phantom}},
      {"gamma", {"0", "1", "selection=regret,", Where::phantom}},
      {"eta", {"0", "1", "selection=smooth,", Where::phantom}},
      {"decay", {"0", "100", "selection=smooth,", Where::phantom}},
      {"implicit", {"0", "1", "", Where::phantom}},
      {"grave", {"0", "5", "", Where::phantom}},
      {"grave_bias", {"0", "10", "grave=5,", Where::phantom}},
      {"backup", {"maxn", "paranoid", "reward=score,score_scale=1,", Where::maxn}},
      {"chance", {"open_loop", "observed", "", Where::bandit}},
      {"chance_widen", {"0.01", "100", "chance=widened,", Where::bandit}},
      {"chance_alpha", {"0.01", "1", "chance=widened,chance_widen=1,", Where::bandit}},
      {"playout", {"uniform", "heuristic", "", Where::phantom}},
      {"epsilon", {"0", "1", "playout=heuristic,", Where::phantom}},
      {"cutoff", {"-1", "0", "", Where::phantom}},
      {"reward", {"win", "margin", "", Where::phantom}},
      {"score_scale", {"0.1", "1000", "reward=score,", Where::phantom}},
      {"worlds", {"1", "100", "", Where::phantom}},
      {"allocation", {"uniform", "halving", "", Where::phantom}},
      {"public_share", {"0", "0.75", "", Where::phantom}},
      {"records", {"1", "100", "", Where::phantom}},
  };
  return table;
}

/// These change nothing at the root of a first decision, or nothing that can be repeated, by design; other tests are
/// about them.
bool is_elsewhere(const std::string& name) {
  return name == "threads" || name == "profile" || name == "ms" || name == "tree_mb" || name == "reuse" ||
         name == "final" || name == "classes" || name == "recall" || name == "beliefs" || name == "parallel" ||
         name == "virtual_loss";
}

template <class G>
std::vector<ActionReport> root_of(const G& game, int decisions, const std::string& text) {
  Table table(game);
  Rng rng = Rng::derive(3, Stream::test, {});
  table.play_random(decisions, rng);
  const AgentSpec spec = spec_for<G>(text);
  const auto agent = make_agent<G>(game, table.mover(), spec, Rng::derive(1, Stream::agent, {}));
  typename G::State state = game.initial_state();
  for (const Action action : table.record()) {
    const typename G::State before = state;
    game.apply(state, action);
    agent->observe(game.observe(before, action, state, table.mover()));
  }
  Rng think = Rng::derive(1, Stream::agent, {1});
  agent->choose(table.legal(), think, go_on());
  return agent->last_decision().actions;
}

bool differ(const std::vector<ActionReport>& a, const std::vector<ActionReport>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].visits != b[i].visits || a[i].mean != b[i].mean) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("every parameter at two extremes changes what is found at the root") {
  const Phantom phantom(Phantom::default_rules(2));
  const Bandit bandit(Bandit::default_rules(2));
  const MaxN maxn(MaxN::default_rules(3));
  for (const AgentKindInfo& kind : agent_kinds()) {
    if (!kind.searches) continue;
    for (const ParameterInfo& info : kind.parameters) {
      if (is_elsewhere(info.name)) continue;
      const std::string name = kind.kind + ":" + info.name;
      CAPTURE(name);
      const auto found = extremes().find(info.name);
      REQUIRE(found != extremes().end());
      Extremes e = found->second;
      if (kind.kind == "flat" && info.name == "c") e.setting = "allocation=ucb1,";
      // Enough for the trees of determinized search, which shares them out over 40 worlds.
      const std::string budget = info.name == "iterations" ? ""
                                 : kind.kind == "pimc"     ? "iterations=4000,"
                                                           : "iterations=400,";
      const auto at = [&](const std::string& value) {
        const std::string text = kind.kind + ":" + budget + e.setting + info.name + "=" + value;
        switch (e.where) {
          case Where::phantom: return root_of(phantom, 4, text);
          case Where::bandit: return root_of(bandit, 0, text);
          case Where::maxn: break;
        }
        return root_of(maxn, 0, text);
      };
      CHECK(differ(at(e.low), at(e.high)));
      CHECK_FALSE(differ(at(e.low), at(e.low)));
    }
  }
}

TEST_CASE("every word of selection, playout, reward and chance gives a search of its own") {
  const Phantom phantom(Phantom::default_rules(2));
  const Bandit bandit(Bandit::default_rules(2));
  for (const AgentKindInfo& kind : agent_kinds()) {
    if (kind.kind != "ismcts") continue;
    for (const ParameterInfo& info : kind.parameters) {
      if (info.name != "selection" && info.name != "playout" && info.name != "reward" && info.name != "chance")
        continue;
      for (std::size_t i = 0; i < info.words.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
          CAPTURE(info.words[i]);
          CAPTURE(info.words[j]);
          const auto at = [&](const std::string& word) {
            const std::string text = "ismcts:iterations=2000,chance_widen=0.02," + info.name + "=" + word;
            return info.name == "chance" ? root_of(bandit, 0, text) : root_of(phantom, 4, text);
          };
          // Phantom knows winners only: rank is win there, margins are a function of it.
          if (info.name == "reward" && info.words[j] == "win" && info.words[i] == "rank") continue;
          CHECK(differ(at(info.words[i]), at(info.words[j])));
        }
      }
    }
  }
}

TEST_CASE("threads and profiling change nothing but time") {
  const Phantom game(Phantom::default_rules(2));
  for (const AgentKindInfo& kind : agent_kinds()) {
    if (!kind.searches) continue;
    const std::string base = kind.kind + ":iterations=300,trees=4";
    CHECK_FALSE(differ(root_of(game, 4, base), root_of(game, 4, base + ",threads=4,profile=on")));
  }
}
