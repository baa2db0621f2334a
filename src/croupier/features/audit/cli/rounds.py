"""``croupier audit rounds`` and ``replay``: what was played, from the record alone."""

from collections import deque
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from croupier.display.prompts import prompt_lines
from croupier.display.replays import RecalledEvent, replay_events, rounds_in, view_at
from croupier.display.viewers import Official, Voice
from croupier.display.views import TableView, short_names
from croupier.errors import CroupierError
from croupier.features.audit.cli.records import (
    FAILED,
    Flag,
    open_record,
    read_file,
    table_stream,
)
from croupier.floor.resting_tables import display_law, playing_law
from croupier.floor.round_lines import (
    ENDED,
    RoundFormatError,
    differences,
    read_round,
    round_lines,
    write_round,
)
from croupier.games.engine import fold
from croupier.messages import Refused
from croupier.money import in_dollars
from croupier.record.envelopes import Envelope
from croupier.rulebooks import Role
from croupier.terminal.arguments import MaybeWhole
from croupier.terminal.output import WIDTH, print_json, print_note, print_table
from croupier.terminal.player.colours import PLAIN_ASCII
from croupier.terminal.player.screen import list_table

LISTED = 10
"""How many rounds are listed, unless another number is given."""
JSONL = "jsonl"


def rounds(
    record: str,
    /,
    *,
    table: str | None = None,
    last: MaybeWhole = None,
    form: Annotated[str | None, Parameter(name="--format")] = None,
    json: Flag = False,
) -> int:
    """List the rounds of a table, the newest last, or write them for other programs.

    With --format jsonl, each round is one line of JSON with its wagers, cards,
    calls and results, which croupier audit play-rounds reads back.

    Examples:

        croupier audit rounds evening.db

        croupier audit rounds evening.db --table 2 --last 50

        croupier audit rounds evening.db --format jsonl > rounds.jsonl

    Parameters
    ----------
    record
        The record: a file, or the address of a PostgreSQL database.
    table
        The table's name; not needed if there is only one.
    last
        How many rounds; 10 by default, with --format all.
    form
        jsonl, the open format: one line of JSON for each round.
    json
        Print them for programs, amounts in cents.
    """
    if last is not None and last < 1:
        raise CroupierError("--last: give a number of rounds, 1 or more")
    if form not in (None, JSONL):
        raise CroupierError(f"--format: there is no {form!r}; write jsonl")
    if form is not None and json:
        raise CroupierError("--format: leave out --json, the lines are JSON already")
    with open_record(record) as store:
        events = store.read_stream(table_stream(store, table))
        if form is not None:
            for line in deque(round_lines(events), maxlen=last) if last else round_lines(events):
                print(write_round(line))
            return 0
        found = list(rounds_in(events))[-(last or LISTED) :]
    if json:
        print_json(found)
        return 0
    print_table(
        "",
        ("round", "events", "", "won"),
        [
            (
                str(one.number),
                f"{one.first}-{one.last}",
                "void" if one.void else "" if one.ended else "under way",
                ", ".join(f"{who} {in_dollars(net, sign=True)}" for who, net in one.net.items()),
            )
            for one in found
        ],
    )
    return 0


def play_rounds(file: Path, /, *, json: Flag = False) -> int:
    """Play rounds in the open format again, and compare what every wager wins.

    Exit code 1 if a round leads to something else than its line says. Rounds
    with irregularities are counted, not played.

    Examples:

        croupier audit play-rounds rounds.jsonl

    Parameters
    ----------
    file
        A file with one round on each line, as croupier audit rounds --format jsonl writes it.
    json
        Print what was found for programs.
    """
    played = left_out = 0
    found: list[str] = []
    for number, text in enumerate(read_file(file).splitlines(), 1):
        if not text.strip():
            continue
        try:
            line = read_round(text)
        except RoundFormatError as error:
            raise CroupierError(f"{file}, line {number}: {error}") from None
        if line.beyond or line.status != ENDED:
            left_out += 1
            continue
        played += 1
        found += [f"line {number}, {one}" for one in differences(line)]
    if json:
        print_json({"played": played, "left-out": left_out, "differences": found})
        return FAILED if found else 0
    for one in found:
        print(one)
    others = f"; {left_out} not played: irregular, void or under way" if left_out else ""
    print(f"{played} rounds played again, {len(found) or 'no'} differences{others}")
    return FAILED if found else 0


def replay(
    record: str,
    table: str | None = None,
    round: MaybeWhole = None,
    /,
    *,
    at: MaybeWhole = None,
    stop: Flag = False,
    json: Flag = False,
) -> int:
    """Replay what happened at a table, card by card, with every clause, from the record alone.

    With --at, shows the table as it stood after an event, and what was due
    then; --stop leaves out everything later.

    Examples:

        croupier audit replay evening.db

        croupier audit replay evening.db 1 3

        croupier audit replay evening.db 1 3 --at 57 --stop

    Parameters
    ----------
    record
        The record: a file, or the address of a PostgreSQL database.
    table
        The table's name; not needed if there is only one.
    round
        The number of one round, counted from 1; all rounds by default.
    at
        Show the table as it stood after this event; give the event's position in the record.
    stop
        Stop after that event.
    json
        Print it for programs.
    """
    if stop and at is None:
        raise CroupierError("--stop: name the event with --at")
    with open_record(record) as store:
        envelopes = list(store.read_stream(table_stream(store, table)))
    law = law_to_narrate_by(envelopes)
    first, final = positions_to_report(envelopes, round)
    if at is not None and not first <= at <= final:
        raise CroupierError(
            f"--at: give the position of an event, from {first} to {final}, by its place"
        )
    voice = Voice(Official(Role.INSPECTOR), PLAIN_ASCII)
    last = at if stop and at is not None else final
    told = [one for one in replay_events(law, envelopes, voice) if first <= one.position <= last]
    then = None if at is None else view_at(law, envelopes, at, voice)
    if json:
        print_json({"events": told, "stood": then})
        return 0
    before = [one for one in told if at is not None and one.position <= at]
    for one in before:
        print_event(one)
    if then is not None:
        print_table_at(then, before[-1].position)
    for one in told[len(before) :]:
        print_event(one)
    return 0


def positions_to_report(envelopes: list[Envelope], round: int | None) -> tuple[int, int]:
    """Return the first and the last event to report: of a round, or of all."""
    if round is None:
        return envelopes[0].position, envelopes[-1].position
    played = {one.number: one for one in rounds_in(envelopes)}
    if round not in played:
        raise CroupierError(f"there is no round {round}: the table has played {len(played)}")
    return played[round].first, played[round].last


def print_event(one: RecalledEvent) -> None:
    """Print an event as a sentence, with its position."""
    for sentence in one.sentences:
        print(f"{one.position:>6}  {sentence.with_clauses}")


def print_table_at(seen: TableView, at: int) -> None:
    """Print a table as it stood, and what was due there."""
    print(f"        -- the table after event {at}:")
    if seen.under_way:
        shorts = short_names(tuple(bet.on for bet in seen.side_bets))
        for line in list_table(seen, PLAIN_ASCII, shorts, WIDTH - 8):
            print(f"        {line}")
    for line in prompt_lines(seen) if seen.prompts else ():
        print(f"        due: {line}")
    print("        --")


def law_to_narrate_by(envelopes: list[Envelope]) -> Any:
    """Return the law by which to narrate a table's events; warn if it is not the table's own."""
    table, _ = fold(one.event for one in envelopes)
    if isinstance(rests := playing_law(table), Refused):
        print_note(rests.why)
    return display_law(table)
