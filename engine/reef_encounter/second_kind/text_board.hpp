/// The table as text, for the truth and for what an observer knows of it.
#pragma once

#include <array>
#include <string>

#include "engine/reef_encounter/common/text.hpp"
#include "engine/reef_encounter/second_kind/game.hpp"

namespace atl::reef_encounter::second_kind {

/// What depends on who looks; everything else on the table is public.
struct HandsText {
  std::array<std::string, kSeats> hand;    ///< tiles behind the screen
  std::array<std::string, kSeats> secret;  ///< the secret tile; empty: not chosen
  std::array<std::string, kSeats> cards;
  std::array<bool, kSeats> larvae_hidden{};  ///< chosen, but not yet shown
  std::string pile;                          ///< the cards of the draw pile
  bool larvae_shown = true;                  ///< whether the larva supply may be printed
};

/// `1d4`.
std::string place_text(int place);
/// `2 W, 1 OG`; `-` if there is nothing.
std::string tiles_text(std::span<const std::uint8_t> counts);
std::string cards_text(std::span<const std::uint8_t> counts);
std::string larvae_text(const Pile<kColours>& counts);

/// Everything, hands included.
HandsText open_hands(const Game& game, const State& state);

std::string text_board(const Game& game, const State& state, const HandsText& hands);

}  // namespace atl::reef_encounter::second_kind
