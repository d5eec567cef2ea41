// People, ranking, gangs. Section 6 of the rules.
#include <algorithm>

#include "farnorth/core/places.hpp"
#include "farnorth/games/scavengers/scavengers.hpp"

namespace farnorth::scavengers {

namespace {

enum class Gang : std::uint8_t { gearheads, pharmers, masons };
constexpr int kGangs = 3;

// What a gang goes by: the most of something, and what breaks a tie.
using GangKey = std::array<int, 2>;

GangKey gang_key(Gang gang, const State& state, Player player, const Cards& owned) {
  const auto copies = [&](Card card) { return owned.count(card); };
  switch (gang) {
    case Gang::gearheads:
      return {owned.size(kToolMask), copies(Card::wolf_pack) + copies(Card::grenade)};
    case Gang::pharmers:
      return {row(Card::medkit).meds * copies(Card::medkit) +
                  row(Card::pills).meds * copies(Card::pills),
              copies(Card::medic)};
    case Gang::masons: {
      const auto working =
          std::count_if(state.hq.sites.begin(), state.hq.sites.end(),
                        [=](const Site& site) { return site.owner == player && site.works(); });
      return {static_cast<int>(working), copies(Card::engineer)};
    }
  }
  return {};
}

using Owned = std::array<Cards, kMaxPlayers>;

Owned all_owned(const State& state, int players) {
  Owned owned;
  for (int seat = 0; seat < players; ++seat)
    owned[static_cast<std::size_t>(seat)] = owned_cards(state, Player::at(seat));
  return owned;
}

// S-SCORE-3: points of each seat. Nobody gets a gang for nothing, or if the tie stays.
std::array<int, kMaxPlayers> gang_points(const State& state, const Owned& owned,
                                         const Setup& setup) {
  std::array<int, kMaxPlayers> points{};
  const int gangs = setup.modules == 0 ? 0 : setup.modules == 1 ? 2 : kGangs;  // S-M1-1, S-M2-1
  for (int g = 0; g < gangs; ++g) {
    GangKey best{0, 0};
    int leaders = 0;
    std::size_t leader = 0;
    for (std::size_t seat = 0; seat < setup.players; ++seat) {
      const GangKey key =
          gang_key(static_cast<Gang>(g), state, Player::at(static_cast<int>(seat)), owned[seat]);
      if (key[0] == 0 || key < best) continue;
      leaders = key == best ? leaders + 1 : 1;
      best = key;
      leader = seat;
    }
    if (leaders == 1) points[leader] += kGangPeople;
  }
  return points;
}

}  // namespace

Cards owned_cards(const State& state, Player player) {  // S-SCORE-1, S-END-2
  Cards owned = state.deck[player.seat] + state.hand[player.seat] + state.discard[player.seat];
  owned += used_cards(state, player);
  if (player == state.gatherer && state.phase != Phase::pick) owned += state.field;
  // S-M2-7
  if (!state.hq.stored.empty()) owned += stored_cards(state, player);
  return owned;
}

Scores Scavengers::scores(const State& state) const {
  Scores scores{};
  const Owned owned = all_owned(state, setup.players);
  const auto gangs = gang_points(state, owned, setup);
  for (std::size_t seat = 0; seat < setup.players; ++seat)
    scores[seat] = static_cast<std::int16_t>(people_on(owned[seat]) + gangs[seat]);
  return scores;
}

ScoreSheet Scavengers::score_sheet(const State& state, Player player) const {
  const Owned owned = all_owned(state, setup.players);
  const Cards& cards = owned[player.seat];
  const int contested = people_on(cards.only(kContestedMask));
  const int mercenaries = people_on(cards) - contested;
  const int gangs = gang_points(state, owned, setup)[player.seat];
  const auto points = [](int value) { return static_cast<std::int16_t>(value); };
  ScoreSheet sheet{{"mercenaries", {points(mercenaries)}}, {"contested", {points(contested)}}};
  if (setup.modules > 0) sheet.push_back({"gangs", {points(gangs)}});
  sheet.push_back({"total", {points(mercenaries + contested + gangs)}});
  return sheet;
}

Places Scavengers::ranking(const State& state) const {
  const Owned owned = all_owned(state, setup.players);
  const Scores total = scores(state);
  std::array<std::array<int, 3>, kMaxPlayers> keys{};
  for (std::size_t seat = 0; seat < setup.players; ++seat)  // S-END-3, S-SCORE-2, S-SCORE-4
    keys[seat] = {total[seat], owned[seat].size(kContestedMask), owned[seat].size()};
  return places_by(std::span<const std::array<int, 3>>(keys).first(setup.players));
}

}  // namespace farnorth::scavengers
