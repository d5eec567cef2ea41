// Texts and options at the boundary: one spelling each, and errors that say what would be right.
#include <doctest/doctest.h>

#include <string>

#include "farnorth/core/json_depth.hpp"
#include "farnorth/core/options.hpp"
#include "farnorth/core/text.hpp"

namespace farnorth {
namespace {

TEST_CASE("split_words: words one space apart, nothing else") {
  const Words words = split_words("observe fox-kayak-pm left");
  REQUIRE(words.size() == 3);
  CHECK(words[0] == "observe");
  CHECK(words[2] == "left");
  CHECK(split_words("done").size() == 1);
  for (const char* text : {"", " ", " done", "done ", "take  fox", "  "})
    CHECK_THROWS_AS(split_words(text), IllegalMove);
  CHECK(split_words("1 2 3 4 5 6 7 8").size() == 8);
  CHECK_THROWS_AS(split_words("1 2 3 4 5 6 7 8 9"), IllegalMove);
}

TEST_CASE("to_int: the shortest decimal form only") {
  CHECK(to_int("0") == 0);
  CHECK(to_int("7") == 7);
  CHECK(to_int("-12") == -12);
  CHECK(to_int("999999") == 999'999);
  for (const char* text : {"", "-", "-0", "00", "07", "-07", "+1", "1 ", " 1", "1.0", "1000000",
                           "99999999999999999999", "x", "0x1"}) {
    CAPTURE(text);
    CHECK_FALSE(to_int(text).has_value());
  }
}

TEST_CASE("json_depth: brackets, but not those in texts") {
  CHECK(json_depth("") == 0);
  CHECK(json_depth("7") == 0);
  CHECK(json_depth(R"({"a": [1, [2]], "b": {}})") == 3);
  CHECK(json_depth(R"(["[[[", "\\", "\"[[["])") == 1);
  CHECK(json_depth(std::string(400'000, '[')) == 400'000);
}

TEST_CASE("word_or_quoted: a word stands as it is") {
  CHECK(word_or_quoted("cow") == "cow");
  CHECK(word_or_quoted("") == "''");
  CHECK(word_or_quoted("two words") == "'two words'");
  CHECK(word_or_quoted("\n") == "'?'");
  CHECK(word_or_quoted(std::string(40, 'x')) == std::string(40, 'x'));
  CHECK(word_or_quoted(std::string(41, 'x')) == quoted(std::string(41, 'x')));
}

TEST_CASE("quoted: what goes into an error message is short and printable") {
  CHECK(quoted("take fox") == "'take fox'");
  CHECK(quoted("\x7f\nb\x01 \xff") ==
        "'?"
        "?b? ?'");
  std::string longest(1, '\'');
  longest.append(60, 'x');
  CHECK(quoted(std::string(60, 'x')) == longest + "'");
  CHECK(quoted(std::string(61, 'x')) == longest + "...'");
}

TEST_CASE("index_of and joined") {
  constexpr std::array<std::string_view, 3> kNames{"left", "middle", "right"};
  CHECK(index_of(kNames, "left") == 0);
  CHECK(index_of(kNames, "right") == 2);
  CHECK_FALSE(index_of(kNames, "righ").has_value());
  CHECK(joined(kNames) == "left, middle, right");
  CHECK(joined(kNames, " or ") == "left or middle or right");
  CHECK(joined({}) == "");
}

constexpr std::array<std::string_view, 2> kSides{"I", "II"};
constexpr std::array kSpecs{
    OptionSpec{.name = "players",
               .kind = OptionSpec::Kind::integer,
               .default_value = "2",
               .summary = "for tests",
               .lowest = 2,
               .highest = 4},
    OptionSpec{.name = "fast",
               .kind = OptionSpec::Kind::boolean,
               .default_value = "false",
               .summary = "for tests"},
    OptionSpec{.name = "side",
               .kind = OptionSpec::Kind::word,
               .default_value = "I",
               .summary = "for tests",
               .words = kSides},
    OptionSpec{.name = "tiles",
               .kind = OptionSpec::Kind::text,
               .default_value = "",
               .summary = "for tests"},
};

std::string complaint(const Options& given) {
  try {
    complete_options("toy", kSpecs, given);
  } catch (const BadData& error) {
    return error.what();
  }
  return "";
}

TEST_CASE("options: defaults fill what is not given") {
  CHECK(complete_options("toy", kSpecs, {}) ==
        Options{{"players", "2"}, {"fast", "false"}, {"side", "I"}, {"tiles", ""}});
  CHECK(complete_options("toy", kSpecs, {{"players", "4"}, {"tiles", "my.json"}}) ==
        Options{{"players", "4"}, {"fast", "false"}, {"side", "I"}, {"tiles", "my.json"}});
}

TEST_CASE("options: on and off are read, true and false written") {
  CHECK(complete_options("toy", kSpecs, {{"fast", "on"}}).at("fast") == "true");
  CHECK(complete_options("toy", kSpecs, {{"fast", "off"}}).at("fast") == "false");
  CHECK(complete_options("toy", kSpecs, {{"tiles", "off"}}).at("tiles") == "off");
}

TEST_CASE("options: what is wrong is named with what would be right") {
  CHECK(complaint({{"players", "5"}}) == "option players of toy must be 2 to 4, not '5'");
  CHECK(complaint({{"players", "02"}}) == "option players of toy must be 2 to 4, not '02'");
  CHECK(complaint({{"fast", "yes"}}) == "option fast of toy must be true or false, not 'yes'");
  CHECK(complaint({{"side", "i"}}) == "option side of toy must be I or II, not 'i'");
  CHECK(complaint({{"sides", "I"}}) ==
        "toy has no option 'sides'; its options are players, fast, side, tiles");
}

}  // namespace
}  // namespace farnorth
