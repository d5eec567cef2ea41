// The course of play: what a move does, and how the state moves on until a player or chance has to decide.
//
// Play is told who watches. In playouts nobody does, and the calls vanish; `witness` plays the move once more with a
// watcher that keeps Memory. So what players learn is said at the place where it happens, and only there.
#pragma once

#include "farnorth/games/scavengers/scavengers.hpp"
#include "farnorth/games/scavengers/seating.hpp"

namespace farnorth::scavengers {

// What there is to see. Each call comes before the state changes, unless it says otherwise.
struct NobodyWatches {
  void deck_shuffled(const State&, Player) {}  // the discard pile is about to become the deck
  // A card has left the hidden hand openly (after); so many more of the hand are about to be shown.
  void shown(const State&, Player, Card, int) {}
  // Cards have left the hand for the yard (after).
  void trashed(const State&, Player, const Cards&) {}
  void yard_shuffled(const State&) {}
  // A card has been looked at (after), if loose by chance.
  void looked(const State&, Player, bool) {}
  void kept(const State&, Player, std::size_t) {}  // the looked-at card at this position
  void plan_looked(const State&, Player, bool) {}
  void plan_kept(const State&, Player, std::size_t) {}
  void opened(Player, Card) {}  // a card goes openly to the discard pile
  void opened(Player, const Cards&) {}
  void left_unused(Player) {}  // S-ANN-2
  void forces_revealed(const State&) {}
  void prize_taken(const State&, Player, Card) {}
  void prize_lost(const State&, Card) {}  // to the yard
  void stored(Player) {}
  void window(Player) {}  // the first seat that may be asked now
  void passed(Player) {}
};

template <class Watcher>
class Play {
 public:
  Play(const Setup& setup, State& state, Watcher& watcher)
      : setup_(setup), s_(state), hq_(state.hq), watcher_(watcher), players_(setup.players) {}

  void apply(const Move& move) {
    switch (move.kind) {
      case MoveKind::deal: deal(move.card); return;
      case MoveKind::reveal: reveal(move.card); return;
      case MoveKind::top: top(move.card); return;
      case MoveKind::first:  // S-SETUP-7
        s_.initiator = move.player;
        begin_round();
        return;
      case MoveKind::plan: plan(move.building); return;
      case MoveKind::offer: offer(move.leader); return;
      case MoveKind::dig: compose(Action::dig); return;
      case MoveKind::draw: compose(Action::draw); return;
      case MoveKind::hunt: compose(Action::hunt); return;
      case MoveKind::trash: compose(Action::trash); return;
      case MoveKind::build: compose(Action::build); return;
      case MoveKind::add:
        s_.field.add(move.card);
        s_.floor = move.card;
        return;
      case MoveKind::commit: commit(); return;
      case MoveKind::hire: hire(move); return;
      case MoveKind::end: end_turn(); return;
      case MoveKind::pass: pass(); return;
      case MoveKind::snipe: snipe(move.player, move.card); return;
      case MoveKind::disarm: disarm(move.player, move.card); return;
      case MoveKind::keep:
        s_.phase == Phase::keep_drawn ? keep_drawn(move.card) : keep(move.card);
        return;
      case MoveKind::keep_none: keep_none(); return;
      case MoveKind::keep_plan: keep_plan(move.building); return;
      case MoveKind::choose: choose(move.leader); return;
      case MoveKind::power: power(move.card); return;
      case MoveKind::fanatic: fanatic(move.player, move.card); return;
      case MoveKind::disable: disable(move.player, move.building); return;
      case MoveKind::wound: snipe(move.player, Card::none); return;
      case MoveKind::save: save(); return;
      case MoveKind::store: store(move.card); return;
      case MoveKind::take: take(move.card); return;
      case MoveKind::repair: repair(move.building, move.card); return;
      case MoveKind::heal: heal(move.card); return;
      case MoveKind::unseen:
      case MoveKind::keep_hidden: break;
    }
    assert(false && "not a move");
  }

