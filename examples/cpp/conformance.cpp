/// The suite that every game passes, for a game of one's own. It throws; any test framework will do, or none.

#include <cstdio>

// [conformance]
#include "shells.hpp"
#include "tests/support/conformance.hpp"

int main() {
  try {
    atl::conformance::run_all<shells::Game>();
  } catch (const atl::conformance::Violation& violation) {
    std::puts(violation.what());
    return 1;
  }
}
// [/conformance]
