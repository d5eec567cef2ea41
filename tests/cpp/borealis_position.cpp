#include "borealis_position.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>

#include "farnorth/games/borealis/fields.hpp"

namespace farnorth::borealis {

namespace {

using Words = std::vector<std::string>;

std::size_t index(auto enumerator) { return static_cast<std::size_t>(enumerator); }

int number(const std::string& word) {
  const std::optional<int> value = to_int(word);
  if (!value) throw BadData("not a number: " + word);
  return *value;
}

// Without the mark that says where a hand card is from.
std::string card_of(const std::string& word) { return word.substr(0, word.find_first_of("!~")); }

bool is_letter(const std::string& word) { return card_of(word).size() == 1 && word != "-"; }

// Reads the statements of one position, then deals the cards that they name.
class Reader {
 public:
  explicit Reader(const std::vector<std::string>& given) {
    state_.phase = Phase::turn;
    state_.scoring = {ScoringCard::common_destination, ScoringCard::expansive_species};
    state_.objective = {Objective::favorite_research_object, Objective::morning_shift,
                        Objective::promising_direction};
    for (Board& board : state_.board) {
      board.points = kStartPoints;
      for (const Location location : kAllLocations) board.scientists[index(location)].fill(1);
    }
    for (const std::string& statement : given) read(split(statement, " "), statement);
  }

  Position deal() {
    give_out_letters();
    for (const auto& [place, words] : piles_)
      for (const Face face : take(words))
        state_.board[place.first].pile[place.second].push_back(face);
    if (pool_) fill_pool(take(*pool_));
    for (const auto& [seat, cards] : hands_)
      for (const std::string& card : cards) hold_named(seat, card);
    if (deck_)
      for (const Face face : take(*deck_)) state_.deck.add(face);
    // Zones not named: what is left, in order.
    if (!pool_) fill_pool(lowest(kPoolCards));
    for (std::size_t seat = 0; seat < setup_.players; ++seat)
      if (!hands_.contains(seat))
        for (const Face face : lowest(kHandCards)) hold(seat, face, Origin::hidden(0));
    (deck_ ? state_.discard : state_.deck) = rest_;
    for (std::size_t seat = 0; seat < kMaxPlayers; ++seat) {
      if (seat < setup_.players)
        move_flags(state_.board[seat]);
      else
        state_.board[seat] = {};
    }
    return {Borealis(setup_), state_, memory_};
  }

 private:
  void read(const Words& words, const std::string& statement) {
    const auto is = [&](std::size_t i, std::string_view word) {
      return i < words.size() && words[i] == word;
    };
    if (is(1, "players")) {
      setup_.players = static_cast<std::uint8_t>(number(words[0]));
    } else if (is(0, "boards")) {
      setup_.side = Side::two;
      for (std::size_t seat = 0; seat + 1 < words.size(); ++seat)
        state_.board[seat].pattern = static_cast<std::uint8_t>(number(words[seat + 1]));
    } else if (statement == "blind draw off") {
      setup_.blind_draw_after_refresh = false;
    } else if (is(0, "phase")) {
      if (!from_word(words.at(1), state_.phase)) throw BadData("no such phase: " + statement);
    } else if (is(0, "turn")) {
      state_.player = to_player(words.at(1));
    } else if (is(0, "scoring")) {
      state_.scoring = {to_scoring_card(words.at(1)), to_scoring_card(words.at(2))};
    } else if (is(0, "objectives")) {
      for (std::size_t i = 0; i < kObjectivesInPlay; ++i)
        state_.objective[i] = to_objective(words.at(i + 1));
    } else if (is(0, "claimed") || is(0, "closed")) {
      read_claim(words);
    } else if (is(0, "pool") || is(0, "deck")) {
      (is(0, "pool") ? pool_ : deck_) = Words(words.begin() + 1, words.end());
    } else if (words.size() >= 3) {
      read_board(words, statement);
    } else {
      throw BadData("unknown statement: " + statement);
    }
  }

  void read_claim(const Words& words) {
    const Objective objective = to_objective(words.at(1));
    const auto* found = std::find(state_.objective.begin(), state_.objective.end(), objective);
    if (found == state_.objective.end()) throw BadData("not in play: " + words[1]);
    const auto i = static_cast<std::size_t>(found - state_.objective.begin());
    for (std::size_t w = 2; w < words.size(); ++w) state_.claimed[i].add(to_player(words[w]));
    state_.closed[i] = words[0] == "closed";
  }

  void read_board(const Words& words, const std::string& statement) {
    const std::size_t seat = to_player(words[0]).seat;
    const Words rest(words.begin() + 2, words.end());
    if (words[1] == "points")
      state_.board[seat].points = static_cast<std::uint8_t>(number(words[2]));
    else if (words[1] == "sci")
      read_scientists(rest, state_.board[seat], statement);
    else if (words[1] == "hand")
      hands_[seat] = rest;
    else
      piles_.emplace_back(std::pair{seat, index(to_location(words[1]))}, rest);
  }

