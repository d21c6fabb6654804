/// From a stored run back to what its user typed: the command and the configuration file that repeat it.
#pragma once

#include <string>
#include <vector>

#include "experiments/drivers/driver.hpp"
#include "experiments/runs/manifest.hpp"

namespace atl::report {

/// One option of the run: its name (also the key in a configuration file) and values.
struct RunSetting {
  std::string name;
  std::vector<std::string> values;  ///< none: a flag that is set
  bool number = false;              ///< written without quotes in TOML
  bool list = false;
  bool name_each = false;  ///< on a command line every value has the name in front
};

/// The verb that plays this configuration.
std::string run_verb_of(const RunConfig& config);

/// All options that differ from their defaults, `game` first. `driver` knows the defaults that a sweep may contain.
std::vector<RunSetting> run_settings(const RunConfig& config, const GameDriver& driver);

/// The command line, quoted for a POSIX shell where needed.
std::string run_command_line(const RunConfig& config, const GameDriver& driver);

/// A TOML file for --config, with the rest of the manifest in a table `manifest` that the program does not read.
std::string run_config_file(const Manifest& manifest, const GameDriver& driver);

/// `word` for a POSIX shell.
std::string shell_word(const std::string& word);

}  // namespace atl::report
