"""Conditions of a tournament that cannot be read or cannot be meant are named, with their line."""

from decimal import Decimal
from typing import Any

import pytest

from croupier.features.tournaments.rules.conditions import (
    BadConditionsError,
    Conditions,
    SessionPlan,
    condition_at_fault,
    condition_slips,
    conditions_refusal,
    line_of,
    read_conditions,
)
from croupier.rulebooks import CANBERRA_BLACKJACK, STAR_BLACKJACK, TableLaw

FINAL = {"name": "final", "tables": 1, "rounds": 3, "advance": 0}
HEATS = {"name": "heats", "tables": 2, "rounds": 3, "advance": 2}


def sessions(*plans: dict[str, Any]) -> dict[str, Any]:
    return {"sessions": list(plans)}


def heats(**fields: Any) -> dict[str, Any]:
    return sessions({**HEATS, **fields}, FINAL)


def level(after: int, minimum: int = 10, maximum: int = 50) -> dict[str, int]:
    return {"after": after, "minimum": minimum, "maximum": maximum}


LAWFUL: list[dict[str, Any]] = [
    {},
    {"entry-fee": 0, "commission": 0},
    {"entry-fee": 10, "commission": 10},
    {"buy-backs": 1, "buy-back-until": 2},
    {"buy-backs": 0, "buy-back-until": 0},
    {"minimum": 10, "maximum": 10, "chips": 10},
    {"minimum": 0.01, "maximum": 0.01, "chips": 0.01},
    {"levels": [level(1), level(2, 50, 50)]},
    {"levels": [{"after": 1, "minimum": 0.01, "maximum": 0.01}], "unit": 0.01},
    {"breaks": [{"after": 1, "minutes": 1}, {"after": 2, "minutes": 1}]},
    {"maximum-players": 100_000},
    {"minimum-players": 1, "maximum-players": 1, "sit-and-go": 1},
    {"withdraw-until": "2026-06-01T18:00:00Z", "starts": "2026-06-01T18:00:00Z"},
    heats(advance=7, eliminations=[1, 3]),
    heats(advance=1),
    {"maximum-players": 5, **heats(advance=3)},
    {"maximum-players": 4, **sessions(HEATS, {**FINAL, "name": "next", "advance": 4}, FINAL)},
    {
        "maximum-players": 4,
        **sessions(
            {**HEATS, "advance": 1},
            {**FINAL, "name": "again", "advance": 3, "entrants": "eliminated"},
            FINAL,
        ),
    },
    sessions({**FINAL, "chips": 10}),
    {"prizes": 100},
    {"ties": "ballot", "prize-ties": "share", "point-ties": "play-off"},
    {"ties": "play-off", "prize-ties": "play-off", "point-ties": "share"},
    {"format": "points", "points": [3, 0], **sessions({**FINAL, "tables": 2})},
]


@pytest.mark.parametrize("data", LAWFUL)
def test_conditions_that_can_be_meant(data: dict[str, Any]) -> None:
    assert isinstance(read_conditions(STAR_BLACKJACK, data, boxes=7), Conditions)


def test_somebody_goes_on_from_every_session_but_the_last() -> None:
    with pytest.raises(BadConditionsError, match="has nobody go on from 'heats'"):
        read_conditions(STAR_BLACKJACK, heats(advance=0), boxes=7)


