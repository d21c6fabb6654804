#include "engine/eco_coral_reef/tiles.hpp"

#include <algorithm>
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

std::vector<std::string> picture_findings(const PictureSet& pictures) {
  std::array<int, kNumLetters> count{};
  for (const auto& corners : pictures) {
    for (const std::uint8_t letter : corners) ++count[letter];
  }
  const auto letter_name = [](std::size_t letter) { return std::string(1, static_cast<char>('A' + letter)); };
  std::vector<std::string> parts, findings(1);
  for (std::size_t letter = 0; letter < count.size(); ++letter) {
    parts.push_back(letter_name(letter) + " " + std::to_string(count[letter]));
    if (count[letter] == 0) findings.push_back("No corner shows " + letter_name(letter) + ".");
  }
  findings[0] = "Of 160 corners show " + join(parts, ", ") + ".";
  const auto [rarest, commonest] = std::minmax_element(count.begin(), count.begin() + kJoker);
  if (*commonest >= 2 * *rarest && *rarest > 0) {
    findings.push_back("The living coral " + letter_name(static_cast<std::size_t>(commonest - count.begin())) +
                       " is at least twice as frequent as " +
                       letter_name(static_cast<std::size_t>(rarest - count.begin())) + ".");
  }
  for (std::size_t one = 0; one < pictures.size(); ++one) {
    for (std::size_t other = one + 1; other < pictures.size(); ++other) {
      auto turned = pictures[other];
      bool equal = false;
      for (int turns = 0; turns < 4 && !equal; ++turns) {
        equal = pictures[one] == turned;
        std::rotate(turned.begin(), turned.begin() + 1, turned.end());
      }
      if (!equal) continue;
      findings.push_back(picture_name(static_cast<int>(one)) + " and " + picture_name(static_cast<int>(other)) +
                         (pictures[one] == pictures[other] ? " are equal." : " are equal but for a turn."));
    }
  }
  return findings;
}

}  // namespace atl::eco_coral_reef
