// What positions promise: how expectations become values, and that they are better than the scores as they stand.
#include "farnorth/search/outlook.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <string>

#include "farnorth/engine/outlook_data.hpp"
#include "farnorth/games/borealis/borealis.hpp"
#include "farnorth/games/explorers/explorers.hpp"
#include "farnorth/games/scavengers/scavengers.hpp"
#include "toy.hpp"

namespace farnorth::test {

namespace {

constexpr UtilityOptions kWin{.win = 1000, .place = 0, .margin = 0};
constexpr UtilityOptions kPlace{.win = 0, .place = 1000, .margin = 0};

Values values(const Outlook& outlook, int players, const UtilityOptions& options = {}) {
  return utility::of_outlook(outlook, players, options);
}

// Mean square of what the final difference of the first two players differs from what was expected, as the outlook has it
// and as the scores have it.
template <HasOutlook G>
struct Errors {
  double of_outlook = 0, of_scores = 0;
  explicit Errors(const G& game, std::size_t positions, std::uint64_t seed) {
    const auto rows = outlook_rows(game, positions, seed);
    for (const OutlookRow<G>& row : rows) {
      REQUIRE(row.stage < G::kOutlookStages);
      const auto& model = game.outlook_model(row.stage);
      REQUIRE(model.spread > 0);
      const double end = row.end[0] - row.end[1], now = row.now[0] - row.now[1];
      double gain = 0;
      for (std::size_t i = 0; i < G::kOutlookFeatures; ++i)
        gain += model.weights[i] * (row.features[0][i] - row.features[1][i]);
      of_outlook += square(end - now - gain / kMilli) / static_cast<double>(rows.size());
      of_scores += square(end - now) / static_cast<double>(rows.size());
    }
  }
  static double square(double x) { return x * x; }
};

template <HasOutlook G>
void check_outlooks() {
  for (int players = std::max(2, G::kMinPlayers); players <= G::kMaxPlayers; ++players) {
    const G game = G::make({{"players", std::to_string(players)}});
    const Errors<G> errors(game, 1500, 77);
    INFO(G::kName, ", ", players, " players: ", errors.of_outlook, " against ", errors.of_scores);
    CHECK(errors.of_outlook < 0.9 * errors.of_scores);
  }
}

// In every position of a few games all values are values, and the best expectation has the highest.
template <HasOutlook G>
void check_values(int players) {
  const G game = G::make({{"players", std::to_string(players)}});
  Rng rng(5);
  MoveList<G> legal;
  for (int i = 0; i < 3; ++i) {
    typename G::State state = game.start();
    for (Actor actor = game.actor(state); !actor.is_nobody(); actor = game.actor(state)) {
      const Outlook promised = outlook(game, state);
      const Values found = leaf_values(game, state, {});
      for (int seat = 0; seat < players; ++seat) {
        const auto me = static_cast<std::size_t>(seat);
        REQUIRE(found[me] >= 0);
        REQUIRE(found[me] <= kOne);
        for (std::size_t other = 0; other < static_cast<std::size_t>(players); ++other)
          if (promised.scores[me] > promised.scores[other]) REQUIRE(found[me] >= found[other]);
      }
      if (actor.is_chance()) {
        game.apply(state, game.sample(state, rng));
      } else {
        game.legal_moves(state, legal);
        game.apply(state, legal[rng.below(static_cast<std::uint32_t>(legal.size()))]);
      }
    }
    CHECK(leaf_values(game, state, {}) == utilities(game, state, {}));
  }
}

}  // namespace

TEST_CASE("outlook: equal expectations are equal chances") {
  CHECK(values({.scores = {9000, 9000}, .spread = 5000}, 2) == Values{kOne / 2, kOne / 2});
  CHECK(values({.scores = {1, 1, 1, 1}, .spread = 5000}, 4, kWin) ==
        Values{kOne / 4, kOne / 4, kOne / 4, kOne / 4});
}

TEST_CASE("outlook: a lead of half its spread wins two games of three, one of 1.5 spreads all") {
  const auto of_lead = [](std::int32_t lead, const UtilityOptions& options) {
    return values({.scores = {20'000 + lead, 20'000}, .spread = 4000}, 2, options);
  };
  CHECK(of_lead(2000, kWin) == Values{kOne / 2 + kOne / 6, kOne / 2 - kOne / 6});
  CHECK(of_lead(6000, kWin) == Values{kOne, 0});
  CHECK(of_lead(60'000, kPlace) == Values{kOne, 0});
  CHECK(of_lead(-6000, kWin) == Values{0, kOne});
}

TEST_CASE("outlook: of several players the chances of a win add up, and a place is a mean") {
  const Outlook three{.scores = {30'000, 26'000, 10'000}, .spread = 4000};
  const Values wins = values(three, 3, kWin), places = values(three, 3, kPlace);
  CHECK(wins[0] + wins[1] + wins[2] <= kOne);
  CHECK(wins[0] + wins[1] + wins[2] >= kOne - 3);
  CHECK(wins[0] > wins[1]);
  CHECK(wins[2] == 0);
  CHECK(places[2] == 0);
  CHECK(places[0] > kOne * 9 / 10);
  CHECK(places[1] > kOne / 2);
  CHECK(places[1] < kOne * 6 / 10);
}

TEST_CASE("outlook: alone the expected points count") {
  const UtilityOptions options{.full_score = 100};
  CHECK(values({.scores = {50'000}}, 1, options)[0] == kOne / 2);
  CHECK(values({.scores = {150'000}}, 1, options)[0] == kOne);
  CHECK(values({.scores = {-1}}, 1, options)[0] == 0);
}

TEST_CASE("outlook: it tells the final difference better than the scores do") {
  check_outlooks<borealis::Borealis>();
  check_outlooks<explorers::Explorers>();
  check_outlooks<scavengers::Scavengers>();
}

TEST_CASE("outlook: values at every position, and those of the result at the end") {
  for (const int players : {2, 3, 4}) {
    check_values<borealis::Borealis>(players);
    check_values<explorers::Explorers>(players);
    check_values<scavengers::Scavengers>(players);
  }
  check_values<explorers::Explorers>(1);
  check_values<scavengers::Scavengers>(5);
}

TEST_CASE("outlook: a game without one is valued as it stands") {
  static_assert(!HasOutlook<toy::IceHole>);
  const toy::IceHole game;
  const toy::IceHole::State state = game.start();
  CHECK(leaf_values(game, state, {}) == utilities(game, state, {}));
}

}  // namespace farnorth::test
