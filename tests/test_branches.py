"""The branches that tests take are counted package by package."""

from typing import Any

from tests.branches import shares


def measured(taken: int, of: int, *missing: tuple[int, int]) -> dict[str, Any]:
    summary = {"covered_branches": taken, "num_branches": of}
    return {"summary": summary, "missing_branches": [list(one) for one in missing]}


def test_a_package_has_the_branches_of_its_files() -> None:
    found = shares(
        {
            "files": {
                "src/croupier/money/cents.py": measured(4, 4),
                "src/croupier/money/odds.py": measured(15, 16, (7, -3)),
                "src/croupier/cards/shoe.py": measured(18, 20, (1, 2), (5, 9)),
            }
        }
    )
    assert str(found["money"]) == "19 of 20 branches, 95.0%"
    assert found["money"].missing == ["src/croupier/money/odds.py: 7 -> -3"]
    assert found["money"].enough
    assert not found["cards"].enough


def test_a_folder_within_a_package_belongs_to_it() -> None:
    files = {"src/croupier/floor/promotions/draws.py": measured(1, 2, (3, 4))}
    assert list(shares({"files": files})) == ["floor"]


def test_a_package_without_branches_has_them_all() -> None:
    assert shares({"files": {"src/croupier/money/cents.py": measured(0, 0)}})["money"].enough
