// Ten thousand random games of Arctic Scavengers for each number of players: base game and HQ, with and without responses.
#include "scavengers_recount.hpp"
#include "soak.hpp"

namespace farnorth::scavengers {
namespace {

// Half of the games are the base game; in a tenth of all nobody may answer.
Setup numbered(int players, int i) {
  return {.players = static_cast<std::uint8_t>(players),
          .gather_interrupts = i / 8 % 10 != 0,
          .modules = static_cast<std::uint8_t>(i % 2 == 0 ? 0 : 1 + i / 2 % kModules)};
}

class Course {
 public:
  explicit Course(const Scavengers& game) : game_(game), people_(people_in_the_game(game.setup)) {}

  void state(const State& state) {
    if (state.round == round_) return;
    REQUIRE(state.round == ++round_);
    REQUIRE(people_everywhere(state, game_.players()) == people_);
  }
  void end(const State& state) const {
    REQUIRE(round_ == kRounds);
    REQUIRE(state.round == kRounds);
    REQUIRE(people_everywhere(state, game_.players()) == people_);
    REQUIRE(game_.scores(state) == count_again(game_, state));
    REQUIRE(game_.ranking(state) == rank_again(game_, state));
    // 14 contested cards have been won or gone to the yard.
    REQUIRE(state.stack.empty());
    REQUIRE(state.top == Card::none);
  }

 private:
  const Scavengers& game_;
  const int people_;
  int round_ = 0;
};

TEST_CASE("soak: Arctic Scavengers [S-ROUND-1 S-END-1 S-SCORE-2]") {
  for (int players = Scavengers::kMinPlayers; players <= Scavengers::kMaxPlayers; ++players) {
    const soak::Tally tally = soak::play_shard<Scavengers>(
        10'000, [=](int i) { return numbered(players, i); },
        [](const Scavengers& game) { return Course(game); });
    CHECK(tally.games > 0);
    CHECK(tally.capped == 0);
  }
}

}  // namespace
}  // namespace farnorth::scavengers
