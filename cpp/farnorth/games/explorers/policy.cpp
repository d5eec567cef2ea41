// A sensible player of Explorers, for the bot `greedy` and for playouts. Kept apart from the rules.
//
// He weighs errands of his longship: what an errand brings against the actions it takes, the best
// ratio wins, and he makes its next move. Nothing is remembered from one move to the next: a plan
// that was best stays best, since it has become cheaper. Everything is counted in hundredths of a
// point, so that the policy is the same on every platform.
#include <algorithm>
#include <cassert>

#include "farnorth/games/explorers/explorers.hpp"

namespace farnorth::explorers {

namespace {

constexpr int kPoint = 100;

// ---- Islands as they stand ----------------------------------------------------------------------

struct Isle {               // without initialisers, so that an array of them costs nothing
  std::uint8_t size, open;  // tiles; land edges without a tile beyond them
  bool hopeless;            // one of these can never get a tile
  std::array<std::uint8_t, kMaxPlayers> influence;

  bool complete() const { return open == 0; }
  int rivals(std::size_t seat) const {  // the strongest of the others
    int most = 0;
    for (std::size_t other = 0; other < kMaxPlayers; ++other)
      if (other != seat) most = std::max<int>(most, influence[other]);
    return most;
  }
};

class Survey {
 public:
  Survey(const Chart& chart, const State& state) : chart_(chart), map_(state.map) {
    island_.fill(kNone);
    for (int t = 0; t < kSites; ++t) {
      const Tile tile = Tile::at(t);
      if (!map_.is_laid(tile)) continue;
      for (int g = 0; g < chart[tile].lands; ++g)
        if (island_[Land::of(tile, g).code] == kNone) explore_from(Land::of(tile, g));
    }
    for (std::size_t seat = 0; seat < kMaxPlayers; ++seat) {
      for (const Land land : state.clan[seat].ashore) ++isles_[island_[land.code]].influence[seat];
      for (const Point point : state.clan[seat].outposts) {
        std::uint8_t& influence =
            isles_[island_[land_point(chart, map_, point).lands[0].code]].influence[seat];
        influence = static_cast<std::uint8_t>(influence + 2);
      }
    }
  }

  const Isle& at(Land land) const { return isles_[island_[land.code]]; }
  std::uint8_t number(Land land) const { return island_[land.code]; }
  const Isle& isle(std::uint8_t number) const { return isles_[number]; }

 private:
  static constexpr std::uint8_t kNone = 255;

  void explore_from(Land start) {
    const std::uint8_t number = count_++;
    Isle isle{};
    Tiles tiles;
    std::array<std::uint8_t, kSites * kMostGroups> queue;
    std::size_t size = 0;
    queue[size++] = start.code;
    island_[start.code] = number;
    for (std::size_t next = 0; next < size; ++next) {
      const Land here{queue[next]};
      const Tile tile = here.tile();
      tiles.add(tile);
      for (unsigned rest =
               chart_.face(map_, tile).land_edges[static_cast<std::size_t>(here.group())];
           rest != 0; rest &= rest - 1) {
        const int d = std::countr_zero(rest);
        const std::uint8_t there = map_.code_beyond(tile, d);
        if (there == Map::kNothing) {
          ++isle.open;
          const Cell beyond = map_.cell(tile).neighbour(d);
          isle.hopeless = isle.hopeless || !beyond.exists() || !chart_.free.contains(beyond);
        } else if (island_[there] == kNone) {
          island_[there] = number;
          queue[size++] = there;
        }
      }
    }
    isle.size = static_cast<std::uint8_t>(tiles.size());
    isles_[number] = isle;
  }

  const Chart& chart_;
  const Map& map_;
  std::array<std::uint8_t, 4 * kSites> island_;
  std::array<Isle, kSites * kMostGroups> isles_;
  std::uint8_t count_ = 0;
};

// ---- Sea routes ---------------------------------------------------------------------------------

constexpr int kFar = 60;  // more actions than any errand is worth

// How many actions a longship needs from where it starts to every sea, without fighting.
class Routes {
 public:
  static constexpr std::size_t kShore = 4 * kSites;
  static constexpr std::uint8_t kHome = 6,
                                kOut =
                                    7;  // first steps beside the six directions: kOut + fixed tile

