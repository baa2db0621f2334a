"""What a family of games lends to the rules that all tables share: ways to call a round off."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from croupier.money import Till
from croupier.rulebooks.irregularity_law import PaidAlready
from croupier.rulebooks.prohibitions import Moment
from croupier.table.past_rounds import PastRound
from croupier.table.payments import VOID, forfeited, undone
from croupier.table.state import Line, Refused, Settlement, Table


class VoidTerms(NamedTuple):
    """How a round is called off."""

    clause: str
    """The clause by which it is called off."""
    also: tuple[str, ...] = ()
    """Further clauses that shape it; empty where none do."""
    paid_already: PaidAlready = PaidAlready.STANDS
    """What becomes of payments made before the final settlement."""
    forfeited: frozenset[str] = frozenset()
    """Players whose wagers the operator keeps."""
    refund: bool = True
    """Whether the wagers of the others go back."""

    def keeps(self, player: str) -> bool:
        """Whether the operator keeps a player's wagers."""
        return not self.refund or player in self.forfeited


def lines_undone(
    till: Till, settlements: Iterable[Settlement], void: VoidTerms, *, final: str = ""
) -> Iterator[Line]:
    """Settled wagers that are void after all, or that the operator keeps.

    Payments made before the ``final`` settlement may stand; those of it never do.
    """
    for moment, line in as_they_stand(settlements):
        stands = void.paid_already is PaidAlready.STANDS and moment != final
        if void.keeps(line.player):
            if line.net > -line.stake:
                yield forfeited(till, line, void.clause, void.also)
        elif line.net and not (stands and line.net > 0):
            yield undone(till, line, void.clause, void.also)


def as_they_stand(settlements: Iterable[Settlement]) -> Iterator[tuple[str, Line]]:
    """Each settled wager, less the parts that went back since, and the clause of its moment.

    One that went back as a whole is void, whether it had been settled before or lay there.
    """
    wagers: dict[tuple[str, int, int, str, str], tuple[str, Line]] = {}
    for settlement in settlements:
        for line in settlement.lines:
            key = (line.player, line.box, line.hand, line.on, line.of)
            if key in wagers:
                _, known = wagers[key]
                line = _less(known, line) if line.result == VOID else _again(known, line)
            wagers[key] = (settlement.clause, line)
    yield from wagers.values()


def _again(known: Line, line: Line) -> Line:
    """A wager that was settled again, after what was settled first went back."""
    return replace(line, net=known.net + line.net)


def _less(known: Line, back: Line) -> Line:
    """A settled wager of which a part, or all, went back."""
    net = known.net + back.net
    if back.stake >= known.stake:
        return replace(back, net=net)
    stake, tokens = known.stake - back.stake, known.tokens - back.tokens
    return replace(known, stake=stake, net=net, tokens=tokens)


def settled_in(
    table: Table, past: Iterable[PastRound], number: int, void: VoidTerms
) -> tuple[Settlement, ...] | Refused:
    """What was settled in a round that is to be called off when a later one has begun."""
    settlements = table.settled if number == table.rounds else ()
    for one in past:
        if one.number == number:
            settlements = one.settlements
    players = {line.player for settlement in settlements for line in settlement.lines}
    if not players:
        return Refused("invalidate/no-round", void.clause, f"round {number} is no longer known")
    if strangers := void.forfeited - players:
        why = f"{', '.join(sorted(strangers))} had no wager in that round"
        return Refused("invalidate/forfeit", void.clause, why)
    return settlements


class Remedies(NamedTuple):
    """What each family does in its own way, to drafts of its own tables."""

    void_round: Callable[[Any, VoidTerms], None]
    """Ends the round under way, or undoes the one just ended: wagers go back."""
    void_player: Callable[[Any, str, str], None]
    """Gives a player's wagers back by a clause; hands that nobody has a wager on are out."""
    step_out: Callable[[Any, str, str], None]
    """Has a player decide no more in the round under way, by a clause."""
    void_wager: Callable[[Any, str, str, int | None, str | None], Refused | None]
    """Gives some of a player's wagers back by a clause: those on a box, or of a kind."""
    void_past: Callable[[Any, int, VoidTerms], Refused | None]
    """Undoes a round when a later one has begun."""
    moments: Callable[[Any], frozenset[Moment]]
    """What holds at a table now that matters to what people may do."""
    only_called: Callable[[Any], bool]
    """Whether no more bets was called, and no card of the round is out yet."""
