#include "engine/eco_coral_reef/points.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

namespace atl::eco_coral_reef {

TEST_CASE("the corner tables equal the rule for every vertex and letter") {
  // All ways to lay up to three letters and then one more, in every order.
  const auto id_of = [](const std::vector<int>& letters) {
    std::size_t id = 0;
    for (const int letter : letters) id = kCorners.next[id][letter];
    return id;
  };
  for (int code = 0; code < 7 * 7 * 7; ++code) {
    std::vector<int> letters;
    for (const int digit : {code / 49, code / 7 % 7, code % 7}) {
      if (digit < kNumLetters) letters.push_back(digit);
    }
    std::vector<int> sorted = letters;
    std::sort(sorted.begin(), sorted.end());
    CHECK(id_of(letters) == id_of(sorted));
    for (int letter = 0; letter < kNumLetters; ++letter) {
      CAPTURE(code);
      CAPTURE(letter);
      const bool match = std::any_of(letters.begin(), letters.end(), [&](int other) {
        return other == letter || (letter == 4 && other < 4) || (other == 4 && letter < 4);
      });
      std::vector<int> all = letters;
      all.push_back(letter);
      int bonus = 0;
      for (int living = 0; all.size() == 4 && living < 4; ++living) {
        const auto same = std::count(all.begin(), all.end(), living);
        if (same == 4) bonus = 3;
        if (same == 3 && std::count(all.begin(), all.end(), 4) == 1) bonus = 1;
      }
      CHECK(points_of(kCorners.points[id_of(letters)], letter) == (match ? 1 : 0) + bonus);
      CHECK(points_of(kCorners.bonus[id_of(letters)], letter) == bonus);
    }
  }
}

}  // namespace atl::eco_coral_reef
