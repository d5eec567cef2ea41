// Components of Borealis: cards, tracks, objectives, scoring cards, achievements. One row a component.
//
// Published facts; the JSON copy in tests/data is an independent witness and a test compares the two.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace farnorth::borealis {

enum class Colour : std::uint8_t { amber, pink, mint };  // of scientists
enum class Species : std::uint8_t { bear, fox, owl, seal, puffin };
enum class Vehicle : std::uint8_t { sleigh, zeppelin, submarine, kayak, skis };
enum class Location : std::uint8_t { left, middle, right };
// Where a scientist can be. The first three are the locations, so a Location is also a Spot.
enum class Spot : std::uint8_t { left, middle, right, left_camp, right_camp };

inline constexpr int kColours = 3, kSpeciesCount = 5, kVehicles = 5, kLocations = 3, kSpots = 5;
inline constexpr std::array kAllLocations{Location::left, Location::middle, Location::right};

inline constexpr std::array<std::string_view, kColours> kColourNames{"amber", "pink", "mint"};
inline constexpr std::array<std::string_view, kSpeciesCount> kSpeciesNames{"bear", "fox", "owl",
                                                                           "seal", "puffin"};
inline constexpr std::array<std::string_view, kVehicles> kVehicleNames{
    "sleigh", "zeppelin", "submarine", "kayak", "skis"};
inline constexpr std::array<std::string_view, kLocations> kLocationNames{"left", "middle", "right"};

inline constexpr int kHandCards = 4;
inline constexpr int kPoolCards = 4;
inline constexpr int kStartPoints = 2;
inline constexpr int kScoringCardsInPlay = 2;
inline constexpr int kObjectivesInPlay = 3;  // one a type
inline constexpr int kObjectivePoints = 5;
inline constexpr int kRefreshCost = 1;
inline constexpr int kLastSpace = 7;     // of a track; space 0 is the start
inline constexpr int kFullLocation = 7;  // cards in a location that end the game

// ---- Animal cards -------------------------------------------------------------------------------

// What is printed on an animal card, by number 0..98.
struct Face {
  std::uint8_t id = 0;
  friend constexpr auto operator<=>(Face, Face) = default;
};
inline constexpr Face kUnknownFace{255};  // a card as seen by those who may not see it

struct FaceRow {
  Species species;
  Vehicle vehicle;
  Colour left_mover, right_mover;  // the scientists that make the observation and then move on
  int stars = 0;                   // points printed on the card
  int copies = 1;
};

