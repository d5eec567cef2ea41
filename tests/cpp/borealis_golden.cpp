// The worked examples of tests/data/borealis_golden.txt, each a subcase named by its id: -sc="G42*" runs one.
//
// Every statement is understood or the test fails; every assertion compares something or the test fails.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "borealis_position.hpp"
#include "farnorth/games/borealis/fields.hpp"

namespace farnorth::borealis {
namespace {

using Texts = std::vector<std::string>;

constexpr std::size_t kExamples = 92;
constexpr int kAssertions = 391;

std::size_t index(auto enumerator) { return static_cast<std::size_t>(enumerator); }

struct Line {
  std::string verb;  // given, when, then, start
  Texts statements, assertions;
};
struct Example {
  std::string id, title;
  std::vector<Line> lines;
};

Line parse_line(const std::string& text) {
  Line line;
  line.verb = text.substr(0, text.find(' '));
  if (line.verb != "given" && line.verb != "when" && line.verb != "then" && line.verb != "start")
    throw BadData("unknown line: " + text);
  const std::string rest = text.substr(std::min(text.size(), line.verb.size() + 1));
  const std::size_t arrow = rest.find("=>");
  if (line.verb == "then") {
    line.assertions = split(rest, ";");
  } else {
    line.statements = split(rest.substr(0, arrow), ";");
    if (arrow != std::string::npos) line.assertions = split(rest.substr(arrow + 2), ";");
  }
  return line;
}

std::vector<Example> read_examples() {
  std::ifstream file(FARNORTH_TESTS_DIR "/data/borealis_golden.txt");
  REQUIRE(file.good());
  std::vector<Example> examples;
  bool inside = false;
  for (std::string text; std::getline(file, text);) {
    if (text.starts_with("```")) {
      inside = text == "```golden";
      continue;
    }
    if (!inside) continue;
    if (text.size() > 3 && text[0] == 'G' && text[3] == ' ') {
      const std::size_t end = text.find(" :: ");
      examples.push_back({.id = text.substr(0, 3), .title = text.substr(4, end - 4), .lines = {}});
      if (end == std::string::npos) continue;
      text = text.substr(end + 4);
    }
    REQUIRE_FALSE(examples.empty());
    examples.back().lines.push_back(parse_line(text));
  }
  return examples;
}

Texts sorted(Texts words) {
  std::sort(words.begin(), words.end());
  return words;
}
std::string or_none(const Texts& words) { return words.empty() ? "-" : join(words); }

Texts names(const auto& faces) {
  Texts texts;
  for (const Face face : faces) texts.push_back(face_name(face));
  return texts;
}

class Runner {
 public:
  // Returns the number of assertions evaluated.
  int run(const Example& example) {
    for (const Line& line : example.lines) {
      if (line.verb == "given") give(line.statements);
      if (line.verb == "start") start(line.statements);
      if (line.verb == "when")
        for (const std::string& move : line.statements) make(move);
      for (const std::string& assertion : line.assertions) check(assertion);
    }
    return evaluated_;
  }

 private:
  // ---- Position and moves -----------------------------------------------------------------------

  void start(const Texts& statements) {  // "3 players side II"
    REQUIRE(statements.size() == 1);
    const Texts words = split(statements[0], " ");
    REQUIRE(words.size() == 4);
    REQUIRE(words[1] + words[2] == "playersside");
    const Borealis game = Borealis::make({{"players", words[0]}, {"side", words[3]}});
    ready_.push_back({game, game.start(), game.start_memory()});
  }

  void give(const Texts& statements) {
    REQUIRE(ready_.empty());  // later it would change nothing
    given_.insert(given_.end(), statements.begin(), statements.end());
  }

  Position& position() {
    if (ready_.empty()) {
      ready_.push_back(set_up(given_));
      check_rules();
    }
    return ready_.back();
  }
  const Borealis& game() { return position().game; }
  const State& state() { return position().state; }
  const Board& board(Player player) { return state().board[player.seat]; }

  void check_rules() {
    const char* broken = ready_.back().game.broken_rule(ready_.back().state, ready_.back().memory);
    CHECK_MESSAGE(broken == nullptr, broken);
  }

