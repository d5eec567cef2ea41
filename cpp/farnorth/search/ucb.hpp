// Upper confidence bounds without a mathematics library: the four operations and the square root are rounded alike on
// every machine, logarithms are not, so these come from a table made with the four operations.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "farnorth/search/tree.hpp"
#include "farnorth/search/utility.hpp"

namespace farnorth {

namespace ucb {

inline constexpr int kTableBits = 10;

// ln n for n below 2^10, each from the one before: ln(n+1) - ln(n) = 2 artanh(1 / (2n + 1)).
inline constexpr auto kLogs = [] {
  std::array<float, std::size_t{1} << kTableBits> logs{};
  double log = 0;
  for (std::size_t n = 1; n + 1 < logs.size(); ++n) {
    const double y = 1.0 / (2.0 * static_cast<double>(n) + 1.0);
    double power = y, sum = 0;
    for (int k = 1; k < 32; k += 2, power *= y * y) sum += power / k;
    log += 2 * sum;
    logs[n + 1] = static_cast<float>(log);
  }
  return logs;
}();

// ln n to three digits: beyond the table its ten leading bits count.
inline float log(std::uint32_t n) {
  constexpr float kLogOf2 = kLogs[2];
  const int shift = std::max(0, static_cast<int>(std::bit_width(n)) - kTableBits);
  return kLogs[n >> shift] + static_cast<float>(shift) * kLogOf2;
}

// Of visits with that sum of values; 0 without any.
inline float mean(std::int64_t value, std::uint32_t visits) {
  return visits == 0
             ? 0.0F
             : static_cast<float>(value) / (static_cast<float>(visits) * static_cast<float>(kOne));
}

// UCB1 on a subset of the arms: an edge competes only where its move is legal, so it counts the times it was available
// in place of the visits of the node (Cowling, Powley, Whitehouse: Information set Monte Carlo tree search, 2012).
inline float bound(const Edge& edge, float exploration) {
  return mean(edge.value, edge.visits) +
         exploration * std::sqrt(log(edge.available) / static_cast<float>(edge.visits));
}

}  // namespace ucb

}  // namespace farnorth
