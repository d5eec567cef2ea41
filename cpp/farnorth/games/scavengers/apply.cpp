// What a move does. The course of play itself is in play.hpp.
#include "farnorth/games/scavengers/play.hpp"

namespace farnorth::scavengers {

void Scavengers::apply(State& state, const Move& move) const {
  NobodyWatches nobody;
  Play<NobodyWatches>(setup, state, nobody).apply(move);
}

}  // namespace farnorth::scavengers
