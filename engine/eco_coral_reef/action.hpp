/// Action codes of ECO: the kind in the top four bits, below it what it is done with.
///
///     31..28 kind
///     swap            11..6 first   5..0 second
///     take, drop, deal  5..0 tile
///     draw, gem            0 deck (0 pictures, 1 missions)
///     put     21..16 picture  15..9 y + 39   8..2 x + 39   1..0 quarter turns
///     claim   20..16 mission  15..14 form (A B C)  13..0 which: for A and B the number of the layout's placement
///             around the tile just put (formations.hpp), for C (dx + 39) * 128 + (dy + 39) to the opposite corner
#pragma once

#include <cstdint>

#include "engine/core/types.hpp"
#include "engine/eco_coral_reef/board.hpp"

namespace atl::eco_coral_reef {

enum class Kind : std::uint8_t {
  keep = 1,
  swap,
  take_picture,
  take_mission,
  draw,
  gem,
  put,
  pass,
  claim,
  done,
  drop_picture,
  drop_mission,
  deal_picture,  // chance
  deal_mission,  // chance
};

enum class Form : std::uint8_t { settlement = 0, coexistence = 1, migration = 2 };

constexpr Action make_action(Kind kind, std::uint32_t payload = 0) {
  return {(static_cast<std::uint32_t>(kind) << 28) | payload};
}
constexpr Kind kind_of(Action action) { return static_cast<Kind>(action.code >> 28); }
/// The tile of a take, drop or deal; the deck of a draw or gem.
constexpr int tile_of(Action action) { return static_cast<int>(action.code & 0x3f); }

constexpr int swap_first(Action action) { return static_cast<int>((action.code >> 6) & 0x3f); }
constexpr int swap_second(Action action) { return static_cast<int>(action.code & 0x3f); }

/// Requires |x|, |y| <= kReach.
constexpr Action make_put(int picture, int x, int y, int turns) {
  return make_action(Kind::put, (static_cast<std::uint32_t>(picture) << 16) |
                                    (static_cast<std::uint32_t>(y + kReach) << 9) |
                                    (static_cast<std::uint32_t>(x + kReach) << 2) | static_cast<std::uint32_t>(turns));
}
constexpr int put_picture(Action action) { return static_cast<int>((action.code >> 16) & 0x3f); }
constexpr int put_y(Action action) { return static_cast<int>((action.code >> 9) & 0x7f) - kReach; }
constexpr int put_x(Action action) { return static_cast<int>((action.code >> 2) & 0x7f) - kReach; }
constexpr int put_turns(Action action) { return static_cast<int>(action.code & 3); }

constexpr Action make_claim(int mission, Form form, int which) {
  return make_action(Kind::claim, (static_cast<std::uint32_t>(mission) << 16) |
                                      (static_cast<std::uint32_t>(form) << 14) | static_cast<std::uint32_t>(which));
}
constexpr int rectangle_code(int dx, int dy) { return (dx + kReach) * 128 + dy + kReach; }
constexpr int claim_mission(Action action) { return static_cast<int>((action.code >> 16) & 0x1f); }
constexpr Form claim_form(Action action) { return static_cast<Form>((action.code >> 14) & 3); }
constexpr int claim_which(Action action) { return static_cast<int>(action.code & 0x3fff); }
constexpr int claim_dx(Action action) { return claim_which(action) / 128 - kReach; }
constexpr int claim_dy(Action action) { return claim_which(action) % 128 - kReach; }

}  // namespace atl::eco_coral_reef
