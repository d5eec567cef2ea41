// A tile set from a file of the user, checked from end to end: section 1.5 of the rules.
#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "farnorth/core/error.hpp"
#include "farnorth/core/sha256.hpp"
#include "farnorth/core/text.hpp"
#include "farnorth/games/explorers/map.hpp"
#include "farnorth/games/explorers/tiles.hpp"

namespace farnorth::explorers {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kLargestFile = 1U << 20U;  // bytes

std::optional<int> whole_number(const Json& value, int lowest, int highest) {
  if (!value.is_number_integer()) return std::nullopt;
  const bool in_range =
      value.is_number_unsigned()
          ? value.get<std::uint64_t>() <= static_cast<std::uint64_t>(std::max(highest, 0))
          : value.get<std::int64_t>() <= highest;
  if (!in_range || (!value.is_number_unsigned() && value.get<std::int64_t>() < lowest))
    return std::nullopt;
  const int number = value.get<int>();
  return number < lowest ? std::nullopt : std::optional(number);
}

std::optional<Hex> to_hex(const Json& value) {
  if (!value.is_array() || value.size() != 2) return std::nullopt;
  const auto q = whole_number(value[0], -60, 60), r = whole_number(value[1], -60, 60);
  if (!q || !r) return std::nullopt;
  return Hex{static_cast<std::int8_t>(*q), static_cast<std::int8_t>(*r)};
}

// The words of an id: 1 to 12 characters that `allowed` accepts.
bool is_id(const Json& value, bool (*allowed)(char)) {
  if (!value.is_string()) return false;
  const auto& text = value.get_ref<const std::string&>();
  return !text.empty() && text.size() <= 12 && std::all_of(text.begin(), text.end(), allowed);
}
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter_or_digit(char c) { return is_lower(c) || (c >= 'A' && c <= 'Z') || is_digit(c); }
bool is_tile_id(const Json& value) {
  return is_id(value, [](char c) { return is_lower(c) || is_digit(c) || c == '_' || c == '-'; }) &&
         is_lower(value.get_ref<const std::string&>().front());
}

// A value as it stands in the file, short enough for a message.
std::string shown(const Json& value) {
  if (value.is_string() && value.get_ref<const std::string&>().size() <= 40) {
    const std::string& text = value.get_ref<const std::string&>();
    if (std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < '\x7f'; }))
      return text;
  }
  return farnorth::quoted(value.dump(-1, ' ', true, Json::error_handler_t::replace));
}

// How many runs of land a rim has: each run of edges of one letter is a run, round the corner.
int land_runs(DirectionSet land) {
  int runs = 0;
  for (int d = 0; d < kDirections; ++d)
    if (has(land, d) && !has(land, turned(d, kDirections - 1))) ++runs;
  return runs;
}

bool cross(DirectionSet a, DirectionSet b) {
  for (int x = 0; x < kDirections; ++x)
    for (int y = x + 1; y < kDirections; ++y) {
      if (!has(a, x) || !has(a, y)) continue;
      const auto between = static_cast<DirectionSet>((1U << y) - (2U << x));  // x < edge < y
      if ((b & between) != 0 && (b & ~between) != 0) return true;
    }
  return false;
}

class Loader {
 public:
  explicit Loader(std::string_view file_name) : file_(file_name) {}

  TileSet load(std::string_view text) {
    const Json file = text.size() > kLargestFile ? Json(Json::value_t::discarded)
                                                 : Json::parse(text, nullptr, false);
    if (!file.is_object())
      error("file", "not a JSON object");
    else
      read_file(file);
    if (!errors_.empty()) throw BadData(errors_);
    set_.sha256 = sha256_hex(content(set_));
    return std::move(set_);
  }

 private:
  void error(const std::string& where, const std::string& what) {
    if (!errors_.empty()) errors_ += '\n';
    errors_ += file_ + ": " + where + ": " + what;
  }

  // False, with an error for each, if keys are missing.
  bool has_keys(const Json& object, const std::string& where,
                std::initializer_list<const char*> keys) {
    bool all = true;
    for (const char* key : keys)
      if (!object.is_object() || !object.contains(key)) {
        error(where, std::string("missing ") + key);
        all = false;
      }
    return all;
  }