  void make(const std::string& text) {
    if (text == "auto") {
      while (game().actor(state()).is_chance()) make(lowest_outcome());
      return;
    }
    INFO(text);
    make(game().to_move(text));
  }
  void make(const Move& move) {
    const std::vector<Move> all = options();
    REQUIRE_MESSAGE(std::find(all.begin(), all.end(), move) != all.end(), "an illegal move");
    game().witness(position().memory, state(), move);
    game().apply(position().state, move);
    check_rules();
  }
  std::vector<Move> options() {
    MoveList<Borealis> moves;
    game().legal_moves(state(), moves);
    std::vector<Move> all(moves.begin(), moves.end());
    OutcomeList<Borealis> outcomes;
    game().outcomes(state(), outcomes);
    for (const auto& outcome : outcomes) all.push_back(outcome.move);
    return all;
  }
  Move lowest_outcome() {
    const std::vector<Move> all = options();
    return *std::min_element(all.begin(), all.end(), [](const Move& a, const Move& b) {
      return Borealis::chance_id(a) < Borealis::chance_id(b);
    });
  }

  // ---- Assertions ---------------------------------------------------------------------------------

  void expect(const std::string& actual, const std::string& expected) {
    CHECK(actual == expected);
    compared_ = true;
  }
  void expect(int actual, const std::string& expected) { expect(std::to_string(actual), expected); }

  void check(const std::string& assertion) {
    INFO(assertion);
    const Texts words = split(assertion, " ");
    compared_ = false;
    if (words[0].size() == 2 && words[0][0] == 'p' && words.size() >= 3)
      check_player(to_player(words[0]), words[1], {words.begin() + 2, words.end()});
    else
      check_game(words[0], {words.begin() + 1, words.end()},
                 assertion.substr(std::min(assertion.size(), words[0].size() + 1)));
    REQUIRE(compared_);
    ++evaluated_;
  }

  void check_game(const std::string& what, const Texts& rest, const std::string& text) {
    if (what == "actor") return expect(actor_name(), text);
    if (what == "phase") return expect(to_word(state().phase), text);
    if (what == "outcomes") return expect(static_cast<int>(options().size()), text);
    if (what == "chance") return check_chance(rest);
    if (what == "pool") return expect(or_none(names(state().pool)), or_none(sorted_faces(rest)));
    if (what == "deck" || what == "discard")
      return check_cards(what == "deck" ? state().deck : state().discard, rest);
    if (what == "legal") return check_legal(rest, text);
    if (what == "has" || what == "not") return expect(is_legal(text) ? "has" : "not", what);
    if (what == "boards") return expect(boards(), text);
    if (what == "claimed" || what == "closed") return check_claim(what == "closed", rest);
    if (what == "places") return expect(places(), text);
    if (what == "title") return check_title(rest);
    if (what == "action" || what == "chanceid") return check_id(what == "action", rest);
    if (what == "reject") return check_refused(text);
    throw BadData("unknown assertion: " + what);
  }

  void check_player(Player player, const std::string& what, const Texts& rest) {
    const Board& own = board(player);
    if (what == "hand") return expect(or_none(sorted(hand(player))), or_none(sorted(rest)));
    if (what == "points") return expect(own.points, join(rest));
    if (what == "flags") return expect(flags(own), join(rest));
    if (what == "sci") return expect(scientists(own), join(rest));
    if (what == "score") return expect(score(player), join(rest));
    if (what == "sets") return expect(set_points(own), join(rest));
    if (what == "card") return expect(card_points(own, to_scoring_card(rest.at(0))), rest.at(1));
    if (what == "meets" || what == "misses")
      return expect(meets(own, to_objective(rest.at(0))) ? "meets" : "misses", what);
    if (what == "achievements")
      return expect(or_none(achievements(player)), or_none(none_removed(rest)));
    if (what == "sees") return check_view(player, rest);
    expect(or_none(names(own.pile[index(to_location(what))])), join(rest));
  }

