/// Names and numbers of the tiles: pictures 0..39 are 1a..5h, missions 0..19 are 2I..5L; and the rules struct.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/core/rules.hpp"

namespace atl::eco_coral_reef {

inline constexpr int kNumPictures = 40;
inline constexpr int kNumMissions = 20;
inline constexpr int kNumLayouts = 5;  ///< I O T S L, in this order
inline constexpr int kNumShapes = 6;   ///< the layouts and the rectangle
inline constexpr int kRectangle = 5;

/// Corner letters A B C D (living), E (the joker) and F (dead) as 0..5.
inline constexpr int kNumLetters = 6;
inline constexpr int kJoker = 4;
inline constexpr int kDead = 5;

/// 1..5; type 1 are the loners.
constexpr int picture_type(int picture) { return picture / 8 + 1; }
/// 2..5.
constexpr int mission_type(int mission) { return mission / kNumLayouts + 2; }
constexpr int mission_layout(int mission) { return mission % kNumLayouts; }

/// Pictures of one type as a mask.
constexpr std::uint64_t type_pictures(int type) { return std::uint64_t{0xff} << (8 * (type - 1)); }

std::string picture_name(int picture);
std::string mission_name(int mission);
/// The number of a tile, or -1.
int picture_from_name(std::string_view name);
int mission_from_name(std::string_view name);

/// [picture][corner] letters of the unturned tile, clockwise from the north-west corner.
using PictureSet = std::array<std::array<std::uint8_t, 4>, kNumPictures>;

/// Reads a set of 40 codes separated by single spaces. Throws InputError naming the tile that is wrong.
PictureSet parse_pictures(std::string_view text);

extern const char* const kDefaultPictures;

/// What a designer may change. The ranges are in visit_fields.
struct Rules {
  int players = 2;
  std::string pictures = kDefaultPictures;
  int actions = 3;
  int first_turn_extra = 1;
  int hand_limit = 5;
  bool match_diagonal = true;
  int mission_points = 7;
  int loner_cost = 3;
  std::string reuse = "per_tile";
  int target = 40;
  int open_mission_cost = 2;
  bool operator==(const Rules&) const = default;
};

template <class R, class Visitor>
void visit_fields(R& rules, Visitor&& visit) {
  visit(Field{.name = "pictures",
              .help = "corner letters of the 40 pictures 1a..5h, clockwise from the north-west, separated by spaces"},
        rules.pictures);
  visit(Field{.name = "actions", .help = "actions in a turn", .min = 1, .max = 10}, rules.actions);
  visit(Field{.name = "first_turn_extra",
              .help = "further actions of the first player in the first turn",
              .min = 0,
              .max = 5},
        rules.first_turn_extra);
  visit(Field{.name = "hand_limit",
              .help = "pictures and missions, each, that a hand may hold at the end of a turn",
              .min = 1,
              .max = 20},
        rules.hand_limit);
  visit(
      Field{.name = "match_diagonal", .help = "whether a corner also matches the corner diagonally across its vertex"},
      rules.match_diagonal);
  visit(Field{.name = "mission_points", .help = "points of a claimed mission", .min = 0, .max = 50},
        rules.mission_points);
  visit(Field{.name = "loner_cost", .help = "points less for each loner in a claimed formation", .min = 0, .max = 50},
        rules.loner_cost);
  visit(Field{.name = "reuse",
              .help = "per_tile: a tile serves each shape once; per_formation: only equal formations are barred"},
        rules.reuse);
  visit(
      Field{.name = "target", .help = "points at the end of a turn that make the round the last", .min = 1, .max = 500},
      rules.target);
  visit(
      Field{
          .name = "open_mission_cost", .help = "points less for each mission in hand at the end", .min = 0, .max = 50},
      rules.open_mission_cost);
}

}  // namespace atl::eco_coral_reef
