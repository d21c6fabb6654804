#include "engine/eco_coral_reef/heuristic.hpp"

#include <algorithm>
#include <limits>

#include "engine/eco_coral_reef/claims.hpp"

namespace atl::eco_coral_reef {
namespace {

// Weights in points, set by hand and checked by greedy self-play (heuristic_test.cpp).
constexpr Array<float, 4> kStep = {0.0F, 0.1F, 0.8F, 2.6F};  ///< [tiles present] worth of an unfinished formation
constexpr float kStepLoner = 0.4F;                           ///< less for each loner in it
constexpr float kSupplied = 1.5F;     ///< factor on a step when a further fitting tile is in hand
constexpr float kDeny = 0.25F;        ///< share of another's claim that taking its cell is worth
constexpr float kTakeShare = 0.5F;    ///< share of a tile's best put that taking it is worth
constexpr float kUnseenPut = 2.2F;    ///< the best put of an unknown picture
constexpr float kMissionBase = 0.7F;  ///< worth of a mission nothing is done for yet
constexpr float kMissionHere = 0.75F, kMissionShown = 0.4F;  ///< share of its best step with a tile in hand, on display
constexpr float kMissionCrowd = 0.35F;                       ///< less for each mission already in hand
constexpr float kHold = 2.5F;                                ///< worth of keeping a mission for a better claim

}  // namespace

void Heuristic::survey(const State& state, Survey& out) const {
  const Rules& rules = game_->rules();
  int lead = 0;
  for (const Player q : seats(rules.players)) lead = std::max(lead, int{state.score[q]});
  out.future = state.last_round ? 0.0F : lead + 6 >= rules.target ? 0.6F : 1.0F;
  for (int loners = 0; loners < 5; ++loners) {
    out.claim[loners] = static_cast<float>(rules.mission_points - loners * rules.loner_cost) +
                        static_cast<float>(rules.open_mission_cost);
  }
  out.num_cells = 0;
  for_each_frontier(state.board, [&](int x, int y) {
    const int cell = out.num_cells++;
    out.code[cell] = make_put(0, x, y, 0).code & 0xffff;
    const CellVertices vertices = vertices_of(x, y);
    float ceiling = 0;
    for (int i = 0; i < 4; ++i) {
      const std::uint32_t row = game_->points_row(state.board.vertex[vertices.at[i]]);
      out.row[cell][i] = row;
      ceiling += (row & 0xcccccc) != 0 ? 4.0F : (row & 0x222222) != 0 ? 2.0F : row != 0 ? 1.0F : 0.0F;
    }
    out.ceiling[cell] = ceiling;
    out.gain[cell].fill(0);
    out.deny[cell] = 0;
  });
  for (Worth& worth : out.mission_worth) worth.fill(0);
  out.mission_now.fill(0);
  std::uint32_t missions = state.shown_missions;
  for (const std::uint32_t hand : state.hand_missions) missions |= hand;
  if (missions != 0) survey_missions(state, out);
}

/// Tiles that may still serve a rectangle.
Heuristic::Planes Heuristic::planes_of(const Board& board) {
  Planes planes;
  planes.height = board.max_y - board.min_y + 1;
  for (int y = 0; y < planes.height; ++y) {
    const std::size_t row = row_of(board.min_y + y);
    for (auto& plane : planes.type) plane[y] = 0;
    std::uint64_t bits = board.occupied[row];
    while (bits != 0) {
      const int column = pop_lowest_bit(bits);
      const std::size_t index = board.cell_index(row, column);
      if (board.has_served(index, kRectangle)) continue;
      planes.type[picture_type(cell_picture(board.cell[index]))][y] |= bit((column - column_of(board.min_x - 1)) & 63);
    }
  }
  return planes;
}

/// Steps count if the claim can still be made: in the last turn only with the tiles and actions at hand.
Heuristic::Steps Heuristic::steps_of(const State& state, const Survey& survey) const {
  Steps step;
  for (int type = 2; type <= 5; ++type) {
    const int supply = std::popcount(state.hand_pictures[state.player] & (type_pictures(type) | type_pictures(1)));
    for (int present = 0; present < 4; ++present) {
      const int missing = 4 - present;
      const bool in_this_turn = supply > missing && state.actions_left > missing;
      step[type][present] = kStep[present] * (in_this_turn ? kSupplied
                                              : supply > 1 ? survey.future * kSupplied
                                                           : survey.future);
    }
  }
  return step;
}

void Heuristic::survey_missions(const State& state, Survey& out) const {
  const Board& board = state.board;
  const std::uint32_t own = state.hand_missions[state.player];
  const std::uint32_t mine = own | (out.future > 0 || state.actions_left > 1 ? state.shown_missions : 0);
  std::uint32_t others = 0;
  for (const Player q : seats(kSeats)) others |= q == state.player ? 0 : state.hand_missions[q];
  const Planes planes = planes_of(board);
  const Steps steps = steps_of(state, out);
  unsigned types = 0, layouts = 0;
  for (std::uint64_t rest = mine | others; rest != 0;) {
    const int m = pop_lowest_bit(rest);
    types |= 1U << mission_type(m);
    layouts |= 1U << mission_layout(m);
  }

  Array<Array<Worth, kMaxCells>, kNumMissions> own_worth;
  for (int cell = 0; cell < out.num_cells; ++cell) {
    const Action put{out.code[cell]};
    const int x = put_x(put), y = put_y(put);
    const Window window = cut_window(board, x, y, layouts);
    // Rectangles depend on the type only.
    Array<int, kTypes> rectangle;
    for (int t = 2; t < kTypes; ++t)
      rectangle[t] =
          ((types >> t) & 1) != 0 ? rectangle_loners(planes, x - board.min_x + 1, y - board.min_y, t) : kNone;
    for (std::uint64_t rest = mine; rest != 0;) {
      const int m = pop_lowest_bit(rest), type = mission_type(m);
      Worth worth{};
      add_settlement(window, m, steps[type], out, worth, out.mission_now[m]);
      if (((state.layouts_coexisting >> mission_layout(m)) & 1) == 0) {
        add_coexistence(window, m, steps[type], out, worth, out.mission_now[m]);
      }
      if (const int loners = rectangle[type]; loners != kNone) {
        worth[type] = std::max(worth[type], out.claim[loners]);
        worth[1] = std::max(worth[1], out.claim[loners + 1]);
      }
      for (int t = 1; t < kTypes; ++t) out.mission_worth[m][t] = std::max(out.mission_worth[m][t], worth[t]);
      own_worth[m][cell] = worth;
    }
    for (std::uint64_t rest = others; rest != 0;) {
      const int m = pop_lowest_bit(rest);
      const int loners = std::min(rectangle[mission_type(m)], settlement_loners(window, m));
      if (loners != kNone) out.deny[cell] = std::max(out.deny[cell], kDeny * out.future * out.claim[loners]);
    }
  }
  for (int cell = 0; cell < out.num_cells; ++cell) {
    float most = 0;
    for (std::uint64_t rest = own; rest != 0;) {
      const int m = pop_lowest_bit(rest);
      for (int t = 1; t < kTypes; ++t) out.gain[cell][t] += std::max(0.0F, own_worth[m][cell][t] - out.mission_now[m]);
    }
    for (int t = 1; t < kTypes; ++t) most = std::max(most, out.gain[cell][t]);
    out.ceiling[cell] += most + out.deny[cell];
  }
}

/// The fewest loners among the other three tiles of a settlement that lacks only the centre, or kNone.
int Heuristic::settlement_loners(const Window& window, int mission) {
  const int type = mission_type(mission);
  const int layout = mission_layout(mission);
  const WindowMask good = ((window.type[1] | window.type[type]) & ~window.used[layout]) | window_bit(0, 0);
  if (std::popcount(good) < 4) return kNone;
  const LayoutTable& table = kLayouts[layout];
  int fewest = kNone;
  for (std::uint32_t found = placements_within(table, ~good); found != 0; found &= found - 1) {
    const WindowMask mask = table.mask[std::countr_zero(found)];
    fewest = std::min(fewest, std::popcount(mask & window.type[1]));
  }
  return fewest;
}

/// Form A: tiles of the mission's type and loners; each other tile in the way rules a formation out.
void Heuristic::add_settlement(const Window& window, int mission, const Array<float, 4>& step, const Survey& survey,
                               Worth& worth, float& now) const {
  const int type = mission_type(mission);
  const int layout = mission_layout(mission);
  const WindowMask good = (window.type[1] | window.type[type]) & ~window.used[layout];
  if (std::popcount(good) < 2) return;  // a lone tile is no step worth counting
  const LayoutTable& table = kLayouts[layout];
  const WindowMask blocked = window.occupied & ~good;
  std::uint32_t verbs = 0;  // bit 4 * tiles present + loners among them
  for (std::size_t i = 0; i < table.count; ++i) {
    const WindowMask mask = table.mask[i];
    verbs |= std::uint32_t{(mask & blocked) == 0}
             << (4 * std::popcount(mask & good) + std::popcount(mask & window.type[1]));
  }
  for (verbs &= ~1U; verbs != 0; verbs &= verbs - 1) {
    const int present = std::countr_zero(verbs) / 4, loners = std::countr_zero(verbs) % 4;
    now = std::max(now, step[present] - kStepLoner * static_cast<float>(loners));
    if (present == 3) {
      worth[type] = std::max(worth[type], survey.claim[loners]);
      worth[1] = std::max(worth[1], survey.claim[loners + 1]);
    } else {
      const float after = step[present + 1] - kStepLoner * static_cast<float>(loners);
      worth[type] = std::max(worth[type], after);
      worth[1] = std::max(worth[1], after - kStepLoner);
    }
  }
}

/// Form B, from two tiles on: all types different.
void Heuristic::add_coexistence(const Window& window, int mission, const Array<float, 4>& step, const Survey& survey,
                                Worth& worth, float& now) const {
  const int layout = mission_layout(mission);
  const WindowMask good = window.occupied & ~window.used[layout];
  const LayoutTable& table = kLayouts[layout];
  const WindowMask blocked = window.occupied & ~good;
  for (std::size_t i = 0; i < table.count; ++i) {
    const WindowMask mask = table.mask[i];
    const int present = std::popcount(mask & good);
    if (present < 2 || (mask & blocked) != 0 || !types_differ(window, mask)) continue;
    const int loners = std::popcount(mask & window.type[1]);
    now = std::max(now, step[present] - kStepLoner * static_cast<float>(loners));
    const float after =
        present == 3 ? survey.claim[loners] : step[present + 1] - kStepLoner * static_cast<float>(loners);
    const float after_loner = present == 3 ? survey.claim[loners + 1] : after - kStepLoner;
    worth[1] = std::max(worth[1], after_loner);
    for (int t = 2; t < kTypes; ++t) {
      if ((mask & window.type[t]) == 0) worth[t] = std::max(worth[t], after);
    }
  }
}

/// Form C, the last corner only (unfinished rectangles are too many to mean much): the fewest loners among the other
/// three corners, or kNone. `column` and `row` as in the planes.
int Heuristic::rectangle_loners(const Planes& planes, int column, int row, int type) {
  if (row < 0 || row >= planes.height) return kNone;
  const std::uint64_t near = (std::uint64_t{7} << column) >> 1;
  const std::uint64_t own = planes.type[type][row] & ~near, wild = planes.type[1][row] & ~near;
  if ((own | wild) == 0) return kNone;
  int fewest = kNone;
  for (int other = 0; other < planes.height; ++other) {
    if (other >= row - 1 && other <= row + 1) continue;
    const std::uint64_t its_own = planes.type[type][other], its_wild = planes.type[1][other];
    if ((((its_own | its_wild) >> column) & 1) == 0 || ((own | wild) & (its_own | its_wild)) == 0) continue;
    const int across = (own & its_own) != 0 ? 0 : ((own & its_wild) | (wild & its_own)) != 0 ? 1 : 2;
    fewest = std::min(fewest, static_cast<int>((its_wild >> column) & 1) + across);
  }
  return fewest;
}

float Heuristic::put_value(const State& state, const Survey& survey, int cell, int picture, int turns) const {
  int points = 0;
  if (game_->rules().match_diagonal) {
    const std::uint32_t letters = game_->corners(picture, turns);
    for (int i = 0; i < 4; ++i) points += points_of(survey.row[cell][i], static_cast<int>((letters >> (8 * i)) & 7));
  } else {
    const Action at{survey.code[cell]};
    points = game_->placement_points(state, picture, put_x(at), put_y(at), turns);
  }
  return static_cast<float>(points) + survey.gain[cell][picture_type(picture)] + survey.deny[cell];
}

float Heuristic::best_put(const State& state, const Survey& survey, int picture, Rng* rng, std::uint32_t* best) const {
  float most = -1;
  std::uint32_t ties = 0;
  for (int cell = 0; cell < survey.num_cells; ++cell) {
    if (survey.ceiling[cell] < most || (rng == nullptr && survey.ceiling[cell] == most)) continue;
    for (int turns = 0; turns < 4; ++turns) {
      const float value = put_value(state, survey, cell, picture, turns);
      if (value < most) continue;
      if (value > most) ties = 0;
      most = value;
      if (rng != nullptr && rng->below(++ties) == 0) *best = survey.code[cell] | static_cast<std::uint32_t>(turns);
    }
  }
  return most;
}

float Heuristic::take_picture_value(const State& state, const Survey& survey, int picture) const {
  const Player p = state.player;
  const bool full = std::popcount(state.hand_pictures[p]) >= game_->rules().hand_limit;
  const float later = state.actions_left > 1 ? 1.0F : full ? 0.0F : 0.9F * survey.future;
  return kTakeShare * later * best_put(state, survey, picture, nullptr, nullptr);
}

float Heuristic::take_mission_value(const State& state, const Survey& survey, int mission) const {
  const Player p = state.player;
  const float later = state.actions_left > 1 ? 1.0F : survey.future;
  float best = 0;
  for (int type = 1; type < kTypes; ++type) {
    const std::uint64_t tiles = type_pictures(type);
    const float share = (state.hand_pictures[p] & tiles) != 0                           ? kMissionHere
                        : (state.shown_pictures & tiles) != 0 && state.actions_left > 2 ? kMissionShown
                                                                                        : kMissionShown * survey.future;
    if (((state.hand_pictures[p] | state.shown_pictures) & tiles) != 0) {
      best = std::max(best, share * survey.mission_worth[mission][type]);
    }
  }
  const float crowd = kMissionCrowd * static_cast<float>(std::popcount(state.hand_missions[p]));
  const float open = static_cast<float>(game_->rules().open_mission_cost) * (1 - survey.future);
  return later * best + kMissionBase * survey.future - crowd - open;
}

float Heuristic::claim_value(const State& state, Action claim) const {
  const FormationCells cells = formation_cells(claim, state.put_x, state.put_y);
  int loners = 0;
  for (int i = 0; i < 4; ++i) {
    const CellInfo info = state.board.cell[state.board.cell_index(cells.x[i], cells.y[i])];
    loners += picture_type(cell_picture(info)) == 1 ? 1 : 0;
  }
  return static_cast<float>(game_->rules().mission_points - loners * game_->rules().loner_cost +
                            game_->rules().open_mission_cost);
}

float Heuristic::plain_value(const State& state, const Survey& survey, Action action) const {
  const int tile = tile_of(action);
  switch (verb_of(action)) {
    case Verb::swap:
      return 0.3F * (2 * kUnseenPut - best_put(state, survey, swap_first(action), nullptr, nullptr) -
                     best_put(state, survey, swap_second(action), nullptr, nullptr));
    case Verb::take_picture: return take_picture_value(state, survey, tile);
    case Verb::take_mission: return take_mission_value(state, survey, tile);
    case Verb::draw:
      if (tile == 0) return kTakeShare * kUnseenPut * (state.actions_left > 1 ? 0.9F : 0.8F * survey.future);
      return kMissionBase * survey.future -
             kMissionCrowd * static_cast<float>(std::popcount(state.hand_missions[state.player])) -
             static_cast<float>(game_->rules().open_mission_cost) * (1 - survey.future);
    case Verb::gem:
      if (state.phase == Phase::last_gems) return -1.0F;  // what it brings is there for the next player first
      // A gem is a point at the end; two more tiles to choose from help when the display has nothing.
      return -1.0F + survey.future * (tile == 0 ? (state.shown_pictures == 0 ? 1.2F : 0.3F) : 0.1F);
    case Verb::done: return kHold * survey.future;
    case Verb::drop_picture: return -best_put(state, survey, tile, nullptr, nullptr);
    case Verb::drop_mission: {
      float best = survey.mission_now[tile];
      for (const float worth : survey.mission_worth[tile]) best = std::max(best, 0.5F * worth);
      return -best;
    }
    default: return 0;
  }
}

void Heuristic::scores(const State& state, const ActionList<Game>& actions, std::span<float> out) const {
  Survey tables;
  if (state.phase != Phase::last_gems) survey(state, tables);
  int cell = 0;
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const Action action = actions[i];
    float value = 0;
    if (verb_of(action) == Verb::put) {
      // Puts come in the order of the cells, so the next one is here or just behind.
      const std::uint32_t at = action.code & 0xfffc;
      while (tables.code[cell] != at) cell = cell + 1 == tables.num_cells ? 0 : cell + 1;
      value = put_value(state, tables, cell, put_picture(action), put_turns(action));
    } else if (verb_of(action) == Verb::claim) {
      value = claim_value(state, action);
    } else {
      value = plain_value(state, tables, action);
    }
    out[i] = 0.5F + 0.5F * value / (4 + (value < 0 ? -value : value));
  }
}

