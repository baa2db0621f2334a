"""A seat at a server's table, in the terminal: what happens is shown, what is due is asked."""

import os
import re
from collections.abc import Iterator
from typing import Any, TextIO

import httpx
import msgspec

from croupier.client import Client, Message, ProblemError
from croupier.client.live import view_from
from croupier.display.announcements import Announcement
from croupier.display.choices import Option
from croupier.display.prompts import prompt_lines
from croupier.display.sentences import Sentence
from croupier.display.viewers import Dealer, Voice
from croupier.display.views import Prompt, TableView, laid_last, short_names
from croupier.errors import CroupierError
from croupier.games.table.choices import Choices, JackpotTerms, Mode
from croupier.games.table.rounds import Deal
from croupier.games.table.seats import BuyIn, Leave
from croupier.games.table.wagers import PlaceWager
from croupier.messages import Command, Refused
from croupier.money import Cents, in_dollars
from croupier.rulebooks import Role, StudLaw, law_of
from croupier.terminal.dealer.defaults import LineContext
from croupier.terminal.dealer.help_pages import commands_of, general_help, help_page
from croupier.terminal.dealer.lines import MisreadLineError, chosen_by_key, read_line
from croupier.terminal.dealer.live_table import DEALERS_FACES, CommandOutcome, table_lines
from croupier.terminal.dealer.terminal import LineTerminal, equipment_lines
from croupier.terminal.line_input import typed_unseen
from croupier.terminal.player.screen import Leaving, Query, WatchingScreen
from croupier.terminal.player.stud import read_ante, written_ante
from croupier.terminal.player.typed import Bet, Misread, read_wagers, short_amount, written_bets

SERVERS_OWN = re.compile(r"\b(by|at)=")
"""What the server itself says of a command: in which role it is asked, and when."""


class RemoteTable:
    """A server's table as its dealer deals it; what others do there is seen at the next line."""

    def __init__(self, client: Client, name: str) -> None:
        self._client, self._name = client, name
        self._view = client.view(name)
        self.law = law_of(self._view.game)
        """The law that the table stands under."""
        self.known = commands_of(self.law, player_cards=True)
        """The commands that may be typed, by their names."""
        side_bets = tuple(bet.on for bet in self._view.side_bets)
        self.choices = Choices(
            decks=self._view.decks, boxes=len(self._view.boxes), side_bets=side_bets, mode=Mode.LIVE
        )
        """What is known here of the operator's choices, for help."""

    @property
    def voice(self) -> Voice:
        """How the dealer is spoken to."""
        return Voice(Dealer(enters=True), DEALERS_FACES, self._view.names)

    @property
    def prompts(self) -> list[str]:
        """What is due, in lines."""
        return prompt_lines(self.view())

    @property
    def under_way(self) -> bool:
        """Whether a round is under way."""
        return self.view().under_way

    def commands(self, line: str) -> tuple[Command, ...]:
        """The commands that a typed line stands for."""
        if SERVERS_OWN.search(line):
            raise MisreadLineError("a server knows who asks, and when: leave by= and at= out")
        view = self.view()
        keyed = chosen_by_key(view.prompts, line) if len(line) == 1 else ()
        return keyed or read_line(LineContext(self.law, view), line)

    def do(self, command: Command) -> CommandOutcome | Refused:
        """Have the server carry a command out."""
        try:
            answer = self._client.ask(self._name, command, words=True)
        except ProblemError as problem:
            return Refused(problem.code, problem.clause, problem.why, problem.also)
        sentences = msgspec.convert(answer["sentences"], tuple[Sentence, ...])
        said = msgspec.convert(answer["announcements"], tuple[Announcement, ...])
        return CommandOutcome((), sentences, said)

    def view(self) -> TableView:
        """The table as its dealer sees it."""
        self._view = self._client.view(self._name)
        return self._view

    def listed(self) -> list[str]:
        """What lies on the layout, and who is at the table."""
        return table_lines(self.view(), self.voice)