  Routes(const Chart& chart, const Map& map, std::size_t from) : chart_(chart), map_(map) {
    distance_.fill(kFar);
    tile_.fill(kFar);
    for (int t = 0; t < kTiles; ++t)  // seas with enemy ships are closed
      if (map.site[static_cast<std::size_t>(t)].token() == Site::kEnemyShip)
        distance_[node(Tile::at(t), chart.facts[static_cast<std::size_t>(t)].token_group)] =
            kClosed;
    distance_[from] = 0;
    queue_[size_++] = static_cast<std::uint8_t>(from);
    for (std::size_t next = 0; next < size_; ++next) spread(queue_[next], next == 0);
  }

  static std::size_t node(Tile tile, int sea) { return Land::of(tile, sea).code; }
  int to(std::size_t sea) const { return distance_[sea]; }  // kFar or more: no way
  int to(Tile tile) const { return tile_[tile.number]; }    // to the nearest of its seas
  // The first step on the way to a sea, or to the nearest sea of a tile.
  std::uint8_t first_step(std::size_t sea) const { return first_[sea]; }
  std::uint8_t first_step(Tile tile) const {
    std::size_t best = node(tile, 0);
    for (int g = 1; g < chart_[tile].seas; ++g)
      if (distance_[node(tile, g)] < distance_[best]) best = node(tile, g);
    return first_[best];
  }

 private:
  static constexpr std::uint8_t kClosed = kFar + 1;

  void reach(std::size_t from, std::size_t to, int step, bool is_first) {
    if (distance_[to] != kFar) return;
    distance_[to] = static_cast<std::uint8_t>(distance_[from] + 1);
    first_[to] = is_first ? static_cast<std::uint8_t>(step) : first_[from];
    queue_[size_++] = static_cast<std::uint8_t>(to);
  }

  void spread(std::size_t from, bool is_first) {
    if (from == kShore) {
      for (int i = 0; i < kFixedTiles; ++i)
        reach(from, node(Tile::fixed(i), chart_.shore_sea[static_cast<std::size_t>(i)]), kOut + i,
              is_first);
      return;
    }
    const Tile tile = Tile::at(static_cast<int>(from / 4));
    tile_[tile.number] = std::min(tile_[tile.number], distance_[from]);
    if (tile.is_fixed() &&
        chart_.shore_sea[tile.number - static_cast<std::size_t>(kTiles)] == from % 4)
      reach(from, kShore, kHome, is_first);
    for (unsigned rest = chart_.face(map_, tile).sea_edges[from % 4]; rest != 0; rest &= rest - 1) {
      const int d = std::countr_zero(rest);
      const std::uint8_t there = map_.code_beyond(tile, d);
      if (there != Map::kNothing) reach(from, there, d, is_first);
    }
  }

  const Chart& chart_;
  const Map& map_;
  std::array<std::uint8_t, 4 * kSites + 1> distance_;
  std::array<std::uint8_t, 4 * kSites + 1> first_;  // only of seas that were reached
  std::array<std::uint8_t, kSites> tile_;
  std::array<std::uint8_t, 4 * kSites + 1> queue_;
  std::size_t size_ = 0;
};

// ---- Weights, found by matches ------------------------------------------------------------------

constexpr int kOpenIsland = 40;    // percent of its size that an island still open is worth
constexpr int kVikingWorth = 120;  // a Viking who may die, early in the game
constexpr int kCompletes = 60;     // percent of its size for closing an island on which one leads
constexpr int kUnclaimed = 35;     // the same for one where nobody is yet
constexpr int kOpenEdge = 14;      // a land edge that has to be closed some day
constexpr int kLandPoint = 70;     // a place for an outpost

// How good captains are for this player, from their points in his games.
constexpr std::array<int, kCaptains> kCaptainWorth{30, 10, 30, 20, 25, 15, 1, 60, 45, 25, 40};

// What a decision is made from, and what follows from it at once.
struct Situation {
  using Counts = std::array<std::uint8_t, kLivestockTypes>;

  Situation(const Explorers& game, const State& at)
      : players(game.players()),
        chart(game.chart()),
        state(at),
        me(at.player.seat),
        clan(at.clan[me]),
        vikings(clan.aboard[kViking]),
        space(kLongshipSpaces - clan.pieces_aboard()),
        cargo(kLongshipSpaces - space - vikings),
        counts(clan.delivered) {
    for (std::size_t i = 0; i < kLivestockTypes; ++i)
      counts[i] = static_cast<std::uint8_t>(counts[i] + clan.aboard[i + 1]);
  }

