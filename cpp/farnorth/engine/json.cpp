#include "farnorth/engine/json.hpp"

#include <nlohmann/json.hpp>

#include "farnorth/core/json_depth.hpp"
#include "farnorth/core/text.hpp"

namespace farnorth {

namespace {
using Json = nlohmann::ordered_json;
}  // namespace

// A document and a place in it: values of one document share it.
struct JsonValue::Node {
  std::shared_ptr<const Json> document;
  const Json* value;
};

JsonValue::JsonValue(std::shared_ptr<const Node> node, std::string path)
    : node_(std::move(node)), path_(std::move(path)) {}

JsonValue JsonValue::parse(std::string_view text) {
  if (json_depth(text) > kDeepestJson)
    throw BadData("not JSON: nested more than " + std::to_string(kDeepestJson) + " deep");
  try {
    auto document = std::make_shared<const Json>(Json::parse(text));
    const Json* root = document.get();
    return JsonValue(std::make_shared<const Node>(Node{std::move(document), root}), "document");
  } catch (const Json::exception& error) {
    // The library's text begins with its own name for the error in brackets, which helps nobody.
    std::string_view what = error.what();
    what.remove_prefix(std::min(what.find(']') + 2, what.size()));
    throw BadData("not JSON: " + std::string(what));
  }
}

bool JsonValue::is_null() const { return node_->value->is_null(); }
bool JsonValue::is_object() const { return node_->value->is_object(); }
bool JsonValue::is_list() const { return node_->value->is_array(); }

bool JsonValue::is_integer() const { return node_->value->is_number_integer(); }
bool JsonValue::is_boolean() const { return node_->value->is_boolean(); }

bool JsonValue::is_word() const { return node_->value->is_string(); }

bool JsonValue::has(std::string_view key) const {
  return is_object() && node_->value->contains(key);
}

JsonValue JsonValue::at(std::string_view key) const {
  if (!is_object()) fail("an object");
  const auto found = node_->value->find(key);
  if (found == node_->value->end()) throw BadData(path_ + ": missing " + std::string(key));
  return JsonValue(std::make_shared<const Node>(Node{node_->document, &*found}),
                   path_ == "document" ? std::string(key) : path_ + "." + std::string(key));
}

std::vector<std::string> JsonValue::keys() const {
  if (!is_object()) fail("an object");
  std::vector<std::string> keys;
  for (const auto& [key, value] : node_->value->items()) keys.push_back(key);
  return keys;
}

std::size_t JsonValue::size() const {
  if (!is_list()) fail("a list");
  return node_->value->size();
}

JsonValue JsonValue::at(std::size_t i) const {
  if (i >= size()) fail("a longer list");
  return JsonValue(std::make_shared<const Node>(Node{node_->document, &(*node_->value)[i]}),
                   path_ + "[" + std::to_string(i) + "]");
}

std::int64_t JsonValue::integer(std::int64_t lowest, std::int64_t highest) const {
  const auto expected = [&] {
    return "an integer from " + std::to_string(lowest) + " to " + std::to_string(highest);
  };
  if (!node_->value->is_number_integer()) fail(expected());
  if (node_->value->is_number_unsigned() &&
      node_->value->get<std::uint64_t>() > std::uint64_t{std::numeric_limits<std::int64_t>::max()})
    fail(expected());
  const auto value = node_->value->get<std::int64_t>();
  if (value < lowest || value > highest) fail(expected());
  return value;
}

double JsonValue::number(double lowest, double highest) const {
  const double value = node_->value->is_number() ? node_->value->get<double>() : lowest - 1;
  if (!(value >= lowest && value <= highest))
    fail("a number from " + std::to_string(static_cast<std::int64_t>(lowest)) + " to " +
         std::to_string(static_cast<std::int64_t>(highest)));
  return value;
}

bool JsonValue::boolean() const {
  if (!node_->value->is_boolean()) fail("true or false");
  return node_->value->get<bool>();
}

std::string JsonValue::word() const {
  if (!node_->value->is_string()) fail("a string");
  return node_->value->get<std::string>();
}

std::string JsonValue::scalar() const {
  if (node_->value->is_string()) return word();
  if (!node_->value->is_boolean() && !node_->value->is_number_integer())
    fail("a string, an integer, true or false");
  return node_->value->dump();
}

std::string JsonValue::text() const { return node_->value->dump(); }

void JsonValue::fail(std::string_view expected) const {
  throw BadData(path_ + ": " + std::string(expected) + " expected, found " +
                farnorth::quoted(node_->value->dump(-1, ' ', true)));
}

JsonWriter& JsonWriter::key(std::string_view name) {
  string(name);
  text_ += ':';
  first_ = true;
  return *this;
}

JsonWriter& JsonWriter::string(std::string_view text) {
  separate();
  const auto plain = [](char c) { return c >= ' ' && c < '\x7f' && c != '"' && c != '\\'; };
  if (std::all_of(text.begin(), text.end(), plain)) {
    text_ += '"';
    text_ += text;
    text_ += '"';
    return *this;
  }
  try {
    text_ += Json(text).dump();
  } catch (const Json::exception&) {
    throw BadData("not UTF-8: " + quoted(text));
  }
  return *this;
}

JsonWriter& JsonWriter::integer(std::int64_t value) {
  separate();
  text_ += std::to_string(value);
  return *this;
}

JsonWriter& JsonWriter::boolean(bool value) {
  separate();
  text_ += value ? "true" : "false";
  return *this;
}

JsonWriter& JsonWriter::null() {
  separate();
  text_ += "null";
  return *this;
}

JsonWriter& JsonWriter::raw(std::string_view json) {
  separate();
  text_ += json;
  return *this;
}

JsonWriter& JsonWriter::open(char bracket) {
  separate();
  text_ += bracket;
  first_ = true;
  return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
  text_ += bracket;
  first_ = false;
  return *this;
}

void JsonWriter::separate() {
  if (!first_) text_ += ',';
  first_ = false;
}

}  // namespace farnorth
