// A multiset of animal cards by face: 99 faces once each, the double face up to twice. Two machine words.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>

#include "farnorth/core/bits.hpp"
#include "farnorth/core/rng.hpp"
#include "farnorth/games/borealis/tables.hpp"

namespace farnorth::borealis {

class Faces {
 public:
  static constexpr Faces whole_deck() {
    Faces all;
    for (std::uint8_t id = 0; id < kFaceCount; ++id) all.add(Face{id});
    all.add(kDoubleFace);
    return all;
  }

  constexpr int size() const { return std::popcount(words_[0]) + std::popcount(words_[1]); }
  constexpr bool empty() const { return (words_[0] | words_[1]) == 0; }
  constexpr bool contains(Face face) const { return bit(face.id); }
  constexpr int count(Face face) const {
    return (bit(face.id) ? 1 : 0) + (face == kDoubleFace && bit(kSecondCopy) ? 1 : 0);
  }

  constexpr void add(Face face) {
    const int card = bit(face.id) ? kSecondCopy : face.id;
    assert(!bit(card) && (card != kSecondCopy || face == kDoubleFace));
    words_[static_cast<std::size_t>(card / 64)] |= std::uint64_t{1} << (card % 64);
  }
  constexpr void remove(Face face) {
    assert(contains(face));
    const int card = face == kDoubleFace && bit(kSecondCopy) ? kSecondCopy : face.id;
    words_[static_cast<std::size_t>(card / 64)] &= ~(std::uint64_t{1} << (card % 64));
  }
  // Adds all cards of `other`. Together they are at most the cards of the box.
  constexpr void add_all(const Faces& other) {
    const bool both = bit(kDoubleFace.id) && other.bit(kDoubleFace.id);
    words_[0] |= other.words_[0];
    words_[1] |= other.words_[1];
    if (both) words_[1] |= std::uint64_t{1} << (kSecondCopy - 64);
  }

  // A card at random, each physical card equally likely.
  Face pick(Rng& rng) const {
    const int low = std::popcount(words_[0]);
    const int k = static_cast<int>(rng.below(static_cast<std::uint32_t>(size())));
    const int card = k < low ? nth_bit(words_[0], k) : 64 + nth_bit(words_[1], k - low);
    return face_of(card);
  }

  // Calls f(face, copies) in ascending order of faces.
  template <class F>
  constexpr void for_each(F f) const {
    for (int word = 0; word < 2; ++word)
      for (std::uint64_t rest = words_[static_cast<std::size_t>(word)]; rest != 0;
           rest &= rest - 1) {
        const int card = 64 * word + std::countr_zero(rest);
        if (card != kSecondCopy) f(face_of(card), count(face_of(card)));
      }
  }

  friend constexpr bool operator==(const Faces&, const Faces&) = default;

 private:
  // Bit f is the card of face f; the second card of the double face has a bit of its own, set only with the first.
  static constexpr int kSecondCopy = kFaceCount;

  static constexpr Face face_of(int card) {
    return card == kSecondCopy ? kDoubleFace : Face{static_cast<std::uint8_t>(card)};
  }
  constexpr bool bit(int card) const {
    return (words_[static_cast<std::size_t>(card / 64)] >> (card % 64) & 1U) != 0;
  }

  std::array<std::uint64_t, 2> words_{};
};
static_assert(Faces::whole_deck().size() == kCards);

}  // namespace farnorth::borealis
