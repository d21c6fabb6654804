/// Pieces of printed boards, shared by the truth's and the observers'.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace atl::reef_rescue {

/// The cells of `grid` as a table with letters and numbers; `label` gives each cell's text, at most four characters.
std::string draw_grid(std::uint64_t grid, const std::function<std::string(int)>& label);

/// "D2 dolphin", "A4 little 3", "F1 garbage".
std::string tile_text(int tile);

/// One character: x garbage, g gigantic, R reef, or the number of creatures.
std::string tile_mark(int tile);

}  // namespace atl::reef_rescue