  void read_file(const Json& file) {
    has_keys(file, "file",
             {"format", "name", "edge_order", "tokens", "mainland_cells", "start_boards", "tiles"});
    if (file.contains("format") && file["format"] != "farnorth-explorers/1")
      error("file", "format must be farnorth-explorers/1");
    if (file.contains("name")) read_name(file["name"]);
    if (file.contains("edge_order") && file["edge_order"] != Json(kDirectionNames))
      error("file", "edge_order must be ne e se sw w nw");
    if (file.contains("tokens")) read_tokens(file["tokens"]);
    if (file.contains("tiles")) read_tiles(file["tiles"]);
    const bool mainland = file.contains("mainland_cells") && read_mainland(file["mainland_cells"]);
    if (file.contains("start_boards")) read_boards(file["start_boards"], mainland);
  }

  void read_name(const Json& name) {
    if (name.is_string() && !name.get_ref<const std::string&>().empty())
      set_.name = name.get<std::string>();
    else
      error("file", "name must be a text");
  }

  // ---- Tokens

  void read_tokens(const Json& tokens) {
    has_keys(tokens, "tokens", {"livestock", "settlement_strengths", "enemy_ships"});
    if (!tokens.is_object()) return;
    if (tokens.contains("livestock")) read_livestock(tokens["livestock"]);
    if (tokens.contains("settlement_strengths")) read_strengths(tokens["settlement_strengths"]);
    if (tokens.contains("enemy_ships")) read_enemy_ships(tokens["enemy_ships"]);
  }

  void read_livestock(const Json& livestock) {
    for (std::size_t type = 0; type < kLivestockTypes; ++type) {
      const std::string name(kLivestockNames[type]);
      const auto number = livestock.is_object() && livestock.contains(name)
                              ? whole_number(livestock[name], 0, kMostLivestockOfAType)
                              : std::nullopt;
      if (!number)
        return error("tokens",
                     "livestock must give a number from 0 to 8 for each of the six types");
      set_.livestock[type] = static_cast<std::uint8_t>(*number);
    }
    livestock_is_known_ = true;
  }

  void read_strengths(const Json& strengths) {
    bool good = strengths.is_array() && strengths.size() == kSettlementTokens;
    for (std::size_t i = 0; good && i < kSettlementTokens; ++i) {
      const auto strength = whole_number(strengths[i], kLowestStrength, kHighestStrength);
      good = strength.has_value();
      if (good) ++set_.strengths[static_cast<std::size_t>(*strength - kLowestStrength)];
    }
    if (!good) error("tokens", "settlement_strengths must be 14 numbers from 2 to 5");
  }

  void read_enemy_ships(const Json& ships) {
    const auto count = [&](const char* key) {
      return ships.is_object() && ships.contains(key)
                 ? whole_number(ships[key], 0, kEnemyShipTokens)
                 : std::nullopt;
    };
    const auto blanks = count("blank"), skulls = count("skull");
    if (!blanks || !skulls || *blanks + *skulls != kEnemyShipTokens)
      return error("tokens", "enemy_ships must give blank and skull, 12 together");
    set_.blanks = static_cast<std::uint8_t>(*blanks);
    set_.skulls = static_cast<std::uint8_t>(*skulls);
  }

  // ---- The rim of a tile

  std::optional<Groups> read_groups(const Json& lists, const std::string& where, const char* key) {
    Groups groups;
    bool good = lists.is_array() && lists.size() <= kMostGroups;
    for (std::size_t g = 0; good && g < lists.size(); ++g) {
      groups.push_back(0);
      good = lists[g].is_array();
      for (std::size_t i = 0; good && i < lists[g].size(); ++i) {
        const auto edge = whole_number(lists[g][i], 0, kDirections - 1);
        good = edge.has_value();
        if (!good) break;
        if (has(groups.back(), *edge)) named_twice_ = true;
        groups.back() = static_cast<DirectionSet>(groups.back() | just(*edge));
      }
    }
    if (good) return groups;
    error(where, std::string(key) + " must be at most 3 lists of edge numbers");
    return std::nullopt;
  }

