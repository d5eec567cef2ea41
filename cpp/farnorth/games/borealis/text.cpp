// Text forms and numbers of moves. Sections 7 and 10 of the rules.
#include <cassert>

#include "farnorth/core/text.hpp"
#include "farnorth/games/borealis/borealis.hpp"

namespace farnorth::borealis {

namespace {

constexpr std::string_view kColourLetters = "apm";
constexpr std::array<std::string_view, kMaxPlayers> kPlayerNames{"p1", "p2", "p3", "p4"};

constexpr auto ids_of(const auto& rows) {
  std::array<std::string_view, std::tuple_size_v<std::remove_cvref_t<decltype(rows)>>> ids;
  for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = rows[i].id;
  return ids;
}
constexpr auto kObjectiveIds = ids_of(kObjectiveRows);
constexpr auto kScoringCardIds = ids_of(kScoringCardRows);

std::string_view name(Location location) {
  return kLocationNames[static_cast<std::size_t>(location)];
}

// First ids of the ranges, section 10.
constexpr int kTake = 297, kDiscard = 396, kGather = 495, kRegroup = 498, kDraw = 499,
              kRefresh = 500, kDone = 501;
constexpr int kScoring = 16, kObjective = 61, kReveal = 73, kDeal = 172;
static_assert(kTake == kFaceCount * kLocations && kDone + 1 == Borealis::kActionCount);
static_assert(kDeal + kMaxPlayers * kFaceCount == Borealis::kChanceCount);

Face face_at(int id) { return Face{static_cast<std::uint8_t>(id)}; }

[[noreturn]] void not_a_move(std::string_view text) {
  throw IllegalMove("not a move of borealis: " + quoted(text));
}

}  // namespace

std::string face_name(Face face) {
  if (face == kUnknownFace) return "?";
  const FaceRow& card = row(face);
  std::string text(kSpeciesNames[static_cast<std::size_t>(card.species)]);
  text += '-';
  text += kVehicleNames[static_cast<std::size_t>(card.vehicle)];
  text += '-';
  text += kColourLetters[static_cast<std::size_t>(card.left_mover)];
  text += kColourLetters[static_cast<std::size_t>(card.right_mover)];
  return text;
}

Face to_face(std::string_view name) {
  for (int id = 0; id < kFaceCount; ++id)
    if (face_name(face_at(id)) == name) return face_at(id);
  throw IllegalMove("no such card in borealis: " + quoted(name));
}

std::string Borealis::to_text(const Move& move) {
  switch (move.kind) {
    case MoveKind::observe:
      return "observe " + face_name(move.face) + ' ' + std::string(name(move.location));
    case MoveKind::take: return "take " + face_name(move.face);
    case MoveKind::discard: return "discard " + face_name(move.face);
    case MoveKind::gather: return "gather " + std::string(name(move.location));
    case MoveKind::regroup: return "regroup";
    case MoveKind::draw: return "draw";
    case MoveKind::refresh: return "refresh";
    case MoveKind::done: return "done";
    case MoveKind::board:
      return "board " + std::string(kPlayerNames[move.player.seat]) + ' ' +
             std::string(kPatternNames[move.pattern]);
    case MoveKind::scoring:
      return "scoring " + std::string(row(move.card).id) + ' ' +
             std::string(row(move.other_card).id);
    case MoveKind::objective: return "objective " + std::string(row(move.dealt).id);
    case MoveKind::reveal: return "reveal " + face_name(move.face);
    case MoveKind::deal:
      return "deal " + std::string(kPlayerNames[move.player.seat]) + ' ' + face_name(move.face);
  }
  return {};
}

Move Borealis::to_move(std::string_view text) {
  const Words words = split_words(text);
  const std::string_view kind = words[0];
  const auto place = [&](std::span<const std::string_view> names, std::size_t i) {
    const auto found = index_of(names, words[i]);
    if (!found) not_a_move(text);
    return *found;
  };
  const auto location = [&](std::size_t i) {
    return static_cast<Location>(place(kLocationNames, i));
  };
  const auto player = [&](std::size_t i) { return Player::at(place(kPlayerNames, i)); };

  if (words.size() == 1) {
    if (kind == "regroup") return Move::regroup();
    if (kind == "draw") return Move::draw();
    if (kind == "refresh") return Move::refresh();
    if (kind == "done") return Move::done();
  } else if (words.size() == 2) {
    if (kind == "take") return Move::take(to_face(words[1]));
    if (kind == "discard") return Move::discard(to_face(words[1]));
    if (kind == "gather") return Move::gather(location(1));
    if (kind == "reveal") return Move::reveal(to_face(words[1]));
    if (kind == "objective")
      return Move::objective(static_cast<Objective>(place(kObjectiveIds, 1)));
  } else if (words.size() == 3) {
    if (kind == "observe") return Move::observe(to_face(words[1]), location(2));
    if (kind == "deal") return Move::deal(player(1), to_face(words[2]));
    if (kind == "board") {
      const int pattern = place(kPatternNames, 2);
      if (pattern > 0) return Move::board(player(1), pattern);  // side I is never dealt
    }
    if (kind == "scoring") {
      const int a = place(kScoringCardIds, 1), b = place(kScoringCardIds, 2);
      if (a < b) return Move::scoring(static_cast<ScoringCard>(a), static_cast<ScoringCard>(b));
    }
  }
  not_a_move(text);
}

int Borealis::action_id(const Move& move) {
  switch (move.kind) {
    case MoveKind::observe: return kLocations * move.face.id + static_cast<int>(move.location);
    case MoveKind::take: return kTake + move.face.id;
    case MoveKind::discard: return kDiscard + move.face.id;
    case MoveKind::gather: return kGather + static_cast<int>(move.location);
    case MoveKind::regroup: return kRegroup;
    case MoveKind::draw: return kDraw;
    case MoveKind::refresh: return kRefresh;
    case MoveKind::done: return kDone;
    case MoveKind::board:
    case MoveKind::scoring:
    case MoveKind::objective:
    case MoveKind::reveal:
    case MoveKind::deal: break;
  }
  throw IllegalMove("chance moves have no action id: " + to_text(move));
}

Move Borealis::move_of(int id) {
  if (id < 0 || id >= kActionCount)
    throw IllegalMove("action ids of borealis are " + range_text(0, kActionCount - 1) + ", not " +
                      std::to_string(id));
  if (id < kTake)
    return Move::observe(face_at(id / kLocations), static_cast<Location>(id % kLocations));
  if (id < kDiscard) return Move::take(face_at(id - kTake));
  if (id < kGather) return Move::discard(face_at(id - kDiscard));
  if (id < kRegroup) return Move::gather(static_cast<Location>(id - kGather));
  if (id == kRegroup) return Move::regroup();
  if (id == kDraw) return Move::draw();
  return id == kRefresh ? Move::refresh() : Move::done();
}

int Borealis::chance_id(const Move& move) {
  const int a = static_cast<int>(move.card), b = static_cast<int>(move.other_card);
  switch (move.kind) {
    case MoveKind::board: return 4 * move.player.seat + move.pattern - 1;
    case MoveKind::scoring: return kScoring + a * (2 * kScoringCards - 1 - a) / 2 + b - a - 1;
    case MoveKind::objective: return kObjective + static_cast<int>(move.dealt);
    case MoveKind::reveal: return kReveal + move.face.id;
    case MoveKind::deal: return kDeal + kFaceCount * move.player.seat + move.face.id;
    case MoveKind::observe:
    case MoveKind::take:
    case MoveKind::discard:
    case MoveKind::gather:
    case MoveKind::regroup:
    case MoveKind::draw:
    case MoveKind::refresh:
    case MoveKind::done: break;
  }
  throw IllegalMove("players' moves have no chance id: " + to_text(move));
}

Move Borealis::chance_of(int id) {
  if (id < 0 || id >= kChanceCount)
    throw IllegalMove("chance ids of borealis are " + range_text(0, kChanceCount - 1) + ", not " +
                      std::to_string(id));
  if (id < kScoring) return Move::board(Player::at(id / 4), id % 4 + 1);
  if (id < kObjective) {
    int a = 0, first = kScoring;  // first id of the pairs that start with a
    while (id >= first + kScoringCards - 1 - a) first += kScoringCards - 1 - a++;
    return Move::scoring(static_cast<ScoringCard>(a), static_cast<ScoringCard>(a + 1 + id - first));
  }
  if (id < kReveal) return Move::objective(static_cast<Objective>(id - kObjective));
  if (id < kDeal) return Move::reveal(face_at(id - kReveal));
  return Move::deal(Player::at((id - kDeal) / kFaceCount), face_at((id - kDeal) % kFaceCount));
}

}  // namespace farnorth::borealis
