/// Inside the ratings library: a log of games compiled into distinct patterns and how often each occurred per block,
/// so that a fit, a bootstrap draw and a block's score vector all cost patterns, not games.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "experiments/stats/connectivity.hpp"
#include "experiments/stats/ratings.hpp"

namespace atl::stats::detail {

/// Log-likelihoods of patterns. Parameters: theta [agents], seat parameters, tie parameters.
class PatternLikelihood {
 public:
  virtual ~PatternLikelihood() = default;
  /// Adds weight times value, gradient and (unless null) Hessian of one pattern's log-likelihood at x.
  virtual void add(int pattern, double weight, const Eigen::VectorXd& x, double& value, Eigen::VectorXd& gradient,
                   Eigen::MatrixXd* hessian) const = 0;
};

struct PatternCount {
  int block = 0;  ///< dense, from 0
  int pattern = 0;
  double count = 0;
};

/// Agents on a common scale each. Compiled for groups, a log keeps the results within them.
struct Groups {
  std::vector<std::vector<int>> members;
  std::vector<int> of;  ///< [agents]
};

/// Everybody in one.
Groups one_group(int agents);
/// The strong components of the graph "finished ahead of", better ones first.
Groups strong_groups(const BeatsGraph& graph);

struct CompiledLog {
  std::vector<std::string> agents;
  int num_seats = 0;  ///< seats in the data
  int seat_parameters = 0;
  int num_patterns = 0;
  int num_blocks = 0;
  double total = 0;  ///< games
  std::vector<int> tie_sizes;
  TieModel tie_model = TieModel::davidson;
  std::vector<PatternCount> counts;
  std::unique_ptr<PatternLikelihood> likelihood;
  BeatsGraph agent_graph{0};
  BeatsGraph seat_graph{0};
  bool decisive = false;       ///< some stage did not end in a tie of all that were left
  std::vector<int> only_seat;  ///< [agents] the seat it always sat in, or -1
  Groups groups;               ///< those the log was compiled for
  std::map<std::pair<int, int>, OneSided> one_sided;
  Eigen::MatrixXd seat_map;   ///< [num_seats x seat_parameters] seat effects from parameters; also their free basis
  Eigen::VectorXd tie_start;  ///< [tie_sizes]

  int num_agents() const { return static_cast<int>(agents.size()); }
  int num_parameters() const { return num_agents() + seat_parameters + static_cast<int>(tie_sizes.size()); }
};

/// Both throw InputError on indices out of range or negative counts and DataError on an empty log.
CompiledLog compile(const PairLog& log, const RatingOptions& options, Groups groups);
CompiledLog compile(const RankingLog& log, const RatingOptions& options, Groups groups);

/// Counts in how many blocks one side of a pair finished ahead of the other, by the seats they held.
class OneSidedCounts {
 public:
  void add(int better, int worse, int better_seats, int worse_seats, int num_players, int block);
  /// Of several distributions of the seats the one with the strongest bound.
  std::map<std::pair<int, int>, OneSided> finish() const;

 private:
  struct Key {
    int better, worse, better_seats, worse_seats, num_players;
    auto operator<=>(const Key&) const = default;
  };
  std::map<Key, std::set<int>> blocks_;
};

/// [n x n-1] orthonormal columns, each adding up to 0.
Eigen::MatrixXd sum_zero_basis(int n);

/// Maps block numbers to 0, 1, ... in ascending order.
class BlockIndex {
 public:
  explicit BlockIndex(std::vector<std::int64_t> blocks);
  int size() const { return static_cast<int>(sorted_.size()); }
  int operator()(std::int64_t block) const;

 private:
  std::vector<std::int64_t> sorted_;
};

}  // namespace atl::stats::detail
