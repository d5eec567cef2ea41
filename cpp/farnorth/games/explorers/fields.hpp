// The names of the fields of State, Memory and View, for JSON and hashes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "farnorth/core/fields.hpp"
#include "farnorth/core/text.hpp"
#include "farnorth/games/explorers/explorers.hpp"

namespace farnorth::explorers {

inline std::string to_word(Phase phase) {
  return std::string(kPhaseNames[static_cast<std::size_t>(phase)]);
}
inline bool from_word(std::string_view word, Phase& phase) {
  return enum_from_word(kPhaseNames, word, phase);
}

inline std::string to_word(Captain captain) {
  return captain == Captain::none ? "none"
                                  : std::string(kCaptainNames[static_cast<std::size_t>(captain)]);
}
inline bool from_word(std::string_view word, Captain& captain) {
  captain = Captain::none;
  return word == "none" || enum_from_word(kCaptainNames, word, captain);
}

// Tiles by number, from 0 in the order of the tile set; 48 to 50 are the fixed ones.
inline std::string to_word(Tile tile) {
  return tile == Tile::none() ? "none" : std::to_string(tile.number);
}
inline bool from_word(std::string_view word, Tile& tile) {
  tile = Tile::none();
  if (word == "none") return true;
  const std::optional<int> number = to_int(word);
  if (!number || *number < 0 || *number >= kSites) return false;
  tile = Tile::at(*number);
  return true;
}

// "7.1": land group 1 of tile 7.
inline std::string to_word(Land land) {
  return std::to_string(land.tile().number) + '.' + std::to_string(land.group());
}
inline bool from_word(std::string_view word, Land& land) {
  const std::size_t dot = word.find('.');
  if (dot == std::string_view::npos) return false;
  const std::optional<int> tile = to_int(word.substr(0, dot)), group = to_int(word.substr(dot + 1));
  if (!tile || !group || *tile < 0 || *tile >= kSites || *group < 0 || *group >= kMostGroups)
    return false;
  land = Land::of(Tile::at(*tile), *group);
  return true;
}

// "1 -1", as in moves.
inline std::string to_word(Cell cell) {
  if (!cell.exists()) return "none";
  const Hex hex = cell.hex();
  return std::to_string(hex.q) + ' ' + std::to_string(hex.r);
}
inline bool from_word(std::string_view word, Cell& cell) {
  const std::size_t space = word.find(' ');
  if (space == std::string_view::npos) return false;
  const std::optional<int> q = to_int(word.substr(0, space)), r = to_int(word.substr(space + 1));
  if (!q || !r || *q < -64 || *q > 63 || *r < -64 || *r > 63) return false;
  cell = Cell::of({static_cast<std::int8_t>(*q), static_cast<std::int8_t>(*r)});
  return cell.exists();
}

// "1 -1 s", as in moves.
inline std::string to_word(Point point) {
  return to_word(point.cell()) + (point.is_bottom() ? " s" : " n");
}
inline bool from_word(std::string_view word, Point& point) {
  const bool bottom = word.ends_with(" s");
  if (!bottom && !word.ends_with(" n")) return false;
  Cell cell;
  if (!from_word(word.substr(0, word.size() - 2), cell)) return false;
  point = bottom ? Point::bottom(cell) : Point::top(cell);
  return true;
}

// "none" for a tile that is not laid, else cell, rotation, and what is on it: "1 -1 rot 3", "1 -1
// rot 3 enemy_ship", "1 -1 rot 3 settlement 4".
inline std::string to_word(Site site) {
  if (!site.is_laid()) return "none";
  std::string word = to_word(site.cell()) + " rot " + std::to_string(site.rotation());
  if (site.token() == Site::kEnemyShip) word += " enemy_ship";
  if (site.token() >= kLowestStrength) word += " settlement " + std::to_string(site.token());
  return word;
}
inline bool from_word(std::string_view word, Site& site) {
  site = {};
  if (word == "none") return true;
  for (int i = 0; i < Cell::kCount; ++i) {
    if (!word.starts_with(to_word(Cell::at(i)) + " rot ")) continue;
    for (int rotation = 0; rotation < kDirections; ++rotation)
      for (int token = 0; token <= kHighestStrength; ++token) {
        site = Site::at(Cell::at(i), rotation, token);
        if (to_word(site) == word) return true;
      }
  }
  return false;
}

inline std::vector<Tile> to_items(const Tiles& tiles) {
  std::vector<Tile> items;
  tiles.for_each([&](Tile tile) { items.push_back(tile); });
  return items;
}
inline bool from_items(const std::vector<Tile>& items,
                       Tiles& tiles) {  // false if a tile is there twice
  tiles = {};
  for (const Tile tile : items) {
    if (tile == Tile::none() || tiles.contains(tile)) return false;
    tiles.add(tile);
  }
  return true;
}

inline std::vector<Cell> to_items(const Cells& cells) {
  std::vector<Cell> items;
  cells.for_each([&](Cell cell) { items.push_back(cell); });
  return items;
}
inline bool from_items(const std::vector<Cell>& items, Cells& cells) {
  cells = {};
  for (const Cell cell : items) {
    if (cells.contains(cell)) return false;
    cells.add(cell);
  }
  return true;
}

template <class Visitor, FieldsOf<Facing> T>
void fields(Visitor& visit, T& facing) {
  visit("land", facing.land);
  visit("sea", facing.sea);
}

template <class Visitor, FieldsOf<Map> T>
void fields(Visitor& visit, T& map) {
  visit("site", map.site);
  visit("beyond", map.beyond);
  visit("border", map.border);
  visit("facing", map.facing);
}

template <class Visitor, FieldsOf<Clan> T>
void fields(Visitor& visit, T& clan) {
  visit("captain", clan.captain);
  visit("pick", clan.pick);
  visit("mainland", clan.mainland);
  visit("dead", clan.dead);
  visit("ashore", clan.ashore);
  visit("ship", clan.ship);
  visit("sea", clan.sea);
  visit("aboard", clan.aboard);        // Vikings, then livestock by type
  visit("delivered", clan.delivered);  // by type
  visit("raided", clan.raided);        // by strength, from 2
  visit("enemy_ships", clan.enemy_ships);
  visit("outposts", clan.outposts);
}

template <class Visitor, FieldsOf<State> T>
void fields(Visitor& visit, T& state) {
  visit("phase", state.phase);
  visit("player", state.player);
  visit("first", state.first);
  visit("turns", state.turns);
  visit("actions", state.actions);
  visit("picked", state.picked);
  visit("rotation", state.rotation);
  visit("from", state.from);
  visit("land", state.land);
  visit("item", state.item);
  visit("redraw", state.redraw);
  visit("shuffles", state.shuffles);
  visit("stack", state.stack);
  visit("removed", state.removed);
  visit("hand", by_seat(state.hand));
  visit("with_outpost", state.with_outpost);
  visit("map", state.map);
  visit("livestock", state.livestock);  // by type
  visit("strengths", state.strengths);  // unused, from 2
  visit("blanks", state.blanks);
  visit("skulls", state.skulls);
  visit("clan", by_seat(state.clan));
}

template <class Visitor, FieldsOf<Memory> T>
void fields(Visitor&, T&) {}

template <class Visitor, FieldsOf<View> T>
void fields(Visitor& visit, T& view) {
  visit("viewer", view.viewer);
  visit("seen", view.seen);
  visit("unseen", view.unseen);
  visit("stack_size", view.stack_size);
  visit("hand_size", by_seat(view.hand_size));
  visit("captains_held", by_seat(view.captains_held));
  visit("has_picked", by_seat(view.has_picked));
}

}  // namespace farnorth::explorers
