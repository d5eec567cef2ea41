// A sensible player of Arctic Scavengers, for the bot `greedy` and for playouts. Kept apart from the rules.
//
// Everything is valued in hundredths of a person, so that the policy is the same on every platform. Cards are given to
// the best hire first, then to the skirmish if it can be won, then to drawing and digging.
#include <algorithm>
#include <bit>
#include <cassert>
#include <optional>

#include "farnorth/games/scavengers/scavengers.hpp"
#include "farnorth/games/scavengers/seating.hpp"

namespace farnorth::scavengers {

namespace {

using Moves = FixedVector<Move, Scavengers::kMaxMoves>;

constexpr int kPerson = 100;

// Weights, by judgement and by matches of the policy against itself. These also bear out what is not a weight: hiring
// before fighting, drawing even where the cards drawn only replace the cards played, and digging from the first skirmish
// on with nothing but cards that do not fight.
// clang-format off
// What a card is worth to its owner's deck beyond its people: in the first round, and falling to 0 with the last.
constexpr std::array<std::int16_t, kCardTypes> kUse{
    -20, 50, 80, 130, 60, 120, 60, 60, 110, 120, 140, -10, -10, -10, 60, 80,   // persons
    50, 70, 30, 40, 60, 80, 70, 90, 60,                                        // tools
    200, 150, -60};                                                            // medkit, pills, junk
// How gladly a card stays out of an action, that is to say in the hand for another; the rest follow in their order.
constexpr std::array<Card, 20> kDearestFirst{
    Card::thugs, Card::field_crew, Card::scout, Card::sled_team, Card::group_leaders, Card::engineer, Card::grenade,
    Card::wolf_pack, Card::brawler, Card::saboteur, Card::rifle, Card::hunter, Card::toolkit, Card::pickaxe,
    Card::shovel, Card::spear, Card::scavenger, Card::net, Card::multitool, Card::medic};
// Leaders, best first: by their share of wins where all are chosen at random (from 75 to 24 % of two players).
constexpr std::array<Leader, kLeaders> kLeadersByWorth{
    Leader::butcher, Leader::ranger, Leader::organizer, Leader::excavator, Leader::fanatic,
    Leader::peacemaker, Leader::mentor, Leader::cannibal, Leader::sergeant, Leader::gangster};
constexpr std::array<Building, kBuildingTypes> kBuildingsByWorth{
    Building::garden, Building::pharmacy, Building::armory, Building::bunker};
// clang-format on
constexpr int kSkirmishWorth = 260;  // 36 people on 14 contested cards
constexpr int kFirstEngineer = 150;
constexpr int kTimeToBuild = 5;  // rounds
constexpr int kFanatic = 60;     // a refugee for an attack
// What a player who has yet to gather keeps of his fight value for the skirmish, in per cent.
constexpr int kForceKeptByOne = 33, kForceKeptByMany = 50;
// A payment spares medicine that is worth more: a medkit counts 3, a medic 2.
constexpr int kSpareMedkit = 3, kSpareMedic = 2;

// A set of types in which the dearest is bit 0.
constexpr auto kByDearness = [] {
  struct {
    std::array<Card, kCardTypes> card{};
    std::array<std::uint8_t, kCardTypes> place{};
  } order;
  std::size_t n = 0;
  const auto add = [&](Card card) {
    order.place[index(card)] = static_cast<std::uint8_t>(n);
    order.card[n++] = card;
  };
  for (const Card card : kDearestFirst) add(card);
  for (int t = 0; t < kCardTypes; ++t)
    if (std::find(kDearestFirst.begin(), kDearestFirst.end(), card_at(t)) == kDearestFirst.end())
      add(card_at(t));
  return order;
}();

// What a card is worth to its owner's deck with so many rounds to come.
constexpr auto kDeckWorth = [] {
  std::array<std::array<std::int16_t, kCardTypes>, kRounds + 1> worth{};
  for (std::size_t left = 0; left <= kRounds; ++left)
    for (std::size_t t = 0; t < kCardTypes; ++t)
      worth[left][t] = static_cast<std::int16_t>(kPerson * kCards[t].people +
                                                 kUse[t] * static_cast<int>(left) / kRounds);
  return worth;
}();

class Policy {
 public:
  Policy(const Scavengers& game, const State& state)
      : game_(game),
        s_(state),
        players_(game.players()),
        me_(state.player),
        hand_(state.hand[me_.seat]),
        left_(kRounds - state.round) {}

