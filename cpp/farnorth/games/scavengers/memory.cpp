// What players learn from a move: the rules K-SHOW, K-SOLVE, K-TRASH, K-SHUFFLE, K-FORCES of section 5.2 and the private
// notes of 5.3.
#include "farnorth/games/scavengers/play.hpp"

namespace farnorth::scavengers {

namespace {

bool is_contested(Card card) { return (kContested & type_bit(card)) != 0; }

void remove_one(Cards& cards, Card card) {  // if there is one
  if (cards.contains(card)) cards.remove(card);
}

class Witness {
 public:
  Witness(Memory& memory, int players) : memory_(memory), players_(players) {}

  // ---- Hidden hands and decks: public memory -----------------------------------------------------

  void shown(const State& state, Player owner, Card card, int more) {
    show(owner, card, pool_size(state, owner) + more);
  }

  void trashed(const State& state, Player owner, const Cards& cards) {  // K-TRASH
    Ledger& ledger = of(owner);
    ledger.missing = static_cast<std::uint8_t>(ledger.missing + cards.size());
    ledger.suspects = ledger.known;
    solve(ledger, pool_size(state, owner));
    memory_.sunk[owner.seat] += cards.only(kContestedMask);
  }

  void deck_shuffled(const State& state, Player owner) {  // K-SHUFFLE
    Ledger& ledger = of(owner);
    const bool hand_only = left_size(state, owner) == 0 && stored_cards(state, owner).empty();
    ledger.old = hand_only ? ledger.known : Cards{};
    ledger.old_unknown =
        static_cast<std::uint8_t>(hand_only ? unknown(ledger, pool_size(state, owner)) : 0);
    ledger.known += ledger.open;
    ledger.won = static_cast<std::uint8_t>(ledger.won + ledger.fresh_won);
    ledger.open = ledger.fresh = {};
    ledger.fresh_won = 0;
    for (int seat = 0; seat < players_; ++seat) {
      Notes& notes = notes_of(Player::at(seat), owner);
      notes.pool += notes.fresh;
      notes.fresh = {};
    }
  }

  void forces_revealed(const State& state) {  // K-FORCES
    for (int seat = 0; seat < players_; ++seat) {
      const Player owner = Player::at(seat);
      const int hand = state.hand[owner.seat].size();
      int pool = pool_size(state, owner);
      state.hand[owner.seat].for_each([&](Card card, int copies) {
        for (int i = 0; i < copies; ++i) show(owner, card, --pool);
      });
      Ledger& ledger = of(owner);
      const Cards trashed = ledger.old;
      ledger.known -= trashed;
      ledger.suspects = Cards::beyond(ledger.suspects, trashed);
      ledger.missing = static_cast<std::uint8_t>(ledger.missing - trashed.size());
      forget_old(ledger);
      solve(ledger, pool_size(state, owner) - hand);
    }
  }
  void left_unused(Player owner) { forget_old(of(owner)); }  // K-FORCES, rounds 1 and 2
  // Stored cards need not be in the hand any more.
  void stored(Player owner) { forget_old(of(owner)); }

  void opened(Player owner, Card card) { of(owner).open.add(card); }
  void opened(Player owner, const Cards& cards) { of(owner).open += cards; }

  void prize_taken(const State& state, Player winner, Card card) {
    Ledger& ledger = of(winner);
    ledger.fresh.add(card);
    ++ledger.fresh_won;
    if (peeked() && winner != state.initiator) notes_of(state.initiator, winner).fresh.add(card);
  }
  void prize_lost(const State& state, Card card) {
    if (peeked()) memory_.sunk[state.initiator.seat].add(card);
  }

  // ---- The yard and the plans: masks, private memory ---------------------------------------------

  void yard_shuffled(const State& state) {
    for (std::size_t i = 0; i < memory_.yard_seen.size(); ++i)
      sink_for(memory_.yard_seen[i], state.yard.buried[i]);
    memory_.yard_seen.clear();
  }

  void looked(const State& state, Player digger, bool loose) {
    const Card card = state.yard.buried.back();
    PlayerSet& seen = look(memory_.yard_seen, loose);
    // It may be the one he knows to be somewhere in the yard.
    if (!seen.contains(digger)) remove_one(memory_.sunk[digger.seat], card);
    seen.add(digger);
  }
  void kept(const State& state, Player digger, std::size_t position) {
    const Yard& yard = state.yard;
    of(digger).fresh.add(yard.buried[position]);
    if (yard.looked == 1) {
      for_others(memory_.yard_seen[position], digger,
                 [&](Player other) { notes_of(other, digger).fresh.add(yard.buried[position]); });
    } else {
      for (std::size_t i = yard.first_looked(); i < yard.buried.size(); ++i) {
        PlayerSet others = memory_.yard_seen[i];
        others.remove(digger);
        sink_for(others, yard.buried[i]);
      }
    }
    put_back_others(memory_.yard_seen, yard.first_looked(), position, digger);
  }

