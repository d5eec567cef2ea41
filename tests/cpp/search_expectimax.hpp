// The value of a position by trying everything, with all cards open.
#pragma once

#include <array>
#include <cstddef>

#include "farnorth/search/utility.hpp"

namespace farnorth::test {

using ExactValues = std::array<double, kMaxSeats>;  // of 1, by seat

// Everybody plays the best for himself (max^n), chance is weighted. Written apart from search: it shares the utility with it
// and nothing else.
template <Game G>
class Expectimax {
 public:
  // Gives up on positions with more than `most` positions behind them.
  Expectimax(const G& game, const UtilityOptions& utility, int most)
      : game_(game), utility_(utility), left_(most) {}

  // False if it gave up.
  bool solve(const typename G::State& state, ExactValues& values) {
    if (left_-- <= 0) return false;
    const Actor actor = game_.actor(state);
    if (actor.is_player()) return best(state, actor.player(), values);
    if (actor.is_chance()) return mean(state, values);
    const Values worth = utilities(game_, state, utility_);
    for (std::size_t seat = 0; seat < kMaxSeats; ++seat)
      values[seat] = static_cast<double>(worth[seat]) / kOne;
    return true;
  }

 private:
  bool best(const typename G::State& state, Player player, ExactValues& values) {
    MoveList<G> moves;
    game_.legal_moves(state, moves);
    bool first = true;
    for (const typename G::Move& move : moves) {
      ExactValues found;
      if (!after(state, move, found)) return false;
      if (first || found[player.seat] > values[player.seat]) values = found;
      first = false;
    }
    return true;
  }

  bool mean(const typename G::State& state, ExactValues& values) {
    OutcomeList<G> outcomes;
    game_.outcomes(state, outcomes);
    double total = 0;
    values = {};
    for (const auto& outcome : outcomes) {
      ExactValues found;
      if (!after(state, outcome.move, found)) return false;
      total += outcome.weight;
      for (std::size_t seat = 0; seat < kMaxSeats; ++seat)
        values[seat] += outcome.weight * found[seat];
    }
    for (double& value : values) value /= total;
    return true;
  }

  bool after(const typename G::State& state, const typename G::Move& move, ExactValues& values) {
    typename G::State next = state;
    game_.apply(next, move);
    return solve(next, values);
  }

  const G& game_;
  UtilityOptions utility_;
  int left_;
};

}  // namespace farnorth::test
