// Borealis keeps the laws in every setup, however it is played; and what can be said about whole games.
#include <doctest/doctest.h>

#include <numeric>

#include "farnorth/games/borealis/borealis.hpp"
#include "farnorth/games/borealis/fields.hpp"
#include "laws.hpp"

namespace farnorth::borealis {
namespace {

using laws::Plan;
using laws::Report;
using laws::Seats;

// B-KNOW-3: of two hidden copies of the double face the older one leaves, and others learn that.
bool brings_to_light(const Borealis&, const State&, const Move& move, Player) {
  return (move.kind == MoveKind::observe || move.kind == MoveKind::discard) &&
         move.face == kDoubleFace;
}

Plan<Borealis> plan(Seats seats, int every) {
  Plan<Borealis> plan;
  plan.seats = seats;
  plan.every = every;
  plan.brings_to_light = brings_to_light;
  return plan;
}

template <class F>
void for_each_setup(F f) {
  for (int players = Borealis::kMinPlayers; players <= Borealis::kMaxPlayers; ++players)
    for (const Side side : {Side::one, Side::two})
      for (const bool blind_draw : {true, false})
        f(Setup{.players = static_cast<std::uint8_t>(players),
                .side = side,
                .blind_draw_after_refresh = blind_draw});
}

TEST_CASE("[B-KNOW-8 B-SETUP-1 B-SETUP-2 B-OBS-7] laws of Borealis, random play") {
  for_each_setup([](const Setup& setup) {
    const Report report =
        check_laws(Borealis(setup), 1, games_in_lane(20, 400), plan(Seats::random, 1));
    CHECK(report.capped == 0);
    CHECK(report.lookalikes > 0);
    CHECK(report.twins > 0);
  });
}

TEST_CASE("laws of Borealis, scripted and mixed play") {
  for_each_setup([](const Setup& setup) {
    check_laws(Borealis(setup), 1, games_in_lane(10, 200), plan(Seats::mixed, 2));
    check_laws(Borealis(setup), 1, games_in_lane(4, 100), plan(Seats::scripted, 4));
  });
}

}  // namespace
}  // namespace farnorth::borealis
