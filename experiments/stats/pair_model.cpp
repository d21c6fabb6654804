#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

#include "engine/core/checks.hpp"
#include "experiments/stats/rating_model.hpp"

namespace atl::stats::detail {
namespace {

enum class Result : std::uint8_t { win, draw, loss };

/// One game's log-likelihood and its derivatives by u = theta_first + eta - theta_second and the tie parameter.
struct Cell {
  double value = 0, du = 0, dtie = 0, duu = 0, dutie = 0, dtietie = 0;
};

double sigmoid(double x) { return x >= 0 ? 1 / (1 + std::exp(-x)) : std::exp(x) / (1 + std::exp(x)); }
double log_sigmoid(double x) { return x >= 0 ? -std::log1p(std::exp(-x)) : x - std::log1p(std::exp(x)); }

/// `tie` is ln nu; without ties in the data nu is 0.
Cell davidson(Result result, double u, double tie, bool ties) {
  const double top = std::max(std::abs(u) / 2, ties ? tie : 0.0);
  const double win = std::exp(u / 2 - top), loss = std::exp(-u / 2 - top), draw = ties ? std::exp(tie - top) : 0;
  const double sum = win + draw + loss;
  const double p_win = win / sum, p_draw = draw / sum, p_loss = loss / sum, lead = p_win - p_loss;
  Cell cell;
  cell.value = -top - std::log(sum);
  cell.du = -lead / 2;
  cell.dtie = -p_draw;
  if (result == Result::draw) {
    cell.value += tie;
    cell.dtie += 1;
  } else {
    const double sign = result == Result::win ? 0.5 : -0.5;
    cell.value += sign * u;
    cell.du += sign;
  }
  cell.duu = -((p_win + p_loss) - lead * lead) / 4;
  cell.dutie = p_draw * lead / 2;
  cell.dtietie = -p_draw * (1 - p_draw);
  return cell;
}

Cell half_points(Result result, double u) {
  const double p = sigmoid(u);
  const double score = result == Result::win ? 1 : result == Result::draw ? 0.5 : 0;
  return {.value = score * log_sigmoid(u) + (1 - score) * log_sigmoid(-u), .du = score - p, .duu = -p * (1 - p)};
}

/// `d` > 0 is the threshold in nats; without ties in the data it is 0 and the model is Bradley-Terry.
Cell rao_kupper(Result result, double u, double d, bool ties) {
  if (!ties) return half_points(result, u);
  if (!(d > 0)) return {.value = -std::numeric_limits<double>::infinity()};
  if (result == Result::draw) {
    // P(draw) = sigma(d + u) sigma(d - u) (1 - e^(-2d))
    const double a = sigmoid(d + u), b = sigmoid(d - u), ka = a * (1 - a), kb = b * (1 - b);
    const double e = std::expm1(2 * d);
    return {.value = log_sigmoid(d + u) + log_sigmoid(d - u) + std::log(-std::expm1(-2 * d)),
            .du = (1 - a) - (1 - b),
            .dtie = (1 - a) + (1 - b) + 2 / e,
            .duu = -ka - kb,
            .dutie = kb - ka,
            .dtietie = -ka - kb - 4 * (e + 1) / (e * e)};
  }
  const double sign = result == Result::win ? 1 : -1;
  const double p = sigmoid(sign * u - d), k = p * (1 - p);
  return {.value = log_sigmoid(sign * u - d),
          .du = sign * (1 - p),
          .dtie = -(1 - p),
          .duu = -k,
          .dutie = sign * k,
          .dtietie = -k};
}

struct Pattern {
  int first, second;
  Result result;
};

class PairLikelihood final : public PatternLikelihood {
 public:
  PairLikelihood(std::vector<Pattern> patterns, int agents, bool seat_term, bool ties, TieModel model)
      : patterns_(std::move(patterns)),
        seat_(seat_term ? agents : -1),
        tie_(ties ? agents + seat_term : -1),
        model_(model) {}

  void add(int pattern, double weight, const Eigen::VectorXd& x, double& value, Eigen::VectorXd& gradient,
           Eigen::MatrixXd* hessian) const override {
    const Pattern& p = patterns_[static_cast<std::size_t>(pattern)];
    const bool ties = tie_ >= 0;
    const double u = x(p.first) - x(p.second) + (seat_ >= 0 ? x(seat_) : 0);
    const double tie = ties ? x(tie_) : 0;
    const Cell cell = model_ == TieModel::davidson     ? davidson(p.result, u, tie, ties)
                      : model_ == TieModel::rao_kupper ? rao_kupper(p.result, u, tie, ties)
                                                       : half_points(p.result, u);
    value += weight * cell.value;
    // u is linear: +1 by the first, -1 by the second, +1 by the seat parameter.
    const std::array<int, 3> where = {p.first, p.second, seat_};
    constexpr std::array<double, 3> kSlope = {1, -1, 1};
    for (std::size_t i = 0; i < 3; ++i) {
      if (where[i] < 0) continue;
      gradient(where[i]) += weight * kSlope[i] * cell.du;
      if (hessian == nullptr) continue;
      for (std::size_t j = 0; j < 3; ++j) {
        if (where[j] >= 0) (*hessian)(where[i], where[j]) += weight * kSlope[i] * kSlope[j] * cell.duu;
      }
      if (!ties) continue;
      (*hessian)(where[i], tie_) += weight * kSlope[i] * cell.dutie;
      (*hessian)(tie_, where[i]) += weight * kSlope[i] * cell.dutie;
    }
    if (!ties) return;
    gradient(tie_) += weight * cell.dtie;
    if (hessian != nullptr) (*hessian)(tie_, tie_) += weight * cell.dtietie;
  }

