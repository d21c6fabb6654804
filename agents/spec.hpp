/// Agents as text: `kind:name=value,name=value`, with the prefix `cheat:` for agents that are shown everything.
/// `ismcts:iterations=1000,c=0.7`, `greedy`, `cheat:ismcts:iterations=200`, `default`, `default:iterations=200`.
///
/// A text means the same in every game and version: what is left out has the default that search/params_list.hpp lists.
/// `default` is the game's best agent; it is printed and stored in full. `default:kind=pimc` is another kind of agent
/// with its settings.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/core/abilities.hpp"
#include "search/params.hpp"

namespace atl {

/// One parameter of an agent kind, for `atoll agents` and for tuning: an entry of the list as plain data.
struct ParameterInfo {
  enum class Type { integer, real, word };
  std::string name;
  Type type = Type::integer;
  std::string default_value;
  double min = 0, max = 0;         ///< inclusive range of numbers
  std::vector<std::string> words;  ///< allowed words
  std::string help;                ///< what it is, its unit, its source
  std::string larger, smaller;     ///< what larger and smaller values do
  std::string read;                ///< when it is read ("with selection=smooth"); empty: always
  std::string needs;               ///< ability of the game; empty: none
};

/// One kind of agent.
struct AgentKindInfo {
  std::string kind;
  std::string help;       ///< what it does and when to use something else
  bool searches = false;  ///< whether `cheat:` makes sense for it
  std::vector<ParameterInfo> parameters;
};

/// All kinds, in the order in which they are listed to users.
const std::vector<AgentKindInfo>& agent_kinds();

/// A validated agent. Parameters that it does not read have their defaults.
struct AgentSpec {
  std::string kind;
  bool cheats = false;
  SearchParams params;
  std::string text;  ///< canonical: parameters in the order of the list, defaults left out

  /// Whether the value of this parameter matters to it.
  bool reads(std::string_view name) const;
  /// Equal behaviour, equal text.
  bool operator==(const AgentSpec& other) const { return text == other.text; }
};

/// What the text of an agent depends on: what its game can do, and the agent that plays it best.
struct AgentContext {
  Abilities abilities;
  std::string_view default_spec;
};
template <class G>
constexpr AgentContext agent_context() {
  return {.abilities = abilities_of<G>(), .default_spec = default_spec_of<G>()};
}

/// What to do with a parameter that is not read under the others given.
enum class Unread { refuse, drop };

/// Reads a spec. `default` is replaced by the context's in full; parameters after it, as in `default:ms=100`, override
/// those of that spec, and those of that spec that the agent no longer has or reads go. A time limit without a number
/// of iterations is the whole budget. Throws InputError: unknown kind or parameter (with "did you mean"), a value out
/// of range, a parameter given twice, one that the game has no use for, one that is not read.
AgentSpec parse_agent_spec(std::string_view text, const AgentContext& context, Unread unread = Unread::refuse);

}  // namespace atl
