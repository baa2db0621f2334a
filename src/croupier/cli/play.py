"""``croupier play``: a table in the terminal, and what it shares with ``croupier deal``."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from msgspec.structs import replace

from croupier.display.viewers import Patron, Voice
from croupier.errors import CroupierError
from croupier.features.school.cli import (
    FIRST_GAME,
    SEED,
    Practice,
    TutorialScreen,
    prepare_coach,
)
from croupier.floor import Croupier
from croupier.floor.card_sources import random_source
from croupier.floor.state import UnlawfulTableError
from croupier.games.engine import open_table
from croupier.games.table.choices import Choices, Mode
from croupier.messages import Refused
from croupier.money import Cents
from croupier.rulebooks import StudLaw, TableLaw
from croupier.terminal.arguments import NUMBER, MaybeWhole, WholeNumber, read_amount
from croupier.terminal.line_input import check_player_name, replace_undecodable
from croupier.terminal.player.blackjack import BlackjackSitting
from croupier.terminal.player.colours import PLAIN_ASCII, WITH_SYMBOLS, Faces, can_show_symbols
from croupier.terminal.player.felt import check_pause, choose_screen
from croupier.terminal.player.results import save_evenings
from croupier.terminal.player.screen import Screen
from croupier.terminal.player.sitting import HouseVisit, Sitting
from croupier.terminal.player.stud import StudSitting
from croupier.terminal.table_options import (
    OpenTableOptions,
    ask_for_player_cards,
    find_law,
    print_games,
    read_choices,
    refuse_given,
)

if TYPE_CHECKING:
    from croupier.features.fairness.seeds import Contributor
    from croupier.terminal.saved_play import SavedPlay


MOST_TABLES = 9
POOL = "jackpot"
"""The name of the jackpot pool that the tables of a house share."""


def play(
    game: str | None = None,
    /,
    *,
    options: OpenTableOptions | None = None,
    player: str = "you",
    bankroll: str = "500",
    tables: WholeNumber = 1,
    seed: MaybeWhole = None,
    record: Path | None = None,
    resume: Annotated[bool, Parameter(negative=())] = False,
    sign: Path | None = None,
    checkpoints: Path | None = None,
    accept_rollback: Annotated[bool, Parameter(negative=())] = False,
    player_seed: str | None = None,
    practice: Annotated[bool, Parameter(negative=())] = False,
    tutorial: Annotated[bool, Parameter(negative=())] = False,
    server: str | None = None,
    sign_up: Annotated[bool, Parameter(negative=())] = False,
    pause: Annotated[float | None, NUMBER] = None,
    no_colour: Annotated[bool, Parameter(negative=())] = False,
    ascii: Annotated[bool, Parameter(negative=())] = False,  # noqa: A002 - the option's name
    four_colours: Annotated[bool, Parameter(negative=())] = False,
) -> int:
    """Sit down at a table in the terminal.

    The table asks for what is due and names the keys; each line ends with Enter.

    Keys:

        25                wager $25 on your last boxes
        1:25 3:50 pp5     several boxes, side bets by their initials
        Enter             the last wagers again
        h s d p           hit, stand, double, split; d 10 doubles for $10
        y e n             insurance, even money, none
        10 j  b f         Caribbean Stud: ante and jackpot; bet, fold
        why  log          each payment by its clause; the round's events
        sign  rules split the limits; clauses by word or number
        hint  coach       with --practice: each choice's value; what mistakes cost
        table  buy 100    the table again; more chips
        ?  q              help; leave at any time, with a summary

    Examples:

        croupier play star-blackjack

        croupier play star-blackjack --side-bets perfect-pairs,lucky-lucky --seed 7

        croupier play caribbean-stud --jackpot 5 --pool 30000 --increment 0.7

        croupier play caribbean-stud --jackpot 5 --pool 30000 --tables 2

        croupier play --tutorial

        croupier play star-blackjack --practice

        croupier play star-blackjack --record evening.db

        croupier play star-blackjack --record evening.db --resume

        croupier play star-blackjack --record evening.db --player-seed 'my own luck'

        printf '\\n1:25 3:50\\ns\\ns\\n' | croupier play star-blackjack --seed 7

        croupier play star-blackjack --server http://127.0.0.1:8000 --player ann

    Parameters
    ----------
    game
        The name of the game, such as star-blackjack; without it, the games are listed.
    player
        Your name at the table.
    bankroll
        How many dollars you change for chips.
    tables
        How many tables the house has; tables with a jackpot share it. Type table 2 to move.
    seed
        Shuffle repeatably: the same seed and the same input give the same evening. With --record,
        which commits to the cards first, they differ from those without.
    record
        Record the evening in this file, every event before it is shown; croupier audit reads it.
    resume
        Continue the evening in that file where it stopped.
    sign
        Sign checkpoints of the record with this key: every 1000 events and at the end of each day.
    checkpoints
        Copy each checkpoint to this folder, for somebody outside to collect.
    accept_rollback
        Continue an evening that is older than its newest checkpoint; the record says so.
    player_seed
        Add your own seed to every shuffle of a recorded evening; croupier audit shoe shows it.
    practice
        Play with a coach: hint shows the exact value of each choice, coach what mistakes cost.
    tutorial
        Have your first round explained at a practice table; star-blackjack by default.
    server
        Play at a server's table instead: the game's first one, or one by its
        own name. The command asks for your password, and for the code of your device
        if you have one, or reads them from CROUPIER_PASSWORD and CROUPIER_CODE;
        CROUPIER_TOKEN replaces both.
    sign_up
        Create the account on the server first.
    pause
        Seconds between two cards on a drawn table, 0.12 by default; 0 deals at once.
    no_colour
        Plain lines; the default if NO_COLOR is set or the output is not a terminal.
    ascii
        Use letters for suits, and draw no lines.
    four_colours
        Give each suit its own colour: clubs green, diamonds blue.
    """
    if tutorial:
        game, practice = game or FIRST_GAME, True
        seed = SEED if seed is None and not resume else seed
    given = options or OpenTableOptions()
    if game is None:
        unused = {"practice": practice, "record": record, "server": server, "seed": seed}
        refuse_given(given.given_options() | unused, "only with a game, such as star-blackjack")
        print_games()
        return 0
    faces = PLAIN_ASCII if ascii or not can_show_symbols(sys.stdout.encoding) else WITH_SYMBOLS
    money = read_amount("bankroll", bankroll)
    if not 1 <= tables <= MOST_TABLES:
        raise CroupierError(f"--tables: a house has 1 to {MOST_TABLES} tables, not {tables}")
    if server is not None:
        elsewhere = {
            "tutorial": tutorial,
            **dict.fromkeys(given.given_options(), True),
            "tables": tables != 1,
            "seed": seed is not None,
            "record": record,
            "resume": resume,
            "sign": sign,
            "checkpoints": checkpoints,
            "accept_rollback": accept_rollback,
            "player_seed": player_seed is not None,
            "practice": practice,
        }
        refuse_given(elsewhere, "not with --server, which decides what the table is")
        refuse_given({"pause": pause is not None}, "not with --server, which sets the pace")
        sit_at_server(
            server,
            game,
            check_player_name(player),
            money,
            sign_up=sign_up,
            faces=faces,
            plain=no_colour,
            four_colours=four_colours,
        )
        return 0
    refuse_given({"sign_up": sign_up}, "only with --server")
    given = given if resume else ask_for_player_cards(game, given)
    law, _ = require_lawful_table(game, given)
    waits = check_pause(pause)
    prepare_coach(law, practice=practice)
    voice = Voice(Patron(check_player_name(player)), faces)
    replace_undecodable()
    adding = seed_contributors(check_player_name(player), player_seed, record)
    kept = open_saved_play(
        record,
        game,
        resume=resume,
        seed=seed,
        contributors=adding,
        sign=sign,
        checkpoints=checkpoints,
        accept_rollback=accept_rollback,
    )
    with kept as evening:
        opened = open_tables(game, given, seed, tables, evening=evening, practice=practice)
        if evening is not None:
            evening.invite_seeds()
        screen: Screen = choose_screen(
            sys.stdin,
            sys.stdout,
            opened[0].table.choices.side_bets,
            faces,
            waits,
            plain=no_colour,
            four_colours=four_colours,
        )
        screen = TutorialScreen(screen) if tutorial else screen
        sittings = {one.name: sit_down(one, screen, voice, seed) for one in opened}
        if len(opened) == 1:
            sittings[opened[0].name].run(money)
        else:
            HouseVisit(sittings, screen).run(money)
        if sys.stdin.isatty() and sys.stdout.isatty() and not tutorial:
            save_evenings(one.sums for one in sittings.values())
    return 0


def sit_at_server(
    address: str,
    table: str,
    player: str,
    bankroll: Cents,
    *,
    sign_up: bool,
    faces: Faces,
    plain: bool,
    four_colours: bool,
) -> None:
    """Play at a table of a server."""
    from croupier.terminal.remote import RemoteSitting, find_table, sign_in

    client = sign_in(address, player, sign_up=sign_up, scopes=("read", "play"))
    try:
        name = find_table(client, table)
        side_bets = tuple(bet.on for bet in client.view(name).side_bets)
        screen = choose_screen(
            sys.stdin, sys.stdout, side_bets, faces, plain=plain, four_colours=four_colours
        )
        RemoteSitting(client, name, str(client.who()["account"]), screen).run(bankroll)
    finally:
        client.close()


def require_lawful_table(
    game: str, options: OpenTableOptions, *, mode: Mode = Mode.AUTOMATIC
) -> tuple[TableLaw, Choices]:
    """Return the law and the choices of a table. Raise if it may not be opened."""
    law = find_law(game)
    choices = read_choices(law, options, mode=mode, pool=POOL)
    opened = open_table(law, choices)
    if isinstance(opened, Refused):
        raise UnlawfulTableError(opened)
    return law, choices


def seed_contributors(player: str, secret: str | None, record: Path | None) -> "list[Contributor]":
    """Return the players who add a seed to the shuffles: this one, or none."""
    if secret is None:
        return []
    if record is None:
        raise CroupierError("--player-seed: only with --record")
    from croupier.features.fairness.seeds import LONGEST_SEED, SecretOwner

    if not 1 <= len(secret) <= LONGEST_SEED or not secret.isprintable():
        raise CroupierError(f"--player-seed: write 1 to {LONGEST_SEED} printable characters")
    return [SecretOwner(player, secret)]


def sit_down(croupier: Croupier, screen: Screen, voice: Voice, seed: int | None) -> Sitting:
    """Return a sitting for the kind of game at the table, with a coach at a practice table."""
    choices = croupier.table.choices
    coach = Practice(croupier.law, choices) if choices.practice else None
    sitting = StudSitting if isinstance(croupier.law, StudLaw) else BlackjackSitting
    return sitting(croupier, screen, voice, seed=seed, coach=coach)


def open_tables(
    game: str,
    options: OpenTableOptions,
    seed: int | None,
    number: int = 1,
    *,
    mode: Mode = Mode.AUTOMATIC,
    evening: "SavedPlay | None" = None,
    practice: bool = False,
) -> list[Croupier]:
    """Open the tables of a house, all with the same options and one jackpot pool.

    The tables of a resumed evening are as they were: raise if an option is given.
    """
    law, choices = require_lawful_table(game, options, mode=mode)
    choices = replace(choices, practice=practice)
    for running in () if evening is None else evening.house.tables.values():
        if running.rests is not None:
            raise CroupierError(f"{running.rests.why}: croupier audit adopt-law")
    if evening is not None and evening.house.tables:
        refuse_given(
            dict.fromkeys(options.given_options(), True), "the evening has its table already"
        )
        return [Croupier.at(evening.house, name) for name in evening.house.tables]
    opened: list[Croupier] = []
    for place in range(number):
        own_seed = None if seed is None else seed + place
        beside = opened[0] if opened and evening is None else None
        opened.append(
            Croupier(
                law, choices, seed=own_seed, cut_for_players=False, beside=beside, evening=evening
            )
        )
    return opened


@contextmanager
def open_saved_play(
    record: Path | None,
    game: str,
    *,
    resume: bool,
    mode: Mode = Mode.AUTOMATIC,
    seed: int | None = None,
    contributors: "Sequence[Contributor]" = (),
    sign: Path | None = None,
    checkpoints: Path | None = None,
    accept_rollback: bool = False,
) -> Iterator["SavedPlay | None"]:
    """Open the recorded evening, and close it at the end; None without a file to record in."""
    refuse_given(
        {"accept_rollback": accept_rollback and not checkpoints}, "only with --checkpoints"
    )
    if record is None:
        if resume:
            raise CroupierError("--resume: name the evening's file with --record")
        refuse_given({"sign": sign, "checkpoints": checkpoints}, "only with --record")
        yield None
        return
    if resume and seed is not None:
        raise CroupierError("--seed: not with --resume, because the cards are already shuffled")
    if checkpoints is not None and (sign is None or not checkpoints.is_dir()):
        raise CroupierError("--checkpoints: name a folder, and the signing key with --sign")
    if ":/" in str(record):
        raise CroupierError("--record: an evening in the terminal needs a file")
    from croupier.record.stores.locations import driver_errors_explained
    from croupier.terminal.saved_play import (
        RecordKind,
        SavedPlay,
        refuse_other_record,
        require_not_rolled_back,
    )

    with driver_errors_explained(str(record)):
        kind = RecordKind.DEALT if mode is Mode.LIVE else RecordKind.PLAYED
        refuse_other_record(record, kind, game, resume=resume)
        if resume and sign and checkpoints:
            require_not_rolled_back(record, sign, checkpoints, accept=accept_rollback)
        evening = SavedPlay(record, random_source(seed), resume=resume, contributors=contributors)
        try:
            if sign is not None:
                evening.sign(sign, checkpoints)
            yield evening
        finally:
            evening.close()
