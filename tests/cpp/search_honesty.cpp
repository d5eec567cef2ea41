// A search knows its view and nothing else.
#include <doctest/doctest.h>

#include "farnorth/games/borealis/borealis.hpp"
#include "farnorth/games/explorers/explorers.hpp"
#include "farnorth/games/scavengers/scavengers.hpp"
#include "search_bots.hpp"
#include "toy.hpp"

namespace farnorth::test {

namespace {

// A bot decides alike in every world of its view: all statistics, bit for bit.
template <Game G>
void check_no_leak(const G& game, int positions, int skip, std::uint64_t seed) {
  auto bots = searching_bots<G>({.random = 100, .moves = 8});
  bots.push_back(ismcts_as_played<G>());
  bots.push_back({"greedy", std::make_unique<GreedyBot<G>>()});
  Positions<G> play(game, seed);
  Rng rng(seed);
  int failures = 0;
  for (int i = 0; i < positions; ++i) {
    const Table<G>& table = play.next(skip);
    const Player me = game.actor(table.state).player();
    const typename G::View view = view_of(game, table, me);
    const typename G::State world = game.determinize(view, rng);
    const typename G::View other = game.view(world, game.memory_of(view, world), me);
    for (const auto& entrant : bots) {
      const Budget budget{.iterations = 12};
      entrant.bot->start(seed + static_cast<std::uint64_t>(i));
      const Decision<G> decision = entrant.bot->choose(game, view, budget, {});
      entrant.bot->start(seed + static_cast<std::uint64_t>(i));
      if (same_decision(decision, entrant.bot->choose(game, other, budget, {}))) continue;
      if (++failures <= 3)
        FAIL_CHECK(entrant.name, " decides differently in another world of its view, position ", i);
    }
  }
  CHECK(failures == 0);
}

}  // namespace

TEST_CASE("search: no bot decides by what it cannot see") {
  const int positions = long_lane() ? 5000 : 1000;
  for (const int players : {2, 3, 4})
    check_no_leak(borealis::Borealis({.players = static_cast<std::uint8_t>(players)}), positions, 2,
                  static_cast<std::uint64_t>(players));
  const int fewer = positions / 5;
  for (const char* players : {"1", "2", "4"})
    check_no_leak(explorers::Explorers::make({{"players", players}}), fewer, 3, 7);
  for (const char* players : {"2", "3", "5"})
    check_no_leak(scavengers::Scavengers::make({{"players", players}}), fewer, 3, 8);
  check_no_leak(toy::IceHole::make({}), positions, 0, 1);
}

TEST_CASE("search: equal seeds decide equally, other seeds otherwise") {
  const borealis::Borealis game({.players = 2});
  Positions<borealis::Borealis> play(game, 5);
  for (const auto& entrant : searching_bots<borealis::Borealis>()) {
    CAPTURE(entrant.name);
    const auto& table = play.next(30);
    const auto view = view_of(game, table, game.actor(table.state).player());
    const auto decide = [&](std::uint64_t seed) {
      entrant.bot->start(seed);
      return entrant.bot->choose(game, view, {.iterations = 200}, {});
    };
    CHECK(same_decision(decide(1), decide(1)));
    CHECK_FALSE(same_decision(decide(1), decide(2)));
  }
}

}  // namespace farnorth::test
