// Worked examples of Explorers: tiles, tokens, actions, turns. Titles start with the id of the
// example.
#include "explorers_position.hpp"

namespace farnorth::explorers {
namespace {

using enum Livestock;

// ---- Tiles --------------------------------------------------------------------------------------

TEST_CASE("N-EX-4 [N-TILE-1 N-TILE-2 N-TILE-3 N-SETUP-2] the first tile") {
  Position p;
  p.to_lay({"t01", "t29", "t38"});
  CHECK(p.legal().size() == 18);
  const auto cells = [&](const std::string& pick) { return p.after({pick}).legal(); };
  CHECK(cells("tile t01 rot 3") == Texts{"lay 2 -1", "lay 3 -1", "lay -1 0", "lay 3 0"});
  CHECK(cells("tile t01 rot 0") == Texts{"lay 1 -1", "lay -1 0", "lay 3 0"});
  CHECK(cells("tile t29 rot 4") == Texts{"lay 0 -1"});
  CHECK(cells("tile t38 rot 1") == Texts{"lay 1 -1"});
  const Position picked = p.after({"tile t01 rot 3"});
  CHECK(!picked.state.hand[0].contains(p.tile("t01")));
  CHECK(picked.game.view(picked.state, {}, Player::at(1)).seen.picked == p.tile("t01"));  // public
}

TEST_CASE("N-EX-5 [N-TILE-2] a rotation without a cell") {
  Position p(2, "D");
  p.to_lay({"t22", "t01", "t02"});
  CHECK(!p.is_legal("tile t22 rot 4"));
  CHECK(p.legal().size() == 17);
}

TEST_CASE("N-EX-6 [N-TILE-4] below the board") {
  Position p;
  p.put("t02", 0, -1, 0);
  CHECK(p.state.map.border.contains(Position::cell(-2, 1)));
  CHECK(!p.state.map.border.contains(Position::cell(-1, 1)));
  p.state.map.border.for_each([&](Cell cell) {
    for (const Hex mainland : p.game.tile_set().mainland) CHECK(cell.hex() != mainland);
  });
}

Position five_tiles_in_window_2() {
  Position p(2, "A", 2);
  p.put("t26", 5, 0, -1).put("t11", 0, 3, 0).put("t43", 5, 1, -2, 3).put("t17", 2, 2, -2);
  return p.put("t06", 0, 3, -2);
}

TEST_CASE("N-EX-7 [N-TILE-5 N-TILE-6] reshuffle") {
  Position p = five_tiles_in_window_2();
  p.to_lay({"t29", "t30", "t32"});
  for (const char* id : {"t01", "t02", "t03"}) {
    p.state.stack.remove(p.tile(id));
    p.state.hand[1].add(p.tile(id));
  }
  CHECK(p.legal() == Texts{"reshuffle"});
  p.play({"reshuffle"});
  CHECK(p.state.stack.size() == 40);
  CHECK(p.state.hand[0].empty());
  CHECK(p.state.shuffles == 1);
  p.play({"draw t29", "draw t04", "draw t05"});
  CHECK(p.state.phase == Phase::tile);
  CHECK(p.state.player == Player::at(0));
  CHECK(p.state.hand[0].size() == 3);
  CHECK(p.is_legal("tile t04 rot 3"));
}

TEST_CASE("N-EX-8 [N-TILE-7 N-TILE-8] jam") {
  Position p = five_tiles_in_window_2();
  p.put("t42", 0, 1, -1).put("t15", 3, 2, -1).put("t04", 3, 3, -1).put("t05", 2, -1, 0);
  p.to_lay({"t29", "t30", "t32"});
  CHECK(p.state.map.facing.empty());
  CHECK(p.legal() == Texts{"reshuffle"});
  p.play({"reshuffle"});
  CHECK(p.game.actor(p.state).is_nobody());
  CHECK(p.points(0, "total") == 0);
}

// ---- Tokens -------------------------------------------------------------------------------------

TEST_CASE("N-EX-11 [N-TOKEN-2] settlement draw") {
  Position p;
  p.to_lay({"t07", "t13", "t01"});
  p.play({"tile t07 rot 3", "lay 3 -1"});
  CHECK(p.game.actor(p.state).is_chance());
  CHECK(p.legal() ==
        Texts{"settlement 2 x4", "settlement 3 x4", "settlement 4 x3", "settlement 5 x3"});
  p.play({"settlement 5"});
  CHECK(p.token("t07") == 5);
  State next = p.state;
  next.phase = Phase::tile;
  p.state = next;
  p.play({"tile t13 rot 0", "lay 3 0"});
  CHECK(p.legal() ==
        Texts{"settlement 2 x4", "settlement 3 x4", "settlement 4 x3", "settlement 5 x2"});
}

TEST_CASE("N-EX-12 [N-TOKEN-1 N-TOKEN-3 N-ACT-1] livestock and ship tokens") {
  Position p;
  p.to_lay({"t01", "t08", "t02"});
  const Position pig = p.after({"tile t01 rot 3", "lay 2 -1"});
  CHECK(pig.state.livestock[0].size() == 1);
  CHECK(pig.state.livestock[0][0] == pig.land(2, -1));
  CHECK(pig.state.phase == Phase::act);
  CHECK(pig.state.actions == 4);
  const Position ship = p.after({"tile t08 rot 0", "lay 1 -1"});
  CHECK(ship.token("t08") == kEnemyShip);
  CHECK(ship.state.phase == Phase::act);
  CHECK(ship.state.actions == 4);
}

TEST_CASE("[N-TOKEN-4] laying a tile raids nothing and fights nobody") {
  Position p;  // two Vikings wait beside the cell where a settlement of strength 2 appears
  p.vikings(0, 2, 0, 0, 2).to_lay({"t07", "t01", "t02"});
  p.play({"tile t07 rot 3", "lay 3 -1", "settlement 2"});
  CHECK(p.token("t07") == 2);
  CHECK(p.points(0, "settlements") == 0);
}

// ---- Loading and unloading ----------------------------------------------------------------------

Position position_s() { return Position().put("t01", 3, 2, -1); }
Position tiles_of_l() { return Position().put("t01", 3, 2, -1).put("t03", 2, 0, -1); }
Position position_l() {
  return tiles_of_l()
      .vikings(0, 1, 0, 0, 2)
      .animal(pig, 1, 0)
      .animal(goat, 1, 0)
      .ship(0, 1, 0, 0, 0);
}

// Complete sequences of the split choice that starts with each legal move that starts with `kind`.
int sequences(const Position& p, std::string_view kind) {
  int count = 0;
  for (const std::string& text : p.legal(kind)) {
    const Position next = p.after({text});
    count += next.state.phase == Phase::load || next.state.phase == Phase::unload
                 ? sequences(next, kind) + (next.is_legal("done") ? 1 : 0)
                 : 1;
  }
  return count;
}

TEST_CASE("N-EX-13 [N-LOAD-1 N-UNLOAD-1 N-SETUP-5 N-SAIL-2] start of a turn at the shore") {
  CHECK(position_s().legal() ==
        Texts{"load 0 viking", "unload 0 viking", "sail out 0", "sail out 1", "sail out 2", "end"});
}

TEST_CASE("N-EX-14 [N-LOAD-1] a full ship closes a load") {
  const Position p = position_s().play({"load 0 viking"});
  CHECK(p.state.clan[0].aboard[kViking] == 3);
  CHECK(p.state.clan[0].mainland == 4);
  CHECK(p.state.actions == 3);
  CHECK(p.state.phase == Phase::act);
}

TEST_CASE("N-EX-15 [N-UNLOAD-1] unload in one action") {
  const Position one = position_s().play({"unload 0 viking"});
  CHECK(one.state.phase == Phase::unload);
  CHECK(one.legal() == Texts{"unload 0 viking", "done"});
  const Position both = one.after({"unload 0 viking"});
  CHECK(both.state.phase == Phase::act);
  CHECK(both.state.clan[0].mainland == 7);
  CHECK(both.state.actions == 3);
  const Position closed = one.after({"done"});
  CHECK(closed.state.actions == 3);
  CHECK(closed.state.clan[0].mainland == 6);
}

TEST_CASE("N-EX-16 [N-LOAD-1 N-LOAD-2 N-LOAD-3] each choice once") {
  const Position p = position_l();
  CHECK(p.legal("load") == Texts{"load 0 viking", "load 0 pig", "load 0 goat"});
  CHECK(sequences(p, "load") == 10);
  CHECK(p.after({"load 0 pig"}).legal() == Texts{"load 0 goat", "done"});
  CHECK(p.after({"load 0 goat"}).state.phase == Phase::act);
}

TEST_CASE("N-EX-17 [N-LOAD-2] whose Vikings") {
  Position p = position_l();
  p.no_vikings(0).vikings(1, 1, 0, 0, 2).crew(0, 2);
  CHECK(p.legal("load").empty());
}

TEST_CASE("N-EX-18 [N-UNLOAD-2 N-SAIL-1] livestock cannot leave alone") {
  Position p = tiles_of_l();
  p.ship(0, 1, 0, 0, 0).aboard(0, pig).aboard(0, goat);
  CHECK(p.legal() == Texts{"end"});
}

TEST_CASE("N-EX-19 [N-UNLOAD-1 N-UNLOAD-2] unloading choices") {
  Position p = tiles_of_l();
  p.ship(0, 1, 0, 0, 1).aboard(0, pig).aboard(0, goat);
  CHECK(sequences(p, "unload") == 7);
}

TEST_CASE("N-EX-20 [N-UNLOAD-3] delivery") {
  Position p = tiles_of_l();
  p.crew(0, 1).aboard(0, pig).aboard(0, goat).play({"unload 0 pig", "unload 0 goat"});
  CHECK(p.state.phase == Phase::act);
  CHECK(p.state.actions == 3);
  CHECK(p.state.clan[0].aboard[kViking] == 1);
  CHECK(p.state.clan[0].delivered == std::array<std::uint8_t, 6>{1, 0, 1, 0, 0, 0});
  for (const auto& lands : p.state.livestock) CHECK(lands.empty());
  CHECK(p.points(0, "livestock") == 3);
}

TEST_CASE("N-EX-21 [N-LOAD-4 N-LOAD-2] two lands on the ship's tile") {
  Position p;
  p.put("t35", 2, 0, -1).ship(0, 0, -1, 0, 1).vikings(0, 0, -1, 1, 1);
  CHECK(p.state.livestock[0][0] == p.land(0, -1, 0));
  CHECK(p.legal("load") == Texts{"load 1 viking"});
  CHECK(p.legal("unload") == Texts{"unload 0 viking", "unload 1 viking"});
}

TEST_CASE("N-EX-22 [N-LOAD-2] the last Viking takes the pig along") {
  Position p = tiles_of_l();
  p.animal(pig, 1, 0).vikings(0, 1, 0, 0, 1).ship(0, 1, 0, 0, 0);
  const Position both = p.after({"load 0 viking", "load 0 pig"});
  CHECK(both.state.phase == Phase::act);
  CHECK(both.state.actions == 3);
  CHECK(both.state.clan[0].pieces_aboard() == 2);
  CHECK(p.after({"load 0 pig"}).vikings_on(0, 1, 0) == 1);
}

TEST_CASE("[N-LOAD-3] cargo on another longship is safe, a foreign tile's livestock is not") {
  Position p = position_l();
  p.ship(1, 1, 0, 0, 1);
  CHECK(p.legal("load") == Texts{"load 0 viking", "load 0 pig", "load 0 goat"});
  p.aboard(1, pig);
  CHECK(p.legal("load") == Texts{"load 0 viking", "load 0 goat"});
}

// ---- Sailing and fights -------------------------------------------------------------------------

TEST_CASE("N-EX-23 [N-SAIL-1 N-SAIL-2] out and home") {
  Position p;
  p.play({"sail out 1"});
  CHECK(p.state.clan[0].ship == Tile::fixed(1));
  CHECK(p.state.clan[0].sea == 0);
  CHECK(p.state.actions == 3);
  CHECK(p.legal("sail") == Texts{"sail e", "sail w", "sail home"});
  p.play({"sail home"});
  CHECK(p.state.clan[0].on_shore());
  CHECK(p.state.actions == 2);
}

TEST_CASE("N-EX-24 [N-SAIL-1] two seas on a tile") {
  Position p;
  p.put("t38", 1, 1, -1).put("t08", 0, 1, -2).ship(0, 0, 0, 0, 2);
  p.play({"sail ne"});
  CHECK(p.state.phase == Phase::fight);
  p.play({"fight blank"});
  CHECK(p.legal("sail") == Texts{"sail se", "sail sw"});
}

TEST_CASE("N-EX-25 [N-FIGHT-2] an enemy ship on the other sea") {
  Position p;
  p.put("t38", 4, 1, -1).ship(0, 0, 0, 0, 1).play({"sail ne"});
  CHECK(p.state.phase == Phase::act);
  CHECK(p.state.clan[0].sea == 1);
  CHECK(p.token("t38") == kEnemyShip);
}

Position position_f() {
  return Position().put("t08", 0, 1, -1).put("t01", 3, 2, -1).ship(0, 0, 0, 0, 2);
}

TEST_CASE("N-EX-26 [N-SAIL-3] two Vikings to fight") {
  Position p = position_f();
  CHECK(p.is_legal("sail ne"));
  p.crew(0, 1).aboard(0, pig);
  CHECK(!p.is_legal("sail ne"));
}

TEST_CASE("N-EX-27 [N-FIGHT-1 N-TOKEN-3] fight") {
  Position p = position_f().play({"sail ne"});
  CHECK(p.legal() == Texts{"fight blank x6", "fight skull x6"});
  const Position blank = p.after({"fight blank"}), skull = p.after({"fight skull"});
  CHECK(blank.state.clan[0].aboard[kViking] == 2);
  CHECK(blank.points(0, "enemy_ships") == 1);
  CHECK(blank.points(0, "deaths") == 0);
  CHECK(skull.state.clan[0].aboard[kViking] == 1);
  CHECK(skull.points(0, "enemy_ships") == 1);
  CHECK(skull.points(0, "deaths") == 1);
  CHECK(blank.state.actions == 3);
  CHECK(skull.state.actions == 3);
  Position next = skull;
  next.put("t14", 0, 3, 0).ship(0, 2, 0, 0, 2).play({"sail e"});
  CHECK(next.legal() == Texts{"fight blank x6", "fight skull x5"});
}

TEST_CASE("N-EX-28 [N-FIGHT-1 N-ACT-2] fight with the last action") {
  Position p = position_f().actions(1).play({"sail ne"});
  CHECK(p.state.phase == Phase::fight);
  CHECK(p.after({"fight blank"}).state.phase == Phase::draw);
  CHECK(p.after({"fight skull"}).state.phase == Phase::draw);
}

// ---- Walking and raids --------------------------------------------------------------------------

TEST_CASE("N-EX-29 [N-WALK-1 N-WALK-2] walk and transport") {
  Position p;
  p.put("t01", 3, 2, -1).vikings(0, 1, 0, 0, 2).vikings(0, 2, -1, 0, 1);
  CHECK(p.legal("from") == Texts{"from 2 -1", "from 1 0"});
  CHECK(p.after({"from 1 0"}).legal() == Texts{"walk ne 1", "walk ne 2"});
  CHECK(p.after({"from 1 0"}).state.actions == 4);
  CHECK(p.after({"from 2 -1"}).legal() == Texts{"walk sw 1", "walk sw pig"});
  const Position moved = p.after({"from 2 -1", "walk sw pig"});
  CHECK(moved.vikings_on(0, 1, 0) == 3);
  CHECK(moved.state.livestock[0][0] == moved.land(1, 0));
  CHECK(moved.state.actions == 3);
}

TEST_CASE("N-EX-30 [N-WALK-1 N-WALK-3] no walk over an empty cell, none to the Mainland") {
  Position p;
  p.vikings(0, 1, 0, 0, 2);
  CHECK(p.legal("from").empty());
}

TEST_CASE("N-EX-31 [N-WALK-1 N-WALK-2] the direction names the land") {
  Position p;
  p.put("t35", 2, 0, -1).put("t02", 2, 0, -2).vikings(0, 0, -1, 0, 1).vikings(0, 0, -1, 1, 1);
  CHECK(p.after({"from 0 -1"}).legal() == Texts{"walk se 1", "walk se pig", "walk nw 1"});
}

Position position_r(int strength) {
  Position p;
  p.put("t07", 3, 3, -1, strength).vikings(0, 3, -1, 0, 2).vikings(0, 2, 0, 0, 2);
  return p.vikings(1, 3, -1, 0, 2);
}

TEST_CASE("N-EX-32 [N-RAID-1] raid by walking") {
  const Position p = position_r(3).play({"from 2 0", "walk ne 1"});
  CHECK(p.token("t07") == 0);
  CHECK(p.state.actions == 3);
  CHECK(p.vikings_on(0, 3, -1) == 3);
  CHECK(p.state.clan[0].dead == 0);
  CHECK(p.points(0, "settlements") == 3);
}

TEST_CASE("N-EX-33 [N-RAID-1] others do not help") {
  const Position p = position_r(4).play({"from 2 0", "walk ne 1"});
  CHECK(p.vikings_on(0, 3, -1) == 3);
  CHECK(p.points(0, "settlements") == 0);
}

TEST_CASE("N-EX-34 [N-RAID-2] raid by unloading") {
  Position p;
  p.put("t07", 0, 1, -1, 2).ship(0, 1, -1, 0, 3).play({"unload 0 viking", "unload 0 viking"});
  CHECK(p.points(0, "settlements") == 0);  // not before the unload is complete
  p.play({"done"});
  CHECK(p.points(0, "settlements") == 2);
  CHECK(p.state.clan[0].aboard[kViking] == 1);
  CHECK(p.state.actions == 3);
}

TEST_CASE("N-EX-35 [N-RAID-2 N-WALK-2] raid by transport") {
  Position p;
  p.put("t07", 3, 3, -1, 2).put("t01", 0, 3, 0).animal(pig, 2, 0);
  p.vikings(0, 3, -1, 0, 1).vikings(0, 2, 0, 0, 1).play({"from 2 0", "walk ne pig"});
  CHECK(p.points(0, "settlements") == 2);
}

TEST_CASE("N-EX-36 [N-RAID-1] the wrong land of the tile") {
  Position p;
  p.put("t39", 0, 3, -1, 2).vikings(0, 2, 0, 0, 2);
  const Position walked = p.after({"from 2 0", "walk ne 2"});
  CHECK(walked.vikings_on(0, 3, -1, 1) == 2);
  CHECK(walked.points(0, "settlements") == 0);
  p.ship(0, 3, -1, 0, 2).play({"unload 0 viking", "unload 0 viking"});
  CHECK(p.points(0, "settlements") == 2);
}

// ---- Outposts -----------------------------------------------------------------------------------

Position tiles_of_o() { return Position(2, "D").put("t09", 2, 1, -1); }

TEST_CASE("N-EX-37 [N-OUT-1 N-OUT-2 N-ACT-1] an outpost on fixed tiles") {
  Position p = tiles_of_o();
  p.vikings(0, 0, 0, 0, 1).vikings(0, 1, -1, 0, 1).actions(2);
  CHECK(p.legal("outpost") == Texts{"outpost 1 -1 s"});
  const Position built = p.after({"outpost 1 -1 s"});
  CHECK(built.state.phase == Phase::draw);
  CHECK(built.points(0, "outposts") == 2);
  CHECK(built.vikings_on(0, 0, 0) == 1);  // they stay
  CHECK(Position(p).actions(1).legal("outpost").empty());
  CHECK(tiles_of_o().vikings(0, 0, 0, 0, 1).legal("outpost").empty());
}

TEST_CASE("N-EX-38 [N-OUT-1 N-OUT-2] two Vikings on one tile") {
  Position own = tiles_of_o();
  own.vikings(0, 1, 0, 0, 2);
  CHECK(own.is_legal("outpost 1 -1 s"));
  Position mixed = tiles_of_o();
  mixed.vikings(0, 1, 0, 0, 1).vikings(1, 1, 0, 0, 1);
  CHECK(!mixed.is_legal("outpost 1 -1 s"));
  own.vikings(1, 1, 0, 0, 2);
  CHECK(own.is_legal("outpost 1 -1 s"));
}

Position tiles_of_p() {
  return Position(2, "D").put("t46", 2, 1, -1).put("t09", 1, 1, -2).put("t10", 3, 2, -2);
}

TEST_CASE("N-EX-39 [N-OUT-1] one outpost a tile") {
  Position p = tiles_of_p();
  p.vikings(0, 1, -2, 0, 2);
  CHECK(p.is_legal("outpost 1 -1 n"));
  p.outpost(1, 1, -1, 's');
  CHECK(p.legal("outpost").empty());
}

TEST_CASE("N-EX-40 [N-OUT-2] Vikings on the tile's other land") {
  CHECK(tiles_of_p().vikings(0, 1, -1, 0, 2).legal("outpost") == Texts{"outpost 1 -1 s"});
  CHECK(tiles_of_p().vikings(0, 1, -1, 1, 2).legal("outpost") == Texts{"outpost 1 -1 n"});
}

TEST_CASE("N-EX-41 [N-OUT-1 N-OUT-2] five outposts") {
  Position p;
  p.put("t26", 3, 3, -1).put("t10", 1, 3, -2).put("t11", 3, 4, -2).put("t12", 5, 1, -1);
  p.put("t09", 1, 1, -2).put("t17", 2, 2, -2).put("t18", 4, 0, -2).put("t16", 1, 0, -3);
  p.put("t15", 3, 1, -3).put("t19", 5, 3, -3).put("t24", 1, 3, -4).put("t25", 3, 4, -4);
  p.put("t22", 4, 5, -3).put("t23", 5, 5, -4).put("t29", 0, 6, -4).put("t32", 3, 3, -5);
  p.put("t31", 1, 3, -6).put("t30", 0, 4, -6);
  p.outpost(0, 3, -1, 'n').outpost(0, 1, -1, 'n').outpost(0, 0, -2, 'n').outpost(0, 3, -3, 'n');
  p.vikings(0, 3, -5, 0, 2);
  CHECK(p.is_legal("outpost 3 -5 n"));
  p.outpost(0, 5, -3, 'n');
  CHECK(p.legal("outpost").empty());
  CHECK(p.points(0, "outposts") == 20);
  CHECK(p.captain(0, Captain::watchman) == 5);
}

// ---- Turns, end, solo ---------------------------------------------------------------------------

// Plays the first legal move or outcome until `stop`.
template <class Stop>
int play_on(Position& p, Rng& rng, Stop stop) {
  int plies = 0;
  MoveList<Explorers> moves;
  for (; !p.game.actor(p.state).is_nobody() && !stop(p.state); ++plies) {
    if (p.game.actor(p.state).is_chance()) {
      p.game.apply(p.state, p.game.sample(p.state, rng));
    } else {
      p.game.legal_moves(p.state, moves);
      p.game.apply(p.state, moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
  return plies;
}

TEST_CASE("N-EX-63 [N-END-1 N-DRAW-1 N-SETUP-1 N-SETUP-3 N-SETUP-6] hands run out") {
  Rng rng(7);
  Position p(3);
  p.state = p.game.start();
  play_on(p, rng, [](const State& s) { return s.phase == Phase::start; });
  CHECK(p.state.stack.size() == 39);
  p.play({"first 2"});
  for (int turn = 0; turn < 48; ++turn) {
    CHECK(p.state.turns == turn);
    CHECK(p.state.player.seat == (2 + turn) % 3);
    const bool draws = turn < 39;
    bool drew = false;
    play_on(p, rng, [&](const State& s) {
      drew = drew || s.phase == Phase::draw;
      return s.turns != turn;
    });
    CHECK(drew == draws);
  }
  CHECK(p.state.phase == Phase::over);
  CHECK(p.state.player == Player::at(1));  // the holder of the Winter token
  CHECK(p.state.stack.empty());
  for (const Tiles hand : p.state.hand) CHECK(hand.empty());
}

TEST_CASE("N-EX-64 [N-TURN-1 N-SETUP-3 N-SETUP-4 N-SETUP-6 N-ACT-2 N-DRAW-1] a whole turn") {
  Position p;
  p.state = p.game.start();
  p.play({"draw t08", "draw t02", "draw t03", "draw t01", "draw t04", "draw t05"});
  p.play({"deal archer", "deal queen", "deal scout", "deal trader"});
  p.play({"captain archer", "captain trader", "first 0", "tile t08 rot 0", "lay 1 -1"});
  p.play({"sail out 0", "sail ne", "fight skull", "unload 0 viking", "end", "draw t10"});
  CHECK(p.state.phase == Phase::tile);
  CHECK(p.state.player == Player::at(1));
  const Clan& clan = p.state.clan[0];
  CHECK(clan.ship == p.state.map.tile_at(Position::cell(1, -1)));
  CHECK(clan.sea == 0);
  CHECK(clan.pieces_aboard() == 0);
  CHECK(p.vikings_on(0, 1, -1) == 1);
  CHECK(clan.mainland == 5);
  CHECK(clan.dead == 1);
  CHECK(p.points(0, "enemy_ships") == 1);
  CHECK(p.points(0, "deaths") == 1);
  CHECK(p.points(0, "total") == 2);
  CHECK(p.game.broken_rule(p.state, {}) == nullptr);
}

TEST_CASE("N-EX-65 [N-SOLO-1 N-SOLO-2 N-SOLO-3 N-SOLO-4] solo turn") {
  Position p(1);
  p.state = p.game.start();
  CHECK(p.legal().size() == 9);
  CHECK(!p.is_legal("deal queen x1"));
  CHECK(!p.is_legal("deal scout x1"));
  p.play({"deal trader", "deal barbarian"});
  CHECK(p.state.phase == Phase::refill);
  p.play({"draw t01", "draw t07", "draw t08", "tile t07 rot 3", "lay 3 -1", "settlement 4"});
  CHECK(p.state.hand[0].size() == 2);
  CHECK(p.state.phase == Phase::tile);
  p.play({"tile t01 rot 3", "lay 2 -1"});
  CHECK(p.state.removed.contains(p.tile("t08")));
  CHECK(p.state.phase == Phase::act);
  CHECK(p.state.actions == 4);
  Rng rng(3);
  play_on(p, rng, [](const State&) { return false; });
  CHECK(p.state.turns == 16);
  CHECK(p.state.stack.empty());
  CHECK(p.state.removed.size() == 16);
  int laid = 0;
  for (int t = 0; t < kTiles; ++t) laid += p.state.map.is_laid(Tile::at(t)) ? 1 : 0;
  CHECK(laid == 32);
}

TEST_CASE("[N-SOLO-3] solo: all tiles then in hand go back") {
  Position p(1, "A", 2);
  p.put("t26", 5, 0, -1)
      .put("t11", 0, 3, 0)
      .put("t43", 5, 1, -2, 3)
      .put("t17", 2, 2, -2)
      .put("t06", 0, 3, -2);
  p.to_lay({"t29", "t30"});
  CHECK(p.legal() == Texts{"reshuffle"});
  p.play({"reshuffle"});
  CHECK(p.state.redraw == 2);
  p.play({"draw t01", "draw t02"});
  CHECK(p.state.phase == Phase::tile);
  CHECK(p.state.hand[0].size() == 2);
}

TEST_CASE("[N-ACT-1 N-ACT-2 N-DRAW-1] unused actions lapse, and nobody draws from an empty stack") {
  Position p = position_s();
  CHECK(p.after({"end"}).state.actions == 0);
  CHECK(p.after({"end"}).state.phase == Phase::draw);
  p.state.stack = {};
  p.state.hand[1].add(p.tile("t09"));
  CHECK(p.after({"end"}).state.phase == Phase::tile);
  CHECK(p.after({"end"}).state.player == Player::at(1));
}

}  // namespace
}  // namespace farnorth::explorers
