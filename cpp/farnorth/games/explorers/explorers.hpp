// Explorers of the North Sea. Read this first, then RULES.md.
//
//   tables.hpp   pieces, points, the proposed tiles      knowledge.cpp  View, determinize
//   tiles.hpp    a set of tiles, ours or the user's       score.cpp      points, captains, ranking
//   map.hpp      tiles on the table, how they join        text.cpp       texts and ids of moves
//   setup.cpp    options, the first state                 encode.cpp     the observation vector
//   moves.cpp    who acts, what is legal, chance          check.cpp      the invariants
//   apply.cpp    what a move does                         policy.cpp     a sensible player
//
// Vikings, livestock and tokens of one kind are interchangeable: the state counts them and never
// names a single piece. A turn is a chain of small moves (pick a tile, lay it, up to four actions,
// each of one to three moves), so that every choice has exactly one spelling.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "farnorth/core/game.hpp"
#include "farnorth/core/outlook.hpp"
#include "farnorth/games/explorers/map.hpp"
#include "farnorth/games/explorers/tables.hpp"
#include "farnorth/games/explorers/tiles.hpp"

namespace farnorth::explorers {

struct Setup {
  std::uint8_t players = 2;
  std::uint8_t window = kLargestWindow;  // N-TILE-5
  std::string board = "A";
  std::string tiles = std::string(kProposedName);  // name of the tile set
  friend bool operator==(const Setup&, const Setup&) = default;
};

// ---- Moves --------------------------------------------------------------------------------------

enum class MoveKind : std::uint8_t {
  // players
  captain,
  tile,
  reshuffle,
  lay,
  load,
  unload,
  done,
  sail,
  home,
  out,
  from,
  walk,
  outpost,
  end,
  // chance
  draw,
  deal,
  first,
  settlement,
  fight,
};

// Payloads of `walk`: one Viking, two, or one with an animal of type payload - 2.
inline constexpr int kPayloads = 2 + kLivestockTypes;
inline constexpr std::array<std::string_view, kPayloads> kPayloadNames{
    "1", "2", "pig", "chicken", "goat", "sheep", "cattle", "horse"};

inline constexpr std::uint8_t kUnknown = 255;  // a card as seen by those who may not see it

// A kind and the fields it names; the others stay at their defaults.
struct Move {
  MoveKind kind{};
  Tile tile{};                 // tile, draw
  Cell cell{};                 // lay, from, outpost
  std::uint8_t rotation = 0;   // tile
  std::uint8_t direction = 0;  // sail, walk
  std::uint8_t item = 0;       // load, unload: an item; walk: a payload
  // captain, deal: the captain; load, unload: the land group; out: the fixed tile; outpost: 0 top
  // point, 1 bottom; first: the seat; settlement: its strength; fight: 0 blank, 1 skull
  std::uint8_t number = 0;

  static constexpr Move captain(Captain captain) {
    return {.kind = MoveKind::captain, .number = static_cast<std::uint8_t>(captain)};
  }
  static constexpr Move pick(Tile tile, int rotation) {
    return {.kind = MoveKind::tile, .tile = tile, .rotation = static_cast<std::uint8_t>(rotation)};
  }
  static constexpr Move reshuffle() { return {.kind = MoveKind::reshuffle}; }
  static constexpr Move lay(Cell cell) { return {.kind = MoveKind::lay, .cell = cell}; }
  static constexpr Move load(int land, std::size_t item) {
    return {.kind = MoveKind::load,
            .item = static_cast<std::uint8_t>(item),
            .number = static_cast<std::uint8_t>(land)};
  }
  static constexpr Move unload(int land, std::size_t item) {
    return {.kind = MoveKind::unload,
            .item = static_cast<std::uint8_t>(item),
            .number = static_cast<std::uint8_t>(land)};
  }
  static constexpr Move done() { return {.kind = MoveKind::done}; }
  static constexpr Move sail(int direction) {
    return {.kind = MoveKind::sail, .direction = static_cast<std::uint8_t>(direction)};
  }
  static constexpr Move home() { return {.kind = MoveKind::home}; }
  static constexpr Move out(int fixed) {
    return {.kind = MoveKind::out, .number = static_cast<std::uint8_t>(fixed)};
  }
  static constexpr Move from(Cell cell) { return {.kind = MoveKind::from, .cell = cell}; }
  static constexpr Move walk(int direction, int payload) {
    return {.kind = MoveKind::walk,
            .direction = static_cast<std::uint8_t>(direction),
            .item = static_cast<std::uint8_t>(payload)};
  }
  static constexpr Move outpost(Point point) {
    return {.kind = MoveKind::outpost,
            .cell = point.cell(),
            .number = static_cast<std::uint8_t>(point.is_bottom())};
  }
  static constexpr Move end() { return {.kind = MoveKind::end}; }
  static constexpr Move draw(Tile tile) { return {.kind = MoveKind::draw, .tile = tile}; }
  static constexpr Move deal(Captain captain) {
    return {.kind = MoveKind::deal, .number = static_cast<std::uint8_t>(captain)};
  }
  static constexpr Move first(int seat) {
    return {.kind = MoveKind::first, .number = static_cast<std::uint8_t>(seat)};
  }
  static constexpr Move settlement(int strength) {
    return {.kind = MoveKind::settlement, .number = static_cast<std::uint8_t>(strength)};
  }
  static constexpr Move fight(bool skull) {
    return {.kind = MoveKind::fight, .number = static_cast<std::uint8_t>(skull)};
  }

