// Two players choose in secret, one after the other, and show what they chose: matching pennies, rock, paper, scissors. Toys
// in which no single choice is right.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "search_toys.hpp"

namespace farnorth::test {

struct Commits : ToyParts, ToyPlay<Commits> {
  enum class Phase : std::uint8_t { first, second, over };
  static constexpr std::uint8_t kNothing = 7, kHidden = 6;
  struct State {
    Phase phase = Phase::first;
    std::array<std::uint8_t, 2> choice{kNothing, kNothing};
    friend bool operator==(const State&, const State&) = default;
  };
  struct View {
    Player viewer{};
    State seen;  // the choice of the other reads kHidden until both have chosen
    friend bool operator==(const View&, const View&) = default;
  };
  static constexpr int kMinPlayers = 2, kMaxPlayers = 2;

  // What the second pays the first, by their choices.
  std::vector<std::vector<std::int16_t>> payment;
  // How often a scripted player makes each choice.
  std::vector<std::uint32_t> script;

  // The first wins with equal coins.
  static Commits pennies() { return with({{1, -1}, {-1, 1}}, {1, 1}); }
  // A win with rock is worth 1, with paper 2, with scissors 3. The equilibrium plays each as often as a win between the
  // other two is worth: rock 3, paper 1, scissors 2 times of 6.
  static Commits weighted_rps() { return with({{0, -2, 1}, {2, 0, -3}, {-1, 3, 0}}, {1, 1, 1}); }
  static constexpr std::uint8_t kRock = 0, kPaper = 1, kScissors = 2;

  static Commits make(const Options&) { return pennies(); }
  int players() const { return 2; }
  std::uint8_t choices() const { return static_cast<std::uint8_t>(script.size()); }
  State start() const { return {}; }
  Actor actor(const State& state) const {
    if (state.phase == Phase::over) return Actor::nobody();
    return Actor::of(Player::at(state.phase == Phase::first ? 0 : 1));
  }
  Actor actor(const View& view) const { return actor(view.seen); }
  void legal_moves(const State&, MoveList<ToyParts>& moves) const {
    moves.clear();
    for (std::uint8_t choice = 0; choice < choices(); ++choice) moves.push_back({.what = choice});
  }
  void legal_moves(const View& view, MoveList<ToyParts>& moves) const {
    legal_moves(view.seen, moves);
  }
  void outcomes(const State&, FixedVector<Outcome<Move>, kMaxOutcomes>& outcomes) const {
    outcomes.clear();
  }
  Move sample(const State&, Rng&) const { return {}; }
  void apply(State& state, const Move& move) const {
    const bool is_first = state.phase == Phase::first;
    state.choice[is_first ? 0 : 1] = move.what;
    state.phase = is_first ? Phase::second : Phase::over;
  }
  Move shown(const State& before, const Move& move, Player player) const {
    return actor(before).is(player) ? move : Move{.what = kHidden};
  }
  Scores scores(const State& state) const {
    if (state.phase != Phase::over) return {};
    return {payment[state.choice[0]][state.choice[1]], 0};
  }
  Places ranking(const State& state) const { return places_of_two(scores(state)); }
  View view(const State& state, const Memory&, Player player) const {
    View view{player, state};
    std::uint8_t& other = view.seen.choice[1U - player.seat];
    if (state.phase != Phase::over && other != kNothing) other = kHidden;
    return view;
  }
  State determinize(const View& view, Rng& rng) const {
    State world = view.seen;
    for (std::uint8_t& choice : world.choice)
      if (choice == kHidden) choice = static_cast<std::uint8_t>(rng.below(choices()));
    return world;
  }
  Move scripted_move(const State&, Rng& rng) const {
    std::uint32_t total = 0;
    for (const std::uint32_t weight : script) total += weight;
    std::uint32_t left = rng.below(total);
    std::uint8_t choice = 0;
    while (left >= script[choice]) left -= script[choice++];
    return {.what = choice};
  }

 private:
  static Commits with(std::vector<std::vector<std::int16_t>> payment,
                      std::vector<std::uint32_t> script) {
    Commits game;
    game.payment = std::move(payment);
    game.script = std::move(script);
    return game;
  }
};
static_assert(Game<Commits>);

}  // namespace farnorth::test
