#include "tools/common.hpp"

#include <csignal>
#include <cstring>
#include <fstream>
#include <iostream>
#include <random>

#include <fmt/format.h>
#include <unistd.h>

#include "engine/core/checks.hpp"

namespace atl::tools {
namespace {

volatile std::sig_atomic_t received_signal = 0;

extern "C" void on_signal(int signal) {
  if (received_signal != 0) _exit(128 + signal);
  received_signal = signal;
  stop_flag().store(true, std::memory_order_relaxed);
}

}  // namespace

std::uint64_t resolve_seed(const std::optional<std::uint64_t>& given) {
  if (given) return *given;
  std::random_device device;
  return device();  // 32 bits: short enough to type again
}

int resolve_players(const GameDriver& driver, const std::optional<std::int64_t>& given) {
  const GameInfo& info = driver.info();
  const std::int64_t players = given.value_or(info.min_players);
  if (players < info.min_players || players > info.max_players) {
    throw InputError(fmt::format("bad value '{}' for --players ({} is for {} to {} players).", players, info.name,
                                 info.min_players, info.max_players));
  }
  return static_cast<int>(players);
}

StopFlag& stop_flag() {
  static StopFlag flag{false};
  return flag;
}

void watch_signals() {
  static_cast<void>(stop_flag());  // constructed before a handler can touch it
  struct sigaction action{};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before{};
    sigaction(signal, nullptr, &before);
    if (before.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);  // nohup, or a background job
  }
}

int signal_exit_code() { return received_signal == 0 ? 0 : 128 + received_signal; }

void for_each_line(const std::string& path, const std::function<void(std::size_t, const std::string&)>& each) {
  std::ifstream file;
  if (path != "-") {
    file.open(path);
    if (!file) throw InputError(fmt::format("cannot read '{}' ({}).", path, std::strerror(errno)));
  }
  std::istream& in = path == "-" ? std::cin : file;
  std::string line;
  for (std::size_t number = 1; std::getline(in, line); ++number) each(number, line);
  if (in.bad()) throw InputError(fmt::format("cannot read '{}' to its end ({}).", path, std::strerror(errno)));
}

bool is_blank(std::string_view line) { return line.find_first_not_of(" \t\r\v\f") == std::string_view::npos; }

GameRecord find_record(const std::string& path, std::uint64_t index) {
  std::optional<GameRecord> found;
  for_each_line(path, [&](std::size_t number, const std::string& line) {
    if (is_blank(line)) return;
    GameRecord record;
    try {
      record = read_record(line);
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}:{}: {}", path, number, error.what()));
    }
    if (record.index != index) return;
    if (found) throw InputError(fmt::format("'{}' has index {} twice (again in line {}).", path, index, number));
    found = std::move(record);
  });
  if (!found) throw InputError(fmt::format("'{}' has no game with index {}.", path, index));
  return *found;
}

void declare_position(Options& options, PositionOptions& values) {
  options.optional_file("record", values.record, "file of records (JSON Lines; - for standard input)");
  options.integer("game-index", values.game_index, 0, kLarge, "the record's index [0]");
  options.optional_integer("events", values.events, 0, kLarge, "position after this many events, chance counted [all]");
}

RecordPosition read_position(const PositionOptions& values) {
  if (!values.record) throw InputError("no position given. Use --record FILE --game-index I --events N.");
  RecordPosition position{.record = find_record(*values.record, static_cast<std::uint64_t>(values.game_index)),
                          .events = 0};
  position.events = position.record.events.size();
  if (values.events) {
    if (static_cast<std::size_t>(*values.events) > position.events) {
      throw InputError(fmt::format("--events {} is too many (game {} has {} events).", *values.events,
                                   values.game_index, position.events));
    }
    position.events = static_cast<std::size_t>(*values.events);
  }
  return position;
}

std::string format_signature(std::uint64_t signature) { return fmt::format("{:016x}", signature); }

}  // namespace atl::tools
