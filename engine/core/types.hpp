/// The words every layer shares: seats, observers, node kinds, actions.
#pragma once

#include <array>
#include <compare>
#include <cstdint>

/// The namespace is `atl`: <stdlib.h> already has a function called atoll.
namespace atl {

/// A seat, counted from 0 in turn order. Chance is not a player.
using Player = std::int8_t;

/// The owner of a chance event that belongs to no seat.
inline constexpr Player kNobody = -1;

/// Who watches: a seat, or one of the two below.
using Observer = std::int8_t;
inline constexpr Observer kPublic = -1;      ///< sees what everyone sees
inline constexpr Observer kOmniscient = -2;  ///< sees everything

/// The largest number of seats any game may have.
inline constexpr int kMaxSeats = 5;

enum class NodeKind : std::uint8_t { decision, chance, terminal };

/// What a player (or chance) does, packed; the game says what the bits mean. Codes are unique among the
/// actions legal at one node, and the order of codes is the order of action lists.
struct Action {
  std::uint32_t code = 0;
  auto operator<=>(const Action&) const = default;
};

/// Where a chance event comes from: the seat it belongs to (or kNobody) and a small number that tells apart
/// the decks, bags and cards of one owner. Keys of the generator it is sampled with; see docs/reproducibility.md.
struct ChanceSource {
  Player owner = kNobody;
  std::uint16_t number = 0;
  bool operator==(const ChanceSource&) const = default;
};

/// One possible outcome of a chance node.
struct ChanceOutcome {
  Action action;
  double probability = 0;
};

/// [seats] one value per seat; only the first num_players() entries mean anything.
template <class T>
using PerSeat = std::array<T, kMaxSeats>;

}  // namespace atl
