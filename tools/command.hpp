/// One verb of the command line: its options with defaults, a function that declares them and one that runs. A verb
/// lives in tools/cmd_<verb>.cpp and is listed in tools/all_verbs.cpp.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "experiments/runs/crew.hpp"
#include "tools/options.hpp"

namespace atl::tools {

struct Verb {
  std::string name;
  std::string summary;
  std::string footer;  ///< examples below the help
  std::function<void(Options&)> declare;
  std::function<int(const Options&)> run;  ///< returns the exit code
};

/// A verb over a struct of options.
template <class OptionStruct>
Verb make_verb(std::string name, std::string summary, std::string footer, void (*declare)(Options&, OptionStruct&),
               int (*run)(const Options&, const OptionStruct&), OptionStruct defaults = {}) {
  const auto values = std::make_shared<OptionStruct>(std::move(defaults));
  return {.name = std::move(name),
          .summary = std::move(summary),
          .footer = std::move(footer),
          .declare = [values, declare](Options& options) { declare(options, *values); },
          .run = [values, run](const Options& options) { return run(options, *values); }};
}

/// Exit codes; docs/command-line.md.
inline constexpr int kDone = 0;
inline constexpr int kBaselineChanged = 1;
inline constexpr int kBadInput = 2;
inline constexpr int kDataDoesNotAllow = 3;
inline constexpr int kAgentFailed = 4;

Verb games_verb();
Verb agents_verb();
Verb play_verb();
Verb search_verb();
Verb worlds_verb();
/// `crew` plays the games (atoll-mpi); empty: threads or worker processes of this machine.
Verb match_verb(CrewMaker crew = {});
Verb seats_verb(CrewMaker crew = {});
Verb perft_verb();
Verb bench_verb();
Verb replay_verb();
Verb export_verb();
Verb merge_verb();
Verb rate_verb();
Verb tune_verb();
Verb report_verb();

}  // namespace atl::tools
