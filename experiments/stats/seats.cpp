#include "experiments/stats/seats.hpp"

#include <Eigen/Dense>
#include <algorithm>

#include "engine/core/checks.hpp"
#include "experiments/stats/distributions.hpp"
#include "experiments/stats/equivalence.hpp"
#include "experiments/stats/scores.hpp"

namespace atl::stats {
namespace {

SeatLine report_seat(std::span<const SeatBlock> blocks, std::size_t seat, const SeatOptions& options) {
  const double even = 1.0 / options.num_players;
  std::vector<double> shares, effects;
  Moments effect, rank, score;
  for (const SeatBlock& block : blocks) {
    shares.push_back(block.share[seat]);
    effects.push_back(block.share[seat] - even);
    effect.add(block.share[seat] - even);
    rank.add(block.rank[seat]);
    score.add(block.score[seat]);
  }
  SeatLine line{.strength = estimate_strength(shares, options.num_players, options.confidence),
                .effect = effect.mean(),
                .effect_interval = std::nullopt,
                .rank = estimate_mean(rank, options.confidence),
                .score = estimate_mean(score, options.confidence),
                .sequence = {-even, 1 - even},
                .equivalence_p = std::nullopt,
                .equivalent = false,
                .blocks_needed = std::nullopt,
                .adjusted = std::nullopt};
  if (effect.count() < 2) return line;
  const Interval share = *line.strength.share.interval;
  line.effect_interval = Interval{share.low - even, share.high - even};
  constexpr double kRounding = 1e-12;
  if (effect.sample_sd() > kRounding) {
    const Interval sequence = ConfidenceSequence(1 - options.confidence, options.n_opt).interval(effect);
    line.sequence = {std::max(sequence.low, -even), std::min(sequence.high, 1 - even)};
    line.equivalence_p = equivalence_p(estimate_mean(effect), options.delta);
    line.equivalent = *line.equivalence_p < options.alpha;
    line.blocks_needed = blocks_for_equivalence(effect.sample_sd(), options.delta, options.alpha, options.power);
  } else {
    // Equal blocks: no spread to test with, so the bounded interval decides (it shrinks with the number of blocks).
    const Strength narrow = estimate_strength(shares, options.num_players, 1 - 2 * options.alpha);
    line.equivalent =
        narrow.share.interval->low > even - options.delta && narrow.share.interval->high < even + options.delta;
  }
  if (!options.feature_means.means.empty()) {
    line.adjusted = adjust_mean(effects, options.features, options.feature_means, options.confidence);
  }
  return line;
}

}  // namespace

SeatBlock make_seat_block(std::span<const SeatGame> games) {
  ATOLL_EXPECT(!games.empty());
  SeatBlock block;
  const std::size_t seats = games.front().ranks.size();
  for (const SeatGame& game : games) {
    ATOLL_EXPECT(game.ranks.size() == seats && game.scores.size() == seats);
    const PerSeat<double> share = win_shares(game.ranks);
    const PerSeat<double> rank = mid_ranks(game.ranks);
    for (std::size_t s = 0; s < seats; ++s) {
      block.share[s] += share[s];
      block.rank[s] += rank[s];
      block.score[s] += game.scores[s];
    }
  }
  const auto count = static_cast<double>(games.size());
  for (std::size_t s = 0; s < seats; ++s) {
    block.share[s] /= count;
    block.rank[s] /= count;
    block.score[s] /= count;
  }
  return block;
}

SeatReport report_seats(std::span<const SeatBlock> blocks, const SeatOptions& options) {
  ATOLL_EXPECT(options.num_players >= 2 && options.num_players <= kMaxSeats);
  const auto seats = static_cast<std::size_t>(options.num_players);
  SeatReport report{.num_players = options.num_players,
                    .blocks = static_cast<std::int64_t>(blocks.size()),
                    .delta = options.delta,
                    .seats = {},
                    .any_effect = std::nullopt,
                    .all_equivalent = false};
  for (std::size_t s = 0; s < seats; ++s) report.seats.push_back(report_seat(blocks, s, options));
  std::vector<double> effects;
  for (const SeatBlock& block : blocks) {
    for (std::size_t s = 0; s < seats; ++s) effects.push_back(block.share[s] - 1.0 / options.num_players);
  }
  report.any_effect = hotelling_test(effects, options.num_players);
  report.all_equivalent =
      std::all_of(report.seats.begin(), report.seats.end(), [](const SeatLine& line) { return line.equivalent; });
  return report;
}

std::optional<HotellingTest> hotelling_test(std::span<const double> effects, int seats) {
  ATOLL_EXPECT(seats >= 2 && effects.size() % static_cast<std::size_t>(seats) == 0);
  const Eigen::Index q = seats - 1;
  const auto blocks = static_cast<Eigen::Index>(effects.size()) / seats;
  if (blocks <= q) return std::nullopt;
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Eigen::MatrixXd x = Eigen::Map<const Rows>(effects.data(), blocks, seats).leftCols(q);
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
