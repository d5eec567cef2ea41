// One template binds every game: Game, State, View and Move as Python classes, and the matches between bots.
#pragma once

#include <pybind11/functional.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "farnorth/engine/analysis.hpp"
#include "farnorth/engine/bench.hpp"
#include "farnorth/engine/bots.hpp"
#include "farnorth/engine/luck.hpp"
#include "farnorth/engine/position.hpp"
#include "farnorth/engine/record.hpp"
#include "farnorth/engine/runner.hpp"
#include "follow.hpp"
#include "mailbox.hpp"

namespace farnorth::bindings {

namespace py = pybind11;

inline constexpr int kChanceSeat = -1;  // farnorth.CHANCE

// ---- Values behind the Python classes ------------------------------------------------------------

// A move knows its text and id, so that it needs no game (Explorers: the text depends on the tile set).
template <Game G>
struct PyMove {
  typename G::Move move;
  std::string text;
  int id;
  bool is_chance;
  friend bool operator==(const PyMove& a, const PyMove& b) { return a.move == b.move; }
};

// A game and the Python objects of its moves. A move is an immutable value with a dense id, so each has one object,
// made when first needed and kept: a list of legal moves costs Python a few references.
template <Game G>
class GameBox {
 public:
  explicit GameBox(G made)
      : game(std::move(made)), players_(G::kActionCount), chance_(G::kChanceCount) {}

  const G game;

  py::handle object(const typename G::Move& move) const {
    const bool is_chance = game.is_chance(move);
    const int id = is_chance ? game.chance_id(move) : game.action_id(move);
    py::object& slot = (is_chance ? chance_ : players_)[static_cast<std::size_t>(id)];
    if (!slot) slot = py::cast(PyMove<G>{move, game.to_text(move), id, is_chance});
    return slot;
  }

  py::tuple tuple(const MoveList<G>& moves) const {
    PyObject* tuple = PyTuple_New(static_cast<Py_ssize_t>(moves.size()));
    if (tuple == nullptr) throw py::error_already_set();
    Py_ssize_t i = 0;
    for (const auto& move : moves) PyTuple_SET_ITEM(tuple, i++, object(move).inc_ref().ptr());
    return py::reinterpret_steal<py::tuple>(tuple);
  }

 private:
  mutable std::vector<py::object> players_, chance_;
};
template <Game G>
using Box = std::shared_ptr<const GameBox<G>>;

template <Game G>
struct PyState {
  Box<G> box;
  Table<G> table;
  std::optional<Luck<G>> luck;  // if present, the deal of a seed
  bool plays_chance = true;     // by itself, if there is luck

  const G& game() const { return box->game; }
  Actor actor() const { return game().actor(table.state); }
  void play_chance() {
    if (!luck || !plays_chance) return;
    while (actor().is_chance()) advance(game(), table, luck->draw(game(), table.state));
  }
  MoveList<G> legal_moves() const {
    MoveList<G> moves;
    if (actor().is_player()) game().legal_moves(table.state, moves);
    return moves;
  }
};

template <Game G>
struct PyView {
  Box<G> box;
  typename G::View view;

