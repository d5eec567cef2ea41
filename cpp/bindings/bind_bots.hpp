// Bots from both sides: native ones that decide for Python, and bots written in Python that play for C++.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bind_values.hpp"
#include "farnorth/engine/analysis.hpp"
#include "farnorth/engine/bots.hpp"
#include "follow.hpp"
#include "mailbox.hpp"

namespace farnorth::bindings {

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
  std::string text;
  try {  // the exception is the bot's own, and its text may fail too, or not be Unicode
    text = py::str(error.value()).attr("encode")("utf-8", "replace").cast<std::string>();
  } catch (const py::error_already_set&) {
    text = "(its text cannot be had)";
  }
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
    decision.iterations = whole<std::uint32_t>(answer.attr("iterations"), "iterations");
    int seat = 0;
    for (const py::handle value : answer.attr("value"))
      if (seat < kMaxSeats)
        decision.value[static_cast<std::size_t>(seat++)] = whole<std::int16_t>(value, "value");
    return decision;
  }
  template <class T>
  static T whole(py::handle given, const std::string& field) {
    try {
      return given.cast<T>();
    } catch (const py::cast_error&) {
      throw BotError("answered with a Decision whose " + field + " has " +
                     py::repr(given).cast<std::string>() + ": a whole number expected" +
                     (field == "value" ? ", per mille" : ""));
    }
  }

  template <class F>
  void ask(F f) {
    mailbox_.run([&] {
      try {
        f();
      } catch (const py::error_already_set& error) {
        // Not the bot's doing: the person wants to stop. A bot that exits is one that fails.
        if (error.matches(PyExc_KeyboardInterrupt)) throw;
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

// Underscored: what farnorth's own modules call.
template <Game G>
void bind_bots(GameClass<G>& c) {
  using B = GameBox<G>;
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
}

}  // namespace farnorth::bindings