  // Asks the seats of a response window from `seat` on, the ones in `skip` excepted; used by determinize too.
  void ask(Player seat, PlayerSet skip = {}) {
    for (; seat != s_.gatherer; seat = after(seat))
      if (!skip.contains(seat) && can_respond(s_, seat, setup_)) {
        s_.phase = Phase::respond;
        s_.player = seat;
        return;
      }
    take_effect();
  }
  // The same for a snipe that may be saved: its victim first, then clockwise.
  void ask_to_save(Player seat, PlayerSet skip = {}) {
    do {
      if (seat != hq_.sniper && !skip.contains(seat) && can_save(s_, seat)) {
        s_.phase = Phase::save;
        s_.player = seat;
        return;
      }
      seat = after(seat);
    } while (seat != hq_.victim);
    hit_target();
  }

 private:
  Player after(Player seat) const { return next(seat, players_); }
  Cards& hand(Player seat) { return s_.hand[seat.seat]; }
  Cards& discard(Player seat) { return s_.discard[seat.seat]; }
  bool has_ended(Player seat) const {  // his turn of this round
    return turn_order(s_, seat, players_) < turn_order(s_, s_.gatherer, players_);
  }
  void gather() {
    s_.phase = Phase::gather;
    s_.player = s_.gatherer;
    s_.action = Action::none;
  }
  void open(Player seat, Card card) {
    watcher_.opened(seat, card);
    discard(seat).add(card);
  }
  void open(Player seat, const Cards& cards) {
    watcher_.opened(seat, cards);
    discard(seat) += cards;
  }

  // ---- Rounds and drawing -----------------------------------------------------------------------

  // S-ROUND-1; S-DRAW-1: used cards and forces are in the discard piles already.
  void begin_round() {
    ++s_.round;
    hq_.power_used = {};
    for (Site& site : hq_.sites)  // S-M2-4; the order stays
      if (!site.works() && !site.disabled()) --site.counter;
    s_.gatherer = s_.player = s_.initiator;
    deal_next();
  }

  // S-DRAW-3: a card is due; an empty deck is replaced now and not before.
  bool card_is_there(Player seat) {
    if (!s_.deck[seat.seat].empty()) return true;
    if (discard(seat).empty()) return false;
    watcher_.deck_shuffled(s_, seat);
    s_.deck[seat.seat] = discard(seat);
    discard(seat) = {};
    ++s_.deck_shuffles[seat.seat];
    return true;
  }

  void deal_next() {  // S-DRAW-2
    s_.phase = Phase::deal;
    while (hand(s_.player).size() >= kHandCards || !card_is_there(s_.player)) {
      s_.player = after(s_.player);
      if (s_.player == s_.initiator) {
        // S-PEEK-1, S-TWO-2
        if (players_ > 2 && s_.round >= kFirstSkirmish)
          s_.phase = Phase::top;
        else
          begin_turn(s_.initiator);
        return;
      }
    }
  }

  void deal(Card card) {
    s_.deck[s_.player.seat].remove(card);
    hand(s_.player).add(card);
    if (s_.phase == Phase::deal) {
      deal_next();
      return;
    }
    if (s_.action == Action::none) hq_.drawn.push_back(card);
    --s_.due;
    draw_next();
  }

  // ---- The turn ---------------------------------------------------------------------------------

  void begin_turn(Player seat) {  // S-GATHER-1
    s_.gatherer = seat;
    s_.taken = {};
    s_.used = s_.acted[seat.seat].cards();
    s_.acted[seat.seat] = {};
    gather();
  }

  void end_turn() {  // S-ANN-1, S-GATHER-4
    open(s_.gatherer, s_.used);
    s_.used = {};
    s_.food = 0;  // S-HUNT-1
    hq_.stored_into = hq_.taken_from = 0;
    hq_.cannibal_food = 0;
    hq_.free_med = false;
    const Player seat = after(s_.gatherer);
    if (seat != s_.initiator)
      begin_turn(seat);
    else
      end_gathering();
  }

  void end_gathering() {
    s_.taken = {};
    s_.gatherer = s_.player = s_.initiator;
    if (s_.round < kFirstSkirmish) {  // S-ANN-2
      for (int i = 0; i < players_; ++i) {
        const Player seat = Player::at(i);
        watcher_.left_unused(seat);
        discard(seat) += hand(seat);
        hand(seat) = {};
      }
      begin_round();
      return;
    }
    watcher_.forces_revealed(s_);  // S-SKIR-1
    skirmish_from(s_.initiator);
  }

