"""Tables of a server in the terminal, for a dealer and for a player.

``RemoteTerminal`` deals a live table, ``RemoteSitting`` plays at a table. ``sign_in`` connects
either to the server, ``find_table`` finds the table.
"""

import os
import re
from collections.abc import Iterator
from typing import Any, TextIO

import httpx
import msgspec

from croupier.client import Client, Message, ProblemError
from croupier.client.live import read_view
from croupier.display.announcements import Announcement
from croupier.display.choices import Option
from croupier.display.command_fields import table_commands
from croupier.display.prompts import prompt_lines
from croupier.display.sentences import Sentence
from croupier.display.viewers import Dealer, Voice
from croupier.display.views import Prompt, TableView, last_wagers, short_names
from croupier.errors import CroupierError
from croupier.games.table.choices import Choices, JackpotTerms, Mode
from croupier.games.table.rounds import Deal
from croupier.games.table.seats import BuyIn, Leave
from croupier.games.table.wagers import PlaceWager
from croupier.messages import Command, Refused
from croupier.money import Cents, in_dollars
from croupier.rulebooks import Role, StudLaw, law_of
from croupier.terminal.dealer.defaults import LineContext
from croupier.terminal.dealer.help_pages import general_help, help_page
from croupier.terminal.dealer.lines import MisreadLineError, commands_for_key, read_line
from croupier.terminal.dealer.live_table import DEALERS_FACES, CommandOutcome, table_lines
from croupier.terminal.dealer.terminal import LineTerminal, equipment_lines
from croupier.terminal.line_input import read_secret
from croupier.terminal.player.screen import Leaving, Query, WatchingScreen
from croupier.terminal.player.stud import ante_text, read_ante
from croupier.terminal.player.typed import Bet, Misread, bets_text, read_wagers, short_amount

SERVERS_OWN = re.compile(r"\b(by|at)=")
"""Fields that the server fills in: the role of the sender, and the time."""


class RemoteTable:
    """A server's live table, for its dealer. Actions of others show at the next line typed."""

    def __init__(self, client: Client, name: str) -> None:
        self._client, self._name = client, name
        self._view = client.view(name)
        self.law = law_of(self._view.game)
        """The law of the table."""
        self.commands_by_name = table_commands(self.law, player_cards=True)
        """The commands that may be typed, by their names."""
        side_bets = tuple(bet.on for bet in self._view.side_bets)
        self.choices = Choices(
            decks=self._view.decks, boxes=len(self._view.boxes), side_bets=side_bets, mode=Mode.LIVE
        )
        """The operator's choices as far as the view shows them: enough for help pages."""

    @property
    def voice(self) -> Voice:
        """The forms of address and card faces for the dealer."""
        return Voice(Dealer(enters=True), DEALERS_FACES, self._view.names)

    @property
    def prompts(self) -> list[str]:
        """The lines that say what is due."""
        return prompt_lines(self.view())

    @property
    def under_way(self) -> bool:
        """Whether a round is under way."""
        return self.view().under_way

    def commands(self, line: str) -> tuple[Command, ...]:
        """Return the commands that a typed line means."""
        if SERVERS_OWN.search(line):
            raise MisreadLineError("a server knows who asks, and when: leave by= and at= out")
        view = self.view()
        keyed = commands_for_key(view.prompts, line) if len(line) == 1 else ()
        return keyed or read_line(LineContext(self.law, view), line)

    def do(self, command: Command) -> CommandOutcome | Refused:
        """Submit a command to the server. Return its outcome, or the refusal."""
        try:
            answer = self._client.ask(self._name, command, words=True)
        except ProblemError as problem:
            return Refused(problem.code, problem.clause, problem.why, problem.also)
        sentences = msgspec.convert(answer["sentences"], tuple[Sentence, ...])
        said = msgspec.convert(answer["announcements"], tuple[Announcement, ...])
        return CommandOutcome((), sentences, said)

    def view(self) -> TableView:
        """Fetch the dealer's view of the table."""
        self._view = self._client.view(self._name)
        return self._view

    def layout_lines(self) -> list[str]:
        """Return lines that list the layout and the players."""
        return table_lines(self.view(), self.voice)


