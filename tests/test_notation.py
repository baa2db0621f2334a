"""The notation: every value reads back as it was, in few words; what is wrong is told."""

import doctest
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from typing import Annotated, Any, Generic, NewType, TypeVar

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import notation
from croupier.cards import Card, Category, parse_cards
from croupier.errors import CroupierError
from croupier.features.promotions.rules.draws import EnterPromotion
from croupier.games.blackjack.state import Box, Call, Hand, Phase, Progress, Round
from croupier.games.stud.jackpots import JackpotPayment
from croupier.games.stud.state import StudHand, StudPhase, StudRound, StudStanding
from croupier.games.table.choices import Choices, JackpotTerms
from croupier.games.table.state import (
    Limits,
    Line,
    Notice,
    Player,
    Preparation,
    Reach,
    Restriction,
    Settlement,
    Stage,
    Stake,
    Table,
)
from croupier.games.table.wagers import PlaceWager, WagerPlaced
from croupier.house.jackpots import Claim, Contribute, PoolFed
from croupier.messages import Command, Event
from croupier.money import Entry, Posting, transfer
from croupier.notation import NotationError, read, write
from croupier.rulebooks import Role, TableLaw
from croupier.rulebooks.law.stud import JackpotLaw
from tests.support.values import TRICKY, structs_of, values_of

LAWS = (TableLaw, JackpotLaw, Table)
PACKAGES = (
    "cards",
    "money",
    "messages",
    "games",
    "house.accounts",
    "house.admission",
    "house.jackpots",
    "house.people",
    "house.readiness",
    "features.promotions.rules",
    "features.tournaments.rules",
)

EVENING = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)


# Structs of all shapes --------------------------------------------------------------------------


class Mood(Enum):
    GOOD = "good"
    ODD = 'so "so"'
    NONE = "-"


class Size(Enum):
    SMALL_ONE = 1
    LARGE_ONE = 2


class Leaf(msgspec.Struct, frozen=True):
    text: str = ""
    number: int | None = 0


class Inner(msgspec.Struct, frozen=True):
    leaf: Leaf
    none: str | None = None


class Shape(msgspec.Struct, frozen=True, tag=True):
    edges: int = 0


class Circle(Shape, frozen=True, tag="circle"):
    radius: int | None = None


class Square(Shape, frozen=True, tag="a square"):
    side: tuple[int, ...] = ()


class Numbered(Shape, frozen=True, tag=7):
    pass


Points = NewType("Points", int)


class All(msgspec.Struct, frozen=True, kw_only=True):
    needed: tuple[str, ...]
    texts: tuple[str, ...] = ()
    maybe_texts: tuple[str | None, ...] | None = None
    rows: tuple[tuple[str, int], ...] = ()
    lists: tuple[tuple[str, ...], ...] = ()
    inners: tuple[Inner, ...] = ()
    leaves: tuple[Leaf | None, ...] = ()
    leaf: Leaf | None = None
    shape: Shape | None = None
    either: Circle | Square | None = None
    shapes: tuple[Shape, ...] = ()
    mixed: tuple[int | str | None, ...] = ()
    more: tuple[str | tuple[int, ...] | dict[str, int] | Leaf, ...] = ()
    card: Card | None = Card.AS
    cards: tuple[Card | None, ...] = ()
    mood: Mood = Mood.GOOD
    moods: tuple[Mood | None, ...] = ()
    size: Size | None = None
    default_yes: bool = True
    maybe: bool | None = None
    flag: bool = False
    by_text: dict[str, int | None] = {}
    by_number: dict[int, tuple[str, ...]] = {}
    by_card: dict[Card, Leaf] = {}
    of_dictionaries: dict[str, dict[str, str]] = {}
    at: datetime | None = None
    share: Decimal = Decimal(0)
    part: Fraction = Fraction(1, 2)
    pair: tuple[int, Leaf] = (0, Leaf())
    empty: tuple[()] = ()


