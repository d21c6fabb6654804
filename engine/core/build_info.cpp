#include "engine/core/build_info.hpp"

#include <fstream>
#include <string_view>

#include <sys/utsname.h>

#include "atoll_commit.hpp"  // written by cmake/WriteCommit.cmake at every build

namespace atl {

const BuildInfo& build_info() {
  static const BuildInfo info{
      .version = ATOLL_VERSION,
      .commit = ATOLL_COMMIT,
#if defined(__clang__)
      .compiler = "clang " __clang_version__,
#else
      .compiler = "g++ " __VERSION__,
#endif
      .flags = ATOLL_FLAGS,
      .build_type = ATOLL_BUILD_TYPE,
#if defined(ATOLL_CHECKS)
      .checks = true,
#else
      .checks = false,
#endif
  };
  return info;
}

std::string machine_name() {
  std::string processor = "unknown processor";
  std::ifstream cpuinfo("/proc/cpuinfo");
  for (std::string line; std::getline(cpuinfo, line);) {
    if (line.starts_with("model name")) {
      processor = line.substr(line.find(':') + 2);
      break;
    }
  }
  utsname names{};
  if (uname(&names) != 0) return processor + ", unknown system";
  return processor + ", " + names.sysname + " " + names.release + " " + names.machine;
}

}  // namespace atl
