// Ends of games small enough to try everything: search must find the best move, and what it is worth. The last turn of
// Borealis is in search_toys.cpp.
//
// A search tells two moves apart if their difference is not small beside its exploration constant. So points are weighed here
// such that one of them is worth 0.025, and the constant is smaller than in play.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "farnorth/games/explorers/explorers.hpp"
#include "farnorth/games/scavengers/scavengers.hpp"
#include "search_bots.hpp"
#include "search_expectimax.hpp"

namespace farnorth::test {

namespace {

using explorers::Explorers;
using scavengers::Scavengers;

// What each move is worth to the one who makes it.
template <Game G>
struct Solution {
  MoveList<G> moves;
  std::vector<double> values;

  double best() const { return *std::max_element(values.begin(), values.end()); }
  double worst() const { return *std::min_element(values.begin(), values.end()); }
  double value_of(const typename G::Move& move) const {
    const auto place = std::find(moves.begin(), moves.end(), move) - moves.begin();
    return values[static_cast<std::size_t>(place)];
  }
};

template <Game G>
Solution<G> solve(const G& game, const typename G::State& state, const UtilityOptions& utility) {
  constexpr int kMostPositions = 100'000;
  const Player me = game.actor(state).player();
  Expectimax<G> expectimax(game, utility, kMostPositions);
  Solution<G> solution;
  game.legal_moves(state, solution.moves);
  for (const typename G::Move& move : solution.moves) {
    typename G::State after = state;
    game.apply(after, move);
    ExactValues values{};
    REQUIRE(expectimax.solve(after, values));
    solution.values.push_back(values[me.seat]);
  }
  return solution;
}

// Searches positions in which something is at stake, and compares.
template <Game G>
class Examination {
 public:
  Examination(const G& game, const TreeOptions& tree) : game_(game), tree_(tree), bot_({tree}) {}

  int positions() const { return positions_; }

  void examine(const Table<G>& table) {
    constexpr double kAtStake = 0.02;
    constexpr std::uint32_t kIterations = 20'000;
    const Solution<G> solution = solve(game_, table.state, tree_.utility);
    if (solution.best() - solution.worst() < kAtStake) return;
    ++positions_;
    CAPTURE(positions_);
    const Player me = game_.actor(table.state).player();
    bot_.start(static_cast<std::uint64_t>(positions_));
    const auto decision =
        bot_.choose(game_, view_of(game_, table, me), {.iterations = kIterations}, {});
    CHECK(solution.value_of(decision.move) == doctest::Approx(solution.best()).epsilon(1e-9));
    // The mean of a move keeps what the tree has tried behind it before it knew better.
    CHECK(std::abs(decision.table.front().value[me.seat] / 1000.0 - solution.best()) < 0.02);
  }

 private:
  const G& game_;
  TreeOptions tree_;
  IsmctsBot<G> bot_;
  int positions_ = 0;
};

// The last action of a game, of one to four moves: no tile is left, so nothing is hidden, and only one player has anything
// left to decide. What remains of chance are the tokens of enemy ships.
bool is_last_action(const Explorers& game, const explorers::State& state) {
  if (state.phase != explorers::Phase::act || state.actions > 1 || !state.stack.empty())
    return false;
  for (int seat = 0; seat < game.players(); ++seat)
    if (!state.hand[static_cast<std::size_t>(seat)].empty()) return false;
  return (state.player.seat + 1) % game.players() == state.first.seat;
}

// A last round of Scavengers in which everybody knows who owns what, since nobody digs: up to the reveal of the forces, or
// the end if nobody can do anything then. Each has some mercenaries and contested cards.
Table<Scavengers> last_skirmish(const Scavengers& game, Rng& rng) {
  using namespace scavengers;
  constexpr int kMercenaries = 8;
  Table<Scavengers> table = start_table(game);
  State& state = table.state;
  state.round = kRounds - 1;
  const auto give = [&](int seat, Card card) {
    state.deck[static_cast<std::size_t>(seat)].add(card);
    table.memory.ledger[static_cast<std::size_t>(seat)].known.add(card);
  };
  for (int seat = 0; state.stack.size() > 1; seat = (seat + 1) % game.players())
    give(seat, state.stack.draw(rng));
  for (int i = 0; i < kMercenaries * game.players(); ++i) {
    const std::size_t place = rng.below(kHireTypes);
    if (state.hires[place] == 0) continue;
    --state.hires[place];
    give(i % game.players(), kHires[place]);
  }
  while (!game.actor(state).is_nobody() && state.phase != Phase::skirmish)
    advance(game, table,
            game.actor(state).is_chance() ? game.sample(state, rng)
                                          : scavengers::Move::plain(MoveKind::end));
  return table;
}

}  // namespace

TEST_CASE("search: the last action of Explorers is played as trying everything says") {
  const int positions = long_lane() ? 200 : 20;
  for (std::uint8_t players = 1; players <= 2; ++players) {
    CAPTURE(players);
    const Explorers game(explorers::Setup{.players = players});
    TreeOptions tree = default_tree<Explorers>();
    tree.exploration = 200;
    tree.utility = {.win = 0, .place = 0, .margin = 1000, .full_margin = 20, .full_score = 40};
    Examination<Explorers> examination(game, tree);
    Positions<Explorers> play(game, players);
    while (examination.positions() < positions) {
      const auto& table = play.next(0);
      if (is_last_action(game, table.state)) examination.examine(table);
    }
  }
}

// Two players: of three, one who does not care what he does decides about the others, and neither they nor the search can
// know how.
TEST_CASE("search: the last skirmish of Scavengers is fought as trying everything says") {
  const int positions = long_lane() ? 300 : 30;
  for (std::uint8_t modules = 0; modules <= 1; ++modules) {
    CAPTURE(modules);
    const Scavengers game({.players = 2, .modules = modules});
    TreeOptions tree = default_tree<Scavengers>();
    tree.exploration = 200;
    tree.utility = {.win = 500, .place = 0, .margin = 500, .full_margin = 10};
    Examination<Scavengers> examination(game, tree);
    Rng rng(modules);
    while (examination.positions() < positions) {
      const auto table = last_skirmish(game, rng);
      if (table.state.phase != scavengers::Phase::skirmish) continue;
      REQUIRE(game.broken_rule(table.state, table.memory) == nullptr);
      REQUIRE(game.determinize(view_of(game, table, table.state.player), rng) == table.state);
      examination.examine(table);
    }
  }
}

}  // namespace farnorth::test
