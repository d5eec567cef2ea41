// What players can know: View, determinize. Section 5 of the rules.
#include "farnorth/games/explorers/explorers.hpp"

namespace farnorth::explorers {

namespace {

// Phases in which captains are still secret.
bool captains_are_hidden(Phase phase) {
  return phase == Phase::deal_captains || phase == Phase::captain;
}

int cards_held(const Clan& clan) {
  return (clan.captain[0] != Captain::none ? 1 : 0) + (clan.captain[1] != Captain::none ? 1 : 0);
}

// The captains outside the viewer's offer, dealt again. A seat that has picked holds either of its
// two, equally likely.
void deal_captains(const View& view, State& world, int players, Rng& rng) {
  const auto& own = view.seen.clan[view.viewer.seat].captain;
  FixedVector<Captain, kCaptains> others;
  for (int c = 0; c < kCaptains; ++c)
    if (const auto captain = static_cast<Captain>(c); captain != own[0] && captain != own[1])
      others.push_back(captain);
  rng.shuffle(others);
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(players); ++seat) {
    Clan& clan = world.clan[seat];
    for (std::size_t i = 0; i < view.captains_held[seat]; ++i) {
      clan.captain[i] = others.back();
      others.pop_back();
    }
    if (clan.captain[1] < clan.captain[0]) std::swap(clan.captain[0], clan.captain[1]);
    if (view.has_picked[seat]) clan.pick = static_cast<std::uint8_t>(1 + rng.below(2));
  }
}

}  // namespace

Move Explorers::shown(const State& before, const Move& move, Player player) const {
  Move seen = move;
  if (before.player == player) return seen;
  if (move.kind == MoveKind::draw) seen.tile = Tile::at(kUnknown);
  if (move.kind == MoveKind::deal || move.kind == MoveKind::captain) seen.number = kUnknown;
  return seen;
}

View Explorers::view(const State& state, const Memory&, Player viewer) const {
  View view;
  view.viewer = viewer;
  view.seen = state;
  view.stack_size = static_cast<std::uint8_t>(state.stack.size());
  view.unseen = state.stack;
  view.seen.stack = {};
  for (std::size_t seat = 0; seat < setup.players; ++seat) {
    if (seat == viewer.seat) continue;
    view.hand_size[seat] = static_cast<std::uint8_t>(state.hand[seat].size());
    view.unseen = view.unseen | state.hand[seat];
    view.seen.hand[seat] = {};
    if (captains_are_hidden(state.phase)) {
      const Clan& clan = state.clan[seat];
      view.captains_held[seat] = static_cast<std::uint8_t>(cards_held(clan));
      view.has_picked[seat] = clan.pick != 0;
      view.seen.clan[seat].captain = {Captain::none, Captain::none};
      view.seen.clan[seat].pick = 0;
    }
  }
  return view;
}

State Explorers::determinize(const View& view, Rng& rng) const {
  State world = view.seen;
  world.stack = view.unseen;
  // Tiles drawn one by one for the hands and the rest for the stack: every deal equally likely.
  for (std::size_t seat = 0; seat < setup.players; ++seat)
    for (int i = 0; i < view.hand_size[seat]; ++i) {
      const Tile tile = world.stack.pick(rng);
      world.stack.remove(tile);
      world.hand[seat].add(tile);
    }
  if (captains_are_hidden(view.seen.phase)) deal_captains(view, world, setup.players, rng);
  return world;
}

}  // namespace farnorth::explorers
