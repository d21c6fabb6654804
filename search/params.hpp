/// The run-time choices of a search: read once per node or per playout, never per action. What each is called in a
/// spec, what larger and smaller values do and when it is read: params_list.hpp.
///
/// The words of an enum stand beside its enumerators, in the order in which users see them: words_of(Enum{}).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

namespace atl {

template <class Enum, std::size_t N>
using Words = std::array<std::pair<Enum, std::string_view>, N>;

enum class Selection : std::uint8_t { ucb1, tuned, puct, smooth, exp3, regret };
constexpr Words<Selection, 6> words_of(Selection) {
  using enum Selection;
  return {{{ucb1, "ucb1"}, {tuned, "tuned"}, {puct, "puct"}, {smooth, "smooth"}, {exp3, "exp3"}, {regret, "regret"}}};
}

enum class PlayoutPolicy : std::uint8_t { uniform, heuristic, mast, nst, lgr };
constexpr Words<PlayoutPolicy, 5> words_of(PlayoutPolicy) {
  using enum PlayoutPolicy;
  return {{{uniform, "uniform"}, {heuristic, "heuristic"}, {mast, "mast"}, {nst, "nst"}, {lgr, "lgr"}}};
}

enum class Reward : std::uint8_t { win, rank, score, margin, win_margin };
constexpr Words<Reward, 5> words_of(Reward) {
  using enum Reward;
  return {{{win, "win"}, {rank, "rank"}, {score, "score"}, {margin, "margin"}, {win_margin, "win_margin"}}};
}

enum class ChanceMode : std::uint8_t { open_loop, observed, widened };
constexpr Words<ChanceMode, 3> words_of(ChanceMode) {
  using enum ChanceMode;
  return {{{open_loop, "open_loop"}, {observed, "observed"}, {widened, "widened"}}};
}

enum class BackUp : std::uint8_t { maxn, paranoid };
constexpr Words<BackUp, 2> words_of(BackUp) {
  using enum BackUp;
  return {{{maxn, "maxn"}, {paranoid, "paranoid"}}};
}

enum class FinalChoice : std::uint8_t { visits, mean, sample };
constexpr Words<FinalChoice, 3> words_of(FinalChoice) {
  using enum FinalChoice;
  return {{{visits, "visits"}, {mean, "mean"}, {sample, "sample"}}};
}

enum class Allocation : std::uint8_t { uniform, ucb1, halving };
constexpr Words<Allocation, 3> words_of(Allocation) {
  using enum Allocation;
  return {{{halving, "halving"}, {ucb1, "ucb1"}, {uniform, "uniform"}}};
}

enum class Beliefs : std::uint8_t { tracked, exact };
constexpr Words<Beliefs, 2> words_of(Beliefs) {
  using enum Beliefs;
  return {{{tracked, "tracked"}, {exact, "exact"}}};
}

enum class Parallel : std::uint8_t { root, tree };
constexpr Words<Parallel, 2> words_of(Parallel) {
  using enum Parallel;
  return {{{root, "root"}, {tree, "tree"}}};
}

/// Any combination; the first that is used up ends the search.
struct BudgetParams {
  static constexpr std::int64_t kUnlimited = 1'000'000'000'000;

  std::int64_t iterations = 1000;
  double ms = 0;         ///< 0: no time limit
  double tree_mb = 256;  ///< all logical trees together
};

struct ParallelParams {
  int trees = 1;                   ///< logical trees; part of the result
  int threads = 1;                 ///< threads that run them; no part of the result, unless they share a tree
  Parallel mode = Parallel::root;  ///< tree: the threads work in one tree
  int virtual_loss = 1;            ///< mode tree: lost visits that an edge has while a thread is below it
};

struct SelectionParams {
  Selection formula = Selection::ucb1;
  double c = 0.7;            ///< exploration constant of ucb1, tuned, puct and smooth
  double fpu = kForceFirst;  ///< urgency of an untried action; kForceFirst: untried ones come first
  double bias = 0;           ///< weight of progressive bias
  double prior_visits = 0;   ///< a heuristic value counts as this many visits
  double temperature = 0.2;  ///< of the softmax that turns heuristic values into priors (puct)
  double implicit = 0;       ///< weight of the minimax of heuristic evaluations

  static constexpr double kForceFirst = 1000;
};

/// Selection formulas that mix strategies.
struct MixedParams {
  double gamma = 0.1;    ///< smooth: least share of ucb choices; exp3 and regret: share of uniform ones
  double eta = 0.9;      ///< smooth: share of ucb choices at a new node
  double decay = 0.001;  ///< smooth: how fast that share falls with the square root of the visits
};

/// Actions open at a node: factor * visits^alpha.
struct WideningParams {
  double factor = 0;  ///< 0: all are open
  double alpha = 0.5;
};

struct GraveParams {
  int visits = 0;      ///< from which a node's all-moves-as-first numbers count; 0: they are not kept
  double bias = 1e-3;  ///< how soon an edge's own mean takes over from them
};

struct TreeParams {
  BackUp backup = BackUp::maxn;
  bool reuse = true;    ///< keep the subtree between the decisions of one turn
  bool classes = true;  ///< merge actions that the game calls exchangeable
};

struct PlayoutParams {
  PlayoutPolicy policy = PlayoutPolicy::uniform;
  double epsilon = 0.2;  ///< share of uniform actions in informed playouts
  int cutoff = -1;       ///< decisions played before evaluating; -1: to the end
};

struct RewardParams {
  Reward kind = Reward::win;
  double score_scale = 0;  ///< points that count as a clear difference; 0: the game's own
};

/// Outcomes with a node of their own in mode widened: factor * visits^alpha.
struct ChanceParams {
  ChanceMode mode = ChanceMode::open_loop;
  double factor = 2;
  double alpha = 0.4;
};

struct BeliefParams {
  double recall = 1;                  ///< what a turn showed is forgotten with probability 1 - recall
  Beliefs others = Beliefs::tracked;  ///< exact: worlds say exactly what the other seats are sure of
  int worlds = 40;                    ///< pimc: determinizations
  double public_share = 0;            ///< mo-ismcts: share of iterations on worlds of the public belief
  int records = 16;                   ///< ris-mcts: histories from which other seats' beliefs are built
};

struct SearchParams {
  BudgetParams budget = {};
  ParallelParams parallel = {};
  SelectionParams selection = {};
  MixedParams mixed = {};
  WideningParams widening = {};
  GraveParams grave = {};
  TreeParams tree = {};
  PlayoutParams playout = {};
  RewardParams reward = {};
  ChanceParams chance = {};
  BeliefParams belief = {};
  Allocation allocation = Allocation::halving;  ///< flat
  FinalChoice final_choice = FinalChoice::visits;
  bool profile = false;  ///< time the phases of every iteration
};

}  // namespace atl
