// The map: the tiles on the table, how they touch, and where another tile may lie.
//
// A Chart is what never changes in a game (how every tile looks in every rotation, on which cells
// tiles may lie); a Map is what grows. A tile's number is also its site, so that equal maps are
// equal data whatever order they were laid in. `beyond`, `border` and `facing` follow from the
// sites; they are kept so that no move has to search.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstdint>

#include "farnorth/core/bits.hpp"
#include "farnorth/core/fixed_vector.hpp"
#include "farnorth/core/hex.hpp"
#include "farnorth/core/rng.hpp"
#include "farnorth/games/explorers/tables.hpp"
#include "farnorth/games/explorers/tiles.hpp"

namespace farnorth::explorers {

// ---- Names of places ----------------------------------------------------------------------------

// A tile by number: 0 to 47 as in the tile set, 48 to 50 the fixed tiles of the start board.
struct Tile {
  std::uint8_t number = 0;

  static constexpr Tile at(int number) { return {static_cast<std::uint8_t>(number)}; }
  static constexpr Tile fixed(int i) { return at(kTiles + i); }
  static constexpr Tile none() { return {255}; }
  constexpr bool is_fixed() const { return number >= kTiles; }  // only if it is a tile
  friend constexpr auto operator<=>(Tile, Tile) = default;
};

// A land group of a tile.
struct Land {
  std::uint8_t code = 0;

  static constexpr Land of(Tile tile, int group) {
    return {static_cast<std::uint8_t>(4 * tile.number + group)};
  }
  constexpr Tile tile() const { return Tile::at(code >> 2U); }
  constexpr int group() const { return code & 3U; }
  friend constexpr auto operator<=>(Land, Land) = default;
};

// A cell of the table: all within 12 steps of (1, 0), numbered by r, then q (section 1.4).
inline constexpr int kLargestWindow = 12, kSmallestWindow = 2;
struct Cell {
  std::uint16_t index = 0;

  using Disc = HexDisc<kLargestWindow>;
  static constexpr Hex kCentre{1, 0};
  static constexpr int kCount = Disc::kCells;

  static constexpr Cell at(int index) { return {static_cast<std::uint16_t>(index)}; }
  static constexpr Cell none() { return {511}; }
  static constexpr Cell of(Hex hex) {  // none() if it lies outside
    const int index = Disc::index(hex - kCentre);
    return index == Disc::kOutside ? none() : at(index);
  }
  constexpr bool exists() const { return index < kCount; }
  constexpr Hex hex() const { return Disc::at(index) + kCentre; }
  constexpr Cell neighbour(int direction) const {
    const int there = Disc::neighbour(index, direction);
    return there == Disc::kOutside ? none() : at(there);
  }
  friend constexpr auto operator<=>(Cell, Cell) = default;
};
static_assert(Cell::kCount == 469);

// A corner point by its one name: the top or the bottom point of a cell (section 1.4).
struct Point {
  std::uint16_t code = 0;

  static constexpr Point top(Cell cell) { return {static_cast<std::uint16_t>(2 * cell.index)}; }
  static constexpr Point bottom(Cell cell) {
    return {static_cast<std::uint16_t>(2 * cell.index + 1)};
  }
  constexpr Cell cell() const { return Cell::at(code / 2); }
  constexpr bool is_bottom() const { return code % 2 == 1; }
  friend constexpr auto operator<=>(Point, Point) = default;
};

// ---- Sets ---------------------------------------------------------------------------------------

// A set of tiles.
class Tiles {
 public:
  constexpr Tiles() = default;
  // But the fixed ones.
  static constexpr Tiles all() { return Tiles((std::uint64_t{1} << kTiles) - 1); }

  constexpr bool contains(Tile tile) const { return (bits_ >> tile.number & 1U) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr int size() const { return std::popcount(bits_); }
  constexpr void add(Tile tile) { bits_ |= std::uint64_t{1} << tile.number; }
  constexpr void remove(Tile tile) { bits_ &= ~(std::uint64_t{1} << tile.number); }
  constexpr Tile first() const { return Tile::at(std::countr_zero(bits_)); }
  Tile pick(Rng& rng) const {  // each equally likely
    return Tile::at(
        nth_bit(bits_, static_cast<int>(rng.below(static_cast<std::uint32_t>(size())))));
  }
  template <class F>
  constexpr void for_each(F f) const {  // in ascending order
    for (std::uint64_t rest = bits_; rest != 0; rest &= rest - 1)
      f(Tile::at(std::countr_zero(rest)));
  }

  friend constexpr Tiles operator|(Tiles a, Tiles b) { return Tiles(a.bits_ | b.bits_); }
  friend constexpr Tiles operator&(Tiles a, Tiles b) { return Tiles(a.bits_ & b.bits_); }
  friend constexpr Tiles operator-(Tiles a, Tiles b) { return Tiles(a.bits_ & ~b.bits_); }
  friend constexpr bool operator==(Tiles, Tiles) = default;

 private:
  constexpr explicit Tiles(std::uint64_t bits) : bits_(bits) {}
  std::uint64_t bits_ = 0;
};
static_assert(kSites <= 64);

// A set of lands.
class LandSet {
 public:
  bool contains(Land land) const { return (words_[land.code / 64U] >> land.code % 64U & 1U) != 0; }
  bool add(Land land) {  // true the first time
    const bool is_new = !contains(land);
    words_[land.code / 64U] |= std::uint64_t{1} << land.code % 64U;
    return is_new;
  }

