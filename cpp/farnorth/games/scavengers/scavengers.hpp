// Arctic Scavengers, base game and HQ modules 1 to 4. Read this first, then RULES.md.
//
//   tables.hpp    what is printed on cards, buildings, leaders        cards.hpp    a multiset of cards
//   dug_pile.hpp  yard and plans: a pile players look into            fields.hpp   names of the fields
//   seating.hpp   what members and tools are worth together           play.hpp     the course of play, step by step
//   setup.cpp     options, the first state                            hq.cpp       buildings, stores, leaders' powers
//   moves.cpp     who acts, what is legal, what chance may do         skirmish.cpp specials, fight values, the winner
//   apply.cpp     what a move does                                    memory.cpp   what players learn from a move
//   score.cpp     people, ranking, gangs                              knowledge.cpp View, determinize
//   text.cpp      texts and ids of moves                              encode.cpp   the observation vector
//   check.cpp     the invariants                                      policy.cpp   a sensible player
//   outlook.cpp   what a position promises
//
// What is State and what is Memory (section 3.5 of the rules):
//
//   State                                                 Memory
//   deck, hand, used cards of each seat; its discard      the split of a discard pile: seen by all, dug or won, left
//     pile as one multiset                                  unused; how many were won
//   loose yard; buried cards in order, among them those   who saw each buried card
//     of a dig in progress
//   stack and its fixed top card; hire stacks             what all know about a player's deck and hand (Ledger)
//   field, food, actions taken, specials that acted       what single players know (Notes, sunk)
//   round, initiator, phase, gatherer, cards still due;   in a window the seat from which on it is publicly open, and
//     in a window who is asked                              who has passed
//   HQ: stores, buildings, plans, leaders, removed cards  HQ: who saw each buried plan
//
// Legality and scores never depend on Memory.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "farnorth/core/game.hpp"
#include "farnorth/core/outlook.hpp"
#include "farnorth/games/scavengers/cards.hpp"
#include "farnorth/games/scavengers/dug_pile.hpp"
#include "farnorth/games/scavengers/tables.hpp"

namespace farnorth::scavengers {

struct Setup {
  std::uint8_t players = 2;
  bool gather_interrupts = true;
  std::uint8_t modules = 0;  // HQ modules 1 to this one
  friend bool operator==(const Setup&, const Setup&) = default;
};

// ---- Moves --------------------------------------------------------------------------------------

enum class MoveKind : std::uint8_t {
  // players
  pass,
  end,
  commit,
  dig,
  draw,
  hunt,
  trash,
  build,
  keep_none,
  keep,
  add,
  snipe,
  disarm,
  hire,
  // players, HQ
  keep_plan,
  store,
  take,
  save,
  choose,
  power,
  fanatic,
  disable,
  wound,
  repair,
  heal,
  // chance
  first,
  deal,
  reveal,
  top,
  plan,
  offer,
  // What a player sees of another's move: nothing at all; the card that the organizer did not keep.
  unseen,
  keep_hidden,
};

// A kind and the fields it names; the others stay at their defaults.
struct Move {
  MoveKind kind{};
  Player player{};                       // snipe, disarm, fanatic, disable, wound; first
  Card card{};                           // whatever names a card
  Building building{};                   // keep_plan, disable, repair, plan
  Leader leader{};                       // choose, offer
  std::uint8_t medkits = 0, medics = 0;  // hire; the pills follow (S-HIRE-4)

  static constexpr Move plain(MoveKind kind) { return {.kind = kind}; }
  static constexpr Move of(MoveKind kind, Card card) { return {.kind = kind, .card = card}; }
  static constexpr Move at(MoveKind kind, Player player, Card card) {
    return {.kind = kind, .player = player, .card = card};
  }
  static constexpr Move hire(Card card, int medkits, int medics) {
    return {.kind = MoveKind::hire,
            .card = card,
            .medkits = static_cast<std::uint8_t>(medkits),
            .medics = static_cast<std::uint8_t>(medics)};
  }
  static constexpr Move of(MoveKind kind, Building building) {
    return {.kind = kind, .building = building};
  }
  static constexpr Move disable(Player player, Building building) {
    return {.kind = MoveKind::disable, .player = player, .building = building};
  }
  static constexpr Move repair(Building building, Card card) {
    return {.kind = MoveKind::repair, .card = card, .building = building};
  }
  static constexpr Move wound(Player player) { return {.kind = MoveKind::wound, .player = player}; }
  static constexpr Move of(MoveKind kind, Leader leader) {
    return {.kind = kind, .leader = leader};
  }
  static constexpr Move first(Player player) { return {.kind = MoveKind::first, .player = player}; }

