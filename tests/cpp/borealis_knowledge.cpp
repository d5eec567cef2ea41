// What determinize deals is uniform over the deals that the view allows, counted on worlds small enough to list.
#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "borealis_position.hpp"
#include "farnorth/games/borealis/fields.hpp"
#include "laws.hpp"

namespace farnorth::borealis {
namespace {

using Dealt = std::array<Hand, kMaxPlayers>;
using Deals = std::map<std::string, double>;

std::string key(const Dealt& hands) {
  std::string text;
  for (const Hand& hand : hands) {
    for (const Face face : hand) text += face_name(face) + ' ';
    text += '/';
  }
  return text;
}

// Every way to deal the unseen physical cards, deck after deck, place after place. A set of cards for a hand comes up
// once for each order of its places, for all hands alike.
class AllDeals {
 public:
  explicit AllDeals(const View& view) {
    for (std::size_t deck = 0; deck < kHiddenDecks; ++deck) {
      cards_.push_back(to_items(view.unseen[deck]));
      for (std::size_t seat = 0; seat < kMaxPlayers; ++seat)
        for (int i = 0; i < view.others[seat].hidden[deck]; ++i) places_.emplace_back(deck, seat);
    }
    for (std::size_t seat = 0; seat < kMaxPlayers; ++seat) {
      hands_[seat] = view.seen.hand[seat];
      for (const Face face : view.others[seat].open) hands_[seat].insert_sorted(face);
    }
    deal(0);
    for (auto& [hands, ways] : deals_) ways /= total_;
  }
  const Deals& shares() const { return deals_; }

 private:
  void deal(std::size_t place) {
    if (place == places_.size()) {
      ++deals_[key(hands_)];
      ++total_;
      return;
    }
    const auto [deck, seat] = places_[place];
    for (std::size_t i = 0; i < cards_[deck].size(); ++i) {
      const Face face = cards_[deck][i];
      const Hand before = hands_[seat];
      cards_[deck].erase(cards_[deck].begin() + static_cast<std::ptrdiff_t>(i));
      hands_[seat].insert_sorted(face);
      deal(place + 1);
      hands_[seat] = before;
      cards_[deck].insert(cards_[deck].begin() + static_cast<std::ptrdiff_t>(i), face);
    }
  }