class RemoteTerminal(LineTerminal):
    """A live table of a server, dealt in lines of text."""

    def __init__(self, client: Client, table: str, source: TextIO, target: TextIO) -> None:
        self._remote = RemoteTable(client, table)
        super().__init__(self._remote, source, target)
        self._name = table
        self._own |= {"equipment": self._equipment}

    def _opening(self) -> list[str]:
        return [f"{self._remote.law.title}, table {self._name} of the server."]

    def _help(self, words: list[str]) -> None:
        law, known = self._remote.law, self._remote.known
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
"""What may be due; where software deals, it cuts for the players."""
HELP = ("?", "help")
HURRY = {INSURANCE: {"command": "close-insurance"}}
"""What says that one wants nothing more, where an option asks for nothing."""


class RemoteSitting:
    """One player's time at a table of a server."""

    def __init__(self, client: Client, table: str, player: str, screen: WatchingScreen) -> None:
        self._client, self._table, self._player, self._screen = client, table, player, screen
        self._answered: tuple[int, str] = (-1, "")
        """What was answered last: the round, and what was due."""
        self._ready_for = -1
        """The round for which the player has said that the deal may begin; -1 for none yet."""

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
            seen = view_from(message.data["view"])
            self._screen.watch(seen)
            now = self._client.view(self._table)
            if seen == now:
                self._answer(now)

    def _answer(self, view: TableView) -> None:
        """Ask the player what is theirs to say now, once."""
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

    def _asked_for(self, query: Query, view: TableView) -> str:
        """What the player types, once it is neither help nor the table that is asked for."""
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
        """Have the player choose from what is lawful."""
        keys = {option.key: option for option in prompt.options}
        query = Query(prompt.question, tuple((one.key, one.label) for one in prompt.options))
        while keys:
            typed = self._asked_for(query, view).lower()
            if typed not in keys:
                self._screen.tell(f"Type one of {', '.join(keys)}; q leaves.")
            elif self._carried_out(prompt, keys[typed]):
                return

    def _carried_out(self, prompt: Prompt, option: Option) -> bool:
        if not option.commands and prompt.due in HURRY:
            return self._asked(HURRY[prompt.due])
        return all(self._do(command) is not None for command in option.commands)

    def _wager(self, view: TableView, prompt: Prompt) -> None:
        """Have the player lay wagers, and say that the deal may begin."""
        if any(wager.player == self._player for wager in view.wagers):
            self._be_ready(view)
            return
        own = (one for one in laid_last(view) if one.player == self._player)
        last = tuple(Bet(one.box, one.stake, one.on) for one in own)
        query = Query(prompt.question, (first_key(view, last), ("?", "help"), ("q", "leave")))
        while True:
            typed = self._asked_for(query, view)
            bets = last if last and not typed else self._bets(view, typed, last)
            if isinstance(bets, Misread):
                self._screen.tell(bets.why)
            elif all(self._laid(bet) for bet in bets):
                self._be_ready(view)
                return

    def _be_ready(self, view: TableView) -> None:
        """Say that the deal may begin, once a round; it waits for all who have wagers."""
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
        """What a jackpot wager is at this table."""
        for jackpot in self._client.fetched("/api/jackpots", list):
            if self._table in jackpot["tables"]:
                return int(jackpot["wager"])
        return 0

    def _free_box(self, view: TableView) -> int:
        """A box where nobody else has a wager."""
        taken = {wager.box for wager in view.wagers if wager.player != self._player}
        free = (box.number for box in view.boxes if box.number not in taken and not box.reserved)
        return next(free, 1)

    def _laid(self, bet: Bet) -> bool:
        wager = PlaceWager(self._player, bet.box, bet.amount, on=bet.on, by=Role.PLAYER)
        done = self._do(wager) is not None
        if done:
            self._screen.tell(f"{in_dollars(bet.amount)} on box {bet.box}.")
        return done

    def _do(self, command: Command) -> tuple[Any, ...] | None:
        """Ask for a command; what happened, or none where it was refused, which is shown."""
        try:
            return tuple(self._client.ask(self._table, command)["events"])
        except ProblemError as refused:
            self._screen.tell(f"{str(refused)[0].upper()}{str(refused)[1:]}.")
            return None

    def _asked(self, fields: dict[str, str]) -> bool:
        self._client.ask_fields(self._table, fields)
        return True


