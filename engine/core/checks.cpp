#include "engine/core/checks.hpp"

#include <cstdio>
#include <cstdlib>

namespace atl {

void check_failed(const char* kind, const char* condition, const char* file, int line) {
  std::fprintf(stderr, "atoll: %s failed: %s (%s:%d)\n", kind, condition, file, line);
  std::abort();
}

}  // namespace atl
