// A game and the same game with its things renamed, played side by side. What one allows, does, scores and is worth to a
// search, the other must allow, do, score and be worth.
//
// A Renaming says how moves and seats are called in the other game:
//   rename(move), rename(player)
//   rename.is_setup(state)       dealt from seat 0 on, an order that no rotation of the seats keeps
//   rename.is_in_series(state)   a series of moves that is spelt in the order of names, which a renaming changes
//   rename.take_out(state)       if there is one: takes the things out of the box that have no counterpart
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "search_bots.hpp"

namespace farnorth::test {

template <Game G, class Renaming>
class Twins {
 public:
  Twins(G game, G renamed_game, Renaming rename, std::uint64_t seed)
      : game_(std::move(game)),
        twin_game_(std::move(renamed_game)),
        rename_(std::move(rename)),
        rng_(seed) {
    deal();
  }

  const G& game() const { return game_; }
  const G& twin_game() const { return twin_game_; }
  const Table<G>& table() const { return table_; }
  const Table<G>& twin() const { return twin_; }
  const Renaming& rename() const { return rename_; }

  // One move in both games: of chance; scripted, but every fourth at random; the deal of new games after the last.
  void step() {
    const Actor actor = game_.actor(table_.state);
    if (actor.is_nobody()) return deal();
    MoveList<G> legal;
    game_.legal_moves(table_.state, legal);
    play(actor.is_chance()    ? game_.sample(table_.state, rng_)
         : rng_.below(4) == 0 ? legal[rng_.below(static_cast<std::uint32_t>(legal.size()))]
                              : game_.scripted_move(table_.state, rng_));
    end_series(game_, table_);
    end_series(twin_game_, twin_);
  }

  // Steps until a player has a choice, `skip` choices on.
  void next_choice(int skip) {
    for (int passed = -1; passed < skip;) {
      step();
      MoveList<G> legal;
      if (!game_.actor(table_.state).is_player()) continue;
      game_.legal_moves(table_.state, legal);
      passed += legal.size() > 1 ? 1 : 0;
    }
  }

  // What the two positions differ in; nothing if they are one position under two names.
  std::string difference() const {
    const Actor actor = game_.actor(table_.state), other = twin_game_.actor(twin_.state);
    if (actor.is_player() ? !other.is(rename_(actor.player())) : actor != other) return "actor";
    if (moves(game_, table_.state, true) != moves(twin_game_, twin_.state, false)) return "moves";
    const Scores scores = game_.scores(table_.state), renamed = twin_game_.scores(twin_.state);
    const Places places = game_.ranking(table_.state), others = twin_game_.ranking(twin_.state);
    const Values values = utilities(game_, table_.state, {});
    const Values worth = utilities(twin_game_, twin_.state, {});
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(game_.players()); ++seat) {
      const std::size_t called = rename_(Player::at(static_cast<int>(seat))).seat;
      if (scores[seat] != renamed[called]) return "scores";
      if (places[seat] != others[called]) return "ranking";
      if (values[seat] != worth[called]) return "utilities";
    }
    if (!kTakesOut && twin_game_.broken_rule(twin_.state, twin_.memory) != nullptr) return "a rule";
    return {};
  }

 private:
  static constexpr bool kTakesOut =
      requires(const Renaming& rename, typename G::State& state) { rename.take_out(state); };

  // What the actor may do, in one order: names of moves with their weights.
  std::vector<std::pair<int, std::uint32_t>> moves(const G& game, const typename G::State& state,
                                                   bool rename) const {
    const auto called = [&](const auto& move) { return rename ? rename_(move) : move; };
    std::vector<std::pair<int, std::uint32_t>> found;
    if (game.actor(state).is_chance()) {
      OutcomeList<G> outcomes;
      game.outcomes(state, outcomes);
      for (const auto& outcome : outcomes)
        found.emplace_back(game.chance_id(called(outcome.move)), outcome.weight);
    } else {
      MoveList<G> legal;
      game.legal_moves(state, legal);
      for (const auto& move : legal) found.emplace_back(game.action_id(called(move)), 0);
    }
    std::sort(found.begin(), found.end());
    return found;
  }

  void play(const typename G::Move& move) {
    advance(game_, table_, move);
    advance(twin_game_, twin_, rename_(move));
  }

  // Ends a series after its first move.
  void end_series(const G& game, Table<G>& table) const {
    MoveList<G> legal;
    while (rename_.is_in_series(table.state)) {
      game.legal_moves(table.state, legal);
      advance(game, table, legal.back());
    }
  }

  // Deals both games: to each seat what the seat of the other name gets, in the order that each game asks for.
  void deal() {
    table_ = start_table(game_);
    twin_ = start_table(twin_game_);
    if constexpr (kTakesOut) {
      rename_.take_out(table_.state);
      rename_.take_out(twin_.state);
    }
    std::array<std::vector<typename G::Move>, kMaxSeats> dealt;
    while (rename_.is_setup(table_.state)) {
      auto& mine = dealt[rename_(table_.state.player).seat];
      MoveList<G> legal;
      game_.legal_moves(table_.state, legal);
      mine.push_back(game_.actor(table_.state).is_chance() ? game_.sample(table_.state, rng_)
                                                           : legal[rng_.below(2)]);
      advance(game_, table_, mine.back());
    }
    for (auto& moves : dealt) std::reverse(moves.begin(), moves.end());
    while (rename_.is_setup(twin_.state)) {
      auto& mine = dealt[twin_.state.player.seat];
      advance(twin_game_, twin_, rename_(mine.back()));
      mine.pop_back();
    }
  }

