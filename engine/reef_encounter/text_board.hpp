/// The table as text, for the truth and for what an observer knows of it.
#pragma once

#include <array>
#include <string>

#include "engine/reef_encounter/common/text.hpp"
#include "engine/reef_encounter/game.hpp"

namespace atl::reef_encounter {

/// What depends on who looks; everything else on the table is public.
struct HandsText {
  std::array<std::string, kSeats> hand;      ///< tiles behind the screen
  std::array<std::string, kSeats> secret;    ///< the secret tile; empty: not chosen
  std::array<bool, kSeats> larvae_hidden{};  ///< chosen, but not yet shown
  std::string bag;
  bool larvae_shown = true;  ///< whether the larva supply may be printed
};

/// `W2 O1` or `-`.
std::string counts_text(Counts counts);
/// `1d4`.
std::string place_text(int place);

std::string text_board(const Game& game, const State& state, const HandsText& hands);

}  // namespace atl::reef_encounter
