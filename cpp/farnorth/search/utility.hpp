// What an outcome is worth to each player, as search sees it. No rule: rules know points and places only.
//
// Whole numbers throughout, so that a search is the same on every platform.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "farnorth/core/game.hpp"

namespace farnorth {

// The value of the best outcome: values are fixed-point numbers in [0, kOne].
inline constexpr std::int32_t kOne = 1 << 16;

using Values = std::array<std::int32_t, kMaxSeats>;  // by seat; entries beyond the players are 0

// A mixture of three views of success, in per mille of the whole. Winning alone is a noisy signal: two playouts that
// both win tell a search nothing. Places and points keep it going for more where the win is not at stake.
struct UtilityOptions {
  int win = 500;         // share of the first place
  int place = 300;       // place among the players: 1 for the first, 0 for the last
  int margin = 200;      // points ahead of the best other player
  int full_margin = 40;  // so many points ahead (behind) are as good (bad) as any more
  int full_score = 150;  // alone: so many points are as good as any more
};

namespace utility {

// Players who share a place share what they would have had one after the other.
inline int win_value(int place, int sharing) { return place == 1 ? kOne / sharing : 0; }
inline int place_value(int players, int place, int sharing) {
  return kOne * (2 * (players - place) - (sharing - 1)) / (2 * (players - 1));
}
inline int margin_value(int ahead, int full) {
  return kOne * (std::clamp(ahead, -full, full) + full) / (2 * full);
}

inline Values of_result(const Scores& scores, const Places& places, int players,
                        const UtilityOptions& options) {
  Values values{};
  if (players == 1) {
    values[0] = kOne * std::clamp<int>(scores[0], 0, options.full_score) / options.full_score;
    return values;
  }
  for (std::size_t me = 0; me < static_cast<std::size_t>(players); ++me) {
    int sharing = 0, best_other = INT16_MIN;
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(players); ++seat) {
      sharing += places[seat] == places[me] ? 1 : 0;
      if (seat != me) best_other = std::max<int>(best_other, scores[seat]);
    }
    values[me] = (options.win * win_value(places[me], sharing) +
                  options.place * place_value(players, places[me], sharing) +
                  options.margin * margin_value(scores[me] - best_other, options.full_margin)) /
                 1000;
  }
  return values;
}

}  // namespace utility

// The values of a state as if the game ended there.
template <Game G>
Values utilities(const G& game, const typename G::State& state, const UtilityOptions& options) {
  return utility::of_result(game.scores(state), game.ranking(state), game.players(), options);
}

}  // namespace farnorth
