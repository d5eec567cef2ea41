// Random games of Borealis in every setup, counted again at their end.
#include "borealis_recount.hpp"
#include "soak.hpp"

namespace farnorth::borealis {
namespace {

Setup numbered(int players, int i) {
  return {.players = static_cast<std::uint8_t>(players),
          .side = i % 2 == 0 ? Side::one : Side::two,
          .blind_draw_after_refresh = i / 2 % 2 == 0};
}

class Course {
 public:
  explicit Course(const Borealis& game) : game_(game) {}

  void state(const State&) const {}
  void end(const State& state) const {
    static const Recount recount;
    const Scores scores = game_.scores(state);
    const std::vector<int> places = recount.places(state, game_.players());
    for (std::size_t seat = 0; seat < places.size(); ++seat) {
      REQUIRE(scores[seat] == recount.total(state, state.board[seat]));
      REQUIRE(game_.ranking(state)[seat] == places[seat]);
    }
  }

 private:
  const Borealis& game_;
};

TEST_CASE("soak: Borealis [B-END-1]") {
  for (int players = Borealis::kMinPlayers; players <= Borealis::kMaxPlayers; ++players) {
    const soak::Tally tally = soak::play_shard<Borealis>(
        4'000, [=](int i) { return numbered(players, i); },
        [](const Borealis& game) { return Course(game); });
    CHECK(tally.games > 0);
    CHECK(tally.capped == 0);
  }
}

}  // namespace
}  // namespace farnorth::borealis
