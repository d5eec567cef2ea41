// Positions with what they promised and what came of them: the data that outlooks are fitted to.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "farnorth/search/outlook.hpp"
#include "farnorth/search/playout.hpp"

namespace farnorth {

template <HasOutlook G>
struct OutlookRow {
  std::size_t stage = 0;
  OutlookFeatures<G::kOutlookFeatures> features{};
  Scores now{}, end{};
};

// Plays games by the scripted policy, in each with another share of random moves, and takes a position now and then. It is
// played to its end by the scripted policy alone.
template <HasOutlook G>
std::vector<OutlookRow<G>> outlook_rows(const G& game, std::size_t wanted, std::uint64_t seed) {
  constexpr std::uint32_t kMostRandom = 200, kTakenOneOf = 40;
  std::vector<OutlookRow<G>> rows;
  Rng rng(seed);
  MoveList<G> legal;
  while (rows.size() < wanted) {
    const std::uint32_t random = rng.below(kMostRandom);
    typename G::State state = game.start();
    for (int ply = 0; ply < kPlyCap; ++ply) {
      const Actor actor = game.actor(state);
      if (actor.is_nobody()) break;
      if (actor.is_chance()) {
        game.apply(state, game.sample(state, rng));
        continue;
      }
      if (rng.below(kTakenOneOf) == 0) {
        OutlookRow<G>& row = rows.emplace_back();
        row.stage = game.outlook_stage(state);
        game.outlook_features(state, row.features);
        row.now = game.scores(state);
        typename G::State rest = state;
        play_out(game, rest, rng, {.random = 0});
        row.end = game.scores(rest);
      }
      if (rng.below(1000) < random) {
        game.legal_moves(state, legal);
        game.apply(state, legal[rng.below(static_cast<std::uint32_t>(legal.size()))]);
      } else {
        game.apply(state, game.scripted_move(state, rng));
      }
    }
  }
  return rows;
}

}  // namespace farnorth
