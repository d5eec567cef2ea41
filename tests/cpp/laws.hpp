// The laws that every game obeys at every state, checked while games are played.
//
//     check_laws(Borealis(setup), 1, games_in_lane(20, 500));
//
// Include the game's fields.hpp before this file is used, since hashes are among the laws. `run_laws` returns what it
// found instead of failing the test, so that the laws themselves can be tested on a game that breaks them.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "farnorth/core/fields.hpp"
#include "farnorth/core/game.hpp"
#include "farnorth/core/text.hpp"

namespace farnorth::laws {

// How the seats choose: all at random, all by scripted_move, or each seat one or the other, at random.
enum class Seats : std::uint8_t { random, scripted, mixed };

template <Game G>
struct Plan {
  Seats seats = Seats::random;
  int ply_cap = 5'000;  // a game that reaches it is counted as capped, which breaks no law
  int every = 1;        // plies between states whose views and worlds are looked at
  int hash_every = 8;   // of these, every which one is hashed

  // Exceptions which the rules of the game document.
  // The view of a world may differ from the view it was dealt from.
  bool (*view_may_differ)(const G&, const typename G::State&, Player) = nullptr;
  // The move brings hidden things to light for the player, so that worlds which looked alike part.
  bool (*brings_to_light)(const G&, const typename G::State&, const typename G::Move&,
                          Player) = nullptr;
  // The player is shown more than his view remembers.
  bool (*view_forgets)(const G&, const typename G::State&, const typename G::Move&,
                       Player) = nullptr;
};

struct Report {
  std::string failure;  // empty: every law held; else game, setup, seed, ply and law
  int games = 0, capped = 0;
  long states = 0;
  long worlds = 0;      // determinized worlds looked at
  long lookalikes = 0;  // pairs of moves a player cannot tell apart
  long twins = 0;       // times the same visible move was made in the true state and in a world
  // Where each sampled outcome fell on the scale of cumulated weights, in equal buckets.
  std::array<long, 20> sampled{};
};

struct BrokenLaw {
  std::string text;
};

inline void hold(bool holds, const char* law) {
  if (!holds) throw BrokenLaw{law};
}
template <class Detail>
void hold(bool holds, const char* law, Detail detail) {
  if (!holds) throw BrokenLaw{std::string(law) + ": " + detail()};
}

template <class Items>
bool all_distinct(Items ids) {
  std::sort(ids.begin(), ids.end());
  return std::adjacent_find(ids.begin(), ids.end()) == ids.end();
}

// One game in play.
template <Game G>
class Trial {
  using State = typename G::State;
  using Memory = typename G::Memory;
  using Move = typename G::Move;
  using View = typename G::View;

 public:
  Trial(const G& game, const Plan<G>& plan, std::uint64_t seed, Report& report)
      : game_(game),
        plan_(plan),
        report_(report),
        rng_(hash_words(seed, 0x6c617773)),
        state_(game.start()),
        memory_(game.start_memory()) {
    for (bool& scripted : scripted_)
      scripted =
          plan.seats == Seats::scripted || (plan.seats == Seats::mixed && rng_.below(2) == 0);
  }

  void play() {
    for (;; ++ply_) {
      ++report_.states;
      check_state();
      const Actor actor = game_.actor(state_);
      if (actor.is_nobody()) return;
      if (ply_ == plan_.ply_cap) {
        ++report_.capped;
        return;
      }
      const Move move = choose(actor);
      if (ply_ % plan_.every == 0) check_step(move);
      game_.witness(memory_, state_, move);
      game_.apply(state_, move);
    }
  }

  int ply() const { return ply_; }

 private:
  std::uint32_t random(std::size_t bound) { return rng_.below(static_cast<std::uint32_t>(bound)); }

  template <class F>
  void for_each_player(F f) {
    for (int seat = 0; seat < game_.players(); ++seat) f(Player::at(seat));
  }

  bool hashes() const { return ply_ / plan_.every % plan_.hash_every == 0; }

  bool excepted(Player viewer) const {
    return plan_.view_may_differ != nullptr && plan_.view_may_differ(game_, state_, viewer);
  }

  Move choose(Actor actor) {
    if (actor.is_chance()) return game_.sample(state_, rng_);
    if (scripted_[actor.player().seat]) return game_.scripted_move(state_, rng_);
    MoveList<G> moves;
    game_.legal_moves(state_, moves);
    return moves[random(moves.size())];
  }

