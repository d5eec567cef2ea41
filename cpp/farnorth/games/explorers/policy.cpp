// A sensible player of Explorers, for the bot `greedy` and for playouts. Kept apart from the rules.
//
// He weighs errands of his longship: what an errand brings against the actions it takes, the best
// ratio wins, and he makes its next move. Nothing is remembered from one move to the next: a plan
// that was best stays best, since it has become cheaper. Everything is counted in hundredths of a
// point, so that the policy is the same on every platform.
#include <algorithm>
#include <bit>
#include <cassert>
#include <span>

#include "farnorth/games/explorers/atlas.hpp"
#include "farnorth/games/explorers/explorers.hpp"

namespace farnorth::explorers {

namespace {

constexpr int kPoint = 100;

constexpr int kFar = Atlas::kFar;

// ---- Islands as they stand ----------------------------------------------------------------------

// An island as one player sees it.
struct Isle {
  int size, open;   // tiles; land edges without a tile beyond them
  bool hopeless;    // one of these can never get a tile
  int own, rivals;  // influence: his, and that of the strongest of the others
  bool complete() const { return open == 0; }
};

// The map with what the players have on it.
class Survey {
 public:
  Survey(const Atlas& atlas, const Chart& chart, const State& state, std::size_t me, int players)
      : atlas_(atlas), me_(me), players_(static_cast<std::size_t>(players)) {
    std::fill_n(influence_.begin(), atlas.islands(), Influence{});
    for (std::size_t seat = 0; seat < players_; ++seat) {
      for (const Land land : state.clan[seat].ashore) ++influence_[island(land)][seat];
      for (const Point point : state.clan[seat].outposts) {
        const Tile tile = atlas.tile_at(point.cell());
        const std::size_t edge = point.is_bottom() ? 3 : 0;  // one of two that meet in the point
        std::uint8_t& influence =
            influence_[island(Land::of(tile, chart.face(state.map, tile).group[edge]))][seat];
        influence = static_cast<std::uint8_t>(influence + 2);
      }
    }
  }

  std::uint8_t island(Land land) const { return atlas_.island(land); }  // its number
  Isle isle(std::uint8_t number) const {
    const Atlas::Isle& isle = atlas_.isle(number);
    int rivals = 0;
    for (std::size_t other = 0; other < players_; ++other)
      if (other != me_) rivals = std::max<int>(rivals, influence_[number][other]);
    return {.size = isle.size(),
            .open = isle.open,
            .hopeless = isle.hopeless,
            .own = influence_[number][me_],
            .rivals = rivals};
  }
  Isle at(Land land) const { return isle(island(land)); }

 private:
  using Influence = std::array<std::uint8_t, kMaxPlayers>;

  const Atlas& atlas_;
  const std::size_t me_, players_;
  std::array<Influence, kSites * kMostGroups> influence_;  // by island
};

// ---- Sea routes ---------------------------------------------------------------------------------

// To the nearest sea of a tile; kFar or more: no way.
int shortest(const Atlas::Ways& ways, const Chart& chart, Tile tile) {
  int best = ways.to(Atlas::place(tile, 0));
  for (int g = 1; g < chart[tile].seas; ++g) best = std::min(best, ways.to(Atlas::place(tile, g)));
  return best;
}

// The ways of a longship from where it is.
class Routes {
 public:
  static constexpr std::uint8_t kHome = 6,
                                kOut = 7;  // steps beside the six directions: kOut + fixed tile

  Routes(const Atlas& atlas, const Chart& chart, const Map& map, std::size_t from)
      : chart_(chart), map_(map), atlas_(atlas), from_(from), ways_(atlas.ways(from)) {}

  int to(std::size_t place) const { return ways_.to(place); }  // kFar or more: no way
  int to(Tile tile) const { return shortest(ways_, chart_, tile); }

