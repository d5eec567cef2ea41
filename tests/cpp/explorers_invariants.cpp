// broken_rule finds what it is there to find: whose turn it is and who holds how many tiles, changed
// on purpose in positions of games.
#include <functional>
#include <string_view>

#include "explorers_position.hpp"

namespace farnorth::explorers {
namespace {

using Wanted = std::function<bool(const State&)>;

// The first state of a random game that is `wanted`.
State state_of(const Explorers& game, const Wanted& wanted) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Rng rng(seed);
    State state = game.start();
    MoveList<Explorers> moves;
    for (;;) {
      if (wanted(state)) return state;
      const Actor actor = game.actor(state);
      if (actor.is_nobody()) break;
      game.legal_moves(state, moves);
      game.apply(state, actor.is_chance()
                            ? game.sample(state, rng)
                            : moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
  FAIL("no such state");
  return {};
}

Explorers game_for(int players, int window = kLargestWindow) {
  return Explorers(Setup{.players = static_cast<std::uint8_t>(players),
                         .window = static_cast<std::uint8_t>(window)});
}

std::string broken(const Explorers& game, const State& state) {
  const char* rule = game.broken_rule(state, {});
  return rule == nullptr ? "nothing" : rule;
}

Wanted at(Phase phase, int turns) {
  return [=](const State& state) { return state.phase == phase && state.turns >= turns; };
}

constexpr std::string_view kSeats = "I11 the seats take turns from the first";
constexpr std::string_view kHands = "I10 hands fit the phase";

TEST_CASE("[N-TURN-1] broken_rule of Explorers: another first seat, or another seat's turn") {
  for (const int players : {2, 3, 4})
    for (const Phase phase :
         {Phase::tile, Phase::cell, Phase::act, Phase::walk, Phase::draw, Phase::over}) {
      const Explorers game = game_for(players);
      const State sound = state_of(game, at(phase, 4));
      CHECK(broken(game, sound) == "nothing");
      for (int shift = 1; shift < players; ++shift) {
        State state = sound;
        state.first = Player::at((state.first.seat + shift) % players);
        CHECK(broken(game, state) == kSeats);
      }
    }
}

TEST_CASE("[N-SETUP-6] broken_rule of Explorers: no first seat before it is drawn") {
  const Explorers game = game_for(3);
  for (const Phase phase :
       {Phase::deal_tiles, Phase::deal_captains, Phase::captain, Phase::start}) {
    State state = state_of(game, at(phase, 0));
    CHECK(broken(game, state) == "nothing");
    state.first = Player::at(2);
    CHECK(broken(game, state) == kSeats);
  }
  State state = state_of(game, at(Phase::start, 0));
  state.player = Player::at(1);
  CHECK(broken(game, state) == kSeats);
}

// Gives the lowest tile of one hand to another.
void give_tile(State& state, std::size_t from, std::size_t to) {
  bool given = false;
  state.hand[from].for_each([&](Tile tile) {
    if (given) return;
    given = true;
    state.hand[to].add(tile);
  });
  REQUIRE(given);
  state.hand[to].for_each([&](Tile tile) { state.hand[from].remove(tile); });
}

TEST_CASE(
    "[N-END-1 N-DRAW-1] broken_rule of Explorers: a hand is as many tiles as turns are left") {
  for (const int players : {2, 3, 4})
    for (const Phase phase : {Phase::tile, Phase::cell, Phase::act}) {
      const Explorers game = game_for(players);
      const auto seats = static_cast<std::size_t>(players);
      State state = state_of(game, [=](const State& s) {
        return s.phase == phase && s.stack.empty() && s.turns > 48 - 3 * players;
      });
      CHECK(broken(game, state) == "nothing");
      const std::size_t next = (state.player.seat + 1U) % seats;
      give_tile(state, next, state.player.seat);  // all together are still as many
      CHECK(broken(game, state) == kHands);
    }
}

TEST_CASE("[N-SETUP-3 N-DRAW-1] broken_rule of Explorers: three tiles while the stack lasts") {
  const Explorers game = game_for(2);
  for (const Phase phase : {Phase::tile, Phase::act, Phase::draw}) {
    State state = state_of(game, at(phase, 5));
    give_tile(state, 1U - state.player.seat, state.player.seat);
    CHECK(broken(game, state) == kHands);
  }
  State state = state_of(game, at(Phase::tile, 5));
  state.phase = Phase::refill;
  CHECK(broken(game, state) == kHands);
}

TEST_CASE("[N-TILE-6 N-TILE-7] broken_rule of Explorers: hands that went back to the stack") {
  for (const int players : {2, 3}) {
    const Explorers game = game_for(players, 4);
    const State drawing = state_of(game, at(Phase::redraw, 1));
    const State jam =
        state_of(game, [](const State& s) { return s.phase == Phase::over && !s.stack.empty(); });
    for (const State& sound : {drawing, jam}) {
      CHECK(broken(game, sound) == "nothing");
      State state = sound;
      give_tile(state, (state.player.seat + 1U) % static_cast<std::size_t>(players),
                state.player.seat);
      CHECK(broken(game, state) == kHands);
      state = sound;
      state.player = Player::at((state.player.seat + 1) % players);
      CHECK(broken(game, state) == kSeats);
    }
  }
}

}  // namespace
}  // namespace farnorth::explorers
