"""Every kind of event needs a decision who may know it, and a wrong one is noticed."""

from itertools import chain

from croupier.display.disclosure import DISCLOSURE, Disclosed, disclose
from croupier.display.viewers import Official, Onlooker, Patron, Viewer
from croupier.messages import Event
from croupier.rulebooks import STAR_BLACKJACK, Role
from tests.display.secrecy import (
    DECIDE,
    PART,
    REASONS,
    Row,
    delicate_fields,
    every_kind,
    faults,
    faults_of,
    may_know,
    register,
    tag_of,
)
from tests.display.test_disclosure import every_event, table

ROWS = register()
KINDS = tuple(kind for kind in every_kind() if kind in DISCLOSURE and tag_of(kind) in ROWS)
"""The events about which somebody has decided."""
DECLARED = {kind: DISCLOSURE[kind] for kind in KINDS}
RULES: list[object] = [*Disclosed, "a redaction"]
"""All that can be declared of an event; every function is as good as another here."""


def test_who_may_know_what_is_decided_for_every_kind_of_event() -> None:
    assert list(faults(DISCLOSURE, ROWS, every_kind())) == []
    missing = every_event() - {*every_kind()}
    assert not missing, f"add these to the union of the events of their kind: {missing}"


def wrong_rules(kind: type[Event]) -> list[object]:
    """Everything that could be declared of a kind of event, and is not."""
    right = DISCLOSURE[kind]
    same = right if isinstance(right, Disclosed) else RULES[-1]
    return [rule for rule in RULES if rule is not same]


def test_every_wrong_declaration_is_noticed() -> None:
    wrong = [(kind, rule) for kind in KINDS for rule in wrong_rules(kind)]
    assert len(wrong) == 4 * len(KINDS)
    assert [one for one in wrong if not list(faults_of(*one, ROWS[tag_of(one[0])]))] == []


def test_a_kind_without_a_decision_is_noticed() -> None:
    for kind in KINDS:
        expected = f"nobody has decided who may know {tag_of(kind)}: {DECIDE}"
        assert list(faults({}, ROWS, (kind,)))[-1] == expected
        assert list(faults({kind: DISCLOSURE[kind]}, {}, (kind,))) == [expected]


def test_a_secret_that_is_declared_public_in_both_places_is_noticed() -> None:
    """Whoever adds a row without thinking is asked about each delicate field."""
    secret = [one for one in KINDS if DISCLOSURE[one] is not Disclosed.PUBLIC]
    for kind in secret:
        row = Row(tag_of(kind), "everybody", "spoken", frozenset())
        found = " ".join(faults_of(kind, Disclosed.PUBLIC, row))
        assert all(field in found for field in delicate_fields(kind)), kind


class SuspicionNoted(Event, frozen=True, tag="suspicion-noted"):
    """Something new, for staff only."""

    player: str
    note: str


def test_a_new_kind_of_event_needs_a_decision() -> None:
    kinds: tuple[type[Event], ...] = (*KINDS, SuspicionNoted)
    declared: dict[type[Event], object] = {**DECLARED, SuspicionNoted: Disclosed.PUBLIC}
    assert list(faults(declared, ROWS, kinds)) == [
        f"nobody has decided who may know suspicion-noted: {DECIDE}"
    ]
    row = Row("suspicion-noted", "everybody", "spoken", frozenset())
    assert list(faults(declared, {**ROWS, row.event: row}, kinds)) == [
        "suspicion-noted is declared for everybody: nobody has decided to show note"
    ]


def test_a_reason_of_another_audience_is_no_reason() -> None:
    row = ROWS["notice-given"]._replace(why="spoken")
    (found,) = faults(DECLARED, {**ROWS, row.event: row}, KINDS)
    assert "no reason for staff" in found
    assert {row.why for row in ROWS.values()} == set(chain.from_iterable(REASONS.values()))


def blank(kind: type[Event]) -> Event:
    """An event of a kind, as far as it takes to ask who may know it."""
    fields = {"player": "ann", "players": ("ann",)}
    return kind(**{name: fields.get(name) for name in kind.__struct_fields__})


def test_the_display_does_as_the_register_says() -> None:
    value = table().table
    viewers: dict[str, Viewer] = {
        "ann": Patron("ann"),
        "bob": Patron("bob"),
        "onlooker": Onlooker(),
        "official": Official(Role.SURVEILLANCE),
    }
    for kind in KINDS:
        if ROWS[tag_of(kind)].who == PART:
            continue
        event = blank(kind)
        for name, viewer in viewers.items():
            player = name if isinstance(viewer, Patron) else ""
            known = disclose(STAR_BLACKJACK, value, event, viewer) is not None
            assert known == may_know(event, player, staff=name == "official"), (kind, name)
