// Within a turn a search goes on with the tree of the decision before.
#include <doctest/doctest.h>

#include <cstdint>
#include <cstdlib>

#include "farnorth/games/borealis/borealis.hpp"
#include "farnorth/games/scavengers/scavengers.hpp"
#include "search_bots.hpp"

namespace farnorth::test {

using borealis::Borealis;

namespace {

constexpr std::uint32_t kIterations = 300;

template <Game G>
Decision<G> decide(const G& game, Bot<G>& bot, const Table<G>& table) {
  const Player me = game.actor(table.state).player();
  return bot.choose(game, view_of(game, table, me), {.iterations = kIterations}, {});
}

template <Game G>
std::uint32_t visits(const Decision<G>& decision) {
  std::uint32_t sum = 0;
  for (const auto& stats : decision.table) sum += stats.visits;
  return sum;
}

// An Observe is two decisions: what to play, and which card to take. Both positions, if the first decision is to play.
struct Turn {
  Table<Borealis> play;
  Decision<Borealis> played;
  Table<Borealis> take;
};

Turn a_turn(const Borealis& game, Positions<Borealis>& positions, Bot<Borealis>& bot,
            std::uint64_t seed) {
  for (;;) {
    Turn turn{positions.next(1), {}, {}};
    if (turn.play.state.phase != borealis::Phase::turn) continue;
    bot.start(seed);
    turn.played = decide(game, bot, turn.play);
    if (turn.played.move.kind != borealis::MoveKind::observe) continue;
    turn.take = turn.play;
    advance(game, turn.take, turn.played.move);
    if (turn.take.state.phase == borealis::Phase::take) return turn;
  }
}

}  // namespace

TEST_CASE("search: a turn's next decision goes on with the tree of the last") {
  const Borealis game({.players = 2});
  Positions<Borealis> positions(game, 12);
  IsmctsBot<Borealis> bot, forgetful({.reuse = false});
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Turn turn = a_turn(game, positions, bot, seed);
    const Decision<Borealis> next = decide(game, bot, turn.take);
    CHECK(next.iterations > 0);
    CHECK(next.iterations <= kIterations);
    // The iterations behind the move played, but for the first, which ended there.
    CHECK(visits(next) == next.iterations + turn.played.table.front().visits - 1);
    for (const auto& stats : next.table)
      CHECK(std::abs(stats.value[0] + stats.value[1] - 1000) <= 1);
    forgetful.start(seed);
    decide(game, forgetful, turn.play);
    CHECK(visits(decide(game, forgetful, turn.take)) <= kIterations);
  }
}

TEST_CASE("search: a tree is not used where something else happened than it was made for") {
  const Borealis game({.players = 2});
  Positions<Borealis> positions(game, 13);
  IsmctsBot<Borealis> bot;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Turn turn = a_turn(game, positions, bot, seed);
    MoveList<Borealis> legal;
    game.legal_moves(turn.play.state, legal);
    for (const borealis::Move& other : legal) {
      if (other == turn.played.move || other.kind != borealis::MoveKind::observe) continue;
      Table<Borealis> elsewhere = turn.play;
      advance(game, elsewhere, other);
      if (elsewhere.state.phase != borealis::Phase::take) continue;
      bot.start(seed);
      decide(game, bot, turn.play);
      CHECK(visits(decide(game, bot, elsewhere)) <= kIterations);
    }
    // Another game: a start forgets.
    bot.start(seed);
    decide(game, bot, turn.play);
    bot.start(seed);
    CHECK(visits(decide(game, bot, turn.take)) <= kIterations);
  }
}

// Reuse or not: a whole game is decided by what the seat sees.
TEST_CASE("search: with reuse, two decisions of a turn are the same in every world of the view") {
  const scavengers::Scavengers game = scavengers::Scavengers::make({{"players", "2"}});
  using Table = Table<scavengers::Scavengers>;
  Positions<scavengers::Scavengers> positions(game, 14);
  IsmctsBot<scavengers::Scavengers> bot({.tree = {.playout = {.moves = 6}}});
  Rng rng(3);
  int pairs = 0;
  for (std::uint64_t seed = 0; pairs < 60; ++seed) {
    const Table& table = positions.next(3);
    const Player me = game.actor(table.state).player();
    const auto view = view_of(game, table, me);
    const auto world = game.determinize(view, rng);
    // Two decisions in a row in the world as it is, and in another.
    const auto decide_twice = [&](Table now, Decision<scavengers::Scavengers>& second) {
      bot.start(seed);
      const auto first = decide(game, bot, now);
      advance(game, now, first.move);
      if (!game.actor(now.state).is(me)) return false;
      second = decide(game, bot, now);
      return true;
    };
    Decision<scavengers::Scavengers> here, there;
    if (!decide_twice(table, here)) continue;
    REQUIRE(decide_twice({world, game.memory_of(view, world)}, there));
    CHECK(same_decision(here, there));
    ++pairs;
  }
}

}  // namespace farnorth::test
