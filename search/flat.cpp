#include "search/flat.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace atl {

void RootBandit::start(std::size_t num_arms) {
  active_.resize(num_arms);
  std::iota(active_.begin(), active_.end(), std::size_t{0});
  turn_ = 0;
  round_ = 0;
  rounds_ = static_cast<int>(std::bit_width(num_arms - 1));
}

std::size_t RootBandit::next(const std::vector<RootAction>& arms, const Budget& budget) {
  if (allocation_ == Allocation::ucb1 && static_cast<std::size_t>(budget.done()) > active_.size()) {
    return best_bound(arms, static_cast<double>(budget.done() - 1));
  }
  if (allocation_ == Allocation::halving && turn_ == 0 && active_.size() > 1 &&
      budget.progress() * rounds_ > round_ + 1) {
    ++round_;
    std::stable_sort(active_.begin(), active_.end(),
                     [&](std::size_t a, std::size_t b) { return arms[a].mean() > arms[b].mean(); });
    active_.resize((active_.size() + 1) / 2);
  }
  const std::size_t arm = active_[turn_];
  turn_ = turn_ + 1 == active_.size() ? 0 : turn_ + 1;
  return arm;
}

std::size_t RootBandit::best_bound(const std::vector<RootAction>& arms, double total) const {
  std::size_t best = 0;
  double top = -1;
  for (std::size_t i = 0; i < arms.size(); ++i) {
    const double bound = arms[i].mean() + c_ * std::sqrt(std::log(total) / static_cast<double>(arms[i].visits));
    if (bound > top) {
      top = bound;
      best = i;
    }
  }
  return best;
}

Action most_visited_action(const std::vector<RootAction>& arms) {
  return std::max_element(arms.begin(), arms.end(),
                          [](const RootAction& a, const RootAction& b) {
                            return a.visits != b.visits ? a.visits < b.visits : a.mean() < b.mean();
                          })
      ->action;
}

}  // namespace atl
