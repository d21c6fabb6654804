/// Conformance of observations, information states and sampled worlds, for games with hidden information.
#pragma once

#include <algorithm>

#include "engine/core/bits.hpp"
#include "tests/support/chi_square.hpp"
#include "tests/support/conformance_base.hpp"

namespace atl::conformance {

/// The true game beside what every observer has perceived of it.
template <ImperfectInformationGame G>
class Table {
 public:
  using State = typename G::State;
  using Observation = typename G::Observation;
  using InformationState = typename G::InformationState;

  struct Watcher {
    Observer observer;
    InformationState information;
    std::vector<Observation> stream = {};
  };

  Table(const G& game, const Options<G>& options, std::uint64_t part, std::uint64_t number)
      : walk(game, options, part, number) {
    std::vector<Observer> observers = {kOmniscient, kPublic};
    for (const Player seat : seats(game.num_players())) observers.push_back(seat);
    for (const Observer observer : observers) watchers.push_back({observer, InformationState(game, observer)});
    states.push_back(game.initial_state());
  }

  void play(Action action) {
    const State before = walk.state();
    walk.play(action);
    for (Watcher& watcher : watchers) {
      const Observation seen = walk.game().observe(before, action, walk.state(), watcher.observer);
      watcher.stream.push_back(seen);
      watcher.information.observe(seen);
    }
    states.push_back(walk.state());
  }

