/// From the text of a spec to the run-time choices of a search.
#pragma once

#include "agents/spec.hpp"
#include "search/params.hpp"

namespace atl {

/// Parameters that the spec's kind does not have keep their defaults.
SearchParams search_params(const AgentSpec& spec);

}  // namespace atl
