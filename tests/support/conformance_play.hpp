/// Conformance of playing: legal actions, chance, text, records, results, for games with chance (StochasticGame).
#pragma once

#include <algorithm>
#include <cmath>
#include <set>

#include "engine/core/bits.hpp"
#include "engine/core/record.hpp"
#include "tests/support/chi_square.hpp"
#include "tests/support/conformance_base.hpp"

namespace atl::conformance {

namespace detail {

inline bool is_token(std::string_view token, bool chance) {
  if (token.empty() || (token.front() == '~') != chance) return false;
  return std::all_of(token.begin(), token.end(), [](char c) { return c > ' ' && c < 127; });
}

/// The listed events of a node: ascending, within the bound, each legal, with a token of its own that parses back.
template <StochasticGame G>
void check_listed_events(const Walk<G>& walk, const std::vector<ChanceOutcome>& events) {
  const G& game = walk.game();
  const bool chance = game.node_kind(walk.state()) == NodeKind::chance;
  walk.require(!events.empty(), "a node that is not terminal lists at least one event");
  walk.require(events.size() <= (chance ? G::kMaxChanceOutcomes : G::kMaxActions), "the bound of the list holds");
  std::set<std::string> tokens;
  double sum = 0;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Action action = events[i].action;
    walk.require(i == 0 || events[i - 1].action < action, "listed events ascend strictly");
    walk.require(events[i].probability > 0, "every listed outcome has a positive probability");
    sum += events[i].probability;
    const std::string token = game.token(walk.state(), action);
    if (!is_token(token, chance)) walk.fail("'" + token + "' is no token: printable, no blanks, '~' for chance only");
    if (!tokens.insert(token).second) walk.fail("token '" + token + "' stands for two events");
    const std::optional<Action> parsed = game.parse(walk.state(), token);
    if (!parsed || *parsed != action) walk.fail("token '" + token + "' does not parse back to its event");
  }
  if (chance) walk.require(std::abs(sum - 1) < 1e-9, "the probabilities of chance sum to 1");
}

/// A text that parses to something legal is that event's token; random codes outside the list are not legal.
template <StochasticGame G>
int try_illegal(Walk<G>& walk, const std::vector<ChanceOutcome>& events, int tries) {
  const G& game = walk.game();
  static constexpr std::string_view kLetters = "~abcdeghlnprstxyz0123456789=-+,.:/>( é";
  int rejected = 0;
  for (int i = 0; i < tries; ++i) {
    std::string text =
        game.token(walk.state(), events[walk.rng().below(static_cast<std::uint32_t>(events.size()))].action);
    const std::uint32_t edits = 1 + walk.rng().below(3);
    for (std::uint32_t edit = 0; edit < edits; ++edit) {
      const char letter = kLetters[walk.rng().below(static_cast<std::uint32_t>(kLetters.size()))];
      const std::size_t at = walk.rng().below(static_cast<std::uint32_t>(text.size() + 1));
      switch (walk.rng().below(4)) {
        case 0: text.insert(at, 1, letter); break;
        case 1:
          if (at < text.size()) text.erase(at, 1);
          break;
        case 2:
          if (at < text.size()) text[at] = letter;
          break;
        default: text.resize(at); break;
      }
    }
    const std::optional<Action> parsed = game.parse(walk.state(), text);
    if (!parsed || !is_legal(game, walk.state(), *parsed)) {
      ++rejected;
    } else if (game.token(walk.state(), *parsed) != text) {
      walk.fail("'" + text + "' is accepted, but is not how '" + game.token(walk.state(), *parsed) + "' is written");
    }
    // Near codes (one bit off a legal one) and far ones.
    Action action = events[walk.rng().below(static_cast<std::uint32_t>(events.size()))].action;
    action.code = walk.rng().below(2) == 0 ? action.code ^ (1U << walk.rng().below(32))
                                           : static_cast<std::uint32_t>(walk.rng().next());
    const bool listed =
        std::any_of(events.begin(), events.end(), [&](const ChanceOutcome& e) { return e.action == action; });
    walk.require(is_legal(game, walk.state(), action) == listed, "legal means listed");
    rejected += listed ? 0 : 1;
  }
  return rejected;
}

template <StochasticGame G>
void check_results(const Walk<G>& walk, const Options<G>& options) {
  const G& game = walk.game();
  const PerSeat<int> scores = game.scores(walk.state());
  const PerSeat<int> ranks = game.ranks(walk.state());
  for (const Player p : seats(game.num_players())) {
    int better = 0;
    for (const Player q : seats(game.num_players())) {
      better += ranks[q] < ranks[p];
      if (options.ranks_follow_scores)
        walk.require(scores[q] <= scores[p] || ranks[q] <= ranks[p], "more points never rank worse");
    }
    walk.require(ranks[p] == 1 + better, "ranks start at 1 and ties share the better rank");
  }
  const std::string end(game.end_reason(walk.state()));
  walk.require(is_token(end, false) && !end.starts_with("failed"), "a finished game has a reason, one word");
}

}  // namespace detail

