// The luck of a match: from a seed, the same order of every deck whoever sits where and whatever he chooses.
//
// The state decides each card late, when it is drawn. Luck keeps deals equal all the same: each physical card has a
// priority, a hash of (seed, deck, shuffle number, card), and a draw takes the smallest priority left. That is a fixed
// shuffle, known only here: a state or view has no trace of it.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "farnorth/core/game.hpp"

namespace farnorth {

template <Game G>
class Luck {
 public:
  explicit Luck(std::uint64_t seed) : seed_(seed) {}

  // The chance move that happens at `state`, where chance acts.
  typename G::Move draw(const G& game, const typename G::State& state) {
    const LuckSource source = game.luck_source(state);
    assert(source.deck < kDecks);
    Deck& deck = decks_[source.deck];
    // A deck only loses cards, by draws, until it is shuffled again: its order is worked out once a shuffle.
    if (deck.next == deck.order.size() || deck.shuffle != source.shuffle)
      put_in_order(game, state, source, deck);
    return game.luck_move(state, deck.order[deck.next++].card);
  }

 private:
  static constexpr std::size_t kDecks = 32;

  struct Card {
    std::uint64_t priority;
    int card;
  };
  struct Deck {
    std::vector<Card> order;
    std::size_t next = 0;
    std::uint16_t shuffle = 0;
  };

  void put_in_order(const G& game, const typename G::State& state, LuckSource source, Deck& deck) {
    OutcomeList<G> outcomes;
    game.outcomes(state, outcomes);
    deck.order.clear();
    deck.next = 0;
    deck.shuffle = source.shuffle;
    for (const auto& outcome : outcomes) {
      const int card = game.luck_card(outcome.move);
      for (std::uint32_t copy = 0; copy < outcome.weight; ++copy)
        deck.order.push_back({hash_words(seed_, source.deck, source.shuffle, card, copy), card});
    }
    std::sort(deck.order.begin(), deck.order.end(),
              [](const Card& a, const Card& b) { return a.priority < b.priority; });
  }

  std::uint64_t seed_;
  std::array<Deck, kDecks> decks_;
};

}  // namespace farnorth
