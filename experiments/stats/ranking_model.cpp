#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "engine/core/checks.hpp"
#include "experiments/stats/rating_model.hpp"

namespace atl::stats::detail {
namespace {

using SeatSet = std::uint32_t;

/// One stage: of the seats `left`, those in `first` finish next.
struct Stage {
  SeatSet left = 0;
  SeatSet first = 0;
};

struct Pattern {
  int num_players = 0;
  PerSeat<int> agents{};
  std::vector<Stage> stages{};
};

int size_of(SeatSet set) { return std::popcount(set); }

/// Stages with a choice: a last single seat has none.
std::vector<Stage> stages_of(const RankedGame& game, bool winners_only) {
  std::vector<Stage> stages;
  SeatSet left = (SeatSet{1} << game.num_players) - 1;
  while (size_of(left) > 1) {
    int best = 0;
    SeatSet first = 0;
    for (int s = 0; s < game.num_players; ++s) {
      const SeatSet bit = SeatSet{1} << s;
      const int rank = game.ranks[static_cast<std::size_t>(s)];
      if ((left & bit) == 0) continue;
      if (first == 0 || rank < best) {
        best = rank;
        first = bit;
      } else if (rank == best) {
        first |= bit;
      }
    }
    stages.push_back({left, first});
    left &= ~first;
    if (winners_only) break;
  }
  return stages;
}

/// A stage is a choice among the subsets of allowed sizes with log-weights linear in the parameters, so its gradient
/// is the chosen features minus their mean and its Hessian minus their covariance.
class RankingLikelihood final : public PatternLikelihood {
 public:
  RankingLikelihood(std::vector<Pattern> patterns, int agents, Eigen::MatrixXd seat_map, std::vector<int> tie_sizes)
      : patterns_(std::move(patterns)),
        agents_(agents),
        seat_map_(std::move(seat_map)),
        tie_sizes_(std::move(tie_sizes)) {}

  void add(int pattern, double weight, const Eigen::VectorXd& x, double& value, Eigen::VectorXd& gradient,
           Eigen::MatrixXd* hessian) const override {
    const Pattern& p = patterns_[static_cast<std::size_t>(pattern)];
    const auto seat_parameters = seat_map_.cols();
    const auto first_tie = agents_ + seat_parameters;
    const auto ties = static_cast<Eigen::Index>(tie_sizes_.size());
    const Eigen::Index seats = p.num_players, local = seats + ties;  // one log-worth per seat, then the tie parameters
    LocalVector worth = seat_map_.topRows(seats) * x.segment(agents_, seat_parameters);
    for (Eigen::Index s = 0; s < seats; ++s) worth(s) += x(p.agents[static_cast<std::size_t>(s)]);
    LocalVector local_gradient = LocalVector::Zero(local);
    LocalMatrix local_hessian = LocalMatrix::Zero(local, local);
    for (const Stage& stage : p.stages) {
      add_stage(stage, worth, x.segment(first_tie, ties), value, weight, local_gradient, local_hessian);
    }
    // Chain rule: seat s's log-worth is theta of its agent plus row s of the seat map. Only the parameters that this
    // pattern touches: theta per seat, seat parameters, tie parameters.
    const Eigen::Index touched = seats + seat_parameters + ties;
    LocalMatrix chain = LocalMatrix::Zero(local, touched);
    chain.topLeftCorner(seats, seats).setIdentity();
    chain.block(0, seats, seats, seat_parameters) = seat_map_.topRows(seats);
    chain.bottomRightCorner(ties, ties).setIdentity();
    const auto place = [&](Eigen::Index i) -> Eigen::Index {
      return i < seats ? p.agents[static_cast<std::size_t>(i)] : agents_ + (i - seats);
    };
    const LocalVector g = chain.transpose() * local_gradient;
    for (Eigen::Index i = 0; i < touched; ++i) gradient(place(i)) += weight * g(i);
    if (hessian == nullptr) return;
    const LocalMatrix h = chain.transpose() * local_hessian * chain;
    for (Eigen::Index i = 0; i < touched; ++i) {
      for (Eigen::Index j = 0; j < touched; ++j) (*hessian)(place(i), place(j)) += weight * h(i, j);
    }
  }

