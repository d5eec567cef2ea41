// Reading and writing the text forms of moves: lower-case words, one space apart, nothing else.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "farnorth/core/error.hpp"
#include "farnorth/core/fixed_vector.hpp"

namespace farnorth {

// `text` between quotes for an error message: shortened, and with anything unprintable replaced.
// Headers call it farnorth::quoted: where <iomanip> is seen, std::quoted would take a std::string first.
inline std::string quoted(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  std::string out = "'";
  for (const char c : text.substr(0, kLongest)) out += c >= ' ' && c < '\x7f' ? c : '?';
  return out + (text.size() > kLongest ? "...'" : "'");
}

// `text` as it stands if it is a word that a message can carry, else quoted.
inline std::string word_or_quoted(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  const bool is_word =
      !text.empty() && text.size() <= kLongest &&
      std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < '\x7f'; });
  return is_word ? std::string(text) : quoted(text);
}

// No move text has more words (Scavengers: hire group_leaders medkits 1 medics 2).
using Words = FixedVector<std::string_view, 8>;

// Words separated by exactly one space. Throws IllegalMove on anything else, so that a move has one spelling only.
inline Words split_words(std::string_view text) {
  Words words;
  for (std::size_t start = 0;;) {
    const std::size_t space = text.find(' ', start);
    const std::string_view word = text.substr(start, space - start);
    if (word.empty() || words.full()) throw IllegalMove("not a move: " + quoted(text));
    words.push_back(word);
    if (space == std::string_view::npos) return words;
    start = space + 1;
  }
}

// Place of `word` in `names`, if it is one of them.
inline std::optional<int> index_of(std::span<const std::string_view> names, std::string_view word) {
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == word) return static_cast<int>(i);
  return std::nullopt;
}

// "a, b, c" for error messages and help.
inline std::string joined(std::span<const std::string_view> names,
                          std::string_view separator = ", ") {
  std::string out;
  for (const std::string_view name : names) {
    if (!out.empty()) out += separator;
    out += name;
  }
  return out;
}

// "2 to 4"
inline std::string range_text(int lowest, int highest) {
  return std::to_string(lowest) + " to " + std::to_string(highest);
}

// A decimal integer in its shortest form (-12, 0, 7), the only spelling a move text accepts.
inline std::optional<int> to_int(std::string_view word) {
  const bool negative = word.starts_with('-');
  const std::string_view digits = word.substr(negative ? 1 : 0);
  if (digits.empty() || digits.size() > 6) return std::nullopt;
  if (digits.front() == '0' && word.size() > 1) return std::nullopt;
  int value = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + (c - '0');
  }
  return negative ? -value : value;
}

}  // namespace farnorth
