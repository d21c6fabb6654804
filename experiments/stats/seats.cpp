#include "experiments/stats/seats.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "engine/core/checks.hpp"
#include "experiments/stats/distributions.hpp"
#include "experiments/stats/scores.hpp"

namespace atl::stats {
namespace {

SeatLine report_seat(std::span<const SeatBlock> blocks, Player seat, const SeatOptions& options) {
  const double even = 1.0 / options.num_players;
  std::vector<double> shares, effects;
  Moments rank, score;
  for (const SeatBlock& block : blocks) {
    shares.push_back(block.share[seat]);
    effects.push_back(block.share[seat] - even);
    rank.add(block.rank[seat]);
    score.add(block.score[seat]);
  }
  const auto shifted = [&](double confidence) -> std::optional<Interval> {
    const Strength strength = estimate_strength(shares, options.num_players, confidence);
    if (!strength.share.interval) return std::nullopt;
    return Interval{strength.share.interval->low - even, strength.share.interval->high - even};
  };
  const MeanEstimate effect = estimate_mean(effects, options.confidence);
  SeatLine line{.strength = estimate_strength(shares, options.num_players, options.confidence),
                .effect = effect.mean,
                .effect_interval = shifted(options.confidence),
                .simultaneous = shifted(1 - (1 - options.confidence) / seat_comparisons(options.num_players)),
                .rank = estimate_mean(rank, options.confidence),
                .score = estimate_mean(score, options.confidence)};
  if (effect.blocks < 2) return line;
  if (effect.interval) {
    line.equivalence_p = equivalence_p(effect, options.delta);
    line.equivalent = *line.equivalence_p < options.alpha;
    constexpr std::int64_t kFewestBlocks = 10;  // below, the range would be from almost nothing to almost for ever
    const BlocksNeeded needed = blocks_for_equivalence(effect, options.delta, options.alpha, options.power);
    if (!line.equivalent && line.effect_interval->contains(0) && effect.blocks >= kFewestBlocks &&
        needed.high > effect.blocks) {
      line.blocks_needed = needed;
    }
  } else {
    // Equal blocks: no spread to test with, so the bounded interval decides (it shrinks with the number of blocks).
    const std::optional<Interval> narrow = shifted(1 - 2 * options.alpha);
    line.equivalent = narrow->low > -options.delta && narrow->high < options.delta;
  }
  if (!options.feature_means.means.empty()) {
    line.adjusted = adjust_mean(effects, options.features, options.feature_means, options.confidence);
  }
  return line;
}

SeatContrast contrast_extremes(std::span<const SeatBlock> blocks, const SeatReport& report, double confidence) {
  const int k = report.num_players;
  SeatContrast contrast{.best = 0, .worst = 0};
  for (const Player seat : seats(k)) {
    if (report.seats[seat.index()].effect > report.seats[contrast.best.index()].effect) contrast.best = seat;
    if (report.seats[seat.index()].effect < report.seats[contrast.worst.index()].effect) contrast.worst = seat;
  }
  Moments difference;
  for (const SeatBlock& block : blocks) difference.add(block.share[contrast.best] - block.share[contrast.worst]);
  const int pairs = k * (k - 1) / 2;
  contrast.difference = estimate_mean(difference, 1 - (1 - confidence) / pairs);
  return contrast;
}

}  // namespace

void SeatSequences::add(const SeatBlock& block) {
  constexpr double kRounding = 1e-12;
  const double even = 1.0 / num_players_;
  bool telling = false;
  for (const Player seat : seats(num_players_)) {
    effects_[seat].add(block.share[seat] - even);
    telling |= std::abs(block.share[seat] - even) > kRounding;
  }
  telling_ += telling;
}

std::optional<Interval> SeatSequences::interval(Player seat) const {
  if (telling_ < kFewestBlocks) return std::nullopt;
  const Interval plain = sequence_.interval(effects_[seat]);
  // Blocks that are all equal say how they are, not how wide the truth is.
  if (!(plain.half_width() > 0)) return std::nullopt;
  const double even = 1.0 / num_players_;
  return Interval{std::max(plain.low, -even), std::min(plain.high, 1 - even)};
}

SeatBlock make_seat_block(std::span<const SeatGame> games) {
  ATOLL_EXPECT(!games.empty());
  SeatBlock block;
  const std::size_t num_seats = games.front().ranks.size();
  const auto count = static_cast<double>(games.size());
  for (const SeatGame& game : games) {
    ATOLL_EXPECT(game.ranks.size() == num_seats && game.scores.size() == num_seats);
    const PerSeat<double> share = win_shares(game.ranks);
    const PerSeat<double> rank = mid_ranks(game.ranks);
    for (const Player seat : seats(static_cast<int>(num_seats))) {
      block.share[seat] += share[seat] / count;
      block.rank[seat] += rank[seat] / count;
      block.score[seat] += game.scores[seat.index()] / count;
    }
  }
  return block;
}

SeatReport report_seats(std::span<const SeatBlock> blocks, const SeatOptions& options) {
  ATOLL_EXPECT(options.num_players >= 2 && options.num_players <= kMaxSeats);
  const int k = options.num_players;
  SeatReport report{.num_players = k, .blocks = static_cast<std::int64_t>(blocks.size()), .delta = options.delta};
  SeatSequences sequences(k, options.confidence, options.n_opt);
  std::vector<double> effects;
  for (const SeatBlock& block : blocks) {
    sequences.add(block);
    for (const double share : block.share.first(k)) effects.push_back(share - 1.0 / k);
  }
  for (const Player seat : seats(k)) {
    report.seats.push_back(report_seat(blocks, seat, options));
    report.seats.back().sequence = sequences.interval(seat);
  }
  report.any_effect = hotelling_test(effects, k);
  if (!blocks.empty()) report.extremes = contrast_extremes(blocks, report, options.confidence);
  report.all_equivalent =
      std::all_of(report.seats.begin(), report.seats.end(), [](const SeatLine& line) { return line.equivalent; });
  return report;
}

std::optional<HotellingTest> hotelling_test(std::span<const double> effects, int num_seats) {
  ATOLL_EXPECT(num_seats >= 2 && effects.size() % static_cast<std::size_t>(num_seats) == 0);
  const Eigen::Index q = num_seats - 1;
  const auto blocks = static_cast<Eigen::Index>(effects.size()) / num_seats;
  if (blocks <= q) return std::nullopt;
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Eigen::MatrixXd x = Eigen::Map<const Rows>(effects.data(), blocks, num_seats).leftCols(q);
  const Eigen::VectorXd mean = x.colwise().mean().transpose();
  const Eigen::MatrixXd centred = x.rowwise() - mean.transpose();
  const Eigen::MatrixXd covariance = centred.transpose() * centred / static_cast<double>(blocks - 1);
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(covariance);
  qr.setThreshold(1e-10);
  if (covariance.cwiseAbs().maxCoeff() < 1e-20 || qr.rank() < q) return std::nullopt;
  const auto b = static_cast<double>(blocks);
  HotellingTest test;
  test.t_squared = b * mean.dot(qr.solve(mean));
  test.f = (b - static_cast<double>(q)) / (static_cast<double>(q) * (b - 1)) * test.t_squared;
  test.df1 = static_cast<int>(q);
  test.df2 = blocks - q;
  test.p = f_upper(std::max(test.f, 0.0), static_cast<double>(test.df1), static_cast<double>(test.df2));
  return test;
}

}  // namespace atl::stats
