// The tile set that comes with the engine, made from tables.hpp, and the one spelling of any set.
#include "farnorth/games/explorers/tiles.hpp"

#include <algorithm>

#include "farnorth/core/sha256.hpp"

namespace farnorth::explorers {

std::string cell_text(Hex hex) { return std::to_string(hex.q) + ' ' + std::to_string(hex.r); }

DirectionSet edges_with(std::string_view letters, char letter) {
  DirectionSet set = 0;
  for (int d = 0; d < kDirections; ++d)
    if (letters[static_cast<std::size_t>(d)] == letter)
      set = static_cast<DirectionSet>(set | just(d));
  return set;
}

std::vector<int> edges_of(DirectionSet set) {
  std::vector<int> edges;
  for (int d = 0; d < kDirections; ++d)
    if (has(set, d)) edges.push_back(d);
  return edges;
}

namespace {

Groups groups_of(std::string_view digits) {
  Groups groups;
  if (digits.empty()) return groups;
  groups.push_back(0);
  for (const char c : digits) {
    if (c == ' ')
      groups.push_back(0);
    else
      groups.back() = static_cast<DirectionSet>(groups.back() | just(c - '0'));
  }
  return groups;
}

Print print_of(std::string_view edges, std::string_view lands, std::string_view seas) {
  return {edges_with(edges, 'L'), groups_of(lands), groups_of(seas)};
}

Hex hex_of(CellRow cell) {
  return {static_cast<std::int8_t>(cell.q), static_cast<std::int8_t>(cell.r)};
}

TileSet make_proposed_set() {
  TileSet set;
  set.name = kProposedName;
  for (std::size_t t = 0; t < kTiles; ++t) {
    const TileRow& row = kProposedTiles[t];
    set.tiles[t] = {std::string(row.id), print_of(row.edges, row.lands, row.seas), row.token,
                    static_cast<std::uint8_t>(row.token_group)};
  }
  for (const BoardRow& row : kProposedBoards) {
    StartBoard board{std::string(row.id), {}};
    for (std::size_t i = 0; i < kFixedTiles; ++i)
      board.fixed_tiles[i] = {hex_of(row.tiles[i].cell),
                              print_of(row.tiles[i].edges, row.tiles[i].lands, row.tiles[i].seas)};
    set.boards.push_back(board);
  }
  for (const CellRow& cell : kProposedMainland) set.mainland.push_back(hex_of(cell));
  set.livestock = kLivestockTokens;
  set.strengths = kProposedStrengths;
  set.blanks = kBlankTokens;
  set.skulls = kSkullTokens;
  set.sha256 = sha256_hex(content(set));
  return set;
}

void write(std::string& out, const Print& print) {
  for (const Groups* groups : {&print.lands, &print.seas}) {
    out += groups == &print.lands ? " land" : " sea";
    for (const DirectionSet group : *groups) {
      out += ' ';
      for (const int edge : edges_of(group)) out += static_cast<char>('0' + edge);
      if (group == 0) out += "islet";
    }
  }
}

template <std::size_t N>
void write(std::string& out, std::string_view name, const std::array<std::uint8_t, N>& counts) {
  out += name;
  for (const int n : counts) out += ' ' + std::to_string(n);
  out += '\n';
}

}  // namespace

std::string content(const TileSet& set) {
  std::string out = "farnorth-explorers/1\n";
  write(out, "livestock", set.livestock);
  write(out, "strengths", set.strengths);
  write(out, "enemy_ships", std::array{set.blanks, set.skulls});
  out += "mainland";
  std::vector<Hex> mainland = set.mainland;
  std::sort(mainland.begin(), mainland.end());
  for (const Hex hex : mainland) out += ' ' + cell_text(hex);
  out += '\n';
  for (const StartBoard& board : set.boards)
    for (const FixedTile& tile : board.fixed_tiles) {
      out += "board " + board.id + ' ' + cell_text(tile.cell);
      write(out, tile.print);
      out += '\n';
    }
  for (const TileSpec& tile : set.tiles) {
    out += "tile " + tile.id;
    write(out, tile.print);
    out += ' ' + std::string(kTokenNames[static_cast<std::size_t>(tile.token)]) + ' ' +
           std::to_string(tile.token_group) + '\n';
  }
  return out;
}

std::shared_ptr<const TileSet> proposed_tile_set() {
  static const auto kSet = std::make_shared<const TileSet>(make_proposed_set());
  return kSet;
}

}  // namespace farnorth::explorers