  Walk<G> walk;
  std::vector<Watcher> watchers;
  std::vector<State> states;  ///< [events + 1] the truth before each event and now
};

namespace detail {

/// The watcher in `seat`.
template <ImperfectInformationGame G>
const typename Table<G>::Watcher& watcher_of(const Table<G>& table, Player seat) {
  return *std::find_if(table.watchers.begin(), table.watchers.end(),
                       [seat](const auto& watcher) { return watcher.observer == Observer(seat); });
}

/// Whether both lists hold the same actions.
template <class G>
bool same_list(const ActionList<G>& a, const ActionList<G>& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
}

/// The information state tells the public flow of the game, and the mover its legal actions.
template <ImperfectInformationGame G>
void check_flow(const Walk<G>& walk, const typename G::State& world, const typename G::InformationState& information,
                const char* where) {
  const G& game = walk.game();
  const NodeKind kind = game.node_kind(world);
  if (information.node_kind() != kind) walk.fail(std::string("the information state knows the kind of node: ") + where);
  if (kind != NodeKind::decision) return;
  const Player mover = game.player_to_act(world);
  if (information.player_to_act() != mover)
    walk.fail(std::string("the information state knows who is to act: ") + where);
  if (information.observer() != mover && information.observer() != kOmniscient) return;
  ActionList<G> truth, known;
  game.legal_actions(world, truth);
  information.legal_actions(known);
  if (!same_list<G>(truth, known)) walk.fail(std::string("the mover's legal actions are those of the world: ") + where);
}

/// What observers perceive of the events possible at `before`: the public part, the mover's own action, keys.
template <ImperfectInformationGame G>
void check_observations(const Walk<G>& walk, const std::vector<typename G::State>& worlds, Observer observer) {
  using Observation = typename G::Observation;
  const G& game = walk.game();
  struct Seen {
    Observation observation;
    Action visible;
    std::uint32_t key;
    std::size_t world;
    Action action;
  };
  std::vector<Seen> all;
  for (std::size_t w = 0; w < worlds.size(); ++w) {
    const typename G::State& before = worlds[w];
    std::vector<ChanceOutcome> events = possible_events(game, before);
    const std::size_t step = 1 + events.size() / 48;  // a spread of the events where there are many
    for (std::size_t i = 0; i < events.size(); i += step) {
      const Action action = events[i].action;
      typename G::State after = before;
      game.apply(after, action);
      const Observation seen = game.observe(before, action, after, observer);
      const Observation open = game.observe(before, action, after, kPublic);
      walk.require(seen == game.observe(before, action, after, observer), "observe is a function");
      walk.require(G::public_part(seen) == open, "public_part gives what kPublic perceives");
      const Action visible = game.visible_action(before, action, observer);
      const std::uint32_t key = game.result_key(before, action, after, observer);
      const bool own = game.node_kind(before) == NodeKind::decision && game.player_to_act(before) == observer;
      if (own || observer == kOmniscient) walk.require(visible == action, "who sees the whole action sees it as it is");
      for (const Seen& other : all) {
        if (!(other.observation == seen)) continue;
        walk.require(other.visible == visible && other.key == key,
                     "equal observations have equal visible actions and keys");
        walk.require(!(own || observer == kOmniscient) || other.action == action,
                     "who acts (or sees everything) tells its own actions apart");
      }
      all.push_back({seen, visible, key, w, action});
    }
  }
}

/// A replayed record: whether it is legal and gives the watcher exactly its stream; the world it ends in.
template <ImperfectInformationGame G>
typename G::State check_record(const Table<G>& table, const typename Table<G>::Watcher& watcher,
                               const std::vector<Action>& record, typename G::InformationState& rebuilt) {
  const G& game = table.walk.game();
  table.walk.require(record.size() == watcher.stream.size(), "a sampled record has one event per observation");
  typename G::State world = game.initial_state();
  for (std::size_t i = 0; i < record.size(); ++i) {
    const typename G::State& truth = table.states[i];
    table.walk.require(game.node_kind(world) == game.node_kind(truth), "kinds of nodes are public");
    if (game.node_kind(world) == NodeKind::decision) {
      table.walk.require(game.player_to_act(world) == game.player_to_act(truth), "who acts is public");
    } else {
      table.walk.require(game.chance_source(world) == game.chance_source(truth), "sources of chance are public");
    }
    table.walk.require(is_legal(game, world, record[i]), "a sampled record replays legally");
    typename G::State after = world;
    game.apply(after, record[i]);
    const auto seen = game.observe(world, record[i], after, watcher.observer);
    table.walk.require(seen == watcher.stream[i], "a sampled record gives the observer exactly its observations");
    rebuilt.observe(seen);
    world = after;
  }
  return world;
}

/// Plays on from a sampled world: the information state must follow as it would follow the truth.
template <ImperfectInformationGame G>
void play_on(const Table<G>& table, typename G::State world, typename G::InformationState information, int events,
             Rng& rng) {
  const G& game = table.walk.game();
  for (int i = 0; i < events && game.node_kind(world) != NodeKind::terminal; ++i) {
    const Action action =
        game.node_kind(world) == NodeKind::chance ? game.sample_chance(world, rng) : random_action(game, world, rng);
    const typename G::State before = world;
    game.apply(world, action);
    information.observe(game.observe(before, action, world, information.observer()));
    check_flow(table.walk, world, information, "after a sampled world was played on");
  }
  const typename G::State again = information.sample(rng);
  check_flow(table.walk, again, information, "in a world sampled after a sampled world was played on");
}

/// All checks of one observer's worlds at the table's present node.
template <ImperfectInformationGame G>
void check_worlds_here(const Table<G>& table, const typename Table<G>::Watcher& watcher, const Options<G>& options,
                       Rng& rng) {
  using State = typename G::State;
  const Walk<G>& walk = table.walk;
  const G& game = walk.game();
  const State& truth = walk.state();
  const auto& information = watcher.information;
  const std::uint64_t hash = information.hash();

  Rng first = rng.split(Stream::test, 1);
  Rng second = first;
  const State world = information.sample(first);
  walk.require(world == information.sample(second) && first == second, "equal seeds give equal worlds");
  check_flow(walk, world, information, "in a sampled world");
  if (complete_information(information)) walk.require(world == truth, "who has complete information samples the truth");

  first = rng.split(Stream::test, 2);
  second = first;
  const std::vector<Action> record = information.sample_record(first);
  walk.require(record == information.sample_record(second), "equal seeds give equal records");
  typename G::InformationState rebuilt(game, watcher.observer);
  const State other = check_record(table, watcher, record, rebuilt);
  if (watcher.observer == kOmniscient) walk.require(other == truth, "the omniscient observer's record is the truth");
  walk.require(rebuilt == information && information == rebuilt, "equal streams give equal information states");
  walk.require(rebuilt.hash() == hash, "equal information states have equal hashes");
  walk.require(rebuilt.board_text() == information.board_text(), "equal information states have equal boards");
  check_flow(walk, other, information, "at the end of a sampled record");

  // The other world is as good a truth as the true one: nothing the observer can reach tells them apart.
  if (game.node_kind(truth) == NodeKind::decision && game.player_to_act(truth) == watcher.observer) {
    ActionList<G> legal;
    game.legal_actions(truth, legal);
    for (const Action action : legal) {
      walk.require(game.token(truth, action) == game.token(other, action),
                   "the mover's actions are written alike in all its worlds");
    }
  }
  for (int i = 0; i < 3; ++i) {
    first = rng.split(Stream::test, 3);
    second = first;
    walk.require(information.sample(first) == rebuilt.sample(second) && first == second,
                 "worlds do not depend on the truth");
    first = rng.split(Stream::test, 4);
    second = first;
    walk.require(information.sample_record(first) == rebuilt.sample_record(second),
                 "records do not depend on the truth");
  }
  check_observations(walk, {truth, other, world}, watcher.observer);

  play_on(table, world, information, options.continuation, rng);
  play_on(table, other, rebuilt, options.continuation, rng);
  walk.require(information.hash() == hash && information == rebuilt, "nothing of this changed the information state");
}

/// sample() and the end of sample_record() have one distribution: two samples, by world or in 16 classes of the hash.
template <ImperfectInformationGame G>
void check_record_distribution(const Table<G>& table, const typename Table<G>::Watcher& watcher, Rng& rng) {
  const G& game = table.walk.game();
  StateTable<G> worlds(game);
  std::vector<std::size_t> drawn[2];
  const int draws = test::scaled(400, 50);
  for (int i = 0; i < draws; ++i) {
    drawn[0].push_back(worlds.index(watcher.information.sample(rng)));
    typename G::State state = game.initial_state();
    for (const Action event : watcher.information.sample_record(rng)) game.apply(state, event);
    drawn[1].push_back(worlds.index(state));
  }
  const bool few = worlds.states().size() <= 32;
  const std::size_t classes = few ? worlds.states().size() : 16;
  std::vector<std::uint64_t> counts[2];
  for (int side = 0; side < 2; ++side) {
    counts[side].assign(classes, 0);
    for (const std::size_t world : drawn[side])
      ++counts[side][few ? world : mix64(game.hash(worlds.states()[world])) % classes];
  }
  table.walk.require(test::chi_square_two_sample(counts[0], counts[1]).p_value >= test::kTestLevel,
                     "sample and sample_record have one distribution");
}

}  // namespace detail

/// Random games watched by all observers: flow and lists at every event; worlds, records, observations and
/// non-interference at some.
template <ImperfectInformationGame G>
void check_information(const G& game, const Options<G>& options) {
  using Watcher = typename Table<G>::Watcher;
  const int walks = test::scaled(options.walks, 2);
  std::vector<Watcher> seen;  // of all walks, to compare streams with states
  for (int number = 0; number < walks; ++number) {
    long nodes = 0;
    for (Walk<G> scout(game, options, 5, static_cast<std::uint64_t>(number)); !scout.over(); ++nodes)
      scout.play(scout.pick());
    Table<G> table(game, options, 5, static_cast<std::uint64_t>(number));
    Rng rng = Rng::derive(options.seed, Stream::test, {6, static_cast<std::uint64_t>(number)});
    for (;;) {
      for (const Watcher& watcher : table.watchers)
        detail::check_flow(table.walk, table.walk.state(), watcher.information, "along the true game");
      const bool decision = game.node_kind(table.walk.state()) == NodeKind::decision;
      if (rng.below(static_cast<std::uint32_t>(nodes + 1)) < static_cast<std::uint32_t>(options.nodes_per_walk)) {
        for (const Watcher& watcher : table.watchers) {
          if (decision || options.sample_anywhere) {
            detail::check_worlds_here(table, watcher, options, rng);
            if (rng.below(4) == 0) detail::check_record_distribution(table, watcher, rng);
          } else {
            detail::check_observations(table.walk, {table.walk.state()}, watcher.observer);
          }
          if (seen.size() < 120) seen.push_back(watcher);
        }
      }
      if (table.walk.over()) break;
      // A copy that goes another way leaves the original alone.
      std::vector<Watcher> copies = table.watchers;
      const typename G::State before = table.walk.state();
      const Action aside = table.walk.pick();
      typename G::State after = before;
      game.apply(after, aside);
      for (std::size_t i = 0; i < copies.size(); ++i) {
        const std::uint64_t hash = table.watchers[i].information.hash();
        copies[i].information.observe(game.observe(before, aside, after, copies[i].observer));
        table.walk.require(!(copies[i].information == table.watchers[i].information),
                           "an event more is another information state");
        table.walk.require(table.watchers[i].information.hash() == hash,
                           "copies of information states are independent");
      }
      table.play(table.walk.pick());
      for (std::size_t i = 0; i < copies.size(); ++i) {
        const bool same = copies[i].information == table.watchers[i].information;
        const bool equal = game.observe(before, aside, after, copies[i].observer) == table.watchers[i].stream.back();
        table.walk.require(same == equal, "information states are equal if and only if the observations are");
      }
    }
  }
  const Walk<G> context(game, options, 5, 0);
  for (std::size_t i = 0; i < seen.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const bool equal = seen[i].observer == seen[j].observer && seen[i].stream == seen[j].stream;
      context.require((seen[i].information == seen[j].information) == equal,
                      "equal observer and stream if and only if equal information states");
      if (equal)
        context.require(seen[i].information.hash() == seen[j].information.hash(),
                        "equal information states have equal hashes");
    }
  }
}

/// Information states of games with different rules differ.
template <ImperfectInformationGame G>
void check_rules_in_information(const std::vector<G>& games) {
  for (const G& a : games) {
    for (const G& b : games) {
      if (&a == &b || a.num_players() != b.num_players()) continue;
      if (non_default_rules<G>(a.rules()) == non_default_rules<G>(b.rules())) continue;
      if (typename G::InformationState(a, kPublic) == typename G::InformationState(b, kPublic)) {
        throw Violation("information states under different rules are different\n  game: " + describe(a) + " and " +
                        describe(b));
      }
    }
  }
}

}  // namespace atl::conformance
