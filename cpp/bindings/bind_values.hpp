// The values behind the Python classes, and what goes between them and Python: moves, seats, arrays.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "farnorth/engine/luck.hpp"
#include "farnorth/engine/position.hpp"

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
using GameClass = py::class_<GameBox<G>, std::shared_ptr<GameBox<G>>>;

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

// The UTF-8 of a str. One with a lone surrogate has none: then an Error that says what was given.
template <class Error>
std::string utf8_of(const py::str& text, const std::string& what) {
  Py_ssize_t size = 0;
  const char* const bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (bytes != nullptr) return {bytes, static_cast<std::size_t>(size)};
  PyErr_Clear();
  throw Error(what + " is not Unicode text: " + py::repr(text).cast<std::string>());
}

// A move from what a caller or a bot gives: a Move, its text, or the id of a player's move.
template <Game G>
typename G::Move to_move(const G& game, py::handle given) {
  if (py::isinstance<PyMove<G>>(given)) return given.cast<const PyMove<G>&>().move;
  if (py::isinstance<py::str>(given))
    return game.to_move(utf8_of<IllegalMove>(py::reinterpret_borrow<py::str>(given), "move"));
  if (PyIndex_Check(given.ptr()) != 0) {
    const Py_ssize_t id = PyNumber_AsSsize_t(given.ptr(), nullptr);  // clips, so no overflow
    return game.move_of(static_cast<int>(std::clamp<Py_ssize_t>(id, -1, G::kActionCount)));
  }
  throw IllegalMove("a move of " + std::string(G::kName) + ", its text or its id expected, found " +
                    py::type::of(given).attr("__name__").cast<std::string>());
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

}  // namespace farnorth::bindings