  const G& game() const { return box->game; }
  MoveList<G> legal_moves() const {
    MoveList<G> moves;
    game().legal_moves(view, moves);
    return moves;
  }
};

// ---- Moves and seats from Python -----------------------------------------------------------------

// A move from what a caller or a bot gives: a Move, its text, or the id of a player's move.
template <Game G>
typename G::Move to_move(const G& game, py::handle given) {
  if (py::isinstance<PyMove<G>>(given)) return given.cast<const PyMove<G>&>().move;
  if (py::isinstance<py::str>(given)) return game.to_move(given.cast<std::string>());
  if (PyIndex_Check(given.ptr()) != 0) {
    const Py_ssize_t id = PyNumber_AsSsize_t(given.ptr(), nullptr);  // clips, so no overflow
    return game.move_of(static_cast<int>(std::clamp<Py_ssize_t>(id, -1, G::kActionCount)));
  }
  throw IllegalMove("a move of " + std::string(G::kName) + ", its text or its id expected, found " +
                    quoted(py::str(py::type::handle_of(given)).cast<std::string>()));
}

inline py::object seat_or_none(Actor actor) {
  if (actor.is_nobody()) return py::none();
  return py::int_(actor.is_chance() ? kChanceSeat : actor.player().seat);
}

template <Game G>
Player checked_seat(const G& game, int seat) {
  if (seat < 0 || seat >= game.players())
    throw py::index_error("seat " + std::to_string(seat) + " of a game with " +
                          std::to_string(game.players()) + " players");
  return Player::at(seat);
}

template <Game G, class Numbers>
std::vector<int> by_seat_list(const G& game, const Numbers& numbers) {
  std::vector<int> list;
  for (int seat = 0; seat < game.players(); ++seat)
    list.push_back(numbers[static_cast<std::size_t>(seat)]);
  return list;
}

// ---- Arrays --------------------------------------------------------------------------------------

// The caller's array, or a new one. A wrong shape, type or layout is an error, never a silent copy.
template <class T>
py::array_t<T> output(const py::object& out, py::ssize_t size) {
  if (out.is_none()) return py::array_t<T>(size);
  if (!py::array_t<T, py::array::c_style>::check_(out))
    throw py::type_error("out must be a C-contiguous array of " +
                         py::str(py::dtype::of<T>()).template cast<std::string>());
  auto array = py::reinterpret_borrow<py::array_t<T>>(out);
  if (array.ndim() != 1 || array.shape(0) != size || !array.writeable())
    throw py::value_error("out must be writeable and have shape (" + std::to_string(size) + ",)");
  return array;
}

template <Game G>
py::array_t<float> observation(const G& game, const typename G::View& view, const py::object& out) {
  auto array = output<float>(out, G::kEncodingSize);
  game.encode(view, {array.mutable_data(), static_cast<std::size_t>(G::kEncodingSize)});
  return array;
}

template <Game G>
py::array_t<std::int8_t> legal_mask(const G& game, const MoveList<G>& moves,
                                    const py::object& out) {
  auto array = output<std::int8_t>(out, G::kActionCount);
  std::fill_n(array.mutable_data(), G::kActionCount, std::int8_t{0});
  for (const auto& move : moves) array.mutable_data()[game.action_id(move)] = 1;
  return array;
}

// ---- Bots ----------------------------------------------------------------------------------------

template <Game G>
py::dict to_dict(const GameBox<G>& box, const Decision<G>& decision) {
  const G& game = box.game;
  py::dict dict;
  dict["move"] = box.object(decision.move);
  dict["iterations"] = decision.iterations;
  dict["microseconds"] = decision.microseconds;
  dict["value"] = by_seat_list(game, decision.value);
  py::list table;
  for (const MoveStats<G>& row : decision.table)
    table.append(py::make_tuple(box.object(row.move), row.visits, by_seat_list(game, row.value)));
  dict["table"] = table;
  py::list line;
  for (const auto& move : decision.line) line.append(box.object(move));
  dict["line"] = line;
  return dict;
}

// Decides for the seat that acts in a view. Ctrl-C is noticed within milliseconds.
template <Game G>
py::dict decide(const GameBox<G>& box, const std::string& spec, std::uint64_t seed,
                const PyView<G>& view, const Budget& budget) {
  const std::unique_ptr<Bot<G>> bot = make_bot<G>(parse_bot_spec(spec));
  bot->start(seed);
  std::atomic<bool> stop{false};
  const Watch<G> watch{&stop,
                       [&](const Decision<G>&) {
                         const py::gil_scoped_acquire gil;
                         if (PyErr_CheckSignals() != 0) stop.store(true);
                       },
                       kSignalMicroseconds};
  Decision<G> decision;
  {
    const py::gil_scoped_release release;
    decision = bot->choose(box.game, view.view, budget, watch);
  }
  if (PyErr_Occurred() != nullptr) throw py::error_already_set();
  return to_dict(box, decision);
}

// An analysis as Python follows it.
template <Game G>
class FollowedGame final : public Followed {
 public:
  FollowedGame(Box<G> box, const std::string& spec, std::uint64_t seed, const PyView<G>& view,
               const Budget& budget, std::int64_t report_microseconds)
      : box_(std::move(box)),
        analysis_(box_->game, started(spec, seed), view.view, budget, report_microseconds) {}

  py::object next() override {
    for (;;) {
      std::optional<Decision<G>> decision;
      {
        const py::gil_scoped_release release;
        decision = analysis_.take(std::chrono::microseconds(kSignalMicroseconds));
      }
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      if (decision) return to_dict(*box_, *decision);
      if (analysis_.is_over()) return py::none();
    }
  }

  void close() override {
    const py::gil_scoped_release release;
    analysis_.stop();
  }

 private:
  static std::unique_ptr<Bot<G>> started(const std::string& spec, std::uint64_t seed) {
    std::unique_ptr<Bot<G>> bot = make_bot<G>(parse_bot_spec(spec));
    bot->start(seed);
    return bot;
  }

