// One template binds every game: Game, State, View and Move as Python classes.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bind_bench.hpp"
#include "bind_bots.hpp"
#include "bind_matches.hpp"
#include "bind_state.hpp"
#include "bind_view.hpp"

namespace farnorth::bindings {

template <Game G>
struct Classes {
  GameClass<G> game;
  py::class_<PyState<G>> state;
  py::class_<PyView<G>> view;
  py::class_<PyMove<G>> move;
};

// Declares the four classes, so that signatures can name them.
template <Game G>
Classes<G> declare_game(py::module_& module, const std::string& prefix) {
  return {GameClass<G>(module, (prefix + "Game").c_str()),
          py::class_<PyState<G>>(module, (prefix + "State").c_str()),
          py::class_<PyView<G>>(module, (prefix + "View").c_str()),
          py::class_<PyMove<G>>(module, (prefix + "Move").c_str())};
}

// Options that make the same game in another process.
template <Game G>
Options portable_options(const G& game) {
  if constexpr (requires { game.portable_options(); })
    return game.portable_options();
  else
    return game.setup_options();
}

template <Game G>
py::dict options_dict(const Options& options) {
  py::dict dict;
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

// What is so of a game before the first state is made.
template <Game G>
void bind_facts(GameClass<G>& c) {
  using B = GameBox<G>;
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
  c.def_property_readonly("options",
                          [](const B& b) { return options_dict<G>(b.game.setup_options()); });
  c.def_property_readonly(
      "portable_options", [](const B& b) { return options_dict<G>(portable_options(b.game)); },
      "Options that make the same game elsewhere: a tile set of the user's is in them as text.");
}

// States, views and moves are made by their game.
template <Game G>
void bind_making(GameClass<G>& c) {
  using B = GameBox<G>;
  c.def(
      "new_state",
      [](const std::shared_ptr<B>& b, const py::object& seed, bool play_chance) {
        PyState<G> state{b, start_table(b->game), {}, play_chance};
        if (!seed.is_none()) state.luck.emplace(deal_seed(utf8_of<BadData>(py::str(seed), "seed")));
        state.play_chance();
        return state;
      },
      py::arg("seed") = py::none(), py::arg("play_chance") = true, R"(The first state.

With a seed (an int or a str) it plays chance by itself, as a match with that seed does; with play_chance=False it waits
for State.play_chance, so that the caller sees each chance move. Without a seed chance moves are the caller's: see
State.outcomes.)");
  c.def(
      "state_from_json",
      [](const std::shared_ptr<B>& b, const py::str& text) {
        return PyState<G>{b, table_from_json(b->game, utf8_of<BadData>(text, "position")), {}};
      },
      py::arg("text"),
      "Any position, from what State.to_json gives. Raises BadData naming the wrong field or the "
      "broken rule.");
  c.def(
      "view_from_json",
      [](const std::shared_ptr<B>& b, const py::str& text) {
        return PyView<G>{b, view_from_json(b->game, utf8_of<BadData>(text, "view"))};
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
}

template <Game G>
void bind_identity(GameClass<G>& c) {
  using B = GameBox<G>;
  c.def("__eq__", [](const B& b, const py::object& other) {
    return py::isinstance<B>(other) &&
           b.game.setup_options() == other.cast<const B&>().game.setup_options();
  });
  c.def("__hash__", [](const B& b) { return py::hash(py::str(py::cast(b.game.setup_options()))); });
  c.def("__reduce__", [](const py::object& self) {
    return py::make_tuple(py::type::of(self),
                          py::make_tuple(portable_options(self.cast<const B&>().game)));
  });
  c.def("__repr__", [](const B& b) {
    std::string text = "<" + std::string(G::kName);
    for (const auto& [name, value] : b.game.setup_options()) text += " " + name + "=" + value;
    return text + ">";
  });
}

template <Game G>
void bind_game_class(GameClass<G>& c) {
  c.doc() =
      "A game with its options: immutable, hashable, picklable, shareable between threads. See "
      "farnorth.load.";
  c.def(py::init(
            [](const Options& options) { return std::make_shared<GameBox<G>>(G::make(options)); }),
        py::arg("options"));
  bind_facts<G>(c);
  bind_making<G>(c);
  bind_identity<G>(c);
  bind_bots<G>(c);
  bind_matches<G>(c);
  bind_bench<G>(c);
}

template <Game G>
void bind_game(Classes<G>& classes) {
  bind_move<G>(classes.move);
  bind_view<G>(classes.view);
  bind_state<G>(classes.state);
  bind_game_class<G>(classes.game);
}

}  // namespace farnorth::bindings
