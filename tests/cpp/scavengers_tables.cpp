// The tables in the code and tests/data/scavengers.json were written separately: row by row they must agree.
#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "farnorth/games/scavengers/scavengers.hpp"

namespace farnorth::scavengers {
namespace {

using Json = nlohmann::json;

const Json& data() {
  static const Json json = Json::parse(std::ifstream(FARNORTH_TESTS_DIR "/data/scavengers.json"));
  return json;
}

Json number_or_null(int value) { return value == kNone ? Json(nullptr) : Json(value); }
Json icon_name(Icon icon) {
  constexpr std::array<const char*, 3> kNames{"person", "tool", "medicine"};
  return icon == Icon::none ? Json(nullptr) : Json(kNames[index(icon)]);
}

TEST_CASE("data: cards, row by row [S-ACT-1 S-TOOL-1 S-HIRE-1]") {
  constexpr std::array<const char*, 4> kPiles{"starter", "mercenary", "junkyard", "contested"};
  constexpr std::array<const char*, kAbilities> kNames{"dig", "draw", "hunt", "build", "fight"};
  REQUIRE(data()["cards"].size() == kCardTypes);
  for (std::size_t t = 0; t < kCardTypes; ++t) {
    const Json& json = data()["cards"][t];
    const CardRow& c = kCards[t];
    CAPTURE(c.id);
    CHECK(json["index"] == t);
    CHECK(json["id"] == c.id);
    CHECK(json["title"] == c.title);
    CHECK(json["icon"] == icon_name(c.icon));
    CHECK(json["pile"] == kPiles[index(c.origin)]);
    CHECK(json["module"] == c.module);
    CHECK(json["copies_in_box"] == c.copies);
    CHECK(json["copies_in_starter_deck"] == c.starter_copies);
    for (std::size_t a = 0; a < kAbilities; ++a) {
      if (static_cast<Action>(a) == Action::build) continue;
      CHECK(json["base"][kNames[a]] == number_or_null(c.base[a]));
      CHECK(json["bonus"][kNames[a]] == number_or_null(c.bonus[a]));
    }
    CHECK(json["bonus"]["build"] == number_or_null(c.bonus[index(Action::build)]));
    CHECK((json["special"] == "build") == (c.base[index(Action::build)] != kNone));
    CHECK(json["meds"] == number_or_null(c.meds));
    CHECK(json["people"] == (c.people == 0 ? Json(nullptr) : Json(c.people)));
    const Json& cost = json["hire_cost"];
    REQUIRE(cost.is_null() == !c.for_hire());
    if (cost.is_null()) continue;
    CHECK(cost["food"] == number_or_null(c.food));
    CHECK(cost["meds"] == number_or_null(c.meds_due));
    CHECK(cost["food_or_meds"] == number_or_null(c.food_or_meds));
  }
}

TEST_CASE("data: constants and totals [S-ROUND-1 S-SETUP-2 S-TWO-1 S-TWO-3]") {
  const Json& constants = data()["constants"];
  CHECK(constants["hand_cards"] == kHandCards);
  CHECK(constants["rounds"] == kRounds);
  CHECK(constants["first_skirmish_round"] == kFirstSkirmish);
  CHECK(constants["contested_cards"] == kContestedCards);
  CHECK(constants["two_player_win_margin"] == kTwoPlayerMargin);
  CHECK(constants["junkyard_cards_of_each_kind_removed_with_two_players"] == kTwoPlayerRemoved);
  const Json& totals = data()["totals"];
  CHECK(totals["base_cards"] == kBaseCards);
  CHECK(totals["hq_hand_cards"] == kAllCards - kBaseCards);
  CHECK(totals["starter_deck_cards"] == kStarterDeck.size());
  CHECK(totals["starter_deck_people"] == people_on(kStarterDeck));
  CHECK(totals["hq_buildings"] == kPlans);
  CHECK(totals["hq_leaders"] == kLeaders);
}

TEST_CASE("data: supply by players [S-SETUP-3 S-SETUP-5 S-SETUP-6 S-TWO-1]") {
  for (const Json& json : data()["supply_by_players"]) {
    const int players = json["players"];
    CAPTURE(players);
    const State start = Scavengers(Setup{.players = static_cast<std::uint8_t>(players)}).start();
    int stacks = 0;
    for (std::size_t h = 0; h < kHireTypes; ++h) {
      const auto found = json["hire_stacks"].find(row(kHires[h]).id);
      CHECK(start.hires[h] == (found == json["hire_stacks"].end() ? 0 : found->get<int>()));
      stacks += start.hires[h];
    }
    int yard = 0;
    for (const auto& [id, copies] : json["junkyard"].items()) {
      int type = 0;
      while (name(card_at(type)) != id) ++type;
      CHECK(start.yard.loose.count(card_at(type)) == copies);
      yard += copies.get<int>();
    }
    CHECK(json["junkyard_cards"] == yard);
    CHECK(start.yard.size() == yard);
    CHECK(json["contested_cards"] == start.stack.size());
    CHECK(json["refugees_out_of_the_game"] ==
          row(Card::refugee).copies - cards_in_the_game(Card::refugee, players, 0));
    CHECK(json["cards_in_the_game"] ==
          stacks + yard + start.stack.size() + players * kStarterDeck.size());
  }
}

TEST_CASE("data: HQ [S-M1-1 S-M2-1 S-M3-1 S-SCORE-3]") {
  const Json& hq = data()["hq"];
  constexpr std::array<const char*, 3> kIcons{"person", "tool", "medicine"};
  REQUIRE(hq["buildings"].size() == kBuildingTypes);
  for (std::size_t b = 0; b < kBuildingTypes; ++b) {
    const Json& json = hq["buildings"][b];
    CHECK(json["id"] == kBuildings[b].id);
    CHECK(json["title"] == kBuildings[b].title);
    CHECK(json["copies"] == kBuildings[b].copies);
    CHECK(json["build_time"] == kBuildings[b].build_time);
    CHECK(json["stores_cards"] == kBuildings[b].room);
    CHECK(json["stores_icon"] == (kBuildings[b].stores == Icon::none
                                      ? Json(nullptr)
                                      : Json(kIcons[index(kBuildings[b].stores)])));
  }
  REQUIRE(hq["leaders"].size() == kLeaders);
  for (std::size_t l = 0; l < kLeaders; ++l) CHECK(hq["leaders"][l]["id"] == kLeaderNames[l]);
  for (const Json& gang : hq["gangs"]) CHECK(gang["people"] == kGangPeople);
  for (int players = 2; players <= kMaxPlayers; ++players) {
    const State start = Scavengers(Setup{.players = static_cast<std::uint8_t>(players),
                                         .gather_interrupts = true,
                                         .modules = 4})
                            .start();
    CHECK(hq["hire_stacks"]["medic"] == start.hires[hire_place(Card::medic)]);
    CHECK(hq["hire_stacks"]["engineer"] == start.hires[hire_place(Card::engineer)]);
    const Json& added = hq[players == 2 ? "junkyard_added_with_two_players" : "junkyard_added"];
    CHECK(added["rifle"] == start.yard.loose.count(Card::rifle));
    CHECK(added["toolkit"] == start.yard.loose.count(Card::toolkit));
  }
}

}  // namespace
}  // namespace farnorth::scavengers