  G game_, twin_game_;
  Renaming rename_;
  Rng rng_;
  Table<G> table_, twin_;
};

// ---- Searches of both positions ------------------------------------------------------------------

template <Game G>
Decision<G> decide(Bot<G>& bot, const G& game, const Table<G>& table, std::uint32_t iterations,
                   std::uint64_t seed) {
  bot.start(seed);
  return bot.choose(game, view_of(game, table, game.actor(table.state).player()),
                    {.iterations = iterations}, {});
}

// Is one decision the other under new names: all statistics, bit for bit?
template <Game G, class Renaming>
bool is_renamed(const Decision<G>& decision, const Decision<G>& other, const Renaming& rename,
                int players) {
  const auto same_value = [&](const auto& value, const auto& renamed) {
    for (int seat = 0; seat < players; ++seat)
      if (value[static_cast<std::size_t>(seat)] != renamed[rename(Player::at(seat)).seat])
        return false;
    return true;
  };
  const auto same_move = [&](const auto& a, const auto& b) { return rename(a) == b; };
  const auto same_stats = [&](const MoveStats<G>& a, const MoveStats<G>& b) {
    return rename(a.move) == b.move && a.visits == b.visits && same_value(a.value, b.value);
  };
  return rename(decision.move) == other.move && decision.iterations == other.iterations &&
         same_value(decision.value, other.value) &&
         std::equal(decision.line.begin(), decision.line.end(), other.line.begin(),
                    other.line.end(), same_move) &&
         std::equal(decision.table.begin(), decision.table.end(), other.table.begin(),
                    other.table.end(), same_stats);
}

// A mean of independent searches, and its standard error as their spread tells it.
class Estimate {
 public:
  void add(double value) {
    ++n_;
    sum_ += value;
    squares_ += value * value;
  }
  double mean() const { return sum_ / n_; }
  double squared_error() const {
    return std::max(0.0, squares_ - sum_ * sum_ / n_) / (n_ - 1) / n_;
  }

 private:
  double n_ = 0, sum_ = 0, squares_ = 0;
};

// Points alone, in a straight line: it takes fewer games to know their mean than that of wins.
inline constexpr UtilityOptions kMargins{.win = 0, .place = 0, .margin = 1000};

// How far apart two positions that ought to be worth the same were found.
struct Asymmetry {
  int compared = 0;
  double worst = 0;          // difference, in standard errors
  double largest_error = 0;  // standard error of a difference
  void add(const Estimate& a, const Estimate& b) {
    // Values come in whole per mille: rounding alone makes an error of this size.
    constexpr double kRounding = 0.0005;
    const double error = std::sqrt(a.squared_error() + b.squared_error() + kRounding * kRounding);
    const double apart = std::abs(a.mean() - b.mean()) / error;
    ++compared;
    worst = std::max(worst, apart);
    largest_error = std::max(largest_error, error);
  }
};

// Compares what searches with other seeds find each move worth to the one who makes it, and the whole position to each
// seat.
template <Game G, class Renaming>
void compare(const Twins<G, Renaming>& twins, Bot<G>& bot, std::uint32_t iterations, int searches,
             bool by_move, Asymmetry& asymmetry) {
  const Player me = twins.game().actor(twins.table().state).player();
  const auto& rename = twins.rename();
  MoveList<G> legal;
  twins.game().legal_moves(twins.table().state, legal);
  std::vector<Estimate> found(legal.size()), renamed(legal.size());
  std::array<Estimate, kMaxSeats> seat_value, renamed_value;
  const auto add = [&](std::vector<Estimate>& moves, const Decision<G>& decision,
                       const auto& called, Player player) {
    for (std::size_t i = 0; i < legal.size(); ++i)
      for (const MoveStats<G>& stats : decision.table)
        if (stats.move == called(legal[i])) moves[i].add(stats.value[player.seat] / 1000.0);
  };
  for (int i = 0; i < searches; ++i) {
    const auto seed = static_cast<std::uint64_t>(i);
    const auto one = decide(bot, twins.game(), twins.table(), iterations, seed);
    const auto two = decide(bot, twins.twin_game(), twins.twin(), iterations, seed + 1'000'000);
    for (int seat = 0; seat < twins.game().players(); ++seat) {
      const auto place = static_cast<std::size_t>(seat);
      seat_value[place].add(one.value[place] / 1000.0);
      renamed_value[place].add(two.value[rename(Player::at(seat)).seat] / 1000.0);
    }
    if (!by_move) continue;
    add(found, one, [](const auto& move) { return move; }, me);
    add(renamed, two, rename, rename(me));
  }
  for (int seat = 0; seat < twins.game().players(); ++seat)
    asymmetry.add(seat_value[static_cast<std::size_t>(seat)],
                  renamed_value[static_cast<std::size_t>(seat)]);
  for (std::size_t i = 0; by_move && i < legal.size(); ++i) asymmetry.add(found[i], renamed[i]);
}

// No difference that chance would not make, and none of 0.03 that would have gone unseen.
inline void check(const Asymmetry& found) {
  CHECK(found.compared > 0);
  CHECK(found.worst < 5);
  CHECK(5 * found.largest_error < 0.03);
}

}  // namespace farnorth::test