  constexpr Point point() const {  // outpost
    return number == 0 ? Point::top(cell) : Point::bottom(cell);
  }
  friend constexpr bool operator==(const Move&, const Move&) = default;
};
static_assert(sizeof(Move) == 8);

// ---- State --------------------------------------------------------------------------------------

enum class Phase : std::uint8_t {
  // setup
  deal_tiles,
  deal_captains,
  captain,
  start,
  // solo: three tiles at the start of a turn
  refill,
  // laying a tile
  tile,
  redraw,
  cell,
  token,
  // actions
  act,
  load,
  unload,
  walk,
  fight,
  // the end of a turn, and of the game
  draw,
  over,
};
inline constexpr int kPhases = 16;
inline constexpr std::array<std::string_view, kPhases> kPhaseNames{
    "deal_tiles", "deal_captains", "captain", "start",  "refill", "tile",  "redraw", "cell",
    "token",      "act",           "load",    "unload", "walk",   "fight", "draw",   "over"};

// One player's pieces.
struct Clan {
  // Before all have picked: the captains dealt, in order. Then the one he kept (solo: both).
  std::array<Captain, kCaptainsDealt> captain{Captain::none, Captain::none};
  std::uint8_t pick = 0;  // before all have picked: 1 or 2 = the captain he keeps

  std::uint8_t mainland = 0, dead = 0;  // Vikings
  FixedVector<Land, kVikings> ashore;   // Vikings on land, sorted
  Tile ship = Tile::none();             // none: on the shore
  std::uint8_t sea = 0;                 // of that tile
  std::array<std::uint8_t, kItems> aboard{};
  std::array<std::uint8_t, kLivestockTypes> delivered{};
  std::array<std::uint8_t, kStrengths> raided{};  // settlement tokens by strength, from 2
  std::uint8_t enemy_ships = 0;                   // destroyed
  FixedVector<Point, kOutposts> outposts;         // sorted

  bool on_shore() const { return ship == Tile::none(); }
  int pieces_aboard() const {
    int pieces = 0;
    for (const std::uint8_t n : aboard) pieces += n;
    return pieces;
  }
  int vikings_on(Land land) const {
    int vikings = 0;
    for (const Land there : ashore) vikings += there == land ? 1 : 0;
    return vikings;
  }
  int settlements() const {
    int tokens = 0;
    for (const std::uint8_t n : raided) tokens += n;
    return tokens;
  }
  friend bool operator==(const Clan&, const Clan&) = default;
};

struct State {
  Phase phase = Phase::deal_tiles;
  Player player{};                  // whose turn, deal or pick it is
  Player first{};                   // whose turn was the first
  std::uint8_t turns = 0;           // finished
  std::uint8_t actions = 0;         // left
  Tile picked = Tile::none();       // phases cell and token
  std::uint8_t rotation = 0;        // phase cell: of the picked tile
  Tile from = Tile::none();         // phase walk
  std::uint8_t land = 0, item = 0;  // phases load and unload: the land group, the last item
  std::uint8_t redraw = 0;          // phase redraw: tiles still to draw
  std::uint16_t shuffles = 0;       // how often a hand went back to the stack
  Tiles stack, removed;             // removed from the game: solo only
  std::array<Tiles, kMaxPlayers> hand{};
  Tiles with_outpost;  // tiles that touch an outpost
  Map map;
  std::array<FixedVector<Land, kMostLivestockOfAType>, kLivestockTypes>
      livestock;                                     // on land, sorted
  std::array<std::uint8_t, kStrengths> strengths{};  // unused settlement tokens
  std::uint8_t blanks = 0, skulls = 0;  // enemy ships not yet turned up, on the table or not
  std::array<Clan, kMaxPlayers> clan{};

