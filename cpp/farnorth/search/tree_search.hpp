// One iteration of Monte Carlo tree search on a tree of information sets: what `pimc` and `ismcts` share.
//
// The tree holds the players' moves only; what chance does is sampled anew each time (open loop), so a node stands for
// all positions that a sequence of moves can lead to. What is legal there differs between iterations: an edge competes
// when its move is legal. Every player maximises his own value (max^n).
//
// What the observer could not see must not steer his later moves in the tree. So where an opponent may make a move that
// is hidden from him, the opponent does not choose in the tree: his scripted policy moves, and a move that stayed hidden
// leaves the tree where it is, as chance does.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "farnorth/search/outlook.hpp"
#include "farnorth/search/playout.hpp"
#include "farnorth/search/root.hpp"
#include "farnorth/search/tree.hpp"
#include "farnorth/search/ucb.hpp"
#include "farnorth/search/utility.hpp"

namespace farnorth {

struct TreeOptions {
  int exploration = 500;  // per mille: the constant of the confidence bound, for values in [0, 1]
  PlayoutOptions playout{};
  UtilityOptions utility{};
  // ismcts: in games of up to so many players opponents choose in the tree, each for his own good. In larger ones their
  // scripted policy moves, and as with chance the tree holds the moves of the searching player only, over all that the
  // others may do, so that it looks further ahead. Where players hardly meet, or are many, that plays better.
  int opponents_in_tree_up_to = kMaxSeats;
  // Per mille of the choice that the scripted policy has beforehand. Where there are many moves, trying each of them leaves
  // nothing for the good ones; with a prior the scripted move is tried first and others as far as they do better
  // (PUCT; Silver and others: Mastering the game of Go without human knowledge, 2017). 0: no prior, UCB1.
  int prior = 0;
  std::uint32_t max_nodes = 1U << 19;  // then the tree stops growing
};

// A game may say what suits its trees.
template <Game G>
constexpr TreeOptions default_tree() {
  TreeOptions options{.playout = default_playout<G>()};
  if constexpr (requires { G::kOpponentsInTreeUpTo; })
    options.opponents_in_tree_up_to = G::kOpponentsInTreeUpTo;
  if constexpr (requires { G::kPrior; }) options.prior = G::kPrior;
  return options;
}

template <Game G>
class TreeSearch {
 public:
  explicit TreeSearch(const TreeOptions& options)
      : options_(options),
        exploration_(static_cast<float>(options.exploration) / 1000.0F),
        tree_(options.max_nodes),
        edge_of_(kKeys) {}

  const Tree& tree() const { return tree_; }
  // Moves made in all iterations so far, those of chance included.
  std::uint64_t simulated_moves() const { return simulated_; }
  void clear() { tree_.clear(); }
  NodeId add_root() { return tree_.add_node(); }

  // Plays `world` from the root to its end, and learns. Returns the place of the first move among the legal ones.
  // Without an observer everything counts as seen.
  std::size_t iterate(const G& game, NodeId root, std::optional<Player> observer,
                      typename G::State& world, Rng& rng, Values& values) {
    path_.clear();
    const std::size_t first = descend(game, root, observer, world, rng);
    simulated_ += static_cast<std::uint64_t>(play_out(game, world, rng, options_.playout));
    values = leaf_values(game, world, options_.utility);
    for (const Step& step : path_) {
      ++step.edge->visits;
      step.edge->value += values[step.seat];
    }
    return first;
  }

  // Where a move of the player leads; kNoNode if the tree does not hold that.
  NodeId child(const G& game, NodeId node, const typename G::Move& move, Player player) const {
    for (const Edge& edge : tree_.edges(node))
      if (edge.key == key_of(game, move, player)) return edge.child;
    return kNoNode;
  }

  // Tells `moves` what the tree already knows of them.
  void recall(const G& game, NodeId node, Player player, RootMoves<G>& moves) const {
    for (std::size_t i = 0; i < moves.size(); ++i)
      for (const Edge& edge : tree_.edges(node))
        if (edge.key == key_of(game, moves[i], player))
          moves.recall(i, player, edge.visits, edge.value);
  }

  // `first` and the moves most often tried after it.
  std::vector<typename G::Move> principal_line(const G& game, NodeId root, Player player,
                                               const typename G::Move& first) const {
    std::vector<typename G::Move> line{first};
    NodeId node = child(game, root, first, player);
    while (node != kNoNode && !tree_.edges(node).empty()) {
      const auto edges = tree_.edges(node);
      const Edge& best =
          *std::max_element(edges.begin(), edges.end(),
                            [](const Edge& a, const Edge& b) { return a.visits < b.visits; });
      line.push_back(game.move_of(static_cast<int>(best.key / kMaxSeats)));
      node = best.child;
    }
    return line;
  }

 private:
  static constexpr std::size_t kKeys = static_cast<std::size_t>(G::kActionCount) * kMaxSeats;

  struct Step {
    Edge* edge;  // stays where it is: only the node at the end of a path gets new edges
    std::uint8_t seat;
  };
  struct Choice {
    std::size_t move;  // among the legal ones
    Edge* edge;        // nullptr: none to follow, and no room for one
  };

  // The actor is part of the key: which player moves after a sequence of moves may depend on chance.
  static std::uint32_t key_of(const G& game, const typename G::Move& move, Player player) {
    return static_cast<std::uint32_t>(game.action_id(move)) * kMaxSeats + player.seat;
  }