  const int players;
  const Chart& chart;
  const State& state;
  const std::size_t me;
  const Clan& clan;
  const int vikings, space, cargo;  // aboard: Vikings, free spaces, livestock
  Counts counts;                    // livestock delivered or aboard, by type

  bool has_captain(Captain card) const {
    return clan.captain[0] == card || clan.captain[1] == card;
  }
  int turns_left() const {  // of his, after this one
    const int all = players == 1 ? kTiles / kHandTiles : kTiles / players;
    return all - 1 - state.turns / players;
  }
  int actions_left() const { return state.actions + kActions * turns_left(); }
  std::size_t ship_node() const {
    return clan.on_shore() ? Routes::kShore : Routes::node(clan.ship, clan.sea);
  }
  int animals_on(std::size_t type, Land land) const {
    int animals = 0;
    for (const Land there : state.livestock[type]) animals += there == land ? 1 : 0;
    return animals;
  }
  // What one more animal of a type adds: it makes the set that still lacks it one larger.
  static int marginal(std::size_t type, const Counts& held) {
    int types = 1;
    for (const std::uint8_t n : held) types += n > held[type] ? 1 : 0;
    return kPoint * types;
  }
};

Move choose_captain(const Situation& at) {
  const auto worth = [](Captain card) { return kCaptainWorth[static_cast<std::size_t>(card)]; };
  const auto& offer = at.clan.captain;
  return Move::captain(worth(offer[0]) >= worth(offer[1]) ? offer[0] : offer[1]);
}

// ---- Laying tiles -------------------------------------------------------------------------------

class TilePolicy {
 public:
  explicit TilePolicy(const Situation& at)
      : at_(at), survey_(at.chart, at.state), routes_(at.chart, at.state.map, Routes::kShore) {
    for (std::size_t type = 0; type < kLivestockTypes; ++type)
      animal_[type] = Situation::marginal(type, at.counts);
    look_around();
  }

  Move pick() {
    struct Way {
      Tile tile;
      int rotation;
      const Face* face;
    };
    std::array<Way, kHandTiles * kDirections> ways;
    std::size_t count = 0;
    at_.state.hand[at_.me].for_each([&](Tile tile) {
      for (unsigned rest = at_.chart[tile].rotations; rest != 0; rest &= rest - 1) {
        const int k = std::countr_zero(rest);
        ways[count++] = {tile, k, &at_.chart.faces[tile.number][static_cast<std::size_t>(k)]};
      }
    });
    Move best = Move::reshuffle();
    int best_value = kNothing;
    for (std::size_t slot = 0; slot < at_.state.map.facing.size(); ++slot) {
      const Facing facing = at_.state.map.facing[slot];
      const int access = access_to(slot);
      for (std::size_t i = 0; i < count; ++i) {
        if (!facing.fits(ways[i].face->land)) continue;
        const int value = placement(ways[i].tile, *ways[i].face, slot, access);
        if (value > best_value) {
          best_value = value;
          best = Move::pick(ways[i].tile, ways[i].rotation);
        }
      }
    }
    return best;
  }

  Move lay() {
    const Face& face = at_.chart.faces[at_.state.picked.number][at_.state.rotation];
    Move best = Move::lay(Cell::none());
    int best_value = kNothing;
    for (std::size_t slot = 0; slot < at_.state.map.facing.size(); ++slot) {
      if (!at_.state.map.facing[slot].fits(face.land)) continue;
      const int value = placement(at_.state.picked, face, slot, access_to(slot));
      if (value > best_value) {
        best_value = value;
        best = Move::lay(cell_[slot]);
      }
    }
    return best;
  }

 private:
  static constexpr int kNothing = -1'000'000;

