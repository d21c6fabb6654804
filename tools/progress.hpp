/// One line on a terminal that says how far a run is; nothing anywhere else.
#pragma once

#include <cstdio>
#include <string>

#include <fmt/format.h>

#include "experiments/runs/run_hooks.hpp"
#include "tools/terminal.hpp"

namespace atl::tools {

class ProgressLine {
 public:
  ProgressLine() : on_(can_rewrite_lines(STDERR_FILENO)) {}
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Whether anybody sees it.
  bool on() const { return on_; }

  void show(const Progress& progress) {
    if (!on_) return;
    std::string line = fmt::format("{}/{} games", progress.done, progress.total);
    if (progress.games_per_second > 0) line += fmt::format("  {:.3g}/s", progress.games_per_second);
    if (progress.seconds_left) line += fmt::format("  {} left", duration(*progress.seconds_left));
    for (std::size_t s = 0; s < progress.seat_shares.size(); ++s)
      line += fmt::format("{}{:.3f}", s == 0 ? "  seats " : " ", progress.seat_shares[s]);
    if (progress.failures > 0) line += fmt::format("  {} failed", progress.failures);
    if (!note_.empty()) line += "  " + note_;
    show_text(line);
  }

  void show_text(const std::string& line) {
    if (!on_) return;
    // A line that wraps cannot be written over.
    const auto columns = static_cast<std::size_t>(terminal_columns(STDERR_FILENO));
    fmt::print(stderr, "\r\033[K{}", line.substr(0, columns - 1));
    std::fflush(stderr);
    shown_ = true;
  }

  /// A live estimate beside the counts.
  void note(std::string text) { note_ = std::move(text); }

  void clear() {
    if (shown_) fmt::print(stderr, "\r\033[K");
    shown_ = false;
  }

 private:
  static std::string duration(double seconds) {
    const auto s = static_cast<long>(seconds);
    if (s < 100) return fmt::format("{} s", s);
    if (s < 6000) return fmt::format("{} min", s / 60);
    return fmt::format("{:.1f} h", seconds / 3600);
  }

  bool on_;
  bool shown_ = false;
  std::string note_;
};

}  // namespace atl::tools
