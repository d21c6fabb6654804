/// The words every layer shares: seats, observers, node kinds, actions.
#pragma once

#include <array>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

/// The namespace is `atl`: <stdlib.h> already has a function called atoll.
namespace atl {

/// The largest number of seats any game may have.
inline constexpr int kMaxSeats = 5;

/// True; makes a constructor the better match.
template <class>
concept AnyType = true;

/// A seat, counted from 0 in turn order; one byte, so that packed states may hold it. Chance is not a player.
/// It is no number: PerSeat is indexed by it, seats(n) runs over it, and where a number is meant index() says so.
class Player {
 public:
  constexpr Player() = default;  ///< the first seat
  /// A number that is known to be a seat.
  template <class Index>
    requires std::integral<Index> && AnyType<Index>
  constexpr explicit Player(Index index) : index_(static_cast<std::int8_t>(index)) {}
  /// A seat that is written down: constants convert, numbers that come from somewhere do not.
  template <std::integral Index>
  consteval Player(Index index) : index_(static_cast<std::int8_t>(index)) {}

  /// Requires a seat, not kNobody.
  constexpr std::size_t index() const { return static_cast<std::size_t>(index_); }
  constexpr bool is_seat() const { return index_ >= 0; }

  /// The seat that follows in turn order among `num_players`.
  constexpr Player next(int num_players) const { return Player(index_ + 1 < num_players ? index_ + 1 : 0); }

  auto operator<=>(const Player&) const = default;

 private:
  std::int8_t index_ = 0;
};

/// The owner of a chance event that belongs to no seat.
inline constexpr Player kNobody{-1};

/// Who watches: a seat, or kPublic, or kOmniscient.
class Observer {
 public:
  constexpr Observer() = default;  ///< the first seat
  constexpr Observer(Player seat) : value_(seat.is_seat() ? static_cast<std::int8_t>(seat.index()) : std::int8_t{-1}) {}

  /// The observer at a seat that is written down.
  template <std::integral Index>
  consteval Observer(Index index) : Observer(Player(index)) {}

  static constexpr Observer everyone() { return Observer(Value{-1}); }
  static constexpr Observer omniscient() { return Observer(Value{-2}); }

  constexpr bool is_seat() const { return value_ >= 0; }
  /// Requires is_seat().
  constexpr Player seat() const { return Player(value_); }

  /// A number of its own for every observer, for keys and hashes: 0 for kOmniscient, 1 for kPublic, then the seats.
  constexpr std::uint64_t code() const { return static_cast<std::uint64_t>(value_ + 2); }

  auto operator<=>(const Observer&) const = default;

 private:
  struct Value {
    std::int8_t value;
  };
  constexpr explicit Observer(Value value) : value_(value.value) {}

  std::int8_t value_ = 0;
};

inline constexpr Observer kPublic = Observer::everyone();        ///< sees what everyone sees
inline constexpr Observer kOmniscient = Observer::omniscient();  ///< sees everything

/// `for (const Player player : seats(n))`: the first n seats in turn order.
class Seats {
 public:
  class Iterator {
   public:
    using value_type = Player;
    using difference_type = std::ptrdiff_t;

    constexpr Iterator() = default;
    constexpr explicit Iterator(int index) : index_(index) {}
    constexpr Player operator*() const { return Player(index_); }
    constexpr Iterator& operator++() {
      ++index_;
      return *this;
    }
    constexpr Iterator operator++(int) { return Iterator(index_++); }
    bool operator==(const Iterator&) const = default;

   private:
    int index_ = 0;
  };

  constexpr explicit Seats(int count) : count_(count) {}
  constexpr Iterator begin() const { return Iterator(0); }
  constexpr Iterator end() const { return Iterator(count_); }

 private:
  int count_;
};
constexpr Seats seats(int num_players) { return Seats(num_players); }

/// [seats] one value per seat; only the first num_players() entries mean anything. States of games with fewer seats
/// give the number that they have room for.
template <class T, int kSeats = kMaxSeats>
struct PerSeat {
  std::array<T, kSeats> values;

  constexpr T& operator[](Player seat) { return values[seat.index()]; }
  constexpr const T& operator[](Player seat) const { return values[seat.index()]; }
  template <std::integral Index>
  constexpr T& operator[](Index seat) {
    return values[static_cast<std::size_t>(seat)];
  }
  template <std::integral Index>
  constexpr const T& operator[](Index seat) const {
    return values[static_cast<std::size_t>(seat)];
  }

  /// The values of the first `num_players` seats.
  constexpr std::span<T> first(int num_players) {
    return std::span<T>(values).first(static_cast<std::size_t>(num_players));
  }
  constexpr std::span<const T> first(int num_players) const {
    return std::span<const T>(values).first(static_cast<std::size_t>(num_players));
  }

  constexpr void fill(const T& value) { values.fill(value); }
  static constexpr std::size_t size() { return kSeats; }
  constexpr auto begin() { return values.begin(); }
  constexpr auto begin() const { return values.begin(); }
  constexpr auto end() { return values.end(); }
  constexpr auto end() const { return values.end(); }

  auto operator<=>(const PerSeat&) const = default;
};

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

}  // namespace atl

template <>
struct std::hash<atl::Player> {
  std::size_t operator()(atl::Player player) const {
    return player.is_seat() ? player.index() : std::size_t{atl::kMaxSeats};
  }
};
template <>
struct std::hash<atl::Observer> {
  std::size_t operator()(atl::Observer observer) const { return static_cast<std::size_t>(observer.code()); }
};
