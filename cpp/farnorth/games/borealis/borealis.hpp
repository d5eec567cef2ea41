// Borealis: Arctic Expeditions. Read this first, then RULES.md.
//
//   tables.hpp     what is printed on cards, boards and tracks        faces.hpp   a multiset of animal cards
//   setup.cpp      options, the first state                           text.cpp    texts and ids of moves
//   moves.cpp      who acts, what is legal, what chance may do        encode.cpp  the observation vector
//   apply.cpp      what a move does                                   check.cpp   the invariants
//   score.cpp      points, ranking, achievements                      policy.cpp  a sensible player
//   knowledge.cpp  Memory, View, determinize
//
// What is State and what is Memory: everything physical is in State. Where a card of a hand came from (open from the
// pool, or hidden from which deck) is Memory: it tells opponents what the card can be and changes no rule.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "farnorth/core/game.hpp"
#include "farnorth/core/outlook.hpp"
#include "farnorth/games/borealis/faces.hpp"
#include "farnorth/games/borealis/tables.hpp"

namespace farnorth::borealis {

inline constexpr int kMaxPlayers = 4;

enum class Side : std::uint8_t { one, two };  // of the player boards

struct Setup {
  std::uint8_t players = 2;
  Side side = Side::one;
  bool blind_draw_after_refresh = true;
  friend bool operator==(const Setup&, const Setup&) = default;
};

// ---- Moves --------------------------------------------------------------------------------------

enum class MoveKind : std::uint8_t {
  // players
  observe,
  take,
  discard,
  gather,
  regroup,
  draw,
  refresh,
  done,
  // chance
  board,
  scoring,
  objective,
  reveal,
  deal,
};

// A kind and the fields it names; the others stay at their defaults.
struct Move {
  MoveKind kind{};
  Face face{};                       // observe, take, discard, reveal, deal
  Location location{};               // observe, gather
  Player player{};                   // board, deal
  std::uint8_t pattern = 0;          // board
  ScoringCard card{}, other_card{};  // scoring, card < other_card
  Objective dealt{};                 // objective

  static constexpr Move observe(Face face, Location location) {
    return {.kind = MoveKind::observe, .face = face, .location = location};
  }
  static constexpr Move take(Face face) { return {.kind = MoveKind::take, .face = face}; }
  static constexpr Move discard(Face face) { return {.kind = MoveKind::discard, .face = face}; }
  static constexpr Move gather(Location location) {
    return {.kind = MoveKind::gather, .location = location};
  }
  static constexpr Move regroup() { return {.kind = MoveKind::regroup}; }
  static constexpr Move draw() { return {.kind = MoveKind::draw}; }
  static constexpr Move refresh() { return {.kind = MoveKind::refresh}; }
  static constexpr Move done() { return {.kind = MoveKind::done}; }
  static constexpr Move board(Player player, int pattern) {
    return {
        .kind = MoveKind::board, .player = player, .pattern = static_cast<std::uint8_t>(pattern)};
  }
  static constexpr Move scoring(ScoringCard card, ScoringCard other) {
    return {.kind = MoveKind::scoring, .card = card, .other_card = other};
  }
  static constexpr Move objective(Objective dealt) {
    return {.kind = MoveKind::objective, .dealt = dealt};
  }
  static constexpr Move reveal(Face face) { return {.kind = MoveKind::reveal, .face = face}; }
  static constexpr Move deal(Player player, Face face) {
    return {.kind = MoveKind::deal, .face = face, .player = player};
  }

