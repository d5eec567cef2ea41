// Components of Arctic Scavengers and of its HQ expansion. One row a component.
//
// Published facts; the JSON copy in tests/data is an independent witness and a test compares the two.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace farnorth::scavengers {

inline constexpr int kMaxPlayers = 5;
inline constexpr int kHandCards = 5;
inline constexpr int kRounds = 16;
inline constexpr int kFirstSkirmish = 3;     // round
inline constexpr int kTwoPlayerMargin = 2;   // S-TWO-3
inline constexpr int kCannibalFood = 3;      // S-M3-5
inline constexpr int kTwoPlayerRemoved = 2;  // S-TWO-1: copies of each junkyard card
inline constexpr int kModules = 4;

// clang-format off
// A face. The order is canonical: persons, tools, medicine, junk; members come before Group Leaders and these before
// tools, so that every action is composed in one order only.
enum class Card : std::uint8_t {
  refugee, scavenger, brawler, hunter, saboteur, scout, thugs, medic, engineer, sled_team, field_crew,
  family_3, family_4, family_5, sniper_team, group_leaders,
  multitool, net, spear, pickaxe, shovel, rifle, toolkit, wolf_pack, grenade,
  medkit, pills, junk,
  none, unknown,
};
// clang-format on
inline constexpr int kCardTypes = 28;
inline constexpr int kPersonTypes = 16;
inline constexpr int kFirstTool = 16;
inline constexpr int kToolTypes = 9;

enum class Icon : std::uint8_t { person, tool, medicine, none };
inline constexpr int kStoredIcons = 3;
enum class Origin : std::uint8_t { starter, mercenary, junkyard, contested };

// What a player may take once a round, and what else cards are able to do. The first five have values on cards.
enum class Action : std::uint8_t { dig, draw, hunt, build, fight, hire, trash, none };
inline constexpr int kAbilities = 5;

// Lacks the ability: not the same as 0, which a bonus can raise.
inline constexpr std::int8_t kNone = -1;

inline constexpr std::array<std::int8_t, kAbilities> kNoAbility{kNone, kNone, kNone, kNone, kNone};

struct CardRow {
  std::string_view id, title;
  Icon icon = Icon::none;
  Origin origin{};
  std::uint8_t module = 0;
  std::uint8_t copies = 0, starter_copies = 0;  // all copies; of them in each starter deck
  std::int8_t food = kNone, meds_due = kNone;   // price of a mercenary
  std::int8_t food_or_meds = kNone;             // Thugs: one price in any mix
  std::array<std::int8_t, kAbilities> base = kNoAbility;  // by action
  // Of a tool for its carrier, of Group Leaders.
  std::array<std::int8_t, kAbilities> bonus = kNoAbility;
  std::int8_t meds = kNone;  // worth as medicine
  std::int8_t people = 0;
  constexpr bool for_hire() const { return food != kNone || food_or_meds != kNone; }
};

