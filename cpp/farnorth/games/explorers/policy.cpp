// A sensible player of Explorers, for the bot `greedy` and for playouts. Kept apart from the rules.
//
// He weighs errands of his longship: what an errand brings against the actions it takes, the best ratio wins, and he
// makes its next move. Nothing is remembered from one move to the next: a plan that was best stays best, since it has
// become cheaper. Everything is counted in hundredths of a point, so that the policy is the same on every platform.
#include <algorithm>
#include <cassert>

#include "farnorth/games/explorers/explorers.hpp"

namespace farnorth::explorers {

namespace {

constexpr int kPoint = 100;

// ---- Islands as they stand --------------------------------------------------------------------------

struct Isle {
  Tiles tiles;
  int open = 0;           // land edges without a tile beyond them
  bool hopeless = false;  // one of these can never get a tile
  std::array<std::uint8_t, kMaxPlayers> influence{};

  bool complete() const { return open == 0; }
  int rivals(std::size_t seat) const {  // the strongest of the others
    int most = 0;
    for (std::size_t other = 0; other < kMaxPlayers; ++other)
      if (other != seat) most = std::max<int>(most, influence[other]);
    return most;
  }
};

class Survey {
 public:
  Survey(const Chart& chart, const State& state) : chart_(chart), map_(state.map) {
    island_.fill(kNone);
    for (int t = 0; t < kSites; ++t) {
      const Tile tile = Tile::at(t);
      if (!map_.is_laid(tile)) continue;
      for (int g = 0; g < chart[tile].lands; ++g)
        if (island_[Land::of(tile, g).code] == kNone) explore_from(Land::of(tile, g));
    }
    for (std::size_t seat = 0; seat < kMaxPlayers; ++seat) {
      for (const Land land : state.clan[seat].ashore) ++isles_[island_[land.code]].influence[seat];
      for (const Point point : state.clan[seat].outposts)
        isles_[island_[land_point(chart, map_, point).lands[0].code]].influence[seat] += 2;
    }
  }

  const Isle& at(Land land) const { return isles_[island_[land.code]]; }
  std::uint8_t number(Land land) const { return island_[land.code]; }
  const Isle& isle(std::uint8_t number) const { return isles_[number]; }

 private:
  static constexpr std::uint8_t kNone = 255;

  void explore_from(Land start) {
    const std::uint8_t number = count_++;
    Isle& isle = isles_[number];
    isle = {};
    FixedVector<Land, kSites * kMostGroups>& queue = queue_;
    queue.clear();
    queue.push_back(start);
    island_[start.code] = number;
    for (std::size_t next = 0; next < queue.size(); ++next) {
      const Land here = queue[next];
      const Tile tile = here.tile();
      isle.tiles.add(tile);
      for (unsigned rest = chart_.face(map_, tile).land_edges[static_cast<std::size_t>(here.group())];
           rest != 0; rest &= rest - 1) {
        const int d = std::countr_zero(rest);
        if (!map_.has_neighbour(tile, d)) {
          ++isle.open;
          const Cell beyond = map_.cell(tile).neighbour(d);
          isle.hopeless = isle.hopeless || !beyond.exists() || !chart_.free.contains(beyond);
          continue;
        }
        const Land there = land_beyond(chart_, map_, tile, d);
        if (island_[there.code] != kNone) continue;
        island_[there.code] = number;
        queue.push_back(there);
      }
    }
  }

  const Chart& chart_;
  const Map& map_;
  std::array<std::uint8_t, 4 * kSites> island_;
  std::array<Isle, kSites * kMostGroups> isles_;
  FixedVector<Land, kSites * kMostGroups> queue_;
  std::uint8_t count_ = 0;
};

// ---- Sea routes --------------------------------------------------------------------------------------

constexpr int kFar = 60;  // more actions than any errand is worth

// How many actions a longship needs from where it starts to every sea, without fighting.
class Routes {
 public:
  static constexpr std::size_t kShore = 4 * kSites;
  static constexpr std::uint8_t kHome = 6, kOut = 7;  // first steps beside the six directions: kOut + fixed tile

