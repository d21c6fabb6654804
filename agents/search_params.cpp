#include "agents/search_params.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace atl {

namespace {

template <class Enum, std::size_t N>
void read_word(const AgentSpec& spec, std::string_view name, const std::array<std::string_view, N>& words, Enum& out) {
  if (!spec.has(name)) return;
  const auto found = std::find(words.begin(), words.end(), spec.word(name));
  out = static_cast<Enum>(found - words.begin());
}
void read_switch(const AgentSpec& spec, std::string_view name, bool& out) {
  if (spec.has(name)) out = spec.word(name) == "on";
}
void read_real(const AgentSpec& spec, std::string_view name, double& out) {
  if (spec.has(name)) out = spec.real(name);
}
void read_int(const AgentSpec& spec, std::string_view name, int& out) {
  if (spec.has(name)) out = static_cast<int>(spec.integer(name));
}

}  // namespace

SearchParams search_params(const AgentSpec& spec) {
  SearchParams p;
  if (spec.has("iterations")) p.budget.iterations = spec.integer("iterations");
  read_real(spec, "ms", p.budget.ms);
  read_real(spec, "tree_mb", p.budget.tree_mb);
  read_int(spec, "trees", p.parallel.trees);
  read_int(spec, "threads", p.parallel.threads);
  read_word(spec, "parallel", std::array<std::string_view, 2>{"root", "tree"}, p.parallel.mode);
  read_int(spec, "virtual_loss", p.parallel.virtual_loss);
  // Words in the order of the enumerators.
  read_word(spec, "selection", std::array<std::string_view, 6>{"ucb1", "tuned", "puct", "smooth", "exp3", "regret"},
            p.selection.formula);
  read_real(spec, "c", p.selection.c);
  read_real(spec, "fpu", p.selection.fpu);
  read_real(spec, "bias", p.selection.bias);
  read_real(spec, "prior_visits", p.selection.prior_visits);
  read_real(spec, "temperature", p.selection.temperature);
  read_real(spec, "widen", p.widening.factor);
  read_real(spec, "widen_alpha", p.widening.alpha);
  read_real(spec, "gamma", p.mixed.gamma);
  read_real(spec, "eta", p.mixed.eta);
  read_real(spec, "decay", p.mixed.decay);
  read_real(spec, "implicit", p.selection.implicit);
  read_int(spec, "grave", p.grave.visits);
  read_real(spec, "grave_bias", p.grave.bias);
  read_word(spec, "playout", std::array<std::string_view, 5>{"uniform", "heuristic", "mast", "nst", "lgr"},
            p.playout.policy);
  read_real(spec, "epsilon", p.playout.epsilon);
  read_int(spec, "cutoff", p.playout.cutoff);
  read_word(spec, "reward", std::array<std::string_view, 5>{"win", "rank", "score", "margin", "win_margin"},
            p.reward.kind);
  read_real(spec, "score_scale", p.reward.score_scale);
  read_word(spec, "backup", std::array<std::string_view, 2>{"maxn", "paranoid"}, p.tree.backup);
  read_word(spec, "chance", std::array<std::string_view, 3>{"open_loop", "observed", "widened"}, p.chance.mode);
  read_real(spec, "chance_widen", p.chance.factor);
  read_real(spec, "chance_alpha", p.chance.alpha);
  read_word(spec, "final", std::array<std::string_view, 3>{"visits", "mean", "sample"}, p.final_choice);
  read_switch(spec, "reuse", p.tree.reuse);
  read_switch(spec, "classes", p.tree.classes);
  read_switch(spec, "profile", p.profile);
  read_word(spec, "beliefs", std::array<std::string_view, 2>{"tracked", "exact"}, p.belief.others);
  read_int(spec, "worlds", p.belief.worlds);
  read_word(spec, "allocation", std::array<std::string_view, 3>{"uniform", "ucb1", "halving"}, p.allocation);
  read_real(spec, "public_share", p.belief.public_share);
  read_int(spec, "records", p.belief.records);
  return p;
}

}  // namespace atl