// clang-format off
inline constexpr std::array<FaceRow, 99> kFaces = [] {
  using enum Species;
  using enum Vehicle;
  using enum Colour;
  return std::array<FaceRow, 99>{{
      {.species = bear,   .vehicle = sleigh,    .left_mover = amber, .right_mover = pink},  // 0
      {.species = bear,   .vehicle = sleigh,    .left_mover = pink,  .right_mover = mint},  // 1
      {.species = bear,   .vehicle = sleigh,    .left_mover = mint,  .right_mover = amber},  // 2
      {.species = bear,   .vehicle = sleigh,    .left_mover = mint,  .right_mover = mint, .stars = 1},  // 3
      {.species = bear,   .vehicle = zeppelin,  .left_mover = amber, .right_mover = pink},  // 4
      {.species = bear,   .vehicle = zeppelin,  .left_mover = amber, .right_mover = mint},  // 5
      {.species = bear,   .vehicle = zeppelin,  .left_mover = pink,  .right_mover = amber},  // 6
      {.species = bear,   .vehicle = zeppelin,  .left_mover = mint,  .right_mover = pink},  // 7
      {.species = bear,   .vehicle = submarine, .left_mover = amber, .right_mover = amber, .stars = 1},  // 8
      {.species = bear,   .vehicle = submarine, .left_mover = pink,  .right_mover = amber},  // 9
      {.species = bear,   .vehicle = submarine, .left_mover = mint,  .right_mover = amber},  // 10
      {.species = bear,   .vehicle = submarine, .left_mover = mint,  .right_mover = pink},  // 11
      {.species = bear,   .vehicle = kayak,     .left_mover = amber, .right_mover = mint},  // 12
      {.species = bear,   .vehicle = kayak,     .left_mover = pink,  .right_mover = amber},  // 13
      {.species = bear,   .vehicle = kayak,     .left_mover = pink,  .right_mover = pink, .stars = 1},  // 14
      {.species = bear,   .vehicle = kayak,     .left_mover = mint,  .right_mover = pink},  // 15
      {.species = bear,   .vehicle = skis,      .left_mover = amber, .right_mover = mint},  // 16
      {.species = bear,   .vehicle = skis,      .left_mover = pink,  .right_mover = amber},  // 17
      {.species = bear,   .vehicle = skis,      .left_mover = pink,  .right_mover = mint},  // 18
      {.species = bear,   .vehicle = skis,      .left_mover = mint,  .right_mover = mint, .stars = 1},  // 19
      {.species = fox,    .vehicle = sleigh,    .left_mover = amber, .right_mover = pink},  // 20
      {.species = fox,    .vehicle = sleigh,    .left_mover = mint,  .right_mover = amber},  // 21
      {.species = fox,    .vehicle = sleigh,    .left_mover = mint,  .right_mover = pink},  // 22
      {.species = fox,    .vehicle = sleigh,    .left_mover = mint,  .right_mover = mint, .stars = 1},  // 23
      {.species = fox,    .vehicle = zeppelin,  .left_mover = amber, .right_mover = mint},  // 24
      {.species = fox,    .vehicle = zeppelin,  .left_mover = pink,  .right_mover = amber},  // 25
      {.species = fox,    .vehicle = zeppelin,  .left_mover = pink,  .right_mover = pink, .stars = 1},  // 26
      {.species = fox,    .vehicle = zeppelin,  .left_mover = pink,  .right_mover = mint},  // 27
      {.species = fox,    .vehicle = submarine, .left_mover = amber, .right_mover = mint},  // 28
      {.species = fox,    .vehicle = submarine, .left_mover = pink,  .right_mover = amber},  // 29
      {.species = fox,    .vehicle = submarine, .left_mover = pink,  .right_mover = pink, .stars = 1},  // 30
      {.species = fox,    .vehicle = submarine, .left_mover = mint,  .right_mover = pink},  // 31
      {.species = fox,    .vehicle = kayak,     .left_mover = amber, .right_mover = pink},  // 32
      {.species = fox,    .vehicle = kayak,     .left_mover = amber, .right_mover = mint},  // 33
      {.species = fox,    .vehicle = kayak,     .left_mover = pink,  .right_mover = mint},  // 34
      {.species = fox,    .vehicle = kayak,     .left_mover = mint,  .right_mover = amber},  // 35
      {.species = fox,    .vehicle = skis,      .left_mover = amber, .right_mover = amber, .stars = 1},  // 36
      {.species = fox,    .vehicle = skis,      .left_mover = amber, .right_mover = pink},  // 37
      {.species = fox,    .vehicle = skis,      .left_mover = pink,  .right_mover = mint},  // 38
      {.species = fox,    .vehicle = skis,      .left_mover = mint,  .right_mover = amber},  // 39
      {.species = owl,    .vehicle = sleigh,    .left_mover = amber, .right_mover = amber, .stars = 1},  // 40
      {.species = owl,    .vehicle = sleigh,    .left_mover = amber, .right_mover = pink},  // 41
      {.species = owl,    .vehicle = sleigh,    .left_mover = amber, .right_mover = mint},  // 42
      {.species = owl,    .vehicle = sleigh,    .left_mover = mint,  .right_mover = pink},  // 43
      {.species = owl,    .vehicle = zeppelin,  .left_mover = amber, .right_mover = mint},  // 44
      {.species = owl,    .vehicle = zeppelin,  .left_mover = pink,  .right_mover = amber},  // 45
      {.species = owl,    .vehicle = zeppelin,  .left_mover = mint,  .right_mover = pink},  // 46
      {.species = owl,    .vehicle = zeppelin,  .left_mover = mint,  .right_mover = mint, .stars = 1},  // 47
      {.species = owl,    .vehicle = submarine, .left_mover = amber, .right_mover = pink},  // 48
      {.species = owl,    .vehicle = submarine, .left_mover = pink,  .right_mover = pink, .stars = 1},  // 49
      {.species = owl,    .vehicle = submarine, .left_mover = pink,  .right_mover = mint},  // 50
      {.species = owl,    .vehicle = submarine, .left_mover = mint,  .right_mover = amber},  // 51
      {.species = owl,    .vehicle = kayak,     .left_mover = pink,  .right_mover = amber},  // 52
      {.species = owl,    .vehicle = kayak,     .left_mover = pink,  .right_mover = pink, .stars = 1},  // 53
      {.species = owl,    .vehicle = kayak,     .left_mover = pink,  .right_mover = mint},  // 54
      {.species = owl,    .vehicle = kayak,     .left_mover = mint,  .right_mover = amber},  // 55
      {.species = owl,    .vehicle = skis,      .left_mover = amber, .right_mover = mint},  // 56
      {.species = owl,    .vehicle = skis,      .left_mover = pink,  .right_mover = amber},  // 57
      {.species = owl,    .vehicle = skis,      .left_mover = mint,  .right_mover = pink},  // 58
      {.species = owl,    .vehicle = skis,      .left_mover = mint,  .right_mover = mint, .stars = 1},  // 59
      {.species = seal,   .vehicle = sleigh,    .left_mover = amber, .right_mover = amber, .stars = 1},  // 60
      {.species = seal,   .vehicle = sleigh,    .left_mover = amber, .right_mover = mint},  // 61
      {.species = seal,   .vehicle = sleigh,    .left_mover = pink,  .right_mover = amber},  // 62
      {.species = seal,   .vehicle = sleigh,    .left_mover = mint,  .right_mover = pink},  // 63
      {.species = seal,   .vehicle = zeppelin,  .left_mover = amber, .right_mover = amber, .stars = 1},  // 64
      {.species = seal,   .vehicle = zeppelin,  .left_mover = pink,  .right_mover = amber},  // 65
      {.species = seal,   .vehicle = zeppelin,  .left_mover = mint,  .right_mover = amber},  // 66
      {.species = seal,   .vehicle = zeppelin,  .left_mover = mint,  .right_mover = pink},  // 67
      {.species = seal,   .vehicle = submarine, .left_mover = amber, .right_mover = pink},  // 68
      {.species = seal,   .vehicle = submarine, .left_mover = amber, .right_mover = mint},  // 69
      {.species = seal,   .vehicle = submarine, .left_mover = pink,  .right_mover = pink, .stars = 1},  // 70
      {.species = seal,   .vehicle = submarine, .left_mover = pink,  .right_mover = mint},  // 71
      {.species = seal,   .vehicle = kayak,     .left_mover = amber, .right_mover = pink},  // 72
      {.species = seal,   .vehicle = kayak,     .left_mover = pink,  .right_mover = mint},  // 73
      {.species = seal,   .vehicle = kayak,     .left_mover = mint,  .right_mover = amber},  // 74
      {.species = seal,   .vehicle = kayak,     .left_mover = mint,  .right_mover = mint, .stars = 1},  // 75
      {.species = seal,   .vehicle = skis,      .left_mover = amber, .right_mover = pink},  // 76
      {.species = seal,   .vehicle = skis,      .left_mover = pink,  .right_mover = mint, .copies = 2},  // 77
      {.species = seal,   .vehicle = skis,      .left_mover = mint,  .right_mover = amber},  // 78
      {.species = puffin, .vehicle = sleigh,    .left_mover = amber, .right_mover = pink},  // 79
      {.species = puffin, .vehicle = sleigh,    .left_mover = pink,  .right_mover = mint},  // 80
      {.species = puffin, .vehicle = sleigh,    .left_mover = mint,  .right_mover = amber},  // 81
      {.species = puffin, .vehicle = sleigh,    .left_mover = mint,  .right_mover = pink},  // 82
      {.species = puffin, .vehicle = zeppelin,  .left_mover = amber, .right_mover = amber, .stars = 1},  // 83
      {.species = puffin, .vehicle = zeppelin,  .left_mover = amber, .right_mover = mint},  // 84
      {.species = puffin, .vehicle = zeppelin,  .left_mover = pink,  .right_mover = amber},  // 85
      {.species = puffin, .vehicle = zeppelin,  .left_mover = mint,  .right_mover = pink},  // 86
      {.species = puffin, .vehicle = submarine, .left_mover = amber, .right_mover = pink},  // 87
      {.species = puffin, .vehicle = submarine, .left_mover = pink,  .right_mover = mint},  // 88
      {.species = puffin, .vehicle = submarine, .left_mover = mint,  .right_mover = amber},  // 89
      {.species = puffin, .vehicle = submarine, .left_mover = mint,  .right_mover = mint, .stars = 1},  // 90
      {.species = puffin, .vehicle = kayak,     .left_mover = amber, .right_mover = amber, .stars = 1},  // 91
      {.species = puffin, .vehicle = kayak,     .left_mover = amber, .right_mover = pink},  // 92
      {.species = puffin, .vehicle = kayak,     .left_mover = mint,  .right_mover = amber},  // 93
      {.species = puffin, .vehicle = kayak,     .left_mover = mint,  .right_mover = pink},  // 94
      {.species = puffin, .vehicle = skis,      .left_mover = amber, .right_mover = mint},  // 95
      {.species = puffin, .vehicle = skis,      .left_mover = pink,  .right_mover = amber},  // 96
      {.species = puffin, .vehicle = skis,      .left_mover = pink,  .right_mover = pink, .stars = 1},  // 97
      {.species = puffin, .vehicle = skis,      .left_mover = pink,  .right_mover = mint},  // 98
  }};
}();
// clang-format on
inline constexpr int kFaceCount = static_cast<int>(kFaces.size());
inline constexpr Face kDoubleFace{
    77};  // the only face of which the box holds two cards: seal-skis-pm

