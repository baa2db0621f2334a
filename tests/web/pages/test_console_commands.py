"""The console offers each role what it may do at a table, no more and no less, in lawful forms."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from croupier.cards import Card
from croupier.display.command_fields import command_fields, table_commands
from croupier.games.table.choices import Choices, JackpotTerms, Mode, TournamentTerms
from croupier.games.table.conduct import Sanction
from croupier.games.table.contest.wagers import HANDLERS as CONTEST_HANDLERS
from croupier.games.table.signs import AnnounceClosure, ChangeLimits
from croupier.rulebooks import GAMES, STAR_BLACKJACK, Role, TableLaw
from croupier.web.auth.command_roles import command_name, power
from croupier.web.auth.permissions import GAMING_STAFF, OVERSIGHT
from croupier.web.pages.console.commands import (
    FILLED_IN,
    POWERS,
    REPORTS,
    StaffCommand,
    all_menus,
    asked_fields,
    command_of,
    plain_entry,
    quick_menus,
    staff_command,
)
from croupier.web.pages.console.fields import report_form
from croupier.web.pages.table.forms import MisreadError
from tests.cli.test_deal import live, typed

SYDNEY = ZoneInfo("Australia/Sydney")
STAFF = sorted(GAMING_STAFF | OVERSIGHT, key=lambda role: role.value)


def choices_of(law: TableLaw, mode: Mode) -> Choices:
    jackpot = JackpotTerms(wager=500) if law.game == "caribbean-stud" else None
    return Choices(mode=mode, jackpot=jackpot, player_cards=jackpot is not None)


@pytest.mark.parametrize("mode", list(Mode), ids=lambda mode: mode.value)
@pytest.mark.parametrize("role", STAFF, ids=lambda role: role.value)
@pytest.mark.parametrize("game", GAMES)
def test_what_is_offered_is_what_the_role_may_submit(game: str, role: Role, mode: Mode) -> None:
    """The permissions are asked command by command, not through the console's own list."""
    law = GAMES[game]
    choices = choices_of(law, mode)
    offered = [
        entry.command
        for menu in all_menus(law, choices, frozenset({role}))
        for entry in menu.entries
    ]
    known = table_commands(law, player_cards=choices.player_cards).values()
    allowed = {
        command_name(kind)
        for kind in known
        if role in power(law, kind, live=mode is Mode.LIVE).roles and kind not in CONTEST_HANDLERS
    }
    assert len(offered) == len(set(offered))
    assert set(offered) == allowed
    quick = quick_menus(law, choices, frozenset({role}))
    assert {entry.command for menu in quick for entry in menu.entries} <= allowed


def test_a_tournaments_table_offers_its_own_commands_too() -> None:
    choices = Choices(mode=Mode.LIVE, tournament=TournamentTerms())
    offered = {
        entry.command
        for menu in all_menus(STAR_BLACKJACK, choices, frozenset({Role.TOURNAMENT_MANAGER}))
        for entry in menu.entries
    }
    assert {"time-out", "deduct-absent"} <= offered


def test_every_entry_begins_with_fields_that_its_command_has() -> None:
    for entry in (*REPORTS, *POWERS):
        asked = {*entry.fields, *(name for name, _ in entry.fixed)}
        for law in GAMES.values():
            kind = table_commands(law, player_cards=True).get(entry.command)
            if kind is not None:
                assert asked <= {field.name for field in command_fields(kind)}, entry.command


@pytest.mark.parametrize("game", GAMES)
def test_every_command_has_a_form_with_all_its_fields(game: str) -> None:
    law = GAMES[game]
    table = live(game)
    typed(table, "buy-in ann 100", "sit ann 1")
    for name, kind in table_commands(law, player_cards=True).items():
        entry = plain_entry(name)
        form = report_form(law, table.table.choices, table.view(), entry, {})
        drawn = {field.name for field in (*form.fields, *form.more)}
        assert drawn == {field.name for field in asked_fields(kind, entry)}
        left_out = {field.name for field in command_fields(kind)} - drawn
        assert left_out <= {"by", "at", "payments", *FILLED_IN}, name
        assert all(field.label and field.hint for field in (*form.fields, *form.more)), name
        assert not any(field.required for field in form.more)
        assert form.about.endswith(".")


def read(entry: StaffCommand, **given: str) -> object:
    return command_of(
        STAR_BLACKJACK, entry, given, Role.SUPERVISOR, SYDNEY, people={"Ann": "id-of-ann"}
    )


def test_typed_fields_become_a_command() -> None:
    limits = read(plain_entry("change-limits"), minimum="10", maximum="1,000", agreed="Ann, bob")
    assert limits == ChangeLimits(
        minimum=10_00, maximum=1_000_00, agreed=("id-of-ann", "bob"), by=Role.SUPERVISOR
    )
    caution = next(entry for entry in POWERS if entry.name == "sanction-caution")
    assert read(
        caution, **{"player": "Ann", "ground": "advice", "on-duty": "yes", "casino": "no"}
    ) == Sanction("id-of-ann", ground="advice", caution=True, on_duty=True, by=Role.SUPERVISOR)
    closing = read(plain_entry("announce-closure"), effective="2026-11-18T20:00")
    assert isinstance(closing, AnnounceClosure)
    assert closing.effective == datetime(2026, 11, 18, 9, 0, tzinfo=UTC)
    missing = read(plain_entry("wrong-cards"), missing="5s 10h", foreign="a joker, a blank card")
    assert missing.missing == (Card("5S"), Card("TH"))  # type: ignore[attr-defined]
    assert missing.foreign == ("a joker", "a blank card")  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("command", "given", "why"),
    [
        ("void-hand", {}, "give the box"),
        ("void-hand", {"box": "two"}, '"two" is not a valid box'),
        ("change-limits", {"minimum": "ten"}, "an amount is typed in dollars"),
        ("wrong-cards", {"missing": "1X"}, '"1X" is not a valid missing'),
        ("approve-face-down", {"approved": "maybe"}, '"maybe" is not a valid approved'),
        ("announce-closure", {"effective": "soon"}, '"soon" is not a valid time'),
        ("notify", {"whom": "the-king", "about": "x"}, '"the-king" is not a valid recipient'),
    ],
)
def test_what_cannot_be_read_is_one_sentence(command: str, given: dict[str, str], why: str) -> None:
    with pytest.raises(MisreadError) as refused:
        read(plain_entry(command), **given)
    assert why in str(refused.value)


def test_what_a_role_may_not_do_has_no_form() -> None:
    for name in ("void-round", "no-such-command"):
        with pytest.raises(MisreadError, match="no such report"):
            staff_command(STAR_BLACKJACK, Choices(), frozenset({Role.DEALER}), name)


def test_limits_begin_with_what_the_sign_says() -> None:
    table = live("star-blackjack")
    form = report_form(
        table.law, table.table.choices, table.view(), plain_entry("change-limits"), {}
    )
    values = {field.name: field.value for field in (*form.fields, *form.more)}
    assert (values["minimum"], values["maximum"], values["unit"]) == ("5", "5,000", "0.50")
