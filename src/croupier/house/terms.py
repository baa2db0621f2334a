"""The house's own terms, which it changes while it is open: its name, its pace, its play money.

What the server was started with holds until somebody changes it; from then on the record does.
"""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from croupier.errors import CroupierError
from croupier.messages import Event
from croupier.money import Cents, in_dollars

LONGEST_HOUSE_NAME = 40
SLOWEST_CARD = 10_000
"""The longest time that a card may take, in milliseconds."""
MOST_PLAY_MONEY: Cents = 1_000_000_00


class BadHouseTermError(CroupierError):
    """A value that the house's terms do not allow."""

    status, code = 400, "request/not-understood"


class HouseNamed(Event, frozen=True, tag="house-named"):
    """The house is called by another name, on pages and papers."""

    name: str
    """The name; empty for the software's own."""


class PaceSet(Event, frozen=True, tag="pace-set"):
    """Cards come at another pace, at tables that are opened from then on and dealt by software."""

    card_milliseconds: int
    """How long a card takes; 0 deals at once, without time limits for players."""


class PlayMoneySet(Event, frozen=True, tag="play-money-set"):
    """New players are granted another sum of play money."""

    amount: Cents
    """The sum; 0 for none."""


TermEvent = HouseNamed | PaceSet | PlayMoneySet
"""A change of one of the house's terms."""


class HouseTerms(msgspec.Struct, frozen=True, kw_only=True):
    """The house's terms."""

    name: str = ""
    """The name of the house; empty for the software's own."""
    card_milliseconds: int = 0
    """How long a card takes at new tables; 0 deals at once."""
    play_money: Cents = 0
    """The play money for every new player; 0 for none."""

    def after(self, event: Event) -> "HouseTerms":
        """Return the terms after an event of the house.

        >>> HouseTerms().after(PaceSet(600)).card_milliseconds
        600
        """
        match event:
            case HouseNamed(name=name):
                return replace(self, name=name)
            case PaceSet(card_milliseconds=card_milliseconds):
                return replace(self, card_milliseconds=card_milliseconds)
            case PlayMoneySet(amount=amount):
                return replace(self, play_money=amount)
        return self

    def changes_to(
        self,
        *,
        name: str | None = None,
        card_milliseconds: int | None = None,
        play_money: Cents | None = None,
    ) -> tuple[TermEvent, ...]:
        """Return the events that lead to other terms; what is left out or the same gives none.

        Raise ``BadHouseTermError`` for a value that is not allowed.
        """
        events: list[TermEvent] = []
        if name is not None:
            events.append(HouseNamed(checked_name(name)))
        if card_milliseconds is not None:
            if not 0 <= card_milliseconds <= SLOWEST_CARD:
                raise BadHouseTermError(f"a card takes 0 to {SLOWEST_CARD // 1000} seconds")
            events.append(PaceSet(card_milliseconds))
        if play_money is not None:
            if not 0 <= play_money <= MOST_PLAY_MONEY:
                most = in_dollars(MOST_PLAY_MONEY)
                raise BadHouseTermError(f"play money for a new player is $0 to {most}")
            events.append(PlayMoneySet(play_money))
        return tuple(one for one in events if self.after(one) != self)


def checked_name(text: str) -> str:
    """Return a name for the house without spaces around it.

    Raise ``BadHouseTermError`` if it is none.

    >>> checked_name(" The Harbour Room ")
    'The Harbour Room'
    """
    name = " ".join(text.split())
    if len(name) > LONGEST_HOUSE_NAME or not name.isprintable():
        raise BadHouseTermError(
            f"the name of the house has at most {LONGEST_HOUSE_NAME} characters, all of them "
            "printable; without a name, pages say croupier"
        )
    return name


def terms_after(terms: HouseTerms, events: Iterable[Event]) -> HouseTerms:
    """Return the terms after events of the house."""
    for event in events:
        terms = terms.after(event)
    return terms