  // What may be done here, by whoever acts.
  std::vector<Move> options(const State& state) const {
    std::vector<Move> all;
    if (game_.actor(state).is_chance()) {
      OutcomeList<G> outcomes;
      game_.outcomes(state, outcomes);
      for (const Outcome<Move>& outcome : outcomes) all.push_back(outcome.move);
    } else {
      MoveList<G> moves;
      game_.legal_moves(state, moves);
      all.assign(moves.begin(), moves.end());
    }
    return all;
  }

  // ---- The state itself -------------------------------------------------------------------------

  void check_state() {
    const char* broken = game_.broken_rule(state_, memory_);
    hold(broken == nullptr, "broken_rule is null", [=] { return broken; });
    const State copy = state_;
    hold(copy == state_, "a copy equals the original");
    check_results(state_);
    const Actor actor = game_.actor(state_);
    MoveList<G> moves;
    game_.legal_moves(state_, moves);
    OutcomeList<G> outcomes;
    game_.outcomes(state_, outcomes);
    hold(moves.empty() != actor.is_player(), "players have moves exactly when they act");
    hold(outcomes.empty() != actor.is_chance(), "chance has outcomes exactly when it acts");
    if (actor.is_player()) check_moves(moves);
    if (actor.is_chance()) check_outcomes(outcomes);
    if (ply_ % plan_.every == 0 || actor.is_nobody())
      for_each_player([&](Player viewer) { check_viewer(viewer, actor, moves); });
  }

  void check_moves(const MoveList<G>& moves) {
    std::vector<int> ids;
    for (const Move& move : moves) {
      hold(!game_.is_chance(move), "a player's move is no chance move");
      const int id = game_.action_id(move);
      hold(id >= 0 && id < G::kActionCount, "action ids are in [0, kActionCount)");
      hold(game_.move_of(id) == move, "move_of(action_id(m)) == m",
           [&] { return game_.to_text(move); });
      check_text(move);
      ids.push_back(id);
    }
    hold(all_distinct(ids), "no two legal moves share an id");
    const Move scripted = game_.scripted_move(state_, rng_);
    hold(std::find(moves.begin(), moves.end(), scripted) != moves.end(), "scripted_move is legal",
         [&] { return game_.to_text(scripted); });
  }

  void check_outcomes(const OutcomeList<G>& outcomes) {
    std::vector<int> ids;
    std::uint64_t total = 0;
    for (const Outcome<Move>& outcome : outcomes) {
      hold(game_.is_chance(outcome.move), "an outcome is a chance move");
      hold(outcome.weight > 0, "weights are positive");
      const int id = game_.chance_id(outcome.move);
      hold(id >= 0 && id < G::kChanceCount, "chance ids are in [0, kChanceCount)");
      hold(game_.chance_of(id) == outcome.move, "chance_of(chance_id(m)) == m",
           [&] { return game_.to_text(outcome.move); });
      hold(game_.luck_move(state_, game_.luck_card(outcome.move)) == outcome.move,
           "luck_move(luck_card(m)) == m", [&] { return game_.to_text(outcome.move); });
      ids.push_back(id);
      total += outcome.weight;
    }
    hold(all_distinct(ids), "no two outcomes share an id");
    check_text(outcomes[random(outcomes.size())].move);  // check_ids reads all of them
    hold(game_.luck_source(state_) == game_.luck_source(State(state_)),
         "luck_source is a function");
    for (int i = 0; i < 4; ++i) check_sample(outcomes, total);
  }

  // A sampled outcome is spread over its share of the scale [0, total); over many states this is uniform exactly if
  // outcomes come by their weights, whatever the weights are.
  void check_sample(const OutcomeList<G>& outcomes, std::uint64_t total) {
    const Move sampled = game_.sample(state_, rng_);
    std::uint64_t below = 0;
    for (const Outcome<Move>& outcome : outcomes) {
      if (outcome.move == sampled) {
        const double share = static_cast<double>(random(1U << 30U)) / (1U << 30U);
        const double place = (static_cast<double>(below) + share * outcome.weight) /
                             static_cast<double>(total) *
                             static_cast<double>(report_.sampled.size());
        ++report_.sampled[static_cast<std::size_t>(place)];
        return;
      }
      below += outcome.weight;
    }
    hold(false, "sample returns an outcome", [&] { return game_.to_text(sampled); });
  }

