"""Every scenario file goes through the engine as written, and none would with other figures."""

from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.features.compliance.runs import run_file
from croupier.rulebooks import GAMES, Role, catalogue
from croupier.rulebooks.catalogue import section_names
from croupier.scenarios.files import ExpectedNotice, Paid, Scenario
from croupier.scenarios.refusals import BadScenarioError
from croupier.scenarios.runner import expects_nothing, problems_of
from tests.support.scenario_files import all_own_scenarios, own_scenarios

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.rglob("*.toml"))
NAMES = [str(file.relative_to(FOLDER).with_suffix("")) for file in FILES]
MOST_FILES = 60
WITHOUT_CLAUSE = "without-a-clause"
"""The folder, in that of a game, for what rests on no clause."""


@pytest.mark.parametrize("file", FILES, ids=NAMES)
def test_scenario(file: Path) -> None:
    """As ``croupier check --strict`` has it: what a file cites its run must bear out."""
    runs = [run.report() for run in run_file(file, strict=True)]
    assert not [run for run in runs if run.problems]


def test_a_refusal_in_our_own_files_names_the_one_clause_that_decides() -> None:
    for one in all_own_scenarios():
        for number, step in enumerate(one.data.get("steps", ()), 1):
            refused = step.get("refused", "")
            assert isinstance(refused, str), f"{one.name}: step {number} lists several"


def test_a_file_lies_with_the_section_of_the_first_clause_that_it_cites() -> None:
    """In the folder of its game, of several that of the first.

    One that runs a whole tournament or promotion may lie with the section on these.
    """
    for file, name in zip(FILES, NAMES, strict=True):
        game, folder, *_ = name.split("/")
        scenario = own_scenarios(file)[0].heading
        assert scenario.first_game == game, f"{name} is about {scenario.first_game} first"
        if scenario.kind and folder.partition("-")[2].startswith(scenario.kind):
            continue
        first = scenario.cites[0] if scenario.cites else scenario.refused
        if first is None:
            assert folder == WITHOUT_CLAUSE, f"{name} cites no clause: it goes to {WITHOUT_CLAUSE}"
            continue
        section = section_names(catalogue(GAMES[game].book))[str(first)]
        number = f"{int(section):02}" if section.isdecimal() else "00"
        assert folder.startswith(f"{number}-"), f"{name} is about {first}"


def test_no_folder_has_more_files_than_one_looks_through() -> None:
    found = Counter(file.parent for file in FILES)
    assert max(found.values()) <= MOST_FILES, "make folders by subject below the section's"


def a_scenario() -> Scenario:
    return Scenario(
        title="eighteen against seventeen",
        game="star-blackjack",
        shoe="TH 7C 8D TC",
        steps=[
            {"do": "wager", "player": "ann", "box": 1, "amount": 100},
            {"do": "deal"},
            {"do": "stand", "box": 1},
        ],
        net={"ann": 100},
    )


def changed(**changes: object) -> tuple[str, ...]:
    return problems_of(msgspec.structs.replace(a_scenario(), **changes))


def test_what_is_right_passes() -> None:
    assert problems_of(a_scenario()) == ()


def test_another_net_is_told_with_both_figures() -> None:
    assert changed(net={"ann": -100}) == ("net of ann: expected -$100, got +$100",)
    assert changed(net={}) == ("net of ann: expected $0, got +$100",)


def test_a_payment_that_was_not_made_is_told_with_those_that_were() -> None:
    (problem,) = changed(paid=[Paid(player="ann", clause="15.1.2")])
    assert "15.1.2" in problem
    assert "main (hand 1) win +$100 by 15.1.3" in problem


def test_a_step_that_should_be_refused_and_is_not() -> None:
    steps = [*a_scenario().steps[:2], {"do": "stand", "box": 1, "refused": "10.2"}]
    (problem,) = changed(steps=steps)
    assert problem == "step 3 (stand): was allowed, and should be refused by 10.2"


def test_a_step_that_is_refused_ends_the_scenario_with_its_reason() -> None:
    steps = [*a_scenario().steps[:2], {"do": "split", "box": 1}]
    problems = changed(steps=steps, net={})
    assert problems == (
        "step 3 (split): was refused: only two cards of one value may be split (12.1)",
    )


