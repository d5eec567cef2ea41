// What a position promises each player beyond the points he has, for playouts that stop before the end.
#include <algorithm>

#include "farnorth/games/explorers/explorers.hpp"
#include "farnorth/games/explorers/outlook_weights.hpp"

namespace farnorth::explorers {

namespace {

// What tells how much a player will still get. Sizes are counted in tiles.
enum Feature : std::size_t {
  always,        // 1
  actions,       // that he has left
  cargo,         // points that the livestock aboard is worth at home
  late_cargo,    // the same with few actions left
  types,         // of livestock that he has at home or aboard
  leads,         // size of the open islands on which he leads,
  leads_number,  // and their number
  ties,          // size of those on which he ties for the lead
  follows,       // size of those where one landing would make up for what he lacks
  holds,         // size of the complete islands that he holds by 1 or not at all
  shut_out,      // size of those that one landing would give him
  unbuilt,       // outposts
  crew,          // Vikings aboard
  ashore,
  mainland,
  dead,
  dead_squared,
  at_shore,     // the longship
  enemy_ships,  // that nobody has fought yet
  destroyed,
  settlements,
  late_vikings,  // Vikings aboard and ashore with few actions left
  rivals_lead,   // size of the open islands on which another leads
  captain,       // one for each, in their order
  kFeatures = captain + kCaptains
};
static_assert(kFeatures == Explorers::kOutlookFeatures);

constexpr int kFewActions = 8;

int all_turns(int players) {  // of each player
  return players == 1 ? kTiles / kHandTiles : kTiles / players;
}

int actions_left(const State& state, std::size_t seat, int players) {
  const int place = (static_cast<int>(seat) - state.first.seat + players) % players;
  const int done = state.turns / players + (place < state.turns % players ? 1 : 0);
  const int left = kActions * std::max(0, all_turns(players) - done);
  const bool acts =
      state.player.seat == seat && state.phase >= Phase::act && state.phase <= Phase::draw;
  return acts ? left - kActions + state.actions : left;
}

using Features = std::array<std::int16_t, kFeatures>;

void add(Features& features, Feature feature, int value) {
  features[feature] = static_cast<std::int16_t>(features[feature] + value);
}

void add_cargo(const Clan& clan, int left, Features& features) {
  auto counts = clan.delivered;
  for (std::size_t i = 0; i < kLivestockTypes; ++i)
    counts[i] = static_cast<std::uint8_t>(counts[i] + clan.aboard[i + 1]);
  const int points = livestock_points(counts) - livestock_points(clan.delivered);
  add(features, cargo, points);
  if (left <= kFewActions) add(features, late_cargo, points);
  for (const std::uint8_t n : counts) add(features, types, n > 0 ? 1 : 0);
}

void add_islands(const Claims& claims, std::size_t seat, Features& features) {
  constexpr int kLanding = 2;  // Vikings that one landing easily puts ashore
  for (const Claim& claim : claims) {
    const int own = claim.influence[seat];
    int rival = 0;
    for (std::size_t other = 0; other < kMaxPlayers; ++other)
      if (other != seat) rival = std::max<int>(rival, claim.influence[other]);
    if (claim.complete) {
      if (own > 0 && own >= rival && own <= rival + 1) add(features, holds, claim.size);
      if (own < rival && own + kLanding >= rival) add(features, shut_out, claim.size);
      continue;
    }
    if (rival > own) add(features, rivals_lead, claim.size);
    if (own == 0) continue;
    if (own > rival) {
      add(features, leads, claim.size);
      add(features, leads_number, 1);
    } else if (own == rival) {
      add(features, ties, claim.size);
    } else if (own + kLanding >= rival) {
      add(features, follows, claim.size);
    }
  }
}

void add_vikings(const Clan& clan, int left, Features& features) {
  const int aboard = clan.aboard[kViking], on_land = static_cast<int>(clan.ashore.size());
  add(features, crew, aboard);
  add(features, ashore, on_land);
  add(features, mainland, clan.mainland);
  add(features, dead, clan.dead);
  add(features, dead_squared, clan.dead * clan.dead);
  if (left <= kFewActions) add(features, late_vikings, aboard + on_land);
}

void add_captains(const Clan& clan, int players, Features& features) {
  if (clan.captain[0] == Captain::none) return;
  add(features, static_cast<Feature>(captain + static_cast<std::size_t>(clan.captain[0])), 1);
  // In the solo game both count, and the poorer of them scores.
  if (players == 1)
    add(features, static_cast<Feature>(captain + static_cast<std::size_t>(clan.captain[1])), 1);
}

}  // namespace

std::size_t Explorers::outlook_stage(const State& state) const {
  const auto turns = static_cast<std::size_t>(all_turns(players()) * players());
  return std::min(state.turns * kOutlookStages / turns, kOutlookStages - 1);
}

const OutlookModel<Explorers::kOutlookFeatures>& Explorers::outlook_model(std::size_t stage) const {
  return kOutlookModels[setup.players - 1U][stage];
}

void Explorers::outlook_features(const State& state,
                                 OutlookFeatures<kOutlookFeatures>& features) const {
  Claims all;
  claims(*chart_, state, all);
  for (std::size_t seat = 0; seat < setup.players; ++seat) {
    const Clan& clan = state.clan[seat];
    Features& own = features[seat];
    own.fill(0);
    const int left = actions_left(state, seat, setup.players);
    add(own, always, 1);
    add(own, actions, left);
    add_cargo(clan, left, own);
    add_islands(all, seat, own);
    add(own, unbuilt, kOutposts - static_cast<int>(clan.outposts.size()));
    add_vikings(clan, left, own);
    add(own, at_shore, clan.on_shore() ? 1 : 0);
    add(own, enemy_ships, state.blanks + state.skulls);
    add(own, destroyed, clan.enemy_ships);
    add(own, settlements, clan.settlements());
    add_captains(clan, setup.players, own);
  }
}

}  // namespace farnorth::explorers