  // What each border cell has beyond its edges, gathered from the tiles.
  void look_around() {
    std::array<std::uint8_t, Cell::kCount> slot_of;  // only of border cells
    std::uint8_t slot = 0;
    at_.state.map.border.for_each([&](Cell cell) {
      slot_of[cell.index] = slot;
      cell_[slot++] = cell;
    });
    for (int t = 0; t < kSites; ++t) {
      const Tile tile = Tile::at(t);
      if (!at_.state.map.is_laid(tile)) continue;
      const Face& face = at_.chart.face(at_.state.map, tile);
      for (int d = 0; d < kDirections; ++d) {
        if (at_.state.map.has_neighbour(tile, d)) continue;
        const Cell there = at_.state.map.cell(tile).neighbour(d);
        if (there.exists() && at_.state.map.border.contains(there))
          beyond_[slot_of[there.index]][static_cast<std::size_t>(opposite(d))] =
              Land::of(tile, face.group[static_cast<std::size_t>(d)]).code;
      }
    }
  }

  // Sea actions from the shore to a tile on that cell.
  int access_to(std::size_t slot) const {
    int access = kFar;
    for (unsigned rest = at_.state.map.facing[slot].sea; rest != 0; rest &= rest - 1)
      access = std::min(
          access, routes_.to(beyond_[slot][static_cast<std::size_t>(std::countr_zero(rest))]) + 1);
    return access;
  }

  int placement(Tile tile, const Face& face, std::size_t slot, int access) const {
    const Facing facing = at_.state.map.facing[slot];
    int value = token_value(tile, face, facing, access);
    for (int g = 0; g < at_.chart[tile].lands; ++g)
      value += land_value(face.land_edges[static_cast<std::size_t>(g)], facing, slot, access);
    // Two edges side by side with land beyond both: a land point, where the tiles beyond agree.
    const DirectionSet corners = facing.land & turned(facing.land, 1);
    if (access < kFar) value += kLandPoint * std::popcount(corners);
    return value;
  }

  int token_value(Tile tile, const Face& face, Facing facing, int access) const {
    const Token token = at_.chart[tile].token;
    if (token == Token::enemy_ship) {
      const DirectionSet mouth = facing.sea & face.sea_edges[at_.chart[tile].token_group];
      if (at_.has_captain(Captain::barbarian)) return mouth != 0 ? 120 - 12 * access : 0;
      return mouth != 0 ? -200 + 12 * std::min(access, 12) : 60;  // best where it bars no way
    }
    if (access >= kFar) return -60;
    const int worth =
        token == Token::settlement ? 3 * kPoint : animal_[static_cast<std::size_t>(token)];
    return 4 * worth / (3 + access);
  }

  // What becomes of the islands that one land of the tile joins.
  int land_value(DirectionSet edges, Facing facing, std::size_t slot, int access) const {
    int open = std::popcount(static_cast<unsigned>(edges & ~(facing.land | facing.sea)));
    int size = 1, own = 0, rivals = 0;
    bool hopeless = false;
    std::uint64_t joined =
        0;  // islands counted; their numbers as bits, which only a freak map has 64 of
    for (unsigned rest = edges & facing.land; rest != 0; rest &= rest - 1) {
      const Land land{beyond_[slot][static_cast<std::size_t>(std::countr_zero(rest))]};
      const std::uint8_t number = survey_.number(land);
      const Isle& isle = survey_.isle(number);
      --open;
      if ((joined >> number % 64U & 1U) != 0) continue;
      joined |= std::uint64_t{1} << number % 64U;
      open += isle.open;
      size += isle.size;
      own += isle.influence[at_.me];
      rivals = std::max(rivals, isle.rivals(at_.me));
      hopeless = hopeless || isle.hopeless;
    }
    if (hopeless) return -kOpenEdge;
    if (open > 0) return -kOpenEdge * open;
    if (own > 0 && own >= rivals) return kCompletes * size;
    if (rivals > own) return rivals <= own + 2 && access < kFar ? 0 : -kUnclaimed * size;
    return access < kFar ? kUnclaimed * size : 0;
  }

  const Situation& at_;
  Survey survey_;
  Routes routes_;  // from the shore
  std::array<int, kLivestockTypes> animal_;
  // By border cell, in the order of the map. Nothing is known of edges without a tile.
  std::array<std::array<std::uint8_t, kDirections>, kMaxBorder> beyond_;
  std::array<Cell, kMaxBorder> cell_;
};

// ---- Actions ------------------------------------------------------------------------------------

// Something to do, what it brings and what it takes.
struct Errand {
  enum class Kind : std::uint8_t { none, deliver, unload, load, build, fight };
  Kind kind = Kind::none;
  int value = 0, cost = 1;
  Tile tile = Tile::none();  // none: the shore
  std::uint8_t group = 0;    // land; for a fight the direction of the last step
  Point point{};

