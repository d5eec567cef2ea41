// The bot `ismcts`: single-observer information set Monte Carlo tree search (Cowling, Powley, Whitehouse 2012).
//
// Every iteration plays in a new world that the view allows, all on one tree, so a move of the searching player is valued
// over all worlds he cannot tell apart.
//
// A turn is several decisions. Where nothing happened since the last one but what that one chose, its tree already holds
// iterations behind the present position, and the search goes on there.
#pragma once

#include <optional>

#include "farnorth/search/bot.hpp"
#include "farnorth/search/pace.hpp"
#include "farnorth/search/tree_search.hpp"

namespace farnorth {

struct IsmctsOptions {
  TreeOptions tree{};
  bool reuse = true;  // of the tree within a turn
};

template <Game G>
class IsmctsBot final : public Bot<G> {
 public:
  explicit IsmctsBot(const IsmctsOptions& options = {})
      : search_(options.tree), reuse_(options.reuse) {}

  void start(std::uint64_t seed) override {
    seed_ = seed;
    decisions_ = 0;
    last_.reset();
  }

  Decision<G> choose(const G& game, const typename G::View& view, const Budget& budget,
                     const Watch<G>& watch) override {
    root_.start(game, view);
    if (root_.size() == 1) return {.move = root_[0]};
    Pace<G> pace(budget, watch);
    ++decisions_;
    const NodeId root = plant(game, view);
    for (std::uint32_t i = 0; pace.allows(i); ++i) {
      if (pace.report_is_due(i)) watch.progress(decision(game, view.viewer, root, pace));
      if (i > 0 && i % kCheckLeadEvery == 0 && root_.lead() > pace.left(i)) break;
      Rng rng(hash_words(seed_, decisions_, i));
      typename G::State world = game.determinize(view, rng);
      Values values;
      const std::size_t move = search_.iterate(game, root, view.viewer, world, rng, values);
      root_.add(move, values);
    }
    const Decision<G> decided = decision(game, view.viewer, root, pace);
    if (reuse_) last_ = {view, decided.move, root};
    return decided;
  }

  const Tree& tree() const { return search_.tree(); }
  std::uint64_t simulated_moves() const { return search_.simulated_moves(); }

 private:
  static constexpr std::uint32_t kCheckLeadEvery = 32;

  struct Last {
    typename G::View view;
    typename G::Move move;
    NodeId root;
  };

  // The node to start from: where the last decision led, or the root of a new tree.
  NodeId plant(const G& game, const typename G::View& view) {
    const NodeId node = last_ ? node_of(game, view) : kNoNode;
    if (node == kNoNode || search_.tree().nodes() > search_.tree().max_nodes() / 2) {
      search_.clear();
      return search_.add_root();
    }
    search_.recall(game, node, view.viewer, root_);
    return node;
  }

  // Plays the last decision in some world it allowed, and what was forced after it. If that leads to this very view,
  // nobody else has done anything, and what the tree holds there is about this position.
  NodeId node_of(const G& game, const typename G::View& view) {
    const Player me = view.viewer;
    if (last_->view.viewer != me) return kNoNode;
    Rng rng(hash_words(seed_, decisions_));
    typename G::State world = game.determinize(last_->view, rng);
    typename G::Memory memory = game.memory_of(last_->view, world);
    typename G::Move move = last_->move;
    NodeId node = last_->root;
    for (MoveList<G> legal; node != kNoNode; move = legal[0]) {
      node = search_.child(game, node, move, me);
      game.witness(memory, world, move);
      game.apply(world, move);
      if (!game.actor(world).is(me)) return kNoNode;
      game.legal_moves(world, legal);
      if (legal.size() > 1) break;
    }
    return node != kNoNode && game.view(world, memory, me) == view ? node : kNoNode;
  }

  Decision<G> decision(const G& game, Player player, NodeId root, const Pace<G>& pace) const {
    Decision<G> decision = root_.decision(root_.by_visits(player));
    decision.line = search_.principal_line(game, root, player, decision.move);
    decision.microseconds = pace.elapsed();
    return decision;
  }

  TreeSearch<G> search_;
  bool reuse_;
  std::uint64_t seed_ = 0, decisions_ = 0;
  RootMoves<G> root_;
  std::optional<Last> last_;
};

}  // namespace farnorth