  Routes(const Chart& chart, const Map& map, std::size_t from) : chart_(chart), map_(map) {
    distance_.fill(kFar);
    tile_.fill(kFar);
    distance_[from] = 0;
    queue_[size_++] = static_cast<std::uint8_t>(from);
    for (std::size_t next = 0; next < size_; ++next) spread(queue_[next], next == 0);
  }

  static std::size_t node(Tile tile, int sea) { return Land::of(tile, sea).code; }
  int to(std::size_t sea) const { return distance_[sea]; }
  int to(Tile tile) const { return tile_[tile.number]; }  // to the nearest of its seas
  // The first step on the way to a sea, or to the nearest sea of a tile.
  std::uint8_t first_step(std::size_t sea) const { return first_[sea]; }
  std::uint8_t first_step(Tile tile) const {
    std::size_t best = node(tile, 0);
    for (int g = 1; g < chart_[tile].seas; ++g)
      if (distance_[node(tile, g)] < distance_[best]) best = node(tile, g);
    return first_[best];
  }
  bool reached(std::size_t sea) const { return distance_[sea] < kFar; }

 private:
  void reach(std::size_t from, std::size_t to, std::uint8_t step, bool is_first) {
    if (distance_[to] != kFar) return;
    distance_[to] = static_cast<std::uint8_t>(distance_[from] + 1);
    first_[to] = is_first ? step : first_[from];
    queue_[size_++] = static_cast<std::uint8_t>(to);
  }

  void spread(std::size_t from, bool is_first) {
    if (from == kShore) {
      for (int i = 0; i < kFixedTiles; ++i)
        reach(from, node(Tile::fixed(i), chart_.shore_sea[static_cast<std::size_t>(i)]),
              static_cast<std::uint8_t>(kOut + i), is_first);
      return;
    }
    const Tile tile = Tile::at(static_cast<int>(from / 4));
    tile_[tile.number] = std::min(tile_[tile.number], distance_[from]);
    if (tile.is_fixed() && chart_.shore_sea[tile.number - static_cast<std::size_t>(kTiles)] == from % 4)
      reach(from, kShore, kHome, is_first);
    for (unsigned rest = chart_.face(map_, tile).sea_edges[from % 4]; rest != 0; rest &= rest - 1) {
      const int d = std::countr_zero(rest);
      if (!map_.has_neighbour(tile, d) || enemy_ship_beyond(chart_, map_, tile, d)) continue;
      const Tile there = map_.neighbour(tile, d);
      const int sea = chart_.face(map_, there).group[static_cast<std::size_t>(opposite(d))];
      reach(from, node(there, sea), static_cast<std::uint8_t>(d), is_first);
    }
  }

  const Chart& chart_;
  const Map& map_;
  std::array<std::uint8_t, 4 * kSites + 1> distance_;
  std::array<std::uint8_t, 4 * kSites + 1> first_{};
  std::array<std::uint8_t, kSites> tile_;
  std::array<std::uint8_t, 4 * kSites + 1> queue_;
  std::size_t size_ = 0;
};

// ---- Weights, found by matches -----------------------------------------------------------------------

constexpr int kOpenIsland = 40;    // percent of its size that an island still open is worth
constexpr int kVikingWorth = 120;  // a Viking who may die, early in the game
constexpr int kCompletes = 60;     // percent of its size for closing an island on which one leads
constexpr int kUnclaimed = 35;     // the same for one where nobody is yet
constexpr int kOpenEdge = 14;      // a land edge that has to be closed some day
constexpr int kLandPoint = 70;     // a place for an outpost

// How good captains are for this player, from their points in his games.
constexpr std::array<int, kCaptains> kCaptainWorth{
    30, 10, 30, 20, 25, 15, 1, 60, 45, 25, 40};

class Policy {
 public:
  Policy(const Explorers& game, const State& state, Rng& rng)
      : game_(game), chart_(game.chart()), state_(state), me_(state.player.seat), clan_(state.clan[me_]), rng_(rng) {}

