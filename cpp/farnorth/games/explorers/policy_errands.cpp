// The policy of actions.
//
// It weighs errands: what an errand brings against the actions it takes. The best ratio wins, and the
// first move of that errand is made. Nothing has to be remembered from one move to the next: a plan that
// was best mostly stays best, since it has become cheaper.
#include <algorithm>
#include <array>
#include <bit>

#include "farnorth/games/explorers/policy.hpp"
#include "farnorth/games/explorers/policy_ashore.hpp"
#include "farnorth/games/explorers/policy_landing.hpp"
#include "farnorth/games/explorers/policy_map.hpp"
#include "farnorth/games/explorers/policy_notes.hpp"

namespace farnorth::explorers {

namespace {

constexpr int kFar = Atlas::kFar;

// Found by matches.
constexpr int kVikingWorth = 20;  // a Viking who may die, early in the game
constexpr int kPatience = 4;      // actions for which an empty longship waits for those ashore

std::size_t first_livestock(const Clan& clan, std::size_t from) {  // kItems: none aboard
  std::size_t item = std::max<std::size_t>(from, 1);
  while (item < kItems && clan.aboard[item] == 0) ++item;
  return item;
}

// Nobody aboard: only loading a Viking helps.
Move man_the_ship(const Situation& at) {
  if (at.clan.on_shore()) return at.clan.mainland > 0 ? Move::load(0, kViking) : Move::end();
  if (at.space == 0) return Move::end();
  for (int g = 0; g < at.chart[at.clan.ship].lands; ++g)
    if (at.clan.vikings_on(Land::of(at.clan.ship, g)) > 0) return Move::load(g, kViking);
  return Move::end();
}

// Move::done() if the errands have to be weighed.
Move plain_move(const Situation& at) {
  if (at.vikings == 0 || !at.clan.on_shore()) return Move::done();
  if (at.cargo > 0) return Move::unload(0, first_livestock(at.clan, 1));
  const bool more_crew = at.space > 0 && at.clan.mainland > 0 && at.actions_left() > 2;
  return more_crew ? Move::load(0, kViking) : Move::done();
}

// Livestock on land, by land: the number of each type in four bits.
class Herds {
 public:
  explicit Herds(const State& state) {
    LandSet seen;
    for (std::size_t type = 0; type < kLivestockTypes; ++type)
      for (const Land land : state.livestock[type]) {
        std::uint32_t& herd = herd_[land.code];
        if (seen.add(land)) {
          lands_.push_back(land);
          herd = 0;
        }
        herd += 1U << kBits * type;
      }
  }

  const auto& lands() const { return lands_; }
  std::uint32_t on(Land land) const { return herd_[land.code]; }

  static constexpr unsigned kBits = 4;
  static_assert(kMostLivestockOfAType < 1 << kBits);

 private:
  std::array<std::uint32_t, 4 * kSites> herd_;  // of `lands_`
  FixedVector<Land, kTiles> lands_;
};

// The next move of an errand.
Move sail(std::uint8_t step) {
  if (step == Routes::kHome) return Move::home();
  return step >= Routes::kOut ? Move::out(step - Routes::kOut) : Move::sail(step);
}
Move step(const Situation& at, const Errand& errand) {
  const Routes routes(at.atlas, at.chart, at.state.map, at.ship_node());
  switch (errand.kind) {
    case Errand::Kind::none: return Move::end();
    case Errand::Kind::deliver: return sail(routes.first_step(Atlas::kShore));
    case Errand::Kind::walk: return Move::from(at.state.map.cell(errand.tile));
    case Errand::Kind::build:
      return at.state.actions >= kOutpostCost ? Move::outpost(errand.point) : Move::end();
    case Errand::Kind::fight:
      return errand.sea == at.ship_node() ? Move::sail(errand.group)
                                          : sail(routes.first_step(errand.sea));
    case Errand::Kind::unload:
      if (errand.tile != at.clan.ship) return sail(routes.first_step(errand.tile));
      return Move::unload(errand.group, kViking);
    case Errand::Kind::load: {
      if (errand.tile != at.clan.ship) return sail(routes.first_step(errand.tile));
      const std::size_t item = LandingPolicy(at).next_item(Land::of(at.clan.ship, errand.group), 0);
      return item < kItems ? Move::load(errand.group, item) : Move::end();
    }
  }
  return Move::end();
}

// Errands of the longship.
class ErrandPolicy {
 public:
  explicit ErrandPolicy(const Situation& at)
      : at_(at),
        landing_(at),
        ashore_(at, landing_),
        routes_(at.atlas, at.chart, at.state.map, at.ship_node()),
        home_(at.atlas.ways(Atlas::kShore)),
        actions_left_(at.actions_left()),
        cargo_value_(at.cargo == 0 ? 0
                                   : kPoint * (livestock_points(at.counts) -
                                               livestock_points(at.clan.delivered))) {
    if (at.vikings >= 2) weigh_islands();
  }

