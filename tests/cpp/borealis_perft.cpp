// Numbers of move sequences from fixed positions, chance expanded: tests/perft/borealis.txt.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "borealis_position.hpp"
#include "laws.hpp"
#include "perft.hpp"

namespace farnorth::borealis {
namespace {

// Plays `plies` random moves. Outcomes come from the list by their weights, not from `sample`, which may draw otherwise.
Move random_move(const Borealis& game, const State& state, Rng& rng) {
  if (game.actor(state).is_player()) {
    MoveList<Borealis> moves;
    game.legal_moves(state, moves);
    return moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
  }
  OutcomeList<Borealis> outcomes;
  game.outcomes(state, outcomes);
  std::uint32_t total = 0;
  for (const auto& outcome : outcomes) total += outcome.weight;
  std::uint32_t place = rng.below(total);
  std::size_t i = 0;
  while (place >= outcomes[i].weight) place -= outcomes[i++].weight;
  return outcomes[i].move;
}
State after_weighted_moves(const Borealis& game, std::uint64_t seed, int plies) {
  Rng rng(seed);
  State state = game.start();
  for (int ply = 0; ply < plies; ++ply) {
    REQUIRE_FALSE(game.actor(state).is_nobody());
    game.apply(state, random_move(game, state, rng));
  }
  return state;
}

// "seed 7 plies 60" with options, or "given ...".
Position read_position(const std::string& setup, const std::string& position) {
  if (position.starts_with("given")) return set_up(split(position.substr(5), ";"));
  Options options;
  for (const std::string& word : split(setup, " ")) {
    const std::size_t equals = word.find('=');
    options[word.substr(0, equals)] = word.substr(equals + 1);
  }
  const Borealis game = Borealis::make(options);
  const std::vector<std::string> words = split(position, " ");
  REQUIRE(words.size() == 4);
  const auto seed = static_cast<std::uint64_t>(*to_int(words[1]));
  return {game, after_weighted_moves(game, seed, *to_int(words[3])), {}};
}

TEST_CASE("perft of Borealis") {
  const std::uint64_t largest = in_long_lane() ? UINT64_MAX : 3'000'000;
  int counted = 0;
  for_each_perft_line("borealis", [&](const std::string& line) {
    const std::vector<std::string> parts = split(line, "|");
    REQUIRE(parts.size() == 4);
    const std::uint64_t expected = std::stoull(parts[3]);
    if (expected > largest) return;
    const Position position = read_position(parts[0], parts[1]);
    CHECK(perft(position.game, position.state, *to_int(parts[2])) == expected);
    ++counted;
  });
  CHECK(counted >= 20);
}

}  // namespace
}  // namespace farnorth::borealis
