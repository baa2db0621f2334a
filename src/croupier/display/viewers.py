"""Who looks at a table, and what that alone lets them know."""

import re
from collections.abc import Iterable, Mapping
from typing import Protocol

import msgspec

from croupier.cards import Card, Rank
from croupier.games.table.state import Table
from croupier.messages import Refused
from croupier.rulebooks import Role


class Patron(msgspec.Struct, frozen=True, tag="patron", tag_field="viewer"):
    """A player, who knows the cards of their own hands and what concerns their own account."""

    player: str
    """The player's id at the table."""


class Onlooker(msgspec.Struct, frozen=True, tag="onlooker", tag_field="viewer"):
    """Somebody who stands by, and knows what lies open on the layout."""


class Dealer(msgspec.Struct, frozen=True, tag="dealer", tag_field="viewer"):
    """The dealer of the table: knows what lies open, and the notices that were given."""

    enters: bool = False
    """Whether this dealer enters every card, as with real cards: then the cards of the boxes are
    known, and those that lie ready; the dealer's own stay face down until turned."""


class Official(msgspec.Struct, frozen=True, tag="official", tag_field="viewer"):
    """One of those who look after the table: knows what lies open, and the notices."""

    role: Role
    """The office: a supervisor, an inspector, Surveillance and the like."""


Viewer = Patron | Onlooker | Dealer | Official
"""All kinds of viewer."""


def is_staff(viewer: Viewer) -> bool:
    """Whether a viewer belongs to the house, or to those who watch over it."""
    return isinstance(viewer, Dealer | Official)


def enters_cards(viewer: Viewer) -> bool:
    """Whether a viewer knows the cards of the boxes because they enter them."""
    return isinstance(viewer, Dealer) and viewer.enters


def player_of(viewer: Viewer) -> str:
    """The id of the player who looks; empty where the viewer does not play."""
    return viewer.player if isinstance(viewer, Patron) else ""


def listed(words: Iterable[str], last: str = "and", *, none: str = "none") -> str:
    """Words as a sentence lists them; ``none`` where there are none.

    >>> listed(["ann", "bob", "cat"])
    'ann, bob and cat'
    >>> listed([], none="nobody")
    'nobody'
    """
    *others, end = list(words) or [none]
    return f"{', '.join(others)} {last} {end}" if others else end


def counted(number: int, thing: str) -> str:
    """So many of a thing.

    >>> counted(8, "deck"), counted(1, "deck")
    ('8 decks', '1 deck')
    """
    return f"{number} {thing}{'' if number == 1 else 's'}"


def counted_decks(table: Table) -> str:
    """The decks of a table: 8 decks, 1 deck."""
    return counted(table.choices.decks, "deck")


def a_card(card: Card) -> str:
    """A card's rank with its article: an ace, a six."""
    article = "an" if card.rank in (Rank.ACE, Rank.EIGHT) else "a"
    return f"{article} {card.rank.word}"


def capital(text: str) -> str:
    """Text with a capital first letter."""
    return text[:1].upper() + text[1:]


def small(text: str) -> str:
    """Text with a small first letter."""
    return text[:1].lower() + text[1:]


AFTER_YOU = {"has": "have", "is": "are"}
"""How verbs change where the player is simply called you."""

Names = Mapping[str, str]
"""What people are called, by their id at the table; anybody missing is called by the id."""
NO_NAMES: Names = {}


class CardFaces(Protocol):
    """A way to write cards."""

    def card(self, card: Card) -> str:
        """A card in two or three signs."""

    def cards(self, cards: tuple[Card | None, ...]) -> str:
        """Cards one after the other; ``None`` shows a back."""


class Letters(msgspec.Struct, frozen=True):
    """Cards written as they are typed: 8H, TC; a back is ##."""

    def card(self, card: Card) -> str:
        """A card in two letters."""
        return str(card)

    def cards(self, cards: tuple[Card | None, ...]) -> str:
        """Cards one after the other."""
        return " ".join("##" if card is None else str(card) for card in cards)


LETTERS = Letters()


class Voice(msgspec.Struct, frozen=True):
    """Who is spoken to, and how."""

    viewer: Viewer
    """Who is spoken to: a player's own wager is *your wager*."""
    faces: CardFaces = LETTERS
    """How cards are written."""
    names: Names = NO_NAMES
    """What people are called."""

    @property
    def me(self) -> str:
        """The id of the player who is spoken to; empty where the viewer does not play."""
        return player_of(self.viewer)

    def who(self, player: str) -> str:
        """What a person is called."""
        return self.names.get(player, player)

    def whose(self, player: str, thing: str) -> str:
        """A thing with its owner, at the start of a sentence."""
        return f"Your {thing}" if player == self.me else f"{self.who(player)}'s {thing}"

    def does(self, player: str, mine: str, theirs: str) -> str:
        """Who does something, and what: *You cut*, *ann cuts*."""
        return f"You {mine}" if player == self.me else f"{self.who(player)} {theirs}"

    def named(self, text: str) -> str:
        """Text in which ids that stand as whole words are what people are called.

        >>> from croupier.display.viewers import Onlooker
        >>> Voice(Onlooker(), names={"p7": "Ann Lee"}).named("p7 has no chips, p71 has some")
        'Ann Lee has no chips, p71 has some'
        """
        if not self.names:
            return text
        ids = sorted(self.names, key=len, reverse=True)
        pattern = rf"(?<![\w-])({'|'.join(map(re.escape, ids))})(?![\w-])"
        return re.sub(pattern, lambda found: self.names[found[1]], text)


def refusal(refused: Refused, voice: Voice) -> str:
    """A refusal as a sentence with its clauses."""
    clauses = ", ".join(clause for clause in (refused.clause, *refused.also) if clause)
    why = re.sub(r"\byou (has|is)\b", lambda match: f"you {AFTER_YOU[match[1]]}", refused.why)
    why = capital(voice.named(why))
    return f"{why} ({clauses})." if clauses else f"{why}."
