/// The golden numbers of tests/golden/statistics.json, computed by other programs (see docs/statistics.md).
#pragma once

#include <fstream>
#include <string>

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

}  // namespace atl::stats::test
