// Points, ranking, achievements. Everything here is defined at every state, as if the game ended there.
#include <algorithm>
#include <bit>
#include <numeric>

#include "farnorth/core/places.hpp"
#include "farnorth/games/borealis/borealis.hpp"

namespace farnorth::borealis {

namespace {

template <std::size_t N>
using Counts = std::array<std::uint8_t, N>;

std::size_t index(auto enumerator) { return static_cast<std::size_t>(enumerator); }
std::size_t species_of(Face face) { return index(row(face).species); }

Counts<kSpeciesCount> species_in(const CardPile& pile) {
  Counts<kSpeciesCount> counts{};
  for (const Face face : pile) ++counts[species_of(face)];
  return counts;
}

Counts<kSpeciesCount> species_in_play(const Board& board) {
  Counts<kSpeciesCount> counts{};
  for (const CardPile& pile : board.pile)
    for (const Face face : pile) ++counts[species_of(face)];
  return counts;
}

// Bit h: the card at height h of a pile is of the same species as the one below it.
unsigned same_as_below(const CardPile& pile) {
  unsigned same = 0;
  for (std::size_t h = 1; h < pile.size(); ++h)
    same |= (species_of(pile[h]) == species_of(pile[h - 1]) ? 1U : 0U) << h;
  return same;
}

int most_of_a_vehicle(const Board& board) {
  Counts<kVehicles> counts{};
  for (const CardPile& pile : board.pile)
    for (const Face face : pile) ++counts[index(row(face).vehicle)];
  return *std::max_element(counts.begin(), counts.end());
}

int scientists_at(const Board& board, Spot spot) {
  const auto& colours = board.scientists[index(spot)];
  return std::accumulate(colours.begin(), colours.end(), 0);
}

int most_scientists_in_a_location(const Board& board) {
  return std::max({scientists_at(board, Spot::left), scientists_at(board, Spot::middle),
                   scientists_at(board, Spot::right)});
}

int furthest_flag(const Board& board) {
  return *std::max_element(board.flag.begin(), board.flag.end());
}
int lowest_flag(const Board& board) {
  return *std::min_element(board.flag.begin(), board.flag.end());
}

// Points for the flag of a track.
int flag_points(const Board& board, std::size_t track) {
  return kTrackPoints[track][board.flag[track]];
}

// ---- Scoring cards -------------------------------------------------------------------------------

int common_destination(const Board& board) {  // B-CARD-1: flags on the start count
  const ScoringCardRow& card = row(ScoringCard::common_destination);
  const bool lm = board.flag[0] == board.flag[1], mr = board.flag[1] == board.flag[2],
             lr = board.flag[0] == board.flag[2];
  if (lm && mr) return card.points;
  return lm || mr || lr ? card.lesser_points : 0;
}

int expansive_species(const Board& board) {  // B-CARD-2: heights count from the bottom
  const std::size_t height =
      std::min({board.pile[0].size(), board.pile[1].size(), board.pile[2].size()});
  int rows = 0;
  for (std::size_t h = 0; h < height; ++h) {
    const std::size_t species = species_of(board.pile[0][h]);
    if (species == species_of(board.pile[1][h]) && species == species_of(board.pile[2][h])) ++rows;
  }
  return rows * row(ScoringCard::expansive_species).points;
}

int interspecies_relationships(const Board& board) {  // B-CARD-4
  int locations = 0;
  for (const CardPile& pile : board.pile) {
    const auto counts = species_in(pile);
    if (std::count(counts.begin(), counts.end(), 0) == kSpeciesCount - 2) ++locations;
  }
  return locations * row(ScoringCard::interspecies_relationships).points;
}

int mating_season(const Board& board) {  // B-CARD-5: maximal runs of exactly two
  int pairs = 0;
  for (const CardPile& pile : board.pile) {
    const unsigned same = same_as_below(pile);
    pairs += std::popcount(same & ~(same << 1U) & ~(same >> 1U));
  }
  return pairs * row(ScoringCard::mating_season).points;
}

int outer_lands(const Board& board) {  // B-CARD-6
  const std::size_t middle = board.pile[1].size();
  const int larger =
      (board.pile[0].size() > middle ? 1 : 0) + (board.pile[2].size() > middle ? 1 : 0);
  return larger * row(ScoringCard::outer_lands).points;
}

int territorial_animals(const Board& board) {  // B-CARD-9: also with no card or one
  int locations = 0;
  for (const CardPile& pile : board.pile) locations += same_as_below(pile) == 0 ? 1 : 0;
  return locations * row(ScoringCard::territorial_animals).points;
}

int untrodden_path(const Board& board) {  // B-CARD-10: the smallest value, not the lowest space
  const int value = std::min({flag_points(board, 0), flag_points(board, 1), flag_points(board, 2)});
  return value * row(ScoringCard::untrodden_path).points;
}

bool has_seven_of_a_species(const Board& board) {
  for (const CardPile& pile : board.pile) {
    const auto counts = species_in(pile);
    if (*std::max_element(counts.begin(), counts.end()) >= kFullLocation) return true;
  }
  return false;
}

}  // namespace

int total_points(const State& state, const Board& board) {  // B-SCORE-5
  return set_points(board) + track_points(board) + star_points(board) +
         card_points(board, state.scoring[0]) + card_points(board, state.scoring[1]) + board.points;
}

int cards_at(const Board& board, Location location) {
  return static_cast<int>(board.pile[index(location)].size());
}

int set_points(const Board& board) {  // B-SCORE-1
  int points = 0;
  for (const CardPile& pile : board.pile)
    for (const std::uint8_t cards : species_in(pile)) points += kSetPoints[cards];
  return points;
}

int track_points(const Board& board) {  // B-SCORE-2
  return flag_points(board, 0) + flag_points(board, 1) + flag_points(board, 2);
}

int star_points(const Board& board) {  // B-SCORE-3
  int points = 0;
  for (const CardPile& pile : board.pile)
    for (const Face face : pile) points += row(face).stars;
  return points;
}

int card_points(const Board& board, ScoringCard card) {  // B-SCORE-4
  switch (card) {
    case ScoringCard::common_destination: return common_destination(board);
    case ScoringCard::expansive_species: return expansive_species(board);
    case ScoringCard::farewell_party:  // B-CARD-3: camps do not count
      return most_scientists_in_a_location(board) * row(card).points;
    case ScoringCard::interspecies_relationships: return interspecies_relationships(board);
    case ScoringCard::mating_season: return mating_season(board);
    case ScoringCard::outer_lands: return outer_lands(board);
    case ScoringCard::popular_vehicle:  // B-CARD-7
      return most_of_a_vehicle(board) * row(card).points;
    case ScoringCard::safe_return:  // B-CARD-8
      return camp_scientists(board) * row(card).points;
    case ScoringCard::territorial_animals: return territorial_animals(board);
    case ScoringCard::untrodden_path: return untrodden_path(board);
    case ScoringCard::none: break;  // not dealt yet
  }
  return 0;
}

bool meets(const Board& board, Objective objective, int gathered) {  // B-OBJ-1
  if (objective == Objective::none) return false;
  const int number = row(objective).number;
  switch (objective) {
    case Objective::balanced_ecosystem:
      return std::all_of(board.pile.begin(), board.pile.end(), [=](const CardPile& pile) {
        return static_cast<int>(pile.size()) >= number;
      });
    case Objective::richness_of_nature:
      return std::any_of(board.pile.begin(), board.pile.end(), [=](const CardPile& pile) {
        return static_cast<int>(pile.size()) >= number;
      });
    case Objective::spotting_list: {
      const auto counts = species_in_play(board);
      return kSpeciesCount - std::count(counts.begin(), counts.end(), 0) >= number;
    }
    case Objective::favorite_research_object: {
      const auto counts = species_in_play(board);
      return *std::max_element(counts.begin(), counts.end()) >= number;
    }
    case Objective::specialists_retreat:
      for (std::size_t colour = 0; colour < kColours; ++colour)
        if (board.scientists[index(Spot::left_camp)][colour] +
                board.scientists[index(Spot::right_camp)][colour] >=
            number)
          return true;
      return false;
    case Objective::comparing_notes:
      return scientists_at(board, Spot::left_camp) >= number ||
             scientists_at(board, Spot::right_camp) >= number;
    case Objective::morning_shift: return gathered >= number;
    case Objective::splitting_up: return most_scientists_in_a_location(board) <= number;
    case Objective::organized_expedition: return most_of_a_vehicle(board) >= number;
    case Objective::combing_the_area: return lowest_flag(board) >= number;
    case Objective::bold_explorers: return furthest_flag(board) >= number;
    case Objective::promising_direction: return furthest_flag(board) - lowest_flag(board) >= number;
    case Objective::none: break;
  }
  return false;
}

Scores Borealis::scores(const State& state) const {
  Scores scores{};
  for (std::size_t seat = 0; seat < setup.players; ++seat)
    scores[seat] = static_cast<std::int16_t>(total_points(state, state.board[seat]));
  return scores;
}

ScoreSheet Borealis::score_sheet(const State& state, Player player) const {
  const Board& board = state.board[player.seat];
  const auto points = [](int value) { return static_cast<std::int16_t>(value); };
  return {
      {"sets", {points(set_points(board))}},
      {"tracks", {points(track_points(board))}},
      {"stars", {points(star_points(board))}},
      {"cards",
       {points(card_points(board, state.scoring[0])),
        points(card_points(board, state.scoring[1]))}},
      {"tokens", {points(board.points)}},
      {"total", {points(total_points(state, board))}},
  };
}

Places Borealis::ranking(const State& state) const {
  std::array<std::array<int, 3>, kMaxPlayers> keys{};
  for (std::size_t seat = 0; seat < setup.players; ++seat) {
    const Board& board = state.board[seat];
    // B-RANK-1 the total; B-RANK-2 the furthest flag, in spaces; B-RANK-3 the tokens held at the end
    keys[seat] = {total_points(state, board), furthest_flag(board), board.points};
  }
  return places_by(std::span<const std::array<int, 3>>(keys).first(setup.players));  // B-RANK-4
}

std::vector<std::string_view> Borealis::achievements(const State& state, Player player) const {
  std::vector<std::string_view> reached;
  if (state.phase != Phase::over) return reached;
  const Board& board = state.board[player.seat];
  const int total = total_points(state, board);
  const bool wins = ranking(state)[player.seat] == 1;  // B-ACH-4: also a shared first place
  const auto claims =
      std::count_if(state.claimed.begin(), state.claimed.end(),
                    [=](const PlayerSet& claimants) { return claimants.contains(player); });
  const bool holds[kFirstCardAchievement] = {
      // B-ACH-1
      wins,
      total >= 50,
      total >= 60,
      total >= 70,
      total >= 80,
      furthest_flag(board) >= kLastSpace,
      has_seven_of_a_species(board),
      claims == kObjectivesInPlay,
      wins && claims == 0,
  };
  for (std::size_t i = 0; i < kFirstCardAchievement; ++i)
    if (holds[i]) reached.push_back(kAchievementNames[i]);
  for (const ScoringCard card : state.scoring)  // B-ACH-2; B-ACH-3: the number is a minimum
    if (card != ScoringCard::none && card_points(board, card) >= row(card).achievement)
      reached.push_back(kAchievementNames[kFirstCardAchievement + index(card)]);
  return reached;
}

std::string_view title(int achievements) {  // B-ACH-5
  std::string_view name = kTitles.front().name;
  for (const TitleRow& each : kTitles)
    if (achievements >= each.achievements) name = each.name;
  return name;
}

}  // namespace farnorth::borealis
