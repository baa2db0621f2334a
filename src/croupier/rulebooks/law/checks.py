"""Checks that a law is sound: values of the right type, and parts that agree.

Each check yields sentences about what is wrong.
"""

import re
from collections.abc import Callable, Container, Iterator, Mapping
from enum import Enum
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, Union, get_args, get_origin

import msgspec

from croupier.cards import Category, Rank
from croupier.money import Odds
from croupier.rulebooks.catalogue import Provision, Rule, Says
from croupier.rulebooks.law.roles import Role

if TYPE_CHECKING:
    from croupier.rulebooks.law.blackjack import BlackjackLaw, SideBet
    from croupier.rulebooks.law.stud import StudLaw
    from croupier.rulebooks.law.table import TableLaw


NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
"""What a game or a wager may be called on the command line and on the wire."""
TAKEN = ("main", "double", "split", "insurance")
"""Wagers that every table of blackjack may have."""
TEN_CARDS = {Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING}
STUD_CARDS = 5
"""A hand of stud poker."""


def at(path: str, rule: Provision | None) -> str:
    """Return a place in the law with its clause: ``split.hands (12.4)``."""
    return f"{path} is missing" if rule is None else f"{path} ({rule.clause})"


def all_or_none(**fields: Provision | None) -> Iterator[str]:
    """Yield a fault if a law has some of these fields but not all.

    A double underscore in a name stands for a dot.
    """
    named = {name.replace("__", "."): rule for name, rule in fields.items()}
    given = [name for name, rule in named.items() if rule is not None]
    missing = [name for name, rule in named.items() if rule is None]
    if given and missing:
        yield f"{at(given[0], named[given[0]])} needs {missing[0]}, which is missing"


def at_least_one(path: str, rule: Rule[int] | None) -> Iterator[str]:
    """Yield a fault if a number is 0."""
    if rule is not None and rule.value < 1:
        yield f"{at(path, rule)} has {rule.value}, and takes 1 or more"


def same_keys(
    first: str, one: Mapping[Any, Provision], other: str, two: Mapping[Any, Provision]
) -> Iterator[str]:
    """Yield a fault for each key, such as a layout, that only one of two fields has."""
    for key in {**one, **two}:
        if key in one and key in two:
            continue
        has, lacks, rules = (first, other, one) if key in one else (other, first, two)
        name = getattr(key, "key", key) or "''"
        yield f"{at(f'{has}.{name}', rules[key])} has no fellow in {lacks}"


def of_table(law: "TableLaw") -> Iterator[str]:
    """Yield the contradictions in the law of any table."""
    equipment, wagers, limits, cut = law.equipment, law.wagers, law.limits, law.cut
    low = limits.low_limit
    for path, several in (
        ("cards.decks", law.cards.decks),
        ("cards.decks_in_shuffler", law.cards.decks_in_shuffler),
        ("cards.decks_with_side_bets", law.cards.decks_with_side_bets),
        ("equipment.boxes", equipment.boxes),
    ):
        if several is not None and (not several.value or min(several.value) < 1):
            have = f"{at(path, several)} has {several.value}"
            yield f"{have}, and takes numbers from 1 on, at least one"
    yield from at_least_one("wagers.players_per_box", wagers.players_per_box)
    if wagers.players_per_box.value > 1 and not wagers.control:
        players = at("wagers.players_per_box", wagers.players_per_box)
        yield f"{players} lets several share a box, and wagers.control is empty"
    if not equipment.devices.value:
        yield f"{at('equipment.devices', equipment.devices)} names none to deal from"
    if low is not None and low.device.value not in equipment.devices.value:
        devices = at("equipment.devices", equipment.devices)
        yield f"{at('limits.low_limit.device', low.device)} is not among {devices}"
    if limits.shares and len(limits.shares) != wagers.players_per_box.value:
        players = at("wagers.players_per_box", wagers.players_per_box)
        yield (
            f"{at('limits.shares', limits.shares[0])} shares a box among {len(limits.shares)}, "
            f"{players} has {wagers.players_per_box.value}"
        )
    yield from all_or_none(
        cut__at_start=cut.at_start,
        cut__on_box=cut.on_box,
        cut__on_dealer=cut.on_dealer,
        cut__before_round=cut.before_round,
        cut__cards_replaced=cut.cards_replaced,
    )
    if cut.dealer_cuts and cut.passed_on.value is not Role.DEALER:
        yield f"{at('cut.passed_on', cut.passed_on)} is not the dealer, and no player may cut"
    yield from all_or_none(
        wagers__nearest_place=wagers.nearest_place, wagers__other_places=wagers.other_places
    )
    if law.cards.face_down_one_box is not None and law.cards.face_down is None:
        yield f"{at('cards.face_down_one_box', law.cards.face_down_one_box)} needs cards.face_down"


