// The worked examples G50 to G57 on what players know, and determinize against brute force.
#include <array>
#include <functional>
#include <map>

#include "farnorth/games/scavengers/fields.hpp"
#include "scavengers_position.hpp"

namespace farnorth::scavengers {
namespace {

constexpr int kWorlds = 20'000;

// Counts of what `of` says about determinized worlds of a seat's view.
std::vector<int> tally(const Position& p, int seat, std::size_t values,
                       const std::function<std::size_t(const State&)>& of) {
  Rng rng(17);
  const View view = p.view(seat);
  std::vector<int> counts(values);
  for (int i = 0; i < kWorlds; ++i) ++counts[of(p.game.determinize(view, rng))];
  return counts;
}

const char* kStarterDeal = "deal refugee; deal refugee; deal scavenger; deal spear; deal shovel";

TEST_CASE("G50 [S-DRAW-2] an opponent's first hand") {
  Position p = Position::start(3).play("first 0");
  for (int seat = 0; seat < 3; ++seat) p.play(kStarterDeal);
  const auto refugees = [](const State& world) {
    return static_cast<std::size_t>(world.hand[1].count(Card::refugee));
  };
  // Below 18.5 but once in a thousand times, four degrees of freedom.
  CHECK(chi_square(tally(p, 0, 5, refugees), {6, 60, 120, 60, 6}) < 18.5);
}

TEST_CASE("G51 [K-TRASH K-SHOW S-TRASH-1] an unseen trash") {
  Position p = Position::start(3).play("first 1");
  for (int seat = 0; seat < 3; ++seat) p.play(kStarterDeal);
  const Cards yard = p.state.yard.loose;
  p.play("trash; add refugee; commit");
  const Ledger& ledger = p.memory.ledger[1];
  CHECK(ledger.missing == 1);
  CHECK(ledger.suspects == kStarterDeck);
  CHECK(ledger.known == kStarterDeck);
  const auto trashed = [&](const State& world) {
    const Cards more = world.yard.loose - yard;
    for (std::size_t i = 0;
         const char* id : {"refugee", "scavenger", "brawler", "spear", "shovel"}) {
      if (more == cards(id)) return i;
      ++i;
    }
    return std::size_t{5};
  };
  std::vector<int> counts = tally(p, 0, 6, trashed);
  CHECK(counts[5] == 0);
  counts.pop_back();
  CHECK(chi_square(counts, {4, 3, 1, 1, 1}) < 18.5);
  p.play("hunt; add scavenger; add spear; commit");
  CHECK(p.memory.ledger[1].suspects == cards("4 refugee, 2 scavenger, brawler, shovel"));
}

TEST_CASE("G52 [S-PEEK-1 K-SHUFFLE S-SKIR-8] the initiator remembers what he peeked at") {
  Position p = Position(4).hands("{} {} {thugs} {}");
  p.all_is_known();
  p.state.stack.add(p.state.top);
  p.state.top = Card::none;
  p.state.phase = Phase::top;
  p.play("top family_5");
  CHECK(p.view(0).seen.top == Card::family_5);
  for (int seat = 1; seat < 4; ++seat) CHECK(p.view(seat).seen.top == Card::unknown);
  p.play("end; end; end; end");
  CHECK(p.owned(2) == cards("thugs, family_5"));
  CHECK(p.memory.notes[0][2].fresh.empty());
  CHECK(p.memory.notes[0][2].pool == cards("family_5"));
  CHECK(p.memory.notes[1][2] == Notes{});
  CHECK(p.memory.ledger[2].won == 1);
}

TEST_CASE("G53 [K-SHUFFLE] the cards of a deck that ran out are in the hand") {
  Position p = Position(3).initiator(1).round(4).deck(1, "sniper_team, junk");
  p.open(1, "4 scavenger, 2 brawler, 4 refugee")
      .deck(2, "5 refugee")
      .deck(0, "5 scavenger")
      .all_is_known();
  p.complete();
  p.state.top = Card::none;
  p.complete();
  p.state.phase = Phase::deal;
  p.play("deal sniper_team; deal junk");
  CHECK(p.memory.ledger[1].old == cards("sniper_team, junk"));
  CHECK(p.state.deck[1] == cards("4 scavenger, 2 brawler, 4 refugee"));
  p.play("deal scavenger; deal refugee; deal brawler");
  const auto refugees = [](const State& world) {
    const bool old =
        world.hand[1].contains(Card::sniper_team) && world.hand[1].contains(Card::junk);
    return old ? static_cast<std::size_t>(world.hand[1].count(Card::refugee)) : 4;
  };
  std::vector<int> counts = tally(p, 0, 5, refugees);
  CHECK(counts[4] == 0);
  counts.pop_back();
  CHECK(chi_square(counts, {20, 60, 36, 4}) < 16.3);
}

TEST_CASE("G54 [K-FORCES K-SOLVE] what the force does not show was trashed") {
  Position p = Position(3).initiator(1).round(4).deck(1, "brawler").open(1, "9 scavenger");
  p.memory.ledger[1].known = p.memory.ledger[1].suspects = cards("brawler, refugee");
  p.memory.ledger[1].missing = 1;
  p.state.phase = Phase::deal;
  p.state.stack.add(p.state.top);
  p.state.top = Card::none;
  p.play(
      "deal brawler; deal scavenger; deal scavenger; deal scavenger; deal scavenger; top family_3");
  CHECK(p.memory.ledger[1].old == cards("brawler, refugee"));
  p.play("end; end; end");
  const Ledger& ledger = p.memory.ledger[1];
  CHECK(ledger.missing == 0);
  CHECK(ledger.suspects.empty());
  CHECK(ledger.known == cards("5 scavenger"));
}

TEST_CASE("G55 [S-DIG-2 S-DIG-3] who saw what lies at the bottom") {
  Position p = Position().hands("{scavenger, shovel} {scavenger} {}").yard("net, junk, pills");
  p.play(
      "dig; add scavenger; add shovel; commit; reveal net; reveal junk; reveal pills; keep pills; "
      "end");
  const auto bottom = [&](int seat) {
    const auto& seen = p.view(seat).seen.yard.buried;
    return Texts{std::string(name(seen[0])), std::string(name(seen[1]))};
  };
  CHECK(bottom(0) == Texts{"net", "junk"});
  CHECK(bottom(1) == Texts{"?", "?"});
  p.play("dig; add scavenger; commit");
  CHECK(p.legal() == moves("keep none, keep net"));
  p.play("keep net");
  CHECK(p.memory.notes[0][1].fresh == cards("net"));
  CHECK(p.memory.notes[2][1] == Notes{});
}

TEST_CASE("G56 [S-INT-1] a window leaves no trace if nobody responds") {
  Position p = Position().hands("{2 scavenger, spear} {sniper_team} {sniper_team}");
  const View before = p.view(1);
  p.play("hunt; add scavenger");
  CHECK(p.view(1) == before);
  p.play("commit");
  CHECK(p.view(1).asked);
  CHECK(p.game.actor(p.view(1)).is(Player::at(1)));
  for (const int seat : {0, 2}) {
    const View view = p.view(seat);
    CHECK_FALSE(view.asked);
    CHECK(view.seen.phase == Phase::respond);
    CHECK(view.window_from == Player::at(1));
    CHECK_FALSE(view.passed);
  }
  p.play("pass");
  CHECK(p.view(1).passed);
  CHECK(p.view(0).seen.player == Player::at(1));
  p.play("pass");
  Position without = Position().hands("{2 scavenger, spear} {scavenger} {scavenger}");
  without.play("hunt; add scavenger; commit");
  CHECK(p.view(0) == without.view(0));
}

TEST_CASE("G57 [K-TRASH S-TRASH-2] a dug card tells who trashed it") {
  Position p = Position::start(5).play("first 1");
  for (int seat = 0; seat < 5; ++seat)
    p.play("deal refugee; deal refugee; deal scavenger; deal scavenger; deal shovel");
  p.play("trash; add refugee; commit; end; end; end; end");
  p.play("dig; add scavenger; commit; reveal refugee; keep none");
  const auto refugees_of_1 = [](const State& world) {
    return static_cast<std::size_t>(owned_cards(world, Player::at(1)).count(Card::refugee));
  };
  CHECK(tally(p, 0, 5, refugees_of_1)[3] == kWorlds);
  const std::vector<int> counts = tally(p, 2, 5, refugees_of_1);
  CHECK(counts[3] + counts[4] == kWorlds);
  CHECK(chi_square({counts[3], counts[4]}, {4, 6}) < 10.8);
}

// ---- determinize against brute force ------------------------------------------------------------

// A small position with an unseen trash, unknown cards and an old deck: seat 1's cards from seat 0's view. Every way
// to deal the physical cards that agrees with the view counts once.
TEST_CASE("[K-TRASH K-SHUFFLE] determinize is uniform over the deals that fit") {
  // Seat 1: hand of 2, deck of 1; known and suspected are 2 spear and a net, one of the 4 cards is missing, one is
  // unknown and was dug. The yard holds 3 more.
  Position p(2);
  p.state.round = 3;
  p.hand(1, "spear, net").deck(1, "pills").complete();
  const Cards yard = cards("spear, junk, medkit");
  // All that is not named is out of sight's way: seat 0 holds it openly in his own deck.
  p.state.deck[0] += p.state.yard.loose - yard;
  p.state.yard.loose = yard;
  Ledger& ledger = p.memory.ledger[1];
  ledger.known = ledger.suspects = cards("2 spear, net");
  ledger.missing = 1;
  p.memory.ledger[0].known = p.state.deck[0];
  REQUIRE(p.view(0).size[1].hand == 2);

  // 5.5 by hand: the missing card is one of the four slots 2 spear, net, u. The hidden cards outside `known` are dealt to
  // u and the yard, a missing known card with them: it may have been dug up again.
  const Cards outside = yard + p.state.hand[1] + p.state.deck[1] - ledger.known;
  REQUIRE(outside.size() == 3);
  std::map<std::vector<Card>, double> expected;  // the hand, sorted, then the deck's card
  const auto count_pool = [&](const std::vector<Card>& pool, double weight) {
    REQUIRE(pool.size() == 3);
    for (std::size_t deck = 0; deck < 3; ++deck) {
      std::vector<Card> key;
      for (std::size_t i = 0; i < 3; ++i)
        if (i != deck) key.push_back(pool[i]);
      std::sort(key.begin(), key.end());
      key.push_back(pool[deck]);
      expected[key] += weight;
    }
  };
  const std::vector<Card> known{Card::net, Card::spear, Card::spear};
  count_pool(known, 4);  // u is missing
  for (std::size_t missing = 0; missing < 3; ++missing) {
    std::vector<Card> pot = to_items(outside), pool = known;
    pot.push_back(known[missing]);
    pool.erase(pool.begin() + static_cast<std::ptrdiff_t>(missing));
    pool.push_back(Card::none);
    for (const Card u : pot) {
      pool.back() = u;
      count_pool(pool, 1);
    }
  }
  std::map<std::vector<Card>, int> seen;
  Rng rng(5);
  const View view = p.view(0);
  for (int i = 0; i < kWorlds; ++i) {
    const State world = p.game.determinize(view, rng);
    std::vector<Card> key = to_items(world.hand[1]);
    key.push_back(to_items(world.deck[1])[0]);
    ++seen[key];
  }
  std::vector<int> counts;
  std::vector<double> weights;
  for (const auto& [key, weight] : expected) {
    counts.push_back(seen[key]);
    weights.push_back(weight);
  }
  CHECK(seen.size() == expected.size());
  CHECK(counts.size() > 8);
  CHECK(chi_square(counts, weights) < 60.0);
}

// Brute force over all physical deals of one hidden contested card and the stack.
TEST_CASE("[K-SHUFFLE S-SKIR-8] a prize that others did not see is any card of the stack") {
  Position p = Position(2).round(3).hands("{thugs} {}");
  p.complete().all_is_known();
  p.skirmish().play("top family_5");
  CHECK(p.memory.ledger[0].won == 1);  // reshuffled at once: his deck was empty
  std::map<Card, double> expected;
  for (int t = 0; t < kCardTypes; ++t)
    if ((kContested & type_bit(card_at(t))) != 0) expected[card_at(t)] = 2;
  std::map<Card, int> seen;
  Rng rng(6);
  const View view = p.view(1);
  for (int i = 0; i < kWorlds; ++i) {
    const Cards owned =
        owned_cards(p.game.determinize(view, rng), Player::at(0)).only(kContestedMask);
    REQUIRE(owned.size() == 1);
    ++seen[to_items(owned)[0]];
  }
  std::vector<int> counts;
  std::vector<double> weights;
  for (const auto& [card, weight] : expected) {
    counts.push_back(seen[card]);
    weights.push_back(weight);
  }
  CHECK(chi_square(counts, weights) < 22.5);  // six degrees of freedom, once in a thousand
}

// ---- Windows that go on in a world ---------------------------------------------------------------

// Seat 2 does not know whether seat 1 is asked. In a world where it cannot answer, the action takes effect at once.
TEST_CASE("[K-SHUFFLE S-INT-1 S-DIG-2] memory goes on with a window that is resumed") {
  const auto check = [](Position& p, Phase then) {
    Rng rng(3);
    const View view = p.view(2);
    int resumed = 0;
    for (int i = 0; i < 200; ++i) {
      const State world = p.game.determinize(view, rng);
      const Memory memory = p.game.memory_of(view, world);
      REQUIRE(p.game.broken_rule(world, memory) == nullptr);
      if (in_window(world)) continue;
      ++resumed;
      REQUIRE(world.phase == then);
      REQUIRE(memory.ledger[0].open.empty() == world.discard[0].empty());
      for (std::size_t b = world.yard.first_looked(); b < world.yard.buried.size(); ++b)
        REQUIRE(memory.yard_seen[b].contains(Player::at(0)));
    }
    CHECK(resumed > 50);
    CHECK(resumed < 150);
  };
  const auto position = [] {
    return Position().hands("{scout, brawler} {sniper_team} {}").deck(1, "junk").deck(2, "junk");
  };
  Position draws = position().open(0, "pills, net");
  draws.complete().all_is_known().play("draw; add scout; commit");
  check(draws, Phase::deal_action);

  Position digs = position();
  digs.complete().all_is_known();
  for (const Card card : to_items(digs.state.yard.loose)) {
    digs.state.yard.buried.push_back(card);
    digs.memory.yard_seen.push_back({});
  }
  digs.state.yard.loose = {};
  digs.play("dig; add brawler; commit");
  check(digs, Phase::keep);
}

// ---- determinize, HQ -----------------------------------------------------------------------------

TEST_CASE("[S-M2-7] a stored card is any card of the store's icon in the pool") {
  Position p = Position(2, 2).round(4).site(1, Building::pharmacy);
  p.state.hq.stored.insert_sorted({Player::at(1), Card::pills});
  p.deck(1, "pills, medkit, 2 scavenger").complete().all_is_known();
  p.state.yard.loose.remove(Card::pills);
  p.memory.ledger[1].known = cards("2 pills, medkit, 2 scavenger");
  const auto stored = [](const State& world) {
    REQUIRE(world.hq.stored.size() == 1);
    const Card card = world.hq.stored[0].card;
    return std::size_t{card == Card::pills ? 0U : card == Card::medkit ? 1U : 2U};
  };
  std::vector<int> counts = tally(p, 0, 3, stored);
  CHECK(counts[2] == 0);
  counts.pop_back();
  CHECK(chi_square(counts, {2, 1}) < 10.8);
}

TEST_CASE("[S-M2-3] a plan that others put back is any plan not seen elsewhere") {
  Position p = Position(2, 2).site(0, Building::garden);
  p.complete();
  p.state.hq.plans.loose.remove(Building::bunker);
  p.state.hq.plans.buried.push_back(Building::bunker);
  p.memory.plans_seen.push_back({});
  p.memory.plans_seen.back().add(Player::at(1));
  p.all_is_known();
  const auto plan = [](const State& world) {
    return static_cast<std::size_t>(world.hq.plans.buried[0]);
  };
  CHECK(tally(p, 1, kBuildingTypes, plan)[static_cast<std::size_t>(Building::bunker)] == kWorlds);
  CHECK(chi_square(tally(p, 0, kBuildingTypes, plan), {3, 3, 2, 3}) < 16.3);
}

TEST_CASE("[S-M3-1] the leaders offered to another are any two of the rest, and either is chosen") {
  Position p =
      Position::start(2, 3).play("offer peacemaker; offer gangster; offer butcher; offer fanatic");
  const auto pair_of_1 = [](const State& world) {  // a place for each two of the ten leaders
    return static_cast<std::size_t>(kLeaders) * static_cast<std::size_t>(world.hq.offered[1][0]) +
           static_cast<std::size_t>(world.hq.offered[1][1]);
  };
  std::vector<int> pairs;
  for (const int count : tally(p, 0, std::size_t{kLeaders} * kLeaders, pair_of_1))
    if (count > 0) pairs.push_back(count);
  REQUIRE(pairs.size() == 28);  // of eight leaders
  CHECK(chi_square(pairs, std::vector<double>(28, 1.0)) < 55.5);

  p.play("choose gangster");
  std::vector<int> chosen = tally(p, 1, kLeaders, [](const State& world) {
    return static_cast<std::size_t>(world.hq.leader[0]);
  });
  std::erase(chosen, 0);
  REQUIRE(chosen.size() == 8);
  CHECK(chi_square(chosen, std::vector<double>(8, 1.0)) < 24.3);
}

// ---- Memory changes no rule ---------------------------------------------------------------------

TEST_CASE("legality, outcomes and scores do not depend on Memory") {
  for (const int modules : {0, 4}) {
    const Scavengers game(Setup{
        .players = 3, .gather_interrupts = true, .modules = static_cast<std::uint8_t>(modules)});
    Rng rng(8);
    State state = game.start();
    Memory memory = game.start_memory();
    MoveList<Scavengers> list, from_view;
    while (!game.actor(state).is_nobody()) {
      Memory other;  // all discards seen, nobody saw anything else
      for (std::size_t seat = 0; seat < 3; ++seat) {
        other.ledger[seat].open = state.discard[seat];
        other.ledger[seat].known = state.deck[seat] + state.hand[seat] +
                                   stored_cards(state, Player::at(static_cast<int>(seat)));
      }
      PlayerSet looker;
      if (state.yard.looked > 0 || state.hq.plans.looked > 0) looker.add(state.gatherer);
      other.yard_seen.resize(state.yard.buried.size());
      std::fill(other.yard_seen.begin() + state.yard.first_looked(), other.yard_seen.end(), looker);
      other.plans_seen.resize(state.hq.plans.buried.size());
      std::fill(other.plans_seen.begin() + state.hq.plans.first_looked(), other.plans_seen.end(),
                looker);
      other.window_from = memory.window_from;
      const Actor actor = game.actor(state);
      if (actor.is_player()) {
        game.legal_moves(state, list);
        for (const Memory& each : {memory, other}) {
          game.legal_moves(game.view(state, each, actor.player()), from_view);
          REQUIRE(from_view == list);
        }
      }
      const Move move = actor.is_chance()
                            ? game.sample(state, rng)
                            : list[rng.below(static_cast<std::uint32_t>(list.size()))];
      game.witness(memory, state, move);
      game.apply(state, move);
    }
  }
}

}  // namespace
}  // namespace farnorth::scavengers
