// What a position promises: the points that each player may expect in the end, so that a playout can stop long before.
//
// A game that has an outlook names features of a position, whole numbers that tell what a player has yet to get. The
// expected gain is a linear function of them. Its weights, by number of players and stage of the game, are found by least
// squares in positions of scripted games (tests/fit_outlook.py); how far such expectations were off is known from there,
// and tells how sure a lead is.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>

#include "farnorth/core/game.hpp"
#include "farnorth/core/outlook.hpp"
#include "farnorth/search/utility.hpp"

namespace farnorth {

inline constexpr int kMilli = 1000;  // expectations are counted in thousandths of a point

template <class G>
concept HasOutlook = Game<G> && requires(const G game, const typename G::State state,
                                         OutlookFeatures<G::kOutlookFeatures>& features) {
  { game.outlook_stage(state) } -> std::same_as<std::size_t>;  // below kOutlookStages
  { game.outlook_features(state, features) } -> std::same_as<void>;
  {
    game.outlook_model(std::size_t{})
  } -> std::same_as<const OutlookModel<G::kOutlookFeatures>&>;  // of a stage
};

struct Outlook {
  std::array<std::int32_t, kMaxSeats> scores{};  // expected in the end
  std::int32_t spread = 1;
};

template <HasOutlook G>
Outlook outlook(const G& game, const typename G::State& state) {
  OutlookFeatures<G::kOutlookFeatures> features;
  game.outlook_features(state, features);
  const auto& model = game.outlook_model(game.outlook_stage(state));
  const Scores now = game.scores(state);
  Outlook outlook{.spread = model.spread};
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(game.players()); ++seat) {
    std::int32_t expected = kMilli * now[seat];
    for (std::size_t i = 0; i < G::kOutlookFeatures; ++i)
      expected += model.weights[i] * features[seat][i];
    outlook.scores[seat] = expected;
  }
  return outlook;
}

namespace utility {

// The chance that a player who is so far ahead stays ahead: certain at one and a half standard deviations.
inline std::int64_t chance_ahead(std::int64_t difference, std::int64_t spread) {
  return std::clamp<std::int64_t>(kOne / 2 + kOne * difference / (3 * spread), 0, kOne);
}

inline Values of_outlook(const Outlook& outlook, int players, const UtilityOptions& options) {
  Values values{};
  if (players == 1) {
    const int full = kMilli * options.full_score;
    values[0] = static_cast<std::int32_t>(std::int64_t{kOne} *
                                          std::clamp(outlook.scores[0], 0, full) / full);
    return values;
  }
  const auto seats = static_cast<std::size_t>(players);
  std::array<std::int64_t, kMaxSeats> first{}, place{};
  std::int64_t all_first = 0;
  for (std::size_t me = 0; me < seats; ++me) {
    first[me] = kOne;
    for (std::size_t other = 0; other < seats; ++other) {
      if (other == me) continue;
      const std::int64_t ahead =
          chance_ahead(outlook.scores[me] - outlook.scores[other], outlook.spread);
      first[me] = first[me] * ahead / kOne;
      place[me] += ahead / (players - 1);
    }
    all_first += first[me];
  }
  for (std::size_t me = 0; me < seats; ++me) {
    std::int32_t best_other = INT32_MIN;
    for (std::size_t seat = 0; seat < seats; ++seat)
      if (seat != me) best_other = std::max(best_other, outlook.scores[seat]);
    const std::int64_t full = std::int64_t{kMilli} * options.full_margin;
    const std::int64_t ahead =
        std::clamp<std::int64_t>(outlook.scores[me] - best_other, -full, full);
    values[me] = static_cast<std::int32_t>((options.win * (first[me] * kOne / all_first) +
                                            options.place * place[me] +
                                            options.margin * (kOne * (ahead + full) / (2 * full))) /
                                           1000);
  }
  return values;
}

}  // namespace utility

// The values of a state where a playout stopped: of the result, else of what the position promises, else as if the game
// ended there.
template <Game G>
Values leaf_values(const G& game, const typename G::State& state, const UtilityOptions& options) {
  if constexpr (HasOutlook<G>) {
    if (!game.actor(state).is_nobody())
      return utility::of_outlook(outlook(game, state), game.players(), options);
  }
  return utilities(game, state, options);
}

}  // namespace farnorth
