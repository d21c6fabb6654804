/// How much the statistical and random tests do: ATOLL_TEST_SCALE (default 1; sanitizer runs use 0.1) multiplies
/// their sample counts.
#pragma once

#include <algorithm>
#include <cstdlib>

namespace atl::test {

inline double test_scale() {
  const char* const text = std::getenv("ATOLL_TEST_SCALE");
  const double scale = text != nullptr ? std::strtod(text, nullptr) : 1.0;
  return scale > 0 ? scale : 1.0;
}

/// `count` scaled, at least `least`.
inline int scaled(int count, int least = 1) {
  return std::max(least, static_cast<int>(count * test_scale()));
}

}  // namespace atl::test
