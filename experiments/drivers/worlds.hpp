/// Sampled histories: what an observer may believe at a position.
#pragma once

#include <functional>

#include "experiments/drivers/from_record.hpp"

namespace atl {

template <ImperfectInformationGame G>
void sample_worlds(const RecordPosition& position, Observer observer, std::uint64_t count, std::uint64_t seed,
                   const std::function<void(const GameRecord&)>& out) {
  const G game = game_of<G>(position.record);
  if (observer == kOmniscient) throw InputError("the omniscient observer has no other worlds");
  if (observer.is_seat() && observer.seat().index() >= static_cast<std::size_t>(game.num_players())) {
    throw InputError("no seat " + std::to_string(observer.seat().index()) + " (0 to " +
                     std::to_string(game.num_players() - 1) + ")");
  }
  const Replay<G> replay = replay_events(game, tokens_of(position));
  const typename G::InformationState information = information_after(game, replay.actions, observer);
  GameRecord world = position.record;
  world.scores.clear();
  world.ranks.clear();
  world.end.clear();
  world.seed = seed;
  for (std::uint64_t i = 0; i < count; ++i) {
    Rng rng = Rng::derive(seed, Stream::tool, {i});
    world.index = i;
    world.events = tokens(game, information.sample_record(rng));
    out(world);
  }
}

}  // namespace atl
