// Text forms and numbers of moves. Sections 7 and 10 of the rules.
#include <cassert>

#include "farnorth/core/text.hpp"
#include "farnorth/games/explorers/explorers.hpp"

namespace farnorth::explorers {

namespace {

constexpr std::array<std::string_view, 2> kFightNames{"blank", "skull"};
constexpr std::array<std::string_view, 2> kPointNames{"n", "s"};

// First ids of the ranges, section 10.
constexpr int kPick = 11, kReshuffle = 299, kLay = 300, kLoad = 769, kUnload = 790, kDone = 811,
              kSail = 812, kHome = 818, kOut = 819, kFrom = 822, kWalk = 1291, kOutpost = 1339,
              kEnd = 2277;
constexpr int kDeal = 48, kFirst = 59, kSettlement = 63, kFight = 67;
static_assert(kPick == kCaptains && kReshuffle == kPick + kDirections * kTiles);
static_assert(kLoad == kLay + Cell::kCount && kUnload == kLoad + kMostGroups * kItems);
static_assert(kDone == kUnload + kMostGroups * kItems && kHome == kSail + kDirections);
static_assert(kWalk == kFrom + Cell::kCount && kOutpost == kWalk + kDirections * kPayloads);
static_assert(kEnd == kOutpost + 2 * Cell::kCount && kEnd + 1 == Explorers::kActionCount);
static_assert(kFight + 2 == Explorers::kChanceCount);

std::string name(std::span<const std::string_view> names, int i) {
  return static_cast<std::size_t>(i) < names.size()
             ? std::string(names[static_cast<std::size_t>(i)])
             : "?";
}

std::string cell_text(Cell cell) {
  const Hex hex = cell.hex();
  return std::to_string(hex.q) + ' ' + std::to_string(hex.r);
}

std::string tile_text(const TileSet& set, Tile tile) {
  return tile.number < kTiles ? set.tiles[tile.number].id : "?";
}

[[noreturn]] void not_a_move(std::string_view text) {
  throw IllegalMove("not a move of explorers: " + quoted(text));
}

// Reads the words of one move text.
class Reader {
 public:
  Reader(std::string_view text, const TileSet& set)
      : text_(text), words_(split_words(text)), set_(set) {}

  std::string_view kind() const { return words_[0]; }
  std::size_t size() const { return words_.size(); }
  std::string_view word(std::size_t i) const { return words_[i]; }

  int place(std::span<const std::string_view> names, std::size_t i) const {
    const auto found = index_of(names, words_[i]);
    if (!found) not_a_move(text_);
    return *found;
  }
  int number(std::size_t i, int lowest, int highest) const {
    const auto found = to_int(words_[i]);
    if (!found || *found < lowest || *found > highest) not_a_move(text_);
    return *found;
  }
  Tile tile(std::size_t i) const {
    for (std::size_t t = 0; t < kTiles; ++t)
      if (set_.tiles[t].id == words_[i]) return Tile::at(static_cast<int>(t));
    not_a_move(text_);
  }
  Cell cell(std::size_t i) const {  // two words
    const int q = number(i, -64, 63), r = number(i + 1, -64, 63);
    const Cell found = Cell::of({static_cast<std::int8_t>(q), static_cast<std::int8_t>(r)});
    if (!found.exists()) not_a_move(text_);
    return found;
  }
  Move one_word() const {
    if (kind() == "reshuffle") return Move::reshuffle();
    if (kind() == "done") return Move::done();
    if (kind() == "end") return Move::end();
    not_a_move(text_);
  }
  Move two_words() const {
    if (kind() == "captain") return Move::captain(static_cast<Captain>(place(kCaptainNames, 1)));
    if (kind() == "sail")
      return words_[1] == "home" ? Move::home() : Move::sail(place(kDirectionNames, 1));
    if (kind() == "draw") return Move::draw(tile(1));
    if (kind() == "deal") return Move::deal(static_cast<Captain>(place(kCaptainNames, 1)));
    if (kind() == "first") return Move::first(number(1, 0, kMaxPlayers - 1));
    if (kind() == "settlement")
      return Move::settlement(number(1, kLowestStrength, kHighestStrength));
    if (kind() == "fight") return Move::fight(place(kFightNames, 1) == 1);
    not_a_move(text_);
  }
  Move three_words() const {
    if (kind() == "lay") return Move::lay(cell(1));
    if (kind() == "from") return Move::from(cell(1));
    if (kind() == "load")
      return Move::load(number(1, 0, kMostGroups - 1),
                        static_cast<std::size_t>(place(kItemNames, 2)));
    if (kind() == "unload")
      return Move::unload(number(1, 0, kMostGroups - 1),
                          static_cast<std::size_t>(place(kItemNames, 2)));
    if (kind() == "sail" && words_[1] == "out") return Move::out(number(2, 0, kFixedTiles - 1));
    if (kind() == "walk") return Move::walk(place(kDirectionNames, 1), place(kPayloadNames, 2));
    not_a_move(text_);
  }
  Move four_words() const {
    if (kind() == "tile" && words_[2] == "rot")
      return Move::pick(tile(1), number(3, 0, kDirections - 1));
    if (kind() == "outpost") {
      const Cell at = cell(1);
      return Move::outpost(place(kPointNames, 3) == 0 ? Point::top(at) : Point::bottom(at));
    }
    not_a_move(text_);
  }

