/// The one list of search parameters. Everything that reads, writes or explains them follows it: specs of agents, their
/// checks and canonical text, `atoll agents`, the space that `tune` searches, and the test that each of them changes a
/// search (tests/agents/parameters_test.cpp). The default of a parameter is its member's own initialiser.
///
/// A parameter is read by some kinds of agents, in games with some ability, and under some values of others (`read`).
/// Elsewhere it does nothing; there it keeps its default, and whoever writes it down is told when it is read.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "engine/core/abilities.hpp"
#include "search/params.hpp"

namespace atl {

/// What chooses an agent's actions.
enum class AgentKind : std::uint8_t { random, greedy, flat, pimc, ismcts, pom_ismcts, mo_ismcts, ris_mcts };
constexpr Words<AgentKind, 8> words_of(AgentKind) {
  using enum AgentKind;
  return {{{random, "random"},
           {greedy, "greedy"},
           {flat, "flat"},
           {pimc, "pimc"},
           {ismcts, "ismcts"},
           {pom_ismcts, "pom-ismcts"},
           {mo_ismcts, "mo-ismcts"},
           {ris_mcts, "ris-mcts"}}};
}

class AgentKinds {
 public:
  constexpr AgentKinds(std::initializer_list<AgentKind> kinds) {
    for (const AgentKind kind : kinds) bits_ |= bit(kind);
  }
  constexpr bool contains(AgentKind kind) const { return (bits_ & bit(kind)) != 0; }