  static void read_scientists(const Words& words, Board& board, const std::string& statement) {
    if (words.size() != kSpots) throw BadData("five spots: " + statement);
    for (std::size_t spot = 0; spot < kSpots; ++spot) {
      board.scientists[spot].fill(0);
      if (words[spot] == "-") continue;
      for (const char letter : words[spot]) {
        const std::size_t colour = std::string_view("apm").find(letter);
        if (colour == std::string_view::npos) throw BadData("colours are a, p, m: " + statement);
        ++board.scientists[spot][colour];
      }
    }
  }

  // Letters stand for the lowest faces without star that are named nowhere, in the order piles, pool, hands.
  void give_out_letters() {
    std::vector<Words*> zones;
    for (auto& [place, words] : piles_) zones.push_back(&words);
    if (pool_) zones.push_back(&*pool_);
    for (auto& [seat, words] : hands_) zones.push_back(&words);
    if (deck_) zones.push_back(&*deck_);
    std::set<std::string> used;
    for (const Words* words : zones)
      for (const std::string& word : *words) used.insert(card_of(word));
    for (Words* words : zones)
      for (std::string& word : *words) {
        if (!is_letter(word)) continue;
        const std::size_t species = std::string_view("BFOSP").find(word[0]);
        if (species == std::string_view::npos) throw BadData("no such letter: " + word);
        const std::string card = lowest_of(static_cast<Species>(species), used);
        used.insert(card);
        word.replace(0, 1, card);
      }
  }

  static std::string lowest_of(Species species, const std::set<std::string>& used) {
    for (std::uint8_t id = 0; id < kFaceCount; ++id) {
      const Face face{id};
      if (row(face).species == species && row(face).stars == 0 && !used.contains(face_name(face)))
        return face_name(face);
    }
    throw BadData("no card is left for a letter");
  }

  Face take(const std::string& name) {
    const Face face = to_face(name);
    if (!rest_.contains(face)) throw BadData("used twice: " + name);
    rest_.remove(face);
    return face;
  }
  std::vector<Face> take(const Words& names) {
    std::vector<Face> faces;
    for (const std::string& name : names)
      if (name != "-") faces.push_back(take(name));
    return faces;
  }
  std::vector<Face> lowest(int count) {
    std::vector<Face> faces;
    for (const Face face : to_items(rest_))
      if (static_cast<int>(faces.size()) < count) faces.push_back(face);
    for (const Face face : faces) rest_.remove(face);
    return faces;
  }

  void fill_pool(const std::vector<Face>& faces) {
    for (const Face face : faces) state_.pool.insert_sorted(face);
  }

  void hold_named(std::size_t seat, std::string card) {
    Origin origin = Origin::hidden(0);
    if (card.ends_with('!')) {
      origin = Origin::open();
      card.pop_back();
    } else if (const std::size_t mark = card.find('~'); mark != std::string::npos) {
      origin = Origin::hidden(number(card.substr(mark + 1)));
      card.resize(mark);
    }
    hold(seat, take(card), origin);
  }
  void hold(std::size_t seat, Face face, Origin origin) {
    state_.hand[seat].insert_sorted(face);
    memory_.held[seat].insert_sorted({face, origin});
  }

  // Flags follow from the piles and what is printed on the tracks.
  static void move_flags(Board& board) {
    for (std::size_t track = 0; track < kLocations; ++track)
      for (const Face face : board.pile[track]) {
        std::uint8_t& space = board.flag[track];
        if (space == kLastSpace) continue;
        const VehiclePair& ahead = kTrackVehicles[board.pattern][track][space];
        if (row(face).vehicle == ahead.first || row(face).vehicle == ahead.second) ++space;
      }
  }

  Setup setup_;
  State state_;
  Memory memory_;
  Faces rest_ = Faces::whole_deck();
  std::vector<std::pair<std::pair<std::size_t, std::size_t>, Words>> piles_;  // (seat, location)
  std::map<std::size_t, Words> hands_;
  std::optional<Words> pool_, deck_;
};

}  // namespace

Position set_up(const std::vector<std::string>& given) { return Reader(given).deal(); }

std::vector<std::string> split(std::string_view text, std::string_view separator) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    std::string_view part = text.substr(0, end);
    while (part.starts_with(' ')) part.remove_prefix(1);
    while (part.ends_with(' ')) part.remove_suffix(1);
    if (!part.empty()) parts.emplace_back(part);
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + separator.size());
  }
}

std::string join(const std::vector<std::string>& words, std::string_view separator) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += separator;
    text += word;
  }
  return text;
}

Player to_player(std::string_view name) {
  if (name.size() != 2 || name[0] != 'p' || name[1] < '1' || name[1] > '4')
    throw BadData("players are p1 to p4, not " + quoted(name));
  return Player::at(name[1] - '1');
}

Location to_location(std::string_view name) {
  const std::optional<int> found = index_of(kLocationNames, name);
  if (!found) throw BadData("no such location: " + quoted(name));
  return static_cast<Location>(*found);
}

Objective to_objective(std::string_view id) {
  Objective objective{};
  if (!from_word(id, objective)) throw BadData("no such objective: " + quoted(id));
  return objective;
}

ScoringCard to_scoring_card(std::string_view id) {
  ScoringCard card{};
  if (!from_word(id, card)) throw BadData("no such scoring card: " + quoted(id));
  return card;
}

}  // namespace farnorth::borealis