  Move act(Course& course) {
    if (at_.vikings == 0) return act_without_crew();
    consider_all();
    ashore_.consider_walks(actions_left_, best_);
    course.set(at_, best_, rivals_);
    return step(at_, best_);
  }

  // Phase walk: the best of the walks from a tile.
  Move walk_on(Tile from) {
    ashore_.consider_walks(actions_left_, best_, from);
    if (best_.kind == Errand::Kind::walk) return Move::walk(best_.group, best_.walkers - 1);
    return Move::done();
  }

 private:
  bool is_better(int value, int cost) const {
    return best_.gives_way_to(value, cost, actions_left_);
  }
  // Of an errand that becomes cheaper as the ship gets nearer.
  bool is_better_to_sail_to(int value, int cost) {
    if (value > 0 && cost <= actions_left_) rivals_.add(value, cost);
    return is_better(value, cost);
  }

  // What holding each island is worth.
  void weigh_islands() {
    for (std::size_t i = 0; i < at_.atlas.islands(); ++i) {
      const auto island = static_cast<std::uint8_t>(i);
      if (at_.atlas.isle(island).tiles.empty()) continue;
      const IslandOutlook isle = landing_.survey().outlook(island);
      hold_gain_[i] = landing_.hold_gain(isle, at_.vikings - 1);
      most_for_hold_ = std::max(most_for_hold_, hold_gain_[i]);
      largest_ = std::max(largest_, isle.size);
    }
  }

  // Nobody is aboard: what those ashore can finish comes first.
  Move act_without_crew() {
    for (const Land land : at_.clan.ashore)
      if (ashore_.places().contains(land.tile())) consider_outposts(land.tile());
    ashore_.consider_walks(actions_left_, best_);
    if (best_.kind != Errand::Kind::none && best_.cost <= kPatience) return step(at_, best_);
    return man_the_ship(at_);
  }

  void consider_all() {
    const Atlas& atlas = at_.atlas;
    if (at_.cargo > 0)
      if (const int cost = home_.to(at_.ship_node()) + 1; is_better_to_sail_to(cargo_value_, cost))
        best_ = {.kind = Errand::Kind::deliver, .value = cargo_value_, .cost = cost};
    const Tiles landings = most_for_hold_ > 0 ? atlas.laid() : atlas.settlements();
    landings.for_each([&](Tile tile) {
      const int token = at_.state.map.site[tile.number].token();
      for (int g = 0; g < at_.chart[tile].lands; ++g) consider_landing(Land::of(tile, g), token);
    });
    ashore_.places().for_each([&](Tile tile) { consider_outposts(tile); });
    if (at_.vikings >= kFightersNeeded)
      atlas.enemy_ships().for_each([&](Tile tile) { consider_fight(tile); });
    consider_herds();
  }

