// The bot `greedy`: the game's scripted policy, asked in a few worlds that the view allows; the commonest answer counts.
#pragma once

#include <algorithm>

#include "farnorth/search/bot.hpp"

namespace farnorth {

template <Game G>
class GreedyBot final : public Bot<G> {
 public:
  explicit GreedyBot(int worlds = 3) : worlds_(worlds) {}

  void start(std::uint64_t seed) override { rng_ = Rng(seed); }

  Decision<G> choose(const G& game, const typename G::View& view, const Budget&,
                     const Watch<G>&) override {
    FixedVector<typename G::Move, kMostWorlds> answers;
    for (int world = 0; world < worlds_; ++world)
      answers.push_back(game.scripted_move(game.determinize(view, rng_), rng_));
    const auto votes = [&](const typename G::Move& move) {
      return std::count(answers.begin(), answers.end(), move);
    };
    // The first of the commonest, so that the order of the worlds decides a tie.
    return {.move = *std::max_element(
                answers.begin(), answers.end(),
                [&](const auto& a, const auto& b) { return votes(a) < votes(b); })};
  }

  static constexpr int kMostWorlds = 32;

 private:
  int worlds_;
  Rng rng_{0};
};

}  // namespace farnorth