  friend constexpr bool operator==(const Move&, const Move&) = default;
};

// ---- State --------------------------------------------------------------------------------------

enum class Phase : std::uint8_t {
  // setup (offer, choose: M3) and drawing phase
  offer,
  choose,
  first,
  deal,
  top,
  // gathering; `save` happens in the skirmish too
  gather,
  pick,
  respond,
  save,
  reveal,
  keep,
  deal_action,
  // gathering, HQ
  plan,
  keep_plan,
  keep_drawn,
  // skirmish
  skirmish,
  prize,
  // the end
  over,
};
inline constexpr int kPhases = 18;
inline constexpr std::array<std::string_view, kPhases> kPhaseNames{
    "offer", "choose",    "first",      "deal",     "top",   "gather",
    "pick",  "respond",   "save",       "reveal",   "keep",  "deal_action",
    "plan",  "keep_plan", "keep_drawn", "skirmish", "prize", "over"};
// Whose move it is in each phase: a player's, chance's or nobody's.
inline constexpr std::uint32_t kPlayerPhases = [] {
  using enum Phase;
  std::uint32_t phases = 0;
  for (const Phase phase :
       {choose, gather, pick, respond, save, keep, keep_plan, keep_drawn, skirmish})
    phases |= 1U << index(phase);
  return phases;
}();
inline constexpr std::array<std::string_view, kAbilities + 3> kActionNames{
    "dig", "draw", "hunt", "build", "fight", "hire", "trash", "none"};

class Actions {  // a set
 public:
  constexpr bool contains(Action action) const { return (bits_ >> index(action) & 1U) != 0; }
  constexpr void add(Action action) {
    bits_ = static_cast<std::uint8_t>(bits_ | 1U << index(action));
  }
  friend constexpr bool operator==(Actions, Actions) = default;

 private:
  std::uint8_t bits_ = 0;
};

// The cards that can act in a window or a skirmish: who did so keeps a count of each.
inline constexpr int kSpecials = 3;
inline constexpr std::array<Card, kSpecials> kSpecialCards{Card::sniper_team, Card::saboteur,
                                                           Card::medic};
class Acted {
 public:
  static constexpr std::size_t place(Card card) {
    return card == Card::sniper_team ? 0 : card == Card::saboteur ? 1 : 2;
  }
  static constexpr bool is_special(Card card) {
    return card == Card::sniper_team || card == Card::saboteur || card == Card::medic;
  }
  constexpr int count(Card card) const { return is_special(card) ? counts_[place(card)] : 0; }
  constexpr bool empty() const { return counts_[0] == 0 && counts_[1] == 0 && counts_[2] == 0; }
  constexpr void add(Card card) { ++counts_[place(card)]; }
  constexpr void remove(Card card) { --counts_[place(card)]; }
  constexpr Cards cards() const {
    Cards all;
    for (std::size_t i = 0; i < kSpecials; ++i) all.add(kSpecialCards[i], counts_[i]);
    return all;
  }
  friend constexpr bool operator==(const Acted&, const Acted&) = default;

 private:
  std::array<std::uint8_t, kSpecials> counts_{};
};

// No yard holds more: all cards of the box.
inline constexpr std::size_t kYardCards = kAllCards;
using Yard = DugPile<Cards, Card, kYardCards>;

class Plans {  // a multiset of buildings
 public:
  constexpr int count(Building building) const { return counts_[index(building)]; }
  constexpr int size() const { return counts_[0] + counts_[1] + counts_[2] + counts_[3]; }
  constexpr bool empty() const { return size() == 0; }
  constexpr void add(Building building, int copies = 1) {
    counts_[index(building)] = static_cast<std::uint8_t>(counts_[index(building)] + copies);
  }
  constexpr void remove(Building building) {
    assert(count(building) > 0);
    --counts_[index(building)];
  }
  constexpr Building pick(Rng& rng) const {
    int k = static_cast<int>(rng.below(static_cast<std::uint32_t>(size())));
    std::size_t b = 0;
    while (k >= counts_[b]) k -= counts_[b++];
    return static_cast<Building>(b);
  }
  friend constexpr bool operator==(const Plans&, const Plans&) = default;

