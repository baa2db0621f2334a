"""Who may ask for what: every command of the floor against every role, and the table's clock."""

import pytest

from croupier.games.engine import decide, evolve, open_table
from croupier.games.table.draft import Outcome
from croupier.games.table.opening import TableOpened
from croupier.games.table.state import Table
from croupier.messages import ClockMoved, Command, Refused
from croupier.rulebooks import Role, law_of
from tests.citing import cites

from .tables import (
    EIGHT,
    after,
    handle,
    minutes_past_eight,
    opened,
    outcome,
    refused,
    say,
    sit,
    wager,
)

SUPERVISOR, MANAGER = Role.SUPERVISOR, Role.GAMING_MANAGER

POWERS: list[tuple[str, Role, dict[str, object]]] = [
    ("3.5", SUPERVISOR, {"do": "replace-cards"}),
    ("3.6.2", Role.INSPECTOR, {"do": "approve-face-down"}),
    ("4.1.4", SUPERVISOR, {"do": "order-shuffle"}),
    ("4.2", SUPERVISOR, {"do": "riffle", "player": "ann"}),
    ("4.2.1", SUPERVISOR, {"do": "riffle", "player": "ann", "factory": True}),
    ("5.4", SUPERVISOR, {"do": "limit-players", "players": 2}),
    ("5.10", SUPERVISOR, {"do": "restrict-to-minimum", "player": "ann"}),
    ("5.11", MANAGER, {"do": "restrict-to-minimum", "player": "ann", "further": True}),
    ("5.12", MANAGER, {"do": "restrict-to-one-box", "player": "ann", "box": 1}),
    ("5.13", SUPERVISOR, {"do": "reserve-boxes", "player": "ann", "boxes": [1, 2]}),
    ("5.13", SUPERVISOR, {"do": "release-boxes", "player": "ann"}),
    ("6.5", SUPERVISOR, {"do": "announce-limits", "minimum": 10, "effective": EIGHT}),
    ("6.5", SUPERVISOR, {"do": "change-limits", "maximum": 1000}),
    ("6.5.1", SUPERVISOR, {"do": "raise-minimum", "minimum": 10}),
    ("6.7", SUPERVISOR, {"do": "personal-limits", "player": "ann", "minimum": 5, "maximum": 9000}),
    ("9.1.1", Role.ASSISTANT_GAMING_MANAGER, {"do": "approve-held-blackjacks"}),
    ("12.5", MANAGER, {"do": "permit-resplit"}),
    ("14.5", SUPERVISOR, {"do": "side-bet-limits", "on": "any-pairs", "minimum": 5, "maximum": 9}),
    ("14.6", MANAGER, {"do": "limit-side-bets"}),
    ("18.8", SUPERVISOR, {"do": "announce-closure", "effective": EIGHT}),
    ("18.8", SUPERVISOR, {"do": "close-table"}),
    ("18.9", SUPERVISOR, {"do": "vacate-seat", "player": "ann"}),
    ("18.11", SUPERVISOR, {"do": "refuse-wager", "player": "ann", "box": 1, "reason": "loud"}),
]


def busy() -> Table:
    table = opened(side_bets=("any-pairs",))
    return after(table, sit("ann", 1), wager("ann", 1, 50))


def asked(fields: dict[str, object], by: Role) -> Command:
    return say(**{**fields, "by": by.value})  # type: ignore[arg-type]


@pytest.mark.parametrize("role", list(Role), ids=lambda role: role.value)
@pytest.mark.parametrize(
    ("clause", "needed", "fields"), POWERS, ids=[f"{c}-{f['do']}" for c, _, f in POWERS]
)
def test_a_power_is_for_its_role_and_those_above(
    clause: str, needed: Role, fields: dict[str, object], role: Role
) -> None:
    answer = handle(busy(), asked(fields, role))
    turned_away = isinstance(answer, Refused) and answer.code == "role/not-empowered"
    assert turned_away == (not role.may_act_as(needed))
    if isinstance(answer, Refused) and turned_away:
        assert answer.clause == clause


def test_the_clock_moves_with_the_commands() -> None:
    first = outcome(opened(), say("sit", player="ann", box=1, at=EIGHT))
    assert first.events[0] == ClockMoved(EIGHT)
    again = handle(first.table, say("rise", player="ann", at=EIGHT))
    assert isinstance(again, Outcome)
    assert not any(isinstance(event, ClockMoved) for event in again.events)


def test_the_clock_does_not_go_back() -> None:
    table = after(opened(), say("sit", player="ann", box=1, at=minutes_past_eight(1)))
    answer = refused(table, say("rise", player="ann", at=EIGHT))
    assert (answer.code, answer.clause) == ("clock/backwards", "")


def test_a_refused_command_does_not_move_the_clock() -> None:
    table = after(opened(), say("sit", player="ann", box=1, at=EIGHT))
    refused(table, say("sit", player="bob", box=1, at=minutes_past_eight(30)))
    assert table.clock == EIGHT
    assert isinstance(handle(table, say("sit", player="bob", box=2, at=EIGHT)), Outcome)


@cites("star-blackjack", "3.1")
def test_a_refusal_changes_nothing() -> None:
    table = busy()
    before = table
    for command in (
        wager("bob", 9, 10),
        say("cut", player="ann", position=1),
        say("deal"),
        say("card", card="TH"),
    ):
        refused(table, command)
    assert table is before


def test_a_refusal_explains_a_title_only_where_the_rulebook_means_another_person() -> None:
    order = say("order-shuffle", by="inspector")
    perth = open_table(law_of("perth-blackjack"))
    assert isinstance(perth, TableOpened)
    with_title = decide(law_of("perth-blackjack"), evolve(None, perth), order)
    without = handle(busy(), order)
    assert isinstance(with_title, Refused)
    assert isinstance(without, Refused)
    assert with_title.why.endswith("; the Table Inspector of this rulebook is a supervisor")
    assert ";" not in without.why