 private:
  // Seats, seat parameters and tie sizes of one pattern: small enough to live on the stack.
  static constexpr int kMostLocal = 3 * kMaxSeats - 2;
  using LocalVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kMostLocal, 1>;
  using LocalMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kMostLocal, kMostLocal>;

  void add_stage(const Stage& stage, const LocalVector& worth, const LocalVector& tie, double& value, double weight,
                 LocalVector& gradient, LocalMatrix& hessian) const {
    const Eigen::Index seats = worth.size(), local = gradient.size();
    std::array<SeatSet, 1 << kMaxSeats> sets;
    std::array<double, 1 << kMaxSeats> log_weight;
    std::size_t count = 0, chosen = 0;
    // All non-empty subsets of `left`, descending.
    for (SeatSet set = stage.left; set != 0; set = (set - 1) & stage.left) {
      const int size = size_of(set);
      double lw = 0;
      if (size > 1) {
        const auto at = std::find(tie_sizes_.begin(), tie_sizes_.end(), size);
        if (at == tie_sizes_.end()) continue;
        lw = tie(at - tie_sizes_.begin());
      }
      for (Eigen::Index s = 0; s < seats; ++s) {
        if (set >> s & 1) lw += worth(s) / size;
      }
      if (set == stage.first) chosen = count;
      sets[count] = set;
      log_weight[count++] = lw;
    }
    double top = log_weight[0];
    for (std::size_t i = 1; i < count; ++i) top = std::max(top, log_weight[i]);
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) sum += std::exp(log_weight[i] - top);
    value += weight * (log_weight[chosen] - top - std::log(sum));

    LocalVector mean = LocalVector::Zero(local), feature(local);
    for (std::size_t i = 0; i < count; ++i) {
      const double probability = std::exp(log_weight[i] - top) / sum;
      const int size = size_of(sets[i]);
      feature.setZero();
      for (Eigen::Index s = 0; s < seats; ++s) {
        if (sets[i] >> s & 1) feature(s) = 1.0 / size;
      }
      if (size > 1) {
        feature(seats + (std::find(tie_sizes_.begin(), tie_sizes_.end(), size) - tie_sizes_.begin())) = 1;
      }
      mean += probability * feature;
      hessian.noalias() -= probability * feature * feature.transpose();
      if (i == chosen) gradient += feature;
    }
    gradient -= mean;
    hessian.noalias() += mean * mean.transpose();
  }

  std::vector<Pattern> patterns_;
  Eigen::Index agents_;
  Eigen::MatrixXd seat_map_;
  std::vector<int> tie_sizes_;
};

/// Of the seats left at a stage those whose agents are in the group of who finishes next. Seats of other groups are
/// infinitely weaker: nobody of another group can be ahead or tied.
SeatSet own_group(const RankedGame& game, const Stage& stage, const Groups& groups) {
  const auto group = [&](int seat) {
    return groups.of[static_cast<std::size_t>(game.agents[static_cast<std::size_t>(seat)])];
  };
  const int own = group(std::countr_zero(stage.first));
  SeatSet seats = 0;
  for (int s = 0; s < game.num_players; ++s) {
    if ((stage.left >> s & 1) != 0 && group(s) == own) seats |= SeatSet{1} << s;
  }
  return seats;
}

/// Every pair of agents from two groups, at the first stage that puts one ahead of the other.
void count_one_sided(const RankedGame& game, const std::vector<Stage>& stages, const Groups& groups, int block,
                     OneSidedCounts& counts) {
  std::set<std::pair<int, int>> seen;
  for (const Stage& stage : stages) {
    std::map<int, int> seats_left;  // by agent
    for (int s = 0; s < game.num_players; ++s) {
      if (stage.left >> s & 1) ++seats_left[game.agents[static_cast<std::size_t>(s)]];
    }
    const int better = game.agents[static_cast<std::size_t>(std::countr_zero(stage.first))];
    for (const auto& [worse, seats] : seats_left) {
      if (groups.of[static_cast<std::size_t>(better)] == groups.of[static_cast<std::size_t>(worse)]) continue;
      if (!seen.emplace(better, worse).second) continue;
      counts.add(better, worse, seats_left[better], seats, game.num_players, block);
    }
  }
}

void check(const RankedGame& game, int agents) {
  if (game.num_players < 2 || game.num_players > kMaxSeats) throw InputError("ranked game without 2 to 5 players");
  for (int s = 0; s < game.num_players; ++s) {
    const int agent = game.agents[static_cast<std::size_t>(s)];
    if (agent < 0 || agent >= agents) {
      throw InputError("ranked game of an agent that is not in the list (index out of range)");
    }
  }
}

}  // namespace