  Box<G> box_;
  Analysis<G> analysis_;
};

// A view is one to decide in when its seat acts.
template <Game G>
void check_acts(const G& game, const PyView<G>& view) {
  if (!game.actor(view.view).is(view.view.viewer))
    throw IllegalMove("the seat of this view does not act");
}

// What Python says about an exception, in one line.
inline std::string what_happened(const py::error_already_set& error) {
  const std::string type = py::str(error.type().attr("__name__")).cast<std::string>();
  std::string text = py::str(error.value()).cast<std::string>();
  std::replace(text.begin(), text.end(), '\n', ' ');
  return "raised " + type + (text.empty() ? "" : ": " + text);
}

// A bot written in Python: an object, or a function that makes one. Its code runs on the thread that called the match,
// so Ctrl-C reaches it. What it makes is put into `made`, which the caller drops when it has the GIL again.
template <Game G>
class PyBot final : public Bot<G> {
 public:
  PyBot(py::handle bot, Box<G> box, int seat, Mailbox& mailbox, py::list& made)
      : bot_(bot), box_(std::move(box)), seat_(seat), mailbox_(mailbox), made_(made) {}

  void start(std::uint64_t seed) override {
    ask([&] {
      if (!py::hasattr(bot_, "choose")) {
        const py::object bot = bot_();
        made_.append(bot);
        bot_ = bot;
      }
      if (py::hasattr(bot_, "start_game"))
        bot_.attr("start_game")(box_, seat_, seed);
      else if (py::hasattr(bot_, "start"))
        bot_.attr("start")(seed);
    });
  }

  Decision<G> choose(const G& game, const typename G::View& view, const Budget& budget,
                     const Watch<G>&) override {
    Decision<G> decision;
    ask([&] {
      const py::object limits =
          py::module_::import("farnorth.bots")
              .attr("Budget")(budget.iterations, milliseconds(budget.microseconds),
                              clock(game, budget), milliseconds(budget.increment));
      const auto begun = std::chrono::steady_clock::now();
      decision = read(game, bot_.attr("choose")(PyView<G>{box_, view}, limits));
      const auto spent = std::chrono::steady_clock::now() - begun;
      decision.microseconds = std::chrono::duration_cast<std::chrono::microseconds>(spent).count();
    });
    return decision;
  }

 private:
  static double milliseconds(std::int64_t microseconds) {
    return static_cast<double>(microseconds) / 1000.0;
  }
  // What each seat has left, in milliseconds; empty without a clock.
  static py::tuple clock(const G& game, const Budget& budget) {
    const bool runs = std::any_of(budget.clock.begin(), budget.clock.end(),
                                  [](std::int64_t left) { return left > 0; });
    py::tuple left(runs ? game.players() : 0);
    for (std::size_t seat = 0; seat < left.size(); ++seat)
      left[seat] = milliseconds(budget.clock[seat]);
    return left;
  }

  // A Decision, or just a move in any of its forms.
  static Decision<G> read(const G& game, const py::object& answer) {
    Decision<G> decision;
    const bool full = py::hasattr(answer, "move") && py::hasattr(answer, "iterations");
    decision.move = to_move(game, full ? py::object(answer.attr("move")) : answer);
    if (!full) return decision;
    decision.iterations = answer.attr("iterations").cast<std::uint32_t>();
    int seat = 0;
    for (const py::handle value : answer.attr("value"))
      if (seat < kMaxSeats)
        decision.value[static_cast<std::size_t>(seat++)] = value.cast<std::int16_t>();
    return decision;
  }

  template <class F>
  void ask(F f) {
    mailbox_.run([&] {
      try {
        f();
      } catch (const py::error_already_set& error) {
        // Not the bot's doing: the person wants to stop.
        if (error.matches(PyExc_KeyboardInterrupt) || error.matches(PyExc_SystemExit)) throw;
        throw BotError(what_happened(error));
      } catch (const py::cast_error& error) {
        throw BotError(std::string("answered with a wrong type: ") + error.what());
      }
    });
  }

