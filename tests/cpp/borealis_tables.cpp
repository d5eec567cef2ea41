// The tables in the code and tests/data/borealis.json were written separately: row by row they must agree.
#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "farnorth/games/borealis/borealis.hpp"
#include "farnorth/games/borealis/fields.hpp"

namespace farnorth::borealis {
namespace {

using Json = nlohmann::json;

const Json& data() {
  static const Json json = Json::parse(std::ifstream(FARNORTH_TESTS_DIR "/data/borealis.json"));
  return json;
}

std::size_t index(auto enumerator) { return static_cast<std::size_t>(enumerator); }

std::string colour(Colour colour) { return std::string(kColourNames[index(colour)]); }
std::string vehicle(Vehicle vehicle) { return std::string(kVehicleNames[index(vehicle)]); }
std::string species(Species species) { return data()["species"][index(species)]["id"]; }

// The one number of a row whose name is not known beforehand.
int only_number(const Json& row, const std::string& but) {
  int numbers = 0, found = 0;
  for (const auto& [name, value] : row.items())
    if (value.is_number() && name != but) {
      ++numbers;
      found = value;
    }
  CHECK(numbers == 1);
  return found;
}

TEST_CASE("data: words in their order") {
  CHECK(data()["game"] == Borealis::kTitle);
  REQUIRE(data()["colours"].size() == kColours);
  for (std::size_t i = 0; i < kColours; ++i) CHECK(data()["colours"][i]["id"] == kColourNames[i]);
  REQUIRE(data()["species"].size() == kSpeciesCount);
  for (std::size_t i = 0; i < kSpeciesCount; ++i)
    CHECK(data()["species"][i]["short"] == kSpeciesNames[i]);
  CHECK(data()["vehicles"] == Json(kVehicleNames));
  CHECK(data()["locations"] == Json(kLocationNames));
}

TEST_CASE("[B-SETUP-1 B-SETUP-6 B-OBJ-2 B-OBS-6 B-END-1] data: constants") {
  CHECK(data()["players"]["min"] == Borealis::kMinPlayers);
  CHECK(data()["players"]["max"] == Borealis::kMaxPlayers);
  const Json& setup = data()["setup"];
  CHECK(setup["hand_cards"] == kHandCards);
  CHECK(setup["pool_cards"] == kPoolCards);
  CHECK(setup["start_points"] == kStartPoints);
  CHECK(setup["scoring_cards_in_play"] == kScoringCardsInPlay);
  CHECK(setup["objectives_in_play_per_type"].get<int>() * 3 == kObjectivesInPlay);
  CHECK(data()["objective_points"] == kObjectivePoints);
  CHECK(data()["refresh_cost"] == kRefreshCost);
  CHECK(data()["cards_in_a_location_that_end_the_game"] == kFullLocation);
  CHECK(data()["box"]["animal_cards"] == kCards);
  CHECK(data()["box"]["objective_cards"] == kObjectives);
  CHECK(data()["box"]["scoring_cards"] == kScoringCards);
  const State start = Borealis({.players = 4}).start();
  for (const Board& board : start.board)
    for (const Location location : kAllLocations)
      for (const std::uint8_t scientists : board.scientists[index(location)])
        CHECK(setup["scientists_per_colour_per_location"] == scientists);
}

TEST_CASE("data: 99 faces, 100 cards") {
  REQUIRE(data()["faces"].size() == kFaceCount);
  int cards = 0;
  for (std::uint8_t id = 0; id < kFaceCount; ++id) {
    const Json& entry = data()["faces"][id];
    const FaceRow& face = row(Face{id});
    CAPTURE(face_name(Face{id}));
    CHECK(entry["face"] == id);
    CHECK(entry["name"] == face_name(Face{id}));
    CHECK(entry["species"] == species(face.species));
    CHECK(entry["vehicle"] == vehicle(face.vehicle));
    CHECK(entry["left_mover"] == colour(face.left_mover));
    CHECK(entry["right_mover"] == colour(face.right_mover));
    CHECK(entry["points"] == face.stars);
    CHECK(entry["copies"] == face.copies);
    cards += face.copies;
  }
  CHECK(cards == 100);
}

TEST_CASE("[B-SCORE-1 B-SCORE-2 B-SETUP-2] data: sets and tracks") {
  CHECK(data()["set_points"] == Json(kSetPoints));
  const Json& tracks = data()["tracks"];
  CHECK(tracks["spaces"] == kLastSpace + 1);
  CHECK(tracks["vehicles"].size() == kPatterns);
  const std::array<std::string, kPatterns> patterns{"I", "II-1", "II-2", "II-3", "II-4"};
  for (std::size_t location = 0; location < kLocations; ++location) {
    const std::string name(kLocationNames[location]);
    CHECK(tracks["points"][name] == Json(kTrackPoints[location]));
    for (std::size_t pattern = 0; pattern < kPatterns; ++pattern) {
      CAPTURE(patterns[pattern]);
      CAPTURE(name);
      const Json& spaces = tracks["vehicles"][patterns[pattern]][name];
      REQUIRE(spaces.size() == kLastSpace);
      for (std::size_t k = 0; k < kLastSpace; ++k) {
        const VehiclePair& pair = kTrackVehicles[pattern][location][k];
        CHECK(spaces[k] == Json{vehicle(pair.first), vehicle(pair.second)});
        if (k == 0) continue;
        const VehiclePair& before = kTrackVehicles[pattern][location][k - 1];
        CHECK_FALSE((pair.has(before.first) || pair.has(before.second)));
      }
    }
  }
}

TEST_CASE("[B-OBJ-1] data: objectives") {
  REQUIRE(data()["objectives"].size() == kObjectives);
  const std::array<std::string, 3> types{"animal", "scientist", "vehicle"};
  for (std::size_t i = 0; i < kObjectives; ++i) {
    const Json& entry = data()["objectives"][i];
    const ObjectiveRow& objective = kObjectiveRows[i];
    CAPTURE(objective.id);
    CHECK(entry["objective"] == i);
    CHECK(entry["id"] == objective.id);
    CHECK(entry["type"] == types[i / kObjectivesPerType]);
    CHECK(only_number(entry, "objective") == objective.number);
    CHECK(entry.contains("at_most") == (i == index(Objective::splitting_up)));
  }
}

TEST_CASE("[B-SCORE-4] data: scoring cards") {
  REQUIRE(data()["scoring_cards"].size() == kScoringCards);
  for (std::size_t i = 0; i < kScoringCards; ++i) {
    const Json& entry = data()["scoring_cards"][i];
    const ScoringCardRow& card = kScoringCardRows[i];
    CAPTURE(card.id);
    CHECK(entry["scoring_card"] == i);
    CHECK(entry["id"] == card.id);
    if (i == index(ScoringCard::common_destination)) {
      CHECK(entry["points_if_three_flags_level"] == card.points);
      CHECK(entry["points_if_two_flags_level"] == card.lesser_points);
    } else {
      CHECK(only_number(entry, "scoring_card") == card.points);
      CHECK(card.lesser_points == 0);
    }
  }
}

TEST_CASE("[B-ACH-2 B-ACH-5] data: achievements and titles") {
  REQUIRE(data()["achievements"].size() == kAchievementNames.size());
  for (std::size_t i = 0; i < kAchievementNames.size(); ++i) {
    const Json& entry = data()["achievements"][i];
    CHECK(entry["achievement"] == i);
    CHECK(entry["id"] == kAchievementNames[i]);
    if (i < kFirstCardAchievement) continue;
    const ScoringCardRow& card = kScoringCardRows[i - kFirstCardAchievement];
    CHECK(entry["scoring_card"] == card.id);
    CHECK(entry["points_at_least"] == card.achievement);
  }
  REQUIRE(data()["titles"].size() == kTitles.size());
  for (std::size_t i = 0; i < kTitles.size(); ++i) {
    CHECK(data()["titles"][i]["achievements_at_least"] == kTitles[i].achievements);
    CHECK(data()["titles"][i]["name"] == kTitles[i].name);
  }
}

TEST_CASE("names in positions read back what they write") {
  for (int i = 0; i < kPhases; ++i) {
    Phase phase{};
    CHECK(from_word(to_word(static_cast<Phase>(i)), phase));
    CHECK(phase == static_cast<Phase>(i));
  }
  for (int deck = 0; deck <= kHiddenDecks; ++deck) {
    const Origin origin = deck == kHiddenDecks ? Origin::open() : Origin::hidden(deck);
    Origin read{};
    CHECK(from_word(to_word(origin), read));
    CHECK(read == origin);
  }
  for (std::uint8_t id = 0; id < kFaceCount; ++id) {
    Face face{};
    CHECK(from_word(face_name(Face{id}), face));
    CHECK(face == Face{id});
  }
  Faces faces;
  CHECK(from_items({kDoubleFace, kDoubleFace, Face{3}}, faces));
  CHECK(to_items(faces) == std::vector{Face{3}, kDoubleFace, kDoubleFace});
  CHECK_FALSE(from_items({Face{3}, Face{3}}, faces));
  CHECK_FALSE(from_items({kDoubleFace, kDoubleFace, kDoubleFace}, faces));
}

TEST_CASE("Faces: a multiset with one double card") {
  Faces faces = Faces::whole_deck();
  CHECK(faces.size() == 100);
  CHECK(faces.count(kDoubleFace) == 2);
  faces.remove(kDoubleFace);
  CHECK(faces.count(kDoubleFace) == 1);
  faces.remove(kDoubleFace);
  CHECK_FALSE(faces.contains(kDoubleFace));
  Faces one, other;
  one.add(kDoubleFace);
  other.add(kDoubleFace);
  other.add(Face{5});
  one.add_all(other);
  CHECK(one.count(kDoubleFace) == 2);
  CHECK(one.size() == 3);
  // Each physical card is picked equally often: the double face twice as often as another.
  Rng rng(1);
  int doubles = 0;
  for (int i = 0; i < 30'000; ++i) doubles += one.pick(rng) == kDoubleFace ? 1 : 0;
  CHECK(doubles > 19'500);
  CHECK(doubles < 20'500);
}

}  // namespace
}  // namespace farnorth::borealis
