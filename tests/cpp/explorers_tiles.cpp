// Worked examples of Explorers about geometry, tile sets, files, texts and ids. Titles start with
// the id of the example.
#include <bit>
#include <fstream>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "explorers_position.hpp"
#include "farnorth/core/sha256.hpp"

namespace farnorth::explorers {
namespace {

using Json = nlohmann::json;

std::string shipped_text() {
  std::ifstream file(FARNORTH_TESTS_DIR "/data/explorers.json", std::ios::binary);
  REQUIRE(file.good());
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}
Json shipped() { return Json::parse(shipped_text()); }

// ---- Geometry -----------------------------------------------------------------------------------

TEST_CASE("N-EX-1 [N-TILE-5] the window") {
  CHECK(Cell::kCount == 469);
  const auto index = [](int q, int r) { return Position::cell(q, r).index; };
  CHECK(index(1, -12) == 0);
  CHECK(index(13, -12) == 12);
  CHECK(index(0, -1) == 208);
  CHECK(index(2, -1) == 210);
  CHECK(index(-11, 0) == 222);
  CHECK(index(1, 0) == 234);
  CHECK(index(13, 0) == 246);
  CHECK(index(1, 12) == 468);
  CHECK(!Position::cell(14, -1).exists());
  CHECK(!Position::cell(-11, -1).exists());
  int before = 0;  // the formula of section 1.4
  for (int r = -12; r <= 12; ++r) {
    const int first = 1 + std::max(-12, -12 - r), size = 25 - std::abs(r);
    for (int i = 0; i < size; ++i) {
      CHECK(index(first + i, r) == before + i);
      CHECK(Cell::at(before + i).hex() ==
            Hex{static_cast<std::int8_t>(first + i), static_cast<std::int8_t>(r)});
    }
    before += size;
  }
}

TEST_CASE("steps, distances and turns of hexagons") {
  for (int d = 0; d < kDirections; ++d) {
    CHECK(neighbour(neighbour({}, d), opposite(d)) == Hex{});
    CHECK(distance({}, neighbour({}, d)) == 1);
    CHECK(turned(d, 3) == opposite(d));
    CHECK(turned(just(d), 2) == just(turned(d, 2)));
  }
  CHECK(turned(DirectionSet{0b000101}, 5) == DirectionSet{0b100010});
  for (int i = 0; i < Cell::kCount; ++i)
    for (int d = 0; d < kDirections; ++d) {
      const Cell there = Cell::at(i).neighbour(d);
      const Hex hex = neighbour(Cell::at(i).hex(), d);
      CHECK(there.exists() == (distance(hex, {1, 0}) <= 12));
      if (there.exists()) CHECK(there.hex() == hex);
    }
}

TEST_CASE("N-EX-2 [N-TILE-4] dead cells and the first border") {
  const std::set<Hex> dead{{-1, 1}, {2, 1},  {-2, 2}, {2, 2}, {-2, 3},
                           {1, 3},  {-2, 4}, {-1, 4}, {0, 4}};
  for (const char* board : {"A", "B", "C", "D"}) {
    const Position p(2, board);
    const auto& mainland = p.game.tile_set().mainland;
    std::set<Hex> found;
    for (int i = 0; i < Cell::kCount; ++i) {
      const Hex hex = Cell::at(i).hex();
      const bool is_land = std::find(mainland.begin(), mainland.end(), hex) != mainland.end();
      const bool is_fixed = p.state.map.tile_at(Cell::at(i)) != Tile::none();
      if (!is_land && !is_fixed && !p.game.chart().free.contains(Cell::at(i))) found.insert(hex);
    }
    CHECK(found == dead);
    std::vector<Hex> border;
    p.state.map.border.for_each([&](Cell cell) { border.push_back(cell.hex()); });
    CHECK(border == std::vector<Hex>{{0, -1}, {1, -1}, {2, -1}, {3, -1}, {-1, 0}, {3, 0}});
  }
}

TEST_CASE("N-EX-3 [N-TILE-3] equal rotations") {
  const Position p;
  int pairs = 0;
  for (int t = 0; t < kTiles; ++t) {
    const std::uint8_t rotations = p.game.chart()[Tile::at(t)].rotations;
    pairs += std::popcount(rotations);
    const std::string& id = p.game.tile_set().tiles[static_cast<std::size_t>(t)].id;
    CHECK(rotations == (id == "t37" || id == "t48" ? 0b000111 : 0b111111));
  }
  CHECK(pairs == 282);
}

TEST_CASE("N-EX-9 shipped data") {
  const TileSet& set = *proposed_tile_set();
  std::array<int, kTokenKinds> tokens{};
  int land = 0, sea = 0, two_lands = 0, two_seas = 0;
  std::set<std::string> ids_with_two_lands, ids_with_two_seas;
  for (const TileSpec& tile : set.tiles) {
    ++tokens[static_cast<std::size_t>(tile.token)];
    land += std::popcount(tile.print.land_edges);
    sea += 6 - std::popcount(tile.print.land_edges);
    two_lands += tile.print.lands.size() == 2;
    two_seas += tile.print.seas.size() == 2;
    CHECK(tile.print.lands.size() <= 2);
    CHECK(tile.print.seas.size() <= 2);
    if (tile.print.seas.size() == 2) ids_with_two_seas.insert(tile.id);
  }
  CHECK(tokens == std::array<int, kTokenKinds>{6, 5, 5, 4, 3, 3, 12, 10});
  CHECK(land == 140);
  CHECK(sea == 148);
  CHECK(two_lands == 13);
  CHECK(two_seas == 2);
  CHECK(ids_with_two_seas == std::set<std::string>{"t38", "t45"});
  int strengths = 0;
  for (int i = 0; i < kStrengths; ++i)
    strengths += (i + 2) * set.strengths[static_cast<std::size_t>(i)];
  CHECK(strengths == 47);
}

TEST_CASE("N-EX-9 no two tiles look the same in any rotation") {
  using Look = std::tuple<DirectionSet, std::vector<DirectionSet>, std::vector<DirectionSet>, Token,
                          DirectionSet>;
  const Position p;
  std::map<Look, Tile> seen;
  for (int t = 0; t < kTiles; ++t)
    for (std::size_t k = 0; k < 6; ++k) {
      const Face& face = p.game.chart().faces[static_cast<std::size_t>(t)][k];
      const TileFacts& facts = p.game.chart()[Tile::at(t)];
      std::vector<DirectionSet> lands(face.land_edges.begin(), face.land_edges.end());
      std::vector<DirectionSet> seas(face.sea_edges.begin(), face.sea_edges.end());
      const DirectionSet token =
          facts.token == Token::enemy_ship ? seas[facts.token_group] : lands[facts.token_group];
      std::sort(lands.begin(), lands.end());
      std::sort(seas.begin(), seas.end());
      const auto [found, is_new] =
          seen.try_emplace({face.land, lands, seas, facts.token, token}, Tile::at(t));
      CHECK((is_new || found->second == Tile::at(t)));
    }
  CHECK(seen.size() == 282);
}

TEST_CASE("N-EX-10 [N-OUT-1] corner names") {
  for (int i = 0; i < Cell::kCount; ++i) {
    const Cell cell = Cell::at(i);
    for (int corner = 0; corner < kCorners; ++corner) {
      const Cell before = cell.neighbour((corner + 5) % 6), after = cell.neighbour(corner);
      if (!before.exists() || !after.exists()) continue;
      // The same point, seen from the two other cells: their edges towards each other and towards
      // this cell meet in it.
      const Point point = corner_point(cell, corner);
      CHECK(point == corner_point(before, (corner + 2) % 6));
      CHECK(point == corner_point(after, (corner + 4) % 6));
    }
  }
  CHECK(corner_point(Position::cell(1, -1), 3) == corner_point(Position::cell(0, 0), 1));
  CHECK(corner_point(Position::cell(1, -1), 3) == corner_point(Position::cell(1, 0), 5));
  CHECK(corner_point(Position::cell(1, -1), 3) == Point::bottom(Position::cell(1, -1)));
}

TEST_CASE("the tables are those of the data file") {
  const TileSet& ours = *proposed_tile_set();
  const TileSet theirs = *parse_tile_set(shipped_text(), "explorers.json");
  CHECK(ours == theirs);
  CHECK(content(ours) == content(theirs));
  CHECK(ours.sha256 == sha256_hex(content(theirs)));
  const Json file = shipped();
  for (std::size_t t = 0; t < kTiles; ++t) {  // letter by letter, without the loader
    CHECK(file["tiles"][t]["id"] == std::string(kProposedTiles[t].id));
    CHECK(file["tiles"][t]["edges"] == std::string(kProposedTiles[t].edges));
    CHECK(file["tiles"][t]["token"] ==
          std::string(kTokenNames[static_cast<std::size_t>(kProposedTiles[t].token)]));
    CHECK(file["tiles"][t]["token_group"] == kProposedTiles[t].token_group);
  }
  CHECK(file["captains"].size() == kCaptains);
  for (std::size_t c = 0; c < kCaptains; ++c) {
    CHECK(file["captains"][c]["id"] == std::string(kCaptainNames[c]));
    CHECK(file["captains"][c]["used_in_solo"] == in_solo(static_cast<Captain>(c)));
  }
  const Json& pieces = file["pieces_per_player"];
  CHECK(pieces["vikings"] == kVikings);
  CHECK(pieces["vikings_aboard_at_start"] == kVikingsAboardAtStart);
  CHECK(pieces["longship_spaces"] == kLongshipSpaces);
  CHECK(pieces["outposts"] == kOutposts);
}

// ---- Options ------------------------------------------------------------------------------------

std::string error_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const BadData& error) {
    return error.what();
  }
  return "no error";
}