 private:
  std::string_view text_;
  Words words_;
  const TileSet& set_;
};

}  // namespace

std::string Explorers::to_text(const Move& move) const {
  switch (move.kind) {
    case MoveKind::captain: return "captain " + name(kCaptainNames, move.number);
    case MoveKind::tile:
      return "tile " + tile_text(*tiles_, move.tile) + " rot " + std::to_string(move.rotation);
    case MoveKind::reshuffle: return "reshuffle";
    case MoveKind::lay: return "lay " + cell_text(move.cell);
    case MoveKind::load:
      return "load " + std::to_string(move.number) + ' ' + name(kItemNames, move.item);
    case MoveKind::unload:
      return "unload " + std::to_string(move.number) + ' ' + name(kItemNames, move.item);
    case MoveKind::done: return "done";
    case MoveKind::sail: return "sail " + name(kDirectionNames, move.direction);
    case MoveKind::home: return "sail home";
    case MoveKind::out: return "sail out " + std::to_string(move.number);
    case MoveKind::from: return "from " + cell_text(move.cell);
    case MoveKind::walk:
      return "walk " + name(kDirectionNames, move.direction) + ' ' + name(kPayloadNames, move.item);
    case MoveKind::outpost:
      return "outpost " + cell_text(move.cell) + ' ' + name(kPointNames, move.number);
    case MoveKind::end: return "end";
    case MoveKind::draw: return "draw " + tile_text(*tiles_, move.tile);
    case MoveKind::deal: return "deal " + name(kCaptainNames, move.number);
    case MoveKind::first: return "first " + std::to_string(move.number);
    case MoveKind::settlement: return "settlement " + std::to_string(move.number);
    case MoveKind::fight: return "fight " + name(kFightNames, move.number);
  }
  return {};
}

Move Explorers::to_move(std::string_view text) const {
  const Reader reader(text, *tiles_);
  switch (reader.size()) {
    case 1: return reader.one_word();
    case 2: return reader.two_words();
    case 3: return reader.three_words();
    case 4: return reader.four_words();
    default: not_a_move(text);
  }
}

int Explorers::action_id(const Move& move) {
  switch (move.kind) {
    case MoveKind::captain: return move.number;
    case MoveKind::tile: return kPick + kDirections * move.tile.number + move.rotation;
    case MoveKind::reshuffle: return kReshuffle;
    case MoveKind::lay: return kLay + move.cell.index;
    case MoveKind::load: return kLoad + kItems * move.number + move.item;
    case MoveKind::unload: return kUnload + kItems * move.number + move.item;
    case MoveKind::done: return kDone;
    case MoveKind::sail: return kSail + move.direction;
    case MoveKind::home: return kHome;
    case MoveKind::out: return kOut + move.number;
    case MoveKind::from: return kFrom + move.cell.index;
    case MoveKind::walk: return kWalk + kPayloads * move.direction + move.item;
    case MoveKind::outpost: return kOutpost + 2 * move.cell.index + move.number;
    case MoveKind::end: return kEnd;
    case MoveKind::draw:
    case MoveKind::deal:
    case MoveKind::first:
    case MoveKind::settlement:
    case MoveKind::fight: break;
  }
  throw IllegalMove("chance moves have no action id");
}

Move Explorers::move_of(int id) {
  if (id < 0 || id >= kActionCount)
    throw IllegalMove("action ids of explorers are " + range_text(0, kActionCount - 1) + ", not " +
                      std::to_string(id));
  if (id < kPick) return Move::captain(static_cast<Captain>(id));
  if (id < kReshuffle)
    return Move::pick(Tile::at((id - kPick) / kDirections), (id - kPick) % kDirections);
  if (id == kReshuffle) return Move::reshuffle();
  if (id < kLoad) return Move::lay(Cell::at(id - kLay));
  if (id < kUnload)
    return Move::load((id - kLoad) / kItems, static_cast<std::size_t>((id - kLoad) % kItems));
  if (id < kDone)
    return Move::unload((id - kUnload) / kItems, static_cast<std::size_t>((id - kUnload) % kItems));
  if (id == kDone) return Move::done();
  if (id < kHome) return Move::sail(id - kSail);
  if (id == kHome) return Move::home();
  if (id < kFrom) return Move::out(id - kOut);
  if (id < kWalk) return Move::from(Cell::at(id - kFrom));
  if (id < kOutpost) return Move::walk((id - kWalk) / kPayloads, (id - kWalk) % kPayloads);
  if (id == kEnd) return Move::end();
  return Move::outpost(Point{static_cast<std::uint16_t>(id - kOutpost)});
}

int Explorers::chance_id(const Move& move) {
  switch (move.kind) {
    case MoveKind::draw: return move.tile.number;
    case MoveKind::deal: return kDeal + move.number;
    case MoveKind::first: return kFirst + move.number;
    case MoveKind::settlement: return kSettlement + move.number - kLowestStrength;
    case MoveKind::fight: return kFight + move.number;
    case MoveKind::captain:
    case MoveKind::tile:
    case MoveKind::reshuffle:
    case MoveKind::lay:
    case MoveKind::load:
    case MoveKind::unload:
    case MoveKind::done:
    case MoveKind::sail:
    case MoveKind::home:
    case MoveKind::out:
    case MoveKind::from:
    case MoveKind::walk:
    case MoveKind::outpost:
    case MoveKind::end: break;
  }
  throw IllegalMove("players' moves have no chance id");
}

Move Explorers::chance_of(int id) {
  if (id < 0 || id >= kChanceCount)
    throw IllegalMove("chance ids of explorers are " + range_text(0, kChanceCount - 1) + ", not " +
                      std::to_string(id));
  if (id < kDeal) return Move::draw(Tile::at(id));
  if (id < kFirst) return Move::deal(static_cast<Captain>(id - kDeal));
  if (id < kSettlement) return Move::first(id - kFirst);
  if (id < kFight) return Move::settlement(id - kSettlement + kLowestStrength);
  return Move::fight(id - kFight == 1);
}

}  // namespace farnorth::explorers
