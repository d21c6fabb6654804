/// The golden numbers of tests/golden/statistics.json, computed by other programs (see docs/statistics.md).
#pragma once

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace atl::stats::test {

inline const nlohmann::json& golden() {
  static const nlohmann::json numbers = [] {
    std::ifstream file(std::string(ATOLL_SOURCE_DIR) + "/tests/golden/statistics.json");
    REQUIRE(file);
    return nlohmann::json::parse(file);
  }();
  return numbers;
}

/// Equal within a relative 1e-6, or the given tolerance for numbers quoted with fewer digits.
inline doctest::Approx near(double expected, double relative = 1e-6) {
  return doctest::Approx(expected).epsilon(relative).scale(0);
}

/// The largest distance of two lists of one length.
inline double distance(const std::vector<double>& a, const std::vector<double>& b) {
  REQUIRE(a.size() == b.size());
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}

}  // namespace atl::stats::test