 private:
  std::vector<Pattern> patterns_;
  int seat_, tie_;  ///< parameter indices, or -1
  TieModel model_;
};

void check(const PairResult& r, int agents) {
  if (r.first < 0 || r.first >= agents || r.second < 0 || r.second >= agents) {
    throw InputError("pair result of an agent that is not in the list (index out of range)");
  }
  if (!(r.wins >= 0 && r.draws >= 0 && r.losses >= 0)) throw InputError("pair result with a negative count");
}

}  // namespace

CompiledLog compile(const PairLog& log, const RatingOptions& options, Groups groups) {
  CompiledLog compiled;
  compiled.groups = std::move(groups);
  compiled.agents = log.agents;
  const int agents = compiled.num_agents();
  compiled.num_seats = 2;
  compiled.agent_graph = BeatsGraph(agents);
  compiled.seat_graph = BeatsGraph(2);
  compiled.tie_model = options.ties;
  compiled.seat_parameters = options.seat_term ? 1 : 0;
  compiled.seat_map = Eigen::MatrixXd::Zero(2, compiled.seat_parameters);
  if (options.seat_term) compiled.seat_map << 0.5, -0.5;
  compiled.only_seat.assign(static_cast<std::size_t>(agents), -2);

  std::vector<std::int64_t> blocks;
  for (const PairResult& r : log.results) blocks.push_back(r.block);
  const BlockIndex block_index(std::move(blocks));
  compiled.num_blocks = block_index.size();

  std::map<std::tuple<int, int, Result>, int> known;
  std::vector<Pattern> patterns;
  bool any_draw = false;
  OneSidedCounts one_sided;
  for (const PairResult& r : log.results) {
    check(r, agents);
    if (r.wins + r.draws + r.losses == 0) continue;
    const auto count = [&](Result result, double games) {
      if (games == 0) return;
      compiled.total += games;
      if (compiled.groups.of[static_cast<std::size_t>(r.first)] !=
          compiled.groups.of[static_cast<std::size_t>(r.second)]) {
        const bool won = result == Result::win;
        one_sided.add(won ? r.first : r.second, won ? r.second : r.first, 1, 1, 2, block_index(r.block));
        return;
      }
      const auto [at, is_new] = known.emplace(std::tuple(r.first, r.second, result), static_cast<int>(patterns.size()));
      if (is_new) patterns.push_back({r.first, r.second, result});
      compiled.counts.push_back({.block = block_index(r.block), .pattern = at->second, .count = games});
      if (result != Result::loss) {
        compiled.agent_graph.add(r.first, r.second);
        compiled.seat_graph.add(0, 1);
      }
      if (result != Result::win) {
        compiled.agent_graph.add(r.second, r.first);
        compiled.seat_graph.add(1, 0);
      }
      any_draw |= result == Result::draw;
      compiled.decisive |= result != Result::draw;
    };
    count(Result::win, r.wins);
    count(Result::draw, r.draws);
    count(Result::loss, r.losses);
    const auto sat = [&](int agent, int seat) {
      int& only = compiled.only_seat[static_cast<std::size_t>(agent)];
      only = only == -2 || only == seat ? seat : -1;
    };
    sat(r.first, 0);
    sat(r.second, 1);
  }
  if (compiled.total == 0) throw DataError("no games to rate");
  compiled.one_sided = one_sided.finish();
  // Draws alone make the draw parameter infinite. A draw without one is half a win and half a loss.
  const bool only_draws = compiled.groups.members.size() > 1 && !compiled.decisive;
  const bool tie_parameter = any_draw && !only_draws && options.ties != TieModel::half_points;
  if (tie_parameter) {
    compiled.tie_sizes = {2};
    compiled.tie_start = Eigen::VectorXd::Constant(1, options.ties == TieModel::rao_kupper ? 1.0 : 0.0);
  }
  compiled.num_patterns = static_cast<int>(patterns.size());
  compiled.likelihood =
      std::make_unique<PairLikelihood>(std::move(patterns), agents, options.seat_term, tie_parameter, options.ties);
  return compiled;
}

}  // namespace atl::stats::detail

namespace atl::stats {

double expected_score(const RatingFit& fit, int first, int second) {
  double u = fit.theta[static_cast<std::size_t>(first)] - fit.theta[static_cast<std::size_t>(second)];
  if (fit.seats.size() == 2) u += fit.seats[0] - fit.seats[1];
  const bool ties = !fit.ties.empty();
  if (fit.tie_model == TieModel::davidson) {
    const double nu = ties ? std::exp(fit.ties[0]) : 0;
    return 0.5 + (std::exp(u / 2) - std::exp(-u / 2)) / (std::exp(u / 2) + nu + std::exp(-u / 2)) / 2;
  }
  const double d = ties && fit.tie_model == TieModel::rao_kupper ? fit.ties[0] : 0;
  return 0.5 + (detail::sigmoid(u - d) - detail::sigmoid(-u - d)) / 2;
}

}  // namespace atl::stats
