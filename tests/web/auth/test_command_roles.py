"""Who may ask for which command: the table agrees with what the engine holds commands to."""

import sys
from typing import Any

import pytest

from croupier.features.compliance.runs import check_file
from croupier.games.table import checks
from croupier.games.table.notices import AcknowledgeNotice
from croupier.games.table.rounds import Deal
from croupier.games.table.wagers import PlaceWager, RefuseWager
from croupier.messages import Command, Refused
from croupier.rulebooks import GAMES, GAMING_ROLES, Role, Rule, catalogue, law_of
from croupier.scenarios.files import find_files
from croupier.streams import KINDS, TABLE, TOURNAMENT
from croupier.web.auth import command_roles
from croupier.web.auth.command_roles import (
    TABLE_POWERS,
    command_name,
    power,
    role_for_command,
)
from croupier.web.auth.permissions import VISITOR, Principal
from tests.support.refusals import ROOT
from tests.support.registers import faults, place

ALL = tuple(one for kind in KINDS for one in kind.commands)
POWERS = {kind: TABLE_POWERS if kind is TABLE else kind.powers for kind in KINDS}
STAR = law_of("star-blackjack")


def somebody(*roles: Role) -> Principal:
    return Principal("p1", "Ann", frozenset(roles))


def test_every_command_that_is_empowered_is_one() -> None:
    for stream_kind, empowered in POWERS.items():
        there = empowered.keys() & {command_name(kind) for kind in stream_kind.commands}
        where = place("TABLE_POWERS", command_roles)
        if stream_kind is not TABLE:
            where = f"POWERS in the rules of {stream_kind.word}s"
        assert not faults(empowered, there, where=where)


@pytest.mark.parametrize(
    ("name", "paths"),
    [one for powers in POWERS.values() for one in powers.items()],
)
def test_every_path_leads_to_a_clause_in_some_law(name: str, paths: tuple[str, ...]) -> None:
    kinds = [kind for kind in ALL if command_name(kind) == name]
    powers = [power(law_of(game), kind) for kind in kinds for game in GAMES]
    found = {clause for one in powers for clause in one.clauses}
    assert found, paths


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.__name__)
def test_somebody_may_ask_for_every_command_and_administrators_for_none(
    kind: type[Command],
) -> None:
    for game in GAMES:
        law = law_of(game)
        may = power(law, kind)
        assert may.roles, game
        assert Role.ADMINISTRATOR not in may.roles, game
        assert all(clause in catalogue(law.book).clauses for clause in may.clauses), game
        assert role_for_command(somebody(Role.ADMINISTRATOR), law, kind) is None, game
        assert role_for_command(VISITOR, law, kind) is None, game


class Spied:
    """Every question of the engine whether a clause empowers somebody."""

    def __init__(self) -> None:
        self.asked: set[tuple[type[Command], str, Role]] = set()
        self._asks = checks.not_empowered

    def __call__(self, command: Command, permission: Rule[Role], what: str) -> Refused | None:
        self.asked.add((type(command), permission.clause, permission.value))
        return self._asks(command, permission, what)


@pytest.fixture
def spied(monkeypatch: pytest.MonkeyPatch) -> Spied:
    spy = Spied()
    for name, module in list(sys.modules.items()):
        asks: Any = getattr(module, "not_empowered", None)
        if name.startswith("croupier.") and asks is checks.not_empowered and module is not checks:
            monkeypatch.setattr(module, "not_empowered", spy)
    return spy


def test_the_table_says_what_the_engine_asks(spied: Spied) -> None:
    for path in find_files([ROOT / "tests" / "scenarios"]):
        check_file(path)
    assert len(spied.asked) > 50
    laws = [law_of(game) for game in GAMES]
    for kind, clause, needed in spied.asked:
        powers = [power(law, kind) for law in laws]
        if command_name(kind) == "invalidate-round":  # each ground has a clause of its own
            assert any(needed in one.roles for one in powers)
            continue
        assert any(
            clause in one.clauses
            and {role for role in GAMING_ROLES if role.may_act_as(needed)} <= one.roles
            for one in powers
        ), (command_name(kind), clause, needed)


def test_a_player_asks_for_what_players_do() -> None:
    player = somebody(Role.PLAYER)
    assert role_for_command(player, STAR, PlaceWager) is Role.PLAYER
    assert role_for_command(player, STAR, Deal) is None
    assert role_for_command(player, STAR, RefuseWager) is None


def test_staff_enter_wagers_at_a_live_table_alone() -> None:
    dealer = somebody(Role.DEALER)
    assert role_for_command(dealer, STAR, PlaceWager, live=True) is Role.DEALER
    assert role_for_command(dealer, STAR, PlaceWager, live=False) is None


def test_who_watches_the_operator_does_not_deal() -> None:
    for role in (Role.INSPECTOR, Role.SURVEILLANCE, Role.REGULATOR, Role.TOURNAMENT_MANAGER):
        assert role_for_command(somebody(role), STAR, Deal) is None
        assert role_for_command(somebody(role), STAR, PlaceWager) is None
        assert role_for_command(somebody(role), STAR, AcknowledgeNotice) is role


def test_somebody_with_two_roles_asks_in_the_one_that_may() -> None:
    both = somebody(Role.SUPERVISOR, Role.TOURNAMENT_MANAGER)
    assert role_for_command(both, STAR, RefuseWager) is Role.SUPERVISOR
    kinds = {command_name(kind): kind for kind in TOURNAMENT.commands}
    assert role_for_command(both, STAR, kinds["draw-seats"]) is Role.TOURNAMENT_MANAGER


def test_staff_without_the_power_ask_and_are_refused_by_the_clause() -> None:
    assert role_for_command(somebody(Role.DEALER), STAR, RefuseWager) is Role.DEALER
    assert power(STAR, RefuseWager).clauses == ("18.11",)
    assert Role.DEALER not in power(STAR, RefuseWager).roles
