#include "experiments/stats/sprt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/core/checks.hpp"

namespace atl::stats {
namespace {

class BlockTEvidence final : public Evidence {
 public:
  BlockTEvidence(int num_players, double t0, double t1) : num_players_(num_players), t0_(t0), t1_(t1) {}
  void add(double block_share) override { blocks_.add(block_share); }
  double llr() const override { return block_t_llr(blocks_, num_players_, t0_, t1_); }
  std::string describe() const override {
    return fmt::format("block t, (share - 1/{}) / sigma in [{:g}, {:g}]", num_players_, t0_, t1_);
  }

 private:
  int num_players_;
  double t0_, t1_;
  Moments blocks_;
};

class GsprtEvidence final : public Evidence {
 public:
  GsprtEvidence(EloModel model, int outcomes, double elo0, double elo1)
      : model_(model), elo0_(elo0), elo1_(elo1), counts_(static_cast<std::size_t>(outcomes), 0.0) {}
  void add(double block_share) override {
    const double slot = block_share * static_cast<double>(counts_.size() - 1);
    ATOLL_EXPECT(std::abs(slot - std::round(slot)) < 1e-9 && slot > -0.5 && slot < static_cast<double>(counts_.size()));
    counts_[static_cast<std::size_t>(std::lround(slot))] += 1;
    any_ = true;
  }
  double llr() const override { return any_ ? gsprt_llr(counts_, model_, elo0_, elo1_) : 0; }
  std::string describe() const override {
    return fmt::format("{} GSPRT, {} in [{:g}, {:g}]", counts_.size() == 5 ? "pentanomial" : "trinomial",
                       model_ == EloModel::logistic ? "logistic Elo" : "normalized Elo", elo0_, elo1_);
  }

 private:
  EloModel model_;
  double elo0_, elo1_;
  std::vector<double> counts_;
  bool any_ = false;
};

}  // namespace

SprtBounds sprt_bounds(double alpha, double beta) {
  ATOLL_EXPECT(alpha > 0 && beta > 0 && alpha + beta < 1);
  return {std::log(beta / (1 - alpha)), std::log((1 - beta) / alpha)};
}

double block_effect(const Moments& blocks, int num_players) {
  const double even = 1.0 / num_players;
  constexpr double kRounding = 1e-12;
  if (blocks.population_sd() > kRounding) return (blocks.mean() - even) / blocks.population_sd();
  if (blocks.count() == 0 || std::abs(blocks.mean() - even) < kRounding) return 0;
  return std::copysign(std::numeric_limits<double>::infinity(), blocks.mean() - even);
}

double block_t_llr(const Moments& blocks, int num_players, double t0, double t1) {
  // (1 + (t - t0)^2) / (1 + (t - t1)^2) is largest, and smallest, at these distances from the middle.
  const double middle = (t0 + t1) / 2, most = std::sqrt(1 + (t1 - t0) * (t1 - t0) / 4);
  const double t = std::clamp(block_effect(blocks, num_players), middle - most, middle + most);
  return static_cast<double>(blocks.count()) / 2 * std::log((1 + (t - t0) * (t - t0)) / (1 + (t - t1) * (t - t1)));
}

ExpectedBlocks expected_blocks(double t0, double t1, double alpha, double beta) {
  const SprtBounds bounds = sprt_bounds(alpha, beta);
  const double d2 = (t1 - t0) * (t1 - t0);
  return {.h1 = ((1 - beta) * bounds.upper + beta * bounds.lower) / (d2 / 2),
          .h0 = -(alpha * bounds.upper + (1 - alpha) * bounds.lower) / (d2 / 2),
          .middle = -bounds.lower * bounds.upper / d2};
}

std::unique_ptr<Evidence> make_block_t_evidence(int num_players, double t0, double t1) {
  ATOLL_EXPECT(num_players >= 2 && t0 < t1);
  return std::make_unique<BlockTEvidence>(num_players, t0, t1);
}

std::unique_ptr<Evidence> make_gsprt_evidence(EloModel model, int outcomes, double elo0, double elo1) {
  ATOLL_EXPECT((outcomes == 3 || outcomes == 5) && elo0 < elo1);
  return std::make_unique<GsprtEvidence>(model, outcomes, elo0, elo1);
}

const Decision& SequentialTest::add(std::optional<double> share) {
  ++length_;
  if (decision_.verdict != Verdict::undecided) return decision_;
  if (share) {
    evidence_->add(*share);
    ++usable_;
  }
  if (length_ % kCheckEvery != 0) return decision_;
  decision_.blocks = length_;
  decision_.llr = evidence_->llr();
  if (usable_ < kFirstCheck) return decision_;
  if (decision_.llr >= bounds_.upper) decision_.verdict = Verdict::h1;
  if (decision_.llr <= bounds_.lower) decision_.verdict = Verdict::h0;
  return decision_;
}

}  // namespace atl::stats
