#include "engine/core/text.hpp"

#include <doctest/doctest.h>

namespace atl {

TEST_CASE("numbers are read whole or not at all") {
  CHECK(parse_integer("0") == 0);
  CHECK(parse_integer("-42") == -42);
  CHECK(parse_integer("9223372036854775807") == 9223372036854775807);
  CHECK(parse_unsigned("18446744073709551615") == 18446744073709551615U);
  CHECK(parse_real("0.5") == 0.5);
  CHECK(parse_real("-1e3") == -1000.0);
  CHECK(parse_real("0") == 0.0);
  for (const char* bad : {"", " 1", "1 ", "+1", "1x", "x", "010", "-01", "0x10", "1.5", "9223372036854775808", "--1",
                          "1,2", "\t1", "-"}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_integer(bad));
  }
  for (const char* bad : {"", "-1", "-0x1", "18446744073709551616", "007", "1 "}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_unsigned(bad));
  }
  for (const char* bad : {"", "nan", "inf", "-inf", "1e999", "1.5x", "00.5", "+1.0", " 1"}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_real(bad));
  }
}

TEST_CASE("the nearest word is found if it is near") {
  const std::vector<std::string> known = {"random", "greedy", "ismcts", "pimc"};
  CHECK(nearest_word("ismtcs", known) == "ismcts");
  CHECK(nearest_word("gredy", known) == "greedy");
  CHECK(nearest_word("pimk", known) == "pimc");
  CHECK_FALSE(nearest_word("alphazero", known));
  CHECK_FALSE(nearest_word("x", {}));
}

TEST_CASE("a message about an unknown word lists the known ones") {
  CHECK(unknown_word_message("agent", "ismtcs", {"random", "ismcts"}) ==
        "unknown agent 'ismtcs' (known: random, ismcts). Did you mean 'ismcts'?");
  CHECK(unknown_word_message("agent", "zzz", {"random", "ismcts"}) == "unknown agent 'zzz' (known: random, ismcts).");
}

TEST_CASE("split and join are inverse") {
  CHECK(split("a,b,,c", ',').size() == 4);
  CHECK(split("", ',').size() == 1);
  CHECK(split(",", ',').size() == 2);
  CHECK(join({"a", "b"}, ", ") == "a, b");
  CHECK(join({}, ",").empty());
  std::vector<std::string> parts;
  for (const std::string_view part : split("x y  z ", ' ')) parts.emplace_back(part);
  CHECK(join(parts, " ") == "x y  z ");
}

}  // namespace atl
