/// Rule fields: each game lists them once, and everything that reads or writes them follows that list (records,
/// --rule, configuration, help, validation).
///
/// A game's namespace holds
///
///   template <class Rules, class Visitor>            // Rules is the rules struct, const or not
///   void visit_fields(Rules& rules, Visitor&& visit) {
///     visit(Field{.name = "max_flips", .help = "flips per turn at most", .min = 1, .max = 40}, rules.max_flips);
///   }
///
/// Members are int, bool, std::string or std::vector<int>; min and max bound every number, `words` lists what a string
/// may be. `players` is not a field. Fields marked `preset` change the defaults of others: they are set first, then the
/// game's apply_presets (abilities.hpp) runs, then the rest is set.
///
/// Rules change from version to version of a game: G::kRulesVersion counts them, G::rules_of_version(version, players)
/// gives the defaults of an older one, and G::upgrade_rules(version, settings) puts what its records say into today's
/// words.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "engine/core/abilities.hpp"
#include "engine/core/checks.hpp"

namespace atl {

struct Field {
  std::string_view name;
  std::string_view help;
  std::int64_t min = 0;
  std::int64_t max = 0;
  bool preset = false;
  bool ours = false;         ///< stands for a gap in the printed rules: they do not say it, or leave it open
  std::string_view words{};  ///< `one|another`: what a string may be; empty: any text, the game checks it
};

using FieldValue = std::variant<std::int64_t, bool, std::string, std::vector<int>>;

/// One named value, as given on a command line, in a record or in a configuration.
struct RuleSetting {
  std::string name;
  FieldValue value;
  bool operator==(const RuleSetting&) const = default;
};

/// A field with its value in one rules struct.
struct FieldState {
  Field field;
  FieldValue value;
};

/// Reads the text of one value for a field whose current value has the type wanted. Numbers and booleans exactly
/// (`true`, `false`; no blanks, no signs but '-'), lists with commas, strings as they are.
/// Throws InputError naming the field, the text and what is allowed.
FieldValue parse_field_value(const Field& field, const FieldValue& like, std::string_view text);

/// Throws InputError unless `value` has the type of `like` and every number lies in the field's range.
void check_field_value(const Field& field, const FieldValue& like, const FieldValue& value);

/// A value as --rule would take it.
std::string format_field_value(const FieldValue& value);

/// InputError for a rule name that `game` does not have, with the known names and "did you mean".
[[noreturn]] void throw_unknown_rule(std::string_view game, std::string_view name,
                                     const std::vector<FieldState>& known);

namespace detail {

template <class T>
FieldValue to_field_value(const T& member) {
  if constexpr (std::is_same_v<T, int>) {
    return std::int64_t{member};
  } else {
    return member;
  }
}

template <class T>
void from_field_value(const FieldValue& value, T& member) {
  if constexpr (std::is_same_v<T, int>) {
    member = static_cast<int>(std::get<std::int64_t>(value));
  } else {
    member = std::get<T>(value);
  }
}

}  // namespace detail

/// All fields of a rules struct with their values, in the order of the game's list.
template <class Rules>
std::vector<FieldState> field_states(const Rules& rules) {
  std::vector<FieldState> states;
  visit_fields(rules, [&](const Field& field, const auto& member) {
    // In place: g++ 12 warns of uninitialised parts of the variant in a temporary that is moved.
    FieldState& state = states.emplace_back();
    state.field = field;
    state.value = detail::to_field_value(member);
  });
  return states;
}

namespace detail {

template <class Rules>
void set_fields(Rules& rules, const std::vector<RuleSetting>& settings, bool preset) {
  visit_fields(rules, [&](const Field& field, auto& member) {
    if (field.preset != preset) return;
    for (const RuleSetting& setting : settings) {
      if (setting.name != field.name) continue;
      check_field_value(field, to_field_value(member), setting.value);
      from_field_value(setting.value, member);
    }
  });
}

template <class G>
typename G::Rules preset_rules(typename G::Rules rules, const std::vector<RuleSetting>& settings) {
  set_fields(rules, settings, true);
  apply_presets<G>(rules);
  return rules;
}

}  // namespace detail

/// Throws InputError if a value is out of its field's range, or a word not among its words; the field named `except` is
/// not looked at.
template <class Rules>
void check_fields(const Rules& rules, std::string_view except = {}) {
  visit_fields(rules, [&](const Field& field, const auto& member) {
    const FieldValue value = detail::to_field_value(member);
    if (field.name != except) check_field_value(field, value, value);
  });
}

/// The rules that `settings` make of `defaults`. Throws InputError on an unknown name, a wrong type or a value out of
/// range (values that do not fit together are refused by the Game's constructor).
template <class G>
typename G::Rules make_rules(const typename G::Rules& defaults, const std::vector<RuleSetting>& settings) {
  const std::vector<FieldState> known = field_states(defaults);
  for (const RuleSetting& setting : settings) {
    bool found = false;
    for (const FieldState& state : known) found |= state.field.name == setting.name;
    if (!found) throw_unknown_rule(G::kName, setting.name, known);
  }
  typename G::Rules rules = detail::preset_rules<G>(defaults, settings);
  detail::set_fields(rules, settings, false);
  return rules;
}
template <class G>
typename G::Rules make_rules(int players, const std::vector<RuleSetting>& settings) {
  return make_rules<G>(G::default_rules(players), settings);
}

/// The values of `rules` that differ from the defaults (those of its presets, for fields that are none), in list
/// order: what a record holds.
template <class G>
std::vector<RuleSetting> non_default_rules(const typename G::Rules& rules) {
  std::vector<RuleSetting> all;
  for (const FieldState& state : field_states(rules)) all.push_back({std::string(state.field.name), state.value});
  const typename G::Rules plain = G::default_rules(rules.players);
  const std::vector<FieldState> defaults = field_states(plain);
  const std::vector<FieldState> presets = field_states(detail::preset_rules<G>(plain, all));
  std::vector<RuleSetting> changed;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const FieldState& like = defaults[i].field.preset ? defaults[i] : presets[i];
    if (like.value != all[i].value) changed.push_back(std::move(all[i]));
  }
  return changed;
}

/// 1 for a game that does not say.
template <class G>
constexpr int rules_version() {
  if constexpr (requires { G::kRulesVersion; }) {
    return G::kRulesVersion;
  } else {
    return 1;
  }
}

/// The rules of a record that was written under `version` of the game's rules: settings mean what they meant then.
/// Throws InputError if this program does not know that version.
template <class G>
typename G::Rules rules_of_record(int players, int version, std::vector<RuleSetting> settings) {
  if (version < 1 || version > rules_version<G>()) {
    throw InputError("bad rules version " + std::to_string(version) + " of " + std::string(G::kName) +
                     " (this program knows 1 to " + std::to_string(rules_version<G>()) +
                     "). A newer program wrote the record: read it with that");
  }
  if constexpr (requires { G::upgrade_rules(version, settings); }) {
    if (version < rules_version<G>()) G::upgrade_rules(version, settings);
  }
  if constexpr (requires { G::rules_of_version(version, players); }) {
    return make_rules<G>(G::rules_of_version(version, players), settings);
  } else {
    return make_rules<G>(players, settings);
  }
}

}  // namespace atl
