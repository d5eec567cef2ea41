// Whole games of Borealis watched move by move: what each move must have done, and nothing else.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "borealis_recount.hpp"
#include "farnorth/games/borealis/fields.hpp"
#include "laws.hpp"

namespace farnorth::borealis {
namespace {

// The spots in their row, so that one step is one place: left camp, left, middle, right, right camp.
constexpr std::array<std::size_t, kSpots> kRow{3, 0, 1, 2, 4};

std::size_t colour_of(const std::string& name) {
  const auto* found = std::find(kColourNames.begin(), kColourNames.end(), name);
  return static_cast<std::size_t>(found - kColourNames.begin());
}

Hand with(Hand hand, Face face) {
  hand.insert_sorted(face);
  return hand;
}
Hand without(Hand hand, Face face) {
  CHECK(hand.erase_first(face));
  return hand;
}

class Watch {
 public:
  Watch(const Borealis& game, std::uint64_t seed) : game_(game), rng_(seed), state_(game.start()) {}

  int plies = 0, reshuffles = 0, refreshes = 0, claims = 0;

  void play() {
    for (; !game_.actor(state_).is_nobody() && plies < 3'000; ++plies) {
      if (state_.phase == Phase::turn) check_turn_moves();
      check_deck();
      const Move move = choose();
      const State before = state_;
      game_.apply(state_, move);
      INFO("ply ", plies, ", ", game_.to_text(move));
      check_shuffle(before, move);
      check_move(before, move);
      check_others(before);
      check_turn_order(before);
      check_objectives(before, move);
    }
    CHECK(game_.actor(state_).is_nobody());
  }

 private:
  Move choose() {
    if (game_.actor(state_).is_chance()) return game_.sample(state_, rng_);
    MoveList<Borealis> moves;
    game_.legal_moves(state_, moves);
    return moves[rng_.below(static_cast<std::uint32_t>(moves.size()))];
  }
  static Board& board(State& state) { return state.board[state.player.seat]; }

  // B-TURN-2, B-TURN-3, B-OBS-1: every card at every location it fits, once, and always Regroup.
  void check_turn_moves() {
    std::vector<std::string> expected{"regroup"};
    const Hand& hand = state_.hand[state_.player.seat];
    for (std::size_t i = 0; i < hand.size(); ++i)
      for (const Location location : kAllLocations)
        if ((i == 0 || hand[i] != hand[i - 1]) && recount_.fits(board(state_), hand[i], location))
          expected.push_back(game_.to_text(Move::observe(hand[i], location)));
    MoveList<Borealis> moves;
    game_.legal_moves(state_, moves);
    std::vector<std::string> actual;
    for (const Move& move : moves) actual.push_back(game_.to_text(move));
    std::sort(expected.begin(), expected.end());
    std::sort(actual.begin(), actual.end());
    REQUIRE(actual == expected);
  }

  // B-DECK-2: whenever a card is due, deck and discard pile hold at least 5.
  void check_deck() {
    if (!game_.actor(state_).is_chance() || state_.phase < Phase::deal_pool) return;
    REQUIRE(state_.deck.size() + state_.discard.size() >= 5);
    REQUIRE_FALSE(state_.deck.empty());
  }

  // B-DECK-1: the discard pile becomes the deck when a card is due and the deck is empty, and only then.
  void check_shuffle(const State& before, const Move& move) {
    const bool drawn = move.kind == MoveKind::reveal || move.kind == MoveKind::deal;
    const bool used_up = before.deck.size() == (drawn ? 1 : 0);
    const bool due = game_.actor(state_).is_chance() && state_.phase >= Phase::deal_pool;
    const bool shuffled = state_.shuffles != before.shuffles;
    REQUIRE(shuffled == (used_up && due));
    if (!shuffled) return;
    ++reshuffles;
    REQUIRE(state_.discard.empty());
    const int refreshed_away = move.kind == MoveKind::refresh ? kPoolCards : 0;
    REQUIRE(state_.deck.size() == before.discard.size() + refreshed_away);
  }

