// What can be said about whole games of Explorers, and its islands by a slow way written anew.
#include <map>
#include <queue>
#include <set>

#include "explorers_position.hpp"
#include "laws.hpp"

namespace farnorth::explorers {
namespace {

enum class Style { random, scripted };

// Calls visit(state) before each move and at the end.
template <class Visit>
void play_game(const Explorers& game, std::uint64_t seed, Style style, Visit visit) {
  Rng rng(seed);
  State state = game.start();
  MoveList<Explorers> moves;
  for (;;) {
    visit(state);
    const Actor actor = game.actor(state);
    if (actor.is_nobody()) return;
    Move move = Move::end();
    if (actor.is_chance()) {
      move = game.sample(state, rng);
    } else if (style == Style::scripted) {
      move = game.scripted_move(state, rng);
    } else {
      game.legal_moves(state, moves);
      move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
    }
    game.apply(state, move);
  }
}

State final_state(const Explorers& game, std::uint64_t seed, Style style) {
  State last;
  play_game(game, seed, style, [&](const State& state) { last = state; });
  return last;
}

TEST_CASE(
    "[N-TILE-6 N-TILE-7 N-TILE-8] reshuffles and jams happen in a small window, never in the large "
    "one") {
  int reshuffles = 0, jams = 0;
  for (const int window : {4, 12})
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
      const Explorers game(Setup{.window = static_cast<std::uint8_t>(window)});
      const State last = final_state(game, seed, Style::random);
      const bool jam = last.turns < 48;
      if (window == 12) {
        CHECK(last.shuffles == 0);
        CHECK(!jam);
      } else {
        reshuffles += last.shuffles;
        jams += jam ? 1 : 0;
        CHECK((!jam || last.shuffles > 0));
      }
    }
  CHECK(reshuffles > 0);
  CHECK(jams > 0);
}

TEST_CASE("[N-TURN-1 N-END-1 N-SOLO-4] games have 48 turns, 16 in solo") {
  for (int players = 1; players <= 4; ++players)
    for (const Style style : {Style::random, Style::scripted}) {
      const Explorers game(Setup{.players = static_cast<std::uint8_t>(players)});
      const State last = final_state(game, 5, style);
      CHECK(last.turns == (players == 1 ? 16 : 48));
      CHECK(last.stack.empty());
    }
}

// ---- Islands, by another way --------------------------------------------------------------------

// Everything anew from the printed tiles: cells, letters and groups, with sets instead of tables.
class NaiveMap {
 public:
  NaiveMap(const Explorers& game, const State& state) : game_(game) {
    for (int t = 0; t < kSites; ++t) {
      const Site site = state.map.site[static_cast<std::size_t>(t)];
      if (site.is_laid()) at_[site.cell().hex()] = {t, site.rotation()};
    }
  }
  struct Placed {
    int tile = 0, rotation = 0;
  };
  using Ground = std::pair<int, int>;  // tile, land group

