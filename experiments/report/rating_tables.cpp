#include "experiments/report/rating_tables.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "engine/core/text.hpp"
#include "experiments/report/summary_tables.hpp"
#include "experiments/stats/elo.hpp"

namespace atl::report {
namespace {

stats::RatingOptions rating_options(const RatingLog& log, const RatingSettings& values) {
  stats::RatingOptions options;
  options.prior_draws = values.prior;
  options.seat_term = values.seat_term == "on";
  options.ties = values.ties == "rao_kupper"    ? stats::TieModel::rao_kupper
                 : values.ties == "half_points" ? stats::TieModel::half_points
                                                : stats::TieModel::davidson;
  options.winners_only = values.winners_only;
  const std::vector<std::string>& agents = log.agents();
  for (const std::string& text : values.anchors) {
    // Specs hold equals signs themselves, so the last one counts.
    const std::size_t equals = text.rfind('=');
    const std::optional<double> elo = equals == std::string::npos ? std::nullopt : parse_real(text.substr(equals + 1));
    if (!elo || std::abs(*elo) > 1e5)
      throw InputError(fmt::format("bad value '{}' for --anchor (wanted NAME=ELO).", text));
    const std::string name = text.substr(0, equals);
    const auto found = std::find(agents.begin(), agents.end(), name);
    if (found == agents.end()) throw InputError(unknown_word_message("agent to anchor", name, agents));
    const int agent = static_cast<int>(found - agents.begin());
    for (const stats::Anchor& other : options.anchors) {
      if (other.agent == agent) throw InputError(fmt::format("agent '{}' is anchored twice.", name));
    }
    options.anchors.push_back({.agent = agent, .elo = *elo});
  }
  return options;
}

std::string model_text(const RatingLog& log, const RatingSettings& values) {
  const std::string seat =
      values.seat_term == "on" ? (log.players == 2 ? " with a first-player shift" : " with seat effects") : "";
  if (log.players > 2) return "Plackett-Luce" + seat + (values.winners_only ? ", winners only" : " and ties");
  if (values.ties == "rao_kupper") return "Rao-Kupper" + seat;
  if (values.ties == "half_points") return "Bradley-Terry" + seat + ", draws as half points";
  return "Davidson" + seat;
}

std::string marked(const RatingLog& log, std::size_t agent) {
  return log.agents()[agent] + (log.cheats[agent] ? " (sees hidden)" : "");
}

/// Agents by falling strength; equal ones stay in their order.
std::vector<int> by_strength(const stats::RatingFit& fit) {
  std::vector<int> order(static_cast<std::size_t>(fit.theta.size()));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return fit.theta(a) > fit.theta(b); });
  return order;
}

std::vector<std::string> notes_on(const RatingLog& log, const Rating& rating, const RatingSettings& values) {
  const stats::RatingFit& fit = rating.fit;
  std::vector<std::string> notes;
  notes.push_back(fmt::format("{}; {} games in {} blocks; log-likelihood {:.3f}.", model_text(log, values),
                              log.total_games, fit.blocks, fit.log_likelihood));
  notes.push_back(values.prior > 0
                      ? fmt::format("Prior: {:g} virtual drawn game{} per agent against one of strength 0.",
                                    values.prior, values.prior == 1 ? "" : "s")
                      : std::string("No prior."));
  notes.push_back(fit.block_covariance
                      ? std::string("Errors by block (sandwich, Student's t).")
                      : std::string("Errors as if games were independent: there are fewer than two blocks."));
  if (values.anchors.empty())
    notes.push_back("Zero is the agents' mean; a single rating's error depends on that: compare by the differences.");
  if (fit.several_anchors)
    notes.push_back("Several anchors: they change the differences between all other agents as well.");
  for (Eigen::Index i = 0; i < fit.ties.size(); ++i) {
    const int size = fit.tie_sizes[static_cast<std::size_t>(i)];
    if (fit.tie_model == stats::TieModel::rao_kupper && log.players == 2) {
      notes.push_back(fmt::format("Draw threshold: {:.1f} Elo.", fit.ties(i) * stats::kEloPerNat));
      continue;
    }
    const double weight = std::exp(fit.ties(i));
    std::string note = fmt::format("Ties of {}: weight {:.3f}", size, weight);
    if (size == 2)
      note += fmt::format(" (two equal agents tie in {:.1f} % of their games)", 100 * weight / (2 + weight));
    notes.push_back(note + ".");
  }
  if (rating.seat_test) {
    const stats::SeatTermTest& test = *rating.seat_test;
    notes.push_back(fmt::format(
        "Does the seat matter? Likelihood ratio {:.2f} ({} df), p = {:.3g} (as if games were independent){}.",
        test.likelihood_ratio, test.df, test.p_likelihood_ratio,
        test.wald > 0 ? fmt::format("; Wald by block {:.2f}, p = {:.3g}", test.wald, test.p_wald) : std::string()));
  }
  if (log.several_seats) notes.push_back("Win shares are those of all seats that an agent holds in a game.");
  if (log.excluded_blocks > 0)
    notes.push_back(fmt::format("{} blocks are left out because an agent failed in them.", log.excluded_blocks));
  if (values.bootstrap > 0) {
    notes.push_back(rating.bootstrap
                        ? fmt::format("Bootstrap: {} draws of whole blocks.", rating.bootstrap->theta.rows())
                        : std::string("No bootstrap: it needs 20 blocks, and finite ratings in most draws."));
  }
  return notes;
}

}  // namespace