// clang-format off
inline constexpr auto kCards = [] {
  using enum Icon;
  using enum Origin;
  constexpr std::int8_t n = kNone;
  return std::array<CardRow, kCardTypes>{{
      // base and bonus: dig, draw, hunt, build, fight
      {.id = "refugee",       .title = "Refugee",          .icon = person,   .origin = starter,   .copies = 20, .starter_copies = 4, .base = {0, n, 0, n, n}, .people = 1},
      {.id = "scavenger",     .title = "Scavenger",        .icon = person,   .origin = mercenary, .copies = 20, .starter_copies = 3, .food = 1, .meds_due = 0, .base = {1, 1, 1, n, 1}, .people = 1},
      {.id = "brawler",       .title = "Brawler",          .icon = person,   .origin = mercenary, .copies = 10, .starter_copies = 1, .food = 2, .meds_due = 0, .base = {1, n, n, n, 2}, .people = 1},
      {.id = "hunter",        .title = "Hunter",           .icon = person,   .origin = mercenary, .copies = 8,  .food = 0, .meds_due = 1, .base = {n, n, 2, n, 1}, .people = 1},
      {.id = "saboteur",      .title = "Saboteur",         .icon = person,   .origin = mercenary, .copies = 8,  .food = 1, .meds_due = 1, .base = {1, n, n, n, 1}, .people = 1},
      {.id = "scout",         .title = "Scout",            .icon = person,   .origin = mercenary, .copies = 8,  .food = 2, .meds_due = 1, .base = {n, 2, n, n, 2}, .people = 1},
      {.id = "thugs",         .title = "Thugs",            .icon = person,   .origin = mercenary, .copies = 5,  .food_or_meds = 6,      .base = {1, n, n, n, 3}, .people = 3},
      {.id = "medic",         .title = "Medic",            .icon = person,   .origin = mercenary, .module = 1, .copies = 8, .food = 3, .meds_due = 0, .base = {n, 1, n, n, n}, .meds = 1, .people = 1},
      {.id = "engineer",      .title = "Engineer",         .icon = person,   .origin = mercenary, .module = 2, .copies = 8, .food = 2, .meds_due = 1, .base = {2, 1, n, 2, n}, .people = 1},
      {.id = "sled_team",     .title = "Sled Team",        .icon = person,   .origin = contested, .copies = 2,  .base = {n, 2, n, n, 1}, .people = 2},
      {.id = "field_crew",    .title = "Field Crew",       .icon = person,   .origin = contested, .copies = 2,  .base = {2, n, 2, n, 2}, .people = 4},
      {.id = "family_3",      .title = "Tribe Family (3)", .icon = person,   .origin = contested, .copies = 2,  .base = {n, n, 0, n, 0}, .people = 3},
      {.id = "family_4",      .title = "Tribe Family (4)", .icon = person,   .origin = contested, .copies = 2,  .base = {n, n, 0, n, 0}, .people = 4},
      {.id = "family_5",      .title = "Tribe Family (5)", .icon = person,   .origin = contested, .copies = 2,  .base = {n, n, 0, n, 0}, .people = 5},
      {.id = "sniper_team",   .title = "Sniper Team",      .icon = person,   .origin = mercenary, .copies = 5,  .food = 2, .meds_due = 2, .people = 2},
      {.id = "group_leaders", .title = "Group Leaders",    .icon = person,   .origin = mercenary, .copies = 5,  .food = 2, .meds_due = 2, .bonus = {2, 2, 2, n, 2}, .people = 2},
      {.id = "multitool",     .title = "Multitool",        .icon = tool,     .origin = junkyard,  .copies = 4,  .bonus = {1, n, 1, n, 1}},
      {.id = "net",           .title = "Net",              .icon = tool,     .origin = junkyard,  .copies = 4,  .bonus = {n, n, 2, n, 1}},
      {.id = "spear",         .title = "Spear",            .icon = tool,     .origin = junkyard,  .copies = 6,  .starter_copies = 1, .bonus = {n, n, 1, n, 2}},
      {.id = "pickaxe",       .title = "Pickaxe",          .icon = tool,     .origin = junkyard,  .copies = 4,  .bonus = {1, n, n, n, 2}},
      {.id = "shovel",        .title = "Shovel",           .icon = tool,     .origin = junkyard,  .copies = 6,  .starter_copies = 1, .bonus = {2, n, n, n, 1}},
      {.id = "rifle",         .title = "Rifle",            .icon = tool,     .origin = junkyard,  .module = 1, .copies = 4, .bonus = {n, n, 2, n, 2}},
      {.id = "toolkit",       .title = "Toolkit",          .icon = tool,     .origin = junkyard,  .module = 1, .copies = 4, .bonus = {2, n, n, 2, n}},
      {.id = "wolf_pack",     .title = "Wolf Pack",        .icon = tool,     .origin = contested, .copies = 2,  .bonus = {n, n, 3, n, 2}},
      {.id = "grenade",       .title = "Grenade",          .icon = tool,     .origin = contested, .copies = 2,  .bonus = {n, n, n, n, 3}},
      {.id = "medkit",        .title = "Medkit",           .icon = medicine, .origin = junkyard,  .copies = 6,  .meds = 2},
      {.id = "pills",         .title = "Pills",            .icon = medicine, .origin = junkyard,  .copies = 9,  .meds = 1},
      {.id = "junk",          .title = "Junk",                               .origin = junkyard,  .copies = 7},
  }};
}();
// clang-format on

