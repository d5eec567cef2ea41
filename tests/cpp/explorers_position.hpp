// Positions of Explorers for tests, built the way the worked examples tell them: tiles are laid one
// after the other, each where it is legal; what is not mentioned stays where it starts; player 0 is
// to act with 4 actions.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "farnorth/games/explorers/explorers.hpp"

namespace farnorth::explorers {

using Texts = std::vector<std::string>;
inline constexpr int kEnemyShip = Site::kEnemyShip;

class Position {
 public:
  explicit Position(int players = 2, const std::string& board = "A", int window = kLargestWindow)
      : Position(Explorers(Setup{.players = static_cast<std::uint8_t>(players),
                                 .window = static_cast<std::uint8_t>(window),
                                 .board = board})) {}
  explicit Position(const Explorers& of_game) : game(of_game), state(game.start()) {
    state.phase = Phase::act;
    state.actions = kActions;
  }

  Explorers game;
  State state;

  // ---- Building

  Tile tile(std::string_view id) const { return game.to_move("draw " + std::string(id)).tile; }
  static Cell cell(int q, int r) {
    return Cell::of({static_cast<std::int8_t>(q), static_cast<std::int8_t>(r)});
  }
  Land land(int q, int r, int group = 0) const {
    const Tile there = state.map.tile_at(cell(q, r));
    REQUIRE(there != Tile::none());
    REQUIRE(group < game.chart()[there].lands);
    return Land::of(there, group);
  }
  Clan& clan(std::size_t seat) { return state.clan[seat]; }

  Position& put(std::string_view id, int rotation, int q, int r, int strength = 0) {
    const Tile laid = tile(id);
    REQUIRE(state.stack.contains(laid));
    const DirectionSet rim =
        game.chart().faces[laid.number][static_cast<std::size_t>(rotation)].land;
    REQUIRE(state.map.border.contains(cell(q, r)));
    REQUIRE(
        state.map.facing[static_cast<std::size_t>(state.map.border.rank(cell(q, r)))].fits(rim));
    state.stack.remove(laid);
    State laying = state;
    laying.phase = Phase::cell;
    laying.picked = laid;
    laying.rotation = static_cast<std::uint8_t>(rotation);
    game.apply(laying, Move::lay(cell(q, r)));
    if (laying.phase == Phase::token) {
      REQUIRE(strength > 0);
      game.apply(laying, Move::settlement(strength));
    }
    state.map = laying.map;
    state.livestock = laying.livestock;
    state.strengths = laying.strengths;
    return *this;
  }
  Position& vikings(std::size_t seat, int q, int r, int group, int number) {  // from the Mainland
    for (int i = 0; i < number; ++i) {
      REQUIRE(clan(seat).mainland > 0);
      --clan(seat).mainland;
      clan(seat).ashore.insert_sorted(land(q, r, group));
    }
    return *this;
  }
  Position& no_vikings(std::size_t seat) {  // of the land
    while (!clan(seat).ashore.empty()) {
      clan(seat).ashore.pop_back();
      ++clan(seat).mainland;
    }
    return *this;
  }
  // Where the ship is, and how many Vikings are aboard (from or to the Mainland).
  Position& ship(std::size_t seat, int q, int r, int sea, int aboard) {
    clan(seat).ship = state.map.tile_at(cell(q, r));
    REQUIRE(clan(seat).ship != Tile::none());
    clan(seat).sea = static_cast<std::uint8_t>(sea);
    return crew(seat, aboard);
  }
  Position& crew(std::size_t seat, int aboard) {
    Clan& own = clan(seat);
    own.mainland = static_cast<std::uint8_t>(own.mainland + own.aboard[kViking] - aboard);
    own.aboard[kViking] = static_cast<std::uint8_t>(aboard);
    return *this;
  }
  // An animal of this type has moved from its tile to a land, or aboard.
  Position& animal(Livestock type, int q, int r, int group = 0) {
    auto& lands = state.livestock[static_cast<std::size_t>(type)];
    REQUIRE(!lands.empty());
    lands.erase_at(0);
    lands.insert_sorted(land(q, r, group));
    return *this;
  }
  Position& aboard(std::size_t seat, Livestock type) {
    auto& lands = state.livestock[static_cast<std::size_t>(type)];
    REQUIRE(!lands.empty());
    lands.erase_at(0);
    ++clan(seat).aboard[static_cast<std::size_t>(type) + 1];
    return *this;
  }
  Position& outpost(std::size_t seat, int q, int r, char corner) {
    const Point point = corner == 'n' ? Point::top(cell(q, r)) : Point::bottom(cell(q, r));
    const LandPoint lands = land_point(game.chart(), state.map, point);
    REQUIRE(lands.exists);
    for (const Land each : lands.lands) {
      REQUIRE(!state.with_outpost.contains(each.tile()));
      state.with_outpost.add(each.tile());
    }
    clan(seat).outposts.insert_sorted(point);
    return *this;
  }
  Position& actions(int left) {
    state.actions = static_cast<std::uint8_t>(left);
    return *this;
  }
  // `hand` of player 0, who is to lay a tile.
  Position& to_lay(const Texts& hand) {
    for (const std::string& id : hand) {
      state.stack.remove(tile(id));
      state.hand[0].add(tile(id));
    }
    state.phase = Phase::tile;
    state.actions = 0;
    return *this;
  }

  // ---- Playing

  Texts legal() const {  // or what chance may do
    Texts texts;
    MoveList<Explorers> moves;
    game.legal_moves(state, moves);
    for (const Move& move : moves) texts.push_back(game.to_text(move));
    OutcomeList<Explorers> outcomes;
    game.outcomes(state, outcomes);
    for (const auto& outcome : outcomes)
      texts.push_back(game.to_text(outcome.move) + " x" + std::to_string(outcome.weight));
    return texts;
  }
  Texts legal(std::string_view start) const {  // those that start so
    Texts texts;
    for (const std::string& text : legal())
      if (text.starts_with(start)) texts.push_back(text);
    return texts;
  }
  bool is_legal(std::string_view text) const {
    const Texts all = legal();
    return std::find(all.begin(), all.end(), text) != all.end();
  }
  Position& play(const Texts& moves) {
    for (const std::string& text : moves) {
      const Move move = game.to_move(text);
      bool allowed = is_legal(text);
      OutcomeList<Explorers> outcomes;
      game.outcomes(state, outcomes);
      for (const auto& outcome : outcomes) allowed = allowed || outcome.move == move;
      REQUIRE_MESSAGE(allowed, text, " is not legal");
      game.apply(state, move);
    }
    return *this;
  }
  Position after(const Texts& moves) const { return Position(*this).play(moves); }

  // ---- Results

  int points(int seat, std::string_view heading) const {
    for (const Heading& each : game.score_sheet(state, Player::at(seat)))
      if (each.name == heading) return each.points[0];
    FAIL("no heading ", heading);
    return 0;
  }
  int captain(std::size_t seat, Captain card) const {
    Claims all;
    claims(game.chart(), state, all);
    return captain_points(game.chart(), state, all, seat, card, game.players());
  }
  // What stands on a tile: 0 nothing, kEnemyShip, or the strength of a settlement.
  int token(std::string_view id) const { return state.map.site[tile(id).number].token(); }
  int vikings_on(std::size_t seat, int q, int r, int group = 0) const {
    return state.clan[seat].vikings_on(land(q, r, group));
  }
};

}  // namespace farnorth::explorers
