#include "engine/reef_encounter/second_kind/card_belief.hpp"

#include <algorithm>
#include <map>

#include "engine/core/checks.hpp"

namespace atl::reef_encounter::second_kind {
namespace {

constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// An index, each as likely as its weight; the last positive one if rounding leaves a rest.
template <class WeightOf>
int draw_index(int n, double total, Rng& rng, WeightOf&& weight_of) {
  double rest = rng.uniform() * total;
  int chosen = -1;
  for (int i = 0; i < n; ++i) {
    const double weight = weight_of(i);
    if (weight <= 0) continue;
    chosen = i;
    rest -= weight;
    if (rest < 0) break;
  }
  ATOLL_ASSERT(chosen >= 0);
  return chosen;
}

}  // namespace

CardHands::CardHands() {
  std::map<std::vector<int>, int> number;
  std::vector<std::vector<int>> list = {{}};
  for (std::size_t i = 0; i < list.size(); ++i) {  // by size, so that the hands with one more card come later
    const std::vector<int> hand = list[i];
    number[hand] = static_cast<int>(i);
    if (hand.size() == kHandOfCards) continue;
    for (int card = hand.empty() ? 0 : hand.back(); card < kCards; ++card) {
      list.push_back(hand);
      list.back().push_back(card);
    }
  }
  ATOLL_ASSERT(list.size() == kNumber);
  for (auto& row : with_) row.fill(kNone);
  for (auto& row : without_) row.fill(kNone);
  for (std::size_t i = 0; i < list.size(); ++i) {
    cards_[i] = list[i];
    if (list[i].size() == kHandOfCards) continue;
    for (int card = 0; card < kCards; ++card) {
      std::vector<int> larger = list[i];
      larger.insert(std::upper_bound(larger.begin(), larger.end(), card), card);
      const int j = number.at(larger);
      with_[i][at(card)] = static_cast<std::int16_t>(j);
      without_[at(j)][at(card)] = static_cast<std::int16_t>(i);
    }
  }
}

const CardHands& CardHands::all() {
  static const CardHands hands;
  return hands;
}

CardTable::CardTable(const HiddenCards& known) : known_(known) {
  epochs_.resize(known_.epochs.size());
  for (std::size_t epoch = 0; epoch < epochs_.size(); ++epoch) build_epoch(epoch);
  const std::vector<Start>& starts = epochs_.back().starts;
  memo_.resize(starts.size());
  totals_.resize(starts.size());
  for (std::size_t i = 0; i < starts.size(); ++i) {
    totals_[i] = starts[i].weight * sum(starts[i], next_seat(-1), 0, memo_[i]);
  }
}

int CardTable::next_seat(int seat) const {
  do ++seat;
  while (seat < kSeats && !known_.hidden[at(seat)]);
  return seat;
}

void CardTable::build_epoch(std::size_t epoch) {
  EpochTable& table = epochs_[epoch];
  table.starts = epoch == 0 ? std::vector<Start>{{Hands{}, 1.0}} : deal_out(epoch - 1);
  for (const Start& start : table.starts) {
    for (int seat = next_seat(-1); seat < kSeats; seat = next_seat(seat)) {
      Weights& end = table.ends[at(seat)][at(start.hands[at(seat)])];
      if (end.empty()) end = filter(epoch, seat, start.hands[at(seat)], nullptr);
    }
  }
}

/// g of a seat after the epoch's events, from that hand; the tables after each of its events in `steps`.
CardTable::Weights CardTable::filter(std::size_t epoch, int seat, int start, std::vector<Weights>* steps) const {
  const CardHands& all = CardHands::all();
  Weights now(CardHands::kNumber, 0.0);
  now[at(start)] = 1;
  for (const HiddenCards::Event& event : known_.epochs[epoch].events) {
    if (event.seat != seat) continue;
    Weights next(CardHands::kNumber, 0.0);
    for (int hand = 0; hand < CardHands::kNumber; ++hand) {
      const double weight = now[at(hand)];
      if (weight == 0) continue;
      const bool draw = event.shown == kUnseenCard;
      for (int card = draw ? 0 : event.shown; card < (draw ? kCards : event.shown + 1); ++card) {
        const int to = draw ? all.with(hand, card) : all.without(hand, card);
        if (to == CardHands::kNone) continue;
        next[at(to)] += weight;
      }
    }
    now = std::move(next);
    if (steps != nullptr) steps->push_back(now);
  }
  return now;
}

const CardTable::Weights& CardTable::ends(std::size_t epoch, int seat, const Hands& start) const {
  return epochs_[epoch].ends[at(seat)][at(start[at(seat)])];
}

/// The ways in which the seats can hold the cards when the pile of an epoch is used up: exactly what is unseen.
std::vector<CardTable::Start> CardTable::deal_out(std::size_t epoch) const {
  std::map<Hands, double> ways;
  Used unseen = 0;
  for (int card = 0; card < kCards; ++card) unseen |= Used{known_.epochs[epoch].unseen[at(card)]} << (4 * card);
  // Give each seat in turn a hand out of what is left.
  const auto deal = [&](const auto& self, const Start& start, int seat, Used left, Hands& hands,
                        double weight) -> void {
    if (seat == kSeats) {
      if (left == 0) ways[hands] += weight;
      return;
    }
    const Weights& g = ends(epoch, seat, start.hands);
    for (int hand = 0; hand < CardHands::kNumber; ++hand) {
      if (g[at(hand)] == 0) continue;
      Used rest = left;
      bool fits = true;
      for (const int card : CardHands::all().cards(hand)) {
        fits = fits && ((rest >> (4 * card)) & 15) != 0;
        if (fits) rest -= Used{1} << (4 * card);
      }
      if (!fits) continue;
      hands[at(seat)] = hand;
      self(self, start, next_seat(seat), rest, hands, weight * g[at(hand)]);
      hands[at(seat)] = 0;
    }
  };
  for (const Start& start : epochs_[epoch].starts) {
    Hands hands{};
    deal(deal, start, next_seat(-1), unseen, hands, start.weight);
  }
  double largest = 0;
  for (const auto& [hands, weight] : ways) largest = std::max(largest, weight);
  std::vector<Start> starts;
  for (const auto& [hands, weight] : ways) starts.push_back({hands, weight / largest});
  return starts;
}

/// What the first product gains if these cards are used besides `used`; 0 if there are not enough.
double CardTable::step(Used used, int hand) const {
  const auto& unseen = known_.epochs.back().unseen;
  double factor = 1;
  for (const int card : CardHands::all().cards(hand)) {
    factor *= static_cast<double>(unseen[at(card)]) - static_cast<double>((used >> (4 * card)) & 15);
    if (factor <= 0) return 0;
    used += Used{1} << (4 * card);
  }
  return factor;
}

CardTable::Used CardTable::add(Used used, int hand) const {
  for (const int card : CardHands::all().cards(hand)) used += Used{1} << (4 * card);
  return used;
}

/// The weight of everything that the seats from `seat` on can hold.
double CardTable::sum(const Start& start, int seat, Used used, Memo& memo) const {
  if (seat >= kSeats) return 1;
  if (const auto found = memo[at(seat)].find(used); found != memo[at(seat)].end()) return found->second;
  const Weights& g = ends(epochs_.size() - 1, seat, start.hands);
  double total = 0;
  for (int hand = 0; hand < CardHands::kNumber; ++hand) {
    if (g[at(hand)] == 0) continue;
    const double factor = step(used, hand);
    if (factor > 0) total += g[at(hand)] * factor * sum(start, next_seat(seat), add(used, hand), memo);
  }
  memo[at(seat)][used] = total;
  return total;
}

CardSample CardTable::sample(Rng& rng) const {
  CardSample sample;
  double total = 0;
  for (const double weight : totals_) total += weight;
  const int chosen = draw_index(static_cast<int>(totals_.size()), total, rng, [&](int i) { return totals_[at(i)]; });
  const Start& start = epochs_.back().starts[at(chosen)];
  const Memo& memo = memo_[at(chosen)];
  Used used = 0;
  for (int seat = next_seat(-1); seat < kSeats;) {
    const Weights& g = ends(epochs_.size() - 1, seat, start.hands);
    const int next = next_seat(seat);
    const auto weight_of = [&](int hand) {
      const double weight = g[at(hand)] == 0 ? 0 : g[at(hand)] * step(used, hand);
      return weight <= 0 || next == kSeats ? weight : weight * memo[at(next)].at(add(used, hand));
    };
    const int hand = draw_index(CardHands::kNumber, memo[at(seat)].at(used), rng, weight_of);
    sample.hand[at(seat)] = hand;
    used = add(used, hand);
    seat = next;
  }
  return sample;
}

double CardTable::probability(const Hands& hands) const {
  double weight = 0, total = 0;
  for (std::size_t i = 0; i < totals_.size(); ++i) {
    const Start& start = epochs_.back().starts[i];
    double way = start.weight;
    Used used = 0;
    for (int seat = next_seat(-1); seat < kSeats; seat = next_seat(seat)) {
      way *= ends(epochs_.size() - 1, seat, start.hands)[at(hands[at(seat)])] * step(used, hands[at(seat)]);
      used = add(used, hands[at(seat)]);
    }
    weight += way;
    total += totals_[i];
  }
  return weight / total;
}

/// The draws of one epoch that lead from `start` to `end`: all of them are equally likely.
void CardTable::trace(std::size_t epoch, const Hands& end, const Hands& start, Rng& rng, CardSample& sample) const {
  const CardHands& all = CardHands::all();
  for (int seat = next_seat(-1); seat < kSeats; seat = next_seat(seat)) {
    std::vector<Weights> steps(1, Weights(CardHands::kNumber, 0.0));
    steps[0][at(start[at(seat)])] = 1;
    filter(epoch, seat, start[at(seat)], &steps);
    std::vector<int> shown;
    for (const HiddenCards::Event& event : known_.epochs[epoch].events) {
      if (event.seat == seat) shown.push_back(event.shown);
    }
    std::vector<int> draws;  // the last one first
    int hand = end[at(seat)];
    for (std::size_t i = shown.size(); i-- > 0;) {
      if (shown[i] != kUnseenCard) {
        hand = all.with(hand, shown[i]);
        continue;
      }
      const auto weight_of = [&](int card) {
        const int before = all.without(hand, card);
        return before == CardHands::kNone ? 0.0 : steps[i][at(before)];
      };
      double total = 0;
      for (int card = 0; card < kCards; ++card) total += weight_of(card);
      const int card = draw_index(kCards, total, rng, weight_of);
      draws.push_back(card);
      hand = all.without(hand, card);
    }
    sample.draws[at(seat)].insert(sample.draws[at(seat)].begin(), draws.rbegin(), draws.rend());
  }
}

CardSample CardTable::sample_draws(Rng& rng) const {
  CardSample result = sample(rng);
  Hands end = result.hand;
  for (std::size_t epoch = epochs_.size(); epoch-- > 0;) {
    const std::vector<Start>& starts = epochs_[epoch].starts;
    const auto weight_of = [&](int i) {
      double weight = starts[at(i)].weight;
      for (int seat = next_seat(-1); seat < kSeats; seat = next_seat(seat)) {
        weight *= ends(epoch, seat, starts[at(i)].hands)[at(end[at(seat)])];
      }
      return weight;
    };
    const int n = static_cast<int>(starts.size());
    double total = 0;
    for (int i = 0; i < n; ++i) total += weight_of(i);
    const Hands start = starts[at(draw_index(n, total, rng, weight_of))].hands;
    trace(epoch, end, start, rng, result);
    end = start;
  }
  return result;
}

/// Whether exactly one way is possible: at each seat exactly one hand leaves the others a way, and all starts agree.
bool CardTable::single() const {
  const std::vector<Start>& starts = epochs_.back().starts;
  Hands only{};
  bool any = false;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    if (totals_[i] <= 0) continue;
    Hands hands{};
    Used used = 0;
    for (int seat = next_seat(-1), next = 0; seat < kSeats; seat = next) {
      next = next_seat(seat);
      const Weights& g = ends(epochs_.size() - 1, seat, starts[i].hands);
      int found = CardHands::kNone;
      for (int hand = 0; hand < CardHands::kNumber; ++hand) {
        if (g[at(hand)] == 0 || step(used, hand) <= 0) continue;
        if (next < kSeats && memo_[i][at(next)].at(add(used, hand)) <= 0) continue;
        if (found != CardHands::kNone) return false;
        found = hand;
      }
      hands[at(seat)] = found;
      used = add(used, found);
    }
    if (any && hands != only) return false;
    only = hands;
    any = true;
  }
  return true;
}

}  // namespace atl::reef_encounter::second_kind
