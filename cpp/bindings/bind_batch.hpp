// Batches of games in Python: Game.batch, and State.returns.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bind_game.hpp"
#include "farnorth/engine/batch.hpp"

namespace farnorth::bindings {

// The arrays belong to Python and are kept alive here, since the batch writes into them.
template <Game G>
struct PyBatch {
  Box<G> box;
  py::object observations, masks;  // None where not wanted
  py::array_t<float> rewards;
  py::array_t<bool> done;
  py::array_t<std::int32_t> actors;
  std::unique_ptr<Batch<G>> batch = nullptr;
};

// The caller's array, or a new one. A wrong shape, type or layout is an error, never a silent copy.
template <class T>
py::array_t<T> grid(const char* name, const py::object& given,
                    const std::vector<py::ssize_t>& shape) {
  if (given.is_none() || given.is(py::bool_(true))) return py::array_t<T>(shape);
  const auto wanted = [&] {
    return std::string(name) + " must be a writeable C-contiguous array of " +
           py::str(py::dtype::of<T>()).template cast<std::string>() + " with shape " +
           py::str(py::tuple(py::cast(shape))).template cast<std::string>();
  };
  if (!py::array_t<T, py::array::c_style>::check_(given)) throw py::type_error(wanted());
  auto array = py::reinterpret_borrow<py::array_t<T>>(given);
  if (!array.writeable() ||
      !std::equal(shape.begin(), shape.end(), array.shape(), array.shape() + array.ndim()))
    throw py::value_error(wanted());
  return array;
}

template <Game G>
std::unique_ptr<PyBatch<G>> make_batch(Box<G> box, const BatchOptions& options,
                                       const py::object& observations, const py::object& masks,
                                       const py::object& rewards, const py::object& done,
                                       const py::object& actors) {
  const int games = options.games;
  if (games < 1) throw BadData("a batch has 1 game or more, not " + std::to_string(games));
  check_threads(options.threads);
  const G& game = box->game;
  auto made = std::make_unique<PyBatch<G>>(
      PyBatch<G>{std::move(box), py::none(), py::none(),
                 grid<float>("rewards", rewards, {games, game.players()}),
                 grid<bool>("done", done, {games}), grid<std::int32_t>("actors", actors, {games})});
  BatchArrays arrays{.rewards = made->rewards.mutable_data(),
                     .done = made->done.mutable_data(),
                     .actors = made->actors.mutable_data()};
  if (!observations.is(py::bool_(false))) {
    auto array = grid<float>("observations", observations, {games, G::kEncodingSize});
    arrays.observations = array.mutable_data();
    made->observations = std::move(array);
  }
  if (!masks.is(py::bool_(false))) {
    auto array = grid<std::int8_t>("masks", masks, {games, G::kActionCount});
    arrays.masks = array.mutable_data();
    made->masks = std::move(array);
  }
  const py::gil_scoped_release release;
  made->batch = std::make_unique<Batch<G>>(game, options, arrays);
  return made;
}

// False if the actions are no array of that type.
template <class Id, Game G>
bool step_in(PyBatch<G>& b, const py::object& actions) {
  if (!py::array_t<Id, py::array::c_style>::check_(actions)) return false;
  const auto array = py::reinterpret_borrow<py::array_t<Id>>(actions);
  if (array.ndim() != 1 || array.shape(0) != b.batch->size())
    throw py::value_error("actions must have shape (" + std::to_string(b.batch->size()) + ",)");
  const std::span<const Id> ids(array.data(), static_cast<std::size_t>(array.shape(0)));
  const py::gil_scoped_release release;
  b.batch->step(ids);
  return true;
}

// Ids in an array of int64 or int32 are read where they are; other integers are copied first.
template <Game G>
void step(PyBatch<G>& b, const py::object& actions) {
  if (step_in<std::int64_t>(b, actions) || step_in<std::int32_t>(b, actions)) return;
  const py::array array = py::array::ensure(actions);
  if (!array || (array.dtype().kind() != 'i' && array.dtype().kind() != 'u'))
    throw py::type_error("actions must be integers, one a game");
  step_in<std::int64_t>(
      b, py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>::ensure(array));
}

template <Game G>
void bind_batch_class(py::class_<PyBatch<G>>& c) {
  using B = PyBatch<G>;
  c.doc() = "Games stepped together in C++. Made by Game.batch.";
  c.def_readonly("observations", &B::observations,
                 "float32 (n, size): what the seat to act knows; None if not wanted.");
  c.def_readonly("masks", &B::masks,
                 "int8 (n, num_actions): 1 for legal moves; None if not wanted.");
  c.def_readonly("rewards", &B::rewards,
                 "float32 (n, players): State.returns of a game that ended in this step, else 0.");
  c.def_readonly("done", &B::done, "bool (n,): a game ended in this step, and a new one is seen.");
  c.def_readonly("actors", &B::actors, "int32 (n,): the seat to act.");
  c.def_property_readonly("game",
                          [](const B& b) { return std::const_pointer_cast<GameBox<G>>(b.box); });
  c.def("__len__", [](const B& b) { return b.batch->size(); });
  c.def("__repr__", [](const B& b) {
    return "<batch of " + std::to_string(b.batch->size()) + " games of " + std::string(G::kName) +
           ">";
  });
  c.def(
      "reset", [](B& b, std::uint64_t seed) { b.batch->reset(seed); }, py::arg("seed"),
      py::call_guard<py::gil_scoped_release>(), "Begins all games anew, from a seed.");
  c.def("step", step<G>, py::arg("actions"), R"(Makes the move of that id in each game.

actions: integers of shape (n,). Raises IllegalMove, which names the game, before anything has changed.)");
  c.def(
      "step_random", [](B& b) { b.batch->step_random(); }, py::call_guard<py::gil_scoped_release>(),
      "Makes a random legal move in each game.");
  c.def(
      "state",
      [](B& b, py::ssize_t i) {
        if (!b.batch->knows())
          throw py::value_error("a batch without observations does not keep what players know");
        if (i < 0 || i >= b.batch->size())
          throw py::index_error("game " + std::to_string(i) + " of " +
                                std::to_string(b.batch->size()));
        return PyState<G>{b.box, b.batch->table(static_cast<std::size_t>(i)), {}};
      },
      py::arg("i"), "A copy of one of the games as it stands.");
}

template <Game G>
void bind_batch(py::module_& module, const std::string& prefix, Classes<G>& classes) {
  py::class_<PyBatch<G>> batch(module, (prefix + "Batch").c_str());
  bind_batch_class<G>(batch);
  classes.game.def(
      "batch",
      [](const std::shared_ptr<GameBox<G>>& b, int n, std::uint64_t seed, int threads,
         std::optional<int> seat, const std::vector<std::string>& opponents,
         const py::object& observations, const py::object& masks, const py::object& rewards,
         const py::object& done, const py::object& actors) {
        BatchOptions options{.games = n, .seed = seed, .threads = threads};
        if (seat) options.seat = checked_seat(b->game, *seat);
        if (!seat && !opponents.empty()) throw BadData("opponents need a seat to play against");
        for (const std::string& spec : opponents) options.opponents.push_back(parse_bot_spec(spec));
        return make_batch<G>(b, options, observations, masks, rewards, done, actors);
      },
      py::arg("n"), py::arg("seed") = 0, py::kw_only(), py::arg("threads") = 1,
      py::arg("seat") = py::none(), py::arg("opponents") = std::vector<std::string>{},
      py::arg("observations") = true, py::arg("masks") = true, py::arg("rewards") = py::none(),
      py::arg("done") = py::none(), py::arg("actors") = py::none(),
      R"(n games to be stepped together in C++, for programs that learn.

Arrays can be given, to be written into; observations and masks can be False: not wanted. A step makes one move in each
game, and what chance does after it. A game that is over begins anew in the same step. With a seat, steps are that
seat's moves, and opponents, specs of bots written in C++, move for the others, in turn order after it.)");
  classes.state.def(
      "returns",
      [](const PyState<G>& s) {
        const Returns returns = returns_of(s.game(), s.table.state);
        return std::vector<double>(returns.begin(), returns.begin() + s.game().players());
      },
      "The result by seat as if the game ended now: from 1 for the first place to -1 for the last, "
      "adding up to 0; alone, points from 0 to 1.");
}

}  // namespace farnorth::bindings
