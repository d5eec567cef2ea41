// A face-down pile with a shuffled part on top of cards that were put back below in a known order.
//
// The shuffled (loose) part is a multiset: no order exists until a card is taken, which is a chance move. The buried
// part is a real sequence: once the loose part is used up its front is on top, and taking it is no chance at all.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "farnorth/core/fixed_vector.hpp"

namespace farnorth {

template <int Kinds, int Capacity>
class Pile {
  static_assert(Capacity < 256);

 public:
  // Multiplicity of each kind in the shuffled part.
  constexpr const std::array<std::uint8_t, Kinds>& loose() const { return loose_; }
  constexpr int loose(int kind) const { return loose_[static_cast<std::size_t>(kind)]; }
  constexpr int loose_size() const { return loose_size_; }
  // Kinds below the shuffled part, the one nearest to the top first.
  constexpr const FixedVector<std::uint8_t, Capacity>& buried() const { return buried_; }
  constexpr int size() const { return loose_size_ + static_cast<int>(buried_.size()); }
  constexpr bool empty() const { return size() == 0; }

  constexpr void add_loose(int kind, int copies = 1) {
    loose_[static_cast<std::size_t>(kind)] =
        static_cast<std::uint8_t>(loose_[static_cast<std::size_t>(kind)] + copies);
    loose_size_ = static_cast<std::uint8_t>(loose_size_ + copies);
  }
  constexpr void take_loose(int kind) {
    assert(loose(kind) > 0);
    --loose_[static_cast<std::size_t>(kind)];
    --loose_size_;
  }
  constexpr void bury(int kind) { buried_.push_back(static_cast<std::uint8_t>(kind)); }
  // The top card once the shuffled part is empty.
  constexpr int take_buried() {
    assert(loose_size_ == 0);
    const int kind = buried_[0];
    buried_.erase_at(0);
    return kind;
  }
  // After a shuffle no order is left.
  constexpr void shuffle() {
    for (const std::uint8_t kind : buried_) add_loose(kind);
    buried_.clear();
  }

  friend constexpr bool operator==(const Pile&, const Pile&) = default;

 private:
  std::array<std::uint8_t, Kinds> loose_{};
  std::uint8_t loose_size_ = 0;
  FixedVector<std::uint8_t, Capacity> buried_;
};

}  // namespace farnorth
