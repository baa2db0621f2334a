"""The proof of a draw: a seed that the house commits itself to before the first entry.

The seed is made, and the numbers are computed from it, outside of the rules (``runner``). What is
recorded here lets everybody compute them again.
"""

from msgspec.structs import replace

from croupier.features.promotions.rules.state import DrawProof, Promotion, Win
from croupier.messages import Event, Evolver

# ------------------------------------------------------------------------------------------ events


class DrawCommitted(Event, frozen=True, tag="draw-committed"):
    """The house has committed itself to the seed by which the draw will be held."""

    commitment: str
    """The hash of the seed, in hex: another seed cannot be put in its place."""
    clause: str
    """The clause by which the terms say how prizes are awarded."""


class DrawRevealed(Event, frozen=True, tag="draw-revealed"):
    """The seed of a draw is shown to everybody, with the numbers that follow from it."""

    proof: DrawProof
    """The seed, the word from the room, and the numbers."""
    clause: str
    """The clause by which the terms say how prizes are awarded."""


# ------------------------------------------------------------------------- what each event changes


def draw_committed(promotion: Promotion, event: DrawCommitted) -> Promotion:
    return replace(promotion, commitment=event.commitment)


def draw_revealed(promotion: Promotion, event: DrawRevealed) -> Promotion:
    wins = tuple(
        replace(win, entry=number)
        for win, number in zip(promotion.wins, event.proof.drawn, strict=True)
    )
    return replace(promotion, proof=event.proof, wins=wins)


def entry_numbers(promotion: Promotion, player: str) -> tuple[int, ...]:
    """Return the numbers of a player's entries, from 1, in order."""
    return tuple(number for number, one in enumerate(promotion.tickets, 1) if one.player == player)


def wins_of(promotion: Promotion, player: str) -> tuple[Win, ...]:
    """Return the prizes that a player has won, in the order of the prizes."""
    return tuple(win for win in promotion.wins if win.player == player)


EVOLVERS: dict[type[Event], Evolver] = {
    DrawCommitted: draw_committed,
    DrawRevealed: draw_revealed,
}
"""What each event of this subject changes."""
