// Arctic Scavengers keeps the laws in every setup, however it is played; and what can be said about whole games.
#include <doctest/doctest.h>

#include "farnorth/games/scavengers/fields.hpp"
#include "farnorth/games/scavengers/scavengers.hpp"
#include "laws.hpp"

namespace farnorth::scavengers {
namespace {

using laws::Plan;
using laws::Report;
using laws::Seats;

// 5.4, 5.5: in a window the actor's identity is no information, save for the one who is asked.
bool view_may_differ(const Scavengers&, const State& state, Player viewer) {
  return in_window(state) && viewer != state.player;
}

// Whether a window opens, and who is asked in it, depends on hidden hands; at its reveal a force is what it is, and so
// are the leaders; the winner of a skirmish sees the card that only the initiator had seen.
bool brings_to_light(const Scavengers& game, const State& state, const Move& move, Player player) {
  const bool reveals = move.kind == MoveKind::end && state.round >= kFirstSkirmish &&
                       next(state.gatherer, game.players()) == state.initiator;
  const bool leaders = move.kind == MoveKind::choose && state.player.seat + 1 == game.players();
  const bool prize = forces_are_open(state) && state.top != Card::none && player != state.initiator;
  return move.kind == MoveKind::commit || in_window(state) || reveals || leaders || prize;
}

Plan<Scavengers> plan(Seats seats, int every) {
  Plan<Scavengers> plan;
  plan.seats = seats;
  plan.every = every;
  plan.view_may_differ = view_may_differ;
  plan.brings_to_light = brings_to_light;
  return plan;
}

template <class F>
void for_each_setup(F f) {
  for (int players = Scavengers::kMinPlayers; players <= Scavengers::kMaxPlayers; ++players)
    for (int modules = 0; modules <= kModules; ++modules)
      for (const bool interrupts : {true, false})
        f(Setup{.players = static_cast<std::uint8_t>(players),
                .gather_interrupts = interrupts,
                .modules = static_cast<std::uint8_t>(modules)});
}

TEST_CASE("[S-SETUP-1 S-INT-1 S-GATHER-1] laws of Arctic Scavengers, random play") {
  for_each_setup([](const Setup& setup) {
    const int usual = setup.modules == 0 ? 6 : 2;
    const Report report =
        check_laws(Scavengers(setup), 1, games_in_lane(usual, 500), plan(Seats::random, 3));
    CHECK(report.capped == 0);
    CHECK(report.lookalikes > 0);
    CHECK(report.twins > 0);
  });
}

TEST_CASE("laws of Arctic Scavengers, scripted and mixed play") {
  for_each_setup([](const Setup& setup) {
    check_laws(Scavengers(setup), 1, games_in_lane(2, 200), plan(Seats::mixed, 5));
    check_laws(Scavengers(setup), 1, games_in_lane(1, 100), plan(Seats::scripted, 7));
  });
}

}  // namespace
}  // namespace farnorth::scavengers