  void compose(Action action) {
    s_.phase = Phase::pick;
    s_.action = action;
    s_.floor = Card::refugee;
  }

  void commit() {
    const Player seat = s_.gatherer;
    s_.floor = Card::refugee;
    s_.taken.add(s_.action);           // S-GATHER-2
    if (s_.action == Action::trash) {  // S-TRASH-1
      const Cards cards = s_.field;
      hand(seat) -= cards;
      s_.field = {};
      watcher_.trashed(s_, seat, cards);
      s_.yard.loose += cards;  // S-TRASH-2
      shuffle_yard();
      gather();
      return;
    }
    if (hq_.helper) hq_.power_used.add(seat);  // S-M3-3
    hand(seat) -= s_.field;
    show(seat, s_.field);
    if (setup_.gather_interrupts) {  // S-INT-1
      watcher_.window(after(seat));
      ask(after(seat));
    } else {
      take_effect();
    }
  }

  // Cards that have left a hidden hand openly.
  void show(Player seat, const Cards& cards) {
    if constexpr (!std::is_same_v<Watcher, NobodyWatches>) {
      int more = cards.size();
      cards.for_each([&](Card card, int copies) {
        for (int i = 0; i < copies; ++i) watcher_.shown(s_, seat, card, --more);
      });
    }
  }
  void show(Player seat, Card card) { watcher_.shown(s_, seat, card, 0); }

  // S-YARD-1: cards have come in from outside.
  void shuffle_yard() {
    watcher_.yard_shuffled(s_);
    s_.yard.shuffle();
    ++s_.yard_shuffles;
  }

  void take_effect() {
    const Action action = s_.action;
    const int n = action_total();
    s_.used += s_.field;  // S-GATHER-3
    s_.field = {};
    hq_.helper = false;
    gather();
    if (n < 1) return;  // S-INT-4
    if (action == Action::hunt) {
      s_.food = static_cast<std::uint8_t>(s_.food + n);
    } else if (action == Action::dig) {  // S-DIG-1
      s_.action = action;
      s_.due = static_cast<std::uint8_t>(std::min(n, s_.yard.size()));
      look_next();
    } else if (action == Action::draw) {  // S-HAND-1
      s_.action = action;
      s_.due = static_cast<std::uint8_t>(n);
      draw_next();
    } else {  // S-M2-3
      s_.action = action;
      s_.due = static_cast<std::uint8_t>(std::min(n, hq_.plans.size()));
      look_at_next_plan();
    }
  }

  int action_total() const {
    const Leader leader = power_of(s_, s_.gatherer);
    return hq_.helper ? helped_total(s_.field, s_.action, leader)
                      : total(s_.field, ability(s_.action, leader));
  }

  void draw_next() {
    if (s_.due > 0 && card_is_there(s_.gatherer)) {
      s_.phase = Phase::deal_action;
      s_.player = s_.gatherer;
      return;
    }
    s_.due = 0;
    gather();
    if (hq_.drawn.size() == 2)
      s_.phase = Phase::keep_drawn;
    else
      hq_.drawn.clear();
  }

  void hire(const Move& move) {  // S-HIRE-1
    const Player seat = s_.gatherer;
    const Bill bill = bill_of(s_, move.card);
    Cards medicine;
    medicine.add(Card::medic, move.medics);
    medicine.add(Card::medkit, move.medkits);
    medicine.add(Card::pills, std::max(0, bill.meds - 2 * move.medkits - move.medics));
    hand(seat) -= medicine;
    s_.used += medicine;  // S-HIRE-5
    show(seat, medicine);
    s_.food = static_cast<std::uint8_t>(s_.food - bill.own_food);
    hq_.cannibal_food = 0;
    hq_.free_med = false;
    --s_.hires[hire_place(move.card)];
    open(seat, move.card);  // S-GATHER-4: at once
    s_.taken.add(Action::hire);
  }

  // ---- DIG --------------------------------------------------------------------------------------

