/// Agents as text: `kind:name=value,name=value`, with the prefix `cheat:` for agents that are shown everything.
/// `ismcts:iterations=1000,c=0.7`, `greedy`, `cheat:ismcts:iterations=200`, `default`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/checks.hpp"

namespace atl {

/// One parameter of an agent kind, for parsing, validation and `atoll agents`.
struct ParameterInfo {
  enum class Type { integer, real, word };
  std::string name;
  Type type = Type::integer;
  std::string default_value;
  double min = 0, max = 0;         ///< inclusive range of numbers
  std::vector<std::string> words;  ///< allowed words
  std::string help;                ///< what it is, its unit, its source
  std::string larger, smaller;     ///< what larger and smaller values do
  std::string only_game;           ///< game it exists for; empty: all
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

/// A validated spec. `text` is canonical: parameters in the kind's order, defaults left out; equal behaviour, equal
/// text.
struct AgentSpec {
  std::string kind;
  bool cheats = false;
  std::vector<std::pair<std::string, std::string>> parameters;  ///< all of the kind, defaults filled in, in its order
  std::string text;

  /// Whether the kind has this parameter in this game.
  bool has(std::string_view name) const;
  /// The value of a parameter. Requires that the kind has it (and that it is a number).
  const std::string& word(std::string_view name) const;
  std::int64_t integer(std::string_view name) const;
  double real(std::string_view name) const;
  bool operator==(const AgentSpec&) const = default;
};

/// Reads a spec for `game`. Parameters that are not given, budgets aside, have the value they have in `default_spec` if
/// the kind knows them, so that `ismcts:iterations=2000` searches as the game's best agent does. `default` is replaced
/// by `default_spec` (the game's best agent) in full; parameters after it, as in `default:ms=100`, override those of
/// that spec. A time limit without a number of iterations is the whole budget. Throws InputError: unknown kind or
/// parameter (with "did you mean"), a value out of range, a parameter given twice.
AgentSpec parse_agent_spec(std::string_view text, std::string_view game, std::string_view default_spec);

}  // namespace atl