def is_stud(view: TableView) -> bool:
    """Whether a table is one of Caribbean Stud."""
    return isinstance(law_of(view.game), StudLaw)


def shorts_of(view: TableView) -> dict[str, str]:
    """The short names of the optional wagers that a table offers."""
    return short_names(tuple(bet.on for bet in view.side_bets))


def first_key(view: TableView, last: tuple[Bet, ...]) -> tuple[str, str]:
    """What is typed most often for wagers, and what it does."""
    if not last:
        amount = short_amount(view.minimum)
        return amount, f"lays ${amount}"
    again = written_ante(last) if is_stud(view) else written_bets(last, shorts_of(view))
    return "Enter", f"lays {again}"


def help_lines(view: TableView) -> list[str]:
    """What may be typed at a server's table."""
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
"""Where a token, or a password and a code, may lie, so that nobody has to type it."""
CODE_NEEDED = "sign-in/code-needed"


def signed_in(
    address: str,
    name: str,
    *,
    scopes: tuple[str, ...],
    sign_up: bool = False,
    flag: str = "--player",
) -> Client:
    """A client that acts as somebody: with the token of the environment, or with a password.

    Whoever has a device for codes is asked for one too. ``flag`` is the option for the name.
    """
    check_address(address)
    token = os.environ.get(TOKEN, "")
    if token:
        return Client(address, token=token)
    if not name:
        raise CroupierError(f"{flag}: give your name, or set {TOKEN}")
    password = os.environ.get(PASSWORD, "") or asked_password(name)
    client = Client(address)
    try:
        if sign_up:
            client.sign_up(name, password)
        _show(client, name, password, scopes)
    except BaseException:
        client.close()
        raise
    return client


def _show(client: Client, name: str, password: str, scopes: tuple[str, ...]) -> None:
    """Show a server who somebody is: by the password, and by a code where it asks for one."""
    try:
        client.sign_in(name, password, scopes=scopes)
    except ProblemError as refused:
        if refused.code != CODE_NEEDED:
            raise
        code = os.environ.get(CODE, "") or asked_code(name)
        client.sign_in(name, password, code=code, scopes=scopes)


def check_address(address: str, option: str = "--server") -> None:
    """Refuse what is no address of a server."""
    try:
        found = httpx.URL(address)
        fits = found.scheme in ("http", "https") and found.host and address.isprintable()
    except (httpx.InvalidURL, UnicodeError):
        fits = False
    if not fits or " " in address:
        raise CroupierError(
            f"{option}: {address!r} is not an address such as http://127.0.0.1:8000"
        )


def asked_password(name: str) -> str:
    """The password, typed unseen; where nobody can type, the environment must have it."""
    otherwise = f"no password given: set {PASSWORD} or {TOKEN}"
    return typed_unseen(f"Password of {name}: ", otherwise=otherwise)


def asked_code(name: str) -> str:
    """The code that a device shows, or a recovery code; typed unseen like the password."""
    otherwise = f"no code given: set {CODE} or {TOKEN}"
    return typed_unseen(f"Code of {name}'s device: ", otherwise=otherwise).strip()


def table_named(client: Client, name: str) -> str:
    """A table by its own name, or the first open one of a game."""
    tables = [one for one in client.tables() if one.open]
    for one in tables:
        if name == one.table or (name == one.game and not one.rests):
            return one.table
    known = ", ".join(f"{one.table} (rests)" if one.rests else one.table for one in tables)
    raise CroupierError(f"there is no table {name!r} on that floor; the tables are {known}")