  friend constexpr bool operator==(const Move&, const Move&) = default;
};

// ---- State --------------------------------------------------------------------------------------

enum class Phase : std::uint8_t {
  // setup
  deal_boards,
  deal_scoring,
  deal_objectives,
  deal_pool,
  deal_hands,
  // opening redraw
  redraw,
  redraw_draw,
  // Observe, or the choice of a regroup
  turn,
  take,
  refresh_deal,
  refill,
  blind_draw,
  // Regroup
  regroup_discard,
  regroup_draw,
  gather,
  // the end
  over,
};
inline constexpr int kPhases = 16;
inline constexpr std::array<std::string_view, kPhases> kPhaseNames{"deal_boards",
                                                                   "deal_scoring",
                                                                   "deal_objectives",
                                                                   "deal_pool",
                                                                   "deal_hands",
                                                                   "redraw",
                                                                   "redraw_draw",
                                                                   "turn",
                                                                   "take",
                                                                   "refresh_deal",
                                                                   "refill",
                                                                   "blind_draw",
                                                                   "regroup_discard",
                                                                   "regroup_draw",
                                                                   "gather",
                                                                   "over"};

constexpr bool chance_acts(Phase phase) {
  switch (phase) {
    case Phase::deal_boards:
    case Phase::deal_scoring:
    case Phase::deal_objectives:
    case Phase::deal_pool:
    case Phase::deal_hands:
    case Phase::redraw_draw:
    case Phase::refresh_deal:
    case Phase::refill:
    case Phase::blind_draw:
    case Phase::regroup_draw: return true;
    case Phase::redraw:
    case Phase::turn:
    case Phase::take:
    case Phase::regroup_discard:
    case Phase::gather:
    case Phase::over: break;
  }
  return false;
}

using Hand = FixedVector<Face, kHandCards>;         // sorted
using Pool = FixedVector<Face, kPoolCards>;         // sorted
using CardPile = FixedVector<Face, kFullLocation>;  // bottom card first

struct Board {  // one player's
  std::array<CardPile, kLocations> pile;
  std::array<std::array<std::uint8_t, kColours>, kSpots> scientists{};  // [spot][colour]
  std::array<std::uint8_t, kLocations> flag{};                          // space of each track
  std::uint8_t points = 0;                                              // scoring tokens
  std::uint8_t pattern = 0;                                             // 0 = I, k = II-k
  friend bool operator==(const Board&, const Board&) = default;
};

struct State {
  Phase phase = Phase::deal_scoring;
  Player player{};  // whose turn, redraw or deal it is; seat 0 where nobody's
  std::array<ScoringCard, kScoringCardsInPlay> scoring{ScoringCard::none, ScoringCard::none};
  std::array<Objective, kObjectivesInPlay> objective{Objective::none, Objective::none,
                                                     Objective::none};
  std::array<PlayerSet, kObjectivesInPlay> claimed{};  // by whom
  std::array<bool, kObjectivesInPlay> closed{};        // out of play since the round of its claim
  bool refreshed = false;                              // in this action
  Face discard_floor{};        // lowest face that may still be discarded in this redraw or Regroup
  std::uint16_t shuffles = 0;  // how often the discard pile became the deck
  Faces deck, discard;
  Pool pool;
  std::array<Hand, kMaxPlayers> hand;
  std::array<Board, kMaxPlayers> board;
  friend bool operator==(const State&, const State&) = default;
};
static_assert(sizeof(State) <= 512);

// ---- Knowledge ----------------------------------------------------------------------------------

// Where a hand card came from (B-KNOW-1).
struct Origin {
  std::uint8_t code = 0;
  static constexpr Origin hidden(int deck) { return {static_cast<std::uint8_t>(deck)}; }
  static constexpr Origin open() { return {255}; }
  constexpr bool is_open() const { return code == 255; }
  // Only if hidden: 0 = deck in use, 1 = the one before ...
  constexpr int deck() const { return code; }
  friend constexpr auto operator<=>(Origin, Origin) = default;
};

struct HeldCard {
  Face face;
  Origin origin;
  friend constexpr auto operator<=>(HeldCard, HeldCard) = default;
};
using HeldCards = FixedVector<HeldCard, kHandCards>;  // sorted

struct Memory {
  std::array<HeldCards, kMaxPlayers> held;  // the hands, with origins
  friend bool operator==(const Memory&, const Memory&) = default;
};

// Numbers of hidden decks stay below this: at a reshuffle at most 4 * players - 1 cards are hidden (B-KNOW-5).
inline constexpr int kHiddenDecks = kHandCards * kMaxPlayers;

struct OpponentHand {
  Hand open;                                        // faces everybody knows
  std::array<std::uint8_t, kHiddenDecks> hidden{};  // number of cards from each hidden deck
  friend bool operator==(const OpponentHand&, const OpponentHand&) = default;
};

// What one player knows: B-KNOW-6.
struct View {
  Player viewer{};
  State seen;                                    // with the deck and all other hands left empty
  HeldCards hand;                                // the viewer's
  std::array<OpponentHand, kMaxPlayers> others;  // by seat; the viewer's stays empty
  std::uint8_t deck_size = 0;
  std::array<Faces, kHiddenDecks>
      unseen;  // [0]: deck and hidden 0 cards of others; [d]: hidden d cards
  friend bool operator==(const View&, const View&) = default;
};

// ---- The game -----------------------------------------------------------------------------------

class Borealis {
 public:
  using Setup = borealis::Setup;
  using Move = borealis::Move;
  using State = borealis::State;
  using Memory = borealis::Memory;
  using View = borealis::View;

  static constexpr std::string_view kName = "borealis";
  static constexpr std::string_view kTitle = "Borealis: Arctic Expeditions";
  static constexpr std::string_view kSummary =
      "Researchers watch animals at three locations. A turn is one of two: observe, that is play "
      "an animal card to a location whose scientists its two movers ask for, move those "
      "scientists one step to the left and to the right, perhaps advance the flag of its vehicle "
      "track, and take a new card; or regroup, that is exchange cards, gain a point for each "
      "scientist in the camps, and send them back to one location. Objectives give 5 points to "
      "those who reach them first. The round in which somebody has 7 cards at a location is the "
      "last. Points come from sets of a species, tracks, stars, two scoring cards and points "
      "gained in play.";
  static constexpr int kRulesVersion = 1;
  static constexpr int kMinPlayers = 2;
  static constexpr int kMaxPlayers = borealis::kMaxPlayers;
  // `turn`: at most 4 different faces x 3 locations + regroup; `take` 4 + 2; discards 4 + 1; `gather` 3.
  static constexpr int kMaxMoves = kHandCards * kLocations + 1;
  // A reveal or deal; 45 pairs of scoring cards are fewer.
  static constexpr int kMaxOutcomes = kFaceCount;
  static constexpr int kActionCount = 502;
  static constexpr int kChanceCount = 568;
  static constexpr int kEncodingSize = 555 + kMaxPlayers * 335;  // encode.cpp

