// Observation vectors: a slice is named in the code and found when it is compiled.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "farnorth/core/game.hpp"

namespace farnorth {

// Slices one after the other: their sizes give their offsets.
template <std::size_t N>
constexpr std::array<EncodingSlice, N> laid_out(std::array<EncodingSlice, N> slices) {
  int offset = 0;
  for (EncodingSlice& slice : slices) {
    slice.offset = offset;
    offset += slice.size;
  }
  return slices;
}

// Where a slice of `kSlices` is. Made from its name by the compiler, which refuses a name that there is not.
template <const auto& kSlices>
class SliceOf {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor): a name in the code is meant to become a slice
  consteval SliceOf(const char* name) {
    std::size_t i = 0;
    while (kSlices.at(i).name != std::string_view(name)) ++i;
    offset_ = static_cast<std::size_t>(kSlices[i].offset);
    size_ = static_cast<std::size_t>(kSlices[i].size);
  }

  constexpr std::span<float> in(std::span<float> numbers) const {
    return numbers.subspan(offset_, size_);
  }

 private:
  std::size_t offset_ = 0, size_ = 0;
};

// Writes slice after slice; what is not written is 0.
template <const auto& kSlices>
class SliceWriter {
 public:
  explicit SliceWriter(std::span<float> numbers) : numbers_(numbers) {
    std::fill(numbers_.begin(), numbers_.end(), 0.0F);
  }
  void begin(SliceOf<kSlices> slice) { slice_ = slice.in(numbers_); }
  void set(std::size_t i, float value = 1.0F) { slice_[i] = value; }
  void add(std::size_t i, float value) { slice_[i] += value; }
  // `count` of at most `most`, cut there.
  void share(std::size_t i, int count, int most) {
    slice_[i] = std::min(1.0F, static_cast<float>(count) / static_cast<float>(most));
  }

 private:
  std::span<float> numbers_, slice_;
};

}  // namespace farnorth
