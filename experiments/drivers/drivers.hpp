/// The games of a program.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/core/checks.hpp"
#include "engine/core/text.hpp"
#include "experiments/drivers/driver.hpp"

namespace atl {

/// In the order in which games are listed to users. Defined once per program: by the library atoll::games, which has
/// the games of this project, or by a program with games of its own.
const std::vector<const GameDriver*>& game_drivers();

/// The driver of a game. Throws InputError on an unknown name, with "did you mean".
inline const GameDriver& find_driver(std::string_view game) {
  std::vector<std::string> known;
  for (const GameDriver* const driver : game_drivers()) {
    if (driver->info().name == game) return *driver;
    known.push_back(driver->info().name);
  }
  throw InputError(unknown_word_message("game", game, known));
}

}  // namespace atl
