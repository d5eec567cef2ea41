// Explorers of the North Sea does not care who sits where (seats may be rotated), where north is (the whole table may be
// turned, printed tiles and start board included) and how the types of livestock are called. Captains differ, and so do the
// numbers of tiles of each type, which a renaming takes along in the tile set. (A mirrored table is the same game too, but
// lands of tiles that look alike in several rotations change numbers in it.)
#include <doctest/doctest.h>

#include <memory>

#include "farnorth/games/explorers/explorers.hpp"
#include "search_renaming.hpp"

namespace farnorth::test {

namespace {

using explorers::Cell;
using explorers::Explorers;
using explorers::Move;
using explorers::MoveKind;
using explorers::Phase;
using explorers::Point;
using explorers::Print;
using explorers::TileSet;
using explorers::Token;

// Turns the table about its centre, clockwise by sixths.
struct Turn {
  int sixths = 0;

  int operator()(int direction) const { return turned(direction, sixths); }
  DirectionSet operator()(DirectionSet set) const { return turned(set, sixths); }
  Hex operator()(Hex hex) const {
    Hex from_centre = hex - Cell::kCentre;
    for (int i = 0; i < sixths; ++i)
      from_centre = {static_cast<std::int8_t>(-from_centre.r),
                     static_cast<std::int8_t>(from_centre.q + from_centre.r)};
    return from_centre + Cell::kCentre;
  }
  Cell operator()(Cell cell) const { return Cell::of((*this)(cell.hex())); }
  // A cell's corner 0 is its top.
  Point operator()(Point point) const {
    return explorers::corner_point((*this)(point.cell()),
                                   turned(point.is_bottom() ? 3 : 0, sixths));
  }
  Print operator()(const Print& print) const {
    Print other{.land_edges = (*this)(print.land_edges), .lands = {}, .seas = {}};
    for (const DirectionSet edges : print.lands) other.lands.push_back((*this)(edges));
    for (const DirectionSet edges : print.seas) other.seas.push_back((*this)(edges));
    return other;
  }
};

using Types = std::array<std::uint8_t, explorers::kLivestockTypes>;
constexpr Types kSameTypes{0, 1, 2, 3, 4, 5};
constexpr Types kOtherTypes{4, 0, 5, 3, 2, 1};  // three cycles: of three, of two, of one

struct Renaming {
  int players = 2, by = 0;
  Turn turn{};
  Types types = kSameTypes;

  Player operator()(Player player) const { return Player::at((player.seat + by) % players); }

  Move operator()(Move move) const {
    switch (move.kind) {
      case MoveKind::lay:
      case MoveKind::from: move.cell = turn(move.cell); break;
      case MoveKind::outpost: return Move::outpost(turn(move.point()));
      case MoveKind::load:
      case MoveKind::unload: move.item = named(move.item, 1); break;
      case MoveKind::walk: move.item = named(move.item, 2); [[fallthrough]];
      case MoveKind::sail:
        move.direction = static_cast<std::uint8_t>(turn(int{move.direction}));
        break;
      case MoveKind::first: return Move::first((*this)(Player::at(move.number)).seat);
      case MoveKind::captain:
      case MoveKind::tile:
      case MoveKind::reshuffle:
      case MoveKind::done:
      case MoveKind::home:
      case MoveKind::out:
      case MoveKind::end:
      case MoveKind::draw:
      case MoveKind::deal:
      case MoveKind::settlement:
      case MoveKind::fight: break;
    }
    return move;
  }
  bool is_setup(const explorers::State& state) const {
    return players > 1 && (state.phase == Phase::deal_tiles ||
                           state.phase == Phase::deal_captains || state.phase == Phase::captain);
  }
  // Items are loaded and unloaded in the order of their types.
  bool is_in_series(const explorers::State& state) const {
    return types != kSameTypes && (state.phase == Phase::load || state.phase == Phase::unload);
  }

