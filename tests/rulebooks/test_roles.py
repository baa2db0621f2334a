"""Who may act for whom: the operator's line of command, upwards, and nobody across it."""

from itertools import product

import pytest

from croupier.rulebooks import Role
from tests.support.registers import faults

LINE = (
    Role.DEALER,
    Role.SUPERVISOR,
    Role.ASSISTANT_GAMING_MANAGER,
    Role.GAMING_MANAGER,
)
APART = (
    Role.REGULATOR,
    Role.PLAYER,
    Role.INSPECTOR,
    Role.SURVEILLANCE,
    Role.TOURNAMENT_MANAGER,
    Role.ADMINISTRATOR,
)


@pytest.mark.parametrize(("acting", "needed"), [*product(LINE, LINE)])
def test_those_above_may_do_what_those_below_may(acting: Role, needed: Role) -> None:
    assert acting.may_act_as(needed) == (LINE.index(acting) >= LINE.index(needed))


@pytest.mark.parametrize(("acting", "needed"), [*product(Role, APART)])
def test_who_stands_apart_is_replaced_by_nobody(acting: Role, needed: Role) -> None:
    assert acting.may_act_as(needed) == (acting is needed)


@pytest.mark.parametrize(("acting", "needed"), [*product(APART, LINE)])
def test_who_stands_apart_has_no_power_of_the_line(acting: Role, needed: Role) -> None:
    assert not acting.may_act_as(needed)


def test_every_role_is_in_the_line_or_apart() -> None:
    assert not faults({*LINE, *APART}, Role, where=f"LINE or APART in {__name__}")


def test_a_role_is_said_in_words() -> None:
    assert Role.ASSISTANT_GAMING_MANAGER.title == "assistant gaming manager"
