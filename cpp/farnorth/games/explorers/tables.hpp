// Components of Explorers of the North Sea.
//
// Known: the numbers of tiles, livestock, tokens, captains and pieces. Proposed, since no public
// source prints them: the faces of the 48 tiles, the four sides of the start boards and how the
// settlement strengths are split (RULES.md says which fact comes from where). A tile set of the
// user's own may replace what is proposed: tiles.hpp.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace farnorth::explorers {

inline constexpr int kMaxPlayers = 4;

// ---- Pieces -------------------------------------------------------------------------------------

enum class Livestock : std::uint8_t { pig, chicken, goat, sheep, cattle, horse };
inline constexpr int kLivestockTypes = 6;
inline constexpr std::array<std::string_view, kLivestockTypes> kLivestockNames{
    "pig", "chicken", "goat", "sheep", "cattle", "horse"};
inline constexpr int kMostLivestockOfAType = 8;  // a limit for tile sets

// What a longship carries: Vikings, then livestock by type. Also the order in which a load or
// unload is spelt.
inline constexpr int kItems = 1 + kLivestockTypes;
inline constexpr std::size_t kViking = 0;
inline constexpr std::array<std::string_view, kItems> kItemNames{
    "viking", "pig", "chicken", "goat", "sheep", "cattle", "horse"};

inline constexpr int kVikings = 7, kVikingsAboardAtStart = 2;  // N-SETUP-5
inline constexpr int kLongshipSpaces = 3;
inline constexpr int kOutposts = 5;
inline constexpr int kActions = 4;  // a turn
inline constexpr int kOutpostCost = 2;
inline constexpr int kHandTiles = 3;
inline constexpr int kFightersNeeded = 2;  // N-SAIL-3
inline constexpr int kBuildersNeeded = 2;  // N-OUT-1

inline constexpr int kLowestStrength = 2, kHighestStrength = 5;
inline constexpr int kStrengths = kHighestStrength - kLowestStrength + 1;
inline constexpr int kSettlementTokens = 14, kEnemyShipTokens = 12;

enum class Captain : std::uint8_t {
  archer,
  barbarian,
  cartographer,
  hero,
  huntsman,
  queen,
  scout,
  shieldmaiden,
  trader,
  tyrant,
  watchman,
  none,
};
inline constexpr int kCaptains = 11;
inline constexpr int kCaptainsDealt = 2;  // to each
inline constexpr std::array<std::string_view, kCaptains> kCaptainNames{
    "archer", "barbarian",    "cartographer", "hero",   "huntsman", "queen",
    "scout",  "shieldmaiden", "trader",       "tyrant", "watchman"};
constexpr bool in_solo(Captain captain) {  // N-SOLO-1
  return captain != Captain::queen && captain != Captain::scout;
}

// ---- Points -------------------------------------------------------------------------------------

inline constexpr std::array<int, kLivestockTypes + 1> kSetPoints{0, 1, 3, 6, 10, 15, 21};
inline constexpr std::array<int, kOutposts + 1> kOutpostPoints{0, 2, 5, 9, 14, 20};

// ---- Tiles --------------------------------------------------------------------------------------

inline constexpr int kTiles = 48;
inline constexpr int kFixedTiles = 3;                // of the start board
inline constexpr int kSites = kTiles + kFixedTiles;  // all that can lie on the table
inline constexpr int kMostGroups = 3;                // lands or seas of a tile

// The mark of a tile: what is put on it when it is laid.
enum class Token : std::uint8_t {
  pig,
  chicken,
  goat,
  sheep,
  cattle,
  horse,
  settlement,
  enemy_ship,
  none
};
inline constexpr int kTokenKinds = 8;
inline constexpr std::array<std::string_view, kTokenKinds> kTokenNames{
    "pig", "chicken", "goat", "sheep", "cattle", "horse", "settlement", "enemy_ship"};
constexpr bool is_livestock(Token token) { return token < Token::settlement; }

// Edges clockwise from ne, L land and S sea. Groups list the edges of each land and each sea, one
// group after the other.
struct TileRow {
  std::string_view id, edges, lands, seas;
  Token token;
  int token_group;
};

