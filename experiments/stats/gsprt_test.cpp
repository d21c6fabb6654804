#include "experiments/stats/gsprt.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "experiments/stats/after_sprt.hpp"
#include "experiments/stats/elo.hpp"
#include "experiments/stats/golden_test.hpp"
#include "experiments/stats/outcomes.hpp"

namespace {
using namespace atl::stats;
using atl::stats::test::golden;
using atl::stats::test::near;

const std::vector<double> kTrinomial = {80, 40, 120};           // losses, draws, wins
const std::vector<double> kPentanomial = {10, 40, 90, 60, 20};  // LL .. WW

void check_summary(const OutcomeSummary& s, const nlohmann::json& expected) {
  CHECK(s.units == expected["units"]);
  CHECK(s.score == near(expected["score"]));
  CHECK(s.variance == near(expected["var"]));
  CHECK(s.se == near(expected["se"]));
  CHECK(*s.elo == near(expected["elo"]));
  CHECK(s.elo_z->half_width() == near(expected["err_sym"]));
  CHECK(s.elo_z->low == near(expected["ci_z"][0]));
  CHECK(s.elo_z->high == near(expected["ci_z"][1]));
  CHECK(s.elo_t->low == near(expected["ci_t"][0]));
  CHECK(s.elo_t->high == near(expected["ci_t"][1]));
  CHECK(s.los == near(expected["los"]));
  CHECK(*s.nelo == near(expected["nelo"]));
  CHECK(s.nelo_error == near(expected["nelo_err"]));
  CHECK(s.draw_ratio == near(expected["draw_ratio"]));
}

TEST_CASE("the trinomial example has all golden numbers") {
  const auto& expected = golden()["wld_120_80_40"];
  const OutcomeSummary s = summarise_outcomes(kTrinomial);
  check_summary(s, expected);
  CHECK_FALSE(s.pairs_ratio.has_value());
  CHECK(los_decisive(120, 80) == near(expected["los_decisive"]));
  CHECK(los_beta(120, 80) == near(expected["los_beta"]));
}

TEST_CASE("the pentanomial example has all golden numbers") {
  const auto& expected = golden()["ptnml_10_40_90_60_20"];
  const OutcomeSummary s = summarise_outcomes(kPentanomial);
  check_summary(s, expected);
  CHECK(*s.pairs_ratio == near(expected["pairs_ratio"]));
}

TEST_CASE("every golden log-likelihood ratio is reproduced") {
  int checked = 0;
  for (const auto& [name, value] : golden()["llr"].items()) {
    CAPTURE(name);
    const std::size_t end = name.find(']');
    const auto counts = nlohmann::json::parse(name.substr(0, end + 1)).get<std::vector<double>>();
    const std::size_t bracket = name.rfind('[');
    const auto bounds = nlohmann::json::parse(name.substr(bracket)).get<std::vector<double>>();
    const EloModel model = name.find("logistic") != std::string::npos ? EloModel::logistic : EloModel::normalized;
    CHECK(gsprt_llr(counts, model, bounds[0], bounds[1]) == near(value));
    ++checked;
  }
  CHECK(checked == 35);
  // Quoted beside the file.
  CHECK(gsprt_llr(kTrinomial, EloModel::logistic, 0, 20) == near(2.288575));
}

TEST_CASE("a perfect score gains slowly under narrow normalized bounds") {
  const std::vector<double> many = {0, 0, 0, 0, 140};
  const double per_pair = gsprt_llr(many, EloModel::normalized, 0, 5) / 140;
  CHECK(per_pair == near(0.0201, 5e-3));
  CHECK(std::lround(sprt_bounds().upper / per_pair) == 146);
}

TEST_CASE("the BayesElo forms of three programs are reproduced") {
  CHECK(bayes_elo_llr(kTrinomial, 0, 20, BayesEloForm::plain) == near(2.247190));
  CHECK(bayes_elo_llr(kTrinomial, 0, 20, BayesEloForm::scaled) == near(2.301060));
  // fastchess tests the expected scores of the BayesElo law.
  const double d = draw_elo(kTrinomial);
  CHECK(score_llr(kTrinomial, score_from_bayes_elo(0, d), score_from_bayes_elo(20, d)) == near(2.234830));
  CHECK(bayes_elo_llr(std::vector<double>{0, 5, 5}, 0, 20, BayesEloForm::plain) == 0);
}

TEST_CASE("swapping the players mirrors the log-likelihood ratio") {
  for (const auto& counts : {kTrinomial, kPentanomial, std::vector<double>{0, 3, 10, 7, 0}}) {
    std::vector<double> swapped(counts.rbegin(), counts.rend());
    for (const EloModel model : {EloModel::logistic, EloModel::normalized}) {
      CHECK(gsprt_llr(counts, model, 0, 10) == near(-gsprt_llr(swapped, model, -10, 0), 1e-8));
      CHECK(gsprt_llr(counts, model, -5, 5) == near(-gsprt_llr(swapped, model, -5, 5), 1e-8));
    }
    CHECK(*summarise_outcomes(counts).elo == near(-*summarise_outcomes(swapped).elo, 1e-9));
  }
}

TEST_CASE("results at 0 and 100 percent stay finite") {
  for (const auto& counts : {std::vector<double>{0, 0, 7}, {7, 0, 0}, {0, 0, 0, 0, 7}, {0, 7, 0}}) {
    CHECK(std::isfinite(gsprt_llr(counts, EloModel::logistic, 0, 10)));
    CHECK(std::isfinite(gsprt_llr(counts, EloModel::normalized, 0, 10)));
    const OutcomeSummary s = summarise_outcomes(counts);
    CHECK(std::isfinite(s.los));
    CHECK_FALSE(s.elo_t.has_value());
  }
  CHECK(summarise_outcomes(std::vector<double>{0, 0, 7}).los > 0.99);
  CHECK(summarise_outcomes(std::vector<double>{0, 7, 0}).los == 0.5);
}

TEST_CASE("the estimate after a sequential test is fishtest's") {
  const auto estimate = estimate_after_sprt(kPentanomial, 0, 10, sprt_bounds());
  REQUIRE(estimate.has_value());
  CHECK(estimate->elo == near(31.67142, 2e-6));
  CHECK(estimate->elo_interval.low == near(9.01302, 2e-6));
  CHECK(estimate->elo_interval.high == near(54.60193, 2e-6));
  CHECK(estimate->los == near(0.996950, 1e-6));
  CHECK_FALSE(estimate->clamped);
}

TEST_CASE("without bounds in reach the estimate after a test is the ordinary one") {
  const SprtBounds far = {-1e4, 1e4};
  const auto estimate = estimate_after_sprt(kPentanomial, 0, 10, far);
  REQUIRE(estimate.has_value());
  const OutcomeSummary plain = summarise_outcomes(kPentanomial);
  CHECK(estimate->elo == near(*plain.elo, 1e-6));
  CHECK(estimate->los > 0.99);
}

}  // namespace