def test_a_refusal_by_another_clause_names_both() -> None:
    steps = [*a_scenario().steps, {"do": "hit", "box": 1, "refused": "11.1"}]
    (problem,) = changed(steps=steps)
    assert problem.startswith("step 4 (hit): was refused by 10.1")
    assert problem.endswith("not by 11.1")


def refused_hit(**expected: object) -> list[dict[str, object]]:
    """A round, and a card asked for when it is over; 10.1 refuses it."""
    return [*a_scenario().steps, {"do": "hit", "box": 1, **expected}]


def a_strangers_stand(**expected: object) -> list[dict[str, object]]:
    """A stranger who stands for another's box: by 5.6, and also by 5.5."""
    wager, deal, stand = a_scenario().steps
    asked = {"do": "stand", "box": 1, "player": "bob", **expected}
    return [wager, {"do": "sit", "player": "bob", "box": 2}, deal, asked, stand]


def test_a_list_of_clauses_takes_any_of_them() -> None:
    assert changed(steps=refused_hit(refused=["11.1", "10.1"])) == ()
    assert changed(steps=a_strangers_stand(refused="5.5")) == ()
    assert changed(steps=a_strangers_stand(refused=["12.1", "5.5"])) == ()


def test_further_clauses_are_checked_exactly_where_they_stand() -> None:
    assert changed(steps=a_strangers_stand(refused="5.6", also=["5.5"])) == ()
    for refused, also in (("5.5", ["5.6"]), ("5.6", []), ("5.6", ["5.5", "12.1"])):
        (problem,) = changed(steps=a_strangers_stand(refused=refused, also=also))
        assert problem.startswith("step 4 (stand): was refused by 5.6 and also 5.5 (ann decides")


def test_an_exact_check_asks_for_the_clause_that_decides_and_all_others() -> None:
    def exactly(**expected: object) -> tuple[str, ...]:
        steps = a_strangers_stand(**expected)
        return problems_of(msgspec.structs.replace(a_scenario(), steps=steps), exact=True)

    assert exactly(refused="5.6", also=["5.5"]) == ()
    (problem,) = exactly(refused="5.6")
    assert problem.endswith("not by 5.6")
    with pytest.raises(BadScenarioError, match=r"one clause here, not 5\.6 or 5\.5"):
        exactly(refused=["5.6", "5.5"])


def test_a_refusal_that_makes_no_sense_is_told() -> None:
    for step, told in (
        ({"also": ["5.5"]}, "also belongs with refused"),
        ({"refused": "5.6", "also": "5.5"}, "also is a list of clauses"),
        ({"refused": ["5.6", "5.5"], "also": []}, "one clause here"),
        ({"refused": []}, "refused names a clause"),
    ):
        with pytest.raises(BadScenarioError, match=told):
            changed(steps=a_strangers_stand(**step))


def test_a_table_that_may_not_be_opened() -> None:
    assert changed(table={"decks": 7}, refused="3.1", net={}) == ()
    assert changed(table={"decks": 7}, refused="3.1", also=[], net={}) == ()
    (problem,) = changed(table={"decks": 7}, refused="4.1")
    assert problem.startswith("the table was refused by 3.1")
    (problem,) = changed(table={"decks": 7})
    assert "6 or 8 decks (3.1)" in problem
    (problem,) = changed(refused="3.1")
    assert problem == "the table was opened, and should be refused by 3.1"


def test_events_that_must_have_happened() -> None:
    assert changed(events=[{"event": "hand-finished", "box": 1, "clause": "10.1.3"}]) == ()
    (problem,) = changed(events=[{"event": "hand-finished", "box": 2}])
    assert "hand-finished" in problem


def test_notices_that_must_have_been_given() -> None:
    steps = [
        *a_scenario().steps[:2],
        {"do": "wrong-cards", "foreign": ["joker"]},
        {"do": "acknowledge", "notice": 2, "by": "inspector"},
    ]
    given = [
        ExpectedNotice(whom=Role.SURVEILLANCE, clause="16.16.4", open=True),
        ExpectedNotice(whom=Role.INSPECTOR, open=False),
    ]
    assert changed(steps=steps, net={}, notices=given) == ()
    (problem,) = changed(steps=steps, net={}, notices=[ExpectedNotice(whom=Role.REGULATOR)])
    assert problem == "notice 1: no such notice was given to regulator"


