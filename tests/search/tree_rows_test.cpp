// Trees printed for people: tokens, order, depth and visits.
#include <doctest/doctest.h>

#include <algorithm>

#include "search/flat.hpp"
#include "search/mo_ismcts.hpp"
#include "search/pimc.hpp"
#include "search/ris_mcts.hpp"
#include "search/so_ismcts.hpp"
#include "tests/search/positions.hpp"
#include "tests/toy/errands.hpp"
#include "tests/toy/phantom.hpp"

using namespace atl;
using namespace atl::test;

namespace {

using Errands = toy::errands::Game;
using Phantom = toy::phantom::Game;

template <class Search, class G>
std::vector<TreeRow> rows_at(const G& game, const Table<G>& table, const SearchParams& params,
                             const TreeLimits& limits) {
  RootParallel<G, Search> search(game, params);
  Rng rng = Rng::derive(1, Stream::test, {1});
  const auto& own = table.seat(table.mover());
  search.run({.own = own, .common = &table.common()}, table.legal(), rng, never_stop());
  return search.rows(own, limits, rng);
}

bool contains(const std::vector<TreeRow>& rows, const std::string& text) {
  return std::any_of(rows.begin(), rows.end(),
                     [&](const TreeRow& row) { return row.text.find(text) != std::string::npos; });
}

}  // namespace

TEST_CASE("rows of a tree: the root's numbers with tokens, most visited first, and what an action taught") {
  const Errands game(Errands::default_rules(2));
  Table<Errands> table(game);
  table.apply({1});
  const SearchParams params{
      .budget = {.iterations = 3000}, .selection = {.c = 2}, .reward = {.kind = Reward::score, .score_scale = 5}};
  const RootStatistics found = search_at<SoIsmcts<Errands>>(game, table, params, 1);
  const auto one = rows_at<SoIsmcts<Errands>>(game, table, params, {.depth = 1, .min_visits = 1});
  REQUIRE(one.size() == 5);
  for (std::size_t i = 0; i < 5; ++i) {
    CHECK(one[i].level == 0);
    CHECK(one[i].mover == Player(0));
    CHECK_FALSE(one[i].is_outcome);
    if (i > 0) CHECK(one[i].visits <= one[i - 1].visits);
    const RootAction& action = found.actions[std::stoul(one[i].text)];
    CHECK(one[i].visits == action.visits);
    CHECK(one[i].availability == action.availability);
    CHECK(one[i].mean == doctest::Approx(action.mean()));
  }
  const auto two = rows_at<SoIsmcts<Errands>>(game, table, params, {.depth = 2, .min_visits = 1});
  CHECK(contains(two, "result 1"));  // errand 3 shows the coin: both of its sides
  CHECK(contains(two, "result 2"));
  CHECK_FALSE(contains(two, "action "));  // every edge has met a world that names it
  std::uint64_t below_first = 0;
  for (std::size_t i = 1; i < two.size() && two[i].level > 0; ++i) below_first += two[i].level == 1 ? two[i].visits : 0;
  CHECK(below_first == two[0].visits - 1);  // the first visit made the edge
}

TEST_CASE("rows of a tree obey depth and visits") {
  const Errands game(Errands::default_rules(2));
  Table<Errands> table(game);
  table.apply({1});
  const SearchParams params{.budget = {.iterations = 3000}};
  CHECK(rows_at<SoIsmcts<Errands>>(game, table, params, {.depth = 1, .min_visits = 5000}).empty());
  std::size_t last = 0;
  for (int depth = 1; depth <= 4; ++depth) {
    const auto rows = rows_at<SoIsmcts<Errands>>(game, table, params, {.depth = depth, .min_visits = 5});
    CHECK(rows.size() > last);
    last = rows.size();
    for (const TreeRow& row : rows) CHECK(row.visits >= 5);
  }
  CHECK(rows_at<SoIsmcts<Errands>>(game, table, params, {.depth = 4, .min_visits = 50}).size() < last);
}

TEST_CASE("rows of a tree show unseen moves as unseen where the tree cannot tell them apart") {
  const Phantom game(Phantom::default_rules(2));
  Table<Phantom> table(game);
  Rng rng = Rng::derive(2, Stream::test, {});
  table.play_random(2, rng);
  const SearchParams params{.budget = {.iterations = 3000}};
  const TreeLimits limits{.depth = 3, .min_visits = 3};
  CHECK_FALSE(contains(rows_at<SoIsmcts<Phantom>>(game, table, params, limits), "(unseen)"));
  CHECK(contains(rows_at<SoIsmcts<Phantom, View::observations>>(game, table, params, limits), "(unseen)"));
  CHECK(contains(rows_at<MoIsmcts<Phantom>>(game, table, params, limits), "(unseen)"));
  CHECK(contains(rows_at<RisMcts<Phantom>>(game, table, params, limits), "(unseen)"));
  CHECK_FALSE(rows_at<Pimc<Phantom>>(game, table, params, limits).empty());
  CHECK(rows_at<Flat<Phantom>>(game, table, params, limits).empty());
}