  Move gather() {
    if (game_.setup.modules >= 2)
      if (const std::optional<Move> move = hq_move()) return *move;
    plan();
    if (may_build()) return Move::plain(MoveKind::build);
    if (may_begin(Action::draw) && !(s_.deck[me_.seat].empty() && s_.discard[me_.seat].empty()) &&
        !chosen(Action::draw).empty())
      return Move::plain(MoveKind::draw);
    if (may_begin(Action::dig) && !s_.yard.empty() && !chosen(Action::dig).empty())
      return Move::plain(MoveKind::dig);
    if (!hunt_.cards.empty()) return Move::plain(MoveKind::hunt);
    if (const std::optional<Move> hire = best_hire()) return *hire;
    if (may_begin(Action::trash) && !chosen(Action::trash).empty())
      return Move::plain(MoveKind::trash);
    if (const std::optional<Move> store = worth_storing()) return *store;
    return Move::plain(MoveKind::end);
  }

  // The next card of the set chosen for the action, or `commit`.
  Move pick() {
    plan();
    if (may_help(s_.action)) return Move::of(MoveKind::power, Card::refugee);
    const Cards wanted = chosen(s_.action);
    if (wanted.includes(s_.field) && !wanted.empty() && !s_.hq.helper) {
      const std::uint32_t more = (wanted - s_.field).types();
      if (more == 0) return Move::plain(MoveKind::commit);
      // Of a set that can be declared every next type may be added, in the order of types (3.2).
      if ((more & (type_bit(s_.floor) - 1)) == 0)
        return Move::of(MoveKind::add, card_at(std::countr_zero(more)));
    }
    return pick_from(wanted);
  }

  Move keep() const {
    Move best = Move::plain(MoveKind::keep_none);
    int best_worth = 0;
    for (std::size_t i = s_.yard.first_looked(); i < s_.yard.buried.size(); ++i) {
      const Card card = s_.yard.buried[i];
      const int worth = deck_worth(card);
      if (worth > best_worth) {
        best_worth = worth;
        best = Move::of(MoveKind::keep, card);
      }
    }
    return best;
  }

  Move keep_plan() const {
    const auto& plans = s_.hq.plans;
    for (const Building building : kBuildingsByWorth)
      if (row(building).build_time <= left_ &&
          std::find(plans.buried.begin() + plans.first_looked(), plans.buried.end(), building) !=
              plans.buried.end())
        return Move::of(MoveKind::keep_plan, building);
    return Move::plain(MoveKind::keep_none);
  }

  Move keep_drawn() const {
    const Card a = s_.hq.drawn[0], b = s_.hq.drawn[1];
    return Move::of(MoveKind::keep, kUse[index(a)] >= kUse[index(b)] ? a : b);
  }

  Move choose() const {
    for (const Leader leader : kLeadersByWorth)
      if (s_.hq.offered[me_.seat].contains(leader)) return Move::of(MoveKind::choose, leader);
    assert(false && "a leader is offered");
    return {};
  }

  // An answer is worth a card that could still fight if it takes much.
  Move respond() const {
    Moves moves;
    game_.legal_moves(s_, moves);
    const Ability& needed = ability(s_.action, power_of(s_, s_.gatherer));
    const int before = total(s_.field, needed);
    Move best = Move::plain(MoveKind::pass);
    int best_loss = s_.round < kFirstSkirmish ? 0 : 1;
    for (const Move& move : moves) {
      if (move.kind != MoveKind::snipe && move.kind != MoveKind::disarm) continue;
      Cards rest = s_.field;
      rest.remove(move.card);
      const int after = total(rest, needed);
      const int loss = before - after + (after == 0 ? 1 : 0);
      if (loss > best_loss) {
        best_loss = loss;
        best = move;
      }
    }
    return best;
  }

  Move save() const { return Move::plain(s_.hq.victim == me_ ? MoveKind::save : MoveKind::pass); }

