// A multiset of cards by type: a byte a type in four machine words, so that sums and picks need no loop over types.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <initializer_list>

#include "farnorth/core/rng.hpp"
#include "farnorth/games/scavengers/tables.hpp"

namespace farnorth::scavengers {

// Calls f(card) for each type of a set, in order.
template <class F>
void for_each_type(std::uint32_t types, F f) {
  for (; types != 0; types &= types - 1) f(card_at(std::countr_zero(types)));
}

class Cards {
 public:
  static constexpr int kWords = 4;
  using Word = std::uint64_t;

  // A byte of ones for each type of a set of types.
  struct Mask {
    std::array<Word, kWords> words{};
  };
  static constexpr Mask mask_of(std::uint32_t types) {
    Mask mask;
    for (int t = 0; t < kCardTypes; ++t)
      if ((types >> t & 1U) != 0)
        mask.words[static_cast<std::size_t>(t / 8)] |= Word{0xff} << (t % 8 * 8);
    return mask;
  }

  constexpr Cards() = default;
  constexpr Cards(std::initializer_list<Card> cards) {
    for (const Card card : cards) add(card);
  }

  // For code that computes with whole words.
  static constexpr Cards of_words(const std::array<Word, kWords>& words) {
    Cards cards;
    cards.words_ = words;
    return cards;
  }
  constexpr const std::array<Word, kWords>& words() const { return words_; }

  constexpr int count(Card card) const {
    return static_cast<int>(words_[word_of(card)] >> shift_of(card) & 0xffU);
  }
  constexpr bool contains(Card card) const { return count(card) > 0; }
  constexpr int size() const { return sum(words_[0] + words_[1] + words_[2] + words_[3]); }
  constexpr bool empty() const { return (words_[0] | words_[1] | words_[2] | words_[3]) == 0; }

  constexpr void add(Card card, int copies = 1) {
    words_[word_of(card)] += static_cast<Word>(copies) << shift_of(card);
  }
  constexpr void remove(Card card, int copies = 1) {
    assert(count(card) >= copies);
    words_[word_of(card)] -= static_cast<Word>(copies) << shift_of(card);
  }
  constexpr void set(Card card, int copies) { add(card, copies - count(card)); }

  constexpr Cards& operator+=(const Cards& other) {
    for (std::size_t w = 0; w < kWords; ++w) words_[w] += other.words_[w];
    return *this;
  }
  constexpr Cards& operator-=(const Cards& other) {
    assert(includes(other));
    for (std::size_t w = 0; w < kWords; ++w) words_[w] -= other.words_[w];
    return *this;
  }
  friend constexpr Cards operator+(Cards a, const Cards& b) { return a += b; }
  friend constexpr Cards operator-(Cards a, const Cards& b) { return a -= b; }

  constexpr bool includes(const Cards& other) const {
    for (std::size_t w = 0; w < kWords; ++w) {
      // A borrow leaves the high bit of its byte unset.
      const Word difference = (words_[w] | kHighBits) - other.words_[w];
      if ((difference & kHighBits) != kHighBits) return false;
    }
    return true;
  }
  // The smaller count of each type.
  static constexpr Cards common(const Cards& a, const Cards& b) {
    Cards both;
    for (std::size_t w = 0; w < kWords; ++w) {
      const Word a_not_less = ((a.words_[w] | kHighBits) - b.words_[w]) & kHighBits;
      const Word take_b = (a_not_less >> 7U) * 0xffU;
      both.words_[w] = (b.words_[w] & take_b) | (a.words_[w] & ~take_b);
    }
    return both;
  }
  // What `a` has beyond `b`.
  static constexpr Cards beyond(const Cards& a, const Cards& b) { return a - common(a, b); }

  // The types present, one bit each.
  constexpr std::uint32_t types() const {
    std::uint32_t bits = 0;
    for (std::size_t w = 0; w < kWords; ++w) {
      const Word present = ((words_[w] + (kHighBits - kLowBits)) & kHighBits) >> 7U;
      bits |= static_cast<std::uint32_t>(present * 0x0102040810204080ULL >> 56U) << (8 * w);
    }
    return bits;
  }

