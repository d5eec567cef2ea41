// The bot `flat`: flat Monte Carlo. Each move is tried equally often, followed by a playout; the best mean is chosen.
//
// Every move is tried in the same worlds with the same random numbers, so that luck is the same for all.
#pragma once

#include "farnorth/search/bot.hpp"
#include "farnorth/search/outlook.hpp"
#include "farnorth/search/pace.hpp"
#include "farnorth/search/playout.hpp"
#include "farnorth/search/root.hpp"
#include "farnorth/search/utility.hpp"

namespace farnorth {

struct FlatOptions {
  PlayoutOptions playout{};
  UtilityOptions utility{};
};

template <Game G>
class FlatBot final : public Bot<G> {
 public:
  explicit FlatBot(const FlatOptions& options = {}) : options_(options) {}

  void start(std::uint64_t seed) override {
    seed_ = seed;
    decisions_ = 0;
  }

  Decision<G> choose(const G& game, const typename G::View& view, const Budget& budget,
                     const Watch<G>& watch) override {
    root_.start(game, view);
    if (root_.size() == 1) return {.move = root_[0]};
    Pace<G> pace(budget, watch);
    ++decisions_;
    for (std::uint32_t i = 0; pace.allows(i); ++i) {
      if (pace.report_is_due(i)) watch.progress(decision(view.viewer, pace));
      const auto move = i % root_.size();
      Rng rng(hash_words(seed_, decisions_, i / root_.size()));
      typename G::State world = game.determinize(view, rng);
      game.apply(world, root_[move]);
      play_out(game, world, rng, options_.playout);
      root_.add(move, leaf_values(game, world, options_.utility));
    }
    return decision(view.viewer, pace);
  }

 private:
  Decision<G> decision(Player player, const Pace<G>& pace) const {
    Decision<G> decision = root_.decision(root_.by_value(player));
    decision.microseconds = pace.elapsed();
    return decision;
  }

  FlatOptions options_;
  std::uint64_t seed_ = 0, decisions_ = 0;
  RootMoves<G> root_;
};

}  // namespace farnorth