  bool better_than(const Errand& other) const {
    // value / (cost + 1) without division; the 1 stands for what every errand needs besides
    return value * (other.cost + 1) > other.value * (cost + 1);
  }
};

// ---- Moves that need no weighing ----------------------------------------------------------------

std::size_t first_livestock(const Clan& clan, std::size_t from) {  // kItems: none aboard
  std::size_t item = std::max<std::size_t>(from, 1);
  while (item < kItems && clan.aboard[item] == 0) ++item;
  return item;
}

// Nobody aboard: only loading a Viking helps.
Move man_the_ship(const Situation& at) {
  if (at.clan.on_shore()) return at.clan.mainland > 0 ? Move::load(0, kViking) : Move::end();
  if (at.space == 0) return Move::end();
  for (int g = 0; g < at.chart[at.clan.ship].lands; ++g)
    if (at.clan.vikings_on(Land::of(at.clan.ship, g)) > 0) return Move::load(g, kViking);
  return Move::end();
}

// Move::done() if the errands have to be weighed.
Move plain_move(const Situation& at) {
  if (at.vikings == 0) return man_the_ship(at);
  if (!at.clan.on_shore()) return Move::done();
  if (at.cargo > 0) return Move::unload(0, first_livestock(at.clan, 1));
  const bool more_crew = at.space > 0 && at.clan.mainland > 0 && at.actions_left() > 2;
  return more_crew ? Move::load(0, kViking) : Move::done();
}

Move load_on_shore(const Situation& at) {
  return at.space > 0 && at.clan.mainland > 0 ? Move::load(0, kViking) : Move::done();
}

Move unload_on_shore(const Situation& at) {
  const std::size_t item = first_livestock(at.clan, at.state.item);
  return item < kItems ? Move::unload(0, item) : Move::done();
}

// Decisions beside a land, for which the islands must be known.
class LandingPolicy {
 public:
  explicit LandingPolicy(const Situation& at) : at_(at), survey_(at.chart, at.state) {}

  Move load_more() const {
    const std::size_t item = next_item(Land::of(at_.clan.ship, at_.state.land), at_.state.item);
    return item < kItems ? Move::load(at_.state.land, item) : Move::done();
  }
  Move unload_more() const {
    const bool more =
        at_.state.item == kViking && wanted_ashore(Land::of(at_.clan.ship, at_.state.land)) > 0;
    return more ? Move::unload(at_.state.land, kViking) : Move::done();
  }

  const Isle& isle(Land land) const { return survey_.at(land); }

  // Points for raiding with the crew.
  int raid_gain(Land land, int here) const {
    const int strength = at_.state.map.site[land.tile().number].token();
    if (strength < kLowestStrength || at_.chart[land.tile()].token_group != land.group()) return 0;
    if (strength - here > at_.vikings) return 0;
    return kPoint * strength + (at_.has_captain(Captain::tyrant) ? kPoint : 0) +
           (at_.has_captain(Captain::hero) ? kPoint / 2 : 0);
  }

  // Points for putting just enough of `crew` Vikings on an island to share in it.
  int hold_gain(Land land, int crew) const {
    const Isle& isle = survey_.at(land);
    const int own = isle.influence[at_.me], rivals = isle.rivals(at_.me);
    if (own > 0 && own >= rivals) return 0;
    const int needed = std::max(1, rivals - own);
    if (needed > crew || isle.hopeless) return 0;
    const int points = kPoint * isle.size + (at_.has_captain(Captain::shieldmaiden) ? kPoint : 0);
    if (isle.complete()) return points;
    // An open island grows; but it has to be closed in time.
    return own == 0 && isle.open <= 2 + at_.turns_left()
               ? points * kOpenIsland / 100 / std::max(1, isle.open - 1)
               : 0;
  }

