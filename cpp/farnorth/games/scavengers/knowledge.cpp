// What a player sees: shown, View. Section 5.4 of the rules.
#include <algorithm>

#include "farnorth/games/scavengers/scavengers.hpp"

namespace farnorth::scavengers {

namespace {

constexpr Card kHiddenCard = Card::unknown;

// In a window: the first seat that `viewer` cannot rule out, if he is not the one who is asked.
Player first_open_seat(const State& state, const Memory& memory, Player viewer, int players) {
  const bool passed = memory.passed.contains(viewer);
  const Player from = passed ? viewer : memory.window_from;
  if (from != viewer) return from;
  Player seat = next(viewer, players);
  const bool saving = state.phase == Phase::save;
  if (saving && seat == state.hq.sniper) seat = next(seat, players);
  return seat;
}

bool composing_unseen(const State& state, Player player) {
  return state.phase == Phase::pick && player != state.gatherer;
}

// Before all have chosen, who chose what is hidden.
void hide_choices(Headquarters& hq, Player viewer) {
  for (std::size_t seat = 0; seat < kMaxPlayers; ++seat) {
    if (seat == viewer.seat || hq.offered[seat].empty()) continue;
    hq.offered[seat].clear();
    if (hq.leader[seat] != Leader::none) hq.leader[seat] = Leader::unknown;
  }
}

void hide_hq(const State& state, const Memory& memory, View& view) {
  Headquarters& hq = view.seen.hq;
  for (std::size_t seat = 0; seat < kMaxPlayers; ++seat)
    view.leaders_offered[seat] = static_cast<std::uint8_t>(hq.offered[seat].size());
  hide_choices(hq, view.viewer);
  for (const StoredCard& stored : state.hq.stored)
    ++view.size[stored.owner.seat].stored[index(row(stored.card).icon)];
  hq.stored.clear();
  for (const StoredCard& stored : state.hq.stored)
    if (stored.owner == view.viewer) hq.stored.push_back(stored);
  view.plans_size = static_cast<std::uint8_t>(hq.plans.loose.size());
  hq.plans.loose = {};
  for (std::size_t i = 0; i < hq.plans.buried.size(); ++i)
    if (!memory.plans_seen[i].contains(view.viewer)) hq.plans.buried[i] = Building::unknown;
  view.plans_seen = memory.plans_seen;
  if (view.viewer != state.gatherer) std::fill(hq.drawn.begin(), hq.drawn.end(), kHiddenCard);
}

void hide_yard_and_stack(const State& state, const Memory& memory, View& view) {
  State& seen = view.seen;
  view.loose_size = static_cast<std::uint8_t>(state.yard.loose.size());
  seen.yard.loose = {};
  for (std::size_t i = 0; i < seen.yard.buried.size(); ++i)
    if (!memory.yard_seen[i].contains(view.viewer)) seen.yard.buried[i] = kHiddenCard;
  view.yard_seen = memory.yard_seen;
  view.stack_size = static_cast<std::uint8_t>(state.stack.size());
  seen.stack = {};
  if (state.top != Card::none && view.viewer != state.initiator) seen.top = kHiddenCard;
}

}  // namespace

// ---- View ---------------------------------------------------------------------------------------

View Scavengers::view(const State& state, const Memory& memory, Player viewer) const {
  View view;
  view.viewer = viewer;
  view.seen = state;
  view.ledger = memory.ledger;
  view.notes = memory.notes[viewer.seat];
  view.sunk = memory.sunk[viewer.seat];
  const bool open_forces = forces_are_open(state);
  for (std::size_t seat = 0; seat < setup.players; ++seat) {
    const Ledger& ledger = memory.ledger[seat];
    ZoneSizes& size = view.size[seat];
    const int open = ledger.open.size(), fresh = ledger.fresh.size();
    size.deck = static_cast<std::uint8_t>(state.deck[seat].size());
    size.hand = static_cast<std::uint8_t>(state.hand[seat].size());
    size.fresh = static_cast<std::uint8_t>(fresh);
    size.left = static_cast<std::uint8_t>(state.discard[seat].size() - open - fresh);
    if (seat == viewer.seat) continue;
    view.seen.deck[seat] = {};
    if (!open_forces) view.seen.hand[seat] = {};
    view.seen.discard[seat] = ledger.open;
    view.ledger[seat].fresh = {};
  }
  hide_yard_and_stack(state, memory, view);
  hide_hq(state, memory, view);
  if (composing_unseen(state, viewer)) {
    view.seen.phase = Phase::gather;
    view.seen.action = Action::none;
    view.seen.field = {};
    view.seen.floor = Card::refugee;
    view.seen.hq.helper = false;
  }
  if (in_window(state)) {
    view.asked = state.player == viewer;
    view.passed = memory.passed.contains(viewer);
    view.window_from = memory.window_from;
    if (!view.asked) view.seen.player = first_open_seat(state, memory, viewer, setup.players);
  }
  return view;
}

Actor Scavengers::actor(const View& view) const { return actor(view.seen); }

void Scavengers::legal_moves(const View& view, FixedVector<Move, kMaxMoves>& moves) const {
  moves.clear();
  if (!actor(view).is(view.viewer)) return;
  if (view.seen.phase != Phase::gather) {
    legal_moves(view.seen, moves);
    return;
  }
  // Only whether there are any counts here (S-GATHER-5).
  State state = view.seen;
  state.yard.loose.add(Card::junk, view.loose_size);
  state.hq.plans.loose.add(Building::garden, view.plans_size);
  legal_moves(state, moves);
}

// ---- What a player sees of a move ---------------------------------------------------------------

Move Scavengers::shown(const State& before, const Move& move, Player player) const {
  const auto without_card = [&] {
    Move seen = move;
    seen.card = kHiddenCard;
    return seen;
  };
  switch (move.kind) {
    case MoveKind::dig:
    case MoveKind::draw:
    case MoveKind::hunt:
    case MoveKind::trash:
    case MoveKind::build:
    case MoveKind::add:  // 5.1: not even that it has begun
      return player == before.gatherer ? move : Move::plain(MoveKind::unseen);
    case MoveKind::power:
      return player == before.gatherer || before.phase != Phase::pick
                 ? move
                 : Move::plain(MoveKind::unseen);
    case MoveKind::pass:  // 5.4: leaves no trace in a window
      return player == before.player || !in_window(before) ? move : Move::plain(MoveKind::unseen);
    case MoveKind::deal: return player == before.player ? move : without_card();
    case MoveKind::reveal: return player == before.gatherer ? move : without_card();
    case MoveKind::store:
    case MoveKind::take: {
      if (player == before.gatherer) return move;
      Move seen = without_card();  // S-M2-7: the store is seen
      seen.building = store_of(row(move.card).icon);
      return seen;
    }
    case MoveKind::keep:  // S-DIG-3
      if (player == before.gatherer) return move;
      if (before.phase == Phase::keep) return without_card();
      return Move::of(MoveKind::keep_hidden,  // S-M3-7
                      before.hq.drawn[0] == move.card ? before.hq.drawn[1] : before.hq.drawn[0]);
    case MoveKind::top: {
      // S-PEEK-1; with two players the winner sees it when he takes it
      const bool sees = before.phase == Phase::top
                            ? player == before.initiator
                            : skirmish_winner(before, setup.players).is(player);
      return sees ? move : without_card();
    }
    case MoveKind::plan:
      return player == before.gatherer ? move : Move::of(MoveKind::plan, Building::unknown);
    case MoveKind::offer:
      return player == before.player ? move : Move::of(MoveKind::offer, Leader::unknown);
    case MoveKind::choose: {  // S-M3-1: with the last choice all are turned up
      const bool last = before.player.seat + 1 == setup.players;
      return player == before.player || last ? move : Move::of(MoveKind::choose, Leader::unknown);
    }
    case MoveKind::end:
    case MoveKind::commit:
    case MoveKind::keep_none:
    case MoveKind::snipe:
    case MoveKind::disarm:
    case MoveKind::hire:
    case MoveKind::keep_plan:
    case MoveKind::save:
    case MoveKind::fanatic:
    case MoveKind::disable:
    case MoveKind::wound:
    case MoveKind::repair:
    case MoveKind::heal:
    case MoveKind::first:
    case MoveKind::unseen:
    case MoveKind::keep_hidden: break;
  }
  return move;
}

}  // namespace farnorth::scavengers