  // The first step on the way to a place.
  std::uint8_t first_step(std::size_t to) const {
    const Atlas::Ways back = atlas_.ways(to);
    const int steps = back.to(from_);
    const auto leads_on = [&](std::size_t place) { return back.to(place) == steps - 1; };
    if (from_ == Atlas::kShore) {
      for (int i = 0; i < kFixedTiles; ++i)
        if (leads_on(Atlas::place(Tile::fixed(i), chart_.shore_sea[static_cast<std::size_t>(i)])))
          return static_cast<std::uint8_t>(kOut + i);
    } else {
      const Tile tile = Tile::at(static_cast<int>(from_ / 4));
      const std::size_t sea = from_ % 4;
      if (tile.is_fixed() &&
          chart_.shore_sea[tile.number - static_cast<std::size_t>(kTiles)] == sea &&
          leads_on(Atlas::kShore))
        return kHome;
      for (unsigned rest = chart_.face(map_, tile).sea_edges[sea]; rest != 0; rest &= rest - 1) {
        const int d = std::countr_zero(rest);
        if (map_.has_neighbour(tile, d) && leads_on(map_.code_beyond(tile, d)))
          return static_cast<std::uint8_t>(d);
      }
    }
    assert(false && "there is a way");
    return kHome;
  }
  std::uint8_t first_step(Tile tile) const {  // to the nearest of its seas
    std::size_t nearest = Atlas::place(tile, 0);
    for (int g = 1; g < chart_[tile].seas; ++g)
      if (to(Atlas::place(tile, g)) < to(nearest)) nearest = Atlas::place(tile, g);
    return first_step(nearest);
  }

 private:
  const Chart& chart_;
  const Map& map_;
  const Atlas& atlas_;
  std::size_t from_;
  Atlas::Ways ways_;
};

// ---- Weights, found by matches ------------------------------------------------------------------

constexpr int kOpenIsland = 40;    // percent of its size that an island still open is worth
constexpr int kVikingWorth = 20;   // a Viking who may die, early in the game
constexpr int kCompletes = 60;     // percent of its size for closing an island on which one leads
constexpr int kUnclaimed = 35;     // the same for one where nobody is yet
constexpr int kOpenEdge = 14;      // a land edge that has to be closed some day
constexpr int kNextOutposts = 60;  // building an outpost makes those after it worth more; of each
constexpr int kLongestWalk = 3;    // Vikings on land look no farther
constexpr int kPatience = 4;       // actions for which an empty longship waits for those ashore
constexpr int kLandPoint = 150;    // a place for an outpost

// How good captains are for this player, from their points in his games.
constexpr std::array<int, kCaptains> kCaptainWorth{30, 10, 30, 20, 25, 15, 1, 60, 45, 25, 40};

// What a decision is made from, and what follows from it at once.
struct Situation {
  using Counts = std::array<std::uint8_t, kLivestockTypes>;

  Situation(const Explorers& game, const State& at, const Atlas& map)
      : atlas(map),
        players(game.players()),
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

  const Atlas& atlas;
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
    return clan.on_shore() ? Atlas::kShore : Atlas::place(clan.ship, clan.sea);
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
      : at_(at),
        map_(at.state.map),
        survey_(at.atlas, at.chart, at.state, at.me, at.players),
        routes_(at.atlas.ways(Atlas::kShore)) {
    for (std::size_t type = 0; type < kLivestockTypes; ++type)
      animal_[type] = Situation::marginal(type, at.counts);
  }

  Move pick() {
    FixedVector<Offer, kHandTiles> offers;
    at_.state.hand[at_.me].for_each(
        [&](Tile tile) { offers.push_back(offer(tile, at_.chart[tile].rotations)); });
    const Place best = find({offers.begin(), offers.end()});
    return best.offer == nullptr ? Move::reshuffle()
                                 : Move::pick(best.offer->tile, rotation_at(best));
  }

  Move lay() {
    const std::array<Offer, 1> offers{offer(at_.state.picked, 1U << at_.state.rotation)};
    return Move::lay(find(offers).cell);
  }

 private:
  // A tile that may be laid.
  struct Offer {
    Tile tile;
    bool is_plain;       // one land and one sea, which touch all around in whatever rotation
    unsigned rotations;  // as bits
    std::uint64_t rims;  // of these rotations
    int land_edges;      // how many
    int worth;           // of its token, if it is no enemy ship
  };
  struct Place {
    const Offer* offer = nullptr;
    Cell cell = Cell::none();
    Facing facing{};
    int rotation = kAny;  // that of a plain tile: the first that fits
  };
  static constexpr int kAny = kDirections;

  Offer offer(Tile tile, unsigned rotations) const {
    const TileFacts& facts = at_.chart[tile];
    const auto& faces = at_.chart.faces[tile.number];
    std::uint64_t rims = 0;
    for (unsigned rest = rotations; rest != 0; rest &= rest - 1)
      rims |= std::uint64_t{1} << faces[static_cast<std::size_t>(std::countr_zero(rest))].land;
    const int worth = facts.token == Token::enemy_ship ? 0
                      : facts.token == Token::settlement
                          ? 3 * kPoint
                          : animal_[static_cast<std::size_t>(facts.token)];
    return {.tile = tile,
            .is_plain = facts.lands == 1 && facts.seas == 1,
            .rotations = rotations,
            .rims = rims,
            .land_edges = std::popcount(faces[0].land),
            .worth = 4 * worth};
  }