  std::vector<std::vector<Face>> cards_;                     // by deck
  std::vector<std::pair<std::size_t, std::size_t>> places_;  // deck, seat
  Dealt hands_;
  Deals deals_;
  double total_ = 0;
};

void check_uniform(const std::vector<std::string>& given, Player viewer, std::size_t worlds) {
  const Position position = set_up(given);
  CAPTURE(join(given, "; "));
  const char* broken = position.game.broken_rule(position.state, position.memory);
  REQUIRE_MESSAGE(broken == nullptr, broken);
  const View view = position.game.view(position.state, position.memory, viewer);
  const AllDeals all(view);
  CHECK(all.shares().size() == worlds);
  const int samples = games_in_lane(20'000, 500'000);
  std::map<std::string, int> counts;
  Rng rng(5);
  for (int i = 0; i < samples; ++i) {
    const State world = position.game.determinize(view, rng);
    const std::string hands = key(world.hand);
    REQUIRE(all.shares().contains(hands));
    ++counts[hands];
    const Memory memory = position.game.memory_of(view, world);
    REQUIRE(position.game.broken_rule(world, memory) == nullptr);
    REQUIRE(position.game.view(world, memory, viewer) == view);
  }
  double chi_square = 0;
  for (const auto& [hands, share] : all.shares()) {
    const double expected = share * samples;
    chi_square += (counts[hands] - expected) * (counts[hands] - expected) / expected;
  }
  const double freedom = static_cast<double>(worlds) - 1;
  CHECK(chi_square < freedom + 5 * std::sqrt(2 * freedom) + 10);
}

TEST_CASE("[B-KNOW-7] one deck of old cards over two hands") {
  check_uniform(
      {"3 players", "p2 hand F~1 F~1 F~1 F~1", "p3 hand P~1 P~1 P~1 P~1", "p1 hand O O O O"},
      Player::at(0), 70);
}

// Zones that are not named take the lowest faces; here all but a few cards lie in the discard pile.
TEST_CASE("[B-KNOW-7] the deck in use and one hand") {
  check_uniform({"p1 hand O O O O", "p2 hand F F F F", "deck bear-sleigh-ap bear-sleigh-pm P P"},
                Player::at(0), 70);
}

TEST_CASE("[B-KNOW-7] both copies of the double face are cards of their own") {
  // 4 of 6 cards, 2 of them alike: 6 hands with both, 4 with one, 1 with none.
  check_uniform({"p1 hand O O O O", "p2 hand seal-skis-pm F F F", "deck seal-skis-pm P"},
                Player::at(0), 11);
}

TEST_CASE("[B-KNOW-7] decks are dealt separately, open cards stay") {
  check_uniform({"3 players", "p1 hand O O O O!", "p2 hand F~1 F~1 F~2 F", "p3 hand P~1 P~2 P~2 P!",
                 "deck B B"},
                Player::at(0), 27);
}

TEST_CASE("[B-KNOW-7] both copies of the double face from two decks") {
  check_uniform({"3 players", "p1 hand O O O O", "p2 hand seal-skis-pm~1 F~1 F F",
                 "p3 hand seal-skis-pm P~1 P! P!", "deck B"},
                Player::at(0), 3 * 12);
}

// B-KNOW-1 to B-KNOW-6 by random play: what witness keeps is what a watcher can tell.
TEST_CASE(
    "[B-KNOW-1 B-KNOW-2 B-KNOW-3 B-KNOW-4 B-KNOW-5 B-KNOW-6] hands and origins through games") {
  int open = 0, old = 0;
  for (int seed = 0; seed < games_in_lane(50, 1'000); ++seed) {
    const Borealis game({.players = static_cast<std::uint8_t>(2 + seed % 3)});
    Rng rng(static_cast<std::uint64_t>(seed));
    State state = game.start();
    Memory memory = game.start_memory();
    for (int ply = 0; !game.actor(state).is_nobody() && ply < 2'000; ++ply) {
      MoveList<Borealis> moves;
      game.legal_moves(state, moves);
      const Move move = game.actor(state).is_chance()
                            ? game.sample(state, rng)
                            : moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
      const std::size_t seat = state.player.seat;
      const bool shuffles = [&] {
        State after = state;
        game.apply(after, move);
        return after.shuffles != state.shuffles;
      }();
      game.witness(memory, state, move);
      game.apply(state, move);
      if (move.kind == MoveKind::take)
        REQUIRE(memory.held[seat].contains({move.face, Origin::open()}));  // B-KNOW-2
      if (move.kind == MoveKind::deal && !shuffles)
        REQUIRE(memory.held[seat].contains({move.face, Origin::hidden(0)}));
      if (shuffles)  // B-KNOW-4: no hidden card is of the new deck
        for (const HeldCards& held : memory.held)
          for (const HeldCard& card : held)
            REQUIRE((card.origin.is_open() || card.origin.deck() > 0));
      for (const HeldCards& held : memory.held)
        for (const HeldCard& card : held) {
          open += card.origin.is_open() ? 1 : 0;
          old += !card.origin.is_open() && card.origin.deck() > 0 ? 1 : 0;
        }
    }
  }
  CHECK(open > 1'000);
  CHECK(old > 1'000);
}

TEST_CASE("[B-KNOW-3] the open copy leaves first, then the older") {
  const auto left_with = [](const std::string& hand) {
    Position position = set_up({"p1 hand " + hand + " O O"});
    const Move move = Move::observe(kDoubleFace, Location::left);
    position.game.witness(position.memory, position.state, move);
    for (const HeldCard& card : position.memory.held[0])
      if (card.face == kDoubleFace) return to_word(card.origin);
    return std::string("nothing");
  };
  CHECK(left_with("seal-skis-pm seal-skis-pm!") == "0");
  CHECK(left_with("seal-skis-pm~1 seal-skis-pm!") == "1");
  CHECK(left_with("seal-skis-pm seal-skis-pm~1") == "0");
  CHECK(left_with("seal-skis-pm") == "nothing");
}

}  // namespace
}  // namespace farnorth::borealis
