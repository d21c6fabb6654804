/// What one complete block says, as numbers: the forfeit policy, the share of an agent, the means per seat. Summaries,
/// ratings and stopping rules all read blocks through here, so that they count the same things.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "experiments/drivers/finished_game.hpp"
#include "experiments/runs/schedule.hpp"
#include "experiments/stats/seats.hpp"

namespace atl {

/// What a game that an agent's failure ended counts. exclude: its block is left out of strength and seats; loss: the
/// offender is last and the others share the first place (no points, so score means leave it out).
enum class ForfeitPolicy : std::uint8_t { exclude, loss };
inline constexpr Word<ForfeitPolicy> kForfeitWords[] = {{ForfeitPolicy::exclude, "exclude"},
                                                        {ForfeitPolicy::loss, "loss"}};

/// The ranks that count: of a forfeited game those of the policy `loss`.
std::vector<int> counting_ranks(const FinishedGame& game);

/// Whether an agent's failure ended one of the games.
bool has_forfeit(const std::vector<FinishedGame>& games);

/// Whether statistics use the block.
inline bool is_usable(const std::vector<FinishedGame>& games, ForfeitPolicy policy) {
  return policy == ForfeitPolicy::loss || !has_forfeit(games);
}

/// Whether the seat's result is one of its agent against others: the agent sits there alone, and it is no self-play.
bool plays_alone(const Schedule& schedule, const FinishedGame& game, std::size_t seat);

/// The mean win share of an agent over the games of a block in which it plays one seat against others, under one
/// variant of the rules. Nothing if there is no such game.
std::optional<double> agent_share(const Schedule& schedule, const std::vector<FinishedGame>& games, int variant,
                                  int agent);

/// The means per seat of one agent's self-play under one variant of the rules. Nothing if there is no such game.
std::optional<stats::SeatBlock> self_play_seats(const Schedule& schedule, const std::vector<FinishedGame>& games,
                                                int variant, int agent);

}  // namespace atl