  void check_view(Player viewer, const Texts& rest) {
    const View view = game().view(state(), position().memory, viewer);
    if (rest.at(0) == "worlds") return expect(std::to_string(worlds(view)), rest.at(1));
    if (rest.at(0) == "unseen")
      return check_cards(view.unseen.at(index(*to_int(rest.at(1)))),
                         {rest.begin() + 2, rest.end()});
    const OpponentHand& other = view.others[to_player(rest.at(0)).seat];
    const Texts cards(rest.begin() + 2, rest.end());
    if (rest.at(1) == "open")
      return expect(or_none(names(other.open)), or_none(sorted_faces(cards)));
    REQUIRE(rest.at(1) == "hidden");
    Texts hidden;
    for (std::size_t deck = 0; deck < kHiddenDecks; ++deck)
      if (other.hidden[deck] > 0)
        hidden.push_back(std::to_string(deck) + ':' + std::to_string(other.hidden[deck]));
    expect(or_none(hidden), or_none(none_removed(cards)));
  }

  void check_cards(const Faces& faces, const Texts& rest) {
    if (rest.at(0) == "has")
      return expect(faces.contains(to_face(rest.at(1))) ? "has" : "has not", "has");
    if (rest.size() == 2 && rest[1] == "cards") return expect(faces.size(), rest[0]);
    expect(or_none(names(to_items(faces))), or_none(sorted_faces(rest)));
  }

  void check_chance(const Texts& rest) {  // move ... a/b
    OutcomeList<Borealis> outcomes;
    game().outcomes(state(), outcomes);
    const Move move = game().to_move(join({rest.begin(), rest.end() - 1}));
    std::uint32_t weight = 0, total = 0;
    for (const auto& outcome : outcomes) {
      total += outcome.weight;
      if (outcome.move == move) weight = outcome.weight;
    }
    const std::uint32_t divisor = std::max(1U, std::gcd(weight, total));
    expect(std::to_string(weight / divisor) + '/' + std::to_string(total / divisor), rest.back());
  }

  void check_legal(const Texts& rest, const std::string& text) {
    MoveList<Borealis> moves;
    game().legal_moves(state(), moves);
    if (rest.size() == 2 && rest[1] == "moves")
      return expect(static_cast<int>(moves.size()), rest[0]);
    Texts texts;
    for (const Move& move : moves) texts.push_back(game().to_text(move));
    expect(join(texts, " | "), join(split(text, "|"), " | "));
  }

  void check_claim(bool closed, const Texts& rest) {
    const auto& all = state().objective;
    const auto* found = std::find(all.begin(), all.end(), to_objective(rest.at(0)));
    REQUIRE(found != all.end());
    const auto i = static_cast<std::size_t>(found - all.begin());
    CHECK(state().closed[i] == closed);
    Texts claimants;
    for (int seat = 0; seat < kMaxSeats; ++seat)
      if (state().claimed[i].contains(Player::at(seat)))
        claimants.push_back('p' + std::to_string(seat + 1));
    expect(or_none(claimants), or_none(none_removed({rest.begin() + 1, rest.end()})));
  }

  void check_title(const Texts& rest) {
    expect(std::string(title(*to_int(rest.at(0)))), join({rest.begin() + 1, rest.end()}));
  }

  void check_id(bool action, const Texts& rest) {
    const Move move = Borealis::to_move(join({rest.begin(), rest.end() - 1}));
    const int id = action ? Borealis::action_id(move) : Borealis::chance_id(move);
    CHECK((action ? Borealis::move_of(id) : Borealis::chance_of(id)) == move);
    expect(id, rest.back());
  }

  void check_refused(const std::string& text) {
    bool refused = false;
    try {
      Borealis::to_move(text);
    } catch (const IllegalMove&) {
      refused = true;
    }
    expect(refused ? "refused" : "read", "refused");
  }

  // ---- What is, in the notation -------------------------------------------------------------------

