// What a bot is: it sees a View, has a budget, and answers with a Decision.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "farnorth/core/game.hpp"

namespace farnorth {

// What a decision may use, if it has more than one legal move: a forced move costs nothing. 0 means no limit of that
// kind; with both, whichever ends first; with neither, budgets::kStandard.
struct Budget {
  std::uint32_t iterations = 0;
  std::int64_t microseconds = 0;
  // Where a clock runs: what each seat has left, and what it gets after each of its moves. `microseconds` is then what
  // the match proposes to spend on this one.
  std::array<std::int64_t, kMaxSeats> clock{};
  std::int64_t increment = 0;
};

// What to spend of a clock that has `left` on a decision: a share that would do for thirty more of them, and most of the
// increment. Everything in microseconds.
inline std::int64_t share_of_clock(std::int64_t left, std::int64_t increment) {
  constexpr std::int64_t kDecisionsAhead = 30, kLeast = 1'000;
  return std::max(kLeast, std::min(left / 2, left / kDecisionsAhead + increment * 3 / 4));
}

namespace budgets {
inline constexpr int kMostIterations = 1'000'000'000,
                     kMostMilliseconds = 86'400'000;  // that can be asked for
inline constexpr Budget kFast{.iterations = 200};
inline constexpr Budget kStandard{.iterations = 2'000};
inline constexpr Budget kStrong{.iterations = 20'000};
inline constexpr Budget kMax{.iterations = 200'000};
}  // namespace budgets

// One root move of a search.
template <Game G>
struct MoveStats {
  typename G::Move move;
  std::uint32_t visits = 0;
  std::array<std::int16_t, kMaxSeats> value{};  // per mille, for each seat
};

template <Game G>
struct Decision {
  typename G::Move move{};
  std::uint32_t iterations = 0;  // 0: the bot does not search
  std::int64_t microseconds = 0;
  std::array<std::int16_t, kMaxSeats> value{};  // expected result for each seat, per mille
  std::vector<MoveStats<G>> table{};            // searched root moves, most visited first
  std::vector<typename G::Move> line{};         // principal variation
};

// How the outside follows and stops a long decision. Both may be used from other threads.
template <Game G>
struct Watch {
  const std::atomic<bool>* stop = nullptr;                     // checked every few iterations
  std::function<void(const Decision<G>&)> progress = nullptr;  // the decision as it stands
  std::int64_t progress_microseconds = 100'000;                // between two reports
};

// A player. One Bot plays one seat of one game at a time; its random numbers come from its own seed, which tells nothing
// about the deal. With equal seed, views and iterations it decides equally.
template <Game G>
class Bot {
 public:
  virtual ~Bot() = default;
  // Called before each game with the stream of this seat.
  virtual void start(std::uint64_t seed) = 0;
  // `view` is one in which its viewer acts.
  virtual Decision<G> choose(const G& game, const typename G::View& view, const Budget& budget,
                             const Watch<G>& watch) = 0;
};

}  // namespace farnorth