  const Print& print(int t) const {
    if (t < kTiles) return game_.tile_set().tiles[static_cast<std::size_t>(t)].print;
    for (const StartBoard& board : game_.tile_set().boards)
      if (board.id == game_.setup.board)
        return board.fixed_tiles[static_cast<std::size_t>(t - kTiles)].print;
    throw std::logic_error("no board");
  }
  int land_in(Hex hex, int direction) const {  // -1: sea
    const auto [t, rotation] = at_.at(hex);
    const int printed = (direction - rotation + 6) % 6;
    const Groups& lands = print(t).lands;
    for (std::size_t g = 0; g < lands.size(); ++g)
      if ((lands[g] >> printed & 1) != 0) return static_cast<int>(g);
    return -1;
  }
  struct NaiveIsland {
    std::set<Ground> grounds;
    std::set<int> tiles;
    bool complete = true;
    std::array<int, kMaxPlayers> vikings{}, influence{};
  };
  std::vector<NaiveIsland> islands(const State& state) const {
    std::map<Ground, Hex> all;
    for (const auto& [hex, placed] : at_)
      for (std::size_t g = 0; g < print(placed.tile).lands.size(); ++g)
        all[{placed.tile, static_cast<int>(g)}] = hex;
    std::vector<NaiveIsland> found;
    std::set<Ground> done;
    for (const auto& [start, where] : all) {
      if (done.count(start) != 0) continue;
      NaiveIsland island;
      std::queue<Ground> queue;
      queue.push(start);
      island.grounds.insert(start);
      while (!queue.empty()) {
        const Ground ground = queue.front();
        queue.pop();
        island.tiles.insert(ground.first);
        const Hex hex = all.at(ground);
        for (int d = 0; d < 6; ++d) {
          if (land_in(hex, d) != ground.second) continue;
          const auto beyond = at_.find(neighbour(hex, d));
          if (beyond == at_.end()) {
            island.complete = false;
            continue;
          }
          const Ground next{beyond->second.tile, land_in(beyond->first, opposite(d))};
          if (island.grounds.insert(next).second) queue.push(next);
        }
      }
      done.insert(island.grounds.begin(), island.grounds.end());
      count(state, island);
      found.push_back(island);
    }
    return found;
  }

 private:
  // Lands at an outpost, found from the three cells that meet in the point.
  bool touches(Point point, const NaiveIsland& island) const {
    const Hex cell = point.cell().hex();
    const int direction = point.is_bottom() ? 2 : 5;  // of an edge that ends in the point
    return island.grounds.count({at_.at(cell).tile, land_in(cell, direction)}) != 0;
  }
  void count(const State& state, NaiveIsland& island) const {
    for (std::size_t seat = 0; seat < kMaxPlayers; ++seat) {
      for (const Land land : state.clan[seat].ashore)
        island.vikings[seat] +=
            static_cast<int>(island.grounds.count({land.tile().number, land.group()}));
      island.influence[seat] = island.vikings[seat];
      for (const Point point : state.clan[seat].outposts)
        island.influence[seat] += touches(point, island) ? 2 : 0;
    }
  }

  const Explorers& game_;
  std::map<Hex, Placed> at_;
};

void check_islands(const Explorers& game, const State& state) {
  std::array<int, kMaxPlayers> points{}, controlled{}, scouts{};
  for (const auto& island : NaiveMap(game, state).islands(state)) {
    if (!island.complete) continue;
    const int most = *std::max_element(island.influence.begin(), island.influence.end());
    for (std::size_t seat = 0; seat < kMaxPlayers; ++seat) {
      const bool control = most > 0 && island.influence[seat] == most;
      points[seat] += control ? static_cast<int>(island.tiles.size()) : 0;
      controlled[seat] += control ? 1 : 0;
      scouts[seat] += !control && island.vikings[seat] > 0 ? 1 : 0;
    }
  }
  Claims all;
  claims(game.chart(), state, all);
  for (int seat = 0; seat < game.players(); ++seat) {
    const auto s = static_cast<std::size_t>(seat);
    for (const Heading& heading : game.score_sheet(state, Player::at(seat)))
      if (heading.name == "islands") CHECK(heading.points[0] == points[s]);
    const auto captain = [&](Captain card) {
      return captain_points(game.chart(), state, all, s, card, game.players());
    };
    CHECK(captain(Captain::shieldmaiden) == controlled[s]);
    CHECK(captain(Captain::scout) == scouts[s]);
  }
}

TEST_CASE("[N-ISLE-1 N-ISLE-2 N-ISLE-3 N-ISLE-4 N-ISLE-5] islands agree with a naive flood fill") {
  for (int players = 1; players <= 4; ++players)
    for (const char* board : {"A", "B", "C", "D"})
      for (const Style style : {Style::random, Style::scripted})
        for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(games_in_lane(4, 100));
             ++seed) {
          const Explorers game(
              Setup{.players = static_cast<std::uint8_t>(players), .board = board});
          State state = final_state(game, seed, style);
          check_islands(game, state);
          // Many Vikings about, as no game has them, so that more islands are disputed.
          Rng rng(seed);
          for (Clan& clan : state.clan)
            while (clan.ashore.size() < kVikings) {
              const Tile tile = Tile::at(static_cast<int>(rng.below(kSites)));
              if (state.map.is_laid(tile))
                clan.ashore.insert_sorted(
                    Land::of(tile, static_cast<int>(rng.below(game.chart()[tile].lands))));
            }
          for (std::size_t seat = static_cast<std::size_t>(players); seat < kMaxPlayers; ++seat)
            state.clan[seat] = {};
          check_islands(game, state);
        }
}

