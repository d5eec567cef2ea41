// A sensible player of Arctic Scavengers, for the bot `greedy` and for playouts. Kept apart from the rules.
//
// Everything is valued in hundredths of a person, so that the policy is the same on every platform. Cards are given to
// the best hire first, then to the skirmish if it can be won, then to drawing and digging.
#include <algorithm>
#include <cassert>

#include "farnorth/games/scavengers/scavengers.hpp"
#include "farnorth/games/scavengers/seating.hpp"

namespace farnorth::scavengers {

namespace {

using Moves = FixedVector<Move, Scavengers::kMaxMoves>;

constexpr int kPerson = 100;

// Weights, set by judgement. Matches of the policy against itself bear out the rest: keeping cards for a skirmish that
// can be won, and drawing even where the cards drawn only replace the cards played.
// clang-format off
// What a card is worth to its owner's deck beyond its people: in the first round, and falling to 0 with the last.
constexpr std::array<std::int16_t, kCardTypes> kUse{
    -20, 50, 40, 130, 60, 120, 60, 60, 110, 120, 140, -10, -10, -10, 60, 80,   // persons
    50, 70, 30, 40, 60, 80, 70, 90, 60,                                        // tools
    200, 150, -60};                                                            // medkit, pills, junk
// How gladly a card stays out of an action of the first round, that is to say in the hand for another.
constexpr std::array<Card, 20> kDearestFirst{
    Card::thugs, Card::field_crew, Card::scout, Card::sled_team, Card::group_leaders, Card::engineer, Card::grenade,
    Card::wolf_pack, Card::brawler, Card::saboteur, Card::rifle, Card::hunter, Card::toolkit, Card::pickaxe,
    Card::shovel, Card::spear, Card::scavenger, Card::net, Card::multitool, Card::medic};
// Leaders, best first.
constexpr std::array<Leader, kLeaders> kLeadersByWorth{
    Leader::excavator, Leader::peacemaker, Leader::ranger, Leader::organizer, Leader::mentor,
    Leader::gangster, Leader::sergeant, Leader::cannibal, Leader::butcher, Leader::fanatic};
constexpr std::array<Building, kBuildingTypes> kBuildingsByWorth{
    Building::garden, Building::pharmacy, Building::armory, Building::bunker};
// clang-format on
constexpr int kSkirmishWorth = 260;  // 36 people on 14 contested cards
constexpr int kWin = 10'000;

bool has(std::uint32_t types, Card card) { return (types & type_bit(card)) != 0; }

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
    Moves moves;
    game_.legal_moves(s_, moves);
    const bool can_hire = moves_contain_hire(moves);
    if (const Move* power = worthwhile_power(moves)) return *power;
    plan_hire();
    if (can_begin(moves, MoveKind::draw) && !chosen(Action::draw).empty())
      return Move::plain(MoveKind::draw);
    if (can_begin(moves, MoveKind::build)) return Move::plain(MoveKind::build);
    if (can_begin(moves, MoveKind::dig) && !chosen(Action::dig).empty())
      return Move::plain(MoveKind::dig);
    if (can_begin(moves, MoveKind::hunt) && hunt_helps()) return Move::plain(MoveKind::hunt);
    if (can_hire) return best_hire(moves);
    if (can_begin(moves, MoveKind::trash) && !chosen(Action::trash).empty())
      return Move::plain(MoveKind::trash);
    return Move::plain(MoveKind::end);
  }