class Place(msgspec.Struct, frozen=True):
    first: bool
    second: str | None
    third: dict[str, Leaf]
    also: tuple[str, ...] = ("usual",)
    last: bool = False


@given(values_of(All) | values_of(Place) | values_of(Inner) | values_of(Leaf) | values_of(Shape))
@settings(max_examples=400, deadline=None)
def test_any_value_reads_back(value: Any) -> None:
    line = write(value)
    assert len(line.splitlines()) == 1
    assert read(line, type(value)) == value


@pytest.mark.parametrize("text", TRICKY, ids=ascii)
def test_any_text_reads_back(text: str) -> None:
    for value in (Leaf(text), Place(True, text, {text: Leaf(text)}, (text, text))):
        line = write(value)
        assert line.isprintable()
        assert read(line, type(value)) == value
    assert read(write((text,), tuple[str, ...]), tuple[str, ...]) == (text,)
    assert read(write(text, str | int | None), str | int | None) == text


KINDS = [kind for kind in structs_of(*PACKAGES) if not issubclass(kind, LAWS)]


def covered(kind: type[msgspec.Struct]) -> bool:
    """Whether values of a struct can be made without the law of a game."""
    try:
        return not values_of(kind, LAWS).is_empty
    except TypeError:
        return False


COVERED = [kind for kind in KINDS if covered(kind)]


@pytest.mark.parametrize("kind", COVERED, ids=lambda kind: f"{kind.__module__}.{kind.__name__}")
@given(data=st.data())
@settings(max_examples=15, deadline=None)
def test_every_struct_reads_back(kind: type[msgspec.Struct], data: st.DataObject) -> None:
    value = data.draw(values_of(kind, LAWS))
    line = write(value)
    assert len(line.splitlines()) == 1
    assert read(line, kind) == value


def test_only_what_holds_the_law_a_table_or_a_set_is_left_out() -> None:
    left_out = {kind.__name__ for kind in set(KINDS) - set(COVERED)}
    # A history holds any event: which ones, only the type with its union says.
    assert left_out == {"BeforeCall", "History", "Outcome", "Person", "Readiness", "ReturnPoint"}


SHARED = {"enter", "notify"}


@given(data=st.data())
@settings(deadline=None)
def test_events_and_commands_read_back_by_their_tags(data: st.DataObject) -> None:
    for base in (Event, Command):
        kinds = [kind for kind in COVERED if issubclass(kind, base) and kind is not base]
        alone = [kind for kind in kinds if kind.__struct_config__.tag not in SHARED]
        value = data.draw(st.sampled_from(alone).flatmap(lambda kind: values_of(kind, LAWS)))
        assert read(write(value), base) == value


def test_a_tag_that_two_commands_share_is_not_guessed() -> None:
    """A tournament and a promotion are both entered: the line alone does not say which."""
    tags = Counter(kind.__struct_config__.tag for kind in KINDS if issubclass(kind, Command))
    assert {tag for tag, count in tags.items() if tag is not None and count > 1} == SHARED
    entry = EnterPromotion("ann", by=Role.PLAYER)
    assert read(write(entry), EnterPromotion) == entry
    with pytest.raises(NotationError, match=r"enter may be Enter or EnterPromotion here"):
        read(write(entry), Command)


# As people read it ------------------------------------------------------------------------------

CARDS = parse_cards("8H 3D")
STAKE = Stake("ann", 1, "main", 2000)
ENTRY = transfer("chips/ann", "layout", 2000, "5.2")

ROUND = Round(
    stakes=(STAKE, Stake("bob", 2, "main", 500, tokens=500)),
    boxes=(
        Box(1, "ann", "5.6", (Hand(CARDS, call=Call.DOUBLE),)),
        Box(2, "bob", "5.6", (Hand((Card.AS,), split=True, progress=Progress.DONE), Hand())),
    ),
    dealer=(Card.C6,),
    phase=Phase.PLAY,
    fed_back=(Card.TH, None),
)
STUD_ROUND = StudRound(
    stakes=(Stake("ann", 1, "ante", 1000),),
    hands=(StudHand(1, "ann", CARDS, StudStanding.BET),),
    maximum=100_000,
    phase=StudPhase.EXPOSED,
    jackpot=(("ann", 1),),
)

