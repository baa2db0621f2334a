"""A day at two tables as its guests live it: what they ask for, and what they are answered.

A guest who gets no answer asks again, under the same id. What was answered must be in the record
whatever happens then, so the diary of a day says what the record held at each answer.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from croupier.features.fairness.seeds import CommittedHouse
from croupier.floor.card_sources import random_source
from croupier.floor.command_text import to_command
from croupier.floor.floor import Answer, Floor
from croupier.floor.one_table import basic_bot
from croupier.floor.running_table import RunningTable
from croupier.games.stud.due import BetDue
from croupier.games.table.choices import Choices
from croupier.games.table.due import CutDue, WagersDue
from croupier.games.table.seats import BuyIn
from croupier.messages import Command, Refused
from croupier.record.codec import decode_command, encode
from croupier.record.secrets.keys import MasterKey, master_key, master_key_path
from croupier.record.stores.base import Store
from croupier.record.stores.postgres.journal import PostgresJournal
from croupier.record.stores.sqlite.journal import SqliteJournal
from croupier.rulebooks import Role, law_of
from croupier.terminal.saved_play import SavedPlay
from tests.record.days import JACKPOT

DAY = "day.db"
"""What the file of a day is called."""
MEMORY = Path("/dev/shm")
"""A folder in memory, where there is one: a kill leaves it as it would leave a disk."""
MASTER = MasterKey(bytes(range(32)))
"""The master key of days on a server."""
BLACKJACK, STUD = "1", "2"
GUESTS = {BLACKJACK: "ann", STUD: "bob"}
MOST_BOUGHT = 6
"""A guest buys in again with every so many commands."""
FRONT = 60
"""How many cards in front of a shoe a diary holds: more than one command deals."""


class Asked(msgspec.Struct, frozen=True, tag="asked"):
    """What a guest is about to ask for."""

    command_id: str
    table: str
    command: str
    """The command as the record writes it."""

    @property
    def content(self) -> Command:
        return decode_command(self.command)


class Front(msgspec.Struct, frozen=True):
    """What lies in front of a shoe."""

    shoe: str
    """The order of its cards and where it was cut."""
    drawn: int
    """How many cards have left it."""
    cards: str
    """The next ones."""


class Answered(msgspec.Struct, frozen=True, tag="answered"):
    """The answer that a guest got, and what the record held by then."""

    command_id: str
    answer: str
    """A hash of what the guest was told."""
    events: int
    """How many events that was; 0 where the guest was refused."""
    size: int
    head: str
    """The tree over the record."""
    fronts: dict[str, Front]
    """What lay in front of the shoe of each table."""


Entry = Asked | Answered
Diary = list[Entry]
Note = Callable[[Entry], None]
"""Takes an entry down where no fault reaches it."""


def told(answer: Answer) -> str:
    """What tells an answer from others."""
    return sha256(encode(answer)).hexdigest()


def fronts_of(house: Floor) -> dict[str, Front]:
    """What lies in front of the shoe of each table."""
    found = {}
    for name, running in house.tables.items():
        shoe = running.table.shoe
        cards = running.cards.next_cards(shoe, FRONT) if shoe.handle else ()
        found[name] = Front(f"{shoe.handle}/{shoe.cut}", shoe.drawn, " ".join(map(str, cards)))
    return found


class Day:
    """Two tables over a store, with guests who do one thing after the other."""

    def __init__(self, store: Store, master: MasterKey, note: Note) -> None:
        self.store, self._master, self._note = store, master, note
        cards = CommittedHouse(store, master, random_source(7)).cards
        self.house = house = Floor.from_journal(store, cards, cut_for_players=False)
        for name, law, choices in (
            (BLACKJACK, law_of("star-blackjack"), Choices()),
            (STUD, law_of("caribbean-stud"), Choices(jackpot=JACKPOT, player_cards=True)),
        ):
            if name not in house.tables:
                house.open_table(law, choices, cards=cards(name), name=name, cut_for_players=False)

    def again(self) -> "Day":
        """The day as its store tells of it: after an error nothing that was remembered counts."""
        return Day(self.store, self._master, self._note)

    def play(self, numbers: range) -> None:
        """Have the guests do some things, which are told apart by their numbers."""
        for number in numbers:
            table = (BLACKJACK, STUD)[number % 2]
            command = next_command(self.house, table, number)
            self.ask(Asked(f"command {number}", table, encode(command).decode()))

    def ask(self, asked: Asked) -> str:
        """Ask for something, and note the answer."""
        self._note(asked)
        answer = self.house.do(asked.table, asked.content, command_id=asked.command_id)
        events = 0 if isinstance(answer, Refused) else len(answer)
        peaks = self.store.peaks
        head, fronts = peaks.head().hex(), fronts_of(self.house)
        self._note(Answered(asked.command_id, told(answer), events, peaks.size, head, fronts))
        return told(answer)


@contextmanager
def folder() -> Iterator[Path]:
    """A folder for one day."""
    with TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as name:
        yield Path(name)


@contextmanager
def day_in_a_file(
    path: Path, note: Note, opened: Callable[[Path], Store] = SqliteJournal
) -> Iterator[Day]:
    """A day that is kept in a file; one that was begun there goes on."""
    stores: list[Store] = []

    def kept(path: Path) -> Store:
        stores.append(opened(path))
        return stores[0]

    evening = SavedPlay(path, random_source(7), resume=path.exists(), opened=kept)
    try:
        yield Day(stores[0], master_key(master_key_path(path)), note)
    finally:
        evening.close()


@contextmanager
def day_on_a_server(url: str, note: Note) -> Iterator[Day]:
    """A day that is kept on a PostgreSQL server; one that was begun there goes on."""
    store = PostgresJournal(url, connections=1)
    try:
        yield Day(store, MASTER, note)
    finally:
        store.close()


def next_command(house: Floor, table: str, number: int) -> Command:
    """What a guest does next, by what is due."""
    running, guest = house.tables[table], GUESTS[table]
    if table == STUD and guest not in house.accounts:
        return to_command({"do": "present-card", "player": guest, "holder": guest})
    if guest not in running.table.players or number // 2 % MOST_BOUGHT == 0:
        return BuyIn(guest, 500_00, by=Role.PLAYER)
    match running.due[0]:
        case CutDue(least=least):
            return to_command({"do": "cut", "player": guest, "position": least + number})
        case WagersDue():
            return _wager(running, guest)
        case BetDue():
            call = "fold" if number % 3 == 0 else "bet"
            return to_command({"do": call, "player": guest, "box": 1})
        case due:
            command = basic_bot(due)
            assert command is not None, due
            return command


def _wager(running: RunningTable, guest: str) -> Command:
    """The next wager of a guest who has some to place; else the deal."""
    wanted = {"main": 20} if running.linked is False else {"ante": 10, "jackpot": 5}
    placed = {stake.on for stake in running.table.wagers}
    for on, amount in wanted.items():
        if on not in placed:
            step = {"do": "wager", "player": guest, "box": 1, "amount": amount, "on": on}
            return to_command(step)
    return to_command({"do": "deal"})
