// The policy of laying tiles.
#include <algorithm>
#include <bit>
#include <cassert>
#include <span>

#include "farnorth/games/explorers/policy.hpp"
#include "farnorth/games/explorers/policy_map.hpp"

namespace farnorth::explorers {

namespace {

constexpr int kFar = Atlas::kFar;
constexpr int kMostOpen = kDirections * kSites;  // land edges

// Found by matches.
constexpr int kCompletes = 60;   // percent of its size for closing an island on which one leads
constexpr int kUnclaimed = 35;   // the same for one where nobody is yet
constexpr int kOpenEdge = 14;    // a land edge that has to be closed some day
constexpr int kLandPoint = 150;  // a place for an outpost
// A token counts for 4 / (3 + the actions that it takes to sail there from the shore).
constexpr int kTokenScale = 4, kTokenWay = 3;
constexpr int kSettlement = 3 * kPoint;  // a settlement of a strength that nobody knows yet
constexpr int kOutOfReach = -60;         // a token to which no longship gets
// An enemy ship on an open sea: prey for the Barbarian, less with each action to get there; a bar to
// everybody else, the less so the farther it is, up to a distance.
constexpr int kPrey = 120, kPreyWay = 12;
constexpr int kBar = -200, kBarWay = 12, kFarBar = 12;
constexpr int kBarsNothing = 60;  // an enemy ship on a sea that has no way yet, for others

class TilePolicy {
 public:
  explicit TilePolicy(const Situation& at)
      : at_(at),
        map_(at.state.map),
        survey_(at.atlas, at.chart, at.state, at.me, at.players),
        routes_(at.atlas.ways(Atlas::kShore)),
        is_barbarian_(at.has_captain(Captain::barbarian)) {
    for (std::size_t type = 0; type < kLivestockTypes; ++type)
      animal_[type] = Situation::marginal(type, at.counts);
  }

  Laying pick() {
    FixedVector<Offer, kHandTiles> offers;
    at_.state.hand[at_.me].for_each([&](Tile tile) {
      offers.push_back(offer(tile, at_.chart[tile].rotations, at_.chart[tile].rims));
    });
    const Place best = find({offers.begin(), offers.end()});
    if (best.offer == nullptr) return {Move::reshuffle(), {}};
    return {Move::pick(best.offer->tile, rotation_at(best)), Move::lay(best.cell)};
  }

  Move lay() {
    const Tile tile = at_.state.picked;
    const std::uint64_t rim = std::uint64_t{1}
                              << at_.chart.faces[tile.number][at_.state.rotation].land;
    const std::array<Offer, 1> offers{offer(tile, 1U << at_.state.rotation, rim)};
    return Move::lay(find(offers).cell);
  }

 private:
  // A tile that may be laid.
  struct Offer {
    Tile tile;
    bool is_ship;        // an enemy ship
    bool is_plain;       // one land and one sea, which touch all around in whatever rotation
    unsigned rotations;  // as bits
    std::uint64_t rims;  // of these rotations
    int land_edges;      // how many
    int islets;          // lands without edges
    int worth;           // of its token, if it is no enemy ship
  };
  struct Place {
    const Offer* offer = nullptr;
    Cell cell = Cell::none();
    Facing facing{};
    int rotation = kAny;  // that of a plain tile: the first that fits
  };
  static constexpr int kAny = kDirections;

