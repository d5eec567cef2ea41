// Points, captains, ranking. Everything here is defined at every state, as if the game ended there.
#include <algorithm>

#include "farnorth/core/places.hpp"
#include "farnorth/games/explorers/explorers.hpp"

namespace farnorth::explorers {

namespace {

int sum(const auto& counts) {
  int total = 0;
  for (const auto n : counts) total += n;
  return total;
}

std::size_t controlled(const Claims& claims, std::size_t seat) {
  std::size_t islands = 0;
  for (const Claim& claim : claims) islands += claim.is_controlled_by(seat) ? 1 : 0;
  return islands;
}

int island_points(const Claims& claims, std::size_t seat) {
  int points = 0;
  for (const Claim& claim : claims)
    if (claim.is_controlled_by(seat)) points += claim.size;
  return points;
}

int outpost_points(const Clan& clan) { return kOutpostPoints[clan.outposts.size()]; }
int settlement_points(const Clan& clan) {
  int points = 0;
  for (std::size_t i = 0; i < kStrengths; ++i)
    points += clan.raided[i] * (kLowestStrength + static_cast<int>(i));
  return points;
}
int death_points(const Clan& clan) { return clan.dead * clan.dead; }

// ---- Captains: section 2.12 ---------------------------------------------------------------------

int archer(const Chart& chart, const State& state, const Clan& clan) {
  if (clan.outposts.empty()) return 0;
  const auto depth = depths(state.map);
  int best = 0;
  for (const Point point : clan.outposts) {
    int nearest = kSites;
    for (const Land land : land_point(chart, state.map, point).lands)
      nearest = std::min<int>(nearest, depth[land.tile().number]);
    best = std::max(best, nearest);
  }
  return best;
}

int cartographer(const Claims& claims, std::size_t seat) {
  int largest = 0, second = 0;
  for (const Claim& claim : claims) {
    if (!claim.is_controlled_by(seat)) continue;
    const int size = claim.size;
    second = std::max(second, std::min(largest, size));
    largest = std::max(largest, size);
  }
  return second;
}

int huntsman(const Clan& clan) {
  int pairs = 0;
  for (const std::uint8_t n : clan.delivered) pairs += n / 2;
  return 2 * pairs;
}

int queen(const Claims& claims, std::size_t seat, int players) {
  int best = 0;
  for (const Claim& claim : claims)
    if (claim.is_controlled_by(seat)) best = std::max<int>(best, claim.influence[seat]);
  return std::max(0, best - players);
}

int scout(const Claims& claims, std::size_t seat) {
  int islands = 0;
  for (const Claim& claim : claims)
    if (claim.complete && claim.vikings[seat] > 0 && !claim.is_controlled_by(seat)) ++islands;
  return islands;
}

// The seven headings of a player, then nothing else: section 6.
enum Part : std::size_t {
  livestock,
  outposts,
  enemy_ships,
  settlements,
  deaths,
  islands,
  captain,
  kParts
};
constexpr std::array<std::string_view, kParts> kPartNames{
    "livestock", "outposts", "enemy_ships", "settlements", "deaths", "islands", "captain"};

std::array<int, kParts> parts(const Chart& chart, const State& state, const Claims& claims,
                              std::size_t seat, int players) {
  const Clan& clan = state.clan[seat];
  std::array<int, kParts> points{};
  points[livestock] = livestock_points(clan.delivered);
  points[outposts] = outpost_points(clan);
  points[enemy_ships] = clan.enemy_ships;
  points[settlements] = settlement_points(clan);
  points[deaths] = death_points(clan);
  points[islands] = island_points(claims, seat);
  if (state.phase == Phase::deal_captains || state.phase == Phase::captain) return points;
  const auto of = [&](Captain card) {
    return captain_points(chart, state, claims, seat, card, players);
  };
  // N-SOLO-5: the smaller of the two
  points[captain] =
      players == 1 ? std::min(of(clan.captain[0]), of(clan.captain[1])) : of(clan.captain[0]);
  return points;
}

}  // namespace

int livestock_points(const std::array<std::uint8_t, kLivestockTypes>& delivered) {
  // Sets of different types, each as large as it can be: nothing else is worth more, since the next
  // type is worth more than the last.
  int points = 0;
  for (int i = 1; i <= kMostLivestockOfAType; ++i) {
    const auto types =
        std::count_if(delivered.begin(), delivered.end(), [=](int n) { return n >= i; });
    if (types == 0) break;
    points += kSetPoints[static_cast<std::size_t>(types)];
  }
  return points;
}

std::array<std::uint8_t, kSites> depths(const Map& map) {
  std::array<std::uint8_t, kSites> depth{};
  FixedVector<Tile, kSites> queue;
  for (int i = 0; i < kFixedTiles; ++i) {
    depth[Tile::fixed(i).number] = 1;
    queue.push_back(Tile::fixed(i));
  }
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const Tile here = queue[next];
    for (int d = 0; d < kDirections; ++d) {
      if (!map.has_neighbour(here, d)) continue;
      const Tile there = map.neighbour(here, d);
      if (depth[there.number] != 0) continue;
      depth[there.number] = static_cast<std::uint8_t>(depth[here.number] + 1);
      queue.push_back(there);
    }
  }
  return depth;
}