EXAMPLES: list[tuple[object, str]] = [
    (Limits(500, 500_000, 50), "500 500000 50"),
    (STAKE, "ann 1 main 2000"),
    (Stake("ann b.", 1, "main", 2000, original=False), '"ann b." 1 main 2000 original=no'),
    (Player("ann"), "ann"),
    (
        Player("ann", seat=3, counted=True, personal=Limits(500, 5000, 50), last_boxes=(3, 4)),
        "ann seat=3 counted personal=(500 5000 50) last-boxes=[3,4]",
    ),
    (Restriction(Reach.ONE_BOX, "10.2", 3), "one-box 10.2 box=3"),
    (Hand(), "()"),
    (Hand(CARDS, doubled=True), "[8H,3D] doubled"),
    (
        ROUND,
        "stakes=[ann 1 main 2000, bob 2 main 500 tokens=500] "
        "boxes=[1 ann 5.6 [[8H,3D] call=double], 2 bob 5.6 [[AS] progress=done split, ()]] "
        "dealer=[6C] phase=play fed-back=[TH,-]",
    ),
    (
        STUD_ROUND,
        "stakes=[ann 1 ante 1000] hands=[1 ann [8H,3D] standing=bet] maximum=100000 "
        "phase=exposed jackpot=[ann 1]",
    ),
    (ENTRY, "[chips/ann -2000, layout 2000] 5.2"),
    (
        Settlement((Line("ann", 1, 1, "main", "win", 2000, 3000, "15.1.1", (), ENTRY),), "15.1"),
        "[ann 1 1 main win 2000 3000 15.1.1 [] ([chips/ann -2000, layout 2000] 5.2)] 15.1",
    ),
    (Choices(), "()"),
    (
        Choices(others_insurance=False, side_bets=("lucky-lucky",)),
        "side-bets=[lucky-lucky] others-insurance=no",
    ),
    (
        JackpotTerms(wager=500, increment=Decimal("0.72")),
        "wager=500 increment=0.72",
    ),
    (Preparation(Stage.CUT, "6.4", declined=("ann", "bob")), "cut 6.4 declined=[ann,bob]"),
    (
        Notice(Role.SURVEILLANCE, "a card is missing", deadline=EVENING, acknowledged=True),
        'surveillance "a card is missing" deadline=2026-05-01T20:00:00Z acknowledged',
    ),
    (JackpotPayment("ann", 1, 500_000, 0, "9.3", ("9.4",)), "ann 1 500000 0 9.3 [9.4]"),
    (
        Claim("1", (("ann", 1, Category.FULL_HOUSE),), (("ann", 1), ("bob", 2))),
        "1 [ann 1 full-house] [ann 1, bob 2]",
    ),
    (PoolFed("t1", 500, 360, Fraction(1, 3)), "pool-fed t1 500 360 1/3"),
    (
        WagerPlaced("ann", 1, "main", 2000, 0, ENTRY),
        "wager-placed ann 1 main 2000 0 ([chips/ann -2000, layout 2000] 5.2)",
    ),
    (PlaceWager("ann", 1, 2000, by=Role.PLAYER), "wager ann 1 2000 by=player"),
]


@pytest.mark.parametrize(("value", "line"), EXAMPLES, ids=[line[:40] for _, line in EXAMPLES])
def test_a_person_reads_it(value: object, line: str) -> None:
    assert write(value) == line
    assert read(line, type(value)) == value


