// Toy games whose right answers are known, for tests of search.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "farnorth/core/game.hpp"

namespace farnorth::test {

struct ToyMove {
  bool chance = false;
  std::uint8_t what = 0;
  friend constexpr bool operator==(const ToyMove&, const ToyMove&) = default;
};

// What search never asks of a game, so that a toy need not write it.
struct ToyParts {
  using Move = ToyMove;
  struct Memory {
    friend bool operator==(const Memory&, const Memory&) = default;
  };
  static constexpr std::string_view kName = "toy", kTitle = "Toy", kSummary = "A toy.";
  static constexpr int kRulesVersion = 1, kActionCount = 8, kChanceCount = 8, kEncodingSize = 1;
  static constexpr int kMaxMoves = 8, kMaxOutcomes = 8;

  static std::span<const OptionSpec> options() { return {}; }
  Options setup_options() const { return {}; }
  Memory start_memory() const { return {}; }
  void witness(Memory&, const auto&, const Move&) const {}
  Move shown(const auto&, const Move& move, Player) const { return move; }
  Memory memory_of(const auto&, const auto&) const { return {}; }
  ScoreSheet score_sheet(const auto&, Player) const { return {}; }
  bool is_chance(const Move& move) const { return move.chance; }
  int action_id(const Move& move) const { return move.what; }
  Move move_of(int id) const { return {.what = static_cast<std::uint8_t>(id)}; }
  int chance_id(const Move& move) const { return move.what; }
  Move chance_of(int id) const { return {.chance = true, .what = static_cast<std::uint8_t>(id)}; }
  std::string to_text(const Move& move) const { return std::to_string(move.what); }
  Move to_move(std::string_view) const { return {}; }
  LuckSource luck_source(const auto&) const { return {}; }
  int luck_card(const Move& move) const { return move.what; }
  Move luck_move(const auto&, int card) const { return chance_of(card); }
  const char* broken_rule(const auto&, const Memory&) const { return nullptr; }
  static std::span<const EncodingSlice> encoding() { return {}; }
  void encode(const auto&, std::span<float>) const {}
};

// What every toy does alike, given State{viewer-independent fields} and `legal`, `chance_weights`, `actor` of its own.
template <class Toy>
struct ToyPlay {
  static const Toy& self(const ToyPlay* play) { return static_cast<const Toy&>(*play); }

  template <class State>
  ToyMove random_outcome(const State& state, Rng& rng) const {
    OutcomeList<Toy> outcomes;
    self(this).outcomes(state, outcomes);
    std::uint32_t total = 0;
    for (const auto& outcome : outcomes) total += outcome.weight;
    std::uint32_t left = rng.below(total);
    for (const auto& outcome : outcomes) {
      if (left < outcome.weight) return outcome.move;
      left -= outcome.weight;
    }
    return {};
  }
  template <class State>
  ToyMove random_move(const State& state, Rng& rng) const {
    MoveList<Toy> moves;
    self(this).legal_moves(state, moves);
    return moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
  }
};

// Two players. Places by score, the better first.
inline Places places_of_two(const Scores& scores) {
  return {static_cast<std::uint8_t>(scores[0] < scores[1] ? 2 : 1),
          static_cast<std::uint8_t>(scores[1] < scores[0] ? 2 : 1)};
}

// ---- Leave or guess -------------------------------------------------------------------------------

// One player and a covered coin. He leaves with 6 points, or stays and then guesses: 10 points if he is right. A search
// that knows the coin after moving in each of its worlds thinks staying is worth 10; it is worth 5.
struct LeaveOrGuess : ToyParts, ToyPlay<LeaveOrGuess> {
  enum class Phase : std::uint8_t { toss, leave_or_stay, guess, over };
  struct State {
    Phase phase = Phase::toss;
    bool heads = false;
    std::uint8_t points = 0;
    friend bool operator==(const State&, const State&) = default;
  };
  struct View {
    Player viewer{};
    Phase phase{};
    std::uint8_t points = 0;
    friend bool operator==(const View&, const View&) = default;
  };
  static constexpr int kMinPlayers = 1, kMaxPlayers = 1;
  static constexpr int kLeave = 0, kStay = 1, kTails = 2, kHeads = 3;