void claims(const Chart& chart, const State& state, Claims& found) {
  found.clear();
  LandSet known;                                   // the lands of the islands found so far
  std::array<std::uint8_t, 4 * kSites> island_of;  // only read for known lands
  Island island;
  const auto claim_on = [&](Land land) -> Claim& {
    if (!known.contains(land)) {
      explore(chart, state.map, land, island);
      for (const Land each : island.lands) {
        known.add(each);
        island_of[each.code] = static_cast<std::uint8_t>(found.size());
      }
      found.push_back({.land = land,
                       .complete = island.complete,
                       .size = static_cast<std::uint8_t>(island.tiles.size())});
    }
    return found[island_of[land.code]];
  };
  for (std::size_t seat = 0; seat < kMaxPlayers; ++seat) {  // N-ISLE-4
    for (const Land land : state.clan[seat].ashore) {
      Claim& claim = claim_on(land);
      ++claim.vikings[seat];
      ++claim.influence[seat];
    }
    for (const Point point : state.clan[seat].outposts) {
      Claim& claim = claim_on(land_point(chart, state.map, point).lands[0]);
      claim.influence[seat] = static_cast<std::uint8_t>(claim.influence[seat] + 2);
    }
  }
}

int captain_points(const Chart& chart, const State& state, const Claims& claims, std::size_t seat,
                   Captain card, int players) {
  const Clan& clan = state.clan[seat];
  switch (card) {
    case Captain::archer: return archer(chart, state, clan);
    case Captain::barbarian: return clan.enemy_ships;
    case Captain::cartographer: return cartographer(claims, seat);
    case Captain::hero:
      return 2 * std::min({static_cast<int>(clan.outposts.size()), clan.settlements(),
                           static_cast<int>(clan.enemy_ships)});
    case Captain::huntsman: return huntsman(clan);
    case Captain::queen: return queen(claims, seat, players);
    case Captain::scout: return scout(claims, seat);
    case Captain::shieldmaiden: return static_cast<int>(controlled(claims, seat));
    case Captain::trader: return 2 * (sum(clan.delivered) / 3);
    case Captain::tyrant: return clan.settlements();
    case Captain::watchman: return static_cast<int>(clan.outposts.size());
    case Captain::none: break;
  }
  return 0;
}

Scores Explorers::scores(const State& state) const {
  Claims all;
  claims(*chart_, state, all);
  Scores scores{};
  for (std::size_t seat = 0; seat < setup.players; ++seat)
    scores[seat] = static_cast<std::int16_t>(sum(parts(*chart_, state, all, seat, setup.players)));
  return scores;
}

ScoreSheet Explorers::score_sheet(const State& state, Player player) const {
  Claims all;
  claims(*chart_, state, all);
  const auto points = parts(*chart_, state, all, player.seat, setup.players);
  ScoreSheet sheet;
  for (std::size_t i = 0; i < kParts; ++i)
    sheet.push_back({kPartNames[i], {static_cast<std::int16_t>(points[i])}});
  sheet.push_back({"total", {static_cast<std::int16_t>(sum(points))}});
  return sheet;
}

Places Explorers::ranking(const State& state) const {
  const Scores points = scores(state);
  std::array<std::array<int, 3>, kMaxPlayers> keys{};
  // Higher total, then more dead Vikings, then more settlements raided (their number), then a
  // shared rank.
  for (std::size_t seat = 0; seat < setup.players; ++seat)
    keys[seat] = {points[seat], state.clan[seat].dead, state.clan[seat].settlements()};
  return places_by(std::span<const std::array<int, 3>>(keys).first(setup.players));
}

}  // namespace farnorth::explorers