  Move skirmish() const {
    Moves moves;
    game_.legal_moves(s_, moves);
    Move best = moves[0];
    int best_value = skirmish_value(s_) + 1;
    for (std::size_t i = 1; i < moves.size(); ++i) {
      const int value = skirmish_value(after_attack(moves[i])) -
                        (moves[i].kind == MoveKind::fanatic ? kFanatic : 0);
      if (value > best_value) {
        best_value = value;
        best = moves[i];
      }
    }
    return best;
  }

 private:
  bool may_begin(Action action) const { return !s_.taken.contains(action); }
  bool may_build() const {
    return game_.setup.modules >= 2 && may_begin(Action::build) && !s_.hq.plans.empty() &&
           hand_.contains(Card::engineer);
  }

  // What was picked is not what this policy wants: the best of the legal moves.
  Move pick_from(const Cards& wanted) const {
    Moves moves;
    game_.legal_moves(s_, moves);
    for (const Move& move : moves) {
      if (move.kind == MoveKind::add && wanted.count(move.card) > picked(move.card)) return move;
    }
    // Nothing wanted is left; if what is picked is not enough, anything that helps will do.
    return moves[0].kind == MoveKind::commit ? moves[0] : moves[moves.size() - 1U];
  }
  int picked(Card card) const {
    return s_.field.count(card) - (card == Card::refugee && s_.hq.helper ? 1 : 0);
  }
  Leader leader() const { return power_of(s_, me_); }

  // ---- What things are worth ----------------------------------------------------------------------

  int deck_worth(Card card) const {
    return kDeckWorth[static_cast<std::size_t>(left_)][index(card)];
  }

  // The first engineer may build what wins the Masons over.
  int hire_worth(Card card) const {
    const bool builds = card == Card::engineer && left_ >= kTimeToBuild &&
                        !owned_cards(s_, me_).contains(Card::engineer);
    return deck_worth(card) + (builds ? kFirstEngineer : 0);
  }

  // ---- Hiring -------------------------------------------------------------------------------------

  int meds_in(const Cards& cards) const {
    return 2 * cards.count(Card::medkit) + cards.count(Card::pills) + cards.count(Card::medic);
  }

  // What a mercenary can be paid with: food of the turn, medicine, and food that stands alone (S-M3-5).
  struct Purse {
    int food = 0, meds = 0, alone = 0;
  };
  Purse purse() const {
    const int gardens =
        s_.hq.sites.empty() ? 0 : sites_working(s_, me_, Building::garden);  // S-M2-5
    return {s_.food + gardens, meds_in(hand_) + (s_.hq.free_med ? 1 : 0), s_.hq.cannibal_food};
  }

  struct Offer {
    Card card = Card::none;
    int worth = 0, food = 0;  // `food`: 0 if the food that stands alone pays
  };
  // The best mercenary for a purse.
  Offer best_offer(const Purse& purse) const {
    Offer best;
    for (std::size_t h = 0; h < kHireTypes; ++h) {
      if (s_.hires[h] == 0) continue;
      const Card card = kHires[h];
      const int worth = hire_worth(card);
      if (worth <= best.worth) continue;
      const CardRow& c = row(card);
      const bool any_mix = c.food_or_meds != kNone;
      if (!any_mix && c.meds_due > purse.meds) continue;
      int price = any_mix ? c.food_or_meds - std::min(purse.meds, 6) : c.food;
      if (card == Card::saboteur && leader() == Leader::sergeant) price = 0;  // S-M3-8
      if (price > std::max(purse.food, purse.alone)) continue;
      best = {card, worth, price <= purse.alone ? 0 : price};
    }
    return best;
  }