@pytest.mark.parametrize(
    ("kind", "value", "line"),
    [
        (dict[str, int], {"chips/ann": -2000, "layout": 2000}, "{chips/ann=-2000 layout=2000}"),
        (dict[int, str], {3: "ann", 4: "-"}, '{3=ann 4="-"}'),
        (dict[str, Limits], {"a b": Limits(1, 2, 3)}, '{"a b"=(1 2 3)}'),
        (dict[str, int], {}, "{}"),
        (tuple[Card, ...], CARDS, "[8H,3D]"),
        (tuple[Card | None, ...], (None, Card.H8), "[-,8H]"),
        (tuple[tuple[str, ...], ...], ((), ("a", "b")), "[[],[a,b]]"),
        (tuple[Inner, ...], (Inner(Leaf()), Inner(Leaf("x"))), "[(()), ((text=x))]"),
        (tuple[Leaf | None, ...], (Leaf(), None, Leaf("a")), "[(),-,(text=a)]"),
        (tuple[int | str | None, ...], (12, "12", None, "-"), '[12,"12",-,"-"]'),
        (Card | None, None, "-"),
        (str | None, "none", "none"),
        (str | None, "-", '"-"'),
        (Annotated[Points, "of a card"], 11, "11"),
        (type(None), None, "-"),
        (Mood, Mood.ODD, r'"so \"so\""'),
        (Size, Size.LARGE_ONE, "large-one"),
        (bool, True, "yes"),
        (datetime, datetime(2026, 5, 1, 20, 0), "2026-05-01T20:00:00"),  # noqa: DTZ001
        (
            datetime,
            datetime(2026, 5, 1, 20, 0, tzinfo=timezone(timedelta(hours=10))),
            "2026-05-01T20:00:00+10:00",
        ),
        (Circle | Square, Circle(radius=3), "circle radius=3"),
        (Circle | Square, Square(4, (1, 2)), '"a square" edges=4 side=[1,2]'),
        (Shape, Numbered(), "7"),
        (tuple[Shape, ...], (Shape(), Circle(1)), "[Shape, circle edges=1]"),
    ],
    ids=str,
)
def test_other_kinds(kind: Any, value: object, line: str) -> None:
    assert write(value, kind) == line
    assert read(line, kind) == value


def test_a_line_may_be_wrapped() -> None:
    line = "\n ann  1\n\tmain 2000 tokens = 50 "
    assert read(line, Stake) == Stake("ann", 1, "main", 2000, tokens=50)


def test_a_field_may_be_given_at_its_default() -> None:
    assert read("cards=[8H,3D] progress=open split=no", Hand) == Hand(CARDS)


# What is wrong ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "line", "told"),
    [
        (
            Stake,
            "ann 1 main x2000",
            "expected a whole number for amount instead of 'x2000' at character 12, "
            "after 'ann 1 main '",
        ),
        (Stake, "ann 1 main", "expected a whole number for amount at the end, after 'ann 1 main'"),
        (Stake, "ann 1 main 5 tokens=5 tokens=5", "tokens stands twice at character 23"),
        (Stake, "ann 1 main 5 colour=red", "expected hand, tokens, original, surrendered, of,"),
        (Stake, "ann 1 main 5 tokens", "expected = at the end"),
        (Stake, "- 1 main 5", "expected text in quotes for player instead of '-'"),
        (Stake, "ann 1 main 5)", "expected the end instead of ')' at character 13"),
        (Stake, 'ann"b" 1 main 5', "expected a word, or text between two quotes, instead of"),
        (Stake, '"ann 1 main 5', "expected a word, or text between two quotes, instead of"),
        (Stake, r'"a\x" 1 main 5', "expected text with the escapes of JSON"),
        (Stake, '"a\n" 1 main 5', "expected text with the escapes of JSON"),
        (Hand, "[8H,8X]", "expected a card for cards instead of '8X' at character 5, after '[8H,'"),
        (Hand, "[8H 8X]", "expected , instead of '8X'"),
        (Hand, "[8H,]", "expected a card for cards instead of ']'"),
        (Hand, "[8H", "expected , at the end, after '[8H'"),
        (Hand, "[8H] progress=over", "expected one of open, done, gone for progress"),
        (Hand, "cards=8H", "expected a list in [ ] for cards"),
        (Hand, "(split", "expected ) at the end"),
        (Hand, "split=true", "expected yes or no for split instead of 'true'"),
        (StudRound, "stakes=[] hands=[]", "expected maximum= at the end"),
        (Entry, "[layout 5] 5.2", "no Entry can be so (postings do not sum to zero"),
        (Posting, '"layout" "5"', "expected a whole number for amount instead of '\"5\"'"),
        (Player, "ann personal=500", "expected values in ( ) for personal instead of '500'"),
        (dict[str, int], "{a=1 a=2}", "the key a stands twice at character 7"),
        (dict[str, int], "a=1", "expected a dictionary in { } instead of 'a'"),
        (int | str, "[5]", "expected a value of another kind instead of '['"),
        (type(None), "5", "expected a value of another kind instead of '5'"),
        (Circle | Square, "triangle 3", "expected one of circle, a square instead of 'triangle'"),
        (Event, "wager-lost ann", "expected one of the tags instead of 'wager-lost'"),
        (Fraction, "1/0", "expected a fraction instead of '1/0'"),
        (datetime, "tomorrow", "expected a time instead of 'tomorrow'"),
        (Decimal, "much", "expected a number instead of 'much'"),
        (Place, "yes - {} [usual] also=[x]", "also stands twice"),
        (float, "1.5", "there is no notation for <class 'float'> at character 1"),
    ],
    ids=str,
)
def test_a_mistake_is_told_with_its_place(kind: Any, line: str, told: str) -> None:
    with pytest.raises(NotationError) as raised:
        read(line, kind)
    assert str(raised.value).startswith(told)
    assert isinstance(raised.value, CroupierError)


