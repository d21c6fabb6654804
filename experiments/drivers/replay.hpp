/// Records checked and looked into.
#pragma once

#include <algorithm>

#include "engine/core/text.hpp"
#include "experiments/drivers/driver.hpp"
#include "experiments/drivers/from_record.hpp"

namespace atl {

namespace detail {

template <class T>
std::string list_text(const std::vector<T>& values) {
  std::vector<std::string> parts;
  for (const T& value : values) parts.push_back(std::to_string(value));
  return "[" + join(parts, ",") + "]";
}

inline void check_equal(const char* what, const std::vector<int>& recorded, const PerSeat<int>& actual, int players) {
  const std::vector<int> wanted(actual.begin(), actual.begin() + players);
  if (recorded == wanted) return;
  throw InputError(std::string(what) + " " + list_text(recorded) + " are recorded, but the events give " +
                   list_text(wanted));
}

}  // namespace detail

namespace detail {

template <StochasticGame G>
void check_record(const G& game, const GameRecord& record) {
  if (record.agents.size() != static_cast<std::size_t>(record.players)) {
    throw InputError("the record names " + std::to_string(record.agents.size()) + " agents for " +
                     std::to_string(record.players) + " players");
  }
  const Replay<G> replay = replay_events(game, record.events);
  const bool over = game.node_kind(replay.state) == NodeKind::terminal;
  if (record.end.empty() || record.end.starts_with("failed:")) {
    if (!record.end.empty()) {
      const Failure failure = failure_of(record.end);
      static constexpr std::string_view kKinds[] = {"illegal", "exception", "time", "crash", "hang"};
      const bool known = std::find(std::begin(kKinds), std::end(kKinds), failure.kind) != std::end(kKinds);
      if (failure.seat < 0 || failure.seat >= record.players || !known) {
        throw InputError("end '" + record.end + "' is not failed:<seat>:<kind>");
      }
    }
    if (!record.scores.empty() || !record.ranks.empty()) {
      throw InputError("scores and ranks are recorded for a game that was not finished");
    }
    // These two are said of a decision that was asked; the other kinds may befall an agent while it watches.
    if (const Failure failure = failure_of(record.end); failure.kind == "illegal" || failure.kind == "time") {
      if (game.node_kind(replay.state) != NodeKind::decision ||
          game.player_to_act(replay.state) != Player(failure.seat)) {
        throw InputError("end '" + record.end + "' is recorded, but seat " + std::to_string(failure.seat) +
                         " is not asked for a decision there");
      }
    }
    return;
  }
  if (!over)
    throw InputError("the record ends before the game does (after event " + std::to_string(record.events.size()) + ")");
  check_equal("scores", record.scores, game.scores(replay.state), record.players);
  check_equal("ranks", record.ranks, game.ranks(replay.state), record.players);
  if (const std::string_view end = game.end_reason(replay.state); record.end != end) {
    throw InputError("end '" + record.end + "' is recorded, but the events give '" + std::string(end) + "'");
  }
}

}  // namespace detail

/// Throws InputError, naming the version of the rules where it is an older one, unless the record is right in every
/// part.
template <StochasticGame G>
void check_record(const GameRecord& record) {
  const G game = game_of<G>(record);
  try {
    detail::check_record(game, record);
  } catch (const InputError& error) {
    throw InputError(error.what() + by_version<G>(record));
  }
}

template <StochasticGame G>
void list_legal(const GameRecord& record, const GameDriver::LegalRow& row) {
  const G game = game_of<G>(record);
  const Replay<G> replay = replay_events(game, record.events);
  std::size_t event = 0;
  ActionList<G> legal;
  std::vector<std::string> texts;
  walk(game, replay.actions, [&](const auto& before, Action, const auto&) {
    if (game.node_kind(before) == NodeKind::decision) {
      game.legal_actions(before, legal);
      texts.clear();
      for (const Action action : legal) texts.push_back(game.token(before, action));
      std::sort(texts.begin(), texts.end());
      row(event, texts);
    }
    ++event;
  });
}

template <ImperfectInformationGame G>
std::string board(const RecordPosition& position, Observer observer) {
  const G game = game_of<G>(position.record);
  const Replay<G> replay = replay_events(game, tokens_of(position));
  if (observer == kOmniscient) return game.board_text(replay.state);
  if (observer.is_seat() && observer.seat().index() >= static_cast<std::size_t>(game.num_players())) {
    throw InputError("no seat " + std::to_string(observer.seat().index()) + " (0 to " +
                     std::to_string(game.num_players() - 1) + ")");
  }
  return information_after(game, replay.actions, observer).board_text();
}

}  // namespace atl
