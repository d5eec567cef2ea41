// Random games of Explorers on every board, with a large window and a small one.
#include "farnorth/games/explorers/explorers.hpp"
#include "soak.hpp"

namespace farnorth::explorers {
namespace {

Setup numbered(int players, int i) {
  return {.players = static_cast<std::uint8_t>(players),
          .window = static_cast<std::uint8_t>(i / 4 % 4 == 0 ? 4 : kLargestWindow),
          .board = std::string(1, static_cast<char>('A' + i % 4))};
}

class Course {
 public:
  explicit Course(const Explorers& game) : game_(game) {}

  void state(const State& state) {
    if (state.turns < turns_) FAIL("turns go back");
    turns_ = state.turns;
  }
  void end(const State& state) const {
    const int all_turns = game_.players() == 1 ? 16 : 48;
    // In a small window the tiles may jam, which ends the game early (N-TILE-7).
    REQUIRE(state.turns <= all_turns);
    if (game_.setup.window == kLargestWindow) REQUIRE(state.turns == all_turns);
    for (int seat = 0; seat < game_.players(); ++seat) {
      int sum = 0;
      for (const Heading& heading : game_.score_sheet(state, Player::at(seat)))
        if (heading.name != "total")
          for (const int points : heading.points) sum += points;
      REQUIRE(sum == game_.scores(state)[static_cast<std::size_t>(seat)]);
    }
  }

 private:
  const Explorers& game_;
  int turns_ = 0;
};

TEST_CASE("soak: Explorers [N-TURN-1 N-END-1]") {
  for (int players = Explorers::kMinPlayers; players <= Explorers::kMaxPlayers; ++players) {
    const soak::Tally tally = soak::play_shard<Explorers>(
        2'000, [=](int i) { return numbered(players, i); },
        [](const Explorers& game) { return Course(game); });
    CHECK(tally.games > 0);
    CHECK(tally.capped == 0);
  }
}

}  // namespace
}  // namespace farnorth::explorers