/// Random games with every check of the rules' interface: lists, tokens, copies, hash, records, results.
template <StochasticGame G>
void check_play(const G& game, const Options<G>& options) {
  using State = typename G::State;
  const int walks = test::scaled(options.walks, 2);
  const int tries = 1 + options.illegal_tries / (walks * 20);
  int rejected = 0;
  const auto is_seat = [&](Player player) {
    return player.is_seat() && player.index() < static_cast<std::size_t>(game.num_players());
  };
  for (int number = 0; number < walks || rejected < options.illegal_tries; ++number) {
    Walk<G> walk(game, options, 1, static_cast<std::uint64_t>(number));
    std::vector<State> states;  // before each event
    std::vector<std::string> tokens;
    ActionList<G> reused;
    while (!walk.over()) {
      const State before = walk.state();
      const std::uint64_t hash = game.hash(before);
      const std::vector<ChanceOutcome> events = possible_events(game, before);
      detail::check_listed_events(walk, events);
      if (game.node_kind(before) == NodeKind::decision) {
        const Player player = game.player_to_act(before);
        walk.require(is_seat(player), "the player to act is a seat");
        game.legal_actions(before, reused);
        walk.require(reused.size() == events.size(), "legal_actions overwrites its list");
      } else {
        const ChanceSource source = game.chance_source(before);
        walk.require(source.owner == kNobody || is_seat(source.owner), "a chance event belongs to a seat or to nobody");
      }
      // Events on copies: two copies agree, the original stays.
      for (int i = 0; i < 3; ++i) {
        const Action action = events[walk.rng().below(static_cast<std::uint32_t>(events.size()))].action;
        State first = before, second = before;
        game.apply(first, action);
        game.apply(second, action);
        walk.require(first == second && game.hash(first) == game.hash(second),
                     "equal states and events give equal states and hashes");
      }
      walk.require(before == walk.state() && game.hash(walk.state()) == hash, "copies are independent of the original");
      rejected += detail::try_illegal(walk, events, tries);

      const Action action = walk.pick();
      walk.require(is_legal(game, before, action), "what chance or random_action gives is legal");
      states.push_back(before);
      tokens.push_back(game.token(before, action));
      walk.play(action);
    }
    states.push_back(walk.state());
    detail::check_results(walk, options);
    walk.require(!is_legal(game, walk.state(), Action{0}) && !is_legal(game, walk.state(), Action{1}),
                 "nothing is legal after the end");

    // The record of the whole game, then prefixes of it, through text and back.
    for (int cut = 0; cut < 6; ++cut) {
      const std::size_t count =
          cut == 0 ? tokens.size() : walk.rng().below(static_cast<std::uint32_t>(tokens.size() + 1));
      GameRecord record{.game = std::string(G::kName),
                        .players = game.num_players(),
                        .rules = non_default_rules<G>(game.rules()),
                        .seed = options.seed,
                        .index = static_cast<std::uint64_t>(number),
                        .agents = {},
                        .events = {},
                        .scores = {},
                        .ranks = {},
                        .end = {}};
      record.agents.assign(static_cast<std::size_t>(game.num_players()), "random");
      record.events.assign(tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(count));
      if (count == tokens.size()) {
        const PerSeat<int> scores = game.scores(walk.state()), ranks = game.ranks(walk.state());
        record.scores.assign(scores.begin(), scores.begin() + game.num_players());
        record.ranks.assign(ranks.begin(), ranks.begin() + game.num_players());
        record.end = game.end_reason(walk.state());
      }
      const GameRecord again = read_record(write_record(record));
      walk.require(again == record, "a record survives being written and read");
      const Replay<G> replay = replay_events(game, again.events);
      walk.require(replay.state == states[count], "a replayed record leads to the same state");
      walk.require(std::equal(replay.actions.begin(), replay.actions.end(), walk.actions().begin()),
                   "a replayed record has the same events");
    }
    // And event by event: the state after each token is the state of the game.
    State state = game.initial_state();
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      walk.require(state == states[i], "the record leads to the same state at every event");
      game.apply(state, *game.parse(state, tokens[i]));
    }
    if (number > 100 * walks) walk.fail("too few illegal events could be tried");
  }
}

