#include <fmt/format.h>

#include <Eigen/Dense>
#include <string>

#include "engine/core/checks.hpp"
#include "experiments/stats/rating_fit.hpp"

namespace atl::stats::detail {
namespace {

std::string quoted(const std::string& name) { return "'" + name + "'"; }

/// Refuses data in which seats and strengths move the likelihood together: at the starting point every outcome has
/// positive probability, so there a flat direction is flat everywhere.
void check_identifiable(const CompiledLog& log) {
  const int agents = log.num_agents();
  const Frame frame = make_frame(log, {});
  const auto free = static_cast<Eigen::Index>(frame.free.size() - log.tie_sizes.size());
  if (free <= 0) return;
  const Eigen::VectorXd counts =
      pattern_counts(log, std::vector<double>(static_cast<std::size_t>(log.num_blocks), 1.0));
  const Evaluation at = evaluate(log, counts, 0, start_point(log, frame));
  const Eigen::MatrixXd information = -at.hessian(frame.free, frame.free).topLeftCorner(free, free);
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

void check_answerable(const CompiledLog& log) {
  const auto islands = log.agent_graph.islands();
  if (islands.size() > 1) {
    throw DataError(fmt::format("no common scale (groups {} never met). Play games between them",
                                describe_groups(islands, log.agents)));
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
  check_identifiable(log);
}

}  // namespace atl::stats::detail