class RemoteTerminal(LineTerminal):
    """A server's live table, dealt in lines of text."""

    def __init__(self, client: Client, table: str, source: TextIO, target: TextIO) -> None:
        self._remote = RemoteTable(client, table)
        super().__init__(self._remote, source, target)
        self._name = table
        self._own |= {"equipment": self._equipment}

    def _opening_lines(self) -> list[str]:
        return [f"{self._remote.law.title}, table {self._name} of the server."]

    def _help(self, words: list[str]) -> None:
        law, known = self._remote.law, self._remote.commands_by_name
        if words:
            self._page(help_page(law, self._remote.choices, known, words[0]))
        else:
            self._page(general_help(law, known))

    def _equipment(self) -> None:
        self._page(equipment_lines(self._remote.law, self._remote.choices))

    def _sum_up(self) -> None:
        self._page(["", f"Table {self._name} stays as it is: the server keeps the evening."])


QUIT = ("q", "quit", "exit")
WAGERS, INSURANCE, CUT = "wagers", "insurance", "cut"
"""The wire names of prompts. Software cuts for the players, so a cut is never asked for here."""
HELP = ("?", "help")
HURRY = {INSURANCE: {"command": "close-insurance"}}
"""The command that reports ready, for options that submit none of their own."""


class RemoteSitting:
    """A player's time at a table of a server."""

    def __init__(self, client: Client, table: str, player: str, screen: WatchingScreen) -> None:
        self._client, self._table, self._player, self._screen = client, table, player, screen
        self._answered: tuple[int, str] = (-1, "")
        """The round and the prompt that were answered last."""
        self._ready_for = -1
        """The last round for which the player reported ready; -1 for none yet."""

    def run(self, bankroll: Cents) -> None:
        """Buy in, play until the player leaves, and cash out."""
        view = self._client.view(self._table)
        self._screen.tell(f"{view.title}, table {self._table}.")
        followed = self._client.follow(self._table, words=True, views=True)
        next(followed)
        known = view.player(self._player)
        if known is None or not known.chips:
            self._do(BuyIn(self._player, bankroll, by=Role.PLAYER))
        try:
            self._answer(self._client.view(self._table))
            self._play(followed)
        except Leaving:
            if self._do(Leave(self._player, by=Role.PLAYER)) is not None:
                self._screen.tell("Your chips are back in your purse.")

    def _play(self, followed: Iterator[Message]) -> None:
        for message in followed:
            if message.kind == "reset":
                self._answer(self._client.view(self._table))
            if message.kind != "table":
                continue
            for fields in message.data.get("sentences", ()):
                sentence = Sentence(**fields)
                if sentence.told:
                    self._screen.tell(sentence.aloud)
            seen = read_view(message.data["view"])
            self._screen.watch(seen)
            now = self._client.view(self._table)
            # An older view is only shown: the question in it may have been answered since.
            if seen == now:
                self._answer(now)

    def _answer(self, view: TableView) -> None:
        """Ask the player for the decision that is due, once."""
        asked = (one for one in view.prompts if one.question and one.due != CUT)
        prompt = next(asked, None)
        if prompt is None:
            return
        due = view.rounds, f"{prompt.due}{prompt.box}{prompt.hand}{prompt.question}"
        if due == self._answered:
            return
        self._answered = due
        if prompt.due == WAGERS:
            self._wager(view, prompt)
        else:
            self._choose(view, prompt)

    def _ask(self, query: Query, view: TableView) -> str:
        """Ask until the answer is neither a request for help nor for the table; return it."""
        while True:
            typed = self._screen.ask(query, view).strip()
            if typed.lower() in QUIT:
                raise Leaving
            if typed.lower() in HELP:
                self._screen.page(help_lines(view))
            elif typed.lower() == "table":
                self._screen.show(view)
            else:
                return typed

    def _choose(self, view: TableView, prompt: Prompt) -> None:
        """Have the player choose one of the lawful options."""
        keys = {option.key: option for option in prompt.options}
        query = Query(prompt.question, tuple((one.key, one.label) for one in prompt.options))
        while keys:
            typed = self._ask(query, view).lower()
            if typed not in keys:
                self._screen.tell(f"Type one of {', '.join(keys)}; q leaves.")
            elif self._submit_option(prompt, keys[typed]):
                return

    def _submit_option(self, prompt: Prompt, option: Option) -> bool:
        if not option.commands and prompt.due in HURRY:
            return self._submit_fields(HURRY[prompt.due])
        return all(self._do(command) is not None for command in option.commands)

    def _wager(self, view: TableView, prompt: Prompt) -> None:
        """Have the player place wagers, then report ready for the deal."""
        if any(wager.player == self._player for wager in view.wagers):
            self._be_ready(view)
            return
        own = (one for one in last_wagers(view) if one.player == self._player)
        last = tuple(Bet(one.box, one.stake, one.on) for one in own)
        query = Query(prompt.question, (first_key(view, last), ("?", "help"), ("q", "leave")))
        while True:
            typed = self._ask(query, view)
            bets = last if last and not typed else self._bets(view, typed, last)
            if isinstance(bets, Misread):
                self._screen.tell(bets.why)
            elif all(self._place(bet) for bet in bets):
                self._be_ready(view)
                return

    def _be_ready(self, view: TableView) -> None:
        """Report ready for the deal, once a round; it waits for every player with a wager."""
        if self._ready_for != view.rounds:
            self._ready_for = view.rounds
            if self._do(Deal(by=Role.DEALER)) == ():
                self._screen.tell("The deal waits for the other players.")

    def _bets(
        self, view: TableView, typed: str, last: tuple[Bet, ...]
    ) -> tuple[Bet, ...] | Misread:
        boxes = tuple(dict.fromkeys(bet.box for bet in last)) or (self._free_box(view),)
        if is_stud(view):
            wager = self._jackpot()
            terms = JackpotTerms(wager=wager) if wager else None
            return read_ante(typed, box=boxes[0], terms=terms)
        return read_wagers(typed, shorts=shorts_of(view), boxes=boxes)

    def _jackpot(self) -> Cents:
        """Return the amount of a jackpot wager at this table; 0 if it has no jackpot."""
        for jackpot in self._client.fetch("/api/jackpots", list):
            if self._table in jackpot["tables"]:
                return int(jackpot["wager"])
        return 0

    def _free_box(self, view: TableView) -> int:
        """Return the first box that is not reserved and has no wager of another player."""
        taken = {wager.box for wager in view.wagers if wager.player != self._player}
        free = (box.number for box in view.boxes if box.number not in taken and not box.reserved)
        return next(free, 1)

    def _place(self, bet: Bet) -> bool:
        wager = PlaceWager(self._player, bet.box, bet.amount, on=bet.on, by=Role.PLAYER)
        done = self._do(wager) is not None
        if done:
            self._screen.tell(f"{in_dollars(bet.amount)} on box {bet.box}.")
        return done

    def _do(self, command: Command) -> tuple[Any, ...] | None:
        """Submit a command. Return its events; None if it was refused, and show the refusal."""
        try:
            return tuple(self._client.ask(self._table, command)["events"])
        except ProblemError as refused:
            self._screen.tell(f"{str(refused)[0].upper()}{str(refused)[1:]}.")
            return None

    def _submit_fields(self, fields: dict[str, str]) -> bool:
        self._client.ask_fields(self._table, fields)
        return True


