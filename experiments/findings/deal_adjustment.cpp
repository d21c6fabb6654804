#include "experiments/findings/deal_adjustment.hpp"

namespace atl {
namespace {

constexpr std::uint64_t kControlPurpose = 5;  // of Stream::schedule

}  // namespace

DealAdjustment::DealAdjustment(const GameDriver& driver, const RunConfig& config)
    : seed_(config.seed), players_(config.players) {
  for (const std::vector<RuleSetting>& rules : config.variants) {
    variants_.push_back({.reader = driver.deal_reader(config.players, rules), .names = {}, .kept = {}, .means = {}});
    if (variants_.back().reader) draw_controls(variants_.back());
  }
}

void DealAdjustment::draw_controls(Variant& variant) const {
  std::vector<DealFeatures> deals;
  deals.reserve(kControlDeals);
  for (std::uint64_t i = 0; i < kControlDeals; ++i) {
    Rng rng = Rng::derive(seed_, Stream::schedule, {kControlPurpose, i});
    deals.push_back(variant.reader->drawn(rng));
  }
  const DealFeatures& first = deals.front();
  for (std::size_t f = 0; f < first.size(); ++f) {
    bool varies = false;
    double sum = 0;
    for (const DealFeatures& deal : deals) {
      varies = varies || deal[f].value != first[f].value;
      sum += deal[f].value;
    }
    if (!varies) continue;
    variant.names.emplace_back(first[f].name);
    variant.kept.push_back(f);
    variant.means.means.push_back(sum / kControlDeals);
  }
  for (std::size_t i = 0; i < variant.kept.size(); ++i) {
    for (std::size_t j = 0; j < variant.kept.size(); ++j) {
      double sum = 0;
      for (const DealFeatures& deal : deals) {
        sum += (deal[variant.kept[i]].value - variant.means.means[i]) *
               (deal[variant.kept[j]].value - variant.means.means[j]);
      }
      variant.means.covariance.push_back(sum / (kControlDeals - 1.0) / kControlDeals);
    }
  }
}

std::vector<double> DealAdjustment::block(int variant, std::uint64_t block) const {
  const Variant& of = variants_[static_cast<std::size_t>(variant)];
  std::vector<double> values(of.kept.size(), 0);
  if (of.kept.empty()) return values;
  for (int rotation = 0; rotation < players_; ++rotation) {
    const DealFeatures deal = of.reader->played(seed_, block, rotation);
    for (std::size_t i = 0; i < of.kept.size(); ++i) values[i] += deal[of.kept[i]].value / players_;
  }
  return values;
}

}  // namespace atl
