// Scores, places and people of Arctic Scavengers counted a second time, card by card, to compare with.
#pragma once

#include <vector>

#include "farnorth/games/scavengers/scavengers.hpp"

namespace farnorth::scavengers {

// Every card a player owns (S-SCORE-1), one entry a copy.
std::vector<Card> owned_items(const State& state, Player seat);
// S-SCORE-1, 2, 3.
Scores count_again(const Scavengers& game, const State& state);
Places rank_again(const Scavengers& game, const State& state);

// People on all cards of the game, and where they are: the same at every state, whatever players do.
int people_in_the_game(const Setup& setup);
int people_everywhere(const State& state, int players);

}  // namespace farnorth::scavengers
