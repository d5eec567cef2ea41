// How deep a JSON text is nested. The library that reads it recurses, so that a hostile depth would end the process.
#pragma once

#include <algorithm>
#include <string_view>

namespace farnorth {

// Our own documents are 6 levels deep.
inline constexpr int kDeepestJson = 64;

inline int json_depth(std::string_view text) {
  int depth = 0, deepest = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') in_string = !in_string;
    if (in_string && c == '\\') ++i;
    if (in_string) continue;
    if (c == '[' || c == '{') deepest = std::max(deepest, ++depth);
    if (c == ']' || c == '}') --depth;
  }
  return deepest;
}

}  // namespace farnorth
