// A set of tiles and start boards: the one that comes with the engine, or a file of the user.
// Section 1.5 of the rules.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "farnorth/core/fixed_vector.hpp"
#include "farnorth/core/hex.hpp"
#include "farnorth/games/explorers/tables.hpp"

namespace farnorth::explorers {

// The edges of each land or sea of a tile. An islet is a land without edges.
using Groups = FixedVector<DirectionSet, kMostGroups>;

// A tile as printed.
struct Print {
  DirectionSet land_edges = 0;  // all others are sea
  Groups lands, seas;
  friend bool operator==(const Print&, const Print&) = default;
};

// The edges that bear `letter` on a rim written from the upper right clockwise, such as "LLSSSS".
DirectionSet edges_with(std::string_view letters, char letter);
std::vector<int> edges_of(DirectionSet set);
std::string cell_text(Hex hex);  // "1 -12"

struct TileSpec {
  std::string id;
  Print print;
  Token token = Token::none;
  std::uint8_t token_group = 0;  // a land; for an enemy ship a sea
  friend bool operator==(const TileSpec&, const TileSpec&) = default;
};

struct FixedTile {
  Hex cell;
  Print print;
  friend bool operator==(const FixedTile&, const FixedTile&) = default;
};

struct StartBoard {
  std::string id;
  std::array<FixedTile, kFixedTiles> fixed_tiles;
  friend bool operator==(const StartBoard&, const StartBoard&) = default;
};

struct TileSet {
  std::string name;
  std::array<TileSpec, kTiles> tiles;
  std::vector<StartBoard> boards;
  std::vector<Hex> mainland;
  std::array<std::uint8_t, kLivestockTypes> livestock{};  // tokens by type
  std::array<std::uint8_t, kStrengths> strengths{};       // tokens of strength 2 to 5
  std::uint8_t blanks = 0, skulls = 0;
  std::string sha256;  // of `content`
  std::string source;  // the text it was read from; empty: it is ours

  friend bool operator==(const TileSet& a, const TileSet& b) {
    return a.name == b.name && a.sha256 == b.sha256;
  }
};

// Everything in a set that play depends on, in one spelling: equal sets have equal contents,
// however they were written.
std::string content(const TileSet& set);

inline constexpr std::string_view kProposedName = "proposed";
std::shared_ptr<const TileSet> proposed_tile_set();

// Reads a file of section 1.5. Throws BadData with every error found, one a line, each prefixed by
// `file_name`.
std::shared_ptr<const TileSet> parse_tile_set(std::string_view json, std::string_view file_name);
std::shared_ptr<const TileSet> load_tile_set(const std::string& path);

}  // namespace farnorth::explorers
