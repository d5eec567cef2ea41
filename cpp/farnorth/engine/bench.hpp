// How fast a game is: random playouts, copies, determinizations, searches, matches, next to a reference measured in the
// same run.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "farnorth/core/game.hpp"
#include "farnorth/engine/bots.hpp"
#include "farnorth/engine/match.hpp"
#include "farnorth/engine/runner.hpp"

namespace farnorth {

struct BenchFigures {
  double playouts_per_second = 0;  // random play, move generation and chance included
  double moves_per_playout = 0;
  double ns_per_move = 0;
  double ns_copy = 0;         // of a State
  double ns_determinize = 0;  // of views taken through random games
  double reference_per_second = 0;
};

// Random connect-four games a second, on bitboards: a fixed piece of work that tells how fast the machine is now.
double reference_playouts_per_second(double seconds);
inline constexpr const char* kReferenceName = "random connect-four games, C++ bitboards";

namespace bench_detail {

using Clock = std::chrono::steady_clock;
inline double since(Clock::time_point begun) {
  return std::chrono::duration<double>(Clock::now() - begun).count();
}

// Runs `work`, which returns how much it did, until the time is up; the median rate of five slices.
template <class Work>
double median_rate(double seconds, Work work) {
  constexpr int kSlices = 5;
  std::array<double, kSlices> rates{};
  for (double& rate : rates) {
    const auto begun = Clock::now();
    double done = 0, spent = 0;
    do {
      done += work();
      spent = since(begun);
    } while (spent < seconds / kSlices);
    rate = done / spent;
  }
  std::nth_element(rates.begin(), rates.begin() + kSlices / 2, rates.end());
  return rates[kSlices / 2];
}

// A use of `value` that the compiler cannot see through, so that it drops no work whose result nobody reads.
void keep_address(const void* address);
template <class T>
void keep(const T& value) {
  keep_address(&value);
}

}  // namespace bench_detail

// Plays one game at random and returns its number of moves.
template <Game G>
int random_playout(const G& game, typename G::State state, Rng& rng, MoveList<G>& moves) {
  int ply = 0;
  for (; ply < kPlyCap; ++ply) {
    const Actor actor = game.actor(state);
    if (actor.is_nobody()) break;
    if (actor.is_chance()) {
      game.apply(state, game.sample(state, rng));
    } else {
      game.legal_moves(state, moves);
      game.apply(state, moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
  return ply;
}

// States and views met in random games, one in eight.
template <Game G>
std::vector<Table<G>> random_tables(const G& game, int games, Rng& rng) {
  std::vector<Table<G>> tables;
  MoveList<G> moves;
  for (int i = 0; i < games; ++i) {
    Table<G> table = start_table(game);
    for (int ply = 0; ply < kPlyCap && !game.actor(table.state).is_nobody(); ++ply) {
      if (game.actor(table.state).is_chance()) {
        advance(game, table, game.sample(table.state, rng));
        continue;
      }
      game.legal_moves(table.state, moves);
      if (rng.below(8) == 0) tables.push_back(table);
      advance(game, table, moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
  return tables;
}

template <Game G>
BenchFigures bench(const G& game, double seconds) {
  using bench_detail::keep;
  using bench_detail::median_rate;
  BenchFigures figures;
  Rng rng(1);
  MoveList<G> moves;
  const typename G::State start = game.start();
  double playouts = 0, plies = 0;
  figures.reference_per_second = reference_playouts_per_second(seconds / 4);
  figures.playouts_per_second = median_rate(seconds, [&] {
    constexpr int kBatch = 100;
    for (int i = 0; i < kBatch; ++i) plies += random_playout(game, start, rng, moves);
    playouts += kBatch;
    return kBatch;
  });
  figures.moves_per_playout = plies / playouts;
  figures.ns_per_move = 1e9 / (figures.playouts_per_second * figures.moves_per_playout);

  const std::vector<Table<G>> tables = random_tables(game, 20, rng);
  std::vector<typename G::State> copies(tables.size(), start);
  figures.ns_copy = 1e9 / median_rate(seconds / 4, [&] {
                      for (std::size_t i = 0; i < tables.size(); ++i) {
                        copies[i] = tables[i].state;
                        keep(copies[i]);
                      }
                      return static_cast<double>(tables.size());
                    });
  std::vector<typename G::View> views;
  for (const Table<G>& table : tables)
    views.push_back(view_of(game, table, game.actor(table.state).player()));
  figures.ns_determinize = 1e9 / median_rate(seconds / 4, [&] {
                             for (std::size_t i = 0; i < views.size(); ++i) {
                               copies[i] = game.determinize(views[i], rng);
                               keep(copies[i]);
                             }
                             return static_cast<double>(views.size());
                           });
  return figures;
}

struct SearchFigures {
  // `ismcts` with playouts to the end of the game, at the first decision of a game.
  double iterations_per_second = 0;
  double simulated_moves_per_second = 0;  // in tree and playouts, chance included
  // `ismcts` as it is by default; the median over the given positions.
  double ms_per_2000_iterations = 0;
};
inline constexpr const char* kFullSearch = "ismcts:moves=0";
inline constexpr const char* kDefaultSearch = "ismcts";

// The first position of a game in which a player has a choice.
template <Game G>
Table<G> first_decision(const G& game) {
  Luck<G> luck(deal_seed("bench"));
  Table<G> table = start_table(game);
  MoveList<G> legal;
  for (;; advance(game, table,
                  game.actor(table.state).is_chance() ? luck.draw(game, table.state) : legal[0])) {
    if (!game.actor(table.state).is_player()) continue;
    game.legal_moves(table.state, legal);
    if (legal.size() > 1) return table;
  }
}

// `positions`: in each of them a player has a choice. If there are none, the last figure stays 0. `random`: of the
// playouts to the end, see PlayoutOptions.
template <Game G>
SearchFigures bench_search(const G& game, const std::vector<Table<G>>& positions, double seconds,
                           int random = default_playout<G>().random) {
  SearchFigures figures;
  const auto view_of_actor = [&](const Table<G>& table) {
    return view_of(game, table, game.actor(table.state).player());
  };
  IsmctsOptions to_the_end{.tree = default_tree<G>()};
  to_the_end.tree.playout = {.random = random, .moves = 0};
  IsmctsBot<G> full(to_the_end);
  const typename G::View start = view_of_actor(first_decision(game));
  double iterations = 0;
  std::uint64_t games = 0;
  figures.iterations_per_second = bench_detail::median_rate(seconds, [&] {
    full.start(++games);
    const double done = full.choose(game, start, {.iterations = 500}, {}).iterations;
    iterations += done;
    return done;
  });
  figures.simulated_moves_per_second =
      figures.iterations_per_second * static_cast<double>(full.simulated_moves()) / iterations;

  const std::unique_ptr<Bot<G>> usual = make_bot<G>(parse_bot_spec(kDefaultSearch));
  std::vector<double> milliseconds;
  for (const Table<G>& table : positions) {
    usual->start(milliseconds.size());
    const auto begun = bench_detail::Clock::now();
    const Decision<G> decision =
        usual->choose(game, view_of_actor(table), {.iterations = 2000}, {});
    // A decision that was clear early used fewer iterations.
    milliseconds.push_back(1000 * bench_detail::since(begun) * 2000 / decision.iterations);
  }
  if (milliseconds.empty()) return figures;
  const auto middle = milliseconds.begin() + static_cast<std::ptrdiff_t>(milliseconds.size() / 2);
  std::nth_element(milliseconds.begin(), middle, milliseconds.end());
  figures.ms_per_2000_iterations = *middle;
  return figures;
}

// Plays at least so many games between native bots on this thread, as play_many does, for nobody to see. Returns how
// many they were.
template <Game G>
int play_for_time(const G& game, const std::vector<std::string>& specs, int games,
                  const std::string& seed) {
  std::vector<Entrant<G>> entrants;
  for (const std::string& text : specs)
    entrants.push_back({text, [text](int) { return make_bot<G>(parse_bot_spec(text)); }});
  RunOptions options;
  options.seed = seed;
  options.slots = slots_of_blocks(game.players(), static_cast<int>(specs.size()), 0,
                                  (games - 1) / game.players() + 1);
  int played = 0;
  Runner<G>(game, entrants, options).run([&](Finished<G>&&) { ++played; }, [] { return true; });
  return played;
}

}  // namespace farnorth
