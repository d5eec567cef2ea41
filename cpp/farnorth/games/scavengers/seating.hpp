// What members, tools and Group Leaders are worth together (S-ACT-3): the best seating, found without seating anybody.
//
// Each member carries at most one tool, so the k best tools count, k = number of members. The sum of the k largest
// bonuses is the sum over levels 1, 2, 3 of min(k, tools with at least that bonus).
#pragma once

#include <algorithm>

#include "farnorth/games/scavengers/cards.hpp"

namespace farnorth::scavengers {

inline constexpr int kLevels = 3;      // no card gives more than 3
inline constexpr int kGroupBonus = 2;  // of Group Leaders for a member
static_assert(row(Card::group_leaders).bonus[index(Action::dig)] == kGroupBonus);

// The cards of an ability, in the hands of a player with this tribal leader.
struct Ability {
  std::uint32_t members = 0;  // types with a base (S-ACT-1)
  std::uint32_t able = 0;     // of these the ones worth something alone
  std::uint32_t tools = 0;    // S-TOOL-3: none for draw
  bool group_leaders = false;
  bool refugees_carry_one = false;  // excavator
  Cards::Mask member_mask, eligible_mask;
  std::array<Cards::Mask, kLevels> base_mask, bonus_mask;  // [i]: worth more than i

