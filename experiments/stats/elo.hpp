/// The rating scales and how they follow from each other.
///
/// Strength theta is in nats; Elo = theta * 400 / ln 10. For one agent against K-1 copies of another the expected win
/// share is p = e^theta / (e^theta + K-1) (Plackett and Luce), so Elo = 400 log10((K-1) p / (1-p)): 0 at p = 1/K and
/// the usual formula at K = 2.
///
/// nElo divides the score's distance from 1/2 by the standard deviation of one game instead of bending it, which makes
/// numbers comparable across draw rates (the scale of fishtest and fastchess): nElo = (800 / ln 10) (mu - 1/2) / sigma.
#pragma once

#include <cmath>
#include <numbers>
#include <optional>

namespace atl::stats {

/// Elo per nat: 173.7178...
inline constexpr double kEloPerNat = 400.0 / std::numbers::ln10;
/// nElo per standard deviation of one game: 347.4356...
inline constexpr double kNormalizedEloPerSigma = 800.0 / std::numbers::ln10;

/// Elo of a win share in a game of `num_players`; nothing at (or beyond) 0 and 1, where it is infinite.
inline std::optional<double> elo_from_share(double share, int num_players = 2) {
  if (!(share > 0 && share < 1)) return std::nullopt;
  return kEloPerNat * std::log((num_players - 1) * share / (1 - share));
}

/// The expected win share at a given Elo, in (0, 1).
inline double share_from_elo(double elo, int num_players = 2) {
  return 1 / (1 + (num_players - 1) * std::exp(-elo / kEloPerNat));
}

/// The effect size t = (mu - 1/2) / sigma_block of a normalized Elo, where a block is a pair of games with the seats
/// swapped (sigma_block^2 = sigma_game^2 / 2).
inline double pair_effect_from_nelo(double nelo) { return std::numbers::sqrt2 * nelo / kNormalizedEloPerSigma; }

}  // namespace atl::stats
