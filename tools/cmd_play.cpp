/// `atoll play`: a person against agents in the terminal, or agents among themselves.

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iostream>
#include <thread>

#include <fmt/format.h>
#include <unistd.h>

#include "engine/core/text.hpp"
#include "experiments/drivers/drivers.hpp"
#include "experiments/drivers/rule_text.hpp"
#include "tools/command.hpp"
#include "tools/common.hpp"

namespace atl::tools {

using namespace report;

namespace {

struct PlayOptions {
  std::string game;
  std::optional<std::int64_t> players;
  std::vector<std::string> agents;
  std::vector<std::string> rules;
  std::optional<std::uint64_t> seed;
  std::optional<std::string> record;
  double delay = 0;
  bool truth = false;
};

constexpr std::string_view kPerson = "me";

void declare(Options& options, PlayOptions& values) {
  options.positional("game", values.game, "the game", true);
  options.optional_integer("players", values.players, 1, kMaxSeats,
                           "players [as many as --agents, else the game's fewest]");
  options.texts("agents", values.agents,
                "who sits in each seat: agent specs, or `me` [me, then the game's best agent]");
  options.settings("rule", values.rules, "a rule that differs from its default, once per rule");
  options.seed("seed", values.seed, "seed of deal and agents [drawn and printed]");
  options.optional_file("record", values.record, "write the game's record to this file (refused if it exists)");
  options.real("delay", values.delay, 0, 60,
               "seconds to wait after each event of others [0]; larger is easier to follow");
  options.flag("truth", values.truth, "watching only: show everything hidden");
}

/// The table around one session: what it prints and asks.
class Play {
 public:
  Play(const GameDriver& driver, const PlayOptions& values, std::vector<std::string> seats, std::uint64_t seed)
      : values_(values), seats_(std::move(seats)) {
    const int players = static_cast<int>(seats_.size());
    session_ = driver.start_session(
        {.players = players, .rules = parse_rules(driver, players, values.rules), .seats = seats_, .seed = seed});
    const auto people = std::count(seats_.begin(), seats_.end(), std::string());
    for (std::size_t s = 0; s < seats_.size(); ++s) {
      if (seats_[s].empty() && people == 1) viewer_ = Player(s);
    }
    if (people == 0 && values.truth) viewer_ = kOmniscient;
    if (people > 0 && values.truth) throw InputError("--truth is for watching (no seat may be `me`).");
  }

  /// False if the player left before the end.
  bool run() {
    for (;;) {
      if (stop_flag().load()) return false;
      switch (session_->node_kind()) {
        case NodeKind::terminal: return true;
        case NodeKind::chance: deal(); break;
        case NodeKind::decision:
          if (!decide()) return false;
          break;
      }
    }
  }

  GameRecord record() const { return session_->record(); }

  void show_result() const {
    const GameRecord record = session_->record();
    fmt::print("\n{}\n", session_->board(kOmniscient));
    Table table{.name = "result",
                .title = fmt::format("The game is over ({}).", record.end),
                .columns = {"seat", "player", "score", "rank"},
                .rows = {},
                .notes = {}};
    for (std::size_t s = 0; s < seats_.size(); ++s) {
      table.add({cell(static_cast<int>(s)), cell(seats_[s].empty() ? std::string(kPerson) : seats_[s]),
                 cell(record.scores[s]), cell(record.ranks[s])});
    }
    fmt::print("{}", render({table}, Format::table));
  }

 private:
  /// Chance until somebody decides, told as one line; what the viewer cannot see is only counted.
  void deal() {
    std::string events;
    const auto tell = [&events](const std::string& event) { events += (events.empty() ? "" : " ") + event; };
    int hidden = 0;
    const auto tell_hidden = [&] {
      if (hidden > 0) tell(fmt::format("({} hidden)", hidden));
      hidden = 0;
    };
    while (session_->node_kind() == NodeKind::chance && !stop_flag().load()) {
      session_->deal();
      const std::string event = session_->last_event(viewer_);
      if (event == "(hidden)") {
        ++hidden;
        continue;
      }
      tell_hidden();
      tell(event);
    }
    tell_hidden();
    narrate("chance", events);
  }

  bool decide() {
    const int seat = session_->player_to_act();
    if (seats_[static_cast<std::size_t>(seat)].empty()) {
      const std::vector<std::string> legal = session_->legal_tokens();
      if (legal.size() == 1) {
        session_->apply(legal.front());
        narrate(fmt::format("seat {} (only choice)", seat), session_->last_event(viewer_));
        return true;
      }
      return ask_person(seat, legal);
    }
    session_->ask(stop_flag());
    narrate(fmt::format("seat {} ({})", seat, seats_[static_cast<std::size_t>(seat)]), session_->last_event(viewer_));
    return true;
  }

  void narrate(const std::string& who, const std::string& what) {
    log_.push_back(fmt::format("{}: {}", who, what));
    fmt::print("{}\n", log_.back());
    board_is_stale_ = true;
    if (values_.delay > 0) std::this_thread::sleep_for(std::chrono::duration<double>(values_.delay));
  }

