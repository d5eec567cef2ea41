// Bit tricks for sets kept in machine words.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>

namespace farnorth {

// Position of the k-th set bit (k from 0), found by halving: as fast everywhere as a handful of popcounts.
constexpr int nth_bit(std::uint64_t word, int k) {
  assert(k >= 0 && k < std::popcount(word));
  int position = 0;
  for (int width = 32; width >= 8; width /= 2) {
    const std::uint64_t low = word & ((std::uint64_t{1} << width) - 1);
    const int inside = std::popcount(low);
    const bool above = k >= inside;
    k -= above ? inside : 0;
    position += above ? width : 0;
    word = above ? word >> width : low;
  }
  for (; k > 0; --k) word &= word - 1;
  return position + std::countr_zero(word);
}

}  // namespace farnorth
