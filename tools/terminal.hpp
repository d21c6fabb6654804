/// What the terminal of a person can show.
#pragma once

#include <cstdlib>
#include <string_view>

#include <sys/ioctl.h>
#include <unistd.h>

namespace atl::tools {

/// Columns of the terminal behind `descriptor`: what it says of itself, else COLUMNS, else 80.
inline int terminal_columns(int descriptor) {
  struct winsize size{};
  if (::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  const char* const columns = std::getenv("COLUMNS");
  const int given = columns != nullptr ? std::atoi(columns) : 0;
  return given > 0 ? given : 80;
}

/// Whether a line can be written over: a terminal, and not one that calls itself dumb.
inline bool can_rewrite_lines(int descriptor) {
  const char* const kind = std::getenv("TERM");
  return ::isatty(descriptor) != 0 && (kind == nullptr || std::string_view(kind) != "dumb");
}

}  // namespace atl::tools