  // Follows the tree, adds one edge, stops behind it.
  std::size_t descend(const G& game, NodeId node, std::optional<Player> observer,
                      typename G::State& world, Rng& rng) {
    const bool opponents_choose = game.players() <= options_.opponents_in_tree_up_to;
    std::size_t first = 0;
    for (int ply = 0; node != kNoNode && ply < kPlyCap; ++ply) {
      const Actor actor = resolve_chance(game, world, rng, simulated_);
      if (!actor.is_player()) break;
      ++simulated_;
      const Player player = actor.player();
      game.legal_moves(world, legal_);
      Choice choice{0, nullptr};
      if (observer && player != *observer &&
          (!opponents_choose || may_hide(game, world, *observer))) {
        const typename G::Move move = game.scripted_move(world, rng);
        if (!opponents_choose || game.shown(world, move, *observer) != move) {
          game.apply(world, move);
          continue;
        }
        choice = follow(game, node, player, move);
      } else {
        choice = choose(game, node, player, world, rng);
      }
      if (path_.empty()) first = choice.move;
      if (choice.edge == nullptr) break;
      path_.push_back({choice.edge, player.seat});
      game.apply(world, legal_[choice.move]);
      if (choice.edge->visits == 0) break;
      if (choice.edge->child == kNoNode) choice.edge->child = tree_.add_node();
      node = choice.edge->child;
    }
    return first;
  }

  bool may_hide(const G& game, const typename G::State& world, Player observer) const {
    return std::any_of(legal_.begin(), legal_.end(), [&](const typename G::Move& move) {
      return game.shown(world, move, observer) != move;
    });
  }

  // The edge of a move that is not chosen here.
  Choice follow(const G& game, NodeId node, Player player, const typename G::Move& move) {
    const auto place =
        static_cast<std::size_t>(std::find(legal_.begin(), legal_.end(), move) - legal_.begin());
    const std::uint32_t key = key_of(game, move, player);
    for (Edge& edge : tree_.edges(node))
      if (edge.key == key) {
        ++edge.available;
        return {place, &edge};
      }
    Edge* added = tree_.add_edge(node, key);
    if (added != nullptr) added->available = 1;
    return {place, added};
  }

  Choice choose(const G& game, NodeId node, Player player, const typename G::State& world,
                Rng& rng) {
    const std::span<Edge> edges = tree_.edges(node);
    // Where the edge of a key is, if there is one. Entries of other nodes stay behind: an entry counts only if the edge
    // it names has that key, so nothing need be cleared.
    for (std::size_t e = 0; e < edges.size(); ++e)
      edge_of_[edges[e].key] = static_cast<std::uint16_t>(e);
    edge_.clear();
    for (const typename G::Move& move : legal_) {
      const std::uint32_t key = key_of(game, move, player);
      const std::size_t e = edge_of_[key];
      const bool tried = e < edges.size() && edges[e].key == key;
      edge_.push_back(tried ? &edges[e] : nullptr);
      if (tried) ++edges[e].available;
    }
    const std::size_t move =
        options_.prior > 0 ? highest_with_prior(game, world, rng) : untried_or_highest(rng);
    if (edge_[move] != nullptr) return {move, edge_[move]};
    Edge* added = tree_.add_edge(node, key_of(game, legal_[move], player));
    if (added == nullptr) return best_tried();
    added->available = 1;
    return {move, added};
  }

  // A move not tried yet, at random, as long as there is one; else the highest bound.
  std::size_t untried_or_highest(Rng& rng) const {
    const auto untried =
        static_cast<std::uint32_t>(std::count(edge_.begin(), edge_.end(), nullptr));
    if (untried == 0) return best_tried().move;
    std::uint32_t skip = rng.below(untried);
    std::size_t move = 0;
    while (edge_[move] != nullptr || skip-- > 0) ++move;
    return move;
  }

  Choice best_tried() const {
    Choice best{0, nullptr};
    float best_bound = 0;
    for (std::size_t i = 0; i < edge_.size(); ++i) {
      if (edge_[i] == nullptr) continue;
      const float bound = ucb::bound(*edge_[i], exploration_);
      if (best.edge != nullptr && bound <= best_bound) continue;
      best_bound = bound;
      best = {i, edge_[i]};
    }
    return best;
  }

  // What was not tried counts as the mean of what was.
  std::size_t highest_with_prior(const G& game, const typename G::State& world, Rng& rng) const {
    std::uint32_t visits = 0;
    std::int64_t value = 0;
    for (const Edge* edge : edge_) {
      if (edge == nullptr) continue;
      visits += edge->visits;
      value += edge->value;
    }
    const typename G::Move scripted = game.scripted_move(world, rng);
    const float prior = static_cast<float>(options_.prior) / 1000.0F;
    const float share = (1.0F - prior) / static_cast<float>(legal_.size());
    const float scale = exploration_ * std::sqrt(static_cast<float>(visits));
    const float mean = ucb::mean(value, visits);
    std::size_t best = 0;
    float best_bound = -1;
    for (std::size_t i = 0; i < legal_.size(); ++i) {
      const Edge* edge = edge_[i];
      const float chosen = share + (legal_[i] == scripted ? prior : 0.0F);
      const float tries = edge == nullptr ? 0 : static_cast<float>(edge->visits);
      const float bound = (edge == nullptr ? mean : ucb::mean(edge->value, edge->visits)) +
                          scale * chosen / (1.0F + tries);
      // Before anything was tried all bounds are equal: the scripted move is first.
      if (bound < best_bound || (bound == best_bound && legal_[i] != scripted)) continue;
      best_bound = bound;
      best = i;
    }
    return best;
  }

  TreeOptions options_;
  float exploration_;
  Tree tree_;
  std::vector<std::uint16_t> edge_of_;  // by key
  std::vector<Step> path_;
  std::uint64_t simulated_ = 0;
  MoveList<G> legal_;
  FixedVector<Edge*, G::kMaxMoves> edge_;  // of the legal moves; nullptr: not tried yet
};

}  // namespace farnorth
