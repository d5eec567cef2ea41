// How plain data names its fields, so that JSON, hashes and whatever comes next are written once for all games.
//
// A struct takes part by a function template next to it, found by argument-dependent lookup:
//
//     template <class Visitor, FieldsOf<Board> B>
//     void fields(Visitor& visit, B& board) {
//       visit("points", board.points);
//       visit("pile", board.pile);
//     }
//
// The same function serves reading (B = Board) and writing (B = const Board). What a field may be:
//   bool, integers                 a JSON boolean or number
//   Player, PlayerSet              a seat, a list of seats
//   enums and small strong types   a word: `std::string to_word(T)` and `bool from_word(std::string_view, T&)` beside T
//   multisets                      a list: `to_items(const T&)` gives a range, `from_items(range, T&)` reads it back
//   FixedVector, std::array        a list; by_seat(array) lists the seats of the game only
//   structs with `fields`          an object
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include "farnorth/core/fixed_vector.hpp"
#include "farnorth/core/player.hpp"
#include "farnorth/core/rng.hpp"

namespace farnorth {

template <class T, class Plain>
concept FieldsOf = std::same_as<std::remove_const_t<T>, Plain>;

// An array with one entry a seat, of which only the seats of the game count.
template <class Array>
struct BySeat {
  Array& items;
};
template <class Array>
BySeat<Array> by_seat(Array& items) {
  return {items};
}

template <class T>
concept Word = requires(const T value, T& read, std::string_view word) {
  { to_word(value) } -> std::convertible_to<std::string>;
  { from_word(word, read) } -> std::same_as<bool>;
};

// Reads an enum whose names are listed in order.
template <class Enum, std::size_t N>
constexpr bool enum_from_word(const std::array<std::string_view, N>& names, std::string_view word,
                              Enum& value) {
  for (std::size_t i = 0; i < N; ++i)
    if (names[i] == word) {
      value = static_cast<Enum>(i);
      return true;
    }
  return false;
}

// Hash of all fields: equal values have equal hashes, on every platform.
class Hasher {
 public:
  template <class T>
  void operator()(std::string_view, const T& value) {
    add(value);
  }
  std::uint64_t value() const { return hash_; }

  template <class T>
  void add(const T& value) {
    if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
      hash_ = hash_words(hash_, static_cast<std::uint64_t>(value));
    } else if constexpr (std::same_as<T, Player>) {
      add(value.seat);
    } else if constexpr (std::same_as<T, PlayerSet>) {
      for (int seat = 0; seat < kMaxSeats; ++seat) add(value.contains(Player::at(seat)));
    } else if constexpr (Word<T>) {
      add(hash_text(to_word(value)));
    } else if constexpr (requires { to_items(value); }) {
      for (const auto& item : to_items(value)) add(item);
      add(-1);
    } else if constexpr (requires { value.items.size(); }) {  // BySeat
      add(value.items);
    } else if constexpr (requires {
                           value.begin();
                           value.size();
                         }) {
      add(value.size());
      for (const auto& item : value) add(item);
    } else {
      fields(*this, value);
    }
  }

 private:
  // FNV-1a: a word costs one mixing step, not one a letter.
  static std::uint64_t hash_text(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    return hash;
  }

  std::uint64_t hash_ = 0;
};

template <class T>
std::uint64_t hash_of(const T& value) {
  Hasher hasher;
  hasher.add(value);
  return hasher.value();
}

}  // namespace farnorth
