"""``croupier tournament play``: a person's session at a table, among software players."""

import re
import sys
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from croupier.display.choices import insurable_wagers
from croupier.display.narration.narrator import EVENTS_OFF_THE_TABLE, narrate_event
from croupier.display.viewers import Patron, Voice, join_words
from croupier.errors import CroupierError
from croupier.features.tournaments.bots import (
    UNFINISHED,
    SoftwarePlayers,
    Steps,
    award_if_due,
    begin_session,
    enter_all,
    play_tables,
    play_with_breaks,
    submit_or_raise,
)
from croupier.features.tournaments.cli.opening import (
    BOTS_IN_TURN,
    load_lawful_tournament,
    open_tournament_file,
    read_bots,
    read_entrants,
    seed_or_random,
)
from croupier.features.tournaments.files import TournamentFile
from croupier.features.tournaments.narration import spectator_sentence, tournament_event_sentence
from croupier.features.tournaments.rules import state
from croupier.features.tournaments.rules.conduct import BuyBack
from croupier.features.tournaments.rules.decisions import decide
from croupier.features.tournaments.rules.state import Tournament, TournamentPhase
from croupier.features.tournaments.runner import SessionTable, TournamentRunner
from croupier.features.tournaments.standings import standings, table_standings
from croupier.games.blackjack.turn import AnswerDue, DecisionDue, Insurable, InsuranceDue
from croupier.games.table.contest.rounds import ContestRoundEnded
from croupier.games.table.contest.state import OVER, Contestant, Standing
from croupier.games.table.contest.turns import contest_of
from croupier.games.table.contest.wagers import HandInForm, PlayPassCard, ShowForm
from croupier.games.table.due import Due, TurnDue
from croupier.games.table.state import MAIN
from croupier.games.table.wagers import PlaceWager
from croupier.messages import Command, Event, Refused
from croupier.money import in_dollars
from croupier.rulebooks import Role
from croupier.terminal.arguments import NUMBER, MaybeWhole
from croupier.terminal.line_input import check_player_name, replace_undecodable
from croupier.terminal.player import help_pages
from croupier.terminal.player.blackjack import BlackjackSitting
from croupier.terminal.player.colours import PLAIN_ASCII, WITH_SYMBOLS, can_show_symbols
from croupier.terminal.player.felt import check_pause, choose_screen
from croupier.terminal.player.screen import Leaving, Query, Screen
from croupier.terminal.player.typed import (
    AMOUNT,
    Bet,
    Misread,
    bets_text,
    quote,
    read_amount,
    read_wagers,
    short_amount,
)

FORM = re.compile(rf"form\s+({AMOUNT})(?:\s+({AMOUNT}))?")
TURNS = (
    ("25", "wager $25"),
    ("Enter", "the last wager again"),
    ("pass", "play a pass card, where you have one"),
    ("form 50", "hand in an undisclosed wager of $50; form 50 20 lays $20 in chips beside it"),
    ("see ann", "look at ann's form of the last round"),
    ("standings", "how everybody at the table stands"),
)
"""What may be typed in turn."""
WORDS = (("table", "the table once more"), ("q", "leave, at any time, with a summary"))
REDEFINED_WORDS = [word for word, _ in WORDS]
"""Words that mean something else in a tournament than at other tables."""


