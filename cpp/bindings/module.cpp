// The extension module farnorth._core.
#include <cstring>

#include "bind_game.hpp"
#include "farnorth/engine/games.hpp"
#include "games.hpp"

namespace farnorth::bindings {

namespace {

// Errors become the Python classes of farnorth.errors, which is plain Python so that they are easy to read and pickle.
void translate(std::exception_ptr thrown) {
  const auto raise = [](const char* name, const char* what) {
    const py::object type = py::module_::import("farnorth.errors").attr(name);
    // A message may quote what is not UTF-8, or a piece that was cut inside a character.
    const auto text = py::reinterpret_steal<py::object>(
        PyUnicode_DecodeUTF8(what, static_cast<py::ssize_t>(std::strlen(what)), "replace"));
    PyErr_SetObject(type.ptr(), text.ptr());
  };
  try {
    if (thrown) std::rethrow_exception(thrown);
  } catch (const IllegalMove& error) {
    raise("IllegalMove", error.what());
  } catch (const BadRecord& error) {
    raise("BadRecord", error.what());
  } catch (const BadOption& error) {
    raise("BadOption", error.what());
  } catch (const BadData& error) {
    raise("BadData", error.what());
  } catch (const BotError& error) {
    raise("BotError", error.what());
  } catch (const Error& error) {
    raise("FarnorthError", error.what());
  } catch (const Stopped&) {
    PyErr_SetString(PyExc_KeyboardInterrupt, "stopped");
  }
}

std::vector<py::dict> native_bot_list() {
  std::vector<py::dict> list;
  for (const NativeBot& bot : native_bots()) {
    py::dict dict;
    dict["name"] = std::string(bot.name);
    dict["summary"] = std::string(bot.summary);
    py::list options;
    for (const BotOption& option : bot.options) {
      py::dict each;
      each["name"] = std::string(option.name);
      each["summary"] = std::string(option.summary);
      each["default"] = std::string(option.default_value);
      each["lowest"] = option.lowest;
      each["highest"] = option.highest;
      each["words"] = std::vector<std::string>(option.words.begin(), option.words.end());
      options.append(each);
    }
    dict["options"] = options;
    list.push_back(dict);
  }
  return list;
}

}  // namespace

PYBIND11_MODULE(_core, module) {
  module.doc() = "The compiled core of farnorth. Use it through the package farnorth.";
  py::register_exception_translator(translate);
  module.attr("version") = FARNORTH_VERSION;

  py::class_<Followed>(module, "Analysis", "A search that goes on while Python does other things.")
      .def("next", &Followed::next,
           "The newest decision as a dict, waited for; None after the last.")
      .def("close", &Followed::close, "Ends the search and its thread.");
  bind_borealis(module);
  bind_explorers(module);
  bind_scavengers(module);

  module.def("native_bots", native_bot_list, "The bots written in C++ and their options.");
  module.def(
      "canonical_bot_spec", [](const std::string& text) { return parse_bot_spec(text).text(); },
      py::arg("text"), "Checks the form of a bot spec. Raises BadData.");
  module.def(
      "native_bot_spec",
      [](const std::string& text) {
        const BotSpec spec = parse_bot_spec(text);
        const BotOptions checked(spec);
        return spec.text();
      },
      py::arg("text"),
      "Checks the spec of a bot written in C++, its options included. Raises BadData.");
  module.def(
      "check_line", [](const std::string& line) { record_of(line); }, py::arg("line"),
      py::call_guard<py::gil_scoped_release>(),
      "Checks the form and the sum of a record's line, without its newline. Raises BadRecord.");
  module.def(
      "verify_line",
      [](const std::string& line, const Options& overrides) { verify(record_of(line), overrides); },
      py::arg("line"), py::arg("overrides") = Options{}, py::call_guard<py::gil_scoped_release>(),
      "Checks a record's line and replays it by the rules. Raises BadRecord.");
}

}  // namespace farnorth::bindings
