"""A player's time at a table of any game: ask what is due, submit, show, sum up.

What differs between games is abstract here. ``HouseVisit`` moves the player between tables.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Protocol

from msgspec.structs import replace

from croupier.display import scenes
from croupier.display.choices import call_for_absent, command_for
from croupier.display.disclosure import disclose
from croupier.display.layout import table_view
from croupier.display.narration.narrator import narrate_event
from croupier.display.prompts import question
from croupier.display.scenes import next_scene, scene_of
from croupier.display.sentences import Sentence
from croupier.display.viewers import Patron, Viewer, Voice, refusal_sentence
from croupier.display.views import TableView, last_wagers
from croupier.errors import CroupierError
from croupier.floor import Croupier
from croupier.games.blackjack.insurance import CloseInsurance
from croupier.games.blackjack.turn import AnswerDue, DecisionDue, InsuranceDue
from croupier.games.stud.jackpots import JackpotPaid, JackpotWagersTaken
from croupier.games.table.due import CutDue, Due, WagersDue
from croupier.games.table.preparation import CutCards, DeclineCut
from croupier.games.table.rounds import Deal, RoundEnded
from croupier.games.table.seats import BuyIn
from croupier.games.table.state import Table, minimum_for
from croupier.games.table.wagers import PlaceWager
from croupier.messages import Command, Event, Refused
from croupier.money import Cents, in_dollars
from croupier.rulebooks import Role, TableLaw
from croupier.terminal.player import help_pages
from croupier.terminal.player.results import (
    PastEvening,
    Tally,
    past_evening,
    result_text,
    summary,
    tally_after,
)
from croupier.terminal.player.screen import Leaving, Moving, Query, Screen
from croupier.terminal.player.typed import Bet, Misread, limits_problem, quote, read_purchase

QUIT = ("q", "quit", "exit")
HELP = ("?", "help")
Keys = tuple[tuple[str, str], ...]
"""Each key at a prompt, and what it does."""
METER_EVENTS = (JackpotWagersTaken, JackpotPaid)
"""Events that change the jackpot meter."""


class TableCoach(Protocol):
    """Advises one player at one practice table."""

    def hint(self, view: TableView) -> list[str]:
        """Return what each choice is worth, the best first."""

    def notes(self, command: Command, view: TableView) -> str | None:
        """Note a decision before it is submitted. Return what it costs if it is a mistake."""

    def summary(self) -> list[str]:
        """Return how the decisions went, by kind of mistake."""

    def with_counts(self, evening: PastEvening) -> PastEvening:
        """Return the evening with its numbers of decisions and mistakes."""


def no_hints_text(law: TableLaw) -> list[str]:
    """Return the lines that say why there are no hints at this table, and where there are."""
    clause = law.conduct.no_aids
    why = f"no device may work out play here ({clause})" if clause else "aids are not for tables"
    return [f"Hints are for practice only: {why}. Open a practice table with --practice."]


class Sitting(ABC):
    """A player's time at one table; subclasses ask for what their game has due."""

    _searched = "split"
    """A word that occurs in the rulebook, as an example for ``rules``."""

    def __init__(
        self,
        croupier: Croupier,
        screen: Screen,
        voice: Voice,
        *,
        seed: int | None = None,
        coach: TableCoach | None = None,
    ) -> None:
        self._croupier = croupier
        self._screen = screen
        self._voice = voice
        self._seed = seed
        self._scene = scene_of(croupier.table, meter_of(croupier))
        self._tally = Tally(voice.me)
        self._began = datetime.now(UTC)
        self._settled = self._view()
        """The view after the last settlement, for ``why``."""
        self._last_bets = self._last_wagers()
        """The wagers that Enter repeats."""
        self._log: list[Sentence] = []
        self._last_log: list[Sentence] = []
        self._left_in: int | None = None
        """The round during which the player left."""
        self._practice = coach
        """The coach; None unless it is a practice table."""

    @property
    def _law(self) -> TableLaw:
        """The law of the table."""
        return self._croupier.law

    def _view(self, viewer: Viewer | None = None, due: tuple[Due, ...] = ()) -> TableView:
        """Return the table as the viewer sees it; the player by default."""
        shown = viewer or self._voice.viewer
        voice = self._voice
        return table_view(
            self._law, self._scene, shown, due=due, names=voice.names, faces=voice.faces
        )

    def _last_wagers(self) -> tuple[Bet, ...]:
        """Return the player's wagers of the last round, also after a resume."""
        own = (one for one in last_wagers(self._view()) if one.player == self._voice.me)
        return tuple(Bet(one.box, one.stake, one.on) for one in own)

    # ------------------------------------------------------------------------ the evening

    def run(self, bankroll: Cents) -> None:
        """Buy in, play until the player leaves, and sum up."""
        self.sit_down(bankroll)
        try:
            self.play()
        except Leaving:
            self.leave()
        self.sum_up()

    def sit_down(self, bankroll: Cents) -> None:
        """Show the opening lines and buy in; a returning player still has their chips."""
        self.come_back()
        if self._voice.me in self._croupier.table.players:
            self._screen.tell(f"You are back at {self._law.title}: the table is as you left it.")
            return
        buy_in = BuyIn(self._voice.me, bankroll, by=Role.PLAYER)
        if refused := scenes.first_refusal(self._law, self._croupier.table, buy_in):
            raise CroupierError(f"{refused.why} ({refused.clause})")
        for line in self._opening_lines():
            self._screen.tell(line)
        self._carry_out(buy_in)

    @property
    def sums(self) -> PastEvening:
        """The results at this table so far."""
        evening = past_evening(self._law.game, self._tally, self._began)
        return evening if self._practice is None else self._practice.with_counts(evening)

    def come_back(self) -> None:
        """Update the jackpot, which other tables may have changed meanwhile."""
        self._scene = replace(self._scene, meter=meter_of(self._croupier))

    def play(self) -> None:
        """Ask for what is due until the table closes. Raise if the player leaves or moves on."""
        while self._croupier.due:
            self._answer(self._croupier.due[0])
        self._screen.tell("The table is closed.")

    def sum_up(self) -> None:
        """Show the results at this table."""
        chips = self._croupier.table.chips(self._voice.me)
        sums = summary(self._tally, chips, seed=self._seed, left_in=self._left_in)
        coached = [] if self._practice is None else ["", "Coach", *self._practice.summary()]
        self._screen.page(["", *sums, *coached])

    def leave(self) -> None:
        """Finish the round of a player who leaves: wagers stay until they are settled."""
        table = self._croupier.table
        if table.round is not None:
            self._left_in = self._tally.rounds
            clause = self._law.wagers.no_change_after.clause
            self._screen.tell(
                f"Wagers in play lie until they are decided ({clause}): {self._finish_text()}."
            )
        while (command := self._absent(self._croupier.table, self._croupier.due)) is not None:
            if refused := self._carry_out(command):
                raise CroupierError(refusal_sentence(refused, self._voice))

    # ------------------------------------------------------------ what depends on the game

    @abstractmethod
    def _answer(self, due: Due) -> None:
        """Ask for what is due."""

    @abstractmethod
    def _absent(self, table: Table, due: tuple[Due, ...]) -> Command | None:
        """Return the next command of a round whose player has left; None once it is over."""

    @abstractmethod
    def _finish_text(self) -> str:
        """Say how the round of a player who leaves is finished."""

    @abstractmethod
    def _opening_lines(self) -> list[str]:
        """Return the lines that a player reads on sitting down."""

    @abstractmethod
    def _help(self) -> list[str]:
        """Return the keys and words."""

    @abstractmethod
    def _sign(self) -> list[str]:
        """Return the sign and the inscriptions on the cloth."""

    # ------------------------------------------------------------------ submitting commands

    def _carry_out(self, *commands: Command) -> Refused | None:
        """Submit all commands, or none if one would be refused; return that refusal."""
        # A single command needs no trial: the table refuses it itself. With a coach it does,
        # because the coach must note only decisions that are then carried out.
        alone = len(commands) == 1 and self._practice is None
        refused = (
            None if alone else scenes.first_refusal(self._law, self._croupier.table, *commands)
        )
        if refused:
            return refused
        for command in commands:
            self._hear_coach(command)
            events = self._croupier.do(command)
            if isinstance(events, Refused):
                return events
            for event in events:
                self._take(event)
        return None

    def _hear_coach(self, command: Command) -> None:
        """At a practice table, show what the decision costs if it is a mistake."""
        if self._practice is None:
            return
        note = self._practice.notes(command, self._view(due=self._croupier.due))
        if note is not None:
            self._screen.tell(note)

    def _take(self, event: Event) -> None:
        known = disclose(self._law, self._scene.table, event, self._voice.viewer)
        self._scene = next_scene(self._scene, event)
        if isinstance(event, METER_EVENTS):
            self._scene = replace(self._scene, meter=meter_of(self._croupier))
        self._tally = tally_after(self._tally, event)
        now = self._view()
        if now.settled:
            self._settled = now
        if known is not None:
            entries = narrate_event(self._law, known, now, self._voice)
            self._log += entries
            self._screen.show_event(known, entries, now)
        if isinstance(event, RoundEnded):
            self._last_log, self._log = self._log, []
            chips = self._croupier.table.chips(self._voice.me)
            result = result_text(self._tally.this_round)
            self._screen.tell(f"Round {self._tally.rounds}: {result}. Chips {in_dollars(chips)}.")

    # ------------------------------------------------------------------------------ asking

    def _question(self, owed: Due) -> tuple[str, TableView]:
        """Return the question for something due, and the view of the player it is put to."""
        player = getattr(owed, "player", None) or self._voice.me
        shown = self._view(Patron(player), self._croupier.due)
        return question(self._law, shown, owed, self._voice), shown

    def _ask(self, query: Query, shown: TableView) -> str:
        """Ask until the player answers; meanwhile answer the questions of their own."""
        while True:
            line = self._screen.ask(query, shown)
            word, _, rest = line.partition(" ")
            word = word.lower()
            if word in QUIT:
                raise Leaving
            if word == "table":
                if rest.strip():
                    self._go_to(rest.strip())
                else:
                    self._screen.show(shown)
                continue
            page = self._page(word, rest.strip())
            if page is None:
                return line
            self._screen.page(page)

    def _go_to(self, table: str) -> None:
        """Move to another table of the house."""
        names = list(self._croupier.house.tables)
        if table == self._croupier.name:
            self._screen.tell(f"This is table {table}.")
        elif table in names:
            raise Moving(table)
        else:
            there = "1 only" if len(names) == 1 else f"1 to {len(names)}"
            self._screen.tell(f"There is no table {quote(table)} here: type {there}.")

    def _page(self, word: str, rest: str) -> list[str] | None:
        if word in HELP:
            return self._help()
        match word:
            case "sign":
                return self._sign()
            case "rules":
                return help_pages.rules_text(self._law, rest, self._searched)
            case "why":
                return help_pages.why_text(self._law, self._settled, self._voice)
            case "hint" | "coach" if self._practice is None:
                return no_hints_text(self._law)
            case "hint" if self._practice is not None:
                return self._practice.hint(self._view(due=self._croupier.due))
            case "coach" if self._practice is not None:
                return self._practice.summary()
            case "log":
                under_way = self._croupier.table.round is not None
                return help_pages.log_text(self._log if under_way else self._last_log)
        return None

    def _ask_bets(
        self, due: WagersDue, keys: Keys, read: Callable[[str], tuple[Bet, ...] | Misread]
    ) -> None:
        """Ask for wagers, or for chips to make them; place the wagers and start the deal."""
        text, shown = self._question(due)
        line = self._ask(Query(text, keys), shown)
        if purchase := read_purchase(line):
            self._buy(purchase)
            return
        typed = read(line) if line or not self._last_bets else self._last_bets
        if isinstance(typed, Misread):
            self._screen.tell(typed.why)
            return
        me = self._voice.me
        if wrong := limits_problem(self._law, self._croupier.table, due, me, typed):
            self._screen.tell(wrong.why)
            return
        bets = tuple(sorted(typed, key=lambda bet: bet.on != self._law.initial))
        laid = (PlaceWager(me, bet.box, bet.amount, bet.on, by=Role.PLAYER) for bet in bets)
        if not self._show_refusal(self._carry_out(*laid, Deal(by=Role.DEALER))):
            self._last_bets = bets

    def _keys_for_bets(self, *keys: tuple[str, str]) -> Keys:
        """Return the keys at the prompt for wagers; buying chips first if there are too few."""
        table, me = self._croupier.table, self._voice.me
        poor = table.chips(me) < minimum_for(table, me)
        return (*((("buy 100", "more chips"),) if poor else keys), ("?", "help"), ("q", "leave"))

    def _buy(self, purchase: Cents | Misread) -> None:
        if isinstance(purchase, Misread):
            self._screen.tell(purchase.why)
        else:
            self._show_refusal(self._carry_out(BuyIn(self._voice.me, purchase, by=Role.PLAYER)))

    def _show_refusal(self, refused: Refused | None) -> bool:
        """Show a refusal with its clause. Return whether there was one."""
        if refused is not None:
            self._screen.tell(refusal_sentence(refused, self._voice))
        return refused is not None

    def _ask_cut(self, due: CutDue, player: str) -> None:
        size = self._croupier.table.shoe.size
        middle = size // 2
        text, shown = self._question(due)
        keys = (
            ("Enter", f"cuts in the middle ({middle})"),
            (f"{due.least}-{size - due.least}", "cuts there"),
            ("n", "declines"),
        )
        line = self._ask(Query(text, keys), shown).lower()
        if line in ("n", "no", "decline"):
            self._show_refusal(self._carry_out(DeclineCut(player, by=Role.PLAYER)))
        elif not line or (line.isascii() and line.isdigit() and len(line) < 6):
            self._show_refusal(
                self._carry_out(CutCards(int(line or middle), player, by=Role.DEALER))
            )
        else:
            self._screen.tell(
                f"{quote(line)} is not a place to cut: type a number of cards, Enter for the "
                f"middle, or n to decline."
            )