class TournamentSitting(BlackjackSitting):
    """One player's session at a table of a tournament."""

    def __init__(
        self, table: SessionTable, screen: Screen, voice: Voice, others: SoftwarePlayers
    ) -> None:
        super().__init__(table, screen, voice)
        self._session = table
        self._others = others
        self.left = False
        """Whether the session is over for the player, who does not buy back."""

    @property
    def over(self) -> bool:
        """Whether the session is over at the table."""
        return contest_of(self._session.table).part is OVER

    @property
    def own(self) -> Contestant:
        """The player's place in the session."""
        found = contest_of(self._session.table).contestant(self._voice.me)
        assert found is not None
        return found

    def open(self) -> None:
        """Show the session, the player's box, the number of rounds and the chips."""
        terms = self._session.table.choices.tournament
        assert terms is not None
        self._screen.tell(
            f"Session {terms.session}, table {self._session.number}: you sit at box "
            f"{self.own.box}. {terms.rounds} rounds are played with {self._chips()} in chips."
        )

    def _chips(self) -> str:
        return in_dollars(self._session.table.chips(self._voice.me))

    def play(self, until: int | None = None) -> None:
        """Play until a round is over, or the session is, at the table or for this player."""
        while self._session.due and self.own.standing is Standing.IN:
            if until is not None and contest_of(self._session.table).round > until:
                return
            self._answer(self._session.due[0])

    def _answer(self, due: Due) -> None:
        me = self._voice.me
        match due:
            case TurnDue(player=player) if player == me:
                self._ask_turn(due)
            case DecisionDue(player=player) | AnswerDue(player=player) if player == me:
                super()._answer(due)
            case InsuranceDue() if self._insurable(due):
                super()._answer(due)
            case _:
                self._show_refusal(
                    self._carry_out(self._others.next_command(self._session.running_table))
                )

    def buys_back(self) -> bool:
        """Return whether the player is out and buys back, if the conditions still allow it."""
        command = BuyBack(self._voice.me, by=Role.PLAYER)
        house = self._session.tournament
        may = decide(house.law, house.tournament, house.tables_now, command)
        if self.own.standing is not Standing.ELIMINATED or isinstance(may, Refused):
            return False
        price = in_dollars(house.tournament.conditions.buy_back_price)
        keys = (("y", f"pays {price}"), ("n", "stays out"))
        line = self._ask(Query(f"You are out. You may buy back for {price}", keys), self._view())
        if line.lower() not in ("y", "yes"):
            return False
        for event in submit_or_raise(house, command):
            self._take(event)
        return True

    # ---------------------------------------------------------------------------- what happens

    def _take(self, event: Event) -> None:
        if isinstance(event, EVENTS_OFF_THE_TABLE):
            for sentence in narrate_event(
                self._law, event, self._view(), self._voice, narrators=(tournament_event_sentence,)
            ):
                if sentence.told:
                    self._screen.tell(sentence.with_clauses)
            return
        super()._take(event)
        if isinstance(event, ContestRoundEnded):
            for line in self._standings():
                self._screen.tell(line)

    def _standings(self) -> list[str]:
        """Return the standings, the marker and the rounds left."""
        contest = contest_of(self._session.table)
        places = join_words(
            f"{one.place} {self._voice.who(one.player)} {in_dollars(one.chips)}"
            for one in table_standings(self._session.table)
        )
        return [f"After round {contest.round - 1}: {places}."]

    # ---------------------------------------------------------------------------------- questions

    def _ask_turn(self, due: TurnDue) -> None:
        text, shown = self._question(due)
        line = self._ask(Query(text, self._turn_keys()), shown)
        commands = self._read_turn(line.lower(), due)
        if isinstance(commands, Misread):
            self._screen.tell(commands.why)
        else:
            self._show_refusal(self._carry_out(*commands))

    def _turn_keys(self) -> tuple[tuple[str, str], ...]:
        """Return what may be typed in turn, with pass cards and forms if any are left."""
        own, least = self.own, self._session.table.limits.minimum
        again = bets_text(self._last_bets, self._shorts).partition(":")[2]
        amount = short_amount(least)
        first = ("Enter", f"wagers {again}") if again else (amount, f"wagers ${amount}")
        keys = [first]
        if own.passes:
            keys.append(("pass", f"plays a pass card ({own.passes} left)"))
        if own.forms:
            keys.append((f"form {amount}", f"an undisclosed wager ({own.forms} left)"))
        return (*keys, ("?", "help"), ("q", "leave"))

    def _insurable(self, due: InsuranceDue) -> tuple[Insurable, ...]:
        return insurable_wagers(due, self._voice.me)

    def _read_turn(self, line: str, due: TurnDue) -> tuple[Command, ...] | Misread:
        """Return the commands that a line means for the player whose turn it is."""
        me, player = self._voice.me, Role.PLAYER
        if line == "pass":
            return (PlayPassCard(me, by=player),)
        if form := FORM.fullmatch(line):
            beside = 0 if form[2] is None else read_amount(form[2])
            return (HandInForm(me, MAIN, read_amount(form[1]), beside, by=player),)
        if line.startswith("see "):
            return (ShowForm(me, self._player_named(line.removeprefix("see ").strip()), by=player),)
        bets: tuple[Bet, ...] | Misread = self._last_bets
        if line or not bets:
            bets = read_wagers(line, shorts=self._shorts, boxes=(due.box,))
        if isinstance(bets, Misread):
            return Misread(f"{quote(line)} is not a wager: type 25, pass, form 50, or ? for help.")
        if wrong := self._outside_limits(bets):
            return wrong
        self._last_bets = tuple(sorted(bets, key=lambda bet: bet.on != MAIN))
        return tuple(
            PlaceWager(me, bet.box, bet.amount, bet.on, by=player) for bet in self._last_bets
        )

    def _player_named(self, word: str) -> str:
        """Return the player at the table whose name was typed in any case."""
        names = [one.player for one in contest_of(self._session.table).contestants]
        return next((name for name in names if name.lower() == word), word)

    def _outside_limits(self, bets: tuple[Bet, ...]) -> Misread | None:
        """Return what is wrong with a wager by the limits.

        The rules would put the wager right; a prompt asks again instead.
        """
        limits = self._session.table.limits
        main = sum(bet.amount for bet in bets if bet.on == MAIN)
        if limits.minimum <= main <= limits.maximum:
            return None
        span = f"{in_dollars(limits.minimum)} to {in_dollars(limits.maximum)}"
        return Misread(f"A wager is {span} in this round, not {in_dollars(main)}.")

    def _page(self, word: str, rest: str) -> list[str] | None:
        return self._standings() if word == "standings" else super()._page(word, rest)

    def _help(self) -> list[str]:
        rows = [
            ("In turn", list(TURNS)),
            ("Play", list(help_pages.DECISIONS)),
            (
                "Any time",
                [row for row in help_pages.WORDS if row[0] not in REDEFINED_WORDS] + list(WORDS),
            ),
        ]
        return help_pages.two_columns(self._law.title, rows)


