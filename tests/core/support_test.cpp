// The statistics of the test support against published values.
#include <doctest/doctest.h>

#include <vector>

#include "tests/support/chi_square.hpp"

namespace atl::test {

// Upper 5 % and 1 % points of the chi-square distribution, as in every table.
TEST_CASE("chi-square tails agree with the tables") {
  CHECK(chi_square_tail(3.841, 1) == doctest::Approx(0.05).epsilon(1e-3));
  CHECK(chi_square_tail(18.307, 10) == doctest::Approx(0.05).epsilon(1e-3));
  CHECK(chi_square_tail(23.209, 10) == doctest::Approx(0.01).epsilon(1e-3));
  CHECK(chi_square_tail(124.342, 100) == doctest::Approx(0.05).epsilon(1e-3));
}

TEST_CASE("a fit computes Pearson's statistic and pools thin cells") {
  const ChiSquare fit = chi_square_fit(std::vector<std::uint64_t>{44, 56}, std::vector<double>{0.5, 0.5});
  CHECK(fit.statistic == doctest::Approx(1.44));
  CHECK(fit.degrees == 1);
  const ChiSquare pooled =
      chi_square_fit(std::vector<std::uint64_t>{50, 48, 1, 1}, std::vector<double>{0.5, 0.48, 0.01, 0.01});
  CHECK(pooled.degrees == 1);
  CHECK(pooled.statistic == doctest::Approx(0));
}

TEST_CASE("a count where the probability is zero is impossible") {
  CHECK(chi_square_fit(std::vector<std::uint64_t>{99, 1}, std::vector<double>{1, 0}).p_value == 0);
  CHECK(chi_square_fit(std::vector<std::uint64_t>{100, 0}, std::vector<double>{1, 0}).p_value == 1);
}

// 2 x 2 table by hand: 30 30 against 10 50: 120 * (30*50 - 30*10)^2 / (60*60*40*80) = 15.
TEST_CASE("two samples are compared as a contingency table") {
  const ChiSquare two = chi_square_two_sample(std::vector<std::uint64_t>{30, 30}, std::vector<std::uint64_t>{10, 50});
  CHECK(two.statistic == doctest::Approx(15));
  CHECK(two.degrees == 1);
  const ChiSquare same = chi_square_two_sample(std::vector<std::uint64_t>{30, 60}, std::vector<std::uint64_t>{10, 20});
  CHECK(same.statistic == doctest::Approx(0));
}

}  // namespace atl::test
