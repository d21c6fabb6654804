/// Where results come from: what a number needs beside it to be believed and repeated.
#pragma once

#include <string>
#include <string_view>

#include "experiments/runs/run_config.hpp"

namespace atl {

struct Manifest {
  std::string version;  ///< of the toolkit
  std::string commit;   ///< of its sources; "unknown" outside a repository, "-dirty" appended if files had changed
  std::string compiler;
  std::string flags;    ///< build type and compiler flags
  std::string machine;  ///< processor, threads, system
  RunConfig config;
  bool operator==(const Manifest&) const = default;
};

/// The manifest of a run of this program on this machine.
Manifest make_manifest(const RunConfig& config);

/// One JSON object, and back (throws InputError).
std::string write_manifest(const Manifest& manifest);
Manifest read_manifest(std::string_view json);

}  // namespace atl