  // How many more Vikings are worth putting on this land now that the ship is beside it.
  int wanted_ashore(Land land) const {
    const int here = at_.clan.vikings_on(land);
    int wanted = 0;
    const int strength = at_.state.map.site[land.tile().number].token();
    if (raid_gain(land, here) > 0) wanted = strength - here;
    if (at_.vikings < 2) return wanted;
    const Isle& isle = survey_.at(land);
    if (hold_gain(land, at_.vikings - 1) > 0)
      wanted = std::max(wanted, std::max(1, isle.rivals(at_.me) - isle.influence[at_.me]));
    if (!at_.clan.outposts.full() && !at_.state.with_outpost.contains(land.tile()))
      for (int corner = 0; corner < kCorners; ++corner) {
        const LandPoint point = land_point(at_.chart, at_.state.map, land.tile(), corner);
        if (!point.exists || point.lands[0] != land) continue;
        int builders = 0;
        bool free = true;
        for (const Land each : point.lands) {
          builders += at_.clan.vikings_on(each);
          free = free && !at_.state.with_outpost.contains(each.tile());
        }
        if (free && kBuildersNeeded - builders < at_.vikings)
          wanted = std::max(wanted, kBuildersNeeded - builders);
      }
    return wanted;
  }

  // The next thing to load from a land, of kind `from` or later; kItems if there is no more.
  std::size_t next_item(Land land, std::size_t from) const {
    if (at_.space == 0) return kItems;
    std::size_t best = kItems;
    int best_gain = 0, worthy = 0;
    for (std::size_t type = from == 0 ? 0 : from - 1; type < kLivestockTypes; ++type) {
      const int animals = at_.animals_on(type, land);
      if (animals == 0) continue;
      worthy += animals;
      const int gain = Situation::marginal(type, at_.counts);
      if (gain > best_gain) {
        best_gain = gain;
        best = type + 1;
      }
    }
    if (from == kViking && at_.clan.vikings_on(land) > 0) {
      const Isle& isle = survey_.at(land);
      const int spare = std::min(at_.clan.vikings_on(land),
                                 isle.influence[at_.me] - std::max(1, isle.rivals(at_.me)));
      if (at_.vikings == 0 || (at_.vikings < 2 && spare > 0 && worthy < at_.space)) return kViking;
    }
    // With room for all, the order of the kinds does not matter but must be kept.
    if (worthy <= at_.space)
      for (std::size_t type = from == 0 ? 0 : from - 1; type < kLivestockTypes; ++type)
        if (at_.animals_on(type, land) > 0) return type + 1;
    return best;
  }

 private:
  const Situation& at_;
  Survey survey_;
};

// Errands of the longship.
class ErrandPolicy {
 public:
  explicit ErrandPolicy(const Situation& at)
      : at_(at),
        landing_(at),
        routes_(at.chart, at.state.map, at.ship_node()),
        home_(at.chart, at.state.map, Routes::kShore),
        cargo_value_(at.cargo == 0 ? 0
                                   : kPoint * (livestock_points(at.counts) -
                                               livestock_points(at.clan.delivered))) {}

  Move act() {
    consider_all();
    return step(best_);
  }

 private:
  void consider(const Errand& errand) {
    if (errand.value > 0 && errand.cost <= at_.actions_left() && errand.better_than(best_))
      best_ = errand;
  }

  void consider_all() {
    if (at_.cargo > 0)
      consider({.kind = Errand::Kind::deliver,
                .value = cargo_value_,
                .cost = home_.to(at_.ship_node()) + 1});
    const bool can_build = !at_.clan.outposts.full();
    for (int t = 0; t < kSites; ++t) {
      const Tile tile = Tile::at(t);
      if (!at_.state.map.is_laid(tile)) continue;
      if (routes_.to(tile) < kFar)
        for (int g = 0; g < at_.chart[tile].lands; ++g) consider_landing(Land::of(tile, g));
      if (can_build && !at_.state.with_outpost.contains(tile)) consider_outposts(tile);
      if (at_.vikings >= kFightersNeeded &&
          at_.state.map.site[tile.number].token() == Site::kEnemyShip)
        consider_fight(tile);
    }
    for (std::size_t type = 0; type < kLivestockTypes; ++type)
      for (const Land land : at_.state.livestock[type])
        if (routes_.to(land.tile()) < kFar) consider_fetch(land);
  }

  void consider_landing(Land land) {
    const Tile tile = land.tile();
    const int here = at_.clan.vikings_on(land);
    const int raid = landing_.raid_gain(land, here),
              hold = landing_.hold_gain(land, at_.vikings - 1);
    if (raid + hold == 0 || (raid == 0 && at_.vikings < 2)) return;
    const bool all_hands =
        raid > 0 && at_.state.map.site[tile.number].token() - here >= at_.vikings;
    consider({.kind = Errand::Kind::unload,
              .value = raid + hold,
              .cost = routes_.to(tile) + 1 + (all_hands ? 1 : 0),
              .tile = tile,
              .group = static_cast<std::uint8_t>(land.group())});
  }

