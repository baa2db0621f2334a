"""Viewers of a table, and how sentences address them: names, card faces, lists and refusals."""

import re
from collections.abc import Iterable, Mapping
from typing import Protocol

import msgspec

from croupier.cards import Card, Rank
from croupier.games.table.state import Table
from croupier.messages import Refused
from croupier.rulebooks import Role


class Patron(msgspec.Struct, frozen=True, tag="patron", tag_field="viewer"):
    """A player, who may see their own hands and their own account."""

    player: str
    """The player's id at the table."""


class Onlooker(msgspec.Struct, frozen=True, tag="onlooker", tag_field="viewer"):
    """A bystander, who may see what is face up on the layout."""


class Dealer(msgspec.Struct, frozen=True, tag="dealer", tag_field="viewer"):
    """The dealer of the table, who may see what is face up, and the notices."""

    enters: bool = False
    """Whether this dealer enters every card, as with real cards. The cards of the boxes and those
    that lie ready are then visible; the dealer's own stay face down until turned."""


class Official(msgspec.Struct, frozen=True, tag="official", tag_field="viewer"):
    """An official in charge of the table, who may see what is face up, and the notices."""

    role: Role
    """The role: a supervisor, an inspector, Surveillance and so on."""


Viewer = Patron | Onlooker | Dealer | Official
"""Any kind of viewer."""


def is_staff(viewer: Viewer) -> bool:
    """Return whether the viewer belongs to the house or its overseers."""
    return isinstance(viewer, Dealer | Official)


def enters_cards(viewer: Viewer) -> bool:
    """Return whether the viewer enters the cards, and so may see those of the boxes."""
    return isinstance(viewer, Dealer) and viewer.enters


def player_of(viewer: Viewer) -> str:
    """Return the id of the player who looks; empty if the viewer does not play."""
    return viewer.player if isinstance(viewer, Patron) else ""


def join_words(words: Iterable[str], last: str = "and", *, none: str = "none") -> str:
    """Return words as a sentence lists them; ``none`` if there are none.

    >>> join_words(["ann", "bob", "cat"])
    'ann, bob and cat'
    >>> join_words([], none="nobody")
    'nobody'
    """
    *others, end = list(words) or [none]
    return f"{', '.join(others)} {last} {end}" if others else end


def noun_count(number: int, thing: str) -> str:
    """Return a number with its noun, in the plural except for 1.

    >>> noun_count(8, "deck"), noun_count(1, "deck")
    ('8 decks', '1 deck')
    """
    return f"{number} {thing}{'' if number == 1 else 's'}"


def deck_count(table: Table) -> str:
    """Return the number of decks of a table: 8 decks, 1 deck."""
    return noun_count(table.choices.decks, "deck")


def rank_with_article(card: Card) -> str:
    """Return a card's rank with its article: an ace, a six."""
    article = "an" if card.rank in (Rank.ACE, Rank.EIGHT) else "a"
    return f"{article} {card.rank.word}"


def upper_first(text: str) -> str:
    """Return the text with a capital first letter."""
    return text[:1].upper() + text[1:]


def lower_first(text: str) -> str:
    """Return the text with a small first letter."""
    return text[:1].lower() + text[1:]


Names = Mapping[str, str]
"""People's names by their id at the table; a person without an entry is called by the id."""
NO_NAMES: Names = {}


class CardFaces(Protocol):
    """A way to write cards."""

    def card(self, card: Card) -> str:
        """Return a card in two or three characters."""

    def cards(self, cards: tuple[Card | None, ...]) -> str:
        """Return cards in a row; ``None`` is a card's back."""


class Letters(msgspec.Struct, frozen=True):
    """Cards as they are typed: 8H, TC; a back is ##."""

    def card(self, card: Card) -> str:
        """Return a card as two letters."""
        return str(card)

    def cards(self, cards: tuple[Card | None, ...]) -> str:
        """Return cards separated by spaces."""
        return " ".join("##" if card is None else str(card) for card in cards)


LETTERS = Letters()


class Voice(msgspec.Struct, frozen=True):
    """How to address a viewer: who they are, how cards are written, what people are called."""

    viewer: Viewer
    """The viewer; a player's own wager is *your wager*."""
    faces: CardFaces = LETTERS
    """How cards are written."""
    names: Names = NO_NAMES
    """People's names; empty to call everybody by their id."""

    @property
    def me(self) -> str:
        """The id of the player addressed; empty if the viewer does not play."""
        return player_of(self.viewer)

    def who(self, player: str) -> str:
        """Return the name of a person."""
        return self.names.get(player, player)

    def whose(self, player: str, thing: str) -> str:
        """Return a thing with its owner, for the start of a sentence."""
        return f"Your {thing}" if player == self.me else f"{self.who(player)}'s {thing}"

    def does(self, player: str, mine: str, theirs: str) -> str:
        """Return a subject with its verb: *You cut*, *ann cuts*."""
        return f"You {mine}" if player == self.me else f"{self.who(player)} {theirs}"

    def with_names(self, text: str) -> str:
        """Return the text with ids that are whole words replaced by names.

        >>> from croupier.display.viewers import Onlooker
        >>> Voice(Onlooker(), names={"p7": "Ann Lee"}).with_names("p7 has no chips, p71 has some")
        'Ann Lee has no chips, p71 has some'
        """
        if not self.names:
            return text
        ids = sorted(self.names, key=len, reverse=True)
        pattern = rf"(?<![\w-])({'|'.join(map(re.escape, ids))})(?![\w-])"
        return re.sub(pattern, lambda found: self.names[found[1]], text)


AFTER_YOU = {"has": "have", "is": "are"}
"""The verbs that change after *you*."""


def refusal_sentence(refused: Refused, voice: Voice) -> str:
    """Return a refusal as a sentence with its clauses."""
    clauses = ", ".join(clause for clause in (refused.clause, *refused.also) if clause)
    why = re.sub(r"\byou (has|is)\b", lambda match: f"you {AFTER_YOU[match[1]]}", refused.why)
    why = upper_first(voice.with_names(why))
    return f"{why} ({clauses})." if clauses else f"{why}."
