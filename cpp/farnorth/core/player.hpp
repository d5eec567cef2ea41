// Who acts: a seat, chance, or nobody.
#pragma once

#include <compare>
#include <cstdint>

namespace farnorth {

// No game of the closed list seats more (Arctic Scavengers: five).
inline constexpr int kMaxSeats = 5;

// A seat, counted from 0 in every API, JSON text and id.
struct Player {
  std::uint8_t seat = 0;

  static constexpr Player at(int seat) { return {static_cast<std::uint8_t>(seat)}; }
  friend constexpr auto operator<=>(Player, Player) = default;
};

// The one who makes the next move.
class Actor {
 public:
  static constexpr Actor of(Player player) { return Actor(Kind::player, player); }
  static constexpr Actor chance() { return Actor(Kind::chance, {}); }
  static constexpr Actor nobody() { return Actor(Kind::nobody, {}); }  // the game is over

  constexpr bool is_player() const { return kind_ == Kind::player; }
  constexpr bool is_chance() const { return kind_ == Kind::chance; }
  constexpr bool is_nobody() const { return kind_ == Kind::nobody; }
  constexpr bool is(Player player) const { return is_player() && player_ == player; }
  constexpr Player player() const { return player_; }  // only if is_player()

  friend constexpr bool operator==(Actor, Actor) = default;

 private:
  enum class Kind : std::uint8_t { player, chance, nobody };
  constexpr Actor(Kind kind, Player player) : kind_(kind), player_(player) {}

  Kind kind_;
  Player player_;
};

// A set of seats, for claims, masks and the like.
class PlayerSet {
 public:
  constexpr bool contains(Player player) const { return (bits_ >> player.seat & 1U) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr void add(Player player) {
    bits_ = static_cast<std::uint8_t>(bits_ | 1U << player.seat);
  }
  constexpr void remove(Player player) {
    bits_ = static_cast<std::uint8_t>(bits_ & ~(1U << player.seat));
  }
  friend constexpr bool operator==(PlayerSet, PlayerSet) = default;

 private:
  std::uint8_t bits_ = 0;
};

}  // namespace farnorth
