"""The table of rights: what it lets people do, and what not."""

from itertools import product
from pathlib import Path

import pytest

import croupier
from croupier.rulebooks import Role
from croupier.web.auth.permissions import (
    ACTIONS,
    RIGHTS,
    VISITOR,
    Principal,
    Scope,
    UnknownActionError,
    Whose,
    is_permitted,
    role_for,
)

SOURCES = Path(croupier.__file__).parent / "web"


def somebody(*roles: Role, scopes: frozenset[str] | None = None) -> Principal:
    return Principal("p1", "Ann", frozenset(roles), scopes, "s1")


def test_an_action_that_nobody_knows_is_a_mistake() -> None:
    with pytest.raises(UnknownActionError, match=r"table\.eat"):
        is_permitted(VISITOR, "table.eat")


@pytest.mark.parametrize("action", ACTIONS)
def test_the_table_says_who_may(action: str) -> None:
    for role, owner in product(Role, ("", "p1", "p2")):
        rows = [row for row in RIGHTS if row.action == action and role in row.roles]
        allowed = any(row.whose is Whose.ANYBODYS or owner == "p1" for row in rows)
        case = f"{role.value} of what is {owner or 'nobody'}'s"
        assert is_permitted(somebody(role), action, owner=owner) == allowed, case
        expected = role if allowed else None
        assert role_for(somebody(role), action, owner=owner) == expected, case


@pytest.mark.parametrize("action", ACTIONS)
def test_a_visitor_may_what_is_open_to_visitors(action: str) -> None:
    assert is_permitted(VISITOR, action) == any(r.visitors for r in RIGHTS if r.action == action)


def test_a_token_does_no_more_than_it_is_good_for() -> None:
    reader = somebody(Role.PLAYER, scopes=frozenset({"read"}))
    assert is_permitted(reader, "table.view")
    assert not is_permitted(reader, "table.command", owner="p1")
    assert not is_permitted(reader, "password.change", owner="p1")


def test_a_token_for_one_shoe_is_a_shoes() -> None:
    shoe = somebody(Role.DEALER, scopes=frozenset({f"{Scope.SHOE.value}:1"}))
    assert is_permitted(shoe, "table.shoe", place="1")
    assert not is_permitted(shoe, "table.shoe", place="2")
    assert is_permitted(shoe, "table.shoe"), "where no table is meant yet"
    assert not is_permitted(shoe, "table.command", place="1")
    anywhere = somebody(Role.DEALER, scopes=frozenset({Scope.SHOE.value}))
    assert is_permitted(anywhere, "table.shoe", place="2")


def test_who_has_a_password_from_another_may_only_change_it() -> None:
    confined = Principal("p1", "Ann", frozenset({Role.DEALER}), None, "s1", confined=True)
    may = {action for action in ACTIONS if is_permitted(confined, action, owner="p1")}
    assert may == {"session.view", "session.end", "password.change", "factor.change"}


def test_every_action_of_the_table_of_rights_is_asked_by_something() -> None:
    sources = "".join(
        path.read_text(encoding="utf-8")
        for path in SOURCES.rglob("*.py")
        if path.name != "rights.py"
    )
    assert [action for action in ACTIONS if f'"{action}"' not in sources] == []
