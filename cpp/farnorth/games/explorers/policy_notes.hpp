// What the policy keeps between decisions to save work. No decision depends on what was decided before: what is kept is
// used only where it would be found again. Not for others.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "farnorth/games/explorers/atlas.hpp"
#include "farnorth/games/explorers/policy.hpp"
#include "farnorth/games/explorers/policy_errand.hpp"
#include "farnorth/games/explorers/policy_map.hpp"

namespace farnorth::explorers {

// What a decision rests on.
class Grounds {
 public:
  void set(const Situation& at) {
    atlas_changes_ = at.atlas.changes();
    players_ = at.players;
    player_ = at.state.player;
    turns_ = at.state.turns;
    blanks_ = at.state.blanks;
    skulls_ = at.state.skulls;
    clan_ = at.state.clan;
    livestock_ = at.state.livestock;
  }
  bool hold(const Situation& at) const { return hold_but_for_ship(at) && at.clan == clan_[at.me]; }
  // Wherever the player's ship is.
  bool hold_but_for_ship(const Situation& at) const {
    if (atlas_changes_ != at.atlas.changes() || players_ != at.players ||
        player_ != at.state.player || turns_ != at.state.turns || blanks_ != at.state.blanks ||
        skulls_ != at.state.skulls || livestock_ != at.state.livestock)
      return false;
    Clan own = at.clan;
    own.ship = clan_[at.me].ship;
    own.sea = clan_[at.me].sea;
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(at.players); ++seat)
      if (clan_[seat] != (seat == at.me ? own : at.state.clan[seat])) return false;
    return true;
  }

 private:
  std::uint64_t atlas_changes_ = 0;  // stands for the chart and the map
  int players_ = 0;
  Player player_{};
  std::uint8_t turns_ = 0, blanks_ = 0, skulls_ = 0;
  decltype(State::clan) clan_{};
  decltype(State::livestock) livestock_{};
};

// Where a picked tile will lie: picking it has decided that.
class Destination {
 public:
  void set(const Situation& at, const Laying& laying) {
    grounds_.set(at);
    laying_ = laying;
  }
  std::optional<Move> recall(const Situation& at) const {
    const bool holds =
        laying_.pick == Move::pick(at.state.picked, at.state.rotation) && grounds_.hold(at);
    return holds ? std::optional(laying_.lay) : std::nullopt;
  }

 private:
  Grounds grounds_;
  Laying laying_{};
};

// Other errands that become cheaper as the ship gets nearer to them.
class Rivals {
 public:
  static constexpr int kCosts = 32;

  void add(int value, int cost) {
    if (cost >= kCosts) return;
    int& most = most_[static_cast<std::size_t>(cost)];
    most = std::max(most, value);
  }
  // Whether the best errand still beats them when `steps` moves have brought the ship as many steps nearer to it and,
  // at most, to each of them. One that costs no less cannot overtake it: of v / (c + 1) >= w / (d + 1) with c <= d
  // follows v / (c + 1 - steps) >= w / (d + 1 - steps).
  bool lose(const Errand& best, int steps) const {
    for (int cost = 1; cost < best.cost; ++cost) {
      const int most = most_[static_cast<std::size_t>(cost)];
      if (most == 0) continue;
      if (cost < steps || most * (best.cost + 1 - steps) >= best.value * (cost + 1 - steps))
        return false;
    }
    return true;
  }

 private:
  std::array<int, kCosts> most_{};  // by cost, what such an errand is worth at most
};

// The errand that the ship is under way to. A step makes the others cheaper by an action at most, so that it can be known
// without weighing them that it is still the best.
class Course {
 public:
  void set(const Situation& at, const Errand& errand, const Rivals& rivals) {
    errand_ = errand;
    way_ = way(at);
    if (way_ == 0) return;
    grounds_.set(at);
    actions_ = at.state.actions;
    rivals_ = rivals;
  }

  const Errand& errand() const { return errand_; }
  bool leads(const Situation& at) const {
    const int steps = actions_ - at.state.actions;
    return way_ > 0 && steps > 0 && way(at) == way_ - steps && errand_.cost < Rivals::kCosts &&
           rivals_.lose(errand_, steps) && grounds_.hold_but_for_ship(at);
  }

 private:
  // From the ship; 0 for errands without a way.
  int way(const Situation& at) const {
    const Routes routes(at.atlas, at.chart, at.state.map, at.ship_node());
    switch (errand_.kind) {
      case Errand::Kind::deliver: return routes.to(Atlas::kShore);
      case Errand::Kind::unload:
      case Errand::Kind::load: return routes.to(errand_.tile);
      case Errand::Kind::fight: return routes.to(errand_.sea);
      case Errand::Kind::none:
      case Errand::Kind::build:
      case Errand::Kind::walk: break;
    }
    return 0;
  }

  Errand errand_{};
  int way_ = 0, actions_ = 0;
  Grounds grounds_;
  Rivals rivals_;
};

}  // namespace farnorth::explorers
