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
  if (spec.has("iterations")) p.iterations = spec.integer("iterations");
  read_real(spec, "ms", p.ms);
  read_real(spec, "tree_mb", p.tree_mb);
  read_int(spec, "trees", p.trees);
  read_int(spec, "threads", p.threads);
  read_word(spec, "parallel", std::array<std::string_view, 2>{"root", "tree"}, p.parallel);
  read_int(spec, "virtual_loss", p.virtual_loss);
  // Words in the order of the enumerators.
  read_word(spec, "selection", std::array<std::string_view, 6>{"ucb1", "tuned", "puct", "smooth", "exp3", "regret"},
            p.selection);
  read_real(spec, "c", p.c);
  read_real(spec, "fpu", p.fpu);
  read_real(spec, "bias", p.bias);
  read_real(spec, "prior_visits", p.prior_visits);
  read_real(spec, "temperature", p.temperature);
  read_real(spec, "widen", p.widen);
  read_real(spec, "widen_alpha", p.widen_alpha);
  read_real(spec, "gamma", p.gamma);
  read_real(spec, "eta", p.eta);
  read_real(spec, "decay", p.decay);
  read_real(spec, "implicit", p.implicit);
  read_int(spec, "grave", p.grave);
  read_real(spec, "grave_bias", p.grave_bias);
  read_word(spec, "playout", std::array<std::string_view, 5>{"uniform", "heuristic", "mast", "nst", "lgr"}, p.playout);
  read_real(spec, "epsilon", p.epsilon);
  read_int(spec, "cutoff", p.cutoff);
  read_word(spec, "reward", std::array<std::string_view, 5>{"win", "rank", "score", "margin", "win_margin"}, p.reward);
  read_real(spec, "score_scale", p.score_scale);
  read_word(spec, "backup", std::array<std::string_view, 2>{"maxn", "paranoid"}, p.backup);
  read_word(spec, "chance", std::array<std::string_view, 3>{"open_loop", "observed", "widened"}, p.chance);
  read_real(spec, "chance_widen", p.chance_widen);
  read_real(spec, "chance_alpha", p.chance_alpha);
  read_word(spec, "final", std::array<std::string_view, 3>{"visits", "mean", "sample"}, p.final_choice);
  read_switch(spec, "reuse", p.reuse);
  read_switch(spec, "classes", p.classes);
  read_word(spec, "order", std::array<std::string_view, 2>{"any", "canonical"}, p.order);
  read_switch(spec, "table", p.table);
  read_switch(spec, "profile", p.profile);
  read_word(spec, "beliefs", std::array<std::string_view, 2>{"tracked", "exact"}, p.beliefs);
  read_int(spec, "worlds", p.worlds);
  read_word(spec, "allocation", std::array<std::string_view, 3>{"uniform", "ucb1", "halving"}, p.allocation);
  read_real(spec, "public_share", p.public_share);
  read_int(spec, "records", p.records);
  return p;
}

}  // namespace atl