def is_stud(view: TableView) -> bool:
    """Return whether the table is one of Caribbean Stud."""
    return isinstance(law_of(view.game), StudLaw)


def shorts_of(view: TableView) -> dict[str, str]:
    """Return the short names of the side bets that the table offers."""
    return short_names(tuple(bet.on for bet in view.side_bets))


def first_key(view: TableView, last: tuple[Bet, ...]) -> tuple[str, str]:
    """Return the most useful key at the prompt for wagers, and what it does."""
    if not last:
        amount = short_amount(view.minimum)
        return amount, f"lays ${amount}"
    again = ante_text(last) if is_stud(view) else bets_text(last, shorts_of(view))
    return "Enter", f"lays {again}"


def help_lines(view: TableView) -> list[str]:
    """Return the help for a player at a server's table."""
    shorts = shorts_of(view)
    side = [f"25 {short + '5':<15}$25, and $5 on {name}" for name, short in shorts.items()]
    wagers = [
        "10, 3:10          an ante of $10; on box 3",
        "10 j              with the jackpot wager",
    ]
    if not is_stud(view):
        wagers = ["25, 1:25 3:50     wagers in dollars; on boxes 1 and 3", *side]
    return [
        *wagers,
        "Enter             the last wagers again",
        "h s d p, b f      what you are asked, by the key beside it",
        "table             the table again",
        "q                 leave: your chips go back to your purse",
    ]


