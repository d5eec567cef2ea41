// What a position promises each player beyond the people he has, for playouts that stop before the end.
#include <algorithm>

#include "farnorth/games/scavengers/outlook_weights.hpp"
#include "farnorth/games/scavengers/scavengers.hpp"
#include "farnorth/games/scavengers/seating.hpp"

namespace farnorth::scavengers {

namespace {

// What tells how many people a player will still get. What is the same for all, as hire stacks and contested cards to
// come, is left out: it could not put one player before another.
enum Feature : std::size_t {
  always,        // 1
  may_hire,      // in this round
  hand_cards,    // before he has announced,
  hand_hunt,     // food for his HIRE, with what he has,
  hand_meds,     // and medicine
  force_fight,   // what he has announced
  margin,        // by which his hand or force beats the best of the others
  wins,          // whether that would win the skirmish
  prize,         // people on the contested card that it would win
  useful_prize,  // whether that card can do something
  deck_cards,    // yet to be drawn before the next shuffle,
  deck_hunt,     // and their worth
  deck_meds,
  deck_fight,
  per_hand_hunt,  // worth of an average hand, in tenths
  per_hand_meds,
  per_hand_fight,
  rivals_fight,                     // per hand, of all the others
  sites,                            // buildings that work, one for each type
  rising = sites + kBuildingTypes,  // buildings that are not complete
  stored,                           // cards, one for each icon
  wounded = stored + kStoredIcons,
  tools_ahead,  // of the best of the others: what gangs go by
  meds_ahead,
  sites_ahead,
  leader,                     // one for each
  owned = leader + kLeaders,  // cards, one for each type
  kFeatures = owned + kCardTypes
};
static_assert(kFeatures == Scavengers::kOutlookFeatures);

constexpr int kTenths = 10;
constexpr int kFarAhead = 3;  // more makes no gang safer

using Features = std::array<std::int16_t, kFeatures>;

void add(Features& features, std::size_t feature, int value) {
  features[feature] = static_cast<std::int16_t>(features[feature] + value);
}

// What cards are worth for an action if each of them finds a use.
int worth(const Cards& cards, const Ability& ability) {
  int sum = ability.group_leaders ? kGroupBonus * cards.count(Card::group_leaders) : 0;
  for (std::size_t level = 0; level < kLevels; ++level)
    sum += cards.persons(ability.base_mask[level]) + cards.things(ability.bonus_mask[level]);
  return sum;
}

int meds_in(const Cards& cards) {
  return row(Card::medkit).meds * cards.count(Card::medkit) +
         row(Card::pills).meds * cards.count(Card::pills) +
         row(Card::medic).meds * cards.count(Card::medic);
}

// A player as the others see him too.
struct Tribe {
  Player player;
  Leader power = Leader::none;
  Cards cards;    // all that he owns
  int fight = 0;  // of the hand or force
  int tools = 0, meds = 0, sites = 0;