 private:
  std::array<std::uint8_t, kBuildingTypes> counts_{};
};

// A building before its owner.
struct Site {
  static constexpr std::uint8_t kDisabled = 255;
  Player owner{};
  Building building{};
  std::uint8_t counter = 0;  // rounds until it is complete; 0 = works; kDisabled
  constexpr bool works() const { return counter == 0; }
  constexpr bool disabled() const { return counter == kDisabled; }
  friend constexpr auto operator<=>(const Site&, const Site&) = default;
};

struct StoredCard {
  Player owner{};
  Card card{};
  friend constexpr auto operator<=>(const StoredCard&, const StoredCard&) = default;
};

using OfferedLeaders = FixedVector<Leader, kLeadersOffered>;

// What HQ adds. All of it stays at its defaults in the base game, which pays for it with the bytes copied: a sixth of
// the State.
struct Headquarters {
  DugPile<Plans, Building, kPlans> plans;
  FixedVector<Site, kPlans> sites;              // sorted
  FixedVector<StoredCard, kMostStored> stored;  // sorted
  std::array<std::array<std::uint8_t, kStoredIcons>, kMaxPlayers>
      locked{};                                      // S-M4-2: stored, but out of reach
  std::array<std::uint8_t, kPersonTypes> removed{};  // cards out of the game
  std::array<Leader, kMaxPlayers> leader{Leader::none, Leader::none, Leader::none, Leader::none,
                                         Leader::none};
  std::array<OfferedLeaders, kMaxPlayers> offered;  // until all have chosen; sorted
  PlayerSet wounded;
  PlayerSet power_used;          // in this round
  std::uint8_t stored_into = 0;  // in this turn, a bit an icon (S-M2-6)
  std::uint8_t taken_from = 0;
  bool helper = false;             // a refugee of the field is there as S-M3-3 says
  bool free_med = false;           // S-M3-5, until the HIRE
  std::uint8_t cannibal_food = 0;  // S-M3-5, until the HIRE
  FixedVector<Card, 2> drawn;      // S-M3-7: the cards to choose from, in the hand
  // A snipe or wound that may be saved.
  bool save_in_skirmish = false;
  Player sniper{}, victim{};
  Card target = Card::none;  // none: the leader
  friend bool operator==(const Headquarters&, const Headquarters&) = default;
};

struct State {
  Phase phase = Phase::first;
  std::uint8_t round = 0;
  Player player{};    // who acts, or for whom chance deals
  Player gatherer{};  // whose turn it is; in the skirmish the initiator
  Player initiator{};
  Action action = Action::none;  // being composed or carried out
  Actions taken;                 // by the gatherer in this round
  std::uint8_t food = 0;         // of the gatherer
  std::uint8_t due = 0;          // cards still to draw or to look at
  Card floor{};                  // lowest type that may still be added
  Card top = Card::none;         // of the stack, while it is fixed
  std::uint8_t yard_shuffles = 0;
  std::array<std::uint8_t, kMaxPlayers> deck_shuffles{};
  // Specials that acted. While players gather: they have left the hand of a seat whose turn is still to come, and lie
  // in its used area. In the skirmish: they still stand in the force.
  std::array<Acted, kMaxPlayers> acted{};
  std::array<std::uint8_t, kHireTypes> hires{};
  std::array<Cards, kMaxPlayers> deck, hand, discard;  // `hand` becomes the force when a turn ends
  Cards used;                                          // of the gatherer (S-GATHER-4)
  Cards
      field;  // cards of the action declared; in `pick` those chosen so far, which are still in the hand
  Cards stack;  // without `top`
  Yard yard;
  Headquarters hq;
  friend bool operator==(const State&, const State&) = default;
};
static_assert(sizeof(State) <= 1024 && sizeof(Headquarters) <= 168);

// ---- Knowledge ----------------------------------------------------------------------------------

// What all know about the cards of a player: 5.2.
struct Ledger {
  Cards open, fresh;  // of his discard pile: seen by all; dug or won. The rest was left unused
  Cards known, suspects, old;  // of his pool: see the rules
  std::uint8_t missing = 0, won = 0, old_unknown = 0, fresh_won = 0;
  friend bool operator==(const Ledger&, const Ledger&) = default;
};

// What one player alone knows about the unknown cards of another: 5.3.
struct Notes {
  Cards fresh, pool;
  friend bool operator==(const Notes&, const Notes&) = default;
};

using YardMasks = FixedVector<PlayerSet, kYardCards>;
using PlanMasks = FixedVector<PlayerSet, kPlans>;

struct Memory {
  std::array<Ledger, kMaxPlayers> ledger;
  std::array<std::array<Notes, kMaxPlayers>, kMaxPlayers> notes;  // [who knows][about whom]
  std::array<Cards, kMaxPlayers> sunk;  // contested faces that he knows to have entered the yard
  YardMasks yard_seen;                  // who saw each buried card there
  PlanMasks plans_seen;
  Player window_from{};  // first seat that may still respond, as all can tell
  PlayerSet passed;      // in this window
  friend bool operator==(const Memory&, const Memory&) = default;
};

struct ZoneSizes {
  std::uint8_t deck = 0, hand = 0, fresh = 0, left = 0;
  std::array<std::uint8_t, kStoredIcons> stored{};
  friend bool operator==(const ZoneSizes&, const ZoneSizes&) = default;
};

// What one player knows: 5.4. In `seen` hidden zones are empty, hidden buried cards and a hidden top are `unknown`, and
// the discard pile of another player holds its open part only.
struct View {
  Player viewer{};
  bool asked = false;   // in a window: the viewer is
  bool passed = false;  // in a window: the viewer has
  Player window_from{};
  State seen;
  std::array<ZoneSizes, kMaxPlayers> size{};  // of zones that others may not look into
  std::uint8_t loose_size = 0, stack_size = 0, plans_size = 0;  // of the shuffled parts
  std::array<std::uint8_t, kMaxPlayers> leaders_offered{};
  std::array<Ledger, kMaxPlayers> ledger;  // the cards `fresh` only of the viewer
  std::array<Notes, kMaxPlayers> notes;    // the viewer's, about each other
  Cards sunk;                              // the viewer's
  YardMasks yard_seen;
  PlanMasks plans_seen;
  friend bool operator==(const View&, const View&) = default;
};

// ---- The game -----------------------------------------------------------------------------------

class Scavengers {
 public:
  using Setup = scavengers::Setup;
  using Move = scavengers::Move;
  using State = scavengers::State;
  using Memory = scavengers::Memory;
  using View = scavengers::View;

