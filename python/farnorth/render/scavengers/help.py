"""The rules of Arctic Scavengers that matter now, in our words, each with its clause."""

from __future__ import annotations

from typing import TYPE_CHECKING

from farnorth.render.scavengers.position import FIRST_SKIRMISH, Position, read

if TYPE_CHECKING:
    from farnorth.protocols import View

Rules = list[tuple[str, str]]

ACTIONS: Rules = [
    (
        "S-GATHER-2",
        "In your turn you may dig, draw, hunt, hire and trash, each once a round and in any order.",
    ),
    ("S-GATHER-3", "A card works in one action a round; what is left over is your force."),
    (
        "S-ACT-3",
        "An action is worth what its people give (the plain numbers) and the tools they carry "
        "(numbers with +), one tool a card of people; Group Leaders add 2 each.",
    ),
    ("S-DIG-1", "Dig n: look at n cards of the yard and keep one of them, or none."),
    ("S-HAND-1", "Draw n: draw n cards to your hand; they may be used at once."),
    ("S-HUNT-1", "Hunt n: n food for a hire in this turn; food left over is lost."),
    (
        "S-HIRE-1",
        "Hire: pay food and medicine for one mercenary, who goes to your discard pile.",
    ),
    ("S-HIRE-5", "Medicine that you pay with comes back to your discard pile."),
    ("S-TRASH-1", "Trash: any cards of your hand go face down into the yard, which is shuffled."),
]
ANNOUNCE = (
    "S-ANN-1",
    "To end the turn, put the rest of your hand down as your force; its size is told.",
)
NO_SKIRMISH = ("S-ANN-2", "In rounds 1 and 2 there is no skirmish: the rest is discarded unseen.")
COMPOSE: Rules = [
    (
        "S-ACT-1",
        "Choose all cards of the action at once; only those that can add to it are offered.",
    ),
    ("S-ACT-2", "No more tools than people, and at least one of these for Group Leaders."),
    ("S-ACT-5", "The total must be at least 1."),
    ("S-INT-1", "Then opponents may answer with snipers and saboteurs, before it takes effect."),
]
TRASH: Rules = [
    ("S-TRASH-1", "Choose any cards of your hand; others see their number only."),
    ("S-TRASH-2", "Trashed cards belong to nobody, and anybody may dig them up."),
]
SPECIALS: Rules = [
    ("S-SPEC-1", "A sniper team hits one card with people; a saboteur disarms one tool."),
    ("S-SPEC-2", "A card that is hit goes to its owner's discard pile: it is not lost."),
    ("S-SPEC-3", "Each such card acts once a round."),
]
RESPOND: Rules = [
    *SPECIALS,
    ("S-INT-2", "The card that acts is out of your hand or force for the rest of the round."),
    ("S-INT-4", "If the total falls below 1 the action has no effect, and counts as taken."),
]
SKIRMISH: Rules = [
    ("S-SKIR-2", "From the initiator on, each uses his snipers and saboteurs once, or passes."),
    *SPECIALS,
    (
        "S-SKIR-4",
        "One that has acted still counts as people; a saboteur that has acted does not fight.",
    ),
    ("S-SKIR-6", "Fight: people that can fight, one tool each, and 2 for each Group Leaders."),
]
TWO = (
    "S-TWO-3",
    "With two players a fight 2 above the other's wins, people do not count; else deadlock.",
)
MORE = ("S-SKIR-7", "The highest fight wins; a tie goes to the most people among those tied.")
PRIZE: Rules = [
    ("S-SKIR-8", "The winner takes the contested card, unseen by the others."),
    ("S-SKIR-9", "On a deadlock it goes into the yard, which is shuffled."),
]
KEEP: Rules = [
    ("S-DIG-1", "Keep one of the cards found, or none; it goes to your discard pile unseen."),
    ("S-DIG-2", "The others go to the bottom of the yard in the order seen."),
]
SAVE: Rules = [
    ("S-M1-3", "One medic cancels the snipe; the sniper team is spent all the same."),
    ("S-M1-5", "A medic does not save itself."),
]
KEEP_PLAN: Rules = [
    ("S-M2-3", "Keep one of the plans or none; a building takes as many rounds as it says."),
]
CHOOSE: Rules = [
    ("S-M3-1", "Keep one of two leaders; all are shown when all have chosen."),
    ("S-M3-2", "A power is used at most once a round, in your own turn unless it says otherwise."),
]
DRAWN: Rules = [("S-M3-7", "Keep one of the two cards; the other is discarded openly.")]
HQ_TURN: dict[int, Rules] = {
    1: [("S-M1-2", "A medic draws 1, pays as 1 med, or saves somebody from a snipe.")],
    2: [
        ("S-M2-2", "Build once a round with engineers (2 each) and toolkits (2 each)."),
        ("S-M2-5", "Each garden that works gives 1 food a round for a hire."),
        (
            "S-M2-6",
            "Between actions, store cards or take them back: medicine in the pharmacy, tools in the armory, people in "
            "the bunker; a store is used in one direction a turn.",
        ),
    ],
    4: [
        ("S-M4-1", "A saboteur may disable a building instead of a tool."),
        ("S-M4-3", "A card of people repairs one disabled building."),
        ("S-M4-4", "A sniper team may wound a leader, who has no power until he gets medicine."),
    ],
}
LEADERS: dict[str, tuple[str, str]] = {
    "peacemaker": (
        "S-M3-3",
        "Peacemaker: once a round a refugee as helper adds 2 to a dig or hunt.",
    ),
    "mentor": ("S-M3-3", "Mentor: once a round a refugee as helper adds 1 to a dig, draw or hunt."),
    "gangster": ("S-M3-4", "Gangster: his refugees can carry tools to fight and count 2 in a tie."),
    "butcher": ("S-M3-5", "Butcher: remove a card of people for 1 food and 1 med for the hire."),
    "cannibal": ("S-M3-5", "Cannibal: remove a card of people for 3 food for the hire, alone."),
    "fanatic": ("S-M3-6", "Fanatic: give up a refugee to hit any open card of an opponent."),
    "organizer": ("S-M3-7", "Organizer: instead of a draw, a refugee draws 2 and keeps 1."),
    "sergeant": ("S-M3-8", "Sergeant: his tools cannot be disarmed; saboteurs cost 1 med."),
    "excavator": ("S-M3-9", "Excavator: his refugees dig 1, and 1 more with any tool."),
    "ranger": ("S-M3-9", "Ranger: his refugees and families hunt 1."),
}
SCORING: Rules = [
    ("S-END-1", "The game ends after round 16."),
    ("S-END-2", "Each person on a card you own counts 1 point, wherever the card lies."),
    ("S-END-3", "A tie goes to more contested cards, then to more cards; then the win is shared."),
]
GANGS = (
    "S-SCORE-3",
    "5 points for the most tools (Gearheads), the most medicine (Pharmers), and from module 2 on the most buildings "
    "that work (Masons); nobody gets them on a tie that stays.",
)


