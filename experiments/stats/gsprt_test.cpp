#include "experiments/stats/gsprt.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "experiments/stats/after_sprt.hpp"
#include "experiments/stats/elo.hpp"
#include "experiments/stats/golden_test.hpp"

namespace {
using namespace atl::stats;
using atl::stats::test::golden;
using atl::stats::test::near;

const std::vector<double> kTrinomial = {80, 40, 120};           // losses, draws, wins
const std::vector<double> kPentanomial = {10, 40, 90, 60, 20};  // LL .. WW

/// The units' scores, one by one.
Moments scores(const std::vector<double>& counts) {
  Moments m;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    for (int n = 0; n < static_cast<int>(counts[i]); ++n)
      m.add(static_cast<double>(i) / static_cast<double>(counts.size() - 1));
  }
  return m;
}

TEST_CASE("counted outcomes have the golden score, variance and error") {
  const auto check = [](const std::vector<double>& counts, const nlohmann::json& expected) {
    const Moments m = scores(counts);
    CHECK(m.count() == expected["units"]);
    CHECK(m.mean() == near(expected["score"]));
    CHECK(m.population_sd() * m.population_sd() == near(expected["var"]));
    CHECK(m.population_sd() / std::sqrt(static_cast<double>(m.count())) == near(expected["se"]));
    CHECK(*elo_from_share(m.mean()) == near(expected["elo"]));
  };
  check(kTrinomial, golden()["wld_120_80_40"]);
  check(kPentanomial, golden()["ptnml_10_40_90_60_20"]);
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

TEST_CASE("swapping the players mirrors the log-likelihood ratio") {
  for (const auto& counts : {kTrinomial, kPentanomial, std::vector<double>{0, 3, 10, 7, 0}}) {
    std::vector<double> swapped(counts.rbegin(), counts.rend());
    for (const EloModel model : {EloModel::logistic, EloModel::normalized}) {
      CHECK(gsprt_llr(counts, model, 0, 10) == near(-gsprt_llr(swapped, model, -10, 0), 1e-8));
      CHECK(gsprt_llr(counts, model, -5, 5) == near(-gsprt_llr(swapped, model, -5, 5), 1e-8));
    }
  }
}

TEST_CASE("hypotheses far apart have finite ratios on the right side") {
  for (const EloModel model : {EloModel::logistic, EloModel::normalized}) {
    for (const double elo : {200.0, 250.0, 1000.0, 2000.0}) {
      for (const auto& counts : {std::vector<double>{0, 0, 0, 0, 20}, {0, 0, 1, 2, 30}, {0, 7, 0}, {0, 1, 12}}) {
        CAPTURE(elo);
        const std::vector<double> swapped(counts.rbegin(), counts.rend());
        const double llr = gsprt_llr(counts, model, 0, elo), mirrored = gsprt_llr(swapped, model, -elo, 0);
        CHECK(std::isfinite(llr));
        CHECK(llr == near(-mirrored, 1e-6));
      }
      CHECK(gsprt_llr(std::vector<double>{0, 0, 0, 0, 40}, model, 0, elo) > 0);
      CHECK(gsprt_llr(std::vector<double>{0, 0, 40, 0, 0}, model, 0, elo) < 0);
    }
  }
}

TEST_CASE("results at 0 and 100 percent stay finite") {
  for (const auto& counts : {std::vector<double>{0, 0, 7}, {7, 0, 0}, {0, 0, 0, 0, 7}, {0, 7, 0}}) {
    CHECK(std::isfinite(gsprt_llr(counts, EloModel::logistic, 0, 10)));
    CHECK(std::isfinite(gsprt_llr(counts, EloModel::normalized, 0, 10)));
  }
}

TEST_CASE("the estimate after a sequential test is fishtest's") {
  const auto estimate = estimate_after_sprt(scores(kPentanomial), 0, 10, sprt_bounds());
  REQUIRE(estimate.has_value());
  CHECK(estimate->elo == near(31.67142, 2e-6));
  CHECK(estimate->elo_interval.low == near(9.01302, 2e-6));
  CHECK(estimate->elo_interval.high == near(54.60193, 2e-6));
  CHECK(estimate->los == near(0.996950, 1e-6));
  CHECK_FALSE(estimate->clamped);
}

TEST_CASE("without bounds in reach the estimate after a test is the ordinary one") {
  const SprtBounds far = {-1e4, 1e4};
  const auto estimate = estimate_after_sprt(scores(kPentanomial), 0, 10, far);
  REQUIRE(estimate.has_value());
  CHECK(estimate->elo == near(*elo_from_share(scores(kPentanomial).mean()), 1e-6));
  CHECK(estimate->los > 0.99);
}

}  // namespace
