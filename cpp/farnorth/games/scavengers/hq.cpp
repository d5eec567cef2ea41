// Prices, and what HQ adds: stores, buildings, leaders' powers.
#include <algorithm>

#include "farnorth/games/scavengers/scavengers.hpp"

namespace farnorth::scavengers {

namespace {

std::uint8_t icon_bit(Icon icon) { return static_cast<std::uint8_t>(1U << index(icon)); }

// Cards of a store that are not locked (S-M4-2).
int cards_in_reach(const State& state, Player player, Icon icon) {
  return cards_stored(state, player, icon) - state.hq.locked[player.seat][index(icon)];
}

}  // namespace

int most_food(const State& state) {
  if (state.hq.sites.empty()) return std::max(state.food, state.hq.cannibal_food);
  return std::max(state.food + sites_working(state, state.gatherer, Building::garden),  // S-M2-5
                  int{state.hq.cannibal_food});
}

Bill bill_of(const State& state, Card card) {
  const CardRow& c = row(card);
  const Player player = state.gatherer;
  const int gardens =
      state.hq.sites.empty() ? 0 : sites_working(state, player, Building::garden);  // S-M2-5
  const int food = state.food + gardens;
  const int cannibal = state.hq.cannibal_food;  // S-M3-5: not to be put together with other food
  const int free_meds = state.hq.free_med ? 1 : 0;
  if (c.food_or_meds != kNone) {  // S-HIRE-3: all the food on hand first
    const int paid = std::min(std::max(food, cannibal), int{c.food_or_meds});
    const int own = food >= cannibal ? std::max(0, paid - gardens) : 0;
    return {.food_is_there = true,
            .own_food = own,
            .meds = std::max(0, c.food_or_meds - paid - free_meds)};
  }
  // S-M3-8
  const bool cheap = card == Card::saboteur && power_of(state, player) == Leader::sergeant;
  const int price = cheap ? 0 : c.food;  // S-HIRE-6: 0 for a hunter
  return {.food_is_there = food >= price || cannibal >= price,
          .own_food = food >= price ? std::max(0, price - gardens) : 0,
          .meds = std::max(0, c.meds_due - free_meds)};
}

int sites_working(const State& state, Player player, Building building) {
  return static_cast<int>(
      std::count(state.hq.sites.begin(), state.hq.sites.end(), Site{player, building, 0}));
}

int cards_stored(const State& state, Player player, Icon icon) {
  return static_cast<int>(
      std::count_if(state.hq.stored.begin(), state.hq.stored.end(), [=](const StoredCard& stored) {
        return stored.owner == player && row(stored.card).icon == icon;
      }));
}

Cards stored_cards(const State& state, Player player) {
  Cards cards;
  for (const StoredCard& stored : state.hq.stored)
    if (stored.owner == player) cards.add(stored.card);
  return cards;
}

bool may_store(const State& state, Player player, Card card) {  // S-M2-6
  const Icon icon = row(card).icon;
  if (icon == Icon::none || (state.hq.taken_from & icon_bit(icon)) != 0) return false;
  const Building store = store_of(icon);
  const int room = sites_working(state, player, store) * row(store).room;
  return cards_in_reach(state, player, icon) < room;
}

bool may_take(const State& state, Player player, Card card) {  // S-M2-6
  const Icon icon = row(card).icon;
  return icon != Icon::none && (state.hq.stored_into & icon_bit(icon)) == 0 &&
         cards_in_reach(state, player, icon) > 0;
}

bool may_use_power(const State& state, Player player, Leader leader) {  // S-M3-2
  return power_of(state, player) == leader && !state.hq.power_used.contains(player);
}

bool may_play_helper(const State& state, Action action) {
  const Player player = state.gatherer;
  if (!state.hand[player.seat].contains(Card::refugee)) return false;
  const bool dig_or_hunt = action == Action::dig || action == Action::hunt;
  return (dig_or_hunt && may_use_power(state, player, Leader::peacemaker)) ||
         ((dig_or_hunt || action == Action::draw) && may_use_power(state, player, Leader::mentor));
}

}  // namespace farnorth::scavengers
