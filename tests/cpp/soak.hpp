// Random games by the thousand: every invariant at every state, and at the end what can be said about a whole game. It
// is far cheaper a state than laws.hpp, so that thousands of games fit a run under sanitizers.
//
// Games have numbers, and a number fixes setup and seed. FARNORTH_SOAK=s/n plays those with number = s modulo n, so that
// the n shards together are all of them; without it the first of 200 shards is played.
#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "farnorth/core/game.hpp"
#include "farnorth/core/text.hpp"

namespace farnorth::soak {

struct Shard {
  int number = 0, of = 200;
};

inline Shard chosen_shard() {
  const char* chosen = std::getenv("FARNORTH_SOAK");
  if (chosen == nullptr) return {};
  const std::string text = chosen;
  const std::size_t slash = text.find('/');
  const auto number = to_int(text.substr(0, slash));
  const auto of = slash == std::string::npos ? std::nullopt : to_int(text.substr(slash + 1));
  if (!number || !of || *of < 1 || *number < 0 || *number >= *of)
    throw std::invalid_argument("FARNORTH_SOAK must read like 3/20, not " + text);
  return {*number, *of};
}

struct Tally {
  long games = 0, moves = 0, capped = 0;
};

// Plays one game at random. `course` is told each state, and the last one apart: a class of the game's own, which knows
// what a game must come to.
template <Game G, class Course>
void play_through(const G& game, std::uint64_t seed, int ply_cap, Course course, Tally& tally) {
  Rng rng(hash_words(seed, 0x736f616b));
  typename G::State state = game.start();
  typename G::Memory memory = game.start_memory();
  MoveList<G> moves;
  for (int ply = 0;; ++ply) {
    const char* broken = game.broken_rule(state, memory);
    if (broken != nullptr) FAIL("seed ", seed, ", ply ", ply, ": ", broken);
    const Actor actor = game.actor(state);
    if (actor.is_nobody()) break;
    if (ply == ply_cap) {
      ++tally.capped;
      return;
    }
    course.state(state);
    if (actor.is_player()) game.legal_moves(state, moves);
    const typename G::Move move = actor.is_chance()
                                      ? game.sample(state, rng)
                                      : moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
    game.witness(memory, state, move);
    game.apply(state, move);
    ++tally.moves;
  }
  course.end(state);
}

// `numbered(i)` is the setup of game i < games; `course(game)` follows one game.
template <Game G, class Numbered, class MakeCourse>
Tally play_shard(int games, Numbered numbered, MakeCourse course, int ply_cap = 5'000) {
  const Shard shard = chosen_shard();
  Tally tally;
  for (int i = shard.number; i < games; i += shard.of) {
    const G game(numbered(i));
    CAPTURE(i);
    play_through(game, static_cast<std::uint64_t>(i), ply_cap, course(game), tally);
    ++tally.games;
  }
  MESSAGE(G::kName, ": ", tally.games, " of ", games, " games, ", tally.moves, " moves");
  return tally;
}

}  // namespace farnorth::soak
