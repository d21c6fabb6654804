/// The numbers and switches that a designer may change, and the pictures.
#pragma once

#include <string>

#include "engine/core/rules.hpp"
#include "engine/eco_coral_reef/tiles.hpp"

namespace atl::eco_coral_reef {

struct Rules {
  int players = 2;
  std::string pictures = kDefaultPictures;
  int actions = 3;
  int first_turn_extra = 1;
  std::string gem_timing = "anytime";
  int hand_limit = 5;
  std::string dead_completion = "match";
  bool match_diagonal = true;
  int mission_points = 7;
  int loner_cost = 3;
  std::string reuse = "per_tile";
  int target = 40;
  int open_mission_cost = 2;

  /// What version 1 did, and no field: the target counts at the end of a turn only.
  bool target_at_turn_end = false;

  bool operator==(const Rules&) const = default;
};

template <class R, class Visitor>
void visit_fields(R& rules, Visitor&& visit) {
  visit(Field{.name = "pictures",
              .help = "corner letters of the 40 pictures 1a..5h, clockwise from the north-west, separated by spaces",
              .ours = true},
        rules.pictures);
  visit(Field{.name = "actions", .help = "actions in a turn", .min = 1, .max = 10}, rules.actions);
  visit(Field{.name = "first_turn_extra",
              .help = "further actions of the first player in the first turn",
              .min = 0,
              .max = 5},
        rules.first_turn_extra);
  visit(Field{.name = "gem_timing",
              .help = "anytime: gems also before the swap and after the last action; actions: while an action is due",
              .words = "anytime|actions"},
        rules.gem_timing);
  visit(Field{.name = "hand_limit",
              .help = "pictures and missions, each, that a hand may hold at the end of a turn",
              .min = 1,
              .max = 20},
        rules.hand_limit);
  visit(Field{.name = "dead_completion",
              .help = "match: the fourth dead corner at a vertex scores its match; nothing: it scores nothing",
              .ours = true,
              .words = "match|nothing"},
        rules.dead_completion);
  visit(Field{.name = "match_diagonal",
              .help = "whether a corner also matches the corner diagonally across its vertex",
              .ours = true},
        rules.match_diagonal);
  visit(Field{.name = "mission_points", .help = "points of a claimed mission", .min = 0, .max = 50},
        rules.mission_points);
  visit(Field{.name = "loner_cost", .help = "points less for each loner in a claimed formation", .min = 0, .max = 50},
        rules.loner_cost);
  visit(Field{.name = "reuse",
              .help = "per_tile: a tile serves each shape once; per_formation: only equal formations are barred",
              .ours = true,
              .words = "per_tile|per_formation"},
        rules.reuse);
  visit(Field{.name = "target",
              .help = "points that make the round the last, at any moment of a turn",
              .min = 1,
              .max = 500},
        rules.target);
  visit(
      Field{
          .name = "open_mission_cost", .help = "points less for each mission in hand at the end", .min = 0, .max = 50},
      rules.open_mission_cost);
}

}  // namespace atl::eco_coral_reef