  void plan_looked(const State&, Player builder, bool loose) {
    look(memory_.plans_seen, loose).add(builder);
  }
  void plan_kept(const State& state, Player builder, std::size_t position) {
    put_back_others(memory_.plans_seen, state.hq.plans.first_looked(), position, builder);
  }

  // ---- Windows -----------------------------------------------------------------------------------

  void window(Player from) {
    memory_.window_from = from;
    memory_.passed = {};
  }
  void passed(Player player) { memory_.passed.add(player); }

 private:
  Ledger& of(Player owner) { return memory_.ledger[owner.seat]; }
  Notes& notes_of(Player knower, Player owner) { return memory_.notes[knower.seat][owner.seat]; }
  bool peeked() const { return players_ > 2; }  // S-PEEK-1, S-TWO-2

  int left_size(const State& state, Player owner) {
    return state.discard[owner.seat].size() - of(owner).open.size() - of(owner).fresh.size();
  }
  // Deck, hand, cards left unused, stored cards.
  int pool_size(const State& state, Player owner) {
    return state.deck[owner.seat].size() + state.hand[owner.seat].size() + left_size(state, owner) +
           stored_cards(state, owner).size();
  }
  static int unknown(const Ledger& ledger, int pool) {
    return pool + ledger.missing - ledger.known.size();
  }
  static void forget_old(Ledger& ledger) {
    ledger.old = {};
    ledger.old_unknown = 0;
  }

  void show(Player owner, Card card, int pool) {  // K-SHOW; `pool` = its size without the card
    Ledger& ledger = of(owner);
    if (ledger.old.contains(card))
      ledger.old.remove(card);
    else
      ledger.old_unknown = 0;
    if (ledger.known.contains(card)) {
      ledger.known.remove(card);
      ledger.suspects = Cards::common(ledger.suspects, ledger.known);
    } else {
      identify(owner, card);
    }
    ledger.old_unknown =
        static_cast<std::uint8_t>(std::min<int>(ledger.old_unknown, unknown(ledger, pool)));
    solve(ledger, pool);
  }
  // An unknown card has turned out to be this one.
  void identify(Player owner, Card card) {
    Ledger& ledger = of(owner);
    if (is_contested(card) && ledger.won > 0) --ledger.won;
    for (int seat = 0; seat < players_; ++seat) {
      const Player other = Player::at(seat);
      remove_one(notes_of(other, owner).pool, card);
      if (is_contested(card) && other != owner) memory_.sunk[other.seat].set(card, 0);
    }
  }
  static void solve(Ledger& ledger, int pool) {  // K-SOLVE
    if (ledger.missing > 0 && unknown(ledger, pool) == 0 &&
        ledger.suspects.size() == ledger.missing) {
      ledger.known -= ledger.suspects;
      ledger.old = Cards::beyond(ledger.old, ledger.suspects);
      ledger.missing = 0;
    }
    if (ledger.missing == 0) ledger.suspects = {};
  }

  // A contested card has gone to a place in the yard that those who saw it no longer know.
  void sink_for(PlayerSet seen, Card card) {
    if (!is_contested(card)) return;
    for (int seat = 0; seat < players_; ++seat)
      if (seen.contains(Player::at(seat))) memory_.sunk[static_cast<std::size_t>(seat)].add(card);
  }

  // The mask of the card just looked at.
  template <class Masks>
  static PlayerSet& look(Masks& masks, bool loose) {
    if (loose)
      masks.push_back({});
    else
      std::rotate(masks.begin(), masks.begin() + 1, masks.end());
    return masks.back();
  }
  // The cards returned have been seen by the one who looked only.
  template <class Masks>
  static void put_back_others(Masks& masks, std::size_t first, std::size_t kept, Player looker) {
    masks.erase_at(kept);
    PlayerSet only;
    only.add(looker);
    std::fill(masks.begin() + first, masks.end(), only);
  }
  template <class F>
  void for_others(PlayerSet players, Player except, F f) {
    for (int seat = 0; seat < players_; ++seat)
      if (seat != except.seat && players.contains(Player::at(seat))) f(Player::at(seat));
  }

  Memory& memory_;
  const int players_;
};

}  // namespace

void witness_resumption(const Setup& setup, const View& view, State state, Memory& memory) {
  Witness watching(memory, setup.players);
  resume_window(setup, view, state, watching);
}

void Scavengers::witness(Memory& memory, const State& before, const Move& move) const {
  State state = before;
  Witness watching(memory, setup.players);
  Play<Witness>(setup, state, watching).apply(move);
}

}  // namespace farnorth::scavengers