/// Many random games to the end: an action everywhere, the end within bounds, consistent results.
template <StochasticGame G>
void check_termination(const G& game, const Options<G>& options) {
  const int games = test::scaled(options.termination_games, 10);
  for (int number = 0; number < games; ++number) {
    Walk<G> walk(game, options, 2, static_cast<std::uint64_t>(number));
    ActionList<G> list;
    while (!walk.over()) {
      if (game.node_kind(walk.state()) == NodeKind::decision) {
        game.legal_actions(walk.state(), list);
        walk.require(!list.empty() && list.size() <= G::kMaxActions,
                     "a decision lists at least one action and at most kMaxActions");
      }
      walk.play(walk.pick());
    }
    detail::check_results(walk, options);
  }
}

/// play_chance_run at this node against one event at a time, as two samples of end states (by hash, if need be in 16
/// classes).
template <StochasticGame G>
void check_chance_run(const Walk<G>& walk, Rng& rng) {
  const G& game = walk.game();
  StateTable<G> ends(game);
  std::vector<std::size_t> drawn[2];
  const int draws = test::scaled(1000, 50);
  for (int i = 0; i < draws; ++i) {
    typename G::State fast = walk.state(), slow = walk.state();
    if constexpr (HasChanceRun<G>) game.play_chance_run(fast, rng);
    while (game.node_kind(slow) == NodeKind::chance) game.apply(slow, game.sample_chance(slow, rng));
    walk.require(game.node_kind(fast) != NodeKind::chance, "a chance run ends where chance ends");
    drawn[0].push_back(ends.index(fast));
    drawn[1].push_back(ends.index(slow));
  }
  const std::size_t classes = ends.states().size() <= 50 ? ends.states().size() : 16;
  std::vector<std::uint64_t> counts[2];
  for (int side = 0; side < 2; ++side) {
    counts[side].assign(classes, 0);
    for (const std::size_t end : drawn[side]) {
      ++counts[side][ends.states().size() <= 50 ? end : mix64(game.hash(ends.states()[end])) % classes];
    }
  }
  walk.require(test::chi_square_two_sample(counts[0], counts[1]).p_value >= test::kTestLevel,
               "a chance run has the distribution of its events one by one");
}

/// Fast random actions, sampled chance and chance runs have the distributions of the lists. One chi-square test each
/// at a few nodes of every walk; level kTestLevel per test.
template <StochasticGame G>
void check_distributions(const G& game, const Options<G>& options) {
  const auto test_draws = [](Walk<G>& walk, const std::vector<ChanceOutcome>& events, const char* what, auto draw) {
    std::vector<double> probabilities;
    for (const ChanceOutcome& event : events) probabilities.push_back(event.probability);
    std::vector<std::uint64_t> counts(events.size());
    const int draws = test::scaled(std::min(2000 + 60 * static_cast<int>(events.size()), 8000), 200);
    for (int i = 0; i < draws; ++i) {
      const Action action = draw();
      const auto at = std::lower_bound(events.begin(), events.end(), action,
                                       [](const ChanceOutcome& e, Action a) { return e.action < a; });
      walk.require(at != events.end() && at->action == action, "only listed events are drawn");
      ++counts[static_cast<std::size_t>(at - events.begin())];
    }
    if (test::chi_square_fit(counts, probabilities).p_value < test::kTestLevel) walk.fail(what);
  };

  const int walks = test::scaled(options.walks, 2);
  for (int number = 0; number < walks; ++number) {
    // A first pass counts the nodes, so that the tested ones spread over the whole game.
    long nodes = 0;
    for (Walk<G> scout(game, options, 3, static_cast<std::uint64_t>(number)); !scout.over(); ++nodes)
      scout.play(scout.pick());
    Walk<G> walk(game, options, 3, static_cast<std::uint64_t>(number));
    Rng pick = Rng::derive(options.seed, Stream::test, {4, static_cast<std::uint64_t>(number)});
    bool in_chance_run = false;
    while (!walk.over()) {
      const bool chance = game.node_kind(walk.state()) == NodeKind::chance;
      if (pick.below(static_cast<std::uint32_t>(nodes)) < static_cast<std::uint32_t>(options.nodes_per_walk)) {
        std::vector<ChanceOutcome> events = possible_events(game, walk.state());
        if (chance) {
          test_draws(walk, events, "sample_chance has the distribution of chance_outcomes",
                     [&] { return game.sample_chance(walk.state(), pick); });
        } else if constexpr (HasRandomAction<G>) {
          for (ChanceOutcome& event : events) event.probability = 1.0 / static_cast<double>(events.size());
          test_draws(walk, events, "random_action has the distribution of listing and drawing",
                     [&] { return game.random_action(walk.state(), pick); });
        }
      }
      if constexpr (HasChanceRun<G>) {
        if (chance && !in_chance_run &&
            pick.below(static_cast<std::uint32_t>(nodes)) < static_cast<std::uint32_t>(options.nodes_per_walk)) {
          check_chance_run(walk, pick);
        }
      }
      in_chance_run = chance;
      walk.play(walk.pick());
    }
  }
}

}  // namespace atl::conformance
