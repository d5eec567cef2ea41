// Explorers keeps the laws in every setup, however it is played.
#include "explorers_position.hpp"
#include "farnorth/games/explorers/fields.hpp"
#include "laws.hpp"

namespace farnorth::explorers {
namespace {

using laws::Plan;
using laws::Report;
using laws::Seats;

// N-TILE-7: whether a reshuffle ends the game depends on the stack, which nobody knows.
bool brings_to_light(const Explorers&, const State&, const Move& move, Player) {
  return move.kind == MoveKind::reshuffle;
}

Plan<Explorers> plan(Seats seats, int every) {
  Plan<Explorers> plan;
  plan.seats = seats;
  plan.every = every;
  plan.brings_to_light = brings_to_light;
  return plan;
}

template <class F>
void for_each_setup(F f) {
  for (int players = 1; players <= 4; ++players)
    for (const char* board : {"A", "B", "C", "D"})
      for (const int window : {4, 12})
        f(Setup{.players = static_cast<std::uint8_t>(players),
                .window = static_cast<std::uint8_t>(window),
                .board = board});
}

TEST_CASE("[N-SETUP-1 N-SETUP-2 N-TILE-5 N-TILE-6 N-TILE-7] laws of Explorers, random play") {
  long lookalikes = 0, twins = 0;
  for_each_setup([&](const Setup& setup) {
    const Report report =
        check_laws(Explorers(setup), 1, games_in_lane(3, 120), plan(Seats::random, 4));
    CHECK(report.capped == 0);
    lookalikes += report.lookalikes;
    twins += report.twins;
  });
  CHECK(lookalikes > 0);
  CHECK(twins > 0);
}

TEST_CASE("laws of Explorers, scripted and mixed play") {
  for_each_setup([](const Setup& setup) {
    check_laws(Explorers(setup), 1, games_in_lane(2, 60), plan(Seats::mixed, 8));
    check_laws(Explorers(setup), 1, games_in_lane(1, 40), plan(Seats::scripted, 8));
  });
}

}  // namespace
}  // namespace farnorth::explorers
