// Batches: a game of a batch is the game one would play by hand with the same random numbers; threads and their errors.
#include "farnorth/engine/batch.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <memory>

#include <numeric>
#include <stdexcept>
#include <vector>

#include "farnorth/engine/games.hpp"

namespace farnorth {

namespace {

// Arrays with room for a batch, observations included.
template <Game G>
struct Room {
  explicit Room(const G& game, int games)
      : observations(static_cast<std::size_t>(games * G::kEncodingSize)),
        rewards(static_cast<std::size_t>(games * game.players())),
        actors(static_cast<std::size_t>(games)),
        done(std::make_unique<bool[]>(static_cast<std::size_t>(games))) {}

  BatchArrays arrays() {
    return {.observations = observations.data(),
            .rewards = rewards.data(),
            .done = done.get(),
            .actors = actors.data()};
  }

  std::vector<float> observations, rewards;
  std::vector<std::int32_t> actors;
  std::unique_ptr<bool[]> done;  // a vector of bool has none to point to
};

}  // namespace

TEST_CASE("a batch plays as a loop by hand does") {
  for_each_game([]<Game G>() {
    CAPTURE(G::kName);
    const G game = G::make({{"players", "2"}});
    Room<G> room(game, 3);
    Batch<G> batch(game, {.games = 3, .seed = 9, .threads = 2}, room.arrays());
    Rng rng(hash_words(9, 2));  // the stream of the last game
    Table<G> table = start_table(game);
    MoveList<G> moves;
    advance_to(game, table, std::nullopt, rng);
    int ended = 0;
    for (int step = 0; step < 1500; ++step) {
      REQUIRE(batch.table(2) == table);
      REQUIRE(Player::at(room.actors[2]) == game.actor(table.state).player());
      game.legal_moves(table.state, moves);
      advance(game, table, moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
      advance_to(game, table, std::nullopt, rng);
      batch.step_random();
      REQUIRE(room.done[2] == game.actor(table.state).is_nobody());
      if (!room.done[2]) continue;
      ++ended;
      const Returns returns = returns_of(game, table.state);
      REQUIRE(room.rewards[4] == static_cast<float>(returns[0]));
      REQUIRE(room.rewards[5] == static_cast<float>(returns[1]));
      table = start_table(game);
      advance_to(game, table, std::nullopt, rng);
    }
    CHECK(ended > 0);
  });
}

TEST_CASE("returns add up to nothing, and shared places share") {
  for_each_game([]<Game G>() {
    const G game = G::make({{"players", "3"}});
    const typename G::State start = game.start();
    const Returns returns = returns_of(game, start);
    CHECK(returns[0] + returns[1] + returns[2] == doctest::Approx(0.0));
    const Places places = game.ranking(start);
    for (std::size_t a = 0; a < 3; ++a)
      for (std::size_t b = 0; b < 3; ++b)
        CHECK((places[a] == places[b]) == (returns[a] == returns[b]));
  });
}

TEST_CASE("a crew does all of the work, once, again and again") {
  for (const int threads : {1, 2, 5}) {
    Crew crew(threads);
    std::vector<int> done(17, 0);
    auto work = [&](int first, int last) {
      for (int i = first; i < last; ++i) ++done[static_cast<std::size_t>(i)];
    };
    for (int round = 1; round <= 200; ++round) {
      crew.share(17, work);
      REQUIRE(std::accumulate(done.begin(), done.end(), 0) == 17 * round);
    }
    CHECK(done == std::vector<int>(17, 200));
  }
}

TEST_CASE("a crew has one thread or more, and no more than a system can bear") {
  for (const int threads : {-1, 0, kMostThreads + 1}) CHECK_THROWS_AS(Crew{threads}, BadData);
}

TEST_CASE("an error in a part of the work reaches the caller, and the crew goes on") {
  for (const int threads : {1, 3}) {
    Crew crew(threads);
    auto fails = [](int first, int last) {
      if (first <= 8 && 8 < last) throw std::length_error("eight");
    };
    CHECK_THROWS_WITH_AS(crew.share(9, fails), "eight", std::length_error);
    std::atomic<int> done{0};
    auto works = [&](int first, int last) { done += last - first; };
    crew.share(9, works);
    CHECK(done == 9);
  }
}

}  // namespace farnorth