  Move captain() const {
    const auto worth = [](Captain card) { return kCaptainWorth[static_cast<std::size_t>(card)]; };
    return Move::captain(worth(clan_.captain[0]) >= worth(clan_.captain[1]) ? clan_.captain[0] : clan_.captain[1]);
  }

 protected:
  bool has_captain(Captain card) const {
    return clan_.captain[0] == card || clan_.captain[1] == card;
  }
  int turns_left() const {  // of his, after this one
    const int players = game_.players();
    const int all = players == 1 ? kTiles / kHandTiles : kTiles / players;
    return all - 1 - state_.turns / players;
  }
  int actions_left() const { return state_.actions + kActions * turns_left(); }

  // Points that one more animal of a type adds to those delivered and aboard, and to `extra`.
  int marginal(std::size_t type, const std::array<std::uint8_t, kLivestockTypes>& extra) const {
    std::array<std::uint8_t, kLivestockTypes> with = clan_.delivered;
    for (std::size_t i = 0; i < kLivestockTypes; ++i)
      with[i] = static_cast<std::uint8_t>(with[i] + clan_.aboard[i + 1] + extra[i]);
    // The new animal makes the set number with[type] + 1 one larger.
    int types = 1;
    for (std::size_t i = 0; i < kLivestockTypes; ++i) types += i != type && with[i] > with[type] ? 1 : 0;
    return kPoint * types;
  }

  const Explorers& game_;
  const Chart& chart_;
  const State& state_;
  const std::size_t me_;
  const Clan& clan_;
  Rng& rng_;
};

// ---- Laying tiles --------------------------------------------------------------------------------------

class TilePolicy : Policy {
 public:
  TilePolicy(const Explorers& game, const State& state, Rng& rng)
      : Policy(game, state, rng), survey_(game.chart(), state), routes_(game.chart(), state.map, Routes::kShore) {
    for (std::size_t type = 0; type < kLivestockTypes; ++type) animal_[type] = marginal(type, {});
  }

  Move pick() {
    Move best = Move::reshuffle();
    int best_value = -1'000'000;
    std::size_t slot = 0;
    state_.map.border.for_each([&](Cell cell) {
      const Facing facing = state_.map.facing[slot++];
      look_around(cell, facing);
      state_.hand[me_].for_each([&](Tile tile) {
        for (unsigned rest = chart_[tile].rotations; rest != 0; rest &= rest - 1) {
          const int k = std::countr_zero(rest);
          const Face& face = chart_.faces[tile.number][static_cast<std::size_t>(k)];
          if (!facing.fits(face.land)) continue;
          const int value = placement(tile, face, facing);
          if (value > best_value) {
            best_value = value;
            best = Move::pick(tile, k);
          }
        }
      });
    });
    return best;
  }

  Move lay() {
    const Face& face = chart_.faces[state_.picked.number][state_.rotation];
    Move best = Move::lay(Cell::none());
    int best_value = -1'000'000;
    std::size_t slot = 0;
    state_.map.border.for_each([&](Cell cell) {
      const Facing facing = state_.map.facing[slot++];
      if (!facing.fits(face.land)) return;
      look_around(cell, facing);
      const int value = placement(state_.picked, face, facing);
      if (value > best_value) {
        best_value = value;
        best = Move::lay(cell);
      }
    });
    return best;
  }

 private:
  // What the border cell has beyond each edge.
  void look_around(Cell cell, Facing facing) {
    for (unsigned rest = facing.land | facing.sea; rest != 0; rest &= rest - 1) {
      const int d = std::countr_zero(rest);
      const Tile tile = state_.map.tile_at(cell.neighbour(d));
      const auto edge = static_cast<std::size_t>(d);
      const int group = chart_.face(state_.map, tile).group[static_cast<std::size_t>(opposite(d))];
      if (has(facing.land, d))
        beyond_[edge] = survey_.number(Land::of(tile, group));
      else
        sea_[edge] = static_cast<std::uint8_t>(routes_.to(Routes::node(tile, group)));
    }
  }