  py::handle bot_;
  Box<G> box_;
  int seat_;
  Mailbox& mailbox_;
  py::list& made_;
};

// Each entrant is the spec of a native bot, or a pair (name, Python bot or function that makes one).
template <Game G>
std::vector<Entrant<G>> entrants_of(const Box<G>& box, const py::list& bots, Mailbox& mailbox,
                                    py::list& made) {
  std::vector<Entrant<G>> entrants;
  for (const py::handle bot : bots) {
    if (py::isinstance<py::str>(bot)) {
      const BotSpec spec = parse_bot_spec(bot.cast<std::string>());
      make_bot<G>(spec);  // so that a wrong spec is an error before the first game
      entrants.push_back({spec.text(), [spec](int) { return make_bot<G>(spec); }});
    } else {
      const auto [name, object] = bot.cast<std::pair<std::string, py::object>>();
      const py::handle handle = object;  // kept alive by the list
      entrants.push_back({name, [=, &mailbox, &made](int seat) -> std::unique_ptr<Bot<G>> {
                            return std::make_unique<PyBot<G>>(handle, box, seat, mailbox, made);
                          }});
    }
  }
  return entrants;
}

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

// The time of a record, in UTC.
inline std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text.data();
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
  if (py::len(bots) != static_cast<std::size_t>(game.players()))
    throw BadData(std::to_string(py::len(bots)) + " bots for " + std::to_string(game.players()) +
                  " seats");
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
  Match<G> match;
  match.end = start_table(game);
  for (const std::string& text : moves) {
    match.moves.push_back(game.to_move(text));
    advance_checked(game, match.end, match.moves.back());
  }
  Record record = record_of(game, match, MatchOptions{.seed = seed}, bots, date, std::nullopt);
  if (!game.actor(match.end.state).is_nobody()) record.result.reset();
  return to_line(record);
}

// ---- Classes -------------------------------------------------------------------------------------

template <Game G>
struct Classes {
  py::class_<GameBox<G>, std::shared_ptr<GameBox<G>>> game;
  py::class_<PyState<G>> state;
  py::class_<PyView<G>> view;
  py::class_<PyMove<G>> move;
};

// Declares the four classes, so that signatures can name them.
template <Game G>
Classes<G> declare_game(py::module_& module, const std::string& prefix) {
  return {py::class_<GameBox<G>, std::shared_ptr<GameBox<G>>>(module, (prefix + "Game").c_str()),
          py::class_<PyState<G>>(module, (prefix + "State").c_str()),
          py::class_<PyView<G>>(module, (prefix + "View").c_str()),
          py::class_<PyMove<G>>(module, (prefix + "Move").c_str())};
}

template <Game G>
py::dict options_dict(const G& game) {
  py::dict dict;
  const Options options = game.setup_options();
  for (const OptionSpec& spec : G::options()) {
    const auto found = options.find(spec.name);
    if (found == options.end()) continue;
    const py::str name(std::string(spec.name));
    switch (spec.kind) {
      case OptionSpec::Kind::integer: dict[name] = *to_int(found->second); break;
      case OptionSpec::Kind::boolean: dict[name] = found->second == "true"; break;
      case OptionSpec::Kind::word:
      case OptionSpec::Kind::text: dict[name] = found->second; break;
    }
  }
  return dict;
}

inline std::vector<py::dict> option_specs(std::span<const OptionSpec> specs) {
  std::vector<py::dict> list;
  for (const OptionSpec& spec : specs) {
    py::dict dict;
    dict["name"] = std::string(spec.name);
    dict["default"] = std::string(spec.default_value);
    dict["summary"] = std::string(spec.summary);
    dict["allowed"] = allowed_values(spec);
    list.push_back(dict);
  }
  return list;
}

template <Game G>
void bind_move(py::class_<PyMove<G>>& c) {
  using M = PyMove<G>;
  c.doc() = "A move: an immutable value with a text form and a dense id.";
  c.def_readonly("is_chance", &M::is_chance, "Whether chance makes it.");
  c.def_readonly(
      "id", &M::id,
      "Dense id: of player moves in [0, num_actions), of chance moves in [0, num_chance_actions).");
  c.def_readonly("text", &M::text, "Text form, as in records.");
  c.def("__str__", [](const M& m) { return m.text; });
  c.def("__repr__", [](const M& m) { return "<" + m.text + ">"; });
  c.def("__eq__", [](const M& m, const py::object& other) {
    return py::isinstance<M>(other) && m == other.cast<const M&>();
  });
  c.def("__hash__", [](const M& m) { return m.is_chance ? -2 - m.id : m.id; });
}