  void consider_landing(Land land, int token) {
    const Tile tile = land.tile();
    const int here = ashore_.vikings_on(land);
    const int raid = token >= kLowestStrength ? landing_.raid_gain(land, here) : 0,
              hold = at_.vikings >= 2 ? hold_gain_[at_.atlas.island(land)] : 0;
    if (raid + hold == 0) return;
    const bool all_hands = raid > 0 && token - here >= at_.vikings;
    const int way = routes_.to(tile), cost = way + 1 + (all_hands ? 1 : 0);
    if (way >= kFar || !is_better_to_sail_to(raid + hold, cost)) return;
    best_ = {.kind = Errand::Kind::unload,
             .value = raid + hold,
             .cost = cost,
             .tile = tile,
             .group = static_cast<std::uint8_t>(land.group())};
  }

  void consider_herds() {
    const Herds herds(at_.state);
    if (herds.lands().empty()) return;
    std::array<int, kLivestockTypes> gain;
    for (std::size_t type = 0; type < kLivestockTypes; ++type)
      gain[type] = Situation::marginal(type, at_.counts);
    for (const Land land : herds.lands())
      if (routes_.to(land.tile()) < kFar) consider_fetch(land, herds.on(land), gain);
  }

  // What the best `room` animals of a herd add, and how many are worth taking.
  struct Catch {
    int value = 0, taken = 0;
  };
  Catch best_of(std::uint32_t herd, int room, std::array<int, kLivestockTypes> gain) const {
    Catch best;
    Situation::Counts counts = at_.counts;
    while (best.taken < room && herd != 0) {
      std::size_t most = kLivestockTypes;
      for (std::uint32_t rest = herd; rest != 0;) {
        const std::size_t type = static_cast<std::size_t>(std::countr_zero(rest)) / Herds::kBits;
        if (most == kLivestockTypes || gain[type] > gain[most]) most = type;
        rest &= ~(15U << Herds::kBits * type);
      }
      best.value += gain[most];
      ++best.taken;
      herd -= 1U << Herds::kBits * most;
      if (best.taken == room || herd == 0) break;
      ++counts[most];
      for (std::size_t type = 0; type < kLivestockTypes; ++type)
        gain[type] = Situation::marginal(type, counts);
    }
    return best;
  }

  void consider_fetch(Land land, std::uint32_t herd, const std::array<int, kLivestockTypes>& gain) {
    const Tile tile = land.tile();
    const int back = shortest(home_, at_.chart, tile);
    if (back >= kFar) return;
    const int here = ashore_.vikings_on(land);
    // A Viking put ashore leaves his space to an animal; with a crew of one he comes back aboard.
    const int room = here > 0 ? at_.space
                              : std::min(kLongshipSpaces - 1 - at_.cargo,
                                         at_.space + (at_.vikings >= 2 ? 1 : 0));
    const Catch taken = best_of(herd, room, gain);
    if (taken.value == 0) return;
    const int hold = here == 0 && at_.vikings >= 2 ? hold_gain_[at_.atlas.island(land)] : 0;
    const int value = taken.value + cargo_value_ + hold;
    // Room that stays empty can be filled on the way, so a part of the way home is not this
    // errand's.
    const int cost =
        routes_.to(tile) + (here == 0 ? 2 : 1) + (taken.taken < room ? back * 2 / 3 : back) + 1;
    if (!is_better_to_sail_to(value, cost)) return;
    best_ = {.kind = here == 0 ? Errand::Kind::unload : Errand::Kind::load,
             .value = value,
             .cost = cost,
             .tile = tile,
             .group = static_cast<std::uint8_t>(land.group())};
  }