  int placement(Tile tile, const Face& face, Facing facing) const {
    int access = kFar;  // sea actions from the shore
    for (unsigned rest = facing.sea; rest != 0; rest &= rest - 1)
      access = std::min<int>(access, sea_[static_cast<std::size_t>(std::countr_zero(rest))] + 1);
    int value = token_value(tile, face, facing, access);
    for (int g = 0; g < chart_[tile].lands; ++g)
      value += land_value(face.land_edges[static_cast<std::size_t>(g)], facing, access);
    // Two edges side by side with land beyond both: a land point, where the tiles beyond agree.
    const DirectionSet corners = facing.land & turned(facing.land, 1);
    if (access < kFar) value += kLandPoint * std::popcount(corners);
    return value;
  }

  int token_value(Tile tile, const Face& face, Facing facing, int access) const {
    const Token token = chart_[tile].token;
    if (token == Token::enemy_ship) {
      const DirectionSet mouth = facing.sea & face.sea_edges[chart_[tile].token_group];
      if (has_captain(Captain::barbarian)) return mouth != 0 ? 120 - 12 * access : 0;
      return mouth != 0 ? -200 + 12 * std::min(access, 12) : 60;  // best where it bars no way
    }
    if (access >= kFar) return -60;
    const int worth = token == Token::settlement ? 3 * kPoint : animal_[static_cast<std::size_t>(token)];
    return 4 * worth / (3 + access);
  }

  // What becomes of the islands that one land of the tile joins.
  int land_value(DirectionSet edges, Facing facing, int access) const {
    int open = std::popcount(static_cast<unsigned>(edges & ~(facing.land | facing.sea)));
    int size = 1, own = 0, rivals = 0;
    bool hopeless = false;
    std::uint64_t joined = 0;  // islands counted; their numbers as bits, which only a freak map has 64 of
    for (unsigned rest = edges & facing.land; rest != 0; rest &= rest - 1) {
      const std::uint8_t number = beyond_[static_cast<std::size_t>(std::countr_zero(rest))];
      const Isle& isle = survey_.isle(number);
      --open;
      if ((joined >> number % 64U & 1U) != 0) continue;
      joined |= std::uint64_t{1} << number % 64U;
      open += isle.open;
      size += isle.tiles.size();
      own += isle.influence[me_];
      rivals = std::max(rivals, isle.rivals(me_));
      hopeless = hopeless || isle.hopeless;
    }
    if (hopeless) return -kOpenEdge;
    if (open > 0) return -kOpenEdge * open;
    if (own > 0 && own >= rivals) return kCompletes * size;
    if (rivals > own) return rivals <= own + 2 && access < kFar ? 0 : -kUnclaimed * size;
    return access < kFar ? kUnclaimed * size : 0;
  }

  Survey survey_;
  Routes routes_;  // from the shore
  std::array<int, kLivestockTypes> animal_{};
  std::array<std::uint8_t, kDirections> beyond_{}, sea_{};
};

// ---- Actions ---------------------------------------------------------------------------------------------

// Something to do, what it brings and what it takes.
struct Errand {
  enum class Kind : std::uint8_t { none, deliver, unload, load, build, fight, crew };
  Kind kind = Kind::none;
  int value = 0, cost = 1;
  Tile tile = Tile::none();  // none: the shore
  std::uint8_t group = 0;    // land; for a fight the direction of the last step
  Point point{};

  bool better_than(const Errand& other) const {
    // value / (cost + 1) without division; the 1 stands for what every errand needs besides
    return value * (other.cost + 1) > other.value * (cost + 1);
  }
};

class ActionPolicy : Policy {
 public:
  ActionPolicy(const Explorers& game, const State& state, Rng& rng)
      : Policy(game, state, rng),
        survey_(game.chart(), state),
        routes_(game.chart(), state.map,
                clan_.on_shore() ? Routes::kShore : Routes::node(clan_.ship, clan_.sea)),
        home_(game.chart(), state.map, Routes::kShore),
        vikings_(clan_.aboard[kViking]),
        space_(kLongshipSpaces - clan_.pieces_aboard()),
        cargo_(kLongshipSpaces - space_ - vikings_) {}

