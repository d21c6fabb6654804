/// A set of game ids that are mostly one dense range: a bit per id up to the largest.
#pragma once

#include <cstdint>
#include <vector>

namespace atl {

class IndexSet {
 public:
  void insert(std::uint64_t index) {
    const std::size_t word = index / 64;
    if (word >= words_.size()) words_.resize(word + word / 2 + 1);
    count_ += (words_[word] >> (index % 64) & 1U) == 0 ? 1 : 0;
    words_[word] |= std::uint64_t{1} << (index % 64);
  }
  bool contains(std::uint64_t index) const {
    const std::size_t word = index / 64;
    return word < words_.size() && (words_[word] >> (index % 64) & 1U) != 0;
  }
  std::uint64_t size() const { return count_; }

 private:
  std::vector<std::uint64_t> words_;
  std::uint64_t count_ = 0;
};

}  // namespace atl
