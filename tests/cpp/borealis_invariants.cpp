// broken_rule finds what it is there to find: each invariant, broken on purpose, is named.
#include <doctest/doctest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "borealis_position.hpp"

namespace farnorth::borealis {
namespace {

struct Damage {
  std::string_view invariant;  // how the answer of broken_rule starts
  std::vector<std::string> given;
  void (*damage)(Position&);
};

Board& first_board(Position& position) { return position.state.board[0]; }

// Moves the last pool card to where it does not show.
void hide_pool_card(Position& position) {
  position.state.deck.add(position.state.pool.back());
  position.state.pool.pop_back();
}
void forget_last_card(Position& position) {
  position.state.hand[0].pop_back();
  position.memory.held[0].pop_back();
}

// clang-format off
const std::vector<Damage> kDamages{
    {"every field", {}, [](Position& p) { p.state.phase = static_cast<Phase>(kPhases); }},
    {"every field", {}, [](Position& p) { p.state.player = Player::at(2); }},
    {"every field", {}, [](Position& p) { first_board(p).flag[1] = kLastSpace + 1; }},
    {"every field", {}, [](Position& p) { p.state.pool[0] = kUnknownFace; }},
    {"every field", {}, [](Position& p) { p.state.board[3].points = 2; }},
    {"scoring cards", {}, [](Position& p) { p.state.scoring = {ScoringCard::safe_return, ScoringCard::farewell_party}; }},
    {"scoring cards", {}, [](Position& p) { p.state.objective[0] = Objective::morning_shift; }},
    {"scoring cards", {}, [](Position& p) { p.state.objective[2] = Objective::none; }},
    {"I1 ", {}, [](Position& p) { p.state.deck.remove(Face{50}); }},
    {"I1 ", {}, [](Position& p) { p.state.discard.add(Face{50}); }},
    {"I1 ", {}, [](Position& p) { p.state.deck.remove(kDoubleFace); }},
    {"I2 ", {}, hide_pool_card},
    {"I2 ", {"phase refill"}, [](Position&) {}},
    {"I3 ", {}, [](Position& p) { p.state.deck.add(p.state.hand[0].back()); forget_last_card(p); }},
    {"I3 ", {"phase take"}, [](Position&) {}},
    {"I4 ", {}, [](Position& p) { ++first_board(p).scientists[0][1]; }},
    {"I5 ", {"p1 sci pm apm apm a -"}, [](Position&) {}},
    {"I5 ", {"p1 left B F", "p1 sci pm apm apm - a"}, [](Position&) {}},
    {"I6 ", {}, [](Position& p) { first_board(p).flag[2] = 1; }},
    {"I6 ", {"p1 right bear-sleigh-ap"}, [](Position& p) { first_board(p).flag[2] = 0; }},
    {"I7 ", {"p2 left B F B F B F B"}, [](Position&) {}},
    {"I7 ", {"phase over"}, [](Position&) {}},
    {"I8 ", {"p1 points 3"}, [](Position&) {}},
    {"I8 ", {"p1 left B", "p1 points 3", "p1 sci pm apm apm a -"}, [](Position&) {}},
    {"I9 ", {"objectives spotting_list morning_shift promising_direction", "p2 left B F O S P"}, [](Position&) {}},
    {"I10 ", {}, [](Position& p) { std::swap(p.state.hand[0][0], p.state.hand[0][1]); }},
    {"I10 ", {}, [](Position& p) { p.memory.held[0][0].face = Face{50}; }},
    {"I10 ", {"p1 hand O~2 O O O"}, [](Position&) {}},
    {"I10 ", {"p1 hand O~8 O O O"}, [](Position&) {}},
    {"I11 ", {"phase blind_draw", "deck -", "p1 hand O O O"}, [](Position&) {}},
    {"I12 ", {}, [](Position& p) { p.state.closed[1] = true; }},
    {"I12 ", {"claimed morning_shift p2", "p2 points 7"}, [](Position&) {}},
    {"I12 ", {"claimed morning_shift p1", "p1 points 7"}, [](Position&) {}},
    {"I13 ", {}, [](Position& p) { p.state.refreshed = true; }},
    {"I13 ", {}, [](Position& p) { p.state.discard_floor = Face{1}; }},
    {"I13 ", {"phase gather"}, [](Position&) {}},
    {"I14 ", {"phase redraw", "p1 points 1"}, [](Position&) {}},
    {"I15 ", {}, [](Position& p) { first_board(p).pattern = 1; }},
    {"I15 ", {"boards 2 2"}, [](Position&) {}},
    {"I15 ", {"boards 2 0"}, [](Position&) {}},
};
// clang-format on

TEST_CASE("broken_rule of Borealis names the invariant that is broken") {
  std::array<int, 16> seen{};
  for (const Damage& each : kDamages) {
    Position position = set_up(each.given);
    each.damage(position);
    const char* broken = position.game.broken_rule(position.state, position.memory);
    const std::string answer = broken == nullptr ? "nothing" : broken;
    CAPTURE(join(each.given, "; "));
    CAPTURE(each.invariant);
    CHECK(answer.substr(0, each.invariant.size()) == each.invariant);
    if (each.invariant[0] == 'I')
      ++seen[static_cast<std::size_t>(std::stoi(std::string(each.invariant.substr(1))))];
  }
  for (std::size_t i = 1; i < seen.size(); ++i) {
    CAPTURE(i);
    CHECK(seen[i] > 0);
  }
}

TEST_CASE("broken_rule of Borealis is silent on a sound position") {
  for (const char* given :
       {"3 players", "boards 1 2", "phase redraw", "p1 left B F; p1 points 4"}) {
    CAPTURE(given);
    const Position position = set_up(split(given, ";"));
    CHECK(position.game.broken_rule(position.state, position.memory) == nullptr);
  }
}

}  // namespace
}  // namespace farnorth::borealis
