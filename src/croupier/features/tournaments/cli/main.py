"""``croupier tournament``: check and print conditions, draw seats, run with software players."""

from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from croupier.errors import CroupierError
from croupier.features.tournaments.cli.opening import (
    BOTS_IN_TURN,
    load_lawful_tournament,
    open_tournament_file,
    read_bots,
    read_entrants,
    seed_or_random,
)
from croupier.features.tournaments.cli.play import play
from croupier.features.tournaments.cli.reports import (
    display,
    export,
    payouts,
    print_standings,
    reserves,
    results,
    show_standings,
)
from croupier.features.tournaments.cli.schedules import schedule
from croupier.features.tournaments.cli.simulate import simulate
from croupier.features.tournaments.files import TEMPLATES, read_tournament
from croupier.features.tournaments.papers import (
    SHEET,
    conditions_html,
    conditions_text,
    seat_cards_text,
    seat_rows,
    seats_html,
)
from croupier.features.tournaments.rules.state import Tournament
from croupier.features.tournaments.standings import standings
from croupier.record.journal import MemoryJournal
from croupier.terminal.arguments import MaybeWhole
from croupier.terminal.output import print_json, print_note, print_table, write_new_file

tournament = App(
    name="tournament",
    help="Check the conditions of a tournament, run or play it, print its papers.",
)

tournament.command(payouts)
tournament.command(play)
tournament.command(show_standings, name="standings")
tournament.command(export)
tournament.command(simulate)
tournament.command(display)
tournament.command(reserves)
tournament.command(results)
tournament.command(schedule)

Flag = Annotated[bool, Parameter(negative=())]
BAD_FILE = 2
"""The exit code for a file that cannot be read, or that the rulebook does not allow."""


@tournament.command
def check(file: Path, /, *, json: Flag = False) -> int:
    """Check the conditions of a tournament against its rulebook.

    The file is TOML with [conditions]; a condition left out has its usual
    value. The exit code is 2 if the file cannot be read or the rulebook does
    not allow the conditions.

    Examples:

        croupier tournament template heats > spring.toml

        croupier tournament check spring.toml

    Parameters
    ----------
    file
        The tournament, such as spring.toml.
    json
        Print {"file", "game", "ok", "clause", "why"} for programs.
    """
    if not json:
        read = load_lawful_tournament(file)
        print(f"{file}: these conditions can be published under {read.law.title}")
        return 0
    read = read_tournament(file)
    refused = read.refusal
    print_json(
        {
            "file": str(file),
            "game": read.law.game,
            "ok": refused is None,
            "clause": "" if refused is None else refused.clause,
            "why": "" if refused is None else refused.why,
        }
    )
    return 0 if refused is None else BAD_FILE


@tournament.command
def conditions(file: Path, /, *, html: Flag = False) -> None:
    """Print the conditions as a document, each with the clauses that require it.

    Examples:

        croupier tournament conditions spring.toml

        croupier tournament conditions spring.toml --html > spring.html

    Parameters
    ----------
    file
        The tournament, such as spring.toml.
    html
        Write a page instead of plain text.
    """
    read = load_lawful_tournament(file)
    make = conditions_html if html else conditions_text
    print(make(read.law, read.conditions, read.title), end="")


@tournament.command
def template(name: str = "", /, *, output: Path | None = None) -> None:
    """Print a tournament file to start from, with a structure of your choice.

    Without a name, it lists all structures.

    Examples:

        croupier tournament template

        croupier tournament template elimination --output friday.toml

    Parameters
    ----------
    name
        The structure, such as elimination.
    output
        Write it to this file, which must not exist yet.
    """
    if not name:
        for one, text in TEMPLATES.items():
            print(f"{one}: {text.splitlines()[0].removeprefix('title = ')[1:-1]}")
        return
    if name not in TEMPLATES:
        raise CroupierError(f"there is no template {name!r}; choose from {', '.join(TEMPLATES)}")
    if output is None:
        print(TEMPLATES[name], end="")
    else:
        write_new_file(output, TEMPLATES[name])


