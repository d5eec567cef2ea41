// Who acts, what he may do, and what chance may do.
#include <algorithm>
#include <bit>
#include <cassert>

#include "farnorth/games/scavengers/scavengers.hpp"
#include "farnorth/games/scavengers/seating.hpp"

namespace farnorth::scavengers {

namespace {

using Moves = FixedVector<Move, Scavengers::kMaxMoves>;

// ---- Gathering ----------------------------------------------------------------------------------

// 3.2: the largest total reachable with all eligible cards is at least 1 (S-ACT-2, S-ACT-5).
bool can_reach_total(const State& state, Action action, std::uint32_t hand) {
  const Ability& needed = ability(action, power_of(state, state.gatherer));
  if ((hand & needed.members) == 0) return false;
  if ((hand & (needed.able | needed.tools | needed.leaders())) != 0) return true;
  if (!may_play_helper(state, action)) return false;
  Cards rest = state.hand[state.gatherer.seat];
  rest.remove(Card::refugee);
  return (rest.types() & needed.members) != 0;
}

void add_actions(const State& state, std::uint32_t hand, const Setup& setup, Moves& moves) {
  const std::size_t seat = state.gatherer.seat;
  // S-GATHER-2: each once. S-GATHER-5: nothing that could have no effect.
  if (!state.taken.contains(Action::dig) && can_reach_total(state, Action::dig, hand) &&
      !state.yard.empty())
    moves.push_back(Move::plain(MoveKind::dig));
  if (!state.taken.contains(Action::draw) && can_reach_total(state, Action::draw, hand) &&
      (!state.deck[seat].empty() || !state.discard[seat].empty()))
    moves.push_back(Move::plain(MoveKind::draw));
  if (!state.taken.contains(Action::hunt) && !state.taken.contains(Action::hire) &&
      can_reach_total(state, Action::hunt, hand))
    moves.push_back(Move::plain(MoveKind::hunt));
  if (!state.taken.contains(Action::trash) && hand != 0)
    moves.push_back(Move::plain(MoveKind::trash));
  if (setup.modules >= 2 && !state.taken.contains(Action::build) &&  // S-M2-2
      can_reach_total(state, Action::build, hand) && !state.hq.plans.empty())
    moves.push_back(Move::plain(MoveKind::build));
}

// S-HIRE-4: one move for each minimal set of medicine that pays `due`.
void add_payments(Card card, int due, const Cards& hand, Moves& moves) {
  const int medkits = std::min(hand.count(Card::medkit), (due + 1) / 2);
  const int pills = hand.count(Card::pills);
  for (int m = 0; m <= medkits; ++m) {
    const int left = std::max(0, due - 2 * m);
    const int medics = std::min(hand.count(Card::medic), left);  // S-M1-2
    for (int d = 0; d <= medics; ++d)
      if (left - d <= pills) moves.push_back(Move::hire(card, m, d));
  }
}

// The least food, meds, and both together that a mercenary can cost, whatever leader helps.
struct LeastPrice {
  std::uint8_t food, meds, together;
};
constexpr auto kLeastPrices = [] {
  std::array<LeastPrice, kHireTypes> prices{};
  for (std::size_t h = 0; h < kHireTypes; ++h) {
    const CardRow& c = row(kHires[h]);
    const bool any_mix = c.food_or_meds != kNone;
    const int food = any_mix || kHires[h] == Card::saboteur ? 0 : c.food;  // S-M3-8
    const int meds = any_mix ? 0 : c.meds_due;
    const int together = any_mix ? c.food_or_meds : food + meds;
    prices[h] = {static_cast<std::uint8_t>(food), static_cast<std::uint8_t>(meds),
                 static_cast<std::uint8_t>(together)};
  }
  return prices;
}();

void add_hires(const State& state, Moves& moves) {
  const Cards& hand = state.hand[state.gatherer.seat];
  const int food = most_food(state);
  const int meds = 2 * hand.count(Card::medkit) + hand.count(Card::pills) +
                   hand.count(Card::medic) + (state.hq.free_med ? 1 : 0);
  for (std::size_t h = 0; h < kHireTypes; ++h) {
    const LeastPrice& least = kLeastPrices[h];
    if (food < least.food || meds < least.meds || food + meds < least.together) continue;
    if (state.hires[h] == 0) continue;  // S-HIRE-7
    const Bill bill = bill_of(state, kHires[h]);
    if (bill.food_is_there) add_payments(kHires[h], bill.meds, hand, moves);
  }
}

// S-M3-5, S-M3-7
std::uint32_t cards_for_power(const State& state, std::uint32_t hand) {
  const Player player = state.gatherer;
  if (state.hq.power_used.contains(player)) return 0;
  const Leader leader = power_of(state, player);
  if (leader == Leader::butcher || leader == Leader::cannibal)
    return state.taken.contains(Action::hire) ? 0 : hand & kPersons;
  if (leader == Leader::organizer && !state.taken.contains(Action::draw) &&
      !(state.deck[player.seat].empty() && state.discard[player.seat].empty()))
    return hand & type_bit(Card::refugee);
  return 0;
}

void add_repairs(const State& state, std::uint32_t hand, Moves& moves) {  // S-M4-3
  for (std::size_t b = 0; b < kBuildingTypes; ++b) {
    const auto building = static_cast<Building>(b);
    if (state.hq.sites.contains({state.gatherer, building, Site::kDisabled}))
      for_each_type(hand & kPersons,
                    [&](Card card) { moves.push_back(Move::repair(building, card)); });
  }
}

void add_hq_moves(const State& state, std::uint32_t hand, Moves& moves) {
  const Player player = state.gatherer;
  if (!state.hq.sites.empty()) {  // S-M2-6
    for_each_type(hand, [&](Card card) {
      if (may_store(state, player, card)) moves.push_back(Move::of(MoveKind::store, card));
    });
    for_each_type(stored_cards(state, player).types(), [&](Card card) {
      if (may_take(state, player, card)) moves.push_back(Move::of(MoveKind::take, card));
    });
  }
  for_each_type(cards_for_power(state, hand),
                [&](Card card) { moves.push_back(Move::of(MoveKind::power, card)); });
  add_repairs(state, hand, moves);
  if (state.hq.wounded.contains(player))  // S-M4-4
    for (const Card card : {Card::medkit, Card::pills, Card::medic})
      if ((hand & type_bit(card)) != 0) moves.push_back(Move::of(MoveKind::heal, card));
}

void add_gather_moves(const State& state, const Setup& setup, Moves& moves) {
  const std::uint32_t hand = state.hand[state.gatherer.seat].types();
  moves.push_back(Move::plain(MoveKind::end));
  add_actions(state, hand, setup, moves);
  if (!state.taken.contains(Action::hire)) add_hires(state, moves);
  if (setup.modules >= 2) add_hq_moves(state, hand, moves);
}

// ---- Composing an action ------------------------------------------------------------------------

// Types not below the last one added, with a copy beyond those picked: so each choice has one sequence (3.2).
std::uint32_t addable(const State& state) {
  const Cards rest = state.hand[state.gatherer.seat] - state.field;
  return rest.types() & ~(type_bit(state.floor) - 1);
}

void add_pick_moves(const State& state, Moves& moves) {
  const std::uint32_t rest = addable(state);
  const auto add = [&](Card card) { moves.push_back(Move::of(MoveKind::add, card)); };
  if (state.action == Action::trash) {  // S-TRASH-1
    if (!state.field.empty()) moves.push_back(Move::plain(MoveKind::commit));
    for_each_type(rest, add);
    return;
  }
  const Ability& needed = ability(state.action, power_of(state, state.gatherer));
  const bool helper = state.hq.helper;
  Cards chosen = state.field;
  if (helper) chosen.remove(Card::refugee);
  const int members = chosen.persons(needed.member_mask);
  const std::uint32_t more = needed.tools | needed.leaders();  // each worth something to a member
  const bool worth = members > 0 && (helper || (chosen.types() & (needed.able | more)) != 0);
  if (worth) moves.push_back(Move::plain(MoveKind::commit));  // S-ACT-5

  std::uint32_t types = rest & needed.members;
  if (!worth && !helper && (rest & more) == 0) {
    // Only members can still bring the total to 1: the highest able type bounds what may come before it.
    const std::uint32_t able = rest & needed.able;
    types &= able == 0 ? 0 : std::bit_floor(able) * 2 - 1;
  }
  if (members > 0) {
    types |= rest & needed.leaders();                                                 // S-ACT-2
    if (chosen.things(needed.bonus_mask[0]) < members) types |= rest & needed.tools;  // S-ACT-2
  }
  for_each_type(types, add);

  if (state.field.empty() && may_play_helper(state, state.action)) {  // S-M3-3
    Cards others = state.hand[state.gatherer.seat];
    others.remove(Card::refugee);
    if ((others.types() & needed.members) != 0)
      moves.push_back(Move::of(MoveKind::power, Card::refugee));
  }
}

void add_keep_moves(const State& state, Moves& moves) {
  std::uint32_t seen = 0;
  for (std::size_t i = state.yard.first_looked(); i < state.yard.buried.size(); ++i)
    seen |= type_bit(state.yard.buried[i]);
  moves.push_back(Move::plain(MoveKind::keep_none));
  for_each_type(seen, [&](Card card) { moves.push_back(Move::of(MoveKind::keep, card)); });
}

void add_keep_plan_moves(const State& state, Moves& moves) {
  const auto& plans = state.hq.plans;
  moves.push_back(Move::plain(MoveKind::keep_none));
  for (std::size_t b = 0; b < kBuildingTypes; ++b) {
    const auto building = static_cast<Building>(b);
    if (std::find(plans.buried.begin() + plans.first_looked(), plans.buried.end(), building) !=
        plans.buried.end())
      moves.push_back(Move::of(MoveKind::keep_plan, building));
  }
}

// ---- Special actions ----------------------------------------------------------------------------

// What `player` may do to the cards that lie open before another: the field in a window, a force in the skirmish.
struct Attack {
  Player other;
  std::uint32_t cards;
};
using Attacks = FixedVector<Attack, kMaxPlayers>;

void add_attacks(const State& state, const Setup& setup, const Attacks& attacks, bool sniper,
                 bool saboteur, Moves& moves) {
  const Player player = state.player;
  moves.push_back(Move::plain(MoveKind::pass));
  if (sniper)
    for (const Attack& attack : attacks)
      for_each_type(attack.cards & kPersons, [&](Card card) {
        moves.push_back(Move::at(MoveKind::snipe, attack.other, card));
      });
  if (saboteur)
    for (const Attack& attack : attacks)
      if (power_of(state, attack.other) != Leader::sergeant)  // S-M3-8
        for_each_type(attack.cards & kTools, [&](Card card) {
          moves.push_back(Move::at(MoveKind::disarm, attack.other, card));
        });
  if (setup.modules < 3) return;
  if (may_use_power(state, player, Leader::fanatic) &&
      state.hand[player.seat].contains(Card::refugee))  // S-M3-6
    for (const Attack& attack : attacks)
      for_each_type(attack.cards, [&](Card card) {
        moves.push_back(Move::at(MoveKind::fanatic, attack.other, card));
      });
  if (setup.modules < 4) return;
  if (saboteur)
    for (const Attack& attack : attacks)
      for (std::size_t b = 0; b < kBuildingTypes; ++b)  // S-M4-1
        if (sites_working(state, attack.other, static_cast<Building>(b)) > 0)
          moves.push_back(Move::disable(attack.other, static_cast<Building>(b)));
  if (sniper)
    for (const Attack& attack : attacks)  // S-M4-4
      if (power_of(state, attack.other) != Leader::none) moves.push_back(Move::wound(attack.other));
}

void add_response_moves(const State& state, const Setup& setup, Moves& moves) {
  const Cards& hand = state.hand[state.player.seat];
  add_attacks(state, setup, {{state.gatherer, state.field.types()}},  // S-INT-3
              hand.contains(Card::sniper_team), hand.contains(Card::saboteur), moves);
}

void add_skirmish_moves(const State& state, const Setup& setup, Moves& moves) {
  Attacks attacks;
  for (int seat = 0; seat < setup.players; ++seat)
    if (seat != state.player.seat)
      attacks.push_back({Player::at(seat), state.hand[static_cast<std::size_t>(seat)].types()});
  const auto ready = [&](Card card) {  // S-SPEC-3
    return state.hand[state.player.seat].count(card) > state.acted[state.player.seat].count(card);
  };
  add_attacks(state, setup, attacks, ready(Card::sniper_team), ready(Card::saboteur), moves);
}

}  // namespace

void Scavengers::legal_moves(const State& state, FixedVector<Move, kMaxMoves>& moves) const {
  moves.clear();
  switch (state.phase) {
    case Phase::gather: add_gather_moves(state, setup, moves); return;
    case Phase::pick: add_pick_moves(state, moves); return;
    case Phase::keep: add_keep_moves(state, moves); return;
    case Phase::respond: add_response_moves(state, setup, moves); return;
    case Phase::skirmish: add_skirmish_moves(state, setup, moves); return;
    case Phase::save:
      moves.push_back(Move::plain(MoveKind::pass));
      moves.push_back(Move::plain(MoveKind::save));
      return;
    case Phase::keep_plan: add_keep_plan_moves(state, moves); return;
    case Phase::keep_drawn:
      moves.push_back(Move::of(MoveKind::keep, std::min(state.hq.drawn[0], state.hq.drawn[1])));
      if (state.hq.drawn[0] != state.hq.drawn[1])
        moves.push_back(Move::of(MoveKind::keep, std::max(state.hq.drawn[0], state.hq.drawn[1])));
      return;
    case Phase::choose:
      for (const Leader leader : state.hq.offered[state.player.seat])
        moves.push_back(Move::of(MoveKind::choose, leader));
      return;
    case Phase::offer:
    case Phase::first:
    case Phase::deal:
    case Phase::top:
    case Phase::reveal:
    case Phase::deal_action:
    case Phase::plan:
    case Phase::prize:
    case Phase::over: return;
  }
}

// ---- Chance -------------------------------------------------------------------------------------

namespace {

// The multiset that chance draws from, and the move that draws a card of it.
const Cards& drawn_from(const State& state) {
  if (state.phase == Phase::reveal) return state.yard.loose;
  if (state.phase == Phase::top || state.phase == Phase::prize) return state.stack;
  return state.deck[state.player.seat];
}
MoveKind drawing(Phase phase) {
  if (phase == Phase::reveal) return MoveKind::reveal;
  return phase == Phase::top || phase == Phase::prize ? MoveKind::top : MoveKind::deal;
}

FixedVector<Leader, kLeaders> leaders_left(const State& state) {
  FixedVector<Leader, kLeaders> left;
  for (std::size_t l = 0; l < kLeaders; ++l) {
    const auto leader = static_cast<Leader>(l);
    if (std::none_of(state.hq.offered.begin(), state.hq.offered.end(),
                     [=](const OfferedLeaders& offered) { return offered.contains(leader); }))
      left.push_back(leader);
  }
  return left;
}

}  // namespace

void Scavengers::outcomes(const State& state,
                          FixedVector<Outcome<Move>, kMaxOutcomes>& outcomes) const {
  outcomes.clear();
  if (!actor(state).is_chance()) return;
  if (state.phase == Phase::first) {  // S-SETUP-7
    for (int seat = 0; seat < setup.players; ++seat)
      outcomes.push_back({Move::first(Player::at(seat)), 1});
  } else if (state.phase == Phase::offer) {
    for (const Leader leader : leaders_left(state))
      outcomes.push_back({Move::of(MoveKind::offer, leader), 1});
  } else if (state.phase == Phase::plan) {
    for (std::size_t b = 0; b < kBuildingTypes; ++b) {
      const auto building = static_cast<Building>(b);
      const int copies = state.hq.plans.loose.count(building);
      if (copies > 0)
        outcomes.push_back(
            {Move::of(MoveKind::plan, building), static_cast<std::uint32_t>(copies)});
    }
  } else {
    const MoveKind kind = drawing(state.phase);
    drawn_from(state).for_each([&](Card card, int copies) {
      outcomes.push_back({Move::of(kind, card), static_cast<std::uint32_t>(copies)});
    });
  }
}

Move Scavengers::sample(const State& state, Rng& rng) const {
  if (state.phase == Phase::first)
    return Move::first(Player::at(static_cast<int>(rng.below(setup.players))));
  if (state.phase == Phase::offer) {
    const auto left = leaders_left(state);
    return Move::of(MoveKind::offer, left[rng.below(static_cast<std::uint32_t>(left.size()))]);
  }
  if (state.phase == Phase::plan) return Move::of(MoveKind::plan, state.hq.plans.loose.pick(rng));
  return Move::of(drawing(state.phase), drawn_from(state).pick(rng));
}

// ---- Luck ---------------------------------------------------------------------------------------

namespace {

enum class LuckDeck : std::uint8_t {
  first_player,  // his deck; those of the next players follow
  yard = kMaxPlayers,
  contested,
  plans,
  leaders,
  initiator,
};

LuckSource from_deck(LuckDeck deck, std::uint16_t shuffle = 0) {
  return {.deck = static_cast<std::uint8_t>(deck), .shuffle = shuffle};
}

}  // namespace

LuckSource Scavengers::luck_source(const State& state) const {
  switch (state.phase) {
    case Phase::deal:
    case Phase::deal_action:
      return {.deck = static_cast<std::uint8_t>(index(LuckDeck::first_player) + state.player.seat),
              .shuffle = state.deck_shuffles[state.player.seat]};
    case Phase::reveal: return from_deck(LuckDeck::yard, state.yard_shuffles);
    case Phase::top:
    case Phase::prize: return from_deck(LuckDeck::contested);
    case Phase::plan: return from_deck(LuckDeck::plans);
    case Phase::offer: return from_deck(LuckDeck::leaders);
    case Phase::first: return from_deck(LuckDeck::initiator);
    case Phase::choose:
    case Phase::gather:
    case Phase::pick:
    case Phase::respond:
    case Phase::save:
    case Phase::keep:
    case Phase::keep_plan:
    case Phase::keep_drawn:
    case Phase::skirmish:
    case Phase::over: break;
  }
  assert(false && "chance does not act");
  return {};
}

int Scavengers::luck_card(const Move& move) {
  if (move.kind == MoveKind::first) return move.player.seat;
  if (move.kind == MoveKind::offer) return static_cast<int>(move.leader);
  if (move.kind == MoveKind::plan) return static_cast<int>(move.building);
  assert(is_chance(move));
  return static_cast<int>(move.card);
}

Move Scavengers::luck_move(const State& state, int card) const {
  if (state.phase == Phase::first) return Move::first(Player::at(card));
  if (state.phase == Phase::offer) return Move::of(MoveKind::offer, static_cast<Leader>(card));
  if (state.phase == Phase::plan) return Move::of(MoveKind::plan, static_cast<Building>(card));
  return Move::of(drawing(state.phase), card_at(card));
}

}  // namespace farnorth::scavengers