  void check_text(const Move& move) {
    const std::string text = game_.to_text(move);
    hold(game_.to_move(text) == move, "to_move(to_text(m)) == m", [&] { return text; });
    std::string changed = text;  // one slip of the pen
    constexpr std::string_view kSlips = " -?Aa0p1\n";
    const std::size_t at = random(text.size() + 1);
    if (random(2) == 0)
      changed.insert(at, 1, kSlips[random(kSlips.size())]);
    else
      changed.replace(at, 1, random(2), kSlips[random(kSlips.size())]);
    try {
      const Move read = game_.to_move(changed);
      hold(game_.to_text(read) == changed, "a move has one spelling", [&] { return changed; });
    } catch (const IllegalMove&) {
      // refused, as it should be
    }
  }

  void check_results(const State& state) const {
    const Scores scores = game_.scores(state);
    const Places places = game_.ranking(state);
    const auto players = static_cast<std::size_t>(game_.players());
    for (std::size_t seat = players; seat < kMaxSeats; ++seat)
      hold(scores[seat] == 0 && places[seat] == 0, "scores and places beyond the players are 0");
    for (std::size_t a = 0; a < players; ++a) {
      int before = 0;
      for (std::size_t b = 0; b < players; ++b) {
        before += places[b] < places[a] ? 1 : 0;
        hold(scores[b] <= scores[a] || places[b] < places[a], "the higher score ranks higher");
      }
      hold(places[a] == before + 1, "a place is 1 + the number of players ranked higher");
      int sum = 0, total = scores[a];
      for (const Heading& heading : game_.score_sheet(state, Player::at(static_cast<int>(a))))
        for (const int points : heading.points)
          (heading.name == "total" ? total : sum) = heading.name == "total" ? points : sum + points;
      hold(sum == scores[a] && total == scores[a], "a score sheet adds up to the score");
    }
  }

  // ---- What players know -------------------------------------------------------------------------

  void check_viewer(Player viewer, Actor actor, const MoveList<G>& moves) {
    const View view = game_.view(state_, memory_, viewer);
    hold(view.viewer == viewer, "a view knows its viewer");
    MoveList<G> seen_moves;
    game_.legal_moves(view, seen_moves);
    if (actor.is(viewer)) {
      hold(game_.actor(view) == actor, "the one to act knows that he acts");
      hold(seen_moves == moves, "legal_moves(view) are those of the state");
    } else {
      hold(seen_moves.empty(), "legal_moves(view) is empty unless the viewer acts");
      if (!excepted(viewer)) hold(game_.actor(view) == actor, "a view knows who acts");
    }
    check_encoding(view);
    check_world(view, actor, moves);
  }

  void check_encoding(const View& view) const {
    std::array<float, G::kEncodingSize> numbers;
    numbers.fill(-1.0F);
    game_.encode(view, numbers);
    hold(std::all_of(numbers.begin(), numbers.end(), [](float x) { return x >= 0 && x <= 1; }),
         "encode writes every number, in [0, 1]");
    hold(std::any_of(numbers.begin(), numbers.end(), [](float x) { return x > 0; }),
         "an encoding is not all zero");
  }

  void check_world(const View& view, Actor actor, const MoveList<G>& moves) {
    ++report_.worlds;
    Rng same = rng_;
    const State world = game_.determinize(view, rng_);
    hold(world == game_.determinize(view, same), "determinize depends on view and rng only");
    const Memory memory = game_.memory_of(view, world);
    const char* broken = game_.broken_rule(world, memory);
    hold(broken == nullptr, "a determinized world breaks no rule", [=] { return broken; });
    check_results(world);
    if (!excepted(view.viewer)) {
      const View again = game_.view(world, memory, view.viewer);
      hold(again == view, "view(determinize(v)) == v",
           [&] { return "seat " + std::to_string(view.viewer.seat); });
      hold(!hashes() || hash_of(again) == hash_of(view), "equal views have equal hashes");
      hold(game_.actor(world) == actor, "the same one acts in every world");
    }
    if (hashes())
      hold((world == state_) == (hash_of(world) == hash_of(state_)), "hashes tell states apart");
    if (!actor.is(view.viewer)) return;
    hold(game_.actor(world) == actor, "the viewer acts in every world of his view");
    MoveList<G> world_moves;
    game_.legal_moves(world, world_moves);
    hold(world_moves == moves, "the actor's legal moves are the same in every world of his view");
    const Move scripted = game_.scripted_move(world, rng_);
    hold(std::find(moves.begin(), moves.end(), scripted) != moves.end(),
         "scripted_move of a world is legal", [&] { return game_.to_text(scripted); });
  }

