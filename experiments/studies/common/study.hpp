/// What the study programs share: `study_x [quick] [seed=N]`, means with intervals, rows of a Markdown table.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/text.hpp"
#include "experiments/stats/distributions.hpp"

namespace atl::studies {

struct StudyOptions {
  bool quick = false;
  std::uint64_t seed = 1;
};

/// Reads the arguments; prints the usage and exits with 2 if they are something else.
inline StudyOptions read_options(int argc, char** argv) {
  StudyOptions options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "quick") {
      options.quick = true;
      continue;
    }
    if (word.starts_with("seed=")) {
      if (const auto seed = parse_unsigned(word.substr(5))) {
        options.seed = *seed;
        continue;
      }
    }
    std::fprintf(stderr, "unknown argument '%s' (known: quick, seed=N with N from 0). Usage: %s [quick] [seed=N]\n",
                 argv[i], argv[0]);
    std::exit(2);
  }
  return options;
}

/// A mean of independent values and half the width of its 95 % interval (Student's t; infinite for a single value).
struct Estimate {
  double mean = 0;
  double half_width = 0;
};

inline Estimate estimate(std::span<const double> values) {
  const auto n = static_cast<double>(values.size());
  Estimate result;
  for (const double value : values) result.mean += value / n;
  double squares = 0;
  for (const double value : values) squares += (value - result.mean) * (value - result.mean);
  result.half_width = values.size() < 2 ? INFINITY : stats::t_quantile(0.975, n - 1) * std::sqrt(squares / (n - 1) / n);
  return result;
}

inline std::string text_of(const Estimate& estimate, int digits = 4) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f ± %.*f", digits, estimate.mean, digits, estimate.half_width);
  return text;
}

inline void print_row(const std::vector<std::string>& cells) {
  for (const std::string& cell : cells) std::printf("| %s ", cell.c_str());
  std::printf("|\n");
  std::fflush(stdout);
}

inline void print_head(const std::vector<std::string>& cells) {
  print_row(cells);
  for (std::size_t i = 0; i < cells.size(); ++i) std::printf(i == 0 ? "|---" : "|---:");
  std::printf("|\n");
}

}  // namespace atl::studies
