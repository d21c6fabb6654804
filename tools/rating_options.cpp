#include "tools/rating_options.hpp"

namespace atl::tools {

void declare_rating(Options& options, report::RatingSettings& values) {
  options.real("prior", values.prior, 0, 1e6,
               "virtual drawn games per agent [0: none, and 100 % has a bound]; more: ratings closer together");
  options.settings("anchor", values.anchors, "an agent whose Elo is known; one only shifts the scale");
  options.integer("bootstrap", values.bootstrap, 0, 1'000'000,
                  "refits on blocks drawn with replacement, for intervals without a formula [0: none]");
  options.word("seat-term", values.seat_term, {"on", "off"},
               "estimate what a seat is worth together with the strengths [on]");
  options.word("ties", values.ties, {"davidson", "rao_kupper", "half_points"},
               "two players: how draws are modelled [davidson]");
  options.flag("winners-only", values.winners_only, "three players or more: use who came first, not the whole ranking");
}

}  // namespace atl::tools
