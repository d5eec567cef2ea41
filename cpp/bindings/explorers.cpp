// Explorers of the North Sea in Python: named fields of moves, and the tables of components.
#include "farnorth/games/explorers/explorers.hpp"

#include "bind_batch.hpp"
#include "bind_game.hpp"
#include "bind_world.hpp"
#include "farnorth/games/explorers/fields.hpp"
#include "games.hpp"

namespace farnorth::bindings {

namespace {

using explorers::Explorers;
using explorers::MoveKind;

py::list edges_of(DirectionSet edges) {
  py::list names;
  for (int direction = 0; direction < kDirections; ++direction)
    if ((edges >> direction & 1U) != 0)
      names.append(std::string(kDirectionNames[static_cast<std::size_t>(direction)]));
  return names;
}

py::list groups_of(const explorers::Groups& groups) {
  py::list list;
  for (const DirectionSet group : groups) list.append(edges_of(group));
  return list;
}

py::dict row_of(const explorers::Print& print) {
  py::dict row;
  row["lands"] = groups_of(print.lands);
  row["seas"] = groups_of(print.seas);
  return row;
}

// The components of a set, as rows: what lies on a tile with rotation 0.
py::dict tables_of(const explorers::TileSet& set) {
  py::dict tables;
  py::list tiles;
  for (const explorers::TileSpec& tile : set.tiles) {
    py::dict row;
    row["tile"] = tile.id;
    row["token"] = std::string(explorers::kTokenNames[static_cast<std::size_t>(tile.token)]);
    row["token_group"] = tile.token_group;
    row.attr("update")(row_of(tile.print));
    tiles.append(row);
  }
  tables["tiles"] = tiles;
  py::list boards;
  for (const explorers::StartBoard& board : set.boards)
    for (const explorers::FixedTile& fixed : board.fixed_tiles) {
      py::dict row;
      row["board"] = board.id;
      row["q"] = fixed.cell.q;
      row["r"] = fixed.cell.r;
      row.attr("update")(row_of(fixed.print));
      boards.append(row);
    }
  tables["start boards"] = boards;
  py::list mainland;
  for (const Hex cell : set.mainland) {
    py::dict row;
    row["q"] = cell.q;
    row["r"] = cell.r;
    mainland.append(row);
  }
  tables["mainland"] = mainland;
  py::list captains;
  for (const std::string_view name : explorers::kCaptainNames) {
    py::dict row;
    row["captain"] = std::string(name);
    captains.append(row);
  }
  tables["captains"] = captains;
  py::list tokens;
  for (std::size_t type = 0; type < explorers::kLivestockTypes; ++type) {
    py::dict row;
    row["token"] = std::string(explorers::kLivestockNames[type]);
    row["number"] = set.livestock[type];
    tokens.append(row);
  }
  for (std::size_t i = 0; i < explorers::kStrengths; ++i) {
    py::dict row;
    row["token"] = "settlement of strength " +
                   std::to_string(explorers::kLowestStrength + static_cast<int>(i));
    row["number"] = set.strengths[i];
    tokens.append(row);
  }
  py::dict blank, skull;
  blank["token"] = "enemy ship, blank back";
  blank["number"] = set.blanks;
  skull["token"] = "enemy ship, skull back";
  skull["number"] = set.skulls;
  tokens.append(blank);
  tokens.append(skull);
  tables["tokens"] = tokens;
  return tables;
}

py::tuple land_of(const explorers::State& state, explorers::Land land) {
  const Hex cell = state.map.cell(land.tile()).hex();
  return py::make_tuple(cell.q, cell.r, land.group());
}

py::dict row_of(const Explorers& game, const explorers::State& state,
                const explorers::Island& island, const explorers::Claim& claim) {
  py::list lands, influence, controllers;
  for (const explorers::Land land : island.lands) lands.append(land_of(state, land));
  for (std::size_t seat = 0; seat < game.setup.players; ++seat) {
    influence.append(claim.influence[seat]);
    if (claim.is_controlled_by(seat)) controllers.append(seat);
  }
  py::dict row;
  row["lands"] = lands;
  row["complete"] = island.complete;
  row["size"] = island.tiles.size();
  row["influence"] = influence;
  row["controllers"] = controllers;
  return row;
}

// Every island of the map, in the order of its first tile.
py::list islands_of(const Explorers& game, const explorers::State& state) {
  using explorers::Land;
  explorers::Claims claims;
  explorers::claims(game.chart(), state, claims);
  explorers::LandSet known;
  explorers::Island island;
  py::list rows;
  for (int t = 0; t < explorers::kSites; ++t) {
    const auto tile = explorers::Tile::at(t);
    if (!state.map.is_laid(tile)) continue;
    for (int g = 0; g < game.chart()[tile].lands; ++g) {
      if (known.contains(Land::of(tile, g))) continue;
      explorers::explore(game.chart(), state.map, Land::of(tile, g), island);
      explorers::Claim claim;  // nobody's, unless somebody is there
      for (const Land land : island.lands) {
        known.add(land);
        for (const explorers::Claim& each : claims)
          if (each.land == land) claim = each;
      }
      rows.append(row_of(game, state, island, claim));
    }
  }
  return rows;
}

constexpr const char* kIslandsDoc =
    R"(The islands of the map: rows with `lands` (q, r and land group
of each), `complete`, `size` in tiles, `influence` by seat and `controllers`, the seats that score
it. An island that is not complete has no controllers.)";

void bind_fields(py::class_<PyMove<Explorers>>& c) {
  using M = PyMove<Explorers>;
  c.def_property_readonly(
      "kind", [](const M& m) { return m.text.substr(0, m.text.find(' ')); },
      "The first word of the text.");
  c.def_property_readonly(
      "cell",
      [](const M& m) -> std::optional<std::pair<int, int>> {
        if (m.move.kind != MoveKind::lay && m.move.kind != MoveKind::from &&
            m.move.kind != MoveKind::outpost)
          return std::nullopt;
        const Hex cell = m.move.cell.hex();
        return std::pair<int, int>(cell.q, cell.r);
      },
      "Axial coordinates (q, r) of the cell it names, if it names one.");
}

}  // namespace

void bind_explorers(py::module_& module) {
  Classes<Explorers> classes = declare_game<Explorers>(module, "Explorers");
  bind_game<Explorers>(classes);
  bind_world<Explorers>(classes);
  bind_batch<Explorers>(module, "Explorers", classes);
  bind_fields(classes.move);
  classes.state.def(
      "islands", [](const PyState<Explorers>& s) { return islands_of(s.game(), s.table.state); },
      kIslandsDoc);
  classes.view.def(
      "islands", [](const PyView<Explorers>& v) { return islands_of(v.game(), v.view.seen); },
      kIslandsDoc);
  classes.game.def_static(
      "tables", [] { return tables_of(*explorers::proposed_tile_set()); },
      "The components of the set that comes with the engine, as lists of rows by name.");
  classes.game.def(
      "tables_in_use", [](const GameBox<Explorers>& box) { return tables_of(box.game.tile_set()); },
      "The components of the tile set of this game, as lists of rows by name.");
}

}  // namespace farnorth::bindings