constexpr const FaceRow& row(Face face) { return kFaces[face.id]; }

constexpr int count_faces(auto predicate) {  // physical cards
  int cards = 0;
  for (const FaceRow& face : kFaces) cards += predicate(face) ? face.copies : 0;
  return cards;
}
inline constexpr int kCards = count_faces([](const FaceRow&) { return true; });
static_assert(kCards == 100, "the box holds 100 animal cards");
static_assert(row(kDoubleFace).copies == 2 && row(kDoubleFace).species == Species::seal &&
              row(kDoubleFace).vehicle == Vehicle::skis);
static_assert(count_faces([](const FaceRow& f) { return f.stars == 1; }) == 21,
              "21 cards have a star");
static_assert(count_faces([](const FaceRow& f) {
                return (f.stars == 1) != (f.left_mover == f.right_mover);
              }) == 0,
              "a card has a star exactly if both movers have one colour");
static_assert(
    [] {
      for (int kind = 0; kind < 5; ++kind) {
        if (count_faces([=](const FaceRow& f) { return static_cast<int>(f.species) == kind; }) !=
            20)
          return false;
        if (count_faces([=](const FaceRow& f) { return static_cast<int>(f.vehicle) == kind; }) !=
            20)
          return false;
      }
      return true;
    }(),
    "20 cards a species and 20 a vehicle");

