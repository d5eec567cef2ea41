// The laws, proved on a game that keeps them and on games that each break one.
#include "toy.hpp"

#include <doctest/doctest.h>

#include "laws.hpp"

namespace farnorth::toy {
namespace {

using laws::Plan;
using laws::Report;
using laws::Seats;

// Answers turn the hidden fish up. A fish taken from the known order is new to those who did not sink it.
template <class Toy>
bool brings_to_light(const Toy&, const State& state, const Move& move, Player) {
  if (move.kind == MoveKind::believe || move.kind == MoveKind::doubt) return true;
  return state.hole.loose_size() == 0 &&
         (move.kind == MoveKind::fish || move.kind == MoveKind::look);
}

template <class Toy>
Plan<Toy> plan(Seats seats = Seats::random) {
  Plan<Toy> plan;
  plan.seats = seats;
  plan.brings_to_light = brings_to_light<Toy>;
  return plan;
}

TEST_CASE("laws: a game that keeps them passes, however it is played") {
  for (const int players : {2, 3})
    for (const Seats seats : {Seats::random, Seats::scripted, Seats::mixed}) {
      const int games = games_in_lane(100, 2'000);
      const Report report = check_laws(IceHole{players}, 1, games, plan<IceHole>(seats));
      CHECK(report.games == games);
      CHECK(report.capped == 0);
      CHECK(report.lookalikes > 0);
      CHECK(report.twins > 0);
      CHECK(std::accumulate(report.sampled.begin(), report.sampled.end(), 0L) > 200);
    }
}

TEST_CASE("laws: a game at its ply cap is reported and breaks nothing") {
  Plan<IceHole> short_plan = plan<IceHole>();
  short_plan.ply_cap = 5;
  const Report report = laws::run_laws(IceHole{}, 1, 10, short_plan);
  CHECK(report.failure.empty());
  CHECK(report.capped == 10);
}

enum class Fault : std::uint8_t {
  none,
  view_shows_the_hidden_fish,
  view_counts_out_the_other_hand,
  world_has_a_fish_too_many,
  world_moves_a_known_fish,
  moves_depend_on_a_hidden_fish,
  moves_missing,
  move_listed_twice,
  too_many_moves,
  id_of_another_move,
  text_of_another_move,
  text_with_two_spellings,
  luck_of_another_outcome,
  sample_without_weights,
  sample_that_is_no_outcome,
  move_loses_a_fish,
  move_wavers,
  sheet_does_not_add_up,
  places_against_scores,
  move_shown_to_others,
  move_kept_from_its_owner,
  memory_tells_the_other_hand,
  encoding_out_of_range,
  encoding_with_a_gap,
  scripted_move_is_illegal,
};

// Ice Hole with one fault.
struct Faulty : IceHole {
  Fault fault = Fault::none;
  mutable int wavering = 0;

  static Faulty make(const Options& given) {
    Faulty game;
    game.setup = IceHole::make(given).setup;
    return game;
  }

  View view(const State& state, const Memory& memory, Player viewer) const {
    View view = IceHole::view(state, memory, viewer);
    if (fault == Fault::view_shows_the_hidden_fish) view.seen.hidden = state.hidden;
    if (fault == Fault::view_counts_out_the_other_hand)
      view.seen.out[0] = static_cast<std::uint8_t>(100 + state.hand[1 - viewer.seat][0]);
    return view;
  }
  State determinize(const View& view, Rng& rng) const {
    if (fault == Fault::view_counts_out_the_other_hand) {
      View clean = view;
      clean.seen.out = kWholeBox;
      for (std::size_t kind = 0; kind < kKinds; ++kind)
        clean.seen.out[kind] = static_cast<std::uint8_t>(clean.seen.out[kind] - view.unseen[kind] -
                                                         view.seen.hand[view.viewer.seat][kind]);
      return IceHole::determinize(clean, rng);
    }
    State world = IceHole::determinize(view, rng);
    if (fault == Fault::world_has_a_fish_too_many) world.hole.add_loose(0);
    if (fault == Fault::world_moves_a_known_fish && world.top != kNoFish &&
        world.hole.loose(0) > 0) {
      world.hole.take_loose(0);
      world.hole.add_loose(world.top);
      world.top = 0;
    }
    return world;
  }

  void legal_moves(const State& state, FixedVector<Move, kMaxMoves>& moves) const {
    IceHole::legal_moves(state, moves);
    if (fault == Fault::moves_depend_on_a_hidden_fish && state.hidden == 2) moves.pop_back();
    if (fault == Fault::moves_missing && state.phase == Phase::decide) moves.clear();
    if (fault == Fault::move_listed_twice && moves.size() == 1) moves.push_back(moves[0]);
    if (fault == Fault::too_many_moves && state.phase == Phase::turn)
      for (const MoveKind kind : {MoveKind::keep, MoveKind::sink}) moves.push_back({kind});
  }
  void legal_moves(const View& view, FixedVector<Move, kMaxMoves>& moves) const {
    moves.clear();
    if (actor(view).is(view.viewer)) legal_moves(view.seen, moves);
  }

  Move move_of(int id) const {
    return IceHole::move_of(fault == Fault::id_of_another_move && id == 1 ? 0 : id);
  }
  Move to_move(std::string_view text) const {
    if (fault == Fault::text_of_another_move && text == "doubt") text = "believe";
    if (fault == Fault::text_with_two_spellings && text.ends_with(' ')) text.remove_suffix(1);
    return IceHole::to_move(text);
  }
  int luck_card(const Move& move) const {
    return fault == Fault::luck_of_another_outcome && move.fish == 2 ? 1 : move.fish;
  }
  Move sample(const State& state, Rng& rng) const {
    if (fault == Fault::sample_that_is_no_outcome) return {MoveKind::show, 0};
    if (fault != Fault::sample_without_weights) return IceHole::sample(state, rng);
    OutcomeList<IceHole> all;
    outcomes(state, all);
    return all[rng.below(static_cast<std::uint32_t>(all.size()))].move;
  }

  void apply(State& state, const Move& move) const {
    IceHole::apply(state, move);
    if (fault == Fault::move_loses_a_fish && move.kind == MoveKind::doubt) state.out = {};
    if (fault == Fault::move_wavers && move.kind == MoveKind::believe)
      state.points[0] = static_cast<std::uint8_t>(++wavering % 50);
  }
  ScoreSheet score_sheet(const State& state, Player player) const {
    ScoreSheet sheet = IceHole::score_sheet(state, player);
    if (fault == Fault::sheet_does_not_add_up && state.phase == Phase::over) sheet[0].points[0] = 0;
    return sheet;
  }
  Places ranking(const State& state) const {
    return fault == Fault::places_against_scores ? Places{1, 1} : IceHole::ranking(state);
  }

  Move shown(const State& before, const Move& move, Player player) const {
    if (fault == Fault::move_shown_to_others) return move;
    if (fault == Fault::move_kept_from_its_owner && move.kind == MoveKind::catch_one)
      return {move.kind, kUnknownFish};
    return IceHole::shown(before, move, player);
  }
  void witness(Memory& memory, const State& before, const Move& move) const {
    IceHole::witness(memory, before, move);
    // Who sinks a fish would be told, by being forgotten or not, what the next player holds.
    if (fault == Fault::memory_tells_the_other_hand && move.kind == MoveKind::sink &&
        before.hand[1 - before.player.seat][2] > 0)
      memory.sunk_by.back() = static_cast<std::uint8_t>(1 - before.player.seat);
  }
  void encode(const View& view, std::span<float> numbers) const {
    const float before = numbers[1];
    IceHole::encode(view, numbers);
    if (fault == Fault::encoding_out_of_range) numbers[2] *= 3;
    if (fault == Fault::encoding_with_a_gap) numbers[1] = before;
  }
  Move scripted_move(const State& state, Rng& rng) const {
    if (fault == Fault::scripted_move_is_illegal) return {MoveKind::keep};
    return IceHole::scripted_move(state, rng);
  }

 private:
  static constexpr Fishes kWholeBox{5, 4, 3};
};

std::string verdict(Fault fault) {
  Faulty game;
  game.fault = fault;
  return laws::run_laws(game, 1, 200, plan<Faulty>()).failure;
}

TEST_CASE("laws: each fault is caught by the law that forbids it") {
  CHECK(verdict(Fault::none) == "");
  struct Row {
    Fault fault;
    std::string_view law, or_law = law;  // a leak may be found from either end first
  };
  constexpr std::string_view kRound = "view(determinize(v)) == v", kLeak = "no leak: ",
                             kAlike = "moves that look alike leave equal views",
                             kWorld =
                                 "a determinized world breaks no rule: every fish is somewhere";
  // clang-format off
  constexpr Row kRows[] = {
      {Fault::view_shows_the_hidden_fish,     kWorld, kAlike},
      {Fault::view_counts_out_the_other_hand, kRound, kLeak},
      {Fault::world_has_a_fish_too_many,      kWorld},
      {Fault::world_moves_a_known_fish,       kRound},
      {Fault::moves_depend_on_a_hidden_fish,  "legal"},
      {Fault::moves_missing,                  "players have moves exactly when they act"},
      {Fault::move_listed_twice,              "no two legal moves share an id"},
      {Fault::too_many_moves,                 "unexpected exception: FixedVector: capacity exceeded"},
      {Fault::id_of_another_move,             "ids and moves go both ways"},
      {Fault::text_of_another_move,           "every id has a text"},
      {Fault::text_with_two_spellings,        "a move has one spelling"},
      {Fault::luck_of_another_outcome,        "luck_move(luck_card(m)) == m"},
      {Fault::sample_without_weights,         "sample follows the weights"},
      {Fault::sample_that_is_no_outcome,      "sample returns an outcome"},
      {Fault::move_loses_a_fish,              "broken_rule is null: every fish is somewhere"},
      {Fault::move_wavers,                    "apply is deterministic"},
      {Fault::sheet_does_not_add_up,          "a score sheet adds up to the score"},
      {Fault::places_against_scores,          "the higher score ranks higher"},
      {Fault::move_shown_to_others,           "a player is shown no more than he then knows"},
      {Fault::move_kept_from_its_owner,       kAlike, kLeak},
      {Fault::memory_tells_the_other_hand,    kLeak},
      {Fault::encoding_out_of_range,          "encode writes every number, in [0, 1]"},
      {Fault::encoding_with_a_gap,            "encode writes every number, in [0, 1]"},
      {Fault::scripted_move_is_illegal,       "scripted_move is legal"},
  };
  // clang-format on
  for (const Row& row : kRows) {
    const std::string failure = verdict(row.fault);
    CAPTURE(failure);
    CAPTURE(row.law);
    CHECK(failure.find("ice_hole players=2") == 0);
    CHECK((failure.find(row.law) != std::string::npos ||
           failure.find(row.or_law) != std::string::npos));
  }
  CHECK(std::size(kRows) == static_cast<std::size_t>(Fault::scripted_move_is_illegal));
}

TEST_CASE("laws: the failure names game, setup, seed, ply and law") {
  CHECK(verdict(Fault::moves_missing).find("ice_hole players=2, seed 1, ply ") == 0);
  CHECK(verdict(Fault::moves_missing).find(": law broken: ") != std::string::npos);
}

}  // namespace
}  // namespace farnorth::toy
