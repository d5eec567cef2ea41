// What players can know: Memory, View, determinize. Section 5 of the rules.
#include <algorithm>
#include <cassert>

#include "farnorth/games/borealis/borealis.hpp"

namespace farnorth::borealis {

namespace {

void hold(HeldCards& held, Face face, Origin origin) { held.insert_sorted({face, origin}); }

// B-KNOW-3: of several cards of one face the open one leaves first, then the oldest. Cards are sorted by origin and
// `open` sorts last, so it is the last one of that face.
Origin let_go(HeldCards& held, Face face) {
  for (std::size_t i = held.size(); i > 0; --i)
    if (held[i - 1].face == face) {
      const Origin origin = held[i - 1].origin;
      held.erase_at(i - 1);
      return origin;
    }
  assert(false && "the card is not held");
  return {};
}

template <class F>
void for_each_hidden(Memory& memory, F f) {
  for (HeldCards& held : memory.held)
    for (HeldCard& card : held)
      if (!card.origin.is_open()) f(card.origin);
}

bool some_hidden(Memory& memory, int deck) {
  bool found = false;
  for_each_hidden(memory, [&](Origin origin) { found = found || origin.deck() == deck; });
  return found;
}

// B-KNOW-4: the discard pile has become the deck.
void start_new_deck(Memory& memory) {
  if (!some_hidden(memory, 0)) return;
  for_each_hidden(memory, [](Origin& origin) { origin = Origin::hidden(origin.deck() + 1); });
}

// B-KNOW-5: no card of deck number `gone` is held any more.
void close_gap(Memory& memory, int gone) {
  for_each_hidden(memory, [=](Origin& origin) {
    if (origin.deck() > gone) origin = Origin::hidden(origin.deck() - 1);
  });
}

}  // namespace

void Borealis::witness(Memory& memory, const State& before, const Move& move) const {
  HeldCards& held = memory.held[before.player.seat];
  switch (move.kind) {
    case MoveKind::observe:
    case MoveKind::discard: {
      const Origin origin = let_go(held, move.face);
      if (!origin.is_open() && origin.deck() >= 1 && !some_hidden(memory, origin.deck()))
        close_gap(memory, origin.deck());
      return;  // no card is due after these
    }
    case MoveKind::take: hold(held, move.face, Origin::open()); break;     // B-KNOW-2
    case MoveKind::deal: hold(held, move.face, Origin::hidden(0)); break;  // B-KNOW-2
    case MoveKind::gather:
    case MoveKind::regroup:
    case MoveKind::draw:
    case MoveKind::refresh:
    case MoveKind::done:
    case MoveKind::board:
    case MoveKind::scoring:
    case MoveKind::objective:
    case MoveKind::reveal: break;
  }
  State after = before;
  apply(after, move);
  if (after.shuffles != before.shuffles) start_new_deck(memory);
}

Move Borealis::shown(const State&, const Move& move, Player player) const {
  Move seen = move;
  if (move.kind == MoveKind::deal && move.player != player) seen.face = kUnknownFace;
  return seen;
}

View Borealis::view(const State& state, const Memory& memory, Player viewer) const {
  View view;
  view.viewer = viewer;
  view.seen = state;
  view.seen.deck = {};
  view.deck_size = static_cast<std::uint8_t>(state.deck.size());
  view.hand = memory.held[viewer.seat];
  view.unseen[0] = state.deck;
  for (std::size_t seat = 0; seat < setup.players; ++seat) {  // B-KNOW-6
    if (seat == viewer.seat) continue;
    view.seen.hand[seat].clear();
    for (const HeldCard& card : memory.held[seat]) {
      if (card.origin.is_open()) {
        view.others[seat].open.push_back(card.face);
      } else {
        const auto deck = static_cast<std::size_t>(card.origin.deck());
        ++view.others[seat].hidden[deck];
        view.unseen[deck].add(card.face);
      }
    }
  }
  return view;
}

State Borealis::determinize(const View& view, Rng& rng) const {  // B-KNOW-7
  State world = view.seen;
  world.deck = view.unseen[0];
  for (std::size_t deck = 0; deck < kHiddenDecks; ++deck) {
    if (view.unseen[deck].empty()) continue;
    Faces old = view.unseen[deck];
    Faces& from = deck == 0 ? world.deck : old;
    for (std::size_t seat = 0; seat < setup.players; ++seat)
      for (int i = 0; i < view.others[seat].hidden[deck]; ++i) {
        const Face face = from.pick(rng);
        from.remove(face);
        world.hand[seat].insert_sorted(face);
      }
  }
  for (std::size_t seat = 0; seat < setup.players; ++seat)
    for (const Face face : view.others[seat].open) world.hand[seat].insert_sorted(face);
  return world;
}

// B-KNOW-8: with this Memory the world gives the same view again.
Memory Borealis::memory_of(const View& view, const State& world) const {
  Memory memory;
  memory.held[view.viewer.seat] = view.hand;
  for (std::size_t seat = 0; seat < setup.players; ++seat) {
    if (seat == view.viewer.seat) continue;
    Hand hidden = world.hand[seat];
    for (const Face face : view.others[seat].open) {
      hidden.erase_first(face);
      hold(memory.held[seat], face, Origin::open());
    }
    // The places left in each deck's share of the hand. Only copies of the double face can belong to two decks, so
    // they are placed last, where room is left.
    auto places = view.others[seat].hidden;
    const auto place = [&](Face face) {
      std::size_t deck = 0;
      while (places[deck] == 0 || !view.unseen[deck].contains(face)) ++deck;
      --places[deck];
      hold(memory.held[seat], face, Origin::hidden(static_cast<int>(deck)));
    };
    for (const Face face : hidden)
      if (face != kDoubleFace) place(face);
    for (const Face face : hidden)
      if (face == kDoubleFace) place(face);
  }
  return memory;
}

}  // namespace farnorth::borealis
