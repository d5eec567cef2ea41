// A tile set from a file of the user, checked from end to end: section 1.5 of the rules.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

#include "farnorth/core/error.hpp"
#include "farnorth/core/json_depth.hpp"
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
  if (value.is_number_unsigned() &&
      value.get<std::uint64_t>() > std::uint64_t{std::numeric_limits<std::int64_t>::max()})
    return std::nullopt;
  const auto number = value.get<std::int64_t>();
  if (number < lowest || number > highest) return std::nullopt;
  return static_cast<int>(number);
}

// [q, r], wherever that is.
bool is_cell(const Json& value) {
  return value.is_array() && value.size() == 2 && value[0].is_number_integer() &&
         value[1].is_number_integer();
}

// The cell of the window, if it lies in it.
std::optional<Hex> to_hex(const Json& value) {
  constexpr int kFar = 60;  // no cell of the window is as far, and sums of two fit a Hex
  if (!is_cell(value)) return std::nullopt;
  const auto q = whole_number(value[0], -kFar, kFar), r = whole_number(value[1], -kFar, kFar);
  if (!q || !r) return std::nullopt;
  const Hex hex{static_cast<std::int8_t>(*q), static_cast<std::int8_t>(*r)};
  return Cell::of(hex).exists() ? std::optional(hex) : std::nullopt;
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
  if (value.is_string()) return word_or_quoted(value.get_ref<const std::string&>());
  return farnorth::quoted(value.dump());  // of what is no text: a file is not nested deep
}

