// Who acts, what is legal, what chance may do. Moves are listed in the order of their ids.
#include <array>
#include <bit>
#include <cassert>

#include "farnorth/games/explorers/explorers.hpp"

namespace farnorth::explorers {

namespace {

using Moves = FixedVector<Move, Explorers::kMaxMoves>;

// N-TILE-2, N-TILE-3
void add_tile_moves(const Chart& chart, const State& state, Moves& moves) {
  const std::uint64_t fitting = state.map.fitting_rims();
  state.hand[state.player.seat].for_each([&](Tile tile) {
    unsigned rotations = 0;
    for (unsigned k = 0; k < kDirections; ++k)
      rotations |= static_cast<unsigned>(fitting >> chart.faces[tile.number][k].land & 1U) << k;
    for (rotations &= chart[tile].rotations; rotations != 0; rotations &= rotations - 1)
      moves.push_back(Move::pick(tile, std::countr_zero(rotations)));
  });
  if (moves.empty()) moves.push_back(Move::reshuffle());  // N-TILE-6
}

void add_lay_moves(const Chart& chart, const State& state, Moves& moves) {
  const DirectionSet rim = chart.faces[state.picked.number][state.rotation].land;
  const Facing* facing = state.map.facing.begin();
  // Whether a cell fits is hard to predict, so every cell is written and only those that fit are
  // kept.
  std::array<Cell, kMaxBorder + 1> fitting;
  std::size_t count = 0;
  state.map.border.for_each([&](Cell cell) {
    fitting[count] = cell;
    count += facing++->fits(rim) ? 1U : 0U;
  });
  for (std::size_t i = 0; i < count; ++i) moves.push_back(Move::lay(fitting[i]));
}

bool stands_on(const State& state, std::size_t type, Land land) {
  return state.livestock[type].contains(land);
}

// N-LOAD-1, N-LOAD-2, N-LOAD-4
void add_load_moves(const Chart& chart, const State& state, const Clan& clan, Moves& moves) {
  if (clan.on_shore()) {
    if (clan.mainland > 0) moves.push_back(Move::load(0, kViking));
    return;
  }
  for (int g = 0; g < chart[clan.ship].lands; ++g) {
    const Land land = Land::of(clan.ship, g);
    if (clan.vikings_on(land) == 0) continue;
    moves.push_back(Move::load(g, kViking));
    for (std::size_t type = 0; type < kLivestockTypes; ++type)
      if (stands_on(state, type, land)) moves.push_back(Move::load(g, type + 1));  // N-LOAD-3
  }
}

// N-UNLOAD-1, N-UNLOAD-2
void add_unload_moves(const Chart& chart, const Clan& clan, Moves& moves) {
  if (clan.aboard[kViking] == 0) return;
  const int lands = clan.on_shore() ? 1 : chart[clan.ship].lands;
  for (int g = 0; g < lands; ++g)
    for (std::size_t item = 0; item < kItems; ++item)
      if (clan.aboard[item] > 0) moves.push_back(Move::unload(g, item));
}

// N-SAIL-1, N-SAIL-2, N-SAIL-3
void add_sail_moves(const Chart& chart, const State& state, const Clan& clan, Moves& moves) {
  if (clan.aboard[kViking] == 0) return;
  if (clan.on_shore()) {
    for (int i = 0; i < kFixedTiles; ++i) moves.push_back(Move::out(i));
    return;
  }
  const DirectionSet ways = chart.face(state.map, clan.ship).sea_edges[clan.sea];
  const bool can_fight = clan.aboard[kViking] >= kFightersNeeded;
  for (int d = 0; d < kDirections; ++d)
    if (has(ways, d) && state.map.has_neighbour(clan.ship, d) &&
        (can_fight || !enemy_ship_beyond(chart, state.map, clan.ship, d)))
      moves.push_back(Move::sail(d));
  if (clan.ship.is_fixed() &&
      chart.shore_sea[static_cast<std::size_t>(clan.ship.number - kTiles)] == clan.sea)
    moves.push_back(Move::home());
}

// N-WALK-1: land edges of the land that have a tile beyond them. N-WALK-3: the Mainland is no tile.
DirectionSet ways_on(const Chart& chart, const Map& map, Land land) {
  return chart.face(map, land.tile()).land_edges[static_cast<std::size_t>(land.group())] &
         map.neighbour_set(land.tile());
}

void add_from_moves(const Chart& chart, const State& state, const Clan& clan, Moves& moves) {
  FixedVector<Cell, kVikings> cells;
  for (std::size_t i = 0; i < clan.ashore.size(); ++i) {
    const Land land = clan.ashore[i];
    if (i > 0 && clan.ashore[i - 1] == land) continue;
    if (ways_on(chart, state.map, land) == 0) continue;
    const Cell cell = state.map.cell(land.tile());
    if (!cells.contains(cell)) cells.insert_sorted(cell);
  }
  for (const Cell cell : cells) moves.push_back(Move::from(cell));
}

// N-WALK-1, N-WALK-2
void add_walk_moves(const Chart& chart, const State& state, const Clan& clan, Moves& moves) {
  const Face& face = chart.face(state.map, state.from);
  for (int d = 0; d < kDirections; ++d) {
    if (!has(face.land, d) || !state.map.has_neighbour(state.from, d)) continue;
    const Land land = Land::of(state.from, face.group[static_cast<std::size_t>(d)]);
    const int vikings = clan.vikings_on(land);
    if (vikings == 0) continue;
    moves.push_back(Move::walk(d, 0));
    if (vikings >= 2) moves.push_back(Move::walk(d, 1));
    for (std::size_t type = 0; type < kLivestockTypes; ++type)
      if (stands_on(state, type, land)) moves.push_back(Move::walk(d, static_cast<int>(type) + 2));
  }
}

void add_outpost_moves(const Chart& chart, const State& state, const Clan& clan, Moves& moves) {
  if (state.actions < kOutpostCost || clan.outposts.full() ||
      clan.ashore.size() < static_cast<std::size_t>(kBuildersNeeded))
    return;
  // A legal point has an own Viking on one of its lands, so the corners around the Vikings are all
  // there are: 6 tiles corners each, a Viking's.
  FixedVector<Point, kVikings * kCorners> points;
  for (std::size_t i = 0; i < clan.ashore.size(); ++i) {
    const Tile tile = clan.ashore[i].tile();
    if (i > 0 && clan.ashore[i - 1].tile() == tile) continue;
    if (state.with_outpost.contains(tile)) continue;
    for (unsigned corners = corners_between_lands(chart, state.map, tile); corners != 0;
         corners &= corners - 1) {
      const int corner = std::countr_zero(corners);
      if (!can_build(chart, state, clan, tile, corner)) continue;
      const Point point = corner_point(state.map.cell(tile), corner);
      if (!points.contains(point)) points.insert_sorted(point);
    }
  }
  for (const Point point : points) moves.push_back(Move::outpost(point));
}

// 3.3: after the first item, items of the same or a later kind, or `done`.
void add_more_load_moves(const State& state, const Clan& clan, Moves& moves) {
  const Land land = clan.on_shore() ? Land{} : Land::of(clan.ship, state.land);
  for (std::size_t item = state.item; item < kItems; ++item) {
    const bool there = item == kViking
                           ? (clan.on_shore() ? clan.mainland > 0 : clan.vikings_on(land) > 0)
                           : !clan.on_shore() && stands_on(state, item - 1, land);
    if (there) moves.push_back(Move::load(state.land, item));
  }
  moves.push_back(Move::done());
}

void add_more_unload_moves(const State& state, const Clan& clan, Moves& moves) {
  for (std::size_t item = state.item; item < kItems; ++item)
    if (clan.aboard[item] > 0) moves.push_back(Move::unload(state.land, item));
  moves.push_back(Move::done());
}

bool is_dealt(const State& state, Captain captain) {
  for (const Clan& clan : state.clan)
    if (clan.captain[0] == captain || clan.captain[1] == captain) return true;
  return false;
}

}  // namespace

bool some_tile_fits(const Chart& chart, const Map& map, Tiles tiles) {
  const std::uint64_t fitting = map.fitting_rims();
  bool found = false;
  tiles.for_each([&](Tile tile) { found = found || (fitting & chart[tile].rims) != 0; });
  return found;
}

bool enemy_ship_beyond(const Chart& chart, const Map& map, Tile tile, int direction) {
  const Tile there = map.neighbour(tile, direction);
  return map.site[there.number].token() == Site::kEnemyShip &&
         map.sea_beyond(tile, direction) == chart[there].token_group;  // N-FIGHT-2
}

bool can_build(const Chart& chart, const State& state, const Clan& clan, Tile tile, int corner) {
  const LandPoint point = land_point(chart, state.map, tile, corner);
  if (!point.exists) return false;
  int builders = 0;  // N-OUT-2: on the three lands, and own ones only
  for (const Land land : point.lands) {
    if (state.with_outpost.contains(land.tile())) return false;
    builders += clan.vikings_on(land);
  }
  return builders >= kBuildersNeeded;
}

Actor Explorers::actor(const State& state) const {
  switch (state.phase) {
    case Phase::captain:
    case Phase::tile:
    case Phase::cell:
    case Phase::act:
    case Phase::load:
    case Phase::unload:
    case Phase::walk: return Actor::of(state.player);
    case Phase::deal_tiles:
    case Phase::deal_captains:
    case Phase::start:
    case Phase::refill:
    case Phase::redraw:
    case Phase::token:
    case Phase::fight:
    case Phase::draw: return Actor::chance();
    case Phase::over: break;
  }
  return Actor::nobody();
}

void Explorers::add_act_moves(const State& state, FixedVector<Move, kMaxMoves>& moves) const {
  const Clan& clan = state.clan[state.player.seat];
  if (clan.pieces_aboard() < kLongshipSpaces) add_load_moves(*chart_, state, clan, moves);
  add_unload_moves(*chart_, clan, moves);
  add_sail_moves(*chart_, state, clan, moves);
  add_from_moves(*chart_, state, clan, moves);
  add_outpost_moves(*chart_, state, clan, moves);
  moves.push_back(Move::end());  // N-ACT-2
}

void Explorers::legal_moves(const State& state, FixedVector<Move, kMaxMoves>& moves) const {
  moves.clear();
  const Clan& clan = state.clan[state.player.seat];
  switch (state.phase) {
    case Phase::captain:
      for (const Captain captain : clan.captain) moves.push_back(Move::captain(captain));
      return;
    case Phase::tile: return add_tile_moves(*chart_, state, moves);
    case Phase::cell: return add_lay_moves(*chart_, state, moves);
    case Phase::act: return add_act_moves(state, moves);
    case Phase::load: return add_more_load_moves(state, clan, moves);
    case Phase::unload: return add_more_unload_moves(state, clan, moves);
    case Phase::walk: return add_walk_moves(*chart_, state, clan, moves);
    case Phase::deal_tiles:
    case Phase::deal_captains:
    case Phase::start:
    case Phase::refill:
    case Phase::redraw:
    case Phase::token:
    case Phase::fight:
    case Phase::draw:
    case Phase::over: return;
  }
}

void Explorers::legal_moves(const View& view, FixedVector<Move, kMaxMoves>& moves) const {
  moves.clear();
  if (actor(view).is(view.viewer)) legal_moves(view.seen, moves);
}

// ---- Chance: section 4 --------------------------------------------------------------------------

void Explorers::outcomes(const State& state,
                         FixedVector<Outcome<Move>, kMaxOutcomes>& outcomes) const {
  outcomes.clear();
  switch (state.phase) {
    case Phase::deal_tiles:
    case Phase::refill:
    case Phase::redraw:
    case Phase::draw:
      state.stack.for_each([&](Tile tile) { outcomes.push_back({Move::draw(tile), 1}); });
      return;
    case Phase::deal_captains:
      for (int c = 0; c < kCaptains; ++c) {
        const auto captain = static_cast<Captain>(c);
        if (!is_dealt(state, captain) && (!is_solo() || in_solo(captain)))  // N-SOLO-1
          outcomes.push_back({Move::deal(captain), 1});
      }
      return;
    case Phase::start:
      for (int seat = 0; seat < setup.players; ++seat) outcomes.push_back({Move::first(seat), 1});
      return;
    case Phase::token:  // N-TOKEN-2
      for (std::size_t i = 0; i < kStrengths; ++i)
        if (state.strengths[i] > 0)
          outcomes.push_back(
              {Move::settlement(kLowestStrength + static_cast<int>(i)), state.strengths[i]});
      return;
    case Phase::fight:  // N-TOKEN-3: the tokens are alike, so nothing is decided when one is placed
      if (state.blanks > 0) outcomes.push_back({Move::fight(false), state.blanks});
      if (state.skulls > 0) outcomes.push_back({Move::fight(true), state.skulls});
      return;
    case Phase::captain:
    case Phase::tile:
    case Phase::cell:
    case Phase::act:
    case Phase::load:
    case Phase::unload:
    case Phase::walk:
    case Phase::over: return;
  }
}

Move Explorers::sample(const State& state, Rng& rng) const {
  if (state.phase == Phase::draw || state.phase == Phase::deal_tiles ||
      state.phase == Phase::refill || state.phase == Phase::redraw)
    return Move::draw(state.stack.pick(rng));
  if (state.phase == Phase::fight) {
    const auto tokens = static_cast<std::uint32_t>(state.blanks + state.skulls);
    return Move::fight(rng.below(tokens) >= state.blanks);
  }
  FixedVector<Outcome<Move>, kMaxOutcomes> all;
  outcomes(state, all);
  std::uint32_t total = 0;
  for (const auto& outcome : all) total += outcome.weight;
  std::uint32_t left = rng.below(total);
  std::size_t i = 0;
  for (; left >= all[i].weight; ++i) left -= all[i].weight;
  return all[i].move;
}

// ---- Luck ---------------------------------------------------------------------------------------

namespace {

enum class LuckDeck : std::uint8_t { stack, captains, first_seat, settlements, enemy_ships };

// What chance draws from in a phase.
LuckDeck luck_deck(Phase phase) {
  switch (phase) {
    case Phase::deal_captains: return LuckDeck::captains;
    case Phase::start: return LuckDeck::first_seat;
    case Phase::token: return LuckDeck::settlements;
    case Phase::fight: return LuckDeck::enemy_ships;
    case Phase::deal_tiles:
    case Phase::refill:
    case Phase::redraw:
    case Phase::draw:
    case Phase::captain:
    case Phase::tile:
    case Phase::cell:
    case Phase::act:
    case Phase::load:
    case Phase::unload:
    case Phase::walk:
    case Phase::over: break;
  }
  return LuckDeck::stack;
}

}  // namespace

LuckSource Explorers::luck_source(const State& state) const {
  const LuckDeck deck = luck_deck(state.phase);
  return {.deck = static_cast<std::uint8_t>(deck),
          .shuffle = deck == LuckDeck::stack ? state.shuffles : std::uint16_t{0}};
}

int Explorers::luck_card(const Move& move) {
  return move.kind == MoveKind::draw ? move.tile.number : move.number;
}

Move Explorers::luck_move(const State& state, int card) const {
  switch (luck_deck(state.phase)) {
    case LuckDeck::captains: return Move::deal(static_cast<Captain>(card));
    case LuckDeck::first_seat: return Move::first(card);
    case LuckDeck::settlements: return Move::settlement(card);
    case LuckDeck::enemy_ships: return Move::fight(card == 1);
    case LuckDeck::stack: break;
  }
  return Move::draw(Tile::at(card));
}

}  // namespace farnorth::explorers