  void consider_fetch(Land land) {
    const Tile tile = land.tile();
    const int back = home_.to(tile);
    if (back >= kFar) return;
    const int here = at_.clan.vikings_on(land);
    // A Viking put ashore leaves his space to an animal; with a crew of one he comes back aboard.
    const int room = here > 0 ? at_.space
                              : std::min(kLongshipSpaces - 1 - at_.cargo,
                                         at_.space + (at_.vikings >= 2 ? 1 : 0));
    Situation::Counts counts = at_.counts;
    int value = 0, taken = 0;
    for (; taken < room; ++taken) {
      int best = 0;
      std::size_t best_type = 0;
      for (std::size_t type = 0; type < kLivestockTypes; ++type) {
        if (at_.animals_on(type, land) <= counts[type] - at_.counts[type]) continue;
        const int gain = Situation::marginal(type, counts);
        if (gain > best) {
          best = gain;
          best_type = type;
        }
      }
      if (best == 0) break;
      value += best;
      ++counts[best_type];
    }
    if (value == 0) return;
    const int hold = here == 0 && at_.vikings >= 2 ? landing_.hold_gain(land, at_.vikings - 1) : 0;
    // Room that stays empty can be filled on the way, so a part of the way home is not this
    // errand's.
    consider(
        {.kind = here == 0 ? Errand::Kind::unload : Errand::Kind::load,
         .value = value + cargo_value_ + hold,
         .cost = routes_.to(tile) + (here == 0 ? 2 : 1) + (taken < room ? back * 2 / 3 : back) + 1,
         .tile = tile,
         .group = static_cast<std::uint8_t>(land.group())});
  }

  int outpost_gain(const LandPoint& point) const {
    const int built = static_cast<int>(at_.clan.outposts.size());
    int gain = kPoint * (kOutpostPoints[static_cast<std::size_t>(built) + 1] -
                         kOutpostPoints[static_cast<std::size_t>(built)]);
    gain += 2 * (kOutposts - built) * 10;  // the next one will be worth more
    if (at_.has_captain(Captain::watchman)) gain += kPoint;
    if (at_.has_captain(Captain::hero)) gain += kPoint / 2;
    const Isle& isle = landing_.isle(point.lands[0]);
    const int own = isle.influence[at_.me], rivals = isle.rivals(at_.me);
    if (own < rivals && own + 2 >= rivals && isle.complete()) gain += kPoint * isle.size;
    return gain;
  }

  void consider_outposts(Tile tile) {
    const DirectionSet land =
        at_.chart.face(at_.state.map, tile).land & at_.state.map.neighbour_set(tile);
    for (unsigned rest = land & turned(land, 1); rest != 0; rest &= rest - 1) {
      const int corner = std::countr_zero(rest);
      const LandPoint point = land_point(at_.chart, at_.state.map, tile, corner);
      if (!point.exists) continue;
      int builders = 0;
      bool free = true;
      for (const Land each : point.lands) {
        builders += at_.clan.vikings_on(each);
        free = free && !at_.state.with_outpost.contains(each.tile());
      }
      if (!free) continue;
      const int needed = std::max(0, kBuildersNeeded - builders);
      const int gain = outpost_gain(point);
      if (needed == 0) {
        consider({.kind = Errand::Kind::build,
                  .value = gain,
                  .cost = kOutpostCost,
                  .tile = tile,
                  .point = corner_point(at_.state.map.cell(tile), corner)});
      } else if (needed < at_.vikings && routes_.to(tile) < kFar) {
        const Land land_here = point.lands[0];
        consider({.kind = Errand::Kind::unload,
                  .value = gain + landing_.hold_gain(land_here, at_.vikings - 1),
                  .cost = routes_.to(tile) + 1 + kOutpostCost,
                  .tile = tile,
                  .group = static_cast<std::uint8_t>(land_here.group())});
      }
    }
  }

