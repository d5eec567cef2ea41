// How tiles fit, touch and join.
#include "farnorth/games/explorers/map.hpp"

#include <algorithm>
#include <cassert>

namespace farnorth::explorers {

namespace {

Face face_of(const Print& print, int rotation) {
  Face face;
  face.land = turned(print.land_edges, rotation);
  const auto place = [&](const Groups& groups, std::array<DirectionSet, kMostGroups>& edges) {
    for (std::size_t g = 0; g < groups.size(); ++g) {
      edges[g] = turned(groups[g], rotation);
      for (int d = 0; d < kDirections; ++d)
        if (has(edges[g], d))
          face.group[static_cast<std::size_t>(d)] = static_cast<std::uint8_t>(g);
    }
  };
  place(print.lands, face.land_edges);
  place(print.seas, face.sea_edges);
  return face;
}

// N-TILE-3: equal letters, equal partitions into lands and into seas, the token in the same place.
bool look_the_same(const Face& a, const Face& b, const TileFacts& facts) {
  const auto partition = [](std::array<DirectionSet, kMostGroups> groups) {
    std::sort(groups.begin(), groups.end());
    return groups;
  };
  const auto token_edges = [&](const Face& face) {
    return facts.token == Token::enemy_ship ? face.sea_edges[facts.token_group]
                                            : face.land_edges[facts.token_group];
  };
  return a.land == b.land && partition(a.land_edges) == partition(b.land_edges) &&
         partition(a.sea_edges) == partition(b.sea_edges) && token_edges(a) == token_edges(b);
}

std::uint8_t different_rotations(const std::array<Face, kDirections>& faces,
                                 const TileFacts& facts) {
  unsigned rotations = 0;
  for (std::size_t k = 0; k < kDirections; ++k) {
    bool is_new = true;
    for (std::size_t earlier = 0; earlier < k; ++earlier)
      if (look_the_same(faces[earlier], faces[k], facts)) is_new = false;
    rotations |= static_cast<unsigned>(is_new) << k;
  }
  return static_cast<std::uint8_t>(rotations);
}

TileFacts facts_of(const Print& print, Token token, std::uint8_t token_group) {
  return {.token = token,
          .token_group = token_group,
          .lands = static_cast<std::uint8_t>(print.lands.size()),
          .seas = static_cast<std::uint8_t>(print.seas.size())};
}

bool is_mainland(const TileSet& set, Hex hex) {
  return std::find(set.mainland.begin(), set.mainland.end(), hex) != set.mainland.end();
}

bool touches_mainland(const TileSet& set, Hex hex) {
  for (int d = 0; d < kDirections; ++d)
    if (is_mainland(set, neighbour(hex, d))) return true;
  return false;
}

}  // namespace

Chart::Chart(const TileSet& set, const StartBoard& board, int window) {
  for (std::size_t t = 0; t < kTiles; ++t) {
    const TileSpec& tile = set.tiles[t];
    facts[t] = facts_of(tile.print, tile.token, tile.token_group);
    for (std::size_t k = 0; k < kDirections; ++k)
      faces[t][k] = face_of(tile.print, static_cast<int>(k));
    facts[t].rotations = different_rotations(faces[t], facts[t]);
    for (const Face& face : faces[t]) facts[t].rims |= std::uint64_t{1} << face.land;
    facts[t].islets = static_cast<std::uint8_t>(
        std::count(tile.print.lands.begin(), tile.print.lands.end(), DirectionSet{0}));
  }
  for (int index = 0; index < Cell::kCount; ++index) {
    const Hex hex = Cell::at(index).hex();
    // N-TILE-5, N-TILE-4: a cell that touches the Mainland is dead
    if (distance(hex, Cell::kCentre) <= window && !is_mainland(set, hex) &&
        !touches_mainland(set, hex))
      free.add(Cell::at(index));
  }
  for (std::size_t i = 0; i < kFixedTiles; ++i) {
    const FixedTile& tile = board.fixed_tiles[i];
    const std::size_t t = kTiles + i;
    facts[t] = facts_of(tile.print, Token::none, 0);
    faces[t].fill(face_of(tile.print, 0));
    for (int d = 0; d < kDirections; ++d)
      if (is_mainland(set, neighbour(tile.cell, d)))
        shore_sea[i] = faces[t][0].group[static_cast<std::size_t>(d)];
  }
  for (int i = 0; i < kFixedTiles; ++i)
    start.lay(*this, Tile::fixed(i), 0,
              Cell::of(board.fixed_tiles[static_cast<std::size_t>(i)].cell));
  // Fixed cells touch the Mainland and so are never border cells: `lay` did not see that they touch
  // each other.
  for (int i = 0; i < kFixedTiles; ++i)
    for (int d = 0; d < kDirections; ++d) {
      const Cell there = start.cell(Tile::fixed(i)).neighbour(d);
      const Tile other = there.exists() ? start.tile_at(there) : Tile::none();
      if (other != Tile::none()) start.join(*this, Tile::fixed(i), d, other);
    }
}

Tile Map::tile_at(Cell cell) const {
  // One pass without branches, which compilers turn into a few wide compares: cheaper than a map
  // from cells to tiles, which would double the state.
  std::uint16_t found = 0;
  for (std::uint16_t t = 0; t < kSites; ++t) {
    const auto mask = static_cast<std::uint16_t>(-static_cast<int>(site[t].is_at(cell)));
    found = static_cast<std::uint16_t>(found | (mask & (t + 1)));
  }
  return found == 0 ? Tile::none() : Tile::at(found - 1);
}

void Map::join(const Chart& chart, Tile tile, int direction, Tile other) {
  const auto here = static_cast<std::size_t>(direction),
             there = static_cast<std::size_t>(opposite(direction));
  beyond[tile.number][here] = Land::of(other, chart.face(*this, other).group[there]).code;
  beyond[other.number][there] = Land::of(tile, chart.face(*this, tile).group[here]).code;
}

void Map::lay(const Chart& chart, Tile tile, int rotation, Cell cell) {
  assert(!is_laid(tile));
  Facing here;
  if (border.contains(cell)) {
    const auto slot = static_cast<std::size_t>(border.rank(cell));
    here = facing[slot];
    facing.erase_at(slot);
    border.remove(cell);
  }
  site[tile.number] = Site::at(cell, rotation);
  const DirectionSet rim = chart.face(*this, tile).land;
  for (int d = 0; d < kDirections; ++d) {
    const Cell there = cell.neighbour(d);
    if (has(here.land, d) || has(here.sea, d)) {
      join(chart, tile, d, tile_at(there));
    } else if (there.exists() && chart.free.contains(there)) {
      const auto slot = static_cast<std::size_t>(border.rank(there));
      if (!border.contains(there)) {
        border.add(there);
        facing.push_back({});
        std::copy_backward(facing.begin() + slot, facing.end() - 1, facing.end());
        facing[slot] = {};
      }
      DirectionSet& towards = has(rim, d) ? facing[slot].land : facing[slot].sea;
      towards = static_cast<DirectionSet>(towards | just(opposite(d)));
    }
  }
}

std::uint64_t Map::fitting_rims() const {
  std::uint64_t rims = 0;
  for (const Facing& cell : facing) rims |= cell.fitting_rims();
  return rims;
}

// N-EX-10 lists the names clockwise from the top.
Point corner_point(Cell cell, int corner) {
  switch (corner) {
    case 0: return Point::top(cell);
    case 1: return Point::bottom(cell.neighbour(0));
    case 2: return Point::top(cell.neighbour(2));
    case 3: return Point::bottom(cell);
    case 4: return Point::top(cell.neighbour(3));
    default: return Point::bottom(cell.neighbour(5));
  }
}

LandPoint land_point(const Chart& chart, const Map& map, Tile tile, int corner) {
  const int before = turned(corner, kDirections - 1), after = corner;
  const Face& face = chart.face(map, tile);
  if (!has(face.land, before) || !has(face.land, after)) return {};
  if (!map.has_neighbour(tile, before) || !map.has_neighbour(tile, after)) return {};
  const Tile left = map.neighbour(tile, before);
  // The third edge runs from the tile beyond `before` to the tile beyond `after`.
  if (!has(chart.face(map, left).land, turned(before, 2))) return {};
  return {true,
          {Land::of(tile, face.group[static_cast<std::size_t>(after)]),
           map.land_beyond(tile, before), map.land_beyond(tile, after)}};
}

unsigned corners_between_lands(const Chart& chart, const Map& map, Tile tile) {
  const DirectionSet edges = chart.face(map, tile).land & map.neighbour_set(tile);
  return edges & turned(edges, 1);
}

LandPoint land_point(const Chart& chart, const Map& map, Point point) {
  const Tile tile = map.tile_at(point.cell());
  if (tile == Tile::none()) return {};
  return land_point(chart, map, tile, point.is_bottom() ? 3 : 0);
}

void explore(const Chart& chart, const Map& map, Land land, Island& island) {
  island.complete = true;
  island.tiles = {};
  island.lands.clear();
  island.lands.push_back(land);
  LandSet seen;
  seen.add(land);
  for (std::size_t next = 0; next < island.lands.size(); ++next) {
    const Land here = island.lands[next];
    island.tiles.add(here.tile());
    const DirectionSet edges =
        chart.face(map, here.tile()).land_edges[static_cast<std::size_t>(here.group())];
    for (int d = 0; d < kDirections; ++d) {
      if (!has(edges, d)) continue;
      if (!map.has_neighbour(here.tile(), d)) {
        island.complete = false;
        continue;
      }
      const Land there = map.land_beyond(here.tile(), d);
      if (seen.add(there)) island.lands.push_back(there);
    }
  }
}

}  // namespace farnorth::explorers