TOKEN, PASSWORD, CODE = "CROUPIER_TOKEN", "CROUPIER_PASSWORD", "CROUPIER_CODE"
"""Environment variables for a token, or for a password and a code, for use without a terminal."""
CODE_NEEDED = "sign-in/code-needed"


def sign_in(
    address: str,
    name: str,
    *,
    scopes: tuple[str, ...],
    sign_up: bool = False,
    flag: str = "--player",
) -> Client:
    """Return a client signed in with the environment's token, or with a password.

    Ask for a code as well if the account needs one. ``flag`` is the option that gives the name.
    """
    require_server_address(address)
    token = os.environ.get(TOKEN, "")
    if token:
        return Client(address, token=token)
    if not name:
        raise CroupierError(f"{flag}: give your name, or set {TOKEN}")
    password = os.environ.get(PASSWORD, "") or read_password(name)
    client = Client(address)
    try:
        if sign_up:
            client.sign_up(name, password)
        _sign_in(client, name, password, scopes)
    except BaseException:
        client.close()
        raise
    return client


def _sign_in(client: Client, name: str, password: str, scopes: tuple[str, ...]) -> None:
    """Sign in with the password, and with a code if the server asks for one."""
    try:
        client.sign_in(name, password, scopes=scopes)
    except ProblemError as refused:
        if refused.code != CODE_NEEDED:
            raise
        code = os.environ.get(CODE, "") or read_code(name)
        client.sign_in(name, password, code=code, scopes=scopes)


def require_server_address(address: str, option: str = "--server") -> None:
    """Raise if the address is not the http or https address of a server."""
    try:
        found = httpx.URL(address)
        fits = found.scheme in ("http", "https") and found.host and address.isprintable()
    except (httpx.InvalidURL, UnicodeError):
        fits = False
    if not fits or " " in address:
        raise CroupierError(
            f"{option}: {address!r} is not an address such as http://127.0.0.1:8000"
        )


def read_password(name: str) -> str:
    """Read the password without echo. Raise if there is no terminal to type it at."""
    otherwise = f"no password given: set {PASSWORD} or {TOKEN}"
    return read_secret(f"Password of {name}: ", otherwise=otherwise)


def read_code(name: str) -> str:
    """Read a device's code or a recovery code without echo."""
    otherwise = f"no code given: set {CODE} or {TOKEN}"
    return read_secret(f"Code of {name}'s device: ", otherwise=otherwise).strip()


def find_table(client: Client, name: str) -> str:
    """Return the name of a table, given its own name or its game's: the first open one."""
    tables = [one for one in client.tables() if one.open]
    for one in tables:
        if name == one.table or (name == one.game and not one.rests):
            return one.table
    known = ", ".join(f"{one.table} (rests)" if one.rests else one.table for one in tables)
    raise CroupierError(f"there is no table {name!r} on that floor; the tables are {known}")