def test_the_discard_rack_afterwards() -> None:
    assert changed(discards="7C 8D TC TH") == ()
    (problem,) = changed(discards="7C 8D TC ??")
    assert problem == "discards: expected 7C 8D ?? TC, got 7C 8D TC TH"


# Names and expectations ---------------------------------------------------------------------------


def test_a_scenario_that_expects_nothing_is_an_error() -> None:
    silent = {"net": {}, "steps": a_scenario().steps[:2]}
    (problem,) = changed(**silent)
    assert problem.startswith("expects nothing")
    assert changed(**silent, discards="") == ()
    refused = {"do": "split", "box": 1, "refused": "12.1"}
    assert changed(net={}, steps=[*a_scenario().steps[:2], refused]) == ()


def test_wagers_that_come_to_nothing_are_an_expectation_for_others_and_none_for_us() -> None:
    """Who is not named in [net] must be at 0, so a stand-off without [net] says something."""
    level = msgspec.structs.replace(a_scenario(), shoe="TH 8C 8D TC", net={})
    assert problems_of(level) == ()
    assert expects_nothing(msgspec.to_builtins(level))


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        (
            {"events": [{"event": "hand-finish"}]},
            "event 1: there is no event 'hand-finish'; near it: hand-finished, ",
        ),
        (
            {"events": [{"event": "hand-finished", "bax": 1}]},
            "event 1: hand-finished has no field 'bax'; it has box, hand, clause",
        ),
        (
            {"never": [{"event": "hand-finish"}]},
            "never 1: there is no event 'hand-finish'; near it: hand-finished, ",
        ),
        (
            {"never": [{"event": "hand-finished", "bax": 1}]},
            "never 1: hand-finished has no field 'bax'; it has box, hand, clause",
        ),
        (
            {"never": [{"bax": 1}]},
            "never 1: event is missing; it says what must not happen",
        ),
        (
            {"paid": [Paid(player="ann", result="won")]},
            "paid 1: there is no result 'won'; choose from win, lose, stand-off and void",
        ),
        ({"meters": {"grand": 0}}, "meter grand: there is no such pool; no table has a jackpot"),
    ],
)
def test_a_wrong_name_is_told_with_what_is_accepted(changes: dict[str, Any], told: str) -> None:
    problems = changed(**changes)
    assert problems[0].startswith(told)


def test_an_event_that_must_not_happen_is_told_where_it_does() -> None:
    stood = {"event": "hand-finished", "box": 1, "table": 1}
    (problem,) = changed(never=[stood])
    assert problem.startswith("never 1: this happened: {'event': 'hand-finished', 'box': 1")
    assert changed(never=[stood | {"box": 2}, stood | {"table": 2}]) == ()
    alone = {"net": {}, "steps": a_scenario().steps[:2]}
    assert changed(**alone, never=[{"event": "hand-finished"}]) == ()


def stud_scenario(**terms: object) -> Scenario:
    return Scenario(
        title="a pool",
        game="caribbean-stud",
        shoe="AS 3S KD 3D QC JC 4D TC 2S 5C",
        table={"jackpot": {"wager": 5, "pool": 50_000, **terms}},
        steps=[{"do": "wager", "player": "ann", "box": 1, "amount": 10, "on": "ante"}],
        meters={"jackpot": 50_000},
    )


def test_a_pool_without_a_name_goes_by_any() -> None:
    assert problems_of(stud_scenario()) == ()
    (problem,) = problems_of(stud_scenario(name="grand"))
    assert problem == "meter jackpot: there is no such pool; choose from grand"


def test_a_table_that_waits_for_nobody_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.floor.running_table.RunningTable.due", ())
    assert changed()[0] == "step 1 (wager): nothing is due after it"


def test_closing_insurance_is_a_step_like_any_other() -> None:
    """Even money for the only wager ends the round, and with it the insurance."""
    even = [*a_scenario().steps[:2], {"do": "even-money", "player": "ann", "box": 1}]
    (problem,) = changed(shoe="AH AC TD", steps=[*even, {"do": "close-insurance"}])
    assert problem.startswith("step 4 (close-insurance): was refused: ")
    refused = {"do": "close-insurance", "refused": "8.1"}
    assert changed(shoe="AH AC TD", steps=[*even, refused]) == ()
