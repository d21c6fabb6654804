#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "experiments/findings/make_stop_watcher.hpp"
#include "experiments/findings/rating_log.hpp"
#include "experiments/findings/seat_comparisons.hpp"
#include "experiments/findings/seat_stop.hpp"
#include "experiments/findings/sprt_rule.hpp"
#include "experiments/findings/strength_watch.hpp"
#include "experiments/store/stored_run.hpp"
#include "tests/experiments/nim_driver.hpp"

using namespace atl;
using test::nim_config;
using test::nim_driver;

namespace {

struct Finished {
  Store store;
  RunReport report;
};

/// Plays a run, its stopping rule included, on some threads.
Finished play(const RunConfig& config, int threads = 2) {
  Store store = Store::temporary(make_manifest(config));
  StoredRun run;
  run.options.threads = threads;
  if (!config.stop_rule.empty()) {
    run.watch = [watcher = std::shared_ptr(make_stop_watcher(config.stop_rule, Schedule(config)))](
                    std::uint64_t block, const std::vector<FinishedGame>& games) { return watcher->add(block, games); };
  }
  RunReport report = play_stored_run(nim_driver().make_player(config), store, run, StopFlag{false});
  return {.store = std::move(store), .report = std::move(report)};
}

RunConfig with_rule(RunConfig config, std::string rule) {
  config.stop_rule = std::move(rule);
  return config;
}

RunConfig self_play(std::vector<std::string> agents, std::uint64_t blocks) {
  RunConfig config = nim_config(std::move(agents), blocks);
  config.lineups = LineupPlan::self_play;
  return config;
}

}  // namespace

TEST_CASE("rules are read back from their text, and nothing else is a rule") {
  const SprtRule sprt{.model = SprtRule::Model::logistic,
                      .h0 = -2.5,
                      .h1 = 10,
                      .alpha = 0.01,
                      .beta = 0.1,
                      .forfeits = ForfeitPolicy::loss};
  CHECK(write_sprt_rule(sprt) == "sprt model=logistic h0=-2.5 h1=10 alpha=0.01 beta=0.1 forfeits=loss");
  CHECK(parse_sprt_rule(write_sprt_rule(sprt)) == sprt);
  const SeatStopRule seats{.until = SeatStopRule::Until::decision,
                           .width = 0,
                           .delta = 0.03,
                           .confidence = 0.9,
                           .forfeits = ForfeitPolicy::exclude};
  CHECK(parse_seat_stop_rule(write_seat_stop_rule(seats)) == seats);
  const Schedule schedule(nim_config({"random", "last"}, 5));
  for (const char* const bad :
       {"", "sprt", "magic x=1", "sprt model=blocky h0=0 h1=1 alpha=0.05 beta=0.05 forfeits=loss",
        "sprt model=block_t h0=1 h1=0 alpha=0.05 beta=0.05 forfeits=loss",
        "sprt model=block_t h0=0 h1=1 alpha=0.5 beta=0.5 forfeits=loss",
        "sprt model=block_t h0=0 h1=50 alpha=0.05 beta=0.05 forfeits=loss",
        "sprt model=logistic h0=0 h1=6382 alpha=0.05 beta=0.05 forfeits=loss",
        "sprt model=block_t h0=0 h1=1 alpha=0.05 beta=0.05 forfeits=maybe",
        "sprt model=block_t h0=x h1=1 alpha=0.05 beta=0.05 forfeits=loss",
        "seats until=width width=0.1 delta=0.02 confidence=0.95 forfeits=loss"}) {  // the last is for self-play
    CAPTURE(bad);
    CHECK_THROWS_AS(make_stop_watcher(bad, schedule), InputError);
  }
  CHECK_THROWS_AS(seat_stop_rule_of("width=0", {}), InputError);
  CHECK_THROWS_AS(seat_stop_rule_of("width", {}), InputError);
  CHECK(seat_stop_rule_of("width=0.25", {}).width == 0.25);
}

