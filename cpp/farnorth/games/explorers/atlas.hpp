// What follows from the map but takes time to find: islands, ways by sea, land points.
//
// A map only grows, so an atlas is kept from one decision to the next and extended tile by tile;
// for a map that has not grown out of its own it starts again. What it says depends on the map
// alone, never on how it got there (the numbers of islands apart, which mean nothing).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "farnorth/games/explorers/map.hpp"

namespace farnorth::explorers {

class Atlas {
 public:
  struct Isle {
    Tiles tiles;
    int open = 0;           // land edges without a tile beyond them
    bool hopeless = false;  // one of these can never get a tile
    bool complete() const { return open == 0; }
    int size() const { return tiles.size(); }
  };

  static constexpr int kFar = 60;  // no way by sea, or more actions than any errand is worth
  // Places of a longship: 4 x tile + sea, or the shore.
  static constexpr std::size_t kShore = 4 * kSites;
  static std::size_t place(Tile tile, int sea) { return Land::of(tile, sea).code; }

  void follow(const std::shared_ptr<const Chart>& chart, const Map& map);
  // How often the map was another one than before, from 1.
  std::uint64_t changes() const { return changes_; }

  // ---- Tiles
  Tiles laid() const { return laid_; }
  Tiles settlements() const { return settlements_; }  // with the token
  Tiles enemy_ships() const { return enemy_ships_; }
  Tiles with_land_points() const { return with_land_points_; }

  // ---- Islands
  std::uint8_t island(Land land) const { return island_[land.code]; }  // its number
  const Isle& isle(std::uint8_t number) const { return isles_[number]; }
  std::size_t islands() const { return islands_; }  // numbers run up to here; some have no tiles

  // ---- Ways by sea: sail actions between places, without fighting
  class Ways {  // from one place
   public:
    int to(std::size_t place) const { return row_[number_[place]]; }

   private:
    friend class Atlas;
    Ways(const std::uint8_t* row, const std::uint8_t* number) : row_(row), number_(number) {}
    const std::uint8_t* row_;
    const std::uint8_t* number_;
  };
  Ways ways(std::size_t from) const { return {ways_[number_[from]].data(), number_.data()}; }

  // ---- Points and cells
  // The corners of a tile that are land points, as bits.
  unsigned land_points(Tile tile) const { return land_points_[tile.number]; }
  // The lands that meet in one of them, clockwise, the tile's own first.
  using Meeting = std::array<Land, 3>;
  const Meeting& meeting(Tile tile, int corner) const {
    return meeting_[tile.number][static_cast<std::size_t>(corner)];
  }
  Tile tile_at(Cell cell) const { return tile_at_[cell.index]; }  // of cells that hold a tile
  // What a border cell has beyond its edges: codes of lands and seas. Only where there is a tile.
  const std::array<std::uint8_t, kDirections>& beyond(Cell cell) const {
    return beyond_[cell.index];
  }

 private:
  static constexpr std::uint8_t kNone = 255;
  static constexpr std::size_t kMostLands = kSites * kMostGroups;
  static constexpr std::size_t kMostPlaces = kSites * kMostGroups + 2;
  static constexpr std::size_t kRow = (kMostPlaces + 15) / 16 * 16;

  void start_again(const std::shared_ptr<const Chart>& chart);
  bool extend(const Map& map);             // false if the map has not grown out of the one before
  bool change(const Map& map, Tile tile);  // the same
  void add(const Map& map, Tile tile);
  void note_token(Tile tile);
  void add_land(const Map& map, Tile tile, int group);
  void unite(std::uint8_t island, std::uint8_t other);
  void add_land_points(const Map& map, Tile tile);
  void open_sea(const Map& map, Tile tile, int group);
  std::size_t open_place(std::size_t place);  // its number
  // Ways from a place that are shorter over another, `steps` away; by their numbers.
  void shorten(std::size_t place, std::size_t other, int steps);
  bool is_added(Tile tile) const { return site_[tile.number].is_laid(); }
  bool is_enemy_sea(const Map& map, Tile tile, int group) const {
    return map.site[tile.number].token() == Site::kEnemyShip &&
           (*chart_)[tile].token_group == group;
  }

  std::shared_ptr<const Chart> chart_;
  std::uint64_t changes_ = 0;
  std::array<Site, kSites> site_{};  // of the map as it was
  Tiles laid_, settlements_, enemy_ships_, with_land_points_;

  std::array<std::uint8_t, 4 * kSites> island_{};
  std::array<Isle, kMostLands> isles_{};
  std::size_t islands_ = 0;

  // Places are numbered as they open, so that a row of ways is short; 0 stands for all that have not.
  std::array<std::uint8_t, 4 * kSites + 1> number_{};
  std::size_t places_ = 0, row_ = 0;  // their count, and that rounded up for vector instructions
  // Ways from each place to each.
  alignas(16) std::array<std::array<std::uint8_t, kRow>, kMostPlaces> ways_{};

  std::array<std::uint8_t, kSites> land_points_{};
  std::array<std::array<Meeting, kCorners>, kSites> meeting_{};  // of land points only
  std::array<Tile, Cell::kCount> tile_at_{};
  std::array<std::array<std::uint8_t, kDirections>, Cell::kCount> beyond_{};
};

}  // namespace farnorth::explorers
