"""An evening at a table of any game: asked and answered, carried out, told, summed up."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable

from croupier.cli.terminal import consulting
from croupier.cli.terminal.scene import follow
from croupier.cli.terminal.screen import Leaving, Prompt, Screen
from croupier.cli.terminal.tally import Tally, counted, outcome, summary
from croupier.cli.terminal.telling import Entry, Voice
from croupier.cli.terminal.views import Scene
from croupier.cli.terminal.wording import Misread, quoted
from croupier.errors import CroupierError
from croupier.money import Cents, in_dollars
from croupier.play import Croupier
from croupier.play.engine import handle
from croupier.table.commands import BuyIn, Command, CutCards, DeclineCut
from croupier.table.due import CutDue, Due
from croupier.table.events import Event
from croupier.table.settled import RoundEnded
from croupier.table.state import Refused, Table

QUIT = ("q", "quit", "exit")
HELP = ("?", "help")
AFTER_YOU = {"has": "have", "is": "are"}
"""How verbs change where the player is simply called you."""


class Sitting(ABC):
    """One player's time at a table; what is due, and how it is told, is the game's."""

    _searched = "split"
    """A word that the rulebook has, as an example."""

    def __init__(
        self, croupier: Croupier, screen: Screen, voice: Voice, *, seed: int | None = None
    ) -> None:
        self._croupier = croupier
        self._screen = screen
        self._voice = voice
        self._seed = seed
        self._scene = Scene(croupier.table, meter=meter_of(croupier))
        self._tally = Tally(voice.me)
        self._settled = self._scene
        """The scene of the last settlement."""
        self._log: list[Entry] = []
        self._last_log: list[Entry] = []
        self._left_in: int | None = None
        """The round that the player did not stay for."""

    # ---------------------------------------------------------------------------- the evening

    def run(self, bankroll: Cents) -> None:
        """Buy in, play until the player leaves, and sum up."""
        buy_in = BuyIn(self._voice.me, bankroll)
        if isinstance(refused := handle(self._croupier.table, buy_in), Refused):
            raise CroupierError(f"{refused.why} ({refused.clause})")
        for line in self._opening():
            self._screen.tell(line)
        self._carry_out(buy_in)
        try:
            while self._croupier.due:
                self._answer(self._croupier.due[0])
            self._screen.tell("The table is closed.")
        except Leaving:
            self._leave()
        chips = self._croupier.table.chips(self._voice.me)
        sums = summary(self._tally, chips, seed=self._seed, left_in=self._left_in)
        self._screen.page(["", *sums])

    def _leave(self) -> None:
        """Finish the round for a player who goes: wagers lie until they are decided."""
        table = self._croupier.table
        if table.round is not None:
            self._left_in = self._tally.rounds
            clause = table.law.wagers.no_change_after.clause
            self._screen.tell(
                f"Wagers in play lie until they are decided ({clause}): {self._finishing()}."
            )
        while (command := self._absent(self._croupier.table, self._croupier.due)) is not None:
            if refused := self._carry_out(command):
                raise CroupierError(sentence(refused))

    # --------------------------------------------------------------------- what is the game's

    @abstractmethod
    def _answer(self, due: Due) -> None:
        """Ask for what is due."""

    @abstractmethod
    def _absent(self, table: Table, due: tuple[Due, ...]) -> Command | None:
        """The next step of a round whose player has gone; ``None`` once it is over."""

    @abstractmethod
    def _finishing(self) -> str:
        """What becomes of a round that its player does not stay for."""

    @abstractmethod
    def _tell(self, event: Event) -> tuple[Entry, ...]:
        """An event in sentences."""

    @abstractmethod
    def _opening(self) -> list[str]:
        """What a player reads on sitting down."""

    @abstractmethod
    def _help(self) -> list[str]:
        """The keys and words."""

    @abstractmethod
    def _sign(self) -> list[str]:
        """The sign and what the cloth says."""

    # --------------------------------------------------------------------- what is carried out

    def _carry_out(self, *commands: Command) -> Refused | None:
        """Carry out all commands, or none where one of them would be refused."""
        if refused := self._rehearsed(commands):
            return refused
        for command in commands:
            events = self._croupier.do(command)
            if isinstance(events, Refused):
                return events
            for event in events:
                self._take(event)
        return None

    def _rehearsed(self, commands: Iterable[Command]) -> Refused | None:
        """The first refusal that commands would meet; nothing has happened yet."""
        table = self._croupier.table
        for command in commands:
            answer = handle(table, command)
            if isinstance(answer, Refused):
                return answer
            table = answer.table
        return None

    def _take(self, event: Event) -> None:
        self._scene = follow(self._scene, event)
        self._tally = counted(self._tally, event)
        entries = self._tell(event)
        self._log += entries
        if self._scene.lines:
            self._settled = self._scene
        self._screen.happened(event, entries, self._scene)
        if isinstance(event, RoundEnded):
            self._last_log, self._log = self._log, []
            chips = self._croupier.table.chips(self._voice.me)
            told = outcome(self._tally.this_round)
            self._screen.tell(f"Round {self._tally.rounds}: {told}. Chips {in_dollars(chips)}.")

    # ---------------------------------------------------------------------------- what is asked

    def _ask(self, prompt: Prompt) -> str:
        """The answer to a prompt, once it is not a question of the player's own."""
        while True:
            line = self._screen.ask(prompt, self._scene)
            word, _, rest = line.partition(" ")
            word = word.lower()
            if word in QUIT:
                raise Leaving
            if word == "table":
                self._screen.show(self._scene)
                continue
            page = self._page(word, rest.strip())
            if page is None:
                return line
            self._screen.page(page)

    def _page(self, word: str, rest: str) -> list[str] | None:
        table = self._croupier.table
        if word in HELP:
            return self._help()
        match word:
            case "sign":
                return self._sign()
            case "rules":
                return consulting.rules_text(table, rest, self._searched)
            case "why":
                return consulting.why_text(self._settled, self._voice)
            case "log":
                under_way = table.round is not None
                return consulting.log_text(self._log if under_way else self._last_log)
        return None

    def _buy(self, purchase: Cents | Misread) -> None:
        if isinstance(purchase, Misread):
            self._screen.tell(purchase.why)
        else:
            self._refused(self._carry_out(BuyIn(self._voice.me, purchase)))

    def _refused(self, refused: Refused | None) -> bool:
        """Whether something was refused; then it is told with its clause."""
        if refused is not None:
            self._screen.tell(sentence(refused))
        return refused is not None

    def _ask_cut(self, due: CutDue, player: str) -> None:
        size = self._croupier.table.shoe.size
        middle = size // 2
        who = "you" if player == self._voice.me else player
        text = f"The cards are shuffled, and the cut is offered to {who} ({due.clause})"
        keys = (
            ("Enter", f"cuts in the middle ({middle})"),
            (f"{due.least}-{size - due.least}", "cuts there"),
            ("n", "declines"),
        )
        line = self._ask(Prompt(text, keys)).lower()
        if line in ("n", "no", "decline"):
            self._refused(self._carry_out(DeclineCut(player)))
        elif not line or (line.isascii() and line.isdigit() and len(line) < 6):
            self._refused(self._carry_out(CutCards(int(line or middle), player)))
        else:
            self._screen.tell(
                f"{quoted(line)} is no place to cut: type a number of cards, Enter for the "
                f"middle, or n to decline."
            )


def meter_of(croupier: Croupier) -> Cents | None:
    """What the jackpot stands at, where the table has one."""
    return None if croupier.pool is None else croupier.pool.meter


def sentence(refused: Refused) -> str:
    """A refusal as a sentence with its clauses."""
    clauses = ", ".join(clause for clause in (refused.clause, *refused.also) if clause)
    why = re.sub(r"\byou (has|is)\b", lambda match: f"you {AFTER_YOU[match[1]]}", refused.why)
    why = f"{why[:1].upper()}{why[1:]}"
    return f"{why} ({clauses})." if clauses else f"{why}."