  int worth_of(Action action) const { return worth(cards, ability(action, power)); }
  int per_hand(int of_all) const {
    return kTenths * kHandCards * of_all / std::max(1, cards.size());
  }
};
using Tribes = std::array<Tribe, kMaxPlayers>;

Tribe tribe_of(const State& state, Player player) {
  Tribe tribe{
      .player = player, .power = power_of(state, player), .cards = owned_cards(state, player)};
  tribe.fight = forces_are_open(state)
                    ? fight_value(state, player)
                    : total(state.hand[player.seat], ability(Action::fight, tribe.power));
  tribe.tools = tribe.cards.size(kToolMask);
  tribe.meds = meds_in(tribe.cards);
  for (const Site& site : state.hq.sites)
    tribe.sites += site.owner == player && site.works() ? 1 : 0;
  return tribe;
}

// What he can still do in his turn of this round.
void add_turn(const State& state, const Tribe& tribe, int players, Features& features) {
  const int order = turn_order(state, tribe.player, players);
  const int now = turn_order(state, state.gatherer, players);
  if (forces_are_open(state) || order < now) {
    add(features, force_fight, tribe.fight);
    return;
  }
  const bool gathers = order == now;
  const auto may = [&](Action action) { return !gathers || !state.taken.contains(action); };
  const Cards& hand = state.hand[tribe.player.seat];
  add(features, hand_cards, hand.size());
  if (!may(Action::hire)) return;
  add(features, may_hire, 1);
  add(features, hand_meds, meds_in(hand));
  if (gathers) add(features, hand_hunt, state.food);
  if (may(Action::hunt)) add(features, hand_hunt, total(hand, ability(Action::hunt, tribe.power)));
}

// The skirmish of this round, if nobody used another card.
void add_skirmish(const State& state, const Tribe& tribe, const Tribe& rival, int players,
                  Features& features) {
  if (state.round < kFirstSkirmish) return;
  const int ahead = tribe.fight - rival.fight;
  add(features, margin, ahead);
  if (ahead < (players == 2 ? kTwoPlayerMargin : 1)) return;
  add(features, wins, 1);
  if (state.top == Card::none) return;
  const CardRow& c = row(state.top);
  add(features, prize, c.people);
  add(features, useful_prize, c.icon == Icon::tool || c.base[index(Action::fight)] > 0 ? 1 : 0);
}

// What the next rounds will bring to his hand.
void add_cards(const State& state, const Tribe& tribe, Features& features) {
  const Cards& deck = state.deck[tribe.player.seat];
  add(features, deck_cards, deck.size());
  add(features, deck_hunt, worth(deck, ability(Action::hunt, tribe.power)));
  add(features, deck_meds, meds_in(deck));
  add(features, deck_fight, worth(deck, ability(Action::fight, tribe.power)));
  add(features, per_hand_hunt, tribe.per_hand(tribe.worth_of(Action::hunt)));
  add(features, per_hand_meds, tribe.per_hand(tribe.meds));
  for (int t = 0; t < kCardTypes; ++t)
    add(features, owned + static_cast<std::size_t>(t), tribe.cards.count(card_at(t)));
}

void add_hq(const State& state, const Tribe& tribe, Features& features) {
  for (const Site& site : state.hq.sites) {
    if (site.owner != tribe.player) continue;
    if (site.works())
      add(features, sites + index(site.building), 1);
    else if (!site.disabled())
      add(features, rising, 1);
  }
  for (const StoredCard& card : state.hq.stored)
    if (card.owner == tribe.player) add(features, stored + index(row(card.card).icon), 1);
  const Leader own = state.hq.leader[tribe.player.seat];
  if (own < Leader::none) add(features, leader + index(own), 1);
  add(features, wounded, state.hq.wounded.contains(tribe.player) ? 1 : 0);
}

}  // namespace

std::size_t Scavengers::outlook_stage(const State& state) const {
  return std::clamp<std::size_t>(state.round, 1, kRounds) - 1;
}

const OutlookModel<Scavengers::kOutlookFeatures>& Scavengers::outlook_model(
    std::size_t stage) const {
  return kOutlookModels[setup.players - static_cast<std::size_t>(kMinPlayers)][stage];
}

void Scavengers::outlook_features(const State& state,
                                  OutlookFeatures<kOutlookFeatures>& features) const {
  const std::size_t seats = setup.players;
  Tribes tribes;
  std::array<int, kMaxPlayers> fights{};  // per hand
  for (std::size_t seat = 0; seat < seats; ++seat) {
    tribes[seat] = tribe_of(state, Player::at(static_cast<int>(seat)));
    fights[seat] = tribes[seat].per_hand(tribes[seat].worth_of(Action::fight));
  }
  for (std::size_t seat = 0; seat < seats; ++seat) {
    const Tribe& tribe = tribes[seat];
    Features& own = features[seat];
    own.fill(0);
    Tribe rival;  // the best of the others in each respect
    for (std::size_t other = 0; other < seats; ++other) {
      if (other == seat) continue;
      rival.fight = std::max(rival.fight, tribes[other].fight);
      rival.tools = std::max(rival.tools, tribes[other].tools);
      rival.meds = std::max(rival.meds, tribes[other].meds);
      rival.sites = std::max(rival.sites, tribes[other].sites);
      add(own, rivals_fight, fights[other]);
    }
    add(own, always, 1);
    add_turn(state, tribe, setup.players, own);
    add_skirmish(state, tribe, rival, setup.players, own);
    add_cards(state, tribe, own);
    add(own, per_hand_fight, fights[seat]);
    if (setup.modules == 0) continue;
    add(own, tools_ahead, std::clamp(tribe.tools - rival.tools, -kFarAhead, kFarAhead));
    add(own, meds_ahead, std::clamp(tribe.meds - rival.meds, -kFarAhead, kFarAhead));
    add(own, sites_ahead, std::clamp(tribe.sites - rival.sites, -kFarAhead, kFarAhead));
    add_hq(state, tribe, own);
  }
}

}  // namespace farnorth::scavengers
