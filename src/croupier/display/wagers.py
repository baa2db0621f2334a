"""Wagers as they are shown: those that lie, and those of the round that were settled."""

from croupier.display.scenes import Scene
from croupier.display.views import SettledView, TableView, WagerView
from croupier.stud.state import ANTE, JACKPOT, StudRound
from croupier.table.state import MAIN, Line, Stake


def short_names(names: tuple[str, ...]) -> dict[str, str]:
    """A short name for each optional wager, made from its initials: perfect-pairs is pp.

    Where two would have the same, the later one takes more letters of its first word.
    """
    shorts: dict[str, str] = {}
    for name in names:
        first, *others = name.lower().split("-")
        rest = "".join(word[:1] for word in others)
        tries = [first[:letters] + rest for letters in range(1, len(first) + 1)]
        shorts[name] = next((short for short in tries if short not in shorts.values()), name)
    return shorts


def settled_view(line: Line) -> SettledView:
    """One wager's settlement."""
    return SettledView(
        line.player,
        line.box,
        line.hand,
        line.on,
        line.result,
        line.stake,
        line.net,
        line.clause,
        line.also,
        line.tokens,
    )


def laid_last(view: TableView) -> tuple[SettledView, ...]:
    """What was laid before the first card of the last round, box by box, side bets last.

    It follows from the settlement, which a table keeps until the next round begins: so it can be
    repeated after a pause too, and by whoever deals then.
    """
    first = (MAIN, ANTE)
    kinds = {*first, JACKPOT, *(bet.on for bet in view.side_bets)}
    laid: dict[tuple[str, int, str], SettledView] = {}
    for one in view.settled:
        if one.hand <= 1 and one.on in kinds:
            laid.setdefault((one.player, one.box, one.on), one)
    return tuple(sorted(laid.values(), key=lambda one: (one.box, one.on not in first)))


def lying(stake: Stake) -> WagerView:
    """A wager that lies on the layout."""
    return WagerView(
        stake.player, stake.box, stake.on, stake.amount, stake.hand, tokens=stake.tokens
    )


def wagers_at(scene: Scene, box: int) -> tuple[WagerView, ...]:
    """Every wager of the round on a box: those settled, and those that lie."""
    settled = [line for line in scene.lines if line.box == box]
    found = [
        WagerView(
            line.player,
            box,
            line.on,
            line.stake,
            line.hand,
            tokens=line.tokens,
            settled=settled_view(line),
        )
        for line in settled
    ]
    stakes = () if scene.round is None else scene.round.stakes
    found += [lying(stake) for stake in stakes if stake.box == box]
    decided = {line.player for line in settled if line.on == JACKPOT}
    return (*found, *_in_the_jackpot(scene, box, decided))


def _in_the_jackpot(scene: Scene, box: int, decided: set[str]) -> tuple[WagerView, ...]:
    """Jackpot wagers, which have left the layout but are not decided yet."""
    terms = scene.table.choices.jackpot
    if terms is None or not isinstance(scene.round, StudRound):
        return ()
    return tuple(
        WagerView(player, box, JACKPOT, terms.wager)
        for player, at in scene.round.jackpot
        if at == box and player not in decided
    )
