"""Sentences about events, and the clauses they cite."""

import msgspec

from croupier.display.disclosure import DisclosedEvent
from croupier.display.viewers import Voice, upper_first
from croupier.money import in_dollars


class Sentence(msgspec.Struct, frozen=True):
    """A sentence about an event, without its full stop, and the clauses behind it."""

    text: str
    """The sentence, without its full stop."""
    clauses: tuple[str, ...] = ()
    """The clauses; often one, sometimes none."""
    told: bool = True
    """Whether players see it as it happens; otherwise it is only in the log."""
    cites: bool = False
    """Whether it cites its clauses as it happens."""
    apart: bool = False
    """Whether it reports a win on a wager that is not on a hand."""

    @property
    def aloud(self) -> str:
        """The sentence as players see it when it happens."""
        return self.with_clauses if self.cites else f"{self.text}."

    @property
    def with_clauses(self) -> str:
        """The sentence with its clauses."""
        return f"{self.text} ({', '.join(self.clauses)})." if self.clauses else f"{self.text}."


SentenceDraft = tuple[str, bool] | None
"""A sentence without its full stop, and whether players see it as it happens. ``None`` if there is
no sentence for the event."""


def clauses_of(event: DisclosedEvent) -> tuple[str, ...]:
    """Return the clauses that an event cites, each once."""
    entries = [getattr(event, "entry", None), *getattr(event, "entries", ())]
    found = [
        getattr(event, "by_hand_clause", None),
        getattr(event, "clause", None),
        getattr(event, "sideways_clause", None),
        *getattr(event, "clauses", ()),
        *(entry.clause for entry in entries if entry is not None),
    ]
    return tuple(dict.fromkeys(clause for clause in found if clause))


def sentence_for(event: DisclosedEvent, told: SentenceDraft, voice: Voice) -> Sentence:
    """Return the sentence for an event, with its clauses.

    Without words of its own, use its name.
    """
    text, aloud = told or (generic_sentence(event, voice), True)
    return Sentence(text, clauses_of(event), aloud)


def generic_sentence(event: DisclosedEvent, voice: Voice) -> str:
    """Return a sentence made from an event's name and fields."""
    words = str(event.__struct_config__.tag).replace("-", " ")
    player = getattr(event, "player", "")
    parts = [voice.who(player) if player else ""]
    parts += [
        f"{field} {value}" for field in ("box", "hand") if (value := getattr(event, field, 0))
    ]
    amount = getattr(event, "amount", None)
    parts.append(in_dollars(amount) if isinstance(amount, int) else "")
    return f"{upper_first(words)}{''.join(f', {part}' for part in parts if part)}"