  // What to hunt with for the best mercenary that can be paid so.
  struct Hunt {
    Cards cards;
    bool helped = false;  // by a refugee beside them (S-M3-3)
  };
  void plan() {
    if (!may_begin(Action::hire) || !may_begin(Action::hunt)) return;
    const Ability& hunting = ability(Action::hunt, leader());
    const Purse mine = purse();
    const auto offer = [&](int hunted) {
      return best_offer({mine.food + hunted, mine.meds, mine.alone});
    };
    const Offer alone = offer(total(hand_, hunting));
    if (may_play_helper(s_, Action::hunt)) {
      Cards others = hand_;
      others.remove(Card::refugee);
      const int hunted = total(others, hunting);
      const Offer helped = hunted > 0 ? offer(hunted + help_of(leader())) : alone;
      if (helped.worth > alone.worth) {
        const int needed = std::max(1, helped.food - mine.food - help_of(leader()));
        hunt_ = {least_set(others, Action::hunt, needed), true};
        return;
      }
    }
    if (alone.food > mine.food)
      hunt_.cards = least_set(hand_, Action::hunt, alone.food - mine.food);
  }
  // Before anything is picked for an action: a refugee that nothing else needs may help.
  bool may_help(Action action) {
    if (game_.setup.modules < 3 || !s_.field.empty() || !may_play_helper(s_, action)) return false;
    if (action == Action::hunt) return hunt_.helped;
    const Cards wanted = chosen(action);
    return !hunt_.helped && !wanted.empty() &&
           hand_.count(Card::refugee) >
               wanted.count(Card::refugee) + hunt_.cards.count(Card::refugee);
  }

  // The best mercenary that can be paid now, with the least medicine, medics last.
  std::optional<Move> best_hire() const {
    if (!may_begin(Action::hire)) return {};
    const Card card = best_offer(purse()).card;
    if (card == Card::none) return {};
    return payment(card, bill_of(s_, card).meds);
  }
  Move payment(Card card, int due) const {  // S-HIRE-4
    Move best;
    int least = 100;
    for (int m = 0; m <= std::min(hand_.count(Card::medkit), (due + 1) / 2); ++m) {
      const int left = std::max(0, due - 2 * m);
      const int medics = std::max(0, left - hand_.count(Card::pills));
      const int cost = kSpareMedkit * m + kSpareMedic * medics;
      if (medics > std::min(hand_.count(Card::medic), left) || cost >= least) continue;
      least = cost;
      best = Move::hire(card, m, medics);
    }
    return best;
  }

  // Cards for a total of at least `needed`, with the dearest left out.
  Cards least_set(const Cards& from, Action action, int needed) const {
    const Ability& needed_for = ability(action, leader());
    Cards set = from.only(needed_for.eligible_mask);
    std::uint32_t by_dearness = 0;
    for_each_type(set.types(),
                  [&](Card card) { by_dearness |= 1U << kByDearness.place[index(card)]; });
    RunningTotal sum(set, action, leader());
    for (; by_dearness != 0; by_dearness &= by_dearness - 1) {
      const Card card = kByDearness.card[static_cast<std::size_t>(std::countr_zero(by_dearness))];
      for (int copies = set.count(card); copies > 0; --copies) {
        sum.change(card, -1);
        if (sum.value() < needed) {
          sum.change(card, 1);
          break;
        }
        set.remove(card);
      }
    }
    return seated(set, needed_for);
  }
  // Without tools that nobody carries, the weakest first.
  static Cards seated(Cards set, const Ability& needed_for) {
    const int members = set.persons(needed_for.member_mask);
    if (members == 0) return {};
    for (int spare = set.things(needed_for.bonus_mask[0]) - members; spare > 0; --spare)
      set.remove(weakest_tool(set, needed_for));
    return set;
  }
  // Of equal ones the dearest.
  static Card weakest_tool(const Cards& set, const Ability& needed_for) {
    Card weakest = Card::none;
    int least = 1000;
    for_each_type(set.types() & needed_for.tools, [&](Card card) {
      int rank = kByDearness.place[index(card)];
      for (const Cards::Mask& mask : needed_for.bonus_mask)
        rank += kCardTypes * Cards{card}.things(mask);
      if (rank >= least) return;
      least = rank;
      weakest = card;
    });
    return weakest;
  }

  // ---- Other actions ------------------------------------------------------------------------------

  // Cards to use in an action: a set that can be declared, or none.
  Cards chosen(Action action) {
    if (action == Action::hunt)
      return hunt_.cards.empty() ? everything(action, hand_) : hunt_.cards;
    if (action == Action::trash) return rubbish();
    if (action == Action::build) return everything(action, hand_);
    return action == Action::draw ? to_draw(free_cards()) : to_dig(free_cards());
  }

  // Cards that neither the hire nor the skirmish needs.
  const Cards& free_cards() {
    if (free_) return *free_;
    free_ = hand_ - hunt_.cards;
    if (hunt_.helped) free_->remove(Card::refugee);
    if (s_.round >= kFirstSkirmish) *free_ -= for_skirmish(*free_);
    return *free_;
  }

