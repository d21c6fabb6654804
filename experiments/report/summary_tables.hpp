/// A summary as tables: strength, seats, ends, and the manifest lines that make a number repeatable.
#pragma once

#include <string>
#include <vector>

#include "experiments/findings/summary.hpp"
#include "experiments/report/table.hpp"
#include "experiments/runs/manifest.hpp"
#include "experiments/runs/schedule.hpp"

namespace atl::report {

/// What was run, as one row (and as lines for people): game, players, rules, blocks, games, seed, version.
Table run_table(const Schedule& schedule, const Manifest& manifest, const Summary& summary);

/// Win share, Elo, LOS, ranks and scores per agent, each with its interval and number of blocks.
Table strength_table(const Schedule& schedule, const Summary& summary, const SummaryOptions& options);

/// Share, rank and score per seat with intervals, and what they say about the seats. No rows without seats to tell of.
Table seat_table(const Schedule& schedule, const Summary& summary, const SummaryOptions& options);

/// What the seats' numbers say: the test of all seats first, who is better or worse off, the best against the worst,
/// and whether all are near 1/K.
std::string seat_sentence(const stats::SeatReport& report);

/// How games ended, failures included.
Table ends_table(const Summary& summary);

/// Decisions, iterations and thinking time per agent: depends on the machine, so it is no part of what equal runs
/// share.
Table work_table(const Summary& summary);

/// Rules of one variant as text, "defaults" if none differs.
std::string variant_text(const RunConfig& config, int variant);

/// An interval, `-` and null without one.
Cell interval_cell(const std::optional<stats::Interval>& interval, int decimals);

/// Elo with its interval, one-sided where all games were won or lost; as JSON [elo, low, high].
Cell elo_cell(const stats::Strength& strength);

/// `[0.512, 0.634]`, or `-` without one.
std::string format_interval(const std::optional<stats::Interval>& interval, int decimals);

}  // namespace atl::report
