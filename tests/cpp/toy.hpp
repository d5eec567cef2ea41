// Ice Hole: a game of ten lines of rules, for tests of everything that is written against `concept Game`.
//
// A hole holds 12 fish of three kinds (5 minnows worth 1, 4 cod worth 2, 3 pikes worth 3). Each player starts with one.
// A turn: fish (take the top of the hole unseen by others) or look (see the top, then keep it or, holding a fish, sink
// it to the bottom); then hide one fish of the hand face down. The next player believes (the fish scores its worth) or
// doubts (a minnow scores 2 for the doubter, any other fish its worth + 1). The game ends when hole and hands are empty.
//
// What the contract must carry is all here: sub-decisions, a hidden commit, a response, a look at the top, cards put
// back in a known order, chance with weights.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <numeric>

#include "farnorth/core/fields.hpp"
#include "farnorth/core/game.hpp"
#include "pile.hpp"

namespace farnorth::toy {

inline constexpr int kKinds = 3, kFishes = 12, kMaxPlayers = 3;
inline constexpr std::array<int, kKinds> kCopies{5, 4, 3};
inline constexpr std::array<std::string_view, kKinds> kFishNames{"minnow", "cod", "pike"};
inline constexpr std::uint8_t kNoFish = 254, kUnknownFish = 255;

using Fishes = std::array<std::uint8_t, kKinds>;  // a multiset: number of each kind
using Hole = Pile<kKinds, kFishes>;

inline int size(const Fishes& fishes) { return std::accumulate(fishes.begin(), fishes.end(), 0); }

enum class MoveKind : std::uint8_t {
  fish,
  look,
  keep,
  sink,
  hide,
  believe,
  doubt,
  deal,
  catch_one,
  show
};
inline constexpr std::array<std::string_view, 10> kMoveNames{
    "fish", "look", "keep", "sink", "hide", "believe", "doubt", "deal", "catch", "show"};

struct Move {
  MoveKind kind{};
  std::uint8_t fish = kNoFish;  // hide, deal, catch, show
  friend bool operator==(const Move&, const Move&) = default;
};

enum class Phase : std::uint8_t { deal, turn, catching, looking, decide, hide, respond, over };

struct State {
  Phase phase = Phase::deal;
  Player player{};
  Hole hole;
  std::uint8_t top = kNoFish;     // looked at
  std::uint8_t hidden = kNoFish;  // committed face down
  std::array<Fishes, kMaxPlayers> hand{};
  Fishes out{};  // fish that have scored
  std::array<std::uint8_t, kMaxPlayers> points{};
  friend bool operator==(const State&, const State&) = default;
};

struct Memory {
  FixedVector<std::uint8_t, kFishes> sunk_by;  // seats, one a buried fish: who has seen it
  friend bool operator==(const Memory&, const Memory&) = default;
};

struct View {
  Player viewer{};
  State seen;  // without the hole and other hands; unknown fish read kUnknownFish
  std::array<std::uint8_t, kMaxPlayers> hand_size{};
  int loose = 0;
  FixedVector<std::uint8_t, kFishes> buried;  // kind or kUnknownFish
  Memory memory;
  Fishes unseen{};
  friend bool operator==(const View&, const View&) = default;
};

class IceHole {
 public:
  using Setup = int;  // players
  using State = toy::State;
  using Memory = toy::Memory;
  using View = toy::View;
  using Move = toy::Move;

  static constexpr std::string_view kName = "ice_hole", kTitle = "Ice Hole",
                                    kSummary = "Fish drawn from a hole in the ice.";
  static constexpr int kRulesVersion = 1, kMinPlayers = 2, kMaxPlayers = toy::kMaxPlayers;
  static constexpr int kMaxMoves = kKinds, kMaxOutcomes = kKinds;
  static constexpr int kActionCount = 6 + kKinds, kChanceCount = 3 * kKinds;
  static constexpr int kEncodingSize = 2 + kKinds;

  int setup = 2;

  static std::span<const OptionSpec> options() {
    static constexpr std::array kOptions{OptionSpec{.name = "players",
                                                    .kind = OptionSpec::Kind::integer,
                                                    .default_value = "2",
                                                    .summary = "number of players",
                                                    .lowest = kMinPlayers,
                                                    .highest = kMaxPlayers}};
    return kOptions;
  }
  static IceHole make(const Options& given) {
    return {*to_int(complete_options(kName, options(), given).at("players"))};
  }
  Options setup_options() const { return {{"players", std::to_string(setup)}}; }
  int players() const { return setup; }

