/// Ratings as tables, and what shapes them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/findings/rating_log.hpp"
#include "experiments/report/table.hpp"

namespace atl::report {

struct RatingSettings {
  double prior = 0;
  std::vector<std::string> anchors;  ///< NAME=ELO
  std::int64_t bootstrap = 0;
  std::string seat_term = "on";
  std::string ties = "davidson";
  bool winners_only = false;
};

/// Rates a log and shows it: ratings, differences with their own errors, LOS matrix, seats. Throws DataError if the
/// data does not allow ratings, InputError if an anchor names no agent. `suffix` tells the tables of several sets of
/// rules apart, `rules` is their text; both empty where there is one.
struct RatingTablesRequest {
  double confidence = 0.95;
  std::uint64_t seed = 0;  ///< of the bootstrap
  std::string suffix, rules;
};
std::vector<Table> rating_tables(const RatingLog& log, const RatingSettings& values,
                                 const RatingTablesRequest& request);

}  // namespace atl::report