@given(data=st.data())
@settings(max_examples=300, deadline=None)
def test_a_damaged_line_never_fails_in_another_way(data: st.DataObject) -> None:
    value, line = data.draw(st.sampled_from(EXAMPLES))
    start = data.draw(st.integers(0, len(line)))
    end = data.draw(st.integers(start, min(len(line), start + 3)))
    put_in = data.draw(st.text('()[]{}=, "\\-a8H1', max_size=3))
    damaged = line[:start] + put_in + line[end:]
    try:
        other = read(damaged, type(value))
    except NotationError:
        return
    assert read(write(other), type(value)) == other


@dataclass(frozen=True)
class Foreign:
    number: int


class Untagged(Leaf, frozen=True):
    extra: int = 0


class Twin(Circle, frozen=True):
    extra: int = 0


Held = TypeVar("Held")


class Holder(msgspec.Struct, Generic[Held], frozen=True):
    held: Held


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (None, Foreign(1)),
        (None, (1, 2)),
        (None, Leaf(3)),  # type: ignore[arg-type]
        (None, Leaf("half \ud800 a character")),
        (None, Leaf("", True)),
        (None, Leaf("", "5")),  # type: ignore[arg-type]
        (None, Inner(Untagged())),
        (None, Hand([Card.AS])),  # type: ignore[arg-type]
        (None, Hand(progress="open")),  # type: ignore[arg-type]
        (None, Holder(1)),
        (Shape, Twin()),
        (Shape, Leaf()),
        (Contribute | Claim, Contribute("t1", 500)),
        (dict[str, int], ()),
        (tuple[int, int], (1,)),
        (int | str, 1.5),
        (dict[Limits, int], {Limits(1, 2, 3): 1}),
        (int | bool, 1),
        (Mood | str, "good"),
        (float, 1.5),
    ],
    ids=str,
)
def test_a_value_without_a_notation_is_refused(kind: Any, value: object) -> None:
    with pytest.raises(NotationError):
        write(value, kind)


def test_a_generic_struct_is_written_by_its_kind() -> None:
    kind = Holder[Card]
    assert write(Holder(Card.AS), kind) == "AS"
    assert read("AS", kind) == Holder(Card.AS)


def test_the_examples_of_the_module_hold() -> None:
    failed, tried = doctest.testmod(notation)
    assert (failed, tried) == (0, 4)
