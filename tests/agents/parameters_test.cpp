// Every parameter of every search agent does something: set to two values far apart, it changes what the search finds
// at the root. Where the list says that it is not read, it does nothing, and a spec that names it is refused. A
// parameter without an entry in the table below fails the tests.
#include <doctest/doctest.h>

#include <map>
#include <string>

#include "agents/make_agent_impl.hpp"
#include "engine/core/text.hpp"
#include "tests/agents/play.hpp"
#include "tests/search/positions.hpp"
#include "tests/support/scale.hpp"
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
      {"gamma", {"0.2", "1", "selection=regret,", Where::phantom}},
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

const Phantom& phantom() {
  static const Phantom game(Phantom::default_rules(2));
  return game;
}
const Bandit& bandit() {
  static const Bandit game(Bandit::default_rules(2));
  return game;
}
const MaxN& maxn() {
  static const MaxN game(MaxN::default_rules(3));
  return game;
}

/// The row of a parameter, as it is set for one kind of agent.
Extremes extremes_of(const std::string& kind, const std::string& name) {
  const auto found = extremes().find(name);
  REQUIRE(found != extremes().end());
  Extremes row = found->second;
  if (kind == "flat" && name == "c") row.setting = "allocation=ucb1,";
  return row;
}

/// What an agent of `text` finds where `where` says.
std::vector<ActionReport> found_by(const std::string& text, Where where) {
  switch (where) {
    case Where::phantom: return root_of(phantom(), 4, text);
    case Where::bandit: return root_of(bandit(), 0, text);
    case Where::maxn: break;
  }
  return root_of(maxn(), 0, text);
}

/// Sets a parameter without asking whether it is read.
void set(SearchParams& params, const std::string& name, const std::string& text) {
  visit_params(params, [&]<class T>(const Param& param, AgentKinds, T& member) {
    if (param.name != name) return;
    if constexpr (std::is_enum_v<T>) {
      for (const auto& [value, word] : words_of(T{})) {
        if (word == text) member = value;
      }
    } else if constexpr (std::is_same_v<T, bool>) {
      member = text == "on";
    } else {
      member = static_cast<T>(parse_real(text).value());
    }
    REQUIRE(param_text(member) == text);
  });
}

/// The root of one search, asked as agents ask it but without the check that its parameters are read.
template <class Kind, class G>
std::vector<RootAction> bare_root(const G& game, int decisions, const AgentSpec& spec) {
  Table<G> table(game);
  Rng rng = Rng::derive(3, Stream::test, {});
  table.play_random(decisions, rng);
  typename Kind::template Search<G> search(game, spec.params, std::size_t{4} << 20);
  const ActionList<G> legal = table.legal();
  RootStatistics found;
  found.clear(std::span<const Action>(legal.data(), legal.size()));
  const RootKnowledge<G> root{.own = spec.cheats ? table.omniscient() : table.seat(table.mover()),
                              .common = &table.common()};
  search.run(root, Budget(spec.params.budget.iterations, 0, go_on()), Rng::derive(1, Stream::test, {1}), found);
  return found.actions;
}

template <class Kind>
std::vector<RootAction> bare_root(const AgentSpec& spec, Where where) {
  switch (where) {
    case Where::phantom: return bare_root<Kind>(phantom(), 4, spec);
    case Where::bandit: return bare_root<Kind>(bandit(), 0, spec);
    case Where::maxn: break;
  }
  return bare_root<Kind>(maxn(), 0, spec);
}

std::vector<RootAction> bare_root(const AgentSpec& spec, Where where) {
  if (spec.kind == "flat") return bare_root<kinds::Flat>(spec, where);
  if (spec.kind == "pimc") return bare_root<kinds::Pimc>(spec, where);
  if (spec.kind == "pom-ismcts") return bare_root<kinds::PomIsmcts>(spec, where);
  if (spec.kind == "mo-ismcts") return bare_root<kinds::MoIsmcts>(spec, where);
  if (spec.kind == "ris-mcts") return bare_root<kinds::RisMcts>(spec, where);
  REQUIRE(spec.kind == "ismcts");
  if (spec.params.parallel.mode == Parallel::tree) return bare_root<kinds::TreeParallel>(spec, where);
  return bare_root<kinds::SoIsmcts>(spec, where);
}

bool differ(const std::vector<RootAction>& a, const std::vector<RootAction>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].visits != b[i].visits || a[i].sum != b[i].sum) return true;
  }
  return false;
}

/// Values of a parameter to combine with others: all words, or the two extremes.
std::vector<std::string> values_to_try(const std::string& kind, const ParameterInfo& info) {
  if (!info.words.empty()) return info.words;
  if (!extremes().contains(info.name)) return {};
  const Extremes row = extremes_of(kind, info.name);
  return {row.low, row.high};
}

