"""Whatever happens at whatever table: no viewer is given anything that they may not know."""

from collections.abc import Callable, Iterator
from itertools import chain
from random import Random
from typing import Any

import pytest

from croupier.display import disclosure, layout, prompts
from croupier.display.disclosure import DISCLOSURE, Disclosed
from croupier.display.scenes import Scene
from croupier.display.viewers import Voice
from croupier.display.views import DealerView, TableView
from croupier.floor import Croupier
from croupier.games.blackjack.approvals import ApproveFaceDown
from croupier.games.blackjack.turn import DecisionDue
from croupier.games.engine import evolve
from croupier.games.table.card_counts import WrongCardsFound
from croupier.games.table.choices import Mode
from croupier.games.table.due import CardDue, Due
from croupier.games.table.notices import NoticeGiven
from croupier.games.table.preparation import CardsShuffled
from croupier.games.table.rounds import CardDealt
from croupier.messages import Command, Event, Refused
from croupier.rulebooks import BLACKJACK, TableLaw
from tests.display.knowledge import leaks, viewers
from tests.games.blackjack.test_mishaps import some_command, table_of
from tests.support.stud_mishaps import a_table, lawful, mishap

STEPS = 120
AT_ONCE = 3
"""How many viewers look at each step."""
STUD = "caribbean-stud"
FACE_DOWN = [game for game, law in BLACKJACK.items() if law.cards.face_down is not None]

Step = Callable[[Croupier, Random], Command]


def blackjack_table(game: str, mode: Mode, chance: Random) -> Croupier:
    """A table where first cards lie face down, if the game knows that."""
    croupier = table_of(game, mode, chance)
    if (rule := BLACKJACK[game].cards.face_down) is not None:
        assert not isinstance(croupier.do(ApproveFaceDown(by=rule.value)), Refused)
    return croupier


def blackjack_step(croupier: Croupier, chance: Random) -> Command:
    return some_command(croupier, chance)[0]


def stud_step(croupier: Croupier, chance: Random) -> Command:
    return mishap(croupier, chance) if chance.random() < 0.1 else lawful(croupier, chance)


def happenings(
    game: str, mode: Mode, chance: Random, steps: int = STEPS
) -> Iterator[tuple[TableLaw, Scene, tuple[Event, ...]]]:
    """Random play with mishaps: what the table was, and what then happened."""
    stud = game == STUD
    croupier = a_table(mode, chance) if stud else blackjack_table(game, mode, chance)
    step: Step = stud_step if stud else blackjack_step
    law = croupier.law
    scene = Scene(croupier.table, croupier.table.round)
    for _ in range(steps):
        so_far = len(croupier.events)
        croupier.do(step(croupier, chance))
        events = tuple(croupier.events[so_far:])
        yield law, scene, events
        for event in events:
            table = evolve(scene.table, event)
            scene = Scene(table, table.round or scene.round)


def found(game: str, mode: Mode, seed: int, steps: int = STEPS) -> Iterator[str]:
    """The leaks of one run, as they show."""
    chance = Random(f"{game} {mode} {seed}")
    for law, scene, events in happenings(game, mode, chance, steps):
        every = viewers(scene.table)
        for viewer in chance.sample(every, min(AT_ONCE, len(every))):
            yield from leaks(law, scene, events, viewer, chance)


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game", [*BLACKJACK, STUD])
def test_what_a_viewer_may_not_know_changes_nothing_for_them(
    game: str, seed: int, mode: Mode
) -> None:
    assert list(found(game, mode, seed)) == []


# A test of the test ------------------------------------------------------------------------------


def open_hands(*_: Any) -> Any:
    return True


def all_cards(hand: Any) -> Any:
    return hand.cards


def open_dealer(_: Scene, round_: Any) -> DealerView:
    return DealerView(round_.dealer)


Plant = tuple[str, Callable[[pytest.MonkeyPatch], None]]


def in_event(kind: type[Event]) -> Callable[[pytest.MonkeyPatch], None]:
    """Let an event through as it is."""
    return lambda patch: patch.setitem(DISCLOSURE, kind, Disclosed.PUBLIC)


def in_prompt(kind: type[Due], words: str) -> Callable[[pytest.MonkeyPatch], None]:
    """Tell of something due in other words."""

    def tell(_: TableView, owed: Any, __: Voice) -> str:
        return words.format(owed)

    return lambda patch: patch.setitem(prompts.PROMPT_LINES, kind, tell)


PLANTS: dict[str, Plant] = {
    "a hand face down": (
        FACE_DOWN[0],
        lambda patch: patch.setattr(layout, "visible_cards", all_cards),
    ),
    "a total of it": (
        FACE_DOWN[0],
        in_prompt(DecisionDue, "with {0.total}"),
    ),
    "a card dealt face down": (FACE_DOWN[0], in_event(CardDealt)),
    "a card put back": (
        FACE_DOWN[0],
        lambda patch: patch.setattr(disclosure, "_all_face_up", open_hands),
    ),
    "a card that lies ready": (
        FACE_DOWN[0],
        in_prompt(CardDue, "a card, the {0.ahead}"),
    ),
    "the order of the shoe": (FACE_DOWN[0], in_event(CardsShuffled)),
    "a missing card": (FACE_DOWN[0], in_event(WrongCardsFound)),
    "a notice": (FACE_DOWN[0], in_event(NoticeGiven)),
    "another's hand": (STUD, lambda patch: patch.setattr(layout, "may_know_hand", open_hands)),
    "the dealer's hand": (
        STUD,
        lambda patch: patch.setattr(layout, "stud_dealer", open_dealer),
    ),
    "a card of the deal": (STUD, in_event(CardDealt)),
}
"""Ways to give something away."""


@pytest.mark.parametrize("plant", PLANTS)
def test_a_planted_leak_is_found(plant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, give_away = PLANTS[plant]
    give_away(monkeypatch)
    runs = (found(game, mode, seed) for seed in range(12) for mode in Mode)
    assert any(chain.from_iterable(runs)), plant