CompiledLog compile(const RankingLog& log, const RatingOptions& options, Groups groups) {
  if (log.games.empty()) throw DataError("no games to rate");
  CompiledLog compiled;
  compiled.groups = std::move(groups);
  compiled.agents = log.agents;
  const int agents = compiled.num_agents();
  std::vector<std::int64_t> blocks;
  for (const RankedGame& game : log.games) {
    check(game, agents);
    compiled.num_seats = std::max(compiled.num_seats, game.num_players);
    blocks.push_back(game.block);
  }
  const BlockIndex block_index(std::move(blocks));
  compiled.num_blocks = block_index.size();
  compiled.agent_graph = BeatsGraph(agents);
  compiled.seat_graph = BeatsGraph(compiled.num_seats);
  compiled.only_seat.assign(static_cast<std::size_t>(agents), -2);
  compiled.seat_map = options.seat_term ? sum_zero_basis(compiled.num_seats) : Eigen::MatrixXd(compiled.num_seats, 0);
  compiled.seat_parameters = static_cast<int>(compiled.seat_map.cols());

  using Key = std::tuple<int, PerSeat<int>, std::vector<std::pair<SeatSet, SeatSet>>>;
  std::map<Key, int> known;
  std::vector<Pattern> patterns;
  std::set<int> tie_sizes;
  OneSidedCounts one_sided;
  for (const RankedGame& game : log.games) {
    std::vector<Stage> stages = stages_of(game, options.winners_only);
    if (compiled.groups.members.size() > 1) {
      count_one_sided(game, stages, compiled.groups, block_index(game.block), one_sided);
      for (Stage& stage : stages) stage.left = own_group(game, stage, compiled.groups);
      std::erase_if(stages, [](const Stage& stage) { return size_of(stage.left) < 2; });
    }
    Key key{game.num_players, {}, {}};
    for (int s = 0; s < game.num_players; ++s) {
      const auto seat = static_cast<std::size_t>(s);
      const int agent = game.agents[seat];
      std::get<1>(key)[seat] = agent;
      int& only = compiled.only_seat[static_cast<std::size_t>(agent)];
      only = only == -2 || only == s ? s : -1;
    }
    for (const Stage& stage : stages) {
      std::get<2>(key).emplace_back(stage.left, stage.first);
      if (size_of(stage.first) > 1) tie_sizes.insert(size_of(stage.first));
      compiled.decisive |= stage.first != stage.left;
      for (int a = 0; a < game.num_players; ++a) {
        if ((stage.first >> a & 1) == 0) continue;
        for (int b = 0; b < game.num_players; ++b) {
          if ((stage.left >> b & 1) == 0) continue;
          compiled.agent_graph.add(game.agents[static_cast<std::size_t>(a)], game.agents[static_cast<std::size_t>(b)]);
          compiled.seat_graph.add(a, b);
        }
      }
    }
    const auto [at, is_new] = known.emplace(key, static_cast<int>(patterns.size()));
    if (is_new) patterns.push_back({game.num_players, std::get<1>(key), stages});
    compiled.counts.push_back({.block = block_index(game.block), .pattern = at->second, .count = 1});
    compiled.total += 1;
  }
  compiled.one_sided = one_sided.finish();
  compiled.tie_sizes.assign(tie_sizes.begin(), tie_sizes.end());
  compiled.tie_start = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(tie_sizes.size()));
  compiled.num_patterns = static_cast<int>(patterns.size());
  compiled.likelihood =
      std::make_unique<RankingLikelihood>(std::move(patterns), agents, compiled.seat_map, compiled.tie_sizes);
  return compiled;
}

}  // namespace atl::stats::detail