constexpr std::size_t index(auto enumerator) { return static_cast<std::size_t>(enumerator); }
constexpr const CardRow& row(Card card) { return kCards[index(card)]; }
constexpr Card card_at(int type) { return static_cast<Card>(type); }
constexpr std::uint32_t type_bit(Card card) { return 1U << index(card); }

// The set of types, one bit each, whose row satisfies `predicate`.
constexpr std::uint32_t types_where(auto predicate) {
  std::uint32_t types = 0;
  for (std::size_t t = 0; t < kCardTypes; ++t)
    if (predicate(kCards[t])) types |= 1U << t;
  return types;
}
inline constexpr std::uint32_t kPersons =
    types_where([](const CardRow& c) { return c.icon == Icon::person; });
inline constexpr std::uint32_t kTools =
    types_where([](const CardRow& c) { return c.icon == Icon::tool; });
inline constexpr std::uint32_t kMedicine =
    types_where([](const CardRow& c) { return c.icon == Icon::medicine; });
inline constexpr std::uint32_t kContested =
    types_where([](const CardRow& c) { return c.origin == Origin::contested; });
static_assert(kPersons == 0xffffU, "persons are types 0 to 15");
static_assert(kTools == 0x1ff0000U, "tools are types 16 to 24");

constexpr int count_cards(auto predicate) {  // physical cards
  int cards = 0;
  for (const CardRow& c : kCards) cards += predicate(c) ? c.copies : 0;
  return cards;
}
constexpr int sum_over_cards(auto value) {
  int sum = 0;
  for (const CardRow& c : kCards) sum += value(c);
  return sum;
}
constexpr bool is_base(const CardRow& c) { return c.module == 0; }

inline constexpr int kBaseCards = count_cards(is_base);
inline constexpr int kAllCards = count_cards([](const CardRow&) { return true; });
inline constexpr int kContestedCards =
    count_cards([](const CardRow& c) { return c.origin == Origin::contested; });
inline constexpr int kStarterCards =
    sum_over_cards([](const CardRow& c) { return c.starter_copies; });
static_assert(kBaseCards == 149, "the base box holds 149 cards");
static_assert(kAllCards - kBaseCards == 24, "HQ adds 24 hand cards");
static_assert(kAllCards - kBaseCards + 12 + 10 + 3 == 49,
              "HQ is 49 components: hand cards, buildings, leaders, gangs");
static_assert(row(Card::refugee).copies == 20);
static_assert(count_cards([](const CardRow& c) {
                return is_base(c) && c.origin == Origin::mercenary;
              }) == 69);
static_assert(count_cards([](const CardRow& c) {
                return is_base(c) && c.origin == Origin::junkyard;
              }) == 46);
static_assert(kContestedCards == 14, "one contested card a skirmish");
static_assert(kContestedCards == kRounds - kFirstSkirmish + 1);
static_assert(kStarterCards == 10);
static_assert(sum_over_cards([](const CardRow& c) { return c.starter_copies * c.people; }) == 8);
static_assert(sum_over_cards([](const CardRow& c) {
                return c.origin == Origin::contested ? c.copies * c.people : 0;
              }) == 36,
              "the contested cards show 36 people");

// The hire stacks, in the order of the cards.
inline constexpr int kHireTypes = 10;
inline constexpr std::array<Card, kHireTypes> kHires{
    Card::scavenger, Card::brawler, Card::hunter,   Card::saboteur,    Card::scout,
    Card::thugs,     Card::medic,   Card::engineer, Card::sniper_team, Card::group_leaders};
inline constexpr auto kHirePlace = [] {  // place of a card among the stacks, or kNone
  std::array<std::int8_t, kCardTypes> places{};
  places.fill(kNone);
  for (std::size_t h = 0; h < kHireTypes; ++h)
    places[index(kHires[h])] = static_cast<std::int8_t>(h);
  return places;
}();
constexpr std::size_t hire_place(Card card) {
  return static_cast<std::size_t>(kHirePlace[index(card)]);
}
static_assert(
    [] {
      for (std::size_t t = 0; t < kCardTypes; ++t)
        if (kCards[t].for_hire() != (kHirePlace[t] != kNone)) return false;
      return true;
    }(),
    "a card has a price exactly if it has a stack");