SLIPS: list[tuple[str, dict[str, Any]]] = [
    *((name, {name: -1}) for name in ("entry-fee", "buy-in", "added", "guarantee")),
    *((name, {name: -1}) for name in ("pass-cards", "buy-backs", "sit-and-go")),
    *((name, {name: 10**36}) for name in ("entry-fee", "chips", "maximum-players")),
    *(("sessions", {"sessions": [{"name": "final", key: 10**9}]}) for key in ("rounds", "tables")),
    ("breaks", {"breaks": [{"after": 1, "minutes": 10**9}]}),
    ("breaks", {"breaks": [{"after": 1, "minutes": 0}]}),
    ("breaks", {"breaks": [{"after": 0, "minutes": 1}]}),
    ("breaks", {"breaks": [{"after": 2, "minutes": 1}, {"after": 2, "minutes": 1}]}),
    ("maximum-players", {"maximum-players": 100_001}),
    ("levels", {"levels": [{"after": 1, "minimum": 10, "maximum": 10**36}]}),
    ("commission", {"entry-fee": 10, "commission": 11}),
    ("buy-back-until", {"buy-backs": 1, "buy-back-until": 0}),
    ("buy-back-until", {"buy-backs": 1, "buy-back-until": 1}),
    ("minimum", {"minimum": 0}),
    ("maximum", {"minimum": 10, "maximum": 9}),
    ("unit", {"unit": 0}),
    ("chips", {"minimum": 10, "chips": 9}),
    ("levels", {"levels": [level(0)]}),
    ("levels", {"levels": [level(2), level(2)]}),
    ("levels", {"levels": [level(1, 0, 50)]}),
    ("levels", {"levels": [level(1, 51, 50)]}),
    ("minimum-players", {"minimum-players": 0}),
    ("maximum-players", {"minimum-players": 5, "maximum-players": 4}),
    ("sit-and-go", {"minimum-players": 5, "sit-and-go": 4}),
    ("sit-and-go", {"maximum-players": 5, "sit-and-go": 6}),
    ("withdraw-until", {"withdraw-until": "2026-06-01T18:01:00Z"}),
    ("sessions", sessions()),
    ("sessions", sessions(FINAL, FINAL)),
    ("sessions", heats(name="final")),
    ("sessions", sessions({**FINAL, "name": " "})),
    ("sessions", sessions({**FINAL, "tables": 0})),
    ("sessions", sessions({**FINAL, "rounds": 0})),
    ("sessions", sessions({**FINAL, "advance": 1})),
    ("sessions", sessions({**FINAL, "tables": 2})),
    ("sessions", sessions({**FINAL, "chips": 9})),
    ("sessions", sessions({**FINAL, "entrants": "eliminated"})),
    ("sessions", sessions({**FINAL, "other-game": True})),
    ("sessions", heats(advance=0)),
    ("sessions", heats(advance=8)),
    ("sessions", heats(tables=0)),
    ("sessions", heats(**{"other-game": True})),
    ("sessions", {"maximum-players": 5, **heats(advance=4)}),
    ("sessions", {"maximum-players": 4, **heats(tables=1, advance=5)}),
    ("sessions", sessions(HEATS, {**FINAL, "name": "next", "advance": 5}, FINAL)),
    ("sessions", heats(entrants="eliminated")),
    ("sessions", heats(eliminations=[0])),
    ("sessions", heats(eliminations=[4])),
    ("sessions", heats(eliminations=[2, 1])),
    ("sessions", heats(eliminations=[1, 1])),
    ("sessions", {"format": "points", **heats()}),
    ("sessions", {"format": "points", **heats(advance=0, entrants="eliminated")}),
    ("sessions", {"format": "points", **heats(advance=0, name="play-off")}),
    ("prizes", {"prizes": []}),
    ("prizes", {"prizes": [100, 0]}),
    ("points", {"points": [-1]}),
]


@pytest.mark.parametrize(("key", "data"), SLIPS)
def test_conditions_that_cannot_be_meant(key: str, data: dict[str, Any]) -> None:
    with pytest.raises(BadConditionsError) as caught:
        read_conditions(STAR_BLACKJACK, data, boxes=7)
    assert caught.value.key == key


def test_a_session_without_tables_hides_no_other_slip() -> None:
    """All slips are found, not only the first."""
    wrong = Conditions(sessions=(SessionPlan(name="final", tables=0),), points=(Decimal(-1),))
    assert [name for name, _ in condition_slips(wrong)] == ["sessions", "points"]


