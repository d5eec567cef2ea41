// Extends an atlas by what has changed on the map.
#include "farnorth/games/explorers/atlas.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <type_traits>

namespace farnorth::explorers {

void Atlas::follow(const std::shared_ptr<const Chart>& chart, const Map& map) {
  static_assert(std::has_unique_object_representations_v<Site>);
  if (chart_ == chart && std::memcmp(&site_, &map.site, sizeof site_) == 0) return;  // most often
  ++changes_;
  if (chart_ == chart && extend(map)) return;
  start_again(chart);
  extend(map);
}

void Atlas::start_again(const std::shared_ptr<const Chart>& chart) {
  chart_ = chart;
  site_.fill({});
  laid_ = settlements_ = enemy_ships_ = with_land_points_ = {};
  islands_ = 0;
  land_points_.fill(0);
  number_.fill(0);
  places_ = 0;
  ways_[places_++].fill(kFar);
  open_place(kShore);
}

bool Atlas::extend(const Map& map) {
  constexpr std::size_t kBlock = 8;  // most sites are the same, so look at some at once
  for (std::size_t block = 0; block < kSites; block += kBlock) {
    const std::size_t end = std::min<std::size_t>(block + kBlock, kSites);
    if (std::memcmp(&site_[block], &map.site[block], (end - block) * sizeof(Site)) == 0) continue;
    for (std::size_t t = block; t < end; ++t)
      if (site_[t] != map.site[t] && !change(map, Tile::at(static_cast<int>(t)))) return false;
  }
  return true;
}

bool Atlas::change(const Map& map, Tile tile) {
  Site& was = site_[tile.number];
  const Site is = map.site[tile.number];
  if (!was.is_laid()) {
    add(map, tile);
    return true;
  }
  if (!is.is_at(was.cell()) || is.rotation() != was.rotation() || is.token() == Site::kEnemyShip)
    return false;
  const bool was_enemy_ship = was.token() == Site::kEnemyShip;
  was = is;
  note_token(tile);
  if (was_enemy_ship) open_sea(map, tile, (*chart_)[tile].token_group);
  return true;
}

void Atlas::note_token(Tile tile) {
  const int token = site_[tile.number].token();
  settlements_.remove(tile);
  enemy_ships_.remove(tile);
  if (token == Site::kEnemyShip) enemy_ships_.add(tile);
  if (token >= kLowestStrength) settlements_.add(tile);
}

void Atlas::add(const Map& map, Tile tile) {
  site_[tile.number] = map.site[tile.number];
  laid_.add(tile);
  note_token(tile);
  const Cell cell = map.cell(tile);
  tile_at_[cell.index] = tile;
  const Face& face = chart_->face(map, tile);
  for (int d = 0; d < kDirections; ++d)
    if (const Cell there = cell.neighbour(d); there.exists())
      beyond_[there.index][static_cast<std::size_t>(opposite(d))] =
          Land::of(tile, face.group[static_cast<std::size_t>(d)]).code;
  for (int g = 0; g < (*chart_)[tile].lands; ++g) add_land(map, tile, g);
  for (int g = 0; g < (*chart_)[tile].seas; ++g)
    if (!is_enemy_sea(map, tile, g)) open_sea(map, tile, g);
  add_land_points(map, tile);
}

// ---- Islands ------------------------------------------------------------------------------------

void Atlas::add_land(const Map& map, Tile tile, int group) {
  const Land land = Land::of(tile, group);
  Isle own;
  own.tiles.add(tile);
  std::uint8_t island = kNone;
  for (unsigned rest = chart_->face(map, tile).land_edges[static_cast<std::size_t>(group)];
       rest != 0; rest &= rest - 1) {
    const int d = std::countr_zero(rest);
    if (!map.has_neighbour(tile, d)) {
      const Cell there = map.cell(tile).neighbour(d);
      own.hopeless = own.hopeless || !there.exists() || !chart_->free.contains(there);
    }
    // A tile that has yet to be added closes the edge when its turn comes; a tile's own other land
    // beyond an edge is not possible.
    if (!map.has_neighbour(tile, d) || !is_added(map.neighbour(tile, d))) {
      ++own.open;
      continue;
    }
    const std::uint8_t other = island_[map.land_beyond(tile, d).code];
    --isles_[other].open;
    if (island == kNone)
      island = other;
    else if (island != other)
      unite(island, other);
  }
  if (island == kNone) {
    island = static_cast<std::uint8_t>(islands_++);
    isles_[island] = own;
  } else {
    Isle& isle = isles_[island];
    isle.tiles = isle.tiles | own.tiles;
    isle.open += own.open;
    isle.hopeless = isle.hopeless || own.hopeless;
  }
  island_[land.code] = island;
}

void Atlas::unite(std::uint8_t island, std::uint8_t other) {
  isles_[other].tiles.for_each([&](Tile tile) {
    for (int g = 0; g < (*chart_)[tile].lands; ++g)
      if (std::uint8_t& number = island_[Land::of(tile, g).code]; number == other) number = island;
  });
  Isle& isle = isles_[island];
  isle.tiles = isle.tiles | isles_[other].tiles;
  isle.open += isles_[other].open;
  isle.hopeless = isle.hopeless || isles_[other].hopeless;
  isles_[other] = {};
}

// ---- Land points --------------------------------------------------------------------------------

void Atlas::add_land_points(const Map& map, Tile tile) {
  const auto mark = [&](int corner, const Meeting& lands) {
    const Tile at = lands[0].tile();
    with_land_points_.add(at);
    land_points_[at.number] = static_cast<std::uint8_t>(land_points_[at.number] | 1U << corner);
    meeting_[at.number][static_cast<std::size_t>(corner)] = lands;
  };
  for (unsigned corners = corners_between_lands(*chart_, map, tile); corners != 0;
       corners &= corners - 1) {
    const int corner = std::countr_zero(corners);
    const LandPoint point = land_point(*chart_, map, tile, corner);
    if (!point.exists) continue;
    const auto& [here, left, right] = point.lands;
    mark(corner, {here, left, right});  // the same point, clockwise on its three tiles
    mark(turned(corner, 2), {left, right, here});
    mark(turned(corner, 4), {right, here, left});
  }
}

// ---- Ways by sea --------------------------------------------------------------------------------

std::size_t Atlas::open_place(std::size_t place) {
  const std::size_t number = places_++;
  row_ = (places_ + 15) / 16 * 16;
  number_[place] = static_cast<std::uint8_t>(number);
  ways_[number].fill(kFar);
  ways_[number][number] = 0;
  return number;
}

void Atlas::open_sea(const Map& map, Tile tile, int group) {
  const std::size_t here = open_place(place(tile, group));
  const auto join = [&](std::size_t there) {
    if (const std::size_t number = number_[there]; number != 0) shorten(here, number, 1);
  };
  for (unsigned rest = chart_->face(map, tile).sea_edges[static_cast<std::size_t>(group)];
       rest != 0; rest &= rest - 1)
    if (const int d = std::countr_zero(rest); map.has_neighbour(tile, d))
      join(map.code_beyond(tile, d));
  if (tile.is_fixed() && chart_->shore_sea[static_cast<std::size_t>(tile.number - kTiles)] == group)
    join(kShore);
  for (std::size_t from = 1; from < here; ++from)
    if (const int steps = ways_[here][from]; steps < kFar) shorten(from, here, steps);
}

void Atlas::shorten(std::size_t place, std::size_t other, int steps) {
  constexpr std::size_t kBlock = 16;  // a vector instruction's worth
  const auto add = static_cast<std::uint8_t>(steps);
  const std::uint8_t* over = ways_[other].data();
  std::uint8_t* ways = ways_[place].data();
  for (const std::uint8_t* end = over + row_; over != end; over += kBlock, ways += kBlock) {
    std::array<std::uint8_t, kBlock> shortest;
    for (std::size_t i = 0; i < kBlock; ++i) {
      const auto length = static_cast<std::uint8_t>(over[i] + add);
      shortest[i] = length < ways[i] ? length : ways[i];
    }
    std::copy(shortest.begin(), shortest.end(), ways);
  }
}

}  // namespace farnorth::explorers
