// Borealis in Python: named fields of moves, and the tables of components.
#include "farnorth/games/borealis/borealis.hpp"

#include "bind_batch.hpp"
#include "bind_game.hpp"
#include "bind_world.hpp"
#include "farnorth/games/borealis/fields.hpp"
#include "games.hpp"

namespace farnorth::bindings {

namespace {

using borealis::Borealis;

py::dict tables() {
  using namespace borealis;
  py::dict tables;
  py::list cards;
  for (std::uint8_t id = 0; id < kFaceCount; ++id) {
    const FaceRow& face = row(Face{id});
    py::dict card;
    card["card"] = face_name(Face{id});
    card["species"] = std::string(kSpeciesNames[static_cast<std::size_t>(face.species)]);
    card["vehicle"] = std::string(kVehicleNames[static_cast<std::size_t>(face.vehicle)]);
    card["left_mover"] = std::string(kColourNames[static_cast<std::size_t>(face.left_mover)]);
    card["right_mover"] = std::string(kColourNames[static_cast<std::size_t>(face.right_mover)]);
    card["stars"] = face.stars;
    card["copies"] = face.copies;
    cards.append(card);
  }
  tables["animal cards"] = cards;
  py::list objectives;
  for (const ObjectiveRow& objective : kObjectiveRows) {
    py::dict each;
    each["objective"] = std::string(objective.id);
    each["test"] = std::string(objective.summary);
    objectives.append(each);
  }
  tables["objectives"] = objectives;
  py::list scoring;
  for (const ScoringCardRow& card : kScoringCardRows) {
    py::dict each;
    each["scoring card"] = std::string(card.id);
    each["points"] = std::string(card.summary);
    scoring.append(each);
  }
  tables["scoring cards"] = scoring;
  py::list tracks;
  for (std::size_t pattern = 0; pattern < kPatterns; ++pattern)
    for (std::size_t location = 0; location < kLocations; ++location) {
      py::dict track;
      track["pattern"] = std::string(kPatternNames[pattern]);
      track["track"] = std::string(kLocationNames[location]);
      for (std::size_t space = 1; space <= kLastSpace; ++space) {
        const VehiclePair& pair = kTrackVehicles[pattern][location][space - 1];
        track[py::str("space " + std::to_string(space))] =
            std::string(kVehicleNames[static_cast<std::size_t>(pair.first)]) + " " +
            std::string(kVehicleNames[static_cast<std::size_t>(pair.second)]) + " (" +
            std::to_string(kTrackPoints[location][space]) + ")";
      }
      tracks.append(track);
    }
  tables["tracks"] = tracks;
  py::list achievements;
  for (const auto name : kAchievementNames) {
    py::dict each;
    each["achievement"] = std::string(name);
    achievements.append(each);
  }
  tables["achievements"] = achievements;
  return tables;
}

void bind_fields(py::class_<PyMove<Borealis>>& c) {
  using borealis::MoveKind;
  using M = PyMove<Borealis>;
  c.def_property_readonly(
      "kind", [](const M& m) { return m.text.substr(0, m.text.find(' ')); },
      "The first word of the text.");
  c.def_property_readonly(
      "face",
      [](const M& m) -> std::optional<std::string> {
        switch (m.move.kind) {
          case MoveKind::observe:
          case MoveKind::take:
          case MoveKind::discard:
          case MoveKind::reveal:
          case MoveKind::deal: return borealis::face_name(m.move.face);
          case MoveKind::gather:
          case MoveKind::regroup:
          case MoveKind::draw:
          case MoveKind::refresh:
          case MoveKind::done:
          case MoveKind::board:
          case MoveKind::scoring:
          case MoveKind::objective: break;
        }
        return std::nullopt;
      },
      "The card it names, if it names one.");
  c.def_property_readonly(
      "location",
      [](const M& m) -> std::optional<std::string> {
        if (m.move.kind != MoveKind::observe && m.move.kind != MoveKind::gather)
          return std::nullopt;
        return std::string(borealis::kLocationNames[static_cast<std::size_t>(m.move.location)]);
      },
      "The location it names, if it names one.");
}

}  // namespace

void bind_borealis(py::module_& module) {
  Classes<Borealis> classes = declare_game<Borealis>(module, "Borealis");
  bind_game<Borealis>(classes);
  bind_world<Borealis>(classes);
  bind_batch<Borealis>(module, "Borealis", classes);
  bind_fields(classes.move);
  classes.game.def_static("tables", tables, "The components, as lists of rows by name.");
  classes.game.def_static(
      "title_of", [](int achievements) { return std::string(borealis::title(achievements)); },
      py::arg("achievements"), "The title of a collector of so many different achievements.");
}

}  // namespace farnorth::bindings
