/// Rules as people write them: NAME=VALUE, single settings and sweeps; and back.
#pragma once

#include <string>
#include <vector>

#include "engine/core/rules.hpp"
#include "experiments/drivers/driver.hpp"

namespace atl {

/// Reads `--rule` texts NAME=VALUE (or NAME=@FILE: the file's text, white space folded to single spaces) for a game.
/// Throws InputError: no '=', unknown names, bad values, a name given twice, unreadable files.
std::vector<RuleSetting> parse_rules(const GameDriver& driver, int players, const std::vector<std::string>& texts);

/// `--sweep` texts: a name given several times takes those values, several names form the product, the first name
/// varying slowest. Each result is `base` with one combination. At least one entry: `base` itself without sweeps.
std::vector<std::vector<RuleSetting>> parse_sweep(const GameDriver& driver, int players,
                                                  const std::vector<RuleSetting>& base,
                                                  const std::vector<std::string>& texts);

/// Rules that differ from the defaults as text, "defaults" if none does. Long values are cut.
std::string rules_text(const std::vector<RuleSetting>& rules);

}  // namespace atl
