// A player's Vikings on land as the policy sees them: what they can build, and where they walk to. Not
// for others.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "farnorth/games/explorers/policy.hpp"
#include "farnorth/games/explorers/policy_errand.hpp"
#include "farnorth/games/explorers/policy_landing.hpp"
#include "farnorth/games/explorers/policy_map.hpp"

namespace farnorth::explorers {

class Ashore {
 public:
  Ashore(const Situation& at, const LandingPolicy& landing)
      : at_(at), landing_(landing), next_outpost_(next_outpost_gain()), places_(find_places()) {
    std::fill_n(vikings_on_island_.begin(), at.atlas.islands(), std::uint8_t{0});
    for (const Land land : at.clan.ashore) {
      ++vikings_on_[land.code];
      ++vikings_on_island_[at.atlas.island(land)];
    }
  }

  int vikings_on(Land land) const { return vikings_on_[land.code]; }
  int vikings_on_island(std::uint8_t island) const { return vikings_on_island_[island]; }
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
  std::array<std::uint8_t, 4 * kSites> vikings_on_{};                 // by land
  std::array<std::uint8_t, kSites * kMostGroups> vikings_on_island_;  // of numbers in use
  const int next_outpost_;
  const Tiles places_;
};

}  // namespace farnorth::explorers
