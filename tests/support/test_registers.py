"""A register that lacks something says what, and where to add it."""

from croupier.games.table import seats
from croupier.rulebooks import Role
from tests.support.registers import faults, place


def test_what_is_missing_is_named_with_its_place() -> None:
    where = place("POWERS", seats)
    found = faults({"hit", "gone"}, {"hit", Role, ("split", "twice")}, where=where)
    assert found == [
        "add Role to POWERS in croupier.games.table.seats",
        "add split twice to POWERS in croupier.games.table.seats",
        "there is no gone: remove it from POWERS in croupier.games.table.seats",
    ]
    assert not faults({1: "one"}, [1], where=where)
