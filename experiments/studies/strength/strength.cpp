/// How strong are the agents at equal time, and what does each policy bring? Plays every match of a run file with the
/// `atoll` program and prints one row a match: command, blocks, win share of the first agent with its interval,
/// verdict.
///
///     study_strength [quick] [seed=N] [RUNFILE] [FOLDER]
///
/// FOLDER (strength-out) keeps a store per match: a study that was stopped goes on where it was. `quick` plays four
/// deals a match with a tenth of the time.

#include <cctype>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <regex>
#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "experiments/studies/common/study.hpp"

namespace atl::studies {
namespace {

struct Options {
  bool quick = false;
  std::string seed = "1";
  std::string run_file = ATOLL_STUDY_FOLDER "/twenty_ms.json";
  std::string folder = "strength-out";
};

/// One row of the table.
struct Match {
  std::string part, game;
  int players = 2, blocks = 0;
  std::string sprt;  ///< upper hypothesis of the sequential test, empty without one
  std::vector<std::string> agents;
};

[[noreturn]] void refuse(const std::string& what) { throw std::runtime_error(what); }

Options read_arguments(int argc, char** argv) {
  Options options;
  int place = 0;  // of the arguments without a name
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "quick") {
      options.quick = true;
    } else if (word.starts_with("seed=")) {
      if (!parse_unsigned(word.substr(5))) refuse("seed=N takes a number from 0, not '" + word.substr(5) + "'");
      options.seed = word.substr(5);
    } else if (place == 0) {
      options.run_file = word;
      ++place;
    } else if (place == 1) {
      options.folder = word;
      ++place;
    } else {
      refuse("too many arguments. Usage: study_strength [quick] [seed=N] [RUNFILE] [FOLDER]");
    }
  }
  return options;
}

/// Parts by parts, pairs by pairs; games change fastest, so that a study cut short has something to say about each.
std::vector<Match> read_matches(const std::string& file) {
  std::ifstream in(file);
  if (!in) refuse("the run file " + file + " cannot be read");
  std::vector<Match> matches;
  try {
    const auto parts = nlohmann::json::parse(in, nullptr, true, /*ignore_comments=*/true);
    for (const nlohmann::json& part : parts) {
      for (const nlohmann::json& pair : part.at("pairs")) {
        for (const nlohmann::json& game : part.at("games")) {
          matches.push_back({.part = part.at("name").get<std::string>(),
                             .game = game.get<std::string>(),
                             .players = part.at("players").get<int>(),
                             .blocks = part.at("blocks").get<int>(),
                             .sprt = part.contains("sprt") ? part["sprt"].dump() : "",
                             .agents = pair.get<std::vector<std::string>>()});
        }
      }
    }
  } catch (const nlohmann::json::exception& error) {
    refuse("the run file " + file +
           " is not a list of parts with name, games, players, blocks and pairs: " + error.what());
  }
  if (matches.empty()) refuse("the run file " + file + " has no matches");
  return matches;
}

/// A tenth of every ms= in a spec, at least one.
std::string hurried(const std::string& spec) {
  static const std::regex kMilliseconds("ms=([0-9]+)");
  std::smatch found;
  if (!std::regex_search(spec, found, kMilliseconds)) return spec;
  const long ms = std::max(1L, std::stol(found[1]) / 10);
  return found.prefix().str() + "ms=" + std::to_string(ms) + found.suffix().str();
}

std::string command_of(const Match& match, const Options& options) {
  std::string command = "match " + match.game + " --players " + std::to_string(match.players) + " --agents";
  for (const std::string& agent : match.agents) command += " " + (options.quick ? hurried(agent) : agent);
  command += " --blocks " + std::to_string(options.quick ? 4 : match.blocks) + " --seed " + options.seed;
  return command + (match.sprt.empty() ? "" : " --sprt --sprt-h1 " + match.sprt);
}

/// A file name for a command.
std::string store_name(const std::string& command) {
  std::string name;
  for (const char letter : command) name += std::isalnum(static_cast<unsigned char>(letter)) != 0 ? letter : '_';
  return name + ".db";
}

nlohmann::json play(const std::string& command, const std::filesystem::path& store) {
  std::string line = std::string("'") + ATOLL_PROGRAM + "' " + command + " --format json --ratings off --store '" +
                     store.string() + "'";
  if (std::filesystem::exists(store)) line += " --resume";
  std::FILE* pipe = popen(line.c_str(), "r");
  if (pipe == nullptr) refuse("cannot start " + line);
  std::string text;
  char chunk[4096];
  for (std::size_t got = 0; (got = std::fread(chunk, 1, sizeof chunk, pipe)) > 0;) text.append(chunk, got);
  if (pclose(pipe) != 0) refuse("this match did not end well (its message is above): " + line);
  return nlohmann::json::parse(text);
}

std::string row_interval(const nlohmann::json& interval) {
  char text[64];
  std::snprintf(text, sizeof text, "[%.3f, %.3f]", interval[0].get<double>(), interval[1].get<double>());
  return text;
}

void play_all(const Options& options) {
  const std::vector<Match> matches = read_matches(options.run_file);
  std::filesystem::create_directories(options.folder);
  print_head({"part", "command (`atoll ...`)", "deals", "games", "win share of the first", "95 % interval",
              "sequential test"});
  for (const Match& match : matches) {
    const std::string command = command_of(match, options);
    const nlohmann::json result = play(command, std::filesystem::path(options.folder) / store_name(command));
    const nlohmann::json& first = result.at("strength").at(0);
    char share[32];
    std::snprintf(share, sizeof share, "%.3f", first.at("win_share").get<double>());
    print_row({match.part, "`" + command + "`", std::to_string(first.at("blocks").get<int>()),
               std::to_string(first.at("games").get<int>()), share, row_interval(first.at("interval")),
               result.contains("sprt") ? result["sprt"][0].at("verdict").get<std::string>() : "–"});
  }
}

}  // namespace
}  // namespace atl::studies

int main(int argc, char** argv) {
  try {
    atl::studies::play_all(atl::studies::read_arguments(argc, argv));
  } catch (const std::exception& error) {
    std::cerr << "study_strength: " << error.what() << "\n";
    return 2;
  }
  return 0;
}
