#include "experiments/findings/sprt_rule.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "engine/core/text.hpp"
#include "experiments/stats/elo.hpp"
#include "experiments/stats/sprt.hpp"

namespace atl {
namespace {

using Model = SprtRule::Model;

constexpr int kPairOutcomes = 5;

/// Hypotheses beyond these say nothing that a nearer one does not: 5 standard deviations of a block, 2000 Elo.
double furthest(Model model) { return model == Model::block_t ? 5 : 2000; }

std::unique_ptr<stats::Evidence> make_evidence(const SprtRule& rule, const Schedule& schedule) {
  check_sprt(rule, schedule);
  if (rule.model == Model::block_t) return stats::make_block_t_evidence(schedule.config().players, rule.h0, rule.h1);
  return stats::make_gsprt_evidence(
      rule.model == Model::logistic ? stats::EloModel::logistic : stats::EloModel::normalized, kPairOutcomes, rule.h0,
      rule.h1);
}

/// The hypotheses as effects of a block, where they can be.
std::optional<std::pair<double, double>> block_effects(const SprtRule& rule) {
  switch (rule.model) {
    case Model::block_t: return std::pair{rule.h0, rule.h1};
    case Model::normalized:
      return std::pair{stats::pair_effect_from_nelo(rule.h0), stats::pair_effect_from_nelo(rule.h1)};
    case Model::logistic: break;
  }
  return std::nullopt;
}

std::optional<stats::SequentialEstimate> estimate(const SprtRule& rule, const std::vector<double>& shares, int players,
                                                  stats::SprtBounds bounds, double confidence) {
  if (const auto effects = block_effects(rule)) {
    return stats::estimate_after_block_t(stats::moments(shares), players, effects->first, effects->second, bounds,
                                         confidence);
  }
  return stats::estimate_after_sprt(stats::moments(shares), rule.h0, rule.h1, bounds, confidence);
}

}  // namespace

void check_hypotheses(const SprtRule& rule) {
  const double most = furthest(rule.model);
  if (!(std::abs(rule.h0) <= most && std::abs(rule.h1) <= most)) {
    throw InputError(fmt::format("bad hypotheses {:g} and {:g} (the model {} takes -{:g} to {:g}). Give nearer ones",
                                 rule.h0, rule.h1, find_word(kSprtModelWords, rule.model), most, most));
  }
  if (!(rule.h0 < rule.h1)) {
    throw InputError(fmt::format("bad hypotheses {:g} and {:g} (H0 must be below H1)", rule.h0, rule.h1));
  }
  if (!(rule.alpha > 0 && rule.beta > 0 && rule.alpha + rule.beta < 1)) {
    throw InputError(
        fmt::format("bad error rates {:g} and {:g} (both above 0, together below 1)", rule.alpha, rule.beta));
  }
}

std::string_view word_of(stats::Verdict verdict) {
  switch (verdict) {
    case stats::Verdict::h0: return "H0";
    case stats::Verdict::h1: return "H1";
    case stats::Verdict::undecided: break;
  }
  return "undecided";
}

std::string write_sprt_rule(const SprtRule& rule) {
  return fmt::format("sprt model={} h0={} h1={} alpha={} beta={} forfeits={}", find_word(kSprtModelWords, rule.model),
                     rule.h0, rule.h1, rule.alpha, rule.beta, find_word(kForfeitWords, rule.forfeits));
}

SprtRule parse_sprt_rule(std::string_view text) {
  const RuleWords words(text);
  if (words.kind() != "sprt") throw InputError("not a sequential test: '" + std::string(text) + "'");
  const SprtRule rule{.model = find_value(kSprtModelWords, "model of a sequential test", words.word("model")),
                      .h0 = words.real("h0"),
                      .h1 = words.real("h1"),
                      .alpha = words.real("alpha"),
                      .beta = words.real("beta"),
                      .forfeits = words.forfeits()};
  check_hypotheses(rule);
  return rule;
}

void check_sprt(const SprtRule& rule, const Schedule& schedule) {
  const RunConfig& config = schedule.config();
  check_hypotheses(rule);
  if (config.players < 2 || config.agents.size() < 2 || config.lineups == LineupPlan::self_play) {
    throw InputError(
        "a sequential test needs an opponent (it compares the first agent with the others). Give two agents or more");
  }
  if (config.variants.size() > 1)
    throw InputError("a sequential test takes one rule value (a sweep has several). Run one match per value");
  if (rule.model != Model::block_t &&
      (config.players != 2 || config.agents.size() != 2 || schedule.games_per_block() != 2)) {
    throw InputError(fmt::format("the model {} is for pairs of games (two agents, two players). Use block_t",
                                 find_word(kSprtModelWords, rule.model)));
  }
}

std::uint64_t default_block_limit(const SprtRule& rule) {
  // A pair of decisive games has a standard deviation of at most 1/sqrt(8) of a share.
  const std::pair<double, double> effects =
      block_effects(rule).value_or(std::pair{std::sqrt(8.0) * (stats::share_from_elo(rule.h0) - 0.5),
                                             std::sqrt(8.0) * (stats::share_from_elo(rule.h1) - 0.5)});
  const double middle = stats::expected_blocks(effects.first, effects.second, rule.alpha, rule.beta).middle;
  return static_cast<std::uint64_t>(std::clamp(std::ceil(4 * middle), 64.0, 1e9));
}

SprtWatcher::SprtWatcher(const SprtRule& rule, const Schedule& schedule)
    : rule_(rule),
      schedule_(schedule),
      test_(make_evidence(rule, schedule), stats::sprt_bounds(rule.alpha, rule.beta)) {}

std::optional<std::string> SprtWatcher::add(std::uint64_t, const std::vector<FinishedGame>& games) {
  std::optional<double> share;
  if (is_usable(games, rule_.forfeits)) share = agent_share(schedule_, games, 0, 0);
  const stats::Decision& decision = test_.add(share);
  if (decision.verdict == stats::Verdict::undecided) return std::nullopt;
  return std::string(word_of(decision.verdict));
}

std::string SprtWatcher::note() const {
  if (test_.prefix_length() == 0) return {};
  return fmt::format("LLR {:+.2f} [{:+.2f}, {:+.2f}]", test_.evidence().llr(), test_.bounds().lower,
                     test_.bounds().upper);
}

std::optional<SprtReport> report_sprt(const Store& store, double confidence) {
  const Schedule& schedule = store.schedule();
  const std::string& text = schedule.config().stop_rule;
  if (!text.starts_with("sprt ")) return std::nullopt;
  const SprtRule rule = parse_sprt_rule(text);
  SprtWatcher watcher(rule, schedule);
  std::vector<double> prefix_shares, all_shares;
  store.visit_blocks(BlockFilter::all, Store::Events::leave_out,
                     [&](std::uint64_t block, const std::vector<FinishedGame>& games) {
                       std::optional<double> share;
                       if (is_usable(games, rule.forfeits)) share = agent_share(schedule, games, 0, 0);
                       if (share) all_shares.push_back(*share);
                       // Blocks come in ascending order, so one that leaves a gap behind it is not in the prefix.
                       if (block != watcher.test().prefix_length()) return;
                       if (share && watcher.test().decision().verdict == stats::Verdict::undecided)
                         prefix_shares.push_back(*share);
                       watcher.add(block, games);
                     });
  const stats::SequentialTest& test = watcher.test();
  const bool decided = test.decision().verdict != stats::Verdict::undecided;
  const int players = schedule.config().players;
  SprtReport report{.rule = rule,
                    .model = test.evidence().describe(),
                    .bounds = test.bounds(),
                    .verdict = test.decision().verdict,
                    .llr = test.evidence().llr(),
                    .prefix = decided ? test.decision().blocks : test.prefix_length(),
                    .decided = stats::estimate_strength(prefix_shares, players, confidence),
                    .final = stats::estimate_strength(all_shares, players, confidence),
                    .estimate = estimate(rule, prefix_shares, players, test.bounds(), confidence),
                    .expected = {}};
  if (rule.model == Model::block_t) report.expected = stats::expected_blocks(rule.h0, rule.h1, rule.alpha, rule.beta);
  return report;
}

}  // namespace atl
