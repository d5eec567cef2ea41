// Hexagons with a point at the top, in axial coordinates: steps, distances, sets of directions,
// discs of cells.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace farnorth {

// A cell of the endless grid.
struct Hex {
  std::int8_t q = 0, r = 0;
  friend constexpr auto operator<=>(Hex, Hex) = default;
};

// Directions count clockwise from the upper right. Edge d of a cell is the one it shares with its
// neighbour there.
inline constexpr int kDirections = 6;
inline constexpr std::array<std::string_view, kDirections> kDirectionNames{"ne", "e", "se",
                                                                           "sw", "w", "nw"};
inline constexpr std::array<Hex, kDirections> kSteps{Hex{1, -1}, Hex{1, 0},  Hex{0, 1},
                                                     Hex{-1, 1}, Hex{-1, 0}, Hex{0, -1}};

constexpr int opposite(int direction) { return direction < 3 ? direction + 3 : direction - 3; }
// `direction` turned clockwise by 0 to 6 steps.
constexpr int turned(int direction, int steps) {
  const int sum = direction + steps;
  return sum < kDirections ? sum : sum - kDirections;
}
constexpr Hex operator+(Hex a, Hex b) {
  return {static_cast<std::int8_t>(a.q + b.q), static_cast<std::int8_t>(a.r + b.r)};
}
constexpr Hex operator-(Hex a, Hex b) {
  return {static_cast<std::int8_t>(a.q - b.q), static_cast<std::int8_t>(a.r - b.r)};
}
constexpr Hex neighbour(Hex cell, int direction) {
  return cell + kSteps[static_cast<std::size_t>(direction)];
}
constexpr int distance(Hex a, Hex b) {
  const int q = a.q - b.q, r = a.r - b.r;
  const auto magnitude = [](int x) { return x < 0 ? -x : x; };
  return std::max({magnitude(q), magnitude(r), magnitude(q + r)});
}

// A set of directions: bit d stands for direction d.
using DirectionSet = std::uint8_t;
inline constexpr DirectionSet kAllDirections = 63;
constexpr bool has(DirectionSet set, int direction) { return (set >> direction & 1U) != 0; }
constexpr DirectionSet just(int direction) { return static_cast<DirectionSet>(1U << direction); }
constexpr DirectionSet turned(DirectionSet set, int steps) {  // every direction of the set
  const unsigned twice = static_cast<unsigned>(set) << steps;
  return static_cast<DirectionSet>((twice | twice >> kDirections) & kAllDirections);
}

// The cells within `Radius` of the origin, numbered by r, then by q.
template <int Radius>
class HexDisc {
 public:
  static constexpr int kCells = 3 * Radius * (Radius + 1) + 1;
  static constexpr int kOutside = -1;

  static constexpr int index(Hex cell) {
    if (distance(cell, {}) > Radius) return kOutside;
    return kRowStart[static_cast<std::size_t>(cell.r + Radius)] + cell.q - first_q(cell.r);
  }
  static constexpr Hex at(int cell) { return kHexes[static_cast<std::size_t>(cell)]; }
  static constexpr int neighbour(int cell, int direction) {
    return kNeighbours[static_cast<std::size_t>(cell)][static_cast<std::size_t>(direction)];
  }

 private:
  static constexpr int first_q(int r) { return std::max(-Radius, -Radius - r); }

  static constexpr auto kRowStart = [] {
    std::array<std::int16_t, 2 * Radius + 1> start{};
    int cell = 0;
    for (int r = -Radius; r <= Radius; ++r) {
      start[static_cast<std::size_t>(r + Radius)] = static_cast<std::int16_t>(cell);
      cell += 2 * Radius + 1 - (r < 0 ? -r : r);
    }
    return start;
  }();
  static constexpr auto kHexes = [] {
    std::array<Hex, kCells> hexes{};
    std::size_t cell = 0;
    for (int r = -Radius; r <= Radius; ++r)
      for (int q = first_q(r); q <= std::min(Radius, Radius - r); ++q)
        hexes[cell++] = {static_cast<std::int8_t>(q), static_cast<std::int8_t>(r)};
    return hexes;
  }();
  static constexpr auto kNeighbours = [] {
    std::array<std::array<std::int16_t, kDirections>, kCells> neighbours{};
    for (std::size_t cell = 0; cell < kCells; ++cell)
      for (int d = 0; d < kDirections; ++d)
        neighbours[cell][static_cast<std::size_t>(d)] =
            static_cast<std::int16_t>(index(farnorth::neighbour(kHexes[cell], d)));
    return neighbours;
  }();
};

}  // namespace farnorth
