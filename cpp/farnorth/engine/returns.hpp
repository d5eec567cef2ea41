// The result of a game as programs that learn want it.
#pragma once

#include <array>
#include <cstddef>

#include "farnorth/core/game.hpp"
#include "farnorth/search/utility.hpp"

namespace farnorth {

using Returns = std::array<double, kMaxSeats>;

// By place, from 1 for the first to -1 for the last, adding up to 0; players who share a place share what they would
// have had. Alone: points from 0 to 1, where 1 is UtilityOptions::full_score.
template <Game G>
Returns returns_of(const G& game, const typename G::State& state) {
  Returns returns{};
  const int players = game.players();
  if (players == 1) {
    const Values value = utilities(game, state, {});
    returns[0] = static_cast<double>(value[0]) / kOne;
    return returns;
  }
  const Places places = game.ranking(state);
  for (std::size_t me = 0; me < static_cast<std::size_t>(players); ++me) {
    int sharing = 0;
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(players); ++seat)
      sharing += places[seat] == places[me] ? 1 : 0;
    // The middle of the places shared, counted from 0, is places[me] - 1 + (sharing - 1) / 2.
    const int twice = 2 * (places[me] - 1) + sharing - 1;
    returns[me] = static_cast<double>(players - 1 - twice) / (players - 1);
  }
  return returns;
}

}  // namespace farnorth