  friend bool operator==(const State&, const State&) = default;
};
static_assert(sizeof(State) <= 1024);

// ---- Knowledge ----------------------------------------------------------------------------------

// Watching tells nothing that the table does not show (section 5).
struct Memory {
  friend bool operator==(const Memory&, const Memory&) = default;
};

// What one player knows: section 5.
struct View {
  Player viewer{};
  State seen;    // without the stack, the hands of others and, before the reveal, their captains
  Tiles unseen;  // the stack and the other hands together
  std::uint8_t stack_size = 0;
  std::array<std::uint8_t, kMaxPlayers> hand_size{};      // of the others
  std::array<std::uint8_t, kMaxPlayers> captains_held{};  // of the others, before the reveal
  std::array<bool, kMaxPlayers> has_picked{};             // the same
  friend bool operator==(const View&, const View&) = default;
};

// ---- The game -----------------------------------------------------------------------------------

class Explorers {
 public:
  using Setup = explorers::Setup;
  using Move = explorers::Move;
  using State = explorers::State;
  using Memory = explorers::Memory;
  using View = explorers::View;

  static constexpr std::string_view kName = "explorers";
  static constexpr std::string_view kTitle = "Explorers of the North Sea";
  static constexpr std::string_view kSummary =
      "Vikings sail out from a mainland into a sea that grows tile by tile. In a turn a player "
      "lays one tile, takes up to 4 actions and draws a tile: actions load and unload a longship, "
      "sail it, walk Vikings over land, lead livestock along, and for 2 actions build an outpost "
      "where three lands meet. Livestock brought home, settlements raided, enemy ships destroyed, "
      "outposts and control of complete islands score, and each player's captain adds points of "
      "its own. The game ends when all 48 tiles are laid; one player alone plays a solo game.";
  static constexpr int kRulesVersion = 1;
  static constexpr int kMinPlayers = 1;
  static constexpr int kMaxPlayers = explorers::kMaxPlayers;
  // `cell` has the most: every border cell. `act`: end 1, loads and unloads 27, sails 6, from 7
  // (one a Viking), and outposts at most 14, since a land has at most 4 land points on its tile and
  // each needs two Vikings. `walk`: 5 land edges x 8 payloads. `tile`: 3 x 6.
  static constexpr int kMaxMoves = kMaxBorder;
  static constexpr int kMaxOutcomes = kTiles;
  static constexpr int kActionCount = 2278;
  static constexpr int kChanceCount = 69;
  static constexpr int kEncodingSize = 2994;  // encode.cpp

  const Setup setup;

  explicit Explorers(const Setup& setup = {},
                     std::shared_ptr<const TileSet> tiles = proposed_tile_set());  // throws BadData
  static std::span<const OptionSpec> options();
  static Explorers make(const Options& given);
  Options setup_options() const;
  // What makes this game where the user's file is not: it is in there as text.
  Options portable_options() const;
  int players() const { return setup.players; }
  const TileSet& tile_set() const { return *tiles_; }
  const Chart& chart() const { return *chart_; }

  State start() const;
  Actor actor(const State& state) const;
  void legal_moves(const State& state, FixedVector<Move, kMaxMoves>& moves) const;
  void outcomes(const State& state, FixedVector<Outcome<Move>, kMaxOutcomes>& outcomes) const;
  Move sample(const State& state, Rng& rng) const;
  void apply(State& state, const Move& move) const;

  Scores scores(const State& state) const;
  ScoreSheet score_sheet(const State& state, Player player) const;
  Places ranking(const State& state) const;

  Memory start_memory() const { return {}; }
  void witness(Memory&, const State&, const Move&) const {}
  Move shown(const State& before, const Move& move, Player player) const;
  View view(const State& state, const Memory& memory, Player viewer) const;
  Actor actor(const View& view) const { return actor(view.seen); }
  void legal_moves(const View& view, FixedVector<Move, kMaxMoves>& moves) const;
  State determinize(const View& view, Rng& rng) const;
  Memory memory_of(const View&, const State&) const { return {}; }

