#include "tests/support/chi_square.hpp"

#include <boost/math/special_functions/gamma.hpp>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace atl::test {

double chi_square_tail(double statistic, int degrees) { return boost::math::gamma_q(0.5 * degrees, 0.5 * statistic); }

ChiSquare chi_square_fit(std::span<const std::uint64_t> counts, std::span<const double> probabilities,
                         double least_expected) {
  if (counts.size() != probabilities.size()) throw std::invalid_argument("chi_square_fit: sizes differ");
  const auto total = static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}));
  struct Cell {
    double count = 0, expected = 0;
  };
  std::vector<Cell> cells;
  Cell open;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (probabilities[i] <= 0) {
      if (counts[i] > 0) return {.statistic = 0, .degrees = 1, .p_value = 0};
      continue;
    }
    open.count += static_cast<double>(counts[i]);
    open.expected += total * probabilities[i];
    if (open.expected >= least_expected) {
      cells.push_back(open);
      open = {};
    }
  }
  if (!cells.empty()) {
    cells.back().count += open.count;
    cells.back().expected += open.expected;
  }
  ChiSquare result;
  if (cells.size() < 2) return result;
  for (const Cell& cell : cells) {
    const double difference = cell.count - cell.expected;
    result.statistic += difference * difference / cell.expected;
  }
  result.degrees = static_cast<int>(cells.size()) - 1;
  result.p_value = chi_square_tail(result.statistic, result.degrees);
  return result;
}

ChiSquare chi_square_two_sample(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                                double least_expected) {
  if (a.size() != b.size()) throw std::invalid_argument("chi_square_two_sample: sizes differ");
  const auto total_a = static_cast<double>(std::accumulate(a.begin(), a.end(), std::uint64_t{0}));
  const auto total_b = static_cast<double>(std::accumulate(b.begin(), b.end(), std::uint64_t{0}));
  struct Cell {
    double a = 0, b = 0;
  };
  std::vector<Cell> cells;
  Cell open;
  for (std::size_t i = 0; i < a.size(); ++i) {
    open.a += static_cast<double>(a[i]);
    open.b += static_cast<double>(b[i]);
    if (open.a + open.b >= 2 * least_expected) {
      cells.push_back(open);
      open = {};
    }
  }
  if (!cells.empty()) {
    cells.back().a += open.a;
    cells.back().b += open.b;
  }
  ChiSquare result;
  if (cells.size() < 2 || total_a == 0 || total_b == 0) return result;
  for (const Cell& cell : cells) {
    const double share = (cell.a + cell.b) / (total_a + total_b);
    const double off_a = cell.a - total_a * share;
    const double off_b = cell.b - total_b * share;
    result.statistic += off_a * off_a / (total_a * share) + off_b * off_b / (total_b * share);
  }
  result.degrees = static_cast<int>(cells.size()) - 1;
  result.p_value = chi_square_tail(result.statistic, result.degrees);
  return result;
}

}  // namespace atl::test