  Move act() {
    if (vikings_ == 0) return man_the_ship();
    if (clan_.on_shore()) {
      if (cargo_ > 0) return Move::unload(0, first_livestock());
      if (space_ > 0 && clan_.mainland > 0 && actions_left() > 2) return Move::load(0, kViking);
    }
    consider_all();
    return step(best_);
  }

  Move load_more() const {
    if (clan_.on_shore()) return space_ > 0 && clan_.mainland > 0 ? Move::load(0, kViking) : Move::done();
    const std::size_t item = next_item(Land::of(clan_.ship, state_.land), state_.item);
    return item < kItems ? Move::load(state_.land, item) : Move::done();
  }

  Move unload_more() const {
    if (clan_.on_shore()) {
      for (std::size_t item = std::max<std::size_t>(state_.item, 1); item < kItems; ++item)
        if (clan_.aboard[item] > 0) return Move::unload(0, item);
      return Move::done();
    }
    const bool more = state_.item == kViking && wanted_ashore(Land::of(clan_.ship, state_.land)) > 0;
    return more ? Move::unload(state_.land, kViking) : Move::done();
  }

 private:
  std::size_t first_livestock() const {
    std::size_t item = 1;
    while (clan_.aboard[item] == 0) ++item;
    return item;
  }

  // Nobody aboard: only loading a Viking helps.
  Move man_the_ship() const {
    if (clan_.on_shore()) return clan_.mainland > 0 ? Move::load(0, kViking) : Move::end();
    if (space_ == 0) return Move::end();
    for (int g = 0; g < chart_[clan_.ship].lands; ++g)
      if (clan_.vikings_on(Land::of(clan_.ship, g)) > 0) return Move::load(g, kViking);
    return Move::end();
  }

  // ---- Errands

  void consider(const Errand& errand) {
    if (errand.value > 0 && errand.cost <= actions_left() && errand.better_than(best_)) best_ = errand;
  }

  void consider_all() {
    best_ = {};
    if (cargo_ > 0)
      consider({.kind = Errand::Kind::deliver, .value = cargo_value(), .cost = home_.to(ship_node()) + 1});
    for (int t = 0; t < kSites; ++t) {
      const Tile tile = Tile::at(t);
      if (!state_.map.is_laid(tile)) continue;
      if (routes_.to(tile) < kFar)
        for (int g = 0; g < chart_[tile].lands; ++g) consider_land(Land::of(tile, g));
      if (!clan_.outposts.full() && !state_.with_outpost.contains(tile)) consider_outposts(tile);
      if (state_.map.site[tile.number].token == Site::kEnemyShip && vikings_ >= kFightersNeeded)
        consider_fight(tile);
    }
  }

  std::size_t ship_node() const {
    return clan_.on_shore() ? Routes::kShore : Routes::node(clan_.ship, clan_.sea);
  }

  int cargo_value() const {
    std::array<std::uint8_t, kLivestockTypes> with = clan_.delivered;
    for (std::size_t i = 0; i < kLivestockTypes; ++i)
      with[i] = static_cast<std::uint8_t>(with[i] + clan_.aboard[i + 1]);
    return kPoint * (livestock_points(with) - livestock_points(clan_.delivered));
  }

  void consider_land(Land land) {
    const Tile tile = land.tile();
    const int sail = routes_.to(tile);
    const int here = clan_.vikings_on(land);
    const int raid = raid_gain(land, here), hold = hold_gain(land, vikings_ - 1);
    if (raid > 0) {
      const bool all_hands = state_.map.site[tile.number].token - here >= vikings_;
      consider({.kind = Errand::Kind::unload, .value = raid + hold, .cost = sail + 1 + (all_hands ? 1 : 0),
                .tile = tile, .group = static_cast<std::uint8_t>(land.group())});
    } else if (hold > 0 && vikings_ >= 2) {
      consider({.kind = Errand::Kind::unload, .value = hold, .cost = sail + 1, .tile = tile,
                .group = static_cast<std::uint8_t>(land.group())});
    }
    if (space_ > 0 || here == 0) consider_fetch(land, here, hold);
  }

