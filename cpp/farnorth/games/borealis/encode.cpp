// The observation vector: what a view shows, as numbers in [0, 1]. Seats are relative to the viewer: him first, then
// the next in turn order.
#include <cassert>

#include "farnorth/core/encoding.hpp"
#include "farnorth/games/borealis/borealis.hpp"

namespace farnorth::borealis {

namespace {

constexpr int kCardKinds = kSpeciesCount + kVehicles;
constexpr int kPileNumbers = kLocations * kFullLocation * kCardKinds;

constexpr auto kSlices = laid_out(std::array<EncodingSlice, 22>{{
    {.name = "phase", .size = kPhases},       // one-hot
    {.name = "to_act", .size = kMaxPlayers},  // one-hot, relative seat
    {.name = "refreshed", .size = 1},
    {.name = "discard_floor", .size = 1},                          // face / 99
    {.name = "scoring", .size = kScoringCards},                    // cards in play
    {.name = "objectives", .size = kObjectives},                   // objectives in play
    {.name = "claimed", .size = kObjectivesInPlay * kMaxPlayers},  // [objective][relative seat]
    {.name = "closed", .size = kObjectivesInPlay},
    {.name = "deck_size", .size = 1},      // / 100
    {.name = "pool", .size = kFaceCount},  // copies / 2, as below
    {.name = "discard", .size = kFaceCount},
    {.name = "hand", .size = kFaceCount},
    {.name = "unseen", .size = kFaceCount},                // deck and cards drawn from it
    {.name = "unseen_older", .size = kFaceCount},          // cards held from earlier decks
    {.name = "pattern", .size = kMaxPlayers * kPatterns},  // [relative seat] one-hot
    {.name = "piles",
     .size = kMaxPlayers * kPileNumbers},  // [seat][location][height][species, vehicle]
    {.name = "flags", .size = kMaxPlayers * kLocations},              // space / 7
    {.name = "scientists", .size = kMaxPlayers * kSpots * kColours},  // / 3
    {.name = "points", .size = kMaxPlayers},                          // / 30
    {.name = "stars", .size = kMaxPlayers},                           // / 19
    {.name = "open_cards", .size = kMaxPlayers * kFaceCount},         // of hands, known to all
    {.name = "hidden_cards", .size = kMaxPlayers},                    // number / 4
}});
static_assert(kSlices.back().offset + kSlices.back().size == Borealis::kEncodingSize);

using Slice = SliceOf<kSlices>;
using Writer = SliceWriter<kSlices>;

constexpr float kPerCopy = 0.5F;  // a face has at most two copies

void write_faces(Writer& out, Slice slice, const Faces& faces) {
  out.begin(slice);
  faces.for_each(
      [&](Face face, int copies) { out.set(face.id, kPerCopy * static_cast<float>(copies)); });
}
void write_faces(Writer& out, Slice slice, const Hand& faces) {
  out.begin(slice);
  for (const Face face : faces) out.add(face.id, kPerCopy);
}

void write_board(Writer& out, const Board& board, int seat) {
  out.begin("pattern");
  out.set(seat * kPatterns + board.pattern);
  out.begin("piles");
  for (int location = 0; location < kLocations; ++location) {
    const CardPile& pile = board.pile[static_cast<std::size_t>(location)];
    for (std::size_t height = 0; height < pile.size(); ++height) {
      const FaceRow& card = row(pile[height]);
      const int at =
          seat * kPileNumbers + (location * kFullLocation + static_cast<int>(height)) * kCardKinds;
      out.set(at + static_cast<int>(card.species));
      out.set(at + kSpeciesCount + static_cast<int>(card.vehicle));
    }
  }
  out.begin("flags");
  for (int track = 0; track < kLocations; ++track)
    out.set(seat * kLocations + track,
            static_cast<float>(board.flag[static_cast<std::size_t>(track)]) / kLastSpace);
  out.begin("scientists");
  for (int spot = 0; spot < kSpots; ++spot)
    for (int colour = 0; colour < kColours; ++colour)
      out.set(
          (seat * kSpots + spot) * kColours + colour,
          static_cast<float>(
              board.scientists[static_cast<std::size_t>(spot)][static_cast<std::size_t>(colour)]) /
              3.0F);
  out.begin("points");
  out.set(seat, static_cast<float>(board.points) / 30.0F);
  out.begin("stars");
  out.set(seat, static_cast<float>(star_points(board)) / 19.0F);
}

}  // namespace

std::span<const EncodingSlice> Borealis::encoding() { return kSlices; }

void Borealis::encode(const View& view, std::span<float> numbers) const {
  assert(numbers.size() == static_cast<std::size_t>(kEncodingSize));
  const State& seen = view.seen;
  const int players = setup.players;
  const auto relative = [&](int seat) { return (seat - view.viewer.seat + players) % players; };

  Writer out(numbers);
  out.begin("phase");
  out.set(static_cast<int>(seen.phase));
  out.begin("to_act");
  if (actor(view).is_player()) out.set(relative(seen.player.seat));
  out.begin("refreshed");
  out.set(0, seen.refreshed ? 1.0F : 0.0F);
  out.begin("discard_floor");
  out.set(0, static_cast<float>(seen.discard_floor.id) / kFaceCount);
  out.begin("scoring");
  for (const ScoringCard card : seen.scoring)
    if (card != ScoringCard::none) out.set(static_cast<int>(card));
  out.begin("objectives");
  for (const Objective objective : seen.objective)
    if (objective != Objective::none) out.set(static_cast<int>(objective));
  for (int i = 0; i < kObjectivesInPlay; ++i) {
    out.begin("claimed");
    for (int seat = 0; seat < players; ++seat)
      if (seen.claimed[static_cast<std::size_t>(i)].contains(Player::at(seat)))
        out.set(i * kMaxPlayers + relative(seat));
    out.begin("closed");
    if (seen.closed[static_cast<std::size_t>(i)]) out.set(i);
  }
  out.begin("deck_size");
  out.set(0, static_cast<float>(view.deck_size) / kCards);
  write_faces(out, "pool", seen.pool);
  write_faces(out, "discard", seen.discard);
  write_faces(out, "hand", seen.hand[view.viewer.seat]);
  write_faces(out, "unseen", view.unseen[0]);
  Faces older;
  for (std::size_t deck = 1; deck < kHiddenDecks; ++deck) older.add_all(view.unseen[deck]);
  write_faces(out, "unseen_older", older);
  for (int seat = 0; seat < players; ++seat) {
    const OpponentHand& other = view.others[static_cast<std::size_t>(seat)];
    write_board(out, seen.board[static_cast<std::size_t>(seat)], relative(seat));
    out.begin("open_cards");
    for (const Face face : other.open) out.add(relative(seat) * kFaceCount + face.id, kPerCopy);
    out.begin("hidden_cards");
    int hidden = 0;
    for (const std::uint8_t cards : other.hidden) hidden += cards;
    out.set(relative(seat), static_cast<float>(hidden) / kHandCards);
  }
}

}  // namespace farnorth::borealis