TEST_CASE("a sequential test is refused where there is nobody to test") {
  const std::string rule = write_sprt_rule({});
  CHECK_THROWS_AS(make_stop_watcher(rule, Schedule(nim_config({"random"}, 5))), InputError);
  CHECK_THROWS_AS(make_stop_watcher(rule, Schedule(self_play({"random", "last"}, 5))), InputError);
  RunConfig sweep = nim_config({"random", "last"}, 5);
  sweep.variants = {{}, {{"max_take", std::int64_t{1}}}};
  CHECK_THROWS_AS(make_stop_watcher(rule, Schedule(sweep)), InputError);
  CHECK_THROWS_AS(make_stop_watcher(write_sprt_rule({.model = SprtRule::Model::logistic, .h0 = 0, .h1 = 10}),
                                    Schedule(nim_config({"random", "last", "first"}, 5))),
                  InputError);
}

TEST_CASE(
    "a sequential test decides on the same block for any number of threads, and its report repeats the decision") {
  // In this nim "last" takes as much as it may and mostly loses to it who answers; the figures come from the run
  // itself.
  const RunConfig config = with_rule(nim_config({"random", "first"}, 2000), write_sprt_rule({}));
  const Finished one = play(config, 1);
  REQUIRE(one.report.end == RunEnd::decided);
  REQUIRE(one.store.decision().has_value());
  const SprtReport report = report_sprt(one.store).value();
  CHECK(report.verdict != stats::Verdict::undecided);
  CHECK(std::string(word_of(report.verdict)) == one.store.decision()->verdict);
  CHECK(report.prefix == one.store.decision()->block + 1);
  CHECK(report.prefix % 8 == 0);
  CHECK(report.prefix >= 16);
  const bool upper = report.verdict == stats::Verdict::h1;
  CHECK((upper ? report.llr >= report.bounds.upper : report.llr <= report.bounds.lower));
  for (const int threads : {2, 8}) {
    const Finished more = play(config, threads);
    CHECK(more.store.decision() == one.store.decision());
    const SprtReport again = report_sprt(more.store).value();
    CHECK(again.llr == report.llr);
    CHECK(again.decided.share.mean == report.decided.share.mean);
    CHECK(again.final.share.blocks >= again.decided.share.blocks);
  }
  // The test's share is that of the strength table: the mean over the deciding prefix of the first agent's blocks.
  stats::Moments shares;
  one.store.visit_blocks(BlockFilter::decided, Store::Events::leave_out,
                         [&](std::uint64_t, const std::vector<FinishedGame>& games) {
                           double points = 0;
                           for (const FinishedGame& game : games) {
                             for (std::size_t s = 0; s < 2; ++s)
                               points += game.plan.agent_of_seat[s] == 0 && game.ranks[s] == 1 ? 0.5 : 0;
                           }
                           shares.add(points);
                         });
  CHECK(report.decided.share.mean == doctest::Approx(shares.mean()).epsilon(1e-12));
  CHECK(report.llr == doctest::Approx(stats::block_t_llr(shares, 2, 0, 0.15)).epsilon(1e-12));
}

TEST_CASE("swapping the agents mirrors a test whose hypotheses are mirrored") {
  const SprtRule rule{.model = SprtRule::Model::normalized, .h0 = -10, .h1 = 30};
  const SprtRule mirrored{.model = SprtRule::Model::normalized, .h0 = -30, .h1 = 10};
  const auto llr = [](std::vector<std::string> agents, const SprtRule& of) {
    return report_sprt(play(with_rule(nim_config(std::move(agents), 24), write_sprt_rule(of))).store).value();
  };
  // Deterministic agents: seats and deals are the same, only the names change places.
  const SprtReport there = llr({"first", "last"}, rule);
  const SprtReport back = llr({"last", "first"}, mirrored);
  CHECK(there.llr == doctest::Approx(-back.llr).epsilon(1e-9));
  CHECK(there.decided.share.mean == doctest::Approx(1 - back.decided.share.mean).epsilon(1e-12));
}

