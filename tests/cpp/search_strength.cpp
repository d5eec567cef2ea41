// The ladder: each bot beats those below it. A few games by default, enough for intervals with FARNORTH_LONG=1.
#include <doctest/doctest.h>

#include "farnorth/games/borealis/borealis.hpp"
#include "search_bots.hpp"

namespace farnorth::test {

using borealis::Borealis;

namespace {

template <class B>
Entrant<Borealis> entrant(std::uint32_t iterations = 0) {
  return {[] { return std::make_unique<B>(); }, {.iterations = iterations}};
}

void check_share(const std::string& match, const Duel& duel, double least) {
  MESSAGE(match, ": ", 100 * duel.share, " +-", 100 * duel.half_width, " %, points ", duel.score,
          " v ", duel.other_score);
  CHECK(duel.share >= least);
}

}  // namespace

TEST_CASE("strength: Borealis, greedy beats random") {
  const Borealis game({.players = 2});
  const Duel result =
      duel(game, entrant<GreedyBot<Borealis>>(), entrant<RandomBot<Borealis>>(), 200, "a");
  check_share("greedy v random", result, 0.95);
  CHECK(result.low() >= 0.95);
  CHECK(result.score >= 50);
}

TEST_CASE("strength: Borealis, scripted play ends well before the ply cap") {
  for (const std::uint8_t players : {std::uint8_t{2}, std::uint8_t{3}, std::uint8_t{4}}) {
    const Borealis game({.players = players});
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
  const Borealis game({.players = 2});
  const int blocks = long_lane() ? 200 : 3;
  const auto greedy = entrant<GreedyBot<Borealis>>();
  check_share("flat:its=500 v greedy",
              duel(game, entrant<FlatBot<Borealis>>(500), greedy, blocks, "b"), 0.9);
  check_share("pimc:its=500 v greedy",
              duel(game, entrant<PimcBot<Borealis>>(500), greedy, blocks, "c"), 0.8);
  check_share("ismcts:its=500 v greedy",
              duel(game, entrant<IsmctsBot<Borealis>>(500), greedy, blocks, "d"), 0.8);
}

TEST_CASE("strength: Borealis, the tree and more iterations pay" * doctest::skip(!long_lane())) {
  const Borealis game({.players = 2});
  check_share(
      "ismcts:its=500 v flat:its=500",
      duel(game, entrant<IsmctsBot<Borealis>>(500), entrant<FlatBot<Borealis>>(500), 400, "e"),
      0.5);
  check_share(
      "ismcts:its=2000 v ismcts:its=200",
      duel(game, entrant<IsmctsBot<Borealis>>(2000), entrant<IsmctsBot<Borealis>>(200), 200, "f"),
      0.57);
}

}  // namespace farnorth::test
