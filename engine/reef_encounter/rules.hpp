/// The numbers and switches of the game that a designer may change.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/rules.hpp"

namespace atl::reef_encounter {

/// The documented cards of the expansion, in the order of its table (second_kind/tables.hpp).
inline constexpr std::string_view kAllCards =
    "algae_indigestion,confusion,consumed_polyps,deep_water,disintegration,dislodged,double_lock,extra_free_growth,"
    "extra_growth,late_breakfast,pick_me_up";

/// What happens beside an empty growth space: a tile grows, its player is asked, nothing.
enum class FreeGrowth : std::uint8_t { automatic, optional, none };

struct Rules {
  int players = 2;
  std::vector<int> start_tiles;
  int min_feed = 5;
  int feed_return = 4;
  int final_feed_return = 5;
  int max_hand_tiles = 4;
  int max_lifts = 8;
  int refill_minimum = 3;
  int max_turns = 400;
  std::string free_growth = "automatic";
  bool alga_space_must_differ = false;
  bool advanced = false;
  bool second_kind = false;
  bool crown_start = false;
  int deck_copies = 2;
  std::string cards = std::string(kAllCards);
  bool operator==(const Rules&) const = default;
};

template <class R, class Visitor>
void visit_fields(R& rules, Visitor&& visit) {
  visit(Field{.name = "advanced",
              .help = "the advanced variant: no free growth, harder feeding (sets three other defaults)",
              .preset = true},
        rules.advanced);
  visit(
      Field{
          .name = "start_tiles", .help = "tiles dealt behind each screen, one number per player", .min = 1, .max = 20},
      rules.start_tiles);
  visit(Field{.name = "min_feed", .help = "tiles a coral needs to be fed to the parrotfish", .min = 1, .max = 40},
        rules.min_feed);
  visit(Field{.name = "feed_return", .help = "tiles of a fed coral that go back into the bag", .min = 0, .max = 40},
        rules.feed_return);
  visit(Field{.name = "final_feed_return",
              .help = "the same for the extra feedings at the end (a coral needs one tile more)",
              .min = 0,
              .max = 40},
        rules.final_feed_return);
  visit(Field{.name = "max_hand_tiles", .help = "tiles from behind the screen in one laying", .min = 1, .max = 40},
        rules.max_hand_tiles);
  visit(Field{.name = "max_lifts", .help = "shrimps picked up in one turn", .min = 0, .max = 20, .ours = true},
        rules.max_lifts);
  visit(Field{.name = "refill_minimum", .help = "tiles the bag needs for the game to go on", .min = 0, .max = 40},
        rules.refill_minimum);
  visit(Field{.name = "max_turns",
              .help = "turns of all players together after which the game is stopped",
              .min = 1,
              .max = 10000,
              .ours = true},
        rules.max_turns);
  visit(Field{.name = "free_growth",
              .help = "a tile laid beside an empty growth space grows onto it: always, if its player wants, never",
              .ours = true,
              .words = "automatic|optional|none"},
        rules.free_growth);
  visit(Field{.name = "alga_space_must_differ", .help = "an alga may not repeat the colour lying on the alga space"},
        rules.alga_space_must_differ);
  visit(Field{.name = "second_kind", .help = "the expansion of the Second Kind"}, rules.second_kind);
  visit(Field{.name = "crown_start", .help = "expansion: each player starts with a crown-of-thorns"},
        rules.crown_start);
  visit(Field{.name = "deck_copies", .help = "expansion: copies of each card", .min = 1, .max = 4}, rules.deck_copies);
  visit(Field{.name = "cards",
              .help = "expansion: the cards in the deck, ids with commas in the order of the default",
              .ours = true},
        rules.cards);
}

FreeGrowth free_growth(const Rules& rules);

/// One bit per card of kAllCards. Throws InputError unless the ids are known, in order and at least one.
unsigned cards_in_deck(const Rules& rules);

/// The defaults for 2 to 4 players. Throws InputError for any other number.
Rules default_rules(int players);

/// The advanced variant: harder feeding, no free growth.
void apply_presets(Rules& rules);

/// Version 1 (atoll 0.1): free_growth was true or false, `advanced` raised min_feed to 6. What else was different in
/// the expansion has no words today: a game that needs it does not replay.
void upgrade_rules(int version, std::vector<RuleSetting>& settings);

/// Throws InputError unless the values are in range and fit together.
void check_rules(const Rules& rules);

}  // namespace atl::reef_encounter
