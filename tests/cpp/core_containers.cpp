// What states are made of: FixedVector, seats, and how fields are named and hashed.
#include <doctest/doctest.h>

#include <stdexcept>
#include <type_traits>
#include <vector>

#include "farnorth/core/fields.hpp"
#include "farnorth/core/fixed_vector.hpp"
#include "farnorth/core/player.hpp"

namespace farnorth {
namespace {

template <class V>
std::vector<int> list(const V& items) {
  return {items.begin(), items.end()};
}

TEST_CASE("FixedVector: overflow throws in every build") {
  FixedVector<int, 3> items{1, 2, 3};
  CHECK(items.full());
  CHECK_THROWS_AS(items.push_back(4), std::length_error);
  CHECK_THROWS_AS(items.insert_sorted(0), std::length_error);
  CHECK_THROWS_AS(items.resize(4), std::length_error);
  CHECK(list(items) == std::vector{1, 2, 3});  // and changes nothing
  CHECK_THROWS_AS((FixedVector<int, 1>{1, 2}), std::length_error);
}

TEST_CASE("FixedVector: items come and go in order") {
  FixedVector<int, 8> items;
  CHECK(items.empty());
  CHECK(items.capacity() == 8);
  for (const int i : {5, 9, 1, 4, 7}) items.push_back(i);
  CHECK(list(items) == std::vector{5, 9, 1, 4, 7});
  CHECK(items.back() == 7);
  items.erase_at(0);
  CHECK(list(items) == std::vector{9, 1, 4, 7});
  items.pop_back();
  CHECK(items.contains(4));
  CHECK_FALSE(items.contains(7));
  CHECK(items.erase_first(1));
  CHECK_FALSE(items.erase_first(1));
  CHECK(list(items) == std::vector{9, 4});
  items.resize(4);
  CHECK(list(items) == std::vector{9, 4, 0, 0});
  items.resize(1);
  CHECK(list(items) == std::vector{9});
  items.clear();
  CHECK(items.size() == 0);
}

TEST_CASE("FixedVector: insert_sorted keeps a multiset in order") {
  FixedVector<int, 6> items;
  for (const int i : {3, 1, 2, 3, 1, 0}) items.insert_sorted(i);
  CHECK(list(items) == std::vector{0, 1, 1, 2, 3, 3});
}

TEST_CASE("FixedVector: equality is of the items, whatever was there before") {
  FixedVector<int, 4> used{1, 2, 3};
  used.pop_back();
  used.pop_back();
  CHECK(used == FixedVector<int, 4>{1});
  CHECK(used != FixedVector<int, 4>{1, 2});
  CHECK(used != FixedVector<int, 4>{});
  CHECK(std::is_trivially_copyable_v<FixedVector<int, 4>>);
  CHECK(sizeof(FixedVector<std::uint8_t, 7>) == 8);
  FixedVector<int, 300> large;  // a size that needs two bytes
  large.resize(299);
  large.push_back(1);
  CHECK(large.size() == 300);
}

TEST_CASE("Actor and PlayerSet") {
  const Player first = Player::at(0), third = Player::at(2);
  CHECK(Actor::of(third).is(third));
  CHECK_FALSE(Actor::of(third).is(first));
  CHECK_FALSE(Actor::chance().is(first));
  CHECK_FALSE(Actor::nobody().is(first));
  CHECK(Actor::chance() != Actor::nobody());
  CHECK(Actor::of(first) != Actor::of(third));
  PlayerSet players;
  CHECK(players.empty());
  players.add(third);
  players.add(third);
  CHECK(players.contains(third));
  CHECK_FALSE(players.contains(first));
  players.add(first);
  players.remove(third);
  CHECK_FALSE(players.contains(third));
  CHECK(players.contains(first));
}

// ---- Fields ---------------------------------------------------------------------------------------

enum class Mood : std::uint8_t { calm, wild };
constexpr std::array<std::string_view, 2> kMoodNames{"calm", "wild"};
std::string to_word(Mood mood) { return std::string(kMoodNames[static_cast<std::size_t>(mood)]); }
bool from_word(std::string_view word, Mood& mood) { return enum_from_word(kMoodNames, word, mood); }

struct Inner {
  std::int16_t depth = 0;
  bool frozen = false;
};
struct Outer {
  Mood mood{};
  Player player{};
  PlayerSet players;
  FixedVector<Inner, 3> holes;
  std::array<int, 3> by_player{};
};
template <class Visitor, FieldsOf<Inner> T>
void fields(Visitor& visit, T& inner) {
  visit("depth", inner.depth);
  visit("frozen", inner.frozen);
}
template <class Visitor, FieldsOf<Outer> T>
void fields(Visitor& visit, T& outer) {
  visit("mood", outer.mood);
  visit("player", outer.player);
  visit("players", outer.players);
  visit("holes", outer.holes);
  visit("by_player", by_seat(outer.by_player));
}

TEST_CASE("hash_of: every field counts, and equal values have equal hashes") {
  const Outer plain;
  std::vector<Outer> others(7);
  others[0].mood = Mood::wild;
  others[1].player = Player::at(1);
  others[2].players.add(Player::at(4));
  others[3].holes.push_back({});
  others[4].holes.push_back({.depth = -1});
  others[5].holes.push_back({.frozen = true});
  others[6].by_player[2] = 1;
  others.push_back(plain);
  for (std::size_t a = 0; a < others.size(); ++a)
    for (std::size_t b = 0; b < others.size(); ++b)
      CHECK((hash_of(others[a]) == hash_of(others[b])) == (a == b));
  CHECK(hash_of(Outer{}) == hash_of(plain));
}

TEST_CASE("enum_from_word reads the names in order and refuses others") {
  Mood mood = Mood::calm;
  CHECK(from_word("wild", mood));
  CHECK(mood == Mood::wild);
  CHECK(to_word(mood) == "wild");
  CHECK_FALSE(from_word("Wild", mood));
  CHECK_FALSE(from_word("", mood));
  CHECK(mood == Mood::wild);
}

}  // namespace
}  // namespace farnorth