std::vector<Table> rating_tables(const RatingLog& log, const RatingSettings& values,
                                 const RatingTablesRequest& request) {
  const stats::RatingOptions options = rating_options(log, values);
  const Rating rating = rate(log, options, static_cast<int>(values.bootstrap), request.seed);
  const stats::RatingFit& fit = rating.fit;
  const std::vector<int> order = by_strength(fit);
  const std::string rules = request.rules.empty() ? "" : fmt::format(", rules: {}", request.rules);

  Table ratings{.name = "ratings" + request.suffix,
                .title = fmt::format("Ratings ({:g} % intervals over blocks{})", request.confidence * 100, rules),
                .columns = {"agent", "elo", "se", "interval", "games", "win_share"},
                .rows = {},
                .notes = notes_on(log, rating, values)};
  for (const int a : order) {
    const auto at = static_cast<std::size_t>(a);
    const stats::RatingDifference single = stats::single_rating(fit, a, request.confidence);
    const bool any = log.games[at] > 0;
    ratings.add({cell(marked(log, at)), cell(single.elo, 1), cell(single.se, 1), interval_cell(single.interval, 1),
                 cell(log.games[at]), any ? cell(log.shares[at] / static_cast<double>(log.games[at]), 3) : no_value()});
  }

  Table differences{.name = "rating_differences" + request.suffix,
                    .title = "Differences (Elo of the first minus the second; los: chance that the first is stronger)",
                    .columns = {"first", "second", "elo", "se", "interval", "los"},
                    .rows = {},
                    .notes = {}};
  if (rating.bootstrap) differences.columns.push_back("bootstrap_interval");
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t j = i + 1; j < order.size(); ++j) {
      const stats::RatingDifference d = stats::rating_difference(fit, order[i], order[j], request.confidence);
      std::vector<Cell> cells = {cell(fit.agents[static_cast<std::size_t>(order[i])]),
                                 cell(fit.agents[static_cast<std::size_t>(order[j])]),
                                 cell(d.elo, 1),
                                 cell(d.se, 1),
                                 interval_cell(d.interval, 1),
                                 cell(d.los, 3)};
      if (rating.bootstrap) {
        cells.push_back(
            interval_cell(stats::bootstrap_difference(*rating.bootstrap, order[i], order[j], request.confidence), 1));
      }
      differences.add(std::move(cells));
    }
  }

  Table los{.name = "los" + request.suffix,
            .title = "Likelihood of superiority (row against column)",
            .columns = {"agent"},
            .rows = {},
            .notes = {}};
  const auto matrix = stats::los_matrix(fit);
  for (std::size_t j = 0; j < order.size(); ++j) los.columns.push_back(fmt::format("{}", j + 1));
  for (std::size_t i = 0; i < order.size(); ++i) {
    std::vector<Cell> cells = {cell(fmt::format("{} {}", i + 1, fit.agents[static_cast<std::size_t>(order[i])]))};
    for (std::size_t j = 0; j < order.size(); ++j)
      cells.push_back(i == j ? no_value() : cell(matrix(order[i], order[j]), 3));
    los.add(std::move(cells));
  }

  std::vector<Table> tables = {std::move(ratings), std::move(differences), std::move(los)};
  if (fit.seats.size() > 0) {
    Table seats{.name = "seat_ratings" + request.suffix,
                .title = "Seats (Elo of equal agents, the first seat against the second)",
                .columns = {"first", "second", "elo", "se", "interval"},
                .rows = {},
                .notes = {}};
    for (int s = 0; s < static_cast<int>(fit.seats.size()); ++s) {
      for (int t = s + 1; t < static_cast<int>(fit.seats.size()); ++t) {
        stats::RatingDifference d = stats::seat_difference(fit, s, t, request.confidence);
        if (!(d.se > 0)) {
          // Blocks in which every seat won equally often have no spread; that is no proof of an effect of exactly 0.
          d = stats::seat_difference(fit, s, t, request.confidence, stats::CovarianceKind::information);
          seats.notes = {"Seat errors as if games were independent: blocks show no spread between the seats."};
        }
        seats.add({cell(s), cell(t), cell(d.elo, 1), cell(d.se, 1), interval_cell(d.interval, 1)});
      }
    }
    tables.push_back(std::move(seats));
  }
  return tables;
}

}  // namespace atl::report
