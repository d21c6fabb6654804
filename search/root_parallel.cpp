#include "search/root_parallel.hpp"

#include "engine/core/parallel.hpp"

namespace atl {

void run_indexed(long count, int threads, const std::function<void(long)>& body) {
  if (count == 1 || threads == 1) {
    for (long i = 0; i < count; ++i) body(i);
  } else {
    parallel_for_indexed(count, threads, body);
  }
}

RootSchedule::RootSchedule(const SearchParams& params)
    : budget_(params.budget),
      threads_(params.parallel.threads),
      parts_(static_cast<std::size_t>(params.parallel.trees)) {
  for (RootStatistics& part : parts_) part.phases = PhaseTimer(params.profile);
}

std::size_t RootSchedule::tree_bytes() const {
  return static_cast<std::size_t>(budget_.tree_mb * 1024 * 1024) / parts_.size();
}

const RootStatistics& RootSchedule::run(std::span<const Action> legal, Rng& rng, const StopFlag& stop,
                                        const SearchTree& search) {
  const auto count = static_cast<long>(parts_.size());
  std::vector<Rng> generators;
  for (long i = 0; i < count; ++i) generators.push_back(rng.split(Stream::search, static_cast<std::uint64_t>(i)));
  // Trees that wait for a thread share the time.
  const long waves = (count + threads_ - 1) / threads_;
  const double seconds = budget_.ms / 1000 / static_cast<double>(waves);
  run_indexed(count, threads_, [&](long i) {
    const auto k = static_cast<std::size_t>(i);
    parts_[k].clear(legal);
    const std::int64_t share = budget_.iterations / count + (i < budget_.iterations % count ? 1 : 0);
    search(k, Budget(share, seconds, stop), generators[k], parts_[k]);
  });
  total_.clear(legal);
  for (const RootStatistics& part : parts_) total_.merge(part);
  return total_;
}

}  // namespace atl
