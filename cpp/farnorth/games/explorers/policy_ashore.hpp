// A player's Vikings on land as the policy sees them: what they can build, and where they walk to. Not
// for others.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "farnorth/games/explorers/policy.hpp"
#include "farnorth/games/explorers/policy_landing.hpp"
#include "farnorth/games/explorers/policy_map.hpp"

namespace farnorth::explorers {

// Something to do, what it brings and what it takes.
struct Errand {
  enum class Kind : std::uint8_t { none, deliver, unload, load, build, fight, walk };
  Kind kind = Kind::none;
  int value = 0, cost = 1;
  Tile tile = Tile::none();  // none: the shore
  std::uint8_t group = 0;    // land; for a fight or a walk a direction
  std::uint8_t walkers = 0;  // 1 or 2
  Point point{};

  bool is_worse_than(int other_value, int other_cost) const {
    // value / (cost + 1) without division; the 1 stands for what every errand needs besides
    return other_value * (cost + 1) > value * (other_cost + 1);
  }
  // To one that can still be run.
  bool gives_way_to(int other_value, int other_cost, int actions_left) const {
    return other_value > 0 && other_cost <= actions_left && is_worse_than(other_value, other_cost);
  }
};

class Ashore {
 public:
  Ashore(const Situation& at, const LandingPolicy& landing)
      : at_(at), landing_(landing), next_outpost_(next_outpost_gain()), places_(find_places()) {
    for (const Land land : at.clan.ashore) ++vikings_on_[land.code];
  }

  int vikings_on(Land land) const { return vikings_on_[land.code]; }
  const Tiles& places() const { return places_; }     // with a place for an outpost
  int next_outpost() const { return next_outpost_; }  // what it is worth anywhere
  int outpost_gain(std::uint8_t island) const {
    const IslandOutlook isle = landing_.survey().outlook(island);
    const bool wins = isle.own < isle.rivals && isle.own + 2 >= isle.rivals && isle.complete();
    return next_outpost_ + (wins ? kPoint * isle.size : 0);
  }
  bool is_free(const Atlas::Meeting& point) const {
    for (const Land land : point)
      if (at_.state.with_outpost.contains(land.tile())) return false;
    return true;
  }

  // Walks to a place for an outpost, or to a settlement; from one tile only if it is given. The best
  // of them that is better than `best` takes its place.
  void consider_walks(int actions_left, Errand& best, Tile only = Tile::none()) const;

 private:
  int next_outpost_gain() const;
  Tiles find_places() const;

  const Situation& at_;
  const LandingPolicy& landing_;
  std::array<std::uint8_t, 4 * kSites> vikings_on_{};  // by land
  const int next_outpost_;
  const Tiles places_;
};

}  // namespace farnorth::explorers