// 1 to 60 characters, none of them a control character: the name goes into messages and records.
bool is_name(const Json& value) {
  constexpr std::ptrdiff_t kLongestName = 60;
  if (!value.is_string()) return false;
  const auto& text = value.get_ref<const std::string&>();
  const auto begins_character = [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  };
  const auto is_control = [](char c) { return (c >= '\0' && c < ' ') || c == '\x7f'; };
  return !text.empty() && std::none_of(text.begin(), text.end(), is_control) &&
         std::count_if(text.begin(), text.end(), begins_character) <= kLongestName;
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
    const Json file = parsed(text);
    if (file.is_object()) read_file(file);
    if (!errors_.empty()) throw BadData(errors_);
    set_.sha256 = sha256_hex(content(set_));
    return std::move(set_);
  }

 private:
  void error(const std::string& where, const std::string& what) {
    if (!errors_.empty()) errors_ += '\n';
    errors_ += file_ + ": " + where + ": " + what;
  }

  // ---- The text

  // An object, or no value and the errors that say why.
  Json parsed(std::string_view text) {
    if (text.size() > kLargestFile) return no_object("larger than 1 MiB");
    if (json_depth(text) > kDeepestJson)
      return no_object("nested more than " + std::to_string(kDeepestJson) + " deep");
    try {
      Json file = Json::parse(text);
      return file.is_object() ? file
                              : no_object(std::string("a value of type ") + file.type_name());
    } catch (const Json::parse_error& problem) {
      return no_object("syntax error at " + place_of(problem.byte, text));
    } catch (const Json::exception&) {
      return no_object("a number is too large");
    }
  }

  Json no_object(const std::string& why) {
    error("file", "not a JSON object");
    error("file", why);
    return {};
  }

  // Line and column of a byte, counted from 1.
  static std::string place_of(std::size_t byte, std::string_view text) {
    const std::string_view before = text.substr(0, byte > 0 ? byte - 1 : 0);
    const std::size_t line = before.rfind('\n');
    return "line " + std::to_string(1 + std::count(before.begin(), before.end(), '\n')) +
           ", column " + std::to_string(before.size() - (line + 1) + 1);  // npos + 1 is 0
  }

  // ---- The file

  // An error for each key that is missing.
  void need_keys(const Json& object, const std::string& where,
                 std::initializer_list<const char*> keys) {
    for (const char* key : keys)
      if (find(object, key) == nullptr) error(where, std::string("missing ") + key);
  }

  // The value of a key, or nullptr.
  static const Json* find(const Json& object, const char* key) {
    if (!object.is_object()) return nullptr;
    const auto found = object.find(key);
    return found == object.end() ? nullptr : &*found;
  }

  void read_file(const Json& file) {
    need_keys(
        file, "file",
        {"format", "name", "edge_order", "tokens", "mainland_cells", "start_boards", "tiles"});
    if (const Json* format = find(file, "format"); format && *format != "farnorth-explorers/1")
      error("file", "format must be farnorth-explorers/1");
    if (const Json* name = find(file, "name")) read_name(*name);
    if (const Json* order = find(file, "edge_order"); order && *order != Json(kDirectionNames))
      error("file", "edge_order must be ne e se sw w nw");
    if (const Json* tokens = find(file, "tokens")) read_tokens(*tokens);
    if (const Json* tiles = find(file, "tiles")) read_tiles(*tiles);
    if (const Json* cells = find(file, "mainland_cells")) read_mainland(*cells);
    if (const Json* boards = find(file, "start_boards")) read_boards(*boards);
  }

  void read_name(const Json& name) {
    if (!name.is_string() || name.get_ref<const std::string&>().empty())
      return error("file", "name must be a text");
    if (!is_name(name)) return error("file", "name must be at most 60 characters, all printable");
    set_.name = name.get<std::string>();
  }

  // ---- Tokens

  void read_tokens(const Json& tokens) {
    need_keys(tokens, "tokens", {"livestock", "settlement_strengths", "enemy_ships"});
    if (const Json* livestock = find(tokens, "livestock")) read_livestock(*livestock);
    if (const Json* strengths = find(tokens, "settlement_strengths")) read_strengths(*strengths);
    if (const Json* ships = find(tokens, "enemy_ships")) read_enemy_ships(*ships);
  }

  void read_livestock(const Json& livestock) {
    bool good = true;
    for (std::size_t type = 0; type < kLivestockTypes; ++type) {
      const Json* given = find(livestock, std::string(kLivestockNames[type]).c_str());
      if (given) supply_[type] = whole_number(*given, 0, kMostLivestockOfAType);
      if (supply_[type])
        set_.livestock[type] = static_cast<std::uint8_t>(*supply_[type]);
      else
        good = false;
    }
    if (!good)
      error("tokens", "livestock must give a number from 0 to " +
                          std::to_string(kMostLivestockOfAType) + " for each of the six types");
  }

  void read_strengths(const Json& strengths) {
    bool good = strengths.is_array() && strengths.size() == kSettlementTokens;
    for (std::size_t i = 0; good && i < kSettlementTokens; ++i) {
      const auto strength = whole_number(strengths[i], kLowestStrength, kHighestStrength);
      good = strength.has_value();
      if (good) ++set_.strengths[static_cast<std::size_t>(*strength - kLowestStrength)];
    }
    if (!good)
      error("tokens", "settlement_strengths must be " + std::to_string(kSettlementTokens) +
                          " numbers from " + std::to_string(kLowestStrength) + " to " +
                          std::to_string(kHighestStrength));
  }

  void read_enemy_ships(const Json& ships) {
    const auto count = [&](const char* key) {
      const Json* given = find(ships, key);
      return given ? whole_number(*given, 0, kEnemyShipTokens) : std::nullopt;
    };
    const auto blanks = count("blank"), skulls = count("skull");
    if (!blanks || !skulls || *blanks + *skulls != kEnemyShipTokens)
      return error("tokens", "enemy_ships must give blank and skull, " +
                                 std::to_string(kEnemyShipTokens) + " together");
    set_.blanks = static_cast<std::uint8_t>(*blanks);
    set_.skulls = static_cast<std::uint8_t>(*skulls);
  }

  // ---- The rim of a tile

  // One kind of groups of a tile, lands or seas, as far as the file gives them.
  struct ReadGroups {
    std::optional<Groups> groups;  // lists as they should be
    bool edge_named_twice = false;
    bool cover = false;  // and each edge of the kind in exactly one of them
  };
  struct Rim {
    std::optional<DirectionSet> land;  // the edges with the letter L
    ReadGroups lands, seas;
    Print print() const {
      return {land.value_or(0), lands.groups.value_or(Groups{}), seas.groups.value_or(Groups{})};
    }
  };

  Rim read_rim(const Json& tile, const std::string& where, bool is_fixed) {
    Rim rim;
    if (const Json* edges = find(tile, "edges")) rim.land = read_edges(*edges, where, is_fixed);
    if (const Json* lists = find(tile, "land_groups"))
      rim.lands = read_groups(*lists, where, "land_groups");
    if (const Json* lists = find(tile, "sea_groups"))
      rim.seas = read_groups(*lists, where, "sea_groups");
    if (rim.seas.groups && rim.seas.groups->contains(0))
      error(where, "a sea group needs at least one edge");
    if (!rim.land) return rim;
    const auto sea = static_cast<DirectionSet>(kAllDirections & ~*rim.land);
    check_cover(rim.lands, *rim.land, where, "land_groups", 'L');
    check_cover(rim.seas, sea, where, "sea_groups", 'S');
    check_neighbours(rim, where);
    check_groups(rim, where);
    return rim;
  }

  std::optional<DirectionSet> read_edges(const Json& edges, const std::string& where,
                                         bool is_fixed) {
    const bool six_letters =
        edges.is_string() && edges.get_ref<const std::string&>().size() == kDirections &&
        edges.get_ref<const std::string&>().find_first_not_of("LS") == std::string::npos;
    if (!six_letters) {
      error(where, "edges must be 6 letters L or S");
      return std::nullopt;
    }
    const DirectionSet land = edges_with(edges.get_ref<const std::string&>(), 'L');
    if (!is_fixed && (land == 0 || land == kAllDirections))
      error(where, "edges need at least one L and one S");
    return land;
  }

  ReadGroups read_groups(const Json& lists, const std::string& where, const char* key) {
    Groups groups;
    ReadGroups read;
    bool good = lists.is_array() && lists.size() <= kMostGroups;
    for (std::size_t g = 0; good && g < lists.size(); ++g) {
      groups.push_back(0);
      good = lists[g].is_array();
      for (std::size_t i = 0; good && i < lists[g].size(); ++i) {
        const auto edge = whole_number(lists[g][i], 0, kDirections - 1);
        good = edge.has_value();
        if (!good) break;
        for (const DirectionSet group : groups)
          read.edge_named_twice = read.edge_named_twice || has(group, *edge);
        groups.back() = static_cast<DirectionSet>(groups.back() | just(*edge));
      }
    }
    if (good)
      read.groups = groups;
    else
      error(where, std::string(key) + " must be at most " + std::to_string(kMostGroups) +
                       " lists of edge numbers");
    return read;
  }

  // Every edge of a kind in exactly one group of that kind, and nothing else in them.
  void check_cover(ReadGroups& read, DirectionSet edges, const std::string& where, const char* key,
                   char letter) {
    if (!read.groups) return;
    DirectionSet named = 0;
    for (const DirectionSet group : *read.groups) named = static_cast<DirectionSet>(named | group);
    read.cover = !read.edge_named_twice && named == edges;
    if (!read.cover)
      error(where, std::string(key) + " must name each " + letter + " edge exactly once");
  }

  void check_neighbours(const Rim& rim, const std::string& where) {
    for (int i = 0; i < kDirections; ++i) {
      const int j = turned(i, 1);
      if (has(*rim.land, i) != has(*rim.land, j)) continue;
      const ReadGroups& kind = has(*rim.land, i) ? rim.lands : rim.seas;
      if (kind.cover && std::none_of(kind.groups->begin(), kind.groups->end(),
                                     [=](DirectionSet g) { return has(g, i) && has(g, j); }))
        error(where, "edges " + std::to_string(std::min(i, j)) + " and " +
                         std::to_string(std::max(i, j)) +
                         " are neighbours of one kind but lie in two groups");
    }
  }

  void check_groups(const Rim& rim, const std::string& where) {
    std::vector<DirectionSet> groups;
    for (const ReadGroups* kind : {&rim.lands, &rim.seas}) {
      if (!kind->cover) continue;
      for (const DirectionSet group : *kind->groups)
        if (group != 0) groups.push_back(group);
    }
    for (std::size_t a = 0; a < groups.size(); ++a)
      for (std::size_t b = a + 1; b < groups.size(); ++b)
        if (cross(groups[a], groups[b]))
          error(where,
                "groups " + edge_list(groups[a]) + " and " + edge_list(groups[b]) + " cross");
    if (!rim.lands.cover || !rim.seas.cover) return;
    const bool one_kind = *rim.land == 0 || *rim.land == kAllDirections;
    const int expected = one_kind ? 1 : land_runs(*rim.land) + 1;
    if (static_cast<int>(groups.size()) != expected)
      error(where, std::to_string(groups.size()) + " groups with edges, " +
                       std::to_string(expected) + " expected");
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
    if (number != kTiles)
      error("tiles", std::to_string(number) + " entries, " + std::to_string(kTiles) + " expected");
    std::array<int, kTokenKinds> asked{};
    std::vector<std::string> ids;
    for (std::size_t n = 0; n < number; ++n) {
      const TileSpec tile = read_tile(tiles[n], "tile number " + std::to_string(n), ids);
      if (tile.token != Token::none) ++asked[static_cast<std::size_t>(tile.token)];
      if (n < kTiles) set_.tiles[n] = tile;
    }
    check_supply(asked);
  }

  // A tile without a good id is called by its number.
  TileSpec read_tile(const Json& entry, const std::string& number, std::vector<std::string>& ids) {
    need_keys(entry, number, {"id", "edges", "land_groups", "sea_groups", "token", "token_group"});
    TileSpec tile;
    std::string where = number;
    if (const Json* id = find(entry, "id")) {
      if (is_tile_id(*id)) {
        tile.id = id->get<std::string>();
        where = "tile " + tile.id;
        note_id(tile.id, where, ids);
      } else {
        error(number, "id must be 1 to 12 of a-z 0-9 _ - and start with a letter");
      }
    }
    const Rim rim = read_rim(entry, where, false);
    tile.print = rim.print();
    if (const Json* token = find(entry, "token")) tile.token = read_token(*token, where);
    if (const Json* group = find(entry, "token_group"))
      tile.token_group = read_token_group(*group, tile.token, rim, where);
    return tile;
  }

  // An id that comes a third time has had its error.
  void note_id(const std::string& id, const std::string& where, std::vector<std::string>& ids) {
    if (std::count(ids.begin(), ids.end(), id) == 1) error(where, "id used twice");
    ids.push_back(id);
  }

  Token read_token(const Json& token, const std::string& where) {
    const auto kind = token.is_string() ? index_of(kTokenNames, token.get_ref<const std::string&>())
                                        : std::nullopt;
    if (kind) return static_cast<Token>(*kind);
    error(where, "unknown token " + shown(token));
    return Token::none;
  }

  std::uint8_t read_token_group(const Json& value, Token token, const Rim& rim,
                                const std::string& where) {
    const bool on_sea = token == Token::enemy_ship;
    const std::optional<Groups>& groups = on_sea ? rim.seas.groups : rim.lands.groups;
    if (token == Token::none || !groups) return 0;
    const auto group = whole_number(value, 0, static_cast<int>(groups->size()) - 1);
    if (!group)
      error(where, std::string("token_group must be an index into ") +
                       (on_sea ? "sea_groups" : "land_groups"));
    return static_cast<std::uint8_t>(group.value_or(0));
  }

  void check_supply(const std::array<int, kTokenKinds>& asked) {
    for (std::size_t kind = 0; kind < kTokenKinds; ++kind) {
      const auto token = static_cast<Token>(kind);
      const std::optional<int> supply =
          is_livestock(token) ? supply_[kind]
                              : (token == Token::settlement ? kSettlementTokens : kEnemyShipTokens);
      if (supply && asked[kind] > *supply)
        error("tiles", std::to_string(asked[kind]) + " tiles ask for " +
                           std::string(kTokenNames[kind]) + ", only " + std::to_string(*supply) +
                           " tokens");
    }
  }

  // ---- The Mainland

  void read_mainland(const Json& cells) {
    bool good = cells.is_array() && !cells.empty(), inside = true;
    std::set<Json> seen;
    for (std::size_t i = 0; cells.is_array() && i < cells.size(); ++i) {
      if (!is_cell(cells[i]) || !seen.insert(cells[i]).second) {
        good = false;
        continue;
      }
      const auto hex = to_hex(cells[i]);
      inside = inside && hex;
      if (hex) set_.mainland.push_back(*hex);
    }
    if (!good) error("mainland_cells", "must be a non-empty list of different [q, r] cells");
    if (!inside) error("mainland_cells", "a cell lies outside the window");
    mainland_is_known_ = good && inside;
  }

  bool is_mainland(Hex hex) const {
    return std::find(set_.mainland.begin(), set_.mainland.end(), hex) != set_.mainland.end();
  }

  // ---- Boards

  void read_boards(const Json& boards) {
    constexpr std::size_t kMostBoards = 8;
    if (!boards.is_array() || boards.empty() || boards.size() > kMostBoards)
      return error("start_boards", "1 to " + std::to_string(kMostBoards) + " entries expected");
    std::vector<std::string> ids;
    for (std::size_t n = 0; n < boards.size(); ++n)
      set_.boards.push_back(read_board(boards[n], "board number " + std::to_string(n), ids));
  }

  // A board without a good id is called by its number.
  StartBoard read_board(const Json& entry, const std::string& number,
                        std::vector<std::string>& ids) {
    need_keys(entry, "start_boards entry", {"id", "fixed_tiles"});
    StartBoard board;
    std::string where = number;
    if (const Json* id = find(entry, "id")) {
      if (is_id(*id, is_letter_or_digit)) {
        board.id = id->get<std::string>();
        where = "board " + board.id;
        note_id(board.id, where, ids);
      } else {
        error("start_boards entry", "id must be 1 to 12 letters or digits");
      }
    }
    if (const Json* tiles = find(entry, "fixed_tiles")) read_fixed_tiles(*tiles, where, board);
    return board;
  }

  // A fixed tile, as far as the file gives it.
  struct ReadFixed {
    std::optional<Hex> cell;
    std::optional<DirectionSet> land;
  };
  using FixedRow = std::array<ReadFixed, kFixedTiles>;

  void read_fixed_tiles(const Json& tiles, const std::string& where, StartBoard& board) {
    if (!tiles.is_array() || tiles.size() != kFixedTiles)
      return error(where, "exactly " + std::to_string(kFixedTiles) + " fixed_tiles expected");
    FixedRow row;
    for (std::size_t j = 0; j < kFixedTiles; ++j) {
      const std::string tile = where + " fixed tile " + std::to_string(j);
      need_keys(tiles[j], tile, {"cell", "edges", "land_groups", "sea_groups"});
      const Rim rim = read_rim(tiles[j], tile, true);
      row[j].land = rim.land;
      if (const Json* cell = find(tiles[j], "cell")) {
        row[j].cell = to_hex(*cell);
        if (!row[j].cell) error(tile, "cell must be [q, r] inside the window");
      }
      if (row[j].cell && mainland_is_known_) check_shore(*row[j].cell, rim, tile);
      board.fixed_tiles[j] = {row[j].cell.value_or(Hex{}), rim.print()};
    }
    check_row(row, where);
  }

  void check_shore(Hex cell, const Rim& rim, const std::string& where) {
    if (is_mainland(cell)) return error(where, "on a Mainland cell");
    DirectionSet shore = 0;
    for (int d = 0; d < kDirections; ++d)
      if (is_mainland(neighbour(cell, d))) shore = static_cast<DirectionSet>(shore | just(d));
    if (shore == 0) return error(where, "must share an edge with the Mainland");
    if (!rim.land) return;
    if ((shore & *rim.land) != 0) return error(where, "land edge towards the Mainland");
    if (rim.seas.cover && std::none_of(rim.seas.groups->begin(), rim.seas.groups->end(),
                                       [=](DirectionSet sea) { return (shore & ~sea) == 0; }))
      error(where, "shore edges lie in two sea groups");
  }

  void check_row(const FixedRow& row, const std::string& where) {
    bool one_cell = false;
    for (std::size_t a = 0; a < kFixedTiles; ++a)
      for (std::size_t b = a + 1; b < kFixedTiles; ++b) {
        if (!row[a].cell || !row[b].cell) continue;
        one_cell = one_cell || *row[a].cell == *row[b].cell;
        if (!match(row[a], row[b]))
          error(where, "fixed tiles at " + cell_text(*row[a].cell) + " and " +
                           cell_text(*row[b].cell) + " do not match");
      }
    if (one_cell) error(where, "two fixed tiles on one cell");

    // N-TILE-8 needs it: a tile can always be laid above the top row.
    if (!mainland_is_known_) return;
    const auto top_of_mainland = std::min_element(set_.mainland.begin(), set_.mainland.end(),
                                                  [](Hex x, Hex y) { return x.r < y.r; });
    if (std::all_of(row.begin(), row.end(), [&](const ReadFixed& tile) {
          return tile.cell && tile.cell->r >= top_of_mainland->r;
        }))
      error(where, "the Mainland must start below the top row of fixed tiles");
  }

  // Two fixed tiles on known cells, so far as their letters are known.
  static bool match(const ReadFixed& a, const ReadFixed& b) {
    for (int d = 0; a.land && b.land && d < kDirections; ++d)
      if (neighbour(*a.cell, d) == *b.cell && has(*a.land, d) != has(*b.land, opposite(d)))
        return false;
    return true;
  }

  std::string file_;
  std::string errors_;
  TileSet set_;
  std::array<std::optional<int>, kLivestockTypes> supply_;  // of livestock tokens, where known
  bool mainland_is_known_ = false;
};

}  // namespace

std::shared_ptr<const TileSet> parse_tile_set(std::string_view json, std::string_view file_name) {
  TileSet set = Loader(file_name).load(json);
  set.source = json;
  return std::make_shared<const TileSet>(std::move(set));
}

std::shared_ptr<const TileSet> load_tile_set(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error))
    throw BadData(path + ": file: not a JSON object\n" + path + ": file: this is a folder");
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