AgentContext context_at(Where where) {
  if (where == Where::phantom) return agent_context<Phantom>();
  if (where == Where::bandit) return agent_context<Bandit>();
  return agent_context<MaxN>();
}

}  // namespace

TEST_CASE("every parameter at two extremes changes what is found at the root") {
  for (const AgentKindInfo& kind : agent_kinds()) {
    if (!kind.searches) continue;
    for (const ParameterInfo& info : kind.parameters) {
      if (is_elsewhere(info.name)) continue;
      const std::string name = kind.kind + ":" + info.name;
      CAPTURE(name);
      const Extremes row = extremes_of(kind.kind, info.name);
      // Enough for the trees of determinized search, which shares them out over 40 worlds.
      const std::string budget = info.name == "iterations" ? ""
                                 : kind.kind == "pimc"     ? "iterations=4000,"
                                                           : "iterations=400,";
      const auto at = [&](const std::string& value) {
        return found_by(kind.kind + ":" + budget + row.setting + info.name + "=" + value, row.where);
      };
      CHECK(differ(at(row.low), at(row.high)));
      CHECK_FALSE(differ(at(row.low), at(row.low)));
    }
  }
}

TEST_CASE("a parameter is refused where it changes nothing: every parameter with every value of every other") {
  int unread = 0;
  for (const AgentKindInfo& kind : agent_kinds()) {
    if (!kind.searches) continue;
    for (const ParameterInfo& info : kind.parameters) {
      if (!extremes().contains(info.name)) continue;
      const Extremes row = extremes_of(kind.kind, info.name);
      const std::string budget = kind.kind == "pimc" ? "iterations=400,worlds=4,"
                                 : kind.kind == "ris-mcts"
                                     ? (row.where == Where::bandit ? "iterations=3000," : "iterations=600,")
                                     : "iterations=200,";
      for (const ParameterInfo& other : kind.parameters) {
        if (other.name == info.name || other.name == "iterations" || other.name == "worlds") continue;
        for (const std::string& value : values_to_try(kind.kind, other)) {
          // What makes the parameter matter, unless the other is part of it.
          std::string setting;
          for (const std::string_view part : split(row.setting, ',')) {
            if (!part.empty() && !part.starts_with(other.name + "=")) setting += std::string(part) + ",";
          }
          const std::string text = kind.kind + ":" + budget + setting + other.name + "=" + value;
          const std::string name = text + " with " + info.name;
          CAPTURE(name);
          const AgentContext context = context_at(row.where);
          AgentSpec low;
          try {
            low = parse_agent_spec(text, context, Unread::drop);
          } catch (const InputError&) {
            continue;  // the game cannot do this
          }
          AgentSpec high = low;
          const auto written = [&](const std::string& at) { return low.text + "," + info.name + "=" + at; };
          if (low.params.budget.iterations == 1000) continue;
          set(low.params, info.name, row.low);
          set(high.params, info.name, row.high);
          const bool reads = low.reads(info.name) || high.reads(info.name);
          const bool differs = differ(bare_root(low, row.where), bare_root(high, row.where));
          if (reads) {
            // An extreme number of the other may leave nothing to see (c=0), a word must not.
            const bool is_hidden = other.words.empty() || info.name == "trees";
            CHECK((differs || is_hidden));
            continue;
          }
          ++unread;
          // Where it is not read, implicit minimax would take the room that the formulas need for themselves.
          if (info.name != "implicit") CHECK_FALSE(differs);
          for (const std::string& at : {row.low, row.high}) {
            CHECK_THROWS_WITH_AS(static_cast<void>(parse_agent_spec(written(at), context)),
                                 doctest::Contains((info.name + " is read ").c_str()), InputError);
            CHECK(parse_agent_spec(written(at), context, Unread::drop) ==
                  parse_agent_spec(text, context, Unread::drop));
          }
        }
      }
    }
  }
  CHECK(unread > 100);
}

TEST_CASE("every word of selection, playout, reward and chance gives a search of its own") {
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
            const std::string wide = word == "widened" ? ",chance_widen=0.02" : "";
            return found_by("ismcts:iterations=2000," + info.name + "=" + word + wide,
                            info.name == "chance" ? Where::bandit : Where::phantom);
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
  for (const AgentKindInfo& kind : agent_kinds()) {
    if (!kind.searches) continue;
    const std::string base = kind.kind + ":iterations=300,trees=4";
    CHECK_FALSE(differ(root_of(phantom(), 4, base), root_of(phantom(), 4, base + ",threads=4,profile=on")));
  }
}
