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
  // ismcts: true lets opponents choose in the tree, each for his own good. False: their scripted policy moves, and as
  // with chance the tree holds the moves of the searching player only, over all that the others may do, so that it looks
  // further ahead. Where players hardly meet that plays better.
  bool opponents_in_tree = true;
  // Where there are many moves, trying each of them once leaves nothing for the good ones. With w > 0 a node that was
  // visited n times holds w * sqrt(n) moves at most, and the scripted one comes first. 0: no limit, in any order.
  int widening = 0;
  std::uint32_t max_nodes = 1U << 19;  // then the tree stops growing
};

// A game may say what suits its trees.
template <Game G>
constexpr TreeOptions default_tree() {
  TreeOptions options{.playout = default_playout<G>()};
  if constexpr (requires { G::kOpponentsInTree; }) options.opponents_in_tree = G::kOpponentsInTree;
  if constexpr (requires { G::kWidening; }) options.widening = G::kWidening;
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
    values = utilities(game, world, options_.utility);
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
    std::size_t first = 0;
    for (int ply = 0; node != kNoNode && ply < kPlyCap; ++ply) {
      const Actor actor = resolve_chance(game, world, rng, simulated_);
      if (!actor.is_player()) break;
      ++simulated_;
      const Player player = actor.player();
      game.legal_moves(world, legal_);
      Choice choice{0, nullptr};
      if (observer && player != *observer &&
          (!options_.opponents_in_tree || may_hide(game, world, *observer))) {
        const typename G::Move move = game.scripted_move(world, rng);
        if (!options_.opponents_in_tree || game.shown(world, move, *observer) != move) {
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

  // A move not tried yet, if there is one and room for it; else the highest bound.
  Choice choose(const G& game, NodeId node, Player player, const typename G::State& world,
                Rng& rng) {
    const std::span<Edge> edges = tree_.edges(node);
    // Where the edge of a key is, if there is one. Entries of other nodes stay behind: an entry counts only if the edge
    // it names has that key, so nothing need be cleared.
    for (std::size_t e = 0; e < edges.size(); ++e)
      edge_of_[edges[e].key] = static_cast<std::uint16_t>(e);
    Choice best{0, nullptr};
    float best_bound = 0;
    std::uint64_t visits = 1;  // this one and those before
    untried_.clear();
    for (std::size_t i = 0; i < legal_.size(); ++i) {
      const std::uint32_t key = key_of(game, legal_[i], player);
      const std::size_t e = edge_of_[key];
      if (e >= edges.size() || edges[e].key != key) {
        untried_.push_back(static_cast<std::uint16_t>(i));
        continue;
      }
      ++edges[e].available;
      visits += edges[e].visits;
      const float bound = ucb::bound(edges[e], exploration_);
      if (best.edge == nullptr || bound > best_bound) {
        best_bound = bound;
        best = {i, &edges[e]};
      }
    }
    if (untried_.empty() || is_wide_enough(legal_.size() - untried_.size(), visits)) return best;
    const std::size_t move = untried(game, world, rng);
    Edge* added = tree_.add_edge(node, key_of(game, legal_[move], player));
    if (added == nullptr) return best;
    added->available = 1;
    return {move, added};
  }

  bool is_wide_enough(std::uint64_t tried, std::uint64_t visits) const {
    const auto widening = static_cast<std::uint64_t>(options_.widening);
    return widening > 0 && tried * tried >= widening * widening * visits;
  }

  // Which of the moves not tried yet comes first.
  std::size_t untried(const G& game, const typename G::State& world, Rng& rng) const {
    if (options_.widening > 0 && untried_.size() > 1) {
      const typename G::Move scripted = game.scripted_move(world, rng);
      for (const std::uint16_t i : untried_)
        if (legal_[i] == scripted) return i;
    }
    return untried_[rng.below(static_cast<std::uint32_t>(untried_.size()))];
  }

  TreeOptions options_;
  float exploration_;
  Tree tree_;
  std::vector<std::uint16_t> edge_of_;  // by key
  std::vector<Step> path_;
  std::uint64_t simulated_ = 0;
  MoveList<G> legal_;
  FixedVector<std::uint16_t, G::kMaxMoves> untried_;
};

}  // namespace farnorth
