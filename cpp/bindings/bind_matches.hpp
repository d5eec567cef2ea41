// Matches between bots for Python: one, many, and the games of a tournament.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bind_bots.hpp"
#include "farnorth/engine/record.hpp"
#include "farnorth/engine/runner.hpp"

namespace farnorth::bindings {

inline OnForfeit to_on_forfeit(const std::string& word) {
  if (word == "last") return OnForfeit::last;
  if (word == "random") return OnForfeit::random;
  if (word == "abort") return OnForfeit::abort;
  throw BadData("on_forfeit must be last, random or abort, not " + quoted(word));
}

// Games by row: block, rotation, and the number of the bot of each seat.
using SlotRows = py::array_t<int, py::array::c_style | py::array::forcecast>;

inline std::vector<Slot> to_slots(const SlotRows& rows, int players) {
  if (rows.ndim() != 2 || rows.shape(1) != 2 + players)
    throw BadData("slots must have shape (games, " + std::to_string(2 + players) + ")");
  std::vector<Slot> slots;
  for (py::ssize_t row = 0; row < rows.shape(0); ++row) {
    Slot& slot = slots.emplace_back(Slot{rows.at(row, 0), rows.at(row, 1), {}});
    for (int seat = 0; seat < players; ++seat)
      slot.entrant[static_cast<std::size_t>(seat)] = rows.at(row, 2 + seat);
  }
  return slots;
}

struct RunSettings {
  RunOptions options;
  bool record = false;
  std::string date;  // empty: when each game is delivered
  std::string event;
};

template <class T>
py::array_t<T> to_array(const std::vector<T>& numbers, int columns) {
  const auto rows = static_cast<py::ssize_t>(numbers.size()) / columns;
  py::array_t<T> array({rows, static_cast<py::ssize_t>(columns)});
  std::copy(numbers.begin(), numbers.end(), array.mutable_data());
  return array;
}

// What a run leaves, a row a game and a column a seat.
template <Game G>
class Results {
 public:
  explicit Results(int players) : players_(players) {}

  void add(const Finished<G>& finished) {
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(players_); ++seat) {
      scores_.push_back(finished.match.scores[seat]);
      places_.push_back(finished.match.places[seat]);
      entrants_.push_back(finished.slot.entrant[seat]);
      nanoseconds_.push_back(finished.match.nanoseconds[seat]);
      choices_.push_back(finished.match.choices[seat]);
      int forfeits = 0;
      for (const Forfeit& forfeit : finished.match.forfeits)
        forfeits += forfeit.player.seat == seat ? 1 : 0;
      forfeits_.push_back(forfeits);
    }
    blocks_.push_back(finished.slot.block);
    plies_.push_back(static_cast<int>(finished.match.moves.size()));
  }

  void fill(py::dict& dict) const {
    dict["scores"] = to_array(scores_, players_);
    dict["places"] = to_array(places_, players_);
    dict["entrants"] = to_array(entrants_, players_);
    dict["nanoseconds"] = to_array(nanoseconds_, players_);
    dict["choices"] = to_array(choices_, players_);
    dict["forfeits"] = to_array(forfeits_, players_);
    dict["blocks"] = py::array_t<int>(static_cast<py::ssize_t>(blocks_.size()), blocks_.data());
    dict["plies"] = py::array_t<int>(static_cast<py::ssize_t>(plies_.size()), plies_.data());
  }

 private:
  int players_;
  std::vector<std::int16_t> scores_;
  std::vector<std::uint8_t> places_;
  std::vector<std::int64_t> nanoseconds_;
  std::vector<int> entrants_, choices_, forfeits_, blocks_, plies_;
};

// Plays many matches. `on_game(number, line)` is called for each game, with its record's line if asked for, else with
// None. Fills `arrays`, also when the run ends early: with the games that were delivered.
template <Game G>
void run(const Box<G>& box, const py::list& bots, const RunSettings& settings,
         const py::object& on_game, py::dict& arrays) {
  const G& game = box->game;
  Mailbox mailbox;
  py::list made;
  Runner<G> runner(game, entrants_of<G>(box, bots, mailbox, made), settings.options);
  mailbox.wake = [&] { runner.wake(); };
  runner.on_stop = [&] { mailbox.close(); };

  Results<G> results(game.players());
  const auto specs_of = [&](const Finished<G>& finished) {
    std::vector<std::string> specs;
    for (int seat = 0; seat < game.players(); ++seat)
      specs.push_back(runner.spec(finished.slot.entrant[static_cast<std::size_t>(seat)]));
    return specs;
  };
  if (settings.record)
    runner.write = [&](const Finished<G>& finished) {
      return to_line(
          record_of(game, finished.match, finished.options, specs_of(finished),
                    settings.date.empty() ? utc_now() : settings.date,
                    RecordEvent{settings.event, finished.slot.block, finished.slot.rotation}));
    };
  int number = 0;
  const auto sink = [&](Finished<G>&& finished) {
    if (on_game.is_none()) return results.add(finished);
    std::optional<std::string> line;
    if (settings.record) line = std::move(finished.line);
    const py::gil_scoped_acquire gil;
    on_game(number++, line);
    results.add(finished);
  };
  const auto idle = [&] {
    const py::gil_scoped_acquire gil;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    mailbox.serve();
    return true;
  };
  try {
    const py::gil_scoped_release release;
    runner.run(sink, idle);
  } catch (...) {
    results.fill(arrays);
    throw;
  }
  results.fill(arrays);
}

