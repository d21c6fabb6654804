/// Who sees what of one event, and the small keys that searches use for it. README.md, "Observations".
#include "engine/reef_rescue/game.hpp"
#include "engine/reef_rescue/legal.hpp"

namespace atl::reef_rescue {
namespace {

/// The tiles on `cells` before the event, from the lowest cell.
Array<std::uint8_t, 3> shown(const State& before, std::uint64_t cells) {
  Array<std::uint8_t, 3> seen = {kNoTile, kNoTile, kNoTile};
  for (std::size_t i = 0; cells != 0; ++i) seen[i] = before.tile[pop_lowest_bit(cells)];
  return seen;
}

bool is_private_to(const State& before, Observer observer) {
  return observer == kOmniscient || observer == Observer(before.mover);
}

/// The cells filled if `action` is the last placement of a Sea Scope, else 0.
std::uint64_t filled_by(const State& before, Action action) {
  return verb_of(action) == Verb::place && before.cursor == 2 ? before.marked | bit(argument_of(action)) : 0;
}

/// The cells lifted if `action` is the last pick, else 0.
std::uint64_t lifted_by(const State& before, Action action) {
  return verb_of(action) == Verb::pick && std::popcount(before.marked) == 2 ? before.marked | bit(argument_of(action))
                                                                            : 0;
}

// Classes of shown tiles. Littles use their value (2 to 4).
constexpr std::uint32_t kKeyGarbage = 1;
constexpr std::uint32_t kKeyHalfAlone = 5;
constexpr std::uint32_t kKeyReef = 6;   // + number of other reef tiles known
constexpr std::uint32_t kKeyHalf = 16;  // + set: the other half is known
constexpr int kKeyBits = 5;

}  // namespace

Action Game::visible_action(const State& before, Action action, Observer observer) const {
  const Verb verb = verb_of(action);
  if (verb == Verb::deal && observer != kOmniscient) return make_action(Verb::deal, kHidden);
  if (verb == Verb::place && !is_private_to(before, observer)) return make_action(Verb::place, kHidden);
  return action;
}

Observation Game::observe(const State& before, Action action, const State&, Observer observer) const {
  Observation observation{.code = visible_action(before, action, observer).code};
  switch (verb_of(action)) {
    case Verb::flip: observation.seen = shown(before, bit(argument_of(action))); break;
    case Verb::shine: observation.seen = shown(before, shine_cells(action)); break;
    case Verb::pick:
      if (is_private_to(before, observer)) observation.seen = shown(before, lifted_by(before, action));
      break;
    case Verb::place: {
      std::uint64_t cells = filled_by(before, action);
      for (std::size_t i = 0; cells != 0; ++i) observation.filled[i] = static_cast<std::uint8_t>(pop_lowest_bit(cells));
      break;
    }
    default: break;
  }
  return observation;
}

Observation Game::public_part(const Observation& observation) {
  Observation part = observation;
  const Verb verb = verb_of({observation.code});
  if (verb == Verb::deal || verb == Verb::place) part.code = make_action(verb, kHidden).code;
  if (verb == Verb::pick) part.seen.fill(kNoTile);
  return part;
}

std::uint64_t Game::known_cells(const State& state, Observer observer) const {
  if (observer == kOmniscient) return state.present;
  if (observer.is_seat()) return state.known[observer.seat()];
  // A private look is known to one seat only, so what all seats know was seen by everyone.
  std::uint64_t known = state.present;
  for (const std::uint64_t cells : state.known) known &= cells;
  return known;
}

std::uint32_t Game::tile_key(const State& state, int cell, std::uint64_t known) const {
  const TileInfo& info = kTileInfo[state.tile[cell]];
  if (info.garbage) return kKeyGarbage;
  if (info.set < 0) return static_cast<std::uint32_t>(info.value);
  std::uint32_t others = 0;
  for (std::uint64_t mates = kSetTiles[info.set]; mates != 0;) {
    const int at = cell_of(state, pop_lowest_bit(mates));
    others += at >= 0 && at != cell && (known >> at & 1) != 0 ? 1 : 0;
  }
  if (info.set == kReef) return kKeyReef + others;
  return others == 0 ? kKeyHalfAlone : kKeyHalf + static_cast<std::uint32_t>(info.set);
}

std::uint32_t Game::result_key(const State& before, Action action, const State&, Observer observer) const {
  const auto tiles_key = [&](std::uint64_t cells) {
    const std::uint64_t known = known_cells(before, observer) | cells;
    std::uint32_t key = 0;
    for (int shift = 0; cells != 0; shift += kKeyBits) key |= tile_key(before, pop_lowest_bit(cells), known) << shift;
    return key;
  };
  switch (verb_of(action)) {
    case Verb::deal: return observer == kOmniscient ? action.code : 0;
    case Verb::face: return action.code;
    case Verb::flip: return tiles_key(bit(argument_of(action)));
    case Verb::shine: return tiles_key(shine_cells(action));
    case Verb::pick: return is_private_to(before, observer) ? tiles_key(lifted_by(before, action)) : 0;
    case Verb::place: {
      std::uint32_t key = 0;
      if (is_private_to(before, observer)) return key;
      for (std::uint64_t cells = filled_by(before, action); cells != 0;) {
        key = key << 6 | static_cast<std::uint32_t>(pop_lowest_bit(cells) + 1);
      }
      return key;
    }
    default: return 0;
  }
}

std::uint32_t Game::action_class(const State& state, Action action) const {
  const int argument = argument_of(action);
  switch (verb_of(action)) {
    case Verb::flip:
      if ((state.fresh >> argument & 1) == 0) return action.code;
      // Later flips of one turn need a name that does not depend on which fresh cells the earlier ones took.
      return make_action(Verb::flip, state.marked == 0 ? std::countr_zero(state.fresh) : kHidden).code;
    case Verb::shine: {
      // A run with a cell that is not fresh is alone in its class: that cell tells where the run lies.
      if ((shine_cells(action) & ~state.fresh) != 0) return action.code;
      const int longer = argument & 3;
      const std::uint64_t runs = longer == 0   ? state.fresh
                                 : longer == 1 ? runs_of_two(state.fresh)
                                               : runs_of_three(state.fresh);
      return make_action(Verb::shine, std::countr_zero(runs) << 2 | longer).code;
    }
    case Verb::claim_tile: {
      // Only the claim that skips nothing: what a later one skips depends on the cell.
      if (argument != std::countr_zero(claimable(state).tiles)) return action.code;
      return make_action(Verb::claim_tile, 0x80 + kTileInfo[state.tile[argument]].value).code;
    }
    default: return action.code;
  }
}

}  // namespace atl::reef_rescue
