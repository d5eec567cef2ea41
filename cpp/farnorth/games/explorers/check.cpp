// The invariants of section 9 of the rules. Each has the name by which `broken_rule` reports it.
// They are checked in order, so that each may rely on those before it; nothing before `every field
// is in its range` indexes with a field.
#include <algorithm>

#include "farnorth/core/invariant.hpp"
#include "farnorth/games/explorers/explorers.hpp"

namespace farnorth::explorers {

namespace {

struct Checked {
  const Explorers& game;
  const State& state;

  const Chart& chart() const { return game.chart(); }
  const Map& map() const { return state.map; }
  std::size_t players() const { return game.setup.players; }
  bool solo() const { return players() == 1; }
  Phase phase() const { return state.phase; }
  const Clan& clan(std::size_t seat) const { return state.clan[seat]; }
  int hand() const { return state.hand[state.player.seat].size(); }

  template <class F>
  void for_each_laid(F f) const {
    for (int t = 0; t < kSites; ++t)
      if (map().is_laid(Tile::at(t))) f(Tile::at(t));
  }
  int laid() const {  // fixed tiles apart
    int tiles = 0;
    for_each_laid([&](Tile tile) { tiles += tile.is_fixed() ? 0 : 1; });
    return tiles;
  }
  int laid_with(Token token) const {
    int tiles = 0;
    for_each_laid([&](Tile tile) { tiles += chart()[tile].token == token ? 1 : 0; });
    return tiles;
  }
};

bool in(Phase phase, std::initializer_list<Phase> phases) {
  return std::find(phases.begin(), phases.end(), phase) != phases.end();
}

int sum(const auto& counts) {
  int total = 0;
  for (const auto n : counts) total += n;
  return total;
}

bool land_exists(const Checked& c, Land land) {
  return land.tile().number < kSites && c.map().is_laid(land.tile()) &&
         land.group() < c.chart()[land.tile()].lands;
}

bool clan_is_in_range(const Checked& c, const Clan& clan) {
  if (clan.captain[0] > Captain::none || clan.captain[1] > Captain::none || clan.pick > 2)
    return false;
  if (!clan.on_shore() && (clan.ship.number >= kSites || !c.map().is_laid(clan.ship) ||
                           clan.sea >= c.chart()[clan.ship].seas))
    return false;
  if (clan.on_shore() && clan.sea != 0) return false;
  if (!std::is_sorted(clan.ashore.begin(), clan.ashore.end())) return false;
  if (!std::is_sorted(clan.outposts.begin(), clan.outposts.end())) return false;
  return std::all_of(clan.ashore.begin(), clan.ashore.end(),
                     [&](Land land) { return land_exists(c, land); }) &&
         std::all_of(clan.outposts.begin(), clan.outposts.end(),
                     [](Point point) { return point.cell().exists(); });
}

bool fields_in_range(const Checked& c) {
  const State& s = c.state;
  if (static_cast<int>(s.phase) >= kPhases || s.player.seat >= c.players() ||
      s.first.seat >= c.players())
    return false;
  for (std::size_t t = 0; t < kSites; ++t) {
    const Site site = s.map.site[t];
    if (!site.is_laid() && site != Site{}) return false;
    if (site.rotation() >= kDirections || site.token() > kHighestStrength) return false;
    if (t >= kTiles && site != c.chart().start.site[t]) return false;  // N-SETUP-2
  }
  for (std::size_t seat = 0; seat < kMaxPlayers; ++seat) {
    if (seat >= c.players() && (s.clan[seat] != Clan{} || !s.hand[seat].empty())) return false;
    if (!clan_is_in_range(c, s.clan[seat])) return false;
  }
  for (const auto& animals : s.livestock)
    if (!std::is_sorted(animals.begin(), animals.end()) ||
        !std::all_of(animals.begin(), animals.end(),
                     [&](Land land) { return land_exists(c, land); }))
      return false;
  const auto is_tile_or_none = [](Tile tile, int count) {
    return tile == Tile::none() || tile.number < count;
  };
  return is_tile_or_none(s.picked, kTiles) && is_tile_or_none(s.from, kSites) &&
         s.rotation < kDirections && s.land < kMostGroups && s.item < kItems &&
         s.redraw <= kHandTiles && s.actions <= kActions;
}

bool context_fits_phase(const Checked& c) {
  const State& s = c.state;
  const bool picked = in(s.phase, {Phase::cell, Phase::token});
  const bool splitting = in(s.phase, {Phase::load, Phase::unload});
  if ((s.picked != Tile::none()) != picked || (s.rotation != 0 && s.phase != Phase::cell))
    return false;
  if ((s.from != Tile::none()) != (s.phase == Phase::walk)) return false;
  if (!splitting && (s.land != 0 || s.item != 0)) return false;
  if ((s.redraw != 0) != (s.phase == Phase::redraw)) return false;
  if (s.phase == Phase::token)
    return c.map().is_laid(s.picked) && c.chart()[s.picked].token == Token::settlement;
  return !picked || !c.map().is_laid(s.picked);
}

bool captains_fit_phase(const Checked& c) {
  std::array<int, kCaptains> held{};
  int cards = 0, picks = 0;
  for (std::size_t seat = 0; seat < c.players(); ++seat) {
    const Clan& clan = c.clan(seat);
    for (const Captain captain : clan.captain) {
      if (captain == Captain::none) continue;
      if (c.solo() && !in_solo(captain)) return false;  // N-SOLO-1
      if (++held[static_cast<std::size_t>(captain)] > 1) return false;
      ++cards;
    }
    if (clan.captain[1] < clan.captain[0]) return false;
    picks += clan.pick != 0 ? 1 : 0;
    if (c.phase() == Phase::captain && (clan.pick != 0) != (seat < c.state.player.seat))
      return false;
  }
  const int players = static_cast<int>(c.players());
  switch (c.phase()) {
    case Phase::deal_tiles: return cards == 0 && picks == 0;
    case Phase::deal_captains: return cards < kCaptainsDealt * players && picks == 0;
    case Phase::captain: return cards == kCaptainsDealt * players;
    case Phase::start:
    case Phase::refill:
    case Phase::tile:
    case Phase::redraw:
    case Phase::cell:
    case Phase::token:
    case Phase::act:
    case Phase::load:
    case Phase::unload:
    case Phase::walk:
    case Phase::fight:
    case Phase::draw:
    case Phase::over: break;
  }
  return cards == (c.solo() ? kCaptainsDealt : players) && picks == 0;
}

// The tile on each cell, worked out anew; one more entry for "outside".
using TileOnCell = std::array<std::uint8_t, Cell::kCount + 1>;
std::uint8_t tile_beyond(const TileOnCell& on, Cell cell, int direction) {
  const Cell there = cell.neighbour(direction);
  return on[there.exists() ? there.index : std::size_t{Cell::kCount}];
}

// What a free cell faces, from the tiles around it alone.
Facing facing_of(const Checked& c, const TileOnCell& on, Cell cell) {
  Facing facing;
  for (int d = 0; d < kDirections; ++d) {
    const std::uint8_t other = tile_beyond(on, cell, d);
    if (other == Tile::none().number) continue;
    const DirectionSet land = c.chart().face(c.map(), Tile::at(other)).land;
    DirectionSet& set = has(land, opposite(d)) ? facing.land : facing.sea;
    set = static_cast<DirectionSet>(set | just(d));
  }
  return facing;
}

bool joins_follow(const Checked& c, const TileOnCell& on) {
  for (std::size_t t = 0; t < kSites; ++t) {
    const Tile tile = Tile::at(static_cast<int>(t));
    for (int d = 0; d < kDirections; ++d) {
      std::uint8_t expected = Map::kNothing;
      if (c.map().is_laid(tile)) {
        const Tile other{tile_beyond(on, c.map().cell(tile), d)};
        if (other != Tile::none())
          expected =
              Land::of(other,
                       c.chart().face(c.map(), other).group[static_cast<std::size_t>(opposite(d))])
                  .code;
      }
      if (c.map().code_beyond(tile, d) != expected) return false;
    }
  }
  return true;
}

bool map_follows_from_sites(const Checked& c) {
  TileOnCell on;
  on.fill(Tile::none().number);
  bool once = true;
  c.for_each_laid([&](Tile tile) {
    std::uint8_t& here = on[c.map().cell(tile).index];
    once = once && here == Tile::none().number;
    here = tile.number;
  });
  if (!once || !joins_follow(c, on)) return false;
  std::size_t slot = 0;
  for (int i = 0; i < Cell::kCount; ++i) {
    const Cell cell = Cell::at(i);
    const Facing facing = facing_of(c, on, cell);
    const bool border = facing != Facing{} && c.chart().free.contains(cell) &&
                        on[cell.index] == Tile::none().number;
    if (c.map().border.contains(cell) != border) return false;
    if (border && (slot >= c.map().facing.size() || c.map().facing[slot++] != facing)) return false;
  }
  return slot == c.map().facing.size();
}

bool i1_vikings(const Checked& c) {
  for (std::size_t seat = 0; seat < c.players(); ++seat) {
    const Clan& clan = c.clan(seat);
    const int vikings =
        clan.aboard[kViking] + clan.mainland + clan.dead + static_cast<int>(clan.ashore.size());
    if (vikings != kVikings || clan.pieces_aboard() > kLongshipSpaces) return false;
  }
  return true;
}

bool i2_every_tile_once(const Checked& c) {
  Tiles seen;
  bool once = true;
  const auto count = [&](Tiles tiles) {
    once = once && (seen & tiles).empty();
    seen = seen | tiles;
  };
  count(c.state.stack);
  count(c.state.removed);
  for (const Tiles hand : c.state.hand) count(hand);
  Tiles laid;
  c.for_each_laid([&](Tile tile) {
    if (!tile.is_fixed()) laid.add(tile);
  });
  if (c.phase() == Phase::cell) laid.add(c.state.picked);
  count(laid);
  return once && seen == Tiles::all();
}

bool i3_livestock(const Checked& c) {
  for (std::size_t type = 0; type < kLivestockTypes; ++type) {
    int animals = static_cast<int>(c.state.livestock[type].size());
    for (std::size_t seat = 0; seat < c.players(); ++seat)
      animals += c.clan(seat).aboard[type + 1] + c.clan(seat).delivered[type];
    if (animals != c.laid_with(static_cast<Token>(type))) return false;
  }
  return true;
}

bool i4_settlements(const Checked& c) {
  int on_tiles = 0, raided = 0;
  bool in_place = true;
  std::array<int, kStrengths> tokens{};
  for (std::size_t i = 0; i < kStrengths; ++i) tokens[i] = c.state.strengths[i];
  c.for_each_laid([&](Tile tile) {
    const int strength = c.map().site[tile.number].token();
    if (strength < kLowestStrength) return;
    ++on_tiles;
    ++tokens[static_cast<std::size_t>(strength - kLowestStrength)];
    in_place = in_place && c.chart()[tile].token == Token::settlement;
  });
  for (std::size_t seat = 0; seat < c.players(); ++seat) {
    raided += c.clan(seat).settlements();
    for (std::size_t i = 0; i < kStrengths; ++i) tokens[i] += c.clan(seat).raided[i];
  }
  const int due = c.phase() == Phase::token ? 1 : 0;
  return in_place &&
         std::equal(tokens.begin(), tokens.end(), c.game.tile_set().strengths.begin()) &&
         c.laid_with(Token::settlement) - due == on_tiles + raided;
}

bool i5_enemy_ships(const Checked& c) {
  int on_tiles = 0, destroyed = 0, dead = 0;
  bool in_place = true;
  c.for_each_laid([&](Tile tile) {
    if (c.map().site[tile.number].token() != Site::kEnemyShip) return;
    ++on_tiles;
    in_place = in_place && c.chart()[tile].token == Token::enemy_ship;
  });
  for (std::size_t seat = 0; seat < c.players(); ++seat) {
    destroyed += c.clan(seat).enemy_ships;
    dead += c.clan(seat).dead;
    if (c.clan(seat).dead > c.clan(seat).enemy_ships) return false;
  }
  return in_place && c.laid_with(Token::enemy_ship) == on_tiles + destroyed &&
         destroyed == kEnemyShipTokens - c.state.blanks - c.state.skulls &&
         c.state.skulls <= c.game.tile_set().skulls &&
         dead == c.game.tile_set().skulls - c.state.skulls;
}

bool i6_tiles_fit(const Checked& c) {
  bool fit = true;
  Tiles joined;
  FixedVector<Tile, kSites> queue;
  const auto reach = [&](Tile tile) {
    if (joined.contains(tile)) return;
    joined.add(tile);
    queue.push_back(tile);
  };
  for (int i = 0; i < kFixedTiles; ++i) reach(Tile::fixed(i));
  for (std::size_t next = 0; next < queue.size(); ++next)
    for (int d = 0; d < kDirections; ++d)
      if (c.map().has_neighbour(queue[next], d)) reach(c.map().neighbour(queue[next], d));
  c.for_each_laid([&](Tile tile) {
    fit = fit && joined.contains(tile) &&
          (tile.is_fixed() || c.chart().free.contains(c.map().cell(tile)));
    for (int d = 0; d < kDirections; ++d)
      if (c.map().has_neighbour(tile, d))
        fit = fit && has(c.chart().face(c.map(), tile).land, d) ==
                         has(c.chart().face(c.map(), c.map().neighbour(tile, d)).land, opposite(d));
  });
  return fit;
}

bool i7_outposts(const Checked& c) {
  Tiles touched;
  for (std::size_t seat = 0; seat < c.players(); ++seat)
    for (const Point outpost : c.clan(seat).outposts) {
      const LandPoint point = land_point(c.chart(), c.map(), outpost);
      if (!point.exists) return false;
      for (const Land land : point.lands) {
        if (touched.contains(land.tile())) return false;
        touched.add(land.tile());
      }
    }
  return touched == c.state.with_outpost;
}

bool i8_ships(const Checked& c) {
  for (std::size_t seat = 0; seat < c.players(); ++seat) {
    const Clan& clan = c.clan(seat);
    const bool enemy = !clan.on_shore() &&
                       c.map().site[clan.ship.number].token() == Site::kEnemyShip &&
                       c.chart()[clan.ship].token_group == clan.sea;
    const bool fights = c.phase() == Phase::fight && seat == c.state.player.seat;
    if (enemy != fights) return false;
    if (fights && clan.aboard[kViking] < kFightersNeeded) return false;
  }
  return true;
}

bool i9_no_overlooked_raid(const Checked& c) {
  bool good = true;
  c.for_each_laid([&](Tile tile) {
    const int strength = c.map().site[tile.number].token();
    if (strength < kLowestStrength) return;
    const Land land = Land::of(tile, c.chart()[tile].token_group);
    for (std::size_t seat = 0; seat < c.players(); ++seat)
      if (c.phase() != Phase::unload || seat != c.state.player.seat)
        good = good && c.clan(seat).vikings_on(land) < strength;
  });
  return good;
}

bool i10_actions(const Checked& c) {
  const int actions = c.state.actions;
  switch (c.phase()) {
    case Phase::act:
    case Phase::walk: return actions >= 1;
    case Phase::load:
    case Phase::unload:
    case Phase::fight: return actions < kActions;
    case Phase::deal_tiles:
    case Phase::deal_captains:
    case Phase::captain:
    case Phase::start:
    case Phase::refill:
    case Phase::tile:
    case Phase::redraw:
    case Phase::cell:
    case Phase::token:
    case Phase::draw:
    case Phase::over: break;
  }
  return actions == 0;
}

// N-TURN-1, N-END-1: the seats take turns from the first, and all have as many.
bool i11_seats(const Checked& c) {
  const auto players = static_cast<int>(c.players());
  const int player = c.state.player.seat, first = c.state.first.seat;
  switch (c.phase()) {
    case Phase::deal_tiles:
    case Phase::deal_captains:
    case Phase::captain: return first == 0;
    case Phase::start: return first == 0 && player == 0;
    case Phase::over:  // after the last turn, or within one that could not be played: N-TILE-7
      if (c.state.stack.empty()) return (player + 1) % players == (first + c.state.turns) % players;
      break;
    case Phase::refill:
    case Phase::tile:
    case Phase::redraw:
    case Phase::cell:
    case Phase::token:
    case Phase::act:
    case Phase::load:
    case Phase::unload:
    case Phase::walk:
    case Phase::fight:
    case Phase::draw: break;
  }
  return player == (first + c.state.turns) % players;
}

// Turns that `seat` has not finished.
int turns_left(const Checked& c, std::size_t seat) {
  const std::size_t players = c.players();
  const std::size_t after_first = (seat + players - c.state.first.seat) % players;
  return static_cast<int>(kTiles / players) -
         static_cast<int>((c.state.turns + players - 1 - after_first) / players);
}

// Tiles that `seat` holds between turns: he draws one for each that he lays while there are any,
// and lays the last of them in his last turn. `stack` counts no tile that goes back to a hand.
int hand_between_turns(const Checked& c, std::size_t seat, int stack) {
  return stack > 0 ? kHandTiles : turns_left(c, seat);
}

// Tiles in the hand of `seat`: N-SETUP-3, N-TILE-6, N-DRAW-1. None has more than 3.
bool hand_size_is_right(const Checked& c, std::size_t seat) {
  const int size = c.state.hand[seat].size(), stack = c.state.stack.size();
  const bool own = seat == c.state.player.seat;
  const int due = hand_between_turns(c, seat, stack);
  if (size > kHandTiles) return false;
  switch (c.phase()) {
    case Phase::deal_tiles:
      if (own) return size < kHandTiles;
      return size == (seat < c.state.player.seat ? kHandTiles : 0);
    case Phase::deal_captains:
    case Phase::captain:
    case Phase::start: return size == kHandTiles;
    case Phase::tile: return size == due;
    case Phase::redraw:
      return (own ? size + c.state.redraw : size) ==
             hand_between_turns(c, seat, stack - c.state.redraw);
    case Phase::draw: return stack > 0 && size == due - (own ? 1 : 0);
    case Phase::cell:
    case Phase::token:
    case Phase::act:
    case Phase::load:
    case Phase::unload:
    case Phase::walk:
    case Phase::fight: return size == due - (own ? 1 : 0);
    case Phase::over:  // N-TILE-7 leaves the whole hand of the player in the stack
      if (own) return size == 0;
      return size == hand_between_turns(c, seat, stack - kHandTiles);
    case Phase::refill: break;  // there is no such phase with several players
  }
  return false;
}

bool i10_hands(const Checked& c) {
  if (!c.solo()) {
    for (std::size_t seat = 0; seat < c.players(); ++seat)
      if (!hand_size_is_right(c, seat)) return false;
    return c.state.removed.empty();
  }
  const int now = c.laid() - 2 * c.state.turns;  // N-SOLO-2: tiles laid in this turn
  switch (c.phase()) {
    case Phase::deal_captains: return c.hand() == 0;
    case Phase::refill: return c.hand() < kHandTiles && !c.state.stack.empty();
    case Phase::tile:
    case Phase::token: return c.hand() == kHandTiles - now;
    case Phase::redraw:  // N-SOLO-3
      return c.hand() + c.state.redraw == kHandTiles - now &&
             c.state.redraw <= c.state.stack.size();
    case Phase::cell: return c.hand() == kHandTiles - 1 - now;
    case Phase::act:
    case Phase::load:
    case Phase::unload:
    case Phase::walk:
    case Phase::fight:
    case Phase::over: return c.hand() == 0;
    case Phase::deal_tiles:
    case Phase::captain:
    case Phase::start:
    case Phase::draw: break;  // there are no such phases in solo
  }
  return false;
}

bool i11_turns(const Checked& c) {
  const int a_turn = c.solo() ? 2 : 1;
  const int before = c.state.turns * a_turn;  // tiles laid in finished turns
  const int now = c.laid() - before;
  if (c.solo() && c.state.removed.size() != c.state.turns + (now == a_turn ? 1 : 0) &&
      c.phase() != Phase::token)
    return false;
  switch (c.phase()) {
    case Phase::deal_tiles:
    case Phase::deal_captains:
    case Phase::captain:
    case Phase::start: return c.state.turns == 0 && now == 0;
    case Phase::refill: return now == 0;
    case Phase::tile:
    case Phase::redraw:
    case Phase::cell:
    case Phase::over: return now >= 0 && now < a_turn;
    case Phase::token: return now >= 1 && now <= a_turn;
    case Phase::act:
    case Phase::load:
    case Phase::unload:
    case Phase::walk:
    case Phase::fight:
    case Phase::draw: break;
  }
  return now == a_turn;
}

bool i12_a_move(const Checked& c) {
  if (!c.game.actor(c.state).is_player()) return true;
  if (c.phase() == Phase::load && c.clan(c.state.player.seat).pieces_aboard() >= kLongshipSpaces)
    return false;
  FixedVector<Move, Explorers::kMaxMoves> moves;
  c.game.legal_moves(c.state, moves);
  // A split choice that has only `done` left would have closed by itself.
  return moves.size() > (in(c.phase(), {Phase::load, Phase::unload}) ? 1U : 0U);
}

constexpr Invariant<Checked> kInvariants[] = {
    {"every field is in its range", fields_in_range},
    {"the map follows from where the tiles lie", map_follows_from_sites},
    {"the context of a split choice fits the phase", context_fits_phase},
    {"captains fit the phase", captains_fit_phase},
    {"I1 each player has 7 Vikings, and at most 3 pieces aboard", i1_vikings},
    {"I2 every tile is in exactly one place", i2_every_tile_once},
    {"I3 livestock of a type is that of the tiles laid", i3_livestock},
    {"I4 settlement tokens add up", i4_settlements},
    {"I5 enemy ships and deaths add up", i5_enemy_ships},
    {"I6 tiles touch, match and keep off the Mainland", i6_tiles_fit},
    {"I7 no tile touches two outposts, and each is on a land point", i7_outposts},
    {"I8 no longship shares a sea with an enemy ship, but to fight it", i8_ships},
    {"I9 no raid is overlooked", i9_no_overlooked_raid},
    {"I10 actions left fit the phase", i10_actions},
    {"I11 tiles laid are as many as turns", i11_turns},
    {"I11 the seats take turns from the first", i11_seats},
    {"I10 hands fit the phase", i10_hands},
    {"I12 a player to act has a move", i12_a_move},
};

}  // namespace

const char* Explorers::broken_rule(const State& state, const Memory&) const {
  return first_broken(kInvariants, Checked{*this, state});
}

}  // namespace farnorth::explorers