  static constexpr std::string_view kName = "scavengers";
  static constexpr std::string_view kTitle = "Arctic Scavengers";
  static constexpr std::string_view kSummary =
      "Tribes build decks of people and tools in a frozen world. In each of 16 rounds players "
      "draw 5 cards and in turn gather: dig in the junkyard, draw more cards, hunt food, hire "
      "mercenaries with it, trash cards; each action at most once. What is left in hand is put "
      "down as a force. From round 3 on the forces are revealed and fight for a contested card, "
      "after snipers and saboteurs have struck. Whoever owns cards with the most people at the "
      "end wins. Modules 1 to 4 of the HQ expansion add medics, gangs, buildings, leaders and "
      "more.";
  static constexpr int kRulesVersion = 1;
  static constexpr int kMinPlayers = 2;
  static constexpr int kMaxPlayers = scavengers::kMaxPlayers;
  // Base: skirmish, 4 opponents x 10 cards + pass = 41. HQ: skirmish with fanatic, against each of 4 opponents a snipe
  // or disarm of at most 25 types, a fanatic of at most 28, 4 buildings and a leader, + pass = 233 (3.4 of the rules).
  static constexpr int kMaxMoves = 4 * (25 + 28 + 4 + 1) + 1;
  static constexpr int kMaxOutcomes = kCardTypes;
  static constexpr int kActionCount = 789;
  static constexpr int kChanceCount = 103;
  static constexpr int kEncodingSize = 1592;  // encode.cpp

  const Setup setup;

  explicit Scavengers(const Setup& setup);  // throws BadData
  static std::span<const OptionSpec> options();
  static Scavengers make(const Options& given);
  Options setup_options() const;
  int players() const { return setup.players; }

  State start() const;
  Actor actor(const State& state) const {
    if ((kPlayerPhases >> index(state.phase) & 1U) != 0) return Actor::of(state.player);
    return state.phase == Phase::over ? Actor::nobody() : Actor::chance();
  }
  void legal_moves(const State& state, FixedVector<Move, kMaxMoves>& moves) const;
  void outcomes(const State& state, FixedVector<Outcome<Move>, kMaxOutcomes>& outcomes) const;
  Move sample(const State& state, Rng& rng) const;
  void apply(State& state, const Move& move) const;