  // Every edge of a kind in exactly one group of that kind, and nothing else in them.
  bool covers(const Groups& groups, DirectionSet edges, const std::string& where, const char* key,
              char letter) {
    DirectionSet named = 0;
    bool twice = named_twice_;
    for (const DirectionSet group : groups) {
      twice = twice || (named & group) != 0;
      named = static_cast<DirectionSet>(named | group);
    }
    if (!twice && named == edges) return true;
    error(where, std::string(key) + " must name each " + letter + " edge exactly once");
    return false;
  }

  std::optional<Print> read_print(const Json& tile, const std::string& where, bool is_fixed) {
    const Json& edges = tile["edges"];
    const bool six_letters =
        edges.is_string() && edges.get_ref<const std::string&>().size() == kDirections &&
        edges.get_ref<const std::string&>().find_first_not_of("LS") == std::string::npos;
    if (!six_letters) {
      error(where, "edges must be 6 letters L or S");
      return std::nullopt;
    }
    Print print;
    print.land_edges = edges_with(edges.get_ref<const std::string&>(), 'L');
    if (!is_fixed && (print.land_edges == 0 || print.land_edges == kAllDirections)) {
      error(where, "edges need at least one L and one S");
      return std::nullopt;
    }
    named_twice_ = false;
    const auto lands = read_groups(tile["land_groups"], where, "land_groups");
    const bool lands_cover = lands && covers(*lands, print.land_edges, where, "land_groups", 'L');
    named_twice_ = false;
    const auto seas = read_groups(tile["sea_groups"], where, "sea_groups");
    const auto sea_edges = static_cast<DirectionSet>(kAllDirections & ~print.land_edges);
    const bool seas_cover = seas && covers(*seas, sea_edges, where, "sea_groups", 'S');
    if (!lands_cover || !seas_cover) return std::nullopt;
    print.lands = *lands;
    print.seas = *seas;
    return groups_are_good(print, where) ? std::optional(print) : std::nullopt;
  }

  bool groups_are_good(const Print& print, const std::string& where) {
    const std::size_t errors = errors_.size();
    if (print.seas.contains(0)) error(where, "a sea group needs at least one edge");
    check_neighbours(print, where);
    std::vector<DirectionSet> groups;
    for (const DirectionSet group : print.lands)
      if (group != 0) groups.push_back(group);
    for (const DirectionSet group : print.seas)
      if (group != 0) groups.push_back(group);
    for (std::size_t a = 0; a < groups.size(); ++a)
      for (std::size_t b = a + 1; b < groups.size(); ++b)
        if (cross(groups[a], groups[b]))
          error(where,
                "groups " + edge_list(groups[a]) + " and " + edge_list(groups[b]) + " cross");
    const bool one_kind = print.land_edges == 0 || print.land_edges == kAllDirections;
    const int expected = one_kind ? 1 : land_runs(print.land_edges) + 1;
    if (static_cast<int>(groups.size()) != expected)
      error(where, std::to_string(groups.size()) + " groups with edges, " +
                       std::to_string(expected) + " expected");
    return errors == errors_.size();
  }

  void check_neighbours(const Print& print, const std::string& where) {
    const auto group_with = [&](int edge) {
      for (const Groups* groups : {&print.lands, &print.seas})
        for (const DirectionSet group : *groups)
          if (has(group, edge)) return group;
      return DirectionSet{0};
    };
    for (int i = 0; i < kDirections; ++i) {
      const int j = turned(i, 1);
      if (has(print.land_edges, i) == has(print.land_edges, j) && group_with(i) != group_with(j))
        error(where, "edges " + std::to_string(std::min(i, j)) + " and " +
                         std::to_string(std::max(i, j)) +
                         " are neighbours of one kind but lie in two groups");
    }
  }

  static std::string edge_list(DirectionSet set) {
    std::string text = "[";
    for (const int edge : edges_of(set))
      text += (text.size() > 1 ? ", " : "") + std::to_string(edge);
    return text + "]";
  }

  // ---- Tiles

