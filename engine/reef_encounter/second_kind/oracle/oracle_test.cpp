/// The oracle of the expansion alone: random games end, nothing is lost, everything is used.
#include "engine/reef_encounter/second_kind/oracle/oracle.hpp"

#include <doctest/doctest.h>

#include "engine/reef_encounter/second_kind/oracle/usage.hpp"
#include "tests/support/scale.hpp"

namespace atl::reef_encounter::second_kind {
namespace {

std::size_t draw(const std::vector<double>& probabilities, Rng& rng) {
  double sum = 0;
  for (const double probability : probabilities) sum += probability;
  REQUIRE(sum == doctest::Approx(1));
  double left = rng.uniform();
  for (std::size_t i = 0; i + 1 < probabilities.size(); ++i) {
    if (left < probabilities[i]) return i;
    left -= probabilities[i];
  }
  return probabilities.size() - 1;
}

void play(const Rules& rules, Rng& rng, Usage& usage) {
  Oracle game(rules);
  std::map<std::string, int> all;
  while (game.node_kind() != NodeKind::terminal) {
    const std::vector<std::string> tokens = game.legal_tokens();
    REQUIRE(!tokens.empty());
    const bool chance = game.node_kind() == NodeKind::chance;
    const std::string token = tokens[chance ? draw(game.probabilities(), rng) : choose_token(tokens, rng)];
    usage.count(token);
    if (game.phase() == "nudge" && token.starts_with("lift")) ++usage.times["make room"];
    game.apply(token);
    if (all.empty() && game.phase() == "fish") all = game.table().census();
    if (all.empty() || usage.events % 16 != 0) continue;
    CAPTURE(token);
    REQUIRE(game.table().census() == all);
  }
  REQUIRE(game.table().census() == all);
  ++usage.ends[game.end()];
  ++usage.games;
}

/// Plays `count` games of each number of players, half of them with `crown_start`.
Usage play_games(int count) {
  Usage sum;
  for (int players = 2; players <= 4; ++players) {
    Rules rules = default_rules(players);
    rules.second_kind = true;
    Usage usage;
    for (int i = 0; i < count; ++i) {
      CAPTURE(players);
      CAPTURE(i);
      Rng rng = Rng::derive(71, Stream::test, {static_cast<std::uint64_t>(players), static_cast<std::uint64_t>(i)});
      rules.crown_start = i % 2 == 1;
      play(rules, rng, usage);
    }
    MESSAGE(usage.report(std::to_string(players) + " players"));
    for (const auto& [what, n] : usage.times) sum.times[what] += n;
  }
  return sum;
}

}  // namespace

TEST_CASE("second kind oracle: random games end and lose nothing") { (void)play_games(test::scaled(20)); }

TEST_SUITE("slow") {
  TEST_CASE("second kind oracle: two hundred random games per player count use every tile and card") {
    const test::FullScale full;
    CHECK(play_games(200).missing(everything()) == "");
  }
}

}  // namespace atl::reef_encounter::second_kind
