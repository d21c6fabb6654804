#include "engine/core/rng.hpp"

#include <Random123/philox.h>

namespace atl {

// Four index words are the counter of the first call; the remaining two (and the number of indices, so that
// {1} and {1, 0} differ) are folded in by a second call keyed by the first one's output.
Rng Rng::derive(std::uint64_t seed, Stream stream, std::initializer_list<std::uint64_t> indices) {
  ATOLL_EXPECT(indices.size() <= 6);
  std::array<std::uint64_t, 6> index{};
  std::size_t n = 0;
  for (const std::uint64_t value : indices) index[n++] = value;

  const r123::Philox4x64 philox;
  const r123::Philox4x64::ctr_type first =
      philox({{index[0], index[1], index[2], index[3]}}, {{seed, static_cast<std::uint64_t>(stream)}});
  const r123::Philox4x64::ctr_type second =
      philox({{first[2], first[3], index[4], index[5]}}, {{first[0], first[1] + n}});

  Rng rng;
  for (std::size_t i = 0; i < 4; ++i) rng.word_[i] = second[i];
  if ((rng.word_[0] | rng.word_[1] | rng.word_[2] | rng.word_[3]) == 0) rng.word_[0] = 1;  // xoshiro's one bad state
  return rng;
}

}  // namespace atl