  constexpr Cards only(const Mask& mask) const {
    Cards cards;
    for (std::size_t w = 0; w < kWords; ++w) cards.words_[w] = words_[w] & mask.words[w];
    return cards;
  }
  constexpr int size(const Mask& mask) const {
    return sum((words_[0] & mask.words[0]) + (words_[1] & mask.words[1]) +
               (words_[2] & mask.words[2]) + (words_[3] & mask.words[3]));
  }
  // The same for masks that name persons only, or neither persons nor junk: half the work.
  constexpr int persons(const Mask& mask) const {
    return sum((words_[0] & mask.words[0]) + (words_[1] & mask.words[1]));
  }
  constexpr int things(const Mask& mask) const {
    return sum((words_[2] & mask.words[2]) + (words_[3] & mask.words[3]));
  }

  // The k-th card in the order of types, 0 <= k < size().
  constexpr Card at(std::uint32_t k) const {
    const auto s0 = static_cast<std::uint32_t>(sum(words_[0]));
    const auto s1 = s0 + static_cast<std::uint32_t>(sum(words_[1]));
    const auto s2 = s1 + static_cast<std::uint32_t>(sum(words_[2]));
    const std::uint32_t w = (k >= s0 ? 1U : 0U) + (k >= s1 ? 1U : 0U) + (k >= s2 ? 1U : 0U);
    const std::uint32_t before = w < 2 ? (w == 0 ? 0 : s0) : (w == 2 ? s1 : s2);
    // Byte i of the product is the number of cards up to type i; the first that exceeds k is the card.
    const Word up_to = words_[w] * kLowBits;
    const Word exceeds = ((up_to | kHighBits) - (k - before + 1) * kLowBits) & kHighBits;
    assert(exceeds != 0);
    return card_at(static_cast<int>(8 * w) + std::countr_zero(exceeds) / 8);
  }
  // A card at random, each physical card equally likely.
  constexpr Card pick(Rng& rng) const { return at(rng.below(static_cast<std::uint32_t>(size()))); }
  constexpr Card draw(Rng& rng) {
    const Card card = pick(rng);
    remove(card);
    return card;
  }

  // Calls f(card, copies) in ascending order of types.
  template <class F>
  constexpr void for_each(F f) const {
    for (std::uint32_t rest = types(); rest != 0; rest &= rest - 1) {
      const Card card = card_at(std::countr_zero(rest));
      f(card, count(card));
    }
  }

  friend constexpr bool operator==(const Cards&, const Cards&) = default;

 private:
  static constexpr Word kLowBits = 0x0101010101010101ULL;
  static constexpr Word kHighBits = 0x8080808080808080ULL;

  static constexpr std::size_t word_of(Card card) { return index(card) / 8; }
  static constexpr unsigned shift_of(Card card) {
    return static_cast<unsigned>(index(card) % 8 * 8);
  }
  // The sum of the bytes. All cards of the box together are fewer than 256.
  static constexpr int sum(Word word) { return static_cast<int>(word * kLowBits >> 56U); }

  std::array<Word, kWords> words_{};
};

static_assert(kAllCards < 256, "sums fit a byte");
static_assert(
    [] {
      for (int w = 0; w < Cards::kWords; ++w) {
        int cards = 0;
        for (int t = 8 * w; t < 8 * w + 8 && t < kCardTypes; ++t) cards += row(card_at(t)).copies;
        if (cards >= 128) return false;
      }
      return true;
    }(),
    "sums within a word fit seven bits, so that bytes can be compared in place");

inline constexpr Cards::Mask kPersonMask = Cards::mask_of(kPersons);
inline constexpr Cards::Mask kToolMask = Cards::mask_of(kTools);
inline constexpr Cards::Mask kContestedMask = Cards::mask_of(kContested);

inline constexpr Cards kStarterDeck = [] {  // S-SETUP-2
  Cards deck;
  for (int t = 0; t < kCardTypes; ++t) deck.add(card_at(t), row(card_at(t)).starter_copies);
  return deck;
}();

}  // namespace farnorth::scavengers