def of_blackjack(law: "BlackjackLaw") -> Iterator[str]:
    """Yield the contradictions in a blackjack law."""
    for find in (_play, _split, _surrender, _dealer, _insurance, _side_bets):
        yield from find(law)


def _play(law: "BlackjackLaw") -> Iterator[str]:
    play, exactly = law.play, law.settlement.dealer_exactly
    must, may = play.must_draw_below, play.may_draw_below
    if must.value > may.value:
        yield (
            f"{at('play.must_draw_below', must)} has {must.value}, more than "
            f"{at('play.may_draw_below', may)} with {may.value}"
        )
    if exactly is not None and exactly.value <= play.over.value:
        yield (
            f"{at('settlement.dealer_exactly', exactly)} has {exactly.value}, which "
            f"{at('play.over', play.over)} does not count as over"
        )
    if law.interim.held_by is not None and law.interim.blackjack is None:
        yield f"{at('interim.held_by', law.interim.held_by)} needs interim.blackjack"
    made = [win.made for win in play.wins_at_once]
    for win in play.wins_at_once:
        if made.count(win.made) > 1:
            yield f"{at('play.wins_at_once', win.pays)} names {win.made.value} twice"
    both = law.settlement.both_blackjack
    ranks = getattr(both, "ranks", None)
    if ranks is not None and (len(ranks.value), set(ranks.value)) != (4, TEN_CARDS):
        where = at("settlement.both_blackjack.ranks", ranks)
        yield f"{where} must name the ten, jack, queen and king once each"


def _split(law: "BlackjackLaw") -> Iterator[str]:
    rules = law.split
    yield from at_least_one("split.hands", rules.hands)
    yield from at_least_one("split.aces_hands", rules.aces_hands)
    yield from all_or_none(
        split__permitted_by=rules.permitted_by,
        split__permitted_hands=rules.permitted_hands,
        split__permitted_before_play=rules.permitted_before_play,
    )
    yield from all_or_none(
        split__others_again=rules.others_again,
        split__joined_again=rules.joined_again,
        split__not_joined_again=rules.not_joined_again,
    )


def _surrender(law: "BlackjackLaw") -> Iterator[str]:
    half = None if law.surrender is None else law.surrender.half
    if half is not None and half.value > 1:
        yield f"{at('surrender.half', half)} has {half.value}, more than the wager"


def _dealer(law: "BlackjackLaw") -> Iterator[str]:
    rules = law.dealer
    yield from same_keys(
        "dealer.draws_soft_17", rules.draws_soft_17, "dealer.no_effect", rules.no_effect
    )


def _insurance(law: "BlackjackLaw") -> Iterator[str]:
    late, until = law.irregular.oversight.insurance, law.irregular.oversight.insurance_until
    where = at("irregular.oversight.insurance", late)
    if late is not None and law.insurance is None:
        yield f"{where} lets insurance be placed late, and insurance is missing"
    if late is not None and until is None:
        yield f"{where} needs irregular.oversight.insurance_until, which is missing"
    if late is None and until is not None:
        yield f"irregular.oversight.insurance_until is {until.value}, and {where}"


def _side_bets(law: "BlackjackLaw") -> Iterator[str]:
    areas, rules = law.equipment.side_bet_areas, law.side_bets
    if rules.one_kind is not None and rules.several_kinds is not None:
        one = at("side_bets.one_kind", rules.one_kind)
        yield f"{one} contradicts {at('side_bets.several_kinds', rules.several_kinds)}"
    for bet in rules.kinds:
        if not NAME.fullmatch(bet.name) or bet.name in TAKEN:
            yield (
                f"side_bets.kinds has {bet.name!r} as a name, which nobody can type for a wager; "
                "name it in small letters, digits and hyphens, such as lucky-lucky, and give it "
                "the title"
            )
        if areas is not None and bet.name not in areas.value:
            yield (
                f"{at(f'side_bets.kinds.{bet.name}.offered', bet.offered)} has no area in "
                f"{at('equipment.side_bet_areas', areas)}"
            )
        yield from _pay_tables(bet)
    for area in () if areas is None else areas.value:
        if area not in rules.names:
            where = at("equipment.side_bet_areas", areas)
            yield f"{where} names {area}, which side_bets.kinds does not have"


