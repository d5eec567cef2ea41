// A sensible player of Explorers, for the bot `greedy` and for playouts. Kept apart from the rules.
//
// Everything is counted in hundredths of a point, so that the policy is the same on every platform.
#include "farnorth/games/explorers/policy.hpp"

#include <array>
#include <cassert>
#include <cstdint>
#include <optional>

#include "farnorth/games/explorers/policy_notes.hpp"

namespace farnorth::explorers {

namespace {

// How good captains are for this player, from their points in his games.
constexpr std::array<int, kCaptains> kCaptainWorth{30, 10, 30, 20, 25, 15, 1, 60, 45, 25, 40};

Move choose_captain(const Situation& at) {
  const auto worth = [](Captain card) { return kCaptainWorth[static_cast<std::size_t>(card)]; };
  const auto& offer = at.clan.captain;
  return Move::captain(worth(offer[0]) >= worth(offer[1]) ? offer[0] : offer[1]);
}

}  // namespace

Move Explorers::scripted_move(const State& state, Rng&) const {
  // Kept between decisions to save work: no decision depends on what was decided before.
  thread_local Atlas atlas;
  thread_local Destination destination;
  thread_local Course course;
  atlas.follow(chart_, state.map);
  const Situation at(*this, state, atlas);
  switch (state.phase) {
    case Phase::captain: return choose_captain(at);
    case Phase::tile: {
      const Laying best = pick_tile(at);
      destination.set(at, best);
      return best.pick;
    }
    case Phase::cell: {
      const std::optional<Move> decided = destination.recall(at);
      return decided ? *decided : lay_tile(at);
    }
    case Phase::act: return act(at, course);
    case Phase::load: return load_more(at);
    case Phase::unload: return unload_more(at);
    case Phase::walk: {
      if (const Move move = walk_on(at); move.kind == MoveKind::walk) return move;
      FixedVector<Move, kMaxMoves> moves;
      legal_moves(state, moves);
      return moves[0];
    }
    case Phase::deal_tiles:
    case Phase::deal_captains:
    case Phase::start:
    case Phase::refill:
    case Phase::redraw:
    case Phase::token:
    case Phase::fight:
    case Phase::draw:
    case Phase::over: break;
  }
  assert(false && "only a player has a policy");
  return {};
}

}  // namespace farnorth::explorers
