"""Long lists in pages: a cursor says where the next one begins."""

from collections.abc import Sequence
from typing import Annotated, Generic, TypeVar

import msgspec
from litestar.params import PathParameter, QueryParameter

Item = TypeVar("Item")
MOST = 200
"""How many things a page has at most."""
LAST = 2**53 - 1
"""The last place that can be named in a log: beyond it, readers of JSON round."""
Cursor = Annotated[int, QueryParameter(ge=0, le=LAST, description="`next` from the previous page.")]
PathNumber = Annotated[int, PathParameter(ge=0, le=LAST, description="Which, counted from 1.")]
PageLimit = Annotated[int, QueryParameter(ge=1, le=MOST, description="The maximum number.")]


class Page(msgspec.Struct, Generic[Item], frozen=True):
    """Some of a long list."""

    items: tuple[Item, ...]
    """What there is, in its order."""
    next: int | None
    """The cursor of the page after this one; none where this is the last."""


def page_of(things: Sequence[Item], cursor: int, limit: int) -> Page[Item]:
    """A page of a list that is at hand; the cursor counts what came before.

    >>> page_of("abcde", 2, 2)
    Page(items=('c', 'd'), next=4)
    """
    end = cursor + limit
    return Page(tuple(things[cursor:end]), end if end < len(things) else None)