  static LeaveOrGuess make(const Options&) { return {}; }
  int players() const { return 1; }
  State start() const { return {}; }
  static Actor actor_in(Phase phase) {
    if (phase == Phase::over) return Actor::nobody();
    return phase == Phase::toss ? Actor::chance() : Actor::of(Player::at(0));
  }
  Actor actor(const State& state) const { return actor_in(state.phase); }
  Actor actor(const View& view) const { return actor_in(view.phase); }
  static void legal_in(Phase phase, MoveList<ToyParts>& moves) {
    moves.clear();
    const int first = phase == Phase::leave_or_stay ? kLeave : kTails;
    for (int i = 0; i < 2; ++i) moves.push_back({.what = static_cast<std::uint8_t>(first + i)});
  }
  void legal_moves(const State& state, MoveList<ToyParts>& moves) const {
    legal_in(state.phase, moves);
  }
  void legal_moves(const View& view, MoveList<ToyParts>& moves) const {
    legal_in(view.phase, moves);
  }
  void outcomes(const State&, FixedVector<Outcome<Move>, kMaxOutcomes>& outcomes) const {
    outcomes = {{chance_of(0), 1}, {chance_of(1), 1}};
  }
  Move sample(const State& state, Rng& rng) const { return random_outcome(state, rng); }
  void apply(State& state, const Move& move) const {
    switch (state.phase) {
      case Phase::toss:
        state.heads = move.what == 1;
        state.phase = Phase::leave_or_stay;
        return;
      case Phase::leave_or_stay:
        state.phase = move.what == kLeave ? Phase::over : Phase::guess;
        if (move.what == kLeave) state.points = 6;
        return;
      case Phase::guess:
        state.points = (move.what == kHeads) == state.heads ? 10 : 0;
        state.phase = Phase::over;
        return;
      case Phase::over: return;
    }
  }
  Scores scores(const State& state) const { return {state.points}; }
  Places ranking(const State&) const { return {1}; }
  View view(const State& state, const Memory&, Player) const {
    return {.phase = state.phase, .points = state.points};
  }
  State determinize(const View& view, Rng& rng) const {
    return {.phase = view.phase, .heads = rng.below(2) == 1, .points = view.points};
  }
  Move scripted_move(const State& state, Rng& rng) const { return random_move(state, rng); }
};
static_assert(Game<LeaveOrGuess>);

// ---- Hide and seek --------------------------------------------------------------------------------

// The same with an opponent in the place of chance: the first player leaves with 6 points or stays; then the second
// covers heads or tails; then the first guesses for 10 points. A tree that branches on the covered side lets the first
// player see it.
struct HideAndSeek : ToyParts, ToyPlay<HideAndSeek> {
  enum class Phase : std::uint8_t { leave_or_stay, hide, guess, over };
  struct State {
    Phase phase = Phase::leave_or_stay;
    std::uint8_t hidden = 0;
    std::uint8_t points = 0;
    friend bool operator==(const State&, const State&) = default;
  };
  struct View {
    Player viewer{};
    State seen;  // what is hidden from the first player reads 0
    friend bool operator==(const View&, const View&) = default;
  };
  static constexpr int kMinPlayers = 2, kMaxPlayers = 2;
  static constexpr int kLeave = 0, kStay = 1, kTails = 2, kHeads = 3;

