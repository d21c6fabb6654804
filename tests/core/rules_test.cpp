#include "engine/core/rules.hpp"

#include <doctest/doctest.h>

#include <string>

#include "engine/core/checks.hpp"

namespace atl {
namespace {

/// A rules struct with every type of field and a preset; no game is needed to test the list.
struct Sample {
  struct Rules {
    int players = 2;
    bool expert = false;
    int stones = 7;
    std::string name = "reef";
    std::string order = "young";
    std::vector<int> sizes = {1, 2, 3};
  };
  static constexpr std::string_view kName = "sample";
  static Rules default_rules(int players) {
    return {.players = players,
            .expert = false,
            .stones = 3 + 2 * players,
            .name = "reef",
            .order = "young",
            .sizes = {1, 2, 3}};
  }
  static void apply_presets(Rules& rules) {
    if (rules.expert) rules.stones = 20;
  }
  static constexpr int kRulesVersion = 2;
  /// Version 1 had stones in pairs.
  static void upgrade_rules(int, std::vector<RuleSetting>& settings) {
    for (RuleSetting& setting : settings) {
      if (setting.name == "stones") setting.value = 2 * std::get<std::int64_t>(setting.value);
    }
  }
  static std::vector<std::string> remarks(const Rules& rules) {
    return rules.expert ? std::vector<std::string>{"Experts only."} : std::vector<std::string>{};
  }
};

template <class R, class Visitor>
  requires std::is_same_v<std::remove_const_t<R>, Sample::Rules>
void visit_fields(R& rules, Visitor&& visit) {
  visit(Field{.name = "expert", .help = "more stones", .preset = true}, rules.expert);
  visit(Field{.name = "stones", .help = "stones at the start", .min = 1, .max = 30}, rules.stones);
  visit(Field{.name = "name", .help = "any text"}, rules.name);
  visit(Field{.name = "order", .help = "who is first", .ours = true, .words = "young|old"}, rules.order);
  visit(Field{.name = "sizes", .help = "sizes of heaps", .min = 0, .max = 9}, rules.sizes);
}

std::string message(const std::vector<RuleSetting>& settings) {
  try {
    make_rules<Sample>(2, settings);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

const Field kNumber{.name = "stones", .help = "", .min = 1, .max = 30};

}  // namespace

TEST_CASE("settings change defaults and defaults depend on the number of players") {
  CHECK(make_rules<Sample>(2, {}).stones == 7);
  CHECK(make_rules<Sample>(4, {}).stones == 11);
  const Sample::Rules rules = make_rules<Sample>(
      2, {{"stones", std::int64_t{9}}, {"sizes", std::vector<int>{5}}, {"name", std::string("a b")}});
  CHECK(rules.stones == 9);
  CHECK(rules.sizes == std::vector<int>{5});
  CHECK(rules.name == "a b");
}

TEST_CASE("a preset changes defaults of others and is applied before them in any order") {
  CHECK(make_rules<Sample>(2, {{"expert", true}}).stones == 20);
  CHECK(make_rules<Sample>(2, {{"stones", std::int64_t{5}}, {"expert", true}}).stones == 5);
}

TEST_CASE("only differences from the defaults are written") {
  CHECK(non_default_rules<Sample>(make_rules<Sample>(2, {})).empty());
  const std::vector<RuleSetting> preset = {{"expert", true}};
  CHECK(non_default_rules<Sample>(make_rules<Sample>(2, preset)) == preset);
  const std::vector<RuleSetting> both = {{"expert", true}, {"stones", std::int64_t{7}}};
  CHECK(non_default_rules<Sample>(make_rules<Sample>(2, both)) == both);
  CHECK(non_default_rules<Sample>(make_rules<Sample>(2, {{"expert", true}, {"stones", std::int64_t{20}}})) == preset);
}

TEST_CASE("unknown names, wrong types and values out of range are refused with a message") {
  CHECK(message({{"stnoes", std::int64_t{3}}}).find("Did you mean 'stones'?") != std::string::npos);
  CHECK(message({{"stones", std::int64_t{31}}}).find("1 to 30") != std::string::npos);
  CHECK(message({{"stones", std::int64_t{0}}}).find("stones") != std::string::npos);
  CHECK(message({{"stones", true}}).find("a whole number") != std::string::npos);
  CHECK(message({{"expert", std::int64_t{1}}}).find("true or false") != std::string::npos);
  CHECK(message({{"sizes", std::vector<int>{1, 10}}}).find("0 to 9") != std::string::npos);
  CHECK(message({{"name", std::vector<int>{1}}}).find("a string") != std::string::npos);
}

TEST_CASE("values are parsed exactly") {
  const FieldValue number = std::int64_t{0};
  CHECK(parse_field_value(kNumber, number, "30") == FieldValue(std::int64_t{30}));
  for (const char* bad : {"", "31", "0", "-1", "1.0", " 1", "one", "1,2"}) {
    CAPTURE(bad);
    CHECK_THROWS_AS(parse_field_value(kNumber, number, bad), InputError);
  }
  CHECK(parse_field_value(kNumber, FieldValue(false), "true") == FieldValue(true));
  for (const char* bad : {"", "True", "1", "yes", "true "}) {
    CAPTURE(bad);
    CHECK_THROWS_AS(parse_field_value(kNumber, FieldValue(false), bad), InputError);
  }
  const FieldValue list = std::vector<int>{};
  CHECK(parse_field_value(kNumber, list, "1,2,30") == FieldValue(std::vector<int>{1, 2, 30}));
  for (const char* bad : {"", "1,", ",1", "1,,2", "1, 2", "1,31"}) {
    CAPTURE(bad);
    CHECK_THROWS_AS(parse_field_value(kNumber, list, bad), InputError);
  }
  CHECK(parse_field_value(kNumber, FieldValue(std::string()), " x=1 \"é\" ") == FieldValue(std::string(" x=1 \"é\" ")));
}

TEST_CASE("a string with listed words takes no other") {
  CHECK(make_rules<Sample>(2, {{"order", std::string("old")}}).order == "old");
  CHECK(message({{"order", std::string("tall")}}) ==
        "bad value 'tall' for rule 'order' (one of young|old). `atoll games` lists rules, defaults and ranges");
}

TEST_CASE("rules of a record mean what they meant when it was written") {
  const std::vector<RuleSetting> five = {{"stones", std::int64_t{5}}};
  CHECK(rules_of_record<Sample>(2, 1, five).stones == 10);
  CHECK(rules_of_record<Sample>(2, 2, five).stones == 5);
  CHECK(rules_of_record<Sample>(2, 1, {}).stones == 7);
  CHECK_THROWS_WITH_AS(rules_of_record<Sample>(2, 3, five),
                       "bad rules version 3 of sample (this program knows 1 to 2). A newer program wrote the record: "
                       "read it with that",
                       InputError);
}

TEST_CASE("a game may have remarks on its rules") {
  CHECK(remarks<Sample>(make_rules<Sample>(2, {})).empty());
  CHECK(remarks<Sample>(make_rules<Sample>(2, {{"expert", true}})) == std::vector<std::string>{"Experts only."});
}

TEST_CASE("every kind of value survives being formatted and parsed") {
  for (const FieldValue& value : {FieldValue(std::int64_t{12}), FieldValue(true), FieldValue(std::string("a=b,c")),
                                  FieldValue(std::vector<int>{3, 1, 2})}) {
    CHECK(parse_field_value(kNumber, value, format_field_value(value)) == value);
  }
}

}  // namespace atl
