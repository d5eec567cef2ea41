// Scores, objectives, ranking and achievements against a slow recount from the data file.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "borealis_recount.hpp"
#include "farnorth/games/borealis/fields.hpp"
#include "laws.hpp"

namespace farnorth::borealis {
namespace {

// Any board the components allow, whether or not play leads there.
Board random_board(Rng& rng) {
  Board board;
  board.pattern = static_cast<std::uint8_t>(rng.below(kPatterns));
  Faces deck = Faces::whole_deck();
  const std::uint32_t kinds = 1 + rng.below(kSpeciesCount);  // few kinds make sets, runs and rows
  for (std::size_t location = 0; location < kLocations; ++location) {
    const std::uint32_t height = rng.below(kFullLocation + 1);
    while (board.pile[location].size() < height) {
      const Face face = deck.pick(rng);
      if (static_cast<std::uint32_t>(row(face).species) >= kinds) continue;
      deck.remove(face);
      board.pile[location].push_back(face);
    }
    board.flag[location] = static_cast<std::uint8_t>(rng.below(kLastSpace + 1));
  }
  const std::uint32_t spots = 1 + rng.below(kSpots);
  for (int i = 0; i < kColours * kLocations; ++i) {
    const std::uint32_t spot = (kSpots - 1 - rng.below(spots));
    ++board.scientists[spot][static_cast<std::size_t>(i % kColours)];
  }
  board.points = static_cast<std::uint8_t>(rng.below(31));
  return board;
}

TEST_CASE(
    "[B-SCORE-1 B-SCORE-2 B-SCORE-3 B-SCORE-4 B-CARD-1 B-CARD-2 B-CARD-3 B-CARD-4 "
    "B-CARD-5 B-CARD-6 B-CARD-7 B-CARD-8 B-CARD-9 B-CARD-10 B-OBJ-1 B-OBS-1] recount "
    "of any board") {
  const Recount recount;
  Rng rng(17);
  std::array<int, kScoringCards> scored{};
  std::array<std::array<int, 2>, kObjectives> met{};
  for (int i = 0; i < games_in_lane(2'000, 50'000); ++i) {
    const Board board = random_board(rng);
    CAPTURE(i);
    REQUIRE(set_points(board) == recount.sets(board));
    REQUIRE(track_points(board) == recount.tracks(board));
    REQUIRE(star_points(board) == recount.stars(board));
    for (std::size_t c = 0; c < kScoringCards; ++c) {
      const auto card = static_cast<ScoringCard>(c);
      const int points = card_points(board, card);
      CAPTURE(row(card).id);
      REQUIRE(points == recount.scoring_card(std::string(row(card).id), board));
      scored[c] += points > 0 ? 1 : 0;
    }
    for (std::size_t o = 0; o < kObjectives; ++o) {
      const auto objective = static_cast<Objective>(o);
      const int gathered = static_cast<int>(rng.below(10));
      const bool holds = meets(board, objective, gathered);
      CAPTURE(row(objective).id);
      REQUIRE(holds == recount.meets(objective, board, gathered));
      ++met[o][holds ? 1 : 0];
    }
    const Face face{static_cast<std::uint8_t>(rng.below(kFaceCount))};
    for (const Location location : kAllLocations)
      REQUIRE(fits(board, face, location) == recount.fits(board, face, location));
  }
  for (const int boards : scored) CHECK(boards > 20);  // every card and test was seen at work
  for (const auto& [no, yes] : met) CHECK((no > 20 && yes > 20));
}

void compare_results(const Borealis& game, const State& state, const Recount& recount) {
  const std::vector<int> places = recount.places(state, game.players());
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(game.players()); ++seat) {
    const Player player = Player::at(static_cast<int>(seat));
    const Board& board = state.board[seat];
    REQUIRE(game.scores(state)[seat] == recount.total(state, board));
    REQUIRE(game.ranking(state)[seat] == places[seat]);
    for (const Location location : kAllLocations) {
      const auto l = static_cast<std::size_t>(location);
      REQUIRE(board.flag[l] == recount.flag_space(board.pattern, location, board.pile[l]));
    }
    const auto reached = game.achievements(state, player);
    const std::vector<std::string> names(reached.begin(), reached.end());
    if (state.phase == Phase::over)
      REQUIRE(names == recount.achievements(state, game.players(), seat));
    else
      REQUIRE(names.empty());
  }
}

TEST_CASE(
    "[B-SCORE-5 B-RANK-1 B-RANK-2 B-RANK-3 B-RANK-4 B-ACH-1 B-ACH-2 B-ACH-3 B-ACH-4] "
    "recount of whole games") {
  const Recount recount;
  for (int seed = 0; seed < games_in_lane(60, 2'000); ++seed) {
    Rng rng(static_cast<std::uint64_t>(seed));
    const Borealis game({.players = static_cast<std::uint8_t>(2 + seed % 3),
                         .side = seed % 2 == 0 ? Side::one : Side::two});
    State state = game.start();
    CAPTURE(seed);
    const int scripted = static_cast<int>(rng.below(5));  // seats below choose well
    for (int ply = 0; !game.actor(state).is_nobody() && ply < 2'000; ++ply) {
      if (ply % 40 == 0) compare_results(game, state, recount);
      Move move;
      if (game.actor(state).is_chance()) {
        move = game.sample(state, rng);
      } else if (state.player.seat < scripted) {
        move = game.scripted_move(state, rng);
      } else {
        MoveList<Borealis> moves;
        game.legal_moves(state, moves);
        move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
      }
      game.apply(state, move);
    }
    compare_results(game, state, recount);
  }
}

TEST_CASE("[B-ACH-5] titles for 0 to 19 achievements") {
  int changes = 0;
  for (int n = 1; n <= static_cast<int>(kAchievementNames.size()); ++n)
    changes += title(n) != title(n - 1) ? 1 : 0;
  CHECK(changes == 4);
}

}  // namespace
}  // namespace farnorth::borealis
