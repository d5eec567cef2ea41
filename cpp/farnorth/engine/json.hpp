// JSON for positions, views and records, with the library kept out of sight: a reader of parsed values and a writer of
// canonical text (keys in the order written, no spaces, no floats).
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "farnorth/core/error.hpp"
#include "farnorth/core/fields.hpp"
#include "farnorth/core/game.hpp"

namespace farnorth {

// A value of a parsed document, with the path that led to it. Every reader throws BadData naming the path, what was
// expected and what is there.
class JsonValue {
 public:
  // Throws BadData if the text is not exactly one JSON value.
  static JsonValue parse(std::string_view text);

  bool is_null() const;
  bool is_object() const;
  bool is_list() const;
  bool is_integer() const;
  bool is_boolean() const;
  bool is_word() const;
  bool has(std::string_view key) const;
  JsonValue at(std::string_view key) const;  // of an object
  std::vector<std::string> keys() const;     // of an object, in order
  std::size_t size() const;                  // of a list
  JsonValue at(std::size_t i) const;         // of a list
  std::int64_t integer(std::int64_t lowest, std::int64_t highest) const;
  double number(double lowest, double highest) const;  // with or without a fraction
  bool boolean() const;
  std::string word() const;    // a string
  std::string scalar() const;  // a string, integer or boolean, as text
  std::string text() const;    // the value as JSON, without spaces

  const std::string& path() const { return path_; }
  [[noreturn]] void fail(std::string_view expected) const;

 private:
  struct Node;
  JsonValue(std::shared_ptr<const Node> node, std::string path);

  std::shared_ptr<const Node> node_;
  std::string path_;
};

// Builds one line of canonical JSON.
class JsonWriter {
 public:
  JsonWriter& begin_object() { return open('{'); }
  JsonWriter& end_object() { return close('}'); }
  JsonWriter& begin_list() { return open('['); }
  JsonWriter& end_list() { return close(']'); }
  JsonWriter& key(std::string_view name);
  JsonWriter& string(std::string_view text);  // must be UTF-8; else BadData
  JsonWriter& integer(std::int64_t value);
  JsonWriter& boolean(bool value);
  JsonWriter& null();
  JsonWriter& raw(std::string_view json);  // a value that is JSON already

  // A list of texts or whole numbers, or of what `write` makes of each item.
  template <class Items>
  JsonWriter& list(const Items& items) {
    return list(items, [this](const auto& item) {
      if constexpr (std::is_integral_v<std::remove_cvref_t<decltype(item)>>)
        integer(static_cast<std::int64_t>(item));
      else
        string(item);
    });
  }
  template <class Items, class Write>
  JsonWriter& list(const Items& items, Write write) {
    begin_list();
    for (const auto& item : items) write(item);
    return end_list();
  }

  const std::string& text() const { return text_; }
  std::string take() { return std::move(text_); }

 private:
  JsonWriter& open(char bracket);
  JsonWriter& close(char bracket);
  void separate();

  std::string text_;
  bool first_ = true;  // nothing yet since the last bracket or key
};

// ---- Fields of plain data, see core/fields.hpp ---------------------------------------------------

class FieldWriter {
 public:
  FieldWriter(JsonWriter& out, int players) : out_(out), players_(players) {}

  template <class T>
  void operator()(std::string_view name, const T& value) {
    out_.key(name);
    write(value);
  }

  template <class T>
  void write(const T& value) {
    if constexpr (std::same_as<T, bool>) {
      out_.boolean(value);
    } else if constexpr (std::is_integral_v<T>) {
      out_.integer(static_cast<std::int64_t>(value));
    } else if constexpr (std::same_as<T, Player>) {
      out_.integer(value.seat);
    } else if constexpr (std::same_as<T, PlayerSet>) {
      out_.begin_list();
      for (int seat = 0; seat < kMaxSeats; ++seat)
        if (value.contains(Player::at(seat))) out_.integer(seat);
      out_.end_list();
    } else if constexpr (Word<T>) {
      out_.string(to_word(value));
    } else if constexpr (requires { to_items(value); }) {
      write_list(to_items(value));
    } else if constexpr (requires { value.items.size(); }) {  // BySeat
      out_.begin_list();
      for (int seat = 0; seat < players_; ++seat)
        write(value.items[static_cast<std::size_t>(seat)]);
      out_.end_list();
    } else if constexpr (requires {
                           value.begin();
                           value.size();
                         }) {
      write_list(value);
    } else {
      out_.begin_object();
      fields(*this, value);
      out_.end_object();
    }
  }

 private:
  template <class List>
  void write_list(const List& list) {
    out_.begin_list();
    for (const auto& item : list) write(item);
    out_.end_list();
  }

  JsonWriter& out_;
  int players_;
};

class FieldReader {
 public:
  FieldReader(JsonValue from, int players) : from_(std::move(from)), players_(players) {}

  template <class T>
  void operator()(std::string_view name, T&& value) {
    names_.push_back(name);
    read(from_.at(name), value);
  }

  // A field that others read.
  void allow(std::string_view name) { names_.push_back(name); }

  // No field beside those that were asked for.
  void finish() const {
    for (const std::string& key : from_.keys())
      if (std::find(names_.begin(), names_.end(), key) == names_.end())
        throw BadData(from_.path() + ": unknown field " + key);
  }

  template <class T>
  void read(const JsonValue& from, T& value) {
    if constexpr (std::same_as<T, bool>) {
      value = from.boolean();
    } else if constexpr (std::is_integral_v<T>) {
      value = static_cast<T>(
          from.integer(std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
    } else if constexpr (std::same_as<T, Player>) {
      value = Player::at(static_cast<int>(from.integer(0, players_ - 1)));
    } else if constexpr (std::same_as<T, PlayerSet>) {
      value = {};
      for (std::size_t i = 0; i < from.size(); ++i)
        value.add(Player::at(static_cast<int>(from.at(i).integer(0, players_ - 1))));
    } else if constexpr (Word<T>) {
      if (!from_word(from.word(), value)) from.fail("one of its words");
    } else if constexpr (requires { to_items(value); }) {
      std::remove_cvref_t<decltype(to_items(value))> items;
      for (std::size_t i = 0; i < from.size(); ++i) read(from.at(i), items.emplace_back());
      if (!from_items(items, value)) from.fail("each item at most as often as it exists");
    } else if constexpr (requires { value.items.size(); }) {  // BySeat
      read_array(from, value.items, static_cast<std::size_t>(players_));
    } else if constexpr (requires { value.push_back(value[0]); }) {
      value.clear();
      if (from.size() > value.capacity())
        from.fail("at most " + std::to_string(value.capacity()) + " items");
      for (std::size_t i = 0; i < from.size(); ++i) {
        typename T::value_type item{};
        read(from.at(i), item);
        value.push_back(item);
      }
    } else if constexpr (requires {
                           value.begin();
                           value.size();
                         }) {
      read_array(from, value, value.size());
    } else {
      if (!from.is_object()) from.fail("an object");
      FieldReader inner(from, players_);
      fields(inner, value);
      inner.finish();
    }
  }

 private:
  template <class Array>
  void read_array(const JsonValue& from, Array& items, std::size_t size) {
    if (from.size() != size) from.fail("a list of " + std::to_string(size));
    for (std::size_t i = 0; i < size; ++i) read(from.at(i), items[i]);
  }

  JsonValue from_;
  int players_;
  std::vector<std::string_view> names_;
};

}  // namespace farnorth
