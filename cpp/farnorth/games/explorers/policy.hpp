// What the parts of the policy share: the situation a decision is made from. Not for others.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "farnorth/games/explorers/atlas.hpp"
#include "farnorth/games/explorers/explorers.hpp"

namespace farnorth::explorers {

inline constexpr int kPoint = 100;  // a point, in the hundredths that everything is counted in

// What a decision is made from, and what follows from it at once.
struct Situation {
  using Counts = std::array<std::uint8_t, kLivestockTypes>;

  Situation(const Explorers& game, const State& at, const Atlas& map)
      : atlas(map),
        players(game.players()),
        chart(game.chart()),
        state(at),
        me(at.player.seat),
        clan(at.clan[me]),
        vikings(clan.aboard[kViking]),
        space(kLongshipSpaces - clan.pieces_aboard()),
        cargo(kLongshipSpaces - space - vikings),
        counts(clan.delivered) {
    for (std::size_t i = 0; i < kLivestockTypes; ++i)
      counts[i] = static_cast<std::uint8_t>(counts[i] + clan.aboard[i + 1]);
  }

  const Atlas& atlas;
  const int players;
  const Chart& chart;
  const State& state;
  const std::size_t me;
  const Clan& clan;
  const int vikings, space, cargo;  // aboard: Vikings, free spaces, livestock
  Counts counts;                    // livestock delivered or aboard, by type

  bool has_captain(Captain card) const {
    return clan.captain[0] == card || clan.captain[1] == card;
  }
  int turns_left() const {  // of his, after this one
    const int all = players == 1 ? kTiles / kHandTiles : kTiles / players;
    return all - 1 - state.turns / players;
  }
  int actions_left() const { return state.actions + kActions * turns_left(); }
  std::size_t ship_node() const {
    return clan.on_shore() ? Atlas::kShore : Atlas::place(clan.ship, clan.sea);
  }
  int animals_on(std::size_t type, Land land) const {
    int animals = 0;
    for (const Land there : state.livestock[type]) animals += there == land ? 1 : 0;
    return animals;
  }
  // What one more animal of a type adds: it makes the set that still lacks it one larger.
  static int marginal(std::size_t type, const Counts& held) {
    int types = 1;
    for (const std::uint8_t n : held) types += n > held[type] ? 1 : 0;
    return kPoint * types;
  }
};

// Laying a tile: which, and where. In policy_tiles.cpp.
struct Laying {
  Move pick, lay;
};
Laying pick_tile(const Situation& at);  // no tile fits: a reshuffle
Move lay_tile(const Situation& at);

// What the longship and those ashore do. In policy_errands.cpp.
class Course;  // the errand that the ship is under way to
Move act(const Situation& at, Course& course);
Move load_more(const Situation& at);
Move unload_more(const Situation& at);
Move walk_on(const Situation& at);  // of kind done: no walk from there is worth it

}  // namespace farnorth::explorers
