/// Whose error it is. The programmer's: ATOLL_EXPECT (precondition), ATOLL_ASSERT (invariant), ATOLL_ENSURE
/// (postcondition); they stop the program in dev and test builds and vanish in Release. The user's: throw InputError.
/// The machine's or another file's: throw DataError or plain std::runtime_error at the rim.
#pragma once

#include <stdexcept>
#include <string>

namespace atl {

/// Bad input from the user: options, files, records, configuration. The message is
/// `<problem> (<why>). <suggestion>`; the command line prints it and exits with 2.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The input is well formed, but the data does not allow the answer (disconnected agents asked to be rated,
/// stores that do not merge). The command line exits with 3.
class DataError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Prints the failed check and aborts. Not for direct use.
[[noreturn]] void check_failed(const char* kind, const char* condition, const char* file, int line);

}  // namespace atl

#if defined(ATOLL_CHECKS)
#define ATOLL_CHECK_IMPL(kind, condition) \
  ((condition) ? static_cast<void>(0) : ::atl::check_failed(kind, #condition, __FILE__, __LINE__))
#else
#define ATOLL_CHECK_IMPL(kind, condition) static_cast<void>(0)
#endif

#define ATOLL_EXPECT(condition) ATOLL_CHECK_IMPL("precondition", condition)
#define ATOLL_ASSERT(condition) ATOLL_CHECK_IMPL("assertion", condition)
#define ATOLL_ENSURE(condition) ATOLL_CHECK_IMPL("postcondition", condition)
