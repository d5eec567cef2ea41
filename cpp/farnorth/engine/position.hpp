// Positions and views as JSON. A position can be set up from it, and is refused if it breaks a rule.
#pragma once

#include <string>
#include <string_view>

#include "farnorth/engine/json.hpp"
#include "farnorth/engine/table.hpp"

namespace farnorth {

// The options of a game as a JSON object: integers and booleans as such, in the order of G::options().
template <Game G>
void write_setup(JsonWriter& out, const G& game) {
  const Options options = game.setup_options();
  out.begin_object();
  for (const OptionSpec& spec : G::options()) {
    const auto found = options.find(spec.name);
    if (found == options.end()) continue;
    out.key(spec.name);
    switch (spec.kind) {
      case OptionSpec::Kind::integer: out.integer(*to_int(found->second)); break;
      case OptionSpec::Kind::boolean: out.boolean(found->second == "true"); break;
      case OptionSpec::Kind::word:
      case OptionSpec::Kind::text: out.string(found->second); break;
    }
  }
  out.end_object();
}

inline Options read_setup(const JsonValue& from) {
  Options options;
  for (const std::string& name : from.keys()) options[name] = from.at(name).scalar();
  return options;
}

template <Game G>
std::string to_json(const G& game, const Table<G>& table) {
  JsonWriter out;
  out.begin_object().key("game").string(G::kName).key("rules_version").integer(G::kRulesVersion);
  out.key("setup");
  write_setup(out, game);
  FieldWriter writer(out, game.players());
  writer("state", table.state);
  writer("memory", table.memory);
  out.end_object();
  return out.take();
}

template <Game G>
std::string to_json(const G& game, const typename G::View& view) {
  JsonWriter out;
  FieldWriter(out, game.players()).write(view);
  return out.take();
}

// Throws BadData naming the field that is wrong, or the rule that the position breaks.
template <Game G>
Table<G> table_from_json(const G& game, std::string_view text) {
  const JsonValue document = JsonValue::parse(text);
  if (document.at("game").word() != G::kName)
    throw BadData("game: a position of " + std::string(G::kName) + " expected, found one of " +
                  quoted(document.at("game").word()));
  if (document.at("rules_version").integer(0, 1 << 20) != G::kRulesVersion)
    throw BadData("rules_version: " + std::to_string(G::kRulesVersion) + " expected, found " +
                  document.at("rules_version").scalar());
  const Options options = read_setup(document.at("setup"));
  if (options != game.setup_options())
    throw BadData("setup: the position is of a game with other options");
  Table<G> table;
  FieldReader reader(document, game.players());
  reader("state", table.state);
  reader("memory", table.memory);
  if (const char* rule = game.broken_rule(table.state, table.memory))
    throw BadData(std::string("the position breaks a rule: ") + rule);
  return table;
}

}  // namespace farnorth