  int rotation_at(const Place& place) const {
    if (place.rotation != kAny) return place.rotation;
    const auto& faces = at_.chart.faces[place.offer->tile.number];
    int k = 0;
    while (!has(static_cast<DirectionSet>(place.offer->rotations), k) ||
           !place.facing.fits(faces[static_cast<std::size_t>(k)].land))
      ++k;
    return k;
  }

  // A border cell.
  struct Spot {
    struct Shore {  // of an island: the edges of the cell that it lies beyond
      DirectionSet edges;
      std::uint8_t island;
      Isle isle;
    };
    Facing facing;
    int access;                             // sea actions from the shore to a tile there
    int points;                             // for the land points that a tile there may make
    std::array<Shore, kDirections> shores;  // without initialisers, so that a spot costs little
    std::size_t shore_count;
    Isle joined;  // what a land that touches all of them makes of them

    std::span<const Shore> islands() const { return std::span(shores).first(shore_count); }
  };

  Place find(std::span<const Offer> offers) const {
    Place best;
    int best_value = -1'000'000;
    std::uint64_t rims = 0;
    for (const Offer& offer : offers) rims |= offer.rims;
    const Facing* facing = map_.facing.begin();
    map_.border.for_each([&](Cell cell) {
      const Facing here = *facing++;
      const std::uint64_t fitting = here.fitting_rims();
      if ((fitting & rims) == 0) return;
      Spot spot;
      look_at(cell, here, spot);
      const auto consider = [&](const Offer& offer, int value, int rotation) {
        if (value <= best_value) return;
        best_value = value;
        best = {&offer, cell, here, rotation};
      };
      for (const Offer& offer : offers) {
        if ((fitting & offer.rims) == 0) continue;
        if (offer.is_plain) {
          const int open = offer.land_edges - std::popcount(here.land);
          consider(offer, token_value(offer, here.sea, spot) + land_value(open, spot, spot.joined),
                   kAny);
          continue;
        }
        for (unsigned rest = offer.rotations; rest != 0; rest &= rest - 1) {
          const int k = std::countr_zero(rest);
          const Face& face = at_.chart.faces[offer.tile.number][static_cast<std::size_t>(k)];
          if ((fitting >> face.land & 1U) != 0) consider(offer, value_of(offer, face, spot), k);
        }
      }
    });
    return best;
  }

  void look_at(Cell cell, Facing facing, Spot& spot) const {
    const auto& beyond = at_.atlas.beyond(cell);
    spot.facing = facing;
    spot.access = kFar;
    for (unsigned rest = facing.sea; rest != 0; rest &= rest - 1)
      spot.access = std::min(
          spot.access, routes_.to(beyond[static_cast<std::size_t>(std::countr_zero(rest))]) + 1);
    // Two edges side by side with land beyond both: a land point, where the tiles beyond agree.
    const DirectionSet corners = facing.land & turned(facing.land, 1);
    spot.points = spot.access < kFar ? kLandPoint * std::popcount(corners) : 0;
    spot.shore_count = 0;
    for (unsigned rest = facing.land; rest != 0; rest &= rest - 1) {
      const int d = std::countr_zero(rest);
      const std::uint8_t island = survey_.island(Land{beyond[static_cast<std::size_t>(d)]});
      std::size_t i = 0;
      while (i < spot.shore_count && spot.shores[i].island != island) ++i;
      if (i == spot.shore_count)
        spot.shores[spot.shore_count++] = {0, island, survey_.isle(island)};
      spot.shores[i].edges = static_cast<DirectionSet>(spot.shores[i].edges | just(d));
    }
    spot.joined = joined(facing.land, spot.islands());
  }

  int value_of(const Offer& offer, const Face& face, const Spot& spot) const {
    const TileFacts& facts = at_.chart[offer.tile];
    int value = token_value(offer, face.sea_edges[facts.token_group], spot);
    for (std::size_t g = 0; g < facts.lands; ++g) {
      const DirectionSet edges = face.land_edges[g];
      const int open =
          std::popcount(static_cast<unsigned>(edges & ~(spot.facing.land | spot.facing.sea)));
      value += (spot.facing.land & ~edges) == 0
                   ? land_value(open, spot, spot.joined)
                   : land_value(open, spot, joined(edges, spot.islands()));
    }
    return value;
  }