  // Points for raiding with the crew.
  int raid_gain(Land land, int here) const {
    const int strength = state_.map.site[land.tile().number].token;
    if (strength < kLowestStrength || chart_[land.tile()].token_group != land.group()) return 0;
    if (strength - here > vikings_) return 0;
    return kPoint * strength + (has_captain(Captain::tyrant) ? kPoint : 0) +
           (has_captain(Captain::hero) ? kPoint / 2 : 0);
  }

  // Points for putting just enough of `crew` Vikings on an island to share in it.
  int hold_gain(Land land, int crew) const {
    const Isle& isle = survey_.at(land);
    const int own = isle.influence[me_], rivals = isle.rivals(me_);
    if (own > 0 && own >= rivals) return 0;
    const int needed = std::max(1, rivals - own);
    if (needed > crew || isle.hopeless) return 0;
    const int points = kPoint * isle.tiles.size() + (has_captain(Captain::shieldmaiden) ? kPoint : 0);
    if (isle.complete()) return points;
    // An open island grows; but it has to be closed in time.
    return own == 0 && isle.open <= 2 + turns_left() ? points * kOpenIsland / 100 / std::max(1, isle.open - 1) : 0;
  }

  void consider_fetch(Land land, int here, int hold) {
    std::array<std::uint8_t, kLivestockTypes> taken{};
    int value = 0;
    // A Viking put ashore leaves his space to an animal; with a crew of one he comes back aboard.
    const int room = here > 0 ? space_ : std::min(kLongshipSpaces - 1 - cargo_, space_ + (vikings_ >= 2 ? 1 : 0));
    for (int i = 0; i < room; ++i) {
      int best = 0;
      std::size_t best_type = 0;
      for (std::size_t type = 0; type < kLivestockTypes; ++type) {
        if (animals_on(type, land) <= taken[type]) continue;
        const int gain = marginal(type, taken);
        if (gain > best) {
          best = gain;
          best_type = type;
        }
      }
      if (best == 0) break;
      value += best;
      ++taken[best_type];
    }
    if (value == 0) return;
    const Tile tile = land.tile();
    const int back = home_.to(tile);
    if (back >= kFar) return;
    const bool land_first = here == 0;
    if (land_first && vikings_ < 1) return;
    // Room that stays empty can be filled on the way, so a part of the way home is not this errand's.
    const int spare = room - (taken[0] + taken[1] + taken[2] + taken[3] + taken[4] + taken[5]);
    consider({.kind = land_first ? Errand::Kind::unload : Errand::Kind::load,
              .value = value + cargo_value() + (land_first && vikings_ >= 2 ? hold : 0),
              .cost = routes_.to(tile) + (land_first ? 2 : 1) + (spare > 0 ? back * 2 / 3 : back) + 1,
              .tile = tile,
              .group = static_cast<std::uint8_t>(land.group())});
  }

  int animals_on(std::size_t type, Land land) const {
    int animals = 0;
    for (const Land there : state_.livestock[type]) animals += there == land ? 1 : 0;
    return animals;
  }

  int outpost_gain(const LandPoint& point) const {
    const int built = static_cast<int>(clan_.outposts.size());
    int gain = kPoint * (kOutpostPoints[static_cast<std::size_t>(built) + 1] - kOutpostPoints[static_cast<std::size_t>(built)]);
    gain += 2 * (kOutposts - built) * 10;  // the next one will be worth more
    if (has_captain(Captain::watchman)) gain += kPoint;
    if (has_captain(Captain::hero)) gain += kPoint / 2;
    const Isle& isle = survey_.at(point.lands[0]);
    const int own = isle.influence[me_], rivals = isle.rivals(me_);
    if (own < rivals && own + 2 >= rivals && isle.complete()) gain += kPoint * isle.tiles.size();
    return gain;
  }

