"""Sentences about what happened, and the clauses behind them."""

import msgspec

from croupier.display.disclosure import SeenEvent
from croupier.display.viewers import Voice, capital
from croupier.money import in_dollars


class Sentence(msgspec.Struct, frozen=True):
    """Something that happened, as a sentence without its full stop, and the clauses behind it."""

    text: str
    """The sentence."""
    clauses: tuple[str, ...] = ()
    """The clauses; often one, sometimes none."""
    told: bool = True
    """Whether a player hears it as it happens; otherwise it is only in the log."""
    cites: bool = False
    """Whether its clauses are given with it."""
    apart: bool = False
    """Whether it is good news of a wager that is not on a hand."""

    @property
    def aloud(self) -> str:
        """The sentence as it is given while it happens."""
        return self.cited if self.cites else f"{self.text}."

    @property
    def cited(self) -> str:
        """The sentence with its clauses."""
        return f"{self.text} ({', '.join(self.clauses)})." if self.clauses else f"{self.text}."


Told = tuple[str, bool] | None
"""A sentence without its full stop and whether to tell it as it happens; none where unknown."""


def clauses_of(event: SeenEvent) -> tuple[str, ...]:
    """The clauses that an event names."""
    entries = [getattr(event, "entry", None), *getattr(event, "entries", ())]
    found = [
        getattr(event, "by_hand_clause", None),
        getattr(event, "clause", None),
        getattr(event, "sideways_clause", None),
        *getattr(event, "clauses", ()),
        *(entry.clause for entry in entries if entry is not None),
    ]
    return tuple(dict.fromkeys(clause for clause in found if clause))


def told_entry(event: SeenEvent, told: Told, voice: Voice) -> Sentence:
    """The sentence for an event, with its clauses; by its name where there is no better one."""
    text, aloud = told or (by_its_name(event, voice), True)
    return Sentence(text, clauses_of(event), aloud)


def by_its_name(event: SeenEvent, voice: Voice) -> str:
    """A sentence for an event that has no words of its own, from its name and fields."""
    words = str(event.__struct_config__.tag).replace("-", " ")
    player = getattr(event, "player", "")
    parts = [voice.who(player) if player else ""]
    parts += [
        f"{field} {value}" for field in ("box", "hand") if (value := getattr(event, field, 0))
    ]
    amount = getattr(event, "amount", None)
    parts.append(in_dollars(amount) if isinstance(amount, int) else "")
    return f"{capital(words)}{''.join(f', {part}' for part in parts if part)}"
