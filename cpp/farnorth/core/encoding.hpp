// Observation vectors: a slice is named in the code and found when it is compiled.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "farnorth/core/game.hpp"

namespace farnorth {

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

}  // namespace farnorth