// A file in the build's temporary folder, gone at the end of the test.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text) : path_("explorers_test_tiles.json") {
    std::ofstream(path_, std::ios::binary) << text;
  }
  ~TemporaryFile() { std::remove(path_.c_str()); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

TEST_CASE("[N-SETUP-1 N-SETUP-2] options and their errors") {
  CHECK(error_of([] { Explorers(Setup{.players = 5}); }) == "players must be 1 to 4");
  CHECK(error_of([] { Explorers(Setup{.players = 0}); }) == "players must be 1 to 4");
  CHECK(error_of([] { Explorers(Setup{.window = 1}); }) == "window must be 2 to 12");
  CHECK(error_of([] { Explorers(Setup{.board = "E"}); }) == "board E is not in tile set proposed");
  CHECK(error_of([] { Explorers::make({{"players", "5"}}); }) ==
        "option players of explorers must be 1 to 4, not '5'");
  CHECK(error_of([] {
          Explorers::make({{"tiles", "no_such_file.json"}});
        }).find("no_such_file.json") != std::string::npos);
  CHECK(error_of([] { Explorers::make({{"tiles_sha256", "00"}}); }).find("has the hash") !=
        std::string::npos);
  Json far = shipped();
  for (Json& tile : far["start_boards"][0]["fixed_tiles"])
    tile["cell"][0] = tile["cell"][0].get<int>() + 3;
  for (Json& cell : far["mainland_cells"]) cell[0] = cell[0].get<int>() + 3;
  while (far["start_boards"].size() > 1) far["start_boards"].erase(1);
  const auto set = parse_tile_set(far.dump(), "far");
  CHECK(error_of([&] { Explorers(Setup{.window = 3}, set); }) ==
        "board A fixed tile 2 lies outside window 3");
}

TEST_CASE("a tile set of the user's own") {
  Json own = shipped();
  own["name"] = "mine";
  own["tokens"]["settlement_strengths"] = {2, 2, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5};
  const TemporaryFile file(own.dump());
  const Explorers game = Explorers::make({{"tiles", file.path()}});
  const Options options = game.setup_options();
  CHECK(options.at("tiles") == "mine");
  CHECK(options.at("tiles_sha256") == game.tile_set().sha256);
  CHECK(options.at("tiles_sha256") != proposed_tile_set()->sha256);
  Options again = options;
  again["tiles"] = file.path();
  CHECK(Explorers::make(again).setup_options() == options);
  again["tiles"] = "proposed";
  CHECK_THROWS_AS(Explorers::make(again), BadData);
  CHECK(game.start().strengths == std::array<std::uint8_t, 4>{5, 3, 3, 3});
}

// ---- Bad files ----------------------------------------------------------------------------------

std::string errors_in(const std::string& text) {
  try {
    parse_tile_set(text, "my.json");
    return "";
  } catch (const BadData& error) {
    return error.what();
  }
}

bool reports(const std::string& errors, const std::string& message) {
  const std::string line = "my.json: " + message;
  for (std::size_t start = 0; start <= errors.size();) {
    const std::size_t end = std::min(errors.find('\n', start), errors.size());
    if (errors.substr(start, end - start) == line) return true;
    start = end + 1;
  }
  return false;
}

struct Broken {
  const char* message;
  std::function<void(Json&)> change;
};

Json& tile(Json& file, int number) { return file["tiles"][static_cast<std::size_t>(number - 1)]; }
Json& fixed(Json& file, std::size_t board, std::size_t j) {
  return file["start_boards"][board]["fixed_tiles"][j];
}

const std::vector<Broken>& broken_files() {
  static const std::vector<Broken> kBroken{
      {"tiles: 47 entries, 48 expected", [](Json& f) { f["tiles"].erase(47); }},
      {"tile t01: id used twice", [](Json& f) { tile(f, 2)["id"] = "t01"; }},
      {"tile t05: edges must be 6 letters L or S", [](Json& f) { tile(f, 5)["edges"] = "LSSSSX"; }},
      {"tile t05: edges need at least one L and one S",
       [](Json& f) { tile(f, 5)["edges"] = "SSSSSS"; }},
      {"tile t09: land_groups must name each L edge exactly once",
       [](Json& f) { tile(f, 9)["land_groups"] = {{0}}; }},
      {"tile t09: edges 0 and 1 are neighbours of one kind but lie in two groups",
       [](Json& f) { tile(f, 9)["land_groups"] = {{0}, {1}}; }},
      {"tile t35: groups [0, 3] and [1, 2, 4, 5] cross",
       [](Json& f) { tile(f, 35)["land_groups"] = {{0, 3}}; }},
      {"tile t38: 4 groups with edges, 3 expected",
       [](Json& f) { tile(f, 38)["land_groups"] = {{0}, {3}}; }},
      {"tile t08: token_group must be an index into sea_groups",
       [](Json& f) { tile(f, 8)["token_group"] = 1; }},
      {"tile t01: token_group must be an index into land_groups",
       [](Json& f) { tile(f, 1)["token_group"] = -1; }},
      {"tile t06: unknown token cow", [](Json& f) { tile(f, 6)["token"] = "cow"; }},
      {"tiles: 4 tiles ask for cattle, only 3 tokens",
       [](Json& f) { tile(f, 6)["token"] = "cattle"; }},
      {"tiles: 15 tiles ask for settlement, only 14 tokens",
       [](Json& f) {
         for (const int t : {1, 2, 3}) tile(f, t)["token"] = "settlement";
       }},
      {"board A fixed tile 0: land_groups must name each L edge exactly once",
       [](Json& f) {
         fixed(f, 0, 0)["edges"] = "LSSSSS";
         fixed(f, 0, 0)["land_groups"] = {{2}};
       }},
      {"board A fixed tile 0: land edge towards the Mainland",
       [](Json& f) {
         fixed(f, 0, 0)["edges"] = "SSLSSS";
         fixed(f, 0, 0)["land_groups"] = {{2}};
         fixed(f, 0, 0)["sea_groups"] = {{0, 1, 3, 4, 5}};
       }},
      {"board D: fixed tiles at 0 0 and 1 0 do not match",
       [](Json& f) {
         fixed(f, 3, 1)["edges"] = "SSSSSL";
         fixed(f, 3, 1)["land_groups"] = {{5}};
         fixed(f, 3, 1)["sea_groups"] = {{0, 1, 2, 3, 4}};
       }},
      {"tokens: settlement_strengths must be 14 numbers from 2 to 5",
       [](Json& f) { f["tokens"]["settlement_strengths"].erase(0); }},
      {"tokens: settlement_strengths must be 14 numbers from 2 to 5",
       [](Json& f) { f["tokens"]["settlement_strengths"][3] = 6; }},
      {"tokens: livestock must give a number from 0 to 8 for each of the six types",
       [](Json& f) { f["tokens"]["livestock"]["goat"] = 9; }},
      {"tokens: livestock must give a number from 0 to 8 for each of the six types",
       [](Json& f) { f["tokens"]["livestock"].erase("goat"); }},
      {"tokens: enemy_ships must give blank and skull, 12 together",
       [](Json& f) { f["tokens"]["enemy_ships"]["skull"] = 7; }},
      {"tokens: missing enemy_ships", [](Json& f) { f["tokens"].erase("enemy_ships"); }},
      {"file: missing tokens", [](Json& f) { f.erase("tokens"); }},
      {"file: missing tiles", [](Json& f) { f.erase("tiles"); }},
      {"file: format must be farnorth-explorers/1",
       [](Json& f) { f["format"] = "farnorth-explorers/2"; }},
      {"file: edge_order must be ne e se sw w nw", [](Json& f) { f["edge_order"][0] = "n"; }},
      {"file: name must be a text", [](Json& f) { f["name"] = 7; }},
      {"tiles: 0 entries, 48 expected", [](Json& f) { f["tiles"] = 48; }},
      {"tile number 2: missing token", [](Json& f) { tile(f, 3).erase("token"); }},
      {"tile number 2: id must be 1 to 12 of a-z 0-9 _ - and start with a letter",
       [](Json& f) { tile(f, 3)["id"] = "3t"; }},
      {"tile t03: land_groups must be at most 3 lists of edge numbers",
       [](Json& f) {
         tile(f, 3)["land_groups"] = {{0}, Json::array(), Json::array(), Json::array()};
       }},
      {"tile t03: sea_groups must be at most 3 lists of edge numbers",
       [](Json& f) { tile(f, 3)["sea_groups"] = {{1, 2, 3, 4, 6}}; }},
      {"tile t03: sea_groups must name each S edge exactly once",
       [](Json& f) { tile(f, 3)["sea_groups"] = {{1, 2, 3, 4, 5, 5}}; }},
      {"tile t03: a sea group needs at least one edge",
       [](Json& f) { tile(f, 3)["sea_groups"] = {{1, 2, 3, 4, 5}, Json::array()}; }},
      {"mainland_cells: must be a non-empty list of different [q, r] cells",
       [](Json& f) { f["mainland_cells"] = Json::array(); }},
      {"mainland_cells: must be a non-empty list of different [q, r] cells",
       [](Json& f) { f["mainland_cells"][1] = f["mainland_cells"][0]; }},
      {"mainland_cells: a cell lies outside the window",
       [](Json& f) { f["mainland_cells"][0] = {1, 13}; }},
      {"start_boards: 1 to 8 entries expected", [](Json& f) { f["start_boards"] = Json::array(); }},
      {"start_boards entry: missing id", [](Json& f) { f["start_boards"][0].erase("id"); }},
      {"start_boards entry: id must be 1 to 12 letters or digits",
       [](Json& f) { f["start_boards"][0]["id"] = "A B"; }},
      {"board B: id used twice", [](Json& f) { f["start_boards"][0]["id"] = "B"; }},
      {"board A: exactly 3 fixed_tiles expected",
       [](Json& f) { f["start_boards"][0]["fixed_tiles"].erase(0); }},
      {"board A: two fixed tiles on one cell",
       [](Json& f) { fixed(f, 0, 1)["cell"] = fixed(f, 0, 2)["cell"]; }},
      {"board A fixed tile 1: missing cell", [](Json& f) { fixed(f, 0, 1).erase("cell"); }},
      {"board A fixed tile 1: cell must be [q, r] inside the window",
       [](Json& f) { fixed(f, 0, 1)["cell"] = {1, 13}; }},
      {"board A fixed tile 1: on a Mainland cell",
       [](Json& f) { fixed(f, 0, 1)["cell"] = {0, 1}; }},
      {"board A fixed tile 1: must share an edge with the Mainland",
       [](Json& f) { fixed(f, 0, 1)["cell"] = {5, 0}; }},
      {"board A fixed tile 1: shore edges lie in two sea groups",
       [](Json& f) {  // the middle tile faces the Mainland to the south-east and to the south-west
         f["mainland_cells"].push_back({2, -1});
         f["mainland_cells"].push_back({2, 1});
         fixed(f, 0, 1)["edges"] = "SLSSLS";
         fixed(f, 0, 1)["land_groups"] = {{1, 4}};
         fixed(f, 0, 1)["sea_groups"] = {{0, 5}, {2, 3}};
       }},
      {"board A: the Mainland must start below the top row of fixed tiles",
       [](Json& f) { f["mainland_cells"].push_back({5, 0}); }},
      // The letters alone decide, whatever the groups are.
      {"board A fixed tile 0: land edge towards the Mainland",
       [](Json& f) { fixed(f, 0, 0)["edges"] = "SSLSSS"; }},
      {"board D: fixed tiles at 0 0 and 1 0 do not match",
       [](Json& f) { fixed(f, 3, 1)["edges"] = "SSSSSL"; }},
      {"board D: fixed tiles at 0 0 and 1 0 do not match",
       [](Json& f) {
         fixed(f, 3, 1)["edges"] = "SSSSSL";
         fixed(f, 3, 2).erase("cell");
       }},
      {"mainland_cells: a cell lies outside the window",
       [](Json& f) { f["mainland_cells"][0] = {61, 0}; }},
      {"mainland_cells: a cell lies outside the window",
       [](Json& f) { f["mainland_cells"][0] = {-120, 0}; }},
      {"mainland_cells: a cell lies outside the window",
       [](Json& f) { f["mainland_cells"][0] = {0, 18446744073709551615ULL}; }},
      {"mainland_cells: must be a non-empty list of different [q, r] cells",
       [](Json& f) { f["mainland_cells"] = {{61, 0}, {61, 0}}; }},
      {"mainland_cells: must be a non-empty list of different [q, r] cells",
       [](Json& f) { f["mainland_cells"][0] = {0, 1.0}; }},
      {"tile t05: token_group must be an index into land_groups",
       [](Json& f) { tile(f, 5)["land_groups"] = Json::array(); }},
      {"file: name must be a text", [](Json& f) { f["name"] = ""; }},
      {"file: name must be at most 60 characters, all printable",
       [](Json& f) { f["name"] = "two\nlines"; }},
      {"file: name must be at most 60 characters, all printable",
       [](Json& f) { f["name"] = std::string(61, 'x'); }},
  };
  return kBroken;
}

TEST_CASE("N-EX-71 [N-TILE-8] bad files") {
  CHECK(errors_in(shipped_text()).empty());
  for (const Broken& broken : broken_files()) {
    Json file = shipped();
    broken.change(file);
    const std::string errors = errors_in(file.dump());
    CHECK_MESSAGE(reports(errors, broken.message), broken.message, "\nreported:\n", errors);
  }
}

TEST_CASE("N-EX-71 not JSON, too large, and every error at once") {
  for (const char* text : {"", "[1]", "{", "nonsense", "{\"a\":1}x"})
    CHECK(reports(errors_in(text), "file: not a JSON object"));
  CHECK(reports(errors_in(std::string(2'000'000, ' ') + "{}"), "file: not a JSON object"));
  Json file = shipped();
  tile(file, 5)["edges"] = "LSSSSX";
  tile(file, 6)["token"] = "cow";
  file["tokens"]["enemy_ships"]["skull"] = 5;
  const std::string errors = errors_in(file.dump());
  CHECK(std::count(errors.begin(), errors.end(), '\n') == 2);
  CHECK(reports(errors, "tile t05: edges must be 6 letters L or S"));
  CHECK(reports(errors, "tile t06: unknown token cow"));
  CHECK(reports(errors, "tokens: enemy_ships must give blank and skull, 12 together"));
}

TEST_CASE("N-EX-71 what is no object says why") {
  const std::vector<std::pair<std::string, std::string>> texts{
      {"", "syntax error at line 1, column 1"},
      {"{\n  \"a\": 1,\n}", "syntax error at line 3, column 1"},
      {"[1]", "a value of type array"},
      {"{\"a\": 1e999}", "a number is too large"},
      {std::string(2'000'000, ' ') + "{}", "larger than 1 MiB"},
  };
  for (const auto& [text, why] : texts)
    CHECK(errors_in(text) == "my.json: file: not a JSON object\nmy.json: file: " + why);
  CHECK(error_of([] { load_tile_set("."); }) ==
        ".: file: not a JSON object\n.: file: this is a folder");
}

TEST_CASE("N-EX-71 a file nested so deep that reading it could end the process is refused") {
  constexpr std::size_t kDeep = 400'000;
  Json file = shipped();
  tile(file, 1)["token"] = "DEEP";
  std::string text = file.dump();
  const std::string_view word = "\"DEEP\"";
  text.replace(text.find(word), word.size(), std::string(kDeep, '[') + std::string(kDeep, ']'));
  CHECK(errors_in(text) ==
        "my.json: file: not a JSON object\nmy.json: file: nested more than 64 deep");
}

// All errors of a changed file.
std::vector<std::string> all_errors(const std::function<void(Json&)>& change) {
  Json file = shipped();
  change(file);
  std::vector<std::string> errors;
  std::istringstream lines(errors_in(file.dump()));
  for (std::string line; std::getline(lines, line);)
    errors.push_back(line.substr(std::string_view("my.json: ").size()));
  return errors;
}

using Errors = std::vector<std::string>;

TEST_CASE("N-EX-71 an error hides no other that does not depend on it") {
  CHECK(all_errors([](Json& f) {
          tile(f, 5)["edges"] = "LSSSSX";
          tile(f, 5)["land_groups"] = {{0}, {1}, {2}, {3}};
          tile(f, 5)["sea_groups"] = {{6}};
          tile(f, 5)["token"] = "cow";
        }) == Errors{"tile t05: edges must be 6 letters L or S",
                     "tile t05: land_groups must be at most 3 lists of edge numbers",
                     "tile t05: sea_groups must be at most 3 lists of edge numbers",
                     "tile t05: unknown token cow"});
  CHECK(all_errors([](Json& f) {
          tile(f, 5).erase("token");
          tile(f, 5)["id"] = "5";
          tile(f, 5)["edges"] = "LSSSSX";
        }) == Errors{"tile number 4: missing token",
                     "tile number 4: id must be 1 to 12 of a-z 0-9 _ - and start with a letter",
                     "tile number 4: edges must be 6 letters L or S"});
  CHECK(all_errors([](Json& f) {
          tile(f, 8)["edges"] = "LSSSSX";
          tile(f, 8)["token_group"] = 7;
        }) == Errors{"tile t08: edges must be 6 letters L or S",
                     "tile t08: token_group must be an index into sea_groups"});
  CHECK(all_errors([](Json& f) {
          fixed(f, 0, 0).erase("cell");
          fixed(f, 0, 0)["edges"] = "LSSSSX";
          fixed(f, 0, 1).erase("edges");
          fixed(f, 0, 1)["land_groups"] = 3;
          fixed(f, 0, 1)["cell"] = {1, 13};
        }) == Errors{"board A fixed tile 0: missing cell",
                     "board A fixed tile 0: edges must be 6 letters L or S",
                     "board A fixed tile 1: missing edges",
                     "board A fixed tile 1: land_groups must be at most 3 lists of edge numbers",
                     "board A fixed tile 1: cell must be [q, r] inside the window"});
  CHECK(all_errors([](Json& f) {
          f["start_boards"][0].erase("id");
          fixed(f, 0, 2)["edges"] = 6;
        }) == Errors{"start_boards entry: missing id",
                     "board number 0 fixed tile 2: edges must be 6 letters L or S"});
  CHECK(all_errors([](Json& f) {
          f["tokens"]["livestock"]["goat"] = "many";
          tile(f, 6)["token"] = "cattle";
        }) == Errors{"tokens: livestock must give a number from 0 to 8 for each of the six types",
                     "tiles: 4 tiles ask for cattle, only 3 tokens"});
}

TEST_CASE("N-EX-71 the checks of a board do not depend on the order of its tiles") {
  for (const auto& [a, b] : {std::pair{0, 1}, std::pair{1, 2}, std::pair{0, 2}}) {
    const Errors errors = all_errors([a = a, b = b](Json& f) {
      f["mainland_cells"].push_back({5, 0});  // as high as the fixed tiles
      while (f["start_boards"].size() > 1) f["start_boards"].erase(1);
      fixed(f, 0, static_cast<std::size_t>(a)) = fixed(f, 0, static_cast<std::size_t>(b));
    });
    CHECK(errors == Errors{"board A: two fixed tiles on one cell",
                           "board A: the Mainland must start below the top row of fixed tiles"});
  }
}

TEST_CASE("N-EX-71 an id used more than once is one error") {
  CHECK(all_errors([](Json& f) {
          for (const std::size_t board : {1U, 2U, 3U}) f["start_boards"][board]["id"] = "A";
          for (const int t : {2, 3, 4}) tile(f, t)["id"] = "t01";
        }) == Errors{"tile t01: id used twice", "board A: id used twice"});
}

TEST_CASE("a set may have the name of ours, and is told apart by its hash") {
  const TemporaryFile ours(shipped_text());
  CHECK(Explorers::make({{"tiles", ours.path()}}).setup_options() == Explorers().setup_options());
  Json file = shipped();
  tile(file, 1)["id"] = "mine";
  const TemporaryFile others(file.dump());
  const Options options = Explorers::make({{"tiles", others.path()}}).setup_options();
  CHECK(options.at("tiles") == kProposedName);
  CHECK(error_of([&] { Explorers::make(options); }) ==
        "tile set proposed has the hash " + proposed_tile_set()->sha256 + ", not " +
            farnorth::quoted(options.at("tiles_sha256")));
  file["name"] = "a set\xC3\xB8 of mine";
  const TemporaryFile named(file.dump());
  CHECK(error_of([&] { Explorers::make({{"tiles", named.path()}, {"board", "no\nboard"}}); }) ==
        "board 'no?board' is not in tile set 'a set?? of mine'");
}

TEST_CASE("files of noise are refused or read, never a crash") {
  Rng rng(5);
  const std::string text = shipped_text();
  const std::vector<Json> values{Json(),
                                 Json(-1),
                                 Json(1e300),
                                 Json("x"),
                                 Json::array(),
                                 Json::object(),
                                 Json(true),
                                 Json::array({Json::array({0, 1}), "L"}),
                                 Json(18446744073709551615ULL)};
  std::vector<Json::json_pointer> places;
  const Json flat = shipped().flatten();
  for (const auto& [path, value] : flat.items()) places.emplace_back(path);
  for (int i = 0; i < 600; ++i) {
    Json file = shipped();
    const auto& place = places[rng.below(static_cast<std::uint32_t>(places.size()))];
    const Json& value = values[rng.below(static_cast<std::uint32_t>(values.size()))];
    (rng.below(3) == 0 && !place.parent_pointer().empty() ? file[place.parent_pointer()]
                                                          : file[place]) = value;
    CHECK_NOTHROW((void)errors_in(file.dump()));
    std::string cut = text;
    cut[rng.below(static_cast<std::uint32_t>(cut.size()))] = static_cast<char>(rng.below(256));
    CHECK_NOTHROW((void)errors_in(cut));
  }
}

// ---- All faces ----------------------------------------------------------------------------------

// All ways to divide the edges of `set` into groups.
void partitions(DirectionSet set, std::vector<std::vector<int>>& groups,
                const std::function<void()>& visit) {
  if (set == 0) return visit();
  const int edge = std::countr_zero(set);
  const auto rest = static_cast<DirectionSet>(set & (set - 1));
  for (std::size_t g = 0; g < groups.size(); ++g) {
    groups[g].push_back(edge);
    partitions(rest, groups, visit);
    groups[g].pop_back();
  }
  groups.push_back({edge});
  partitions(rest, groups, visit);
  groups.pop_back();
}

TEST_CASE("N-EX-72 all faces") {
  std::map<int, std::set<int>> ways_by_runs;  // runs of land -> numbers of ways
  int faces = 0;
  const Json base = shipped();
  for (unsigned rim = 1; rim < 63; ++rim) {
    std::string edges;
    int runs = 0;
    for (int d = 0; d < 6; ++d) {
      edges += (rim >> d & 1U) != 0 ? 'L' : 'S';
      runs += (rim >> d & 1U) != 0 && (rim >> (d + 5) % 6 & 1U) == 0;
    }
    int ways = 0;
    std::vector<std::vector<int>> lands, seas;
    partitions(static_cast<DirectionSet>(rim), lands, [&] {
      if (lands.size() > 3) return;
      partitions(static_cast<DirectionSet>(63 & ~rim), seas, [&] {
        if (seas.size() > 3) return;
        Json file;  // the face alone decides: one changed tile in a file that is otherwise short
        file["tiles"] = Json::array({base["tiles"][0]});
        file["tiles"][0]["edges"] = edges;
        file["tiles"][0]["land_groups"] = lands;
        file["tiles"][0]["sea_groups"] = seas;
        ways += errors_in(file.dump()).find("my.json: tile t01: ") == std::string::npos;
      });
    });
    ways_by_runs[runs].insert(ways);
    faces += ways;
  }
  CHECK(faces == 100);
  CHECK(ways_by_runs == std::map<int, std::set<int>>{{1, {1}}, {2, {2}}, {3, {5}}});
}

TEST_CASE("N-EX-73 [N-ISLE-1] islet") {
  Json file = shipped();
  tile(file, 1)["land_groups"] = {{0}, Json::array()};
  tile(file, 1)["token_group"] = 1;
  Position p{Explorers(Setup{}, parse_tile_set(file.dump(), "islet"))};
  p.put("t01", 3, 2, -1).vikings(0, 2, -1, 1, 1);
  Island island;
  explore(p.game.chart(), p.state.map, p.land(2, -1, 1), island);
  CHECK(island.complete);
  CHECK(island.tiles.size() == 1);
  CHECK(p.points(0, "islands") == 1);
  CHECK(p.state.livestock[0][0] == p.land(2, -1, 1));
  CHECK(p.game.chart()[p.tile("t01")].rotations == 0b111111);
}

// ---- Texts and ids ------------------------------------------------------------------------------

TEST_CASE("N-EX-70 ids") {
  const Explorers game;
  const std::vector<std::pair<const char*, int>> actions{{"captain archer", 0},
                                                         {"captain watchman", 10},
                                                         {"tile t01 rot 0", 11},
                                                         {"tile t48 rot 2", 295},
                                                         {"reshuffle", 299},
                                                         {"lay 1 -12", 300},
                                                         {"lay 2 -1", 510},
                                                         {"load 0 viking", 769},
                                                         {"load 2 horse", 789},
                                                         {"unload 1 pig", 798},
                                                         {"done", 811},
                                                         {"sail ne", 812},
                                                         {"sail nw", 817},
                                                         {"sail home", 818},
                                                         {"sail out 2", 821},
                                                         {"from 1 0", 1056},
                                                         {"walk ne 1", 1291},
                                                         {"walk nw horse", 1338},
                                                         {"outpost 1 -12 n", 1339},
                                                         {"outpost 1 -1 s", 1758},
                                                         {"end", 2277}};
  for (const auto& [text, id] : actions) {
    CHECK(Explorers::action_id(game.to_move(text)) == id);
    CHECK(game.to_text(Explorers::move_of(id)) == text);
  }
  const std::vector<std::pair<const char*, int>> chances{
      {"draw t01", 0},       {"draw t48", 47},    {"deal archer", 48},
      {"deal watchman", 58}, {"first 0", 59},     {"settlement 2", 63},
      {"settlement 5", 66},  {"fight blank", 67}, {"fight skull", 68}};
  for (const auto& [text, id] : chances) {
    CHECK(Explorers::chance_id(game.to_move(text)) == id);
    CHECK(game.to_text(Explorers::chance_of(id)) == text);
  }
  CHECK(Explorers::kActionCount == 2278);
  CHECK(Explorers::kChanceCount == 69);
}

TEST_CASE("texts that are no moves") {
  const Explorers game;
  for (const char* text : {"",
                           " ",
                           "draw ?",
                           "deal ?",
                           "captain ?",
                           "Sail ne",
                           "sail",
                           "sail ne ",
                           "sail  ne",
                           "sail n",
                           "lay 1",
                           "lay 14 -1",
                           "lay 01 0",
                           "lay 1 -1 0",
                           "tile t01",
                           "tile t01 rot 6",
                           "tile t49 rot 0",
                           "tile t01 turn 0",
                           "load 3 viking",
                           "load 0 cow",
                           "walk ne 3",
                           "from 1 x",
                           "outpost 1 -1 e",
                           "sail out 3",
                           "first 4",
                           "settlement 1",
                           "settlement 6",
                           "fight draw",
                           "done now",
                           "end 0",
                           "unload -1 pig",
                           "lay +1 0",
                           "a b c d e f g h i j",
                           "lay 99999999999 0"})
    CHECK_THROWS_AS(game.to_move(text), IllegalMove);
  for (const int id : {-1, 2278, 100000}) CHECK_THROWS_AS(Explorers::move_of(id), IllegalMove);
  for (const int id : {-1, 69}) CHECK_THROWS_AS(Explorers::chance_of(id), IllegalMove);
  CHECK_THROWS_AS(Explorers::action_id(Move::draw(Tile::at(0))), IllegalMove);
  CHECK_THROWS_AS(Explorers::chance_id(Move::end()), IllegalMove);
}

}  // namespace
}  // namespace farnorth::explorers
