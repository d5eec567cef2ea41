// The bot `ismcts`: single-observer information set Monte Carlo tree search (Cowling, Powley, Whitehouse 2012).
//
// Every iteration plays in a new world that the view allows, all on one tree, so a move of the searching player is valued
// over all worlds he cannot tell apart.
#pragma once

#include "farnorth/search/bot.hpp"
#include "farnorth/search/pace.hpp"
#include "farnorth/search/tree_search.hpp"

namespace farnorth {

using IsmctsOptions = TreeOptions;

template <Game G>
class IsmctsBot final : public Bot<G> {
 public:
  explicit IsmctsBot(const IsmctsOptions& options = {}) : search_(options) {}

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
    const NodeId root = search_.add_root();
    for (std::uint32_t i = 0; pace.allows(i); ++i) {
      if (pace.report_is_due(i)) watch.progress(decision(game, view.viewer, root, pace));
      if (i % kCheckLeadEvery == 0 && root_.lead() > pace.left(i)) break;
      Rng rng(hash_words(seed_, decisions_, i));
      typename G::State world = game.determinize(view, rng);
      Values values;
      const std::size_t move = search_.iterate(game, root, view.viewer, world, rng, values);
      root_.add(move, values);
    }
    return decision(game, view.viewer, root, pace);
  }

  const Tree& tree() const { return search_.tree(); }
  std::uint64_t simulated_moves() const { return search_.simulated_moves(); }

 private:
  static constexpr std::uint32_t kCheckLeadEvery = 32;

  Decision<G> decision(const G& game, Player player, NodeId root, const Pace<G>& pace) const {
    Decision<G> decision = root_.decision(root_.by_visits(player));
    decision.line = search_.principal_line(game, root, player, decision.move);
    decision.microseconds = pace.elapsed();
    return decision;
  }

  TreeSearch<G> search_;
  std::uint64_t seed_ = 0, decisions_ = 0;
  RootMoves<G> root_;
};

}  // namespace farnorth