template <Game G>
void bind_view(py::class_<PyView<G>>& c) {
  using V = PyView<G>;
  c.doc() = "What one seat may know of a state. A bot gets this, and nothing else.";
  c.def_property_readonly(
      "seat", [](const V& v) { return static_cast<int>(v.view.viewer.seat); },
      "The seat whose view it is.");
  c.def_property_readonly("game",
                          [](const V& v) { return std::const_pointer_cast<GameBox<G>>(v.box); });
  c.def_property_readonly(
      "actor", [](const V& v) { return seat_or_none(v.game().actor(v.view)); },
      "Who acts, as far as the seat knows: a seat, farnorth.CHANCE, or None when over.");
  c.def_property_readonly(
      "legal_moves", [](const V& v) { return v.box->tuple(v.legal_moves()); },
      "Moves of the seat if it acts, else empty; in canonical order.");
  c.def(
      "legal_mask",
      [](const V& v, const py::object& out) { return legal_mask(v.game(), v.legal_moves(), out); },
      py::arg("out") = py::none(),
      "int8 array of shape (num_actions,): 1 for legal moves of the seat.");
  c.def(
      "observation",
      [](const V& v, const py::object& out) { return observation(v.game(), v.view, out); },
      py::arg("out") = py::none(),
      "float32 array of shape observation_shape, values in [0, 1]; see Game.observation_spec.");
  c.def(
      "determinize",
      [](const V& v, std::uint64_t seed, bool play_chance) {
        Rng rng(seed);
        PyState<G> state{v.box, {v.game().determinize(v.view, rng), {}}, {}};
        state.table.memory = v.game().memory_of(v.view, state.table.state);
        if (play_chance) state.luck.emplace(rng.next());
        state.play_chance();
        return state;
      },
      py::arg("seed") = 0, py::arg("play_chance") = false,
      "A State with everything the seat does not know dealt at random. With play_chance it plays "
      "chance by itself.");
  c.def(
      "to_json",
      [](const V& v, bool world) {
        return world ? to_json_with_world(v.game(), v.view) : to_json(v.game(), v.view);
      },
      py::arg("world") = false,
      "What the seat knows, as JSON text; with `world` also a position that fits it, what is "
      "hidden dealt at random. See Game.view_from_json.");
  c.def("__reduce__", [](const py::object& self) {
    const V& v = self.cast<const V&>();
    return py::make_tuple(self.attr("game").attr("view_from_json"),
                          py::make_tuple(to_json_with_world(v.game(), v.view)));
  });
  c.def("__eq__", [](const V& v, const py::object& other) {
    return py::isinstance<V>(other) && v.view == other.cast<const V&>().view;
  });
  c.def("__hash__", [](const V& v) { return static_cast<py::ssize_t>(hash_of(v.view) >> 2U); });
  c.def("__repr__", [](const V& v) {
    return "<view of " + std::string(G::kName) + " from seat " +
           std::to_string(v.view.viewer.seat) + ">";
  });
  c.def("__copy__", [](const V& v) { return v; });
}

