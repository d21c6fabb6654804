/// The exact posterior of which cards other players hold.
///
/// A seat's hand is hidden from an observer until its cards are shown: played, spent or discarded. Draws come from a
/// pile whose contents follow from what was seen; an observed choice says that the card was there and nothing more; so
/// a hand of two copies is no likelier to show one than a hand of one. Let u[c] be the copies of card c that the
/// observer does not see (in the pile or in hidden hands), and h[p] the hidden hands now. While one pile lasts,
///
///   P(h | seen)  ~  prod_c u[c]! / (u[c] - sum_p h[p][c])!  *  prod_p g[p](h[p])
///
/// where g[p](h) counts the sequences of draws that lead seat p to the hand h and let it show what it showed. For a
/// draw multiplies by the copies left in the pile, which is what the new hands add to the first product; a card shown
/// takes the same constant out of every way; the observer's own draws do too. So g is updated by a draw to g'(h) = sum
/// over the cards c of h of g(h - c), and by showing X to g'(h) = g(h + X).
///
/// When the pile is used up the hidden hands together hold exactly what was unseen, and the discards, all seen, are the
/// new pile. From then on the posterior is a mixture over the ways to deal those old cards out among the seats, each
/// with its own g (`Epoch::starts`).
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "engine/core/rng.hpp"
#include "engine/reef_encounter/second_kind/state.hpp"

namespace atl::reef_encounter::second_kind {

/// Hands of up to three cards, numbered; the empty one is 0.
class CardHands {
 public:
  static constexpr int kNumber = 364;  ///< C(11 + 3, 3)
  static constexpr int kNone = -1;

  static const CardHands& all();

  /// The hand with one card more (kNone: too many) or less (kNone: it was not there).
  int with(int hand, int card) const { return with_[static_cast<std::size_t>(hand)][static_cast<std::size_t>(card)]; }
  int without(int hand, int card) const {
    return without_[static_cast<std::size_t>(hand)][static_cast<std::size_t>(card)];
  }
  /// Its cards, ascending.
  const std::vector<int>& cards(int hand) const { return cards_[static_cast<std::size_t>(hand)]; }

 private:
  CardHands();
  std::array<std::array<std::int16_t, kCards>, kNumber> with_, without_;
  std::array<std::vector<int>, kNumber> cards_;
};

/// What an observer saw of hidden hands.
struct HiddenCards {
  struct Event {
    int seat;
    int shown;  ///< the card, or kUnseenCard for a draw
  };
  /// While one pile lasts.
  struct Epoch {
    std::vector<Event> events;
    std::array<std::uint8_t, kCards> unseen{};  ///< u at its end (so far)
  };
  std::array<bool, kSeats> hidden{};
  std::vector<Epoch> epochs{1};
};

/// One way to fill in what is hidden: for each seat the cards it drew, in order; and what it holds of them now.
struct CardSample {
  std::array<std::vector<int>, kSeats> draws;
  std::array<int, kSeats> hand{};
};

class CardTable {
 public:
  explicit CardTable(const HiddenCards& known);

  /// Hands only: `draws` stays empty.
  CardSample sample(Rng& rng) const;
  /// With the draws that led there.
  CardSample sample_draws(Rng& rng) const;

  /// [seat] how probable these hands are (0 for seats that hide nothing).
  double probability(const std::array<int, kSeats>& hands) const;

  /// Whether exactly one way to hold the cards is possible.
  bool single() const;

 private:
  using Hands = std::array<int, kSeats>;  ///< by seat; 0 for seats that hide nothing
  using Weights = std::vector<double>;    ///< [hand] g
  using Used = std::uint64_t;             ///< cards in the hands chosen so far, 4 bits each

  struct Start {
    Hands hands;
    double weight;
  };
  struct EpochTable {
    std::vector<Start> starts;
    /// [seat][hand at the start] g at the end; empty if no start needs it
    std::array<std::array<Weights, CardHands::kNumber>, kSeats> ends;
  };
  /// The sums over later seats' hands, by what the earlier ones use.
  using Memo = std::array<std::unordered_map<Used, double>, kSeats>;

  void build_epoch(std::size_t epoch);
  std::vector<Start> deal_out(std::size_t epoch) const;
  Weights filter(std::size_t epoch, int seat, int start, std::vector<Weights>* steps) const;
  const Weights& ends(std::size_t epoch, int seat, const Hands& start) const;
  double step(Used used, int hand) const;
  Used add(Used used, int hand) const;
  double sum(const Start& start, int seat, Used used, Memo& memo) const;
  void trace(std::size_t epoch, const Hands& end, const Hands& start, Rng& rng, CardSample& sample) const;
  int next_seat(int seat) const;

  HiddenCards known_;
  std::vector<EpochTable> epochs_;
  std::vector<double> totals_;  ///< [start of the last epoch] summed weight
  std::vector<Memo> memo_;      ///< [start of the last epoch] filled when the table is built
};

}  // namespace atl::reef_encounter::second_kind
