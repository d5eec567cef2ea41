// Arctic Scavengers in Python: named fields of moves, and the tables of components.
#include "farnorth/games/scavengers/scavengers.hpp"

#include "bind_batch.hpp"
#include "bind_game.hpp"
#include "bind_world.hpp"
#include "farnorth/games/scavengers/fields.hpp"
#include "farnorth/games/scavengers/seating.hpp"
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

// ---- What cards are worth together, for those who show positions ----------------------------------

// The place of a word among those of a table; an error names them all.
template <class Names>
std::size_t place_of(std::string_view kind, const std::string& word, const Names& names) {
  const auto found = std::find(names.begin(), names.end(), word);
  if (found == names.end())
    throw BadData("there is no " + std::string(kind) + " " + quoted(word) + "; there are " +
                  joined(std::vector<std::string_view>(names.begin(), names.end())));
  return static_cast<std::size_t>(found - names.begin());
}

scavengers::Cards to_cards(const std::vector<std::string>& ids) {
  using namespace scavengers;
  static constexpr auto kIds = [] {
    std::array<std::string_view, kCardTypes> names;
    for (std::size_t t = 0; t < kCardTypes; ++t) names[t] = kCards[t].id;
    return names;
  }();
  Cards cards;
  for (const std::string& id : ids) {
    const Card card = card_at(static_cast<int>(place_of("card", id, kIds)));
    if (cards.count(card) == row(card).copies)
      throw BadData("there are only " + std::to_string(row(card).copies) + " copies of " + id);
    cards.add(card);
  }
  return cards;
}

scavengers::Leader to_leader(const std::string& word) {
  using namespace scavengers;
  return word == "none" ? Leader::none
                        : static_cast<Leader>(place_of("leader", word, kLeaderNames));
}

int total_of(const std::vector<std::string>& ids, const std::string& action_word,
             const std::string& leader_word, bool helped) {
  using namespace scavengers;
  const Cards cards = to_cards(ids);
  const auto action = static_cast<Action>(place_of("ability", action_word, kAbilityNames));
  const Leader leader = to_leader(leader_word);
  if (!helped) return total(cards, ability(action, leader));
  if (!cards.contains(Card::refugee)) throw BadData("without a refugee there is no helper");
  return helped_total(cards, action, leader);
}

using Force = std::tuple<std::vector<std::string>, std::vector<std::string>, std::string>;

// A position that holds these forces and nothing else.
scavengers::State with_forces(const std::vector<Force>& forces) {
  using namespace scavengers;
  if (forces.empty() || forces.size() > kMaxPlayers)
    throw BadData("there are 1 to 5 forces, not " + std::to_string(forces.size()));
  State state;
  for (std::size_t seat = 0; seat < forces.size(); ++seat) {
    const auto& [cards, acted, leader] = forces[seat];
    state.hand[seat] = to_cards(cards);
    state.hq.leader[seat] = to_leader(leader);
    to_cards(acted).for_each([&](Card card, int copies) {
      if (!Acted::is_special(card) || state.hand[seat].count(card) < copies)
        throw BadData(std::string(row(card).id) + " is not there to have acted");
      for (int i = 0; i < copies; ++i) state.acted[seat].add(card);
    });
  }
  return state;
}

void bind_values(py::class_<GameBox<Scavengers>, std::shared_ptr<GameBox<Scavengers>>>& c) {
  using namespace py::literals;
  using namespace scavengers;
  c.def_static("total", total_of, "cards"_a, "action"_a, "leader"_a = "none", "helped"_a = false,
               "What cards are worth together in dig, draw, hunt, build or fight (S-ACT-3), in the "
               "hands of a player with this leader; `helped`: one refugee is a helper (S-M3-3).");
  c.def_static(
      "fight_value",
      [](const std::vector<std::string>& force, const std::vector<std::string>& acted,
         const std::string& leader) {
        return fight_value(with_forces({{force, acted, leader}}), Player::at(0));
      },
      "force"_a, "acted"_a = std::vector<std::string>{}, "leader"_a = "none",
      "The fight value of a force of which the cards in `acted` have acted (S-SKIR-6).");
  c.def_static(
      "force_people",
      [](const std::vector<std::string>& force, const std::string& leader) {
        return force_people(with_forces({{force, {}, leader}}), Player::at(0));
      },
      "force"_a, "leader"_a = "none", "The people that break a tie in a skirmish (S-SKIR-7).");
  c.def_static(
      "skirmish_winner",
      [](const std::vector<Force>& forces) {
        if (forces.size() < 2) throw BadData("a skirmish has 2 to 5 forces");
        return seat_or_none(skirmish_winner(with_forces(forces), static_cast<int>(forces.size())));
      },
      "forces"_a,
      "The seat that wins a skirmish between forces, each (cards, cards that have acted, leader); "
      "None on a deadlock (S-SKIR-7, S-TWO-3).");
}

}  // namespace

void bind_scavengers(py::module_& module) {
  Classes<Scavengers> classes = declare_game<Scavengers>(module, "Scavengers");
  bind_game<Scavengers>(classes);
  bind_world<Scavengers>(classes);
  bind_batch<Scavengers>(module, "Scavengers", classes);
  bind_fields(classes.move);
  bind_values(classes.game);
  classes.game.def_static("tables", tables, "The components, as lists of rows by name.");
}

}  // namespace farnorth::bindings