  // Of the token and the land points. `sea_edges`: of an enemy ship's sea.
  int token_value(const Offer& offer, DirectionSet sea_edges, const Spot& spot) const {
    if (at_.chart[offer.tile].token == Token::enemy_ship) {
      const bool open = (spot.facing.sea & sea_edges) != 0;
      if (at_.has_captain(Captain::barbarian))
        return spot.points + (open ? 120 - 12 * spot.access : 0);
      // best where it bars no way
      return spot.points + (open ? -200 + 12 * std::min(spot.access, 12) : 60);
    }
    return spot.points + (spot.access >= kFar ? -60 : offer.worth / (3 + spot.access));
  }

  // The islands that a land with these edges joins, as one.
  static Isle joined(DirectionSet edges, std::span<const Spot::Shore> shores) {
    Isle isle{.size = 0, .open = 0, .hopeless = false, .own = 0, .rivals = 0};
    for (const Spot::Shore& shore : shores) {
      const unsigned touched = edges & shore.edges;
      if (touched == 0) continue;
      isle.size += shore.isle.size;
      isle.open += shore.isle.open - std::popcount(touched);
      isle.hopeless = isle.hopeless || shore.isle.hopeless;
      isle.own += shore.isle.own;
      isle.rivals = std::max(isle.rivals, shore.isle.rivals);
    }
    return isle;
  }

  // What becomes of the islands that one land of the tile joins to an isle; `open` of its edges
  // have nothing beyond.
  static int land_value(int open, const Spot& spot, const Isle& isle) {
    if (isle.hopeless) return -kOpenEdge;
    return isle.open + open > 0 ? -kOpenEdge * (isle.open + open)
                                : closing_value(isle, spot.access < kFar);
  }
  static int closing_value(const Isle& isle, bool reachable) {
    const int size = isle.size + 1;
    if (isle.own > 0 && isle.own >= isle.rivals) return kCompletes * size;
    if (isle.rivals > isle.own)
      return isle.rivals <= isle.own + 2 && reachable ? 0 : -kUnclaimed * size;
    return reachable ? kUnclaimed * size : 0;
  }

  const Situation& at_;
  const Map& map_;
  Survey survey_;
  Atlas::Ways routes_;  // from the shore
  std::array<int, kLivestockTypes> animal_;
};

// ---- Actions ------------------------------------------------------------------------------------

// Something to do, what it brings and what it takes.
struct Errand {
  enum class Kind : std::uint8_t { none, deliver, unload, load, build, fight, walk };
  Kind kind = Kind::none;
  int value = 0, cost = 1;
  Tile tile = Tile::none();  // none: the shore
  std::uint8_t group = 0;    // land; for a fight or a walk a direction
  std::uint8_t walkers = 0;  // 1 or 2
  Point point{};

