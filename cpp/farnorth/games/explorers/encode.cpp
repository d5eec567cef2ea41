// The observation vector: what a view shows, as numbers in [0, 1]. Seats are relative to the
// viewer: him first, then the next in turn order. Tiles are by number, 48 to 50 the fixed ones.
#include <cassert>

#include "farnorth/core/encoding.hpp"
#include "farnorth/games/explorers/explorers.hpp"

namespace farnorth::explorers {

namespace {

constexpr auto kSlices = laid_out(std::array<EncodingSlice, 38>{{
    {.name = "phase", .size = kPhases},         // one-hot
    {.name = "to_act", .size = kMaxPlayers},    // one-hot, relative seat
    {.name = "first", .size = kMaxPlayers},     // one-hot, relative seat
    {.name = "turns", .size = 1},               // finished, / 48
    {.name = "actions", .size = 1},             // left, / 4
    {.name = "picked", .size = kTiles},         // one-hot
    {.name = "rotation", .size = kDirections},  // of the picked tile, one-hot
    {.name = "from", .size = kSites},           // tile of a walk, one-hot
    {.name = "land", .size = kMostGroups},      // of a load or unload, one-hot
    {.name = "item", .size = kItems},           // last one of a load or unload, one-hot
    {.name = "hand", .size = kTiles},
    {.name = "unseen", .size = kTiles},  // stack and other hands
    {.name = "removed", .size = kTiles},
    {.name = "stack_size", .size = 1},                      // / 48
    {.name = "hand_sizes", .size = kMaxPlayers},            // / 3
    {.name = "strengths", .size = kStrengths},              // unused settlement tokens, / 14
    {.name = "unturned", .size = 2},                        // blank and skull tokens, / 12
    {.name = "captains", .size = kMaxPlayers * kCaptains},  // known ones
    {.name = "has_picked", .size = kMaxPlayers},            // a captain, before they are shown
    {.name = "mainland", .size = kMaxPlayers},              // Vikings, / 7
    {.name = "dead", .size = kMaxPlayers},                  // Vikings, / 7
    {.name = "on_shore", .size = kMaxPlayers},              // the longship
    {.name = "ship", .size = kMaxPlayers * kSites},         // its tile, one-hot
    {.name = "sea", .size = kMaxPlayers * kMostGroups},     // its sea, one-hot
    {.name = "aboard", .size = kMaxPlayers * kItems},       // / 3
    {.name = "delivered", .size = kMaxPlayers * kLivestockTypes},  // / 8
    {.name = "raided", .size = kMaxPlayers * kStrengths},          // / 14
    {.name = "enemy_ships", .size = kMaxPlayers},                  // destroyed, / 12
    {.name = "outposts", .size = kMaxPlayers},                     // built, / 5
    {.name = "laid", .size = kSites},
    {.name = "cells", .size = kSites * 2},                // q and r from the window's rim, / 24
    {.name = "rotations", .size = kSites * kDirections},  // one-hot
    {.name = "settlements", .size = kSites},              // strength / 5
    {.name = "enemies", .size = kSites},                  // enemy ship on the tile
    {.name = "outpost_tiles",
     .size = kSites * kMaxPlayers},  // the tile touches an outpost of that seat
    {.name = "vikings", .size = kSites * kMostGroups * kMaxPlayers},  // [tile][land][seat], / 7
    {.name = "livestock",
     .size = kSites * kMostGroups * kLivestockTypes},  // [tile][land][type], / 8
    {.name = "depths", .size = kSites},                // the Archer's measure, / 51
}});
static_assert(kSlices.back().offset + kSlices.back().size == Explorers::kEncodingSize);

using Slice = SliceOf<kSlices>;
using Writer = SliceWriter<kSlices>;

void write_tiles(Writer& out, Slice slice, Tiles tiles) {
  out.begin(slice);
  tiles.for_each([&](Tile tile) { out.set(tile.number); });
}

template <std::size_t N>
void write_row(Writer& out, Slice slice, int row, const std::array<std::uint8_t, N>& counts,
               int whole) {
  out.begin(slice);
  for (std::size_t i = 0; i < N; ++i)
    out.share(row * static_cast<int>(N) + static_cast<int>(i), counts[i], whole);
}

// `row` is the relative seat.
void write_clan(Writer& out, const Chart& chart, const State& seen, const Clan& clan, int row) {
  out.begin("captains");
  for (const Captain captain : clan.captain)
    if (captain != Captain::none) out.set(row * kCaptains + static_cast<int>(captain));
  out.begin("mainland");
  out.share(row, clan.mainland, kVikings);
  out.begin("dead");
  out.share(row, clan.dead, kVikings);
  out.begin("on_shore");
  if (clan.on_shore()) out.set(row);
  if (!clan.on_shore()) {
    out.begin("ship");
    out.set(row * kSites + clan.ship.number);
    out.begin("sea");
    out.set(row * kMostGroups + clan.sea);
  }
  write_row(out, "aboard", row, clan.aboard, kLongshipSpaces);
  write_row(out, "delivered", row, clan.delivered, kMostLivestockOfAType);
  write_row(out, "raided", row, clan.raided, kSettlementTokens);
  out.begin("enemy_ships");
  out.share(row, clan.enemy_ships, kEnemyShipTokens);
  out.begin("outposts");
  out.share(row, static_cast<int>(clan.outposts.size()), kOutposts);
  out.begin("outpost_tiles");
  for (const Point point : clan.outposts)
    for (const Land land : land_point(chart, seen.map, point).lands)
      out.set(land.tile().number * kMaxPlayers + row);
  out.begin("vikings");
  for (const Land land : clan.ashore)
    out.add((land.tile().number * kMostGroups + land.group()) * kMaxPlayers + row, 1.0F / kVikings);
}

void write_map(Writer& out, const State& seen) {
  const auto depth = depths(seen.map);
  for (int t = 0; t < kSites; ++t) {
    const Tile tile = Tile::at(t);
    if (!seen.map.is_laid(tile)) continue;
    const Site site = seen.map.site[tile.number];
    const Hex from_centre = seen.map.cell(tile).hex() - Cell::kCentre;
    out.begin("laid");
    out.set(t);
    out.begin("cells");
    out.share(2 * t, kLargestWindow + from_centre.q, 2 * kLargestWindow);
    out.share(2 * t + 1, kLargestWindow + from_centre.r, 2 * kLargestWindow);
    out.begin("rotations");
    out.set(t * kDirections + site.rotation());
    out.begin("settlements");
    if (site.token() >= kLowestStrength) out.share(t, site.token(), kHighestStrength);
    out.begin("enemies");
    if (site.token() == Site::kEnemyShip) out.set(t);
    out.begin("depths");
    out.share(t, depth[tile.number], kSites);
  }
  out.begin("livestock");
  for (int type = 0; type < kLivestockTypes; ++type)
    for (const Land land : seen.livestock[static_cast<std::size_t>(type)])
      out.add((land.tile().number * kMostGroups + land.group()) * kLivestockTypes + type,
              1.0F / kMostLivestockOfAType);
}

void write_turn(Writer& out, const State& seen) {
  out.begin("phase");
  out.set(static_cast<int>(seen.phase));
  out.begin("turns");
  out.share(0, seen.turns, kTiles);
  out.begin("actions");
  out.share(0, seen.actions, kActions);
  out.begin("picked");
  if (seen.picked != Tile::none()) out.set(seen.picked.number);
  out.begin("rotation");
  if (seen.phase == Phase::cell) out.set(seen.rotation);
  out.begin("from");
  if (seen.from != Tile::none()) out.set(seen.from.number);
  if (seen.phase == Phase::load || seen.phase == Phase::unload) {
    out.begin("land");
    out.set(seen.land);
    out.begin("item");
    out.set(seen.item);
  }
}

}  // namespace

std::span<const EncodingSlice> Explorers::encoding() { return kSlices; }

void Explorers::encode(const View& view, std::span<float> numbers) const {
  assert(numbers.size() == static_cast<std::size_t>(kEncodingSize));
  const State& seen = view.seen;
  const int players = setup.players;
  const auto relative = [&](int seat) { return (seat - view.viewer.seat + players) % players; };

  Writer out(numbers);
  write_turn(out, seen);
  out.begin("to_act");
  if (actor(view).is_player()) out.set(relative(seen.player.seat));
  out.begin("first");
  out.set(relative(seen.first.seat));
  write_tiles(out, "hand", seen.hand[view.viewer.seat]);
  write_tiles(out, "unseen", view.unseen);
  write_tiles(out, "removed", seen.removed);
  out.begin("stack_size");
  out.share(0, view.stack_size, kTiles);
  write_row(out, "strengths", 0, seen.strengths, kSettlementTokens);
  write_row(out, "unturned", 0, std::array{seen.blanks, seen.skulls}, kEnemyShipTokens);
  for (int seat = 0; seat < players; ++seat) {
    const auto s = static_cast<std::size_t>(seat);
    const bool own = seat == view.viewer.seat;
    out.begin("hand_sizes");
    out.share(relative(seat), own ? seen.hand[s].size() : view.hand_size[s], kHandTiles);
    out.begin("has_picked");
    if (view.has_picked[s] || seen.clan[s].pick != 0) out.set(relative(seat));
    write_clan(out, *chart_, seen, seen.clan[s], relative(seat));
  }
  write_map(out, seen);
}

}  // namespace farnorth::explorers