def _pay_tables(bet: "SideBet") -> Iterator[str]:
    path = f"side_bets.kinds.{bet.name}"
    if not bet.lines:
        yield f"{at(path + '.offered', bet.offered)} has no lines"
        return
    first = bet.lines[0].odds
    for line in bet.lines:
        if len(line.odds.value) != len(first.value):
            yield (
                f"{at(f'{path}.lines.{line.name}', line.odds)} has {len(line.odds.value)} pay "
                f"tables, {at(f'{path}.lines.{bet.lines[0].name}', first)} has {len(first.value)}"
            )
    decks = bet.decks_of_tables
    if decks and len(decks) != len(first.value):
        yield (
            f"{path}.decks_of_tables names {len(decks)} pay tables, "
            f"{at(f'{path}.lines.{bet.lines[0].name}', first)} has {len(first.value)}"
        )


def of_stud(law: "StudLaw") -> Iterator[str]:
    """Yield the contradictions in a law of Caribbean Stud."""
    jackpot, irregular = law.jackpot, law.irregular
    for field in ("bet", "ranking"):
        missing = [kind.key for kind in Category if kind not in getattr(law.settlement, field)]
        if missing:
            yield f"settlement.{field} lacks {', '.join(missing)}"
    paid = {**jackpot.fixed, **jackpot.shares}
    for kind in jackpot.fixed.keys() & jackpot.shares.keys():
        fixed = at(f"jackpot.fixed.{kind.key}", jackpot.fixed[kind])
        yield f"{fixed} contradicts {at(f'jackpot.shares.{kind.key}', jackpot.shares[kind])}"
    yield from same_keys("jackpot.qualifying", jackpot.qualifying, "fixed or shares", paid)
    yield from same_keys("jackpot.shares", jackpot.shares, "jackpot.least", jackpot.least)
    yield from same_keys("jackpot.shares", jackpot.shares, "jackpot.shared", jackpot.shared)
    for path, rule in (
        ("irregular.dealers_count", irregular.dealers_count),
        ("irregular.players_count", irregular.players_count),
    ):
        if rule.value != STUD_CARDS:
            yield f"{at(path, rule)} has {rule.value}, and a hand is dealt {STUD_CARDS} cards"


Fit = Callable[[Any, Container[str]], bool]
"""Returns whether a value fits, given the clauses that the rulebook has."""
LONGEST = 60
"""How much of a wrong value is quoted."""
PLAIN: dict[Any, str] = {
    int: "a whole number, 0 or more",
    bool: "True or False",
    str: "text",
    Fraction: "a fraction above 0, such as Fraction(1, 2)",
    range: "a range of whole numbers, such as range(5, 10)",
    NoneType: "None",
    Odds: "odds of whole numbers, such as odds(3, 2)",
    Says: 'what the clause says, as Says("…", "clause")',
}
"""What a kind of value is, in words."""
WITHIN: dict[Any, Callable[[Any], bool]] = {
    int: lambda number: number >= 0,
    Fraction: lambda part: part > 0,
    Odds: lambda odds: type(odds.to) is type(odds.against) is int and odds.to >= 0 < odds.against,
}
"""Whether a value of the right kind is one that a rule can have."""
SEVERAL: dict[Any, str] = {int: "whole numbers", str: "texts", Odds: "odds, such as odds(3, 2)"}
"""What several of a kind are."""


def misfit(value: object, kind: Any, path: str, clauses: Container[str]) -> str | None:
    """Return what is wrong with a value at a place in the law; ``None`` if all of it fits."""
    if fits(kind)(value, clauses):
        return None
    for place, inner, inner_kind in _within(value, kind):
        if wrong := misfit(inner, inner_kind, f"{path}.{place}" if path else place, clauses):
            return wrong
    if not isinstance(value, Rule | Says) or type(value) not in map(_outer, _options(kind)):
        return f"{path} has {_quote(value)}, and takes {kind_in_words(kind)}"
    for clause in (value.clause, *value.also):
        if clause not in clauses:
            return f"{path} cites {clause!r}, a clause that the rulebook does not have"
    if isinstance(value, Says):
        return f"{path} ({value.clause}) says {_quote(value.text)}, and takes text"
    inner_kind = next(get_args(one)[0] for one in _options(kind) if _outer(one) is Rule)
    return (
        f"{path} ({value.clause}) has {_quote(value.value)}, and takes {kind_in_words(inner_kind)}"
    )