  void consider_outposts(Tile tile) {
    const DirectionSet land = chart_.face(state_.map, tile).land & state_.map.neighbour_set(tile);
    for (unsigned rest = land & turned(land, 1); rest != 0; rest &= rest - 1) {
      const int corner = std::countr_zero(rest);
      const LandPoint point = land_point(chart_, state_.map, tile, corner);
      if (!point.exists) continue;
      int builders = 0;
      bool free = true;
      for (const Land each : point.lands) {
        builders += clan_.vikings_on(each);
        free = free && !state_.with_outpost.contains(each.tile());
      }
      if (!free) continue;
      const int needed = std::max(0, kBuildersNeeded - builders);
      const int gain = outpost_gain(point);
      if (needed == 0) {
        consider({.kind = Errand::Kind::build, .value = gain, .cost = kOutpostCost, .tile = tile,
                  .point = corner_point(state_.map.cell(tile), corner)});
      } else if (needed < vikings_ && routes_.to(tile) < kFar) {
        const Land land_here = point.lands[0];
        consider({.kind = Errand::Kind::unload, .value = gain + hold_gain(land_here, vikings_ - 1),
                  .cost = routes_.to(tile) + 1 + kOutpostCost, .tile = tile,
                  .group = static_cast<std::uint8_t>(land_here.group())});
      }
    }
  }

  void consider_fight(Tile tile) {
    const int sea = chart_[tile].token_group;
    int best = kFar, direction = 0;  // of the sea from which he attacks
    Tile from = Tile::none();
    for (unsigned rest = chart_.face(state_.map, tile).sea_edges[static_cast<std::size_t>(sea)]; rest != 0;
         rest &= rest - 1) {
      const int d = std::countr_zero(rest);
      if (!state_.map.has_neighbour(tile, d)) continue;
      const Tile there = state_.map.neighbour(tile, d);
      const int group = chart_.face(state_.map, there).group[static_cast<std::size_t>(opposite(d))];
      const int sail = routes_.to(Routes::node(there, group));
      if (sail < best) {
        best = sail;
        direction = opposite(d);
        from = there;
        fight_sea_ = Routes::node(there, group);
      }
    }
    if (best >= kFar) return;
    const int tokens = state_.blanks + state_.skulls;
    // N-FIGHT-1: the next death is worth 2d + 1, but a Viking less can do less in the turns to come.
    const int death = kPoint * (2 * clan_.dead + 1) - kVikingWorth * std::min(turns_left(), 10) / 10;
    const int value = kPoint + death * state_.skulls / tokens + (has_captain(Captain::barbarian) ? kPoint : 0) +
                      (has_captain(Captain::hero) ? kPoint / 2 : 0);
    const Errand errand{.kind = Errand::Kind::fight, .value = value, .cost = best + 1, .tile = from,
                        .group = static_cast<std::uint8_t>(direction)};
    if (errand.value > 0 && errand.cost <= actions_left() && errand.better_than(best_)) {
      best_ = errand;
      best_sea_ = fight_sea_;
    }
  }

  // ---- The next move of an errand

  Move step(const Errand& errand) const {
    switch (errand.kind) {
      case Errand::Kind::none: return Move::end();
      case Errand::Kind::deliver: return sail(routes_.first_step(Routes::kShore));
      case Errand::Kind::build:
        return state_.actions >= kOutpostCost ? Move::outpost(errand.point) : Move::end();
      case Errand::Kind::fight:
        return best_sea_ == ship_node() ? Move::sail(errand.group) : sail(routes_.first_step(best_sea_));
      case Errand::Kind::unload:
        if (errand.tile != clan_.ship) return sail(routes_.first_step(errand.tile));
        return Move::unload(errand.group, kViking);
      case Errand::Kind::load: {
        if (errand.tile != clan_.ship) return sail(routes_.first_step(errand.tile));
        const std::size_t item = next_item(Land::of(clan_.ship, errand.group), 0);
        return item < kItems ? Move::load(errand.group, item) : Move::end();
      }
      case Errand::Kind::crew: break;
    }
    return Move::end();
  }

