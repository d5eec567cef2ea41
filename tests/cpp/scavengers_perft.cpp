// Numbers of move sequences from fixed positions, chance expanded: tests/perft/scavengers.txt.
#include <doctest/doctest.h>

#include <fstream>
#include <string>
#include <vector>

#include "laws.hpp"
#include "scavengers_position.hpp"

namespace farnorth::scavengers {
namespace {

State after_random_moves(const Scavengers& game, std::uint64_t seed, int plies) {
  Rng rng(seed);
  State state = game.start();
  MoveList<Scavengers> moves;
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

std::uint64_t perft(const Scavengers& game, const State& state, int depth) {
  if (depth == 0) return 1;
  MoveList<Scavengers> moves;
  game.legal_moves(state, moves);
  OutcomeList<Scavengers> outcomes;
  game.outcomes(state, outcomes);
  if (depth == 1) return moves.size() + outcomes.size();
  std::uint64_t sequences = 0;
  const auto follow = [&](const Move& move) {
    State next = state;
    game.apply(next, move);
    sequences += perft(game, next, depth - 1);
  };
  for (const Move& move : moves) follow(move);
  for (const Outcome<Move>& outcome : outcomes) follow(outcome.move);
  return sequences;
}

Scavengers game_of(const std::string& setup) {
  Options options;
  for (const std::string& word : split(setup, ' ')) {
    const std::size_t equals = word.find('=');
    options[word.substr(0, equals)] = word.substr(equals + 1);
  }
  return Scavengers::make(options);
}

TEST_CASE("perft of Arctic Scavengers") {
  std::ifstream file(FARNORTH_TESTS_DIR "/perft/scavengers.txt");
  REQUIRE(file.good());
  const std::uint64_t largest = in_long_lane() ? UINT64_MAX : 3'000'000;
  int lines = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    CAPTURE(line);
    const Texts parts = split(line, '|');
    REQUIRE(parts.size() == 4);
    const std::uint64_t expected = std::stoull(parts[3]);
    if (expected > largest) continue;
    const Texts words = split(parts[1], ' ');
    REQUIRE(words.size() == 4);
    const Scavengers game = game_of(parts[0]);
    const State state = after_random_moves(game, std::stoull(words[1]), *to_int(words[3]));
    CHECK(perft(game, state, *to_int(parts[2])) == expected);
    ++lines;
  }
  CHECK(lines >= 20);
}

}  // namespace
}  // namespace farnorth::scavengers
