/// Pearson's chi-square tests for the statistical tests: a sample against probabilities, two samples against each
/// other. Cells with too little expected are pooled, so that the p-value means something.
#pragma once

#include <cstdint>
#include <span>

namespace atl::test {

/// The level of one chi-square test in the conformance suite. A game runs a few thousand of them at most, so that a
/// correct game fails with a probability of about 1e-6; seeds are fixed, so it fails always or never.
inline constexpr double kTestLevel = 1e-9;

struct ChiSquare {
  double statistic = 0;
  int degrees = 0;
  double p_value = 1;  ///< 1 if no degree of freedom is left
};

/// P(chi-square with `degrees` > statistic). Requires degrees > 0.
double chi_square_tail(double statistic, int degrees);

/// [cells] counts against probabilities that sum to 1. Neighbouring cells are pooled until each has at least
/// `least_expected`. A count in a cell of probability 0 gives p_value 0.
ChiSquare chi_square_fit(std::span<const std::uint64_t> counts, std::span<const double> probabilities,
                         double least_expected = 5);

/// [cells] whether two samples come from one distribution; cells with fewer than 2 * least_expected in all are pooled.
ChiSquare chi_square_two_sample(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                                double least_expected = 5);

}  // namespace atl::test