  void check_move(const State& before, const Move& move) {
    const std::size_t seat = before.player.seat;
    const Hand& hand = before.hand[seat];
    switch (move.kind) {
      case MoveKind::observe: return check_observe(before, move.face, move.location);
      case MoveKind::take:  // B-OBS-5
        REQUIRE(state_.hand[seat] == with(hand, move.face));
        REQUIRE(state_.pool == without(before.pool, move.face));
        REQUIRE(state_.phase == Phase::refill);
        return;
      case MoveKind::refresh:  // B-OBS-6, B-OBS-8
        ++refreshes;
        REQUIRE_FALSE(before.refreshed);
        REQUIRE(before.board[seat].points >= 1);
        REQUIRE(state_.board[seat].points == before.board[seat].points - 1);
        REQUIRE(state_.pool.empty());
        return;
      case MoveKind::discard:  // B-SETUP-9, B-REG-1
        REQUIRE(state_.hand[seat] == without(hand, move.face));
        REQUIRE(state_.discard.count(move.face) == before.discard.count(move.face) + 1);
        return;
      case MoveKind::gather: return check_gather(before, move.location);
      case MoveKind::reveal: REQUIRE(state_.pool == with(before.pool, move.face)); return;
      case MoveKind::deal: REQUIRE(state_.hand[seat] == with(hand, move.face)); [[fallthrough]];
      case MoveKind::done: return check_pay(before);
      case MoveKind::regroup:
      case MoveKind::draw:
      case MoveKind::board:
      case MoveKind::scoring:
      case MoveKind::objective: REQUIRE(state_.hand[seat] == hand); return;
    }
  }

  void check_observe(const State& before, Face face, Location location) {
    const std::size_t seat = before.player.seat, here = static_cast<std::size_t>(location);
    Board expected = before.board[seat];
    expected.pile[here].push_back(face);  // B-OBS-2
    // B-OBS-3: the location is at here + 1 in the row.
    const Recount::Card& card = recount_.card(face);
    const std::size_t left = colour_of(card.left_mover), right = colour_of(card.right_mover);
    --expected.scientists[kRow[here + 1]][left];
    ++expected.scientists[kRow[here]][left];
    --expected.scientists[kRow[here + 1]][right];
    ++expected.scientists[kRow[here + 2]][right];
    // B-OBS-4
    expected.flag[here] = static_cast<std::uint8_t>(
        recount_.flag_space(expected.pattern, location, expected.pile[here]));
    REQUIRE(expected.flag[here] - before.board[seat].flag[here] <= 1);
    expected.points = state_.board[seat].points;  // see check_objectives
    REQUIRE(state_.board[seat] == expected);
    REQUIRE(state_.hand[seat] == without(before.hand[seat], face));
    REQUIRE(state_.phase == Phase::take);
  }

  // B-REG-2: points for the scientists in camps, once, when the Regroup has its cards.
  void check_pay(const State& before) {
    if (before.phase != Phase::regroup_discard && before.phase != Phase::regroup_draw) return;
    const std::size_t seat = before.player.seat;
    const bool complete = state_.hand[seat].full();
    const int camp = camp_scientists(before.board[seat]);
    Board expected = before.board[seat];
    if (complete) expected.points = static_cast<std::uint8_t>(expected.points + camp);
    REQUIRE(state_.board[seat] == expected);
    REQUIRE((state_.phase == Phase::gather) == (complete && camp > 0));
  }

  void check_gather(const State& before, Location location) {  // B-REG-3
    const std::size_t seat = before.player.seat;
    Board expected = before.board[seat];
    for (std::size_t colour = 0; colour < kColours; ++colour)
      for (const std::size_t camp : {3U, 4U}) {
        std::uint8_t& there = expected.scientists[static_cast<std::size_t>(location)][colour];
        there = static_cast<std::uint8_t>(there + expected.scientists[camp][colour]);
        expected.scientists[camp][colour] = 0;
      }
    expected.points = state_.board[seat].points;  // see check_objectives
    REQUIRE(state_.board[seat] == expected);
    REQUIRE(state_.hand[seat] == before.hand[seat]);
  }

  // A move touches its own player's cards and board only.
  void check_others(const State& before) {
    for (std::size_t seat = 0; seat < kMaxPlayers; ++seat) {
      if (seat == before.player.seat) continue;
      REQUIRE(state_.hand[seat] == before.hand[seat]);
      REQUIRE(state_.board[seat] == before.board[seat]);
    }
  }

  // B-TURN-1, B-SETUP-8: p1, p2, ... in the redraw and in every round; an action ends with four cards.
  void check_turn_order(const State& before) {
    if (state_.phase == Phase::redraw)
      REQUIRE(state_.hand[before.player.seat].size() <= kHandCards);
    if (before.phase < Phase::turn && state_.phase != Phase::turn) return;
    if (state_.player == before.player && state_.phase != Phase::turn) return;
    const int last = game_.players() - 1;
    if (state_.phase == Phase::turn || state_.phase == Phase::over) {
      REQUIRE(state_.player.seat == (before.player.seat == last ? 0 : before.player.seat + 1));
      REQUIRE(state_.hand[before.player.seat].full());
      REQUIRE(state_.pool.full());
      REQUIRE_FALSE(state_.refreshed);
    }
    if (before.phase < Phase::turn || state_.player.seat != 0) return;
    // B-END-1, B-END-2: a round is over; the game goes on exactly if no location has 7 cards.
    bool full = false;
    for (const Board& each : state_.board)
      for (const CardPile& pile : each.pile) full = full || pile.size() == 7;
    REQUIRE((state_.phase == Phase::over) == full);
  }

