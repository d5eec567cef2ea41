// The skirmish: who can act, fight values, the winner.
#include "farnorth/games/scavengers/scavengers.hpp"
#include "farnorth/games/scavengers/seating.hpp"

namespace farnorth::scavengers {

namespace {

constexpr auto kPeopleMasks = [] {  // [i]: cards that show more than i people
  std::array<Cards::Mask, 5> masks;
  for (int i = 0; i < 5; ++i)
    masks[static_cast<std::size_t>(i)] =
        Cards::mask_of(types_where([=](const CardRow& c) { return c.people > i; }));
  return masks;
}();
static_assert(types_where([](const CardRow& c) { return c.people > 5; }) == 0);

constexpr std::uint32_t kActors = type_bit(Card::sniper_team) | type_bit(Card::saboteur);

int ready(const State& state, Player player, Card special) {  // S-SPEC-3
  return state.hand[player.seat].count(special) - state.acted[player.seat].count(special);
}

bool works_anywhere(const State& state, Player owner) {
  return std::any_of(state.hq.sites.begin(), state.hq.sites.end(),
                     [=](const Site& site) { return site.owner == owner && site.works(); });
}

}  // namespace

int people_on(const Cards& cards) {
  int people = 0;
  for (const Cards::Mask& mask : kPeopleMasks) people += cards.persons(mask);
  return people;
}

int fight_value(const State& state, Player player) {  // S-SKIR-6
  Cards fighters = state.hand[player.seat];
  fighters.remove(Card::saboteur, state.acted[player.seat].count(Card::saboteur));  // S-SKIR-4
  return total(fighters, ability(Action::fight, power_of(state, player)));
}

int force_people(const State& state, Player player) {
  const Cards& force = state.hand[player.seat];
  // S-M3-4: a refugee of the gangster counts twice here.
  const int more = power_of(state, player) == Leader::gangster ? force.count(Card::refugee) : 0;
  return people_on(force) + more;
}

Actor skirmish_winner(const State& state, int players) {
  std::array<int, kMaxPlayers> fight{};
  for (int seat = 0; seat < players; ++seat)
    fight[static_cast<std::size_t>(seat)] = fight_value(state, Player::at(seat));
  if (players == 2) {  // S-TWO-3
    if (fight[0] >= fight[1] + kTwoPlayerMargin) return Actor::of(Player::at(0));
    if (fight[1] >= fight[0] + kTwoPlayerMargin) return Actor::of(Player::at(1));
    return Actor::nobody();
  }
  const int best = *std::max_element(fight.begin(), fight.end());  // S-SKIR-10: 0 may win
  int most = -1;
  Actor winner = Actor::nobody();
  for (int seat = 0; seat < players; ++seat) {  // S-SKIR-7
    if (fight[static_cast<std::size_t>(seat)] != best) continue;
    const int people = force_people(state, Player::at(seat));
    if (people == most) winner = Actor::nobody();
    if (people <= most) continue;
    most = people;
    winner = Actor::of(Player::at(seat));
  }
  return winner;
}

bool can_act_in_skirmish(const State& state, Player player, const Setup& setup) {
  const bool fanatic = may_use_power(state, player, Leader::fanatic) &&
                       state.hand[player.seat].contains(Card::refugee);
  if ((state.hand[player.seat].types() & kActors) == 0 && !fanatic) return false;
  const bool snipers = ready(state, player, Card::sniper_team) > 0;
  const bool saboteurs = ready(state, player, Card::saboteur) > 0;
  for (int i = 0; i < setup.players; ++i) {
    const Player other = Player::at(i);
    if (other == player) continue;
    const std::uint32_t force = state.hand[other.seat].types();
    if (fanatic && force != 0) return true;
    if (snipers && (force & kPersons) != 0) return true;
    if (saboteurs && (force & kTools) != 0 && power_of(state, other) != Leader::sergeant)
      return true;
    if (setup.modules < 4) continue;
    if (snipers && power_of(state, other) != Leader::none) return true;  // S-M4-4
    if (saboteurs && works_anywhere(state, other)) return true;          // S-M4-1
  }
  return false;
}

bool can_respond(const State& state, Player player, const Setup& setup) {
  const std::uint32_t held = state.hand[player.seat].types();
  if (setup.modules == 0 && (held & kActors) == 0) return false;
  const std::uint32_t field = state.field.types();
  const Player gatherer = state.gatherer;
  const bool sniper = (held & type_bit(Card::sniper_team)) != 0;
  const bool saboteur = (held & type_bit(Card::saboteur)) != 0;
  if (sniper && (field & kPersons) != 0) return true;
  if (saboteur && (field & kTools) != 0 && power_of(state, gatherer) != Leader::sergeant)
    return true;
  if (setup.modules < 3) return false;
  if (field != 0 && (held & type_bit(Card::refugee)) != 0 &&
      may_use_power(state, player, Leader::fanatic))
    return true;  // S-M3-6
  if (setup.modules < 4) return false;
  // S-M4-5
  return (sniper && power_of(state, gatherer) != Leader::none) ||
         (saboteur && works_anywhere(state, gatherer));
}

bool can_save(const State& state, Player player) {
  const int medics = state.hand[player.seat].count(Card::medic);
  if (!state.hq.save_in_skirmish) return medics > 0;
  const int fit = medics - state.acted[player.seat].count(Card::medic);  // S-M1-4
  // S-M1-5: of the medics that have not acted one is the target.
  const bool is_target = player == state.hq.victim && state.hq.target == Card::medic;
  return fit > (is_target ? 1 : 0);
}

}  // namespace farnorth::scavengers
