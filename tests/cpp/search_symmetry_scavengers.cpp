// Arctic Scavengers does not care who sits where: seats may be rotated. (They may not be exchanged otherwise: who acts
// after whom is a matter of the rules.)
#include <doctest/doctest.h>

#include "farnorth/games/scavengers/scavengers.hpp"
#include "search_renaming.hpp"

namespace farnorth::test {

namespace {

using scavengers::Move;
using scavengers::MoveKind;
using scavengers::Phase;
using scavengers::Scavengers;

struct Rotation {
  int players = 2, by = 1;

  Player operator()(Player player) const { return Player::at((player.seat + by) % players); }
  Move operator()(Move move) const {
    if (names_a_seat(move.kind)) move.player = (*this)(move.player);
    return move;
  }
  static bool names_a_seat(MoveKind kind) {
    return kind == MoveKind::snipe || kind == MoveKind::disarm || kind == MoveKind::fanatic ||
           kind == MoveKind::disable || kind == MoveKind::wound || kind == MoveKind::first;
  }
  static bool is_setup(const scavengers::State& state) {
    return state.phase == Phase::offer || state.phase == Phase::choose;
  }
  static bool is_in_series(const scavengers::State&) { return false; }
};

Twins<Scavengers, Rotation> twins_of(int players, int modules, int by, std::uint64_t seed) {
  const Scavengers game({.players = static_cast<std::uint8_t>(players),
                         .modules = static_cast<std::uint8_t>(modules)});
  return {game, game, Rotation{players, by}, seed};
}

}  // namespace

TEST_CASE(
    "search symmetry: Scavengers with rotated seats is the same game, scripted moves and all") {
  for (int players = 2; players <= 5; ++players)
    for (int modules = 0; modules <= 4; ++modules) {
      CAPTURE(players);
      CAPTURE(modules);
      auto twins = twins_of(players, modules, 1 + modules % (players - 1),
                            static_cast<std::uint64_t>(10 * players + modules));
      for (int i = 0; i < 1500; ++i) {
        REQUIRE(twins.difference() == "");
        if (twins.game().actor(twins.table().state).is_player()) {
          Rng rng(1), same(1);
          const Move move = twins.game().scripted_move(twins.table().state, rng);
          REQUIRE(twins.rename()(move) == twins.game().scripted_move(twins.twin().state, same));
        }
        twins.step();
      }
    }
}

// With two players nothing is dealt to several others in the order of their seats, so even the random numbers of a search
// serve the same ends.
TEST_CASE(
    "search symmetry: in Scavengers two players can change seats and every statistic follows") {
  for (const int modules : {0, 2, 4}) {
    auto twins = twins_of(2, modules, 1, 5);
    auto bots = searching_bots<Scavengers>();
    for (int i = 0; i < 6; ++i) {
      twins.next_choice(29);
      for (const auto& entrant : bots) {
        CAPTURE(entrant.name);
        CAPTURE(modules);
        CAPTURE(i);
        const auto decision = decide(*entrant.bot, twins.game(), twins.table(), 100, 3);
        const auto other = decide(*entrant.bot, twins.twin_game(), twins.twin(), 100, 3);
        CHECK(is_renamed(decision, other, twins.rename(), 2));
      }
    }
  }
}

TEST_CASE("search symmetry: in Scavengers three players who move round find moves worth the same") {
  auto twins = twins_of(3, 0, 1, 8);
  FlatBot<Scavengers> flat({.playout = {.random = 100, .moves = 12}, .utility = kMargins});
  IsmctsBot<Scavengers> ismcts(
      {.tree = {
           .playout = {.random = 100, .moves = 12}, .utility = kMargins, .max_nodes = 1U << 14}});
  Asymmetry of_moves, of_positions;
  for (int i = 0; i < 3; ++i) {
    twins.next_choice(31);
    compare(twins, flat, 700, 16, true, of_moves);
    compare(twins, ismcts, 400, 16, false, of_positions);
  }
  check(of_moves);
  check(of_positions);
}

}  // namespace farnorth::test
