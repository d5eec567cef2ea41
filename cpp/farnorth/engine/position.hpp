// Positions and views as JSON. A position can be set up from it, and is refused if it breaks a rule; so can a view that
// comes with a world that fits it.
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

// A view that can be sent to another program: its fields, and under `world` one of the positions that the view allows.
// What is hidden is dealt there at random, by a generator that depends on nothing: it tells no more than the view does.
template <Game G>
std::string to_json_with_world(const G& game, const typename G::View& view) {
  Rng rng(0);
  Table<G> world{game.determinize(view, rng), {}};
  world.memory = game.memory_of(view, world.state);
  std::string text = to_json(game, view);
  text.pop_back();
  return text + ",\"world\":" + to_json(game, world) + "}";
}

// Throws BadData naming the field that is wrong, or the rule that the position breaks.
template <Game G>
Table<G> table_from_json(const G& game, const JsonValue& document) {
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
template <Game G>
Table<G> table_from_json(const G& game, std::string_view text) {
  return table_from_json(game, JsonValue::parse(text));
}

// The view that `to_json_with_world` wrote. It is taken from the world, which is checked as any position is, and must
// agree with the fields beside it. A view from within a response window in which its viewer is not asked may be refused:
// no world tells when he will be (see the laws).
template <Game G>
typename G::View view_from_json(const G& game, std::string_view text) {
  const JsonValue document = JsonValue::parse(text);
  const Table<G> world = table_from_json(game, document.at("world"));
  typename G::View stated{};
  FieldReader reader(document, game.players());
  fields(reader, stated);
  reader.allow("world");
  reader.finish();
  const typename G::View view = view_of(game, world, stated.viewer);
  if (view != stated) throw BadData("the view is not what its seat sees of the world beside it");
  return view;
}

}  // namespace farnorth
