// The tree keeps its accounts and its bounds.
#include "farnorth/search/tree.hpp"

#include <doctest/doctest.h>
#include <malloc.h>

#include <memory>
#include <vector>

#include "farnorth/games/borealis/borealis.hpp"
#include "farnorth/search/ucb.hpp"
#include "search_bots.hpp"

namespace farnorth::test {

using borealis::Borealis;

TEST_CASE("search: edges keep their values while blocks grow and move") {
  Tree tree(1000);
  std::vector<NodeId> nodes;
  for (int n = 0; n < 40; ++n) nodes.push_back(tree.add_node());
  for (std::uint32_t key = 0; key < 20; ++key)
    for (const NodeId node : nodes) {
      Edge* edge = tree.add_edge(node, key * 100 + node);
      REQUIRE(edge != nullptr);
      edge->visits = key + node;
    }
  for (const NodeId node : nodes) {
    REQUIRE(tree.edges(node).size() == 20);
    for (std::uint32_t key = 0; key < 20; ++key) {
      CHECK(tree.edges(node)[key].key == key * 100 + node);
      CHECK(tree.edges(node)[key].visits == key + node);
      CHECK(tree.edges(node)[key].child == kNoNode);
    }
  }
}

TEST_CASE("search: a full tree refuses and goes on working") {
  Tree tree(8);
  for (int n = 0; n < 8; ++n) CHECK(tree.add_node() != kNoNode);
  CHECK(tree.add_node() == kNoNode);
  int added = 0;
  while (tree.add_edge(0, static_cast<std::uint32_t>(added)) != nullptr) ++added;
  CHECK(added >= 8);
  CHECK(tree.edges(0).size() == static_cast<std::size_t>(added));
  tree.clear();
  CHECK(tree.nodes() == 0);
  CHECK(tree.add_node() == 0);
  CHECK(tree.edges(0).empty());
}

TEST_CASE("search: logarithms") {
  CHECK(ucb::log(1) == 0.0F);
  CHECK(ucb::log(2) == doctest::Approx(0.693147).epsilon(1e-6));
  CHECK(ucb::log(1000) == doctest::Approx(6.907755).epsilon(1e-6));
  for (const std::uint32_t n : {1023U, 1024U, 5000U, 200'000U, 4'000'000'000U})
    CHECK(ucb::log(n) == doctest::Approx(std::log(static_cast<double>(n))).epsilon(0.0005));
}

namespace {

struct Accounts {
  std::uint64_t edges = 0, nodes = 0;
  std::vector<std::string> faults;
};

void audit(const Tree& tree, NodeId node, std::uint64_t arrivals, Accounts& accounts) {
  ++accounts.nodes;
  std::uint64_t visits = 0;
  for (const Edge& edge : tree.edges(node)) {
    ++accounts.edges;
    visits += edge.visits;
    if (edge.visits == 0) accounts.faults.push_back("an edge was never taken");
    if (edge.available < edge.visits) accounts.faults.push_back("taken more often than available");
    if (edge.available > arrivals) accounts.faults.push_back("available more often than met");
    if (edge.value < 0 || edge.value > std::int64_t{edge.visits} * kOne)
      accounts.faults.push_back("a value out of range");
    if (edge.child == kNoNode) continue;
    // The first visit of an edge ends in a playout before there is a node.
    audit(tree, edge.child, edge.visits - 1, accounts);
  }
  // Some arrivals end in a finished game.
  if (visits > arrivals) accounts.faults.push_back("more left the node than came");
}

}  // namespace

TEST_CASE("search: visits, availability and values add up") {
  for (const std::uint8_t players : {std::uint8_t{2}, std::uint8_t{4}}) {
    const Borealis game({.players = players});
    Positions<Borealis> play(game, players);
    TreeOptions options;
    for (const std::uint32_t max_nodes : {1U << 16, 300U}) {
      options.max_nodes = max_nodes;
      IsmctsBot<Borealis> bot({.tree = options});
      for (int i = 0; i < 4; ++i) {
        const auto& table = play.next(23);
        const Player me = game.actor(table.state).player();
        const auto decision = bot.choose(game, view_of(game, table, me), {.iterations = 1000}, {});
        Accounts accounts;
        audit(bot.tree(), 0, decision.iterations, accounts);
        CHECK(accounts.faults == std::vector<std::string>{});
        CHECK(accounts.nodes == bot.tree().nodes());
        CHECK(bot.tree().nodes() <= max_nodes);
        std::uint32_t visits = 0;
        for (const auto& stats : decision.table) visits += stats.visits;
        CHECK(visits == decision.iterations);
        CHECK(decision.move == decision.table.front().move);
        CHECK(decision.line.front() == decision.move);
      }
    }
  }
}

namespace {

// Bytes; large blocks, as the arenas of a tree may be, are mapped and counted apart. Small blocks that were freed may count
// as allocated until they are used again.
std::size_t allocated() {
  const auto info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

}  // namespace

TEST_CASE("search: a tree is seen where memory is counted") {
  const std::size_t before = allocated();
  const auto tree = std::make_unique<Tree>(1U << 16);
  CHECK(allocated() >= before + (1U << 16) * sizeof(Edge));
}

TEST_CASE("search: ten thousand searches keep no memory") {
  const Borealis game({.players = 2});
  Positions<Borealis> play(game, 9);
  std::vector<borealis::View> views;
  for (int i = 0; i < 50; ++i) {
    const auto& table = play.next(7);
    views.push_back(view_of(game, table, game.actor(table.state).player()));
  }
  const auto search_all = [&](int rounds) {
    for (int round = 0; round < rounds; ++round) {
      const auto bots =
          searching_bots<Borealis>({.random = 100, .moves = 2});  // new ones, as for each game
      for (const auto& view : views)
        for (const auto& entrant : bots) entrant.bot->choose(game, view, {.iterations = 8}, {});
    }
  };
  search_all(1);
  const std::size_t before = allocated();
  search_all(10'000 / 150 + 1);
  CHECK(allocated() <= before);
}

}  // namespace farnorth::test
