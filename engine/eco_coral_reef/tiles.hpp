/// Names and numbers of the tiles: pictures 0..39 are 1a..5h, missions 0..19 are 2I..5L.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

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

/// What a person who wrote down a set should look at twice, one sentence each: how often each letter comes, letters
/// that do not come at all, living corals of which one is twice as frequent as another, tiles that are equal but for a
/// turn. The first one is always there.
std::vector<std::string> picture_findings(const PictureSet& pictures);

extern const char* const kDefaultPictures;

}  // namespace atl::eco_coral_reef
