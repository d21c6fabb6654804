// The parameter tables: what exists, its range, and what larger and smaller values do. A table, hence its length.
#include "agents/spec.hpp"

namespace atl {

namespace {

using Parameters = std::vector<ParameterInfo>;

struct Number {
  double min, max;
};
struct Effect {
  const char* larger;
  const char* smaller;
};

ParameterInfo integer(const char* name, const char* value, Number range, const char* help, Effect effect) {
  return {.name = name,
          .type = ParameterInfo::Type::integer,
          .default_value = value,
          .min = range.min,
          .max = range.max,
          .words = {},
          .help = help,
          .larger = effect.larger,
          .smaller = effect.smaller,
          .only_game = {}};
}
ParameterInfo real(const char* name, const char* value, Number range, const char* help, Effect effect) {
  return {.name = name,
          .type = ParameterInfo::Type::real,
          .default_value = value,
          .min = range.min,
          .max = range.max,
          .words = {},
          .help = help,
          .larger = effect.larger,
          .smaller = effect.smaller,
          .only_game = {}};
}
ParameterInfo word(const char* name, const char* value, std::vector<std::string> words, const char* help) {
  return {.name = name,
          .type = ParameterInfo::Type::word,
          .default_value = value,
          .min = 0,
          .max = 0,
          .words = std::move(words),
          .help = help,
          .larger = {},
          .smaller = {},
          .only_game = {}};
}
ParameterInfo only(const char* game, ParameterInfo info) {
  info.only_game = game;
  return info;
}

Parameters operator+(Parameters left, const Parameters& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

Parameters budget() {
  return {
      integer("iterations", "1000", {0, 1e12},
              "iterations per decision, all logical trees together; without limit if only ms is given",
              {"stronger and slower", "faster; 0 or 1 still give a legal action"}),
      real("ms", "0", {0, 1e9}, "milliseconds per decision, 0: no limit; results are then not reproducible",
           {"stronger and slower", "faster"}),
      real("tree_mb", "256", {1, 1e6},
           "memory for the trees in MiB; when it is used up the tree stops growing and the search goes on in it",
           {"the tree keeps growing in long searches", "less memory; long searches refine the upper part only"}),
      integer("trees", "1", {1, 64},
              "independent logical trees that share the iterations and add up their numbers (root parallel)",
              {"more can run at once; less deep, results average over more worlds", "deeper"}),
      integer("threads", "1", {1, 256},
              "threads that run the logical trees; changes the result with parallel=tree only",
              {"faster, up to the number of trees", "leaves cores to other games"}),
  };
}
Parameters shared_tree() {
  return {
      word("parallel", "root", {"root", "tree"},
           "what threads share: nothing (root: each logical tree has its own) or one tree (tree: deeper, with virtual "
           "loss; "
           "with more than one thread NOT REPRODUCIBLE)"),
      integer("virtual_loss", "1", {1, 1000}, "parallel=tree: lost visits that an edge has while a thread is below it",
              {"threads spread further apart", "threads follow the best line together"}),
  };
}

Parameters playout() {
  return {
      word("playout", "uniform", {"uniform", "heuristic", "mast", "nst", "lgr"},
           "how worlds are played out: at random, by the game's heuristic, by the mean of each action (MAST) or of "
           "action sequences (NST), by the last good reply (LGRF-2)"),
      real("epsilon", "0.2", {0, 1}, "share of uniformly random actions in informed playouts",
           {"more varied, weaker playouts", "more of the policy's bias"}),
      integer("cutoff", "-1", {-1, 100000},
              "decisions played before the game's heuristic evaluates the position; -1: to the end of the game",
              {"less of the evaluation's bias, more noise, slower", "faster, trusts the evaluation"}),
  };
}

Parameters reward() {
  return {
      word("reward", "win", {"win", "rank", "score", "margin", "win_margin"},
           "what is maximised, in [0, 1], ties shared: winning, rank, own points, points ahead of the best other, the "
           "mean of winning and margin"),
      real("score_scale", "0", {0, 1e6},
           "points that count as a clear difference in score, margin, win_margin and in evaluations; 0: the game's own",
           {"nearly linear in points", "nearly only the sign counts"}),
  };
}

Parameters selection() {
  return {
      word("selection", "ucb1", {"ucb1", "tuned", "puct", "smooth", "exp3", "regret"},
           "choice of the edge: UCB1 or UCB1-Tuned with availability counts, PUCT with heuristic priors, Smooth UCT, "
           "EXP3 and regret matching (for hidden simultaneous choices; use them with final=sample)"),
      real("c", "0.7", {0, 100}, "exploration constant of ucb1, tuned, puct and smooth, for rewards in [0, 1]",
           {"broader search", "greedier search"}),
      real("fpu", "1000", {0, 1000},
           "first-play urgency: bound that an untried action is taken to have; 1000: untried actions come first (puct: "
           "they count as the node's mean)",
           {"tries everything early", "follows good actions before trying others"}),
      real("bias", "0", {0, 1000}, "progressive bias: adds bias * h / (n + 1), h the heuristic value in [0, 1]",
           {"early visits follow the heuristic", "visits follow results"}),
      real("prior_visits", "0", {0, 1e6}, "the heuristic value counts as this many visits",
           {"results need more visits to overrule the heuristic", "results count at once"}),
      real("temperature", "0.2", {0.001, 1000}, "puct: of the softmax from heuristic values to priors",
           {"flatter priors", "sharper priors"}),
      real("widen", "0", {0, 1000},
           "progressive unpruning: actions open at a node are widen * visits^widen_alpha, best heuristic value first "
           "(random order without heuristic); 0: all",
           {"broader", "narrower and deeper"}),
      real("widen_alpha", "0.5", {0.01, 1}, "exponent of widen", {"opens faster", "opens more slowly"}),
      real("gamma", "0.1", {0, 1}, "smooth: least share of UCB choices; exp3, regret: share of uniform choices",
           {"more exploration", "closer to the average or best-response strategy"}),
      real("eta", "0.9", {0, 1}, "smooth: share of UCB choices at a new node",
           {"more UCB early", "more averaging early"}),
      real("decay", "0.001", {0, 1000}, "smooth: how fast that share falls with the square root of the visits",
           {"turns to averaging sooner", "stays with UCB longer"}),
      real("implicit", "0", {0, 1},
           "implicit minimax: weight of the backed-up heuristic evaluations in selection (ucb1, puct)",
           {"follows evaluations", "follows playouts"}),
      word("backup", "maxn", {"maxn", "paranoid"},
           "maxn: everybody maximises its own reward; paranoid: the others minimise the searcher's"),
      word("chance", "open_loop", {"open_loop", "observed", "widened"},
           "chance events in the tree: averaged over, each outcome seen its own node, or only the first few of them"),
      real("chance_widen", "2", {0.01, 1000},
           "chance=widened: outcomes with a node of their own are chance_widen * visits^chance_alpha; the rest share "
           "one",
           {"reacts to more outcomes", "statistics less thin"}),
      real("chance_alpha", "0.4", {0.01, 1}, "exponent of chance_widen", {"new nodes sooner", "new nodes later"}),
  };
}

Parameters final_choice() {
  return {word("final", "visits", {"visits", "mean", "sample"},
               "the action played: most visits, highest mean, or drawn in proportion to visits (mixed strategies)")};
}
Parameters one_tree() {
  return {
      integer("grave", "0", {0, 1000000000},
              "GRAVE: an action's mean is blended with its mean as a later move (all moves as first), taken from the "
              "nearest node above with this many visits; 0: off, 1: RAVE. Use a small c with it",
              {"numbers from further up: steadier, less to the point", "numbers from close by: to the point, noisier"}),
      real("grave_bias", "0.001", {0, 1000}, "GRAVE: how soon an action's own mean takes over",
           {"its own results count sooner", "later moves count longer"}),
  };
}
Parameters classes() {
  return {only(
      "reef_rescue",
      word("classes", "on", {"on", "off"},
           "merge actions that are exchangeable for the player to act (flips of cells nobody knows anything of)"))};
}
Parameters reuse() {
  return {word("reuse", "on", {"on", "off"},
               "keep the part of the tree that still applies at the next decision of the same turn")};
}

/// What ends every list of a kind that keeps beliefs; those that search also ask what others believe.
Parameters recall() {
  return {only("reef_rescue",
               real("recall", "1", {0, 1},
                    "memory: after each turn, every face it showed is forgotten with probability 1 - recall; below 1 "
                    "beliefs are no longer exact",
                    {"better memory", "more forgetful"}))};
}
Parameters belief() {
  return recall() +
         Parameters{
             only("reef_rescue",
                  word("beliefs", "tracked", {"tracked", "exact"},
                       "what informed policies take the other seats to know: the cells tracked from event to event, or "
                       "(exact) every cell they are sure of, from whole sampled histories: takes three to four times "
                       "as long; needs "
                       "recall=1"))};
}
Parameters profile() {
  return {word("profile", "off", {"off", "on"}, "time the phases of every iteration (a few percent slower)")};
}

}  // namespace

const std::vector<AgentKindInfo>& agent_kinds() {
  static const std::vector<AgentKindInfo> kinds = {
      {.kind = "random",
       .help = "plays uniformly at random and keeps no beliefs: the zero of every scale",
       .searches = false,
       .parameters = {}},
      {.kind = "greedy",
       .help = "samples a world and plays the game's heuristic in it: fast, knows no future",
       .searches = false,
       .parameters = recall()},
      {.kind = "flat",
       .help = "flat Monte Carlo, no tree: a bandit over the legal actions. Good with a good playout policy and few "
               "iterations",
       .searches = true,
       .parameters = budget() +
                     Parameters{word("allocation", "halving", {"halving", "ucb1", "uniform"},
                                     "how iterations are shared out: sequential halving, UCB1, or evenly"),
                                real("c", "0.7", {0, 100}, "exploration constant of allocation=ucb1",
                                     {"more even", "greedier"})} +
                     playout() + reward() + final_choice() + belief() + profile()},
      {.kind = "pimc",
       .help = "determinized UCT: a tree per sampled world, roots added up. Fast per iteration; believes it will know "
               "hidden facts later (strategy fusion)",
       .searches = true,
       .parameters = budget() +
                     Parameters{integer("worlds", "40", {1, 1000000}, "worlds the iterations are shared out over",
                                        {"covers more of the hidden facts", "deeper trees"})} +
                     selection() + one_tree() + playout() + reward() + final_choice() + belief() + profile()},
      {.kind = "ismcts",
       .help = "single-observer information set MCTS: one tree, a new world every iteration. The default choice",
       .searches = true,
       .parameters = budget() + shared_tree() + selection() + one_tree() + playout() + reward() + final_choice() +
                     reuse() + classes() + belief() + profile()},
      {.kind = "pom-ismcts",
       .help =
           "single-observer ISMCTS with partially observable moves: what cannot be seen of others' actions is not in "
           "the tree. Others then act at random within what looks the same",
       .searches = true,
       .parameters = budget() + selection() + one_tree() + playout() + reward() + final_choice() + reuse() + classes() +
                     belief() + profile()},
      {.kind = "mo-ismcts",
       .help = "multiple-observer ISMCTS: a tree per seat. With public_share the searcher's secrets keep their worth: "
               "use it where hiding something matters",
       .searches = true,
       .parameters =
           budget() +
           Parameters{real("public_share", "0", {0, 0.95},
                           "share of iterations on worlds of the public belief, from which the opponents' "
                           "trees learn",
                           {"better models of what opponents can know", "more iterations for the decision"})} +
           selection() + playout() + reward() + final_choice() + classes() + belief() + profile()},
      {.kind = "ris-mcts",
       .help = "re-determinizing ISMCTS: other seats learn from worlds drawn from what they may believe. Slower start "
               "than mo-ismcts, needs no public belief",
       .searches = true,
       .parameters = budget() +
                     Parameters{integer("records", "16", {1, 100000},
                                        "histories from which other seats' beliefs are built, per logical tree",
                                        {"beliefs of others better covered", "less preparation"})} +
                     selection() + playout() + reward() + final_choice() + classes() + belief() + profile()},
  };
  return kinds;
}

}  // namespace atl
