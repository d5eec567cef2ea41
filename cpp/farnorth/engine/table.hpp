// A game in progress: what is, and what could be known of it.
#pragma once

#include <optional>
#include <string>

#include "farnorth/core/game.hpp"
#include "farnorth/core/text.hpp"

namespace farnorth {

template <Game G>
struct Table {
  typename G::State state;
  typename G::Memory memory;
  friend bool operator==(const Table&, const Table&) = default;
};

template <Game G>
Table<G> start_table(const G& game) {
  return {game.start(), game.start_memory()};
}

// Makes a legal move: everybody watches, then the world changes.
template <Game G>
void advance(const G& game, Table<G>& table, const typename G::Move& move) {
  game.witness(table.memory, table.state, move);
  game.apply(table.state, move);
}

// Goes on until the player is to act or the game is over: chance at random, all others by their scripted policy. Without a
// player, until anyone is to act.
template <Game G>
void advance_to(const G& game, Table<G>& table, std::optional<Player> player, Rng& rng) {
  for (Actor actor = game.actor(table.state); !actor.is_nobody(); actor = game.actor(table.state)) {
    if (actor.is_chance())
      advance(game, table, game.sample(table.state, rng));
    else if (player && !actor.is(*player))
      advance(game, table, game.scripted_move(table.state, rng));
    else
      return;
  }
}

template <Game G>
typename G::View view_of(const G& game, const Table<G>& table, Player player) {
  return game.view(table.state, table.memory, player);
}

template <Game G>
bool is_legal(const G& game, const typename G::State& state, const typename G::Move& move) {
  const Actor actor = game.actor(state);
  if (actor.is_player()) {
    MoveList<G> moves;
    game.legal_moves(state, moves);
    return moves.contains(move);
  }
  if (!actor.is_chance() || !game.is_chance(move)) return false;
  OutcomeList<G> outcomes;
  game.outcomes(state, outcomes);
  for (const auto& outcome : outcomes)
    if (outcome.move == move) return true;
  return false;
}

// Why `move` is not legal, and a few moves that are. For messages.
template <Game G>
std::string why_illegal(const G& game, const typename G::State& state, const std::string& move) {
  constexpr std::size_t kShown = 8;
  const Actor actor = game.actor(state);
  if (actor.is_nobody()) return quoted(move) + " is illegal: the game is over";
  std::string text = quoted(move) + " is illegal here; ";
  std::size_t legal = 0;
  std::string some;
  const auto list = [&](const typename G::Move& each) {
    if (legal++ < kShown) some += (some.empty() ? "" : ", ") + game.to_text(each);
  };
  if (actor.is_player()) {
    MoveList<G> moves;
    game.legal_moves(state, moves);
    for (const auto& each : moves) list(each);
    text += "legal for seat " + std::to_string(actor.player().seat) + ": ";
  } else {
    OutcomeList<G> outcomes;
    game.outcomes(state, outcomes);
    for (const auto& outcome : outcomes) list(outcome.move);
    text += "chance can do: ";
  }
  if (legal > kShown) some += ", ... (" + std::to_string(legal) + " in all)";
  return text + some;
}

// As `advance`, for moves from outside. Throws IllegalMove and leaves the table as it was.
template <Game G>
void advance_checked(const G& game, Table<G>& table, const typename G::Move& move) {
  if (!is_legal(game, table.state, move))
    throw IllegalMove(why_illegal(game, table.state, game.to_text(move)));
  advance(game, table, move);
}

}  // namespace farnorth
