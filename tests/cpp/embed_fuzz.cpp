// A bounded number of the programs that tests/fuzz runs without end, from a fixed seed.
#include <doctest/doctest.h>

#include "../fuzz/calls.hpp"
#include "farnorth/core/rng.hpp"

namespace farnorth {
namespace {

std::vector<std::uint8_t> random_bytes(Rng& rng, std::uint32_t longest) {
  std::vector<std::uint8_t> bytes(1 + rng.below(longest));
  // Small numbers more often: they are the calls and texts that mean something.
  for (std::uint8_t& byte : bytes)
    byte = static_cast<std::uint8_t>(rng.below(3) == 0 ? rng.below(256) : rng.below(24));
  return bytes;
}

TEST_CASE("C interface: any sequence of calls gives a status") {
  Rng rng(1);
  for (int i = 0; i < 400; ++i) {
    const std::vector<std::uint8_t> bytes = random_bytes(rng, 600);
    fuzz::call_anything(bytes);
  }
}

TEST_CASE("engine protocol: any lines get an answer each") {
  static constexpr std::array kPieces{"{\"cmd\":\"new\",\"game\":\"borealis\",\"seed\":\"1\"}",
                                      "{\"cmd\":\"new\",\"game\":\"explorers\"}",
                                      "{\"cmd\":\"legal\",\"session\":\"s1\"}",
                                      "{\"cmd\":\"go\",\"session\":\"s1\",\"id\":",
                                      "7",
                                      "}",
                                      "\n",
                                      "\n",
                                      "\n",
                                      "{\"cmd\":\"apply\",\"session\":\"s1\",\"actions\":[",
                                      "1",
                                      "]}",
                                      "\"done\"",
                                      ",",
                                      "{",
                                      "{\"cmd\":\"stop\"}",
                                      "{\"cmd\":\"state\",\"session\":\"s2\"}",
                                      "[[[[",
                                      "\xff",
                                      "{\"cmd\":\"ping\"}",
                                      "{\"cmd\":\"hello\",\"role\":\"bot\"}",
                                      "{\"cmd\":\"quit\"}"};
  Rng rng(2);
  for (int i = 0; i < 400; ++i) {
    std::string text;
    for (std::uint32_t pieces = rng.below(60); pieces > 0; --pieces)
      text += kPieces[rng.below(static_cast<std::uint32_t>(kPieces.size()))];
    if (!text.empty() && rng.below(2) == 0)
      text[rng.below(static_cast<std::uint32_t>(text.size()))] = static_cast<char>(rng.below(256));
    fuzz::say_anything({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  }
}

}  // namespace
}  // namespace farnorth
