/// Search for the best of a finite number of settings when each trial is noisy and dear: the N-Tuple Bandit
/// Evolutionary Algorithm (Lucas, Liu, Perez-Liebana, "The N-Tuple Bandit Evolutionary Algorithm for Game Agent
/// Optimisation", CEC 2018).
///
/// Why this one. Agents have mixed parameters (words, whole numbers, reals), a trial is a few blocks of games with a
/// standard deviation as large as the differences sought, and there are hundreds of trials, not thousands. NTBEA needs
/// no gradient and no scale between values (SPSA needs both), shares what a trial tells between all settings that agree
/// in one or two parameters, and its tables can be read by a person: the mean of every value of every parameter.
///
/// A point is one value index per dimension. Its model is the mean over all 1-tuples, 2-tuples and the whole point of
/// the mean reward seen with that tuple, plus k sqrt(ln N / (n + 1/2)) for the next trial. From the current point a
/// number of mutated neighbours are looked at, and the one the model likes best is tried next.
///
/// A dimension may play no part at some points (a parameter that is not read under the others); points that differ
/// there only are one point, with kNone in that place, and tuples with it are left out of the model.
///
/// Two deviations. A tuple's mean is shrunk by one imagined trial at the overall mean, so that a tuple seen once does
/// not outweigh one seen often; and the current point may be tried again, which small spaces need.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "engine/core/rng.hpp"

namespace atl {

struct NtbeaOptions {
  int neighbours = 50;
  /// k; rewards are in [0, 1]. Larger tries more settings, smaller repeats the good ones. On the ridge of
  /// ntbea_test.cpp (200 searches of 20 to 600 trials) 0.1 and 0.2 left the least regret of 0.05 to 2.
  double explore = 0.2;
};

class Ntbea {
 public:
  using Point = std::vector<int>;
  static constexpr int kNone = -1;
  /// Sets the dimensions that play no part at a point to kNone.
  using Settle = std::function<void(Point&)>;

  /// `sizes`: [dimensions] number of values, each at least 1, one of them at least 2. Trial i draws from its own stream
  /// of `seed`, so a search goes on exactly where it was once the same rewards are reported again.
  Ntbea(std::vector<int> sizes, const NtbeaOptions& options, std::uint64_t seed, Settle settle = {});

  /// The point to try now. The first is uniformly random.
  const Point& next() const { return current_; }

  /// The reward of next(), larger is better; chooses the point after it.
  void report(double reward);

  std::uint64_t trials() const { return trials_; }

  struct Tally {
    std::uint64_t count = 0;
    double sum = 0;
    double mean() const { return count > 0 ? sum / static_cast<double>(count) : 0; }
  };

  /// Trials with this value of one dimension, and of one whole point.
  const Tally& tally(int dimension, int value) const;
  Tally tally(const Point& point) const;

  /// The model's mean of a point, without the bonus for what is unknown.
  double estimate(const Point& point) const;

  /// The tried point with the largest estimate. Requires a trial.
  Point best() const;

 private:
  template <class Self, class Visit>
  static void visit_tuples(Self& self, const Point& point, Visit&& visit);
  double shrunk_mean(const Tally& tally) const;
  double upper_bound(const Point& point) const;
  Point mutated(const Point& point, Rng& rng) const;
  void choose_next();

  std::vector<int> sizes_;
  NtbeaOptions options_;
  std::uint64_t seed_;
  Settle settle_;
  std::uint64_t trials_ = 0;
  Point current_;
  std::vector<std::vector<Tally>> singles_;  ///< [dimensions][values]
  std::vector<std::vector<Tally>>
      pairs_;                      ///< [pairs i < j, by i then j][values of i x values of j]; from three dimensions on
  std::map<Point, Tally> points_;  ///< from two dimensions on
  Tally all_;
};

}  // namespace atl
