"""One line for a value of the engine, as FEN is for a position in chess.

A person reads it, and :func:`read` gives the same value back. What a word means follows from the
type of the field that it stands for, so that hardly anything needs quotes; a field at its default
is left out. ``docs/notation.md`` has the grammar.

>>> from croupier.cards import parse_cards
>>> from croupier.games.blackjack.state import Box, Hand
>>> write(Box(1, "ann", "5.5", (Hand(parse_cards("8H 3D")), Hand(parse_cards("8S"), split=True))))
'1 ann 5.5 [[8H,3D], [8S] split]'
>>> read("1 ann 5.5 [[8H,3D], [8S] split]", Box).hands[0].cards
(Card('8H'), Card('3D'))
"""

from typing import Any, TypeVar, overload

from croupier.notation.source import NotationError, Source
from croupier.notation.structs import form_of

__all__ = ["NotationError", "read", "write"]

Value = TypeVar("Value")


def write(value: object, kind: Any = None) -> str:
    """A value on one line; what is no struct needs its kind, such as ``dict[str, int]``."""
    chosen: Any = type(value) if kind is None else kind
    return form_of(chosen).item(value)


@overload
def read(text: str, kind: type[Value]) -> Value: ...
@overload
def read(text: str, kind: Any) -> Any: ...
def read(text: str, kind: Any) -> Any:
    """The value that a line stands for: the inverse of :func:`write`.

    The kind is a struct, a tagged struct that stands for those derived from it too, or a union of
    tagged structs.
    """
    source = Source(text)
    value = form_of(kind).read_item(source)
    if source.sort != "end":
        raise source.expected("the end")
    return value
