/// Memory of a search tree: blocks of 2^k items in one growing array, free blocks kept in lists by size, all pools of
/// a tree charged to one account. Blocks are named by the index of their first item, because the array may move when
/// it grows (realloc, which for large arrays remaps pages instead of copying them).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <type_traits>

#include "engine/core/checks.hpp"

namespace atl {

/// Bytes that the pools of one tree may hold together.
struct ByteAccount {
  std::size_t limit = 0;
  std::size_t used = 0;
  std::size_t left() const { return limit > used ? limit - used : 0; }
};

template <class T>
class BlockPool {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) >= sizeof(std::uint32_t));

 public:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  /// The account must outlive the pool. Items are left uninitialised.
  explicit BlockPool(ByteAccount& account) : account_(&account) { free_.fill(kNone); }

  T& operator[](std::uint32_t i) {
    ATOLL_EXPECT(i < used_);
    return items_.get()[i];
  }
  const T& operator[](std::uint32_t i) const {
    ATOLL_EXPECT(i < used_);
    return items_.get()[i];
  }

  /// The first index of a block of 2^log_size items, or kNone if the account has no room for it.
  std::uint32_t allocate(unsigned log_size) {
    if (const std::uint32_t block = free_[log_size]; block != kNone) {
      std::memcpy(&free_[log_size], &items_.get()[block], sizeof(std::uint32_t));
      return block;
    }
    const std::uint64_t end = std::uint64_t{used_} + (std::uint64_t{1} << log_size);
    if (end > capacity_ && !grow(end)) return kNone;
    const std::uint32_t block = used_;
    used_ = static_cast<std::uint32_t>(end);
    return block;
  }

  void release(std::uint32_t block, unsigned log_size) {
    std::memcpy(static_cast<void*>(&items_.get()[block]), &free_[log_size], sizeof(std::uint32_t));
    free_[log_size] = block;
  }

  /// Forgets all blocks and keeps the memory.
  void clear() {
    used_ = 0;
    free_.fill(kNone);
  }

  std::uint32_t used() const { return used_; }

 private:
  struct Free {
    void operator()(T* items) const { std::free(static_cast<void*>(items)); }
  };

  /// Doubles while there is plenty; near the limit takes at most half of what is left, so that the pools of one tree
  /// run out together.
  bool grow(std::uint64_t needed) {
    const std::uint64_t room = account_->left() / sizeof(T);
    if (needed > capacity_ + room || needed >= kNone) return false;
    std::uint64_t wanted = std::max<std::uint64_t>(2 * std::uint64_t{capacity_}, 64);
    wanted = std::min<std::uint64_t>({wanted, capacity_ + room / 2, std::uint64_t{kNone} - 1});
    wanted = std::max(wanted, needed);
    void* const moved = std::realloc(static_cast<void*>(items_.get()), wanted * sizeof(T));
    if (moved == nullptr) throw std::bad_alloc();
    static_cast<void>(items_.release());
    items_.reset(static_cast<T*>(moved));
    account_->used += (wanted - capacity_) * sizeof(T);
    capacity_ = static_cast<std::uint32_t>(wanted);
    return true;
  }

  ByteAccount* account_;
  std::unique_ptr<T, Free> items_;
  std::uint32_t used_ = 0;
  std::uint32_t capacity_ = 0;
  std::array<std::uint32_t, 32> free_{};
};

}  // namespace atl
