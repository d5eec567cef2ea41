// The worked examples H1 to H12 of the rules, and what else HQ's clauses say.
#include "scavengers_position.hpp"

namespace farnorth::scavengers {
namespace {

bool possible(const Position& p, std::string_view text) {
  const Texts all = p.legal();
  return std::find(all.begin(), all.end(), text) != all.end();
}

TEST_CASE("H1 [S-M1-1 S-M1-2] a medic as medicine") {
  const Texts hires = Position(3, 2).hand(0, "medic, pills").food(2).hires();
  const auto of = [&](const std::string& start) {
    Texts found;
    for (const std::string& text : hires)
      if (text.starts_with("hire " + start)) found.push_back(text);
    return found;
  };
  CHECK(of("hunter") == moves("hire hunter, hire hunter medics 1"));
  CHECK(of("engineer") == moves("hire engineer, hire engineer medics 1"));
  CHECK(of("saboteur") == moves("hire saboteur, hire saboteur medics 1"));
  CHECK(of("scout") == moves("hire scout, hire scout medics 1"));
  CHECK(of("sniper_team") == moves("hire sniper_team medics 1"));
}
TEST_CASE("H2 [S-M1-2] a draw of HQ persons") {
  CHECK(total_of(Action::draw, "medic, engineer, group_leaders") == 4);
}
TEST_CASE("H3 [S-M1-1 S-SCORE-3 S-SCORE-4] gearheads") {
  const auto gangs = [](std::string_view a, std::string_view b, std::string_view c) {
    Position p = Position(3, 1).hands("{} {} {}").deck(0, a).deck(1, b).deck(2, c);
    const Scores scores = p.game.scores(p.state);
    return std::array<int, 3>{scores[0], scores[1], scores[2]};
  };
  CHECK(gangs("4 net", "3 net, grenade", "net, 2 grenade") == std::array<int, 3>{0, 5, 0});
  CHECK(gangs("3 net, grenade", "3 spear, grenade", "") == std::array<int, 3>{0, 0, 0});
  CHECK(gangs("", "", "") == std::array<int, 3>{0, 0, 0});
  // Pharmers: medkits 2, pills 1, medics do not add but break the tie. The refugee-free decks score nothing else.
  CHECK(gangs("medkit", "2 pills", "pills") == std::array<int, 3>{0, 0, 0});
  CHECK(gangs("medkit", "2 pills, medic", "pills") == std::array<int, 3>{0, 6, 0});
}
TEST_CASE("S-SCORE-3 masons: completed buildings that are not disabled") {
  Position p = Position(3, 4).hands("{} {} {}");
  p.site(0, Building::garden)
      .site(0, Building::armory, Site::kDisabled)
      .site(1, Building::garden, 2);
  const Scores scores = p.game.scores(p.state);
  CHECK(scores[0] == 5);
  CHECK(scores[1] == 0);
  const ScoreSheet sheet = p.game.score_sheet(p.state, Player::at(0));
  CHECK(sheet[2] == Heading{"gangs", {5}});
}
TEST_CASE("H4 [S-M3-9] the excavator digs") {
  const auto dig = [](std::string_view text) {
    return total_of(Action::dig, text, Leader::excavator);
  };
  CHECK(dig("refugee, shovel") == 2);
  CHECK(dig("scavenger, refugee, shovel, pickaxe") == 5);
  CHECK(dig("2 refugee, brawler, toolkit, shovel") == 6);
  CHECK(dig("refugee, engineer, 2 shovel") == 6);
  CHECK(dig("2 refugee, multitool, shovel, group_leaders") == 6);
}
TEST_CASE("H5 [S-M3-4] the gangster fights") {
  Position p = Position(3, 3).hand(0, "2 refugee, grenade, spear").leader(0, Leader::gangster);
  CHECK(p.fights(0) == 5);
  CHECK(p.people(0) == 4);
  CHECK(p.game.scores(p.state)[0] == 2 + 5);  // and the gearheads
}
TEST_CASE("H6 [S-M3-9] the ranger hunts") {
  CHECK(total_of(Action::hunt, "2 refugee, spear", Leader::ranger) == 3);
  CHECK(total_of(Action::hunt, "family_3, wolf_pack", Leader::ranger) == 4);
}
TEST_CASE("H7 [S-M2-1 S-M2-2] BUILD") {
  CHECK(total_of(Action::build, "2 engineer, toolkit") == 6);
  CHECK(total_of(Action::build, "engineer, toolkit") == 4);
  CHECK(total_of(Action::build, "2 engineer") == 4);
  Position p =
      Position(3, 2).hand(0, "engineer, 2 toolkit").play("build; add engineer; add toolkit");
  CHECK(p.legal() == moves("commit"));
  Position none = Position(3, 2).hand(0, "engineer");
  CHECK(possible(none, "build"));
  none.state.hq.plans = {};
  CHECK_FALSE(possible(none, "build"));
}
TEST_CASE("S-M2-2 S-M2-3 S-M2-4 a building is planned, built and completed") {
  Position p = Position(3, 2)
                   .hand(0, "engineer")
                   .play("build; add engineer; commit; plan armory; plan garden");
  CHECK(p.legal() == moves("keep none, keep armory, keep garden"));
  p.play("keep armory");
  CHECK(p.state.hq.sites[0] == Site{Player::at(0), Building::armory, 3});
  CHECK(p.state.hq.plans.buried[0] == Building::garden);
  CHECK(p.view(1).seen.hq.plans.buried[0] == Building::unknown);
  CHECK(p.view(0).seen.hq.plans.buried[0] == Building::garden);
  CHECK_FALSE(possible(p, "build"));
}
TEST_CASE("H8 [S-M3-2 S-M3-5] cannibal and butcher") {
  const auto after = [](Leader leader, int food, std::string_view hand) {
    Position p = Position(3, 3).hand(0, hand).leader(0, leader).food(food);
    p.play("power refugee");
    CHECK(p.state.hq.removed[index(Card::refugee)] == 1);
    CHECK_FALSE(possible(p, "power refugee"));
    return p;
  };
  CHECK(possible(after(Leader::cannibal, 2, "2 refugee"), "hire medic"));
  CHECK(bill_of(after(Leader::cannibal, 2, "2 refugee").state, Card::thugs).meds == 3);
  CHECK(bill_of(after(Leader::cannibal, 4, "2 refugee").state, Card::thugs).meds == 2);
  Position p = after(Leader::butcher, 0, "2 refugee");
  CHECK(possible(p, "hire saboteur"));
  CHECK_FALSE(possible(p, "hire scout"));
}
TEST_CASE("S-M3-8 the sergeant") {
  Position p = Position(3, 3).hand(0, "pills, spear").leader(0, Leader::sergeant);
  CHECK(possible(p, "hire saboteur"));
  Position q = Position(3, 3)
                   .round(5)
                   .hands("{saboteur} {spear, brawler} {net}")
                   .leader(1, Leader::sergeant)
                   .skirmish();
  CHECK(q.legal() == moves("pass, disarm 2 net"));
}
TEST_CASE("H9 [S-M1-3 S-M1-4 S-M1-5] a save in the skirmish") {
  Position p = Position(3, 1).round(5).hands("{sniper_team} {medic, brawler} {}").skirmish();
  Position q = p;
  p.play("snipe 1 brawler");
  CHECK(p.legal() == moves("save, pass"));
  CHECK(p.state.player == Player::at(1));
  CHECK(p.people(1) == 2);
  p.play("save");
  CHECK(p.owned(1) == cards("medic, brawler, field_crew"));
  q.play("snipe 1 medic");
  CHECK(q.state.phase != Phase::save);
  CHECK(q.owned(1) == cards("medic, brawler, field_crew"));  // hit, but not lost
}
TEST_CASE("S-M1-3 S-M1-4 saves are asked of the owner first, then clockwise, not of the sniper") {
  Position p = Position(4, 1).hands("{scavenger, medic} {sniper_team, medic} {medic} {medic}");
  p.play("hunt; add scavenger; commit; snipe 0 scavenger");
  CHECK(p.state.phase == Phase::save);
  CHECK(p.state.player == Player::at(0));
  CHECK(p.play("pass").state.player == Player::at(2));
  CHECK(p.play("pass").state.player == Player::at(3));
  Position saved = Position(p).play("save");
  CHECK(saved.state.food == 1);
  CHECK(saved.used(3) == cards("medic"));
  CHECK(saved.used(1) == cards("sniper_team"));
  CHECK(p.play("pass").state.food == 0);
}
TEST_CASE("H10 [S-M2-3 S-M2-4 S-M2-6 S-M2-7] stores") {
  Position armory = Position(3, 2).round(4).hand(0, "spear").site(0, Building::armory, 3);
  CHECK_FALSE(possible(armory, "store spear"));
  while (armory.state.round < 7)
    armory.play(armory.game.actor(armory.state).is_chance() ? armory.outcomes()[0] : "end");
  CHECK(armory.state.hq.sites[0].works());

  Position p = Position(3, 2)
                   .hand(0, "2 pills, 2 medkit, spear, junk")
                   .site(0, Building::pharmacy)
                   .site(0, Building::pharmacy);
  CHECK_FALSE(possible(p, "store spear"));
  CHECK_FALSE(possible(p, "store junk"));
  p.play("store pills; store pills; store medkit; store medkit");
  CHECK(cards_stored(p.state, Player::at(0), Icon::medicine) == 4);
  CHECK_FALSE(possible(p, "take pills"));
  CHECK_FALSE(possible(p, "take medkit"));
  CHECK(p.owned(0) == cards("2 pills, 2 medkit, spear, junk"));
  CHECK(p.view(1).size[0].stored[index(Icon::medicine)] == 4);
  CHECK(p.view(1).seen.hq.stored.empty());
}
TEST_CASE("S-M2-5 a garden feeds without a hunt") {
  Position p = Position(3, 2).site(0, Building::garden);
  CHECK(p.hires() == moves("hire scavenger"));
  p.play("hire scavenger");
  CHECK(p.state.food == 0);
  CHECK(Position(3, 2).site(0, Building::garden, 1).hires().empty());
}
TEST_CASE("H11 [S-M4-2 S-M4-3] cards of a disabled store are locked") {
  Position p = Position(3, 4)
                   .hand(0, "3 spear, brawler")
                   .site(0, Building::armory)
                   .site(0, Building::armory);
  p.play("store spear; store spear; store spear; end");
  p.hand(1, "scavenger").hand(2, "saboteur").hand(0, "sniper_team, saboteur");
  p.turn(0).hand(0, "scavenger").hand(1, "saboteur").hand(2, "");
  p.state.phase = Phase::gather;
  p.state.taken = {};
  p.play("hunt; add scavenger; commit; disable 0 armory");
  CHECK(p.state.hq.locked[0][index(Icon::tool)] == 1);
  p.hand(0, "refugee");
  p.play("take spear; take spear");
  CHECK_FALSE(possible(p, "take spear"));
  p.play("repair armory refugee");
  CHECK(p.used(0).contains(Card::refugee));
  CHECK(p.state.hq.locked[0][index(Icon::tool)] == 0);
  CHECK(possible(p, "take spear"));
}
TEST_CASE("S-M3-1 leaders are chosen unseen and turned up together") {
  Position p = Position::start(2, 3);
  p.play("offer ranger; offer mentor; offer fanatic; offer butcher");
  CHECK(p.legal() == moves("choose mentor, choose ranger"));
  p.play("choose ranger");
  CHECK(p.view(1).seen.hq.leader[0] == Leader::unknown);
  CHECK(p.view(0).seen.hq.leader[0] == Leader::ranger);
  p.play("choose butcher");
  CHECK(p.view(1).seen.hq.leader[0] == Leader::ranger);
  CHECK(p.state.phase == Phase::first);
}
TEST_CASE("S-M3-3 peacemaker and mentor: a helper") {
  Position p = Position(3, 3).hands("{2 refugee} {sniper_team} {}").leader(0, Leader::peacemaker);
  CHECK(possible(p, "hunt"));
  p.play("hunt");
  CHECK(p.legal() == moves("power refugee"));
  p.play("power refugee; add refugee; commit");
  Position hit =
      Position(p).play("snipe 0 refugee");  // the member first: the helper alone is worth nothing
  CHECK(hit.state.food == 0);
  CHECK(p.play("pass").state.food == 2);
  Position q =
      Position(3, 3).hand(0, "refugee, scavenger").leader(0, Leader::mentor).deck(0, "5 junk");
  q.play("draw; power refugee; add scavenger; commit; deal junk; deal junk");
  CHECK(q.state.phase == Phase::gather);
  CHECK(q.state.hq.power_used.contains(Player::at(0)));
}
TEST_CASE("S-M3-6 fanatic: any revealed card of an opponent, and no save") {
  Position p = Position(3, 3).hands("{scavenger, medic} {refugee} {}").leader(1, Leader::fanatic);
  p.state.hq.leader[2] = Leader::ranger;
  p.play("hunt; add scavenger; commit");
  CHECK(p.legal() == moves("pass, fanatic 0 scavenger"));
  p.play("fanatic 0 scavenger");
  CHECK(p.state.food == 0);
  CHECK(p.state.hq.removed[index(Card::refugee)] == 1);
  CHECK(p.state.hand[1].empty());
  Position q = Position(3, 3).round(5).hands("{refugee} {pills, brawler} {}").skirmish();
  q.play("fanatic 1 pills");
  CHECK(q.owned(1) == cards("pills, brawler, field_crew"));  // hit, but not lost
  CHECK(q.owned(0).empty());
}
TEST_CASE("S-M3-7 organizer: draw two, keep one") {
  Position p =
      Position(3, 3).hand(0, "refugee").deck(0, "2 junk, pills").leader(0, Leader::organizer);
  p.play("power refugee; deal junk; deal pills");
  CHECK(p.legal() == moves("keep junk, keep pills"));
  const Move seen = p.game.shown(p.state, Move::of(MoveKind::keep, Card::pills), Player::at(1));
  CHECK(p.game.to_text(seen) == "keep ? discard junk");
  p.play("keep pills");
  CHECK(p.state.hand[0] == cards("pills"));
  CHECK(p.open_of(0) == cards("junk"));
  CHECK_FALSE(possible(p, "power refugee"));
  // With one card left there is no choice.
  Position one = Position(3, 3).hand(0, "refugee").deck(0, "pills").leader(0, Leader::organizer);
  one.play("power refugee; deal pills");
  CHECK(one.state.phase == Phase::gather);
  CHECK(one.state.hand[0] == cards("pills"));
}
TEST_CASE("S-M4-1 S-M4-5 disabling a building") {
  Position p = Position(3, 4).hands("{scavenger} {saboteur} {}").site(0, Building::garden);
  p.play("hunt; add scavenger; commit");
  CHECK(p.legal() == moves("pass, disable 0 garden"));
  p.play("disable 0 garden");
  CHECK(p.state.food == 1);
  CHECK(p.hires() == moves("hire scavenger"));  // the food of the hunt; the garden gives none
  CHECK(p.state.hq.sites[0].disabled());
}
TEST_CASE("S-M4-4 S-M4-5 wounding a leader") {
  Position p =
      Position(3, 4).hands("{scavenger, pills} {sniper_team} {medic}").leader(0, Leader::ranger);
  p.play("hunt; add scavenger; commit");
  CHECK(p.legal() == moves("pass, snipe 0 scavenger, wound 0"));
  p.play("wound 0");
  CHECK(p.state.phase == Phase::save);
  p.play("pass");
  CHECK(power_of(p.state, Player::at(0)) == Leader::none);
  CHECK(p.state.food == 1);
  p.play("heal pills");
  CHECK(power_of(p.state, Player::at(0)) == Leader::ranger);
  CHECK(p.used(0) == cards("scavenger, pills"));
}
TEST_CASE("H12 ids of HQ moves") {
  const auto id = [](const char* text) { return Scavengers::action_id(Scavengers::to_move(text)); };
  CHECK(id("keep bunker") == 473);
  CHECK(id("store refugee") == 474);
  CHECK(id("take pills") == 528);
  CHECK(id("save") == 530);
  CHECK(id("choose ranger") == 540);
  CHECK(id("power refugee") == 541);
  CHECK(id("fanatic 2 grenade") == 637);
  CHECK(id("disable 1 armory") == 702);
  CHECK(id("wound 3") == 720);
  CHECK(id("repair bunker scavenger") == 771);
  CHECK(id("heal medic") == 788);
  CHECK(Scavengers::chance_id(Scavengers::to_move("plan garden")) == 91);
  CHECK(Scavengers::chance_id(Scavengers::to_move("offer ranger")) == 102);
}

}  // namespace
}  // namespace farnorth::scavengers
