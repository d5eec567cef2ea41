// The bots that search, made small for tests.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "farnorth/search/flat.hpp"
#include "farnorth/search/greedy.hpp"
#include "farnorth/search/ismcts.hpp"
#include "farnorth/search/pimc.hpp"
#include "farnorth/search/random.hpp"
#include "search_match.hpp"

namespace farnorth::test {

template <Game G>
struct NamedBot {
  std::string name;
  std::unique_ptr<Bot<G>> bot;
};

template <Game G>
std::vector<NamedBot<G>> searching_bots(const PlayoutOptions& playout = {}) {
  TreeOptions tree;
  tree.playout = playout;
  tree.max_nodes = 1U << 12;
  std::vector<NamedBot<G>> bots;
  bots.push_back({"flat", std::make_unique<FlatBot<G>>(FlatOptions{.playout = playout})});
  bots.push_back({"pimc", std::make_unique<PimcBot<G>>(PimcOptions{.worlds = 4, .tree = tree})});
  bots.push_back({"ismcts", std::make_unique<IsmctsBot<G>>(IsmctsOptions{.tree = tree})});
  return bots;
}

// ismcts with what suits the game, a cut-off and its outlook among it.
template <Game G>
NamedBot<G> ismcts_as_played() {
  return {"ismcts-as-played",
          std::make_unique<IsmctsBot<G>>(IsmctsOptions{.tree = default_tree<G>()})};
}

template <Game G>
bool same_decision(const Decision<G>& a, const Decision<G>& b) {
  const auto same_stats = [](const MoveStats<G>& x, const MoveStats<G>& y) {
    return x.move == y.move && x.visits == y.visits && x.value == y.value;
  };
  return a.move == b.move && a.iterations == b.iterations && a.value == b.value &&
         a.line == b.line &&
         std::equal(a.table.begin(), a.table.end(), b.table.begin(), b.table.end(), same_stats);
}

inline bool long_lane() { return std::getenv("FARNORTH_LONG") != nullptr; }

}  // namespace farnorth::test
