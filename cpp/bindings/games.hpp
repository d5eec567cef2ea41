// What each game's binding file gives to the module.
#pragma once

#include <pybind11/pybind11.h>

namespace farnorth::bindings {

void bind_borealis(pybind11::module_& module);
void bind_explorers(pybind11::module_& module);
void bind_scavengers(pybind11::module_& module);

}  // namespace farnorth::bindings