  const Setup setup;

  explicit Borealis(const Setup& setup);  // throws BadData
  static std::span<const OptionSpec> options();
  static Borealis make(const Options& given);
  Options setup_options() const;
  int players() const { return setup.players; }

  State start() const;
  Actor actor(const State& state) const {
    if (state.phase == Phase::over) return Actor::nobody();
    return chance_acts(state.phase) ? Actor::chance() : Actor::of(state.player);
  }
  void legal_moves(const State& state, FixedVector<Move, kMaxMoves>& moves) const;
  void outcomes(const State& state, FixedVector<Outcome<Move>, kMaxOutcomes>& outcomes) const;
  Move sample(const State& state, Rng& rng) const;
  void apply(State& state, const Move& move) const;

  Scores scores(const State& state) const;
  ScoreSheet score_sheet(const State& state, Player player) const;
  Places ranking(const State& state) const;
  std::vector<std::string_view> achievements(const State& state, Player player) const;

  Memory start_memory() const { return {}; }
  void witness(Memory& memory, const State& before, const Move& move) const;
  Move shown(const State& before, const Move& move, Player player) const;
  View view(const State& state, const Memory& memory, Player viewer) const;
  Actor actor(const View& view) const { return actor(view.seen); }
  void legal_moves(const View& view, FixedVector<Move, kMaxMoves>& moves) const;
  State determinize(const View& view, Rng& rng) const;
  Memory memory_of(const View& view, const State& world) const;

  static bool is_chance(const Move& move) { return move.kind >= MoveKind::board; }
  static int action_id(const Move& move);
  static Move move_of(int id);
  static int chance_id(const Move& move);
  static Move chance_of(int id);
  static std::string to_text(const Move& move);
  static Move to_move(std::string_view text);

  LuckSource luck_source(const State& state) const;
  static int luck_card(const Move& move);
  Move luck_move(const State& state, int card) const;

  const char* broken_rule(const State& state, const Memory& memory) const;

  static std::span<const EncodingSlice> encoding();
  void encode(const View& view, std::span<float> numbers) const;

  Move scripted_move(const State& state, Rng& rng) const;
  // For search: researchers hardly meet, so it looks further where the scripted policy moves the others.
  static constexpr int kOpponentsInTreeUpTo = 0;
  static constexpr int kPlayoutMoves = 15;  // found by matches
  // What a position promises beyond its scores: outlook.cpp.
  static constexpr std::size_t kOutlookFeatures = 38, kOutlookStages = kFullLocation + 1;
  std::size_t outlook_stage(const State& state) const;
  void outlook_features(const State& state, OutlookFeatures<kOutlookFeatures>& features) const;
  const OutlookModel<kOutlookFeatures>& outlook_model(std::size_t stage) const;

 private:
  Player next(Player player) const {
    return Player::at(player.seat + 1 == setup.players ? 0 : player.seat + 1);
  }
  void start_action(State& state, Player player) const;
  void end_action(State& state) const;
  void after_redraw(State& state) const;
  void pay(State& state) const;
  void finish_discards(State& state) const;
  void reveal(State& state, Face face) const;
  void deal(State& state, Face face) const;
  void claim(State& state, int gathered) const;
};

// ---- Pieces of the rules that are useful alone ---------------------------------------------------

// B-OBS-1: the location holds the scientists that the card needs.
bool fits(const Board& board, Face face, Location location);
int camp_scientists(const Board& board);
int cards_at(const Board& board, Location location);
// B-OBS-4: a card with this vehicle would move the flag of the location.
bool moves_flag(const Board& board, Vehicle vehicle, Location location);
// B-OBJ-1: the test of an objective on a board; `gathered` = scientists taken out of the camps by this Regroup.
bool meets(const Board& board, Objective objective, int gathered = 0);
// B-CARD-1 to 10: points of a scoring card on a board, in play or not.
int card_points(const Board& board, ScoringCard card);
int set_points(const Board& board);
int track_points(const Board& board);
int star_points(const Board& board);
int total_points(const State& state, const Board& board);
// B-ACH-5: the title of a collector of `achievements` different achievements.
std::string_view title(int achievements);

std::string face_name(Face face);     // "fox-kayak-pm"
Face to_face(std::string_view name);  // throws IllegalMove

}  // namespace farnorth::borealis
