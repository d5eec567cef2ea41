#include "farnorth/games/explorers/explorers.hpp"
namespace farnorth::explorers {
Move Explorers::scripted_move(const State& state, Rng& rng) const {
  FixedVector<Move, kMaxMoves> moves; legal_moves(state, moves);
  return moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
}
}