// ---- Boards and tracks --------------------------------------------------------------------------

inline constexpr int kPatterns = 5;  // pattern 0 is side I, pattern k is II-k
inline constexpr std::array<std::string_view, kPatterns> kPatternNames{"i", "ii-1", "ii-2", "ii-3",
                                                                       "ii-4"};

// Points of spaces 0..7 of the track of each location.
// clang-format off
inline constexpr int kTrackPoints[kLocations][kLastSpace + 1] = {
    {0, 1, 2, 3, 5, 8, 11, 15},  // left
    {0, 1, 2, 3, 4, 6, 8, 11},   // middle
    {0, 1, 2, 3, 5, 8, 11, 15},  // right
};
// clang-format on

struct VehiclePair {
  Vehicle first, second;
  constexpr bool has(Vehicle vehicle) const { return first == vehicle || second == vehicle; }
};

// kTrackVehicles[pattern][location][k - 1]: the two vehicles with which a flag enters space k.
// clang-format off
inline constexpr auto kTrackVehicles = [] {
  using enum Vehicle;
  using Track = std::array<VehiclePair, kLastSpace>;
  return std::array<std::array<Track, kLocations>, kPatterns>{{
      // I
      {{
          Track{{{zeppelin, skis}, {sleigh, submarine}, {skis, kayak}, {sleigh, zeppelin}, {skis, submarine}, {kayak, zeppelin}, {sleigh, submarine}}},
          Track{{{zeppelin, submarine}, {skis, kayak}, {sleigh, zeppelin}, {submarine, kayak}, {sleigh, skis}, {kayak, zeppelin}, {sleigh, skis}}},
          Track{{{sleigh, kayak}, {skis, submarine}, {sleigh, zeppelin}, {submarine, kayak}, {zeppelin, skis}, {kayak, sleigh}, {zeppelin, submarine}}},
      }},
      // II-1
      {{
          Track{{{kayak, sleigh}, {skis, submarine}, {sleigh, zeppelin}, {kayak, skis}, {zeppelin, submarine}, {skis, sleigh}, {kayak, zeppelin}}},
          Track{{{submarine, zeppelin}, {skis, sleigh}, {kayak, submarine}, {zeppelin, skis}, {sleigh, kayak}, {skis, submarine}, {sleigh, zeppelin}}},
          Track{{{skis, kayak}, {zeppelin, sleigh}, {kayak, submarine}, {zeppelin, skis}, {submarine, sleigh}, {kayak, zeppelin}, {sleigh, submarine}}},
      }},
      // II-2
      {{
          Track{{{kayak, submarine}, {sleigh, zeppelin}, {skis, kayak}, {zeppelin, submarine}, {kayak, sleigh}, {skis, zeppelin}, {sleigh, submarine}}},
          Track{{{sleigh, submarine}, {kayak, zeppelin}, {submarine, skis}, {sleigh, zeppelin}, {skis, kayak}, {zeppelin, submarine}, {skis, sleigh}}},
          Track{{{skis, zeppelin}, {kayak, sleigh}, {submarine, skis}, {zeppelin, kayak}, {skis, sleigh}, {kayak, submarine}, {sleigh, zeppelin}}},
      }},
      // II-3
      {{
          Track{{{skis, sleigh}, {zeppelin, submarine}, {sleigh, kayak}, {skis, zeppelin}, {submarine, sleigh}, {kayak, zeppelin}, {submarine, skis}}},
          Track{{{skis, zeppelin}, {sleigh, submarine}, {zeppelin, kayak}, {skis, sleigh}, {kayak, submarine}, {sleigh, zeppelin}, {skis, kayak}}},
          Track{{{kayak, submarine}, {sleigh, zeppelin}, {submarine, skis}, {kayak, sleigh}, {zeppelin, submarine}, {skis, kayak}, {sleigh, zeppelin}}},
      }},
      // II-4
      {{
          Track{{{skis, kayak}, {sleigh, zeppelin}, {skis, submarine}, {kayak, sleigh}, {zeppelin, submarine}, {sleigh, skis}, {kayak, zeppelin}}},
          Track{{{sleigh, zeppelin}, {skis, kayak}, {zeppelin, submarine}, {sleigh, skis}, {submarine, kayak}, {zeppelin, skis}, {sleigh, submarine}}},
          Track{{{sleigh, submarine}, {kayak, zeppelin}, {skis, submarine}, {sleigh, kayak}, {zeppelin, skis}, {submarine, kayak}, {sleigh, zeppelin}}},
      }},
  }};
}();
// clang-format on
static_assert(
    [] {
      constexpr int kShown[kVehicles] = {9, 9, 8, 8, 8};
      for (const auto& pattern : kTrackVehicles) {
        int shown[kVehicles] = {};
        for (const auto& track : pattern)
          for (const VehiclePair& pair : track) {
            if (pair.first == pair.second) return false;
            ++shown[static_cast<int>(pair.first)];
            ++shown[static_cast<int>(pair.second)];
          }
        for (int v = 0; v < kVehicles; ++v)
          if (shown[v] != kShown[v]) return false;
      }
      return true;
    }(),
    "each pattern shows sleigh 9, zeppelin 9, submarine 8, kayak 8, skis 8 times");

