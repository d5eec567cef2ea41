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
  int done = 0;
  for (int i = 0; i < 400; ++i) {
    const std::vector<std::uint8_t> bytes = random_bytes(rng, 600);
    done += fuzz::call_anything(bytes);
  }
  MESSAGE(done << " calls done");
  CHECK(done > 2000);  // enough of them mean something
}

TEST_CASE("engine protocol: any lines get an answer each") {
  static constexpr std::array kPieces{
      R"({"cmd":"new","game":"borealis","seed":"1"})",
      R"({"cmd":"new","game":"explorers"})",
      R"({"cmd":"legal","session":"s1"})",
      R"({"cmd":"go","session":"s1","id":7})",
      R"({"cmd":"go","session":"s1","id":"x","limit":{"sims":3},"report_ms":1,"seed":"5"})",
      R"({"cmd":"apply","session":"s1","actions":[1]})",
      R"({"cmd":"apply","session":"s1","actions":["done"]})",
      R"({"cmd":"stop"})",
      R"({"cmd":"stop","target":7})",
      R"({"cmd":"state","session":"s2"})",
      R"({"cmd":"view","session":"s1","seat":0,"world":true})",
      R"({"cmd":"ping","id":"a"})",
      "[[[[",
      "{}",
      R"({"cmd":"hello","role":"bot"})",
      R"({"cmd":"result","session":"s1"})",
      "\xff",
      "",
      R"({"cmd":"start","game":"borealis","rules_version":1,"setup":{},"seat":0,"seed":"1"})",
      R"({"cmd":"move","seat":0,"view":{}})",
      R"({"cmd":"close","session":"s1"})",
      R"({"cmd":"quit"})"};
  Rng rng(2);
  int done = 0;
  for (int i = 0; i < 400; ++i) {
    std::string text;
    for (std::uint32_t pieces = rng.below(60); pieces > 0; --pieces)
      text += std::string(kPieces[rng.below(static_cast<std::uint32_t>(kPieces.size()))]) + "\n";
    if (!text.empty() && rng.below(2) == 0)
      text[rng.below(static_cast<std::uint32_t>(text.size()))] = static_cast<char>(rng.below(256));
    done += fuzz::say_anything({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  }
  MESSAGE(done << " requests done");
  CHECK(done > 2000);
}

}  // namespace
}  // namespace farnorth
