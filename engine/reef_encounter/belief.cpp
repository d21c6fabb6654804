#include "engine/reef_encounter/belief.hpp"

#include <algorithm>
#include <span>

namespace atl::reef_encounter {
namespace {

constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// 1 / n! for hands of up to 40.
constexpr auto kInverseFactorial = [] {
  std::array<double, kTilesPerColour + 1> values{};
  values[0] = 1;
  for (std::size_t n = 1; n < values.size(); ++n) values[n] = values[n - 1] / static_cast<double>(n);
  return values;
}();

double inverse_factorial(int n) { return kInverseFactorial[at(n)]; }

}  // namespace

HiddenTiles::HiddenTiles() {
  for (auto& colour : seen) colour.fill(1.0);
}

void HiddenTiles::drawn(int colour, int bag) {
  auto& weight = seen[at(colour)];
  double largest = 0;
  for (int h = 0; h <= kTilesPerColour; ++h) {
    weight[at(h)] *= std::max(0, bag - h);
    largest = std::max(largest, weight[at(h)]);
  }
  for (double& w : weight) w /= largest;
}

void HiddenTiles::shown(int colour, int bag, bool has) {
  auto& weight = seen[at(colour)];
  for (int h = 0; h <= kTilesPerColour; ++h) {
    if ((bag - h > 0) != has) weight[at(h)] = 0;
  }
}

void HiddenTiles::held(int p, int colour) {
  Seat& holder = seat[at(p)];
  holder.need[at(colour)] = std::max(holder.need[at(colour)], 1 - holder.net[at(colour)]);
}

BeliefTable::BeliefTable(const HiddenTiles& known) {
  int most = 0;  // hidden tiles
  for (int p = 0; p < kSeats; ++p) {
    const HiddenTiles::Seat& seat = known.seat[at(p)];
    hidden_[at(p)] = seat.hidden;
    if (!seat.hidden) continue;
    most += seat.dealt;
    fish_chosen_[at(p)] = seat.fish_chosen;
    need_[at(p)] = seat.need;
    slack_[at(p)] = seat.dealt - (seat.fish_chosen ? 1 : 0);
    for (const int need : seat.need) slack_[at(p)] -= need;
    pool_ += seat.fish_chosen ? 1 : 0;
    ATOLL_ASSERT(slack_[at(p)] >= 0);
  }
  std::size_t states = static_cast<std::size_t>(pool_) + 1;
  for (int p = 0; p < kSeats; ++p) {
    stride_[at(p)] = states;
    states *= static_cast<std::size_t>(slack_[at(p)]) + 1;
  }
  for (int c = 0; c < kColours; ++c) {
    // Scaled by 40^-h: the h of one way always add up to the same number, so a common base keeps the proportions.
    auto& factor = factor_[at(c)];
    factor.assign(at(most) + 1, 0.0);
    double orders = 1;
    for (int h = 0; h <= most && h <= known.dealt_from[c]; ++h) {
      factor[at(h)] = orders * known.seen[at(c)][at(h)];
      orders *= static_cast<double>(known.dealt_from[c] - h) / kTilesPerColour;
    }
  }
  for (int c = kColours - 1; c >= 0; --c) {
    total_[at(c)].assign(states, 0.0);
    Left left{};
    for (std::size_t state = 0; state < states; ++state) {
      for (int p = 0; p < kSeats; ++p) left[at(p)] = static_cast<int>(state / stride_[at(p)] % (at(slack_[at(p)]) + 1));
      const int fish = static_cast<int>(state % (at(pool_) + 1));
      // Only the full state matters for the first colour.
      if (c == 0 && (left != slack_ || fish != pool_)) continue;
      double sum = 0;
      for_each_step(c, left, fish, [&](const Step&, double weight) {
        sum += weight;
        return true;
      });
      total_[at(c)][state] = sum;
    }
  }
}

std::size_t BeliefTable::index(const Left& left, int fish) const {
  std::size_t result = static_cast<std::size_t>(fish);
  for (int p = 0; p < kSeats; ++p) result += stride_[at(p)] * at(left[at(p)]);
  return result;
}

/// All ways to place tiles of `colour` with what is left, with the summed weight of everything that follows; stops when
/// visit(step, weight) returns false.
template <class Visitor>
void BeliefTable::for_each_step(int colour, const Left& left, int fish, Visitor&& visit) const {
  const std::vector<double>& factor = factor_[at(colour)];
  const bool last = colour == kColours - 1;
  const std::vector<double>* const next = last ? nullptr : &total_[at(colour) + 1];
  std::array<int, kSeats> need{}, from{};
  for (int p = 0; p < kSeats; ++p) {
    need[at(p)] = need_[at(p)][at(colour)];
    from[at(p)] = last ? left[at(p)] : 0;  // the last colour takes all that is left
  }
  Step step{};
  for (int a = from[0]; a <= left[0]; ++a) {
    const double weight_a = inverse_factorial(need[0] + a);
    for (int b = from[1]; b <= left[1]; ++b) {
      const double weight_b = weight_a * inverse_factorial(need[1] + b);
      for (int c = from[2]; c <= left[2]; ++c) {
        const double weight_c = weight_b * inverse_factorial(need[2] + c);
        for (int d = from[3]; d <= left[3]; ++d) {
          const double weight_d = weight_c * inverse_factorial(need[3] + d);
          const int tiles = need[0] + need[1] + need[2] + need[3] + a + b + c + d;
          const std::size_t rest = last ? 0 : index({left[0] - a, left[1] - b, left[2] - c, left[3] - d}, 0);
          for (int f = last ? fish : 0; f <= fish; ++f) {
            const double weight =
                weight_d * inverse_factorial(f) * factor[at(tiles + f)] * (last ? 1.0 : (*next)[rest + at(fish - f)]);
            if (weight == 0) continue;
            step.extra = {a, b, c, d};
            step.fish = f;
            if (!visit(step, weight)) return;
          }
        }
      }
    }
  }
}

HiddenSample BeliefTable::sample(Rng& rng) const {
  HiddenSample result;
  std::array<int, kSeats> fish{};
  int num_fish = 0;
  Left left = slack_;
  int pool = pool_;
  for (int c = 0; c < kColours; ++c) {
    double rest = rng.uniform() * total_[at(c)][index(left, pool)];
    Step chosen{};
    for_each_step(c, left, pool, [&](const Step& step, double weight) {
      chosen = step;  // the last one stands if rounding leaves a rest
      rest -= weight;
      return rest >= 0;
    });
    for (int p = 0; p < kSeats; ++p) {
      if (!hidden_[at(p)]) continue;
      result.rest[at(p)].add(c, need_[at(p)][at(c)] + chosen.extra[at(p)]);
      left[at(p)] -= chosen.extra[at(p)];
    }
    pool -= chosen.fish;
    for (int f = 0; f < chosen.fish; ++f) fish[at(num_fish++)] = c;
  }
  rng.shuffle(std::span<int>(fish.data(), at(num_fish)));
  result.fish.fill(kUnseen);
  for (int p = 0, i = 0; p < kSeats; ++p) {
    if (fish_chosen_[at(p)]) result.fish[at(p)] = fish[at(i++)];
  }
  return result;
}

double BeliefTable::probability(const HiddenSample& way) const {
  double weight = 1;
  std::array<int, kColours> pooled{}, tiles{};
  int orders = 1;
  for (int p = 0, pool = 0; p < kSeats; ++p) {
    if (fish_chosen_[at(p)]) {
      orders *= ++pool;
      ++pooled[at(way.fish[at(p)])];
    }
  }
  for (int p = 0; p < kSeats; ++p) {
    if (!hidden_[at(p)]) continue;
    int left = slack_[at(p)];
    for (int c = 0; c < kColours; ++c) {
      const int extra = way.rest[at(p)][c] - need_[at(p)][at(c)];
      if (extra < 0 || extra > left) return 0;
      left -= extra;
      tiles[at(c)] += way.rest[at(p)][c];
      weight *= inverse_factorial(way.rest[at(p)][c]);
    }
    if (left != 0) return 0;
  }
  for (int c = 0; c < kColours; ++c) weight *= factor_[at(c)][at(tiles[at(c)] + pooled[at(c)])];
  // 1/F! of the pool times the F! / pool! chance that it is dealt out like this.
  return weight / (orders * total_[0][index(slack_, pool_)]);
}

bool BeliefTable::single() const {
  Left left = slack_;
  int pool = pool_, fish_colours = 0;
  for (int c = 0; c < kColours; ++c) {
    int ways = 0;
    Step only{};
    for_each_step(c, left, pool, [&](const Step& step, double) {
      only = step;
      return ++ways < 2;
    });
    if (ways != 1) return false;
    for (int p = 0; p < kSeats; ++p) left[at(p)] -= only.extra[at(p)];
    pool -= only.fish;
    fish_colours += only.fish > 0 ? 1 : 0;
  }
  return fish_colours <= 1;  // pooled tiles of two colours could be dealt out in two ways
}

}  // namespace atl::reef_encounter