  // ---- What moves do and show ---------------------------------------------------------------------

  struct Position {
    State state;
    Memory memory;
  };
  Position after(const State& before, Memory memory, const Move& move) const {
    State state = before;
    game_.witness(memory, before, move);
    game_.apply(state, move);
    return {state, memory};
  }

  void check_step(const Move& move) {
    const Position next = after(state_, memory_, move);
    const Position again = after(State(state_), Memory(memory_), move);
    hold(next.state == again.state && next.memory == again.memory, "apply is deterministic");
    if (hashes())
      hold((next.state == state_) == (hash_of(next.state) == hash_of(state_)),
           "hashes tell states apart");
    const Actor actor = game_.actor(state_);
    for_each_player([&](Player player) { check_shown(move, player); });
    if (actor.is_player())
      hold(game_.shown(state_, move, actor.player()) == move, "a player sees all of his own move");
    const std::vector<Move> all = options(state_);
    const Move other = all[random(all.size())];
    const Position elsewhere = after(state_, memory_, other);
    for_each_player([&](Player player) { check_lookalike(move, next, other, elsewhere, player); });
    check_twin(move, next,
               Player::at(static_cast<int>(random(static_cast<std::size_t>(game_.players())))));
  }

  void check_shown(const Move& move, Player player) {
    const Move shown = game_.shown(state_, move, player);
    const std::string text = game_.to_text(shown);
    try {
      split_words(text);
    } catch (const IllegalMove&) {
      hold(false, "what is shown is a text", [&] { return farnorth::quoted(text); });
    }
    if (text.find('?') == std::string::npos)
      hold(game_.to_move(text) == shown, "what is shown without `?` is a move");
    else
      hold(!(shown == move), "only hidden fields read `?`");
  }

  void check_lookalike(const Move& move, const Position& next, const Move& other,
                       const Position& elsewhere, Player player) {
    const bool alike = game_.shown(state_, move, player) == game_.shown(state_, other, player);
    const bool same_view = game_.view(next.state, next.memory, player) ==
                           game_.view(elsewhere.state, elsewhere.memory, player);
    if (alike) {
      if (!(move == other)) ++report_.lookalikes;
      hold(same_view, "moves that look alike leave equal views", [&] {
        return game_.to_text(move) + " and " + game_.to_text(other) + " for seat " +
               std::to_string(player.seat);
      });
    } else if (!(next.state == elsewhere.state) && !game_.actor(state_).is(player) &&
               !(plan_.view_forgets != nullptr &&
                 plan_.view_forgets(game_, state_, move, player))) {
      hold(!same_view, "a player is shown no more than he then knows",
           [&] { return game_.to_text(move) + " for seat " + std::to_string(player.seat); });
    }
  }

  // No leak: what the player sees happen in the true state could happen in a world of his view, and leaves him with
  // the same view there.
  void check_twin(const Move& move, const Position& next, Player player) {
    if (excepted(player) ||
        (plan_.brings_to_light != nullptr && plan_.brings_to_light(game_, state_, move, player)))
      return;
    const View view = game_.view(state_, memory_, player);
    const State world = game_.determinize(view, rng_);
    const Memory memory = game_.memory_of(view, world);
    const Move shown = game_.shown(state_, move, player);
    std::vector<Move> twins;
    for (const Move& twin : options(world))
      if (game_.shown(world, twin, player) == shown) twins.push_back(twin);
    if (twins.empty()) return;
    ++report_.twins;
    const Move twin = twins[random(twins.size())];
    const Position there = after(world, memory, twin);
    hold(game_.view(there.state, there.memory, player) ==
             game_.view(next.state, next.memory, player),
         "no leak: what looks the same leaves the same view",
         [&] { return game_.to_text(move) + " for seat " + std::to_string(player.seat); });
  }