// One match; returns the line of its record.
template <Game G>
std::string play(const Box<G>& box, const py::list& bots, const std::string& seed, int rotation,
                 const std::string& on_forfeit, const Budget& budget, const std::string& date) {
  const G& game = box->game;
  check_bots(game, py::len(bots));
  Mailbox mailbox;
  py::list of_python;
  const std::vector<Entrant<G>> entrants = entrants_of<G>(box, bots, mailbox, of_python);
  std::vector<std::unique_ptr<Bot<G>>> made;
  std::vector<Bot<G>*> seated;
  std::vector<std::string> specs;
  for (const Entrant<G>& entrant : entrants) {
    made.push_back(entrant.make(static_cast<int>(made.size())));
    seated.push_back(made.back().get());
    specs.push_back(entrant.spec);
  }
  std::atomic<bool> stop{false};
  MatchOptions options{.seed = seed,
                       .rotation = rotation,
                       .on_forfeit = to_on_forfeit(on_forfeit),
                       .budget = budget,
                       .stop = &stop};
  const Match<G> match =
      mailbox.serve_while(stop, [&] { return play_match<G>(game, seated, specs, options); });
  return to_line(record_of(game, match, options, specs, date, std::nullopt));
}

// The record of moves made so far, with a result if they end the game.
template <Game G>
std::string line_of_moves(const G& game, const std::string& seed,
                          const std::vector<std::string>& bots, const std::string& date,
                          const std::vector<std::string>& moves) {
  Table<G> table = start_table(game);
  std::vector<typename G::Move> made;
  for (const std::string& text : moves) {
    made.push_back(game.to_move(text));
    advance_checked(game, table, made.back());
  }
  return to_line(record_of_moves(game, std::move(made), table, seed, bots, date));
}

template <Game G>
void bind_matches(GameClass<G>& c) {
  using B = GameBox<G>;
  c.def(
      "_run",
      [](const std::shared_ptr<B>& b, const py::list& bots, const std::string& seed,
         int first_block, std::int64_t blocks, int threads, const std::string& on_forfeit,
         std::uint32_t iterations, std::int64_t microseconds, bool record, const std::string& date,
         const std::string& event, const py::object& on_game, py::dict arrays) {
        RunOptions options;
        options.seed = seed;
        options.threads = threads;
        options.slots = slots_of_blocks(b->game.players(), static_cast<int>(py::len(bots)),
                                        first_block, blocks);
        options.match.on_forfeit = to_on_forfeit(on_forfeit);
        options.match.budget = {.iterations = iterations, .microseconds = microseconds};
        run<G>(b, bots, {std::move(options), record, date, event}, on_game, arrays);
      },
      py::arg("bots"), py::arg("seed"), py::arg("first_block"), py::arg("blocks"),
      py::arg("threads"), py::arg("on_forfeit"), py::arg("iterations"), py::arg("microseconds"),
      py::arg("record"), py::arg("date"), py::arg("event"), py::arg("on_game"), py::arg("arrays"));

  // Games of a tournament, delivered as they are finished, each with its record.
  c.def(
      "_run_slots",
      [](const std::shared_ptr<B>& b, const py::list& bots, const std::string& seed,
         const SlotRows& slots, int threads, const std::string& on_forfeit,
         std::uint32_t iterations, std::int64_t microseconds, std::int64_t clock,
         std::int64_t increment, std::int64_t margin, const std::string& event,
         const py::object& on_game, py::dict arrays) {
        RunOptions options;
        options.seed = seed;
        options.threads = threads;
        options.in_order = false;
        options.slots = slots_of_list(to_slots(slots, b->game.players()), b->game.players(),
                                      static_cast<int>(py::len(bots)));
        options.match.on_forfeit = to_on_forfeit(on_forfeit);
        options.match.budget = {.iterations = iterations, .microseconds = microseconds};
        options.match.time = {.clock = clock, .increment = increment, .margin = margin};
        options.match.note_times = true;
        run<G>(b, bots, {std::move(options), true, "", event}, on_game, arrays);
      },
      py::arg("bots"), py::arg("seed"), py::arg("slots"), py::arg("threads"), py::arg("on_forfeit"),
      py::arg("iterations"), py::arg("microseconds"), py::arg("clock"), py::arg("increment"),
      py::arg("margin"), py::arg("event"), py::arg("on_game"), py::arg("arrays"));

  c.def(
      "_play",
      [](const std::shared_ptr<B>& b, const py::list& bots, const std::string& seed, int rotation,
         const std::string& on_forfeit, std::uint32_t iterations, std::int64_t microseconds,
         const std::string& date) {
        return play<G>(b, bots, seed, rotation, on_forfeit,
                       {.iterations = iterations, .microseconds = microseconds}, date);
      },
      py::arg("bots"), py::arg("seed"), py::arg("rotation"), py::arg("on_forfeit"),
      py::arg("iterations"), py::arg("microseconds"), py::arg("date"));

  c.def(
      "_record_line",
      [](const B& b, const std::string& seed, const std::vector<std::string>& bots,
         const std::string& date, const std::vector<std::string>& moves) {
        return line_of_moves(b.game, seed, bots, date, moves);
      },
      py::arg("seed"), py::arg("bots"), py::arg("date"), py::arg("moves"));
}

}  // namespace farnorth::bindings
