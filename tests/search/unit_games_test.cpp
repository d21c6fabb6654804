// Games of two or three decisions with one trap each: who falls into it and who does not.
#include <doctest/doctest.h>

#include "search/flat.hpp"
#include "search/mo_ismcts.hpp"
#include "search/pimc.hpp"
#include "search/ris_mcts.hpp"
#include "search/so_ismcts.hpp"
#include "tests/search/positions.hpp"
#include "tests/toy/bandit.hpp"
#include "tests/toy/unit_games.hpp"

using namespace atl;
using namespace atl::test;

namespace {

template <class G>
using Plain = SoIsmcts<G>;
template <class G>
using Pom = SoIsmcts<G, View::observations>;

}  // namespace

TEST_CASE("the subset-armed bandit: trees learn the rarely available good arms, flat search cannot") {
  using G = toy::bandit::Game;
  const G game(G::default_rules(2));
  const Table table(game);
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    // 0.04 separates quitting from playing.
    const RootStatistics found = search_at<Plain<G>>(game, table, {.budget = {.iterations = 30000}}, seed);
    CHECK(most_visited(found) == Action{1});
    CHECK(most_visited(search_at<Flat<G>>(game, table, {.budget = {.iterations = 30000}}, seed)) == Action{0});
  }
}

namespace {

using Fusion = toy::unit::Game<toy::unit::Kind::fusion>;
using Hiding = toy::unit::Game<toy::unit::Kind::hiding>;
using Rare = toy::unit::Game<toy::unit::Kind::rare>;
using Gathering = toy::unit::Game<toy::unit::Kind::gathering>;

/// The first decision of seat 0 after chance has acted.
template <class Search, class G>
Action first_choice(SearchParams params, std::uint64_t seed) {
  const G game(G::default_rules(2));
  Table table(game);
  Rng rng = Rng::derive(seed, Stream::test, {9});
  table.deal(rng);
  return most_visited(search_at<Search>(game, table, params, seed));
}

const SearchParams kByScore{.budget = {.iterations = 20000}, .reward = {.kind = Reward::score, .score_scale = 5}};

SearchParams with_public_share(SearchParams params) {
  params.belief.public_share = 0.5;
  return params;
}

}  // namespace

TEST_CASE("strategy fusion: determinized search gambles, information set search plays safe") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    CHECK(first_choice<Pimc<Fusion>, Fusion>(kByScore, seed) == Action{1});
    CHECK(first_choice<Plain<Fusion>, Fusion>(kByScore, seed) == Action{0});
    CHECK(first_choice<Pom<Fusion>, Fusion>(kByScore, seed) == Action{0});
    CHECK(first_choice<MoIsmcts<Fusion>, Fusion>(kByScore, seed) == Action{0});
    CHECK(first_choice<MoIsmcts<Fusion>, Fusion>(with_public_share(kByScore), seed) == Action{0});
    CHECK(first_choice<RisMcts<Fusion>, Fusion>(kByScore, seed) == Action{0});
  }
}

TEST_CASE("hiding: only searches whose opponents cannot learn the secret keep it") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    CHECK(first_choice<Pimc<Hiding>, Hiding>(kByScore, seed) == Action{1});
    CHECK(first_choice<Plain<Hiding>, Hiding>(kByScore, seed) == Action{1});
    CHECK(first_choice<MoIsmcts<Hiding>, Hiding>(kByScore, seed) == Action{1});
    CHECK(first_choice<MoIsmcts<Hiding>, Hiding>(with_public_share(kByScore), seed) == Action{0});
    CHECK(first_choice<RisMcts<Hiding>, Hiding>(kByScore, seed) == Action{0});
  }
}

TEST_CASE("a reply that is legal in one world of a hundred does not spoil a good move") {
  SearchParams params{.budget = {.iterations = 40000}};
  for (std::uint64_t seed = 1; seed <= 3; ++seed) CHECK(first_choice<Plain<Rare>, Rare>(params, seed) == Action{1});
}

TEST_CASE("information gathering: information set search pays to look, determinized search never does") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    CHECK(first_choice<Plain<Gathering>, Gathering>(kByScore, seed) == Action{2});
    CHECK(first_choice<MoIsmcts<Gathering>, Gathering>(kByScore, seed) == Action{2});
    // Visits are added over worlds, and looking is the second best action in all of them: a greedy constant shows what
    // each world's search prefers.
    SearchParams greedy = kByScore;
    greedy.selection.c = 0.02;
    CHECK(first_choice<Pimc<Gathering>, Gathering>(greedy, seed) != Action{2});
  }
}
