#include "experiments/tune/ntbea.hpp"

#include <algorithm>
#include <cmath>

#include "engine/core/checks.hpp"

namespace atl {
namespace {

constexpr std::uint64_t kTuningPurpose = 2;  // of Stream::schedule
constexpr double kHalf = 0.5;                // the paper's epsilon: a tuple never seen has a finite bonus
constexpr double kImaginedTrials = 1;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

Ntbea::Ntbea(std::vector<int> sizes, const NtbeaOptions& options, std::uint64_t seed, Settle settle)
    : sizes_(std::move(sizes)), options_(options), seed_(seed), settle_(std::move(settle)) {
  ATOLL_EXPECT(options.neighbours >= 1 && std::any_of(sizes_.begin(), sizes_.end(), [](int n) { return n > 1; }));
  for (const int size : sizes_) singles_.emplace_back(at(size));
  for (std::size_t i = 0; sizes_.size() > 2 && i < sizes_.size(); ++i) {
    for (std::size_t j = i + 1; j < sizes_.size(); ++j) pairs_.emplace_back(at(sizes_[i]) * at(sizes_[j]));
  }
  Rng rng = Rng::derive(seed_, Stream::schedule, {kTuningPurpose, 0});
  for (const int size : sizes_) current_.push_back(static_cast<int>(rng.below(static_cast<std::uint32_t>(size))));
  if (settle_) settle_(current_);
}

/// Calls visit(tally) for every tuple of one or two dimensions of the point.
template <class Self, class Visit>
void Ntbea::visit_tuples(Self& self, const Point& point, Visit&& visit) {
  for (std::size_t i = 0; i < point.size(); ++i) {
    if (point[i] != kNone) visit(self.singles_[i][at(point[i])]);
  }
  std::size_t pair = 0;
  for (std::size_t i = 0; !self.pairs_.empty() && i < point.size(); ++i) {
    for (std::size_t j = i + 1; j < point.size(); ++j, ++pair) {
      if (point[i] != kNone && point[j] != kNone)
        visit(self.pairs_[pair][at(point[i]) * at(self.sizes_[j]) + at(point[j])]);
    }
  }
}

const Ntbea::Tally& Ntbea::tally(int dimension, int value) const { return singles_[at(dimension)][at(value)]; }

Ntbea::Tally Ntbea::tally(const Point& point) const {
  if (point.size() == 1) return singles_[0][at(point[0])];
  const auto found = points_.find(point);
  return found == points_.end() ? Tally{} : found->second;
}

double Ntbea::shrunk_mean(const Tally& tally) const {
  return (tally.sum + kImaginedTrials * all_.mean()) / (static_cast<double>(tally.count) + kImaginedTrials);
}

double Ntbea::estimate(const Point& point) const {
  double sum = 0;
  int tuples = 0;
  const auto add = [&](const Tally& tally) {
    sum += shrunk_mean(tally);
    ++tuples;
  };
  visit_tuples(*this, point, add);
  if (point.size() > 1) add(tally(point));  // empty if it was never tried
  return sum / tuples;
}

double Ntbea::upper_bound(const Point& point) const {
  const double log_trials = std::log(static_cast<double>(trials_) + 1);
  double sum = 0;
  int tuples = 0;
  const auto add = [&](const Tally& tally) {
    sum += shrunk_mean(tally) + options_.explore * std::sqrt(log_trials / (static_cast<double>(tally.count) + kHalf));
    ++tuples;
  };
  visit_tuples(*this, point, add);
  if (point.size() > 1) add(tally(point));
  return sum / tuples;
}

Ntbea::Point Ntbea::mutated(const Point& point, Rng& rng) const {
  Point neighbour = point;
  const auto dimensions = static_cast<std::uint32_t>(sizes_.size());
  const auto change = [&](std::uint32_t d) {
    const auto others = static_cast<std::uint32_t>(sizes_[d] - 1);
    if (others > 0 && point[d] != kNone)
      neighbour[d] = (point[d] + 1 + static_cast<int>(rng.below(others))) % sizes_[d];
  };
  for (std::uint32_t d = 0; d < dimensions; ++d) {
    if (rng.below(dimensions) == 0) change(d);
  }
  while (neighbour == point) change(rng.below(dimensions));
  // What played no part may do so now.
  for (std::uint32_t d = 0; d < dimensions; ++d) {
    if (neighbour[d] == kNone) neighbour[d] = static_cast<int>(rng.below(static_cast<std::uint32_t>(sizes_[d])));
  }
  if (settle_) settle_(neighbour);
  return neighbour;
}

void Ntbea::choose_next() {
  Rng rng = Rng::derive(seed_, Stream::schedule, {kTuningPurpose, trials_});
  const Point from = current_;
  double best = upper_bound(from);
  for (int i = 0; i < options_.neighbours; ++i) {
    Point neighbour = mutated(from, rng);
    if (const double bound = upper_bound(neighbour); bound > best) {
      best = bound;
      current_ = std::move(neighbour);
    }
  }
}

void Ntbea::report(double reward) {
  const auto add = [reward](Tally& tally) {
    ++tally.count;
    tally.sum += reward;
  };
  add(all_);
  visit_tuples(*this, current_, add);
  add(points_[current_]);
  ++trials_;
  choose_next();
}

Ntbea::Point Ntbea::best() const {
  ATOLL_EXPECT(trials_ > 0);
  const Point* best = nullptr;
  double value = 0;
  for (const auto& [point, tally] : points_) {
    const double mean = estimate(point);
    if (best != nullptr && mean <= value) continue;
    best = &point;
    value = mean;
  }
  return *best;
}

}  // namespace atl
