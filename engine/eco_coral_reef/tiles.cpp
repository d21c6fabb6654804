#include "engine/eco_coral_reef/tiles.hpp"

#include <vector>

#include "engine/core/checks.hpp"
#include "engine/core/text.hpp"

namespace atl::eco_coral_reef {
namespace {
constexpr std::string_view kLayoutLetters = "IOTSL";
}

const char* const kDefaultPictures =
    "EBDC EACD EABD EABC FBCD FACD FABD FABC "
    "ECBD ECAD EADB EACB FBDC FADC FADB FBAC "
    "ECDB ECDA EBAD EBAC FCBD FCDA FBAD FBCA "
    "EDBC EDAC EBDA EBCA FCDB FDAC FDAB FCAB "
    "EDCB EDCA EDAB ECBA FDCB FDCA FDBA FCBA";

std::string picture_name(int picture) {
  return {static_cast<char>('0' + picture_type(picture)), static_cast<char>('a' + picture % 8)};
}

std::string mission_name(int mission) {
  return {static_cast<char>('0' + mission_type(mission)),
          kLayoutLetters[static_cast<std::size_t>(mission_layout(mission))]};
}

int picture_from_name(std::string_view name) {
  if (name.size() != 2 || name[0] < '1' || name[0] > '5' || name[1] < 'a' || name[1] > 'h') return -1;
  return (name[0] - '1') * 8 + (name[1] - 'a');
}

int mission_from_name(std::string_view name) {
  if (name.size() != 2 || name[0] < '2' || name[0] > '5') return -1;
  const std::size_t layout = kLayoutLetters.find(name[1]);
  if (layout == std::string_view::npos) return -1;
  return (name[0] - '2') * kNumLayouts + static_cast<int>(layout);
}

PictureSet parse_pictures(std::string_view text) {
  const std::vector<std::string_view> codes = split(text, ' ');
  PictureSet set{};
  for (std::size_t i = 0; i < codes.size() && i < set.size(); ++i) {
    const auto fail = [&](const std::string& why) {
      throw InputError("bad picture set: tile " + picture_name(static_cast<int>(i)) + " (code " +
                       std::to_string(i + 1) + " of 40) is '" + std::string(codes[i]) + "' (" + why +
                       "). Give 40 codes of four letters A to F, separated by single spaces");
    };
    if (codes[i].size() != 4) fail("a code has four letters");
    for (std::size_t corner = 0; corner < 4; ++corner) {
      const char letter = codes[i][corner];
      if (letter < 'A' || letter > 'F')
        fail(std::string("corner ") + std::to_string(corner + 1) + " is no letter from A to F");
      set[i][corner] = static_cast<std::uint8_t>(letter - 'A');
    }
  }
  if (codes.size() != set.size()) {
    throw InputError("bad picture set: " + std::to_string(codes.size()) +
                     " codes (the game has 40 pictures, 1a to 5h). " +
                     "Give 40 codes of four letters A to F, separated by single spaces");
  }
  return set;
}

}  // namespace atl::eco_coral_reef
