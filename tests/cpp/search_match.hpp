// Matches between bots by seed blocks: one deal, every rotation of the seats.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "farnorth/engine/bots.hpp"
#include "farnorth/engine/match.hpp"
#include "farnorth/engine/table.hpp"

namespace farnorth::test {

struct Duel {
  double share = 0;       // of the first places, of the first entrant; ties split
  double half_width = 0;  // of the 95 % interval over blocks
  double score = 0, other_score = 0;
  double low() const { return share - half_width; }
};

// One bot of the first spec against players - 1 of the second.
template <Game G>
Duel duel(const G& game, std::string_view a, std::string_view b, int blocks,
          const std::string& seed) {
  const int players = game.players();
  const std::unique_ptr<Bot<G>> one = make_bot<G>(parse_bot_spec(a));
  std::vector<std::unique_ptr<Bot<G>>> rest;
  for (int i = 1; i < players; ++i) rest.push_back(make_bot<G>(parse_bot_spec(b)));
  Duel duel;
  double sum = 0, squares = 0;
  for (int block = 0; block < blocks; ++block) {
    double share = 0;
    for (int rotation = 0; rotation < players; ++rotation) {
      std::vector<Bot<G>*> seats;
      for (const auto& bot : rest) seats.push_back(bot.get());
      seats.insert(seats.begin() + rotation, one.get());
      const std::string name = seed + " " + std::to_string(block);
      const Match<G> match = play_match(game, seats, std::vector<std::string>(seats.size(), "bot"),
                                        {.seed = name, .rotation = rotation});
      for (int seat = 0; seat < players; ++seat)
        (seat == rotation ? duel.score : duel.other_score) +=
            match.scores[static_cast<std::size_t>(seat)];
      if (match.places[static_cast<std::size_t>(rotation)] == 1)
        share += 1.0 / static_cast<double>(std::count(match.places.begin(), match.places.end(), 1));
    }
    share /= players;
    sum += share;
    squares += share * share;
  }
  duel.share = sum / blocks;
  const double variance = std::max(0.0, squares - sum * sum / blocks) / std::max(1, blocks - 1);
  duel.half_width = 1.96 * std::sqrt(variance / blocks);
  duel.score /= blocks * players;
  duel.other_score /= blocks * players * (players - 1);
  return duel;
}

// Positions for search tests: play by the scripted policy with every fourth move random, at which a player has a choice.
template <Game G>
class Positions {
 public:
  Positions(const G& game, std::uint64_t seed) : game_(game), rng_(seed) { deal(); }

  // The next position, `skip` decisions on; a new game after the last.
  const Table<G>& next(int skip) {
    for (int passed = -1; passed < skip;) {
      const Actor actor = game_.actor(table_.state);
      if (actor.is_nobody()) {
        deal();
        continue;
      }
      if (started_) step(actor);
      started_ = true;
      passed += has_choice() ? 1 : 0;
    }
    return table_;
  }

 private:
  void deal() {
    table_ = start_table(game_);
    started_ = false;
  }
  bool has_choice() {
    if (!game_.actor(table_.state).is_player()) return false;
    game_.legal_moves(table_.state, legal_);
    return legal_.size() > 1;
  }
  void step(Actor actor) {
    if (actor.is_chance()) {
      advance(game_, table_, game_.sample(table_.state, rng_));
    } else if (rng_.below(4) == 0) {
      game_.legal_moves(table_.state, legal_);
      advance(game_, table_, legal_[rng_.below(static_cast<std::uint32_t>(legal_.size()))]);
    } else {
      advance(game_, table_, game_.scripted_move(table_.state, rng_));
    }
  }

  const G& game_;
  Rng rng_;
  Table<G> table_;
  MoveList<G> legal_;
  bool started_ = false;
};

}  // namespace farnorth::test
