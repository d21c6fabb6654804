/// Agents for tests of the arena, on any game: a random one, a deterministic one, and one for every way to fail.
///
///   random, first, last     a uniformly random action, the first, the last
///   nap                     first, after sleeping a millisecond
///   throws, throws-odd      throws at its first decision; throws something that is no exception
///   throws-late             throws when it observes the eighth event
///   illegal, sleeps, dozes  plays an action that is not offered; sleeps 60 ms; sleeps 300 ms
///   hangs                   never answers and ignores `stop`
///   loops                   never answers by itself, but polls `stop`
///   crashes                 kills its process
#pragma once

#include <chrono>
#include <csignal>
#include <stdexcept>
#include <string>
#include <thread>

#include "engine/core/text.hpp"
#include "experiments/drivers/driver_for.hpp"

namespace atl::test {

template <ImperfectInformationGame G>
class TestAgent final : public Agent<G> {
 public:
  explicit TestAgent(std::string kind) : kind_(std::move(kind)) {}

  void observe(const typename G::Observation&) override {
    if (kind_ == "throws-late" && ++observed_ == 8) throw std::runtime_error("cannot count to eight");
  }

  Action choose(const ActionList<G>& legal, Rng& rng, const StopFlag& stop) override {
    using namespace std::chrono_literals;
    report_.iterations = 7;
    if (kind_ == "random") return legal[rng.below(static_cast<std::uint32_t>(legal.size()))];
    if (kind_ == "last") return legal[legal.size() - 1];
    if (kind_ == "nap") std::this_thread::sleep_for(1ms);
    if (kind_ == "throws") throw std::runtime_error("no idea");
    if (kind_ == "throws-odd") throw 42;
    if (kind_ == "illegal") return Action{legal[legal.size() - 1].code + 1};
    if (kind_ == "sleeps") std::this_thread::sleep_for(60ms);
    if (kind_ == "dozes") std::this_thread::sleep_for(300ms);
    while (kind_ == "hangs") std::this_thread::sleep_for(10ms);
    while (kind_ == "loops" && !stop.load()) std::this_thread::sleep_for(1ms);
    if (kind_ == "crashes") std::raise(SIGKILL);
    return legal[0];
  }

  const DecisionReport& last_decision() const override { return report_; }

 private:
  std::string kind_;
  int observed_ = 0;
  DecisionReport report_;
};

inline AgentSpec parse_test_agent(std::string_view text, Unread) {
  static const std::vector<std::string> kKinds = {"random",     "first",       "last",    "nap",    "throws",
                                                  "throws-odd", "throws-late", "illegal", "sleeps", "dozes",
                                                  "hangs",      "loops",       "crashes"};
  std::string_view kind = text;
  const bool cheats = kind.starts_with("cheat:");
  if (cheats) kind.remove_prefix(6);
  for (const std::string& known : kKinds) {
    if (known == kind) return {.kind = known, .cheats = cheats, .params = {}, .text = std::string(text)};
  }
  throw InputError(unknown_word_message("agent", kind, kKinds));
}

template <ImperfectInformationGame G>
const GameDriver& test_driver() {
  static const GameDriverFor<G> driver(
      [](const G&, Player, const AgentSpec& spec, const Rng&) -> std::unique_ptr<Agent<G>> {
        return std::make_unique<TestAgent<G>>(spec.kind);
      },
      parse_test_agent);
  return driver;
}

}  // namespace atl::test
