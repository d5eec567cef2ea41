// Bit tricks for sets kept in machine words.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>

namespace farnorth {

// kNthBitOfByte[k][byte]: position of the k-th set bit of a byte, where it has one.
inline constexpr auto kNthBitOfByte = [] {
  std::array<std::array<std::uint8_t, 256>, 8> table{};
  for (std::size_t byte = 0; byte < 256; ++byte)
    for (std::size_t position = 0, k = 0; position < 8; ++position)
      if ((byte >> position & 1U) != 0) table[k++][byte] = static_cast<std::uint8_t>(position);
  return table;
}();

// Position of the k-th set bit (k from 0). Branch-free, since which one it will be cannot be foreseen: all eight prefix
// sums of the bytes' bit counts at once, compared with k (Vigna: Broadword implementation of rank/select queries, 2008).
constexpr int nth_bit(std::uint64_t word, int k) {
  assert(k >= 0 && k < std::popcount(word));
  constexpr std::uint64_t kOnes = 0x0101010101010101, kHigh = 0x8080808080808080;
  const auto rank = static_cast<std::uint64_t>(k);
  std::uint64_t sums = word - ((word >> 1U) & 0x5555555555555555);
  sums = (sums & 0x3333333333333333) + ((sums >> 2U) & 0x3333333333333333);
  sums = ((sums + (sums >> 4U)) & 0x0f0f0f0f0f0f0f0f) * kOnes;
  // A byte whose prefix sum is at most k lies wholly below the bit.
  const int below = 8 * std::popcount(((rank * kOnes | kHigh) - sums) & kHigh);
  const std::uint64_t rank_in_byte = rank - ((sums << 8U) >> below & 0xffU);
  return below + kNthBitOfByte[rank_in_byte][word >> below & 0xffU];
}

}  // namespace farnorth
