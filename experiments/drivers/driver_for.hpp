/// The one driver of all games. Included once per game, by a translation unit that the build generates (driver.cpp.in).
#pragma once

#include "agents/make_agent.hpp"
#include "experiments/drivers/bench.hpp"
#include "experiments/drivers/deals.hpp"
#include "experiments/drivers/driver.hpp"
#include "experiments/drivers/perft_report.hpp"
#include "experiments/drivers/play_session.hpp"
#include "experiments/drivers/replay.hpp"
#include "experiments/drivers/search_report.hpp"
#include "experiments/drivers/worlds.hpp"

namespace atl {

template <ImperfectInformationGame G>
class GameDriverFor final : public GameDriver {
 public:
  /// Reads a spec of this game.
  using SpecParser = std::function<AgentSpec(std::string_view text, Unread unread)>;

  /// The agents of the toolkit. make_agent<G> is compiled elsewhere, or here if make_agent_impl.hpp is included.
  /// `bench_positions`: where benchmarks measure (bench_positions.hpp); outlives the driver.
  explicit GameDriverFor(std::string_view bench_positions = {}) : GameDriverFor(make_agent<G>, parse_spec) {
    bench_positions_ = bench_positions;
  }

  /// `make` builds the agents of the specs that `parse` reads: for agents of one's own.
  GameDriverFor(AgentFactory<G> make, SpecParser parse) : make_(std::move(make)), parse_(std::move(parse)) {
    info_ = {.name = std::string(G::kName),
             .min_players = G::kMinPlayers,
             .max_players = G::kMaxPlayers,
             .rules_version = rules_version<G>(),
             .default_spec = std::string(default_spec_of<G>()),
             .classes = {abilities_of<G>()}};
  }

  /// Reads a spec of the toolkit's agents for this game.
  static AgentSpec parse_spec(std::string_view text, Unread unread) {
    return parse_agent_spec(text, agent_context<G>(), unread);
  }

  const GameInfo& info() const override { return info_; }
  using GameDriver::parse_agent;
  AgentSpec parse_agent(std::string_view text, Unread unread) const override { return parse_(text, unread); }

  std::vector<FieldState> rule_fields(int players) const override {
    check_players<G>(players);
    return field_states(G::default_rules(players));
  }

  std::vector<RuleSetting> resolve_rules(int players, const std::vector<RuleSetting>& rules) const override {
    check_players<G>(players);
    return non_default_rules<G>(G(make_rules<G>(players, rules)).rules());
  }

  std::vector<std::string> remarks(int players, const std::vector<RuleSetting>& rules) const override {
    return atl::remarks<G>(make_rules<G>(players, rules));
  }
  std::vector<std::string> findings(int players, const std::vector<RuleSetting>& rules) const override {
    return atl::findings<G>(make_rules<G>(players, rules));
  }

  std::shared_ptr<const GamePlayer> make_player(const GameTerms& terms) const override {
    check_players<G>(terms.players);
    std::vector<AgentSpec> specs;
    for (const std::string& text : terms.agents) specs.push_back(parse_agent(text));
    auto player = std::make_shared<const GamePlayerFor<G>>(terms, std::move(specs), make_);
    player->check_agents();
    return player;
  }

  void check_record(const GameRecord& record) const override { atl::check_record<G>(record); }
  void list_legal(const GameRecord& record, const LegalRow& row) const override { atl::list_legal<G>(record, row); }
  std::string board(const RecordPosition& position, Observer observer) const override {
    return atl::board<G>(position, observer);
  }

  PerftReport perft(const RecordPosition& position, int depth, bool divide) const override {
    return perft_report<G>(position, depth, divide);
  }

  GameRecord deal(int players, const std::vector<RuleSetting>& rules, std::uint64_t seed) const override {
    return deal_record<G>(players, rules, seed);
  }

  std::unique_ptr<const DealReader> deal_reader(int players, const std::vector<RuleSetting>& rules) const override {
    check_players<G>(players);
    if constexpr (HasDealFeatures<G>) return std::make_unique<const DealReaderFor<G>>(players, rules);
    return nullptr;
  }

  SearchReport search(const RecordPosition& position, std::string_view spec, std::uint64_t seed, const StopFlag& stop,
                      const TreeLimits& tree) const override {
    return search_position<G>(position, parse_agent(spec), make_, seed, stop, tree);
  }

  void worlds(const RecordPosition& position, Observer observer, std::uint64_t count, std::uint64_t seed,
              const std::function<void(const GameRecord&)>& out) const override {
    sample_worlds<G>(position, observer, count, seed, out);
  }

  std::unique_ptr<PlaySession> start_session(const SessionRequest& request) const override {
    check_players<G>(request.players);
    if (request.seats.size() != static_cast<std::size_t>(request.players)) {
      throw InputError(std::to_string(request.seats.size()) + " seats were given for " +
                       std::to_string(request.players) + " players");
    }
    std::vector<std::optional<AgentSpec>> specs;
    for (const std::string& text : request.seats) {
      specs.push_back(text.empty() ? std::nullopt : std::optional(parse_agent(text)));
    }
    return std::make_unique<PlaySessionFor<G>>(request, std::move(specs), make_);
  }

  BenchFigures bench(const BenchRequest& request) const override {
    check_players<G>(request.players);
    return bench_game(G(make_rules<G>(request.players, request.rules)), request, parse_agent(request.spec), make_,
                      bench_positions_);
  }

 private:
  GameInfo info_;
  AgentFactory<G> make_;
  SpecParser parse_;
  std::string_view bench_positions_;
};

}  // namespace atl
