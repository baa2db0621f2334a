"""A register that lacks something says what, and where to add it."""

from croupier.rulebooks import Role
from croupier.table import commands
from tests.support.registers import faults, place


def test_what_is_missing_is_named_with_its_place() -> None:
    where = place("POWERS", commands)
    found = faults({"hit", "gone"}, {"hit", Role, ("split", "twice")}, where=where)
    assert found == [
        "add Role to POWERS in croupier.table.commands",
        "add split twice to POWERS in croupier.table.commands",
        "there is no gone: remove it from POWERS in croupier.table.commands",
    ]
    assert not faults({1: "one"}, [1], where=where)
