"""What of the law's data the source really reads."""

from textwrap import dedent
from typing import cast

import msgspec
import pytest

from croupier.coverage import readable
from croupier.coverage.evidence import Evidence, Weight
from croupier.coverage.law_data import data_of
from croupier.coverage.law_readings import Use, read_source
from croupier.coverage.shapes import Held
from croupier.coverage.survey import cited_in_law, prompt_modules
from croupier.rulebooks import BLACKJACK, STAR_BLACKJACK, Rule, Says, TableLaw, catalogue

# An invented law --------------------------------------------------------------------------------


class Throwing(msgspec.Struct, frozen=True):
    """How dice are thrown in the invented game."""

    dice: Rule[int]
    values: Rule[str]
    hidden: Says
    ways: tuple[Rule[str], ...]


class Bet(msgspec.Struct, frozen=True):
    """A bet of the invented game."""

    name: str
    pays: Rule[int]


class DiceLaw(msgspec.Struct, frozen=True):
    """The whole invented game."""

    game: str
    book: str
    throwing: Throwing
    bets: tuple[Bet, ...]
    house: Rule[str] | None = None


def invented_law(game: str = "dice", dice: str = "1.1") -> TableLaw:
    throwing = Throwing(
        dice=Rule(2, dice),
        values=Rule("what the dice count", "1.2"),
        hidden=Says("under the cup", "1.3"),
        ways=(Rule("high", "1.4"), Rule("low", "1.5")),
    )
    bets = (Bet("seven", Rule(4, "2.1")), Bet("eleven", Rule(15, "2.2")))
    return cast(TableLaw, DiceLaw(game, "invented", throwing, bets))


# The law's data ---------------------------------------------------------------------------------


def test_every_rule_has_a_dotted_path() -> None:
    assert [(datum.path, datum.rule.clause) for datum in data_of(invented_law())] == [
        ("throwing.dice", "1.1"),
        ("throwing.values", "1.2"),
        ("throwing.hidden", "1.3"),
        ("throwing.ways.1", "1.4"),
        ("throwing.ways.2", "1.5"),
        ("bets.seven.pays", "2.1"),
        ("bets.eleven.pays", "2.2"),
    ]


def test_every_clause_of_every_law_is_in_its_rulebook() -> None:
    for law in BLACKJACK.values():
        for datum in data_of(law):
            assert datum.rule.clause in catalogue(law.book).clauses


def test_values_are_readable() -> None:
    law = STAR_BLACKJACK
    assert law.double.totals is not None
    values = [
        law.equipment.boxes,
        law.double.totals,
        law.settlement.blackjack,
        law.insurance.ace.share if law.insurance else None,
        law.interim.held_by,
        law.dealer.draws_soft_17[""],
        law.side_bets.kinds[2].lines[4].odds,
    ]
    assert [readable(rule.value) for rule in values if rule is not None] == [
        "5 to 9",
        "9, 10, 11",
        "3 to 2",
        "1/2",
        "assistant-gaming-manager",
        "yes",
        "10 to 1, 15 to 1, 10 to 1",
    ]


# What the source reads --------------------------------------------------------------------------


def readings(source: str, **others: str) -> dict[str, str]:
    """What a module reads of the invented law: field and use."""
    modules = {"engine": dedent(source), **{name: dedent(text) for name, text in others.items()}}
    found = read_source({DiceLaw}, modules)
    return {held.field: places["engine"].value for held, places in found.items()}