  void look_next() {
    while (s_.due > 0) {
      if (!s_.yard.loose.empty()) {
        s_.phase = Phase::reveal;
        return;
      }
      s_.yard.look_at_buried();
      watcher_.looked(s_, s_.gatherer, false);
      --s_.due;
    }
    s_.phase = Phase::keep;
  }
  void reveal(Card card) {
    s_.yard.look_at(card);
    watcher_.looked(s_, s_.gatherer, true);
    --s_.due;
    look_next();
  }
  void keep(Card card) {
    const std::size_t position = s_.yard.find_looked(card);
    watcher_.kept(s_, s_.gatherer, position);
    s_.yard.take_looked(position);
    discard(s_.gatherer).add(card);
    s_.yard.put_back();  // S-DIG-2
    gather();
  }
  void keep_none() {
    s_.yard.put_back();
    hq_.plans.put_back();
    gather();
  }

  // ---- Responses and special actions ------------------------------------------------------------

  bool skirmishing() const { return s_.phase == Phase::skirmish; }

  // S-INT-2: the acting card leaves hand or force; S-INT-5: nobody answers that. In the skirmish it stays in the force (S-SKIR-4).
  void act(Player seat, Card card) {
    if (skirmishing() || (s_.phase == Phase::save && hq_.save_in_skirmish)) {
      s_.acted[seat.seat].add(card);
      return;
    }
    hand(seat).remove(card);
    if (has_ended(seat)) {
      show(seat, card);
      open(seat, card);
    } else if (seat == s_.gatherer) {  // a medic of his own (S-M1-4)
      s_.used.add(card);
      show(seat, card);
    } else {
      s_.acted[seat.seat].add(card);
      show(seat, card);
    }
  }

  // S-SPEC-2: the card goes where cards hit go. S-SKIR-3: it no longer acts, and undoes nothing.
  void hit(Player owner, Card card, bool in_skirmish) {
    if (!in_skirmish) {
      s_.field.remove(card);
      s_.used.add(card);
      // S-M3-3: the helper is hit last.
      if (card == Card::refugee && !s_.field.contains(Card::refugee)) hq_.helper = false;
      return;
    }
    hand(owner).remove(card);
    // S-SKIR-5: the one that has not acted is hit first.
    Acted& acted = s_.acted[owner.seat];
    if (acted.count(card) > hand(owner).count(card)) acted.remove(card);
    open(owner, card);
  }

  // The player has used a special: he may use more (S-INT-1, S-SKIR-2).
  void go_on(Player seat, bool in_skirmish) {
    if (in_skirmish) {
      skirmish_from(seat);
      return;
    }
    watcher_.window(seat);
    ask(seat);
  }

  void snipe(Player victim, Card target) {  // S-SPEC-1; S-M4-4 with no target
    const Player seat = s_.player;
    const bool in_skirmish = skirmishing();
    act(seat, Card::sniper_team);
    hq_.sniper = seat;
    hq_.victim = victim;
    hq_.target = target;
    hq_.save_in_skirmish = in_skirmish;
    if (setup_.modules == 0) {
      hit_target();
      return;
    }
    watcher_.window(victim);
    ask_to_save(victim);  // S-M1-3
  }
  void hit_target() {
    const Player seat = hq_.sniper, victim = hq_.victim;
    const Card target = hq_.target;
    const bool in_skirmish = hq_.save_in_skirmish;
    forget_snipe();
    if (target == Card::none)
      hq_.wounded.add(victim);
    else
      hit(victim, target, in_skirmish);
    go_on(seat, in_skirmish);
  }
  void save() {  // S-M1-3: the first save ends the matter
    act(s_.player, Card::medic);
    const Player seat = hq_.sniper;
    const bool in_skirmish = hq_.save_in_skirmish;
    forget_snipe();
    go_on(seat, in_skirmish);
  }
  void forget_snipe() {
    hq_.sniper = hq_.victim = {};
    hq_.target = Card::none;
    hq_.save_in_skirmish = false;
  }

  void disarm(Player owner, Card target) {  // S-SPEC-1
    const Player seat = s_.player;
    const bool in_skirmish = skirmishing();
    act(seat, Card::saboteur);
    hit(owner, target, in_skirmish);
    go_on(seat, in_skirmish);
  }

