#include "engine/reef_rescue/belief.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace atl::reef_rescue {
namespace {

std::uint64_t hash_labels(const Labels& labels) {
  std::uint64_t hash = 0;
  for (std::size_t i = 0; i < labels.size(); i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, &labels[i], 8);
    hash = (hash ^ word) * 0x9e3779b97f4a7c15ULL;
    hash ^= hash >> 29;
  }
  return mix64(hash);
}

}  // namespace

Belief::Belief(std::uint64_t tiles, std::size_t cap) : unseen_(tiles), cap_(cap) {
  Labels empty;
  empty.fill(kNoTile);
  rows_.push_back(empty);
  weights_.push_back(1);
  prepare();
}

void Belief::deal(int cell) {
  for (Labels& row : rows_) row[cell] = kUnknownTile;
}

void Belief::reveal(int cell, int tile) {
  const auto slot = static_cast<std::size_t>(cell);
  const bool first_sight = (unseen_ & bit(tile)) != 0;
  const std::uint8_t wanted = first_sight ? kUnknownTile : static_cast<std::uint8_t>(tile);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (rows_[i][slot] != wanted) continue;
    rows_[kept] = rows_[i];
    rows_[kept][slot] = static_cast<std::uint8_t>(tile);
    weights_[kept++] = weights_[i];
  }
  if (kept == 0) {
    // Only a thinned set can be refuted. What it was unsure of is given up: those tiles count as unseen again.
    ATOLL_EXPECT(!exact_);
    const Array<std::uint64_t, kCells> possible = possible_cells();
    for (int other = 0; other < kCells; ++other) {
      if (std::popcount(possible[other]) > 1) forget(other);
    }
    if (rows_.size() == 1 && rows_[0][slot] != wanted) {
      forget(tile);
      if (rows_[0][slot] < kCells) forget(rows_[0][slot]);
    }
    rows_[0][slot] = static_cast<std::uint8_t>(tile);
    kept = 1;
  }
  unseen_ &= ~bit(tile);
  if (kept == rows_.size()) return;
  rows_.resize(kept);
  weights_.resize(kept);
  normalize();
}

void Belief::remove(int cell) {
  for (Labels& row : rows_) row[cell] = kNoTile;
}

void Belief::move(int from, int to) {
  for (Labels& row : rows_) {
    row[to] = row[from];
    row[from] = kNoTile;
  }
}

void Belief::scramble(const Array<std::uint8_t, 3>& filled) {
  std::vector<Labels> before;
  std::vector<double> before_weights;
  before.swap(rows_);
  before_weights.swap(weights_);
  for (std::size_t i = 0; i < before.size(); ++i) {
    Labels row = before[i];
    const Array<std::uint8_t, 3> hand = {row[kHandSlot], row[kHandSlot + 1], row[kHandSlot + 2]};
    std::fill_n(row.begin() + kHandSlot, 3, kNoTile);
    const std::size_t first = rows_.size();
    for (const auto& order : kOrders) {
      for (std::size_t k = 0; k < 3; ++k) row[filled[k]] = hand[order[k]];
      const auto same = std::find(rows_.begin() + static_cast<std::ptrdiff_t>(first), rows_.end(), row);
      if (same != rows_.end()) {
        weights_[static_cast<std::size_t>(same - rows_.begin())] += before_weights[i] / 6;
      } else {
        rows_.push_back(row);
        weights_.push_back(before_weights[i] / 6);
      }
    }
  }
  if (before.size() > 1) merge_equal_rows();
  thin();
}

void Belief::forget(int tile) {
  for (Labels& row : rows_) std::replace(row.begin(), row.end(), static_cast<std::uint8_t>(tile), kUnknownTile);
  unseen_ |= bit(tile);
  merge_equal_rows();
}

void Belief::normalize() {
  double sum = 0;
  for (const double weight : weights_) sum += weight;
  for (double& weight : weights_) weight /= sum;
}

