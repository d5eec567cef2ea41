// The worked examples G1 to G61 of the rules: base game.
#include <array>
#include <fstream>

#include "scavengers_position.hpp"

namespace farnorth::scavengers {
namespace {

// ---- Totals -------------------------------------------------------------------------------------

TEST_CASE("G1 [S-ACT-1 S-ACT-3] dig of a brawler") {
  CHECK(total_of(Action::dig, "brawler") == 1);
  CHECK(total_of(Action::dig, "brawler, shovel") == 3);
}
TEST_CASE("G2 [S-ACT-3 S-TOOL-3] draw adds up") {
  CHECK(total_of(Action::draw, "scout, sled_team") == 4);
  CHECK(total_of(Action::draw, "2 scavenger, scout") == 4);
  CHECK(ability(Action::draw, Leader::none).tools == 0);
}
TEST_CASE("G3 [S-ACT-3] hunt of two with a spear") {
  CHECK(total_of(Action::hunt, "2 scavenger, spear") == 3);
}
TEST_CASE("G4 [S-ACT-1 S-ACT-3 S-TOOL-1] a tool works only for the action it names") {
  CHECK(total_of(Action::dig, "scavenger, shovel") == 3);
  Position p = Position().hand(0, "scavenger, shovel").play("hunt; add scavenger");
  CHECK(p.legal() == moves("commit"));
  CHECK(p.play("commit").state.food == 1);
}
TEST_CASE("G5 [S-ACT-5 S-TOOL-1] a base of 0 needs a tool, no base takes none") {
  CHECK(total_of(Action::dig, "refugee, shovel") == 2);
  CHECK(total_of(Action::fight, "refugee, spear") == 0);
  CHECK(Position().hand(0, "refugee, spear").legal() == moves("end, hunt, trash"));
  CHECK(Position().hand(0, "3 refugee").legal() == moves("end, trash"));
}
TEST_CASE("G6 [S-ACT-3 S-TOOL-1] families, Group Leaders and contested tools") {
  CHECK(total_of(Action::hunt, "family_3, group_leaders") == 2);
  CHECK(total_of(Action::hunt, "family_3, group_leaders, wolf_pack") == 5);
  CHECK(total_of(Action::fight, "family_5, grenade") == 3);
  CHECK(total_of(Action::dig, "family_4, shovel") == 0);
  CHECK(Position().hand(0, "family_4, shovel").legal() == moves("end, trash"));
  CHECK(Position().hand(0, "family_4, shovel, scavenger").play("dig; add scavenger").legal() ==
        moves("add shovel, commit"));
}
TEST_CASE("G7 [S-ACT-2] as many members as tools") {
  Position p = Position().hand(0, "scavenger, shovel, pickaxe").play("dig; add scavenger");
  CHECK(p.legal() == moves("add pickaxe, add shovel, commit"));
  CHECK(p.play("add pickaxe").legal() == moves("commit"));
  CHECK(total(p.state.field, ability(Action::dig, Leader::none)) == 2);
}
TEST_CASE("G8 [S-ACT-4] several Group Leaders help one member") {
  CHECK(total_of(Action::dig, "scavenger, 2 group_leaders") == 5);
}
TEST_CASE("G9 [S-ACT-2 S-SKIR-6] Group Leaders alone do nothing") {
  const Position p = Position().hand(0, "group_leaders");
  CHECK(p.fights(0) == 0);
  CHECK(p.people(0) == 2);
  CHECK(Position().hand(0, "2 group_leaders, shovel").legal() == moves("end, trash"));
}
TEST_CASE("G10 [S-TOOL-1 S-TOOL-2] one tool a card") {
  CHECK(total_of(Action::draw, "scout, group_leaders") == 4);
  CHECK(total_of(Action::fight, "sniper_team, spear") == 0);
  CHECK(total_of(Action::fight, "thugs, grenade") == 6);
}
TEST_CASE("G11 [S-ACT-3 S-SKIR-6] the best seating") {
  CHECK(total_of(Action::fight, "brawler, grenade, scavenger, spear") == 8);
  CHECK(total_of(Action::fight, "grenade, scavenger, spear") == 4);
}
TEST_CASE("G12 [S-SKIR-6] surplus tools are idle") {
  CHECK(total_of(Action::fight, "brawler, hunter, spear, multitool, shovel") == 6);
}
TEST_CASE("G13 [S-ACT-5] the total must reach 1") {
  Position p = Position().hand(0, "2 refugee, shovel").play("dig; add refugee");
  CHECK(p.legal() == moves("add refugee, add shovel"));
  CHECK(p.play("add shovel").legal() == moves("commit"));
}

// ---- Hire ---------------------------------------------------------------------------------------

TEST_CASE("G14 [S-HIRE-1 S-HIRE-2 S-HIRE-4 S-HIRE-6] a hunter costs no food") {
  CHECK(Position().hand(0, "pills, medkit").hires() == moves("hire hunter, hire hunter medkits 1"));
}
TEST_CASE("G15 [S-HIRE-2 S-HIRE-3 S-HIRE-4] minimal sets of medicine") {
  CHECK(Position().hand(0, "2 pills, medkit").food(2).hires() ==
        moves("hire scavenger, hire brawler, hire hunter, hire hunter medkits 1, hire saboteur, "
              "hire saboteur medkits 1, hire scout, hire scout medkits 1, hire sniper_team, "
              "hire sniper_team medkits 1, hire group_leaders, hire group_leaders medkits 1, "
              "hire thugs medkits 1"));
  const Texts hires = Position().hand(0, "pills, medkit").food(2).hires();
  CHECK(std::count(hires.begin(), hires.end(), "hire sniper_team medkits 1") == 1);
  CHECK(std::count(hires.begin(), hires.end(), "hire sniper_team") == 0);
}
TEST_CASE("G16 [S-HIRE-3 S-HIRE-4 S-HIRE-5] the price of Thugs") {
  const auto thugs = [](std::string_view hand, int food) {
    Texts found;
    for (const std::string& text : Position().hand(0, hand).food(food).hires())
      if (text.starts_with("hire thugs")) found.push_back(text);
    return found;
  };
  CHECK(thugs("pills, 2 medkit", 3) == moves("hire thugs medkits 1, hire thugs medkits 2"));
  CHECK(thugs("2 medkit", 3) == moves("hire thugs medkits 2"));
  CHECK(thugs("2 pills, 3 medkit", 0) == moves("hire thugs medkits 2, hire thugs medkits 3"));
  CHECK(thugs("2 pills, medkit", 7) == moves("hire thugs"));
  CHECK(Position().hand(0, "2 pills, medkit").food(7).play("hire thugs").state.food == 1);
  CHECK(thugs("3 pills", 2).empty());
  const Position p = Position().hand(0, "pills, 2 medkit").food(3).play("hire thugs medkits 1");
  CHECK(p.used(0) == cards("medkit, pills"));
  CHECK(p.state.hand[0] == cards("medkit"));
  CHECK(p.state.food == 0);
  CHECK(p.open_of(0) == cards("thugs"));
  CHECK(p.state.hires[hire_place(Card::thugs)] == 4);
}
TEST_CASE("G17 [S-HIRE-1 S-HIRE-7] no food, no hire; an empty stack stays empty") {
  CHECK(Position().food(1).hires() == moves("hire scavenger"));
  CHECK(Position().food(0).hires().empty());
  Position p = Position().food(1);
  p.state.hires[hire_place(Card::scavenger)] = 0;
  CHECK(p.hires().empty());
}
TEST_CASE("G18 [S-GATHER-2 S-GATHER-4 S-GATHER-5 S-HUNT-1 S-HIRE-1] hunt, then hire") {
  Position p = Position()
                   .hand(0, "3 scavenger, spear")
                   .play("hunt; add scavenger; add scavenger; add spear; commit");
  CHECK(p.state.food == 3);
  CHECK(p.legal() == moves("end, dig, trash, hire scavenger, hire brawler"));
  p.play("hire brawler");
  CHECK(p.state.food == 1);
  CHECK(p.legal() == moves("end, dig, draw, trash"));
  CHECK(p.play("end").state.food == 0);
}

// ---- Dig, trash, draw ---------------------------------------------------------------------------

TEST_CASE("G19 [S-DIG-1] a dig into a small yard") {
  Position p = Position().hand(0, "scavenger, shovel").yard("junk");
  p.play("dig; add scavenger; add shovel; commit");
  CHECK(p.outcomes() == moves("reveal junk"));
  CHECK(p.play("reveal junk").legal() == moves("keep none, keep junk"));
}
TEST_CASE("G20 [S-DIG-1 S-DIG-2 S-DIG-3] the others go to the bottom in the order seen") {
  Position p = Position().hand(0, "scavenger, shovel").yard("spear, junk, pills, net");
  p.play(
      "dig; add scavenger; add shovel; commit; reveal spear; reveal junk; reveal pills; keep "
      "pills");
  CHECK(p.memory.ledger[0].fresh == cards("pills"));
  CHECK(p.buried() == Texts{"spear", "junk"});
  CHECK(p.state.yard.loose == cards("net"));
  const Move kept = Move::of(MoveKind::keep, Card::pills);
  Position before = Position()
                        .hand(0, "scavenger")
                        .yard("pills, junk")
                        .play("dig; add scavenger; commit; reveal pills");
  CHECK(p.game.to_text(p.game.shown(before.state, kept, Player::at(1))) == "keep ?");
}
TEST_CASE("G21 [S-DIG-2 S-YARD-1] of equal cards the first seen is kept") {
  Position p = Position().hand(0, "scavenger, shovel").yard("spear, 2 junk");
  p.play(
      "dig; add scavenger; add shovel; commit; reveal junk; reveal spear; reveal junk; keep junk");
  CHECK(p.buried() == Texts{"spear", "junk"});
  CHECK(p.state.yard_shuffles == 0);
}
TEST_CASE("G22 [S-DIG-1 S-DIG-2] keep none") {
  Position p = Position().hand(0, "scavenger, shovel").yard("spear, 2 junk");
  p.play(
      "dig; add scavenger; add shovel; commit; reveal junk; reveal spear; reveal junk; keep none");
  CHECK(p.buried() == Texts{"junk", "spear", "junk"});
}
TEST_CASE("G23 [S-DIG-2] below the loose part the order is fixed") {
  Position p = Position().hand(0, "scavenger, brawler").yard("net", {"junk", "pills"});
  p.play("dig; add scavenger; add brawler; commit");
  CHECK(p.outcomes() == moves("reveal net"));
  p.play("reveal net");
  CHECK(p.legal() == moves("keep none, keep net, keep junk"));
  CHECK(p.play("keep net").buried() == Texts{"pills", "junk"});
}
TEST_CASE("G24 [S-GATHER-5] no dig in an empty yard") {
  CHECK(Position().hand(0, "brawler").yard("").legal() == moves("end, trash"));
}
TEST_CASE("G25 [S-TRASH-1 S-TRASH-2 S-YARD-1] trash goes into the yard, which is shuffled") {
  Position p = Position()
                   .hand(0, "refugee, junk, scavenger")
                   .yard("net", {"pills"})
                   .play("trash; add refugee");
  CHECK(p.legal() == moves("add scavenger, add junk, commit"));
  CHECK(p.play("add junk").legal() == moves("commit"));
  p.play("commit");
  CHECK(p.state.yard.loose == cards("refugee, net, pills, junk"));
  CHECK(p.state.yard.buried.empty());
  CHECK(p.state.yard_shuffles == 1);
  CHECK(p.state.hand[0] == cards("scavenger"));
  CHECK(p.legal() == moves("end, dig, hunt"));
  // Anyone may dig up what another has trashed.
  p.play("end").hand(1, "scavenger").play("dig; add scavenger; commit");
  CHECK(p.outcomes() == moves("reveal refugee, reveal net, reveal pills, reveal junk"));
}
TEST_CASE("G26 [S-HAND-1 S-DRAW-3 S-GATHER-3 S-GATHER-4] a draw that needs a shuffle") {
  Position p = Position().hand(0, "scout, scavenger").deck(0, "2 junk").open(0, "refugee, spear");
  p.state.used = cards("brawler");
  p.play("draw; add scavenger; add scout; commit; deal junk; deal junk");
  CHECK(p.state.deck[0] == cards("refugee, spear"));
  CHECK(p.state.deck_shuffles[0] == 1);
  CHECK(p.play("deal spear").used(0) == cards("brawler, scout, scavenger"));
}
TEST_CASE("G27 [S-GATHER-4 S-HAND-1] a hired card may be drawn at once") {
  Position p =
      Position().hand(0, "scout, pills").play("hire hunter; draw; add scout; commit; deal hunter");
  CHECK(p.state.phase == Phase::gather);
  CHECK(p.state.hand[0] == cards("hunter"));
}
TEST_CASE("G59 [S-DRAW-1 S-DRAW-2 S-DRAW-3] the shuffle waits for the draw that needs it") {
  Position p = Position().deck(0, "5 junk").open(0, "3 refugee");
  p.state.phase = Phase::deal;
  p.play("deal junk; deal junk; deal junk; deal junk; deal junk");
  CHECK(p.state.hand[0] == cards("5 junk"));
  CHECK(p.state.deck[0].empty());
  CHECK(p.open_of(0) == cards("3 refugee"));
}

// ---- Responses ----------------------------------------------------------------------------------

TEST_CASE("G28 [S-INT-1 S-INT-2 S-INT-3 S-SPEC-1 S-SPEC-2] a snipe in a window") {
  Position p = Position().hands("{scavenger, refugee, shovel} {sniper_team} {}").yard("5 junk");
  p.play("dig; add refugee; add scavenger; add shovel; commit");
  CHECK(p.asked(1));
  CHECK(p.legal() == moves("pass, snipe 0 refugee, snipe 0 scavenger"));
  p.play("snipe 0 scavenger; reveal junk; reveal junk");
  CHECK(p.state.phase == Phase::keep);
  CHECK(p.used(0) == cards("scavenger, refugee, shovel"));
  CHECK(p.used(1) == cards("sniper_team"));
  CHECK(p.open_of(0).empty());
  CHECK(p.open_of(1).empty());
}
TEST_CASE("G29 [S-INT-4 S-GATHER-2] an action that came to nothing is taken") {
  Position p =
      Position().hands("{brawler, saboteur} {} {sniper_team}").play("dig; add brawler; commit");
  CHECK(p.asked(2));
  p.play("snipe 0 brawler");
  CHECK(p.legal() == moves("end, trash"));
}
TEST_CASE("G30 [S-INT-4] nothing is drawn") {
  Position p = Position().hands("{scout, group_leaders} {sniper_team} {}").deck(0, "5 junk");
  p.play("draw; add scout; add group_leaders; commit; snipe 0 scout");
  CHECK(p.state.hand[0].empty());
  CHECK(p.used(0) == cards("scout, group_leaders"));
  CHECK(p.used(1) == cards("sniper_team"));
}
TEST_CASE("G31 [S-INT-1 S-SPEC-1 S-SPEC-3] one seat may use several cards") {
  Position p = Position().hands("{brawler, shovel} {saboteur, sniper_team} {}").yard("5 junk");
  p.play("dig; add brawler; add shovel; commit");
  CHECK(p.legal() == moves("pass, snipe 0 brawler, disarm 0 shovel"));
  p.play("disarm 0 shovel");
  CHECK(p.asked(1));
  CHECK(p.legal() == moves("pass, snipe 0 brawler"));
  p.play("pass; reveal junk");
  CHECK(p.state.phase == Phase::keep);
}
TEST_CASE("G32 [S-INT-1] seats are asked clockwise from the gatherer") {
  Position p =
      Position(4).initiator(1).hands("{saboteur} {scavenger, spear} {saboteur} {sniper_team}");
  p.play("hunt; add scavenger; add spear; commit");
  CHECK(p.asked(2));
  CHECK(p.play("pass").asked(3));
  CHECK(p.play("pass").asked(0));
  CHECK(p.play("pass").state.food == 2);
}
TEST_CASE("G33 [S-INT-2] a card of the force may act") {
  Position p = Position().turn(1).hands("{sniper_team, junk} {scavenger} {}");
  p.play("hunt; add scavenger; commit; snipe 1 scavenger");
  CHECK(p.state.hand[0].size() == 1);
  CHECK(p.state.food == 0);
  CHECK(p.open_of(0) == cards("sniper_team"));
  CHECK(p.used(1) == cards("scavenger"));
}
TEST_CASE("G34 [S-INT-1] no window with interrupts off") {
  Position p = Position(3, 0, false)
                   .hands("{scavenger} {sniper_team} {}")
                   .play("hunt; add scavenger; commit");
  CHECK(p.state.phase == Phase::gather);
  CHECK(p.state.food == 1);
}
TEST_CASE("G35 [S-INT-1 S-SPEC-1] a saboteur needs a tool") {
  Position p = Position().hands("{brawler} {saboteur} {}").play("dig; add brawler; commit");
  CHECK(p.state.phase == Phase::reveal);
}
TEST_CASE("G60 [S-GATHER-4 S-INT-2] who acted before his turn has it in his used area") {
  Position p = Position().hands("{scavenger} {sniper_team, scavenger} {scavenger}");
  p.play("hunt; add scavenger; commit; snipe 0 scavenger");
  CHECK(p.state.food == 0);
  CHECK(p.legal() == moves("end"));
  p.play("end");
  CHECK(p.open_of(0) == cards("scavenger"));
  CHECK(p.used(1) == cards("sniper_team"));
  CHECK(p.legal() == moves("end, dig, hunt, trash"));
  p.play("end");
  CHECK(p.open_of(1) == cards("sniper_team"));
  CHECK(p.used(1).empty());
}
TEST_CASE("G61 [S-GATHER-4 S-SPEC-2] a card hit is not drawn in the same turn") {
  Position p = Position().hands("{2 scavenger} {sniper_team} {}").yard("3 junk");
  p.play("dig; add scavenger; commit; snipe 0 scavenger");
  CHECK(p.used(0) == cards("scavenger"));
  CHECK(p.legal() == moves("end, hunt, trash"));
  Position q = Position().hands("{2 scavenger} {sniper_team} {}").yard("3 junk").open(0, "pills");
  q.play("dig; add scavenger; commit; snipe 0 scavenger; draw; add scavenger; commit");
  CHECK(q.outcomes() == moves("deal pills"));
  CHECK(q.used(0) == cards("2 scavenger"));
}

// ---- Skirmish -----------------------------------------------------------------------------------

Position skirmish(std::string_view hands, std::string_view top = "field_crew") {
  return Position().round(5).top(top).hands(hands).skirmish();
}
bool owns(const Position& p, int seat, std::string_view text) {
  return p.owned(seat) == cards(text);
}

TEST_CASE("G36 [S-SKIR-7 S-SKIR-8 S-SKIR-11] a tie is broken by people") {
  const Position p = skirmish("{scavenger, spear} {brawler, multitool, refugee} {}");
  CHECK(owns(p, 1, "brawler, multitool, refugee, field_crew"));
  CHECK(p.open_of(0) == cards("scavenger, spear"));
}
TEST_CASE("G37 [S-SKIR-7 S-SKIR-9] only the tied compare people") {
  const Position p = skirmish("{scavenger, spear} {brawler, multitool} {2 family_5}");
  CHECK(p.state.yard.loose.contains(Card::field_crew));
  CHECK(owns(p, 2, "2 family_5"));
}
TEST_CASE("G38 [S-SKIR-10] zero may win") {
  CHECK(owns(skirmish("{2 refugee} {refugee} {}"), 0, "2 refugee, field_crew"));
  CHECK(skirmish("{} {} {}").state.yard.loose.contains(Card::field_crew));
}
TEST_CASE("G39 [S-TWO-3] two players: a lead of 2") {
  const auto two = [](std::string_view hands) {
    Position p = Position(2).round(5).hands(hands).skirmish();
    return p.play("top family_3");
  };
  CHECK(two("{thugs, spear} {2 brawler}").state.yard.loose.contains(Card::family_3));
  CHECK(owns(two("{thugs, grenade} {2 brawler}"), 0, "thugs, grenade, family_3"));
  CHECK(two("{scavenger, 4 refugee} {scavenger}").state.yard.loose.contains(Card::family_3));
}
TEST_CASE("G40 [S-SKIR-2 S-SKIR-3 S-ROUND-2] snipers, one after the other") {
  Position p = skirmish("{sniper_team} {sniper_team, scavenger} {brawler}", "family_3");
  CHECK(p.legal() == moves("pass, snipe 1 scavenger, snipe 1 sniper_team, snipe 2 brawler"));
  p.play("snipe 1 sniper_team");
  CHECK(owns(p, 2, "brawler, family_3"));
  CHECK(p.state.round == 6);
  CHECK(p.state.initiator == Player::at(1));
}
TEST_CASE("G41 [S-SKIR-4 S-SKIR-9] a saboteur that acted does not fight") {
  Position p = skirmish("{saboteur, spear} {brawler, net} {}");
  CHECK(p.legal() == moves("pass, disarm 1 net"));
  CHECK(Position(p).play("pass").state.yard.loose.contains(Card::field_crew));
  p.play("disarm 1 net");
  CHECK(p.owned(1) == cards("brawler, net, field_crew"));
}
TEST_CASE("G42 [S-SKIR-3 S-SKIR-4 S-SKIR-5] the one that has not acted is hit") {
  Position p = skirmish("{2 saboteur, net} {2 spear, sniper_team} {sniper_team}");
  p.play("disarm 1 spear");
  CHECK(p.legal() == moves("pass, disarm 1 spear"));
  CHECK(p.fights(0) == 2);
  p.play("pass");
  CHECK(p.legal() == moves("pass, snipe 0 saboteur, snipe 2 sniper_team"));
  p.play("snipe 0 saboteur");
  CHECK(p.fights(0) == 0);
  CHECK(p.state.player == Player::at(2));
}
TEST_CASE("G43 [S-SKIR-6] the tools of a fighter who was hit are seated anew") {
  Position p =
      skirmish("{sniper_team} {brawler, grenade, scavenger, spear} {thugs, refugee}", "family_3");
  p.play("snipe 1 brawler");
  CHECK(owns(p, 1, "brawler, grenade, scavenger, spear, family_3"));
}
TEST_CASE("G44 [S-SKIR-1 S-SKIR-9 S-YARD-1] deadlock") {
  const Position p = skirmish("{scavenger} {scavenger} {}");
  CHECK(p.state.yard.loose.contains(Card::field_crew));
  CHECK(p.state.yard_shuffles == 1);
  CHECK(p.state.round == 6);
  CHECK(p.state.initiator == Player::at(1));
  Position two = Position(2).round(5).hands("{thugs, spear} {2 brawler}");
  two.state.stack = cards("family_3");
  two.skirmish();
  CHECK(two.outcomes() == moves("top family_3"));
  CHECK(two.play("top family_3").state.yard.loose.contains(Card::family_3));
}

// ---- Rounds, scores, setup ----------------------------------------------------------------------

struct Course {
  std::array<int, kRounds + 1> initiator{};
  int tops = 0, tops_before_gathering = 0, skirmishes = 0;
  State end;
};
Course play_at_random(const Scavengers& game, std::uint64_t seed) {
  Rng rng(seed);
  Course course;
  State state = game.start();
  MoveList<Scavengers> list;
  while (!game.actor(state).is_nobody()) {
    Move move;
    if (game.actor(state).is_chance()) {
      move = game.sample(state, rng);
      course.tops += move.kind == MoveKind::top ? 1 : 0;
      course.tops_before_gathering += state.phase == Phase::top ? 1 : 0;
    } else {
      game.legal_moves(state, list);
      move = list[rng.below(static_cast<std::uint32_t>(list.size()))];
    }
    course.initiator[state.round] = state.initiator.seat;
    game.apply(state, move);
  }
  course.end = state;
  return course;
}

TEST_CASE("S-ANN-1 S-ANN-2 S-INT-5 announcing, and hands of the first two rounds") {
  Position p = Position().hands("{junk, refugee} {brawler} {}").round(2);
  p.state.stack.add(p.state.top);
  p.state.top = Card::none;
  p.play("end");  // the hand stays, as the force; all know its size
  CHECK(p.state.hand[0] == cards("junk, refugee"));
  CHECK(p.view(1).size[0].hand == 2);
  CHECK(p.view(1).seen.hand[0].empty());
  p.play("end; end");
  CHECK(p.owned(0) == cards("junk, refugee"));
  CHECK(p.open_of(1).empty());
  CHECK(p.state.round == 3);
  // A response cannot be answered: seat 2's sniper has no say on seat 1's.
  Position q = Position().hands("{scavenger} {sniper_team, brawler} {sniper_team}");
  q.play("hunt; add scavenger; commit");
  CHECK(q.asked(1));
  q.play("snipe 0 scavenger");
  CHECK(q.state.phase == Phase::gather);
  CHECK(q.state.player == Player::at(0));
}

TEST_CASE("G45 [S-ROUND-1 S-ROUND-2 S-PEEK-1 S-SETUP-7 S-END-1] who is initiator") {
  const Course course = play_at_random(Scavengers(Setup{.players = 4}), 3);
  for (int round = 1; round <= kRounds; ++round)
    CHECK(course.initiator[static_cast<std::size_t>(round)] ==
          (course.initiator[1] + std::max(0, round - 3)) % 4);
  CHECK(course.tops == 14);
  CHECK(course.tops_before_gathering == 14);
  CHECK(course.end.round == 16);
  CHECK(course.end.stack.empty());
}
TEST_CASE("G46 [S-TWO-2] two players never peek") {
  const Course course = play_at_random(Scavengers(Setup{.players = 2}), 4);
  CHECK(course.tops == 14);
  CHECK(course.tops_before_gathering == 0);
}
TEST_CASE("G47 [S-SETUP-2 S-END-2 S-SCORE-1] a starter deck alone") {
  const Position p = Position::start(3);
  CHECK(p.game.scores(p.state)[0] == 8);
  const ScoreSheet sheet = p.game.score_sheet(p.state, Player::at(0));
  CHECK(sheet[0] == Heading{"mercenaries", {8}});
  CHECK(sheet[1] == Heading{"contested", {0}});
  CHECK(p.owned(0).size() == 10);
}
TEST_CASE("G48 [S-END-3 S-SCORE-2] ranking and its ties") {
  Position p = Position::start(3);
  p.state.deck[0] += cards("family_5, wolf_pack, thugs");
  p.state.deck[1] += cards("field_crew, family_4");
  p.state.deck[2] += cards("2 thugs, sniper_team");
  const Scores scores = p.game.scores(p.state);
  CHECK(scores == Scores{16, 16, 16, 0, 0});
  CHECK(p.game.ranking(p.state) == Places{1, 2, 3, 0, 0});
  p.state.deck[1] += cards("junk");
  CHECK(p.game.ranking(p.state) == Places{1, 1, 3, 0, 0});
}
TEST_CASE("G49 [S-SETUP-2 S-SETUP-3 S-SETUP-4 S-SETUP-5 S-SETUP-6 S-TWO-1] cards in the game") {
  constexpr std::array<int, 6> kCardsInGame{0, 0, 121, 141, 145, 149};
  for (int players = 2; players <= 5; ++players) {
    const Position p = Position::start(players);
    int all = p.state.stack.size() + p.state.yard.size();
    for (const int stack : p.state.hires) all += stack;
    for (const Cards& deck : p.state.deck) all += deck.size();
    CHECK(all == kCardsInGame[static_cast<std::size_t>(players)]);
    CHECK(p.state.stack.size() == 14);
    CHECK(p.state.deck[0] == cards("4 refugee, 3 scavenger, brawler, spear, shovel"));
    CHECK(p.state.hires[hire_place(Card::scavenger)] == 20 - 3 * players);
    CHECK(p.state.yard.loose.count(Card::junk) == (players == 2 ? 5 : 7));
  }
}

TEST_CASE("G58 ids and texts of moves") {
  const auto id = [](const char* text) { return Scavengers::action_id(Scavengers::to_move(text)); };
  const auto chance = [](const char* text) {
    return Scavengers::chance_id(Scavengers::to_move(text));
  };
  CHECK(id("pass") == 0);
  CHECK(id("end") == 1);
  CHECK(id("commit") == 2);
  CHECK(id("dig") == 3);
  CHECK(id("trash") == 6);
  CHECK(id("keep none") == 8);
  CHECK(id("keep junk") == 36);
  CHECK(id("add refugee") == 37);
  CHECK(id("add junk") == 64);
  CHECK(id("snipe 2 brawler") == 99);
  CHECK(id("disarm 4 grenade") == 189);
  CHECK(id("hire scavenger") == 190);
  CHECK(id("hire thugs medkits 2") == 344);
  CHECK(id("hire sniper_team medics 1") == 415);
  CHECK(chance("first 4") == 4);
  CHECK(chance("deal refugee") == 5);
  CHECK(chance("reveal junk") == 60);
  CHECK(chance("top grenade") == 85);
}

}  // namespace
}  // namespace farnorth::scavengers
