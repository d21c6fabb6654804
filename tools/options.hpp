/// The options of one verb: declared once, read from the command line (CLI11) and from a TOML file alike, numbers
/// parsed whole or refused (CLI11's own conversions saturate, accept octal and hide overflow, so they are not used).
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/drivers/words.hpp"
#include "experiments/report/table.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace atl::tools {

class Options {
 public:
  /// Declares on `app`, which must outlive this.
  explicit Options(CLI::App& app) : app_(&app) {}

  /// A required or optional word without a name in front, `GAME`; `key` is its name in a configuration file.
  void positional(const std::string& key, std::string& target, const std::string& help, bool required);

  /// One or more required words without a name in front.
  void positionals(const std::string& key, std::vector<std::string>& target, const std::string& help);

  /// Options declared from here on stand under this heading of the help.
  void group(const std::string& heading) { group_ = heading; }

  void text(const std::string& name, std::string& target, const std::string& help);
  /// `letter`: a short form too, such as "o" for -o.
  void optional_text(const std::string& name, std::optional<std::string>& target, const std::string& help,
                     const std::string& letter = {});
  /// A text that names a file.
  void optional_file(const std::string& name, std::optional<std::string>& target, const std::string& help,
                     const std::string& letter = {});
  /// Values after the name, one or more; giving it again appends.
  void texts(const std::string& name, std::vector<std::string>& target, const std::string& help);
  /// NAME=VALUE; each value has the option's name in front, so that a game may follow: `--rule a=1 --rule b=2 GAME`.
  void settings(const std::string& name, std::vector<std::string>& target, const std::string& help);
  void word(const std::string& name, std::string& target, const std::vector<std::string>& allowed,
            const std::string& help);
  /// One of the words of an enum.
  template <class Enum, std::size_t N>
  void word(const std::string& name, Enum& target, const Word<Enum> (&words)[N], const std::string& help) {
    std::vector<std::string> allowed;
    for (const Word<Enum>& word : words) allowed.emplace_back(word.text);
    choice(name, allowed, help, [&target, &words](std::size_t i) { target = words[i].value; });
  }
  void integer(const std::string& name, std::int64_t& target, std::int64_t min, std::int64_t max,
               const std::string& help);
  void optional_integer(const std::string& name, std::optional<std::int64_t>& target, std::int64_t min,
                        std::int64_t max, const std::string& help);
  /// `--NAME` alone is `bare`, `--NAME=N` or `--NAME N` a number.
  void integer_or_bare(const std::string& name, std::int64_t& target, std::int64_t bare, std::int64_t min,
                       std::int64_t max, const std::string& help);
  void seed(const std::string& name, std::optional<std::uint64_t>& target, const std::string& help);
  void real(const std::string& name, double& target, double min, double max, const std::string& help);
  void optional_real(const std::string& name, std::optional<double>& target, double min, double max,
                     const std::string& help);
  void flag(const std::string& name, bool& target, const std::string& help);

  /// --format table|json|csv.
  void format(report::Format& target);
  /// --config FILE: a TOML file whose keys are the option names without dashes; the command line wins.
  void config();

  /// Whether the user gave this option, on the command line or in the file.
  bool given(const std::string& name) const;

  /// To be called after the command line was parsed: reads the --config file. Throws InputError with line and column.
  void read_config();

  /// All names, for "did you mean".
  std::vector<std::string> names() const;

 private:
  struct Entry {
    std::function<void(const std::vector<std::string>&)> set;
    bool many = false;
    bool settings = false;  ///< NAME=VALUE: a table in the file
    bool is_positional = false;
    bool from_command_line = false;
    bool from_config = false;
  };

  CLI::Option* declare(const std::string& name, const std::string& type, const std::string& help, bool many,
                       std::function<void(const std::vector<std::string>&)> set, bool is_positional = false,
                       bool required = false, const std::string& letter = {}, bool may_be_bare = false);

  void choice(const std::string& name, const std::vector<std::string>& allowed, const std::string& help,
              std::function<void(std::size_t)> set);

  CLI::App* app_;
  std::map<std::string, Entry> entries_;
  std::optional<std::string> config_path_;
  std::string group_ = "Options";
};

/// `text` as one of the formats; used by Options::format.
report::Format parse_format(std::string_view text);

}  // namespace atl::tools