// Proposed, not printed facts, except for the number of tiles with each kind of livestock.
// clang-format off
inline constexpr std::array<TileRow, kTiles> kProposedTiles = [] {
  using enum Token;
  return std::array<TileRow, kTiles>{{
    {"t01", "LSSSSS", "0",     "12345", pig,        0},
    {"t02", "LSSSSS", "0",     "12345", chicken,    0},
    {"t03", "LSSSSS", "0",     "12345", goat,       0},
    {"t04", "LSSSSS", "0",     "12345", sheep,      0},
    {"t05", "LSSSSS", "0",     "12345", cattle,     0},
    {"t06", "LSSSSS", "0",     "12345", horse,      0},
    {"t07", "LSSSSS", "0",     "12345", settlement, 0},
    {"t08", "LSSSSS", "0",     "12345", enemy_ship, 0},
    {"t09", "LLSSSS", "01",    "2345",  pig,        0},
    {"t10", "LLSSSS", "01",    "2345",  chicken,    0},
    {"t11", "LLSSSS", "01",    "2345",  sheep,      0},
    {"t12", "LLSSSS", "01",    "2345",  cattle,     0},
    {"t13", "LLSSSS", "01",    "2345",  settlement, 0},
    {"t14", "LLSSSS", "01",    "2345",  enemy_ship, 0},
    {"t15", "LLLSSS", "012",   "345",   pig,        0},
    {"t16", "LLLSSS", "012",   "345",   chicken,    0},
    {"t17", "LLLSSS", "012",   "345",   goat,       0},
    {"t18", "LLLSSS", "012",   "345",   cattle,     0},
    {"t19", "LLLSSS", "012",   "345",   horse,      0},
    {"t20", "LLLSSS", "012",   "345",   settlement, 0},
    {"t21", "LLLSSS", "012",   "345",   enemy_ship, 0},
    {"t22", "LLLLSS", "0123",  "45",    pig,        0},
    {"t23", "LLLLSS", "0123",  "45",    chicken,    0},
    {"t24", "LLLLSS", "0123",  "45",    goat,       0},
    {"t25", "LLLLSS", "0123",  "45",    sheep,      0},
    {"t26", "LLLLSS", "0123",  "45",    horse,      0},
    {"t27", "LLLLSS", "0123",  "45",    settlement, 0},
    {"t28", "LLLLSS", "0123",  "45",    enemy_ship, 0},
    {"t29", "LLLLLS", "01234", "5",     pig,        0},
    {"t30", "LLLLLS", "01234", "5",     chicken,    0},
    {"t31", "LLLLLS", "01234", "5",     goat,       0},
    {"t32", "LLLLLS", "01234", "5",     sheep,      0},
    {"t33", "LLLLLS", "01234", "5",     settlement, 0},
    {"t34", "LSLSSS", "0 2",   "1345",  settlement, 0},
    {"t35", "LSSLSS", "0 3",   "1245",  pig,        0},
    {"t36", "LSSLSS", "0 3",   "1245",  settlement, 0},
    {"t37", "LSSLSS", "0 3",   "1245",  enemy_ship, 0},
    {"t38", "LSSLSS", "03",    "12 45", enemy_ship, 0},
    {"t39", "LLSLSS", "01 3",  "245",   settlement, 0},
    {"t40", "LLSLSS", "01 3",  "245",   enemy_ship, 0},
    {"t41", "LLSSLS", "01 4",  "235",   settlement, 0},
    {"t42", "LLSSLS", "01 4",  "235",   enemy_ship, 0},
    {"t43", "LLLSLS", "012 4", "35",    settlement, 0},
    {"t44", "LLLSLS", "012 4", "35",    enemy_ship, 0},
    {"t45", "LLLSLS", "0124",  "3 5",   settlement, 0},
    {"t46", "LLSLLS", "01 34", "25",    goat,       0},
    {"t47", "LLSLLS", "01 34", "25",    settlement, 0},
    {"t48", "LLSLLS", "01 34", "25",    enemy_ship, 0},
  }};
}();
// clang-format on

constexpr int tiles_with(Token token) {
  int tiles = 0;
  for (const TileRow& tile : kProposedTiles) tiles += tile.token == token ? 1 : 0;
  return tiles;
}

inline constexpr std::array<std::uint8_t, kLivestockTypes> kLivestockTokens{6, 5, 5, 4, 3, 3};
static_assert(
    [] {
      for (std::size_t type = 0; type < kLivestockTypes; ++type)
        if (tiles_with(static_cast<Token>(type)) != kLivestockTokens[type]) return false;
      return true;
    }(),
    "a tile for each livestock token");
static_assert(tiles_with(Token::settlement) + tiles_with(Token::enemy_ship) == 22,
              "48 less 26 livestock tiles");

// Tokens of strength 2, 3, 4, 5: the range is known, the split proposed.
inline constexpr std::array<std::uint8_t, kStrengths> kProposedStrengths{4, 4, 3, 3};
static_assert(4 + 4 + 3 + 3 == kSettlementTokens);
inline constexpr int kBlankTokens = 6, kSkullTokens = 6;
static_assert(kBlankTokens + kSkullTokens == kEnemyShipTokens);

// Proposed: the start boards and where the Mainland lies. The fixed tiles of every side lie on the
// same cells.
struct CellRow {
  int q, r;
};
inline constexpr std::array<CellRow, 7> kProposedMainland{
    {{0, 1}, {1, 1}, {-1, 2}, {0, 2}, {1, 2}, {-1, 3}, {0, 3}}};

struct FixedTileRow {
  CellRow cell;
  std::string_view edges, lands, seas;
};
struct BoardRow {
  std::string_view id;
  std::array<FixedTileRow, kFixedTiles> tiles;
};
// clang-format off
inline constexpr std::array<BoardRow, 4> kProposedBoards{{
    // Board 1, front: open water, three small capes; recommended for a first game.
    {"A", {{{{0, 0}, "SSSSSL", "5",   "01234"}, {{1, 0}, "LSSSSS", "0",  "12345"}, {{2, 0}, "LSSSSS", "0",   "12345"}}}},
    // Board 1, back: a land shared by the left and the middle tile; free sea on the right.
    {"B", {{{{0, 0}, "LLSSSS", "01",  "2345"},  {{1, 0}, "SSSSLL", "45", "0123"},  {{2, 0}, "SSSSSL", "5",   "01234"}}}},
    // Board 2, front: lands on both flanks, the middle is the main way out.
    {"C", {{{{0, 0}, "SSSSLL", "45",  "0123"},  {{1, 0}, "LSSSSS", "0",  "12345"}, {{2, 0}, "LLSSSS", "01",  "2345"}}}},
    // Board 2, back: land along most of the open rim, three narrow channels.
    {"D", {{{{0, 0}, "LLSSSL", "015", "234"},   {{1, 0}, "SSSSLL", "45", "0123"},  {{2, 0}, "LSSSSL", "05",  "1234"}}}},
}};
// clang-format on

}  // namespace farnorth::explorers