  void read_tiles(const Json& tiles) {
    const std::size_t number = tiles.is_array() ? tiles.size() : 0;
    if (number != kTiles) error("tiles", std::to_string(number) + " entries, 48 expected");
    std::array<int, kTokenKinds> asked{};
    std::vector<std::string> ids;
    for (std::size_t n = 0; n < number; ++n) {
      TileSpec tile;
      read_tile(tiles[n], "tile number " + std::to_string(n), ids, tile);
      if (tile.token != Token::none) ++asked[static_cast<std::size_t>(tile.token)];
      if (n < kTiles) set_.tiles[n] = tile;
    }
    check_supply(asked);
  }

  void read_tile(const Json& entry, const std::string& number, std::vector<std::string>& ids,
                 TileSpec& tile) {
    if (!has_keys(entry, number,
                  {"id", "edges", "land_groups", "sea_groups", "token", "token_group"}))
      return;
    if (!is_tile_id(entry["id"]))
      return error(number, "id must be 1 to 12 of a-z 0-9 _ - and start with a letter");
    tile.id = entry["id"].get<std::string>();
    const std::string where = "tile " + tile.id;
    if (std::find(ids.begin(), ids.end(), tile.id) != ids.end()) error(where, "id used twice");
    ids.push_back(tile.id);
    const auto print = read_print(entry, where, false);
    const auto token = entry["token"].is_string()
                           ? index_of(kTokenNames, entry["token"].get_ref<const std::string&>())
                           : std::nullopt;
    if (!token) return error(where, "unknown token " + shown(entry["token"]));
    tile.token = static_cast<Token>(*token);
    if (!print) return;
    tile.print = *print;
    const bool on_sea = tile.token == Token::enemy_ship;
    const std::size_t groups = on_sea ? print->seas.size() : print->lands.size();
    const auto group = whole_number(entry["token_group"], 0, static_cast<int>(groups) - 1);
    if (!group)
      return error(where, std::string("token_group must be an index into ") +
                              (on_sea ? "sea_groups" : "land_groups"));
    tile.token_group = static_cast<std::uint8_t>(*group);
  }

  void check_supply(const std::array<int, kTokenKinds>& asked) {
    for (std::size_t kind = 0; kind < kTokenKinds; ++kind) {
      const auto token = static_cast<Token>(kind);
      if (is_livestock(token) && !livestock_is_known_) continue;
      const int supply = is_livestock(token)
                             ? set_.livestock[kind]
                             : (token == Token::settlement ? kSettlementTokens : kEnemyShipTokens);
      if (asked[kind] > supply)
        error("tiles", std::to_string(asked[kind]) + " tiles ask for " +
                           std::string(kTokenNames[kind]) + ", only " + std::to_string(supply) +
                           " tokens");
    }
  }

  // ---- Boards

  bool read_mainland(const Json& cells) {
    bool good = cells.is_array() && !cells.empty();
    for (std::size_t i = 0; good && i < cells.size(); ++i) {
      const auto hex = to_hex(cells[i]);
      good =
          hex && std::find(set_.mainland.begin(), set_.mainland.end(), *hex) == set_.mainland.end();
      if (good) set_.mainland.push_back(*hex);
    }
    if (!good) {
      error("mainland_cells", "must be a non-empty list of different [q, r] cells");
      return false;
    }
    for (const Hex hex : set_.mainland)
      if (!Cell::of(hex).exists()) {
        error("mainland_cells", "a cell lies outside the window");
        return false;
      }
    return true;
  }

  bool is_mainland(Hex hex) const {
    return std::find(set_.mainland.begin(), set_.mainland.end(), hex) != set_.mainland.end();
  }

  void read_boards(const Json& boards, bool mainland_is_known) {
    constexpr std::size_t kMostBoards = 8;
    if (!boards.is_array() || boards.empty() || boards.size() > kMostBoards)
      return error("start_boards", "1 to 8 entries expected");
    for (const Json& entry : boards) {
      if (!has_keys(entry, "start_boards entry", {"id", "fixed_tiles"})) continue;
      if (!is_id(entry["id"], is_letter_or_digit)) {
        error("start_boards entry", "id must be 1 to 12 letters or digits");
        continue;
      }
      StartBoard board{entry["id"].get<std::string>(), {}};
      for (const StartBoard& other : set_.boards)
        if (other.id == board.id) error("board " + board.id, "id used twice");
      read_board(entry["fixed_tiles"], mainland_is_known, board);
      set_.boards.push_back(board);
    }
  }

