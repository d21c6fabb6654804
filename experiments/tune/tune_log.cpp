#include "experiments/tune/tune_log.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/core/checks.hpp"
#include "engine/core/text.hpp"

namespace atl {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "atoll-tune/1";

std::string header_line(const TuneSettings& settings) {
  Json json;
  json["format"] = kFormat;
  json["settings"] = Json::object();
  for (const auto& [key, value] : settings) json["settings"][key] = value;
  return json.dump() + "\n";
}

/// The header of a file. Throws InputError if it is none.
Json read_header(const std::string& path, const std::string& line) {
  Json json;
  try {
    json = Json::parse(line);
    if (json.at("format") == kFormat && json.at("settings").is_object()) return json;
  } catch (const Json::exception&) {
    // Said below.
  }
  throw InputError(fmt::format("'{}' is no tuning log of this version (it was not touched).", path));
}

void check_settings(const std::string& path, const Json& stored, const TuneSettings& settings) {
  std::vector<std::string> differing;
  for (const auto& [key, value] : settings) {
    if (!stored.contains(key) || stored.at(key) != value) differing.push_back(key);
  }
  if (!differing.empty() || stored.size() != settings.size()) {
    throw InputError(fmt::format(
        "cannot resume tuning log '{}' (it differs in: {}). Repeat the run's own command, or use another --store.",
        path, differing.empty() ? "param" : join(differing, ", ")));
  }
}

Trial read_trial(const std::string& path, std::size_t number, const std::string& line) {
  try {
    const Json json = Json::parse(line);
    return {.values = json.at("values").get<std::vector<std::string>>(),
            .reward = json.at("reward").get<double>(),
            .games = json.at("games").get<std::uint64_t>(),
            .failures = json.at("failures").get<std::uint64_t>()};
  } catch (const Json::exception& error) {
    throw InputError(fmt::format("damaged tuning log '{}' (line {}: {}).", path, number, error.what()));
  }
}

}  // namespace

std::optional<std::string> logged_setting(const std::string& path, const std::string& key) {
  std::ifstream in(path, std::ios::binary);
  std::string line;
  if (!std::getline(in, line)) return std::nullopt;
  try {
    return read_header(path, line).at("settings").at(key).get<std::string>();
  } catch (const InputError&) {
    return std::nullopt;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

TuneLog::TuneLog(const std::string& path, const TuneSettings& settings, Mode mode)
    : path_(path), header_(header_line(settings)) {
  if (path.empty()) throw InputError("the tuning log needs a path (it is empty).");
  if (mode == Mode::create && std::filesystem::exists(path)) {
    throw InputError(fmt::format(
        "'{}' exists (it was not touched). Add --resume to go on with it, or --fresh to replace it.", path));
  }
  file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_APPEND, 0666);
  if (file_ < 0) throw InputError(fmt::format("cannot write '{}' ({}).", path, std::strerror(errno)));
  try {
    if (::flock(file_, LOCK_EX | LOCK_NB) != 0)
      throw InputError(fmt::format("'{}' is being written by another process.", path));
    std::stringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    std::string whole = text.str();
    // Half a line at the end is what a kill left; a file without a line end was none of ours.
    const bool ours = whole.empty() || header_.starts_with(whole) || whole.find('\n') != std::string::npos;
    if (!ours) read_header(path, whole);
    whole.resize(whole.find_last_of('\n') + 1);
    std::istringstream lines(whole);
    std::string line;
    for (std::size_t number = 1; std::getline(lines, line); ++number) {
      if (number > 1) {
        trials_.push_back(read_trial(path, number, line));
        continue;
      }
      const Json header = read_header(path, line);
      if (mode == Mode::replace) break;
      check_settings(path, header.at("settings"), settings);
      started_ = true;
    }
    if (started_) cut(whole.size());
    if (!started_ && whole.empty()) start();
  } catch (...) {
    ::close(file_);
    throw;
  }
}

void TuneLog::cut(std::size_t size) {
  if (::ftruncate(file_, static_cast<off_t>(size)) != 0)
    throw InputError(fmt::format("cannot write '{}' ({}).", path_, std::strerror(errno)));
}

void TuneLog::start() {
  cut(0);
  write(header_);
  started_ = true;
}

TuneLog::~TuneLog() { ::close(file_); }

void TuneLog::append(const Trial& trial) {
  if (!started_) start();
  Json json;
  json["values"] = trial.values;
  json["reward"] = trial.reward;
  json["games"] = trial.games;
  json["failures"] = trial.failures;
  write(json.dump() + "\n");
}

void TuneLog::write(const std::string& line) {
  std::size_t written = 0;
  while (written < line.size()) {
    const ssize_t n = ::write(file_, line.data() + written, line.size() - written);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) throw InputError(fmt::format("cannot write '{}' ({}).", path_, std::strerror(errno)));
    written += static_cast<std::size_t>(n);
  }
}

}  // namespace atl
