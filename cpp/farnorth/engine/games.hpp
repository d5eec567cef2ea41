// The closed list of games, and the one place where a name becomes a type.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "farnorth/core/game.hpp"
#include "farnorth/core/text.hpp"
#include "farnorth/games/borealis/borealis.hpp"
#include "farnorth/games/explorers/explorers.hpp"
#include "farnorth/games/scavengers/scavengers.hpp"

namespace farnorth {

template <Game... Gs>
struct GameList {
  static_assert(((Gs::kMaxPlayers <= kMaxSeats) && ...));
  static constexpr std::array<std::string_view, sizeof...(Gs)> kNames{Gs::kName...};
};

// A fourth game: add its class here and one line to cpp/bindings/module.cpp.
using Games = GameList<borealis::Borealis, explorers::Explorers, scavengers::Scavengers>;

// Calls f.operator()<G>() for every game.
template <class F, Game... Gs>
void for_each_game(F&& f, GameList<Gs...>) {
  (f.template operator()<Gs>(), ...);
}
template <class F>
void for_each_game(F&& f) {
  for_each_game(std::forward<F>(f), Games{});
}

// Calls f(game) with the game of that name and options. Throws BadData if there is none.
template <class F, Game First, Game... Rest>
auto with_game(std::string_view name, const Options& options, F&& f, GameList<First, Rest...>) {
  if (name == First::kName) return std::forward<F>(f)(First::make(options));
  if constexpr (sizeof...(Rest) > 0) {
    return with_game(name, options, std::forward<F>(f), GameList<Rest...>{});
  } else {
    throw BadData("no game is called " + quoted(name) + "; the games are " + joined(Games::kNames));
  }
}
template <class F>
auto with_game(std::string_view name, const Options& options, F&& f) {
  return with_game(name, options, std::forward<F>(f), Games{});
}

}  // namespace farnorth
