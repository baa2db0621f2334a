"""No command that changes nothing grows the log: said again, it leads to no event.

What is recorded each time although the table is then as it was is listed here, with the reason.
"""

from random import Random

import pytest
from msgspec.structs import replace

from croupier.floor import Croupier
from croupier.games.engine import SETTING_EVENTS, handle
from croupier.messages import ClockMoved, Command, Refused
from croupier.rulebooks import GAMES
from tests.support.evenings import opened, said
from tests.support.likely import likely

EVENINGS = 3
STEPS = 60
ASKED = 4
EACH_TIME = {
    "chips or cards change hands, whatever they come to": {
        *("coloured-up", "cards-replaced", "card-replaced", "device-loaded", "cards-riffled"),
        *("cards-cut", "cutting-card-shown"),
    },
    "somebody is told or shown something, and the record is the proof of it": {
        *("rules-shown", "player-informed", "player-reminded", "player-advised", "form-shown"),
    },
    "each breach counts, and so does what is done about it": {
        *("person-cautioned", "player-sanctioned", "person-handed-over"),
    },
    "each error of a dealer or a device is another one": {
        *("total-miscalled", "step-forgotten", "discards-forgotten", "past-round-voided"),
        *("card-drawn-in-error", "spare-card-kept", "device-failed", "cards-dropped"),
        *(
            "over-maximum-found",
            "card-misplaced",
            "round-without-wagers",
            "misdeal-declared",
            "wrong-cards-found",
        ),
    },
    "an order is recorded with who gave it, even if what it asks for was due": {
        *("shuffle-ordered", "check-ordered", "preparation-changed"),
    },
    "a check is worth something for having been made again": {
        *("cards-checked", "equipment-checked"),
    },
}
"""The kinds of events that are recorded each time, by the reason."""
ACTS = frozenset().union(*EACH_TIME.values())


def needless(croupier: Croupier, command: Command) -> list[str]:
    """The events of a command that leaves the table as it is; none where it changes something."""
    table = croupier.table
    outcome = handle(croupier.law, table, command, croupier.history)
    if isinstance(outcome, Refused) or replace(outcome.table, clock=table.clock) != table:
        return []
    kinds = [
        str(type(one).__struct_config__.tag)
        for one in outcome.events
        if not isinstance(one, ClockMoved)
    ]
    return [] if ACTS & {*kinds} else kinds


@pytest.mark.parametrize("number", range(EVENINGS))
@pytest.mark.parametrize("game", GAMES)
def test_a_command_that_changes_nothing_leads_to_nothing(game: str, number: int) -> None:
    chance = Random(f"{game} {number} again")
    croupier = opened(game, number, chance)
    for _ in range(STEPS):
        for _ in range(ASKED):
            asked = likely(croupier.table, chance)
            assert needless(croupier, asked) == [], asked
        command = said(croupier, chance)
        if not isinstance(croupier.do(command), Refused):
            assert needless(croupier, command) == [], command


def test_settings_and_acts_are_told_apart() -> None:
    assert not {str(kind.__struct_config__.tag) for kind in SETTING_EVENTS} & ACTS