def meter_of(croupier: Croupier) -> Cents | None:
    """Return the reading of the jackpot meter; None if the table has no jackpot."""
    return None if croupier.pool is None else croupier.pool.meter


def command_for_absent(table: Table, due: tuple[Due, ...]) -> Command | None:
    """Return the next command of a round whose player has left; None once it is over.

    It stakes nothing more: no insurance, no double, no split.
    """
    if table.round is None or not due:
        return None
    match due[0]:
        case InsuranceDue():
            return CloseInsurance(by=Role.DEALER)
        case DecisionDue(choices=choices) | AnswerDue(choices=choices):
            return command_for(due[0], call_for_absent(choices))
        case CutDue(player=str(player)):
            return CutCards(table.shoe.size // 2, player, by=Role.DEALER)
        case _:
            return None


class HouseVisit:
    """A player who moves between tables; each table waits as the player left it."""

    def __init__(self, sittings: Mapping[str, Sitting], screen: Screen) -> None:
        self._sittings = sittings
        self._screen = screen
        self._seated: list[str] = []

    def run(self, bankroll: Cents) -> None:
        """Play from the first table on until the player leaves, and sum up each table visited."""
        at = next(iter(self._sittings))
        self._screen.tell(
            f"There are {len(self._sittings)} tables: table 2 takes you to the second."
        )
        while at:
            self._sit_at(at, bankroll)
            try:
                self._sittings[at].play()
                at = ""
            except Moving as moving:
                at = moving.table
            except Leaving:
                at = ""
        for name in self._seated:
            self._screen.tell(f"Table {name}.")
            self._sittings[name].leave()
            self._sittings[name].sum_up()

    def _sit_at(self, name: str, bankroll: Cents) -> None:
        """Sit down at a table for the first time, or return to it."""
        self._screen.tell(f"Table {name}.")
        sitting = self._sittings[name]
        if name in self._seated:
            sitting.come_back()
        else:
            self._seated.append(name)
            sitting.sit_down(bankroll)
