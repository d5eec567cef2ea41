#include "borealis_recount.hpp"

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <tuple>

namespace farnorth::borealis {

namespace {

constexpr std::size_t kLeftCamp = 3, kRightCamp = 4;

int scientists(const Board& board, std::size_t spot) {
  return board.scientists[spot][0] + board.scientists[spot][1] + board.scientists[spot][2];
}
int camps(const Board& board) {
  return scientists(board, kLeftCamp) + scientists(board, kRightCamp);
}
int busiest_location(const Board& board) {
  return std::max({scientists(board, 0), scientists(board, 1), scientists(board, 2)});
}

int commonest(const std::map<std::string, int>& counts) {
  int most = 0;
  for (const auto& [name, count] : counts) most = std::max(most, count);
  return most;
}

}  // namespace

Recount::Recount()
    : data_(nlohmann::json::parse(std::ifstream(FARNORTH_TESTS_DIR "/data/borealis.json"))) {
  for (const auto& face : data_["faces"])
    cards_.push_back({.species = face["species"],
                      .vehicle = face["vehicle"],
                      .left_mover = face["left_mover"],
                      .right_mover = face["right_mover"],
                      .points = face["points"]});
}

bool Recount::fits(const Board& board, Face face, Location location) const {
  std::map<std::string, int> missing;
  ++missing[card(face).left_mover];
  ++missing[card(face).right_mover];
  for (std::size_t colour = 0; colour < 3; ++colour)
    missing[data_["colours"][colour]["id"]] -=
        board.scientists[static_cast<std::size_t>(location)][colour];
  return std::all_of(missing.begin(), missing.end(), [](const auto& m) { return m.second <= 0; });
}

int Recount::flag_space(int pattern, Location location, const CardPile& pile) const {
  const std::string name = pattern == 0 ? "I" : "II-" + std::to_string(pattern);
  const auto& spaces =
      data_["tracks"]["vehicles"][name][static_cast<std::size_t>(location) == 0   ? "left"
                                        : static_cast<std::size_t>(location) == 1 ? "middle"
                                                                                  : "right"];
  std::size_t space = 0;
  for (const Face face : pile)
    if (space < spaces.size() &&
        (spaces[space][0] == card(face).vehicle || spaces[space][1] == card(face).vehicle))
      ++space;
  return static_cast<int>(space);
}

int Recount::sets(const Board& board) const {
  int points = 0;
  for (const CardPile& pile : board.pile) {
    std::map<std::string, int> counts;
    for (const Face face : pile) ++counts[card(face).species];
    for (const auto& [species, count] : counts)
      points += data_["set_points"][static_cast<std::size_t>(count)].get<int>();
  }
  return points;
}

int Recount::tracks(const Board& board) const {
  const auto& points = data_["tracks"]["points"];
  return points["left"][board.flag[0]].get<int>() + points["middle"][board.flag[1]].get<int>() +
         points["right"][board.flag[2]].get<int>();
}

int Recount::stars(const Board& board) const {
  int points = 0;
  for (const CardPile& pile : board.pile)
    for (const Face face : pile) points += card(face).points;
  return points;
}

int Recount::scoring_card(const std::string& id, const Board& board) const {
  const auto number = [&](const char* name) {
    for (const auto& row : data_["scoring_cards"])
      if (row["id"] == id) return row.at(name).get<int>();
    throw BadData("no such scoring card: " + id);
  };
  const auto species = [&](Face face) { return card(face).species; };
  if (id == "common_destination") {
    const std::set<int> spaces(board.flag.begin(), board.flag.end());
    if (spaces.size() == 1) return number("points_if_three_flags_level");
    return spaces.size() == 2 ? number("points_if_two_flags_level") : 0;
  }
  if (id == "farewell_party")
    return busiest_location(board) * number("points_per_scientist_in_best_location");
  if (id == "safe_return") return camps(board) * number("points_per_scientist_in_camps");
  if (id == "untrodden_path") {
    const auto& points = data_["tracks"]["points"];
    return number("times_points_of_lowest_flag") *
           std::min({points["left"][board.flag[0]].get<int>(),
                     points["middle"][board.flag[1]].get<int>(),
                     points["right"][board.flag[2]].get<int>()});
  }
  if (id == "outer_lands") {
    const std::size_t middle = board.pile[1].size();
    return ((board.pile[0].size() > middle ? 1 : 0) + (board.pile[2].size() > middle ? 1 : 0)) *
           number("points_per_outer_location_larger_than_middle");
  }
  if (id == "popular_vehicle") {
    std::map<std::string, int> counts;
    for (const CardPile& pile : board.pile)
      for (const Face face : pile) ++counts[card(face).vehicle];
    return commonest(counts) * number("points_per_card_of_commonest_vehicle");
  }
  if (id == "expansive_species") {
    int rows = 0;
    for (std::size_t height = 0; height < kFullLocation; ++height) {
      std::multiset<std::string> row;
      for (const CardPile& pile : board.pile)
        if (height < pile.size()) row.insert(species(pile[height]));
      if (row.size() == 3 && row.count(*row.begin()) == 3) ++rows;
    }
    return rows * number("points_per_row_of_one_species");
  }
  int locations = 0, pairs = 0, calm = 0;
  for (const CardPile& pile : board.pile) {
    std::set<std::string> kinds;
    std::vector<int> runs;
    for (std::size_t i = 0; i < pile.size(); ++i) {
      kinds.insert(species(pile[i]));
      if (i > 0 && species(pile[i]) == species(pile[i - 1]))
        ++runs.back();
      else
        runs.push_back(1);
    }
    locations += kinds.size() == 2 ? 1 : 0;
    pairs += static_cast<int>(std::count(runs.begin(), runs.end(), 2));
    calm += runs.size() == pile.size() ? 1 : 0;
  }
  if (id == "interspecies_relationships")
    return locations * number("points_per_location_with_exactly_two_species");
  if (id == "mating_season") return pairs * number("points_per_run_of_exactly_two");
  return calm * number("points_per_location_without_equal_neighbours");
}

int Recount::total(const State& state, const Board& board) const {
  int points = sets(board) + tracks(board) + stars(board) + board.points;
  for (const ScoringCard card : state.scoring)
    if (card != ScoringCard::none)
      points += scoring_card(data_["scoring_cards"][static_cast<std::size_t>(card)]["id"], board);
  return points;
}

int Recount::counted(const std::string& what, const Board& board, int gathered) const {
  std::map<std::string, int> species, vehicles;
  std::vector<int> sizes, flags(board.flag.begin(), board.flag.end());
  for (const CardPile& pile : board.pile) {
    sizes.push_back(static_cast<int>(pile.size()));
    for (const Face face : pile) {
      ++species[card(face).species];
      ++vehicles[card(face).vehicle];
    }
  }
  const auto least = [](const auto& of) { return *std::min_element(of.begin(), of.end()); };
  const auto most = [](const auto& of) { return *std::max_element(of.begin(), of.end()); };
  if (what == "cards_in_every_location") return least(sizes);
  if (what == "cards_in_some_location") return most(sizes);
  if (what == "different_species_in_play") return static_cast<int>(species.size());
  if (what == "cards_of_some_species_in_play") return commonest(species);
  if (what == "cards_of_some_vehicle_in_play") return commonest(vehicles);
  if (what == "spaces_from_start_of_every_flag") return least(flags);
  if (what == "spaces_from_start_of_some_flag") return most(flags);
  if (what == "spaces_between_some_two_flags") return most(flags) - least(flags);
  if (what == "scientists_returned_by_this_regroup") return gathered;
  if (what == "scientists_in_every_location") return busiest_location(board);
  if (what == "scientists_in_some_camp")
    return std::max(scientists(board, kLeftCamp), scientists(board, kRightCamp));
  if (what == "scientists_of_some_colour_in_camps") {
    int best = 0;
    for (std::size_t colour = 0; colour < 3; ++colour)
      best = std::max(best,
                      board.scientists[kLeftCamp][colour] + board.scientists[kRightCamp][colour]);
    return best;
  }
  throw BadData("nothing counts " + what);
}

bool Recount::meets(Objective objective, const Board& board, int gathered) const {
  const auto& row = data_["objectives"][static_cast<std::size_t>(objective)];
  const int count = counted(row["counts"], board, gathered);
  return row.contains("at_least") ? count >= row["at_least"].get<int>()
                                  : count <= row["at_most"].get<int>();
}

std::vector<int> Recount::places(const State& state, int players) const {
  std::vector<std::tuple<int, int, int>> keys;
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(players); ++seat) {
    const Board& board = state.board[seat];
    keys.emplace_back(total(state, board), *std::max_element(board.flag.begin(), board.flag.end()),
                      board.points);
  }
  std::vector<int> places;
  for (const auto& key : keys)
    places.push_back(
        1 + static_cast<int>(std::count_if(keys.begin(), keys.end(),
                                           [&](const auto& other) { return other > key; })));
  return places;
}

