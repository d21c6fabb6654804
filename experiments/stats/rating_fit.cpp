#include "experiments/stats/rating_fit.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "engine/core/checks.hpp"
#include "experiments/stats/elo.hpp"

namespace atl::stats::detail {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

Eigen::MatrixXd sum_zero_basis(int n) {
  Eigen::MatrixXd basis = Eigen::MatrixXd::Zero(n, std::max(n - 1, 0));
  for (int k = 1; k < n; ++k) {
    const double norm = std::sqrt(static_cast<double>(k) * (k + 1));
    basis.col(k - 1).head(k).setConstant(1 / norm);
    basis(k, k - 1) = -k / norm;
  }
  return basis;
}

BlockIndex::BlockIndex(std::vector<std::int64_t> blocks) : sorted_(std::move(blocks)) {
  std::sort(sorted_.begin(), sorted_.end());
  sorted_.erase(std::unique(sorted_.begin(), sorted_.end()), sorted_.end());
}

int BlockIndex::operator()(std::int64_t block) const {
  return static_cast<int>(std::lower_bound(sorted_.begin(), sorted_.end(), block) - sorted_.begin());
}

Groups one_group(int agents) {
  Groups groups{.members = {{}}, .of = std::vector<int>(at(agents), 0)};
  for (int i = 0; i < agents; ++i) groups.members.front().push_back(i);
  return groups;
}

Groups strong_groups(const BeatsGraph& graph) {
  std::vector<std::vector<int>> left = graph.strong_components();
  Groups groups{.members = {}, .of = std::vector<int>(at(graph.size()), 0)};
  const auto beaten = [&](const std::vector<int>& group) {
    return std::any_of(left.begin(), left.end(), [&](const std::vector<int>& other) {
      if (&other == &group) return false;
      return std::any_of(other.begin(), other.end(), [&](int i) {
        return std::any_of(group.begin(), group.end(), [&](int j) { return graph.edge(i, j); });
      });
    });
  };
  while (!left.empty()) {
    // Components have no cycles among them, so one is unbeaten by those that are left.
    const auto next = std::find_if_not(left.begin(), left.end(), beaten);
    ATOLL_ASSERT(next != left.end());
    for (const int i : *next) groups.of[at(i)] = static_cast<int>(groups.members.size());
    groups.members.push_back(std::move(*next));
    left.erase(next);
  }
  return groups;
}

void OneSidedCounts::add(int better, int worse, int better_seats, int worse_seats, int num_players, int block) {
  blocks_[{better, worse, better_seats, worse_seats, num_players}].insert(block);
}

std::map<std::pair<int, int>, OneSided> OneSidedCounts::finish() const {
  std::map<std::pair<int, int>, OneSided> result;
  for (const auto& [key, blocks] : blocks_) {
    const OneSided found{.blocks = static_cast<std::int64_t>(blocks.size()),
                         .copies = static_cast<double>(key.worse_seats) / key.better_seats,
                         .num_players = key.num_players};
    OneSided& best = result[{key.better, key.worse}];
    // The share's bound grows with the blocks about in proportion, the odds with the copies.
    if (static_cast<double>(found.blocks) * found.copies > static_cast<double>(best.blocks) * best.copies) best = found;
  }
  return result;
}

Frame make_frame(const CompiledLog& log, const RatingOptions& options) {
  std::vector<bool> fixed(at(log.num_agents()), false);
  Frame frame{.free = {}, .offset = Eigen::VectorXd::Zero(log.num_parameters())};
  if (options.anchors.size() >= 2) {
    for (const Anchor& anchor : options.anchors) {
      fixed[at(anchor.agent)] = true;
      frame.offset(anchor.agent) = anchor.elo / kEloPerNat;
    }
  } else if (options.prior_draws <= 0) {  // else the phantom fixes where zero is
    for (const std::vector<int>& group : log.groups.members) fixed[at(group.front())] = true;
  }
  for (int i = 0; i < log.num_parameters(); ++i) {
    if (i >= log.num_agents() || !fixed[at(i)]) frame.free.push_back(i);
  }
  return frame;
}

Evaluation evaluate(const CompiledLog& log, const Eigen::VectorXd& pattern_counts, double prior_draws,
                    const Eigen::VectorXd& x) {
  Evaluation at{
      .value = 0, .gradient = Eigen::VectorXd::Zero(x.size()), .hessian = Eigen::MatrixXd::Zero(x.size(), x.size())};
  for (int p = 0; p < log.num_patterns; ++p) {
    if (pattern_counts(p) > 0) log.likelihood->add(p, pattern_counts(p), x, at.value, at.gradient, &at.hessian);
  }
  for (int i = 0; prior_draws > 0 && i < log.num_agents(); ++i) {
    // A virtual draw: half of ln sigma(theta) + ln sigma(-theta) = -ln 2 cosh(theta / 2) each.
    const double half = x(i) / 2, tanh = std::tanh(half);
    at.value -= prior_draws * (std::abs(half) + std::log1p(std::exp(-2 * std::abs(half))));
    at.gradient(i) -= prior_draws * tanh / 2;
    at.hessian(i, i) -= prior_draws * (1 - tanh * tanh) / 4;
  }
  return at;
}

Eigen::VectorXd pattern_counts(const CompiledLog& log, const std::vector<double>& block_weights) {
  Eigen::VectorXd counts = Eigen::VectorXd::Zero(log.num_patterns);
  for (const PatternCount& c : log.counts) counts(c.pattern) += c.count * block_weights[at(c.block)];
  return counts;
}

Optimum optimise(const CompiledLog& log, const RatingOptions& options, const Frame& frame,
                 const Eigen::VectorXd& counts, const Eigen::VectorXd& start) {
  const auto whole = [&](const Eigen::VectorXd& free) {
    Eigen::VectorXd x = start;
    x(frame.free) = free;
    return x;
  };
  const auto f = [&](const Eigen::VectorXd& free) {
    Evaluation at = evaluate(log, counts, options.prior_draws, whole(free));
    at.gradient = at.gradient(frame.free).eval();
    at.hessian = at.hessian(frame.free, frame.free).eval();
    return at;
  };
  const NewtonResult newton = maximise(f, start(frame.free), 1e-10 * std::max(1.0, counts.sum()));
  Optimum optimum;
  optimum.parameters = whole(newton.x);
  optimum.steps = newton.steps;
  const auto size = static_cast<Eigen::Index>(frame.free.size());
  optimum.covariance = Eigen::MatrixXd::Zero(start.size(), start.size());
  const Eigen::LDLT<Eigen::MatrixXd> ldlt = (-newton.at.hessian).ldlt();
  if (!newton.converged || (size > 0 && !(ldlt.vectorD().minCoeff() > 0))) return optimum;
  const Eigen::MatrixXd inverse = ldlt.solve(Eigen::MatrixXd::Identity(size, size));
  optimum.covariance(frame.free, frame.free) = inverse;
  // Runaway estimates creep outwards with ever smaller gradients, and with errors that no data of use has.
  constexpr double kTooFar = 40;    // nats; 7000 Elo
  constexpr double kTooVague = 30;  // nats
  optimum.found = (optimum.parameters - frame.offset).lpNorm<Eigen::Infinity>() < kTooFar &&
                  (size == 0 || optimum.covariance.diagonal().maxCoeff() < kTooVague * kTooVague);
  return optimum;
}

Eigen::VectorXd start_point(const CompiledLog& log, const Frame& frame) {
  Eigen::VectorXd start = frame.offset;
  start.tail(static_cast<Eigen::Index>(log.tie_sizes.size())) = log.tie_start;
  return start;
}

void recentre(const CompiledLog& log, const RatingOptions& options, Eigen::Ref<Eigen::MatrixXd> columns) {
  if (options.anchors.size() >= 2) return;
  for (const std::vector<int>& group : log.groups.members) {
    Eigen::RowVectorXd zero = Eigen::RowVectorXd::Zero(columns.cols());
    const bool anchored = !options.anchors.empty() &&
                          log.groups.of[at(options.anchors.front().agent)] == log.groups.of[at(group.front())];
    if (anchored) {
      zero = columns.row(options.anchors.front().agent);
    } else {
      for (const int i : group) zero += columns.row(i) / static_cast<double>(group.size());
    }
    for (const int i : group) columns.row(i) -= zero;
  }
}

template <class Log>
Fitted fit_within_groups(const Log& log, const RatingOptions& options) {
  Fitted fitted{.log = compile(log, options, one_group(static_cast<int>(log.agents.size()))),
                .options = options,
                .frame = {},
                .counts = {},
                .optimum = {}};
  for (const Anchor& anchor : options.anchors) {
    if (anchor.agent < 0 || anchor.agent >= fitted.log.num_agents()) throw InputError("anchor for an unknown agent");
  }
  check_answerable(fitted.log);
  const bool one_scale = options.prior_draws > 0 || options.anchors.size() >= 2;
  const Groups groups = one_scale ? fitted.log.groups : strong_groups(fitted.log.agent_graph);
  const auto solve = [&](bool seat_term) {
    fitted.options.seat_term = seat_term;
    if (groups.members.size() > 1 || seat_term != options.seat_term) fitted.log = compile(log, fitted.options, groups);
    fitted.frame = make_frame(fitted.log, fitted.options);
    fitted.counts = pattern_counts(fitted.log, std::vector<double>(at(fitted.log.num_blocks), 1.0));
    fitted.optimum =
        optimise(fitted.log, fitted.options, fitted.frame, fitted.counts, start_point(fitted.log, fitted.frame));
    return fitted.optimum.found;
  };
  if (solve(options.seat_term)) return fitted;
  // One agent won everything from one seat and not from the other, or results within groups are too few to tell.
  if (options.seat_term && solve(false)) return fitted;
  throw DataError("no finite ratings (an estimate grows without bound). Play more games, or use a prior");
}
template Fitted fit_within_groups(const PairLog&, const RatingOptions&);
template Fitted fit_within_groups(const RankingLog&, const RatingOptions&);

RatingFit report(const Fitted& fitted, bool seat_term_wanted) {
  const CompiledLog& log = fitted.log;
  const RatingOptions& options = fitted.options;
  const int agents = log.num_agents(), ties = static_cast<int>(log.tie_sizes.size());
  const int seats = log.seat_parameters > 0 ? log.num_seats : 0;
  // From the model's parameters to what is reported: re-centred strengths and one effect per seat.
  const auto reported = [&](const Eigen::MatrixXd& columns) {
    Eigen::MatrixXd rows(agents + seats + ties, columns.cols());
    rows.topRows(agents) = columns.topRows(agents);
    recentre(log, options, rows);
    if (seats > 0) rows.middleRows(agents, seats) = log.seat_map * columns.middleRows(agents, log.seat_parameters);
    rows.bottomRows(ties) = columns.bottomRows(ties);
    return rows;
  };
  const auto as_vector = [](const auto& expression) {
    const Eigen::VectorXd values = expression;
    return std::vector<double>(values.data(), values.data() + values.size());
  };
  Eigen::VectorXd values = reported(fitted.optimum.parameters);
  RatingFit result;
  result.agents = log.agents;
  result.groups = log.groups.members;
  result.group_of = log.groups.of;
  for (int g = 0; g < static_cast<int>(result.groups.size()); ++g) {
    if (result.groups[at(g)].size() >= result.groups[at(result.reference)].size()) result.reference = g;
  }
  if (options.anchors.size() == 1) {
    result.reference = result.group_of[at(options.anchors.front().agent)];
    for (const int i : result.groups[at(result.reference)]) values(i) += options.anchors.front().elo / kEloPerNat;
  }
  result.one_sided = log.one_sided;
  result.theta = as_vector(values.head(agents));
  result.seats = as_vector(values.segment(agents, seats));
  result.seats_left_out = seat_term_wanted && !options.seat_term;
  result.ties = as_vector(values.tail(ties));
  result.tie_sizes = log.tie_sizes;
  result.tie_model = log.tie_model;
  result.log_likelihood = evaluate(log, fitted.counts, 0, fitted.optimum.parameters).value;
  const Eigen::MatrixXd half = reported(fitted.optimum.covariance).transpose();
  const Eigen::MatrixXd covariance = reported(half);
  result.information.assign(covariance.data(), covariance.data() + covariance.size());  // symmetric
  result.blocks = log.num_blocks;
  result.prior_draws = options.prior_draws;
  result.several_anchors = options.anchors.size() >= 2;
  result.newton_steps = fitted.optimum.steps;
  if (log.num_blocks < 2) return result;

  std::vector<Eigen::VectorXd> pattern_score;
  for (int p = 0; p < log.num_patterns; ++p) {
    double unused = 0;
    pattern_score.emplace_back(Eigen::VectorXd::Zero(log.num_parameters()));
    log.likelihood->add(p, 1, fitted.optimum.parameters, unused, pattern_score.back(), nullptr);
  }
  Eigen::MatrixXd block_score = Eigen::MatrixXd::Zero(log.num_parameters(), log.num_blocks);
  for (const PatternCount& c : log.counts) block_score.col(c.block) += c.count * pattern_score[at(c.pattern)];
  const Eigen::MatrixXd influence = reported(fitted.optimum.covariance * block_score);
  for (Eigen::Index row = 0; row < influence.rows(); ++row)
    result.influence.push_back(as_vector(influence.row(row).transpose()));
  return result;
}

}  // namespace atl::stats::detail
