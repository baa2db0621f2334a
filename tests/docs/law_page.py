"""The page of the law's fields: which hold a value that decides, and which only describe."""

from collections import Counter
from collections.abc import Iterator
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

import msgspec

from croupier.cards import Category, Rank
from croupier.features.compliance.law_index import rules_in_law
from croupier.rulebooks import GAMES, BlackjackLaw, Role, Rule, Says, StudLaw, TableLaw
from croupier.rulebooks.law.checks import fields_of, kind_in_words
from tests.docs.fields import field_texts
from tests.docs.markdown import MADE, cell, page, prose, said, table

INTRO = (
    "Every place in the law of a game. A *value* decides: change it, in",
    "[a file](../add-a-rulebook.md) or with [`--set`](../maths.md), and the engine, the",
    "mathematics and what people see change with it. *Words* only describe, and nothing reads",
    "them. Where words may be left out (`None`), their presence decides: with such a clause the",
    "game has what it speaks of. What is neither has no clause of its own.",
)
NAMED = (
    "In a place, `NAME` stands for one of several by its name, and `1` for the first of several.",
)
ASIDE = ("game", "title", "book", "revision")
"""What every law has that is no part of its rules."""
Place = tuple[str, str, str]
"""A path, what it holds, and what the source says of it."""


def law() -> str:
    """Every place in the law, by the part that it stands in."""
    parts = [prose(*INTRO, MADE), prose(*NAMED), "## How many", counted()]
    for title, kind, above in (
        ("Any game", TableLaw, None),
        ("Blackjack", BlackjackLaw, TableLaw),
        ("Caribbean Stud", StudLaw, TableLaw),
    ):
        inherited = fields_of(above) if above else {}
        parts.append(f"## {title}")
        for field, inner in fields_of(kind).items():
            known = inherited.get(field)
            if known is not inner and field not in ASIDE:
                parts += _section(kind, field, inner, known)
    return page("Every rule of the law", *parts)


def counted() -> str:
    """How many places of each game's law have a value, and how many have words."""
    rows = []
    for game in GAMES.values():
        held = {one.path: type(one.rule) for one in rules_in_law(game)}
        number = Counter(held.values())
        rows.append((f"`{game.game}`", str(number[Rule]), str(number[Says])))
    return table(("game", "values", "words"), rows)


def _section(owner: type, field: str, kind: Any, known: Any) -> Iterator[str]:
    """A part of the law: what it is about, and its places that are not known from any game."""
    text, inner = field_texts(owner)[field], _parts(kind)
    about = [said(inner[0])] if len(inner) == 1 else []
    optional = ["Not every game has it."] if NoneType in _options(kind) else []
    yield f"### `{field}`"
    if about or optional:
        yield prose(*about, *optional)
    before = {path for path, *_ in _places(field, known, text)} if known else set()
    places = [one for one in _places(field, kind, text) if one[0] not in before]
    rows = [(f"`{path}`", *held) for path, *held in places]
    yield table(("place", "holds", "what it says"), rows)


def _places(path: str, kind: Any, text: str) -> Iterator[Place]:
    """The places that a field of the law leads to."""
    options = _options(kind)
    for option in options:
        for part in _parts(option):
            texts = field_texts(part)
            several = "" if option is part else ".NAME" if "name" in texts else ".1"
            for field, inner in fields_of(part).items():
                yield from _places(f"{path}{several}.{field}", inner, texts[field])
    plain = tuple(one for one in options if one is not NoneType and not _parts(one))
    if plain:
        yield path, cell(_held(plain, optional=NoneType in options)), cell(text)


def _held(kinds: tuple[Any, ...], *, optional: bool) -> str:
    """What a place holds, in words."""
    if Says in kinds and len(kinds) > 1:
        return (
            _held(tuple(one for one in kinds if one is not Says), optional=optional) + " or words"
        )
    if any(Says in (one, *get_args(one)) for one in kinds):
        several = "" if Says in kinds else ", several"
        return f"words{several} or `None`, which decides" if optional else f"words{several}"
    values = [get_args(one)[0] if get_origin(one) is Rule else one for one in kinds]
    held = " or ".join(map(kind_in_words, values)) + (", or `None`" if optional else "")
    for long in (Category, Rank, Role):
        held = held.replace(kind_in_words(long), f"`{long.__name__}`")
    return f"value: {held}" if "Rule[" in str(kinds) else held


def _options(kind: Any) -> tuple[Any, ...]:
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)


def _parts(kind: Any) -> list[Any]:
    """The parts of the law that a field holds, be it one, one of two kinds, or several."""
    inner = [one for option in _options(kind) for one in (option, *get_args(option))]
    return [one for one in inner if _is_part(one)]


def _is_part(kind: Any) -> bool:
    """Whether it is one of the classes that a law is made of."""
    is_struct = isinstance(kind, type) and issubclass(kind, msgspec.Struct)
    return is_struct and kind is not Says and kind.__module__.startswith("croupier.rulebooks.")