TEST_CASE("blocks with a failure are left out of a test, or count as lost") {
  RunConfig config = nim_config({"throws", "last"}, 40);
  const SprtReport excluded = report_sprt(play(with_rule(config, write_sprt_rule({}))).store).value();
  CHECK(excluded.verdict == stats::Verdict::undecided);
  CHECK(excluded.prefix == 40);
  CHECK(excluded.decided.share.blocks == 0);
  CHECK_FALSE(excluded.estimate.has_value());
  SprtRule loss;
  loss.forfeits = ForfeitPolicy::loss;
  const SprtReport lost = report_sprt(play(with_rule(config, write_sprt_rule(loss))).store).value();
  CHECK(lost.verdict == stats::Verdict::h0);
  CHECK(lost.decided.all_lost);
}

TEST_CASE("a study of seats stops when the anytime interval is narrow enough, not before") {
  SeatStopRule rule;
  rule.width = 0.4;
  const Finished run = play(with_rule(self_play({"random"}, 5000), write_seat_stop_rule(rule)));
  REQUIRE(run.report.end == RunEnd::decided);
  const std::uint64_t blocks = run.store.decision()->block + 1;
  CHECK(blocks >= 20);
  stats::Moments effect;
  std::uint64_t first_narrow = 0;
  std::int64_t telling = 0;
  const stats::ConfidenceSequence sequence(0.05);
  run.store.visit_blocks(BlockFilter::decided, Store::Events::leave_out,
                         [&](std::uint64_t block, const std::vector<FinishedGame>& games) {
                           double wins = 0;
                           for (const FinishedGame& game : games) wins += game.ranks[0] == 1 ? 0.5 : 0;
                           effect.add(wins - 0.5);
                           telling += std::abs(wins - 0.5) > 1e-9;
                           if (first_narrow == 0 && telling >= stats::SeatSequences::kFewestBlocks &&
                               2 * sequence.interval(effect).half_width() <= 0.4)
                             first_narrow = block + 1;
                         });
  CHECK(static_cast<std::uint64_t>(effect.count()) == blocks);
  CHECK(first_narrow == blocks);
  CHECK(play(with_rule(self_play({"random"}, 5000), write_seat_stop_rule(rule)), 8).store.decision() ==
        run.store.decision());
}

TEST_CASE("a study of seats decides when the first seat's effect is shown") {
  SeatStopRule rule;
  rule.until = SeatStopRule::Until::decision;
  RunConfig config = self_play({"last"}, 3000);
  config.variants = {{{"max_take", std::int64_t{1}}}};  // an odd heap is the first player's, whatever anybody does
  const Finished run = play(with_rule(config, write_seat_stop_rule(rule)));
  stats::Moments effect;
  run.store.visit_blocks(BlockFilter::decided, Store::Events::leave_out,
                         [&](std::uint64_t, const std::vector<FinishedGame>& games) {
                           double wins = 0;
                           for (const FinishedGame& game : games) wins += game.ranks[0] == 1 ? 0.5 : 0;
                           effect.add(wins - 0.5);
                         });
  if (run.report.end == RunEnd::decided) {
    const stats::Interval interval = stats::ConfidenceSequence(0.05).interval(effect);
    CHECK((!interval.contains(0) || interval.half_width() < 0.02));
  } else {
    CHECK(effect.count() == 3000);
  }
}

