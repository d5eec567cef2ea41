// A match: one game from a seed, played by bots.
#pragma once

#include <array>
#include <chrono>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "farnorth/core/sha256.hpp"
#include "farnorth/engine/luck.hpp"
#include "farnorth/engine/table.hpp"
#include "farnorth/search/bot.hpp"
#include "farnorth/search/playout.hpp"

namespace farnorth {

// What happens to a seat whose bot fails: it is ranked last and plays on at random, or one random move stands in, or
// the match is given up.
enum class OnForfeit : std::uint8_t { last, random, abort };

struct Forfeit {
  Player player{};
  int ply = 0;        // index of the move that was due
  std::string error;  // what the bot did
  bool last = true;   // ranked last, from there on played at random
};

enum class EndReason : std::uint8_t { normal, ply_cap, forfeit };

// Time that is measured here, whatever a bot says of itself. The limit of one decision is Budget::microseconds.
struct TimeControl {
  std::int64_t clock = 0;      // microseconds for all decisions of a seat; 0: no clock
  std::int64_t increment = 0;  // more of them after each decision
  // By so much a limit may be overstepped; negative: limits are not enforced.
  std::int64_t margin = -1;
};

struct MatchOptions {
  std::string seed = "0";
  int rotation = 0;  // of the seat block: part of what the bots' own random numbers depend on
  OnForfeit on_forfeit = OnForfeit::abort;
  Budget budget{};  // for bots whose spec names none
  TimeControl time{};
  // Note decisions of bots that do not search too, if their time was measured: of those written in Python.
  bool note_times = false;
  int ply_cap = kPlyCap;
  const std::atomic<bool>* stop = nullptr;
};

struct DecisionNote {
  int ply = 0;
  std::uint32_t iterations = 0;
  std::int64_t microseconds = 0;
  std::array<std::int16_t, kMaxSeats> value{};
};

template <Game G>
struct Match {
  std::vector<typename G::Move> moves;
  std::vector<DecisionNote> decisions;  // of bots that search
  std::vector<Forfeit> forfeits;
  EndReason reason = EndReason::normal;
  Scores scores{};
  Places places{};
  Table<G> end;
  std::array<std::int64_t, kMaxSeats> nanoseconds{};  // spent deciding, by seat
  std::array<int, kMaxSeats> choices{};  // decisions with more than one legal move, by seat
};

// Thrown when a stop was asked for in the middle of a match.
struct Stopped : std::exception {
  const char* what() const noexcept override { return "stopped"; }
};

// The deal of a match. One way, so that nothing a bot is given tells how the cards lie.
inline std::uint64_t deal_seed(const std::string& seed) {
  return one_way_hash("farnorth deal " + seed);
}
// The stream of a bot: depends on the match and the seat, and tells nothing about the deal.
inline std::uint64_t bot_seed(const std::string& seed, int rotation, Player player) {
  return one_way_hash("farnorth bot " + std::to_string(player.seat) + " " +
                      std::to_string(rotation) + " " + seed);
}

// Places with the forfeited seats moved behind all others, which keep their order.
inline Places with_forfeits(Places places, int players, const std::vector<Forfeit>& forfeits) {
  PlayerSet out;
  for (const Forfeit& forfeit : forfeits)
    if (forfeit.last) out.add(forfeit.player);
  if (out.empty()) return places;
  Places corrected{};
  for (int a = 0; a < players; ++a) {
    int better = 0;
    for (int b = 0; b < players; ++b) {
      const bool a_out = out.contains(Player::at(a)), b_out = out.contains(Player::at(b));
      if (a_out == b_out ? places[static_cast<std::size_t>(b)] < places[static_cast<std::size_t>(a)]
                         : a_out)
        ++better;
    }
    corrected[static_cast<std::size_t>(a)] = static_cast<std::uint8_t>(1 + better);
  }
  return corrected;
}

template <Game G>
class MatchRunner {
 public:
  // `bots` has one bot a seat; `names` are used in error messages.
  MatchRunner(const G& game, std::vector<Bot<G>*> bots, std::vector<std::string> names,
              const MatchOptions& options)
      : game_(game),
        bots_(std::move(bots)),
        names_(std::move(names)),
        options_(options),
        luck_(deal_seed(options.seed)) {}

  Match<G> play() {
    match_.end = start_table(game_);
    left_.fill(options_.time.clock);
    start_bots();
    for (Actor actor = game_.actor(state()); !actor.is_nobody(); actor = game_.actor(state())) {
      if (ply() == options_.ply_cap) {
        match_.reason = EndReason::ply_cap;
        break;
      }
      if (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed))
        throw Stopped{};
      make(actor.is_chance() ? luck_.draw(game_, state()) : decide(actor.player()));
    }
    match_.scores = game_.scores(state());
    match_.places = with_forfeits(game_.ranking(state()), game_.players(), match_.forfeits);
    if (!out_.empty()) match_.reason = EndReason::forfeit;
    return std::move(match_);
  }