  void pass() {
    const Player seat = s_.player;
    if (s_.phase == Phase::skirmish) {
      const Player following = after(seat);
      if (following == s_.initiator)
        award_or_draw_prize();
      else
        skirmish_from(following);
      return;
    }
    watcher_.passed(seat);
    if (s_.phase == Phase::respond) {
      ask(after(seat));
    } else if (after(seat) == hq_.victim) {
      hit_target();
    } else {
      ask_to_save(after(seat));
    }
  }

  // ---- Skirmish ---------------------------------------------------------------------------------

  void skirmish_from(Player seat) {  // S-SKIR-2
    do {
      if (can_act_in_skirmish(s_, seat, setup_)) {
        s_.phase = Phase::skirmish;
        s_.player = seat;
        return;
      }
      seat = after(seat);
    } while (seat != s_.initiator);
    award_or_draw_prize();
  }

  void award_or_draw_prize() {
    s_.player = s_.initiator;
    if (players_ == 2)
      s_.phase = Phase::prize;
    else
      award(s_.top);
  }

  void top(Card card) {
    s_.stack.remove(card);
    s_.top = card;
    if (s_.phase == Phase::top)
      begin_turn(s_.initiator);
    else
      award(card);
  }

  void award(Card card) {
    s_.phase = Phase::prize;
    const Actor winner = skirmish_winner(s_, players_);
    if (winner.is_player()) {  // S-SKIR-8
      watcher_.prize_taken(s_, winner.player(), card);
      discard(winner.player()).add(card);
    } else {  // S-SKIR-9
      watcher_.prize_lost(s_, card);
      s_.yard.loose.add(card);
      shuffle_yard();
    }
    s_.top = Card::none;
    end_skirmish();
  }

  void end_skirmish() {
    for (int i = 0; i < players_; ++i) {  // S-SKIR-11
      const Player seat = Player::at(i);
      open(seat, hand(seat));
      hand(seat) = {};
      s_.acted[seat.seat] = {};
    }
    s_.initiator = after(s_.initiator);  // S-ROUND-2
    s_.gatherer = s_.player = s_.initiator;
    if (s_.round == kRounds)
      s_.phase = Phase::over;  // S-END-1
    else
      begin_round();
  }

  // ---- HQ ---------------------------------------------------------------------------------------

  void offer(Leader leader) {  // S-M3-1
    hq_.offered[s_.player.seat].insert_sorted(leader);
    if (!hq_.offered[s_.player.seat].full()) return;
    s_.player = after(s_.player);
    if (s_.player.seat == 0) s_.phase = Phase::choose;
  }
  void choose(Leader leader) {
    hq_.leader[s_.player.seat] = leader;
    s_.player = after(s_.player);
    if (s_.player.seat != 0) return;
    for (OfferedLeaders& offered : hq_.offered) offered.clear();
    s_.phase = Phase::first;
  }

  void look_at_next_plan() {
    DugPile<Plans, Building, kPlans>& plans = hq_.plans;
    while (s_.due > 0) {
      if (!plans.loose.empty()) {
        s_.phase = Phase::plan;
        return;
      }
      plans.look_at_buried();
      watcher_.plan_looked(s_, s_.gatherer, false);
      --s_.due;
    }
    s_.phase = Phase::keep_plan;
  }
  void plan(Building building) {
    hq_.plans.look_at(building);
    watcher_.plan_looked(s_, s_.gatherer, true);
    --s_.due;
    look_at_next_plan();
  }
  void keep_plan(Building building) {  // S-M2-3
    const std::size_t position = hq_.plans.find_looked(building);
    watcher_.plan_kept(s_, s_.gatherer, position);
    hq_.plans.take_looked(position);
    hq_.plans.put_back();
    hq_.sites.insert_sorted({s_.gatherer, building, row(building).build_time});
    gather();
  }

  void remove_from_game(Player seat, Card card) {
    hand(seat).remove(card);
    ++hq_.removed[index(card)];
    if (!skirmishing()) show(seat, card);
  }

