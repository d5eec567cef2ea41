// The ladder: each bot beats those below it. A few games by default, enough for intervals with FARNORTH_LONG=1.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "farnorth/games/borealis/borealis.hpp"
#include "search_bots.hpp"

namespace farnorth::test {

using borealis::Borealis;

namespace {

// Plays the match and tells its result, which must reach `least`.
Duel check_share(std::string_view a, std::string_view b, int blocks, double least) {
  const Duel result =
      duel(Borealis({.players = 2}), a, b, blocks, std::string(a) + " v " + std::string(b));
  MESSAGE(a, " v ", b, ": ", 100 * result.share, " +-", 100 * result.half_width, " %, points ",
          result.score, " v ", result.other_score);
  CHECK(result.share >= least);
  return result;
}

}  // namespace

TEST_CASE("strength: Borealis, greedy beats random") {
  const Duel result = check_share("greedy", "random", 200, 0.95);
  CHECK(result.low() >= 0.95);
  CHECK(result.score >= 50);
}

TEST_CASE("strength: Borealis, scripted play ends well before the ply cap") {
  for (int players = 2; players <= borealis::kMaxPlayers; ++players) {
    const Borealis game({.players = static_cast<std::uint8_t>(players)});
    int longest = 0;
    for (std::uint64_t seed = 0; seed < (long_lane() ? 20'000U : 1000U); ++seed) {
      Rng rng(seed);
      borealis::State state = game.start();
      int plies = 0;
      for (; plies < kPlyCap && !game.actor(state).is_nobody(); ++plies)
        game.apply(state, game.actor(state).is_chance() ? game.sample(state, rng)
                                                        : game.scripted_move(state, rng));
      longest = std::max(longest, plies);
    }
    CHECK(longest < 200 * players);
  }
}

TEST_CASE("strength: Borealis, search beats greedy") {
  const int blocks = long_lane() ? 200 : 3;
  check_share("flat:its=500", "greedy", blocks, 0.9);
  check_share("pimc:its=500", "greedy", blocks, 0.8);
  check_share("ismcts:its=500", "greedy", blocks, 0.8);
}

TEST_CASE("strength: Borealis, the tree and more iterations pay" * doctest::skip(!long_lane())) {
  check_share("ismcts:its=500", "flat:its=500", 400, 0.5);
  check_share("ismcts:its=2000", "ismcts:its=200", 200, 0.57);
}

}  // namespace farnorth::test
