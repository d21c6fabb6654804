#include "experiments/findings/seat_stop.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "engine/core/text.hpp"

namespace atl {

std::string write_seat_stop_rule(const SeatStopRule& rule) {
  return fmt::format("seats until={} width={} delta={} confidence={} forfeits={}",
                     rule.until == SeatStopRule::Until::width ? "width" : "decision", rule.width, rule.delta,
                     rule.confidence, find_word(kForfeitWords, rule.forfeits));
}

SeatStopRule parse_seat_stop_rule(std::string_view text) {
  const RuleWords words(text);
  const std::string& until = words.word("until");
  if (words.kind() != "seats" || (until != "width" && until != "decision")) {
    throw InputError("not a stopping rule of seats: '" + std::string(text) + "'");
  }
  return {.until = until == "width" ? SeatStopRule::Until::width : SeatStopRule::Until::decision,
          .width = words.real("width"),
          .delta = words.real("delta"),
          .confidence = words.real("confidence"),
          .forfeits = words.forfeits()};
}

SeatStopRule seat_stop_rule_of(std::string_view words, const SeatStopRule& defaults) {
  SeatStopRule rule = defaults;
  if (words == "decision") {
    rule.until = SeatStopRule::Until::decision;
    rule.width = 0;
    return rule;
  }
  constexpr std::string_view kWidth = "width=";
  const std::optional<double> width =
      words.starts_with(kWidth) ? parse_real(words.substr(kWidth.size())) : std::nullopt;
  if (!width || *width <= 0 || *width >= 1) {
    throw InputError(
        fmt::format("bad value '{}' for --stop-when (wanted width=X with X between 0 and 1, or decision).", words));
  }
  rule.until = SeatStopRule::Until::width;
  rule.width = *width;
  return rule;
}

SeatStopWatcher::SeatStopWatcher(const SeatStopRule& rule, const Schedule& schedule)
    : rule_(rule),
      schedule_(schedule),
      tables_(schedule.config().variants.size() * schedule.config().agents.size(),
              stats::SeatSequences(schedule.config().players, rule.confidence)) {
  const bool self_play =
      std::all_of(schedule.lineups().begin(), schedule.lineups().end(), [](const Lineup& l) { return l.self_play; });
  if (!self_play || schedule.config().players < 2) {
    throw InputError("this stopping rule is for seats (self-play of two players or more). Use `atoll seats`");
  }
}

bool SeatStopWatcher::enough(const stats::SeatSequences& table) const {
  bool effect = false, small = true, narrow = true;
  for (const Player seat : seats(table.num_players())) {
    const std::optional<stats::Interval> interval = table.interval(seat);
    if (!interval) return false;
    effect |= !interval->contains(0);
    small &= -rule_.delta < interval->low && interval->high < rule_.delta;
    narrow &= 2 * interval->half_width() <= rule_.width;
  }
  return rule_.until == SeatStopRule::Until::width ? narrow : effect || small;
}

std::optional<std::string> SeatStopWatcher::add(std::uint64_t, const std::vector<FinishedGame>& games) {
  if (verdict_) return verdict_;
  if (!is_usable(games, rule_.forfeits)) return std::nullopt;
  const int agents = static_cast<int>(schedule_.config().agents.size());
  for (std::size_t i = 0; i < tables_.size(); ++i) {
    const int variant = static_cast<int>(i) / agents, agent = static_cast<int>(i) % agents;
    if (const auto block = self_play_seats(schedule_, games, variant, agent)) tables_[i].add(*block);
  }
  if (!std::all_of(tables_.begin(), tables_.end(), [&](const stats::SeatSequences& table) { return enough(table); }))
    return std::nullopt;
  verdict_ = rule_.until == SeatStopRule::Until::width ? "width" : "decision";
  return verdict_;
}

std::string SeatStopWatcher::note() const {
  // The widest: it is what the run waits for.
  std::optional<stats::Interval> widest;
  Player at;
  for (const stats::SeatSequences& table : tables_) {
    for (const Player seat : seats(table.num_players())) {
      const std::optional<stats::Interval> interval = table.interval(seat);
      if (!interval) return {};
      if (widest && interval->half_width() <= widest->half_width()) continue;
      widest = interval;
      at = seat;
    }
  }
  if (!widest) return {};
  return fmt::format("seat {} {:+.3f} to {:+.3f}", at.index(), widest->low, widest->high);
}

}  // namespace atl
