// From a position to a value: a quick game by the scripted policy.
#pragma once

#include <cstdint>

#include "farnorth/core/game.hpp"

namespace farnorth {

// Games without a bound on their length end here in matches and playouts, and are scored as they stand.
inline constexpr int kPlyCap = 5000;

struct PlayoutOptions {
  // Per mille of the moves that are random instead of scripted, so that playouts differ.
  int random = 100;
  // Moves for each player, all together, before the position is valued by what it promises (outlook.hpp); 0 = play to the
  // end.
  int moves = 0;
};

// A game may say in its policy what suits it: how many moves are enough, and how many are random.
template <Game G>
constexpr PlayoutOptions default_playout() {
  PlayoutOptions options;
  if constexpr (requires { G::kPlayoutMoves; }) options.moves = G::kPlayoutMoves;
  if constexpr (requires { G::kPlayoutRandom; }) options.random = G::kPlayoutRandom;
  return options;
}

// Plays `state` on. In worlds where all is known only: the scripted policy looks at every hand.
// Returns the number of moves, those of chance included.
template <Game G>
int play_out(const G& game, typename G::State& state, Rng& rng, const PlayoutOptions& options) {
  const std::uint32_t random = static_cast<std::uint32_t>(options.random);
  MoveList<G> legal;
  int left = options.moves > 0 ? options.moves * game.players() : kPlyCap;
  int ply = 0;
  for (; ply < kPlyCap; ++ply) {
    const Actor actor = game.actor(state);
    if (actor.is_nobody()) break;
    if (actor.is_chance()) {
      game.apply(state, game.sample(state, rng));
      continue;
    }
    if (left-- == 0) break;
    if (random > 0 && rng.below(1000) < random) {
      game.legal_moves(state, legal);
      game.apply(state, legal[rng.below(static_cast<std::uint32_t>(legal.size()))]);
    } else {
      game.apply(state, game.scripted_move(state, rng));
    }
  }
  return ply;
}

// Chance moves until a player is to act or the game is over; adds their number to `made`.
template <Game G>
Actor resolve_chance(const G& game, typename G::State& state, Rng& rng, std::uint64_t& made) {
  Actor actor = game.actor(state);
  while (actor.is_chance()) {
    game.apply(state, game.sample(state, rng));
    ++made;
    actor = game.actor(state);
  }
  return actor;
}

}  // namespace farnorth
