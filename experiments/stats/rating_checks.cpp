#include <fmt/format.h>

#include <Eigen/Dense>
#include <string>

#include "engine/core/checks.hpp"
#include "experiments/stats/rating_fit.hpp"

namespace atl::stats::detail {
namespace {

std::string quoted(const std::string& name) { return "'" + name + "'"; }

/// Refuses data in which seats and strengths (or the strengths among themselves) move the likelihood together: at the
/// starting point every outcome has positive probability, so there a flat direction is flat everywhere.
void check_identifiable(const CompiledLog& log, const Eigen::VectorXd& pattern_counts) {
  const int agents = log.num_agents();
  Eigen::VectorXd start = Eigen::VectorXd::Zero(log.num_parameters());
  start.tail(static_cast<Eigen::Index>(log.tie_sizes.size())) = log.tie_start;
  const Eigen::Index free = agents - 1 + log.seat_parameters;
  if (free <= 0) return;
  Eigen::MatrixXd basis = Eigen::MatrixXd::Zero(log.num_parameters(), free);
  basis.topLeftCorner(agents, agents - 1) = sum_zero_basis(agents);
  basis.block(agents, agents - 1, log.seat_parameters, log.seat_parameters).setIdentity();
  const Evaluation at = evaluate(log, pattern_counts, 0, start);
  const Eigen::MatrixXd information = -basis.transpose() * at.hessian * basis;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> spectrum(information, Eigen::EigenvaluesOnly);
  if (spectrum.eigenvalues()(0) > 1e-10 * spectrum.eigenvalues()(free - 1)) return;
  for (int i = 0; i < agents; ++i) {
    const int seat = log.only_seat[static_cast<std::size_t>(i)];
    if (seat < 0) continue;
    throw DataError(
        fmt::format("seats and strengths cannot be told apart (agent {} always sat in seat {}). "
                    "Let agents change seats, or rate without a seat term",
                    quoted(log.agents[static_cast<std::size_t>(i)]), seat));
  }
  throw DataError(
      "seats and strengths cannot be told apart (who sat where never varied enough). "
      "Let agents change seats, or rate without a seat term");
}

}  // namespace

void check_answerable(const CompiledLog& log, const RatingOptions& options, const Eigen::VectorXd& pattern_counts) {
  const auto islands = log.agent_graph.islands();
  if (islands.size() > 1) {
    throw DataError(fmt::format("no common scale (groups {} never met). Play games between them",
                                describe_groups(islands, log.agents)));
  }
  if (options.prior_draws <= 0) {
    const auto groups = log.agent_graph.strong_components();
    if (groups.size() > 1 && options.anchors.size() < 2) {
      throw DataError(
          fmt::format("no finite ratings (between groups {} only one side ever won). Play more games, or use a prior",
                      describe_groups(groups, log.agents)));
    }
  }
  if (log.seat_parameters > 0) {
    const auto groups = log.seat_graph.strong_components();
    if (groups.size() > 1) {
      std::vector<std::string> seats;
      for (int s = 0; s < log.num_seats; ++s) seats.push_back("seat " + std::to_string(s));
      throw DataError(
          fmt::format("no finite seat effect (between {} only one side ever won). Play more games, or rate without "
                      "a seat term",
                      describe_groups(groups, seats)));
    }
  }
  if (!log.tie_sizes.empty() && !log.decisive) {
    throw DataError("no finite draw parameter (every game was drawn). Rate with draws as half points");
  }
  check_identifiable(log, pattern_counts);
}

}  // namespace atl::stats::detail