 private:
  std::array<std::uint64_t, 4> words_{};
};
static_assert(4 * kSites <= 256);

// A set of cells.
class Cells {
 public:
  constexpr bool contains(Cell cell) const {
    return (words_[cell.index / 64U] >> cell.index % 64U & 1U) != 0;
  }
  constexpr void add(Cell cell) {
    words_[cell.index / 64U] |= std::uint64_t{1} << cell.index % 64U;
  }
  constexpr void remove(Cell cell) {
    words_[cell.index / 64U] &= ~(std::uint64_t{1} << cell.index % 64U);
  }
  constexpr int rank(Cell cell) const {  // how many of the set come before `cell`
    int before = 0;
    for (unsigned word = 0; word < cell.index / 64U; ++word) before += std::popcount(words_[word]);
    const std::uint64_t below = (std::uint64_t{1} << cell.index % 64U) - 1;
    return before + std::popcount(words_[cell.index / 64U] & below);
  }
  template <class F>
  constexpr void for_each(F f) const {  // in ascending order
    for (std::size_t word = 0; word < words_.size(); ++word)
      for (std::uint64_t rest = words_[word]; rest != 0; rest &= rest - 1)
        f(Cell::at(static_cast<int>(64 * word) + std::countr_zero(rest)));
  }
  friend constexpr bool operator==(const Cells&, const Cells&) = default;

 private:
  std::array<std::uint64_t, 8> words_{};  // 512 bits: Cell::none() is a possible index
};

// ---- What never changes in a game ---------------------------------------------------------------

// A tile in one rotation, by direction.
struct alignas(16) Face {
  DirectionSet land = 0;  // edges with land; the others have sea
  std::array<std::uint8_t, kDirections>
      group{};  // number of the land or the sea that holds the edge
  std::array<DirectionSet, kMostGroups> land_edges{}, sea_edges{};  // edges of each group
};

struct TileFacts {
  Token token = Token::none;
  std::uint8_t token_group = 0;
  std::uint8_t lands = 0, seas = 0;
  std::uint8_t rotations = 1;  // set of rotations that look different (N-TILE-3)
  std::uint8_t islets = 0;     // lands without edges
  std::uint64_t rims = 0;      // of all rotations, as for Facing::fitting_rims
};

struct Chart;

// ---- What grows ---------------------------------------------------------------------------------

// Where a tile lies, how it is turned, and the settlement or enemy ship on it (livestock and
// Vikings: State).
class Site {
 public:
  static constexpr int kEnemyShip = 1;  // as a token; 2 to 5: a settlement of that strength

  constexpr Site() = default;
  static constexpr Site at(Cell cell, int rotation, int token = 0) {
    return Site(cell.index | rotation << kRotation | token << kToken);
  }
  constexpr bool is_laid() const { return cell().exists(); }
  constexpr bool is_at(Cell other) const { return (bits_ & kCellMask) == other.index; }
  constexpr Cell cell() const { return Cell::at(bits_ & kCellMask); }
  constexpr int rotation() const { return bits_ >> kRotation & 7; }
  constexpr int token() const { return bits_ >> kToken; }
  constexpr void put(int token) { *this = at(cell(), rotation(), token); }  // 0 takes it away

  friend constexpr bool operator==(Site, Site) = default;

 private:
  static constexpr int kCellMask = 511, kRotation = 9, kToken = 12;
  constexpr explicit Site(int bits) : bits_(static_cast<std::uint16_t>(bits)) {}
  std::uint16_t bits_ = kCellMask;  // Cell::none()
};
static_assert(sizeof(Site) == 2 && Cell::none().index == 511);

// kWithLand[e]: the rims that have land on all edges e. kWithSea[e]: those that have sea on all of
// them.
inline constexpr int kRims = 64;
inline constexpr auto kWithLand = [] {
  std::array<std::uint64_t, kRims> sets{};
  for (unsigned edges = 0; edges < kRims; ++edges)
    for (unsigned rim = 0; rim < kRims; ++rim)
      if ((edges & ~rim) == 0) sets[edges] |= std::uint64_t{1} << rim;
  return sets;
}();
inline constexpr auto kWithSea = [] {
  std::array<std::uint64_t, kRims> sets{};
  for (unsigned edges = 0; edges < kRims; ++edges)
    for (unsigned rim = 0; rim < kRims; ++rim)
      if ((edges & rim) == 0) sets[edges] |= std::uint64_t{1} << rim;
  return sets;
}();

// The directions in which a border cell has a tile with land, and with sea, towards it.
struct Facing {
  DirectionSet land = 0, sea = 0;