  State start() const {
    State state;
    for (int kind = 0; kind < kKinds; ++kind)
      state.hole.add_loose(kind, kCopies[static_cast<std::size_t>(kind)]);
    return state;
  }

  Actor actor(const State& state) const {
    switch (state.phase) {
      case Phase::deal:
      case Phase::catching:
      case Phase::looking: return Actor::chance();
      case Phase::turn:
      case Phase::decide:
      case Phase::hide: return Actor::of(state.player);
      case Phase::respond: return Actor::of(next(state.player));
      case Phase::over: break;
    }
    return Actor::nobody();
  }

  void legal_moves(const State& state, FixedVector<Move, kMaxMoves>& moves) const {
    moves.clear();
    const Fishes& hand = state.hand[state.player.seat];
    if (state.phase == Phase::turn) moves = {{MoveKind::fish}, {MoveKind::look}};
    if (state.phase == Phase::respond) moves = {{MoveKind::believe}, {MoveKind::doubt}};
    if (state.phase == Phase::decide) {
      moves = {{MoveKind::keep}};
      if (size(hand) > 0) moves.push_back({MoveKind::sink});
    }
    if (state.phase != Phase::hide) return;
    for (std::uint8_t kind = 0; kind < kKinds; ++kind)
      if (hand[kind] > 0) moves.push_back({MoveKind::hide, kind});
  }

  void outcomes(const State& state, FixedVector<Outcome<Move>, kMaxOutcomes>& outcomes) const {
    outcomes.clear();
    if (!actor(state).is_chance()) return;
    for (std::uint8_t kind = 0; kind < kKinds; ++kind)
      if (state.hole.loose(kind) > 0)
        outcomes.push_back({chance_move(state, kind), state.hole.loose()[kind]});
  }
  Move sample(const State& state, Rng& rng) const {
    Fishes rest = state.hole.loose();
    return chance_move(state, pick(rest, rng));
  }

  void apply(State& state, const Move& move) const {
    Fishes& hand = state.hand[state.player.seat];
    switch (move.kind) {
      case MoveKind::deal:
        state.hole.take_loose(move.fish);
        ++hand[move.fish];
        state.player = next(state.player);
        if (state.player.seat == 0) state.phase = Phase::turn;
        return;
      case MoveKind::fish:
      case MoveKind::look: {
        const bool looks = move.kind == MoveKind::look;
        state.phase = looks ? Phase::looking : Phase::catching;
        // Once only fish in a known order are left, the top is no matter of chance.
        if (state.hole.loose_size() == 0) take(state, state.hole.take_buried());
        return;
      }
      case MoveKind::catch_one:
      case MoveKind::show:
        state.hole.take_loose(move.fish);
        take(state, move.fish);
        return;
      case MoveKind::keep:
      case MoveKind::sink:
        if (move.kind == MoveKind::keep)
          ++hand[state.top];
        else
          state.hole.bury(state.top);
        state.top = kNoFish;
        state.phase = Phase::hide;
        return;
      case MoveKind::hide:
        --hand[move.fish];
        state.hidden = move.fish;
        state.phase = Phase::respond;
        return;
      case MoveKind::believe:
      case MoveKind::doubt: respond(state, move.kind == MoveKind::doubt); return;
    }
  }

  Scores scores(const State& state) const {
    Scores scores{};
    std::copy(state.points.begin(), state.points.end(), scores.begin());
    return scores;
  }
  ScoreSheet score_sheet(const State& state, Player player) const {
    return {{"fish", {state.points[player.seat]}}, {"total", {state.points[player.seat]}}};
  }
  Places ranking(const State& state) const {
    Places places{};
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(setup); ++seat) {
      const auto before = std::count_if(state.points.begin(), state.points.end(),
                                        [&](int points) { return points > state.points[seat]; });
      places[seat] = static_cast<std::uint8_t>(1 + before);
    }
    return places;
  }

  Memory start_memory() const { return {}; }
  void witness(Memory& memory, const State& before, const Move& move) const {
    if (move.kind == MoveKind::sink) memory.sunk_by.push_back(before.player.seat);
    State after = before;
    apply(after, move);
    if (after.hole.buried().size() < before.hole.buried().size()) memory.sunk_by.erase_at(0);
  }
  Move shown(const State& before, const Move& move, Player player) const {
    const bool private_move = move.kind == MoveKind::deal || move.kind == MoveKind::catch_one ||
                              move.kind == MoveKind::show || move.kind == MoveKind::hide;
    if (!private_move || player == before.player) return move;
    return {move.kind, kUnknownFish};
  }

