/// What covariate-adjusted seat effects need: the features of the deals that a self-play run has played, and what they
/// are on average, known from deals that nobody has played.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "experiments/drivers/deals.hpp"
#include "experiments/drivers/driver.hpp"
#include "experiments/runs/run_config.hpp"
#include "experiments/stats/covariates.hpp"

namespace atl {

class DealAdjustment {
 public:
  /// Deals drawn for the means, per variant of the rules.
  static constexpr int kControlDeals = 10'000;

  /// Draws the control deals, from generators of the run's seed that no game uses.
  DealAdjustment(const GameDriver& driver, const RunConfig& config);

  /// Features of a variant; empty if the game has none. Those that are the same in all control deals are left out.
  const std::vector<std::string>& names(int variant) const {
    return variants_[static_cast<std::size_t>(variant)].names;
  }
  const stats::FeatureMeans& means(int variant) const { return variants_[static_cast<std::size_t>(variant)].means; }

  /// [names] means over the deal's rotations in that block.
  std::vector<double> block(int variant, std::uint64_t block) const;

 private:
  struct Variant {
    std::unique_ptr<const DealReader> reader;
    std::vector<std::string> names;
    std::vector<std::size_t> kept;  ///< [names] their places among the game's features
    stats::FeatureMeans means;
  };
  void draw_controls(Variant& variant) const;

  std::uint64_t seed_;
  int players_;
  std::vector<Variant> variants_;
};

}  // namespace atl
