/// A vector of trivially copyable values with a fixed capacity and no heap: action lists, paths, outcome lists.
/// The storage is not initialised, so that a list with a large bound costs only what is written to it.
#pragma once

#include <cstddef>
#include <type_traits>

#include "engine/core/checks.hpp"

namespace atl {

template <class T, std::size_t Capacity>
class InlineVector {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  using value_type = T;
  static constexpr std::size_t capacity() { return Capacity; }

  InlineVector() noexcept {}  // NOLINT(modernize-use-equals-default): leaves the storage alone

  InlineVector(const InlineVector& other) noexcept : size_(other.size_) { copy_from(other); }
  InlineVector& operator=(const InlineVector& other) noexcept {
    size_ = other.size_;
    copy_from(other);
    return *this;
  }
  ~InlineVector() = default;

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  void clear() { size_ = 0; }

  /// Requires size() < Capacity.
  void push_back(const T& value) {
    ATOLL_EXPECT(size_ < Capacity);
    storage_.items[size_++] = value;
  }

  /// Requires size() > 0.
  void pop_back() {
    ATOLL_EXPECT(size_ > 0);
    --size_;
  }

  /// Requires n <= Capacity; new entries are unspecified until written.
  void resize(std::size_t n) {
    ATOLL_EXPECT(n <= Capacity);
    size_ = n;
  }

  T& operator[](std::size_t i) {
    ATOLL_EXPECT(i < size_);
    return storage_.items[i];
  }
  const T& operator[](std::size_t i) const {
    ATOLL_EXPECT(i < size_);
    return storage_.items[i];
  }
  T& back() { return (*this)[size_ - 1]; }
  const T& back() const { return (*this)[size_ - 1]; }

  T* data() { return storage_.items; }
  const T* data() const { return storage_.items; }
  T* begin() { return storage_.items; }
  T* end() { return storage_.items + size_; }
  const T* begin() const { return storage_.items; }
  const T* end() const { return storage_.items + size_; }

 private:
  void copy_from(const InlineVector& other) {
    for (std::size_t i = 0; i < size_; ++i) storage_.items[i] = other.storage_.items[i];
  }

  union Storage {
    Storage() noexcept {}  // NOLINT(modernize-use-equals-default)
    T items[Capacity];
  };
  std::size_t size_ = 0;
  Storage storage_;
};

}  // namespace atl