Action Heuristic::choose(const State& state, Rng& rng) const {
  Action chosen{};
  float most = -std::numeric_limits<float>::infinity();
  std::uint32_t ties = 0;
  const auto offer = [&](Action action, float value) {
    if (value < most) return;
    if (value > most) ties = 0;
    most = value;
    if (rng.below(++ties) == 0) chosen = action;
  };
  if (state.phase == Phase::claim) {
    for_each_claim(state, game_->rules().reuse == "per_formation", state.put_x, state.put_y, [&](Action claim) {
      offer(claim, claim_value(state, claim));
      return true;
    });
    offer(make_action(Verb::done), state.last_round ? 0.0F : kHold);
    return chosen;
  }
  if (state.phase == Phase::last_gems) return make_action(Verb::end);
  Survey tables;
  survey(state, tables);
  if (state.phase != Phase::action) {
    ActionList<Game> actions;
    game_->legal_actions(state, actions);
    for (const Action action : actions) offer(action, plain_value(state, tables, action));
    return chosen;
  }
  const Player p = state.player;
  const auto offer_plain = [&](Verb verb, int tile) {
    const Action action = make_action(verb, tile);
    offer(action, plain_value(state, tables, action));
  };
  for (std::uint64_t rest = state.hand_pictures[p]; rest != 0;) {
    const int picture = pop_lowest_bit(rest);
    std::uint32_t place = 0;
    const float value = best_put(state, tables, picture, &rng, &place);
    offer({make_action(Verb::put, picture << 16).code | place}, value);
  }
  for (std::uint64_t rest = state.shown_pictures; rest != 0;) offer_plain(Verb::take_picture, pop_lowest_bit(rest));
  for (std::uint64_t rest = state.shown_missions; rest != 0;) offer_plain(Verb::take_mission, pop_lowest_bit(rest));
  const bool gem = state.gems[p] > 0;
  if (state.picture_deck_size > 0) {
    offer_plain(Verb::draw, 0);
    if (gem) offer_plain(Verb::gem, 0);
  }
  if (state.deck_missions != 0) {
    offer_plain(Verb::draw, 1);
    if (gem) offer_plain(Verb::gem, 1);
  }
  if (most == -std::numeric_limits<float>::infinity()) return make_action(Verb::pass);
  return chosen;
}

PerSeat<float> Heuristic::evaluate(const State& state) const {
  PerSeat<float> points{};
  const Rules& rules = game_->rules();
  const float future = state.phase == Phase::over ? 0.0F : 1.0F;
  for (const Player p : seats(rules.players)) {
    const auto pictures = static_cast<float>(std::popcount(state.hand_pictures[p]));
    const auto missions = static_cast<float>(std::popcount(state.hand_missions[p]));
    points[p] = static_cast<float>(state.score[p] + state.gems[p]) + future * (1.2F * pictures + 2.0F * missions) -
                static_cast<float>(rules.open_mission_cost) * missions;
  }
  return points;
}

}  // namespace atl::eco_coral_reef
