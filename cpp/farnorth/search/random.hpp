// The bot `random`: every legal move equally likely.
#pragma once

#include "farnorth/search/bot.hpp"

namespace farnorth {

template <Game G>
class RandomBot final : public Bot<G> {
 public:
  void start(std::uint64_t seed) override { rng_ = Rng(seed); }

  Decision<G> choose(const G& game, const typename G::View& view, const Budget&,
                     const Watch<G>&) override {
    MoveList<G> moves;
    game.legal_moves(view, moves);
    return {.move = moves[rng_.below(static_cast<std::uint32_t>(moves.size()))]};
  }

 private:
  Rng rng_{0};
};

}  // namespace farnorth