  static Texts none_removed(Texts words) {
    std::erase(words, "-");
    return words;
  }
  static Texts sorted_faces(const Texts& given) {  // by number
    std::vector<Face> faces;
    for (const std::string& name : none_removed(given)) faces.push_back(to_face(name));
    std::sort(faces.begin(), faces.end());
    return names(faces);
  }
  std::string actor_name() {
    const Actor actor = game().actor(state());
    if (actor.is_player()) return 'p' + std::to_string(actor.player().seat + 1);
    return actor.is_chance() ? "chance" : "nobody";
  }
  bool is_legal(const std::string& text) {
    MoveList<Borealis> moves;
    game().legal_moves(state(), moves);
    return moves.contains(Borealis::to_move(text));
  }
  std::string boards() {
    Texts patterns;
    for (int seat = 0; seat < game().players(); ++seat)
      patterns.push_back(std::to_string(board(Player::at(seat)).pattern));
    return join(patterns);
  }
  std::string places() {
    const Places all = game().ranking(state());
    Texts texts;
    for (int seat = 0; seat < game().players(); ++seat)
      texts.push_back(std::to_string(all[static_cast<std::size_t>(seat)]));
    return join(texts);
  }
  Texts hand(Player player) {
    CHECK(state().hand[player.seat].size() == position().memory.held[player.seat].size());
    Texts cards;
    for (const HeldCard& card : position().memory.held[player.seat]) {
      cards.push_back(face_name(card.face));
      if (card.origin.is_open())
        cards.back() += '!';
      else if (card.origin.deck() > 0)
        cards.back() += '~' + std::to_string(card.origin.deck());
    }
    return cards;
  }
  static std::string flags(const Board& board) {
    Texts spaces;
    for (const std::uint8_t space : board.flag) spaces.push_back(std::to_string(space));
    return join(spaces);
  }
  static std::string scientists(const Board& board) {
    Texts spots;
    for (const auto& colours : board.scientists) {
      std::string letters;
      for (std::size_t colour = 0; colour < kColours; ++colour)
        letters += std::string(colours[colour], "apm"[colour]);
      spots.push_back(letters.empty() ? "-" : letters);
    }
    return join(spots);
  }
  std::string score(Player player) {
    Texts texts;
    for (const Heading& heading : game().score_sheet(state(), player)) {
      texts.emplace_back(heading.name);
      for (const int points : heading.points) texts.push_back(std::to_string(points));
    }
    return join(texts);
  }
  Texts achievements(Player player) {
    Texts texts;
    for (const std::string_view name : game().achievements(state(), player))
      texts.emplace_back(name);
    return texts;
  }
  // Number of ways to deal the unseen cards to the hidden places.
  static std::uint64_t worlds(const View& view) {
    std::uint64_t ways = 1;
    for (std::size_t deck = 0; deck < kHiddenDecks; ++deck) {
      auto rest = static_cast<std::uint64_t>(view.unseen[deck].size());
      for (const OpponentHand& other : view.others)
        for (std::uint64_t i = 1; i <= other.hidden[deck]; ++i) ways = ways * rest-- / i;
    }
    return ways;
  }

  Texts given_;
  std::vector<Position> ready_;  // empty until the position is complete
  bool compared_ = false;
  int evaluated_ = 0;
};

TEST_CASE("golden examples of Borealis") {
  for (const Example& example : read_examples())
    SUBCASE((example.id + ' ' + example.title).c_str()) {
      INFO(example.id, " ", example.title);
      int stated = 0;
      for (const Line& line : example.lines) stated += static_cast<int>(line.assertions.size());
      CHECK(stated > 0);
      CHECK(Runner().run(example) == stated);
    }
}

TEST_CASE("golden examples of Borealis: none is lost") {
  const std::vector<Example> examples = read_examples();
  REQUIRE(examples.size() == kExamples);
  int assertions = 0;
  for (std::size_t i = 0; i < kExamples; ++i) {
    CHECK(*to_int(examples[i].id.substr(i < 9 ? 2 : 1)) == static_cast<int>(i + 1));
    assertions += Runner().run(examples[i]);
  }
  CHECK(assertions == kAssertions);
}

TEST_CASE("golden examples of Borealis: what is not understood is refused") {
  const auto run = [](const std::string& text) {
    Runner().run({.id = "G00", .title = "", .lines = {parse_line(text)}});
  };
  CHECK_THROWS_AS(run("give p1 points 3"), BadData);
  CHECK_THROWS_AS(run("given p1 coins 3 => p1 points 3"), BadData);
  CHECK_THROWS_AS(run("given weather cold => p1 points 2"), BadData);
  CHECK_THROWS_AS(run("given => p1 coins 2"), BadData);
  CHECK_THROWS_AS(run("given => weather cold"), BadData);
  CHECK_THROWS_AS(run("given => p1 meets the_king"), BadData);
  CHECK_THROWS_AS(run("when dance"), IllegalMove);
}

}  // namespace
}  // namespace farnorth::borealis
