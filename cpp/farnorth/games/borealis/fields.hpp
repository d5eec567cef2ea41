// The names of the fields of State, Memory and View, for JSON and hashes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "farnorth/core/fields.hpp"
#include "farnorth/games/borealis/borealis.hpp"

namespace farnorth::borealis {

inline std::string to_word(Phase phase) {
  return std::string(kPhaseNames[static_cast<std::size_t>(phase)]);
}
inline bool from_word(std::string_view word, Phase& phase) {
  return enum_from_word(kPhaseNames, word, phase);
}

inline std::string to_word(ScoringCard card) {
  return card == ScoringCard::none ? "none" : std::string(row(card).id);
}
inline bool from_word(std::string_view word, ScoringCard& card) {
  for (int i = 0; i <= kScoringCards; ++i) {
    card = static_cast<ScoringCard>(i);
    if (to_word(card) == word) return true;
  }
  return false;
}

inline std::string to_word(Objective objective) {
  return objective == Objective::none ? "none" : std::string(row(objective).id);
}
inline bool from_word(std::string_view word, Objective& objective) {
  for (int i = 0; i <= kObjectives; ++i) {
    objective = static_cast<Objective>(i);
    if (to_word(objective) == word) return true;
  }
  return false;
}

inline std::string to_word(Face face) { return face_name(face); }
inline bool from_word(std::string_view word, Face& face) {
  for (std::uint8_t id = 0; id < kFaceCount; ++id)
    if (face_name(Face{id}) == word) {
      face = Face{id};
      return true;
    }
  return false;
}

// "open", or the number of the deck it came from: "0", "1" ...
inline std::string to_word(Origin origin) {
  return origin.is_open() ? "open" : std::to_string(origin.deck());
}
inline bool from_word(std::string_view word, Origin& origin) {
  if (word == "open") {
    origin = Origin::open();
    return true;
  }
  for (int deck = 0; deck < kHiddenDecks; ++deck)
    if (std::to_string(deck) == word) {
      origin = Origin::hidden(deck);
      return true;
    }
  return false;
}

inline std::vector<Face> to_items(const Faces& faces) {
  std::vector<Face> items;
  faces.for_each([&](Face face, int copies) {
    items.insert(items.end(), static_cast<std::size_t>(copies), face);
  });
  return items;
}
inline bool from_items(const std::vector<Face>& items,
                       Faces& faces) {  // false if a card is there too often
  faces = {};
  for (const Face face : items) {
    if (faces.count(face) == row(face).copies) return false;
    faces.add(face);
  }
  return true;
}

template <class Visitor, FieldsOf<Board> T>
void fields(Visitor& visit, T& board) {
  visit("pattern", board.pattern);
  visit("pile", board.pile);  // by location, bottom card first
  visit("scientists",
        board.scientists);  // by spot: left, middle, right, left camp, right camp; by colour
  visit("flag", board.flag);
  visit("points", board.points);
}

template <class Visitor, FieldsOf<State> T>
void fields(Visitor& visit, T& state) {
  visit("phase", state.phase);
  visit("player", state.player);
  visit("scoring", state.scoring);
  visit("objective", state.objective);
  visit("claimed", state.claimed);
  visit("closed", state.closed);
  visit("refreshed", state.refreshed);
  visit("discard_floor", state.discard_floor);
  visit("shuffles", state.shuffles);
  visit("deck", state.deck);
  visit("discard", state.discard);
  visit("pool", state.pool);
  visit("hand", by_seat(state.hand));
  visit("board", by_seat(state.board));
}

template <class Visitor, FieldsOf<HeldCard> T>
void fields(Visitor& visit, T& card) {
  visit("face", card.face);
  visit("origin", card.origin);
}

template <class Visitor, FieldsOf<Memory> T>
void fields(Visitor& visit, T& memory) {
  visit("held", by_seat(memory.held));
}

template <class Visitor, FieldsOf<OpponentHand> T>
void fields(Visitor& visit, T& hand) {
  visit("open", hand.open);
  visit("hidden", hand.hidden);
}

template <class Visitor, FieldsOf<View> T>
void fields(Visitor& visit, T& view) {
  visit("viewer", view.viewer);
  visit("seen", view.seen);
  visit("hand", view.hand);
  visit("others", by_seat(view.others));
  visit("deck_size", view.deck_size);
  visit("unseen", view.unseen);
}

}  // namespace farnorth::borealis