  // The same things in the box, under their new names.
  std::shared_ptr<const TileSet> renamed_box(const TileSet& box) const {
    auto other = std::make_shared<TileSet>(box);
    for (explorers::TileSpec& tile : other->tiles) {
      tile.print = turn(tile.print);
      if (is_livestock(tile.token))
        tile.token = static_cast<Token>(types[static_cast<std::size_t>(tile.token)]);
    }
    for (std::size_t type = 0; type < types.size(); ++type)
      other->livestock[types[type]] = box.livestock[type];
    for (explorers::StartBoard& board : other->boards)
      for (explorers::FixedTile& tile : board.fixed_tiles)
        tile = {turn(tile.cell), turn(tile.print)};
    for (Hex& cell : other->mainland) cell = turn(cell);
    return other;
  }

 private:
  std::uint8_t named(std::uint8_t item, int first_type) const {
    return item < first_type ? item
                             : static_cast<std::uint8_t>(
                                   types[static_cast<std::size_t>(item - first_type)] + first_type);
  }
};

Twins<Explorers, Renaming> twins_of(const Explorers& game, Renaming renaming, std::uint64_t seed) {
  renaming.players = game.players();
  return {game, Explorers(game.setup, renaming.renamed_box(game.tile_set())), renaming, seed};
}

Explorers game_of(int players, const char* board = "A") {
  return Explorers(explorers::Setup{.players = static_cast<std::uint8_t>(players), .board = board});
}

}  // namespace

TEST_CASE("search symmetry: Explorers on a turned table with other names is the same game") {
  const char* boards[] = {"A", "B", "C", "D"};
  for (int players = 1; players <= 4; ++players)
    for (int sixths = 0; sixths < kDirections; ++sixths) {
      CAPTURE(players);
      CAPTURE(sixths);
      const Explorers game = game_of(players, boards[(players + sixths) % 4]);
      auto twins = twins_of(game,
                            {.by = sixths % players,
                             .turn = {sixths},
                             .types = sixths % 2 == 0 ? kOtherTypes : kSameTypes},
                            static_cast<std::uint64_t>(sixths));
      for (int i = 0; i < 1500; ++i, twins.step()) REQUIRE(twins.difference() == "");
    }
}

TEST_CASE("search symmetry: the script of Explorers does not care who sits where") {
  for (int players = 2; players <= 4; ++players) {
    const Explorers game = game_of(players);
    auto twins = twins_of(game, {.by = players - 1}, 9);
    for (int i = 0; i < 1500; ++i, twins.step()) {
      if (!game.actor(twins.table().state).is_player()) continue;
      Rng rng(1), same(1);
      const Move move = game.scripted_move(twins.table().state, rng);
      REQUIRE(twins.rename()(move) == twins.twin_game().scripted_move(twins.twin().state, same));
    }
  }
}

// With two players nothing is dealt to several others in the order of their seats, so even the random numbers of a search
// serve the same ends.
TEST_CASE(
    "search symmetry: in Explorers two players can change seats and every statistic follows") {
  const Explorers game = game_of(2, "B");
  auto twins = twins_of(game, {.by = 1}, 6);
  auto bots = searching_bots<Explorers>({.random = 50, .moves = 0});
  bots.push_back({"as played", std::make_unique<IsmctsBot<Explorers>>(
                                   IsmctsOptions{.tree = default_tree<Explorers>()})});
  for (int i = 0; i < 6; ++i) {
    twins.next_choice(37);
    for (const auto& entrant : bots) {
      CAPTURE(entrant.name);
      CAPTURE(i);
      const auto decision = decide(*entrant.bot, twins.game(), twins.table(), 60, 3);
      const auto other = decide(*entrant.bot, twins.twin_game(), twins.twin(), 60, 3);
      CHECK(is_renamed(decision, other, twins.rename(), 2));
    }
  }
}

TEST_CASE(
    "search symmetry: in Explorers a turned table and renamed livestock leave positions worth the "
    "same") {
  IsmctsBot<Explorers> bot(
      {.tree = {
           .playout = {.random = 100, .moves = 0}, .utility = kMargins, .max_nodes = 1U << 14}});
  Asymmetry found;
  for (const Renaming& renaming :
       {Renaming{.turn = {1}}, Renaming{.turn = {3}}, Renaming{.types = kOtherTypes}}) {
    const Explorers game = game_of(2, "C");
    auto twins = twins_of(game, renaming, 12);
    twins.next_choice(150);
    compare(twins, bot, 60, 16, false, found);
  }
  check(found);
}

}  // namespace farnorth::test
