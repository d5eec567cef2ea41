// libFuzzer: any sequence of calls of the C interface.
#include "calls.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  farnorth::fuzz::call_anything({data, size});
  return 0;
}
