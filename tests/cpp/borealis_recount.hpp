// The rules of Borealis told a second time, slowly and from tests/data/borealis.json alone, to compare with.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "farnorth/games/borealis/borealis.hpp"

namespace farnorth::borealis {

class Recount {
 public:
  Recount();

  struct Card {
    std::string species, vehicle, left_mover, right_mover;
    int points = 0;
  };
  const Card& card(Face face) const { return cards_.at(face.id); }

  bool fits(const Board& board, Face face, Location location) const;
  // Space of a flag that met these cards, bottom card first.
  int flag_space(int pattern, Location location, const CardPile& pile) const;

  int sets(const Board& board) const;
  int tracks(const Board& board) const;
  int stars(const Board& board) const;
  int scoring_card(const std::string& id, const Board& board) const;
  int total(const State& state, const Board& board) const;
  bool meets(Objective objective, const Board& board, int gathered) const;
  std::vector<int> places(const State& state, int players) const;
  std::vector<std::string> achievements(const State& state, int players, std::size_t seat) const;

 private:
  int counted(const std::string& what, const Board& board, int gathered) const;

  nlohmann::json data_;
  std::vector<Card> cards_;
};

}  // namespace farnorth::borealis