// Points for n cards of one species in one location.
inline constexpr std::array<int, kFullLocation + 1> kSetPoints{0, 0, 1, 3, 6, 10, 15, 21};

// ---- Objectives ---------------------------------------------------------------------------------

// clang-format off
enum class Objective : std::uint8_t {
  balanced_ecosystem, richness_of_nature, spotting_list, favorite_research_object,   // animal
  specialists_retreat, comparing_notes, morning_shift, splitting_up,                 // scientist
  organized_expedition, combing_the_area, bold_explorers, promising_direction,       // vehicle
  none,                                                                              // not dealt yet
};
// clang-format on
inline constexpr int kObjectives = 12;
inline constexpr int kObjectivesPerType = 4;

struct ObjectiveRow {
  std::string_view id;
  std::string_view summary;  // our words, for people
  int number;                // a minimum; for splitting_up a maximum
};
// clang-format off
inline constexpr std::array<ObjectiveRow, kObjectives> kObjectiveRows{{
    {.id = "balanced_ecosystem",       .summary = "3 cards in every location",                       .number = 3},
    {.id = "richness_of_nature",       .summary = "6 cards in one location",                         .number = 6},
    {.id = "spotting_list",            .summary = "all 5 species among your cards",                  .number = 5},
    {.id = "favorite_research_object", .summary = "6 cards of one species, all locations together",  .number = 6},
    {.id = "specialists_retreat",      .summary = "the 3 scientists of one colour all in camps",     .number = 3},
    {.id = "comparing_notes",          .summary = "3 scientists in one camp",                        .number = 3},
    {.id = "morning_shift",            .summary = "gather 5 scientists in one regroup",              .number = 5},
    {.id = "splitting_up",             .summary = "at most 2 scientists in every location",          .number = 2},
    {.id = "organized_expedition",     .summary = "4 cards of one vehicle, all locations together",  .number = 4},
    {.id = "combing_the_area",         .summary = "every flag at least 2 spaces from the start",     .number = 2},
    {.id = "bold_explorers",           .summary = "a flag at least 5 spaces from the start",         .number = 5},
    {.id = "promising_direction",      .summary = "a flag at least 4 spaces ahead of another",       .number = 4},
}};
// clang-format on

