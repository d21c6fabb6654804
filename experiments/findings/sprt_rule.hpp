/// A sequential test of the first agent of a match against the others: which of two hypotheses about its strength, with
/// error rates fixed beforehand. The evidence is its win share per block, the same number the strength table shows.
///
/// A test answers which, not how much: after stopping, use the estimate in SprtReport, not the plain mean.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "experiments/findings/stop_rule.hpp"
#include "experiments/stats/after_sprt.hpp"
#include "experiments/stats/sprt.hpp"
#include "experiments/store/store.hpp"

namespace atl {

struct SprtRule {
  /// block_t: effects (share - 1/K) / sigma of a block, for any number of players. logistic, normalized: exact
  /// likelihoods of pair outcomes for two agents in a two-player game, hypotheses in Elo and in normalized Elo.
  enum class Model : std::uint8_t { block_t, logistic, normalized };
  Model model = Model::block_t;
  double h0 = 0, h1 = 0.15;
  double alpha = 0.05, beta = 0.05;
  ForfeitPolicy forfeits = ForfeitPolicy::exclude;
  bool operator==(const SprtRule&) const = default;
};

/// Canonical text, and back. Reading throws InputError, also where h0 >= h1, a hypothesis is out of the model's range
/// (block_t -5 to 5, the others -2000 to 2000), or the error rates make no test.
std::string write_sprt_rule(const SprtRule& rule);
SprtRule parse_sprt_rule(std::string_view text);

inline constexpr Word<SprtRule::Model> kSprtModelWords[] = {{SprtRule::Model::block_t, "block_t"},
                                                            {SprtRule::Model::logistic, "logistic"},
                                                            {SprtRule::Model::normalized, "normalized"}};

/// Throws InputError unless h0 < h1 and the error rates make a test.
void check_hypotheses(const SprtRule& rule);

/// Throws InputError if the schedule has no first agent to test: one agent, self-play, a sweep, a shard; or, for the
/// models in Elo, more than two agents or players.
void check_sprt(const SprtRule& rule, const Schedule& schedule);

/// Blocks after which a test by this rule would be undecided only by bad luck: four times what Wald expects half-way
/// between the hypotheses. Models in Elo: for pairs with the spread of decisive games.
std::uint64_t default_block_limit(const SprtRule& rule);

class SprtWatcher final : public StopWatcher {
 public:
  SprtWatcher(const SprtRule& rule, const Schedule& schedule);
  std::optional<std::string> add(std::uint64_t block, const std::vector<FinishedGame>& games) override;
  std::string note() const override;
  const stats::SequentialTest& test() const { return test_; }

 private:
  SprtRule rule_;
  Schedule schedule_;
  stats::SequentialTest test_;
};

/// A run's test as far as it has come, from its store.
struct SprtReport {
  SprtRule rule;
  std::string model;  ///< with its units and hypotheses
  stats::SprtBounds bounds;
  stats::Verdict verdict = stats::Verdict::undecided;
  double llr = 0;            ///< on the deciding prefix
  std::uint64_t prefix = 0;  ///< its blocks, excluded ones included
  /// Of the first agent: on the deciding prefix (all of the prefix while undecided), and on all complete blocks, those
  /// that were being played when the decision fell included.
  stats::Strength decided, final;
  /// What the strength was, corrected for the stopping. Nothing without spread between blocks.
  std::optional<stats::SequentialEstimate> estimate;
  /// By Wald's approximation: blocks if H1, if H0, and half-way. Nothing for models in Elo.
  std::optional<stats::ExpectedBlocks> expected;
};

/// Nothing if the run has no sequential test. Throws InputError if its text is none of this program's.
std::optional<SprtReport> report_sprt(const Store& store, double confidence = 0.95);

/// "H1", "H0" or "undecided".
std::string_view word_of(stats::Verdict verdict);

}  // namespace atl
