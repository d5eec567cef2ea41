// Where Vikings on land walk to, and where they can build.
#include <algorithm>
#include <bit>

#include "farnorth/games/explorers/policy_ashore.hpp"

namespace farnorth::explorers {

namespace {

// Found by matches.
constexpr int kNextOutposts = 60;  // building an outpost makes those after it worth more; of each
constexpr int kLongestWalk = 3;    // Vikings on land look no farther

class Walks {
 public:
  Walks(const Situation& at, const LandingPolicy& landing, const Ashore& ashore, int actions_left,
        Errand& best)
      : at_(at), landing_(landing), ashore_(ashore), actions_left_(actions_left), best_(best) {}

  void consider(Tile only) {
    const Tiles goals = ashore_.places() | at_.atlas.settlements();
    if (goals.empty()) return;
    for (std::size_t i = 0; i < at_.clan.ashore.size(); ++i) {
      const Land land = at_.clan.ashore[i];
      if (i > 0 && at_.clan.ashore[i - 1] == land) continue;
      if (only != Tile::none() && land.tile() != only) continue;
      const std::uint8_t island = at_.atlas.island(land);
      const Tiles there = at_.atlas.isle(island).tiles & goals;
      if (!there.empty() && may_be_better(island, there)) walk_from(land, goals);
    }
  }

 private:
  // Whether a walk of one step to the best goal on the island would be better than what was found so far.
  bool may_be_better(std::uint8_t island, Tiles goals) const {
    const int vikings = ashore_.vikings_on_island(island);
    if (vikings < 2) return false;  // one alone neither builds nor raids
    int strongest = 0;
    (goals & at_.atlas.settlements()).for_each([&](Tile tile) {
      const int token = at_.state.map.site[tile.number].token();
      if (token <= vikings) strongest = std::max(strongest, token);
    });
    if (strongest > 0 && best_.gives_way_to(landing_.raid_value(strongest), 1, actions_left_))
      return true;
    return !(goals & ashore_.places()).empty() &&
           best_.gives_way_to(ashore_.outpost_gain(island), 1 + kOutpostCost, actions_left_);
  }

  struct Step {
    Land land;
    std::uint8_t steps, direction;  // from the start; the first of them
  };

  void walk_from(Land start, Tiles goals) {
    const Map& map = at_.state.map;
    std::array<Step, kSites * kMostGroups> queue;
    std::size_t size = 0;
    LandSet seen;
    seen.add(start);
    queue[size++] = {start, 0, 0};
    for (std::size_t next = 0; next < size; ++next) {
      const Step here = queue[next];
      if (here.steps > 0 && goals.contains(here.land.tile())) consider_arrival(start, here);
      if (here.steps == kLongestWalk) continue;
      const Tile tile = here.land.tile();
      for (unsigned rest =
               at_.chart.face(map, tile).land_edges[static_cast<std::size_t>(here.land.group())];
           rest != 0; rest &= rest - 1) {
        const int d = std::countr_zero(rest);
        if (!map.has_neighbour(tile, d)) continue;
        const Land there = map.land_beyond(tile, d);
        if (seen.add(there))
          queue[size++] = {there, static_cast<std::uint8_t>(here.steps + 1),
                           here.steps == 0 ? static_cast<std::uint8_t>(d) : here.direction};
      }
    }
  }

  void consider_arrival(Land start, const Step& at) {
    const int walkers = std::min<int>(ashore_.vikings_on(start), 2);
    const Tile tile = at.land.tile();
    const int token = at_.state.map.site[tile.number].token();
    if (token >= kLowestStrength && at_.chart[tile].token_group == at.land.group()) {
      const int here = ashore_.vikings_on(at.land);
      const int value = landing_.raid_value(token);
      if (here + walkers >= token && best_.gives_way_to(value, at.steps, actions_left_))
        best_ = walk(start, at, value, at.steps, std::max(1, token - here));
    }
    if (!ashore_.places().contains(tile)) return;
    for (unsigned rest = at_.atlas.land_points(tile); rest != 0; rest &= rest - 1) {
      const Atlas::Meeting& point = at_.atlas.meeting(tile, std::countr_zero(rest));
      if (point[0] != at.land) continue;
      int builders = 0;
      for (const Land each : point)
        if (each != start) builders += ashore_.vikings_on(each);
      if (builders + walkers < kBuildersNeeded || !ashore_.is_free(point)) continue;
      const int needed = std::max(1, kBuildersNeeded - builders);
      const int value = ashore_.outpost_gain(at_.atlas.island(start)),
                cost = at.steps + kOutpostCost;
      if (best_.gives_way_to(value, cost, actions_left_))
        best_ = walk(start, at, value, cost, needed);
    }
  }

  static Errand walk(Land start, const Step& at, int value, int cost, int walkers) {
    return {.kind = Errand::Kind::walk,
            .value = value,
            .cost = cost,
            .tile = start.tile(),
            .group = at.direction,
            .walkers = static_cast<std::uint8_t>(walkers)};
  }

  const Situation& at_;
  const LandingPolicy& landing_;
  const Ashore& ashore_;
  const int actions_left_;
  Errand& best_;
};

}  // namespace

int Ashore::next_outpost_gain() const {
  const std::size_t built = at_.clan.outposts.size();
  if (built == kOutposts) return 0;
  return kPoint * (kOutpostPoints[built + 1] - kOutpostPoints[built]) +
         kNextOutposts * (kOutposts - static_cast<int>(built)) +
         (at_.has_captain(Captain::watchman) ? kPoint : 0) +
         (at_.has_captain(Captain::hero) ? kPoint / 2 : 0);
}

Tiles Ashore::find_places() const {
  Tiles places;
  if (at_.clan.outposts.full()) return places;
  (at_.atlas.with_land_points() - at_.state.with_outpost).for_each([&](Tile tile) {
    for (unsigned rest = at_.atlas.land_points(tile); rest != 0; rest &= rest - 1)
      if (is_free(at_.atlas.meeting(tile, std::countr_zero(rest)))) places.add(tile);
  });
  return places;
}

void Ashore::consider_walks(int actions_left, Errand& best, Tile only) const {
  Walks(at_, landing_, *this, actions_left, best).consider(only);
}

}  // namespace farnorth::explorers