  /// All choices that start with `prefix`, numbered as in the whole list.
  static void list_choices(const std::vector<std::string>& legal, std::string_view prefix) {
    constexpr std::size_t kMost = 60;
    std::size_t shown = 0, matching = 0, width = 0;
    for (const std::string& token : legal) width = std::max(width, token.size());
    const std::size_t per_line = std::max<std::size_t>(1, 100 / (width + 8));
    for (std::size_t i = 0; i < legal.size(); ++i) {
      if (!legal[i].starts_with(prefix)) continue;
      if (++matching > kMost) continue;
      fmt::print("{:>4} {:<{}}{}", i + 1, legal[i], width + 2, ++shown % per_line == 0 ? "\n" : "");
    }
    if (shown % per_line != 0) fmt::print("\n");
    if (matching > kMost)
      fmt::print("  ... and {} more: type the beginning of an action to see those that start with it.\n",
                 matching - kMost);
  }

  bool ask_person(int seat, const std::vector<std::string>& legal) {
    const Observer view = viewer_.is_seat() ? viewer_ : Observer(Player(seat));
    if (board_is_stale_) fmt::print("\n{}\n", session_->board(view));
    board_is_stale_ = false;
    fmt::print("Seat {}, choose:\n", seat);
    list_choices(legal, "");
    for (;;) {
      fmt::print("> ");
      std::fflush(stdout);
      std::string line;
      if (!std::getline(std::cin, line)) {
        fmt::print("\n");
        return false;
      }
      const std::size_t first = line.find_first_not_of(" \t\r");
      line = first == std::string::npos ? "" : line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
      if (line.empty()) continue;
      if (line == "q" || line == "quit") return false;
      if (line == "?" || line == "h" || line == "help") {
        fmt::print(
            "A number or an action plays it; the beginning of an action lists what starts with it;\n"
            "b shows the board, l the choices, r the game so far, q leaves.\n");
      } else if (line == "b" || line == "board") {
        fmt::print("{}\n", session_->board(view));
      } else if (line == "l" || line == "list") {
        list_choices(legal, "");
      } else if (line == "r" || line == "record") {
        for (const std::string& entry : log_) fmt::print("{}\n", entry);
      } else if (const std::string* const token = find_choice(legal, line)) {
        const std::string chosen = *token;
        session_->apply(chosen);
        narrate(fmt::format("seat {} (you)", seat), session_->last_event(viewer_));
        return true;
      }
    }
  }

  static const std::string* find_choice(const std::vector<std::string>& legal, const std::string& line) {
    if (const std::optional<std::uint64_t> number = parse_unsigned(line);
        number && *number >= 1 && *number <= legal.size()) {
      return &legal[*number - 1];
    }
    const std::string* match = nullptr;
    std::size_t matches = 0;
    for (const std::string& token : legal) {
      if (token == line) return &token;
      if (token.starts_with(line)) {
        match = &token;
        ++matches;
      }
    }
    if (matches == 1) return match;
    if (matches == 0) {
      fmt::print("'{}' is no choice here. A number from 1 to {}, an action, or ? for help.\n", line, legal.size());
    } else {
      list_choices(legal, line);
    }
    return nullptr;
  }

  const PlayOptions& values_;
  std::vector<std::string> seats_;  ///< spec, or empty for a person
  std::unique_ptr<PlaySession> session_;
  std::vector<std::string> log_;  ///< what was told so far
  Observer viewer_ = kPublic;
  bool board_is_stale_ = true;
};

int run(const Options&, const PlayOptions& values) {
  const GameDriver& driver = find_driver(values.game);
  std::optional<std::int64_t> count = values.players;
  if (!count && !values.agents.empty()) count = static_cast<std::int64_t>(values.agents.size());
  const int players = resolve_players(driver, count);
  std::vector<std::string> seats = values.agents;
  if (seats.empty()) {
    seats.assign(static_cast<std::size_t>(players), "default");
    seats[0] = kPerson;
  }
  if (seats.size() != static_cast<std::size_t>(players)) {
    throw InputError(fmt::format("{} agents for {} players (one per seat; `me` is you).", seats.size(), players));
  }
  for (std::string& seat : seats) seat = seat == kPerson ? std::string() : driver.parse_agent(seat).text;
  if (values.record && ::access(values.record->c_str(), F_OK) == 0) {
    throw InputError(fmt::format("'{}' exists (a record would replace it). Choose another file.", *values.record));
  }
  const std::uint64_t seed = resolve_seed(values.seed);
  fmt::print("{}, {} players, seed {}\n", driver.info().name, players, seed);
  watch_signals();
  Play play(driver, values, seats, seed);
  const bool finished = play.run();
  if (finished) play.show_result();
  if (values.record) {
    std::ofstream out(*values.record);
    out << write_record(play.record()) << '\n';
    if (!out.flush()) throw InputError(fmt::format("cannot write '{}'.", *values.record));
    fmt::print("record written to {}\n", *values.record);
  }
  return signal_exit_code();
}

}  // namespace

Verb play_verb() {
  return make_verb<PlayOptions>("play", "play in the terminal against agents, or watch",
                                "atoll play reef_rescue\natoll play reef_rescue --agents me greedy random\n"
                                "atoll play reef_rescue --agents default greedy --delay 0.5",
                                declare, run);
}

}  // namespace atl::tools
