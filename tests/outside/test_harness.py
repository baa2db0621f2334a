"""The suite itself stays outside, and its floors are real."""

import ast
from collections.abc import Callable
from pathlib import Path

import httpx

from tests.outside.people import STAFF_ROLES, administrator, command, hire, sign_up
from tests.outside.product import Floor, Product

HERE = Path(__file__).parent
OWN = "tests.outside"


def imported(code: str) -> set[str]:
    """Every module that a file imports, wherever it does so."""
    found = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            found |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
    return found


def test_no_module_of_this_suite_knows_what_is_inside() -> None:
    assert imported("def f():\n    from croupier.cards import Card\n") == {"croupier.cards"}
    inside = {
        path.name: bad
        for path in HERE.rglob("*.py")
        if (
            bad := {
                name
                for name in imported(path.read_text(encoding="utf-8"))
                if name.split(".")[0] == "croupier"
                or (name.split(".")[0] == "tests" and not name.startswith(OWN))
            }
        )
    }
    assert inside == {}


def test_nothing_is_taken_from_the_checkout(product: Product, tmp_path: Path) -> None:
    shown = product.run("--version", folder=tmp_path)
    assert shown.returncode == 0, shown.stderr
    traced = product.run("--version", folder=tmp_path, environment={"PYTHONVERBOSE": "1"}).stderr
    loaded = [line for line in traced.splitlines() if "croupier/__init__.py" in line]
    assert loaded
    assert all(str(product.site) in line for line in loaded)


def test_people_of_every_role_come_to_a_real_floor(floor: Callable[..., Floor]) -> None:
    house = floor().start()
    ann = sign_up(house, "ann")
    (table, *_) = ann.get("/api/tables").json()
    bought = command(ann, table["table"], command="buy-in", amount=100_00)
    assert bought.status_code == httpx.codes.OK, bought.text
    first = administrator(house)
    for role in STAFF_ROLES:
        if role != "administrator":
            who = hire(house, first, f"the-{role}", role)
            assert who.get("/api/session").json()["roles"] == [role]
    house.stop()
    assert "Traceback" not in house.said
