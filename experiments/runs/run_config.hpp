/// What a run is: everything that decides which games are played and how they end, and nothing else (threads, output
/// and progress are not part of it). Kept in the store, written into manifests, compared on resume.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/drivers/game_terms.hpp"
#include "experiments/stats/seatings.hpp"

namespace atl {

/// Which agents meet.
///   automatic   as many agents as seats: one line-up; one agent: self-play; more: every subset; fewer (two or more):
///               every ordered pair A, B as A against copies of B
///   gauntlet    the same, but only line-ups in which the first agent plays
///   self_play   each agent against copies of itself, with deal rotations
enum class LineupPlan : std::uint8_t { automatic, gauntlet, self_play };
inline constexpr Word<LineupPlan> kLineupWords[] = {
    {LineupPlan::automatic, "auto"}, {LineupPlan::gauntlet, "gauntlet"}, {LineupPlan::self_play, "self-play"}};

using stats::SeatingPlan;
inline constexpr Word<SeatingPlan> kSeatingWords[] = {{SeatingPlan::automatic, "auto"},
                                                      {SeatingPlan::cyclic, "cyclic"},
                                                      {SeatingPlan::two_transitive, "t2"},
                                                      {SeatingPlan::all, "all"}};

/// Part `index` (from 1) of `count`: the blocks b with b mod count = index - 1.
struct Shard {
  std::uint64_t index = 1;
  std::uint64_t count = 1;
  bool operator==(const Shard&) const = default;
};

/// The terms of its games, and which games.
struct RunConfig : GameTerms {
  std::string game;
  int rules_version = 1;  ///< of the game's rules; no option, the program's own
  LineupPlan lineups = LineupPlan::automatic;
  SeatingPlan seatings = SeatingPlan::automatic;
  std::uint64_t blocks = 0;
  Shard shard;
  std::string stop_rule;  ///< canonical text of the stopping rule; empty: play all blocks
  bool operator==(const RunConfig&) const = default;
};

/// Calls visit(key, field of each configuration) for all that a configuration holds: the keys of stored configurations,
/// which are also option names and keys of configuration files. (Rules have the options `rule` and `sweep`; the
/// stopping rule has those of its kind.)
template <class Visit, class... Configs>
void visit_keys(Visit&& visit, Configs&... configs) {
  visit("game", configs.game...);
  visit("players", configs.players...);
  visit("rules-version", configs.rules_version...);
  visit("rules", configs.variants...);
  visit("agents", configs.agents...);
  visit("lineups", configs.lineups...);
  visit("seatings", configs.seatings...);
  visit("blocks", configs.blocks...);
  visit("seed", configs.seed...);
  visit("shard", configs.shard...);
  visit("decision-limit", configs.limits.decision_seconds...);
  visit("clock", configs.limits.clock_seconds...);
  visit("clock-penalty", configs.limits.clock_penalty...);
  visit("stop-rule", configs.stop_rule...);
}

/// A value of one of these as text; the enums by their words.
std::string text_of(LineupPlan plan);
std::string text_of(SeatingPlan plan);
std::string text_of(ClockPenalty penalty);
std::string text_of(const Shard& shard);

/// `i/n` with 1 <= i <= n <= 1000000. Throws InputError.
Shard parse_shard(std::string_view text);

/// Throws InputError if the parts do not fit together: no agents, no blocks, a shard with a stopping rule, ...
void check_config(const RunConfig& config);

/// One JSON object, and back. Reading throws InputError on anything write_config does not write.
std::string write_config(const RunConfig& config);
RunConfig read_config(std::string_view json);

/// The keys in which a run that continues `stored` may not differ from it but does; more blocks are no difference.
std::vector<std::string> conflicting_keys(const RunConfig& stored, const RunConfig& wanted);

/// Whether the same command may give other games next time: time or threads that share a tree decide.
bool depends_on_time(const RunConfig& config);

/// Whether time has a say in what the agent of a spec does: it has a time budget, or several threads in one tree.
bool spec_is_timed(std::string_view spec);

}  // namespace atl
