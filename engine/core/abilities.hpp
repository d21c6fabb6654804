/// What a game may offer beyond the contract of game.hpp. Searches, agents and tools ask for abilities and never name a
/// game; what a game does not offer has a fallback here, or is refused in one sentence that names the class.
///
/// Each ability is a concept with its contract, a helper with the fallback, one line of abilities_of() below, and a
/// check in the conformance suite (tests/support/conformance_abilities.hpp).
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/checks.hpp"
#include "engine/core/deal_features.hpp"
#include "engine/core/game.hpp"

namespace atl {

// --- Playing ---

/// random_action(state, rng): a uniformly random legal action without listing them. Requires a decision node.
template <class G>
concept HasRandomAction = requires(const G& game, const typename G::State& state, Rng& rng) {
  { game.random_action(state, rng) } -> std::same_as<Action>;
};

/// A uniformly random legal action. Requires a decision node.
template <Game G>
Action random_action(const G& game, const typename G::State& state, Rng& rng) {
  if constexpr (HasRandomAction<G>) {
    return game.random_action(state, rng);
  } else {
    ActionList<G> list;
    game.legal_actions(state, list);
    return list[rng.below(static_cast<std::uint32_t>(list.size()))];
  }
}

/// play_chance_run(state, rng): applies chance events until the state is no chance node, with the distribution of doing
/// so one by one. Requires a chance node.
template <class G>
concept HasChanceRun = requires(const G& game, typename G::State& state, Rng& rng) {
  { game.play_chance_run(state, rng) } -> std::same_as<void>;
};

/// Applies chance events until the state is no chance node.
template <StochasticGame G>
void play_chance(const G& game, typename G::State& state, Rng& rng) {
  if constexpr (HasChanceRun<G>) {
    if (game.node_kind(state) == NodeKind::chance) game.play_chance_run(state, rng);
  } else {
    while (game.node_kind(state) == NodeKind::chance) game.apply(state, game.sample_chance(state, rng));
  }
}

// --- Knowledge of how to play, besides a heuristic (game.hpp) ---

/// kDefaultSpec: the agent that plays this game best, as a spec.
template <class G>
concept HasDefaultSpec = requires {
  { G::kDefaultSpec } -> std::convertible_to<std::string_view>;
};

/// The spec that `default` stands for.
template <class G>
constexpr std::string_view default_spec_of() {
  if constexpr (HasDefaultSpec<G>) {
    return G::kDefaultSpec;
  } else {
    return "ismcts:iterations=1000";
  }
}

/// kScoreScale: how many points are a clear difference, above 0.
template <class G>
concept HasScoreScale = requires {
  { G::kScoreScale } -> std::convertible_to<double>;
};

template <class G>
constexpr double score_scale_of() {
  if constexpr (HasScoreScale<G>) {
    return G::kScoreScale;
  } else {
    return 20;
  }
}

// --- What actions are alike ---

/// action_class(state, action): equal for actions of one node that are exchangeable in the mover's own knowledge, the
/// code of some action of the class. Requires a decision node and a legal action. Without it every action is its own
/// class.
template <class G>
concept HasActionClasses = requires(const G& game, const typename G::State& state, Action action) {
  { game.action_class(state, action) } -> std::same_as<std::uint32_t>;
};

// --- Beliefs ---

/// InformationState::sample_informed(rng): a world distributed like sample()'s that says, besides, exactly what the
/// other seats are sure of: drawn as a whole history, watched by every seat. For games whose states otherwise track
/// that from event to event.
template <class InformationState>
concept SamplesInformed = requires(const InformationState& information, Rng& rng) {
  { information.sample_informed(rng) } -> std::same_as<decltype(information.sample(rng))>;
};
template <class G>
concept HasInformedSamples = SamplesInformed<typename G::InformationState>;

/// A world that says what the other seats are sure of as well as the game can tell.
template <class InformationState>
auto sample_informed(const InformationState& information, Rng& rng) {
  if constexpr (SamplesInformed<InformationState>) {
    return information.sample_informed(rng);
  } else {
    return information.sample(rng);
  }
}

/// Information states of a game in which people forget. turn_just_ended(): whether the last event ended a turn;
/// forget_last_turn(probability, rng), which requires that and a seat as observer: each face the turn showed becomes
/// unknown again with this probability. Worlds sampled afterwards are right for whoever remembers no more than that.
template <class InformationState>
concept Forgets = requires(InformationState& information, double probability, Rng& rng) {
  { information.turn_just_ended() } -> std::convertible_to<bool>;
  { information.forget_last_turn(probability, rng) } -> std::same_as<void>;
};
template <class G>
concept HasForgetting = Forgets<typename G::InformationState>;

/// Forgets what the game lets people forget, if a turn has just ended.
template <class InformationState>
void forget_last_turn(InformationState& information, double probability, Rng& rng) {
  if constexpr (Forgets<InformationState>) {
    if (information.turn_just_ended()) information.forget_last_turn(probability, rng);
  }
}

/// InformationState::complete_information(): whether exactly one world is left.
template <class InformationState>
concept KnowsWhenComplete = requires(const InformationState& information) {
  { information.complete_information() } -> std::convertible_to<bool>;
};
template <class G>
concept HasCompleteInformation = KnowsWhenComplete<typename G::InformationState>;

/// Whether exactly one world is known to be left.
template <class InformationState>
bool complete_information(const InformationState& information) {
  if (information.observer() == kOmniscient) return true;
  if constexpr (KnowsWhenComplete<InformationState>) {
    return information.complete_information();
  } else {
    return false;
  }
}

// --- Rules and deals ---

/// apply_presets(rules): sets what the fields marked `preset` (rules.hpp) imply for the others.
template <class G>
concept HasPresets = requires(typename G::Rules& rules) {
  { G::apply_presets(rules) } -> std::same_as<void>;
};

template <class G>
void apply_presets(typename G::Rules& rules) {
  if constexpr (HasPresets<G>) G::apply_presets(rules);
}

/// remarks(rules): what a reader of results under these rules should know, one sentence a line.
template <class G>
concept HasRemarks = requires(const typename G::Rules& rules) {
  { G::remarks(rules) } -> std::convertible_to<std::vector<std::string>>;
};

template <class G>
std::vector<std::string> remarks(const typename G::Rules& rules) {
  if constexpr (HasRemarks<G>) {
    return G::remarks(rules);
  } else {
    return {};
  }
}

/// findings(rules): what a person who wrote down data given as a rule should look at twice, one sentence a line.
template <class G>
concept HasFindings = requires(const typename G::Rules& rules) {
  { G::findings(rules) } -> std::convertible_to<std::vector<std::string>>;
};

template <class G>
std::vector<std::string> findings(const typename G::Rules& rules) {
  if constexpr (HasFindings<G>) {
    return G::findings(rules);
  } else {
    return {};
  }
}

/// deal_features(state): numbers of the deal (deal_features.hpp). Called at the first decision (or end) of a game; the
/// same names in the same order for every deal. Without it studies of seats have no covariates of their own.
template <class G>
concept HasDealFeatures = requires(const G& game, const typename G::State& state) {
  { game.deal_features(state) } -> std::same_as<DealFeatures>;
};

// --- The list ---

/// The name of a class of a game in messages and tables: its kClassName where several classes share one kName.
template <class G>
constexpr std::string_view class_name() {
  if constexpr (requires {
                  { G::kClassName } -> std::convertible_to<std::string_view>;
                }) {
    return G::kClassName;
  } else {
    return G::kName;
  }
}

enum class Ability : std::uint8_t {
  heuristic,
  default_spec,
  random_action,
  chance_run,
  score_scale,
  action_classes,
  informed_samples,
  forgetting,
  complete_information,
  presets,
  remarks,
  findings,
  deal_features,
};

struct AbilityRow {
  Ability ability;
  std::string_view name;
  std::string_view help;
  bool offered;
};

/// All abilities, and which of them one class of a game offers.
class Abilities {
 public:
  static constexpr std::size_t kCount = static_cast<std::size_t>(Ability::deal_features) + 1;