  bool is_worse_than(int other_value, int other_cost) const {
    // value / (cost + 1) without division; the 1 stands for what every errand needs besides
    return other_value * (cost + 1) > value * (other_cost + 1);
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
  if (at.vikings == 0 || !at.clan.on_shore()) return Move::done();
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
  explicit LandingPolicy(const Situation& at)
      : at_(at), survey_(at.atlas, at.chart, at.state, at.me, at.players) {}

  Move load_more() const {
    const std::size_t item = next_item(Land::of(at_.clan.ship, at_.state.land), at_.state.item);
    return item < kItems ? Move::load(at_.state.land, item) : Move::done();
  }
  Move unload_more() const {
    const bool more =
        at_.state.item == kViking && wanted_ashore(Land::of(at_.clan.ship, at_.state.land)) > 0;
    return more ? Move::unload(at_.state.land, kViking) : Move::done();
  }

  const Survey& survey() const { return survey_; }

  // Points for raiding with the crew.
  int raid_gain(Land land, int here) const {
    const int strength = at_.state.map.site[land.tile().number].token();
    if (strength < kLowestStrength || at_.chart[land.tile()].token_group != land.group()) return 0;
    return strength - here > at_.vikings ? 0 : raid_value(strength);
  }
  int raid_value(int strength) const {
    return kPoint * strength + (at_.has_captain(Captain::tyrant) ? kPoint : 0) +
           (at_.has_captain(Captain::hero) ? kPoint / 2 : 0);
  }

  // Points for putting just enough of `crew` Vikings on an island to share in it.
  int hold_gain(const Isle& isle, int crew) const {
    const int own = isle.own, rivals = isle.rivals;
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
    const Isle isle = survey_.at(land);
    if (hold_gain(isle, at_.vikings - 1) > 0)
      wanted = std::max(wanted, std::max(1, isle.rivals - isle.own));
    if (!at_.clan.outposts.full() && !at_.state.with_outpost.contains(land.tile()))
      for (unsigned rest = at_.atlas.land_points(land.tile()); rest != 0; rest &= rest - 1) {
        const LandPoint point =
            land_point(at_.chart, at_.state.map, land.tile(), std::countr_zero(rest));
        if (point.lands[0] != land) continue;
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
      const Isle isle = survey_.at(land);
      const int spare = std::min(at_.clan.vikings_on(land), isle.own - std::max(1, isle.rivals));
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

// Livestock on land, by land: the number of each type in four bits.
class Herds {
 public:
  explicit Herds(const State& state) {
    for (std::size_t type = 0; type < kLivestockTypes; ++type)
      for (const Land land : state.livestock[type]) {
        std::uint32_t& herd = herd_[land.code];
        if (herd == 0) lands_.push_back(land);
        herd += 1U << kBits * type;
      }
  }

  const auto& lands() const { return lands_; }
  std::uint32_t on(Land land) const { return herd_[land.code]; }

  static constexpr unsigned kBits = 4;
  static_assert(kMostLivestockOfAType < 1 << kBits);
  static int number(std::uint32_t herd, std::size_t type) {
    return static_cast<int>(herd >> kBits * type & 15U);
  }

 private:
  std::array<std::uint32_t, 4 * kSites> herd_{};
  FixedVector<Land, kTiles> lands_;
};

// Errands of the longship.
class ErrandPolicy {
 public:
  explicit ErrandPolicy(const Situation& at)
      : at_(at),
        landing_(at),
        routes_(at.atlas, at.chart, at.state.map, at.ship_node()),
        home_(at.atlas.ways(Atlas::kShore)),
        actions_left_(at.actions_left()),
        cargo_value_(at.cargo == 0 ? 0
                                   : kPoint * (livestock_points(at.counts) -
                                               livestock_points(at.clan.delivered))),
        next_outpost_(next_outpost()),
        places_(find_places()) {
    for (const Land land : at.clan.ashore) ++vikings_on_[land.code];
    if (at.vikings >= 2) weigh_islands();
  }

  Move act() {
    if (at_.vikings == 0) return act_without_crew();
    consider_all();
    consider_walks();
    return step(best_);
  }

  // Phase walk: the best of the walks from a tile.
  Move walk_on(Tile from) {
    consider_walks(from);
    if (best_.kind == Errand::Kind::walk) return Move::walk(best_.group, best_.walkers - 1);
    return {};
  }

 private:
  bool is_better(int value, int cost) const {
    return value > 0 && cost <= actions_left_ && best_.is_worse_than(value, cost);
  }

  // What holding each island is worth.
  void weigh_islands() {
    for (std::size_t i = 0; i < at_.atlas.islands(); ++i) {
      const auto island = static_cast<std::uint8_t>(i);
      if (at_.atlas.isle(island).tiles.empty()) continue;
      const Isle isle = landing_.survey().isle(island);
      hold_gain_[i] = landing_.hold_gain(isle, at_.vikings - 1);
      most_for_hold_ = std::max(most_for_hold_, hold_gain_[i]);
      largest_ = std::max(largest_, isle.size);
    }
  }

  // What the next outpost is worth anywhere.
  int next_outpost() const {
    const std::size_t built = at_.clan.outposts.size();
    if (built == kOutposts) return 0;
    return kPoint * (kOutpostPoints[built + 1] - kOutpostPoints[built]) +
           kNextOutposts * (kOutposts - static_cast<int>(built)) +
           (at_.has_captain(Captain::watchman) ? kPoint : 0) +
           (at_.has_captain(Captain::hero) ? kPoint / 2 : 0);
  }
  int outpost_gain(std::uint8_t island) const {
    const Isle isle = landing_.survey().isle(island);
    const bool wins = isle.own < isle.rivals && isle.own + 2 >= isle.rivals && isle.complete();
    return next_outpost_ + (wins ? kPoint * isle.size : 0);
  }

  // The tiles with a place for an outpost.
  Tiles find_places() const {
    Tiles places;
    if (at_.clan.outposts.full()) return places;
    (at_.atlas.with_land_points() - at_.state.with_outpost).for_each([&](Tile tile) {
      for (unsigned rest = at_.atlas.land_points(tile); rest != 0; rest &= rest - 1)
        if (is_free(land_point(at_.chart, at_.state.map, tile, std::countr_zero(rest))))
          places.add(tile);
    });
    return places;
  }
  bool is_free(const LandPoint& point) const {
    for (const Land land : point.lands)
      if (at_.state.with_outpost.contains(land.tile())) return false;
    return true;
  }

  // Nobody is aboard: what those ashore can finish comes first.
  Move act_without_crew() {
    for (const Land land : at_.clan.ashore)
      if (places_.contains(land.tile())) consider_outposts(land.tile());
    consider_walks();
    if (best_.kind != Errand::Kind::none && best_.cost <= kPatience) return step(best_);
    return man_the_ship(at_);
  }

  // ---- Vikings on land: to a place for an outpost, or to a settlement

  void consider_walks(Tile only = Tile::none()) {
    const Tiles goals = places_ | at_.atlas.settlements();
    if (goals.empty()) return;
    for (std::size_t i = 0; i < at_.clan.ashore.size(); ++i) {
      const Land land = at_.clan.ashore[i];
      if (i > 0 && at_.clan.ashore[i - 1] == land) continue;
      if (only != Tile::none() && land.tile() != only) continue;
      const std::uint8_t island = at_.atlas.island(land);
      // One Viking alone neither builds nor raids.
      if (!(at_.atlas.isle(island).tiles & goals).empty() && vikings_on_island(island) >= 2)
        walk_from(land, goals);
    }
  }
  int vikings_on_island(std::uint8_t island) const {
    int vikings = 0;
    for (const Land land : at_.clan.ashore) vikings += at_.atlas.island(land) == island ? 1 : 0;
    return vikings;
  }

  struct Step {
    Land land;
    std::uint8_t steps, direction;  // from the start; the first of them
  };

  void walk_from(Land start, Tiles goals) {
    const Map& map = at_.state.map;
    std::array<Step, kSites * kMostGroups> queue;
    std::size_t size = 0;
    LandSet seen;
    seen.add(start);
    queue[size++] = {start, 0, 0};
    for (std::size_t next = 0; next < size; ++next) {
      const Step here = queue[next];
      if (here.steps > 0 && goals.contains(here.land.tile())) consider_arrival(start, here);
      if (here.steps == kLongestWalk) continue;
      const Tile tile = here.land.tile();
      for (unsigned rest =
               at_.chart.face(map, tile).land_edges[static_cast<std::size_t>(here.land.group())];
           rest != 0; rest &= rest - 1) {
        const int d = std::countr_zero(rest);
        if (!map.has_neighbour(tile, d)) continue;
        const Land there = map.land_beyond(tile, d);
        if (seen.add(there))
          queue[size++] = {there, static_cast<std::uint8_t>(here.steps + 1),
                           here.steps == 0 ? static_cast<std::uint8_t>(d) : here.direction};
      }
    }
  }

  void consider_arrival(Land start, const Step& at) {
    const int walkers = std::min<int>(vikings_on_[start.code], 2);
    const Tile tile = at.land.tile();
    const int token = at_.state.map.site[tile.number].token();
    if (token >= kLowestStrength && at_.chart[tile].token_group == at.land.group()) {
      const int here = vikings_on_[at.land.code];
      const int value = landing_.raid_value(token);
      if (here + walkers >= token && is_better(value, at.steps))
        best_ = walk(start, at, value, at.steps, std::max(1, token - here));
    }
    if (!places_.contains(tile)) return;
    for (unsigned rest = at_.atlas.land_points(tile); rest != 0; rest &= rest - 1) {
      const LandPoint point = land_point(at_.chart, at_.state.map, tile, std::countr_zero(rest));
      if (point.lands[0] != at.land) continue;
      int builders = 0;
      for (const Land each : point.lands)
        if (each != start) builders += vikings_on_[each.code];
      if (builders + walkers < kBuildersNeeded || !is_free(point)) continue;
      const int needed = std::max(1, kBuildersNeeded - builders);
      const int value = outpost_gain(at_.atlas.island(start)), cost = at.steps + kOutpostCost;
      if (is_better(value, cost)) best_ = walk(start, at, value, cost, needed);
    }
  }

  static Errand walk(Land start, const Step& at, int value, int cost, int walkers) {
    return {.kind = Errand::Kind::walk,
            .value = value,
            .cost = cost,
            .tile = start.tile(),
            .group = at.direction,
            .walkers = static_cast<std::uint8_t>(walkers)};
  }

  void consider_all() {
    const Atlas& atlas = at_.atlas;
    if (at_.cargo > 0)
      if (const int cost = home_.to(at_.ship_node()) + 1; is_better(cargo_value_, cost))
        best_ = {.kind = Errand::Kind::deliver, .value = cargo_value_, .cost = cost};
    const Tiles landings = most_for_hold_ > 0 ? atlas.laid() : atlas.settlements();
    landings.for_each([&](Tile tile) {
      const int token = at_.state.map.site[tile.number].token();
      for (int g = 0; g < at_.chart[tile].lands; ++g) consider_landing(Land::of(tile, g), token);
    });
    places_.for_each([&](Tile tile) { consider_outposts(tile); });
    if (at_.vikings >= kFightersNeeded)
      atlas.enemy_ships().for_each([&](Tile tile) { consider_fight(tile); });
    consider_herds();
  }

  void consider_landing(Land land, int token) {
    const Tile tile = land.tile();
    const int here = vikings_on_[land.code];
    const int raid = token >= kLowestStrength ? landing_.raid_gain(land, here) : 0,
              hold = at_.vikings >= 2 ? hold_gain_[at_.atlas.island(land)] : 0;
    if (raid + hold == 0) return;
    const bool all_hands = raid > 0 && token - here >= at_.vikings;
    const int way = routes_.to(tile), cost = way + 1 + (all_hands ? 1 : 0);
    if (way >= kFar || !is_better(raid + hold, cost)) return;
    best_ = {.kind = Errand::Kind::unload,
             .value = raid + hold,
             .cost = cost,
             .tile = tile,
             .group = static_cast<std::uint8_t>(land.group())};
  }

  void consider_herds() {
    const Herds herds(at_.state);
    std::array<int, kLivestockTypes> gain;
    for (std::size_t type = 0; type < kLivestockTypes; ++type)
      gain[type] = Situation::marginal(type, at_.counts);
    for (const Land land : herds.lands())
      if (routes_.to(land.tile()) < kFar) consider_fetch(land, herds.on(land), gain);
  }

  // What the best `room` animals of a herd add, and how many are worth taking.
  struct Catch {
    int value = 0, taken = 0;
  };
  Catch best_of(std::uint32_t herd, int room, std::array<int, kLivestockTypes> gain) const {
    Catch best;
    Situation::Counts counts = at_.counts;
    while (best.taken < room && herd != 0) {
      std::size_t most = kLivestockTypes;
      for (std::uint32_t rest = herd; rest != 0;) {
        const std::size_t type = static_cast<std::size_t>(std::countr_zero(rest)) / Herds::kBits;
        if (most == kLivestockTypes || gain[type] > gain[most]) most = type;
        rest &= ~(15U << Herds::kBits * type);
      }
      best.value += gain[most];
      ++best.taken;
      herd -= 1U << Herds::kBits * most;
      if (best.taken == room || herd == 0) break;
      ++counts[most];
      for (std::size_t type = 0; type < kLivestockTypes; ++type)
        gain[type] = Situation::marginal(type, counts);
    }
    return best;
  }

  void consider_fetch(Land land, std::uint32_t herd, const std::array<int, kLivestockTypes>& gain) {
    const Tile tile = land.tile();
    const int back = shortest(home_, at_.chart, tile);
    if (back >= kFar) return;
    const int here = vikings_on_[land.code];
    // A Viking put ashore leaves his space to an animal; with a crew of one he comes back aboard.
    const int room = here > 0 ? at_.space
                              : std::min(kLongshipSpaces - 1 - at_.cargo,
                                         at_.space + (at_.vikings >= 2 ? 1 : 0));
    const Catch taken = best_of(herd, room, gain);
    if (taken.value == 0) return;
    const int hold = here == 0 && at_.vikings >= 2 ? hold_gain_[at_.atlas.island(land)] : 0;
    const int value = taken.value + cargo_value_ + hold;
    // Room that stays empty can be filled on the way, so a part of the way home is not this
    // errand's.
    const int cost =
        routes_.to(tile) + (here == 0 ? 2 : 1) + (taken.taken < room ? back * 2 / 3 : back) + 1;
    if (!is_better(value, cost)) return;
    best_ = {.kind = here == 0 ? Errand::Kind::unload : Errand::Kind::load,
             .value = value,
             .cost = cost,
             .tile = tile,
             .group = static_cast<std::uint8_t>(land.group())};
  }

  void consider_outposts(Tile tile) {
    const int way = routes_.to(tile);
    const bool by_landing =
        at_.vikings >= 2 && way < kFar &&
        is_better(next_outpost_ + kPoint * largest_ + most_for_hold_, way + 1 + kOutpostCost);
    if (!by_landing && at_.clan.ashore.size() < kBuildersNeeded) return;
    for (unsigned rest = at_.atlas.land_points(tile); rest != 0; rest &= rest - 1) {
      const int corner = std::countr_zero(rest);
      const LandPoint point = land_point(at_.chart, at_.state.map, tile, corner);
      if (!is_free(point)) continue;
      int builders = 0;
      for (const Land each : point.lands) builders += vikings_on_[each.code];
      const int needed = std::max(0, kBuildersNeeded - builders);
      const std::uint8_t island = at_.atlas.island(point.lands[0]);
      if (needed == 0) {
        const int gain = outpost_gain(island);
        if (is_better(gain, kOutpostCost))
          best_ = {.kind = Errand::Kind::build,
                   .value = gain,
                   .cost = kOutpostCost,
                   .tile = tile,
                   .point = corner_point(at_.state.map.cell(tile), corner)};
      } else if (by_landing && needed < at_.vikings) {
        const int value = outpost_gain(island) + hold_gain_[island];
        const int cost = way + 1 + kOutpostCost;
        if (is_better(value, cost))
          best_ = {.kind = Errand::Kind::unload,
                   .value = value,
                   .cost = cost,
                   .tile = tile,
                   .group = static_cast<std::uint8_t>(point.lands[0].group())};
      }
    }
  }

  void consider_fight(Tile tile) {
    const int sea = at_.chart[tile].token_group;
    int best = kFar, direction = 0;  // of the sea from which he attacks
    Tile from = Tile::none();
    std::size_t sea_before = 0;
    for (unsigned rest =
             at_.chart.face(at_.state.map, tile).sea_edges[static_cast<std::size_t>(sea)];
         rest != 0; rest &= rest - 1) {
      const int d = std::countr_zero(rest);
      if (!at_.state.map.has_neighbour(tile, d)) continue;
      const Tile there = at_.state.map.neighbour(tile, d);
      const int group =
          at_.chart.face(at_.state.map, there).group[static_cast<std::size_t>(opposite(d))];
      const int sail = routes_.to(Atlas::place(there, group));
      if (sail < best) {
        best = sail;
        direction = opposite(d);
        from = there;
        sea_before = Atlas::place(there, group);
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
    if (!is_better(value, best + 1)) return;
    best_ = {.kind = Errand::Kind::fight,
             .value = value,
             .cost = best + 1,
             .tile = from,
             .group = static_cast<std::uint8_t>(direction)};
    best_sea_ = sea_before;
  }

  // ---- The next move of an errand

  Move step(const Errand& errand) const {
    switch (errand.kind) {
      case Errand::Kind::none: return Move::end();
      case Errand::Kind::deliver: return sail(routes_.first_step(Atlas::kShore));
      case Errand::Kind::walk: return Move::from(at_.state.map.cell(errand.tile));
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
  const Routes routes_;     // from the ship
  const Atlas::Ways home_;  // from the shore
  const int actions_left_, cargo_value_;
  std::array<std::uint8_t, 4 * kSites> vikings_on_{};  // by land
  const int next_outpost_;
  const Tiles places_;  // tiles with a place for an outpost
  // By island, of numbers that are in use, if there are two Vikings aboard.
  std::array<int, kSites * kMostGroups> hold_gain_;
  int most_for_hold_ = 0, largest_ = 0;  // the most of them; the size of the largest island
  Errand best_;
  std::size_t best_sea_ = 0;  // for a fight: the sea he attacks from
};

}  // namespace

Move Explorers::scripted_move(const State& state, Rng&) const {
  // Kept between decisions to save work; what it says depends on the map alone.
  thread_local Atlas atlas;
  atlas.follow(chart_, state.map);
  const Situation at(*this, state, atlas);
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
      if (const Move move = ErrandPolicy(at).walk_on(state.from); move.kind == MoveKind::walk)
        return move;
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
