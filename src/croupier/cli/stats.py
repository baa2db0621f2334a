"""``croupier stats``: the results of a player's evenings, summed up by game."""

from collections.abc import Iterable, Sequence
from itertools import chain

from croupier.features.audit.cli.records import Flag, open_record
from croupier.money import in_dollars
from croupier.streams import TABLE
from croupier.terminal.output import print_json, print_table, print_text
from croupier.terminal.player.results import (
    PastEvening,
    evenings_file,
    evenings_in_stream,
    load_evenings,
)

HEADS = ("game", "evenings", "rounds", "wagered", "return", "best", "result")
LAST = 10
NOTHING = "No evenings yet: croupier play adds each one that you finish in a terminal."


def stats(*records: str, player: str | None = None, last: Flag = False, json: Flag = False) -> int:
    """Sum up your evenings, by game.

    croupier play adds one line to your own file for each evening in a terminal
    (~/.local/state/croupier/evenings.jsonl). You can also give records made
    with --record.

    Examples:

        croupier stats

        croupier stats --last

        croupier stats evening.db --player ann

    Parameters
    ----------
    records
        Records of evenings to read, instead of your own file.
    player
        Only this player; everybody in the file or the records by default.
    last
        List the last ten evenings one by one.
    json
        Print them all for programs, amounts in cents.
    """
    found = list(chain.from_iterable(map(read_record, records))) if records else load_own_evenings()
    found = [one for one in found if player in (None, one.player)]
    found = found[-LAST:] if last else found
    if json:
        print_json(found)
    elif not found:
        print_text(NOTHING if not records else "No such player has bought in there.")
    elif last:
        heads = ("began", *HEADS[:1], *HEADS[2:])
        print_table("", heads, map(evening_row, found), widest_first=16)
    else:
        print_table("", HEADS, sum_rows(found), widest_first=24)
        for line in practice_lines(found):
            print_text(line)
    return 0


def load_own_evenings() -> list[PastEvening]:
    """Return the evenings of the player at this terminal."""
    return list(load_evenings(evenings_file()))


def read_record(where: str) -> list[PastEvening]:
    """Return the evenings at the tables of a record."""
    with open_record(where) as store:
        tables = TABLE.names(store.streams())
        return [
            one
            for name in tables
            for one in evenings_in_stream(store.read_stream(TABLE.stream(name)))
        ]


def sum_rows(found: Sequence[PastEvening]) -> list[tuple[str, ...]]:
    """Return a row for each game, and one for all if there are several."""
    games = list(dict.fromkeys(one.game for one in found))
    rows = [_sums(game, [one for one in found if one.game == game]) for game in games]
    return [*rows, _sums("all", found)] if len(games) > 1 else rows


def _sums(name: str, found: Sequence[PastEvening]) -> tuple[str, ...]:
    return (name, str(len(found)), *_figures(found))


def evening_row(one: PastEvening) -> tuple[str, ...]:
    """Return the row of one evening."""
    began = "" if one.began is None else f"{one.began.astimezone():%Y-%m-%d %H:%M}"
    return (began, one.game, *_figures([one]))


def _figures(found: Sequence[PastEvening]) -> tuple[str, ...]:
    """Return rounds, wagers, return, best round and result of the evenings."""
    wagered, net = sum(one.wagered for one in found), sum(one.net for one in found)
    back = f"{100 * (wagered + net) / wagered:.1f} %" if wagered else "-"
    best = max(one.biggest for one in found)
    return (
        str(sum(one.rounds for one in found)),
        in_dollars(wagered),
        back,
        in_dollars(best) if best else "-",
        in_dollars(net, sign=True),
    )


def practice_lines(found: Iterable[PastEvening]) -> list[str]:
    """Return a line on the decisions at practice tables; none if there were no decisions."""
    seen = [one for one in found if one.decisions]
    decisions = sum(one.decisions for one in seen)
    if not decisions:
        return []
    right = decisions - sum(one.mistakes for one in seen)
    return [f"Practice: {right} of {decisions} decisions were the best ({right / decisions:.0%})."]