// Copies of a card that are in the game outside the starter decks: S-SETUP-3, 5, 6, S-TWO-1, S-M1-1, S-M2-1.
constexpr int supply(Card card, int players, int modules) {
  const CardRow& c = row(card);
  if (c.origin == Origin::starter || c.module > modules) return 0;
  const int removed = c.origin == Origin::junkyard && players == 2 ? kTwoPlayerRemoved : 0;
  return c.copies - players * c.starter_copies - removed;
}
constexpr int cards_in_the_game(Card card, int players, int modules) {
  return supply(card, players, modules) + players * row(card).starter_copies;
}
constexpr int supply_of(Origin origin, int players) {
  int cards = 0;
  for (int t = 0; t < kCardTypes; ++t)
    if (row(card_at(t)).origin == origin) cards += supply(card_at(t), players, 0);
  return cards;
}
constexpr int cards_in_the_game(int players) {
  int cards = 0;
  for (int t = 0; t < kCardTypes; ++t) cards += cards_in_the_game(card_at(t), players, 0);
  return cards;
}
static_assert(supply_of(Origin::junkyard, 2) == 26 && supply_of(Origin::junkyard, 3) == 40 &&
              supply_of(Origin::junkyard, 4) == 38 && supply_of(Origin::junkyard, 5) == 36);
static_assert(cards_in_the_game(2) == 121 && cards_in_the_game(3) == 141 &&
              cards_in_the_game(4) == 145 && cards_in_the_game(5) == 149);

// ---- HQ -----------------------------------------------------------------------------------------

enum class Building : std::uint8_t { pharmacy, armory, garden, bunker, unknown };
inline constexpr int kBuildingTypes = 4;

struct BuildingRow {
  std::string_view id, title;
  std::uint8_t copies, build_time;
  Icon stores;
  std::uint8_t room;  // cards a copy stores
};
// clang-format off
inline constexpr std::array<BuildingRow, kBuildingTypes> kBuildings{{
    {.id = "pharmacy", .title = "Pharmacy",          .copies = 3, .build_time = 2, .stores = Icon::medicine, .room = 2},
    {.id = "armory",   .title = "Armory",            .copies = 3, .build_time = 3, .stores = Icon::tool,     .room = 2},
    {.id = "garden",   .title = "Hydroponic Garden", .copies = 3, .build_time = 4, .stores = Icon::none,     .room = 0},
    {.id = "bunker",   .title = "Bunker",            .copies = 3, .build_time = 5, .stores = Icon::person,   .room = 3},
}};
// clang-format on
constexpr const BuildingRow& row(Building building) { return kBuildings[index(building)]; }
inline constexpr int kPlans = 12;
inline constexpr int kMostStored = 3 * (2 + 2 + 3);
static_assert(
    [] {
      int plans = 0, room = 0;
      for (const BuildingRow& b : kBuildings) plans += b.copies, room += b.copies * b.room;
      return plans == kPlans && room == kMostStored;
    }(),
    "12 buildings with room for 21 cards");
// The building that stores cards of an icon.
constexpr Building store_of(Icon icon) {
  return icon == Icon::person ? Building::bunker
         : icon == Icon::tool ? Building::armory
                              : Building::pharmacy;
}

// clang-format off
enum class Leader : std::uint8_t {
  peacemaker, gangster, butcher, fanatic, organizer, cannibal, sergeant, mentor, excavator, ranger,
  none, unknown,
};
// clang-format on
inline constexpr int kLeaders = 10;
inline constexpr int kLeadersOffered = 2;  // to each player
static_assert(kLeaders >= kLeadersOffered * kMaxPlayers);
inline constexpr std::array<std::string_view, kLeaders> kLeaderNames{
    "peacemaker", "gangster", "butcher", "fanatic",   "organizer",
    "cannibal",   "sergeant", "mentor",  "excavator", "ranger"};

inline constexpr int kGangPeople = 5;

}  // namespace farnorth::scavengers
