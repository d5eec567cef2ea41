// The invariants of section 9 of the rules. Each has the name by which `broken_rule` reports it.
#include <algorithm>

#include "farnorth/core/invariant.hpp"
#include "farnorth/games/scavengers/scavengers.hpp"
#include "farnorth/games/scavengers/seating.hpp"

namespace farnorth::scavengers {

namespace {

struct Checked {
  const Setup& setup;
  const State& state;
  const Memory& memory;

  int players() const { return setup.players; }
  bool base() const { return setup.modules == 0; }
};

template <class F>
bool all_seats(const Checked& c, F holds) {
  for (int seat = 0; seat < c.players(); ++seat)
    if (!holds(Player::at(seat))) return false;
  return true;
}

bool in(Phase phase, std::initializer_list<Phase> phases) {
  return std::find(phases.begin(), phases.end(), phase) != phases.end();
}
bool before_rounds(Phase phase) { return phase <= Phase::first; }
bool drawing(Phase phase) { return in(phase, {Phase::deal, Phase::top}); }

bool empty_seat(const Checked& c, std::size_t seat) {
  const State& s = c.state;
  return s.deck[seat].empty() && s.hand[seat].empty() && s.discard[seat].empty() &&
         s.acted[seat].empty() && s.deck_shuffles[seat] == 0 && s.hq.offered[seat].empty() &&
         s.hq.leader[seat] == Leader::none && c.memory.ledger[seat] == Ledger{} &&
         c.memory.sunk[seat].empty();
}

bool fields_in_range(const Checked& c) {
  const State& s = c.state;
  const auto is_seat = [&](Player player) { return player.seat < c.players(); };
  if (static_cast<int>(s.phase) >= kPhases || s.round > kRounds) return false;
  if (!is_seat(s.player) || !is_seat(s.gatherer) || !is_seat(s.initiator)) return false;
  if (index(s.floor) >= kCardTypes || (s.top != Card::none && index(s.top) >= kCardTypes))
    return false;
  for (std::size_t seat = c.setup.players; seat < kMaxPlayers; ++seat)
    if (!empty_seat(c, seat)) return false;
  if (s.yard.looked > s.yard.buried.size() || s.hq.plans.looked > s.hq.plans.buried.size())
    return false;
  return std::all_of(s.yard.buried.begin(), s.yard.buried.end(),
                     [](Card card) { return index(card) < kCardTypes; });
}

bool round_fits_phase(const Checked& c) {
  const State& s = c.state;
  if (before_rounds(s.phase)) return s.round == 0;
  if (forces_are_open(s) || s.phase == Phase::top) return s.round >= kFirstSkirmish;
  return s.phase == Phase::over ? s.round == kRounds : s.round >= 1;
}

bool every_card_once(const Checked& c) {
  const State& s = c.state;
  std::array<int, kCardTypes> copies{};
  const auto count = [&](const Cards& cards) {
    cards.for_each([&](Card card, int n) { copies[index(card)] += n; });
  };
  for (const Cards& cards : {s.used, s.stack, s.yard.loose}) count(cards);
  if (s.phase != Phase::pick) count(s.field);  // in `pick` it is still in the hand
  for (std::size_t seat = 0; seat < kMaxPlayers; ++seat) {
    for (const Cards& cards : {s.deck[seat], s.hand[seat], s.discard[seat]}) count(cards);
    if (!forces_are_open(s)) count(s.acted[seat].cards());
  }
  for (std::size_t h = 0; h < kHireTypes; ++h) copies[index(kHires[h])] += s.hires[h];
  for (const Card card : s.yard.buried) ++copies[index(card)];
  if (s.top != Card::none) ++copies[index(s.top)];
  for (const StoredCard& stored : s.hq.stored) ++copies[index(stored.card)];
  for (std::size_t t = 0; t < kPersonTypes; ++t) copies[t] += s.hq.removed[t];
  for (std::size_t t = 0; t < kCardTypes; ++t)
    if (copies[t] != cards_in_the_game(card_at(static_cast<int>(t)), c.players(), c.setup.modules))
      return false;
  return true;
}

bool zone_sizes(const Checked& c) {
  const State& s = c.state;
  const int most_in_hand = c.base() ? 10 : 40, most_used = c.base() ? 15 : 54;
  if (s.field.size() > most_in_hand || s.used.size() > most_used) return false;
  return all_seats(c, [&](Player player) {
    return s.hand[player.seat].size() <= most_in_hand &&
           (!c.base() || owned_cards(s, player).size() <= 56);
  });
}

bool hands_are_dealt(const Checked& c) {
  const State& s = c.state;
  if (!drawing(s.phase)) return true;
  const int turn = s.phase == Phase::top ? c.players() : turn_order(s, s.player, c.players());
  return all_seats(c, [&](Player player) {
    const int hand = s.hand[player.seat].size();
    const int order = turn_order(s, player, c.players());
    if (order > turn) return hand == 0;
    if (order == turn) return hand < kHandCards;
    return hand == kHandCards || (s.deck[player.seat].empty() && s.discard[player.seat].empty());
  });
}

bool stack_and_top(const Checked& c) {
  const State& s = c.state;
  const int contested = s.stack.size() + (s.top == Card::none ? 0 : 1);
  if (s.phase == Phase::over) return contested == 0;
  if (contested != kContestedCards - std::max(0, s.round - kFirstSkirmish)) return false;
  const bool fixed = c.players() > 2 && s.round >= kFirstSkirmish && !drawing(s.phase);
  return (s.top != Card::none) == fixed;
}

bool field_fits_phase(const Checked& c) {
  const State& s = c.state;
  if (s.phase == Phase::pick) return s.hand[s.gatherer.seat].includes(s.field);
  return s.field.empty() || in_window(s);
}

// S-GATHER-4, and which cards can have acted.
bool used_and_acted(const Checked& c) {
  const State& s = c.state;
  const bool gathering =
      s.phase >= Phase::gather && s.phase <= Phase::keep_drawn && !forces_are_open(s);
  if (!gathering && !s.used.empty()) return false;
  return all_seats(c, [&](Player player) {
    const Acted& acted = s.acted[player.seat];
    if (forces_are_open(s)) return s.hand[player.seat].includes(acted.cards());
    if (acted.empty()) return true;
    return gathering && turn_order(s, player, c.players()) > turn_order(s, s.gatherer, c.players());
  });
}

bool turn_fields(const Checked& c) {
  const State& s = c.state;
  const bool gathering =
      s.phase >= Phase::gather && s.phase <= Phase::keep_drawn && !forces_are_open(s);
  if (!gathering && (s.food != 0 || s.taken != Actions{} || s.due != 0)) return false;
  if (!gathering && s.gatherer != s.initiator && !before_rounds(s.phase)) return false;
  const bool looking = in(s.phase, {Phase::reveal, Phase::keep});
  if (!looking && s.yard.looked != 0) return false;
  if (s.phase == Phase::keep && s.yard.looked == 0) return false;
  if (s.phase == Phase::reveal && (s.due == 0 || s.yard.loose.empty())) return false;
  const bool composed = s.phase == Phase::pick || in_window(s) || looking ||
                        in(s.phase, {Phase::plan, Phase::keep_plan}) ||
                        (s.phase == Phase::deal_action && s.action == Action::draw);
  return composed == (s.action != Action::none);
}

bool window_is_needed(const Checked& c) {
  const State& s = c.state;
  if (s.phase == Phase::respond)
    return c.setup.gather_interrupts && s.player != s.gatherer && can_respond(s, s.player, c.setup);
  if (s.phase == Phase::save) return s.player != s.hq.sniper && can_save(s, s.player);
  return s.phase != Phase::skirmish || can_act_in_skirmish(s, s.player, c.setup);
}

bool deck_when_due(const Checked& c) {
  const State& s = c.state;
  return !in(s.phase, {Phase::deal, Phase::deal_action}) || !s.deck[s.player.seat].empty();
}

// ---- HQ -----------------------------------------------------------------------------------------

bool hq_is_unused(const Checked& c) {
  const Headquarters& hq = c.state.hq;
  Headquarters expected;
  if (c.setup.modules >= 1) {
    expected.sniper = hq.sniper;
    expected.victim = hq.victim;
    expected.target = hq.target;
    expected.save_in_skirmish = hq.save_in_skirmish;
  }
  if (c.setup.modules <= 1) return hq == expected;
  return c.setup.modules > 2 || (hq.removed == expected.removed && hq.leader == expected.leader &&
                                 hq.power_used == PlayerSet{} && hq.wounded == PlayerSet{});
}

bool plans_once(const Checked& c) {
  if (c.setup.modules < 2) return true;
  const Headquarters& hq = c.state.hq;
  for (std::size_t b = 0; b < kBuildingTypes; ++b) {
    const auto building = static_cast<Building>(b);
    const auto sites = std::count_if(hq.sites.begin(), hq.sites.end(),
                                     [=](const Site& site) { return site.building == building; });
    const auto buried = std::count(hq.plans.buried.begin(), hq.plans.buried.end(), building);
    if (hq.plans.loose.count(building) + static_cast<int>(sites + buried) != kBuildings[b].copies)
      return false;
  }
  return std::is_sorted(hq.sites.begin(), hq.sites.end());
}

bool stores_hold(const Checked& c) {
  const Headquarters& hq = c.state.hq;
  if (!std::is_sorted(hq.stored.begin(), hq.stored.end())) return false;
  return all_seats(c, [&](Player player) {
    for (std::size_t i = 0; i < kStoredIcons; ++i) {
      const auto icon = static_cast<Icon>(i);
      const Building store = store_of(icon);
      const int stored = cards_stored(c.state, player, icon), locked = hq.locked[player.seat][i];
      const auto disabled =
          std::count(hq.sites.begin(), hq.sites.end(), Site{player, store, Site::kDisabled});
      if (locked > static_cast<int>(disabled) * row(store).room) return false;
      if (stored < locked ||
          stored - locked > sites_working(c.state, player, store) * row(store).room)
        return false;
    }
    return true;
  });
}

bool leaders_fit_phase(const Checked& c) {
  if (c.setup.modules < 3) return true;
  const State& s = c.state;
  std::array<int, kLeaders> dealt{};
  if (!all_seats(c, [&](Player player) {
        const Leader leader = s.hq.leader[player.seat];
        const OfferedLeaders& offered = s.hq.offered[player.seat];
        for (const Leader each : offered) ++dealt[index(each)];
        const bool due =
            s.phase == Phase::offer || (s.phase == Phase::choose && player >= s.player);
        if (due) return leader == Leader::none;
        if (index(leader) >= kLeaders) return false;
        if (s.phase == Phase::choose) return offered.contains(leader);
        ++dealt[index(leader)];
        return offered.empty();
      }))
    return false;
  return std::all_of(dealt.begin(), dealt.end(), [](int times) { return times <= 1; });
}

// ---- Memory -------------------------------------------------------------------------------------

int left_size(const Checked& c, std::size_t seat) {
  const Ledger& ledger = c.memory.ledger[seat];
  return c.state.discard[seat].size() - ledger.open.size() - ledger.fresh.size();
}
Cards pool_of(const Checked& c, std::size_t seat) {
  const Ledger& ledger = c.memory.ledger[seat];
  Cards pool = c.state.deck[seat] + (c.state.discard[seat] - ledger.open - ledger.fresh);
  if (!forces_are_open(c.state)) pool += c.state.hand[seat];
  return pool + stored_cards(c.state, Player::at(static_cast<int>(seat)));
}

bool discards_are_split(const Checked& c) {
  return all_seats(c, [&](Player player) {
    const Ledger& ledger = c.memory.ledger[player.seat];
    return c.state.discard[player.seat].includes(ledger.open + ledger.fresh) &&
           left_size(c, player.seat) >= 0 && ledger.fresh_won <= ledger.fresh.size(kContestedMask);
  });
}

bool masks_match(const Checked& c) {
  return c.memory.yard_seen.size() == c.state.yard.buried.size() &&
         c.memory.plans_seen.size() == c.state.hq.plans.buried.size();
}

bool ledgers_add_up(const Checked& c) {
  return all_seats(c, [&](Player player) {
    const Ledger& ledger = c.memory.ledger[player.seat];
    const int unknown = pool_of(c, player.seat).size() + ledger.missing - ledger.known.size();
    return unknown >= 0 && ledger.known.includes(ledger.suspects) &&
           ledger.known.includes(ledger.old) && ledger.won <= unknown &&
           ledger.old_unknown <= unknown && (ledger.missing > 0 || ledger.suspects.empty());
  });
}

bool memory_is_true(const Checked& c) {
  return all_seats(c, [&](Player owner) {
    const Ledger& ledger = c.memory.ledger[owner.seat];
    const Cards pool = pool_of(c, owner.seat);
    const Cards gone = Cards::beyond(ledger.old, c.state.hand[owner.seat]);
    if (!ledger.suspects.includes(gone) || gone.size() > ledger.missing) return false;
    return all_seats(c, [&](Player knower) {
      if (knower == owner) return c.memory.notes[knower.seat][owner.seat] == Notes{};
      const Notes& notes = c.memory.notes[knower.seat][owner.seat];
      const Cards lack = Cards::beyond(ledger.known + notes.pool, pool);
      return (ledger.suspects + notes.pool).includes(lack) && lack.size() <= ledger.missing &&
             ledger.fresh.includes(notes.fresh);
    });
  });
}

bool sunk_is_contested(const Checked& c) {
  return all_seats(c, [&](Player player) {
    const Cards& sunk = c.memory.sunk[player.seat];
    return sunk == sunk.only(kContestedMask);
  });
}

constexpr Invariant<Checked> kInvariants[] = {
    {"every field is in its range", fields_in_range},
    {"the round fits the phase", round_fits_phase},
    {"every card is in exactly one place", every_card_once},
    {"zones are not larger than they can be", zone_sizes},
    {"hands have 5 cards after the drawing phase", hands_are_dealt},
    {"stack and top have the size of the round", stack_and_top},
    {"the field is empty outside a window", field_fits_phase},
    {"used and acted cards fit the phase", used_and_acted},
    {"the fields of a turn fit the phase", turn_fields},
    {"who is asked can answer", window_is_needed},
    {"the deck has a card when one is due", deck_when_due},
    {"HQ fields of modules that are not played are unused", hq_is_unused},
    {"every plan is in exactly one place", plans_once},
    {"stores hold no more than their copies", stores_hold},
    {"leaders fit the phase", leaders_fit_phase},
    {"the discard pile is split into what was seen", discards_are_split},
    {"a mask for each buried card", masks_match},
    {"public memory adds up", ledgers_add_up},
    {"memory is true", memory_is_true},
    {"sunk cards are contested", sunk_is_contested},
};

}  // namespace

const char* Scavengers::broken_rule(const State& state, const Memory& memory) const {
  return first_broken(kInvariants, Checked{setup, state, memory});
}

}  // namespace farnorth::scavengers
