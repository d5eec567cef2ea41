// What Borealis is symmetric under. Its rules name no species and no colour, but its 100 cards do: no renaming of both
// leaves the deck as it is. Of its 99 faces, though, 65 become each other if bear and seal, fox and owl, amber and mint
// change names; a game with these cards alone is symmetric, and the same code plays it. Vehicles are tied to the tracks, left
// and right to the boards. Seats are tied to the order of a round: they can change only in scoring, and after their last turn.
#include <doctest/doctest.h>

#include <vector>

#include "farnorth/games/borealis/borealis.hpp"
#include "search_renaming.hpp"

namespace farnorth::test {

namespace {

using borealis::Borealis;
using borealis::Face;
using borealis::Faces;
using borealis::Move;
using borealis::MoveKind;
using borealis::Phase;

// ---- Species and colours -------------------------------------------------------------------------

constexpr Face kNoSuchFace{borealis::kFaceCount};

constexpr borealis::Species called(borealis::Species species) {
  using enum borealis::Species;
  switch (species) {
    case bear: return seal;
    case seal: return bear;
    case fox: return owl;
    case owl: return fox;
    case puffin: break;
  }
  return species;
}

constexpr borealis::Colour called(borealis::Colour colour) {
  using enum borealis::Colour;
  switch (colour) {
    case amber: return mint;
    case mint: return amber;
    case pink: break;
  }
  return colour;
}

Face called(Face face) {
  const borealis::FaceRow& card = row(face);
  for (std::uint8_t id = 0; id < borealis::kFaceCount; ++id) {
    const borealis::FaceRow& other = row(Face{id});
    if (other.species == called(card.species) && other.vehicle == card.vehicle &&
        other.left_mover == called(card.left_mover) &&
        other.right_mover == called(card.right_mover))
      return Face{id};
  }
  return kNoSuchFace;
}

struct Renaming {
  Player operator()(Player player) const { return player; }
  Move operator()(Move move) const {
    if (move.kind == MoveKind::observe || move.kind == MoveKind::take ||
        move.kind == MoveKind::discard || move.kind == MoveKind::reveal ||
        move.kind == MoveKind::deal)
      move.face = called(move.face);
    return move;
  }
  static bool is_setup(const borealis::State&) { return false; }
  // Cards are discarded in the order of their faces.
  static bool is_in_series(const borealis::State& state) {
    return (state.phase == Phase::redraw || state.phase == Phase::regroup_discard) &&
           !state.hand[state.player.seat].full();
  }
  // Leaves one card of each face that has a counterpart.
  static void take_out(borealis::State& state) {
    state.deck = {};
    for (std::uint8_t id = 0; id < borealis::kFaceCount; ++id)
      if (called(Face{id}) != kNoSuchFace) state.deck.add(Face{id});
  }
};

// ---- Seats ---------------------------------------------------------------------------------------

using Seats = std::vector<std::uint8_t>;  // the new seat of each

Table<Borealis> seated(const Table<Borealis>& table, const Seats& seats, int players) {
  Table<Borealis> other = table;
  other.state.claimed = {};
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(players); ++seat) {
    other.state.hand[seats[seat]] = table.state.hand[seat];
    other.state.board[seats[seat]] = table.state.board[seat];
    other.memory.held[seats[seat]] = table.memory.held[seat];
    for (std::size_t i = 0; i < other.state.claimed.size(); ++i)
      if (table.state.claimed[i].contains(Player::at(static_cast<int>(seat))))
        other.state.claimed[i].add(Player::at(seats[seat]));
  }
  return other;
}

bool is_last_turn(const borealis::State& state, int players) {
  if (state.phase != Phase::turn || state.player.seat + 1 != players) return false;
  for (const auto& board : state.board)
    for (const auto& pile : board.pile)
      if (pile.full()) return true;
  return false;
}

}  // namespace

TEST_CASE("search symmetry: Borealis with species and colours renamed is the same game") {
  borealis::State box;
  Renaming::take_out(box);
  CHECK(box.deck.size() == 65);
  for (const auto side : {borealis::Side::one, borealis::Side::two})
    for (std::uint8_t players = 2; players <= 3; ++players) {
      CAPTURE(players);
      const Borealis game({.players = players, .side = side});
      Twins twins(game, game, Renaming{}, players);
      for (int i = 0; i < 5000; ++i, twins.step()) REQUIRE(twins.difference() == "");
    }
}

