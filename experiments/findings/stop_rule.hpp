/// Rules that end a run: a sequential test on strength (sprt_rule.hpp), or precision on the first seat (seat_stop.hpp).
/// A rule is text first: canonical, part of the run's configuration, kept in its store, and read back by whoever shows
/// the run.
///
///   sprt model=block_t h0=0 h1=0.15 alpha=0.05 beta=0.05 forfeits=exclude
///   seats until=width width=0.05 delta=0.02 confidence=0.95 forfeits=exclude
///
/// Rules look at complete blocks in schedule order only (stats/sprt.hpp says why), so the deciding block is the same
/// for any number of workers and for a run that was interrupted.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/findings/block_values.hpp"
#include "experiments/runs/schedule.hpp"

namespace atl {

/// What a rule accumulates over the blocks of a run.
class StopWatcher {
 public:
  virtual ~StopWatcher() = default;

  /// The next complete block in schedule order. A verdict, once given, stays: later blocks change nothing.
  virtual std::optional<std::string> add(std::uint64_t block, const std::vector<FinishedGame>& games) = 0;

  /// A few words for a progress line: the evidence so far. Empty before there is any.
  virtual std::string note() const = 0;
};

/// `name=value` words of a rule's text after its first word.
class RuleWords {
 public:
  /// Throws InputError if a word is no name=value.
  explicit RuleWords(std::string_view text);
  const std::string& kind() const { return kind_; }
  /// Throw InputError, naming the rule, if there is no such word or its value is none.
  const std::string& word(std::string_view name) const;
  double real(std::string_view name) const;
  ForfeitPolicy forfeits() const;

 private:
  std::string text_, kind_;
  std::vector<std::pair<std::string, std::string>> words_;
};

}  // namespace atl
