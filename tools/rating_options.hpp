/// The options that shape ratings: shared by `rate` and the end of `match`.
#pragma once

#include "experiments/report/rating_tables.hpp"
#include "tools/options.hpp"

namespace atl::tools {

void declare_rating(Options& options, report::RatingSettings& values);

}  // namespace atl::tools
