// UCT in one world that is known: what the player-less interfaces of other search packages ask for.
//
// No bot uses it, since a bot never has a State. Chance is sampled anew in each iteration (open loop).
#pragma once

#include <cstdint>
#include <optional>

#include "farnorth/search/bot.hpp"
#include "farnorth/search/pace.hpp"
#include "farnorth/search/tree_search.hpp"

namespace farnorth {

// The best move of the player who acts in `world`. With `only`, the tree holds that player's moves, and all others move
// by their scripted policy; else everyone chooses in the tree, each for his own good.
template <Game G>
Decision<G> search_world(const G& game, const typename G::State& world, std::optional<Player> only,
                         TreeOptions options, const Budget& budget, std::uint64_t seed,
                         const Watch<G>& watch) {
  RootMoves<G> root;
  root.start(game, world);
  if (root.size() == 1) return {.move = root[0]};
  options.opponents_in_tree_up_to = only ? 0 : kMaxSeats;
  TreeSearch<G> search(options);
  const NodeId node = search.add_root();
  const Player player = game.actor(world).player();
  Pace<G> pace(budget, watch);
  for (std::uint32_t i = 0; pace.allows(i); ++i) {
    Rng rng(hash_words(seed, i));
    typename G::State playing = world;
    Values values;
    const std::size_t move = search.iterate(game, node, only, playing, rng, values);
    root.add(move, values);
  }
  Decision<G> decision = root.decision(root.by_visits(player));
  decision.line = search.principal_line(game, node, player, decision.move);
  decision.microseconds = pace.elapsed();
  return decision;
}

}  // namespace farnorth
