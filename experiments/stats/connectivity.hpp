/// Which agents can be put on one scale. The maximum-likelihood ratings of a paired-comparison or ranking model exist
/// iff everybody is, directly or through others, both better and worse than everybody else somewhere in the data: iff
/// the graph "i finished ahead of j" (a tie counts both ways) is strongly connected (Ford, Amer. Math. Monthly 64,
/// 1957; Hunter 2004, assumption 1).
#pragma once

#include <string>
#include <vector>

namespace atl::stats {

/// A directed graph on 0 .. size-1 as adjacency: edge(i, j) says i finished ahead of j.
class BeatsGraph {
 public:
  explicit BeatsGraph(int size) : size_(size), edge_(static_cast<std::size_t>(size) * static_cast<std::size_t>(size)) {}
  int size() const { return size_; }
  bool edge(int i, int j) const { return edge_[index(i, j)]; }
  void add(int i, int j) {
    if (i != j) edge_[index(i, j)] = true;
  }

  /// Strongly connected components, by smallest member, members ascending (Tarjan 1972).
  std::vector<std::vector<int>> strong_components() const;
  /// Components when the direction is ignored: islands that never met.
  std::vector<std::vector<int>> islands() const;

 private:
  std::size_t index(int i, int j) const {
    return static_cast<std::size_t>(i) * static_cast<std::size_t>(size_) + static_cast<std::size_t>(j);
  }
  int size_;
  std::vector<bool> edge_;
};

/// "{A, B} and {C}".
std::string describe_groups(const std::vector<std::vector<int>>& groups, const std::vector<std::string>& names);

}  // namespace atl::stats