TEST_CASE("differences of a sweep are those of the blocks, paired") {
  RunConfig config = self_play({"random", "last"}, 50);
  config.variants = {{}, {{"max_take", std::int64_t{1}}}};
  const Finished run = play(config);
  const std::vector<SeatComparison> differences = compare_seats(run.store, ForfeitPolicy::exclude);
  // One more value for two agents, one more agent under two values; two seats and their distance.
  REQUIRE(differences.size() == 12);
  std::map<std::uint64_t, std::array<double, 2>> first_seat;  // by block: variants of agent 1
  run.store.visit_blocks(
      BlockFilter::all, Store::Events::leave_out, [&](std::uint64_t block, const std::vector<FinishedGame>& games) {
        for (const FinishedGame& game : games) {
          if (game.plan.agent_of_seat[0] != 1) continue;
          first_seat[block][static_cast<std::size_t>(game.plan.variant)] += game.ranks[0] == 1 ? 0.5 : 0;
        }
      });
  std::vector<double> expected;
  for (const auto& [block, shares] : first_seat) expected.push_back(shares[1] - shares[0]);
  const stats::MeanEstimate mean = stats::estimate_mean(expected);
  const auto found = std::find_if(differences.begin(), differences.end(),
                                  [](const SeatComparison& d) { return d.of_rules() && d.agent == 1 && d.seat == 0; });
  REQUIRE(found != differences.end());
  CHECK(found->variant == 1);
  CHECK(found->share.blocks == 50);
  CHECK(found->share.mean == doctest::Approx(mean.mean).epsilon(1e-12));
  CHECK(found->share.se == doctest::Approx(mean.se).epsilon(1e-12));
  CHECK(differences[0].share.mean == doctest::Approx(-differences[1].share.mean).epsilon(1e-12));
  // Two seats have one effect: the distance of their shares is twice its size.
  CHECK(differences[2].seat == kNobody);
  CHECK(differences[2].share.blocks == 50);
  CHECK_FALSE(differences[2].score.has_value());
  // Agents under the same rules, the second against the first.
  CHECK(differences[6].variant == 0);
  CHECK(differences[6].agent == 1);
  CHECK(differences[6].base_agent == 0);
  CHECK_FALSE(differences[6].of_rules());
  for (const SeatComparison& one : differences) CHECK(one.p_holm >= one.p);
  CHECK(compare_seats(play(self_play({"random"}, 3)).store, ForfeitPolicy::exclude).empty());
}

TEST_CASE("a rating log holds every game once, and fitted points are those of the games") {
  const Finished run = play(nim_config({"random", "first", "last"}, 60));
  const std::vector<RatingLog> logs = collect_rating_logs({&run.store}, ForfeitPolicy::exclude);
  REQUIRE(logs.size() == 1);
  const RatingLog& log = logs[0];
  CHECK(log.total_games == 360);
  double games = 0;
  for (const stats::PairResult& pair : log.pairs.results) games += pair.wins + pair.draws + pair.losses;
  CHECK(games == 360);
  CHECK(log.games == std::vector<std::uint64_t>{240, 240, 240});
  stats::RatingOptions options;
  options.prior_draws = 0;
  const Rating rating = rate(log, options);
  CHECK(rating.fit.blocks == 60);
  REQUIRE(rating.seat_test.has_value());
  std::vector<double> expected(3);
  for (const stats::PairResult& pair : log.pairs.results) {
    const double score = stats::expected_score(rating.fit, pair.first, pair.second);
    expected[static_cast<std::size_t>(pair.first)] += score;
    expected[static_cast<std::size_t>(pair.second)] += 1 - score;
  }
  for (std::size_t a = 0; a < 3; ++a) CHECK(expected[a] == doctest::Approx(log.shares[a]).epsilon(1e-7));
}

TEST_CASE("several runs are rated together by the names of their agents") {
  const Finished one = play(nim_config({"random", "first"}, 30, 1));
  const Finished two = play(nim_config({"first", "last"}, 30, 2));
  const std::vector<RatingLog> logs = collect_rating_logs({&one.store, &two.store}, ForfeitPolicy::exclude);
  REQUIRE(logs.size() == 1);
  CHECK(logs[0].agents() == std::vector<std::string>{"random", "first", "last"});
  CHECK(logs[0].total_games == 120);
  const Rating rating = rate(logs[0], {});
  CHECK(rating.fit.theta.size() == 3);
  CHECK(rating.fit.blocks == 60);
  // Equal seeds are equal deals: the blocks are the same ones.
  const Finished same_deals = play(nim_config({"first", "last"}, 30, 1));
  CHECK(rate(collect_rating_logs({&one.store, &same_deals.store}, ForfeitPolicy::exclude)[0], {}).fit.blocks == 30);
}

