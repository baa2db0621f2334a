"""An undisclosed wager reaches nobody but its owner and the supervisors before it is announced."""

from typing import Any

import pytest

from croupier.display.disclosure import disclose
from croupier.display.layout import table_view
from croupier.display.narration.narrator import narrate
from croupier.display.scenes import scene_of
from croupier.display.viewers import Dealer, Official, Onlooker, Patron, Viewer, Voice
from croupier.features.tournaments.files import TournamentStage, stage_tournament
from croupier.games.engine import evolve
from croupier.games.table.due import Due
from croupier.games.table.state import Table
from croupier.messages import Event
from croupier.rulebooks import Role

OTHERS: tuple[Viewer, ...] = (
    Patron("bob"),
    Patron("zed"),
    Onlooker(),
    Dealer(),
    Dealer(enters=True),
    Official(Role.TOURNAMENT_MANAGER),
    Official(Role.SURVEILLANCE),
)
KNOWING: tuple[Viewer, ...] = (
    Patron("ann"),
    Official(Role.SUPERVISOR),
    Official(Role.GAMING_MANAGER),
)


def stage(amount: int, *steps: dict[str, Any]) -> TournamentStage:
    """A table where ann has handed in a form, and some steps were taken since."""
    found = stage_tournament(
        {
            "kind": "tournament",
            "title": "a form",
            "game": "star-blackjack",
            "conditions": {"undisclosed-wagers": 1},
            "seats": {"ann": "1/1", "bob": "1/2"},
            "shoe": "TH 9C TD KS 9D 9S",
            "steps": [],
        }
    )
    form = {"do": "undisclosed-wager", "player": "ann", "type": "main", "amount": amount}
    for step in (form, *steps):
        found.take(dict(step))
    return found


STEPS: tuple[dict[str, Any], ...] = (
    {"do": "wager", "player": "bob", "amount": 20},
    {"do": "deal"},
    {"do": "stand", "player": "ann"},
)


def table_of(found: TournamentStage) -> tuple[Table, tuple[Due, ...], list[Event]]:
    running = found.house.running_table_at(1)
    assert running is not None
    return running.table, running.due, found.journal.events("table/final/1")


def shown(found: TournamentStage, viewer: Viewer) -> tuple[Any, ...]:
    """All that reaches a viewer: the view with its prompts, the events, the sentences."""
    table, due, events = table_of(found)
    known = [disclose(found.law, table, event, viewer) for event in events]
    opened = scene_of(evolve(None, events[0]))
    scene, sentences = narrate(found.law, opened, events[1:], Voice(viewer))
    assert scene.table == table
    return table_view(found.law, scene_of(table), viewer, due=due), known, sentences


@pytest.mark.parametrize("viewer", OTHERS, ids=repr)
@pytest.mark.parametrize("taken", range(len(STEPS) + 1))
def test_nobody_else_can_tell_one_form_from_another(viewer: Viewer, taken: int) -> None:
    """19.8.2.5, 19.8.2.6: only the indicator shows until the round is over."""
    small, large = (stage(amount, *STEPS[:taken]) for amount in (10, 500))
    assert table_of(small)[0] != table_of(large)[0]
    assert shown(small, viewer) == shown(large, viewer)
    seen_by = shown(small, viewer)[0].contest
    assert seen_by is not None
    assert seen_by.contestants[0].indicator


@pytest.mark.parametrize("viewer", KNOWING, ids=repr)
def test_owner_and_supervisors_know_it(viewer: Viewer) -> None:
    seen_by = shown(stage(70, *STEPS), viewer)[0].contest
    assert seen_by is not None
    assert seen_by.contestants[0].undisclosed == 70_00


def test_all_know_it_once_it_is_announced() -> None:
    found = stage(70, *STEPS, {"do": "stand", "player": "bob"})
    events = shown(found, Onlooker())[1]
    announced = [event for event in events if getattr(event, "written", None) is not None]
    assert [event.amount for event in announced] == [70_00]
    assert not any(one.indicator for one in shown(found, Onlooker())[0].contest.contestants)
