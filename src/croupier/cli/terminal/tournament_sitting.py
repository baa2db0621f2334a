"""A session of a tournament at a table: a person wagers in turn among players of software."""

import re

from croupier.blackjack.decisions import AnswerDue, DecisionDue, Insurable, InsuranceDue
from croupier.cli.terminal import pages
from croupier.cli.terminal.blackjack_sitting import BlackjackSitting
from croupier.cli.terminal.screen import Query, Screen
from croupier.cli.terminal.typed_text import AMOUNT, Misread, quoted, short_amount, typed_amount
from croupier.cli.terminal.typed_wagers import Bet, read_wagers, written_bets
from croupier.display.choices import on_offer
from croupier.display.narration import ELSEWHERE, tell
from croupier.display.standings import at_table
from croupier.display.voices import Voice
from croupier.display.words import listed
from croupier.floor.tournaments.commands import BuyBack
from croupier.floor.tournaments.handlers import decide
from croupier.money import in_dollars
from croupier.play.session_table import SessionTable
from croupier.play.tournament_run import SoftwarePlayers, must
from croupier.rulebooks import Role
from croupier.table.commands import Command, PlaceWager
from croupier.table.contest_commands import HandInForm, PlayPassCard, ShowForm
from croupier.table.contest_events import ContestRoundEnded
from croupier.table.contest_state import OVER, Contestant, Standing
from croupier.table.contest_tables import contest_of
from croupier.table.due import Due, TurnDue
from croupier.table.events import Event
from croupier.table.state import MAIN, Refused

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
OTHERWISE = [word for word, _ in WORDS]
"""What means something else in a tournament than at other tables."""


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
        """Tell what the table is."""
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
                self._refused(self._carry_out(self._others.next_command(self._session.running)))

    def buys_back(self) -> bool:
        """Whether the player is out and buys back, where the conditions still let that be done."""
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
        for event in must(house, command):
            self._take(event)
        return True

    # ---------------------------------------------------------------------------- what happens

    def _take(self, event: Event) -> None:
        if isinstance(event, ELSEWHERE):
            for sentence in tell(self._law, event, self._view(), self._voice):
                if sentence.told:
                    self._screen.tell(sentence.cited)
            return
        super()._take(event)
        if isinstance(event, ContestRoundEnded):
            for line in self._standings():
                self._screen.tell(line)

    def _standings(self) -> list[str]:
        """How the players stand, the marker and the rounds left."""
        contest = contest_of(self._session.table)
        places = listed(
            f"{one.place} {self._voice.who(one.player)} {in_dollars(one.chips)}"
            for one in at_table(self._session.table)
        )
        return [f"After round {contest.round - 1}: {places}."]

    # ------------------------------------------------------------------------------ what is asked

    def _ask_turn(self, due: TurnDue) -> None:
        text, shown = self._question(due)
        line = self._ask(Query(text, self._turn_keys()), shown)
        commands = self._read_turn(line.lower(), due)
        if isinstance(commands, Misread):
            self._screen.tell(commands.why)
        else:
            self._refused(self._carry_out(*commands))

    def _turn_keys(self) -> tuple[tuple[str, str], ...]:
        """What may be typed in turn; pass cards and forms where the player has some left."""
        own, least = self.own, self._session.table.limits.minimum
        again = written_bets(self._last_bets, self._shorts).partition(":")[2]
        amount = short_amount(least)
        first = ("Enter", f"wagers {again}") if again else (amount, f"wagers ${amount}")
        keys = [first]
        if own.passes:
            keys.append(("pass", f"plays a pass card ({own.passes} left)"))
        if own.forms:
            keys.append((f"form {amount}", f"an undisclosed wager ({own.forms} left)"))
        return (*keys, ("?", "help"), ("q", "leave"))

    def _insurable(self, due: InsuranceDue) -> tuple[Insurable, ...]:
        return on_offer(due, self._voice.me)

    def _read_turn(self, line: str, due: TurnDue) -> tuple[Command, ...] | Misread:
        """The commands that a line means for the player whose turn it is."""
        me, player = self._voice.me, Role.PLAYER
        if line == "pass":
            return (PlayPassCard(me, by=player),)
        if form := FORM.fullmatch(line):
            beside = 0 if form[2] is None else typed_amount(form[2])
            return (HandInForm(me, MAIN, typed_amount(form[1]), beside, by=player),)
        if line.startswith("see "):
            return (ShowForm(me, self._named(line.removeprefix("see ").strip()), by=player),)
        bets: tuple[Bet, ...] | Misread = self._last_bets
        if line or not bets:
            bets = read_wagers(line, shorts=self._shorts, boxes=(due.box,))
        if isinstance(bets, Misread):
            return Misread(f"{quoted(line)} is not a wager: type 25, pass, form 50, or ? for help.")
        if wrong := self._outside_limits(bets):
            return wrong
        self._last_bets = tuple(sorted(bets, key=lambda bet: bet.on != MAIN))
        return tuple(
            PlaceWager(me, bet.box, bet.amount, bet.on, by=player) for bet in self._last_bets
        )

    def _named(self, word: str) -> str:
        """The player at the table whose name was typed in whatever case."""
        names = [one.player for one in contest_of(self._session.table).contestants]
        return next((name for name in names if name.lower() == word), word)

    def _outside_limits(self, bets: tuple[Bet, ...]) -> Misread | None:
        """What the limits say against a wager: the rules would put it right, a prompt asks."""
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
            ("Play", list(pages.DECISIONS)),
            ("Any time", [row for row in pages.WORDS if row[0] not in OTHERWISE] + list(WORDS)),
        ]
        return pages.two_columns(self._law.title, rows)