class TournamentEvening:
    """One person in a tournament among software players."""

    def __init__(
        self,
        house: TournamentRunner,
        others: SoftwarePlayers,
        screen: Screen,
        voice: Voice,
        *,
        box: int | None = None,
        seed: int | None = None,
    ) -> None:
        self._house = house
        self._others = others
        self._screen = screen
        self._voice = voice
        self._box = box
        self._seed = seed

    def run(self, players: Sequence[str]) -> None:
        """Enter with the others, play session after session, and sum up."""
        house = self._house
        try:
            self._tell(enter_all(house, players))
            while house.tournament.phase in UNFINISHED:
                if house.tournament.phase is not TournamentPhase.SESSION:
                    self._tell(begin_session(house, self._requested_seat()))
                self._play_session()
            self._tell(award_if_due(house))
        except Leaving:
            self._screen.tell("You leave the tournament.")
        self._screen.page(["", *self._summary()])

    def _requested_seat(self) -> tuple[str, int] | None:
        """Return the player and the box asked for, in the first session."""
        first = self._house.tournament.session == 0
        return (self._voice.me, self._box) if first and self._box is not None else None

    def _tell(self, steps: Iterable[tuple[Event, ...]]) -> None:
        """Show what a spectator may know."""
        for event in chain.from_iterable(steps):
            if sentence := spectator_sentence(event, self._voice):
                self._screen.tell(sentence)

    # ------------------------------------------------------------------------------- sessions

    def _play_session(self) -> None:
        """Play the player's own table and the others', from break to break."""
        house = self._house
        seat = house.tournament.seat_of(self._voice.me)
        sitting: TournamentSitting | None = None
        if seat is not None and seat.table in house.session_tables:
            table = SessionTable.of(house, seat.table)
            sitting = TournamentSitting(table, self._screen, self._voice, self._others)
            sitting.open()
        elif house.session_tables:
            self._screen.tell(f"You are not in {house.tournament.plan.name}: the others play.")
        self._tell(play_with_breaks(house, partial(self._play_until, sitting)))

    def _play_until(self, sitting: TournamentSitting | None, until: int | None) -> Steps:
        """Play all tables until a round is over, or to their ends; the player's own first."""
        if sitting is not None and not sitting.left:
            self._play_own(sitting, until)
        yield from play_tables(self._house, self._others, until)

    def _play_own(self, sitting: TournamentSitting, until: int | None) -> None:
        sitting.play(until)
        while sitting.buys_back():
            sitting.play(until)
        sitting.left = sitting.own.standing is not Standing.IN
        if sitting.left and not sitting.over:
            self._screen.tell("The others play on without you.")

    # --------------------------------------------------------------------------------- the end

    def _summary(self) -> list[str]:
        """Return what the tournament came to for the player."""
        house, me = self._house, self._voice.me
        tournament = house.tournament
        rows = [("session", self._result_sentence())]
        money = tournament.balances.get(state.player_account(me), 0)
        if tournament.awards is not None:
            rows.append(("prize", in_dollars(tournament.awards.get(me, 0))))
        rows.append(("money", f"{in_dollars(money, sign=True)} with fees and what was bought"))
        if self._seed is not None:
            rows.append(("seed", str(self._seed)))
        return ["Summary", *(f"  {name:<13}{value}" for name, value in rows)]

    def _result_sentence(self) -> str:
        """Return how far the player came, and with which place and chips."""
        house, me = self._house, self._voice.me
        tournament = house.tournament
        seat = tournament.seat_of(me)
        if tournament.phase is TournamentPhase.SESSION and seat is not None:
            table = house.tables_now[seat.table]
            contest = contest_of(table)
            own = next(one for one in table_standings(table) if one.player == me)
            return (
                f"{tournament.plan.name}, round {contest.round}: place {own.place} of "
                f"{len(contest.contestants)} at table {seat.table} with {in_dollars(own.chips)}"
            )
        line = next(one for one in standings(tournament) if one.player == me)
        if not line.session:
            return "not played yet"
        chips = in_dollars(line.chips or 0)
        return f"{line.session}: place {line.place} at table {line.table} with {chips}"


