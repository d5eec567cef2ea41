// The map as the policy sees it: islands with what the players have on them, and ways by sea.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "farnorth/games/explorers/atlas.hpp"
#include "farnorth/games/explorers/explorers.hpp"

namespace farnorth::explorers {

// An island as one player sees it.
struct IslandOutlook {
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
  IslandOutlook outlook(std::uint8_t number) const {
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
  IslandOutlook at(Land land) const { return outlook(island(land)); }

 private:
  using Influence = std::array<std::uint8_t, kMaxPlayers>;

  const Atlas& atlas_;
  const std::size_t me_, players_;
  std::array<Influence, kSites * kMostGroups> influence_;  // by island
};

// To the nearest sea of a tile; Atlas::kFar or more: no way.
inline int shortest(const Atlas::Ways& ways, const Chart& chart, Tile tile) {
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

  int to(std::size_t place) const { return ways_.to(place); }  // Atlas::kFar or more: no way
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

}  // namespace farnorth::explorers
