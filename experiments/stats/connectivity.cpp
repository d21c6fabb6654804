#include "experiments/stats/connectivity.hpp"

#include <algorithm>
#include <functional>

#include "engine/core/text.hpp"

namespace atl::stats {
namespace {

std::vector<std::vector<int>> ordered(std::vector<std::vector<int>> groups) {
  for (std::vector<int>& group : groups) std::sort(group.begin(), group.end());
  std::sort(groups.begin(), groups.end());
  return groups;
}

}  // namespace

std::vector<std::vector<int>> BeatsGraph::strong_components() const {
  const auto n = static_cast<std::size_t>(size_);
  std::vector<std::vector<int>> components;
  std::vector<int> order(n, -1), low(n, 0), stack;
  std::vector<bool> on_stack(n, false);
  int next = 0;
  const std::function<void(int)> visit = [&](int v) {
    const auto vi = static_cast<std::size_t>(v);
    order[vi] = low[vi] = next++;
    stack.push_back(v);
    on_stack[vi] = true;
    for (int w = 0; w < size_; ++w) {
      const auto wi = static_cast<std::size_t>(w);
      if (!edge(v, w)) continue;
      if (order[wi] < 0) {
        visit(w);
        low[vi] = std::min(low[vi], low[wi]);
      } else if (on_stack[wi]) {
        low[vi] = std::min(low[vi], order[wi]);
      }
    }
    if (low[vi] != order[vi]) return;
    components.emplace_back();
    int member = -1;
    do {
      member = stack.back();
      stack.pop_back();
      on_stack[static_cast<std::size_t>(member)] = false;
      components.back().push_back(member);
    } while (member != v);
  };
  for (int v = 0; v < size_; ++v) {
    if (order[static_cast<std::size_t>(v)] < 0) visit(v);
  }
  return ordered(std::move(components));
}

std::vector<std::vector<int>> BeatsGraph::islands() const {
  BeatsGraph both = *this;
  for (int i = 0; i < size_; ++i) {
    for (int j = 0; j < size_; ++j) {
      if (edge(i, j)) both.add(j, i);
    }
  }
  return both.strong_components();
}

std::string describe_groups(const std::vector<std::vector<int>>& groups, const std::vector<std::string>& names) {
  std::vector<std::string> parts;
  for (const std::vector<int>& group : groups) {
    std::vector<std::string> members;
    for (const int i : group) members.push_back(names[static_cast<std::size_t>(i)]);
    parts.push_back("{" + join(members, ", ") + "}");
  }
  return join(parts, " and ");
}

}  // namespace atl::stats