/// Keeps the order of first appearance, so that results do not depend on the hash.
void Belief::merge_equal_rows() {
  if (rows_.size() == 1) return;
  std::vector<std::uint32_t> table(std::bit_ceil(2 * rows_.size()), ~std::uint32_t{0});
  const std::size_t mask = table.size() - 1;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    std::size_t at = hash_labels(rows_[i]) & mask;
    while (table[at] != ~std::uint32_t{0} && rows_[table[at]] != rows_[i]) at = (at + 1) & mask;
    if (table[at] != ~std::uint32_t{0}) {
      weights_[table[at]] += weights_[i];
      continue;
    }
    table[at] = static_cast<std::uint32_t>(kept);
    rows_[kept] = rows_[i];
    weights_[kept++] = weights_[i];
  }
  rows_.resize(kept);
  weights_.resize(kept);
}

/// Systematic resampling (Kitagawa, "Monte Carlo filter and smoother", JCGS 5, 1996) with a fixed offset: `cap_` equal
/// shares, each given to the hypothesis under it. Needs no generator, so that equal streams stay equal states.
void Belief::thin() {
  if (rows_.size() <= cap_) return;
  exact_ = false;
  std::size_t kept = 0;
  double sum = 0;
  const auto shares = static_cast<double>(cap_);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const double from = std::floor(sum * shares + 0.5);
    sum += weights_[i];
    const double count = std::floor(sum * shares + 0.5) - from;
    if (count < 1) continue;
    rows_[kept] = rows_[i];
    weights_[kept++] = count;
  }
  rows_.resize(kept);
  weights_.resize(kept);
  normalize();
}

void Belief::prepare() {
  pool_size_ = 0;
  for (std::uint64_t left = unseen_; left != 0;) pool_[pool_size_++] = static_cast<std::uint8_t>(pop_lowest_bit(left));
  unknown_.assign(rows_.size(), 0);
  agreed_ = rows_[0];
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    for (std::size_t slot = 0; slot < kSlots; ++slot) {
      unknown_[i] |= std::uint64_t{rows_[i][slot] == kUnknownTile} << slot;
      if (rows_[i][slot] != agreed_[slot]) agreed_[slot] = kUnknownTile;
    }
  }
  build_alias();
}

void Belief::build_alias() {
  if (rows_.size() == 1) return;
  const std::size_t n = rows_.size();
  keep_.resize(n);
  alias_.resize(n);
  std::vector<std::uint32_t> small, large;
  for (std::size_t i = 0; i < n; ++i) {
    keep_[i] = weights_[i] * static_cast<double>(n);
    alias_[i] = static_cast<std::uint32_t>(i);
    (keep_[i] < 1 ? small : large).push_back(static_cast<std::uint32_t>(i));
  }
  while (!small.empty() && !large.empty()) {
    const std::uint32_t poor = small.back(), rich = large.back();
    small.pop_back();
    alias_[poor] = rich;
    keep_[rich] -= 1 - keep_[poor];
    if (keep_[rich] < 1) {
      large.pop_back();
      small.push_back(rich);
    }
  }
  for (const std::uint32_t i : small) keep_[i] = 1;  // rounding left them a hair below
  for (const std::uint32_t i : large) keep_[i] = 1;
}

bool Belief::is_certain() const { return rows_.size() == 1 && (unknown_[0] == 0 || pool_size_ == 1); }

Array<std::uint64_t, kCells> Belief::possible_cells() const {
  Array<std::uint64_t, kCells> cells{};
  for (const Labels& row : rows_) {
    for (int cell = 0; cell < kCells; ++cell) {
      const std::uint8_t label = row[cell];
      if (label < kCells) cells[label] |= bit(cell);
    }
  }
  return cells;
}

double Belief::weight_of(const Labels& world) const {
  Labels labels = world;
  for (std::uint8_t& label : labels) {
    if (label < kCells && (unseen_ & bit(label)) != 0) label = kUnknownTile;
  }
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (rows_[i] == labels) return weights_[i];
  }
  return 0;
}

}  // namespace atl::reef_rescue