  // N-TILE-2: a rim (its land edges) fits where it has land for land and sea for sea.
  constexpr bool fits(DirectionSet rim) const {
    const Facing against{.land = static_cast<DirectionSet>(~rim), .sea = rim};
    return (std::bit_cast<std::uint16_t>(*this) & std::bit_cast<std::uint16_t>(against)) == 0;
  }
  // All that fit: bit i stands for the rim with land edges i.
  constexpr std::uint64_t fitting_rims() const { return kWithLand[land] & kWithSea[sea]; }
  friend constexpr bool operator==(Facing, Facing) = default;
};

// At the start there are at most 15 border cells, since each of the three fixed tiles touches the
// Mainland. Each of the 47 tiles before the last takes one and adds at most three: of its six
// neighbours one is the tile it touches and two are that tile's neighbours already. So 15 + 47 * 2.
inline constexpr int kMaxBorder = 109;

struct Map {
  static constexpr std::uint8_t kNothing = 255;

  std::array<Site, kSites> site{};
  // By tile and direction: what the edge joins, as a code (4 x tile + its land or sea group), or
  // kNothing.
  std::array<std::array<std::uint8_t, kDirections>, kSites> beyond = [] {
    std::array<std::array<std::uint8_t, kDirections>, kSites> nothing{};
    for (auto& row : nothing) row.fill(kNothing);
    return nothing;
  }();
  Cells border;                            // free cells that share an edge with a tile
  FixedVector<Facing, kMaxBorder> facing;  // of each border cell, in the order of the cells

  friend bool operator==(const Map&, const Map&) = default;

  bool is_laid(Tile tile) const { return site[tile.number].is_laid(); }
  Cell cell(Tile tile) const { return site[tile.number].cell(); }
  std::uint8_t code_beyond(Tile tile, int direction) const {
    return beyond[tile.number][static_cast<std::size_t>(direction)];
  }
  bool has_neighbour(Tile tile, int direction) const {
    return code_beyond(tile, direction) != kNothing;
  }
  // The tile, land, sea beyond an edge; only if there is one.
  Tile neighbour(Tile tile, int direction) const {
    return Tile::at(code_beyond(tile, direction) >> 2U);
  }
  Land land_beyond(Tile tile, int direction) const { return {code_beyond(tile, direction)}; }
  std::uint8_t sea_beyond(Tile tile, int direction) const {
    return code_beyond(tile, direction) & 3U;
  }
  DirectionSet neighbour_set(Tile tile) const {
    DirectionSet set = 0;
    for (int d = 0; d < kDirections; ++d)
      set = static_cast<DirectionSet>(set | static_cast<unsigned>(has_neighbour(tile, d)) << d);
    return set;
  }
  Tile tile_at(Cell cell) const;  // or Tile::none()

  // Puts a tile down, without its token.
  void lay(const Chart& chart, Tile tile, int rotation, Cell cell);
  void join(const Chart& chart, Tile tile, int direction, Tile other);  // across a shared edge
  // The rims that fit some border cell.
  std::uint64_t fitting_rims() const;
};

struct Chart {
  Chart(const TileSet& set, const StartBoard& board, int window);

  std::array<std::array<Face, kDirections>, kSites> faces{};  // [tile][rotation]
  std::array<TileFacts, kSites> facts{};
  Cells free;  // cells where tiles may ever lie (N-TILE-4, N-TILE-5)
  std::array<std::uint8_t, kFixedTiles> shore_sea{};  // sea of each fixed tile that joins the shore
  Map start;                                          // the fixed tiles alone (N-SETUP-2)

  const Face& face(const Map& map, Tile tile) const {
    return faces[tile.number][static_cast<std::size_t>(map.site[tile.number].rotation())];
  }
  const TileFacts& operator[](Tile tile) const { return facts[tile.number]; }
};

// The corners of a tile are numbered clockwise; corner k lies between the edges k - 1 and k.
inline constexpr int kCorners = 6;
Point corner_point(Cell cell, int corner);

// The three lands that meet in a land point, or nothing if that corner of the tile is none.
struct LandPoint {
  bool exists = false;
  std::array<Land, 3> lands{};
};
LandPoint land_point(const Chart& chart, const Map& map, Tile tile, int corner);
// The corners of a tile where one may be, as bits: with land and a tile beyond it on both sides.
unsigned corners_between_lands(const Chart& chart, const Map& map, Tile tile);
LandPoint land_point(const Chart& chart, const Map& map, Point point);

// An island: lands joined across land edges (N-ISLE-1).
struct Island {
  bool complete = true;                           // N-ISLE-2
  Tiles tiles;                                    // N-ISLE-3: its size is their number
  FixedVector<Land, kSites * kMostGroups> lands;  // in the order in which they were reached
};
// Fills `island` with the island that `land` belongs to.
void explore(const Chart& chart, const Map& map, Land land, Island& island);

}  // namespace farnorth::explorers
