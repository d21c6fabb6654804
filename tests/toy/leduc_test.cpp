#include "tests/toy/leduc.hpp"
#include "tests/support/scale.hpp"

#include <doctest/doctest.h>

#include "tests/support/conformance.hpp"
#include "tests/support/exploitability.hpp"
#include "tests/toy/kuhn.hpp"

namespace atl::toy::leduc {
namespace {

template <class G>
std::vector<double> uniform(const typename G::InformationState&, const ActionList<G>& legal) {
  return std::vector<double>(legal.size(), 1.0 / static_cast<double>(legal.size()));
}

}  // namespace

TEST_CASE("Leduc poker keeps the contracts of game.hpp") {
  const conformance::ExactSummary exact = conformance::run_all<Game>({.walks = 40});
  CHECK(exact.with_choice > atl::test::scaled(100));
  CHECK(exact.most_worlds == 30);
  CHECK_FALSE(exact.gave_up);
}

// 11/12 chips in Kuhn poker, 4.7472 in Leduc poker: the figures of OpenSpiel's tests.
TEST_CASE("best replies to uniform play win what is published") {
  const kuhn::Game kuhn(kuhn::Game::default_rules(2));
  CHECK(test::Exploitability<kuhn::Game>(kuhn).nash_conv(uniform<kuhn::Game>) ==
        doctest::Approx(11.0 / 12).epsilon(1e-9));
  const Game leduc(Game::default_rules(2));
  CHECK(test::Exploitability<Game>(leduc).nash_conv(uniform<Game>) == doctest::Approx(4.747222222222222).epsilon(1e-9));
}

TEST_CASE("an optimal strategy of Kuhn poker leaves nothing to win") {
  const kuhn::Game game(kuhn::Game::default_rules(2));
  const test::Strategy<kuhn::Game> optimal = [](const kuhn::Game::InformationState& information,
                                                const ActionList<kuhn::Game>&) {
    const int card = information.card();
    const std::string line = information.line();
    double bet = 0;
    if (line == "p") bet = card == 1 ? 1.0 / 3 : card == 3 ? 1.0 : 0.0;
    if (line == "b") bet = card == 1 ? 0.0 : card == 3 ? 1.0 : 1.0 / 3;
    if (line == "pb") bet = card == 1 ? 0.0 : card == 3 ? 1.0 : 1.0 / 3;  // never bets first: the member a = 0
    return std::vector<double>{1 - bet, bet};
  };
  test::Exploitability<kuhn::Game> exploitability(game);
  CHECK(exploitability.nash_conv(optimal) == doctest::Approx(0).epsilon(1e-9));
  CHECK(exploitability.best_reply(Player(0), optimal) == doctest::Approx(-1.0 / 18));
}

TEST_CASE("Leduc poker has 936 information sets and Kuhn poker 12") {
  const Game leduc(Game::default_rules(2));
  test::Exploitability<Game> counter(leduc);
  long sets = 0;
  for (const Player player : seats(2)) {
    counter.best_reply(player, uniform<Game>);
    sets += counter.num_information_sets();
  }
  CHECK(sets == 936);
  const kuhn::Game kuhn(kuhn::Game::default_rules(2));
  test::Exploitability<kuhn::Game> small(kuhn);
  small.best_reply(Player(0), uniform<kuhn::Game>);
  CHECK(small.num_information_sets() == 6);
}

}  // namespace atl::toy::leduc
