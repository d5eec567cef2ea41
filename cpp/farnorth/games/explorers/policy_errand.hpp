// An errand of the policy. Not for others.
#pragma once

#include <cstdint>

#include "farnorth/games/explorers/explorers.hpp"

namespace farnorth::explorers {

// Something to do, what it brings and what it takes.
struct Errand {
  enum class Kind : std::uint8_t { none, deliver, unload, load, build, fight, walk };
  Kind kind = Kind::none;
  int value = 0, cost = 1;
  Tile tile = Tile::none();  // none: the shore
  std::uint8_t group = 0;    // land; for a fight or a walk a direction
  std::uint8_t walkers = 0;  // 1 or 2
  std::uint8_t sea = 0;      // for a fight: the sea he attacks from
  Point point{};

  bool is_worse_than(int other_value, int other_cost) const {
    // value / (cost + 1) without division; the 1 stands for what every errand needs besides
    return other_value * (cost + 1) > value * (other_cost + 1);
  }
  // To one that can still be run.
  bool gives_way_to(int other_value, int other_cost, int actions_left) const {
    return other_value > 0 && other_cost <= actions_left && is_worse_than(other_value, other_cost);
  }
};

}  // namespace farnorth::explorers