// Hands are sorted by face and ties broken at random in that order, so single answers may differ. Where there is nothing to
// break, they may not.
TEST_CASE("search symmetry: the script of Borealis knows no species and no colour") {
  const Borealis game({.players = 2});
  Twins twins(game, game, Renaming{}, 4);
  int sure = 0;
  for (int i = 0; i < 3000; ++i, twins.step()) {
    const borealis::State& state = twins.table().state;
    if (!game.actor(state).is_player() || state.phase == Phase::redraw ||
        state.phase == Phase::regroup_discard)
      continue;
    Rng rng(7), other_rng(7);
    const Move move = game.scripted_move(state, rng);
    const Move other = game.scripted_move(twins.twin().state, other_rng);
    bool is_sure = true;
    for (int again = 0; again < 40 && is_sure; ++again)
      is_sure = game.scripted_move(state, rng) == move;
    if (!is_sure) continue;
    ++sure;
    REQUIRE(twins.rename()(move) == other);
  }
  CHECK(sure > 700);
}

TEST_CASE("search symmetry: in Borealis renamed species and colours leave moves worth the same") {
  const Borealis game({.players = 2});
  Twins twins(game, game, Renaming{}, 12);
  const PlayoutOptions playout{.random = 100, .moves = 16};
  FlatBot<Borealis> flat({.playout = playout, .utility = kMargins});
  IsmctsBot<Borealis> ismcts({.tree = {
                                  .playout = playout,
                                  .utility = kMargins,
                                  .opponents_in_tree_up_to = Borealis::kOpponentsInTreeUpTo,
                                  .max_nodes = 1U << 14,
                              }});
  Asymmetry of_moves, of_positions;
  for (int i = 0; i < 3; ++i) {
    twins.next_choice(31);
    compare(twins, flat, 1000, 16, true, of_moves);
    compare(twins, ismcts, 500, 16, false, of_positions);
  }
  check(of_moves);
  check(of_positions);
}

TEST_CASE("search symmetry: points, places and utilities in Borealis go by boards, not by seats") {
  for (std::uint8_t players = 2; players <= 4; ++players) {
    const Borealis game({.players = players, .side = borealis::Side::two});
    Positions<Borealis> play(game, players);
    Seats seats = players == 2 ? Seats{0, 1} : players == 3 ? Seats{0, 1, 2} : Seats{0, 1, 2, 3};
    Rng rng(players);
    for (int i = 0; i < 1000; ++i) {
      const auto& table = play.next(1);
      rng.shuffle(seats);
      const auto other = seated(table, seats, players);
      const Scores scores = game.scores(table.state), renamed = game.scores(other.state);
      const Places places = game.ranking(table.state), others = game.ranking(other.state);
      const Values values = utilities(game, table.state, {});
      const Values worth = utilities(game, other.state, {});
      for (std::size_t seat = 0; seat < players; ++seat) {
        REQUIRE(scores[seat] == renamed[seats[seat]]);
        REQUIRE(places[seat] == others[seats[seat]]);
        REQUIRE(values[seat] == worth[seats[seat]]);
      }
    }
  }
}

// All that is still hidden from the last player are cards nobody will play, so what his search finds must follow exactly.
TEST_CASE("search symmetry: in the last turn of Borealis the others can change seats") {
  const Borealis game({.players = 3});
  Positions<Borealis> play(game, 31);
  IsmctsBot<Borealis> bot({.tree = default_tree<Borealis>()});
  const Seats seats{1, 0, 2};
  for (int found = 0; found < 20;) {
    const auto& table = play.next(0);
    if (!is_last_turn(table.state, 3)) continue;
    ++found;
    const auto other = seated(table, seats, 3);
    const auto one = decide(bot, game, table, 2000, 5), two = decide(bot, game, other, 2000, 5);
    CHECK(one.move == two.move);
    for (std::size_t seat = 0; seat < 3; ++seat)
      CHECK(std::abs(one.value[seat] - two.value[seats[seat]]) <= 10);
  }
}

}  // namespace farnorth::test
