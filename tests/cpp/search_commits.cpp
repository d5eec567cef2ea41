// Hidden choices. What UCB search finds is the best reply to what it takes the others to do: one that comes after it by
// script, one that lies hidden before it by determinize. It is no equilibrium, and no number of iterations makes it one;
// that takes a selection such as regret matching, which is not here. What must hold all the same: the others know no more
// than they may, and the reply is the best one, at its right value.
#include "search_commits.hpp"

#include <doctest/doctest.h>

#include "search_bots.hpp"

namespace farnorth::test {

namespace {

constexpr std::uint32_t kIterations = 20'000;

// Values that grow with the payment in a straight line, from 0 for the largest one to 1.
int largest_payment(const Commits& game) {
  int largest = 0;
  for (const auto& row : game.payment)
    largest = std::max<int>(largest, *std::ranges::max_element(row));
  return largest;
}
UtilityOptions payment_only(const Commits& game) {
  return {.win = 0, .place = 0, .margin = 1000, .full_margin = largest_payment(game)};
}
TreeOptions tree_for(const Commits& game, bool opponents_in_tree = true) {
  return {.playout = {},
          .utility = payment_only(game),
          .opponents_in_tree_up_to = opponents_in_tree ? kMaxSeats : 0,
          .max_nodes = 1U << 12};
}

// A decision of either player; the other's choice is `hidden` where it comes first.
Decision<Commits> decide(Bot<Commits>& bot, const Commits& game, int seat, std::uint8_t hidden = 0,
                         std::uint64_t seed = 1) {
  Commits::State state;
  if (seat == 1) game.apply(state, {.what = hidden});
  bot.start(seed);
  return bot.choose(game, game.view(state, {}, Player::at(seat)), {.iterations = kIterations}, {});
}

// What a choice brings its maker against one who makes each of his choices so often.
double worth(const Commits& game, int seat, std::uint8_t choice, const std::vector<double>& other) {
  double payment = 0;
  for (std::size_t reply = 0; reply < other.size(); ++reply)
    payment +=
        other[reply] * (seat == 0 ? game.payment[choice][reply] : -game.payment[reply][choice]);
  return payment;
}
double value_of(const Commits& game, double payment) {
  const int largest = largest_payment(game);
  return (payment + largest) / (2.0 * largest);
}
// What is left of a mixture against the best reply to it.
double against_best_reply(const Commits& game, const std::vector<double>& mixture) {
  double best = -1e9;
  for (std::uint8_t reply = 0; reply < game.choices(); ++reply)
    best = std::max(best, worth(game, 1, reply, mixture));
  return -best;
}

double value_in(const Decision<Commits>& decision, std::uint8_t choice, int seat) {
  for (const auto& stats : decision.table)
    if (stats.move.what == choice) return stats.value[static_cast<std::size_t>(seat)] / 1000.0;
  return -1;
}
double share_in(const Decision<Commits>& decision, std::uint8_t choice) {
  for (const auto& stats : decision.table)
    if (stats.move.what == choice) return static_cast<double>(stats.visits) / decision.iterations;
  return 0;
}

const std::vector<double> kUniform{1.0 / 3, 1.0 / 3, 1.0 / 3};

}  // namespace

// A tree in which the second player chose would let him see the first coin, and a world taken for the truth would let the
// second bot see it: pimc does both. 10,000 tosses err by 0.005.
TEST_CASE(
    "search: in matching pennies neither coin is worth more than the other, to either player") {
  const Commits game = Commits::pennies();
  FlatBot<Commits> flat({.utility = payment_only(game)});
  IsmctsBot<Commits> ismcts({.tree = tree_for(game)}), alone({.tree = tree_for(game, false)});
  PimcBot<Commits> pimc({.worlds = 20, .tree = tree_for(game)});
  for (const int seat : {0, 1}) {
    CAPTURE(seat);
    for (Bot<Commits>* bot : std::initializer_list<Bot<Commits>*>{&flat, &ismcts, &alone}) {
      const auto decision = decide(*bot, game, seat);
      for (std::uint8_t coin = 0; coin < 2; ++coin) {
        CHECK(value_in(decision, coin, seat) == doctest::Approx(0.5).epsilon(0.04));
        CHECK(share_in(decision, coin) > 0.3);
      }
    }
  }
  CHECK(decide(pimc, game, 0).value[0] < 50);
}

TEST_CASE("search: the second coin matches the first one half of the times") {
  const Commits game = Commits::pennies();
  IsmctsBot<Commits> ismcts({.tree = tree_for(game)});
  constexpr int kTosses = 200;
  int equal = 0;
  for (std::uint64_t toss = 0; toss < kTosses; ++toss) {
    const auto coin = static_cast<std::uint8_t>(toss % 2);
    ismcts.start(toss / 2);
    Commits::State state;
    game.apply(state, {.what = coin});
    const auto decision =
        ismcts.choose(game, game.view(state, {}, Player::at(1)), {.iterations = 50}, {});
    equal += decision.move.what == coin ? 1 : 0;
  }
  CHECK(equal == kTosses / 2);  // each seed meets both coins, and cannot tell them apart
}

TEST_CASE("search: weighted rock, paper, scissors is answered by the best reply to uniform play") {
  const Commits game = Commits::weighted_rps();
  FlatBot<Commits> flat({.utility = payment_only(game)});
  IsmctsBot<Commits> ismcts({.tree = tree_for(game)});
  for (const int seat : {0, 1}) {
    CAPTURE(seat);
    const auto tried_evenly = decide(flat, game, seat), decision = decide(ismcts, game, seat);
    CHECK(decision.move.what == Commits::kScissors);
    CHECK(tried_evenly.move.what == Commits::kScissors);
    for (std::uint8_t choice = 0; choice < 3; ++choice)
      CHECK(value_in(tried_evenly, choice, seat) ==
            doctest::Approx(value_of(game, worth(game, seat, choice, kUniform))).epsilon(0.03));
    CHECK(value_in(decision, Commits::kScissors, seat) ==
          doctest::Approx(value_of(game, 2.0 / 3)).epsilon(0.02));
  }
}

// The visits of a search are no strategy to play by: they end at one choice, which a rock beats. Even a die does better.
TEST_CASE(
    "search: visits in weighted rock, paper, scissors come to one choice, not to an equilibrium") {
  const Commits game = Commits::weighted_rps();
  CHECK(against_best_reply(game, {3.0 / 6, 1.0 / 6, 2.0 / 6}) == doctest::Approx(0));
  IsmctsBot<Commits> ismcts({.tree = tree_for(game)});
  const auto decision = decide(ismcts, game, 0);
  std::vector<double> visits;
  for (std::uint8_t choice = 0; choice < 3; ++choice) visits.push_back(share_in(decision, choice));
  CHECK(visits[Commits::kScissors] > 0.9);
  CHECK(against_best_reply(game, visits) < against_best_reply(game, kUniform));
}

TEST_CASE("search: who chooses later goes by script, who has chosen by what his choice can be") {
  Commits game = Commits::weighted_rps();
  game.script = {1, 0, 0};  // rock
  for (const bool opponents_in_tree : {true, false}) {
    IsmctsBot<Commits> ismcts({.tree = tree_for(game, opponents_in_tree)});
    const auto before = decide(ismcts, game, 0);
    CHECK(before.move.what == Commits::kPaper);
    CHECK(value_in(before, Commits::kPaper, 0) ==
          doctest::Approx(value_of(game, 2)).epsilon(0.001));
    CHECK(decide(ismcts, game, 1).move.what == Commits::kScissors);
  }
}

}  // namespace farnorth::test