  constexpr Abilities(std::string_view class_name, const std::array<AbilityRow, kCount>& rows)
      : class_name_(class_name), rows_(rows) {}

  constexpr std::string_view class_name() const { return class_name_; }
  constexpr const std::array<AbilityRow, kCount>& rows() const { return rows_; }
  constexpr const AbilityRow& operator[](Ability ability) const { return rows_[static_cast<std::size_t>(ability)]; }
  constexpr bool offers(Ability ability) const { return (*this)[ability].offered; }

  /// Throws InputError unless the class offers it: "greedy needs the ability heuristic, ... (nim does not offer it).
  /// Use flat or ismcts".
  void require(Ability ability, std::string_view what, std::string_view suggestion = "Leave it out") const {
    const AbilityRow& row = (*this)[ability];
    if (row.offered) return;
    throw InputError(std::string(what) + " needs the ability " + std::string(row.name) + ", " + std::string(row.help) +
                     " (" + std::string(class_name_) + " does not offer it). " + std::string(suggestion));
  }

 private:
  std::string_view class_name_;
  std::array<AbilityRow, kCount> rows_;
};

namespace detail {

template <class G>
constexpr std::array<AbilityRow, Abilities::kCount> ability_rows() {
  return {{
      {Ability::heuristic, "heuristic", "knowledge for greedy play and playouts", HeuristicGame<G>},
      {Ability::default_spec, "default_spec", "an agent tuned for the game", HasDefaultSpec<G>},
      {Ability::random_action, "random_action", "random actions without a list", HasRandomAction<G>},
      {Ability::chance_run, "chance_run", "runs of chance in one call", HasChanceRun<G>},
      {Ability::score_scale, "score_scale", "how many points are a clear difference", HasScoreScale<G>},
      {Ability::action_classes, "action_classes", "which actions are exchangeable", HasActionClasses<G>},
      {Ability::informed_samples, "informed_samples", "worlds that say what others know", HasInformedSamples<G>},
      {Ability::forgetting, "forgetting", "people who forget", HasForgetting<G>},
      {Ability::complete_information, "complete_information", "whether one world is left", HasCompleteInformation<G>},
      {Ability::presets, "presets", "rules that set other rules", HasPresets<G>},
      {Ability::remarks, "remarks", "what readers of results should know", HasRemarks<G>},
      {Ability::findings, "findings", "what to look at twice in data given as rules", HasFindings<G>},
      {Ability::deal_features, "deal_features", "numbers of the deal", HasDealFeatures<G>},
  }};
}

template <class G>
inline constexpr Abilities kAbilitiesOf(class_name<G>(), ability_rows<G>());

}  // namespace detail

template <class G>
constexpr const Abilities& abilities_of() {
  return detail::kAbilitiesOf<G>;
}

/// Name and help of an ability.
constexpr AbilityRow ability_row(Ability ability) {
  return detail::ability_rows<void>()[static_cast<std::size_t>(ability)];
}

static_assert(
    [] {
      for (std::size_t i = 0; i < Abilities::kCount; ++i) {
        if (detail::ability_rows<void>()[i].ability != static_cast<Ability>(i)) return false;
      }
      return true;
    }(),
    "the rows stand in the order of the enumerators");

}  // namespace atl
