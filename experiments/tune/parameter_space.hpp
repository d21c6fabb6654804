/// Which settings of an agent are tried: parameters with a finite list of values each, and the agent specs they make.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "agents/spec.hpp"

namespace atl {

struct TunedParameter {
  std::string name;
  std::vector<std::string> values;  ///< as they are written in a spec; two or more, all different
};

/// Reads `NAME=LOW:HIGH`, `NAME=LOW:HIGH:LEVELS` (evenly spaced, both ends included; 8 levels, or fewer where whole
/// numbers run out) or `NAME=a|b|c` for an agent kind. Throws InputError: a name the kind does not have (with "did you
/// mean"), numbers out of the parameter's range, LOW not below HIGH, words in a range, fewer than two values.
TunedParameter parse_tuned_parameter(std::string_view text, const AgentSpec& agent);

/// The agent with some parameters replaced, as text for a parser. `point`: [parameters] index of the value; negative:
/// as it is listed.
std::string spec_with(const AgentSpec& agent, const std::vector<TunedParameter>& parameters,
                      const std::vector<int>& point);

/// Number of settings; nothing above it matters, so it saturates at 2^63.
std::uint64_t space_size(const std::vector<TunedParameter>& parameters);

}  // namespace atl