  constexpr std::uint32_t leaders() const {
    return group_leaders ? type_bit(Card::group_leaders) : 0;
  }
  constexpr std::uint32_t eligible() const { return members | tools | leaders(); }
};

constexpr int base_of(Card card, Action action, Leader leader) {
  const bool refugee = card == Card::refugee;
  const bool family = card == Card::family_3 || card == Card::family_4 || card == Card::family_5;
  if (leader == Leader::excavator && action == Action::dig && refugee) return 1;  // S-M3-9
  if (leader == Leader::ranger && action == Action::hunt && (refugee || family))
    return 1;                                                                      // S-M3-9
  if (leader == Leader::gangster && action == Action::fight && refugee) return 0;  // S-M3-4
  return row(card).base[index(action)];
}

constexpr Ability make_ability(Action action, Leader leader) {
  Ability ability;
  std::array<std::uint32_t, kLevels> base{}, bonus{};
  for (int t = 0; t < kCardTypes; ++t) {
    const Card card = card_at(t);
    const int worth = base_of(card, action, leader), extra = row(card).bonus[index(action)];
    const bool tool = row(card).icon == Icon::tool;
    if (worth != kNone) ability.members |= type_bit(card);
    if (worth > 0) ability.able |= type_bit(card);
    if (tool && extra != kNone) ability.tools |= type_bit(card);
    for (int level = 0; level < kLevels; ++level) {
      if (worth > level) base[static_cast<std::size_t>(level)] |= type_bit(card);
      if (tool && extra > level) bonus[static_cast<std::size_t>(level)] |= type_bit(card);
    }
  }
  ability.group_leaders = row(Card::group_leaders).bonus[index(action)] != kNone;
  ability.refugees_carry_one = leader == Leader::excavator && action == Action::dig;
  ability.member_mask = Cards::mask_of(ability.members);
  ability.eligible_mask = Cards::mask_of(ability.eligible());
  for (std::size_t level = 0; level < kLevels; ++level) {
    ability.base_mask[level] = Cards::mask_of(base[level]);
    ability.bonus_mask[level] = Cards::mask_of(bonus[level]);
  }
  return ability;
}

inline constexpr auto kAbilityTable = [] {
  std::array<std::array<Ability, kLeaders + 1>, kAbilities> table{};
  for (std::size_t a = 0; a < kAbilities; ++a)
    for (std::size_t l = 0; l <= kLeaders; ++l)
      table[a][l] = make_ability(static_cast<Action>(a), static_cast<Leader>(l));
  return table;
}();
inline const Ability& ability(Action action, Leader leader) {
  return kAbilityTable[index(action)][index(leader)];
}
// S-TOOL-1: a tool in the hands of nobody, and Group Leaders or Sniper Teams with a tool, are worth nothing.
static_assert((kAbilityTable[index(Action::dig)][0].members &
               (type_bit(Card::group_leaders) | type_bit(Card::sniper_team))) == 0);

// The total of cards played together. Cards that are not eligible count for nothing.
inline int total(const Cards& cards, const Ability& ability) {
  // S-TOOL-2: a card carries one tool, whoever is on it.
  const int members = cards.persons(ability.member_mask);
  if (members == 0) return 0;
  const int refugees = ability.refugees_carry_one ? cards.count(Card::refugee) : 0;
  const int carriers = members - refugees;
  int sum = 0;
  for (std::size_t level = 0; level < kLevels; ++level)
    sum += cards.persons(ability.base_mask[level]) +
           std::min(carriers, cards.things(ability.bonus_mask[level]));
  if (refugees > 0) {  // S-M3-9: the tools that nobody else carries
    const int tools = cards.things(ability.bonus_mask[0]);
    sum += std::clamp(tools - carriers, 0, refugees);
  }
  // S-ACT-4: any number of Group Leaders may help one member.
  if (ability.group_leaders) sum += kGroupBonus * cards.count(Card::group_leaders);
  return sum;
}

// S-M3-3: what a helper adds to an action that has a member.
constexpr int help_of(Leader leader) {
  return leader == Leader::peacemaker ? 2 : leader == Leader::mentor ? 1 : 0;
}
// The total of a field of which one refugee is the helper.
inline int helped_total(Cards field, Action action, Leader leader) {
  field.remove(Card::refugee);
  const Ability& needed = ability(action, leader);
  return field.persons(needed.member_mask) > 0 ? total(field, needed) + help_of(leader) : 0;
}

// What one card brings to an ability.
struct Role {
  std::int8_t base = 0, bonus = 0;  // of a member; of a tool
  bool member = false, leaders = false,
       weak_carrier = false;  // the last: a refugee of the excavator
};
inline constexpr auto kRoleTable = [] {
  std::array<std::array<std::array<Role, kCardTypes>, kLeaders + 1>, kAbilities> table{};
  for (std::size_t a = 0; a < kAbilities; ++a)
    for (std::size_t l = 0; l <= kLeaders; ++l)
      for (int t = 0; t < kCardTypes; ++t) {
        const Card card = card_at(t);
        const Ability& ability = kAbilityTable[a][l];
        const bool member = (ability.members & type_bit(card)) != 0;
        const bool tool = (ability.tools & type_bit(card)) != 0;
        table[a][l][index(card)] = {
            .base = member ? static_cast<std::int8_t>(
                                 base_of(card, static_cast<Action>(a), static_cast<Leader>(l)))
                           : std::int8_t{0},
            .bonus = tool ? row(card).bonus[a] : std::int8_t{0},
            .member = member,
            .leaders = (ability.leaders() & type_bit(card)) != 0,
            .weak_carrier = ability.refugees_carry_one && card == Card::refugee};
      }
  return table;
}();

// The total of a set that loses and regains single cards: as `total`, a few additions a card.
class RunningTotal {
 public:
  RunningTotal(const Cards& cards, Action action, Leader leader)
      : roles_(kRoleTable[index(action)][index(leader)]) {
    cards.for_each([this](Card card, int copies) { change(card, copies); });
  }
  void change(Card card, int copies) {
    const Role& role = roles_[index(card)];
    base_ += copies * role.base;
    members_ += role.member ? copies : 0;
    weak_ += role.weak_carrier ? copies : 0;
    leaders_ += role.leaders ? copies : 0;
    for (std::size_t level = 0; level < kLevels; ++level)
      tools_[level] += role.bonus > static_cast<int>(level) ? copies : 0;
  }
  int value() const {
    if (members_ == 0) return 0;
    const int carriers = members_ - weak_;
    int sum = base_ + kGroupBonus * leaders_;
    for (const int tools : tools_) sum += std::min(carriers, tools);
    return weak_ == 0 ? sum : sum + std::clamp(tools_[0] - carriers, 0, weak_);
  }

 private:
  const std::array<Role, kCardTypes>& roles_;
  int base_ = 0, members_ = 0, weak_ = 0, leaders_ = 0;
  std::array<int, kLevels> tools_{};
};

}  // namespace farnorth::scavengers
