#include "experiments/report/rating_tables.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "engine/core/text.hpp"
#include "experiments/report/summary_tables.hpp"
#include "experiments/stats/connectivity.hpp"
#include "experiments/stats/elo.hpp"

namespace atl::report {
namespace {

/// Agents that people are shown all pairs of.
constexpr std::size_t kMostRows = 20;

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

/// A bound reads ">= 166.2"; as JSON it has no number, and its interval one end.
Cell elo_cell(const stats::RatingDifference& d) {
  switch (d.known) {
    case stats::Known::estimate: return cell(d.elo, 1);
    case stats::Known::at_least: return {.text = ">= " + fixed(d.elo, 1), .json = "null", .number = true};
    case stats::Known::at_most: return {.text = "<= " + fixed(d.elo, 1), .json = "null", .number = true};
    case stats::Known::nothing: break;
  }
  return no_value();
}

Cell ends_cell(const stats::RatingDifference& d) {
  if (d.known == stats::Known::at_least)
    return {.text = fmt::format("[{}, inf]", fixed(d.elo, 1)), .json = fmt::format("[{}, null]", d.elo)};
  if (d.known == stats::Known::at_most)
    return {.text = fmt::format("[-inf, {}]", fixed(d.elo, 1)), .json = fmt::format("[null, {}]", d.elo)};
  return interval_cell(d.interval, 1);
}

Cell se_cell(const stats::RatingDifference& d) { return d.se > 0 ? cell(d.se, 1) : no_value(); }

/// What to say where some agents won or lost everything.
std::vector<std::string> one_sided_notes(const stats::RatingFit& fit) {
  if (fit.groups.size() < 2) return {};
  constexpr std::size_t kMostGroups = 8;
  std::string groups = fit.groups.size() <= kMostGroups ? stats::describe_groups(fit.groups, fit.agents)
                                                        : fmt::format("{} groups of agents", fit.groups.size());
  return {
      fmt::format("One-sided: between {} only one side ever won. There are bounds (>=, <=) from the blocks in which "
                  "the two met, no estimates; '-': they did not meet.",
                  groups),
      fmt::format("Zero is the mean of {}.",
                  stats::describe_groups({fit.groups[static_cast<std::size_t>(fit.reference)]}, fit.agents))};
}

std::vector<std::string> notes_on(const RatingLog& log, const Rating& rating, const RatingSettings& values) {
  const stats::RatingFit& fit = rating.fit;
  std::vector<std::string> notes;
  notes.push_back(fmt::format("{}; {} games in {} blocks; log-likelihood {:.3f}.", model_text(log, values),
                              log.total_games, fit.blocks, fit.log_likelihood));
  if (values.prior > 0) {
    notes.push_back(fmt::format(
        "Prior: {:g} virtual drawn game{} per agent against one of strength 0. Ratings and intervals rest on "
        "it, those of one-sided results on nothing else.",
        values.prior, values.prior == 1 ? "" : "s"));
  }
  notes.push_back(fit.blocks > 1
                      ? std::string("Errors by block (sandwich, Student's t); where few blocks carry the spread, not "
                                    "below those of independent games.")
                      : std::string("Errors as if games were independent: there are fewer than two blocks."));
  for (std::string& note : one_sided_notes(fit)) notes.push_back(std::move(note));
  if (values.anchors.empty() && fit.groups.size() < 2)
    notes.push_back("Zero is the agents' mean; a single rating's error depends on that: compare by the differences.");
  if (fit.several_anchors)
    notes.push_back("Several anchors: they change the differences between all other agents as well.");
  for (std::size_t i = 0; i < fit.ties.size(); ++i) {
    const int size = fit.tie_sizes[i];
    if (fit.tie_model == stats::TieModel::rao_kupper && log.players == 2) {
      notes.push_back(
          fmt::format("Draw threshold: {:.1f} Elo, one number for all agents.", fit.ties[i] * stats::kEloPerNat));
      continue;
    }
    const double weight = std::exp(fit.ties[i]);
    std::string note = fmt::format("Ties of {}: weight {:.3f}", size, weight);
    if (size == 2)
      note += fmt::format(" (two equal agents tie in {:.1f} % of their games)", 100 * weight / (2 + weight));
    notes.push_back(note + ", one number for all agents.");
  }
  if (rating.seat_test) {
    const stats::SeatTermTest& test = *rating.seat_test;
    notes.push_back(fmt::format("Does the seat matter? F({}, {}) = {:.2f} by block, p = {:.3g}.", test.df1, test.df2,
                                test.f, test.p));
  }
  if (fit.seats_left_out) {
    notes.push_back(
        "Rated without the seats: with them an estimate has no end (somebody won everything from one seat), or no "
        "result says what they are worth.");
  }
  if (log.several_seats) notes.push_back("Win shares are those of all seats that an agent holds in a game.");
  if (log.versions.size() > 1) {
    notes.push_back(fmt::format(
        "Played by {} versions of the program ({}): an agent of one name is taken as one, though it may have changed. "
        "rate --by-version NAME keeps it apart.",
        log.versions.size(), join(log.versions, ", ")));
  }
  if (log.excluded_blocks > 0)
    notes.push_back(fmt::format("{} blocks are left out because an agent failed in them.", log.excluded_blocks));
  if (values.bootstrap > 0) {
    notes.push_back(rating.bootstrap
                        ? fmt::format("Bootstrap: {} draws of whole blocks.", rating.bootstrap->theta.size())
                        : std::string("No bootstrap: it needs 20 blocks, and finite ratings in 99 % of the draws."));
  }
  return notes;
}

}  // namespace

std::vector<Table> rating_tables(const RatingLog& log, const RatingSettings& values,
                                 const RatingTablesRequest& request) {
  const stats::RatingOptions options = rating_options(log, values);
  const Rating rating = rate(log, options, static_cast<int>(values.bootstrap), request.seed);
  const stats::RatingFit& fit = rating.fit;
  const std::vector<int> order = stats::by_strength(fit);
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
    ratings.add({cell(marked(log, at)), elo_cell(single), se_cell(single), ends_cell(single), cell(log.games[at]),
                 any ? cell(log.shares[at] / static_cast<double>(log.games[at]), 3) : no_value()});
  }

