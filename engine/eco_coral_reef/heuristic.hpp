/// Knowledge of ECO for greedy play, informed playouts and progressive bias.
///
/// One survey of a position serves everything: for each free cell the letters at its vertices (points of any tile and
/// turn by table), what a tile of each type would bring to the mover's missions there (a claim, or a step towards one),
/// and what the cell is worth to others' claims. An action's value is in points: a put its points and gains, a take a
/// share of what the tile can do at once, since the put costs a further action. The whole position is public, so
/// nothing here can leak.
#pragma once

#include <cstdint>
#include <span>

#include "engine/eco_coral_reef/game.hpp"

namespace atl::eco_coral_reef {

struct Window;

class Heuristic {
 public:
  explicit Heuristic(const Game& game) : game_(&game) {}

  void scores(const State& state, const ActionList<Game>& actions, std::span<float> out) const;
  Action choose(const State& state, Rng& rng) const;
  PerSeat<float> evaluate(const State& state) const;

 private:
  static constexpr int kMaxCells = 2 * kNumPictures + 2;
  static constexpr int kTypes = 6;  ///< index 1..5

  /// What one mission gains from a tile of each type on one cell, in points.
  using Worth = Array<float, kTypes>;

  /// The tables of one decision.
  struct Survey {
    float future = 1;            ///< how much of what pays off after this turn still counts
    Array<float, 5> claim = {};  ///< [loners] worth of claiming
    int num_cells = 0;
    Array<std::uint32_t, kMaxCells> code;           ///< x and y as in the code of a put
    Array<Array<std::uint32_t, 4>, kMaxCells> row;  ///< points rows of the four vertices
    Array<Worth, kMaxCells> gain;                   ///< own missions
    Array<float, kMaxCells> deny;                   ///< others' claims that need the cell
    Array<float, kMaxCells> ceiling;                ///< no put there is worth more
    Array<Worth, kNumMissions> mission_worth;       ///< best over the cells, for missions surveyed
    Array<float, kNumMissions> mission_now;         ///< what the best unfinished formation is worth already
  };

  /// Tiles by type in the rows of the bounding box, for the rectangles: bit x - min_x + 1.
  struct Planes {
    Array<Array<std::uint64_t, kNumPictures>, kTypes> type;
    int height = 0;
  };

  /// [type][tiles present] worth of a step towards a claim.
  using Steps = Array<Array<float, 4>, kTypes>;

  void survey(const State& state, Survey& out) const;
  void survey_missions(const State& state, Survey& out) const;
  static Planes planes_of(const Board& board);
  Steps steps_of(const State& state, const Survey& survey) const;
  void add_settlement(const Window& window, int mission, const Array<float, 4>& step, const Survey& survey,
                      Worth& worth, float& now) const;
  void add_coexistence(const Window& window, int mission, const Array<float, 4>& step, const Survey& survey,
                       Worth& worth, float& now) const;
  static constexpr int kNone = 9;  ///< more loners than there can be: nothing to claim
  static int settlement_loners(const Window& window, int mission);
  static int rectangle_loners(const Planes& planes, int column, int row, int type);

  float put_value(const State& state, const Survey& survey, int cell, int picture, int turns) const;
  /// Value of the best put of a picture; `best` gets one of the best codes (x, y, turns), chosen by `rng` if given.
  float best_put(const State& state, const Survey& survey, int picture, Rng* rng, std::uint32_t* best) const;
  float take_picture_value(const State& state, const Survey& survey, int picture) const;
  float take_mission_value(const State& state, const Survey& survey, int mission) const;
  float claim_value(const State& state, Action claim) const;
  /// Any action but a put or a claim.
  float plain_value(const State& state, const Survey& survey, Action action) const;

  const Game* game_;
};

}  // namespace atl::eco_coral_reef
