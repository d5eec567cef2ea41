// Worked examples of Explorers: islands, points, captains, ranking. Titles start with the id of the
// example.
#include <algorithm>

#include "explorers_position.hpp"

namespace farnorth::explorers {
namespace {

Island island_at(const Position& p, Land land) {
  Island island;
  explore(p.game.chart(), p.state.map, land, island);
  return island;
}
int size_at(const Position& p, int q, int r, int group = 0) {  // 0: not complete
  const Island island = island_at(p, p.land(q, r, group));
  return island.complete ? island.tiles.size() : 0;
}

TEST_CASE("N-EX-42 [N-ISLE-1 N-ISLE-2 N-ISLE-3 N-ISLE-5] a two-tile island") {
  Position p;
  p.put("t01", 3, 2, -1);
  CHECK(size_at(p, 1, 0) == 2);
  CHECK(p.points(0, "islands") == 0);
  p.vikings(0, 1, 0, 0, 1);
  CHECK(p.points(0, "islands") == 2);
  CHECK(p.points(1, "islands") == 0);
}

TEST_CASE("N-EX-43 [N-ISLE-2 N-ISLE-5] open islands") {
  Position p;
  p.vikings(0, 0, 0, 0, 2).vikings(0, 1, 0, 0, 2).vikings(0, 2, 0, 0, 1);
  for (int q = 0; q < 3; ++q) CHECK(size_at(p, q, 0) == 0);
  CHECK(p.points(0, "islands") == 0);
}

TEST_CASE("N-EX-44 [N-ISLE-3] two islands on one tile") {
  Position p;
  p.put("t35", 2, 0, -1).put("t02", 2, 0, -2);
  CHECK(size_at(p, 0, -1, 0) == 2);
  CHECK(size_at(p, 0, -1, 1) == 2);
  CHECK(island_at(p, p.land(0, -1, 0)).lands.size() == 2);
  p.vikings(0, 0, -1, 0, 1).vikings(0, 0, -2, 0, 1);
  CHECK(p.points(0, "islands") == 4);
}

Position position_j() {
  return Position()
      .put("t34", 0, 3, 0, 2)
      .put("t09", 2, 4, -1)
      .put("t45", 1, 4, 0, 3)
      .put("t01", 4, 5, 0)
      .put("t02", 5, 4, 1)
      .put("t10", 5, 3, 1);
}

TEST_CASE("N-EX-45 [N-ISLE-1 N-ISLE-3 N-TILE-4] one island twice on a tile") {
  Position p = position_j();
  CHECK(size_at(p, 3, 0, 0) == 6);
  CHECK(size_at(p, 3, 0, 1) == 6);
  CHECK(island_at(p, p.land(3, 0, 0)).lands.size() == 7);
  p.vikings(0, 5, 0, 0, 1);
  CHECK(p.points(0, "islands") == 6);
}

TEST_CASE("N-EX-46 [N-ISLE-2] the dead rim") {
  Position dead;
  dead.put("t01", 2, -1, 0);
  CHECK(!island_at(dead, dead.land(-1, 0)).complete);
  CHECK(!dead.game.chart().free.contains(Position::cell(-1, 1)));
  Position open;
  open.put("t01", 3, -1, 0);
  CHECK(!island_at(open, open.land(-1, 0)).complete);
  open.put("t02", 0, -2, 1);
  CHECK(size_at(open, -1, 0) == 2);
}

Position position_i(int players = 2) {
  return Position(players)
      .put("t01", 3, 2, -1)
      .put("t02", 3, 3, -1)
      .put("t03", 2, 0, -1)
      .put("t09", 5, 1, -1)
      .put("t10", 1, 1, -2)
      .put("t11", 3, 2, -2);
}

TEST_CASE("N-EX-47 [N-ISLE-4 N-ISLE-5] influence") {
  Position p = position_i();
  CHECK(size_at(p, 1, 0) == 2);
  CHECK(size_at(p, 2, 0) == 2);
  CHECK(size_at(p, 0, 0) == 2);
  CHECK(size_at(p, 1, -1) == 3);
  p.outpost(0, 1, -1, 'n').vikings(0, 1, -2, 0, 1).ship(0, 1, -1, 0, 3).vikings(1, 2, -2, 0, 3);
  CHECK(p.points(0, "islands") == 3);
  CHECK(p.points(1, "islands") == 3);
  p.vikings(1, 1, -1, 0, 1);
  CHECK(p.points(0, "islands") == 0);
  CHECK(p.points(1, "islands") == 3);
}

TEST_CASE("N-EX-48 [N-ISLE-4 N-ISLE-5] five to two") {
  Position p;
  p.put("t01", 1, 1, -1).put("t22", 3, 2, -1).put("t09", 3, 3, -2).put("t10", 1, 2, -2);
  CHECK(size_at(p, 1, 0) == 5);
  p.outpost(0, 2, -1, 'n').vikings(0, 2, -1, 0, 3).vikings(1, 1, 0, 0, 2);
  CHECK(p.points(0, "islands") == 5);
  CHECK(p.points(1, "islands") == 0);
}

using Delivered = std::array<std::uint8_t, kLivestockTypes>;

TEST_CASE("N-EX-49 [N-UNLOAD-3] the livestock table") {
  CHECK(livestock_points(Delivered{1, 2, 1, 2, 3, 1}) == 21 + 6 + 1);
  CHECK(livestock_points(Delivered{0, 0, 0, 0, 0, 0}) == 0);
  CHECK(livestock_points(Delivered{6, 0, 0, 0, 0, 0}) == 6);
  CHECK(livestock_points(Delivered{2, 2, 0, 0, 0, 0}) == 6);
  CHECK(livestock_points(Delivered{1, 1, 1, 1, 1, 0}) == 15);
  CHECK(livestock_points(Delivered{6, 5, 5, 4, 3, 3}) == 80);
}

TEST_CASE("livestock: sets of different types built greedily are the best there are") {
  // Every way to put 0 to 2 animals of each type into sets of different types, by brute force.
  const auto best = [](Delivered left, auto&& self) -> int {
    int most = 0;
    for (unsigned set = 1; set < 64; ++set) {
      Delivered rest = left;
      bool possible = true;
      int types = 0;
      for (std::size_t type = 0; type < kLivestockTypes; ++type) {
        if ((set >> type & 1U) == 0) continue;
        possible = possible && rest[type] > 0;
        --rest[type];
        ++types;
      }
      if (possible) most = std::max(most, types * (types + 1) / 2 + self(rest, self));
    }
    return most;
  };
  for (const Delivered& delivered : {Delivered{1, 1, 2, 0, 0, 1}, Delivered{2, 2, 1, 0, 0, 0},
                                     Delivered{3, 1, 1, 0, 0, 0}, Delivered{2, 2, 2, 0, 0, 0}})
    CHECK(livestock_points(delivered) == best(delivered, best));
}

TEST_CASE("N-EX-50 [N-FIGHT-1 N-OUT-1 N-RAID-1] tables of outposts and deaths") {
  const std::array<int, 6> outposts{0, 2, 5, 9, 14, 20};
  const std::array<int, 7> deaths{0, 1, 4, 9, 16, 25, 36};
  Position p;
  for (std::size_t k = 0; k < outposts.size(); ++k) CHECK(kOutpostPoints[k] == outposts[k]);
  for (std::size_t k = 0; k < deaths.size(); ++k) {
    p.clan(0).dead = static_cast<std::uint8_t>(k);
    CHECK(p.points(0, "deaths") == deaths[k]);
  }
  p.clan(0).enemy_ships = 4;
  CHECK(p.points(0, "enemy_ships") == 4);
  p.clan(0).raided = {2, 0, 0, 1};
  CHECK(p.points(0, "settlements") == 9);
}

TEST_CASE("N-EX-51 archer") {
  Position p;
  p.put("t01", 1, 1, -1).put("t02", 1, 1, -2).put("t03", 1, 1, -3).put("t04", 1, 1, -4);
  p.put("t09", 5, 1, -5).put("t10", 1, 1, -6).put("t11", 3, 2, -6);
  CHECK(p.captain(0, Captain::archer) == 0);
  p.outpost(0, 1, -5, 'n');
  const auto depth = depths(p.state.map);
  const auto at = [&](int q, int r) { return depth[p.land(q, r).tile().number]; };
  CHECK(at(0, 0) == 1);
  for (int r = -1; r >= -5; --r) CHECK(at(1, r) == 1 - r);
  CHECK(at(1, -6) == 7);
  CHECK(at(2, -6) == 7);
  CHECK(p.captain(0, Captain::archer) == 6);
  CHECK(p.captain(1, Captain::archer) == 0);
  CHECK(position_i().outpost(0, 1, -1, 'n').captain(0, Captain::archer) == 2);
  CHECK(Position(2, "D").put("t09", 2, 1, -1).outpost(0, 1, -1, 's').captain(0, Captain::archer) ==
        1);
}

TEST_CASE("N-EX-52 barbarian, tyrant, watchman") {
  Position p;
  for (const Captain card : {Captain::barbarian, Captain::tyrant, Captain::watchman})
    CHECK(p.captain(0, card) == 0);
  p.clan(0).enemy_ships = 3;
  p.clan(0).raided = {1, 2, 0, 1};
  for (int i = 0; i < 5; ++i) p.clan(0).outposts.push_back(Point::top(Position::cell(i, 0)));
  CHECK(p.captain(0, Captain::barbarian) == 3);
  CHECK(p.captain(0, Captain::tyrant) == 4);
  CHECK(p.captain(0, Captain::watchman) == 5);
  Position fought;
  fought.clan(0).enemy_ships = 3;
  fought.clan(0).captain[0] = Captain::barbarian;
  CHECK(fought.points(0, "captain") == 3);
  CHECK(fought.points(0, "enemy_ships") == 3);
}

TEST_CASE("N-EX-53 cartographer") {
  CHECK(position_i()
            .vikings(0, 1, -1, 0, 1)
            .vikings(0, 1, 0, 0, 1)
            .captain(0, Captain::cartographer) == 2);
  Position three = position_i();
  three.vikings(0, 0, 0, 0, 1).vikings(0, 1, 0, 0, 1).vikings(0, 2, 0, 0, 1);
  CHECK(three.captain(0, Captain::cartographer) == 2);
  CHECK(three.vikings(0, 1, -1, 0, 1).captain(0, Captain::cartographer) == 2);
  CHECK(position_i().vikings(0, 1, -1, 0, 1).captain(0, Captain::cartographer) == 0);
}

TEST_CASE("N-EX-54 [N-ISLE-5] cartographer, shared control") {
  Position p = position_j();
  p.put("t03", 2, 0, -1).vikings(0, 5, 0, 0, 1).vikings(0, 0, -1, 0, 1).vikings(1, 4, 1, 0, 1);
  CHECK(p.captain(0, Captain::cartographer) == 2);
  CHECK(p.captain(1, Captain::cartographer) == 0);
  CHECK(p.points(0, "islands") == 8);
  CHECK(p.points(1, "islands") == 6);
}

TEST_CASE("N-EX-55 hero") {
  Position p;
  for (int i = 0; i < 4; ++i) p.clan(0).outposts.push_back(Point::top(Position::cell(i, 0)));
  p.clan(0).enemy_ships = 5;
  CHECK(p.captain(0, Captain::hero) == 0);
  p.clan(0).raided = {1, 1, 1, 0};
  CHECK(p.captain(0, Captain::hero) == 6);
}

TEST_CASE("N-EX-56 huntsman") {
  Position p;
  const auto huntsman = [&](const Delivered& delivered) {
    p.clan(0).delivered = delivered;
    return p.captain(0, Captain::huntsman);
  };
  CHECK(huntsman({3, 0, 0, 4, 1, 0}) == 6);
  CHECK(huntsman({1, 1, 1, 1, 1, 1}) == 0);
  CHECK(huntsman({6, 0, 0, 0, 0, 0}) == 6);
}

TEST_CASE("N-EX-57 trader") {
  Position p;
  const auto trader = [&](const Delivered& delivered) {
    p.clan(0).delivered = delivered;
    return p.captain(0, Captain::trader);
  };
  CHECK(trader({3, 2, 2, 0, 0, 0}) == 4);
  CHECK(trader({1, 1, 0, 0, 0, 0}) == 0);
  CHECK(trader({3, 2, 2, 1, 1, 0}) == 6);
  CHECK(trader({6, 5, 5, 4, 3, 3}) == 16);
}

TEST_CASE("N-EX-58 queen") {
  CHECK(position_i(3)
            .outpost(0, 1, -1, 'n')
            .vikings(0, 1, -1, 0, 5)
            .crew(0, 0)
            .vikings(0, 1, -2, 0, 1)
            .captain(0, Captain::queen) == 5);
  CHECK(position_i(3).vikings(0, 1, -1, 0, 2).captain(0, Captain::queen) == 0);
  const auto queen = [](int own, int other) {
    return position_i(3)
        .vikings(0, 1, -1, 0, own)
        .vikings(1, 1, -1, 0, other)
        .captain(0, Captain::queen);
  };
  CHECK(queen(5, 5) == 2);
  CHECK(queen(4, 5) == 0);
}

TEST_CASE("N-EX-59 scout") {
  Position p = position_i();
  p.crew(1, 0)
      .outpost(1, 1, -1, 'n')
      .vikings(1, 0, 0, 0, 2)
      .vikings(1, 1, 0, 0, 2)
      .vikings(1, 2, 0, 0, 2);
  p.vikings(0, 0, 0, 0, 1).vikings(0, 1, 0, 0, 1).vikings(0, 2, 0, 0, 1).vikings(0, 1, -1, 0, 1);
  CHECK(p.captain(0, Captain::scout) == 4);
  Position tied = position_i();
  tied.vikings(1, 0, 0, 0, 2).vikings(1, 1, 0, 0, 1).vikings(0, 0, 0, 0, 1).vikings(0, 1, 0, 0, 1);
  CHECK(tied.captain(0, Captain::scout) == 1);
  CHECK(position_i().outpost(0, 1, -1, 'n').vikings(1, 1, -1, 0, 3).captain(0, Captain::scout) ==
        0);
  Position open;
  open.vikings(0, 0, 0, 0, 1).vikings(1, 0, 0, 0, 2);
  CHECK(open.captain(0, Captain::scout) == 0);
}

TEST_CASE("N-EX-60 [N-ISLE-5] shieldmaiden") {
  Position p = position_i();
  p.vikings(0, 0, 0, 0, 1).vikings(0, 1, 0, 0, 1).vikings(0, 2, 0, 0, 1).vikings(1, 2, 0, 0, 1);
  CHECK(p.captain(0, Captain::shieldmaiden) == 3);
  CHECK(p.captain(1, Captain::shieldmaiden) == 1);
}

TEST_CASE("N-EX-61 [N-SOLO-5] solo captains") {
  Position p(1);
  p.clan(0).captain = {Captain::barbarian, Captain::trader};
  p.clan(0).enemy_ships = 4;
  p.clan(0).delivered = {3, 0, 0, 0, 0, 0};
  CHECK(p.points(0, "captain") == 2);
  p.clan(0).delivered = {6, 0, 0, 0, 0, 0};
  CHECK(p.points(0, "captain") == 4);
  CHECK(p.game.ranking(p.state)[0] == 1);
}

TEST_CASE("N-EX-62 ranking") {
  Position p(3);
  const auto set = [&](std::size_t seat, int dead, std::array<std::uint8_t, kStrengths> raided,
                       int ships) {
    p.clan(seat).dead = static_cast<std::uint8_t>(dead);
    p.clan(seat).raided = raided;
    p.clan(seat).enemy_ships = static_cast<std::uint8_t>(ships);
  };
  const auto ranks = [&] {
    const Places places = p.game.ranking(p.state);
    return std::array<int, 3>{places[0], places[1], places[2]};
  };
  set(0, 2, {0, 1, 0, 1}, 8);   // 4 + 8 + 8 = 20
  set(1, 1, {0, 1, 0, 1}, 11);  // 1 + 8 + 11 = 20
  set(2, 0, {0, 0, 2, 2}, 0);   // 18
  CHECK(p.game.scores(p.state) == Scores{20, 20, 18, 0, 0});
  CHECK(ranks() == std::array<int, 3>{1, 2, 3});
  set(0, 1, {0, 0, 0, 1}, 3);  // 9, one settlement
  set(1, 1, {2, 0, 0, 0}, 4);  // 9, two
  set(2, 0, {0, 0, 0, 0}, 0);
  CHECK(ranks() == std::array<int, 3>{2, 1, 3});
  set(0, 1, {2, 0, 0, 0}, 4);
  CHECK(ranks() == std::array<int, 3>{1, 1, 3});
}

}  // namespace
}  // namespace farnorth::explorers