  static HideAndSeek make(const Options&) { return {}; }
  int players() const { return 2; }
  State start() const { return {}; }
  Actor actor(const State& state) const {
    if (state.phase == Phase::over) return Actor::nobody();
    return Actor::of(Player::at(state.phase == Phase::hide ? 1 : 0));
  }
  Actor actor(const View& view) const { return actor(view.seen); }
  void legal_moves(const State& state, MoveList<ToyParts>& moves) const {
    LeaveOrGuess::legal_in(state.phase == Phase::leave_or_stay ? LeaveOrGuess::Phase::leave_or_stay
                                                               : LeaveOrGuess::Phase::guess,
                           moves);
  }
  void legal_moves(const View& view, MoveList<ToyParts>& moves) const {
    legal_moves(view.seen, moves);
  }
  void outcomes(const State&, FixedVector<Outcome<Move>, kMaxOutcomes>& outcomes) const {
    outcomes.clear();
  }
  Move sample(const State&, Rng&) const { return {}; }
  void apply(State& state, const Move& move) const {
    switch (state.phase) {
      case Phase::leave_or_stay:
        state.phase = move.what == kLeave ? Phase::over : Phase::hide;
        if (move.what == kLeave) state.points = 6;
        return;
      case Phase::hide:
        state.hidden = move.what;
        state.phase = Phase::guess;
        return;
      case Phase::guess:
        state.points = move.what == state.hidden ? 10 : 0;
        state.phase = Phase::over;
        return;
      case Phase::over: return;
    }
  }
  Move shown(const State& before, const Move& move, Player player) const {
    return before.phase == Phase::hide && player.seat == 0 ? Move{.what = 7} : move;
  }
  Scores scores(const State& state) const { return {state.points, 0}; }
  Places ranking(const State& state) const { return places_of_two(scores(state)); }
  View view(const State& state, const Memory&, Player player) const {
    View view{player, state};
    if (player.seat == 0) view.seen.hidden = 0;
    return view;
  }
  State determinize(const View& view, Rng& rng) const {
    State world = view.seen;
    if (view.viewer.seat == 0 && world.phase == Phase::guess)
      world.hidden = static_cast<std::uint8_t>(kTails + static_cast<int>(rng.below(2)));
    return world;
  }
  Move scripted_move(const State& state, Rng& rng) const { return random_move(state, rng); }
};
static_assert(Game<HideAndSeek>);

// ---- Nim ------------------------------------------------------------------------------------------

// One heap; a turn takes one, two or three; who takes the last one wins. The mover loses exactly with a heap that four
// divides. `first` and `offset` change nothing that matters: seats may be renamed, points shifted.
struct Nim : ToyParts, ToyPlay<Nim> {
  struct State {
    std::uint8_t heap = 0;
    Player mover{};
    friend bool operator==(const State&, const State&) = default;
  };
  struct View {
    Player viewer{};
    State state;
    friend bool operator==(const View&, const View&) = default;
  };
  static constexpr int kMinPlayers = 2, kMaxPlayers = 2;

  std::uint8_t heap = 10;
  Player first{};
  std::int16_t offset = 0;

  static Nim make(const Options&) { return {}; }
  static Nim with(std::uint8_t heap, Player first = {}, std::int16_t offset = 0) {
    Nim nim;
    nim.heap = heap;
    nim.first = first;
    nim.offset = offset;
    return nim;
  }
  int players() const { return 2; }
  State start() const { return {.heap = heap, .mover = first}; }
  Actor actor(const State& state) const {
    return state.heap == 0 ? Actor::nobody() : Actor::of(state.mover);
  }
  Actor actor(const View& view) const { return actor(view.state); }
  void legal_moves(const State& state, MoveList<ToyParts>& moves) const {
    moves.clear();
    for (std::uint8_t take = 1; take <= 3 && take <= state.heap; ++take)
      moves.push_back({.what = take});
  }
  void legal_moves(const View& view, MoveList<ToyParts>& moves) const {
    legal_moves(view.state, moves);
  }
  void outcomes(const State&, FixedVector<Outcome<Move>, kMaxOutcomes>& outcomes) const {
    outcomes.clear();
  }
  Move sample(const State&, Rng&) const { return {}; }
  void apply(State& state, const Move& move) const {
    state.heap = static_cast<std::uint8_t>(state.heap - move.what);
    state.mover = Player::at(1 - state.mover.seat);
  }
  Scores scores(const State& state) const {
    Scores scores{offset, offset};
    if (state.heap == 0) ++scores[1U - state.mover.seat];
    return scores;
  }
  Places ranking(const State& state) const { return places_of_two(scores(state)); }
  View view(const State& state, const Memory&, Player player) const { return {player, state}; }
  State determinize(const View& view, Rng&) const { return view.state; }
  Move scripted_move(const State& state, Rng& rng) const { return random_move(state, rng); }
};
static_assert(Game<Nim>);

}  // namespace farnorth::test
