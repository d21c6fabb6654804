/// Generators for tests that need to know what is drawn. atl::Rng is final on purpose, so nothing is faked: a seed is
/// searched whose first draws are the wanted ones, and draws are counted by running a copy.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <stdexcept>

#include "engine/core/rng.hpp"

namespace atl::test {

/// One call below(n) and the result it shall have.
struct WantedDraw {
  std::uint32_t n;
  std::uint32_t value;
};

/// A generator whose first calls below(n) give the wanted values in this order. The expected number of seeds tried is
/// the product of all n; throws std::runtime_error after 20 million.
inline Rng rng_that_draws(std::initializer_list<WantedDraw> wanted) {
  for (std::uint64_t seed = 0; seed < 20'000'000; ++seed) {
    const Rng rng = Rng::derive(seed, Stream::test, {});
    Rng trial = rng;
    bool fits = true;
    for (const WantedDraw& draw : wanted) {
      if (trial.below(draw.n) != draw.value) {
        fits = false;
        break;
      }
    }
    if (fits) return rng;
  }
  throw std::runtime_error("rng_that_draws: no seed found (wanted too much)");
}

/// How many words `after` is ahead of `before`; -1 if not within `limit`.
inline int draws_between(const Rng& before, const Rng& after, int limit = 1'000'000) {
  Rng rng = before;
  for (int count = 0; count <= limit; ++count) {
    if (rng == after) return count;
    rng.next();
  }
  return -1;
}

}  // namespace atl::test
