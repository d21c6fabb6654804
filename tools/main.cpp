/// The `atoll` program: finds the verb, parses its options, runs it, and turns errors into one message and an exit code.

#include <cstdio>
#include <exception>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "engine/core/build_info.hpp"
#include "engine/core/checks.hpp"
#include "engine/core/text.hpp"
#include "tools/command.hpp"

namespace atl::tools {
namespace {

std::vector<Verb> all_verbs() {
  return {games_verb(),  agents_verb(), match_verb(), seats_verb(), rate_verb(), tune_verb(), play_verb(), search_verb(),
          worlds_verb(), replay_verb(), perft_verb(), bench_verb(), export_verb(), merge_verb()};
}

std::string overview(const std::vector<Verb>& verbs) {
  std::string text =
      "atoll: Monte-Carlo AI research on three reef board games with hidden information\n\n"
      "usage: atoll VERB [options]        atoll VERB --help\n\n";
  for (const Verb& verb : verbs) text += fmt::format("  {:<8}  {}\n", verb.name, verb.summary);
  text += "\n  --version\n";
  return text;
}

/// What CLI11 says about a bad command line, in our form.
std::string explain(const CLI::ParseError& error, const Verb& verb, const CLI::App& app, const Options& options) {
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
    const std::vector<std::string> rest = app.remaining();
    const std::string first = rest.empty() ? "" : rest.front();
    if (!first.starts_with("--")) return fmt::format("unexpected '{}' after atoll {}. `atoll {} --help` shows what it takes.", first, verb.name, verb.name);
    std::vector<std::string> known;
    for (const CLI::Option* const option : app.get_options()) {
      if (!option->get_lnames().empty()) known.push_back(option->get_lnames().front());
    }
    return unknown_word_message(fmt::format("option of atoll {}", verb.name), first.substr(2, first.find('=') - 2), known);
  }
  static_cast<void>(options);
  return fmt::format("{}. `atoll {} --help` shows what it takes.", error.what(), verb.name);
}

int run_verb(Verb& verb, std::vector<std::string> arguments) {
  CLI::App app(verb.summary, "atoll " + verb.name);
  app.footer(verb.footer);
  app.get_formatter()->column_width(36);
  Options options(app);
  verb.declare(options);
  std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
  try {
    app.parse(arguments);
  } catch (const CLI::CallForHelp&) {
    fmt::print("{}", app.help());
    return kDone;
  } catch (const CLI::ParseError& error) {
    throw InputError(explain(error, verb, app, options));
  }
  options.read_config();
  return verb.run(options);
}

int run(int argc, char** argv) {
  std::vector<Verb> verbs = all_verbs();
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.empty() || arguments.front() == "--help" || arguments.front() == "-h" || arguments.front() == "help") {
    fmt::print("{}", overview(verbs));
    return kDone;
  }
  if (arguments.front() == "--version") {
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
}  // namespace atl::tools

int main(int argc, char** argv) {
  if (!atl::tools::machine_is_supported()) {
    std::fputs("atoll: this processor lacks SSE 4.2 or POPCNT (the build is for x86-64-v2). "
               "Configure with -DATOLL_ARCH=x86-64.\n", stderr);
    return atl::tools::kBadInput;
  }
  try {
    return atl::tools::run(argc, argv);
  } catch (const atl::InputError& error) {
    fmt::print(stderr, "atoll: {}\n", error.what());
    return atl::tools::kBadInput;
  } catch (const atl::DataError& error) {
    fmt::print(stderr, "atoll: {}\n", error.what());
    return atl::tools::kDataDoesNotAllow;
  } catch (const std::exception& error) {
    fmt::print(stderr, "atoll: {}\n", error.what());
    return atl::tools::kBadInput;
  }
}
