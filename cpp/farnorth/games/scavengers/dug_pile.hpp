// A face-down pile into which players look: a shuffled part on top of cards that were put back below in a known order.
//
// The shuffled (loose) part is a multiset: no order exists until a card is taken, which is a chance move. The buried
// part is a real sequence: once the loose part is used up its front is on top, and taking it is no chance at all.
// The cards of a look in progress wait at the end of the buried part, where they stay if they are put back: so a look
// moves a card once, and putting back moves none.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "farnorth/core/fixed_vector.hpp"

namespace farnorth::scavengers {

template <class Multiset, class Item, std::size_t Capacity>
struct DugPile {
  static_assert(Capacity < 256);

  Multiset loose;                      // the shuffled part
  FixedVector<Item, Capacity> buried;  // below it, the one nearest to the top first
  std::uint8_t looked = 0;  // cards being looked at: the last of `buried`, in the order seen

  constexpr int size() const { return loose.size() + static_cast<int>(buried.size()); }
  constexpr bool empty() const { return loose.empty() && buried.empty(); }
  constexpr std::size_t first_looked() const { return buried.size() - looked; }

  // Chance has shown this card of the shuffled part.
  constexpr void look_at(const Item& item) {
    loose.remove(item);
    buried.push_back(item);
    ++looked;
  }
  // The top card once the shuffled part is empty.
  constexpr void look_at_buried() {
    assert(loose.empty() && looked < buried.size());
    std::rotate(buried.begin(), buried.begin() + 1, buried.end());
    ++looked;
  }
  // Position of the first card looked at that equals `item`.
  constexpr std::size_t find_looked(const Item& item) const {
    const Item* found = std::find(buried.begin() + first_looked(), buried.end(), item);
    assert(found != buried.end());
    return static_cast<std::size_t>(found - buried.begin());
  }
  constexpr void take_looked(std::size_t position) {
    assert(position >= first_looked());
    buried.erase_at(position);
    --looked;
  }
  constexpr void put_back() { looked = 0; }
  // After a shuffle no order is left.
  constexpr void shuffle() {
    assert(looked == 0);
    for (const Item& item : buried) loose.add(item);
    buried.clear();
  }

  friend constexpr bool operator==(const DugPile&, const DugPile&) = default;
};

}  // namespace farnorth::scavengers