  static bool is_chance(const Move& move) { return move.kind >= MoveKind::draw; }
  static int action_id(const Move& move);
  static Move move_of(int id);
  static int chance_id(const Move& move);
  static Move chance_of(int id);
  std::string to_text(const Move& move) const;
  Move to_move(std::string_view text) const;

  LuckSource luck_source(const State& state) const;
  static int luck_card(const Move& move);
  Move luck_move(const State& state, int card) const;

  const char* broken_rule(const State& state, const Memory& memory) const;

  static std::span<const EncodingSlice> encoding();
  void encode(const View& view, std::span<float> numbers) const;

  Move scripted_move(const State& state, Rng& rng) const;
  // For search: of up to hundreds of moves few are sensible, and one random move spoils a playout's turn.
  static constexpr int kPlayoutRandom = 0, kPlayoutMoves = 15, kPrior = 500;
  // What a position promises beyond its scores: outlook.cpp.
  static constexpr std::size_t kOutlookFeatures = 34, kOutlookStages = 8;
  std::size_t outlook_stage(const State& state) const;
  void outlook_features(const State& state, OutlookFeatures<kOutlookFeatures>& features) const;
  const OutlookModel<kOutlookFeatures>& outlook_model(std::size_t stage) const;

 private:
  bool is_solo() const { return setup.players == 1; }
  Player next(Player player) const {
    return Player::at(player.seat + 1 == setup.players ? 0 : player.seat + 1);
  }
  void add_act_moves(const State& state, FixedVector<Move, kMaxMoves>& moves) const;
  void draw(State& state, Tile tile) const;
  void deal(State& state, Captain captain) const;
  void keep_captain(State& state, Captain captain) const;
  void return_hand(State& state) const;
  void lay(State& state, Cell cell) const;
  void start_turn(State& state, Player player) const;
  void after_laying(State& state) const;
  void after_action(State& state) const;
  void end_actions(State& state) const;
  void end_turn(State& state) const;
  void raid(State& state, Land land) const;
  void sail(State& state, Tile tile, int direction) const;
  void walk(State& state, int direction, int payload) const;
  void load(State& state, int land, std::size_t item) const;
  void unload(State& state, int land, std::size_t item) const;
  void finish_unload(State& state) const;
  void fight(State& state, bool skull) const;
  void build(State& state, Point point) const;

  std::shared_ptr<const TileSet> tiles_;
  std::shared_ptr<const Chart> chart_;
};

// ---- Pieces of the rules that are useful alone --------------------------------------------------

// The whole tile set has nothing that fits: N-TILE-7.
bool some_tile_fits(const Chart& chart, const Map& map, Tiles tiles);
// N-SAIL-3, N-FIGHT-1: an enemy ship in the sea of the tile beyond an edge.
bool enemy_ship_beyond(const Chart& chart, const Map& map, Tile tile, int direction);
// N-OUT-1, apart from actions and unbuilt outposts.
bool can_build(const Chart& chart, const State& state, const Clan& clan, Tile tile, int corner);

// An island and what the players have on it.
struct Claim {
  Land land{};  // one of its lands
  bool complete = false;
  std::uint8_t size = 0;                                         // N-ISLE-3
  std::array<std::uint8_t, kMaxPlayers> vikings{}, influence{};  // N-ISLE-4
  bool is_controlled_by(std::size_t seat) const {                // N-ISLE-5
    if (!complete || influence[seat] == 0) return false;
    for (const std::uint8_t other : influence)
      if (other > influence[seat]) return false;
    return true;
  }
};
// Every island on which somebody has a Viking or an outpost.
using Claims = FixedVector<Claim, kMaxPlayers*(kVikings + kOutposts)>;
void claims(const Chart& chart, const State& state, Claims& found);

int livestock_points(const std::array<std::uint8_t, kLivestockTypes>& delivered);
int captain_points(const Chart& chart, const State& state, const Claims& claims, std::size_t seat,
                   Captain captain, int players);
// By tile: 1 for a fixed tile, else 1 more than the least of the tiles around (the Archer's
// measure); 0 if not laid.
std::array<std::uint8_t, kSites> depths(const Map& map);

}  // namespace farnorth::explorers