  View view(const State& state, const Memory& memory, Player viewer) const {
    View view;
    view.viewer = viewer;
    view.seen = state;
    view.memory = memory;
    view.loose = state.hole.loose_size();
    view.seen.hole = {};
    for (std::size_t kind = 0; kind < kKinds; ++kind)
      view.unseen[kind] = static_cast<std::uint8_t>(kCopies[kind] - state.out[kind] -
                                                    state.hand[viewer.seat][kind]);
    for (std::size_t i = 0; i < state.hole.buried().size(); ++i) {
      const bool known = memory.sunk_by[i] == viewer.seat;
      view.buried.push_back(known ? state.hole.buried()[i] : kUnknownFish);
      if (known) --view.unseen[view.buried.back()];
    }
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(setup); ++seat) {
      view.hand_size[seat] = static_cast<std::uint8_t>(size(state.hand[seat]));
      if (seat != viewer.seat) view.seen.hand[seat] = {};
    }
    for (std::uint8_t* fish : {&view.seen.top, &view.seen.hidden}) {
      if (*fish == kNoFish) continue;
      if (state.player == viewer)
        --view.unseen[*fish];
      else
        *fish = kUnknownFish;
    }
    return view;
  }
  Actor actor(const View& view) const { return actor(view.seen); }
  void legal_moves(const View& view, FixedVector<Move, kMaxMoves>& moves) const {
    moves.clear();
    if (actor(view).is(view.viewer)) legal_moves(view.seen, moves);
  }

  State determinize(const View& view, Rng& rng) const {
    State world = view.seen;
    Fishes rest = view.unseen;
    for (std::uint8_t* fish : {&world.top, &world.hidden})
      if (*fish == kUnknownFish) *fish = pick(rest, rng);
    for (const std::uint8_t fish : view.buried)
      world.hole.bury(fish == kUnknownFish ? pick(rest, rng) : fish);
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(setup); ++seat)
      while (size(world.hand[seat]) < view.hand_size[seat]) ++world.hand[seat][pick(rest, rng)];
    for (int kind = 0; kind < kKinds; ++kind)
      world.hole.add_loose(kind, rest[static_cast<std::size_t>(kind)]);
    return world;
  }
  Memory memory_of(const View& view, const State&) const { return view.memory; }

  static bool is_chance(const Move& move) { return move.kind >= MoveKind::deal; }
  static int action_id(const Move& move) {
    if (move.kind == MoveKind::hide) return 6 + move.fish;
    return static_cast<int>(move.kind) - (move.kind > MoveKind::hide ? 1 : 0);
  }
  static Move move_of(int id) {
    if (id < 0 || id >= kActionCount) throw IllegalMove("no such action");
    if (id >= 6) return {MoveKind::hide, static_cast<std::uint8_t>(id - 6)};
    return {static_cast<MoveKind>(id < 4 ? id : id + 1)};
  }
  static int chance_id(const Move& move) {
    return kKinds * (static_cast<int>(move.kind) - static_cast<int>(MoveKind::deal)) + move.fish;
  }
  static Move chance_of(int id) {
    if (id < 0 || id >= kChanceCount) throw IllegalMove("no such chance move");
    return {static_cast<MoveKind>(static_cast<int>(MoveKind::deal) + id / kKinds),
            static_cast<std::uint8_t>(id % kKinds)};
  }
  static std::string to_text(const Move& move) {
    std::string text(kMoveNames[static_cast<std::size_t>(move.kind)]);
    if (move.fish == kUnknownFish) return text + " ?";
    return move.fish == kNoFish ? text : text + ' ' + std::string(kFishNames[move.fish]);
  }
  static Move to_move(std::string_view text) {
    for (int id = 0; id < kActionCount; ++id)
      if (to_text(move_of(id)) == text) return move_of(id);
    for (int id = 0; id < kChanceCount; ++id)
      if (to_text(chance_of(id)) == text) return chance_of(id);
    throw IllegalMove("not a move of ice_hole: " + quoted(text));
  }

  LuckSource luck_source(const State&) const { return {}; }
  static int luck_card(const Move& move) { return move.fish; }
  Move luck_move(const State& state, int card) const {
    return chance_move(state, static_cast<std::uint8_t>(card));
  }

  const char* broken_rule(const State& state, const Memory& memory) const {
    Fishes all = state.out;
    const auto add = [&](std::size_t kind) { ++all[kind]; };
    for (const Fishes& hand : state.hand)
      for (std::size_t kind = 0; kind < kKinds; ++kind)
        all[kind] = static_cast<std::uint8_t>(all[kind] + hand[kind]);
    for (int kind = 0; kind < kKinds; ++kind)
      for (int i = 0; i < state.hole.loose(kind); ++i) add(static_cast<std::size_t>(kind));
    for (const std::uint8_t kind : state.hole.buried()) add(kind);
    if (state.top != kNoFish) add(state.top);
    if (state.hidden != kNoFish) add(state.hidden);
    if (!std::equal(all.begin(), all.end(), kCopies.begin())) return "every fish is somewhere";
    if (memory.sunk_by.size() != state.hole.buried().size()) return "every sunk fish has a witness";
    return nullptr;
  }

  static std::span<const EncodingSlice> encoding() {
    static constexpr std::array<EncodingSlice, 2> kSlices{
        {{.name = "to_act", .offset = 0, .size = 2},
         {.name = "unseen", .offset = 2, .size = kKinds}}};
    return kSlices;
  }
  void encode(const View& view, std::span<float> numbers) const {
    numbers[0] = actor(view).is(view.viewer) ? 1.0F : 0.0F;
    numbers[1] = 1.0F - numbers[0];
    for (std::size_t kind = 0; kind < kKinds; ++kind)
      numbers[2 + kind] = static_cast<float>(view.unseen[kind]) / kFishes;
  }

  Move scripted_move(const State& state, Rng&) const {
    FixedVector<Move, kMaxMoves> moves;
    legal_moves(state, moves);
    return moves.back();
  }

 private:
  Player next(Player player) const { return Player::at((player.seat + 1) % setup); }

  static Move chance_move(const State& state, std::uint8_t kind) {
    if (state.phase == Phase::deal) return {MoveKind::deal, kind};
    return {state.phase == Phase::looking ? MoveKind::show : MoveKind::catch_one, kind};
  }
  static std::uint8_t pick(Fishes& rest, Rng& rng) {
    auto k = rng.below(static_cast<std::uint32_t>(size(rest)));
    std::uint8_t kind = 0;
    while (k >= rest[kind]) k -= rest[kind++];
    --rest[kind];
    return kind;
  }
  static void take(State& state, int fish) {
    if (state.phase == Phase::looking) {
      state.top = static_cast<std::uint8_t>(fish);
      state.phase = Phase::decide;
    } else {
      ++state.hand[state.player.seat][static_cast<std::size_t>(fish)];
      state.phase = Phase::hide;
    }
  }
  void respond(State& state, bool doubted) const {
    const bool caught = doubted && state.hidden == 0;
    std::uint8_t& points = state.points[caught ? next(state.player).seat : state.player.seat];
    const int worth = caught ? 2 : state.hidden + 1 + (doubted ? 1 : 0);
    points = static_cast<std::uint8_t>(points + worth);
    ++state.out[state.hidden];
    state.hidden = kNoFish;
    for (int i = 0; i < setup; ++i) {
      state.player = next(state.player);
      state.phase = state.hole.empty() ? Phase::hide : Phase::turn;
      if (!state.hole.empty() || size(state.hand[state.player.seat]) > 0) return;
    }
    state.phase = Phase::over;
  }
};

template <class Visitor, FieldsOf<State> T>
void fields(Visitor& visit, T& state) {
  visit("phase", state.phase);
  visit("player", state.player);
  visit("loose", state.hole.loose());
  visit("buried", state.hole.buried());
  visit("top", state.top);
  visit("hidden", state.hidden);
  visit("hand", state.hand);
  visit("out", state.out);
  visit("points", state.points);
}
template <class Visitor, FieldsOf<View> T>
void fields(Visitor& visit, T& view) {
  visit("viewer", view.viewer);
  visit("seen", view.seen);
  visit("hand_size", view.hand_size);
  visit("loose", view.loose);
  visit("buried", view.buried);
  visit("sunk_by", view.memory.sunk_by);
  visit("unseen", view.unseen);
}

static_assert(Game<IceHole>);

}  // namespace farnorth::toy