template <Game G>
void bind_state(py::class_<PyState<G>>& c) {
  using S = PyState<G>;
  c.doc() = "A game in progress. Made by Game.new_state; belongs to one thread at a time.";
  c.def_property_readonly("game",
                          [](const S& s) { return std::const_pointer_cast<GameBox<G>>(s.box); });
  c.def_property_readonly(
      "actor", [](const S& s) { return seat_or_none(s.actor()); },
      "Who acts: a seat from 0, farnorth.CHANCE, or None when the game is over.");
  c.def_property_readonly("is_over", [](const S& s) { return s.actor().is_nobody(); });
  c.def_property_readonly(
      "legal_moves", [](const S& s) { return s.box->tuple(s.legal_moves()); },
      "Moves of the seat to act, in canonical order; empty where chance or nobody acts.");
  c.def(
      "outcomes",
      [](const S& s) {
        py::dict dict;
        if (!s.actor().is_chance()) return dict;
        OutcomeList<G> outcomes;
        s.game().outcomes(s.table.state, outcomes);
        double total = 0;
        for (const auto& outcome : outcomes) total += outcome.weight;
        for (const auto& outcome : outcomes)
          dict[s.box->object(outcome.move)] = outcome.weight / total;
        return dict;
      },
      "Chance moves and their probabilities; empty where chance does not act.");
  c.def(
      "apply",
      [](S& s, const py::object& given) {
        const auto move = to_move(s.game(), given);
        // The deal of a seed is worked out ahead: another card than it deals would be dealt again later.
        if (s.luck && s.actor().is_chance())
          throw IllegalMove(quoted(s.game().to_text(move)) +
                            " is illegal here: the seed deals; use play_chance()");
        advance_checked(s.game(), s.table, move);
        s.play_chance();
      },
      py::arg("move"), R"(Makes a move: a Move, its text, or the id of a player's move.

Raises IllegalMove, naming moves that are legal, and leaves the state as it was.)");
  c.def(
      "play_chance",
      [](S& s) {
        if (!s.actor().is_chance()) throw IllegalMove("chance does not act here");
        if (!s.luck)
          throw IllegalMove(
              "a state made without a seed has no luck: choose one of its outcomes()");
        const auto move = s.luck->draw(s.game(), s.table.state);
        advance(s.game(), s.table, move);
        return py::reinterpret_borrow<py::object>(s.box->object(move));
      },
      "Makes the chance move that the seed deals here, and returns it. See Game.new_state.");
  c.def(
      "legal_mask",
      [](const S& s, const py::object& out) { return legal_mask(s.game(), s.legal_moves(), out); },
      py::arg("out") = py::none(), "int8 array of shape (num_actions,): 1 for legal moves.");
  c.def(
      "observation",
      [](const S& s, int seat, const py::object& out) {
        return observation(s.game(), view_of(s.game(), s.table, checked_seat(s.game(), seat)), out);
      },
      py::arg("seat"), py::arg("out") = py::none(),
      "float32 array of shape observation_shape, values in [0, 1], of what the seat knows.");
  c.def(
      "view",
      [](const S& s, int seat) {
        return PyView<G>{s.box, view_of(s.game(), s.table, checked_seat(s.game(), seat))};
      },
      py::arg("seat"), "What the seat may know.");
  c.def(
      "shown",
      [](const S& s, const py::object& given, int seat) {
        return s.game().to_text(
            s.game().shown(s.table.state, to_move(s.game(), given), checked_seat(s.game(), seat)));
      },
      py::arg("move"), py::arg("seat"),
      "Text of a move about to be made, as the seat sees it: what is hidden from it reads '?'.");
  c.def(
      "scores", [](const S& s) { return by_seat_list(s.game(), s.game().scores(s.table.state)); },
      "Points by seat, as if the game ended now.");
  c.def(
      "score_sheet",
      [](const S& s, int seat) {
        py::dict dict;
        for (const Heading& heading :
             s.game().score_sheet(s.table.state, checked_seat(s.game(), seat))) {
          const py::str name(std::string(heading.name));
          if (heading.points.size() == 1)
            dict[name] = heading.points[0];
          else
            dict[name] = std::vector<int>(heading.points.begin(), heading.points.end());
        }
        return dict;
      },
      py::arg("seat"), "Points of a seat under each heading of the rules, and the total.");
  c.def(
      "ranking", [](const S& s) { return by_seat_list(s.game(), s.game().ranking(s.table.state)); },
      "Places by seat from 1, after tie-breaks; places may be shared.");
  if constexpr (requires(const G& g, const typename G::State& s) { g.achievements(s, Player{}); }) {
    c.def(
        "achievements",
        [](const S& s, int seat) {
          std::vector<std::string> names;
          for (const auto name : s.game().achievements(s.table.state, checked_seat(s.game(), seat)))
            names.emplace_back(name);
          return names;
        },
        py::arg("seat"), "Achievements of a seat; none before the game is over.");
  }
  c.def(
      "to_json", [](const S& s) { return to_json(s.game(), s.table); },
      "The whole position, hidden parts included, as JSON text. See Game.state_from_json.");
  c.def(
      "copy", [](const S& s) { return s; }, "An independent copy, hidden parts and luck included.");
  c.def("__copy__", [](const S& s) { return s; });
  c.def("__deepcopy__", [](const S& s, const py::dict&) { return s; }, py::arg("memo"));
  c.def("__eq__", [](const S& s, const py::object& other) {
    return py::isinstance<S>(other) && s.table == other.cast<const S&>().table &&
           s.game().setup_options() == other.cast<const S&>().game().setup_options();
  });
  c.def("__hash__",
        [](const S& s) { return static_cast<py::ssize_t>(hash_of(s.table.state) >> 2U); });
  c.def("__reduce__", [](const py::object& self) {
    const S& s = self.cast<const S&>();
    if (s.luck)
      throw py::type_error(
          "a state that plays chance by itself cannot be pickled: its luck is secret; "
          "pickle one made without a seed, or its to_json()");
    return py::make_tuple(self.attr("game").attr("state_from_json"),
                          py::make_tuple(to_json(s.game(), s.table)));
  });
  c.def("__repr__", [](const S& s) {
    const Actor actor = s.actor();
    return "<" + std::string(G::kName) + " state, " +
           (actor.is_nobody()   ? "over"
            : actor.is_chance() ? "chance to act"
                                : "seat " + std::to_string(actor.player().seat) + " to act") +
           ">";
  });
  const auto render = [](const char* function) {
    return [function](const py::object& self) {
      return py::module_::import("farnorth.render").attr(function)(self).cast<std::string>();
    };
  };
  c.def("__str__", render("text"));
  c.def("_repr_svg_", render("svg"), "The board as an SVG picture.");
  c.def("_repr_html_", render("html"), "The board and the scores as HTML.");
}