  static Move sail(std::uint8_t step) {
    if (step == Routes::kHome) return Move::home();
    return step >= Routes::kOut ? Move::out(step - Routes::kOut) : Move::sail(step);
  }

  // How many more Vikings are worth putting on this land now that the ship is beside it.
  int wanted_ashore(Land land) const {
    const int here = clan_.vikings_on(land);
    int wanted = 0;
    const int strength = state_.map.site[land.tile().number].token;
    if (raid_gain(land, here) > 0) wanted = strength - here;
    if (vikings_ < 2) return wanted;
    const Isle& isle = survey_.at(land);
    if (hold_gain(land, vikings_ - 1) > 0)
      wanted = std::max(wanted, std::max(1, isle.rivals(me_) - isle.influence[me_]));
    if (!clan_.outposts.full() && !state_.with_outpost.contains(land.tile()))
      for (int corner = 0; corner < kCorners; ++corner) {
        const LandPoint point = land_point(chart_, state_.map, land.tile(), corner);
        if (!point.exists || point.lands[0] != land) continue;
        int builders = 0;
        bool free = true;
        for (const Land each : point.lands) {
          builders += clan_.vikings_on(each);
          free = free && !state_.with_outpost.contains(each.tile());
        }
        if (free && kBuildersNeeded - builders < vikings_) wanted = std::max(wanted, kBuildersNeeded - builders);
      }
    return wanted;
  }

  // The next thing to load from a land, of kind `from` or later; kItems if there is no more.
  std::size_t next_item(Land land, std::size_t from) const {
    if (space_ == 0) return kItems;
    std::size_t best = kItems;
    int best_gain = 0, worthy = 0;
    for (std::size_t type = from == 0 ? 0 : from - 1; type < kLivestockTypes; ++type) {
      const int animals = animals_on(type, land);
      if (animals == 0) continue;
      worthy += animals;
      const int gain = marginal(type, {});
      if (gain > best_gain) {
        best_gain = gain;
        best = type + 1;
      }
    }
    if (from == kViking && clan_.vikings_on(land) > 0) {
      const Isle& isle = survey_.at(land);
      const int spare = std::min(clan_.vikings_on(land), isle.influence[me_] - std::max(1, isle.rivals(me_)));
      if (vikings_ == 0 || (vikings_ < 2 && spare > 0 && worthy < space_)) return kViking;
    }
    // With room for all, the order of the kinds does not matter but must be kept.
    if (worthy <= space_)
      for (std::size_t type = from == 0 ? 0 : from - 1; type < kLivestockTypes; ++type)
        if (animals_on(type, land) > 0) return type + 1;
    return best;
  }

  Survey survey_;
  Routes routes_, home_;
  const int vikings_, space_, cargo_;
  Errand best_;
  std::size_t best_sea_ = 0, fight_sea_ = 0;
};

}  // namespace

Move Explorers::scripted_move(const State& state, Rng& rng) const {
  switch (state.phase) {
    case Phase::captain: return Policy(*this, state, rng).captain();
    case Phase::tile: return TilePolicy(*this, state, rng).pick();
    case Phase::cell: return TilePolicy(*this, state, rng).lay();
    case Phase::act: return ActionPolicy(*this, state, rng).act();
    case Phase::load: return ActionPolicy(*this, state, rng).load_more();
    case Phase::unload: return ActionPolicy(*this, state, rng).unload_more();
    case Phase::walk: {
      FixedVector<Move, kMaxMoves> moves;
      legal_moves(state, moves);
      return moves[0];
    }
    case Phase::deal_tiles:
    case Phase::deal_captains:
    case Phase::start:
    case Phase::refill:
    case Phase::redraw:
    case Phase::token:
    case Phase::fight:
    case Phase::draw:
    case Phase::over: break;
  }
  assert(false && "only a player has a policy");
  return {};
}

}  // namespace farnorth::explorers