TEST_CASE("what cannot be rated is refused by name") {
  const Finished one = play(nim_config({"random", "first"}, 10, 1));
  const Finished island = play(nim_config({"last", "nap"}, 3, 2));
  CHECK_THROWS_WITH_AS(rate(collect_rating_logs({&one.store, &island.store}, ForfeitPolicy::exclude)[0], {}),
                       doctest::Contains("{random, first} and {last, nap}"), DataError);
  const Finished longer = play(nim_config({"random", "first"}, 20, 1));
  CHECK_THROWS_WITH_AS(collect_rating_logs({&one.store, &longer.store}, ForfeitPolicy::exclude),
                       doctest::Contains("same games"), DataError);
  RunConfig part = nim_config({"random", "first"}, 20, 1);
  part.shard = {.index = 1, .count = 2};
  RunConfig rest = part;
  rest.shard.index = 2;
  const Finished part_run = play(part), rest_run = play(rest);
  CHECK(collect_rating_logs({&part_run.store, &rest_run.store}, ForfeitPolicy::exclude)[0].total_games == 40);
  CHECK_THROWS_AS(collect_rating_logs({&part_run.store, &longer.store}, ForfeitPolicy::exclude), DataError);
  const Finished alone = play(nim_config({"random"}, 5));
  CHECK_THROWS_WITH_AS(rate(collect_rating_logs({&alone.store}, ForfeitPolicy::exclude)[0], {}),
                       doctest::Contains("one agent"), DataError);
  const Finished broken = play(nim_config({"throws", "first"}, 5));
  const std::vector<RatingLog> logs = collect_rating_logs({&broken.store}, ForfeitPolicy::exclude);
  CHECK(logs[0].excluded_blocks == 5);
  CHECK_THROWS_AS(rate(logs[0], {}), DataError);
  CHECK(collect_rating_logs({&broken.store}, ForfeitPolicy::loss)[0].total_games == 10);
}

TEST_CASE("each set of rules is rated on its own") {
  RunConfig config = nim_config({"random", "first"}, 10);
  config.variants = {{}, {{"max_take", std::int64_t{1}}}};
  const Finished run = play(config);
  const std::vector<RatingLog> logs = collect_rating_logs({&run.store}, ForfeitPolicy::exclude);
  REQUIRE(logs.size() == 2);
  CHECK(logs[0].rules.empty());
  REQUIRE(logs[1].rules.size() == 1);
  CHECK(logs[0].total_games == 20);
  CHECK(logs[1].total_games == 20);
}

TEST_CASE("a live estimate decides nothing, and says nothing before it can") {
  const Finished run = play(nim_config({"random", "last"}, 40));
  StrengthWatcher watcher(run.store.schedule(), ForfeitPolicy::exclude, 0.95);
  stats::Moments shares;
  run.store.visit_blocks(BlockFilter::all, Store::Events::leave_out,
                         [&](std::uint64_t block, const std::vector<FinishedGame>& games) {
                           CHECK((watcher.note().empty() == (block < 10)));
                           CHECK_FALSE(watcher.add(block, games).has_value());
                           shares.add(agent_share(run.store.schedule(), games, 0, 0).value());
                         });
  REQUIRE(shares.population_sd() > 0);
  CHECK(watcher.note().starts_with("random "));
  // Equal blocks: an interval of no width would be a lie.
  const Finished equal = play(nim_config({"throws", "last"}, 40));
  StrengthWatcher lost(equal.store.schedule(), ForfeitPolicy::loss, 0.95);
  equal.store.visit_blocks(
      BlockFilter::all, Store::Events::leave_out,
      [&](std::uint64_t block, const std::vector<FinishedGame>& games) { lost.add(block, games); });
  CHECK(lost.note().empty());
}
