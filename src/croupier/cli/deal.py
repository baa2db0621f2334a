"""``croupier deal``: a live table, dealt with real cards by a person or a card-reading shoe."""

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from croupier.cli.play import open_saved_play, open_tables, require_lawful_table
from croupier.games.table.choices import Mode
from croupier.terminal.dealer.live_table import LiveTable
from croupier.terminal.dealer.machine import serve
from croupier.terminal.dealer.terminal import DealerTerminal
from croupier.terminal.line_input import new_evening_path, replace_undecodable
from croupier.terminal.table_options import LiveTableOptions, ask_for_player_cards, refuse_given


def now() -> datetime:
    """Return the time of day."""
    return datetime.now(UTC)


def deal(
    game: str,
    /,
    *,
    options: LiveTableOptions | None = None,
    clock: Annotated[bool, Parameter(negative=())] = False,
    record: Path | None = None,
    resume: Annotated[bool, Parameter(negative=())] = False,
    sign: Path | None = None,
    checkpoints: Path | None = None,
    accept_rollback: Annotated[bool, Parameter(negative=())] = False,
    server: str | None = None,
    dealer: str = "",
    json: Annotated[bool, Parameter(negative=())] = False,
    tournament: Path | None = None,
    players: str = "",
) -> int:
    """Deal a live table: enter what happens with real cards, line by line.

    After each line the table shows what follows, what to announce, and what is due.

    Lines:

        shuffle           then cut ann 200, load, burn, as they fall due
        w ann 1 25 bob 2  ann lays $25 on box 1, bob on box 2; w: the same again
        d                 no more bets: the round is dealt
        4S  10H  4s10h    each card as it comes out; ?? lies face down, unread
        h s d p           what the player calls; h4s calls and deals in one word
        draw-in-error 4S  what went wrong; the rulebook's remedy follows
        due table notices equipment help quit

    Examples:

        croupier deal star-blackjack

        croupier deal canberra-blackjack --decks 4 --device shuffler

        croupier deal perth-blackjack --checklist

        croupier deal perth-blackjack --record evening.db

        croupier deal star-blackjack --tournament spring.toml --players ann,bob,cat

        echo '{"do": "shuffle"}' | croupier deal caribbean-stud --json

        croupier deal perth-blackjack --server http://127.0.0.1:8000 --dealer dan

    Parameters
    ----------
    game
        The name of the game, such as star-blackjack.
    clock
        Give each command the time of day, so that signs and deadlines apply; else only at= does.
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
    server
        Deal a server's live table instead: the game's first one, or one by its
        own name. The command asks for your password and the code of your device, or
        reads them from CROUPIER_PASSWORD and CROUPIER_CODE; CROUPIER_TOKEN replaces both.
    dealer
        The name to sign in with on the server.
    json
        Read one JSON command from each line, and answer each with one line of JSON.
    tournament
        Run a tournament at live tables, from a file like those of croupier tournament template.
    players
        The entrants: they are seated by lot, and the first session starts.
    """
    given = options or LiveTableOptions()
    of_table = dict.fromkeys(given.given_options(), True)
    of_record = {"sign": sign, "checkpoints": checkpoints, "accept_rollback": accept_rollback}
    if server is not None:
        elsewhere = {
            **of_table,
            **of_record,
            "clock": clock,
            "record": record,
            "resume": resume,
            "json": json,
            "tournament": tournament,
            "players": players,
        }
        refuse_given(elsewhere, "not with --server, which decides what the table is")
        deal_at_server(server, game, dealer)
        return 0
    refuse_given({"dealer": dealer}, "only with --server")
    if tournament is not None:
        from croupier.features.tournaments.cli.dealing import deal_tournament

        refuse_given(of_table, "not with --tournament: the file's [tables] say this")
        refuse_given(of_record, "not for a tournament")
        deal_tournament(
            game,
            tournament,
            players,
            record=record,
            resume=resume,
            clock=now if clock else None,
            as_json=json,
        )
        return 0
    refuse_given({"players": players}, "only with --tournament")
    given = given if resume or json else ask_for_player_cards(game, given)
    require_lawful_table(game, given, mode=Mode.LIVE)
    replace_undecodable()
    if record is None and not json and sys.stdin.isatty() and sys.stdout.isatty():
        record = new_evening_path(game, now())
    kept = open_saved_play(
        record,
        game,
        resume=resume,
        mode=Mode.LIVE,
        sign=sign,
        checkpoints=checkpoints,
        accept_rollback=accept_rollback,
    )
    with kept as evening:
        (croupier,) = open_tables(game, given, None, mode=Mode.LIVE, evening=evening)
        live = LiveTable(croupier, now if clock else None)
        if json:
            serve(live, sys.stdin, sys.stdout)
        else:
            DealerTerminal(live, sys.stdin, sys.stdout, kept=record).run()
    return 0


def deal_at_server(address: str, table: str, dealer: str) -> None:
    """Deal a live table of a server."""
    from croupier.terminal.remote import RemoteTerminal, find_table, sign_in

    client = sign_in(address, dealer, scopes=("read", "manage"), flag="--dealer")
    try:
        RemoteTerminal(client, find_table(client, table), sys.stdin, sys.stdout).run()
    finally:
        client.close()