  void consider_outposts(Tile tile) {
    const int way = routes_.to(tile);
    const bool by_landing =
        at_.vikings >= 2 && way < kFar &&
        is_better_to_sail_to(ashore_.next_outpost() + kPoint * largest_ + most_for_hold_,
                             way + 1 + kOutpostCost);
    if (!by_landing && at_.clan.ashore.size() < kBuildersNeeded) return;
    for (unsigned rest = at_.atlas.land_points(tile); rest != 0; rest &= rest - 1) {
      const int corner = std::countr_zero(rest);
      const Atlas::Meeting& point = at_.atlas.meeting(tile, corner);
      if (!ashore_.is_free(point)) continue;
      int builders = 0;
      for (const Land each : point) builders += ashore_.vikings_on(each);
      const int needed = std::max(0, kBuildersNeeded - builders);
      const std::uint8_t island = at_.atlas.island(point[0]);
      if (needed == 0) {
        const int gain = ashore_.outpost_gain(island);
        if (is_better(gain, kOutpostCost))
          best_ = {.kind = Errand::Kind::build,
                   .value = gain,
                   .cost = kOutpostCost,
                   .tile = tile,
                   .point = corner_point(at_.state.map.cell(tile), corner)};
      } else if (by_landing && needed < at_.vikings) {
        const int value = ashore_.outpost_gain(island) + hold_gain_[island];
        const int cost = way + 1 + kOutpostCost;
        if (is_better_to_sail_to(value, cost))
          best_ = {.kind = Errand::Kind::unload,
                   .value = value,
                   .cost = cost,
                   .tile = tile,
                   .group = static_cast<std::uint8_t>(point[0].group())};
      }
    }
  }

  void consider_fight(Tile tile) {
    const int sea = at_.chart[tile].token_group;
    int best = kFar, direction = 0;  // of the sea from which he attacks
    Tile from = Tile::none();
    std::size_t sea_before = 0;
    for (unsigned rest =
             at_.chart.face(at_.state.map, tile).sea_edges[static_cast<std::size_t>(sea)];
         rest != 0; rest &= rest - 1) {
      const int d = std::countr_zero(rest);
      if (!at_.state.map.has_neighbour(tile, d)) continue;
      const Tile there = at_.state.map.neighbour(tile, d);
      const int group =
          at_.chart.face(at_.state.map, there).group[static_cast<std::size_t>(opposite(d))];
      const int sail = routes_.to(Atlas::place(there, group));
      if (sail < best) {
        best = sail;
        direction = opposite(d);
        from = there;
        sea_before = Atlas::place(there, group);
      }
    }
    if (best >= kFar) return;
    const int tokens = at_.state.blanks + at_.state.skulls;
    // N-FIGHT-1: the next death is worth 2d + 1, but a Viking less can do less in the turns to
    // come.
    const int death =
        kPoint * (2 * at_.clan.dead + 1) - kVikingWorth * std::min(at_.turns_left(), 10) / 10;
    const int value = kPoint + death * at_.state.skulls / tokens +
                      (at_.has_captain(Captain::barbarian) ? kPoint : 0) +
                      (at_.has_captain(Captain::hero) ? kPoint / 2 : 0);
    if (!is_better_to_sail_to(value, best + 1)) return;
    best_ = {.kind = Errand::Kind::fight,
             .value = value,
             .cost = best + 1,
             .tile = from,
             .group = static_cast<std::uint8_t>(direction),
             .sea = static_cast<std::uint8_t>(sea_before)};
  }

  const Situation& at_;
  const LandingPolicy landing_;
  const Ashore ashore_;
  const Routes routes_;     // from the ship
  const Atlas::Ways home_;  // from the shore
  const int actions_left_, cargo_value_;
  // By island, of numbers that are in use, if there are two Vikings aboard.
  std::array<int, kSites * kMostGroups> hold_gain_;
  int most_for_hold_ = 0, largest_ = 0;  // the most of them; the size of the largest island
  Errand best_;
  Rivals rivals_;
};

}  // namespace

Move act(const Situation& at, Course& course) {
  const Move plain = plain_move(at);
  if (plain.kind != MoveKind::done) return plain;
  return course.leads(at) ? step(at, course.errand()) : ErrandPolicy(at).act(course);
}

Move load_more(const Situation& at) {
  if (!at.clan.on_shore()) return LandingPolicy(at).load_more();
  return at.space > 0 && at.clan.mainland > 0 ? Move::load(0, kViking) : Move::done();
}

Move unload_more(const Situation& at) {
  if (!at.clan.on_shore()) return LandingPolicy(at).unload_more();
  const std::size_t item = first_livestock(at.clan, at.state.item);
  return item < kItems ? Move::unload(0, item) : Move::done();
}

Move walk_on(const Situation& at) { return ErrandPolicy(at).walk_on(at.state.from); }

}  // namespace farnorth::explorers
