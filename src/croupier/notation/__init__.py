"""One line of text for any value of the engine, as FEN is for a chess position.

People can read it, and :func:`read` returns the same value. The meaning of a word follows from the
type of its field, so hardly anything needs quotes; a field at its default is left out.
``docs/notation.md`` has the grammar. ``source`` divides text into tokens, ``forms`` writes and
reads values without fields, ``structs`` those with fields.

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
    """Return a value as one line.

    A value other than a struct needs its type, such as ``dict[str, int]``.
    """
    chosen: Any = type(value) if kind is None else kind
    return form_of(chosen).item(value)


@overload
def read(text: str, kind: type[Value]) -> Value: ...
@overload
def read(text: str, kind: Any) -> Any: ...
def read(text: str, kind: Any) -> Any:
    """Return the value that a line stands for: the inverse of :func:`write`.

    The type is a struct, a tagged struct (which includes those derived from it), or a union of
    tagged structs. Raise :class:`NotationError` if the line does not fit.
    """
    if not isinstance(text, str):
        raise NotationError(f"{text!r} is not a line of text")
    source = Source(text)
    value = form_of(kind).read_item(source)
    if source.sort != "end":
        raise source.unexpected_token("the end")
    return value
