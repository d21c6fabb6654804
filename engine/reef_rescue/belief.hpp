/// Where the tiles may lie, for one observer: an exact filter over what has been revealed.
///
/// A hypothesis gives every slot a label: a tile that was seen, kUnknownTile (one of the tiles never seen), or kNoTile.
/// Lemma: given a hypothesis, the unseen tiles lie on its unknown slots in uniformly random order, because the deal is
/// uniform, a secret rearrangement does not depend on what it moves, and every likelihood depends on the unseen tiles
/// by their number only. So a weighted set of hypotheses is the whole belief; it starts as {all unknown}. A tile seen
/// keeps the hypotheses that have it there (all of them have seen the same tiles, which are all distinct, so that the
/// factor 1/|unseen| of a first sight is common and cancels). Somebody else's Sea Scope sends each hypothesis to its
/// six rearrangements, equal ones merged: unknown labels are interchangeable.
///
/// Cost: a sight or a removal is linear in the number n of hypotheses, a rearrangement at most 6n hash lookups, a
/// sample constant (alias method: Walker, "An efficient method for generating discrete random variables with general
/// distributions", ACM TOMS 3, 1977; built as by Vose, IEEE TSE 17, 1991) plus one draw for each unknown slot.
/// n is 1 as long as nobody else lifted a tile seen before, usually below a hundred. Past `cap` the set is thinned by
/// systematic resampling and is no longer exact; exact() then says so.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/core/array.hpp"
#include "engine/core/bits.hpp"
#include "engine/core/rng.hpp"
#include "engine/reef_rescue/tiles.hpp"

namespace atl::reef_rescue {

inline constexpr int kHandSlot = kCells;  ///< slots after the cells: tiles lifted by Sea Scope, lowest cell first
inline constexpr int kSlots = kCells + 3;

/// The six orders of three things, ascending.
inline constexpr Array<Array<std::size_t, 3>, 6> kOrders = [] {
  Array<Array<std::size_t, 3>, 6> orders{};
  std::size_t way = 0;
  for (std::size_t a = 0; a < 3; ++a) {
    for (std::size_t b = 0; b < 3; ++b) {
      if (a != b) orders[way++] = {a, b, 3 - a - b};
    }
  }
  return orders;
}();

/// [slot] a label, or in a whole world the tile; padded to six words.
using Labels = Array<std::uint8_t, 48>;

class Belief {
 public:
  static constexpr std::size_t kDefaultCap = std::size_t{1} << 18;

  explicit Belief(std::uint64_t tiles, std::size_t cap = kDefaultCap);

  /// A tile nobody saw now lies on `cell`.
  void deal(int cell);
  /// The observer sees `tile` on `cell`.
  void reveal(int cell, int tile);
  /// The tile on `cell`, which the observer sees, leaves the Ocean.
  void remove(int cell);
  /// The tile on slot `from` moves to the empty slot `to`, in plain view of the observer.
  void move(int from, int to);
  /// The three tiles in hand are put on `filled` (ascending), nobody knows which where.
  void scramble(const Array<std::uint8_t, 3>& filled);
  /// `tile` becomes one of the unseen again, wherever it may be.
  void forget(int tile);
  /// Prepares sampling. Call after the last change of an event.
  void prepare();

  /// A world: every unknown slot filled. Requires prepare() after the last change.
  void sample(Rng& rng, Labels& world) const {
    const std::size_t row = draw_row(rng);
    world = rows_[row];
    fill(unknown_[row], rng, world);
  }

  std::size_t size() const { return rows_.size(); }
  bool exact() const { return exact_; }
  std::uint64_t unseen() const { return unseen_; }
  const Labels& row(std::size_t i) const { return rows_[i]; }
  double weight(std::size_t i) const { return weights_[i]; }

  /// Labels on which all hypotheses agree; kUnknownTile elsewhere, too.
  const Labels& agreed() const { return agreed_; }
  /// Whether exactly one world is left.
  bool is_certain() const;
  /// [tile] cells on which a hypothesis has that tile; 0 for unseen and removed tiles.
  Array<std::uint64_t, kCells> possible_cells() const;
  /// The weight of the hypothesis that the world `world` belongs to, 0 if there is none.
  double weight_of(const Labels& world) const;

 private:
  std::size_t draw_row(Rng& rng) const {
    if (rows_.size() == 1) return 0;
    const std::size_t row = rng.below(static_cast<std::uint32_t>(rows_.size()));
    return rng.uniform() < keep_[row] ? row : alias_[row];
  }
  void fill(std::uint64_t slots, Rng& rng, Labels& world) const {
    Array<std::uint8_t, kCells> pool = pool_;
    std::uint32_t count = pool_size_;
    while (slots != 0) {
      const std::uint32_t k = rng.below(count);
      world[pop_lowest_bit(slots)] = pool[k];
      pool[k] = pool[--count];
    }
  }
  void normalize();
  void merge_equal_rows();
  void thin();
  void build_alias();

  std::vector<Labels> rows_;
  std::vector<double> weights_;  ///< [row] sum 1
  std::uint64_t unseen_;
  std::size_t cap_;
  bool exact_ = true;

  // Made by prepare().
  std::vector<std::uint64_t> unknown_;  ///< [row] slots with an unseen tile
  std::vector<double> keep_;            ///< [row] alias table
  std::vector<std::uint32_t> alias_;
  Array<std::uint8_t, kCells> pool_{};
  std::uint32_t pool_size_ = 0;
  Labels agreed_{};
};

}  // namespace atl::reef_rescue