template <Game G>
void bind_game_class(py::class_<GameBox<G>, std::shared_ptr<GameBox<G>>>& c) {
  using B = GameBox<G>;
  c.doc() =
      "A game with its options: immutable, hashable, picklable, shareable between threads. See "
      "farnorth.load.";
  c.def(py::init(
            [](const Options& options) { return std::make_shared<GameBox<G>>(G::make(options)); }),
        py::arg("options"));
  c.def_property_readonly_static("name", [](const py::object&) { return std::string(G::kName); });
  c.def_property_readonly_static("title", [](const py::object&) { return std::string(G::kTitle); });
  c.def_property_readonly_static("summary",
                                 [](const py::object&) { return std::string(G::kSummary); });
  c.def_property_readonly_static("rules_version",
                                 [](const py::object&) { return G::kRulesVersion; });
  c.def_property_readonly_static("min_players", [](const py::object&) { return G::kMinPlayers; });
  c.def_property_readonly_static("max_players", [](const py::object&) { return G::kMaxPlayers; });
  c.def_property_readonly_static("num_actions", [](const py::object&) { return G::kActionCount; });
  c.def_property_readonly_static("num_chance_actions",
                                 [](const py::object&) { return G::kChanceCount; });
  c.def_property_readonly_static(
      "observation_shape", [](const py::object&) { return py::make_tuple(G::kEncodingSize); });
  c.def_property_readonly_static("state_bytes",
                                 [](const py::object&) { return sizeof(typename G::State); });
  c.def_property_readonly_static("memory_bytes",
                                 [](const py::object&) { return sizeof(typename G::Memory); });
  c.def_property_readonly_static("view_bytes",
                                 [](const py::object&) { return sizeof(typename G::View); });
  c.def_static(
      "option_specs", [] { return option_specs(G::options()); },
      "What can be chosen: a dict with name, default, summary and allowed for each option.");
  c.def_static(
      "observation_spec",
      [] {
        py::dict dict;
        for (const EncodingSlice& slice : G::encoding())
          dict[py::str(std::string(slice.name))] = py::make_tuple(slice.offset, slice.size);
        return dict;
      },
      "Named parts of the observation vector: {name: (offset, size)}.");
  c.def_property_readonly("players", [](const B& b) { return b.game.players(); });
  c.def_property_readonly("options", [](const B& b) { return options_dict(b.game); });

  c.def(
      "new_state",
      [](const std::shared_ptr<B>& b, const py::object& seed, bool play_chance) {
        PyState<G> state{b, start_table(b->game), {}, play_chance};
        if (!seed.is_none()) state.luck.emplace(deal_seed(py::str(seed).cast<std::string>()));
        state.play_chance();
        return state;
      },
      py::arg("seed") = py::none(), py::arg("play_chance") = true, R"(The first state.

With a seed (an int or a str) it plays chance by itself, as a match with that seed does; with play_chance=False it waits
for State.play_chance, so that the caller sees each chance move. Without a seed chance moves are the caller's: see
State.outcomes.)");
  c.def(
      "state_from_json",
      [](const std::shared_ptr<B>& b, const std::string& text) {
        return PyState<G>{b, table_from_json(b->game, text), {}};
      },
      py::arg("text"),
      "Any position, from what State.to_json gives. Raises BadData naming the wrong field or the "
      "broken rule.");
  c.def(
      "view_from_json",
      [](const std::shared_ptr<B>& b, const std::string& text) {
        return PyView<G>{b, view_from_json(b->game, text)};
      },
      py::arg("text"),
      "A view, from what View.to_json(world=True) gives. Raises BadData if the world breaks a rule "
      "or does not give that view.");
  c.def(
      "move",
      [](const B& b, const py::object& given) {
        return py::reinterpret_borrow<py::object>(b.object(to_move(b.game, given)));
      },
      py::arg("text_or_id"),
      "The Move of a text, or of the id of a player's move. Raises IllegalMove.");
  c.def(
      "chance_move",
      [](const B& b, int id) {
        return py::reinterpret_borrow<py::object>(b.object(b.game.chance_of(id)));
      },
      py::arg("id"), "The chance Move of an id. Raises IllegalMove.");
  c.def("__eq__", [](const B& b, const py::object& other) {
    return py::isinstance<B>(other) &&
           b.game.setup_options() == other.cast<const B&>().game.setup_options();
  });
  c.def("__hash__", [](const B& b) { return py::hash(py::str(py::cast(b.game.setup_options()))); });
  c.def("__reduce__", [](const py::object& self) {
    return py::make_tuple(py::type::of(self),
                          py::make_tuple(self.cast<const B&>().game.setup_options()));
  });
  c.def("__repr__", [](const B& b) {
    std::string text = "<" + std::string(G::kName);
    for (const auto& [name, value] : b.game.setup_options()) text += " " + name + "=" + value;
    return text + ">";
  });

  c.def(
      "_decide",
      [](const B& b, const std::string& spec, std::uint64_t seed, const PyView<G>& view,
         std::uint32_t iterations, std::int64_t microseconds) {
        check_acts(b.game, view);
        return decide(b, spec, seed, view, {iterations, microseconds});
      },
      py::arg("spec"), py::arg("seed"), py::arg("view"), py::arg("iterations"),
      py::arg("microseconds"));

  c.def(
      "_analyse",
      [](const std::shared_ptr<B>& b, const std::string& spec, std::uint64_t seed,
         const PyView<G>& view, std::uint32_t iterations, std::int64_t microseconds,
         std::int64_t report_microseconds) -> std::unique_ptr<Followed> {
        check_acts(b->game, view);
        return std::make_unique<FollowedGame<G>>(
            b, spec, seed, view, Budget{iterations, microseconds}, report_microseconds);
      },
      py::arg("spec"), py::arg("seed"), py::arg("view"), py::arg("iterations"),
      py::arg("microseconds"), py::arg("report_microseconds"));

  c.def(
      "_run",
      [](const std::shared_ptr<B>& b, const py::list& bots, const std::string& seed,
         int first_block, int blocks, int threads, const std::string& on_forfeit,
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
      "_bench",
      [](const B& b, double seconds) {
        BenchFigures figures;
        {
          const py::gil_scoped_release release;
          figures = bench(b.game, seconds);
        }
        py::dict dict, reference;
        dict["playouts_per_second"] = figures.playouts_per_second;
        dict["moves_per_playout"] = figures.moves_per_playout;
        dict["ns_per_move"] = figures.ns_per_move;
        dict["ns_copy"] = figures.ns_copy;
        dict["ns_determinize"] = figures.ns_determinize;
        dict["state_bytes"] = sizeof(typename G::State);
        dict["memory_bytes"] = sizeof(typename G::Memory);
        dict["view_bytes"] = sizeof(typename G::View);
        reference["what"] = kReferenceName;
        reference["per_second"] = figures.reference_per_second;
        dict["reference"] = reference;
        return dict;
      },
      py::arg("seconds"));

  c.def(
      "_bench_search",
      [](const B& b, const std::vector<std::string>& positions, double seconds) {
        std::vector<Table<G>> tables;
        for (const std::string& text : positions) tables.push_back(table_from_json(b.game, text));
        SearchFigures figures;
        {
          const py::gil_scoped_release release;
          figures = bench_search(b.game, tables, seconds);
        }
        py::dict dict, full, usual;
        full["bot"] = kFullSearch;
        full["iterations_per_second"] = figures.iterations_per_second;
        full["simulated_moves_per_second"] = figures.simulated_moves_per_second;
        usual["bot"] = kDefaultSearch;
        usual["ms_per_2000_iterations"] =
            positions.empty() ? py::object(py::none())
                              : py::object(py::float_(figures.ms_per_2000_iterations));
        dict["full"] = full;
        dict["default"] = usual;
        return dict;
      },
      py::arg("positions"), py::arg("seconds"));

  c.def(
      "_play_for_time",
      [](const B& b, const std::vector<std::string>& bots, int games, const std::string& seed) {
        return play_for_time(b.game, bots, games, seed);
      },
      py::arg("bots"), py::arg("games"), py::arg("seed"), py::call_guard<py::gil_scoped_release>());

  c.def(
      "_record_line",
      [](const B& b, const std::string& seed, const std::vector<std::string>& bots,
         const std::string& date, const std::vector<std::string>& moves) {
        return line_of_moves(b.game, seed, bots, date, moves);
      },
      py::arg("seed"), py::arg("bots"), py::arg("date"), py::arg("moves"));
}

template <Game G>
void bind_game(Classes<G>& classes) {
  bind_move<G>(classes.move);
  bind_view<G>(classes.view);
  bind_state<G>(classes.state);
  bind_game_class<G>(classes.game);
}

}  // namespace farnorth::bindings
