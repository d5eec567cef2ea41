// What players of Explorers know. Titles start with the id of the example.
#include <cmath>
#include <map>

#include "explorers_position.hpp"
#include "farnorth/games/explorers/fields.hpp"

namespace farnorth::explorers {
namespace {

// Chi-square of counts against equal expectations stays below this once in 100,000 times (Wilson
// and Hilferty).
double most_likely_chi_square(double degrees) {
  const double z = 4.27, spread = 2.0 / (9.0 * degrees);
  const double cube = 1.0 - spread + z * std::sqrt(spread);
  return degrees * cube * cube * cube;
}

template <class Key>
void check_uniform(const std::map<Key, int>& counts, std::size_t cases, int samples) {
  CHECK(counts.size() == cases);
  const double expected = static_cast<double>(samples) / static_cast<double>(cases);
  double chi_square = 0;
  for (const auto& [key, n] : counts) chi_square += (n - expected) * (n - expected) / expected;
  CHECK(chi_square < most_likely_chi_square(static_cast<double>(cases - 1)));
}

std::string hand_text(const Explorers& game, Tiles hand) {
  std::string text;
  hand.for_each([&](Tile tile) { text += game.tile_set().tiles[tile.number].id + ' '; });
  return text;
}

TEST_CASE("N-EX-66 [N-SETUP-3] unseen tiles") {
  const Explorers game(Setup{.players = 3});
  State state = game.start();
  Rng rng(1);
  while (state.phase != Phase::tile) {
    if (game.actor(state).is_chance())
      game.apply(state, game.sample(state, rng));
    else
      game.apply(state, Move::captain(state.clan[state.player.seat].captain[0]));
  }
  const View view = game.view(state, {}, Player::at(1));
  CHECK(view.unseen.size() == 45);
  CHECK(view.hand_size == std::array<std::uint8_t, 4>{3, 0, 3, 0});
  CHECK(view.stack_size == 39);
  CHECK(view.seen.stack.empty());
  CHECK(view.seen.hand[0].empty());
  CHECK(view.seen.hand[1] == state.hand[1]);
  CHECK(45L * 44 * 43 / 6 * (42L * 41 * 40 / 6) == 162'901'200);
  // Each unseen tile is as often in each place as any other.
  std::map<int, int> first, second;
  const int samples = 45'000;
  for (int i = 0; i < samples; ++i) {
    const State world = game.determinize(view, rng);
    world.hand[0].for_each([&](Tile tile) { ++first[tile.number]; });
    world.hand[2].for_each([&](Tile tile) { ++second[tile.number]; });
  }
  check_uniform(first, 45, 3 * samples);
  check_uniform(second, 45, 3 * samples);
}

TEST_CASE("N-EX-66 small cases: every deal equally likely") {
  // Three players, six tiles left: 3 + 2 in the other hands, 1 in the stack; 6 * C(5, 3) = 60
  // deals.
  Position p(3);
  p.state.phase = Phase::act;
  Tiles left;
  for (int t = 0; t < 6; ++t) left.add(Tile::at(t));
  p.state.removed = Tiles::all() - left;
  p.state.stack = {};
  for (const int t : {0, 1, 2}) p.state.hand[1].add(Tile::at(t));
  for (const int t : {3, 4}) p.state.hand[2].add(Tile::at(t));
  p.state.stack.add(Tile::at(5));
  const View view = p.game.view(p.state, {}, Player::at(0));
  Rng rng(2);
  std::map<std::string, int> deals;
  const int samples = 30'000;
  for (int i = 0; i < samples; ++i) {
    const State world = p.game.determinize(view, rng);
    ++deals[hand_text(p.game, world.hand[1]) + "| " + hand_text(p.game, world.hand[2])];
  }
  check_uniform(deals, 60, samples);
}

TEST_CASE("N-EX-67 [N-END-1] the last rounds") {
  Position p;
  Tiles left;
  for (const int t : {10, 20, 30, 40}) left.add(Tile::at(t));
  p.state.removed = Tiles::all() - left;
  p.state.stack = {};
  for (const int t : {10, 20}) p.state.hand[0].add(Tile::at(t));
  for (const int t : {30, 40}) p.state.hand[1].add(Tile::at(t));
  Rng rng(3);
  for (int i = 0; i < 100; ++i)
    CHECK(p.game.determinize(p.game.view(p.state, {}, Player::at(0)), rng) == p.state);
}

TEST_CASE("N-EX-68 [N-SETUP-4] the choice of captains") {
  Position p;
  p.state = p.game.start();
  p.play({"draw t08", "draw t02", "draw t03", "draw t01", "draw t04", "draw t05"});
  p.play({"deal archer", "deal queen", "deal scout", "deal trader", "captain archer"});
  const View view = p.game.view(p.state, {}, Player::at(1));
  CHECK(view.captains_held[0] == 2);
  CHECK(view.has_picked[0]);
  CHECK(view.seen.clan[0] == [&] {
    Clan hidden = p.state.clan[0];
    hidden.captain = {Captain::none, Captain::none};
    hidden.pick = 0;
    return hidden;
  }());
  CHECK(p.game.to_text(p.game.shown(p.state, Move::captain(Captain::scout), Player::at(0))) ==
        "captain ?");
  Rng rng(4);
  std::map<std::string, int> cases;
  const int samples = 36'000;
  for (int i = 0; i < samples; ++i) {
    const Clan clan = p.game.determinize(view, rng).clan[0];
    CHECK(clan.captain[0] < clan.captain[1]);
    ++cases[to_word(clan.captain[0]) + to_word(clan.captain[1]) + std::to_string(clan.pick)];
  }
  check_uniform(cases, 72, samples);
  p.play({"captain trader"});
  for (const int seat : {0, 1}) {
    const View after = p.game.view(p.state, {}, Player::at(seat));
    CHECK(after.seen.clan[0].captain == std::array{Captain::archer, Captain::none});
    CHECK(after.seen.clan[1].captain == std::array{Captain::trader, Captain::none});
  }
}

TEST_CASE("N-EX-69 [N-TOKEN-3 N-FIGHT-1] enemy backs") {
  Position p;
  p.put("t08", 0, 1, -1).put("t01", 3, 2, -1).ship(0, 0, 0, 0, 2);
  p.state.skulls = 4;
  p.state.blanks = 5;
  p.play({"sail ne"});
  OutcomeList<Explorers> outcomes;
  for (const int seat : {0, 1}) {
    p.game.outcomes(p.game.view(p.state, {}, Player::at(seat)).seen, outcomes);
    CHECK(outcomes.size() == 2);
    CHECK(outcomes[1].move == Move::fight(true));
    CHECK(outcomes[1].weight * 9 == 4 * (outcomes[0].weight + outcomes[1].weight));
  }
}

TEST_CASE("[N-SETUP-3 N-SETUP-4 N-DRAW-1] what is shown of a move") {
  Position p;
  p.state = p.game.start();
  const auto shown = [&](const char* text, int seat) {
    return p.game.to_text(p.game.shown(p.state, p.game.to_move(text), Player::at(seat)));
  };
  CHECK(shown("draw t07", 0) == "draw t07");
  CHECK(shown("draw t07", 1) == "draw ?");
  CHECK(shown("deal archer", 1) == "deal ?");
  CHECK(shown("deal archer", 0) == "deal archer");
  CHECK(shown("tile t07 rot 3", 1) == "tile t07 rot 3");
  CHECK(shown("settlement 4", 1) == "settlement 4");
}

}  // namespace
}  // namespace farnorth::explorers
