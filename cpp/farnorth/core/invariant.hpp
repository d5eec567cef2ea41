// What holds at every state of a game, each rule with the name by which `broken_rule` reports it.
#pragma once

#include <cstddef>

namespace farnorth {

// `Checked` is what the rule looks at: setup, state, memory.
template <class Checked>
struct Invariant {
  const char* name;
  bool (*holds)(const Checked&);
};

// The name of the first that fails: each may rely on those before it. nullptr if all hold.
template <class Checked, std::size_t N>
const char* first_broken(const Invariant<Checked> (&invariants)[N], const Checked& checked) {
  for (const Invariant<Checked>& invariant : invariants)
    if (!invariant.holds(checked)) return invariant.name;
  return nullptr;
}

}  // namespace farnorth
