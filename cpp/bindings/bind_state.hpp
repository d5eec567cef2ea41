// The Python class State.
#pragma once

#include <string>
#include <vector>

#include "bind_values.hpp"

namespace farnorth::bindings {

// Who acts, what he may do, and doing it.
template <Game G>
void bind_acting(py::class_<PyState<G>>& c) {
  using S = PyState<G>;
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
}

// What a seat knows.
template <Game G>
void bind_looking(py::class_<PyState<G>>& c) {
  using S = PyState<G>;
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
}

template <Game G>
void bind_results(py::class_<PyState<G>>& c) {
  using S = PyState<G>;
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
}

// A state is a value: it copies, compares, hashes and pickles.
template <Game G>
void bind_value(py::class_<PyState<G>>& c) {
  using S = PyState<G>;
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
}

template <Game G>
void bind_state(py::class_<PyState<G>>& c) {
  c.doc() = "A game in progress. Made by Game.new_state; belongs to one thread at a time.";
  bind_acting<G>(c);
  bind_looking<G>(c);
  bind_results<G>(c);
  bind_value<G>(c);
  const auto render = [](const char* function) {
    return [function](const py::object& self) {
      return py::module_::import("farnorth.render").attr(function)(self).cast<std::string>();
    };
  };
  c.def("__str__", render("text"));
  c.def("_repr_svg_", render("svg"), "The board as an SVG picture.");
  c.def("_repr_html_", render("html"), "The board and the scores as HTML.");
}

}  // namespace farnorth::bindings
