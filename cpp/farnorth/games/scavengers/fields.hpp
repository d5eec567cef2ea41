// The names of the fields of State, Memory and View, for JSON and hashes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "farnorth/core/fields.hpp"
#include "farnorth/games/scavengers/scavengers.hpp"

namespace farnorth::scavengers {

inline std::string to_word(Phase phase) { return std::string(kPhaseNames[index(phase)]); }
inline bool from_word(std::string_view word, Phase& phase) {
  return enum_from_word(kPhaseNames, word, phase);
}

inline std::string to_word(Action action) { return std::string(kActionNames[index(action)]); }
inline bool from_word(std::string_view word, Action& action) {
  return enum_from_word(kActionNames, word, action);
}

// "none" and "?" besides the ids.
template <class Enum>
std::string word_or_none(Enum value) {
  return value == Enum::none ? "none" : std::string(name(value));
}
template <class Enum>
bool word_or_none(std::string_view word, Enum& value) {
  for (int i = 0; i <= static_cast<int>(Enum::unknown); ++i) {
    value = static_cast<Enum>(i);
    if (word_or_none(value) == word) return true;
  }
  return false;
}
inline std::string to_word(Card card) { return word_or_none(card); }
inline bool from_word(std::string_view word, Card& card) { return word_or_none(word, card); }
inline std::string to_word(Leader leader) { return word_or_none(leader); }
inline bool from_word(std::string_view word, Leader& leader) { return word_or_none(word, leader); }

inline std::string to_word(Building building) { return std::string(name(building)); }
inline bool from_word(std::string_view word, Building& building) {
  for (int i = 0; i <= kBuildingTypes; ++i) {
    building = static_cast<Building>(i);
    if (name(building) == word) return true;
  }
  return false;
}

inline std::vector<Card> to_items(const Cards& cards) {
  std::vector<Card> items;
  cards.for_each([&](Card card, int copies) {
    items.insert(items.end(), static_cast<std::size_t>(copies), card);
  });
  return items;
}
inline bool from_items(const std::vector<Card>& items,
                       Cards& cards) {  // false if a card is there too often
  cards = {};
  for (const Card card : items) {
    if (index(card) >= kCardTypes || cards.count(card) == row(card).copies) return false;
    cards.add(card);
  }
  return true;
}

inline std::vector<Card> to_items(const Acted& acted) { return to_items(acted.cards()); }
inline bool from_items(const std::vector<Card>& items, Acted& acted) {
  acted = {};
  for (const Card card : items) {
    if (!Acted::is_special(card) || acted.count(card) == row(card).copies) return false;
    acted.add(card);
  }
  return true;
}

inline std::vector<Action> to_items(const Actions& actions) {
  std::vector<Action> items;
  for (std::size_t a = 0; a < index(Action::none); ++a)
    if (actions.contains(static_cast<Action>(a))) items.push_back(static_cast<Action>(a));
  return items;
}
inline bool from_items(const std::vector<Action>& items, Actions& actions) {
  actions = {};
  for (const Action action : items) {
    if (action == Action::none || action == Action::fight) return false;
    actions.add(action);
  }
  return true;
}

inline std::vector<Building> to_items(const Plans& plans) {
  std::vector<Building> items;
  for (std::size_t b = 0; b < kBuildingTypes; ++b)
    for (int i = 0; i < plans.count(static_cast<Building>(b)); ++i)
      items.push_back(static_cast<Building>(b));
  return items;
}
inline bool from_items(const std::vector<Building>& items, Plans& plans) {
  plans = {};
  for (const Building building : items) {
    if (building == Building::unknown || plans.count(building) == row(building).copies)
      return false;
    plans.add(building);
  }
  return true;
}

template <class Visitor, FieldsOf<Yard> T>
void fields(Visitor& visit, T& yard) {
  visit("loose", yard.loose);
  visit("buried", yard.buried);  // the one nearest to the top first
  visit("looked", yard.looked);
}
template <class Visitor, FieldsOf<DugPile<Plans, Building, kPlans>> T>
void fields(Visitor& visit, T& plans) {
  visit("loose", plans.loose);
  visit("buried", plans.buried);
  visit("looked", plans.looked);
}

template <class Visitor, FieldsOf<Site> T>
void fields(Visitor& visit, T& site) {
  visit("owner", site.owner);
  visit("building", site.building);
  visit("counter", site.counter);
}
template <class Visitor, FieldsOf<StoredCard> T>
void fields(Visitor& visit, T& stored) {
  visit("owner", stored.owner);
  visit("card", stored.card);
}

template <class Visitor, FieldsOf<Headquarters> T>
void fields(Visitor& visit, T& hq) {
  visit("plans", hq.plans);
  visit("sites", hq.sites);
  visit("stored", hq.stored);
  visit("locked", by_seat(hq.locked));  // by icon: person, tool, medicine
  visit("removed", hq.removed);         // by type of person
  visit("leader", by_seat(hq.leader));
  visit("offered", by_seat(hq.offered));
  visit("wounded", hq.wounded);
  visit("power_used", hq.power_used);
  visit("stored_into", hq.stored_into);
  visit("taken_from", hq.taken_from);
  visit("helper", hq.helper);
  visit("free_med", hq.free_med);
  visit("cannibal_food", hq.cannibal_food);
  visit("drawn", hq.drawn);
  visit("save_in_skirmish", hq.save_in_skirmish);
  visit("sniper", hq.sniper);
  visit("victim", hq.victim);
  visit("target", hq.target);
}

template <class Visitor, FieldsOf<State> T>
void fields(Visitor& visit, T& state) {
  visit("phase", state.phase);
  visit("round", state.round);
  visit("player", state.player);
  visit("gatherer", state.gatherer);
  visit("initiator", state.initiator);
  visit("action", state.action);
  visit("taken", state.taken);
  visit("food", state.food);
  visit("due", state.due);
  visit("floor", state.floor);
  visit("top", state.top);
  visit("yard_shuffles", state.yard_shuffles);
  visit("deck_shuffles", by_seat(state.deck_shuffles));
  visit("acted", by_seat(state.acted));
  visit("hires", state.hires);  // by stack, in the order of the cards
  visit("deck", by_seat(state.deck));
  visit("hand", by_seat(state.hand));
  visit("discard", by_seat(state.discard));
  visit("used", state.used);
  visit("field", state.field);
  visit("stack", state.stack);
  visit("yard", state.yard);
  visit("hq", state.hq);
}

template <class Visitor, FieldsOf<Ledger> T>
void fields(Visitor& visit, T& ledger) {
  visit("open", ledger.open);
  visit("fresh", ledger.fresh);
  visit("known", ledger.known);
  visit("suspects", ledger.suspects);
  visit("old", ledger.old);
  visit("missing", ledger.missing);
  visit("won", ledger.won);
  visit("old_unknown", ledger.old_unknown);
  visit("fresh_won", ledger.fresh_won);
}

template <class Visitor, FieldsOf<Notes> T>
void fields(Visitor& visit, T& notes) {
  visit("fresh", notes.fresh);
  visit("pool", notes.pool);
}

template <class Visitor, FieldsOf<Memory> T>
void fields(Visitor& visit, T& memory) {
  visit("ledger", by_seat(memory.ledger));
  visit("notes", memory.notes);  // by who knows, then by about whom
  visit("sunk", by_seat(memory.sunk));
  visit("yard_seen", memory.yard_seen);
  visit("plans_seen", memory.plans_seen);
  visit("window_from", memory.window_from);
  visit("passed", memory.passed);
}

template <class Visitor, FieldsOf<ZoneSizes> T>
void fields(Visitor& visit, T& size) {
  visit("deck", size.deck);
  visit("hand", size.hand);
  visit("fresh", size.fresh);
  visit("left", size.left);
  visit("stored", size.stored);
}

template <class Visitor, FieldsOf<View> T>
void fields(Visitor& visit, T& view) {
  visit("viewer", view.viewer);
  visit("asked", view.asked);
  visit("passed", view.passed);
  visit("window_from", view.window_from);
  visit("seen", view.seen);
  visit("size", by_seat(view.size));
  visit("loose_size", view.loose_size);
  visit("stack_size", view.stack_size);
  visit("plans_size", view.plans_size);
  visit("leaders_offered", by_seat(view.leaders_offered));
  visit("ledger", by_seat(view.ledger));
  visit("notes", by_seat(view.notes));
  visit("sunk", view.sunk);
  visit("yard_seen", view.yard_seen);
  visit("plans_seen", view.plans_seen);
}

}  // namespace farnorth::scavengers