def _within(value: object, kind: Any) -> Iterator[tuple[str, object, Any]]:
    """Yield the parts of a value of the law, each with its place and declared type."""
    for one in _options(kind):
        outer, arguments = _outer(one), get_args(one)
        if outer in (Rule, Says, Odds) or not isinstance(value, outer):
            continue
        if isinstance(value, msgspec.Struct):
            for field, inner in fields_of(outer).items():
                yield field, getattr(value, field), inner
        elif isinstance(value, tuple):
            kinds = arguments[:1] * len(value) if Ellipsis in arguments else arguments
            for number, (item, inner) in enumerate(zip(value, kinds, strict=False), 1):
                yield str(getattr(item, "name", number)), item, inner
        elif isinstance(value, dict):
            for key, item in value.items():
                yield str(getattr(key, "key", key)) or "''", item, arguments[1]


def kind_in_words(kind: Any) -> str:
    """Return a type of value in words."""
    outer, arguments = _outer(kind), get_args(kind)
    if len(_options(kind)) > 1:
        return " or ".join(kind_in_words(one) for one in _options(kind))
    if outer in PLAIN:
        return PLAIN[outer]
    if outer is Rule:
        return f'Rule(…, "clause") with {kind_in_words(arguments[0])}'
    if outer is Literal:
        return " or ".join(f"{type(one).__name__}.{one.name}" for one in arguments)
    if outer in (tuple, frozenset):
        inner = [SEVERAL.get(one) or kind_in_words(one) for one in arguments if one is not Ellipsis]
        return f"a {outer.__name__} of {' and '.join(inner)}"
    if outer is dict:
        return f"a dict from {kind_in_words(arguments[0])} to {kind_in_words(arguments[1])}"
    if issubclass(outer, Enum):
        return f"{outer.__name__}.{', .'.join(outer.__members__)}"
    return f"{'an' if outer.__name__[0] in 'AEIOU' else 'a'} {outer.__name__}"


@cache
def fits(kind: Any) -> Fit:
    """Return a quick test for a type of value."""
    outer, arguments = _outer(kind), get_args(kind)
    if len(options := _options(kind)) > 1:
        tests = tuple(map(fits, options))
        return lambda value, clauses: any(test(value, clauses) for test in tests)
    if outer is Rule:
        inner = fits(arguments[0])
        return lambda value, clauses: (
            type(value) is Rule and inner(value.value, clauses) and _has_citations(value, clauses)
        )
    if outer is Says:
        return lambda value, clauses: (
            type(value) is Says and type(value.text) is str and _has_citations(value, clauses)
        )
    if outer is Literal:
        return lambda value, _: value in arguments
    if outer in (tuple, frozenset, dict):
        return _fits_collection(outer, arguments)
    if issubclass(outer, msgspec.Struct) and outer not in WITHIN:
        parts = tuple((field, fits(inner)) for field, inner in fields_of(outer).items())
        return lambda value, clauses: (
            type(value) is outer and all(test(getattr(value, f), clauses) for f, test in parts)
        )
    if issubclass(outer, Enum):
        return lambda value, _: isinstance(value, outer)
    within = WITHIN.get(outer)
    if within is None:
        return lambda value, _: type(value) is outer
    return lambda value, _: type(value) is outer and within(value)


def _fits_collection(outer: Any, arguments: tuple[Any, ...]) -> Fit:
    if outer is dict:
        key, item = map(fits, arguments)
        return lambda value, clauses: (
            type(value) is dict
            and all(key(one, clauses) and item(value[one], clauses) for one in value)
        )
    if outer is tuple and Ellipsis not in arguments:
        tests = tuple(map(fits, arguments))
        return lambda value, clauses: (
            type(value) is tuple
            and len(value) == len(tests)
            and all(test(one, clauses) for test, one in zip(tests, value, strict=True))
        )
    inner = fits(arguments[0])
    return lambda value, clauses: type(value) is outer and all(inner(one, clauses) for one in value)


@cache
def fields_of(part: Any) -> dict[str, Any]:
    """Return the fields of a part of the law with their types, inherited fields first."""
    found: dict[str, Any] = {}
    for kind in reversed(part.__mro__):
        found |= getattr(kind, "__annotations__", {})
    return found


def _has_citations(rule: Provision, clauses: Container[str]) -> bool:
    return rule.clause in clauses and all(other in clauses for other in rule.also)


def _outer(kind: Any) -> Any:
    return NoneType if kind is None else get_origin(kind) or kind


def _options(kind: Any) -> tuple[Any, ...]:
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)


def _quote(value: object) -> str:
    shown = f"odds({value.to!r}, {value.against!r})" if isinstance(value, Odds) else repr(value)
    return shown if len(shown) <= LONGEST else shown[: LONGEST - 1] + "…"