  void consider_fight(Tile tile) {
    const int sea = at_.chart[tile].token_group;
    int best = kFar, direction = 0;  // of the sea from which he attacks
    Tile from = Tile::none();
    for (unsigned rest =
             at_.chart.face(at_.state.map, tile).sea_edges[static_cast<std::size_t>(sea)];
         rest != 0; rest &= rest - 1) {
      const int d = std::countr_zero(rest);
      if (!at_.state.map.has_neighbour(tile, d)) continue;
      const Tile there = at_.state.map.neighbour(tile, d);
      const int group =
          at_.chart.face(at_.state.map, there).group[static_cast<std::size_t>(opposite(d))];
      const int sail = routes_.to(Routes::node(there, group));
      if (sail < best) {
        best = sail;
        direction = opposite(d);
        from = there;
        fight_sea_ = Routes::node(there, group);
      }
    }
    if (best >= kFar) return;
    const int tokens = at_.state.blanks + at_.state.skulls;
    // N-FIGHT-1: the next death is worth 2d + 1, but a Viking less can do less in the turns to
    // come.
    const int death =
        kPoint * (2 * at_.clan.dead + 1) - kVikingWorth * std::min(at_.turns_left(), 10) / 10;
    const int value = kPoint + death * at_.state.skulls / tokens +
                      (at_.has_captain(Captain::barbarian) ? kPoint : 0) +
                      (at_.has_captain(Captain::hero) ? kPoint / 2 : 0);
    const Errand errand{.kind = Errand::Kind::fight,
                        .value = value,
                        .cost = best + 1,
                        .tile = from,
                        .group = static_cast<std::uint8_t>(direction)};
    if (errand.value > 0 && errand.cost <= at_.actions_left() && errand.better_than(best_)) {
      best_ = errand;
      best_sea_ = fight_sea_;
    }
  }

  // ---- The next move of an errand

  Move step(const Errand& errand) const {
    switch (errand.kind) {
      case Errand::Kind::none: return Move::end();
      case Errand::Kind::deliver: return sail(routes_.first_step(Routes::kShore));
      case Errand::Kind::build:
        return at_.state.actions >= kOutpostCost ? Move::outpost(errand.point) : Move::end();
      case Errand::Kind::fight:
        return best_sea_ == at_.ship_node() ? Move::sail(errand.group)
                                            : sail(routes_.first_step(best_sea_));
      case Errand::Kind::unload:
        if (errand.tile != at_.clan.ship) return sail(routes_.first_step(errand.tile));
        return Move::unload(errand.group, kViking);
      case Errand::Kind::load: {
        if (errand.tile != at_.clan.ship) return sail(routes_.first_step(errand.tile));
        const std::size_t item = landing_.next_item(Land::of(at_.clan.ship, errand.group), 0);
        return item < kItems ? Move::load(errand.group, item) : Move::end();
      }
    }
    return Move::end();
  }

  static Move sail(std::uint8_t step) {
    if (step == Routes::kHome) return Move::home();
    return step >= Routes::kOut ? Move::out(step - Routes::kOut) : Move::sail(step);
  }

  const Situation& at_;
  const LandingPolicy landing_;
  const Routes routes_, home_;  // from the ship, from the shore
  const int cargo_value_;
  Errand best_;
  std::size_t best_sea_ = 0, fight_sea_ = 0;
};

}  // namespace

Move Explorers::scripted_move(const State& state, Rng&) const {
  const Situation at(*this, state);
  const bool on_shore = at.clan.on_shore();
  switch (state.phase) {
    case Phase::captain: return choose_captain(at);
    case Phase::tile: return TilePolicy(at).pick();
    case Phase::cell: return TilePolicy(at).lay();
    case Phase::act: {
      const Move plain = plain_move(at);
      return plain.kind == MoveKind::done ? ErrandPolicy(at).act() : plain;
    }
    case Phase::load: return on_shore ? load_on_shore(at) : LandingPolicy(at).load_more();
    case Phase::unload: return on_shore ? unload_on_shore(at) : LandingPolicy(at).unload_more();
    case Phase::walk: {
      FixedVector<Move, kMaxMoves> moves;
      legal_moves(state, moves);
      return moves[0];
    }
    case Phase::deal_tiles:
    case Phase::deal_captains:
    case Phase::start:
    case Phase::refill:
    case Phase::redraw:
    case Phase::token:
    case Phase::fight:
    case Phase::draw:
    case Phase::over: break;
  }
  assert(false && "only a player has a policy");
  return {};
}

}  // namespace farnorth::explorers
