// What a move does.
#include <algorithm>
#include <cassert>

#include "farnorth/games/explorers/explorers.hpp"

namespace farnorth::explorers {

namespace {

std::uint8_t& at_strength(std::array<std::uint8_t, kStrengths>& counts, int strength) {
  return counts[static_cast<std::size_t>(strength - kLowestStrength)];
}

bool is_on_land(const State& state, const Clan& clan, int group, std::size_t item) {
  if (clan.on_shore()) return item == kViking && clan.mainland > 0;
  const Land land = Land::of(clan.ship, group);
  return item == kViking ? clan.vikings_on(land) > 0 : state.livestock[item - 1].contains(land);
}

}  // namespace

// ---- Setup --------------------------------------------------------------------------------------

void Explorers::draw(State& state, Tile tile) const {
  Tiles& hand = state.hand[state.player.seat];
  state.stack.remove(tile);
  hand.add(tile);
  switch (state.phase) {
    case Phase::deal_tiles:  // N-SETUP-3
      if (hand.size() < kHandTiles) return;
      state.player = next(state.player);
      if (state.player.seat == 0) state.phase = Phase::deal_captains;
      return;
    case Phase::refill:  // N-SOLO-2
      if (hand.size() == kHandTiles) state.phase = Phase::tile;
      return;
    case Phase::redraw:  // N-TILE-6: no action is spent
      if (--state.redraw == 0) state.phase = Phase::tile;
      return;
    case Phase::draw: return end_turn(state);  // N-DRAW-1
    case Phase::deal_captains:
    case Phase::captain:
    case Phase::start:
    case Phase::tile:
    case Phase::cell:
    case Phase::token:
    case Phase::act:
    case Phase::load:
    case Phase::unload:
    case Phase::walk:
    case Phase::fight:
    case Phase::over: break;
  }
  assert(false && "no tile is drawn in this phase");
}

void Explorers::deal(State& state, Captain captain) const {  // N-SETUP-4, N-SOLO-1
  auto& offer = state.clan[state.player.seat].captain;
  if (offer[0] == Captain::none) {
    offer[0] = captain;
    return;
  }
  offer[1] = captain;
  if (offer[1] < offer[0]) std::swap(offer[0], offer[1]);
  state.player = next(state.player);
  if (state.player.seat == 0) state.phase = is_solo() ? Phase::refill : Phase::captain;
}

void Explorers::keep_captain(State& state, Captain captain) const {  // N-SETUP-4
  Clan& chooser = state.clan[state.player.seat];
  chooser.pick = captain == chooser.captain[0] ? 1 : 2;
  state.player = next(state.player);
  if (state.player.seat != 0) return;
  for (std::size_t seat = 0; seat < setup.players; ++seat) {  // all have picked: shown together
    Clan& clan = state.clan[seat];
    clan.captain = {clan.captain[clan.pick - 1U], Captain::none};
    clan.pick = 0;
  }
  state.phase = Phase::start;
}

// ---- Laying a tile ------------------------------------------------------------------------------

void Explorers::start_turn(State& state, Player player) const {
  state.player = player;
  state.phase = is_solo() ? Phase::refill : Phase::tile;
}

void Explorers::return_hand(State& state) const {
  Tiles& hand = state.hand[state.player.seat];
  state.redraw = static_cast<std::uint8_t>(hand.size());  // N-SOLO-3: all tiles then in hand
  state.stack = state.stack | hand;
  hand = {};
  ++state.shuffles;
  if (some_tile_fits(*chart_, state.map, state.stack)) {
    state.phase = Phase::redraw;
  } else {
    state.redraw = 0;
    state.phase = Phase::over;  // N-TILE-7
  }
}

void Explorers::lay(State& state, Cell cell) const {
  const Tile tile = state.picked;
  state.map.lay(*chart_, tile, state.rotation, cell);
  state.rotation = 0;
  const TileFacts& facts = (*chart_)[tile];
  if (is_livestock(facts.token)) {  // N-TOKEN-1
    state.livestock[static_cast<std::size_t>(facts.token)].insert_sorted(
        Land::of(tile, facts.token_group));
  } else if (facts.token == Token::enemy_ship) {  // N-TOKEN-3
    state.map.site[tile.number].put(Site::kEnemyShip);
  } else {
    state.phase = Phase::token;
    return;
  }
  after_laying(state);
}

// N-TOKEN-4: no raid and no fight.
void Explorers::after_laying(State& state) const {
  state.picked = Tile::none();
  if (is_solo()) {  // N-SOLO-2
    Tiles& hand = state.hand[0];
    if (hand.size() == kHandTiles - 1) {
      state.phase = Phase::tile;
      return;
    }
    state.removed = state.removed | hand;
    hand = {};
  }
  state.actions = kActions;  // N-ACT-1
  state.phase = Phase::act;
}

// ---- Actions ------------------------------------------------------------------------------------

void Explorers::after_action(State& state) const {
  state.phase = Phase::act;
  if (state.actions == 0) end_actions(state);  // N-ACT-2
}

void Explorers::end_actions(State& state) const {
  state.actions = 0;
  if (is_solo() || state.stack.empty()) return end_turn(state);
  state.phase = Phase::draw;
}

void Explorers::end_turn(State& state) const {  // N-TURN-1
  ++state.turns;
  const Player last =
      Player::at((state.first.seat + setup.players - 1) % setup.players);  // N-SETUP-6
  const bool is_over = is_solo()
                           ? state.stack.empty()                                     // N-SOLO-4
                           : state.player == last && state.hand[last.seat].empty();  // N-END-1
  if (is_over)
    state.phase = Phase::over;
  else
    start_turn(state, next(state.player));
}

// N-RAID-1: at once, for no action, not to be declined.
void Explorers::raid(State& state, Land land) const {
  const Tile tile = land.tile();
  const int strength = state.map.site[tile.number].token();
  if (strength < kLowestStrength || (*chart_)[tile].token_group != land.group()) return;
  Clan& clan = state.clan[state.player.seat];
  if (clan.vikings_on(land) < strength) return;
  state.map.site[tile.number].put(0);
  ++at_strength(clan.raided, strength);
}

void Explorers::sail(State& state, Tile tile, int direction) const {  // N-SAIL-1
  Clan& clan = state.clan[state.player.seat];
  --state.actions;
  const bool enemy = enemy_ship_beyond(*chart_, state.map, tile, direction);
  clan.sea = state.map.sea_beyond(tile, direction);
  clan.ship = state.map.neighbour(tile, direction);
  if (enemy)
    state.phase = Phase::fight;  // N-FIGHT-1
  else
    after_action(state);
}

void Explorers::walk(State& state, int direction, int payload) const {
  Clan& clan = state.clan[state.player.seat];
  const Face& face = chart_->face(state.map, state.from);
  const Land here = Land::of(state.from, face.group[static_cast<std::size_t>(direction)]);
  const Land there = state.map.land_beyond(state.from, direction);
  --state.actions;
  state.from = Tile::none();
  for (int i = 0; i < (payload == 1 ? 2 : 1); ++i) {  // N-WALK-1
    clan.ashore.erase_first(here);
    clan.ashore.insert_sorted(there);
  }
  if (payload >= 2) {  // N-WALK-2
    auto& animals = state.livestock[static_cast<std::size_t>(payload - 2)];
    animals.erase_first(here);
    animals.insert_sorted(there);
  }
  raid(state, there);  // N-RAID-2: transporting raids too
  after_action(state);
}

void Explorers::load(State& state, int group, std::size_t item) const {
  Clan& clan = state.clan[state.player.seat];
  if (state.phase == Phase::act) --state.actions;  // N-LOAD-1: the whole load is one action
  if (item == kViking && clan.on_shore())
    --clan.mainland;
  else if (item == kViking)
    clan.ashore.erase_first(Land::of(clan.ship, group));
  else
    state.livestock[item - 1].erase_first(Land::of(clan.ship, group));
  ++clan.aboard[item];

  bool more = false;
  if (clan.pieces_aboard() < kLongshipSpaces)
    for (std::size_t next_item = item; next_item < kItems; ++next_item)
      more = more || is_on_land(state, clan, group, next_item);
  state.land = more ? static_cast<std::uint8_t>(group) : 0;
  state.item = more ? static_cast<std::uint8_t>(item) : 0;
  if (more)
    state.phase = Phase::load;
  else
    after_action(state);
}

void Explorers::unload(State& state, int group, std::size_t item) const {
  Clan& clan = state.clan[state.player.seat];
  if (state.phase == Phase::act) --state.actions;  // N-UNLOAD-1: the whole unload is one action
  --clan.aboard[item];
  if (item == kViking && clan.on_shore())
    ++clan.mainland;
  else if (item == kViking)
    clan.ashore.insert_sorted(Land::of(clan.ship, group));
  else if (clan.on_shore())
    ++clan.delivered[item - 1];  // N-UNLOAD-3
  else
    state.livestock[item - 1].insert_sorted(Land::of(clan.ship, group));

  bool more = false;
  for (std::size_t next_item = item; next_item < kItems; ++next_item)
    more = more || clan.aboard[next_item] > 0;
  state.land = static_cast<std::uint8_t>(group);
  state.item = static_cast<std::uint8_t>(item);
  state.phase = Phase::unload;
  if (!more) finish_unload(state);
}

void Explorers::finish_unload(State& state) const {
  const Clan& clan = state.clan[state.player.seat];
  const int group = state.land;
  state.land = state.item = 0;
  if (!clan.on_shore())
    raid(state, Land::of(clan.ship, group));  // N-RAID-2: checked when it is complete
  after_action(state);
}

void Explorers::build(State& state, Point point) const {  // N-OUT-1, N-OUT-2: the Vikings stay
  state.clan[state.player.seat].outposts.insert_sorted(point);
  for (const Land land : land_point(*chart_, state.map, point).lands)
    state.with_outpost.add(land.tile());
  state.actions = static_cast<std::uint8_t>(state.actions - kOutpostCost);
  after_action(state);
}

void Explorers::fight(State& state, bool skull) const {  // N-FIGHT-1
  Clan& clan = state.clan[state.player.seat];
  state.map.site[clan.ship.number].put(0);
  ++clan.enemy_ships;
  --(skull ? state.skulls : state.blanks);
  if (skull) {
    --clan.aboard[kViking];
    ++clan.dead;
  }
  after_action(state);
}

// ---- The move -----------------------------------------------------------------------------------

void Explorers::apply(State& state, const Move& move) const {
  Clan& clan = state.clan[state.player.seat];
  switch (move.kind) {
    case MoveKind::captain: return keep_captain(state, static_cast<Captain>(move.number));
    case MoveKind::tile:  // N-TILE-1
      state.hand[state.player.seat].remove(move.tile);
      state.picked = move.tile;
      state.rotation = move.rotation;
      state.phase = Phase::cell;
      return;
    case MoveKind::reshuffle: return return_hand(state);
    case MoveKind::lay: return lay(state, move.cell);
    case MoveKind::load: return load(state, move.number, move.item);
    case MoveKind::unload: return unload(state, move.number, move.item);
    case MoveKind::done:
      if (state.phase == Phase::unload) return finish_unload(state);
      state.land = state.item = 0;
      return after_action(state);
    case MoveKind::sail: return sail(state, clan.ship, move.direction);
    case MoveKind::home:  // N-SAIL-2
      --state.actions;
      clan.ship = Tile::none();
      clan.sea = 0;
      return after_action(state);
    case MoveKind::out:
      --state.actions;
      clan.ship = Tile::fixed(move.number);
      clan.sea = chart_->shore_sea[move.number];
      return after_action(state);
    case MoveKind::from:
      state.from = state.map.tile_at(move.cell);
      state.phase = Phase::walk;
      return;
    case MoveKind::walk: return walk(state, move.direction, move.item);
    case MoveKind::outpost: return build(state, move.point());
    case MoveKind::end: return end_actions(state);
    case MoveKind::draw: return draw(state, move.tile);
    case MoveKind::deal: return deal(state, static_cast<Captain>(move.number));
    case MoveKind::first:  // N-SETUP-6
      state.first = Player::at(move.number);
      return start_turn(state, state.first);
    case MoveKind::settlement:
      state.map.site[state.picked.number].put(move.number);
      --at_strength(state.strengths, move.number);
      return after_laying(state);
    case MoveKind::fight: return fight(state, move.number == 1);
  }
}

}  // namespace farnorth::explorers