  // The cards that raise the total, without those that make no difference: people worth nothing alone who have no tool
  // to carry, and tools for which nobody is left.
  Cards everything(Action action, const Cards& from) const {
    const Ability& needed = ability(action, leader());
    Cards set = from.only(needed.eligible_mask);
    const int able = set.persons(needed.base_mask[0]);
    const int helped = able == 0 && set.contains(Card::group_leaders) ? 1 : 0;
    int idle = set.persons(needed.member_mask) - able -
               std::max(helped, set.things(needed.bonus_mask[0]) - able);
    if (idle > 0)
      for_each_type(set.types() & needed.members & ~needed.able, [&](Card card) {
        const int drop = std::clamp(idle, 0, set.count(card));
        set.remove(card, drop);
        idle -= drop;
      });
    return seated(set, needed);
  }

  Cards to_draw(const Cards& free) const {
    const Cards set = everything(Action::draw, free);
    const int n = total(set, ability(Action::draw, leader()));
    // Fewer cards than it takes are no gain.
    return n >= set.size() ? set : Cards{};
  }

  Cards to_dig(Cards free) const {
    if (left_ < 2) return {};
    if (s_.round >= kFirstSkirmish) free = unfit_to_fight(free);
    const Ability& needed = ability(Action::dig, leader());
    const Cards set = everything(Action::dig, free);
    return total(set, needed) >= 1 ? set : Cards{};
  }

  Cards rubbish() const {
    Cards junk;
    junk.add(Card::junk, hand_.count(Card::junk));
    return junk;
  }

  // The fight value that would beat the others. Who has yet to gather will use most of his fighters for that; `share` is
  // what he keeps, in per cent.
  int fight_needed(int share) const {
    int others = 0;
    for (int i = 0; i < players_; ++i) {
      const Player other = Player::at(i);
      if (other == me_) continue;
      const int force = total(s_.hand[other.seat], ability(Action::fight, power_of(s_, other)));
      const bool announced =
          turn_order(s_, other, players_) < turn_order(s_, s_.gatherer, players_);
      others = std::max(others, announced ? force : (share * force + 50) / 100);
    }
    return others + (players_ == 2 ? kTwoPlayerMargin : 1);
  }

  // Cards of `free` that would win the skirmish, if it can be won.
  Cards for_skirmish(const Cards& free) const {
    const Ability& fighting = ability(Action::fight, leader());
    const int needed = fight_needed(players_ == 2 ? kForceKeptByOne : kForceKeptByMany);
    if (total(free, fighting) < needed) return {};
    Cards set = least_set(free, Action::fight, needed);
    set.add(Card::sniper_team, free.count(Card::sniper_team) - set.count(Card::sniper_team));
    return set;
  }

  // Of these the cards that add nothing to the force, or all if the skirmish is lost anyway: of two players the weaker
  // may still come near enough for a deadlock.
  Cards unfit_to_fight(const Cards& free) const {
    const Ability& fighting = ability(Action::fight, leader());
    const Cards left = hand_ - hunt_.cards;
    const int mine = total(left, fighting);
    if (players_ > 2 && mine < fight_needed(0)) return free;
    return Cards::beyond(free, least_set(left, Action::fight, mine));
  }

  // ---- Skirmish -----------------------------------------------------------------------------------

  int skirmish_value(const State& state) const {
    const int prize = s_.top == Card::none ? kSkirmishWorth : deck_worth(s_.top) + kPerson / 2;
    const Actor winner = skirmish_winner(state, players_);
    int best_other = 0;
    for (int i = 0; i < players_; ++i)
      if (i != me_.seat) best_other = std::max(best_other, fight_value(state, Player::at(i)));
    const int margin = fight_value(state, me_) - best_other;
    return margin + (winner.is(me_) ? prize : winner.is_player() ? -prize / (players_ - 1) : 0);
  }

