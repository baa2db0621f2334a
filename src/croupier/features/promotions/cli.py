"""``croupier promotion``: check a promotion's terms against the rulebook, and try it out."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import App, Parameter

from croupier.errors import CroupierError
from croupier.features.promotions.files import read_promotion_command, require_promotion_rules
from croupier.features.promotions.narration import (
    promotion_duty_sentence,
    promotion_event_sentence,
    terms_html,
    terms_text,
)
from croupier.features.promotions.rehearsal import Rehearsal, rehearse
from croupier.features.promotions.rules.terms import terms_faults
from croupier.features.promotions.runner import RunningPromotion
from croupier.features.promotions.scenarios import (
    PromotionFile,
    line_note,
    promotion_template,
    read_promotion,
    start_prepared,
    term_at_fault,
)
from croupier.messages import ClockMoved, Refused
from croupier.record.codec import encode
from croupier.record.journal import Journal
from croupier.rulebooks import law_of
from croupier.scenarios.refusals import OF_A_REFUSAL
from croupier.terminal.arguments import MaybeWhole, WholeNumber
from croupier.terminal.output import print_json, print_note, print_text, write_new_file

promotion = App(name="promotion", help="Check the terms of a promotion, or try it out.")

Flag = Annotated[bool, Parameter(negative=())]
SEED_BITS = 32
BAD_FILE = 2
"""The exit code for a file that cannot be read, or that the rulebook does not allow."""


class TermsFault(msgspec.Struct, frozen=True):
    """An objection of the rulebook to the terms."""

    clause: str
    """The clause."""
    why: str
    """What is wrong."""
    line: str
    """Where the term stands, such as ``line 4``; empty if it is not in the file."""


@promotion.command
def check(file: Path, /, *, json: Flag = False) -> int:
    """Check the terms of a promotion against its rulebook.

    The file is TOML with [terms]. A term left out has its usual value; omit
    lists terms that are not stated at all. The exit code is 2 if the file
    cannot be read or the rulebook does not allow the terms.

    Examples:

        croupier promotion template > june.toml

        croupier promotion check june.toml

        croupier promotion check june.toml --json

    Parameters
    ----------
    file
        The promotion, such as june.toml.
    json
        Print {"file", "game", "ok", "faults": [...]} for programs.
    """
    read = read_promotion(file)
    text = file.read_text(encoding="utf-8")
    found = [
        TermsFault(
            fault.clause, fault.why, line_note(text, term_at_fault(fault)).removeprefix(", ")
        )
        for fault in terms_faults(require_promotion_rules(read.law), read.terms)
    ]
    if json:
        told = {"file": str(file), "game": read.law.game, "ok": not found, "faults": found}
        print_json(told)
    else:
        for fault in found:
            place = f"{file}, {fault.line}" if fault.line else str(file)
            print(f"{place}: {fault.why} ({fault.clause})")
        if not found:
            rule = require_promotion_rules(read.law).submitted_hours
            print_text(
                f"{file}: by the rulebook of {read.law.title} these terms can be submitted to the "
                f"regulator, {rule.value} hours before the start ({rule.clause})."
            )
    return BAD_FILE if found else 0


@promotion.command(name="terms")
def show_terms(file: Path, /, *, title: str = "", html: Flag = False) -> int:
    """Print the terms as a document, each with the clauses that require it.

    The exit code is 2 if the rulebook does not allow them; check says why.

    Examples:

        croupier promotion terms june.toml

        croupier promotion terms june.toml --title "June draw" --html > june.html

    Parameters
    ----------
    file
        The promotion, such as june.toml.
    title
        The heading.
    html
        Write a page instead of plain text.
    """
    read = read_promotion(file)
    for fault in terms_faults(require_promotion_rules(read.law), read.terms):
        raise CroupierError(f"{file}: {fault.why} ({fault.clause})")
    make = terms_html if html else terms_text
    print(make(read.law, read.terms, title), end="")
    return 0


@promotion.command
def run(
    file: Path,
    /,
    *,
    entrants: WholeNumber = 10,
    rounds: WholeNumber = 20,
    seed: MaybeWhole = None,
    json: Flag = False,
    record: Path | None = None,
) -> int:
    """Try a promotion out, from its submission to the awards.

    Software players enter, the draw is held at random, and winners are
    notified and receive their prizes. With earned-by in the terms, players earn
    their entries at a table of the game. If the file has steps, they are
    carried out instead. The same seed gives the same run.

    Examples:

        croupier promotion run june.toml

        croupier promotion run june.toml --entrants 200 --seed 7

        croupier promotion run june.toml --json

        croupier promotion run june.toml --record june.db

    Parameters
    ----------
    file
        The promotion, such as june.toml.
    entrants
        How many people enter.
    rounds
        How many rounds to play, if entries are earned at a table.
    seed
        A whole number that determines all chance; without it, one is chosen and printed.
    json
        Print {"game", "seed", "state", "entries", "awards", "due", "events"} for programs.
    record
        Record everything in this file, which must not exist yet; croupier audit reads it.
    """
    for name, number in (("entrants", entrants), ("rounds", rounds)):
        if number < 1:
            raise CroupierError(f"--{name} is a whole number of 1 or more, not {number}")
    read = read_promotion(file)
    for fault in terms_faults(require_promotion_rules(read.law), read.terms):
        raise CroupierError(f"{file}: {fault.why} ({fault.clause})")
    drawn = secrets.randbits(SEED_BITS) if seed is None else seed
    plan = Rehearsal(entrants=entrants, rounds=rounds, seed=drawn)
    with open_new_record(record) as journal:
        if read.steps:
            running = run_steps(read, drawn, journal)
        else:
            running = rehearse(read.law, read.terms, plan, journal)
        if json:
            print_json(outcome_fields(running, drawn))
            return 0
        print_story(running)
    if seed is None:
        print_note(f"--seed {drawn} repeats this run")
    return 0


@contextmanager
def open_new_record(path: Path | None) -> Iterator[Journal | None]:
    """Open an empty record in a file, if one is named, and close it at the end."""
    if path is None:
        yield None
        return
    if ":/" in str(path) or path.exists():
        raise CroupierError(f"--record: name a file that does not exist yet, not {path}")
    from croupier.record.stores.locations import driver_errors_explained
    from croupier.record.stores.sqlite.journal import SqliteJournal

    with driver_errors_explained(str(path)):
        store = SqliteJournal(path)
        try:
            yield store
        finally:
            store.close()


def run_steps(read: PromotionFile, seed: int, journal: Journal | None) -> RunningPromotion:
    """Return a promotion after the steps of its file."""
    from croupier.floor.card_sources import random_source

    running = RunningPromotion.open(
        read.law, read.terms, journal=journal, source=random_source(seed)
    )
    for problem in start_prepared(running) if read.prepared else ():
        raise CroupierError(problem)
    for number, step in enumerate(read.steps, 1):
        fields = {key: value for key, value in step.items() if key not in OF_A_REFUSAL}
        answer = running.do(read_promotion_command(read.law, running.promotion.terms, fields))
        if isinstance(answer, Refused):
            print_note(f"step {number} was refused: {answer.why} ({answer.clause or answer.code})")
    return running


def print_story(running: RunningPromotion) -> None:
    """Print what happened, each sentence with its clauses, and what is still due."""
    for envelope in running.journal.read_stream(running.stream):
        event = envelope.event
        if isinstance(event, ClockMoved):
            print(f"{event.at.isoformat()}")
        else:
            print(f"  {promotion_event_sentence(event).with_clauses}")
    for due in running.due:
        print(promotion_duty_sentence(due).with_clauses)


def outcome_fields(running: RunningPromotion, seed: int) -> dict[str, object]:
    """Return the outcome of a promotion, for programs; amounts are cents."""
    promoted = running.promotion
    prizes = promoted.terms.prizes or ()
    return {
        "game": promoted.game,
        "seed": seed,
        "state": promoted.stage.value,
        "entries": len(promoted.tickets),
        "awards": [
            {
                "player": win.player,
                "prize": win.prize,
                "kind": prizes[win.prize - 1].kind.value,
                "value": prizes[win.prize - 1].value,
                "pay": None if win.paid is None else win.paid.value,
            }
            for win in promoted.wins
        ],
        "due": running.due,
        "events": [
            msgspec.json.decode(encode(envelope.event))
            for envelope in running.journal.read_stream(running.stream)
        ],
    }


@promotion.command(name="template")
def write_template(game: str = "star-blackjack", /, *, output: Path | None = None) -> None:
    """Print a file with every term that a rulebook requires.

    Examples:

        croupier promotion template

        croupier promotion template caribbean-stud --output june.toml

    Parameters
    ----------
    game
        The game whose rulebook applies: star-blackjack, blackjack-challenge or caribbean-stud.
    output
        Write it to this file, which must not exist yet.
    """
    law = law_of(game)
    require_promotion_rules(law)
    if output is None:
        print(promotion_template(law), end="")
        return
    write_new_file(output, promotion_template(law))
