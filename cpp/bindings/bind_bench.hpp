// Speed, measured in C++ for `farnorth bench`.
#pragma once

#include <pybind11/numpy.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "bind_values.hpp"
#include "farnorth/engine/bench.hpp"
#include "farnorth/engine/outlook_data.hpp"

namespace farnorth::bindings {

template <Game G>
py::dict to_dict(const BenchFigures& figures) {
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
}

inline py::dict to_dict(const SearchFigures& figures, bool has_positions) {
  py::dict dict, full, usual;
  full["bot"] = kFullSearch;
  full["iterations_per_second"] = figures.iterations_per_second;
  full["simulated_moves_per_second"] = figures.simulated_moves_per_second;
  usual["bot"] = kDefaultSearch;
  usual["ms_per_2000_iterations"] = has_positions
                                        ? py::object(py::float_(figures.ms_per_2000_iterations))
                                        : py::object(py::none());
  dict["full"] = full;
  dict["default"] = usual;
  return dict;
}

// Columns: stage, then for each seat the points now and in the end, then its features.
template <HasOutlook G>
py::array_t<std::int16_t> to_array(const std::vector<OutlookRow<G>>& rows, std::size_t players) {
  constexpr std::size_t kOfSeat = 2 + G::kOutlookFeatures;
  py::array_t<std::int16_t> array({rows.size(), 1 + players * kOfSeat});
  std::int16_t* next = array.mutable_data();
  for (const OutlookRow<G>& row : rows) {
    *next++ = static_cast<std::int16_t>(row.stage);
    for (std::size_t seat = 0; seat < players; ++seat) {
      *next++ = row.now[seat];
      *next++ = row.end[seat];
      next = std::copy(row.features[seat].begin(), row.features[seat].end(), next);
    }
  }
  return array;
}

template <Game G>
void bind_bench(GameClass<G>& c) {
  using B = GameBox<G>;
  c.def(
      "_bench",
      [](const B& b, double seconds) {
        BenchFigures figures;
        {
          const py::gil_scoped_release release;
          figures = bench(b.game, seconds);
        }
        return to_dict<G>(figures);
      },
      py::arg("seconds"));

  c.def(
      "_bench_search",
      [](const B& b, const std::vector<std::string>& positions, double seconds,
         std::optional<int> random) {
        std::vector<Table<G>> tables;
        for (const std::string& text : positions) tables.push_back(table_from_json(b.game, text));
        SearchFigures figures;
        {
          const py::gil_scoped_release release;
          figures =
              bench_search(b.game, tables, seconds, random.value_or(default_playout<G>().random));
        }
        return to_dict(figures, !positions.empty());
      },
      py::arg("positions"), py::arg("seconds"), py::arg("random") = py::none());

  if constexpr (HasOutlook<G>)
    c.def(
        "_outlook_rows",
        [](const B& b, std::size_t wanted, std::uint64_t seed) {
          std::vector<OutlookRow<G>> rows;
          {
            const py::gil_scoped_release release;
            rows = outlook_rows(b.game, wanted, seed);
          }
          return to_array<G>(rows, static_cast<std::size_t>(b.game.players()));
        },
        py::arg("wanted"), py::arg("seed"));

  c.def(
      "_play_for_time",
      [](const B& b, const std::vector<std::string>& bots, int games, const std::string& seed) {
        return play_for_time(b.game, bots, games, seed);
      },
      py::arg("bots"), py::arg("games"), py::arg("seed"), py::call_guard<py::gil_scoped_release>());
}

}  // namespace farnorth::bindings
