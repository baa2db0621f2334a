"""How to speak to a viewer: what people are called, and how cards are written."""

import re
from collections.abc import Mapping
from typing import Protocol

import msgspec

from croupier.cards import Card
from croupier.display.viewers import Viewer, player_of
from croupier.display.words import capital
from croupier.table.state import Refused

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