TEST_CASE("[N-ISLE-2] a complete island stays complete with the same lands") {
  for (const Style style : {Style::random, Style::scripted})
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      const Explorers game;
      std::set<std::set<NaiveMap::Ground>> complete;
      int laid = -1;
      play_game(game, seed, style, [&](const State& state) {
        if (state.stack.size() == laid) return;  // looks once a turn
        laid = state.stack.size();
        std::set<std::set<NaiveMap::Ground>> now;
        for (const auto& island : NaiveMap(game, state).islands(state))
          if (island.complete) now.insert(island.grounds);
        for (const auto& lands : complete) CHECK(now.count(lands) == 1);
        complete = now;
      });
      CHECK((style == Style::random || !complete.empty()));
    }
}

// ---- Symmetry -----------------------------------------------------------------------------------

// Turns the whole table by 60 degrees about (1, 0), or mirrors it at the vertical line through it.
struct Symmetry {
  bool mirror = false;

  int direction(int d) const { return mirror ? 5 - d : turned(d, 1); }
  Hex hex(Hex cell) const {
    const Hex v = cell - Cell::kCentre;
    const Hex image =
        mirror ? Hex{static_cast<std::int8_t>(-v.q - v.r), v.r}
               : Hex{static_cast<std::int8_t>(-v.r), static_cast<std::int8_t>(v.q + v.r)};
    return image + Cell::kCentre;
  }
  DirectionSet edges(DirectionSet set) const {
    DirectionSet image = 0;
    for (int d = 0; d < kDirections; ++d)
      if (has(set, d)) image = static_cast<DirectionSet>(image | just(direction(d)));
    return image;
  }
  Print print(Print print) const {
    print.land_edges = edges(print.land_edges);
    for (Groups* groups : {&print.lands, &print.seas})
      for (DirectionSet& group : *groups) group = edges(group);
    return print;
  }
  // A tile turned by k shows edge i in direction i + k; the image of that must be the image of edge
  // i turned by this.
  int rotation(int k) const { return mirror ? (6 - k) % 6 : k; }
  Point point(Point point) const {
    const int corner = point.is_bottom() ? 3 : 0;
    const Cell image = Cell::of(hex(point.cell().hex()));
    return corner_point(image, mirror ? (6 - corner) % 6 : turned(corner, 1));
  }
  std::shared_ptr<const TileSet> tile_set(TileSet set) const {
    for (TileSpec& tile : set.tiles) tile.print = print(tile.print);
    for (StartBoard& board : set.boards)
      for (FixedTile& tile : board.fixed_tiles) tile = {hex(tile.cell), print(tile.print)};
    for (Hex& cell : set.mainland) cell = hex(cell);
    return std::make_shared<const TileSet>(set);
  }
  State state(const Explorers& image, const State& original) const {
    State result = original;
    result.map = image.chart().start;
    if (original.phase == Phase::cell)
      result.rotation = static_cast<std::uint8_t>(rotation(original.rotation));
    for (bool more = true; more;) {  // in any order in which they can be laid
      more = false;
      for (int t = 0; t < kTiles; ++t) {
        const Site site = original.map.site[static_cast<std::size_t>(t)];
        if (!site.is_laid() || result.map.is_laid(Tile::at(t))) continue;
        const Cell cell = Cell::of(hex(site.cell().hex()));
        if (!result.map.border.contains(cell)) continue;
        result.map.lay(image.chart(), Tile::at(t), rotation(site.rotation()), cell);
        result.map.site[static_cast<std::size_t>(t)].put(site.token());
        more = true;
      }
    }
    for (Clan& clan : result.clan) {
      FixedVector<Point, kOutposts> outposts;
      for (const Point each : clan.outposts) outposts.insert_sorted(point(each));
      clan.outposts = outposts;
    }
    return result;
  }
};