  void check_objectives(const State& before, const Move& move) {
    const std::size_t seat = before.player.seat;
    const bool tested = move.kind == MoveKind::observe || move.kind == MoveKind::gather;
    const int gathered = move.kind == MoveKind::gather ? camp_scientists(before.board[seat]) : 0;
    int claimed_now = 0;
    for (std::size_t i = 0; i < kObjectivesInPlay; ++i) {
      PlayerSet expected = before.claimed[i];
      // B-OBJ-2, B-OBJ-3, B-OBJ-4, B-OBJ-5
      if (tested && !before.closed[i] && !expected.contains(before.player) &&
          recount_.meets(before.objective[i], state_.board[seat], gathered)) {
        expected.add(before.player);
        ++claimed_now;
      }
      REQUIRE(state_.claimed[i] == expected);
      const bool round_over =
          before.phase >= Phase::turn && state_.player != before.player && state_.player.seat == 0;
      REQUIRE(state_.closed[i] == (before.closed[i] || (round_over && !expected.empty())));
      // B-OBJ-6: nothing is ever overlooked.
      if (state_.phase < Phase::turn || state_.closed[i]) continue;
      for (int other = 0; other < game_.players(); ++other)
        REQUIRE((state_.claimed[i].contains(Player::at(other)) ||
                 !recount_.meets(state_.objective[i], state_.board[static_cast<std::size_t>(other)],
                                 0)));
    }
    if (tested) REQUIRE(state_.board[seat].points == before.board[seat].points + 5 * claimed_now);
    claims += claimed_now;
  }

  static inline const Recount recount_;
  const Borealis& game_;
  Rng rng_;
  State state_;
};

TEST_CASE(
    "[B-TURN-1 B-TURN-2 B-TURN-3 B-OBS-1 B-OBS-2 B-OBS-3 B-OBS-4 B-OBS-5 B-OBS-6 "
    "B-OBS-8 B-REG-1 B-REG-2 B-REG-3 B-DECK-1 B-DECK-2 B-OBJ-2 B-OBJ-3 B-OBJ-4 "
    "B-OBJ-5 B-OBJ-6 B-END-1 B-END-2 B-SETUP-8 B-SETUP-9] every move of whole games") {
  int reshuffles = 0, refreshes = 0, claims = 0;
  for (int seed = 0; seed < games_in_lane(100, 3'000); ++seed) {
    const Borealis game({.players = static_cast<std::uint8_t>(2 + seed % 3),
                         .side = seed % 2 == 0 ? Side::one : Side::two,
                         .blind_draw_after_refresh = seed % 5 != 0});
    CAPTURE(seed);
    Watch watch(game, static_cast<std::uint64_t>(seed));
    watch.play();
    reshuffles += watch.reshuffles;
    refreshes += watch.refreshes;
    claims += watch.claims;
  }
  CHECK(reshuffles > 20);
  CHECK(refreshes > 100);
  CHECK(claims > 100);
}

TEST_CASE("[B-SETUP-3 B-SETUP-4 B-SETUP-5 B-SETUP-6 B-SETUP-7] setup deals") {
  std::array<int, kScoringCards> scoring{};
  std::array<int, kObjectives> objectives{};
  std::array<int, kPatterns> patterns{};
  constexpr int kGames = 3'000;
  const Borealis game({.players = 4, .side = Side::two});
  for (int seed = 0; seed < kGames; ++seed) {
    Rng rng(static_cast<std::uint64_t>(seed));
    State state = game.start();
    while (game.actor(state).is_chance()) game.apply(state, game.sample(state, rng));
    REQUIRE(state.phase == Phase::redraw);
    REQUIRE(state.deck.size() == 100 - 4 - 16);
    for (const ScoringCard card : state.scoring) ++scoring[static_cast<std::size_t>(card)];
    for (const Objective objective : state.objective)
      ++objectives[static_cast<std::size_t>(objective)];
    for (const Board& board : state.board) ++patterns[board.pattern];
  }
  // Within five standard deviations of 1/5, 1/4 and 1.
  for (const int n : scoring) CHECK(std::abs(n - kGames / 5) < 110);
  for (const int n : objectives) CHECK(std::abs(n - kGames / 4) < 120);
  CHECK(patterns == std::array<int, kPatterns>{0, kGames, kGames, kGames, kGames});
}

}  // namespace
}  // namespace farnorth::borealis
