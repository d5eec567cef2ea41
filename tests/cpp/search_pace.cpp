// Budgets, stopping, progress.
#include "farnorth/search/pace.hpp"

#include <doctest/doctest.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "farnorth/games/borealis/borealis.hpp"
#include "search_bots.hpp"

namespace farnorth::test {

using borealis::Borealis;
using Clock = std::chrono::steady_clock;

namespace {

std::int64_t microseconds_since(Clock::time_point start) {
  return std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start).count();
}

std::int64_t own_microseconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::int64_t{time.tv_sec} * 1'000'000 + time.tv_nsec / 1000;
}

struct Fixture {
  Borealis game{{.players = 2}};
  Positions<Borealis> play{game, 3};

  borealis::View view(int skip = 20) {
    const auto& table = play.next(skip);
    return view_of(game, table, game.actor(table.state).player());
  }
};

}  // namespace

TEST_CASE_FIXTURE(Fixture,
                  "search: iterations are counted; without a budget the standard one holds") {
  for (const auto& entrant : searching_bots<Borealis>({.random = 100, .moves = 4})) {
    CAPTURE(entrant.name);
    const auto seen = view();
    CHECK(entrant.bot->choose(game, seen, {.iterations = 1}, {}).iterations == 1);
    CHECK(entrant.bot->choose(game, seen, {.iterations = 333}, {}).iterations <= 333);
    const auto standard = entrant.bot->choose(game, seen, {}, {});
    CHECK(standard.iterations <= budgets::kStandard.iterations);
    CHECK(standard.iterations > budgets::kStandard.iterations / 4);
  }
}

// A search ends early only when nothing can change its choice any more.
TEST_CASE_FIXTURE(Fixture, "search: an early end changes no choice") {
  IsmctsBot<Borealis> bot;
  int early = 0;
  for (int i = 0; i < 40; ++i) {
    const auto seen = view(3);
    bot.start(static_cast<std::uint64_t>(i));
    const auto decision = bot.choose(game, seen, {.iterations = 400}, {});
    early += decision.iterations < 400 ? 1 : 0;
    const std::uint32_t second = decision.table.size() > 1 ? decision.table[1].visits : 0;
    if (decision.iterations < 400)
      CHECK(decision.table[0].visits - second > 400 - decision.iterations);
  }
  CHECK(early > 5);
}

TEST_CASE("search: a forced move costs nothing") {
  // The last move of a pile is forced in Nim.
  const Borealis game({.players = 2});
  Positions<Borealis> play(game, 4);
  for (const auto& entrant : searching_bots<Borealis>()) {
    Table<Borealis> table = start_table(game);
    Rng rng(1);
    MoveList<Borealis> moves;
    for (int met = 0; met < 2;) {
      const Actor actor = game.actor(table.state);
      if (actor.is_nobody()) {
        table = start_table(game);
        continue;
      }
      if (actor.is_player()) {
        game.legal_moves(table.state, moves);
        if (moves.size() == 1) {
          ++met;
          const auto decision =
              entrant.bot->choose(game, view_of(game, table, actor.player()), {}, {});
          CHECK(decision.move == moves[0]);
          CHECK(decision.iterations == 0);
          CHECK(decision.microseconds == 0);
        }
      }
      advance(game, table,
              actor.is_chance() ? game.sample(table.state, rng)
                                : moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
}

// The time of this thread tells how long the search went on; the clock on the wall also counts what others took.
TEST_CASE_FIXTURE(Fixture, "search: time is kept") {
  constexpr std::int64_t kBudget = 3000, kTolerance = 5000;
  for (const auto& entrant : searching_bots<Borealis>()) {
    CAPTURE(entrant.name);
    std::vector<std::int64_t> spent;
    for (int i = 0; i < (long_lane() ? 1000 : 50); ++i) {
      const auto seen = view(5);
      const auto start = Clock::now();
      const std::int64_t own_start = own_microseconds();
      const auto decision = entrant.bot->choose(game, seen, {.microseconds = kBudget}, {});
      CHECK(own_microseconds() - own_start < kBudget + kTolerance);
      spent.push_back(microseconds_since(start));
      CHECK(decision.microseconds <= spent.back());
      CHECK(decision.iterations > 0);
    }
    CHECK(*std::min_element(spent.begin(), spent.end()) < kBudget + kTolerance);
  }
}

TEST_CASE_FIXTURE(Fixture, "search: of two budgets the first to end counts") {
  IsmctsBot<Borealis> bot;
  const auto seen = view();
  CHECK(bot.choose(game, seen, {.iterations = 10, .microseconds = 60'000'000}, {}).iterations ==
        10);
  const auto start = Clock::now();
  bot.choose(game, seen, {.iterations = 100'000'000, .microseconds = 2000}, {});
  CHECK(microseconds_since(start) < 1'000'000);
}

TEST_CASE_FIXTURE(Fixture, "search: a stop from outside ends it within milliseconds") {
  for (const auto& entrant : searching_bots<Borealis>()) {
    CAPTURE(entrant.name);
    const auto seen = view();
    std::atomic<bool> stop = false;
    Clock::time_point stopped;
    std::thread other([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      stopped = Clock::now();
      stop = true;
    });
    const auto decision = entrant.bot->choose(game, seen, {.microseconds = 60'000'000},
                                              Watch<Borealis>{.stop = &stop});
    const std::int64_t late = microseconds_since(stopped);
    other.join();
    CHECK(late < 100'000);
    CHECK(decision.iterations > 0);
  }
}

TEST_CASE_FIXTURE(Fixture, "search: progress shows the decision as it stands") {
  for (const auto& entrant : searching_bots<Borealis>()) {
    CAPTURE(entrant.name);
    int reports = 0;
    std::uint32_t last = 0;
    Watch<Borealis> watch;
    watch.progress_microseconds = 1000;
    watch.progress = [&](const Decision<Borealis>& so_far) {
      ++reports;
      CHECK(so_far.iterations > last);
      CHECK(so_far.table.size() > 0);
      last = so_far.iterations;
    };
    const auto decision = entrant.bot->choose(game, view(), {.microseconds = 30'000}, watch);
    CHECK(reports >= 2);
    CHECK(reports <= 30);
    CHECK(decision.iterations >= last);
  }
}

}  // namespace farnorth::test