  void power(Card card) {
    const Player seat = s_.gatherer;
    if (s_.phase == Phase::pick) {  // S-M3-3
      hq_.helper = true;
      s_.field.add(Card::refugee);
      return;
    }
    hq_.power_used.add(seat);  // S-M3-2
    const Leader leader = power_of(s_, seat);
    if (leader == Leader::organizer) {  // S-M3-7
      s_.taken.add(Action::draw);
      hand(seat).remove(card);
      s_.used.add(card);
      show(seat, card);
      s_.due = 2;
      draw_next();
      return;
    }
    remove_from_game(seat, card);  // S-M3-5
    if (leader == Leader::butcher) {
      ++s_.food;
      hq_.free_med = true;
    } else {
      hq_.cannibal_food = kCannibalFood;
    }
  }
  void keep_drawn(Card card) {  // S-M3-7
    const Player seat = s_.gatherer;
    const Card other = hq_.drawn[0] == card ? hq_.drawn[1] : hq_.drawn[0];
    hq_.drawn.clear();
    hand(seat).remove(other);
    show(seat, other);
    open(seat, other);
    gather();
  }

  void fanatic(Player owner, Card target) {  // S-M3-6
    const Player seat = s_.player;
    const bool in_skirmish = skirmishing();
    hq_.power_used.add(seat);
    remove_from_game(seat, Card::refugee);
    hit(owner, target, in_skirmish);
    go_on(seat, in_skirmish);
  }

  void disable(Player owner, Building building) {  // S-M4-1
    const Player seat = s_.player;
    const bool in_skirmish = skirmishing();
    act(seat, Card::saboteur);
    hq_.sites.erase_first({owner, building, 0});
    hq_.sites.insert_sorted({owner, building, Site::kDisabled});
    lock_excess(owner, building, false);
    go_on(seat, in_skirmish);
  }
  void repair(Building building, Card card) {  // S-M4-3
    use(card);
    hq_.sites.erase_first({s_.gatherer, building, Site::kDisabled});
    hq_.sites.insert_sorted({s_.gatherer, building, 0});
    lock_excess(s_.gatherer, building, true);
  }
  // S-M4-2: what the working copies of a store do not hold is out of reach until one is repaired.
  void lock_excess(Player owner, Building building, bool repaired) {
    const Icon icon = row(building).stores;
    if (icon == Icon::none) return;
    const int room = sites_working(s_, owner, building) * row(building).room;
    const int excess = std::max(0, cards_stored(s_, owner, icon) - room);
    std::uint8_t& locked = hq_.locked[owner.seat][index(icon)];
    locked = static_cast<std::uint8_t>(repaired ? std::min<int>(locked, excess)
                                                : std::max<int>(locked, excess));
  }
  void heal(Card card) {  // S-M4-4
    use(card);
    hq_.wounded.remove(s_.gatherer);
  }
  void use(Card card) {
    hand(s_.gatherer).remove(card);
    s_.used.add(card);
    show(s_.gatherer, card);
  }

  void store(Card card) {  // S-M2-6
    hand(s_.gatherer).remove(card);
    hq_.stored.insert_sorted({s_.gatherer, card});
    hq_.stored_into = static_cast<std::uint8_t>(hq_.stored_into | 1U << index(row(card).icon));
    watcher_.stored(s_.gatherer);
  }
  void take(Card card) {
    hq_.stored.erase_first({s_.gatherer, card});
    hand(s_.gatherer).add(card);
    hq_.taken_from = static_cast<std::uint8_t>(hq_.taken_from | 1U << index(row(card).icon));
  }

  const Setup& setup_;
  State& s_;
  Headquarters& hq_;
  Watcher& watcher_;
  const int players_;
};

// Goes on from a window in which the viewer is not asked (5.5, step 7): whoever may answer from the public seat on is
// asked, and if nobody may, the action takes effect.
template <class Watcher>
void resume_window(const Setup& setup, const View& view, State& state, Watcher& watcher) {
  PlayerSet skip;
  if (view.passed) skip.add(view.viewer);
  Play<Watcher> play(setup, state, watcher);
  if (view.seen.phase == Phase::save)
    play.ask_to_save(view.seen.player, skip);
  else
    play.ask(view.seen.player, skip);
}
// What players learn from that; `state` is the position in the window.
void witness_resumption(const Setup& setup, const View& view, State state, Memory& memory);

}  // namespace farnorth::scavengers
