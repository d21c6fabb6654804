/// Everything the toolkit can do with a game, behind one virtual interface: a call per match, replay, perft or search,
/// never per action. GameDriverFor<G> (driver_for.hpp) serves all games; the build generates one driver per game and
/// the list of them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agents/agent.hpp"
#include "agents/spec.hpp"
#include "engine/core/abilities.hpp"
#include "engine/core/record.hpp"
#include "engine/core/rules.hpp"
#include "engine/core/types.hpp"
#include "experiments/drivers/game_player.hpp"
#include "experiments/drivers/game_terms.hpp"
#include "experiments/drivers/record_position.hpp"

namespace atl {

struct GameInfo {
  std::string name;
  int min_players = 0;
  int max_players = 0;
  int rules_version = 1;
  std::string default_spec;        ///< the agent that plays it best
  std::vector<Abilities> classes;  ///< what each class of the game offers: one, or more where rules choose among them
};

struct PerftReport {
  std::uint64_t total = 0;
  std::vector<std::pair<std::string, std::uint64_t>> by_token;  ///< with divide: token and its share, in action order
};

/// An action of a search, with its token.
struct TokenReport {
  std::string token;
  ActionReport numbers;
};

struct SearchReport {
  int seat = 0;
  std::string chosen;
  std::vector<TokenReport> actions;              ///< one per legal action; numbers zero for agents that do not search
  std::vector<std::string> principal_variation;  ///< tokens, as far as they can be written in the sampled world of view
  DecisionReport numbers;                        ///< its action lists are empty: see above
  std::vector<TreeRow> tree;                     ///< what the request's limits leave of it
};

/// One line of `bench`: a rate is events per second, fastest of the repetitions.
struct BenchFigures {
  std::uint64_t signature = 0;  ///< of all random games and root statistics: equal behaviour, equal number
  double random_step_ns = 0;    ///< one decision of a random game, chance included
  double copy_ns = 0;
  double list_ns = 0;                ///< listing all legal actions of a position
  double playouts_per_second = 0;    ///< whole random games from the start
  double worlds_per_second = 0;      ///< sampled in the positions
  double iterations_per_second = 0;  ///< of `spec`, in the positions
  double playout_from_leaf_ns = 0;   ///< random play to the end from the positions the search is measured in
  double mean_decisions = 0;         ///< of a random game
  double mean_legal = 0;
  std::size_t state_bytes = 0, information_state_bytes = 0;
  double below_ns = 0;  ///< one Rng::below(40) of the same run, for ratios between machines
  std::string spec;
};

struct BenchRequest {
  int players = 2;
  std::vector<RuleSetting> rules = {};
  std::uint64_t seed = 1;
  int repetitions = 3;
  int games = 200;       ///< random games per repetition
  int positions = 20;    ///< for worlds and search, where the game has none of its own (bench_positions.hpp)
  int worlds = 200;      ///< per position
  int iterations = 500;  ///< per position
  std::string spec = "default:iterations=500";
};

/// A game in which people and agents take part, step by step.
class PlaySession {
 public:
  virtual ~PlaySession() = default;

  virtual NodeKind node_kind() const = 0;
  virtual int player_to_act() const = 0;                      ///< requires a decision
  virtual std::vector<std::string> legal_tokens() const = 0;  ///< requires a decision; in action order
  /// Applies a token. Throws InputError if it is not legal here; requires a decision.
  virtual void apply(std::string_view token) = 0;
  /// Deals the next chance event. Requires a chance node.
  virtual void deal() = 0;
  /// Lets the agent of the player to act decide, and applies that. Requires an agent in that seat.
  virtual SearchReport ask(const StopFlag& stop) = 0;
  /// The last event as an observer sees it: its token, or "(hidden)" if it sees less than that.
  virtual std::string last_event(Observer observer) const = 0;
  /// What an observer knows, for a person.
  virtual std::string board(Observer observer) const = 0;
  /// The game so far; scores, ranks and end once it is over.
  virtual GameRecord record() const = 0;
};

struct SessionRequest {
  int players = 2;
  std::vector<RuleSetting> rules;
  std::vector<std::string> seats;  ///< [players] agent spec, or empty for a person
  std::uint64_t seed = 0;
};

class DealReader;  // deals.hpp

class GameDriver {
 public:
  virtual ~GameDriver() = default;

  virtual const GameInfo& info() const = 0;

  /// All rule fields with the defaults for that number of players. Throws InputError if the game does not allow it.
  virtual std::vector<FieldState> rule_fields(int players) const = 0;

  /// Validated rules, reduced to what differs from the defaults: the form of records and configurations.
  virtual std::vector<RuleSetting> resolve_rules(int players, const std::vector<RuleSetting>& rules) const = 0;

  /// What a reader of results under these rules should know, one sentence a line.
  virtual std::vector<std::string> remarks(int players, const std::vector<RuleSetting>& rules) const = 0;

  /// What to look at twice in data given as rules, one sentence a line.
  virtual std::vector<std::string> findings(int players, const std::vector<RuleSetting>& rules) const = 0;

  /// A validated spec of this game; `default` is resolved.
  AgentSpec parse_agent(std::string_view text) const { return parse_agent(text, Unread::refuse); }
  virtual AgentSpec parse_agent(std::string_view text, Unread unread) const = 0;

  /// What plays games on these terms. Throws InputError if rules or agents do not fit the game.
  virtual std::shared_ptr<const GamePlayer> make_player(const GameTerms& terms) const = 0;

  /// Checks every event, scores, ranks and end. Throws InputError that names event and token, or what differs.
  /// A record without `end` is a prefix: only its events are checked.
  virtual void check_record(const GameRecord& record) const = 0;

  /// Calls `row` for every decision event of the record with its index and all legal tokens in ascending byte order.
  using LegalRow = std::function<void(std::size_t event, const std::vector<std::string>& tokens)>;
  virtual void list_legal(const GameRecord& record, const LegalRow& row) const = 0;

  /// The position for a person: what a seat or kPublic knows, or the truth (kOmniscient).
  virtual std::string board(const RecordPosition& position, Observer observer) const = 0;

  virtual PerftReport perft(const RecordPosition& position, int depth, bool divide) const = 0;

  /// The record of a deal: chance events of (seed, block 0) up to the first decision.
  virtual GameRecord deal(int players, const std::vector<RuleSetting>& rules, std::uint64_t seed) const = 0;

  /// What the game says of deals in numbers; nothing if it says nothing. Throws InputError if the rules do not fit.
  virtual std::unique_ptr<const DealReader> deal_reader(int players, const std::vector<RuleSetting>& rules) const = 0;

  /// What the agent of `spec` in the seat to act would do, and the part of its tree that is wanted. Throws InputError
  /// if nobody is to act.
  virtual SearchReport search(const RecordPosition& position, std::string_view spec, std::uint64_t seed,
                              const StopFlag& stop, const TreeLimits& tree = {}) const = 0;

  /// `count` sampled histories that agree with all that `observer` saw up to the position, as records without a result.
  virtual void worlds(const RecordPosition& position, Observer observer, std::uint64_t count, std::uint64_t seed,
                      const std::function<void(const GameRecord&)>& out) const = 0;

  virtual std::unique_ptr<PlaySession> start_session(const SessionRequest& request) const = 0;

  virtual BenchFigures bench(const BenchRequest& request) const = 0;
};

}  // namespace atl