@pytest.mark.parametrize(
    ("source", "read"),
    [
        ("def f(law: DiceLaw): return law.throwing.dice.value", {"dice": "valued"}),
        ("def f(law: 'DiceLaw | None'): return law.throwing.dice.clause", {"dice": "cited"}),
        ("def f(t: Throwing):\n    rule = t.dice\n    g(rule.clause)", {"dice": "cited"}),
        ("def f(t: Throwing):\n    rule = t.dice\n    g(rule)", {"dice": "used"}),
        ("def f(t: Throwing):\n    rule = t.dice if x else t.hidden\n    rule.clause",
         {"dice": "cited", "hidden": "cited"}),
        ("def f(t: Throwing):\n    a, b = 1, t.dice\n    b.value", {"dice": "valued"}),
        ("def f(t: Throwing):\n    return [way.value for way in t.ways]", {"ways": "valued"}),
        ("def f(t: Throwing, n: int):\n    return t.ways[n].clause", {"ways": "cited"}),
        ("def f(law: DiceLaw):\n    for n, bet in enumerate(law.bets):\n        bet.pays.value",
         {"pays": "valued"}),
        ("def f(law: DiceLaw):\n    return next(b for b in law.bets if b.name == 'x').pays.clause",
         {"pays": "cited"}),
        ("def f(law: DiceLaw):\n    if (t := law.throwing):\n        t.dice.value",
         {"dice": "valued"}),
        ("def f(law: DiceLaw):\n    return law.house is None", {"house": "used"}),
        ("def g(rule: Rule[int]): return rule.value\ndef f(t: Throwing):\n    g(t.dice)",
         {"dice": "valued"}),
        ("def h(rule: Rule[int]): return rule.value\ndef g(rule: Rule[int]): h(rule)\n"
         "def f(t: Throwing):\n    g(t.dice)", {"dice": "valued"}),
        ("def g(rule: Rule[int]): return rule.clause\ndef f(t: Throwing):\n    g(t.dice)",
         {"dice": "used"}),
        ("def f(t: Throwing) -> Rule[int]:\n    return t.dice", {"dice": "valued"}),
        ("def f(t: Throwing) -> Pair:\n    return t.dice, t.hidden.text",
         {"dice": "used", "hidden": "valued"}),
        ("def f(law: object):\n    return cast(DiceLaw, law).house.clause", {"house": "cited"}),
        ("class T:\n    law: DiceLaw\ndef f(t: T):\n    return t.law.throwing.dice.clause",
         {"dice": "cited"}),
        ("class T:\n    def __init__(self, law: DiceLaw):\n        self.kept = law\n"
         "    def f(self):\n        return self.kept.throwing.dice.clause", {"dice": "cited"}),
        ("def g() -> DiceLaw: ...\ndef f():\n    return g().throwing.dice.clause",
         {"dice": "cited"}),
    ],
)  # fmt: skip
def test_readings_are_followed_through_the_source(source: str, read: dict[str, str]) -> None:
    assert readings(source) == read


@pytest.mark.parametrize(
    "source",
    [
        "def f(counts: dict): return list(counts.values())",
        "def f(box: Box): return box.dice",
        "def f(law: DiceLaw): return law.throwing",
        "def f(law: DiceLaw):\n    rule = law.throwing.dice\n    return 1",
        "'throwing.dice'",
    ],
)
def test_what_only_looks_like_a_reading_is_none(source: str) -> None:
    assert readings(source) == {}


def test_the_package_that_declares_the_law_does_not_read_it() -> None:
    source = (
        "def f(law: DiceLaw) -> Throwing: return law.throwing\nT: Throwing = f(x)\nT.dice.value"
    )
    other = "def g():\n    return f(1).hidden.clause"
    found = read_source({DiceLaw}, {"rules.dice": source, "engine": other}, beside="rules")
    assert found == {Held(Throwing, "hidden"): {"engine": Use.CITED}}


def test_law_that_nothing_reads_does_not_count() -> None:
    read = read_source({DiceLaw}, {"engine": "def f(t: Throwing): return t.dice.value"})
    cited = set(cited_in_law(data_of(invented_law()), read, frozenset()))
    assert cited == {Evidence("invented", "1.1", "law: throwing.dice", Weight.ENFORCED)}


def test_law_weighs_by_where_and_how_it_is_read() -> None:
    source = "def f(t: Throwing): return {}"
    modules = {
        "croupier.cli.play": source.format("t.values.value"),
        "croupier.dice.due": source.format("t.hidden.text, t.dice.value"),
        "croupier.dice.throwing": source.format("t.dice.clause, t.ways[0].value"),
    }
    read = read_source({DiceLaw}, modules)
    cited = cited_in_law(data_of(invented_law()), read, frozenset({"croupier.dice.due"}))
    assert {one.clause: one.weight for one in cited} == {
        "1.1": Weight.CARRIED,
        "1.2": Weight.SHOWN,
        "1.3": Weight.SHOWN,
        "1.4": Weight.ENFORCED,
        "1.5": Weight.ENFORCED,
    }


def test_a_path_names_its_game_where_the_games_of_a_book_differ() -> None:
    read = read_source({DiceLaw}, {"engine": "def f(t: Throwing): g(t.dice, t.hidden)"})
    laws = (invented_law("plain"), invented_law("fancy", dice="1.6"))
    cited = {
        (one.clause, one.where)
        for one in cited_in_law([d for law in laws for d in data_of(law)], read, frozenset())
    }
    assert cited == {
        ("1.1", "law: throwing.dice (plain)"),
        ("1.6", "law: throwing.dice (fancy)"),
        ("1.3", "law: throwing.hidden"),
    }


def test_modules_with_prompts_are_found() -> None:
    due = {f"croupier.{package}.due" for package in ("table", "blackjack", "stud")}
    assert due | {"croupier.blackjack.decisions"} <= prompt_modules()
