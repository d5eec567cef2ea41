// libFuzzer: any lines for the engine protocol.
#include "calls.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  farnorth::fuzz::say_anything({data, size});
  return 0;
}
