/// Names of tiles, picture sets.
#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "engine/core/text.hpp"
#include "engine/eco_coral_reef/eco_coral_reef.hpp"

namespace atl::eco_coral_reef {
namespace {

std::string message_of(const std::string& pictures) {
  Rules rules = Game::default_rules(2);
  rules.pictures = pictures;
  try {
    const Game game(rules);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

bool mentions(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("names of tiles are read back, and nothing else is") {
  for (int picture = 0; picture < kNumPictures; ++picture) CHECK(picture_from_name(picture_name(picture)) == picture);
  for (int mission = 0; mission < kNumMissions; ++mission) CHECK(mission_from_name(mission_name(mission)) == mission);
  CHECK(picture_name(0) == "1a");
  CHECK(picture_name(39) == "5h");
  CHECK(mission_name(0) == "2I");
  CHECK(mission_name(19) == "5L");
  for (const char* text : {"", "1", "1i", "6a", "0a", "1A", "1ab", "2I"}) CHECK(picture_from_name(text) == -1);
  for (const char* text : {"", "1I", "6I", "2i", "2J", "2II", "3a"}) CHECK(mission_from_name(text) == -1);
}

TEST_CASE("a bad picture set is refused, naming the place") {
  std::vector<std::string> codes;
  for (const std::string_view code : split(kDefaultPictures, ' ')) codes.emplace_back(code);
  CHECK(message_of(join(codes, " ")).empty());
  const auto changed = [&](std::size_t at, const std::string& code) {
    std::vector<std::string> other = codes;
    other[at] = code;
    return message_of(join(other, " "));
  };
  CHECK(mentions(changed(18, "ECDG"), "tile 3c (code 19 of 40) is 'ECDG' (corner 4 is no letter from A to F)"));
  CHECK(mentions(changed(0, "EBD"), "tile 1a (code 1 of 40) is 'EBD' (a code has four letters)"));
  CHECK(mentions(changed(39, "abcd"), "tile 5h (code 40 of 40)"));
  CHECK(mentions(changed(5, ""), "tile 1f (code 6 of 40) is ''"));
  CHECK(mentions(message_of(""), "tile 1a"));
  codes.pop_back();
  CHECK(mentions(message_of(join(codes, " ")), "39 codes"));
  codes.insert(codes.end(), 2, "ABCD");
  CHECK(mentions(message_of(join(codes, " ")), "41 codes"));
}

TEST_CASE("findings of a picture set: letters, and tiles that are equal but for a turn") {
  const auto findings = [](std::vector<std::string> codes) {
    return picture_findings(parse_pictures(join(codes, " ")));
  };
  std::vector<std::string> codes;
  for (const std::string_view code : split(kDefaultPictures, ' ')) codes.emplace_back(code);
  CHECK(findings(codes) == std::vector<std::string>{"Of 160 corners show A 30, B 30, C 30, D 30, E 20, F 20."});
  codes[1] = "EBDC";   // as 1a
  codes[39] = "CEBD";  // 1a turned
  CHECK(findings(codes) == std::vector<std::string>{"Of 160 corners show A 28, B 31, C 30, D 31, E 21, F 19.",
                                                    "1a and 1b are equal.", "1a and 5h are equal but for a turn.",
                                                    "1b and 5h are equal but for a turn."});
  const std::vector<std::string> plain = findings(std::vector<std::string>(40, "AABE"));
  REQUIRE(plain.size() == 1 + 3 + 40 * 39 / 2);
  CHECK(plain[1] == "No corner shows C.");
  CHECK(plain[3] == "No corner shows F.");
  for (std::size_t i = 0; i < codes.size(); ++i) codes[i] = i % 4 == 0 ? "ABCD" : i % 2 == 0 ? "AAEF" : "ABAC";
  CHECK(findings(codes)[1] == "The living coral A is at least twice as frequent as D.");
}

}  // namespace atl::eco_coral_reef
