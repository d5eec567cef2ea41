// Analyses: searches that are followed and stopped from another thread.
#include "farnorth/engine/analysis.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <stdexcept>

#include "farnorth/games/borealis/borealis.hpp"
#include "farnorth/search/ismcts.hpp"
#include "search_bots.hpp"

namespace farnorth::test {

using borealis::Borealis;
using std::chrono::seconds;

namespace {

constexpr Budget kEndless{.iterations = 0xFFFF'FFFF};

struct Fixture {
  Borealis game{{.players = 2}};
  Positions<Borealis> play{game, 3};

  borealis::View view() {
    const auto& table = play.next(20);
    return view_of(game, table, game.actor(table.state).player());
  }
};

class FailingBot final : public Bot<Borealis> {
 public:
  void start(std::uint64_t) override {}
  Decision<Borealis> choose(const Borealis&, const borealis::View&, const Budget&,
                            const Watch<Borealis>&) override {
    throw std::runtime_error("no idea");
  }
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "analysis: decisions grow until the search ends, and the last is kept") {
  Analysis<Borealis> analysis(game, std::make_unique<IsmctsBot<Borealis>>(), view(),
                              {.iterations = 3'000}, 100);
  std::uint32_t iterations = 0;
  int decisions = 0;
  while (!analysis.is_over())
    if (const auto decision = analysis.take(seconds(10))) {
      CHECK(decision->iterations >= iterations);
      iterations = decision->iterations;
      ++decisions;
    }
  CHECK(decisions >= 1);
  CHECK(iterations > 1'000);
  CHECK_FALSE(analysis.take(seconds(0)));
}

TEST_CASE_FIXTURE(Fixture, "analysis: stopped, it still gives what it had found") {
  Analysis<Borealis> analysis(game, std::make_unique<IsmctsBot<Borealis>>(), view(), kEndless, 100);
  REQUIRE(analysis.take(seconds(10)));
  analysis.stop();
  const auto last = analysis.take(seconds(0));
  REQUIRE(last);
  CHECK(last->iterations > 0);
  CHECK(analysis.is_over());
  analysis.stop();  // again: nothing happens
}

TEST_CASE_FIXTURE(Fixture, "analysis: what the bot throws reaches who takes") {
  Analysis<Borealis> analysis(game, std::make_unique<FailingBot>(), view(), kEndless, 100);
  CHECK_THROWS_AS(analysis.take(seconds(10)), std::runtime_error);
  CHECK(analysis.is_over());
}

}  // namespace farnorth::test