  State after_attack(const Move& move) const {
    State after = s_;
    if (move.kind == MoveKind::fanatic) {
      after.hand[me_.seat].remove(Card::refugee);
    } else {
      after.acted[me_.seat].add(move.kind == MoveKind::snipe || move.kind == MoveKind::wound
                                    ? Card::sniper_team
                                    : Card::saboteur);
    }
    if (move.kind == MoveKind::wound || move.kind == MoveKind::disable) return after;
    after.hand[move.player.seat].remove(move.card);
    Acted& acted = after.acted[move.player.seat];
    if (acted.count(move.card) > after.hand[move.player.seat].count(move.card))
      acted.remove(move.card);
    return after;
  }

  // ---- HQ -----------------------------------------------------------------------------------------

  // Repairs, healing, powers and taking from stores, before the actions.
  std::optional<Move> hq_move() const {
    if (const std::optional<Move> take = worth_taking()) return take;
    if (game_.setup.modules < 3) return {};
    Moves moves;
    game_.legal_moves(s_, moves);
    for (const Move& move : moves) {
      if (move.kind == MoveKind::repair && move.card == Card::refugee) return move;
      if (move.kind == MoveKind::heal && move.card == Card::pills && left_ > 2) return move;
      if (move.kind == MoveKind::power && power_gain(move.card) > 0) return move;
    }
    return {};
  }

  // What removing or playing this card for the leader's power brings.
  int power_gain(Card card) const {
    if (leader() == Leader::organizer) return kPerson;  // a card for a refugee
    if (leader() == Leader::butcher && s_.hq.free_med) return 0;
    const Ability& hunting = ability(Action::hunt, leader());
    const bool may_hunt = may_begin(Action::hunt);
    Purse before = purse(), after = before;
    Cards rest = hand_;
    rest.remove(card);
    before.food += may_hunt ? total(hand_, hunting) : 0;
    after.food += may_hunt ? total(rest, hunting) : 0;
    after.meds -= row(card).meds != kNone ? row(card).meds : 0;
    if (leader() == Leader::butcher)
      ++after.food, ++after.meds;
    else
      after.alone = kCannibalFood;
    return best_offer(after).worth - best_offer(before).worth - deck_worth(card);
  }

  // Medicine from the pharmacy, if it pays for a better mercenary.
  std::optional<Move> worth_taking() const {
    if (s_.hq.stored.empty() || !may_begin(Action::hire)) return {};
    const Cards stored = stored_cards(s_, me_);
    Purse before = purse();
    if (may_begin(Action::hunt)) before.food += total(hand_, ability(Action::hunt, leader()));
    Purse after = before;
    after.meds += meds_in(stored);
    if (best_offer(after).worth <= best_offer(before).worth) return {};
    for (const Card card : {Card::pills, Card::medkit})
      if (stored.contains(card) && may_take(s_, me_, card)) return Move::of(MoveKind::take, card);
    return {};
  }

  // What is left over at the end of the turn: medicine for a later hire, and people that do nothing in the deck.
  std::optional<Move> worth_storing() const {
    if (s_.hq.sites.empty()) return {};
    for (const Card card :
         {Card::medkit, Card::pills, Card::refugee, Card::family_3, Card::family_4, Card::family_5})
      if (hand_.contains(card) && may_store(s_, me_, card)) return Move::of(MoveKind::store, card);
    return {};
  }

  const Scavengers& game_;
  const State& s_;
  const int players_;
  const Player me_;
  const Cards& hand_;
  const int left_;
  Hunt hunt_;
  std::optional<Cards> free_;
};

}  // namespace

Move Scavengers::scripted_move(const State& state, Rng&) const {
  Policy policy(*this, state);
  switch (state.phase) {
    case Phase::gather: return policy.gather();
    case Phase::pick: return policy.pick();
    case Phase::respond: return policy.respond();
    case Phase::save: return policy.save();
    case Phase::keep: return policy.keep();
    case Phase::keep_plan: return policy.keep_plan();
    case Phase::keep_drawn: return policy.keep_drawn();
    case Phase::skirmish: return policy.skirmish();
    case Phase::choose: return policy.choose();
    case Phase::offer:
    case Phase::first:
    case Phase::deal:
    case Phase::top:
    case Phase::reveal:
    case Phase::deal_action:
    case Phase::plan:
    case Phase::prize:
    case Phase::over: break;
  }
  assert(false && "only a player has a policy");
  return {};
}

}  // namespace farnorth::scavengers