  Table differences{.name = "rating_differences" + request.suffix,
                    .title = "Differences (Elo of the first minus the second; los: chance that the first is stronger)",
                    .columns = {"first", "second", "elo", "se", "interval", "los"},
                    .rows = {},
                    .notes = {},
                    .most_rows = kMostRows * (kMostRows - 1) / 2};
  if (rating.bootstrap) differences.columns.push_back("bootstrap_interval");
  Table los{.name = "los" + request.suffix,
            .title = "Likelihood of superiority (row against column)",
            .columns = {"agent"},
            .rows = {},
            .notes = {},
            .most_rows = kMostRows};
  std::vector<std::vector<Cell>> superiority(order.size(), std::vector<Cell>(order.size(), no_value()));
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t j = i + 1; j < order.size(); ++j) {
      const stats::RatingDifference d = stats::rating_difference(fit, order[i], order[j], request.confidence);
      const Cell chance = d.los ? cell(*d.los, 3) : no_value();
      std::vector<Cell> cells = {cell(fit.agents[static_cast<std::size_t>(order[i])]),
                                 cell(fit.agents[static_cast<std::size_t>(order[j])]),
                                 elo_cell(d),
                                 se_cell(d),
                                 ends_cell(d),
                                 chance};
      if (rating.bootstrap) {
        const bool fitted = d.known == stats::Known::estimate;
        cells.push_back(
            fitted ? interval_cell(
                         stats::bootstrap_difference(*rating.bootstrap, order[i], order[j], request.confidence), 1)
                   : no_value());
      }
      differences.add(std::move(cells));
      superiority[i][j] = chance;
      if (d.los) superiority[j][i] = cell(1 - *d.los, 3);
    }
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    los.columns.push_back(fmt::format("{}", i + 1));
    superiority[i].insert(superiority[i].begin(),
                          cell(fmt::format("{} {}", i + 1, fit.agents[static_cast<std::size_t>(order[i])])));
    los.add(std::move(superiority[i]));
  }

  std::vector<Table> tables = {std::move(ratings), std::move(differences)};
  // Wider than any screen beyond this; the table of differences has the same numbers.
  if (order.size() <= kMostRows) tables.push_back(std::move(los));
  if (!fit.seats.empty()) {
    Table seats{.name = "seat_ratings" + request.suffix,
                .title = "Seats (Elo of equal agents, the first seat against the second)",
                .columns = {"first", "second", "elo", "se", "interval"},
                .rows = {},
                .notes = {}};
    for (int s = 0; s < static_cast<int>(fit.seats.size()); ++s) {
      for (int t = s + 1; t < static_cast<int>(fit.seats.size()); ++t) {
        const stats::RatingDifference d = stats::seat_difference(fit, s, t, request.confidence);
        seats.add({cell(s), cell(t), cell(d.elo, 1), se_cell(d), interval_cell(d.interval, 1)});
      }
    }
    tables.push_back(std::move(seats));
  }
  return tables;
}

}  // namespace atl::report
