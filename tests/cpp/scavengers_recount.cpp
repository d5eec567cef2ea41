#include "scavengers_recount.hpp"

#include <algorithm>

namespace farnorth::scavengers {

namespace {

// Gearheads, pharmers, masons: of each seat the number that counts, and what breaks a tie.
using GangKeys = std::array<std::array<std::array<int, 2>, kMaxPlayers>, 3>;

bool is_contested(Card card) { return row(card).origin == Origin::contested; }

void add_keys(const State& state, Player seat, const std::vector<Card>& owned, GangKeys& keys) {
  for (const Card card : owned) {
    const Icon icon = row(card).icon;
    keys[0][seat.seat][0] += icon == Icon::tool ? 1 : 0;
    keys[0][seat.seat][1] += icon == Icon::tool && is_contested(card) ? 1 : 0;
    keys[1][seat.seat][0] += icon == Icon::medicine ? row(card).meds : 0;
    keys[1][seat.seat][1] += card == Card::medic ? 1 : 0;
    keys[2][seat.seat][1] += card == Card::engineer ? 1 : 0;
  }
  for (const Site& site : state.hq.sites)
    keys[2][seat.seat][0] += site.owner == seat && site.counter == 0 ? 1 : 0;
}

}  // namespace

std::vector<Card> owned_items(const State& state, Player seat) {
  std::vector<Card> owned;
  const auto add = [&](const Cards& zone) {
    for (int t = 0; t < kCardTypes; ++t)
      owned.insert(owned.end(), static_cast<std::size_t>(zone.count(card_at(t))), card_at(t));
  };
  for (const Cards& zone : {state.deck[seat.seat], state.hand[seat.seat], state.discard[seat.seat],
                            used_cards(state, seat), stored_cards(state, seat)})
    add(zone);
  if (seat == state.gatherer && state.phase != Phase::pick) add(state.field);
  return owned;
}

Scores count_again(const Scavengers& game, const State& state) {
  Scores scores{};
  GangKeys keys{};
  for (int i = 0; i < game.players(); ++i) {
    const Player seat = Player::at(i);
    const std::vector<Card> owned = owned_items(state, seat);
    for (const Card card : owned)
      scores[seat.seat] = static_cast<std::int16_t>(scores[seat.seat] + row(card).people);
    add_keys(state, seat, owned, keys);
  }
  const std::size_t gangs = game.setup.modules == 0 ? 0 : game.setup.modules == 1 ? 2 : 3;
  for (std::size_t g = 0; g < gangs; ++g) {
    const auto end = keys[g].begin() + game.players();
    const auto best = *std::max_element(keys[g].begin(), end);
    if (best[0] == 0 || std::count(keys[g].begin(), end, best) != 1) continue;
    const auto winner =
        static_cast<std::size_t>(std::find(keys[g].begin(), end, best) - keys[g].begin());
    scores[winner] = static_cast<std::int16_t>(scores[winner] + 5);
  }
  return scores;
}

Places rank_again(const Scavengers& game, const State& state) {
  const Scores scores = count_again(game, state);
  const auto triple = [&](int seat) {
    const std::vector<Card> owned = owned_items(state, Player::at(seat));
    return std::array<long, 3>{scores[static_cast<std::size_t>(seat)],
                               std::count_if(owned.begin(), owned.end(), is_contested),
                               static_cast<long>(owned.size())};
  };
  Places places{};
  for (int seat = 0; seat < game.players(); ++seat) {
    int place = 1;
    for (int other = 0; other < game.players(); ++other)
      place += triple(other) > triple(seat) ? 1 : 0;
    places[static_cast<std::size_t>(seat)] = static_cast<std::uint8_t>(place);
  }
  return places;
}

int people_in_the_game(const Setup& setup) {
  int people = 0;
  for (int t = 0; t < kCardTypes; ++t)
    people += row(card_at(t)).people * cards_in_the_game(card_at(t), setup.players, setup.modules);
  return people;
}

int people_everywhere(const State& state, int players) {
  Cards elsewhere = state.yard.loose + state.stack;
  for (const Card card : state.yard.buried) elsewhere.add(card);
  if (state.top != Card::none) elsewhere.add(state.top);
  int people = people_on(elsewhere);
  for (std::size_t h = 0; h < kHireTypes; ++h) people += state.hires[h] * row(kHires[h]).people;
  for (std::size_t t = 0; t < kPersonTypes; ++t) people += state.hq.removed[t] * kCards[t].people;
  for (int seat = 0; seat < players; ++seat)
    for (const Card card : owned_items(state, Player::at(seat))) people += row(card).people;
  return people;
}

}  // namespace farnorth::scavengers
