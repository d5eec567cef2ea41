// Numbers of move sequences from fixed positions, chance expanded: the files of tests/perft.
#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <fstream>
#include <string>

#include "farnorth/core/game.hpp"

namespace farnorth {

// Sequences of `depth` moves, outcomes of chance counted like moves. A game that ends before has one more if
// `count_ended`, the one in which nothing more is played.
template <class G>
std::uint64_t perft(const G& game, const typename G::State& state, int depth,
                    bool count_ended = false) {
  if (depth == 0) return 1;
  MoveList<G> moves;
  game.legal_moves(state, moves);
  OutcomeList<G> outcomes;
  game.outcomes(state, outcomes);
  if (count_ended && moves.empty() && outcomes.empty()) return 1;
  if (depth == 1) return moves.size() + outcomes.size();
  std::uint64_t sequences = 0;
  const auto follow = [&](const typename G::Move& move) {
    typename G::State next = state;
    game.apply(next, move);
    sequences += perft(game, next, depth - 1, count_ended);
  };
  for (const auto& move : moves) follow(move);
  for (const auto& outcome : outcomes) follow(outcome.move);
  return sequences;
}

// After so many moves from the start: chance by `sample`, players' moves uniformly.
template <class G>
typename G::State after_random_moves(const G& game, std::uint64_t seed, int plies) {
  Rng rng(seed);
  typename G::State state = game.start();
  MoveList<G> moves;
  for (int ply = 0; ply < plies; ++ply) {
    if (game.actor(state).is_chance()) {
      game.apply(state, game.sample(state, rng));
      continue;
    }
    game.legal_moves(state, moves);
    REQUIRE_FALSE(moves.empty());
    game.apply(state, moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
  }
  return state;
}

// Calls check(line) for each line of a game's file that is not a comment, and says how many there were.
template <class F>
int for_each_perft_line(std::string_view game, F check) {
  std::ifstream file(FARNORTH_TESTS_DIR "/perft/" + std::string(game) + ".txt");
  REQUIRE(file.good());
  int lines = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    CAPTURE(line);
    check(line);
    ++lines;
  }
  return lines;
}

}  // namespace farnorth