Flag = Annotated[bool, Parameter(negative=())]


def play(
    file: Path,
    /,
    *,
    player: str = "you",
    box: MaybeWhole = None,
    players: str = "",
    bots: str = BOTS_IN_TURN,
    seed: MaybeWhole = None,
    record: Path | None = None,
    resume: Flag = False,
    pause: Annotated[float | None, NUMBER] = None,
    no_colour: Flag = False,
    ascii: Flag = False,  # noqa: A002 - the option's name
) -> None:
    """Play a tournament yourself, among software players.

    You wager when it is your turn; the others follow at once, and the screen
    shows what they do. After each round it shows the table's standings.

    Keys:

        25  Enter         wager $25; the last wager again
        pass              play a pass card
        form 50           hand in an undisclosed wager; form 50 20 with $20 in chips
        see ann           look at ann's form of the last round
        h s d p  y e n    as at any table: see croupier play
        standings         how everybody stands
        ?  q              help; leave, with a summary

    Examples:

        croupier tournament play spring.toml

        croupier tournament play spring.toml --player ann --box 3 --players 6

        printf '20\\ns\\n' | croupier tournament play spring.toml --seed 7

        croupier tournament play spring.toml --record spring.db

        croupier tournament play spring.toml --record spring.db --resume

    Parameters
    ----------
    file
        The tournament, such as spring.toml.
    player
        Your name.
    box
        The box that you would like in the first session; drawn by lot by default.
    players
        The others: names separated by commas, or how many; as few as allowed by default.
    bots
        How the others wager, in turn: steady, proportional, follow-the-leader, catch-up-late.
    seed
        A whole number that determines all chance; without it, one is chosen and printed. With
        --record, which commits to the cards first, they differ from those without.
    record
        Record the tournament in this file, every event before it is shown; croupier audit reads it.
    resume
        Continue the tournament in that file where it stopped.
    pause
        Seconds between two cards on a drawn table, 0.12 by default; 0 deals at once.
    no_colour
        Plain lines; the default if NO_COLOR is set or the output is not a terminal.
    ascii
        Use letters for suits, and draw no lines.
    """
    from croupier.features.tournaments.bots import SoftwarePlayers
    from croupier.maths.blackjack.analysis import BlackjackStudy

    read = load_lawful_tournament(file)
    me = check_player_name(player)
    waits = check_pause(pause)
    drawn = seed if record is not None else seed_or_random(seed)
    with open_tournament_file(read, file.stem, seed=drawn, record=record, resume=resume) as house:
        others = _others(read, house.tournament, me, players)
        chart = BlackjackStudy(read.law, read.choices).flat_chart
        software = SoftwarePlayers(others, read_bots(bots), chart)
        faces = PLAIN_ASCII if ascii or not can_show_symbols(sys.stdout.encoding) else WITH_SYMBOLS
        replace_undecodable()
        side_bets = read.choices.side_bets
        screen = choose_screen(sys.stdin, sys.stdout, side_bets, faces, waits, plain=no_colour)
        voice = Voice(Patron(me), faces)
        evening = TournamentEvening(house, software, screen, voice, box=box, seed=drawn)
        evening.run([me, *others])


def _others(read: TournamentFile, known: Tournament, me: str, players: str) -> list[str]:
    """Return the other players: those who have entered, or those asked for."""
    if known.entrants:
        if me not in known.entrants:
            entered = ", ".join(known.entrants)
            raise CroupierError(f"--player: {me} has not entered; the entrants are {entered}")
        return [one for one in known.entrants if one != me]
    others = read_entrants(read, players, besides=1)
    if me in others:
        raise CroupierError(f"--player: {me} is already among the others")
    return others