CANBERRA_ONLY = {"format": "points", "points": [10, 6]}
FAULTS: list[tuple[TableLaw, dict[str, Any], str, str]] = [
    (STAR_BLACKJACK, {"commission": 5}, "conditions/not-here", "commission"),
    (STAR_BLACKJACK, CANBERRA_ONLY, "conditions/not-here", "format"),
    (STAR_BLACKJACK, {"prizes": [60, 30]}, "conditions/prizes", "prizes"),
    (CANBERRA_BLACKJACK, {"seating": "list"}, "conditions/not-here", "seating"),
    (CANBERRA_BLACKJACK, {"commission": 5}, "conditions/commission", "commission"),
    (CANBERRA_BLACKJACK, {"conducted-by-rules": False}, "conditions/not-stated", ""),
]


@pytest.mark.parametrize(("law", "data", "code", "name"), FAULTS)
def test_the_condition_that_a_rulebook_refuses_is_named(
    law: TableLaw, data: dict[str, Any], code: str, name: str
) -> None:
    conditions = read_conditions(law, data)
    refused = conditions_refusal(law, conditions, omitted=(), approved=0)
    assert refused is not None
    assert refused.code == code
    assert condition_at_fault(law, conditions, refused) == name


def test_a_commission_as_high_as_the_approved_is_lawful() -> None:
    conditions = read_conditions(CANBERRA_BLACKJACK, {"commission": 5})
    assert conditions_refusal(CANBERRA_BLACKJACK, conditions, omitted=(), approved=5_00) is None


@pytest.mark.parametrize(
    ("key", "given"),
    [
        ("lunch", "noon"),
        ("entry-fee", "much"),
        ("starts", "tomorrow"),
        ("prizes", ["half"]),
        ("prizes", ["100"]),
        ("prizes", [50, "50"]),
        ("prizes", "100"),
        ("prizes", [[100]]),
        ("prizes", [True]),
        ("prizes", [float("inf")]),
        ("sessions", "final"),
        ("sessions", 1),
        ("levels", {}),
        ("sessions", ["final"]),
        ("sessions", [{"name": "final", "lunch": "noon"}]),
        ("levels", [{"after": 1, "minimum": 10}]),
        ("levels", [level("one")]),  # type: ignore[arg-type]
        ("seating", "by height"),
        ("ties", "share"),
        ("prize-ties", "ballot"),
        ("point-ties", "ballot"),
        ("pass-cards", "two"),
        ("order-of-wagering", "no"),
        ("eligibility", 18),
    ],
)
def test_conditions_that_cannot_be_read(key: str, given: object) -> None:
    with pytest.raises(BadConditionsError, match=f"condition '{key}'") as caught:
        read_conditions(STAR_BLACKJACK, {key: given})
    assert caught.value.key == key


def test_a_group_that_cannot_be_read_is_told_with_its_number() -> None:
    with pytest.raises(BadConditionsError, match="'levels': entry 2: "):
        read_conditions(STAR_BLACKJACK, {"levels": [level(1), {"after": 2}]})


def test_a_slip_is_told_with_its_line() -> None:
    text = 'title = "x"\n[tables]\nunit = 0\n\n[conditions]\nchips = 100\nunit = 0\n'
    with pytest.raises(BadConditionsError, match="'unit', line 7: is \\$0; it must be"):
        read_conditions(STAR_BLACKJACK, {"unit": 0}, text=text)
    with pytest.raises(BadConditionsError, match="'unit': is \\$0; it must be"):
        read_conditions(STAR_BLACKJACK, {"unit": 0}, text="[tables]\nunit = 0\n")
    with pytest.raises(BadConditionsError, match="'unit', line 3: is \\$0; it must be"):
        read_conditions(STAR_BLACKJACK, {"unit": 0}, text="unit = 0\n[conditions]\nunit = 0\n")


def test_the_top_of_a_file_has_keys_and_parts() -> None:
    text = 'title = "x"\n[conditions]\nunit = 0\n[tables]\ndecks = 6\n'
    assert [line_of(text, key, "") for key in ("title", "conditions", "tables")] == [1, 2, 4]
    assert [line_of(text, key) for key in ("title", "unit", "decks")] == [None, 3, None]
