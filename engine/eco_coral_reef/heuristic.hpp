/// Knowledge of ECO for greedy play, informed playouts and progressive bias.
///
/// One survey of a position serves everything: for each free cell the letters at its vertices (points of any tile and
/// turn by table), what a tile of each type would bring to the mover's missions there (a claim, or a step towards one),
/// and what the cell is worth to others' claims. An action's value is in points: a put its points and gains, a take a
/// share of what the tile can do at once, since the put costs a further action. The whole position is public, so
/// nothing here can leak.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "engine/eco_coral_reef/game.hpp"

namespace atl::eco_coral_reef {

struct Window;

class Heuristic {
 public:
  explicit Heuristic(const Game& game) : game_(&game) {}

  void scores(const Game::State& state, const ActionList<Game>& actions, std::span<float> out) const;
  Action choose(const Game::State& state, Rng& rng) const;
  PerSeat<float> evaluate(const Game::State& state) const;

 private:
  static constexpr std::size_t kMaxCells = 2 * kNumPictures + 2;
  static constexpr std::size_t kTypes = 6;  ///< index 1..5

  /// What one mission gains from a tile of each type on one cell, in points.
  using Worth = std::array<float, kTypes>;

  /// The tables of one decision.
  struct Survey {
    float future = 1;     ///< how much of what pays off after this turn still counts
    float claim[5] = {};  ///< [loners] worth of claiming
    std::size_t num_cells = 0;
    std::uint32_t code[kMaxCells];      ///< x and y as in the code of a put
    std::uint32_t row[kMaxCells][4];    ///< points rows of the four vertices
    Worth gain[kMaxCells];              ///< own missions
    float deny[kMaxCells];              ///< others' claims that need the cell
    float ceiling[kMaxCells];           ///< no put there is worth more
    Worth mission_worth[kNumMissions];  ///< best over the cells, for missions surveyed
    float mission_now[kNumMissions];    ///< what the best unfinished formation is worth already
  };

  /// Tiles by type in the rows of the bounding box, for the rectangles: bit x - min_x + 1.
  struct Planes {
    std::uint64_t type[kTypes][kNumPictures];
    int height = 0;
  };

  void survey(const Game::State& state, Survey& out) const;
  void survey_missions(const Game::State& state, Survey& out) const;
  void add_settlement(const Window& window, int mission, const float* step, const Survey& survey, Worth& worth,
                      float& now) const;
  void add_coexistence(const Window& window, int mission, const float* step, const Survey& survey, Worth& worth,
                       float& now) const;
  static constexpr int kNone = 9;  ///< more loners than there can be: nothing to claim
  static int settlement_loners(const Window& window, int mission);
  static int rectangle_loners(const Planes& planes, int column, int row, std::size_t type);

  float put_value(const Game::State& state, const Survey& survey, std::size_t cell, int picture, int turns) const;
  /// Value of the best put of a picture; `best` gets one of the best codes (x, y, turns), chosen by `rng` if given.
  float best_put(const Game::State& state, const Survey& survey, int picture, Rng* rng, std::uint32_t* best) const;
  float take_picture_value(const Game::State& state, const Survey& survey, int picture) const;
  float take_mission_value(const Game::State& state, const Survey& survey, int mission) const;
  float claim_value(const Game::State& state, Action claim) const;
  /// Any action but a put or a claim.
  float plain_value(const Game::State& state, const Survey& survey, Action action) const;

  const Game* game_;
};

}  // namespace atl::eco_coral_reef
