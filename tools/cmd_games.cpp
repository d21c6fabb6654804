/// `atoll games`: the games, their player counts, and the rules a designer may change, and what the games
/// offer to searches and studies.

#include <fmt/format.h>

#include <algorithm>

#include "experiments/drivers/drivers.hpp"
#include "experiments/drivers/rule_text.hpp"
#include "tools/command.hpp"
#include "tools/common.hpp"

namespace atl::tools {

using namespace report;

namespace {

struct GamesOptions {
  std::string game;
  std::optional<std::int64_t> players;
  std::vector<std::string> rules;
  Format format = Format::table;
};

void declare(Options& options, GamesOptions& values) {
  options.positional("game", values.game, "only this game, with its rules", false);
  options.optional_integer("players", values.players, 1, kMaxSeats,
                           "show the rules' defaults for this many [the fewest]");
  options.settings("rule", values.rules,
                   "show this value instead of the default, and what to look at twice; once per rule, with a game");
  options.format(values.format);
}

/// Behind what stands for a gap in the printed rules.
constexpr const char* kOurs = " *";

std::string range_of(const FieldState& state) {
  if (std::holds_alternative<bool>(state.value)) return "true|false";
  if (std::holds_alternative<std::string>(state.value))
    return state.field.words.empty() ? "text" : std::string(state.field.words);
  const std::string range = fmt::format("{} to {}", state.field.min, state.field.max);
  return std::holds_alternative<std::vector<int>>(state.value) ? range + " each" : range;
}

/// What the classes of the games offer beyond the rules.
Table ability_table(const std::vector<const GameDriver*>& drivers) {
  Table table{.name = "abilities", .title = "What the games offer", .columns = {"ability"}, .rows = {}, .notes = {}};
  std::vector<Abilities> classes;
  for (const GameDriver* const driver : drivers) {
    for (const Abilities& offered : driver->info().classes) {
      table.columns.emplace_back(offered.class_name());
      classes.push_back(offered);
    }
  }
  table.columns.emplace_back("what_it_is");
  for (const AbilityRow& row : classes.front().rows()) {
    std::vector<Cell> cells = {cell(row.name)};
    for (const Abilities& offered : classes) cells.push_back(cell(offered.offers(row.ability)));
    cells.push_back(cell(row.help));
    table.add(std::move(cells));
  }
  return table;
}

int run(const Options&, const GamesOptions& values) {
  std::vector<const GameDriver*> drivers = game_drivers();
  if (!values.game.empty()) drivers = {&find_driver(values.game)};
  if (values.game.empty() && !values.rules.empty())
    throw InputError("--rule without a game (rules belong to a game). Write atoll games GAME --rule NAME=VALUE");
  Table games{.name = "games", .title = "", .columns = {"game", "players", "default_agent"}, .rows = {}, .notes = {}};
  std::vector<Table> tables(1);
  for (const GameDriver* const driver : drivers) {
    const GameInfo& info = driver->info();
    games.add(
        {cell(info.name), cell(fmt::format("{} to {}", info.min_players, info.max_players)), cell(info.default_spec)});
    if (values.game.empty() && values.format == Format::table) continue;
    const int players = values.game.empty() ? info.min_players : resolve_players(*driver, values.players);
    Table rules{.name = info.name + "_rules",
                .title = fmt::format("Rules of {}, {} for {} players", info.name,
                                     values.rules.empty() ? "defaults" : "with the values given,", players),
                .columns = {"rule", values.rules.empty() ? "default" : "value", "range", "what_it_is"},
                .rows = {},
                .notes = {}};
    bool ours = false;
    const std::vector<RuleSetting> given = parse_rules(*driver, players, values.rules);
    for (FieldState state : driver->rule_fields(players)) {
      const auto setting = std::ranges::find(given, state.field.name, &RuleSetting::name);
      if (setting != given.end()) state.value = setting->value;
      std::string shown = format_field_value(state.value);
      if (values.format == Format::table && shown.size() > 40) shown = shown.substr(0, 37) + "...";
      rules.add({cell(state.field.name), cell(shown), cell(range_of(state)),
                 cell(std::string(state.field.help) + (state.field.preset ? " (sets other defaults)" : "") +
                      (state.field.ours ? kOurs : ""))});
      ours = ours || state.field.ours;
    }
    if (ours) rules.notes.push_back("* ours: the printed rules do not say it, or leave it open.");
    for (const auto& remarks : {driver->remarks(players, given), driver->findings(players, given)}) {
      if (!values.game.empty()) rules.notes.insert(rules.notes.end(), remarks.begin(), remarks.end());
    }
    tables.push_back(std::move(rules));
  }
  if (values.game.empty() && values.format == Format::table)
    games.notes = {"`atoll games GAME` lists its rules; --rule NAME=VALUE changes one."};
  tables.front() = std::move(games);
  tables.push_back(ability_table(drivers));
  fmt::print("{}", render(tables, values.format));
  return kDone;
}

}  // namespace

Verb games_verb() {
  return make_verb<GamesOptions>("games", "games, player counts, rules with defaults and ranges, abilities", "",
                                 declare, run);
}

}  // namespace atl::tools