  Offer offer(Tile tile, unsigned rotations, std::uint64_t rims) const {
    const TileFacts& facts = at_.chart[tile];
    const int worth = facts.token == Token::enemy_ship ? 0
                      : facts.token == Token::settlement
                          ? kSettlement
                          : animal_[static_cast<std::size_t>(facts.token)];
    return {.tile = tile,
            .is_ship = facts.token == Token::enemy_ship,
            .is_plain = facts.lands == 1 && facts.seas == 1,
            .rotations = rotations,
            .rims = rims,
            .land_edges = std::popcount(at_.chart.faces[tile.number][0].land),
            .islets = facts.islets,
            .worth = kTokenScale * worth};
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

  // What a border cell is at a glance: enough for a bound on what a tile there is worth.
  struct Spot {
    Facing facing;
    int access;  // sea actions from the shore to a tile there
    int points;  // for the land points that a tile there may make
    int open;    // at least as many land edges stay open on the islands beyond, if none is hopeless
    bool stays_open;  // none of these islands could be closed from here
    bool hopeless;    // one of them can never be closed
  };
  // And at a close look: the islands that it touches.
  struct Shores {
    struct Shore {  // of an island: the edges of the cell that it lies beyond
      DirectionSet edges;
      std::uint8_t island;
      IslandOutlook isle;
    };
    std::array<Shore, kDirections> shores;  // without initialisers, so that they cost little
    std::size_t size;
    IslandOutlook joined;  // what a land that touches all of them makes of them

    std::span<const Shore> islands() const { return std::span(shores).first(size); }
  };

  Place find(std::span<const Offer> offers) const {
    Place best;
    int best_value = -1'000'000;
    const Offer any = with_the_best_of(offers);
    const Facing* facing = map_.facing.begin();
    map_.border.for_each([&](Cell cell) {
      const Facing here = *facing++;
      const std::uint64_t fitting = here.fitting_rims();
      if ((fitting & any.rims) == 0) return;
      const Spot spot = glance_at(cell, here);
      if (spot.stays_open && most_value(any, spot) <= best_value) return;
      Shores shores;
      look_at(cell, here, shores);
      const auto consider = [&](const Offer& offer, int value, int rotation) {
        if (value <= best_value) return;
        best_value = value;
        best = {&offer, cell, here, rotation};
      };
      for (const Offer& offer : offers) {
        if ((fitting & offer.rims) == 0) continue;
        if (spot.stays_open && most_value(offer, spot) <= best_value) continue;
        if (offer.is_plain) {
          const int open = offer.land_edges - std::popcount(here.land);
          consider(offer,
                   spot.points + token_value(offer, here.sea, spot) +
                       land_value(open, spot, shores.joined),
                   kAny);
          continue;
        }
        for (unsigned rest = offer.rotations; rest != 0; rest &= rest - 1) {
          const int k = std::countr_zero(rest);
          const Face& face = at_.chart.faces[offer.tile.number][static_cast<std::size_t>(k)];
          if ((fitting >> face.land & 1U) != 0)
            consider(offer, value_of(offer, face, spot, shores), k);
        }
      }
    });
    return best;
  }

  // No offer is worth more anywhere.
  static Offer with_the_best_of(std::span<const Offer> offers) {
    Offer best{};
    best.land_edges = kDirections;
    for (const Offer& offer : offers) {
      best.is_ship = best.is_ship || offer.is_ship;
      best.rims |= offer.rims;
      best.land_edges = std::min(best.land_edges, offer.land_edges);
      best.islets = std::max(best.islets, offer.islets);
      best.worth = std::max(best.worth, offer.worth);
    }
    return best;
  }

  Spot glance_at(Cell cell, Facing facing) const {
    const auto& beyond = at_.atlas.beyond(cell);
    int access = kFar;
    for (unsigned rest = facing.sea; rest != 0; rest &= rest - 1)
      access = std::min(access,
                        routes_.to(beyond[static_cast<std::size_t>(std::countr_zero(rest))]) + 1);
    const int edges = std::popcount(facing.land);  // no island has more of them
    int least = kMostOpen, most = 0;
    bool hopeless = false;
    for (unsigned rest = facing.land; rest != 0; rest &= rest - 1) {
      const Atlas::Isle& isle = at_.atlas.isle(island_beyond(cell, rest));
      least = std::min(least, isle.open);
      most = std::max(most, isle.open);
      hopeless = hopeless || isle.hopeless;
    }
    // Two edges side by side with land beyond both: a land point, where the tiles beyond agree.
    const DirectionSet corners = facing.land & turned(facing.land, 1);
    return {.facing = facing,
            .access = access,
            .points = access < kFar ? kLandPoint * std::popcount(corners) : 0,
            .open = std::max(0, most - edges),
            .stays_open = least > edges,
            .hopeless = hopeless};
  }

  // Over the first of some land edges of a border cell.
  std::uint8_t island_beyond(Cell cell, unsigned edges) const {
    const std::uint8_t land =
        at_.atlas.beyond(cell)[static_cast<std::size_t>(std::countr_zero(edges))];
    return at_.atlas.island(Land{land});
  }

  void look_at(Cell cell, Facing facing, Shores& found) const {
    found.size = 0;
    for (unsigned rest = facing.land; rest != 0; rest &= rest - 1) {
      const int d = std::countr_zero(rest);
      const std::uint8_t island = island_beyond(cell, rest);
      std::size_t i = 0;
      while (i < found.size && found.shores[i].island != island) ++i;
      if (i == found.size) found.shores[found.size++] = {0, island, survey_.outlook(island)};
      found.shores[i].edges = static_cast<DirectionSet>(found.shores[i].edges | just(d));
    }
    found.joined = joined(facing.land, found.islands());
  }

  // No rotation of the tile is worth more on a spot whose islands all stay open. They and the lands with edges count by
  // the edges left to close, which are at least those of one of the islands and the tile's own; a hopeless island counts
  // as one edge.
  int most_value(const Offer& offer, const Spot& spot) const {
    const int own = offer.land_edges - std::popcount(spot.facing.land);
    const int open = spot.hopeless ? 1 : spot.open + own;
    int token = goods_value(offer, spot);
    if (offer.is_ship)
      token = std::max(token,
                       is_barbarian_ ? std::max(0, kPrey - kPreyWay * spot.access) : kBarsNothing);
    return spot.points + token - kOpenEdge * open + kUnclaimed * offer.islets;
  }
  static_assert(kBar + kBarWay * kFarBar < kBarsNothing);

  int value_of(const Offer& offer, const Face& face, const Spot& spot, const Shores& shores) const {
    const TileFacts& facts = at_.chart[offer.tile];
    int value = spot.points + token_value(offer, face.sea_edges[facts.token_group], spot);
    for (std::size_t g = 0; g < facts.lands; ++g) {
      const DirectionSet edges = face.land_edges[g];
      const int open =
          std::popcount(static_cast<unsigned>(edges & ~(spot.facing.land | spot.facing.sea)));
      value += (spot.facing.land & ~edges) == 0
                   ? land_value(open, spot, shores.joined)
                   : land_value(open, spot, joined(edges, shores.islands()));
    }
    return value;
  }

  // `sea_edges`: of an enemy ship's sea.
  int token_value(const Offer& offer, DirectionSet sea_edges, const Spot& spot) const {
    return offer.is_ship ? ship_value((spot.facing.sea & sea_edges) != 0, spot)
                         : goods_value(offer, spot);
  }
  static int goods_value(const Offer& offer, const Spot& spot) {
    return spot.access >= kFar ? kOutOfReach : offer.worth / (kTokenWay + spot.access);
  }
  int ship_value(bool has_way, const Spot& spot) const {
    if (is_barbarian_) return has_way ? kPrey - kPreyWay * spot.access : 0;
    // best where it bars no way
    return has_way ? kBar + kBarWay * std::min(spot.access, kFarBar) : kBarsNothing;
  }

  // The islands that a land with these edges joins, as one.
  static IslandOutlook joined(DirectionSet edges, std::span<const Shores::Shore> shores) {
    IslandOutlook isle{.size = 0, .open = 0, .hopeless = false, .own = 0, .rivals = 0};
    for (const Shores::Shore& shore : shores) {
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
  static int land_value(int open, const Spot& spot, const IslandOutlook& isle) {
    if (isle.hopeless) return -kOpenEdge;
    return isle.open + open > 0 ? -kOpenEdge * (isle.open + open)
                                : closing_value(isle, spot.access < kFar);
  }
  static int closing_value(const IslandOutlook& isle, bool reachable) {
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
  const bool is_barbarian_;
};

}  // namespace

Laying pick_tile(const Situation& at) { return TilePolicy(at).pick(); }
Move lay_tile(const Situation& at) { return TilePolicy(at).lay(); }

}  // namespace farnorth::explorers