constexpr const ObjectiveRow& row(Objective objective) {
  return kObjectiveRows[static_cast<std::size_t>(objective)];
}

// ---- Scoring cards ------------------------------------------------------------------------------

// clang-format off
enum class ScoringCard : std::uint8_t {
  common_destination, expansive_species, farewell_party, interspecies_relationships, mating_season,
  outer_lands, popular_vehicle, safe_return, territorial_animals, untrodden_path,
  none,  // not dealt yet
};
// clang-format on
inline constexpr int kScoringCards = 10;

struct ScoringCardRow {
  std::string_view id;
  std::string_view summary;  // our words, for people
  int points;                // what the rule of the card multiplies or gives
  int lesser_points = 0;
  int achievement = 0;  // points that make the achievement of this card
};
// clang-format off
inline constexpr std::array<ScoringCardRow, kScoringCards> kScoringCardRows{{
    {.id = "common_destination",         .summary = "12 if all three flags are level, 5 if two are",              .points = 12, .lesser_points = 5, .achievement = 12},
    {.id = "expansive_species",          .summary = "5 for each height where all three piles show one species",   .points = 5,  .achievement = 15},
    {.id = "farewell_party",             .summary = "2 for each scientist in the location with most of them",     .points = 2,  .achievement = 12},
    {.id = "interspecies_relationships", .summary = "3 for each location with exactly 2 species",                 .points = 3,  .achievement = 9},
    {.id = "mating_season",              .summary = "2 for each run of exactly 2 neighbours of one species",      .points = 2,  .achievement = 14},
    {.id = "outer_lands",                .summary = "7 for each outer location with more cards than the middle",  .points = 7,  .achievement = 14},
    {.id = "popular_vehicle",            .summary = "2 for each card with your commonest vehicle",                .points = 2,  .achievement = 12},
    {.id = "safe_return",                .summary = "3 for each scientist in your camps",                         .points = 3,  .achievement = 15},
    {.id = "territorial_animals",        .summary = "6 for each location without equal neighbours",               .points = 6,  .achievement = 18},
    {.id = "untrodden_path",             .summary = "twice the value of your lowest flag",                        .points = 2,  .achievement = 10},
}};
// clang-format on

constexpr const ScoringCardRow& row(ScoringCard card) {
  return kScoringCardRows[static_cast<std::size_t>(card)];
}

// ---- Achievements and titles --------------------------------------------------------------------

// clang-format off
inline constexpr std::array<std::string_view, 19> kAchievementNames{
    "win_game", "score_50", "score_60", "score_70", "score_80", "flag_on_last_space",
    "seven_of_a_species_in_a_location", "all_objectives", "win_without_objectives",
    // one a scoring card, in the order of the cards
    "common_destination_12", "expansive_species_15", "farewell_party_12",
    "interspecies_relationships_9", "mating_season_14", "outer_lands_14", "popular_vehicle_12",
    "safe_return_15", "territorial_animals_18", "untrodden_path_10"};
// clang-format on
inline constexpr int kFirstCardAchievement = 9;
static_assert(kFirstCardAchievement + kScoringCards == static_cast<int>(kAchievementNames.size()));

struct TitleRow {
  int achievements;  // at least
  std::string_view name;
};
// clang-format off
inline constexpr std::array<TitleRow, 5> kTitles{{
    {.achievements = 0,  .name = "Tundra Tourist"},
    {.achievements = 5,  .name = "Arctic Amateur"},
    {.achievements = 9,  .name = "Boreal Backpacker"},
    {.achievements = 13, .name = "Experienced Expeditioner"},
    {.achievements = 17, .name = "Polar Pro"},
}};
// clang-format on

}  // namespace farnorth::borealis