std::vector<std::string> Recount::achievements(const State& state, int players,
                                               std::size_t seat) const {
  const Board& board = state.board[seat];
  int claims = 0, most_of_a_species = 0;
  for (const PlayerSet& claimants : state.claimed)
    claims += claimants.contains(Player::at(static_cast<int>(seat))) ? 1 : 0;
  for (const CardPile& pile : board.pile) {
    std::map<std::string, int> counts;
    for (const Face face : pile) ++counts[card(face).species];
    most_of_a_species = std::max(most_of_a_species, commonest(counts));
  }
  std::vector<std::string> reached;
  for (const auto& row : data_["achievements"]) {
    bool holds = true;
    const auto at_least = [&](const char* name, int value) {
      if (row.contains(name)) holds = holds && value >= row[name].get<int>();
    };
    if (row.contains("place")) holds = places(state, players)[seat] == row["place"].get<int>();
    at_least("total_at_least", total(state, board));
    at_least("spaces_from_start_of_some_flag_at_least",
             *std::max_element(board.flag.begin(), board.flag.end()));
    at_least("cards_of_one_species_in_one_location_at_least", most_of_a_species);
    at_least("objectives_claimed_at_least", claims);
    if (row.contains("objectives_claimed_at_most"))
      holds = holds && claims <= row["objectives_claimed_at_most"].get<int>();
    if (row.contains("scoring_card")) {
      at_least("points_at_least", scoring_card(row["scoring_card"], board));
      holds =
          holds && std::any_of(state.scoring.begin(), state.scoring.end(), [&](ScoringCard dealt) {
            return data_["scoring_cards"][static_cast<std::size_t>(dealt)]["id"] ==
                   row["scoring_card"];
          });
    }
    if (holds) reached.push_back(row["id"]);
  }
  return reached;
}

}  // namespace farnorth::borealis