 private:
  using Move = typename G::Move;

  const typename G::State& state() const { return match_.end.state; }
  int ply() const { return static_cast<int>(match_.moves.size()); }

  void make(const Move& move) {
    advance(game_, match_.end, move);
    match_.moves.push_back(move);
  }

  void start_bots() {
    for (int seat = 0; seat < game_.players(); ++seat) {
      const Player player = Player::at(seat);
      const std::uint64_t seed = bot_seed(options_.seed, options_.rotation, player);
      stand_in_[static_cast<std::size_t>(seat)] = Rng(hash_words(seed, 1));
      guard(player, [&] { bots_[static_cast<std::size_t>(seat)]->start(seed); });
    }
  }

  Move decide(Player player) {
    game_.legal_moves(state(), legal_);
    if (legal_.size() == 1) return legal_[0];  // nothing to decide: nobody is asked
    if (!out_.contains(player)) {
      Move move{};
      if (guard(player, [&] { move = ask(player); })) return move;
    }
    Rng& rng = stand_in_[player.seat];
    return legal_[rng.below(static_cast<std::uint32_t>(legal_.size()))];
  }

  Move ask(Player player) {
    using Clock = std::chrono::steady_clock;
    const typename G::View view = view_of(game_, match_.end, player);
    const Budget budget = budget_of(player);
    const auto begun = Clock::now();
    Decision<G> decision =
        bots_[player.seat]->choose(game_, view, budget, Watch<G>{.stop = options_.stop});
    const auto spent = Clock::now() - begun;
    if (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed)) throw Stopped{};
    count_time(player, std::chrono::duration_cast<std::chrono::microseconds>(spent).count());
    if (!legal_.contains(decision.move))
      throw IllegalMove(why_illegal(game_, state(), game_.to_text(decision.move)));
    match_.nanoseconds[player.seat] +=
        std::chrono::duration_cast<std::chrono::nanoseconds>(spent).count();
    ++match_.choices[player.seat];
    if (decision.iterations > 0 || (options_.note_times && decision.microseconds > 0))
      match_.decisions.push_back(
          {ply(), decision.iterations, decision.microseconds, decision.value});
    return decision.move;
  }

  // What the player may use now.
  Budget budget_of(Player player) const {
    Budget budget = options_.budget;
    if (options_.time.clock == 0) return budget;
    const std::int64_t proposed = share_of_clock(left_[player.seat], options_.time.increment);
    budget.microseconds =
        budget.microseconds > 0 ? std::min(budget.microseconds, proposed) : proposed;
    budget.clock = left_;
    budget.increment = options_.time.increment;
    return budget;
  }

  // Takes the time of a decision from the player's clock. Throws BotError if it was more than he had.
  void count_time(Player player, std::int64_t spent) {
    const TimeControl& time = options_.time;
    if (time.margin < 0) return;
    if (options_.budget.microseconds > 0 && spent > options_.budget.microseconds + time.margin)
      throw BotError("too slow: more than " + std::to_string(options_.budget.microseconds / 1000) +
                     " ms for a move");
    if (time.clock == 0) return;
    std::int64_t& left = left_[player.seat];
    if (spent > left + time.margin) throw BotError("too slow: its clock has run out");
    left += time.increment - spent;  // may be below 0: the margin is for the whole game
  }

  // Runs a step of a bot. If it fails: false, and the forfeit is noted; or, on `abort`, BotError.
  template <class Step>
  bool guard(Player player, Step step) {
    std::string error;
    try {
      step();
      return true;
    } catch (const Error& failure) {
      error = failure.what();
    }
    const std::string& name = names_[player.seat];
    if (options_.on_forfeit == OnForfeit::abort)
      throw BotError("bot " + name + " (seat " + std::to_string(player.seat) + ", ply " +
                     std::to_string(ply()) + "): " + error);
    const bool last = options_.on_forfeit == OnForfeit::last;
    if (last) out_.add(player);
    match_.forfeits.push_back({player, ply(), error, last});
    return false;
  }

  const G& game_;
  std::vector<Bot<G>*> bots_;
  std::vector<std::string> names_;
  MatchOptions options_;
  Luck<G> luck_;
  std::array<Rng, kMaxSeats> stand_in_{Rng(0), Rng(0), Rng(0), Rng(0), Rng(0)};
  PlayerSet out_;
  std::array<std::int64_t, kMaxSeats> left_{};  // on each seat's clock
  MoveList<G> legal_;
  Match<G> match_;
};

template <Game G>
Match<G> play_match(const G& game, const std::vector<Bot<G>*>& bots,
                    const std::vector<std::string>& names, const MatchOptions& options) {
  return MatchRunner<G>(game, bots, names, options).play();
}

}  // namespace farnorth
