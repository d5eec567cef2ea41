// The Python classes Move and View.
#pragma once

#include <string>

#include "bind_values.hpp"

namespace farnorth::bindings {

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

}  // namespace farnorth::bindings
