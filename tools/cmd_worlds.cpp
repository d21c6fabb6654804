/// `atoll worlds`: what a seat may believe at a position, as sampled histories.

#include <fmt/format.h>

#include "experiments/drivers/drivers.hpp"
#include "tools/command.hpp"
#include "tools/common.hpp"

namespace atl::tools {
namespace {

struct WorldsOptions {
  PositionOptions position;
  std::optional<std::int64_t> seat;
  std::int64_t count = 1;
  std::optional<std::uint64_t> seed;
};

void declare(Options& options, WorldsOptions& values) {
  declare_position(options, values.position);
  options.optional_integer("seat", values.seat, 0, kMaxSeats - 1, "who believes it [what everyone saw]");
  options.integer("count", values.count, 1, kLarge, "histories to sample [1]");
  options.seed("seed", values.seed, "seed of the samples [drawn and printed]");
}

int run(const Options&, const WorldsOptions& values) {
  watch_signals();
  const RecordPosition position = read_position(values.position);
  const GameDriver& driver = find_driver(position.record.game);
  if (values.seat && *values.seat >= position.record.players) {
    throw InputError(fmt::format("--seat {} is too large (the game has {} players, seats count from 0).", *values.seat,
                                 position.record.players));
  }
  const std::uint64_t seed = resolve_seed(values.seed);
  if (!values.seed) fmt::print(stderr, "seed {}\n", seed);
  const Observer observer = values.seat ? Player(*values.seat) : kPublic;
  driver.worlds(position, observer, static_cast<std::uint64_t>(values.count), seed, [](const GameRecord& record) {
    fmt::print("{}\n", write_record(record));
    if (stop_flag().load()) throw InputError("interrupted.");
  });
  return kDone;
}

}  // namespace

Verb worlds_verb() {
  return make_verb<WorldsOptions>(
      "worlds", "what a seat may believe at a position: sampled histories as records",
      "atoll worlds --record games.jsonl --game-index 0 --events 57 --seat 1 --count 1000 --seed 1", declare, run);
}

}  // namespace atl::tools
