// What can be gained beside a land, by going ashore or by loading there.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>

#include "farnorth/games/explorers/policy.hpp"
#include "farnorth/games/explorers/policy_map.hpp"

namespace farnorth::explorers {

inline constexpr int kOpenIsland = 40;  // percent of its size that an island still open is worth

class LandingPolicy {
 public:
  explicit LandingPolicy(const Situation& at)
      : at_(at), survey_(at.atlas, at.chart, at.state, at.me, at.players) {}

  Move load_more() const {
    const std::size_t item = next_item(Land::of(at_.clan.ship, at_.state.land), at_.state.item);
    return item < kItems ? Move::load(at_.state.land, item) : Move::done();
  }
  Move unload_more() const {
    const bool more =
        at_.state.item == kViking && wanted_ashore(Land::of(at_.clan.ship, at_.state.land)) > 0;
    return more ? Move::unload(at_.state.land, kViking) : Move::done();
  }

  const Survey& survey() const { return survey_; }

  // Points for raiding with the crew.
  int raid_gain(Land land, int here) const {
    const int strength = at_.state.map.site[land.tile().number].token();
    if (strength < kLowestStrength || at_.chart[land.tile()].token_group != land.group()) return 0;
    return strength - here > at_.vikings ? 0 : raid_value(strength);
  }
  int raid_value(int strength) const {
    return kPoint * strength + (at_.has_captain(Captain::tyrant) ? kPoint : 0) +
           (at_.has_captain(Captain::hero) ? kPoint / 2 : 0);
  }

  // Points for putting just enough of `crew` Vikings on an island to share in it.
  int hold_gain(const IslandOutlook& isle, int crew) const {
    const int own = isle.own, rivals = isle.rivals;
    if (own > 0 && own >= rivals) return 0;
    const int needed = std::max(1, rivals - own);
    if (needed > crew || isle.hopeless) return 0;
    const int points = kPoint * isle.size + (at_.has_captain(Captain::shieldmaiden) ? kPoint : 0);
    if (isle.complete()) return points;
    // An open island grows; but it has to be closed in time.
    return own == 0 && isle.open <= 2 + at_.turns_left()
               ? points * kOpenIsland / 100 / std::max(1, isle.open - 1)
               : 0;
  }

  // How many more Vikings are worth putting on this land now that the ship is beside it.
  int wanted_ashore(Land land) const {
    const int here = at_.clan.vikings_on(land);
    int wanted = 0;
    const int strength = at_.state.map.site[land.tile().number].token();
    if (raid_gain(land, here) > 0) wanted = strength - here;
    if (at_.vikings < 2) return wanted;
    const IslandOutlook isle = survey_.at(land);
    if (hold_gain(isle, at_.vikings - 1) > 0)
      wanted = std::max(wanted, std::max(1, isle.rivals - isle.own));
    if (!at_.clan.outposts.full() && !at_.state.with_outpost.contains(land.tile()))
      for (unsigned rest = at_.atlas.land_points(land.tile()); rest != 0; rest &= rest - 1) {
        const Atlas::Meeting& point = at_.atlas.meeting(land.tile(), std::countr_zero(rest));
        if (point[0] != land) continue;
        int builders = 0;
        bool free = true;
        for (const Land each : point) {
          builders += at_.clan.vikings_on(each);
          free = free && !at_.state.with_outpost.contains(each.tile());
        }
        if (free && kBuildersNeeded - builders < at_.vikings)
          wanted = std::max(wanted, kBuildersNeeded - builders);
      }
    return wanted;
  }

  // The next thing to load from a land, of kind `from` or later; kItems if there is no more.
  std::size_t next_item(Land land, std::size_t from) const {
    if (at_.space == 0) return kItems;
    std::size_t best = kItems;
    int best_gain = 0, worthy = 0;
    for (std::size_t type = from == 0 ? 0 : from - 1; type < kLivestockTypes; ++type) {
      const int animals = at_.animals_on(type, land);
      if (animals == 0) continue;
      worthy += animals;
      const int gain = Situation::marginal(type, at_.counts);
      if (gain > best_gain) {
        best_gain = gain;
        best = type + 1;
      }
    }
    if (from == kViking && at_.clan.vikings_on(land) > 0) {
      const IslandOutlook isle = survey_.at(land);
      const int spare = std::min(at_.clan.vikings_on(land), isle.own - std::max(1, isle.rivals));
      if (at_.vikings == 0 || (at_.vikings < 2 && spare > 0 && worthy < at_.space)) return kViking;
    }
    // With room for all, the order of the kinds does not matter but must be kept.
    if (worthy <= at_.space)
      for (std::size_t type = from == 0 ? 0 : from - 1; type < kLivestockTypes; ++type)
        if (at_.animals_on(type, land) > 0) return type + 1;
    return best;
  }

 private:
  const Situation& at_;
  Survey survey_;
};

}  // namespace farnorth::explorers
