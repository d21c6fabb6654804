// Whist: the suite on a game whose beliefs can be too large to enumerate, and whose public belief is easy to get wrong.
#include "tests/toy/whist.hpp"

#include <doctest/doctest.h>

#include "tests/support/conformance.hpp"

namespace atl::toy {
namespace {

using Whist = whist::Game;

/// Draws the hand of seat 0 as if every hand left seat 1 as many.
class CarelessInformation : public Whist::InformationState {
 public:
  using Whist::InformationState::InformationState;
  whist::State sample(Rng& rng) const { return Whist::InformationState::sample(rng, false); }
  std::vector<Action> sample_record(Rng& rng) const { return record(sample(rng), rng); }
};

struct Careless : Whist {
  using Whist::Whist;
  using InformationState = CarelessInformation;
};

constexpr whist::Rules kSmall{.suits = 2, .hand_size = 3};

/// The message of the violation that the suite throws, or "no violation".
template <class G>
std::string violation(const conformance::Options<G>& options) {
  try {
    conformance::run_information<G>(options);
  } catch (const conformance::Violation& violation) {
    return violation.what();
  }
  return "no violation";
}

}  // namespace

TEST_CASE("whist passes the suite on an instance that can be enumerated") {
  const conformance::ExactSummary exact =
      conformance::run_all<Whist>({.exact_games = {Whist(kSmall)}, .exact_walks = 20});
  CHECK_FALSE(exact.gave_up);
  CHECK(exact.most_worlds > 500);
  CHECK(exact.abilities.empty());
}

TEST_CASE("the suite does not pass what it could not enumerate, and says what it needs") {
  const std::string message = violation<Whist>({.walks = 2, .exact_walks = 2});
  CHECK_MESSAGE(message.find("more than exact_worlds = 5000") != std::string::npos, message);
  CHECK_MESSAGE(message.find("Give exact_games a smaller instance") != std::string::npos, message);

  conformance::Options<Whist> accepting{
      .walks = 2, .exact_walks = 2, .accepted = {conformance::Gap::long_beliefs, conformance::Gap::few_beliefs}};
  const conformance::ExactSummary exact = conformance::run_information<Whist>(accepting);
  CHECK(exact.gave_up);
  CHECK(exact.with_choice > 0);
}

TEST_CASE("too few beliefs to find a rare fault are a violation by themselves") {
  const test::FullScale full;
  conformance::Options<Whist> options{
      .exact_games = {Whist({.suits = 2, .hand_size = 1})}, .walks = 2, .exact_walks = 2};
  CHECK(violation(options).find("Raise exact_walks") != std::string::npos);
  options.accepted = {conformance::Gap::few_beliefs};
  CHECK(violation(options) == "no violation");
}

TEST_CASE("a wrong public belief is found on a small instance") {
  const test::FullScale full;
  const std::string message = violation<Careless>({.exact_games = {Careless(kSmall)}, .walks = 2, .exact_walks = 80});
  CHECK_MESSAGE(message.find("the public") != std::string::npos, message);
  CHECK_MESSAGE(message.find("as enumeration says") != std::string::npos, message);
}

}  // namespace atl::toy
