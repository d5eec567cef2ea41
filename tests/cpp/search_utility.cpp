// Results become values.
#include "farnorth/search/utility.hpp"

#include <doctest/doctest.h>

namespace farnorth::test {

namespace {

Values values(const Scores& scores, const Places& places, int players,
              const UtilityOptions& options = {}) {
  return utility::of_result(scores, places, players, options);
}

constexpr UtilityOptions kWin{.win = 1000, .place = 0, .margin = 0};
constexpr UtilityOptions kPlace{.win = 0, .place = 1000, .margin = 0};
constexpr UtilityOptions kMargin{.win = 0, .place = 0, .margin = 1000, .full_margin = 20};

}  // namespace

TEST_CASE("utility: a shared first place is a shared win") {
  CHECK(values({50, 40}, {1, 2}, 2, kWin) == Values{kOne, 0});
  CHECK(values({50, 50}, {1, 1}, 2, kWin) == Values{kOne / 2, kOne / 2});
  CHECK(values({50, 50, 50, 1}, {1, 1, 1, 4}, 4, kWin) == Values{kOne / 3, kOne / 3, kOne / 3, 0});
}

TEST_CASE("utility: places run from 1 to 0 and are shared evenly") {
  CHECK(values({3, 2, 1}, {1, 2, 3}, 3, kPlace) == Values{kOne, kOne / 2, 0});
  CHECK(values({3, 2, 2}, {1, 2, 2}, 3, kPlace) == Values{kOne, kOne / 4, kOne / 4});
  CHECK(values({2, 2, 1}, {1, 1, 3}, 3, kPlace) == Values{kOne * 3 / 4, kOne * 3 / 4, 0});
  CHECK(values({1, 1, 1, 1, 1}, {1, 1, 1, 1, 1}, 5, kPlace) ==
        Values{kOne / 2, kOne / 2, kOne / 2, kOne / 2, kOne / 2});
}

TEST_CASE("utility: margins count against the best other player, up to a limit") {
  CHECK(values({50, 40}, {1, 2}, 2, kMargin) == Values{kOne * 3 / 4, kOne / 4});
  CHECK(values({90, 10}, {1, 2}, 2, kMargin) == Values{kOne, 0});
  CHECK(values({30, 20, 10}, {1, 2, 3}, 3, kMargin) == Values{kOne * 3 / 4, kOne / 4, 0});
  CHECK(values({-5, -5}, {1, 1}, 2, kMargin) == Values{kOne / 2, kOne / 2});
}

TEST_CASE("utility: alone the points count") {
  const UtilityOptions options{.full_score = 100};
  CHECK(values({50}, {1}, 1, options)[0] == kOne / 2);
  CHECK(values({150}, {1}, 1, options)[0] == kOne);
  CHECK(values({-3}, {1}, 1, options)[0] == 0);
}

TEST_CASE("utility: two players share one whole, more do not exceed it each") {
  for (std::int16_t a = 0; a < 80; ++a) {
    const std::int16_t b = 40;
    const Places places{static_cast<std::uint8_t>(a < b ? 2 : 1),
                        static_cast<std::uint8_t>(b < a ? 2 : 1)};
    const Values both = values({a, b}, places, 2);
    CHECK(both[0] + both[1] >= kOne - 2);  // rounding
    CHECK(both[0] + both[1] <= kOne);
    CHECK(values({b, a}, {places[1], places[0]}, 2) == Values{both[1], both[0]});
  }
}

}  // namespace farnorth::test
