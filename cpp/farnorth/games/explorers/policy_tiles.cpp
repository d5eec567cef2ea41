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

  Offer offer(Tile tile, unsigned rotations) const {
    const TileFacts& facts = at_.chart[tile];
    const auto& faces = at_.chart.faces[tile.number];
    std::uint64_t rims = 0;
    for (unsigned rest = rotations; rest != 0; rest &= rest - 1)
      rims |= std::uint64_t{1} << faces[static_cast<std::size_t>(std::countr_zero(rest))].land;
    int islets = 0;
    for (std::size_t g = 0; g < facts.lands; ++g) islets += faces[0].land_edges[g] == 0 ? 1 : 0;
    const int worth = facts.token == Token::enemy_ship ? 0
                      : facts.token == Token::settlement
                          ? kSettlement
                          : animal_[static_cast<std::size_t>(facts.token)];
    return {.tile = tile,
            .is_plain = facts.lands == 1 && facts.seas == 1,
            .rotations = rotations,
            .rims = rims,
            .land_edges = std::popcount(faces[0].land),
            .islets = islets,
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

  // A border cell.
  struct Spot {
    struct Shore {  // of an island: the edges of the cell that it lies beyond
      DirectionSet edges;
      std::uint8_t island;
      IslandOutlook isle;
    };
    Facing facing;
    int access;                             // sea actions from the shore to a tile there
    int points;                             // for the land points that a tile there may make
    std::array<Shore, kDirections> shores;  // without initialisers, so that a spot costs little
    std::size_t shore_count;
    IslandOutlook joined;  // what a land that touches all of them makes of them
    bool stays_open;       // none of the islands is hopeless or could be closed from here

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
        if (spot.stays_open && most_value(offer, spot) <= best_value) continue;
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
        spot.shores[spot.shore_count++] = {0, island, survey_.outlook(island)};
      spot.shores[i].edges = static_cast<DirectionSet>(spot.shores[i].edges | just(d));
    }
    spot.joined = joined(facing.land, spot.islands());
    spot.stays_open =
        !spot.joined.hopeless && std::ranges::all_of(spot.islands(), [](const Spot::Shore& shore) {
          return shore.isle.open > std::popcount(shore.edges);
        });
  }

  // No rotation of the tile is worth more on a spot that stays open: all its islands and lands with edges count by the
  // edges left to close, which no rotation changes (an island that two lands touch counts twice, which is less).
  int most_value(const Offer& offer, const Spot& spot) const {
    const int open = offer.land_edges - std::popcount(spot.facing.land) + spot.joined.open;
    return std::max(token_value(offer, 0, spot), token_value(offer, spot.facing.sea, spot)) -
           kOpenEdge * open + kUnclaimed * offer.islets;
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
        return spot.points + (open ? kPrey - kPreyWay * spot.access : 0);
      // best where it bars no way
      return spot.points + (open ? kBar + kBarWay * std::min(spot.access, kFarBar) : kBarsNothing);
    }
    return spot.points +
           (spot.access >= kFar ? kOutOfReach : offer.worth / (kTokenWay + spot.access));
  }

  // The islands that a land with these edges joins, as one.
  static IslandOutlook joined(DirectionSet edges, std::span<const Spot::Shore> shores) {
    IslandOutlook isle{.size = 0, .open = 0, .hopeless = false, .own = 0, .rivals = 0};
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
};

}  // namespace

Move pick_tile(const Situation& at) { return TilePolicy(at).pick(); }
Move lay_tile(const Situation& at) { return TilePolicy(at).lay(); }

}  // namespace farnorth::explorers
