// How a game tells what a position promises; search/outlook.hpp makes expectations of it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "farnorth/core/player.hpp"

namespace farnorth {

// Whole numbers that tell what each player, by seat, has yet to get.
template <std::size_t Features>
using OutlookFeatures = std::array<std::array<std::int16_t, Features>, kMaxSeats>;

// For one number of players and one stage of the game, in thousandths of a point.
template <std::size_t Features>
struct OutlookModel {
  std::array<std::int32_t, Features> weights{};  // what one of each feature adds
  std::int32_t spread = 1;  // standard deviation of the expected difference of two players
};

}  // namespace farnorth
