/// What this binary is: printed by --version, kept in every run's manifest, and where benchmarks say how they were
/// built.
#pragma once

#include <string>

namespace atl {

struct BuildInfo {
  std::string version;     ///< of the project
  std::string commit;      ///< of the checkout it was built from, "-dirty" if it had changes, `unknown` without git
  std::string compiler;    ///< name and version
  std::string flags;       ///< what decides the code: build type, its flags, architecture, sanitizers
  std::string build_type;  ///< Release, RelWithDebInfo, Debug
  bool checks = false;     ///< whether ATOLL_EXPECT and its kin are on
};

const BuildInfo& build_info();

/// Processor and operating system this process runs on; "unknown" parts where they cannot be read.
std::string machine_name();

}  // namespace atl
