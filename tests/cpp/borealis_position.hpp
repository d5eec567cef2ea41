// Positions of Borealis set up by words, in the notation that tests/data/borealis_golden.txt explains.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "farnorth/games/borealis/borealis.hpp"

namespace farnorth::borealis {

struct Position {
  Borealis game{Setup{}};
  State state;
  Memory memory;
};

// `given`: statements such as "p1 hand fox-kayak-pm! O O O". Throws BadData on a statement it does not know.
Position set_up(const std::vector<std::string>& given);

// Texts of the notation.
std::vector<std::string> split(std::string_view text, std::string_view separator);  // parts trimmed
std::string join(const std::vector<std::string>& words, std::string_view separator = " ");
Player to_player(std::string_view name);  // p1 ..
Location to_location(std::string_view name);
Objective to_objective(std::string_view id);
ScoringCard to_scoring_card(std::string_view id);

}  // namespace farnorth::borealis