  Scores scores(const State& state) const;
  ScoreSheet score_sheet(const State& state, Player player) const;
  Places ranking(const State& state) const;

  Memory start_memory() const;
  void witness(Memory& memory, const State& before, const Move& move) const;
  Move shown(const State& before, const Move& move, Player player) const;
  View view(const State& state, const Memory& memory, Player viewer) const;
  Actor actor(const View& view) const;
  void legal_moves(const View& view, FixedVector<Move, kMaxMoves>& moves) const;
  State determinize(const View& view, Rng& rng) const;
  Memory memory_of(const View& view, const State& world) const;

  static bool is_chance(const Move& move) {
    return move.kind >= MoveKind::first && move.kind <= MoveKind::offer;
  }
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
  // For search: a playout to the end tells more of the luck of a long game than of the move it began with.
  static constexpr int kPlayoutMoves = 10;
  // With more than one opponent a tree of everybody's choices stays shallow.
  static constexpr int kOpponentsInTreeUpTo = 2;
  // What a position promises beyond its scores: outlook.cpp.
  static constexpr std::size_t kOutlookFeatures = 68, kOutlookStages = 16;
  std::size_t outlook_stage(const State& state) const;
  void outlook_features(const State& state, OutlookFeatures<kOutlookFeatures>& features) const;
  const OutlookModel<kOutlookFeatures>& outlook_model(std::size_t stage) const;
};

// ---- Pieces of the rules that are useful alone ---------------------------------------------------

// Seats counted from the initiator, clockwise.
inline int turn_order(const State& state, Player player, int players) {
  const int offset = player.seat - state.initiator.seat;
  return offset < 0 ? offset + players : offset;
}
inline Player next(Player player, int players) {
  return Player::at(player.seat + 1 == players ? 0 : player.seat + 1);
}

// In `respond`, or in a `save` while somebody gathers.
inline bool in_window(const State& state) {
  return state.phase == Phase::respond ||
         (state.phase == Phase::save && !state.hq.save_in_skirmish);
}
// From the reveal of the forces to the end of the round.
inline bool forces_are_open(const State& state) {
  return state.phase == Phase::skirmish || state.phase == Phase::prize ||
         (state.phase == Phase::save && state.hq.save_in_skirmish);
}
// The cards in a player's used area (S-GATHER-4).
inline Cards used_cards(const State& state, Player player) {
  if (forces_are_open(state)) return {};
  return player == state.gatherer ? state.used : state.acted[player.seat].cards();
}

// The leader's power a player has now: none while the leader is wounded.
inline Leader power_of(const State& state, Player player) {
  return state.hq.wounded.contains(player) ? Leader::none : state.hq.leader[player.seat];
}

// S-SKIR-6: the fight value of a force. S-SKIR-7: its people in a tie.
int fight_value(const State& state, Player player);
int force_people(const State& state, Player player);
// S-SKIR-7, S-TWO-3: who wins the skirmish as it stands; nobody on a deadlock.
Actor skirmish_winner(const State& state, int players);
// S-SKIR-2: what the player can still do with his force.
bool can_act_in_skirmish(const State& state, Player player, const Setup& setup);
// S-INT-1, S-M4-5: the player holds what can respond to the field.
bool can_respond(const State& state, Player player, const Setup& setup);
// S-M1-3, S-M1-5: a medic that may save the target of the snipe that is being saved.
bool can_save(const State& state, Player player);

// S-HIRE-2, S-HIRE-3: what a mercenary costs the gatherer now.
struct Bill {
  bool food_is_there = false;
  int own_food = 0;  // taken off State::food
  int meds = 0;      // due from medicine cards
};
Bill bill_of(const State& state, Card card);
int most_food(const State& state);  // that a HIRE could use now

// HQ: stores, buildings, leaders.
bool may_use_power(const State& state, Player player, Leader leader);
bool may_play_helper(const State& state, Action action);  // S-M3-3, the refugee is in the hand
int sites_working(const State& state, Player player, Building building);
int cards_stored(const State& state, Player player, Icon icon);
Cards stored_cards(const State& state, Player player);
bool may_store(const State& state, Player player, Card card);
bool may_take(const State& state, Player player, Card card);

// All cards a player owns (S-SCORE-1).
Cards owned_cards(const State& state, Player player);
int people_on(const Cards& cards);

std::string_view name(Card card);
std::string_view name(Building building);
std::string_view name(Leader leader);

}  // namespace farnorth::scavengers
