// Matches between bots by seed blocks: one deal, every rotation of the seats.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "farnorth/search/bot.hpp"
#include "farnorth/search/playout.hpp"

namespace farnorth::test {

template <Game G>
struct Entrant {
  std::function<std::unique_ptr<Bot<G>>()> make;
  Budget budget;
};

struct GameEnd {
  Scores scores{};
  Places places{};
  int plies = 0;
};

// Plays a game from its start; `deal` keys the game's luck, `run` the bots'.
template <Game G>
GameEnd play_game(const G& game, const std::vector<Entrant<G>*>& seats, std::uint64_t deal,
                  std::uint64_t run) {
  std::vector<std::unique_ptr<Bot<G>>> bots;
  for (std::size_t seat = 0; seat < seats.size(); ++seat) {
    bots.push_back(seats[seat]->make());
    bots.back()->start(hash_words(run, deal, seat));
  }
  typename G::State state = game.start();
  typename G::Memory memory = game.start_memory();
  Rng luck(hash_words(deal, 0x6c75636bU));
  GameEnd end;
  for (; end.plies < kPlyCap; ++end.plies) {
    const Actor actor = game.actor(state);
    if (actor.is_nobody()) break;
    typename G::Move move;
    if (actor.is_chance()) {
      move = game.sample(state, luck);
    } else {
      const std::size_t seat = actor.player().seat;
      move = bots[seat]
                 ->choose(game, game.view(state, memory, actor.player()), seats[seat]->budget, {})
                 .move;
    }
    game.witness(memory, state, move);
    game.apply(state, move);
  }
  end.scores = game.scores(state);
  end.places = game.ranking(state);
  return end;
}

struct MatchResult {
  double share = 0;       // of the first places held by A, ties split
  double half_width = 0;  // of the 95 % interval over blocks
  double score_a = 0, score_b = 0;
  int blocks = 0;
  double low() const { return share - half_width; }
};

// A against players - 1 times B.
template <Game G>
MatchResult play_match(const G& game, Entrant<G> a, Entrant<G> b, int blocks, std::uint64_t seed) {
  const auto players = static_cast<std::size_t>(game.players());
  MatchResult result;
  double sum = 0, squares = 0;
  for (int block = 0; block < blocks; ++block) {
    double share = 0;
    for (std::size_t rotation = 0; rotation < players; ++rotation) {
      std::vector<Entrant<G>*> seats(players, &b);
      seats[rotation] = &a;
      const GameEnd end = play_game(game, seats, hash_words(seed, block), hash_words(seed, 1));
      int first = 0;
      for (std::size_t seat = 0; seat < players; ++seat) {
        first += end.places[seat] == 1 ? 1 : 0;
        (seat == rotation ? result.score_a : result.score_b) += end.scores[seat];
      }
      if (end.places[rotation] == 1) share += 1.0 / first;
    }
    share /= static_cast<double>(players);
    sum += share;
    squares += share * share;
  }
  const double n = blocks;
  result.blocks = blocks;
  result.share = sum / n;
  const double variance = n > 1 ? std::max(0.0, squares - sum * sum / n) / (n - 1) : 0;
  result.half_width = 1.96 * std::sqrt(variance / n);
  result.score_a /= n * static_cast<double>(players);
  result.score_b /= n * static_cast<double>(players * (players - 1));
  return result;
}

}  // namespace farnorth::test
