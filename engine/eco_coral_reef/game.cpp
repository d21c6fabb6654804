#include "engine/eco_coral_reef/game.hpp"

#include <cstring>

namespace atl::eco_coral_reef {

Game::Game(const Rules& rules) : rules_(rules) {
  if (rules.players < kMinPlayers || rules.players > kMaxPlayers) {
    throw InputError("eco_coral_reef with " + std::to_string(rules.players) + " players (it takes 2 to 4)");
  }
  check_fields(rules);
  per_formation_ = rules.reuse == "per_formation";
  gems_anytime_ = rules.gem_timing == "anytime";
  if (rules.dead_completion == "nothing") points_[kCorners.three_dead] &= ~(15U << (4 * kDead));
  const PictureSet pictures = parse_pictures(rules.pictures);
  for (std::size_t picture = 0; picture < pictures.size(); ++picture) {
    for (std::size_t turns = 0; turns < 4; ++turns) {
      // A quarter turn clockwise brings the corner before to each place.
      for (std::size_t i = 0; i < 4; ++i) {
        corners_[picture][turns] |= std::uint32_t{pictures[picture][(i + 4 - turns) % 4]} << (8 * i);
      }
    }
  }
}

Rules Game::default_rules(int players) {
  Rules rules;
  rules.players = players;
  rules.target = players == 2 ? 40 : players == 3 ? 37 : 34;
  return rules;
}

Rules Game::rules_of_version(int version, int players) {
  Rules rules = default_rules(players);
  if (version == 1) {
    rules.gem_timing = "actions";
    rules.target_at_turn_end = true;
  }
  return rules;
}

std::vector<std::string> Game::findings(const Rules& rules) { return picture_findings(parse_pictures(rules.pictures)); }

std::vector<std::string> Game::remarks(const Rules& rules) {
  if (rules.pictures != kDefaultPictures) return {};
  return {
      "The corner letters of the pictures are ours (the printed set is not documented). Give yours with "
      "--rule pictures=@FILE"};
}

State Game::initial_state() const {
  State state;
  state.deck_pictures = bit(kNumPictures) - 1;
  state.deck_missions = static_cast<std::uint32_t>(bit(kNumMissions) - 1);
  state.picture_deck_size = kNumPictures;
  return state;
}

std::uint64_t Game::hash(const State& state) const {
  std::uint64_t hash = state.board.num_tiles;
  const auto add = [&](std::uint64_t word) { hash = hash_combine(hash, word); };
  const Board& board = state.board;
  for (int y = board.min_y; y <= board.max_y; ++y) add(board.occupied[row_of(y)]);
  for (std::size_t i = 0; i < kNumPictures; i += sizeof(std::uint64_t)) {
    std::uint64_t cells = 0;
    std::memcpy(&cells, &board.cell[i], sizeof(cells));
    add(cells);
  }
  for (const std::uint64_t served : board.used) add(served);
  const auto byte = [](auto value) { return static_cast<std::uint64_t>(static_cast<std::uint8_t>(value)); };
  add(byte(board.min_x) | (byte(board.min_y) << 8) | (byte(state.put_x) << 16) | (byte(state.put_y) << 24) |
      (byte(state.phase) << 32) | (byte(state.player.index()) << 40) | (byte(state.actions_left) << 48) |
      (byte(state.deals_left) << 56));
  add(byte(state.missions_to_show) | (byte(state.pictures_to_show) << 8) | (byte(state.draw_to_hand) << 16) |
      (byte(state.last_round) << 24) | (byte(state.target_reached) << 32) | (byte(state.layouts_coexisting) << 40) |
      (byte(state.num_claimed) << 48) | (byte(state.picture_deck_size) << 56));
  add(state.shown_pictures);
  add(state.deck_pictures);
  add(state.shown_missions | (std::uint64_t{state.deck_missions} << 32));
  for (const Player p : seats(kSeats)) {
    add(state.hand_pictures[p] | (byte(state.gems[p]) << 40) | (byte(state.reached[p]) << 48));
    add(state.hand_missions[p] | (std::uint64_t{static_cast<std::uint16_t>(state.score[p])} << 32));
  }
  for (std::size_t i = 0; i < state.picture_deck_size; ++i) {
    if (state.pinned[i] != 0) add((i << 8) | state.pinned[i]);
  }
  for (std::size_t i = 0; i < state.num_claimed; ++i) add(state.claimed[i]);
  return hash;
}

}  // namespace atl::eco_coral_reef