def _turn(position: Position) -> Rules:
    rules = list(ACTIONS)
    for module, more in HQ_TURN.items():
        rules += more if position.modules >= module else []
    return [*rules, ANNOUNCE, *([NO_SKIRMISH] if position.round < FIRST_SKIRMISH else [])]


def _skirmish(position: Position) -> Rules:
    return [*SKIRMISH, TWO if position.players == 2 else MORE, *PRIZE]


def rules_of(position: Position) -> Rules:
    """The rules of the phase."""
    match position.phase:
        case "gather":
            return _turn(position)
        case "pick":
            return TRASH if position.action == "trash" else COMPOSE
        case "respond":
            return RESPOND
        case "skirmish" | "prize":
            return _skirmish(position)
        case "keep":
            return KEEP
        case "save":
            return SAVE
        case "keep_plan":
            return KEEP_PLAN
        case "keep_drawn":
            return DRAWN
        case "choose" | "offer":
            return CHOOSE
    return []


def help_lines(view: View) -> list[str]:
    """The rules of the phase, in our words, each with its clause."""
    position = read(view)
    rules = list(rules_of(position))
    shown = {each.leader for each in position.seats} | set(position.seats[view.seat].offered)
    rules += [LEADERS[name] for name in LEADERS if name in shown]
    told = [f"{text} ({clause})" for clause, text in rules]
    told.append("Scoring:")
    scoring = [*SCORING, *([GANGS] if position.modules else [])]
    return [*told, *(f"{text} ({clause})" for clause, text in scoring)]
