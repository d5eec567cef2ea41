// A search that Python follows, whatever the game.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>

namespace farnorth::bindings {

inline constexpr std::int64_t kSignalMicroseconds = 5'000;  // between two looks whether Ctrl-C came

class Followed {
 public:
  Followed() = default;
  Followed(const Followed&) = delete;
  Followed& operator=(const Followed&) = delete;
  virtual ~Followed() = default;
  // Called with the GIL, given back while there is nothing to do. The newest decision, or None after the last. Throws
  // KeyboardInterrupt.
  virtual pybind11::object next() = 0;
  // No thread is left behind it.
  virtual void close() = 0;
};

}  // namespace farnorth::bindings
