/// The one place where OpenMP appears.
#pragma once

#include <exception>
#include <mutex>

#include <omp.h>

namespace atl {

/// Calls body(i) for i in [0, count) on `threads` threads, indices handed out in ascending order as threads come
/// free. Results belong in slot i, so that they do not depend on the schedule. An exception stops the handing out;
/// of all that were thrown, the one of the lowest index is rethrown after the loop.
template <class Body>
void parallel_for_indexed(long count, int threads, Body&& body) {
  std::exception_ptr error;
  long error_index = count;
  std::mutex mutex;
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
  for (long i = 0; i < count; ++i) {
    {
      const std::lock_guard lock(mutex);
      if (i > error_index) continue;
    }
    try {
      body(i);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (i < error_index) {
        error_index = i;
        error = std::current_exception();
      }
    }
  }
  if (error) std::rethrow_exception(error);
}

/// Hardware threads available to this process.
inline int available_threads() { return omp_get_num_procs(); }

}  // namespace atl