@tournament.command
def seats(
    file: Path,
    /,
    *,
    players: str,
    seed: MaybeWhole = None,
    cards: Flag = False,
    html: Flag = False,
    json: Flag = False,
) -> None:
    """Draw the seats of the first session: a sheet to sign, and seat cards.

    Every seating is equally likely; tables differ by one player at most.

    Examples:

        croupier tournament seats spring.toml --players ann,bob,cat,dan

        croupier tournament seats spring.toml --players 14 --seed 7 --cards

        croupier tournament seats spring.toml --players 14 --html > seats.html

    Parameters
    ----------
    file
        The tournament, such as spring.toml.
    players
        Names separated by commas, or how many.
    seed
        A whole number that determines the draw; by default, the system's random source.
    cards
        Print a card for each player to cut out, instead of the sheet.
    html
        Write a page with both.
    json
        Print [{"player", "table", "box"}] for programs.
    """
    from croupier.features.tournaments.bots import open_tournament, submit_or_raise
    from croupier.features.tournaments.rules.entries import Enter
    from croupier.features.tournaments.rules.seats import DrawSeats
    from croupier.rulebooks import Role

    read = load_lawful_tournament(file)
    entrants = read_entrants(read, players)
    house = open_tournament(
        read.law, read.conditions, name=file.stem, choices=read.choices, seed=seed
    )
    for name in entrants:
        submit_or_raise(house, Enter(name, by=Role.PLAYER))
    if not house.tournament.seats:
        submit_or_raise(house, DrawSeats(by=Role.TOURNAMENT_MANAGER))
    drawn = house.tournament.seats
    if json:
        print_json([{"player": s.player, "table": s.table, "box": s.box} for s in drawn])
        return
    title, session = read.title or file.stem, house.tournament.plan.name
    if html:
        print(seats_html(drawn, title, session), end="")
    elif cards:
        print(seat_cards_text(drawn, title, session), end="")
    else:
        print_table("", SHEET, seat_rows(drawn))


@tournament.command
def run(
    file: Path,
    /,
    *,
    players: str = "",
    bots: str = BOTS_IN_TURN,
    seed: MaybeWhole = None,
    watch: Flag = False,
    json: Flag = False,
    save: Path | None = None,
    record: Path | None = None,
    resume: Flag = False,
) -> None:
    """Play a tournament with software players, from the entries to the prizes.

    Each player wagers differently; all play their cards by the best chart for
    the table. The same seed gives the same tournament.

    Examples:

        croupier tournament run spring.toml --players 14

        croupier tournament run spring.toml --players ann,bob,cat --seed 7 --watch

        croupier tournament run spring.toml --players 14 --save spring.jsonl

        croupier tournament run spring.toml --players 14 --record spring.db

    Parameters
    ----------
    file
        The tournament, such as spring.toml.
    players
        Names separated by commas, or how many; by default, the fewest that the conditions allow.
    bots
        How they wager, in turn: steady, proportional, follow-the-leader, catch-up-late.
    seed
        A whole number that determines all chance; without it, one is chosen and printed. With
        --record, which commits to the cards first, they differ from those without.
    watch
        Report what happens, with everybody's chips after each round.
    json
        Print {"seed", "state", "pool", "standings"} for programs; amounts are cents.
    save
        Write all events to this file, one on each line.
    record
        Record the tournament in this file, every event before it is shown; croupier audit reads it.
    resume
        Continue the tournament in that file where it stopped.
    """
    from croupier.features.tournaments.bots import play_all
    from croupier.features.tournaments.cli.reports import Watcher
    from croupier.maths.blackjack.analysis import BlackjackStudy

    read = load_lawful_tournament(file)
    names = read_entrants(read, players)
    if save is not None and record is not None:
        raise CroupierError(
            "--save: not with --record, which holds all events; croupier audit export writes them"
        )
    wanted, drawn = read_bots(bots), seed if record is not None else seed_or_random(seed)
    journal = MemoryJournal()
    kept = open_tournament_file(
        read, file.stem, seed=drawn, record=record, resume=resume, journal=journal
    )
    with kept as house:
        chart = BlackjackStudy(read.law, read.choices).flat_chart
        watcher = Watcher(house) if watch else None
        for events in play_all(house, [*house.tournament.entrants] or names, wanted, chart):
            if watcher is not None:
                watcher.tell(events)
        played = house.tournament
    if save is not None:
        _save(save, journal)
    if json:
        _print_summary(played, drawn)
        return
    print_standings(standings(played))
    if seed is None and record is None:
        print_note(f"--seed {drawn} repeats this tournament")


def _print_summary(played: Tournament, seed: int | None) -> None:
    print_json(
        {
            "seed": seed,
            "state": played.phase.value,
            "pool": sum((played.awards or {}).values()),
            "standings": standings(played),
        }
    )


def _save(path: Path, journal: MemoryJournal) -> None:
    from croupier.record.codec import encode

    try:
        with path.open("xb") as file:
            for envelope in journal.order:
                file.write(encode(envelope) + b"\n")
    except FileExistsError:
        raise CroupierError(f"--save: the file {path} already exists") from None
    except OSError as error:
        raise CroupierError(f"--save: {path}: {error.strerror}") from None