  const G& game_;
  const Plan<G>& plan_;
  Report& report_;
  Rng rng_;
  State state_;
  Memory memory_;
  std::array<bool, kMaxSeats> scripted_{};
  int ply_ = 0;
};

template <Game G>
std::string name_of(const G& game) {
  std::string text(G::kName);
  for (const auto& [name, value] : game.setup_options()) text += ' ' + name + '=' + value;
  return text;
}

// Ids out of range are refused; every id in range is refused or means one move with one text.
template <Game G>
void check_ids(const G& game) {
  const auto check_range = [&](int count, auto move_of, auto id_of, bool chance) {
    for (const int outside : {-1, count, count + 1}) {
      bool refused = false;
      try {
        move_of(outside);
      } catch (const IllegalMove&) {
        refused = true;
      }
      hold(refused, "ids out of range are refused");
    }
    for (int id = 0; id < count; ++id) {
      typename G::Move move;
      try {
        move = move_of(id);
      } catch (const IllegalMove&) {
        continue;
      }
      hold(id_of(move) == id, "ids and moves go both ways", [=] { return std::to_string(id); });
      hold(game.is_chance(move) == chance, "ids of players and of chance are apart");
      hold(game.to_move(game.to_text(move)) == move, "every id has a text",
           [=] { return std::to_string(id); });
    }
  };
  check_range(
      G::kActionCount, [&](int id) { return game.move_of(id); },
      [&](const auto& move) { return game.action_id(move); }, false);
  check_range(
      G::kChanceCount, [&](int id) { return game.chance_of(id); },
      [&](const auto& move) { return game.chance_id(move); }, true);
}

template <Game G>
void check_setup(const G& game) {
  hold(G::make(game.setup_options()).setup_options() == game.setup_options(),
       "setup_options make an equal game");
  hold(game.players() >= G::kMinPlayers && game.players() <= G::kMaxPlayers,
       "players are between kMinPlayers and kMaxPlayers");
  bool refused = false;
  try {
    G::make({{"no_such_option", "1"}});
  } catch (const BadData&) {
    refused = true;
  }
  hold(refused, "an unknown option is refused");
  int size = 0;
  for (const EncodingSlice& slice : G::encoding()) {
    hold(slice.offset == size && slice.size > 0, "encoding slices follow each other",
         [&] { return std::string(slice.name); });
    size += slice.size;
  }
  hold(size == G::kEncodingSize, "encoding slices fill the vector");
}

// Chi-square with 19 degrees of freedom is above 60 once in 250,000 times.
inline void check_sampling(const Report& report) {
  double total = 0, chi_square = 0;
  for (const long n : report.sampled) total += static_cast<double>(n);
  if (total < 200) return;
  const double expected = total / static_cast<double>(report.sampled.size());
  for (const long n : report.sampled)
    chi_square +=
        (static_cast<double>(n) - expected) * (static_cast<double>(n) - expected) / expected;
  hold(chi_square < 60, "sample follows the weights", [=] { return std::to_string(chi_square); });
}

template <Game G>
Report run_laws(const G& game, std::uint64_t first_seed, int games, const Plan<G>& plan = {}) {
  Report report;
  std::string where;
  const auto guarded = [&](auto check) {
    try {
      check();
    } catch (const BrokenLaw& broken) {
      report.failure = name_of(game) + where + ": law broken: " + broken.text;
    } catch (const std::exception& error) {
      report.failure = name_of(game) + where + ": unexpected exception: " + error.what();
    }
  };
  guarded([&] {
    check_setup(game);
    check_ids(game);
  });
  for (; report.games < games && report.failure.empty(); ++report.games) {
    const std::uint64_t seed = first_seed + static_cast<std::uint64_t>(report.games);
    Trial<G> trial(game, plan, seed, report);
    guarded([&] {
      try {
        trial.play();
      } catch (...) {
        where = ", seed " + std::to_string(seed) + ", ply " + std::to_string(trial.ply());
        throw;
      }
    });
  }
  if (report.failure.empty()) guarded([&] { check_sampling(report); });
  return report;
}

}  // namespace farnorth::laws

namespace farnorth {

// FARNORTH_LONG=1: the long lane of a CI, with more games.
inline bool in_long_lane() {
  const char* lane = std::getenv("FARNORTH_LONG");
  return lane != nullptr && std::string_view(lane) == "1";
}
inline int games_in_lane(int usual, int in_long) { return in_long_lane() ? in_long : usual; }

// Plays `games` games from seeds first_seed, first_seed + 1, ... and fails the test at the first broken law.
template <Game G>
laws::Report check_laws(const G& game, std::uint64_t first_seed, int games,
                        const laws::Plan<G>& plan = {}) {
  const laws::Report report = laws::run_laws(game, first_seed, games, plan);
  CHECK_MESSAGE(report.failure.empty(), report.failure);
  CHECK(report.worlds > 0);
  if (report.capped > 0)
    MESSAGE(laws::name_of(game), ": ", report.capped, " of ", report.games,
            " games reached the ply cap");
  return report;
}

}  // namespace farnorth
