// Places from what a rulebook ranks by.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "farnorth/core/game.hpp"

namespace farnorth {

// `keys[seat]` is compared from its first item on, the highest best. Equal keys share the place, and the next is as many
// places lower.
template <class Key>
Places places_by(std::span<const Key> keys) {
  Places places{};
  for (std::size_t seat = 0; seat < keys.size(); ++seat) {
    const auto better =
        std::count_if(keys.begin(), keys.end(), [&](const Key& key) { return key > keys[seat]; });
    places[seat] = static_cast<std::uint8_t>(1 + better);
  }
  return places;
}

}  // namespace farnorth