std::array<int, kCaptains> all_captains(const Explorers& game, const State& state,
                                        std::size_t seat) {
  Claims found;
  claims(game.chart(), state, found);
  std::array<int, kCaptains> points{};
  for (std::size_t c = 0; c < kCaptains; ++c)
    points[c] =
        captain_points(game.chart(), state, found, seat, static_cast<Captain>(c), game.players());
  return points;
}

TEST_CASE(
    "[N-TILE-2 N-TILE-4 N-OUT-1 N-ISLE-1] turning and mirroring the table changes no score and no "
    "number of moves") {
  for (const bool mirror : {false, true}) {
    const Symmetry symmetry{mirror};
    const auto set = symmetry.tile_set(*proposed_tile_set());
    for (const char* board : {"A", "B", "C", "D"})
      for (const Style style : {Style::random, Style::scripted})
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
          const Explorers game(Setup{.board = board}), image(Setup{.board = board}, set);
          play_game(game, seed, style, [&](const State& state) {
            if (state.turns % 4 != 0 || state.phase < Phase::tile || state.phase == Phase::draw)
              return;
            const State other = symmetry.state(image, state);
            MoveList<Explorers> moves, other_moves;
            game.legal_moves(state, moves);
            image.legal_moves(other, other_moves);
            CHECK(moves.size() == other_moves.size());
            CHECK(game.scores(state) == image.scores(other));
            CHECK(image.broken_rule(other, {}) == nullptr);
            for (std::size_t seat = 0; seat < 2; ++seat)
              CHECK(all_captains(game, state, seat) == all_captains(image, other, seat));
          });
        }
  }
}

// ---- The scripted player ------------------------------------------------------------------------

struct Match {
  int games = 0;
  double wins = 0, score = 0;  // of the scripted player; ties split
};
// One scripted player against random ones, in every seat.
Match match(int players, const char* board, int blocks) {
  const Explorers game(Setup{.players = static_cast<std::uint8_t>(players), .board = board});
  Match result;
  for (int block = 0; block < blocks; ++block)
    for (int seat = 0; seat < players; ++seat) {
      Rng rng(hash_words(block, seat));
      State state = game.start();
      MoveList<Explorers> moves;
      while (!game.actor(state).is_nobody()) {
        const Actor actor = game.actor(state);
        if (actor.is_chance()) {
          game.apply(state, game.sample(state, rng));
        } else if (actor.player().seat == seat) {
          game.apply(state, game.scripted_move(state, rng));
        } else {
          game.legal_moves(state, moves);
          game.apply(state, moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
        }
      }
      const Places places = game.ranking(state);
      const auto firsts = std::count(places.begin(), places.begin() + players, 1);
      ++result.games;
      if (places[static_cast<std::size_t>(seat)] == 1)
        result.wins += 1.0 / static_cast<double>(firsts);
      result.score += game.scores(state)[static_cast<std::size_t>(seat)];
    }
  return result;
}

TEST_CASE("the scripted player beats random play in every setup") {
  for (int players = 1; players <= 4; ++players)
    for (const char* board : {"A", "B", "C", "D"}) {
      const Match played = match(players, board, games_in_lane(24, 400) / players);
      CHECK(played.wins >= 0.97 * played.games);
      CHECK(played.score >= (players == 1   ? 25
                             : players == 2 ? 25
                             : players == 3 ? 17
                                            : 12) *
                                played.games);
    }
}

}  // namespace
}  // namespace farnorth::explorers
