/// Decisions on the prefix of completed blocks in schedule order. Blocks finish in any order when several workers
/// play; deciding on arrival order lets short games vote first, which multiplies false positives when the lost ones
/// last longer. Here block b counts only once all blocks before it have, and checks happen at fixed prefix lengths,
/// so a decision is the same for any number of workers.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "engine/core/checks.hpp"
#include "experiments/stats/sprt.hpp"

namespace atl::stats {

/// Puts blocks that complete in any order into schedule order.
template <class T>
class BlockPrefix {
 public:
  /// Block `block` (counted from 0) is complete. Calls visit(b, value) for every block that joins the prefix, in
  /// order. Requires that the block was not completed before.
  template <class Visit>
  void complete(std::uint64_t block, T value, Visit&& visit) {
    ATOLL_EXPECT(block >= length_ && !waiting_.contains(block));
    waiting_.emplace(block, std::move(value));
    for (auto next = waiting_.begin(); next != waiting_.end() && next->first == length_; next = waiting_.begin()) {
      visit(next->first, next->second);
      waiting_.erase(next);
      ++length_;
    }
  }

  /// Blocks 0 .. length() - 1 are complete.
  std::uint64_t length() const { return length_; }

  /// Whether a worker may begin `block`: at most 2 * jobs blocks ahead of the prefix, which bounds both the waste
  /// after a decision and the memory for waiting blocks.
  bool may_start(std::uint64_t block, int jobs) const { return block < length_ + 2 * static_cast<std::uint64_t>(jobs); }

 private:
  std::uint64_t length_ = 0;
  std::map<std::uint64_t, T> waiting_;
};

enum class Verdict { undecided, h0, h1 };

struct Decision {
  Verdict verdict = Verdict::undecided;
  std::uint64_t blocks = 0;  ///< length of the deciding prefix (of the last check, while undecided)
  double llr = 0;            ///< at that check
};

/// A sequential test fed with blocks in any order.
class SequentialTest {
 public:
  struct Checks {
    std::uint64_t first = 16;  ///< no decision on fewer usable blocks
    std::uint64_t every = 8;   ///< prefix blocks between checks
  };

  SequentialTest(std::unique_ptr<Evidence> evidence, SprtBounds bounds)
      : SequentialTest(std::move(evidence), bounds, Checks{}) {}
  SequentialTest(std::unique_ptr<Evidence> evidence, SprtBounds bounds, Checks checks)
      : evidence_(std::move(evidence)), bounds_(bounds), checks_(checks) {
    ATOLL_EXPECT(checks.every >= 1);
  }

  /// `share`: the block's mean win share, or nothing if the block is excluded (a forfeit); it still counts as played.
  /// A verdict, once reached, is final; later blocks change nothing.
  const Decision& complete(std::uint64_t block, std::optional<double> share) {
    prefix_.complete(block, share, [&](std::uint64_t b, const std::optional<double>& value) {
      if (decision_.verdict != Verdict::undecided) return;
      if (value) {
        evidence_->add(*value);
        ++usable_;
      }
      if ((b + 1) % checks_.every == 0) check(b + 1);
    });
    return decision_;
  }

  const Decision& decision() const { return decision_; }
  const Evidence& evidence() const { return *evidence_; }
  SprtBounds bounds() const { return bounds_; }
  std::uint64_t prefix_length() const { return prefix_.length(); }
  bool may_start(std::uint64_t block, int jobs) const {
    return decision_.verdict == Verdict::undecided && prefix_.may_start(block, jobs);
  }

 private:
  void check(std::uint64_t length) {
    decision_.blocks = length;
    decision_.llr = evidence_->llr();
    if (usable_ < checks_.first) return;
    if (decision_.llr >= bounds_.upper) decision_.verdict = Verdict::h1;
    if (decision_.llr <= bounds_.lower) decision_.verdict = Verdict::h0;
  }

  std::unique_ptr<Evidence> evidence_;
  SprtBounds bounds_;
  Checks checks_;
  BlockPrefix<std::optional<double>> prefix_;
  std::uint64_t usable_ = 0;
  Decision decision_;
};

}  // namespace atl::stats
