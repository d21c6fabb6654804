/// What the mover can choose from at a node in one world: the options of that world (keys ascending), met with the
/// node's edges. The legal set differs from world to world, so that a node is a subset-armed bandit: the arms are
/// those edges that are legal now.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "engine/core/rng.hpp"
#include "search/tree.hpp"

namespace atl {

/// An option that has an edge.
struct Arm {
  EdgeId edge;
  std::uint32_t option;
};

class Arms {
 public:
  /// Makes room for as many options as a node can have, so that a running search allocates nothing.
  explicit Arms(std::size_t max_options) : arms_(max_options), untried_(max_options) {}

  /// Merges the options with the edges of `id`.
  void match(Tree& tree, NodeId id, std::span<const Action> keys);

  /// Adds the edges that are missing, available once, and matches again; what the byte limit keeps out stays untried.
  /// `priors`: by option, or empty.
  void open_all(Tree& tree, NodeId id, std::span<const Action> keys, std::span<const float> priors);

  /// Every arm could have been chosen once more.
  void count_availability(Tree& tree, NodeId id) const;

  std::span<const Arm> tried() const { return {arms_.data(), num_arms_}; }
  /// Options without an edge, ascending.
  std::span<const std::uint32_t> untried() const { return {untried_.data(), num_untried_}; }

  /// The average strategy so far: an index into tried(), in proportion to visits. Requires an arm.
  std::size_t sample_by_visits(const Tree& tree, Rng& rng) const;

 private:
  std::vector<Arm> arms_;
  std::vector<std::uint32_t> untried_;
  std::size_t num_arms_ = 0, num_untried_ = 0;
};

/// The index of the largest of `values` (at least one), ties at random.
std::size_t argmax(std::span<const float> values, Rng& rng);

}  // namespace atl
