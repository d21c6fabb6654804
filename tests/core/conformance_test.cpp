// The suite itself: every check catches a game that breaks its contract. Each faulty game is Kuhn poker (or nim) with
// one fault.
#include "tests/support/conformance.hpp"
#include "tests/support/scale.hpp"

#include <doctest/doctest.h>

#include <string>

#include "tests/toy/kuhn.hpp"
#include "tests/toy/nim.hpp"

namespace atl {
namespace {

using Kuhn = toy::kuhn::Game;
using KuhnInformation = Kuhn::InformationState;

/// The message of the violation that a check throws, or "no violation".
template <class Check>
std::string violation(const Check& check) {
  try {
    check();
  } catch (const conformance::Violation& violation) {
    return violation.what();
  }
  return "no violation";
}

template <class G>
const G& instance() {
  static const G game(G::default_rules(2));
  return game;
}

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

/// Kuhn poker with an information state of its own, to be faulty.
template <class Information>
struct KuhnWith : Kuhn {
  using Kuhn::Kuhn;
  using InformationState = Information;
};

struct Scaleless : Kuhn {
  using Kuhn::Kuhn;
  static constexpr double kScoreScale = 0;
};

#define CHECK_CAUGHT(game, check, part)              \
  do {                                               \
    const std::string message = violation([] {       \
      conformance::Options<game> options;            \
      options.max_events = 1000;                     \
      conformance::check(instance<game>(), options); \
    });                                              \
    CHECK_MESSAGE(contains(message, part), message); \
  } while (false)

}  // namespace

TEST_CASE("faulty lists are caught") {
  struct Descending : Kuhn {
    using Kuhn::Kuhn;
    void legal_actions(const State&, ActionList<Kuhn>& out) const {
      out.clear();
      out.push_back({kBet});
      out.push_back({kPass});
    }
  };
  CHECK_CAUGHT(Descending, check_play, "ascend");
  struct Keeping : toy::nim::Game {  // does not clear the list it is given
    using toy::nim::Game::Game;
    void legal_actions(const State& state, ActionList<toy::nim::Game>& out) const {
      if (!out.empty()) return;
      toy::nim::Game::legal_actions(state, out);
      if ((state.packed & 0x0f) < 4) out.resize(2);
    }
  };
  CHECK_CAUGHT(Keeping, check_play, "overwrites its list");
  struct Empty : Kuhn {
    using Kuhn::Kuhn;
    void legal_actions(const State& state, ActionList<Kuhn>& out) const {
      Kuhn::legal_actions(state, out);
      if (state.decisions == 2) out.clear();
    }
    Action random_action(const State& state, Rng&) const { return state.decisions == 1 ? Action{kBet} : Action{kPass}; }
  };
  CHECK_CAUGHT(Empty, check_play, "at least one event");
  CHECK_CAUGHT(Empty, check_termination, "at least one action");
}

TEST_CASE("faulty chance is caught") {
  const test::FullScale full;
  struct Sum : Kuhn {
    using Kuhn::Kuhn;
    void chance_outcomes(const State& state, ChanceList<Kuhn>& out) const {
      Kuhn::chance_outcomes(state, out);
      out[0].probability = 0.3;
    }
  };
  CHECK_CAUGHT(Sum, check_play, "sum to 1");
  struct Biased : Kuhn {
    using Kuhn::Kuhn;
    Action sample_chance(const State& state, Rng& rng) const {
      const Action first = Kuhn::sample_chance(state, rng);
      return first.code == 1 && rng.below(3) == 0 ? Kuhn::sample_chance(state, rng) : first;
    }
  };
  CHECK_CAUGHT(Biased, check_distributions, "sample_chance has the distribution");
  struct Run : Kuhn {
    using Kuhn::Kuhn;
    void play_chance_run(State& state, Rng& rng) const {
      while (node_kind(state) == NodeKind::chance) {
        const Action action = sample_chance(state, rng);
        apply(state, action.code == 2 && rng.below(2) == 0 ? sample_chance(state, rng) : action);
      }
    }
  };
  CHECK_CAUGHT(Run, check_distributions, "a chance run has the distribution");
  struct Owner : Kuhn {
    using Kuhn::Kuhn;
    ChanceSource chance_source(const State&) const { return {.owner = Player(2)}; }
  };
  CHECK_CAUGHT(Owner, check_play, "belongs to a seat");
}

TEST_CASE("a fast random action with another distribution is caught") {
  const test::FullScale full;
  struct Biased : Kuhn {
    using Kuhn::Kuhn;
    Action random_action(const State&, Rng& rng) const { return {rng.below(5) < 2 ? kPass : kBet}; }
  };
  CHECK_CAUGHT(Biased, check_distributions, "random_action has the distribution");
}

TEST_CASE("faulty notation is caught") {
  struct Same : Kuhn {
    using Kuhn::Kuhn;
    std::string token(const State& state, Action action) const {
      return node_kind(state) == NodeKind::chance ? Kuhn::token(state, action) : "pass";
    }
  };
  CHECK_CAUGHT(Same, check_play, "stands for two events");
  struct Blank : Kuhn {
    using Kuhn::Kuhn;
    std::string token(const State& state, Action action) const { return Kuhn::token(state, action) + " "; }
  };
  CHECK_CAUGHT(Blank, check_play, "is no token");
  struct Lenient : Kuhn {
    using Kuhn::Kuhn;
    std::optional<Action> parse(const State& state, std::string_view text) const {
      if (node_kind(state) == NodeKind::decision && text.starts_with("b")) return Action{kBet};
      return Kuhn::parse(state, text);
    }
  };
  CHECK_CAUGHT(Lenient, check_play, "is accepted, but");
}

TEST_CASE("faulty results are caught") {
  const test::FullScale full;
  struct Ties : Kuhn {
    using Kuhn::Kuhn;
    PerSeat<int> ranks(const State& state) const {
      return state.decisions == 3 ? PerSeat<int>{1, 3} : Kuhn::ranks(state);
    }
  };
  CHECK_CAUGHT(Ties, check_play, "ties share the better rank");
  struct Reversed : Kuhn {
    using Kuhn::Kuhn;
    PerSeat<int> ranks(const State& state) const {
      return Kuhn::ranks(state)[Player(0)] == 1 ? PerSeat<int>{2, 1} : PerSeat<int>{1, 2};
    }
  };
  CHECK_CAUGHT(Reversed, check_termination, "never rank worse");
  struct Endless : Kuhn {
    using Kuhn::Kuhn;
    NodeKind node_kind(const State& state) const { return state.card[1] == 0 ? NodeKind::chance : NodeKind::decision; }
    void apply(State& state, Action action) const {
      if (state.card[1] == 0) Kuhn::apply(state, action);
    }
  };
  CHECK_CAUGHT(Endless, check_termination, "does not end");
}

TEST_CASE("state outside the State is caught") {
  struct Counting : Kuhn {
    using Kuhn::Kuhn;
    std::uint64_t hash(const State& state) const { return Kuhn::hash(state) + calls++; }
    mutable std::uint64_t calls = 0;
  };
  CHECK_CAUGHT(Counting, check_play, "hashes");
}

TEST_CASE("faulty rule fields are caught") {
  struct NoSeats : Kuhn {
    using Kuhn::Kuhn;
    int num_players() const { return 3; }
  };
  CHECK(contains(violation([] { conformance::check_rule_fields<NoSeats>({}); }), "players its rules say"));
}

TEST_CASE("observations that show what is hidden are caught") {
  // The second card is shown to the first player, whose information state does not know what to do with it.
  struct Deaf : KuhnInformation {
    using KuhnInformation::KuhnInformation;
    void observe(const Kuhn::Observation& observation) {
      const bool second_deal = ++seen == 2 && observer() == Player(0);
      KuhnInformation::observe(second_deal ? Kuhn::public_part(observation) : observation);
    }
    int seen = 0;
  };
  struct Leaky : KuhnWith<Deaf> {
    using KuhnWith::KuhnWith;
    Observation observe(const State& before, Action action, const State& after, Observer observer) const {
      return Kuhn::observe(
          before, action, after,
          observer == Player(0) && before.card[0] != 0 && before.card[1] == 0 ? Observer(Player(1)) : observer);
    }
  };
  CHECK(violation([] { conformance::check_information(instance<Leaky>(), {}); }) != "no violation");
  struct PublicPart : Kuhn {
    using Kuhn::Kuhn;
    static Observation public_part(const Observation& observation) { return observation; }
  };
  CHECK_CAUGHT(PublicPart, check_information, "public_part");
  struct Visible : Kuhn {
    using Kuhn::Kuhn;
    Action visible_action(const State&, Action action, Observer) const { return action; }
  };
  CHECK_CAUGHT(Visible, check_information, "equal observations have equal visible actions");
  struct Key : Kuhn {
    using Kuhn::Kuhn;
    std::uint32_t result_key(const State& before, Action, const State&, Observer) const { return before.card[1]; }
  };
  CHECK_CAUGHT(Key, check_information, "equal observations have equal visible actions");
  struct Merged : Kuhn {  // the mover cannot tell its own actions apart
    using Kuhn::Kuhn;
    Observation observe(const State& before, Action action, const State& after, Observer observer) const {
      return node_kind(before) == NodeKind::decision ? Observation{0} : Kuhn::observe(before, action, after, observer);
    }
  };
  CHECK(violation([] { conformance::check_information(instance<Merged>(), {}); }) != "no violation");
}

TEST_CASE("faulty information states are caught") {
  struct Coarse : KuhnInformation {
    using KuhnInformation::KuhnInformation;
    bool operator==(const Coarse& other) const { return observer() == other.observer() && line() == other.line(); }
  };
  CHECK_CAUGHT(KuhnWith<Coarse>, check_information, "information state");
  struct Mover : KuhnInformation {
    using KuhnInformation::KuhnInformation;
    Player player_to_act() const { return {}; }
  };
  CHECK_CAUGHT(KuhnWith<Mover>, check_information, "who is to act");
  struct List : KuhnInformation {
    using KuhnInformation::KuhnInformation;
    void legal_actions(ActionList<Kuhn>& out) const {
      out.clear();
      out.push_back({Kuhn::kPass});
    }
  };
  CHECK_CAUGHT(KuhnWith<List>, check_information, "legal actions");
  struct Hash : KuhnInformation {
    using KuhnInformation::KuhnInformation;
    std::uint64_t hash() const { return reinterpret_cast<std::uintptr_t>(this); }
  };
  CHECK_CAUGHT(KuhnWith<Hash>, check_information, "hash");
}

TEST_CASE("faulty samplers are caught") {
  const test::FullScale full;
  struct Lowest : KuhnInformation {  // legal and consistent, but not the distribution
    using KuhnInformation::KuhnInformation;
    Kuhn::State sample(Rng& rng) const {
      const Kuhn::State first = KuhnInformation::sample(rng), second = KuhnInformation::sample(rng);
      return second.card < first.card ? second : first;
    }
  };
  CHECK_CAUGHT(KuhnWith<Lowest>, check_information, "one distribution");
  CHECK_CAUGHT(KuhnWith<Lowest>, check_exact_beliefs, "distributed as enumeration says");
  struct Forgets : KuhnInformation {  // worlds that contradict what was seen
    using KuhnInformation::KuhnInformation;
    Kuhn::State sample(Rng& rng) const {
      Kuhn::State state = KuhnInformation::sample(rng);
      std::swap(state.card[0], state.card[1]);
      return state;
    }
  };
  CHECK_CAUGHT(KuhnWith<Forgets>, check_exact_beliefs, "one of the enumerated ones");
  struct BadRecord : KuhnInformation {
    using KuhnInformation::KuhnInformation;
    std::vector<Action> sample_record(Rng& rng) const {
      std::vector<Action> events = KuhnInformation::sample_record(rng);
      if (events.size() >= 2) std::swap(events[0], events[1]);
      return events;
    }
  };
  CHECK_CAUGHT(KuhnWith<BadRecord>, check_information, "sampled record");
  struct Peeks : KuhnInformation {  // as if the sampler could reach the truth: worlds depend on where the object lies
    using KuhnInformation::KuhnInformation;
    Kuhn::State sample(Rng& rng) const {
      if ((reinterpret_cast<std::uintptr_t>(this) >> 4) % 2 == 0) rng.next();
      return KuhnInformation::sample(rng);
    }
  };
  CHECK(violation([] { conformance::check_information(instance<KuhnWith<Peeks>>(), {}); }) != "no violation");
  struct Unsteady : KuhnInformation {
    using KuhnInformation::KuhnInformation;
    Kuhn::State sample(Rng& rng) const {
      if (++calls % 3 == 0) rng.next();
      return KuhnInformation::sample(rng);
    }
    mutable int calls = 0;
  };
  CHECK(violation([] { conformance::check_information(instance<KuhnWith<Unsteady>>(), {}); }) != "no violation");
}

TEST_CASE("faulty abilities are caught") {
  struct KuhnHeuristic {  // knows the other card
    explicit KuhnHeuristic(const Kuhn& kuhn) : game(kuhn) {}
    void scores(const Kuhn::State& state, const ActionList<Kuhn>&, std::span<float> out) const {
      const float worth = 0.25F * static_cast<float>(state.card[1 - game.player_to_act(state).index()]);
      std::fill(out.begin(), out.end(), worth);
    }
    Action choose(const Kuhn::State&, Rng&) const { return {Kuhn::kPass}; }
    PerSeat<float> evaluate(const Kuhn::State&) const { return {}; }
    const Kuhn& game;
  };
  struct Knowing : Kuhn {
    using Kuhn::Kuhn;
    using Heuristic = KuhnHeuristic;
  };
  static_assert(HeuristicGame<Knowing>);
  CHECK_CAUGHT(Knowing, check_abilities, "the same in all worlds of the mover");
  struct Loud : Kuhn {
    using Kuhn::Kuhn;
    struct Heuristic : KuhnHeuristic {
      using KuhnHeuristic::KuhnHeuristic;
      void scores(const State&, const ActionList<Kuhn>&, std::span<float> out) const {
        std::fill(out.begin(), out.end(), 2.0F);
      }
    };
  };
  CHECK_CAUGHT(Loud, check_abilities, "lie in [0, 1]");
  struct Merging : Kuhn {  // betting is not passing
    using Kuhn::Kuhn;
    std::uint32_t action_class(const State&, Action) const { return kPass; }
  };
  CHECK_CAUGHT(Merging, check_abilities, "one distribution of what follows");
  struct Certain : KuhnInformation {
    using KuhnInformation::KuhnInformation;
    bool complete_information() const { return true; }
  };
  CHECK_CAUGHT(KuhnWith<Certain>, check_information, "complete information samples the truth");
  CHECK_CAUGHT(KuhnWith<Certain>, check_exact_beliefs, "exactly where one world is left");
  struct Forgetful : KuhnInformation {  // forgets, if only a little, where it was asked not to
    using KuhnInformation::KuhnInformation;
    bool turn_just_ended() const { return node_kind() == NodeKind::decision; }
    void forget_last_turn(double, Rng&) { lost = true; }
    Kuhn::State sample(Rng& rng) const {
      if (lost) rng.next();
      return KuhnInformation::sample(rng);
    }
    bool lost = false;
  };
  CHECK_CAUGHT(KuhnWith<Forgetful>, check_abilities, "who forgets nothing");
  struct Shuffled : Kuhn {
    using Kuhn::Kuhn;
    DealFeatures deal_features(const State& state) const {
      DealFeatures features;
      features.push_back({state.card[0] == 1 ? "low" : "high", 1.0});
      return features;
    }
  };
  CHECK_CAUGHT(Shuffled, check_deal_features, "the same features");
  CHECK(contains(violation([] { conformance::check_constants<Scaleless>(); }), "score scale"));
}

TEST_CASE("a violation names the game and the events that lead there") {
  struct Reversed : Kuhn {
    using Kuhn::Kuhn;
    PerSeat<int> ranks(const State& state) const {
      return Kuhn::ranks(state)[Player(0)] == 1 ? PerSeat<int>{2, 1} : PerSeat<int>{1, 2};
    }
  };
  const std::string message = violation([] { conformance::check_termination(instance<Reversed>(), {}); });
  CHECK(contains(message, "kuhn, 2 players"));
  CHECK(contains(message, "seed 1"));
  CHECK(contains(message, "~"));
  CHECK(contains(message, "pass"));
}

}  // namespace atl
