// There is no path from an agent to the truth. Each CASE is a program that tries one; only 0 compiles.
#include <type_traits>

#include "agents/agent.hpp"
#include "tests/toy/kuhn.hpp"

namespace atl::toy::kuhn {

#if CASE == 0
// What an agent is given is all that it is given: observations, legal actions, a generator and a stop flag.
static_assert(std::is_same_v<decltype(&Agent<Game>::observe), void (Agent<Game>::*)(const Game::Observation&)>);
static_assert(std::is_same_v<decltype(&Agent<Game>::choose),
                             Action (Agent<Game>::*)(const ActionList<Game>&, Rng&, const StopFlag&)>);
static_assert(!std::is_constructible_v<Game::State, Game::Observation>);
static_assert(!std::is_convertible_v<Game::InformationState, Game::State>);
#endif

class Spy final : public Agent<Game> {
 public:
  explicit Spy(const Game& game) : information_(game, 0) {}

  void observe(const Game::Observation& observation) override {
    information_.observe(observation);
#if CASE == 1
    truth_ = observation;
#endif
  }

#if CASE == 2
  Action choose(const ActionList<Game>& legal, Rng& rng, const StopFlag& stop, const Game::State& truth) override {
    return legal[truth.card[1] == 3 ? 0 : 1];
  }
#else
  Action choose(const ActionList<Game>& legal, Rng& rng, const StopFlag&) override {
    truth_ = information_.sample(rng);
#if CASE == 3
    truth_ = information_;
#elif CASE == 4
    Rng deal = Rng::derive(rng.seed(), Stream::chance, {0, 0, 0, 0});
#elif CASE == 5
    truth_ = information_.sample();
#elif CASE == 6
    Rng guess;
#endif
    return legal[0];
  }
#endif

  const DecisionReport& last_decision() const override { return report_; }

 private:
  Game::InformationState information_;
  Game::State truth_;
  DecisionReport report_;
};

}  // namespace atl::toy::kuhn

int main() {
  const atl::toy::kuhn::Game game(atl::toy::kuhn::Game::default_rules(2));
  return atl::toy::kuhn::Spy(game).last_decision().iterations == 0 ? 0 : 1;
}
