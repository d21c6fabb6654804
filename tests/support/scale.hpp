/// How much the statistical and random tests do: ATOLL_TEST_SCALE (default 1; sanitizer runs use 0.1) multiplies
/// their sample counts.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <string>

namespace atl::test {

inline double test_scale() {
  const char* const text = std::getenv("ATOLL_TEST_SCALE");
  const double scale = text != nullptr ? std::strtod(text, nullptr) : 1.0;
  return scale > 0 ? scale : 1.0;
}

/// `count` scaled, at least `least`.
inline int scaled(int count, int least = 1) { return std::max(least, static_cast<int>(count * test_scale())); }

/// For cases that must find a planted fault, which a tenth of the samples would miss: full size while it lives. Sets
/// the environment of the process, so one at a time.
class FullScale {
 public:
  FullScale() : before_(std::getenv("ATOLL_TEST_SCALE") != nullptr ? std::getenv("ATOLL_TEST_SCALE") : "1") {
    setenv("ATOLL_TEST_SCALE", "1", 1);
  }
  ~FullScale() { setenv("ATOLL_TEST_SCALE", before_.c_str(), 1); }
  FullScale(const FullScale&) = delete;
  FullScale& operator=(const FullScale&) = delete;

 private:
  std::string before_;
};

}  // namespace atl::test