  // The next card of the set chosen for the action, or `commit`.
  Move pick() {
    plan_hire();
    Moves moves;
    game_.legal_moves(s_, moves);
    const Cards wanted = chosen(s_.action);
    for (const Move& move : moves) {
      if (move.kind == MoveKind::power && hand_.count(Card::refugee) > wanted.count(Card::refugee))
        return move;
      if (move.kind == MoveKind::add && wanted.count(move.card) > picked(move.card)) return move;
    }
    // Nothing wanted is left; if what is picked is not enough, anything that helps will do.
    return moves[0].kind == MoveKind::commit ? moves[0] : moves[moves.size() - 1U];
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
      const int value =
          skirmish_value(after_attack(moves[i])) - (moves[i].kind == MoveKind::fanatic ? 60 : 0);
      if (value > best_value) {
        best_value = value;
        best = moves[i];
      }
    }
    return best;
  }

 private:
  static bool moves_contain_hire(const Moves& moves) {
    return std::any_of(moves.begin(), moves.end(),
                       [](const Move& move) { return move.kind == MoveKind::hire; });
  }
  static bool can_begin(const Moves& moves, MoveKind kind) {
    return std::any_of(moves.begin(), moves.end(),
                       [=](const Move& move) { return move.kind == kind; });
  }
  int picked(Card card) const {
    return s_.field.count(card) - (card == Card::refugee && s_.hq.helper ? 1 : 0);
  }
  Leader leader() const { return power_of(s_, me_); }

  // ---- What things are worth ----------------------------------------------------------------------

  int use(Card card) const { return kUse[index(card)] * left_ / kRounds; }
  int deck_worth(Card card) const { return kPerson * row(card).people + use(card); }

  // ---- Hiring -------------------------------------------------------------------------------------

  int meds_in(const Cards& cards) const {
    return 2 * cards.count(Card::medkit) + cards.count(Card::pills) + cards.count(Card::medic);
  }

  // The best mercenary that the hand can pay for, and what to hunt with for him.
  void plan_hire() {
    if (s_.taken.contains(Action::hire)) return;
    const bool may_hunt = !s_.taken.contains(Action::hunt);
    const Ability& hunting = ability(Action::hunt, leader());
    const int hunted = may_hunt ? total(hand_, hunting) : 0;
    const int meds = meds_in(hand_);
    int best = 0, food_needed = 0;
    for (std::size_t h = 0; h < kHireTypes; ++h) {
      if (s_.hires[h] == 0) continue;
      const Card card = kHires[h];
      const int worth = deck_worth(card);
      if (worth <= best) continue;
      const int price = row(card).food_or_meds != kNone ? row(card).food_or_meds - std::min(meds, 6)
                                                        : row(card).food;
      const int due = row(card).food_or_meds != kNone ? 0 : row(card).meds_due;
      if (due > meds || price > s_.food + hunted) continue;
      best = worth;
      food_needed = price - s_.food;
    }
    if (may_hunt && food_needed > 0) for_hire_ = least_set(hand_, hunting, food_needed);
  }

  // Cards for a total of at least `needed`, with the dearest left out.
  static Cards least_set(const Cards& from, const Ability& needed_for, int needed) {
    Cards set;
    for (std::uint32_t rest = from.types() & needed_for.eligible(); rest != 0; rest &= rest - 1) {
      const Card card = card_at(std::countr_zero(rest));
      set.add(card, from.count(card));
    }
    const std::uint32_t types = set.types();
    for (const Card card : kDearestFirst)
      if (has(types, card)) shrink(set, card, needed_for, needed);
    for (std::uint32_t rest = types; rest != 0; rest &= rest - 1)
      shrink(set, card_at(std::countr_zero(rest)), needed_for, needed);
    return seated(set, needed_for);
  }
  static void shrink(Cards& set, Card card, const Ability& needed_for, int needed) {
    while (set.contains(card)) {
      set.remove(card);
      if (total(set, needed_for) < needed) {
        set.add(card);
        return;
      }
    }
  }
  // Without tools that nobody carries, the weakest first.
  static Cards seated(Cards set, const Ability& needed_for) {
    const int members = set.persons(needed_for.member_mask);
    if (members == 0) return {};
    for (int spare = set.things(needed_for.bonus_mask[0]) - members; spare > 0; --spare) {
      Card weakest = Card::none;
      int least = 100;
      for (std::uint32_t rest = set.types() & needed_for.tools; rest != 0; rest &= rest - 1) {
        const Card card = card_at(std::countr_zero(rest));
        int bonus = 0;
        for (const Cards::Mask& mask : needed_for.bonus_mask) bonus += Cards{card}.things(mask);
        if (bonus < least) {
          least = bonus;
          weakest = card;
        }
      }
      set.remove(weakest);
    }
    return set;
  }

  bool hunt_helps() const { return !for_hire_.empty(); }

  Move best_hire(const Moves& moves) const {
    const Move* best = nullptr;
    int best_worth = 0;
    for (const Move& move : moves) {
      if (move.kind != MoveKind::hire) continue;
      // Of equal hires the one that spends the least medicine, medics last.
      const int worth = 8 * deck_worth(move.card) - 3 * move.medkits - 2 * move.medics;
      if (best == nullptr || worth > best_worth) {
        best = &move;
        best_worth = worth;
      }
    }
    return *best;
  }

  // ---- Other actions ------------------------------------------------------------------------------

  // Cards to use in an action.
  Cards chosen(Action action) const {
    if (action == Action::hunt)
      return for_hire_.empty() ? everything(Action::hunt, hand_) : for_hire_;
    if (action == Action::trash) return rubbish();
    if (action == Action::build) return everything(Action::build, hand_);
    Cards free = hand_ - Cards::common(hand_, for_hire_);
    if (s_.round >= kFirstSkirmish) free -= Cards::common(free, for_skirmish(free));
    return action == Action::draw ? to_draw(free) : to_dig(free);
  }

  static Cards without(Cards cards, Card card) {
    cards.set(card, 0);
    return cards;
  }

  Cards everything(Action action, const Cards& from) const {
    const Ability& needed = ability(action, leader());
    return seated(least_set(from, needed, total(from, needed)), needed);
  }

  Cards to_draw(const Cards& free) const {
    const Cards set = everything(Action::draw, free);
    const int n = total(set, ability(Action::draw, leader()));
    // Fewer cards than it takes are no gain.
    return n >= set.size() ? set : Cards{};
  }

  Cards to_dig(const Cards& free) const {
    if (left_ < 2) return {};
    const Ability& needed = ability(Action::dig, leader());
    const Cards set = everything(Action::dig, free);
    return total(set, needed) >= 1 ? set : Cards{};
  }

  Cards rubbish() const {
    Cards junk;
    junk.add(Card::junk, hand_.count(Card::junk));
    return junk;
  }

  // Cards of `free` that would win the skirmish, if it can be won.
  Cards for_skirmish(const Cards& free) const {
    const Ability& fighting = ability(Action::fight, leader());
    const int mine = total(free, fighting);
    int others = 0;
    for (int i = 0; i < players_; ++i) {
      const Player other = Player::at(i);
      if (other == me_) continue;
      const int force = total(s_.hand[other.seat], ability(Action::fight, power_of(s_, other)));
      const bool announced =
          turn_order(s_, other, players_) < turn_order(s_, s_.gatherer, players_);
      // Who has yet to gather will use most of his fighters for that.
      const int kept = players_ == 2 ? (force + 2) / 3 : (force + 1) / 2;
      others = std::max(others, announced ? force : kept);
    }
    const int needed = others + (players_ == 2 ? kTwoPlayerMargin : 1);
    if (mine < needed) return {};
    Cards set = least_set(free, fighting, needed);
    set.add(Card::sniper_team, free.count(Card::sniper_team) - set.count(Card::sniper_team));
    return set;
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

  const Move* worthwhile_power(const Moves& moves) const {
    if (game_.setup.modules < 3) return nullptr;
    for (const Move& move : moves) {
      if (move.kind == MoveKind::repair && move.card == Card::refugee) return &move;
      if (move.kind == MoveKind::heal && move.card == Card::pills && left_ > 2) return &move;
      // A card for a refugee; a person for food or meds is not worth it.
      if (move.kind == MoveKind::power && leader() == Leader::organizer) return &move;
    }
    return nullptr;
  }

  const Scavengers& game_;
  const State& s_;
  const int players_;
  const Player me_;
  const Cards& hand_;
  const int left_;
  Cards for_hire_;
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