 private:
  static constexpr unsigned bit(AgentKind kind) { return 1U << static_cast<unsigned>(kind); }
  unsigned bits_ = 0;
};

/// An agent, as the conditions of parameters see it.
struct Reader {
  const SearchParams& params;
  AgentKind kind;
  bool cheats = false;
};

/// A condition on the other parameters. `text` completes "eta is read ... only".
struct ReadWhen {
  std::string_view text;
  bool (*holds)(const Reader&) = nullptr;  ///< null: always
};

struct NeedyWord {
  std::string_view word;
  Ability needs;
};

struct Param {
  std::string_view name;
  std::string_view help;
  std::string_view larger = {}, smaller = {};  ///< numbers: what larger and smaller values do
  double min = 0, max = 0;                     ///< numbers: inclusive range
  std::optional<Ability> needs = {};           ///< of the game
  std::optional<NeedyWord> word = {};          ///< a word that needs more
  ReadWhen read = {};
};

namespace detail {

constexpr bool chooses_by_bound(const Reader& agent) {
  return agent.params.selection.formula != Selection::exp3 && agent.params.selection.formula != Selection::regret;
}
constexpr ReadWhen kByBound = {"with selection=ucb1, tuned, puct or smooth", chooses_by_bound};
constexpr ReadWhen kWidens = {"with selection=ucb1, tuned or smooth", [](const Reader& agent) {
                                return chooses_by_bound(agent) && agent.params.selection.formula != Selection::puct;
                              }};
constexpr ReadWhen kHonest = {"without cheat", [](const Reader& agent) { return !agent.cheats; }};

}  // namespace detail

/// Calls visit(param, kinds, member) for every parameter, in the order of specs. A parameter that can keep another from
/// being read stands before it. `params`: SearchParams, const or not.
template <class Params, class Visitor>
void visit_params(Params& params, Visitor&& visit) {
  using enum AgentKind;
  using detail::kByBound;
  constexpr AgentKinds kSearches = {flat, pimc, ismcts, pom_ismcts, mo_ismcts, ris_mcts};
  constexpr AgentKinds kTrees = {pimc, ismcts, pom_ismcts, mo_ismcts, ris_mcts};
  constexpr AgentKinds kSingleTree = {pimc, ismcts, pom_ismcts};
  constexpr AgentKinds kBelieves = {greedy, flat, pimc, ismcts, pom_ismcts, mo_ismcts, ris_mcts};

  visit(Param{.name = "iterations",
              .help = "iterations per decision, all logical trees together; without limit if only ms is given",
              .larger = "stronger and slower",
              .smaller = "faster; 0 or 1 still give a legal action",
              .max = BudgetParams::kUnlimited},
        kSearches, params.budget.iterations);
  visit(Param{.name = "ms",
              .help = "milliseconds per decision, 0: no limit; results are then not reproducible",
              .larger = "stronger and slower",
              .smaller = "faster",
              .max = 1e9},
        kSearches, params.budget.ms);
  visit(
      Param{.name = "tree_mb",
            .help = "memory for the trees in MiB; when it is used up the tree stops growing and the search goes on in "
                    "it",
            .larger = "the tree keeps growing in long searches",
            .smaller = "less memory; long searches refine the upper part only",
            .min = 1,
            .max = 1e6},
      kTrees, params.budget.tree_mb);
  visit(Param{.name = "parallel",
              .help = "what threads share: nothing (root: each logical tree has its own) or one tree (tree: deeper, "
                      "with virtual loss; with more than one thread NOT REPRODUCIBLE)",
              .read = {"with another selection than regret",
                       [](const Reader& agent) { return agent.params.selection.formula != Selection::regret; }}},
        AgentKinds{ismcts}, params.parallel.mode);
  visit(Param{.name = "trees",
              .help = "independent logical trees that share the iterations and add up their numbers (root parallel)",
              .larger = "more can run at once; less deep, results average over more worlds",
              .smaller = "deeper",
              .min = 1,
              .max = 64,
              .read = {"with parallel=root",
                       [](const Reader& agent) { return agent.params.parallel.mode == Parallel::root; }}},
        kSearches, params.parallel.trees);
  visit(Param{.name = "threads",
              .help = "threads that run the logical trees; changes the result with parallel=tree only",
              .larger = "faster, up to the number of trees",
              .smaller = "leaves cores to other games",
              .min = 1,
              .max = 256,
              .read = {"with trees above 1 or parallel=tree",
                       [](const Reader& agent) {
                         return agent.params.parallel.trees > 1 || agent.params.parallel.mode == Parallel::tree;
                       }}},
        kSearches, params.parallel.threads);
  visit(Param{.name = "virtual_loss",
              .help = "lost visits that an edge has while a thread is below it",
              .larger = "threads spread further apart",
              .smaller = "threads follow the best line together",
              .min = 1,
              .max = 1000,
              .read = {"with parallel=tree and threads above 1",
                       [](const Reader& agent) {
                         return agent.params.parallel.mode == Parallel::tree && agent.params.parallel.threads > 1;
                       }}},
        AgentKinds{ismcts}, params.parallel.virtual_loss);

  visit(Param{.name = "worlds",
              .help = "worlds the iterations are shared out over",
              .larger = "covers more of the hidden facts",
              .smaller = "deeper trees",
              .min = 1,
              .max = 1000000},
        AgentKinds{pimc}, params.belief.worlds);
  visit(Param{.name = "public_share",
              .help = "share of iterations on worlds of the public belief, from which the opponents' trees learn",
              .larger = "better models of what opponents can know",
              .smaller = "more iterations for the decision",
              .max = 0.95},
        AgentKinds{mo_ismcts}, params.belief.public_share);
  visit(Param{.name = "records",
              .help = "histories from which other seats' beliefs are built, per logical tree",
              .larger = "beliefs of others better covered",
              .smaller = "less preparation",
              .min = 1,
              .max = 100000},
        AgentKinds{ris_mcts}, params.belief.records);
  visit(Param{.name = "allocation", .help = "how iterations are shared out: sequential halving, UCB1, or evenly"},
        AgentKinds{flat}, params.allocation);

  visit(Param{.name = "selection",
              .help = "choice of the edge: UCB1 or UCB1-Tuned with availability counts, PUCT with heuristic priors, "
                      "Smooth UCT, EXP3 and regret matching (for hidden simultaneous choices; use them with "
                      "final=sample)"},
        kTrees, params.selection.formula);
  visit(Param{.name = "c",
              .help = "exploration constant, for rewards in [0, 1]",
              .larger = "broader search",
              .smaller = "greedier search",
              .max = 100,
              .read = {"with selection=ucb1, tuned, puct or smooth (flat: allocation=ucb1)",
                       [](const Reader& agent) {
                         return agent.kind == flat ? agent.params.allocation == Allocation::ucb1
                                                   : detail::chooses_by_bound(agent);
                       }}},
        kSearches, params.selection.c);
  visit(Param{.name = "fpu",
              .help = "first-play urgency: bound that an untried action is taken to have; 1000: untried actions come "
                      "first (puct: they count as the node's mean)",
              .larger = "tries everything early",
              .smaller = "follows good actions before trying others",
              .max = SelectionParams::kForceFirst,
              .read = {"with selection=ucb1, tuned or smooth, or with puct and prior_visits=0",
                       [](const Reader& agent) {
                         return detail::kWidens.holds(agent) || (agent.params.selection.formula == Selection::puct &&
                                                                 agent.params.selection.prior_visits <= 0);
                       }}},
        kTrees, params.selection.fpu);
  visit(Param{.name = "bias",
              .help = "progressive bias: adds bias * h / (n + 1), h the heuristic value in [0, 1]",
              .larger = "early visits follow the heuristic",
              .smaller = "visits follow results",
              .max = 1000,
              .needs = Ability::heuristic,
              .read = kByBound},
        kTrees, params.selection.bias);
  visit(Param{.name = "prior_visits",
              .help = "the heuristic value counts as this many visits",
              .larger = "results need more visits to overrule the heuristic",
              .smaller = "results count at once",
              .max = 1e6,
              .needs = Ability::heuristic,
              .read = kByBound},
        kTrees, params.selection.prior_visits);
  visit(Param{.name = "temperature",
              .help = "of the softmax from heuristic values to priors",
              .larger = "flatter priors",
              .smaller = "sharper priors",
              .min = 0.001,
              .max = 1000,
              .needs = Ability::heuristic,
              .read = {"with selection=puct and c above 0",
                       [](const Reader& agent) {
                         return agent.params.selection.formula == Selection::puct && agent.params.selection.c > 0;
                       }}},
        kTrees, params.selection.temperature);
  visit(Param{.name = "widen",
              .help = "progressive unpruning: actions open at a node are widen * visits^widen_alpha, best heuristic "
                      "value first (random order without heuristic); 0: all",
              .larger = "broader",
              .smaller = "narrower and deeper",
              .max = 1000,
              .read = detail::kWidens},
        kTrees, params.widening.factor);
  visit(Param{.name = "widen_alpha",
              .help = "exponent of widen",
              .larger = "opens faster",
              .smaller = "opens more slowly",
              .min = 0.01,
              .max = 1,
              .read = {"with widen above 0", [](const Reader& agent) { return agent.params.widening.factor > 0; }}},
        kTrees, params.widening.alpha);
  visit(Param{.name = "gamma",
              .help = "smooth: least share of UCB choices; exp3, regret: share of uniform choices",
              .larger = "more exploration",
              .smaller = "closer to the average or best-response strategy",
              .max = 1,
              .read = {"with selection=smooth, exp3 or regret",
                       [](const Reader& agent) {
                         return agent.params.selection.formula == Selection::smooth || !detail::chooses_by_bound(agent);
                       }}},
        kTrees, params.mixed.gamma);
  visit(Param{.name = "eta",
              .help = "share of UCB choices at a new node",
              .larger = "more UCB early",
              .smaller = "more averaging early",
              .max = 1,
              .read = {"with selection=smooth and gamma below 1",
                       [](const Reader& agent) {
                         return agent.params.selection.formula == Selection::smooth && agent.params.mixed.gamma < 1;
                       }}},
        kTrees, params.mixed.eta);
  visit(Param{.name = "decay",
              .help = "how fast that share falls with the square root of the visits",
              .larger = "turns to averaging sooner",
              .smaller = "stays with UCB longer",
              .max = 1000,
              .read = {"with selection=smooth and eta above gamma",
                       [](const Reader& agent) {
                         return agent.params.selection.formula == Selection::smooth &&
                                agent.params.mixed.eta > agent.params.mixed.gamma;
                       }}},
        kTrees, params.mixed.decay);
  visit(Param{.name = "implicit",
              .help = "implicit minimax: weight of the backed-up heuristic evaluations in selection",
              .larger = "follows evaluations",
              .smaller = "follows playouts",
              .max = 1,
              .needs = Ability::heuristic,
              .read = {"with selection=ucb1 or puct",
                       [](const Reader& agent) {
                         return agent.params.selection.formula == Selection::ucb1 ||
                                agent.params.selection.formula == Selection::puct;
                       }}},
        kSingleTree, params.selection.implicit);
  visit(Param{.name = "backup",
              .help = "maxn: everybody maximises its own reward; paranoid: the others minimise the searcher's"},
        kTrees, params.tree.backup);
  visit(Param{.name = "chance",
              .help = "chance events in the tree: averaged over, each outcome seen its own node, or only the first few "
                      "of them"},
        kTrees, params.chance.mode);
  constexpr ReadWhen kWidenedChance = {
      "with chance=widened", [](const Reader& agent) { return agent.params.chance.mode == ChanceMode::widened; }};
  visit(Param{.name = "chance_widen",
              .help = "outcomes with a node of their own are chance_widen * visits^chance_alpha; the rest share one",
              .larger = "reacts to more outcomes",
              .smaller = "statistics less thin",
              .min = 0.01,
              .max = 1000,
              .read = kWidenedChance},
        kTrees, params.chance.factor);
  visit(Param{.name = "chance_alpha",
              .help = "exponent of chance_widen",
              .larger = "new nodes sooner",
              .smaller = "new nodes later",
              .min = 0.01,
              .max = 1,
              .read = kWidenedChance},
        kTrees, params.chance.alpha);
  visit(Param{.name = "grave",
              .help = "GRAVE: an action's mean is blended with its mean as a later move (all moves as first), taken "
                      "from the nearest node above with this many visits; 0: off, 1: RAVE. Use a small c with it",
              .larger = "numbers from further up: steadier, less to the point",
              .smaller = "numbers from close by: to the point, noisier",
              .max = 1e9,
              .read = kByBound},
        kSingleTree, params.grave.visits);
  visit(Param{.name = "grave_bias",
              .help = "GRAVE: how soon an action's own mean takes over",
              .larger = "its own results count sooner",
              .smaller = "later moves count longer",
              .max = 1000,
              .read = {"with grave above 0", [](const Reader& agent) { return agent.params.grave.visits > 0; }}},
        kSingleTree, params.grave.bias);

  visit(
      Param{.name = "playout",
            .help = "how worlds are played out: at random, by the game's heuristic, by the mean of each action (MAST) "
                    "or of action sequences (NST), by the last good reply (LGRF-2)",
            .word = NeedyWord{"heuristic", Ability::heuristic},
            .read = {"with another cutoff than 0 (mo-ismcts with public_share and ris-mcts: always)",
                     [](const Reader& agent) {
                       // Seats that do not learn choose as in a playout where their trees know too little.
                       const bool has_bystanders =
                           agent.kind == ris_mcts || (agent.kind == mo_ismcts && agent.params.belief.public_share > 0);
                       return agent.params.playout.cutoff != 0 || has_bystanders;
                     }}},
      kSearches, params.playout.policy);
  visit(Param{.name = "epsilon",
              .help = "share of uniformly random actions in informed playouts",
              .larger = "more varied, weaker playouts",
              .smaller = "more of the policy's bias",
              .max = 1,
              .read = {"with another playout than uniform",
                       [](const Reader& agent) { return agent.params.playout.policy != PlayoutPolicy::uniform; }}},
        kSearches, params.playout.epsilon);
  visit(Param{.name = "cutoff",
              .help = "decisions played before the game's heuristic evaluates the position; -1: to the end of the game",
              .larger = "less of the evaluation's bias, more noise, slower",
              .smaller = "faster, trusts the evaluation",
              .min = -1,
              .max = 100000,
              .needs = Ability::heuristic},
        kSearches, params.playout.cutoff);
  visit(Param{.name = "reward",
              .help = "what is maximised, in [0, 1], ties shared: winning, rank, own points, points ahead of the best "
                      "other, the mean of winning and margin"},
        kSearches, params.reward.kind);
  visit(Param{.name = "score_scale",
              .help = "points that count as a clear difference in rewards by points and in evaluations; 0: the game's "
                      "own",
              .larger = "nearly linear in points",
              .smaller = "nearly only the sign counts",
              .max = 1e6,
              .read = {"with reward=score, margin or win_margin, with cutoff or with implicit",
                       [](const Reader& agent) {
                         return (agent.params.reward.kind != Reward::win && agent.params.reward.kind != Reward::rank) ||
                                agent.params.playout.cutoff >= 0 || agent.params.selection.implicit > 0;
                       }}},
        kSearches, params.reward.score_scale);
  visit(Param{.name = "final",
              .help = "the action played: most visits, highest mean, or drawn in proportion to visits (mixed "
                      "strategies)"},
        kSearches, params.final_choice);
  visit(Param{.name = "reuse",
              .help = "keep the part of the tree that still applies at the next decision of the same turn",
              .read = {"with recall=1", [](const Reader& agent) { return agent.params.belief.recall >= 1; }}},
        AgentKinds{ismcts, pom_ismcts}, params.tree.reuse);
  visit(Param{.name = "classes",
              .help = "merge actions that are exchangeable for the player to act",
              .needs = Ability::action_classes,
              .read = {"without cheat (mo-ismcts and ris-mcts: always)",
                       [](const Reader& agent) {
                         return !agent.cheats || agent.kind == mo_ismcts || agent.kind == ris_mcts;
                       }}},
        AgentKinds{ismcts, pom_ismcts, mo_ismcts, ris_mcts}, params.tree.classes);
  visit(Param{.name = "recall",
              .help = "memory: after each turn, everything it showed is forgotten with probability 1 - recall; below 1 "
                      "beliefs are no longer exact",
              .larger = "better memory",
              .smaller = "more forgetful",
              .max = 1,
              .needs = Ability::forgetting,
              .read = detail::kHonest},
        kBelieves, params.belief.recall);
  visit(Param{.name = "beliefs",
              .help = "what informed policies take the other seats to know: what is tracked from event to event, or "
                      "(exact) all that they are sure of, from whole sampled histories: takes three to four times as "
                      "long",
              .needs = Ability::informed_samples,
              .read = {"with recall=1", [](const Reader& agent) { return agent.params.belief.recall >= 1; }}},
        kSearches, params.belief.others);
  visit(Param{.name = "profile", .help = "time the phases of every iteration (a few percent slower)"}, kSearches,
        params.profile);
}

/// A value as a spec writes it.
std::string param_text(std::int64_t value);
std::string param_text(double value);
inline std::string param_text(int value) { return param_text(std::int64_t{value}); }
inline std::string param_text(bool value) { return value ? "on" : "off"; }
template <class Enum>
  requires(std::is_enum_v<Enum>)
std::string param_text(Enum value) {
  for (const auto& [enumerator, word] : words_of(value)) {
    if (enumerator == value) return std::string(word);
  }
  return {};
}

/// [parameters] the values as text, in the order of the list.
std::vector<std::string> param_texts(const SearchParams& params);

/// Throws InputError unless games with these abilities have the parameter, and this value of it.
void require_abilities(const Param& param, std::string_view value, const Abilities& abilities);

inline bool is_read(const Param& param, const Reader& agent) {
  return param.read.holds == nullptr || param.read.holds(agent);
}
/// "eta is read with selection=smooth only. ..."
[[noreturn]] void throw_unread(const Param& param);

/// Throws InputError if a parameter differs from its default that no kind of search would read in a game with these
/// abilities.
void check_params(const SearchParams& params, const Abilities& abilities);

}  // namespace atl
