#include "tools/program.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "engine/core/build_info.hpp"
#include "engine/core/checks.hpp"
#include "engine/core/text.hpp"
#include "tools/help.hpp"
#include "tools/output_file.hpp"
#include "tools/terminal.hpp"

namespace atl::tools {
namespace {

std::string overview(const std::vector<Verb>& verbs) {
  std::string text =
      "atoll: Monte-Carlo AI research on three reef board games with hidden information\n\n"
      "usage: atoll VERB [options]        atoll help VERB\n\n";
  for (const Verb& verb : verbs) text += fmt::format("  {:<8}  {}\n", verb.name, verb.summary);
  text += "\n  -V, --version\n";
  return text;
}

/// Refuses words that start with "--" and name no option, before CLI11 takes what follows them for something else.
void check_option_names(const std::vector<std::string>& arguments, const Verb& verb, const CLI::App& app) {
  std::vector<std::string> known;
  for (const CLI::Option* const option : app.get_options()) {
    if (!option->get_lnames().empty()) known.push_back(option->get_lnames().front());
  }
  for (const std::string& argument : arguments) {
    if (!argument.starts_with("--") || argument.size() == 2) continue;
    const std::string name = argument.substr(2, argument.find('=') - 2);
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      throw InputError(unknown_word_message(fmt::format("option of atoll {}", verb.name), name, known));
    }
  }
}

int run_verb(Verb& verb, std::vector<std::string> arguments) {
  CLI::App app(verb.summary, "atoll " + verb.name);
  app.footer(wrap_commands(verb.footer, terminal_columns(STDOUT_FILENO)));
  app.formatter(wrapped_help(terminal_columns(STDOUT_FILENO)));
  Options options(app);
  verb.declare(options);
  check_option_names(arguments, verb, app);
  std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
  try {
    app.parse(arguments);
  } catch (const CLI::CallForHelp&) {
    fmt::print("{}", app.help());
    return kDone;
  } catch (const CLI::ParseError& error) {
    throw InputError(fmt::format("{}. `atoll {} --help` shows what it takes.", error.what(), verb.name));
  }
  options.read_config();
  return verb.run(options);
}

int run(std::vector<Verb>& verbs, int argc, char** argv) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  const bool asks_help =
      arguments.empty() || arguments.front() == "--help" || arguments.front() == "-h" || arguments.front() == "help";
  if (asks_help && arguments.size() < 2) {
    fmt::print("{}", overview(verbs));
    return kDone;
  }
  if (asks_help) arguments = {arguments[1], "--help"};  // help VERB
  if (arguments.front() == "--version" || arguments.front() == "-V") {
    const BuildInfo& info = build_info();
    fmt::print("atoll {} (commit {}, {}, {})\n", info.version, info.commit, info.compiler, info.flags);
    return kDone;
  }
  std::vector<std::string> names;
  for (Verb& verb : verbs) {
    if (verb.name == arguments.front()) return run_verb(verb, {arguments.begin() + 1, arguments.end()});
    names.push_back(verb.name);
  }
  throw InputError(unknown_word_message("verb", arguments.front(), names));
}

/// The Release build uses popcount and SSE 4.2 (x86-64-v2); older machines get a sentence instead of SIGILL.
bool machine_is_supported() {
#if defined(__x86_64__) && defined(__POPCNT__)
  return __builtin_cpu_supports("popcnt") != 0 && __builtin_cpu_supports("sse4.2") != 0;
#else
  return true;
#endif
}

}  // namespace

int run_program(std::vector<Verb> verbs, int argc, char** argv) {
  if (!machine_is_supported()) {
    std::fputs(
        "atoll: this processor lacks SSE 4.2 or POPCNT (the build is for x86-64-v2). "
        "Configure with -DATOLL_ARCH=x86-64.\n",
        stderr);
    return kBadInput;
  }
  guard_standard_streams();
  // Not fmt::print: it throws when stderr cannot be written.
  const auto refuse = [](const std::exception& error, int code) {
    std::fprintf(stderr, "atoll: %s\n", error.what());
    return code;
  };
  try {
    const int code = run(verbs, argc, argv);
    return flush_stdout() || code != kDone ? code : kBadInput;
  } catch (const InputError& error) {
    return refuse(error, kBadInput);
  } catch (const DataError& error) {
    return refuse(error, kDataDoesNotAllow);
  } catch (const std::exception& error) {
    return refuse(error, kBadInput);
  }
}

}  // namespace atl::tools
