/// Sequential tests between two hypotheses on strength (Wald 1945), checked on blocks.
///
/// The default evidence is the block t statistic, for any number of players: t = (mu - 1/K) / sigma_block, H0 t = t0
/// against H1 t = t1, LLR = (B/2) ln((1 + (that - t0)^2) / (1 + (that - t1)^2)) (Van den Bergh 2020, section 4, for
/// normal blocks of unknown variance). For two players the exact pentanomial forms of gsprt.hpp are at hand too.
///
/// A test says which hypothesis, not how strong: after stopping, the plain estimate is biased (see after_sprt.hpp).
///
/// Decisions are taken on the prefix of completed blocks in schedule order: blocks finish in any order when several
/// workers play, and deciding on arrival order lets short games vote first, which multiplies false positives when the
/// lost ones last longer.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/stats/blocks.hpp"
#include "experiments/stats/gsprt.hpp"

namespace atl::stats {

/// H0 is accepted at or below `lower`, H1 at or above `upper`, in nats.
struct SprtBounds {
  double lower = 0;
  double upper = 0;
};

/// ln(beta / (1 - alpha)) and ln((1 - beta) / alpha). Requires alpha, beta > 0 and alpha + beta < 1.
SprtBounds sprt_bounds(double alpha = 0.05, double beta = 0.05);

/// that = (mean - 1/K) / population sd. Infinite where all blocks are equal but not 1/K; 0 where all are 1/K.
double block_effect(const Moments& blocks, int num_players);

/// The block t LLR; 0 without blocks. The ratio grows with the effect up to a point and then falls back to 1, as both
/// hypotheses explain a huge effect badly: beyond that point its largest value stands, so that no test takes longer for
/// more evidence, and a perfect score decides like a very good one.
double block_t_llr(const Moments& blocks, int num_players, double t0, double t1);

/// Wald's approximations of the expected number of blocks under H1, H0 and half-way between.
struct ExpectedBlocks {
  double h1 = 0;
  double h0 = 0;
  double middle = 0;
};
ExpectedBlocks expected_blocks(double t0, double t1, double alpha = 0.05, double beta = 0.05);

/// What a sequential test accumulates: one number per block in, log-likelihood ratio out.
class Evidence {
 public:
  virtual ~Evidence() = default;
  /// Adds one block's mean win share.
  virtual void add(double block_share) = 0;
  /// LLR of H1 against H0 in nats; 0 before the first block.
  virtual double llr() const = 0;
  /// The model with its units and bounds, for printing beside every LLR.
  virtual std::string describe() const = 0;
};

/// Requires t0 < t1.
std::unique_ptr<Evidence> make_block_t_evidence(int num_players, double t0 = 0, double t1 = 0.15);

/// `outcomes` is 3 for blocks of one game and 5 for pairs; shares must be multiples of 1 / (outcomes - 1).
/// Requires elo0 < elo1.
std::unique_ptr<Evidence> make_gsprt_evidence(EloModel model, int outcomes, double elo0, double elo1);

enum class Verdict { undecided, h0, h1 };

struct Decision {
  Verdict verdict = Verdict::undecided;
  std::uint64_t blocks = 0;  ///< length of the deciding prefix (of the last check, while undecided)
  double llr = 0;            ///< at that check
};

/// A sequential test fed with blocks in schedule order, checked at fixed prefix lengths: the decision is the same for
/// any number of workers.
class SequentialTest {
 public:
  static constexpr std::uint64_t kFirstCheck = 16;  ///< no decision on fewer usable blocks
  static constexpr std::uint64_t kCheckEvery = 8;   ///< prefix blocks between checks

  SequentialTest(std::unique_ptr<Evidence> evidence, SprtBounds bounds)
      : evidence_(std::move(evidence)), bounds_(bounds) {}

  /// The next block's mean win share, or nothing if the block is excluded (a forfeit); it still counts as played. A
  /// verdict, once reached, is final; later blocks change nothing.
  const Decision& add(std::optional<double> share);

  const Decision& decision() const { return decision_; }
  const Evidence& evidence() const { return *evidence_; }
  SprtBounds bounds() const { return bounds_; }
  std::uint64_t prefix_length() const { return length_; }

 private:
  std::unique_ptr<Evidence> evidence_;
  SprtBounds bounds_;
  std::uint64_t length_ = 0, usable_ = 0;
  Decision decision_;
};

}  // namespace atl::stats