  void read_board(const Json& tiles, bool mainland_is_known, StartBoard& board) {
    const std::string where = "board " + board.id;
    if (!tiles.is_array() || tiles.size() != kFixedTiles)
      return error(where, "exactly 3 fixed_tiles expected");
    bool cells_are_good = true, prints_are_good = true;
    for (std::size_t j = 0; j < kFixedTiles; ++j) {
      const std::string tile = where + " fixed tile " + std::to_string(j);
      if (!has_keys(tiles[j], tile, {"cell", "edges", "land_groups", "sea_groups"})) {
        cells_are_good = prints_are_good = false;
        continue;
      }
      const auto print = read_print(tiles[j], tile, true);
      const auto cell = to_hex(tiles[j]["cell"]);
      const bool inside = cell && Cell::of(*cell).exists();
      if (!inside) error(tile, "cell must be [q, r] inside the window");
      cells_are_good = cells_are_good && inside;
      prints_are_good = prints_are_good && print.has_value();
      if (inside) board.fixed_tiles[j].cell = *cell;
      if (print) board.fixed_tiles[j].print = *print;
      if (inside && mainland_is_known) check_shore(*cell, print, tile);
    }
    if (cells_are_good) check_board(board, where, prints_are_good, mainland_is_known);
  }

  void check_shore(Hex cell, const std::optional<Print>& print, const std::string& where) {
    if (is_mainland(cell)) return error(where, "on a Mainland cell");
    DirectionSet shore = 0;
    for (int d = 0; d < kDirections; ++d)
      if (is_mainland(neighbour(cell, d))) shore = static_cast<DirectionSet>(shore | just(d));
    if (shore == 0) return error(where, "must share an edge with the Mainland");
    if (!print) return;
    if ((shore & print->land_edges) != 0) return error(where, "land edge towards the Mainland");
    if (std::none_of(print->seas.begin(), print->seas.end(),
                     [=](DirectionSet sea) { return (shore & ~sea) == 0; }))
      error(where, "shore edges lie in two sea groups");
  }

  void check_board(const StartBoard& board, const std::string& where, bool prints_are_good,
                   bool mainland_is_known) {
    const auto& tiles = board.fixed_tiles;
    for (std::size_t a = 0; a < kFixedTiles; ++a)
      for (std::size_t b = a + 1; b < kFixedTiles; ++b) {
        if (tiles[a].cell == tiles[b].cell) return error(where, "two fixed tiles on one cell");
        for (int d = 0; prints_are_good && d < kDirections; ++d)
          if (neighbour(tiles[a].cell, d) == tiles[b].cell &&
              has(tiles[a].print.land_edges, d) != has(tiles[b].print.land_edges, opposite(d)))
            error(where, "fixed tiles at " + cell_text(tiles[a].cell) + " and " +
                             cell_text(tiles[b].cell) + " do not match");
      }
    const auto by_row = [](Hex x, Hex y) { return x.r < y.r; };
    const auto top = std::min_element(
        tiles.begin(), tiles.end(),
        [](const FixedTile& x, const FixedTile& y) { return x.cell.r < y.cell.r; });
    // N-TILE-8 needs it: a tile can always be laid above the top row.
    if (mainland_is_known &&
        std::min_element(set_.mainland.begin(), set_.mainland.end(), by_row)->r <= top->cell.r)
      error(where, "the Mainland must start below the top row of fixed tiles");
  }

  std::string file_;
  std::string errors_;
  TileSet set_;
  bool livestock_is_known_ = false;
  bool named_twice_ = false;  // an edge stands twice in one group of the list read last
};

}  // namespace

std::shared_ptr<const TileSet> parse_tile_set(std::string_view json, std::string_view file_name) {
  return std::make_shared<const TileSet>(Loader(file_name).load(json));
}

std::shared_ptr<const TileSet> load_tile_set(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw BadData("no tile set of this name, and no such file: " + farnorth::quoted(path) +
                  "; ours is " + std::string(kProposedName));
  std::string text(kLargestFile + 1, '\0');  // no more, whatever the path leads to
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return parse_tile_set(text, path);
}

}  // namespace farnorth::explorers
