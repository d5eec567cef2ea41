// The scripted player of Explorers, and the atlas that saves it work.
#include <queue>
#include <set>
#include <thread>

#include "explorers_position.hpp"
#include "farnorth/games/explorers/atlas.hpp"

namespace farnorth::explorers {
namespace {

// ---- The atlas agrees with what can be found from the map alone ---------------------------------

bool is_closed(const Explorers& game, const Map& map, Tile tile, int sea) {
  return map.site[tile.number].token() == kEnemyShip && game.chart()[tile].token_group == sea;
}

// Sail actions from the shore to every place: breadth-first, edge by edge.
std::array<int, 4 * kSites + 1> naive_ways(const Explorers& game, const Map& map) {
  std::array<int, 4 * kSites + 1> ways;
  ways.fill(Atlas::kFar);
  ways[Atlas::kShore] = 0;
  std::queue<std::size_t> queue;
  const auto reach = [&](std::size_t from, Tile tile, int sea) {
    const std::size_t there = Atlas::place(tile, sea);
    if (ways[there] != Atlas::kFar || is_closed(game, map, tile, sea)) return;
    ways[there] = ways[from] + 1;
    queue.push(there);
  };
  for (int i = 0; i < kFixedTiles; ++i)
    reach(Atlas::kShore, Tile::fixed(i), game.chart().shore_sea[static_cast<std::size_t>(i)]);
  while (!queue.empty()) {
    const std::size_t here = queue.front();
    queue.pop();
    const Tile tile = Tile::at(static_cast<int>(here / 4));
    for (int d = 0; d < kDirections; ++d)
      if (has(game.chart().face(map, tile).sea_edges[here % 4], d) && map.has_neighbour(tile, d))
        reach(here, map.neighbour(tile, d), map.sea_beyond(tile, d));
  }
  return ways;
}

int open_edges(const Explorers& game, const Map& map, const Island& island) {
  int open = 0;
  for (const Land land : island.lands)
    for (int d = 0; d < kDirections; ++d)
      if (has(game.chart()
                  .face(map, land.tile())
                  .land_edges[static_cast<std::size_t>(land.group())],
              d) &&
          !map.has_neighbour(land.tile(), d))
        ++open;
  return open;
}

void check(const Explorers& game, const Map& map, const Atlas& atlas) {
  const auto ways = naive_ways(game, map);
  const Atlas::Ways from_shore = atlas.ways(Atlas::kShore);
  std::set<std::uint8_t> numbers;
  std::size_t islands = 0, seen = 0;
  Island island;
  for (int t = 0; t < kSites; ++t) {
    const Tile tile = Tile::at(t);
    REQUIRE(atlas.laid().contains(tile) == map.is_laid(tile));
    if (!map.is_laid(tile)) continue;
    CHECK(atlas.tile_at(map.cell(tile)) == tile);
    for (int sea = 0; sea < game.chart()[tile].seas; ++sea)
      CHECK(from_shore.to(Atlas::place(tile, sea)) == ways[Atlas::place(tile, sea)]);
    unsigned points = 0;
    for (int corner = 0; corner < kCorners; ++corner)
      points |= land_point(game.chart(), map, tile, corner).exists ? 1U << corner : 0U;
    CHECK(atlas.land_points(tile) == points);
    for (int g = 0; g < game.chart()[tile].lands; ++g) {
      explore(game.chart(), map, Land::of(tile, g), island);
      const Atlas::Isle& isle = atlas.isle(atlas.island(Land::of(tile, g)));
      CHECK(isle.tiles == island.tiles);
      CHECK(isle.complete() == island.complete);
      CHECK(isle.open == open_edges(game, map, island));
      numbers.insert(atlas.island(Land::of(tile, g)));
      for (const Land land : island.lands)
        CHECK(atlas.island(land) == atlas.island(Land::of(tile, g)));
      ++seen;
      islands += island.lands[0] == *std::min_element(island.lands.begin(), island.lands.end());
    }
  }
  CHECK(seen >= numbers.size());
  CHECK(islands == numbers.size());
}

std::vector<State> states_of(const Explorers& game, std::uint64_t seed, bool scripted) {
  std::vector<State> states;
  Rng rng(seed);
  MoveList<Explorers> moves;
  for (State state = game.start();;) {
    states.push_back(state);
    const Actor actor = game.actor(state);
    if (actor.is_nobody()) return states;
    Move move = Move::end();
    if (actor.is_chance()) {
      move = game.sample(state, rng);
    } else if (scripted && rng.below(10) > 0) {
      move = game.scripted_move(state, rng);
    } else {
      game.legal_moves(state, moves);
      move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
    }
    game.apply(state, move);
  }
}

TEST_CASE("an atlas that follows a game is the one made for each of its maps") {
  for (const char* board : {"A", "B", "C", "D"}) {
    const auto chart = [](const Explorers& game) {
      return std::shared_ptr<const Chart>(&game.chart(), [](const Chart*) {});
    };
    const Explorers game(Setup{.board = board}), narrow(Setup{.window = 4, .board = board});
    auto kept = std::make_unique<Atlas>();
    const auto wide_chart = chart(game), narrow_chart = chart(narrow);
    for (const bool scripted : {false, true}) {
      const auto states = states_of(game, 7, scripted), others = states_of(narrow, 7, scripted);
      for (std::size_t i = 0; i < states.size(); i += 5) {
        kept->follow(wide_chart, states[i].map);
        check(game, states[i].map, *kept);
      }
      // From one game to another, backwards and forwards.
      for (std::size_t i = 0; i < std::min(states.size(), others.size()); i += 23) {
        kept->follow(narrow_chart, others[others.size() - 1 - i].map);
        check(narrow, others[others.size() - 1 - i].map, *kept);
        kept->follow(wide_chart, states[i].map);
        check(game, states[i].map, *kept);
      }
    }
  }
}

// What it keeps from one decision to the next (policy_notes.hpp) must be what it would find again.

Move answer(const Explorers& game, const State& state) {
  Rng rng(1);
  return game.scripted_move(state, rng);
}

Move fresh_answer(const Explorers& game, const State& state) {
  Move fresh;
  std::thread([&] { fresh = answer(game, state); }).join();  // knows of nothing before
  return fresh;
}

// The same position but for one thing that decisions rest on.
std::vector<State> twins(const State& state) {
  std::vector<State> twins;
  for (const bool own : {true, false}) {
    State twin = state;
    Clan& clan = twin.clan[(state.player.seat + (own ? 0U : 1U)) % 2U];
    if (clan.ashore.empty()) continue;
    clan.ashore.pop_back();
    ++clan.mainland;
    twins.push_back(twin);
  }
  for (std::size_t herd = 0; herd < kLivestockTypes; ++herd) {
    if (state.livestock[herd].empty()) continue;
    twins.push_back(state);
    twins.back().livestock[herd].pop_back();
  }
  for (std::size_t site = 0; site < kSites; ++site) {
    if (state.map.site[site].token() < kLowestStrength) continue;
    twins.push_back(state);
    twins.back().map.site[site].put(0);
  }
  return twins;
}

TEST_CASE("the scripted player answers the same whatever was asked before") {
  const Explorers two, solo(Setup{.players = 1, .board = "D"});
  const auto states = states_of(two, 11, true), others = states_of(solo, 12, true);
  int asked = 0;
  for (std::size_t i = 0; i < std::min(states.size(), others.size()); i += 3) {
    const State& state = states[states.size() - 1 - i];
    if (!two.actor(state).is_player() || !solo.actor(others[i]).is_player()) continue;
    CHECK(answer(two, state) == fresh_answer(two, state));
    CHECK(answer(solo, others[i]) == fresh_answer(solo, others[i]));
    ++asked;
  }
  CHECK(asked > 20);
}

TEST_CASE("the scripted player decides in a game as if it saw each position first") {
  for (const int players : {1, 2, 3, 4}) {
    const Explorers game(Setup{.players = static_cast<std::uint8_t>(players)});
    int asked = 0;
    for (std::uint64_t seed = 1; seed <= 5; ++seed)
      for (const State& state : states_of(game, seed, true)) {
        if (!game.actor(state).is_player()) continue;
        CHECK(answer(game, state) == fresh_answer(game, state));
        ++asked;
      }
    CHECK(asked > 300);
  }
}

TEST_CASE("the scripted player is not misled by a position that is almost the same") {
  const Explorers game;
  MoveList<Explorers> moves;
  int asked = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed)
    for (const State& state : states_of(game, seed, true)) {
      if (state.phase != Phase::tile && state.phase != Phase::act) continue;
      game.legal_moves(state, moves);
      for (const State& twin : twins(state)) {
        const Move move = answer(game, twin);
        if (std::find(moves.begin(), moves.end(), move) == moves.end()) continue;
        State next = state;
        game.apply(next, move);
        if (!game.actor(next).is_player()) continue;
        CHECK(answer(game, next) == fresh_answer(game, next));
        ++asked;
      }
    }
  CHECK(asked > 1000);
}

// ---- What it does -------------------------------------------------------------------------------

Move script(const Position& at) { return answer(at.game, at.state); }

TEST_CASE("the scripted player walks to a place for an outpost and builds there") {
  // The tiles of N-EX-48: a land point north of (2,-1), two Vikings one step away on (1,0).
  Position at;
  at.put("t01", 1, 1, -1).put("t22", 3, 2, -1).put("t09", 3, 3, -2).put("t10", 1, 2, -2);
  at.vikings(0, 1, 0, 0, 2).crew(0, 3);
  CHECK(at.game.to_text(script(at)) == "from 1 0");
  at.game.apply(at.state, script(at));
  CHECK(at.game.to_text(script(at)) == "walk ne 2");
  at.game.apply(at.state, script(at));
  CHECK(at.game.to_text(script(at)) == "outpost 2 -1 n");
}

TEST_CASE("a crew ashore finishes its outpost before it mans the longship") {
  Position at(2, "D");
  at.put("t09", 2, 1, -1);  // N-EX-37: the south corner of (1,-1)
  at.vikings(0, 1, 0, 0, 2).ship(0, 1, 0, 0, 0);
  CHECK(script(at).kind == MoveKind::outpost);
  at.game.apply(at.state, script(at));
  CHECK(script(at).kind == MoveKind::load);
}

}  // namespace
}  // namespace farnorth::explorers
