// Arctic Scavengers in Python: named fields of moves, and the tables of components.
#include "farnorth/games/scavengers/scavengers.hpp"

#include "bind_batch.hpp"
#include "bind_game.hpp"
#include "bind_world.hpp"
#include "farnorth/games/scavengers/fields.hpp"
#include "games.hpp"

namespace farnorth::bindings {

namespace {

using scavengers::Scavengers;

constexpr std::array<const char*, scavengers::kAbilities> kAbilityNames{"dig", "draw", "hunt",
                                                                        "build", "fight"};

// What a card lacks is None, not 0.
py::object number_or_none(std::int8_t value) {
  if (value == scavengers::kNone) return py::none();
  return py::int_(static_cast<int>(value));
}

py::dict tables() {
  using namespace scavengers;
  py::dict tables;
  py::list cards;
  for (const CardRow& card : kCards) {
    py::dict row;
    row["card"] = std::string(card.id);
    row["copies"] = card.copies;
    row["module"] = card.module;
    row["people"] = card.people;
    for (std::size_t ability = 0; ability < kAbilities; ++ability) {
      row[kAbilityNames[ability]] = number_or_none(card.base[ability]);
      row[py::str(std::string(kAbilityNames[ability]) + "_bonus")] =
          number_or_none(card.bonus[ability]);
    }
    row["meds"] = number_or_none(card.meds);
    row["food_cost"] = number_or_none(card.food);
    row["meds_cost"] = number_or_none(card.meds_due);
    row["food_or_meds_cost"] = number_or_none(card.food_or_meds);
    cards.append(row);
  }
  tables["cards"] = cards;
  py::list buildings;
  for (const BuildingRow& building : kBuildings) {
    py::dict row;
    row["building"] = std::string(building.id);
    row["copies"] = building.copies;
    row["build_time"] = building.build_time;
    row["room"] = building.room;
    buildings.append(row);
  }
  tables["buildings"] = buildings;
  py::list leaders;
  for (const std::string_view name : kLeaderNames) {
    py::dict row;
    row["leader"] = std::string(name);
    leaders.append(row);
  }
  tables["leaders"] = leaders;
  return tables;
}

void bind_fields(py::class_<PyMove<Scavengers>>& c) {
  using M = PyMove<Scavengers>;
  c.def_property_readonly(
      "kind", [](const M& m) { return m.text.substr(0, m.text.find(' ')); },
      "The first word of the text.");
}

}  // namespace

void bind_scavengers(py::module_& module) {
  Classes<Scavengers> classes = declare_game<Scavengers>(module, "Scavengers");
  bind_game<Scavengers>(classes);
  bind_world<Scavengers>(classes);
  bind_batch<Scavengers>(module, "Scavengers", classes);
  bind_fields(classes.move);
  classes.game.def_static("tables", tables, "The components, as lists of rows by name.");
}

}  // namespace farnorth::bindings
