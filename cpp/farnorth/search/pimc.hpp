// The bot `pimc`: perfect information Monte Carlo, also called determinized UCT. A tree of its own for each of a few
// worlds that the view allows; the visits of all trees are added up.
//
// It assumes that everything is known once it has moved (strategy fusion), so it never values information. A baseline,
// and good where secrets matter little.
#pragma once

#include <vector>

#include "farnorth/search/bot.hpp"
#include "farnorth/search/pace.hpp"
#include "farnorth/search/tree_search.hpp"

namespace farnorth {

struct PimcOptions {
  std::uint32_t worlds = 20;  // trees; the iterations of a decision are spread over them
  TreeOptions tree{};
};

template <Game G>
class PimcBot final : public Bot<G> {
 public:
  explicit PimcBot(const PimcOptions& options = {})
      : worlds_(options.worlds), search_(options.tree) {}

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
    search_.clear();
    planted_.clear();
    for (std::uint32_t i = 0; pace.allows(i); ++i) {
      if (pace.report_is_due(i)) watch.progress(decision(view.viewer, pace));
      if (i % kCheckLeadEvery == 0 && root_.lead() > pace.left(i)) break;
      const PlantedWorld& planted = world_for(game, view, i);
      Rng rng(hash_words(seed_, decisions_, worlds_ + i));
      typename G::State world = planted.world;
      Values values;
      const std::size_t move =
          search_.iterate(game, planted.root, std::nullopt, world, rng, values);
      root_.add(move, values);
    }
    return decision(view.viewer, pace);
  }

 private:
  static constexpr std::uint32_t kCheckLeadEvery = 32;

  struct PlantedWorld {
    typename G::State world;
    NodeId root;
  };

  // Iterations take the worlds in turn. One is dealt when it is first needed, so that a short search does not deal more
  // than it looks at; none after the tree is full.
  const PlantedWorld& world_for(const G& game, const typename G::View& view, std::uint32_t i) {
    if (i < worlds_ && i == planted_.size())
      if (const NodeId root = search_.add_root(); root != kNoNode) {
        Rng rng(hash_words(seed_, decisions_, i));
        planted_.push_back({game.determinize(view, rng), root});
      }
    return planted_[i % planted_.size()];
  }

  Decision<G> decision(Player player, const Pace<G>& pace) const {
    Decision<G> decision = root_.decision(root_.by_visits(player));
    decision.microseconds = pace.elapsed();
    return decision;
  }

  std::uint32_t worlds_;
  TreeSearch<G> search_;
  std::vector<PlantedWorld> planted_;
  std::uint64_t seed_ = 0, decisions_ = 0;
  RootMoves<G> root_;
};

}  // namespace farnorth
