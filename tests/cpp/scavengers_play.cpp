// What can be said about whole games, and the quick ways of the engine against slow ones written anew.
#include <functional>
#include <set>

#include "farnorth/games/scavengers/fields.hpp"
#include "laws.hpp"
#include "scavengers_position.hpp"
#include "scavengers_recount.hpp"

namespace farnorth::scavengers {
namespace {

// Plays a game at random; calls f(state) before each move and at the end.
void play_out(const Scavengers& game, std::uint64_t seed,
              const std::function<void(const State&)>& f) {
  Rng rng(seed);
  State state = game.start();
  MoveList<Scavengers> list;
  for (;;) {
    f(state);
    const Actor actor = game.actor(state);
    if (actor.is_nobody()) return;
    if (actor.is_player()) game.legal_moves(state, list);
    game.apply(state, actor.is_chance() ? game.sample(state, rng)
                                        : list[rng.below(static_cast<std::uint32_t>(list.size()))]);
  }
}

// ---- Totals and compositions --------------------------------------------------------------------

// S-ACT-3 without short cuts: tries every way to give tools to members.
int seat_by_hand(const std::vector<Card>& members, std::vector<Card> tools, Action action,
                 std::size_t next) {
  if (next == members.size()) return 0;
  const int base = row(members[next]).base[index(action)];
  int best = base + seat_by_hand(members, tools, action, next + 1);
  for (std::size_t i = 0; i < tools.size(); ++i) {
    std::vector<Card> rest = tools;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    best = std::max(best, base + row(tools[i]).bonus[index(action)] +
                              seat_by_hand(members, rest, action, next + 1));
  }
  return best;
}
int total_by_hand(const Cards& cards, Action action) {
  std::vector<Card> members, tools;
  int leaders = 0;
  for (const Card card : to_items(cards)) {
    if (row(card).icon == Icon::person && row(card).base[index(action)] != kNone)
      members.push_back(card);
    if (row(card).icon == Icon::tool && row(card).bonus[index(action)] != kNone)
      tools.push_back(card);
    leaders += card == Card::group_leaders ? 1 : 0;
  }
  return members.empty() ? 0 : seat_by_hand(members, tools, action, 0) + 2 * leaders;
}

Cards random_hand(Rng& rng, int size) {
  Cards box;
  for (int t = 0; t < kCardTypes; ++t)
    box.add(card_at(t), std::min<int>(row(card_at(t)).copies, 3));
  Cards hand;
  for (int i = 0; i < size; ++i) hand.add(box.draw(rng));
  return hand;
}

TEST_CASE("[S-ACT-3 S-ACT-4 S-TOOL-2] totals against every seating") {
  Rng rng(31);
  for (int i = 0; i < 3'000; ++i) {
    const Cards hand = random_hand(rng, 1 + static_cast<int>(rng.below(6)));
    for (const Action action : {Action::dig, Action::draw, Action::hunt, Action::fight})
      REQUIRE(total(hand, ability(action, Leader::none)) == total_by_hand(hand, action));
  }
}

// S-ACT-1, 2, 5: may these cards be declared together?
bool declarable(const Cards& cards, Action action) {
  int members = 0, tools = 0, leaders = 0;
  for (const Card card : to_items(cards)) {
    const CardRow& c = row(card);
    if (card == Card::group_leaders && action != Action::build)
      ++leaders;
    else if (c.icon == Icon::person && c.base[index(action)] != kNone)
      ++members;
    else if (c.icon == Icon::tool && c.bonus[index(action)] != kNone)
      ++tools;
    else
      return false;
  }
  return members >= tools && (leaders == 0 || members > 0) && total_by_hand(cards, action) >= 1;
}

using Sets = std::set<std::vector<Card>>;
void add_subsets(const std::vector<Card>& hand, std::size_t next, Cards chosen, Action action,
                 Sets& sets) {
  if (next == hand.size()) {
    if (declarable(chosen, action)) sets.insert(to_items(chosen));
    return;
  }
  add_subsets(hand, next + 1, chosen, action, sets);
  chosen.add(hand[next]);
  add_subsets(hand, next + 1, chosen, action, sets);
}
// Follows every sequence of moves; each set must be reached by one sequence only, and none may get stuck.
void follow(const Scavengers& game, const State& state, Sets& sets) {
  MoveList<Scavengers> list;
  game.legal_moves(state, list);
  REQUIRE_FALSE(list.empty());
  for (const Move& move : list) {
    if (move.kind == MoveKind::commit) {
      REQUIRE(sets.insert(to_items(state.field)).second);
      continue;
    }
    State next = state;
    game.apply(next, move);
    follow(game, next, sets);
  }
}

TEST_CASE(
    "[S-ACT-1 S-ACT-2 S-ACT-5 S-TOOL-1 S-GATHER-5] every declarable set has one sequence of "
    "moves") {
  Rng rng(32);
  for (int i = 0; i < 400; ++i) {
    Position p = Position(3, 2).deck(0, "junk");
    p.state.hand[0] = random_hand(rng, 1 + static_cast<int>(rng.below(7)));
    const std::vector<Card> hand = to_items(p.state.hand[0]);
    const Texts legal = p.legal();
    for (const Action action : {Action::dig, Action::draw, Action::hunt, Action::build}) {
      Sets expected, reached;
      add_subsets(hand, 0, {}, action, expected);
      const std::string text(kActionNames[index(action)]);
      const bool offered = std::find(legal.begin(), legal.end(), text) != legal.end();
      REQUIRE(offered == !expected.empty());
      if (!offered) continue;
      follow(p.game, Position(p).play(text).state, reached);
      REQUIRE(reached == expected);
    }
  }
}

// S-HIRE-4 by trying all sets of medicine.
TEST_CASE("[S-HIRE-2 S-HIRE-3 S-HIRE-4] hires against every set of medicine") {
  Rng rng(33);
  for (int i = 0; i < 1'000; ++i) {
    Position p = Position(3, 1).food(static_cast<int>(rng.below(8)));
    const int medkits = static_cast<int>(rng.below(4)), pills = static_cast<int>(rng.below(5)),
              medics = static_cast<int>(rng.below(3));
    p.state.hand[0].add(Card::medkit, medkits);
    p.state.hand[0].add(Card::pills, pills);
    p.state.hand[0].add(Card::medic, medics);
    Texts expected;
    for (const Card card : kHires) {
      const CardRow& c = row(card);
      if (p.state.hires[hire_place(card)] == 0) continue;
      const bool thugs = card == Card::thugs;
      if (!thugs && p.state.food < c.food) continue;
      const int due = thugs ? std::max(0, 6 - p.state.food) : c.meds_due;
      for (int m = 0; m <= medkits; ++m)
        for (int d = 0; d <= medics; ++d)
          for (int q = 0; q <= pills; ++q) {
            const int paid = 2 * m + d + q;
            const bool minimal = (m == 0 || paid - 2 < due) && (d + q == 0 || paid - 1 < due);
            if (paid >= due && minimal)
              expected.push_back(Scavengers::to_text(Move::hire(card, m, d)));
          }
    }
    std::sort(expected.begin(), expected.end());
    REQUIRE(p.hires() == expected);
  }
}

// ---- Whole games --------------------------------------------------------------------------------

TEST_CASE("[S-SCORE-1 S-SCORE-2 S-SCORE-3 S-END-2] scores counted again, and people conserved") {
  for (int players = 2; players <= kMaxPlayers; ++players)
    for (int modules = 0; modules <= kModules; ++modules) {
      const Scavengers game(Setup{.players = static_cast<std::uint8_t>(players),
                                  .gather_interrupts = true,
                                  .modules = static_cast<std::uint8_t>(modules)});
      play_out(game, 41 + static_cast<std::uint64_t>(players), [&](const State& state) {
        REQUIRE(game.scores(state) == count_again(game, state));
        REQUIRE(game.ranking(state) == rank_again(game, state));
        REQUIRE(people_everywhere(state, players) == people_in_the_game(game.setup));
      });
    }
}

// S-GATHER-3: until a seat's turn ends, used and field hold exactly what it committed, played or acted with.
TEST_CASE("[S-GATHER-3 S-GATHER-4] no card works twice in a round") {
  for (const int modules : {0, 4}) {
    const Scavengers game(Setup{
        .players = 4, .gather_interrupts = true, .modules = static_cast<std::uint8_t>(modules)});
    std::array<Cards, kMaxPlayers> worked;
    State before;
    play_out(game, 51, [&](const State& state) {
      for (int i = 0; i < 4; ++i) {
        const Player seat = Player::at(i);
        const Cards now =
            used_cards(state, seat) +
            (seat == state.gatherer && state.phase != Phase::pick ? state.field : Cards{});
        // It only grows, until it goes to the discard pile at once.
        if (!now.includes(worked[seat.seat])) {
          REQUIRE(now.empty());
          REQUIRE(before.gatherer == seat);
        }
        worked[seat.seat] = now;
      }
      before = state;
    });
  }
}

TEST_CASE("a scripted player does not miss a hire that he can pay [policy]") {
  for (int players = 2; players <= kMaxPlayers; ++players) {
    const Scavengers game(Setup{.players = static_cast<std::uint8_t>(players)});
    Rng rng(61);
    MoveList<Scavengers> list;
    for (int i = 0; i < 5; ++i) {
      State state = game.start();
      while (!game.actor(state).is_nobody()) {
        if (game.actor(state).is_chance()) {
          game.apply(state, game.sample(state, rng));
          continue;
        }
        game.legal_moves(state, list);
        const Move move = game.scripted_move(state, rng);
        if (move.kind == MoveKind::end)
          REQUIRE(std::none_of(list.begin(), list.end(),
                               [](const Move& each) { return each.kind == MoveKind::hire; }));
        game.apply(state, move);
      }
    }
  }
}

}  // namespace
}  // namespace farnorth::scavengers
