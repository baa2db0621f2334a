"""While a shoe is in play, its order and its seed are nowhere on disk: any store, logs, exports."""

import base64
import io
import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import numpy as np
import psycopg
from numpy.typing import NDArray

from croupier.cards import DECK, Card, Device
from croupier.cli.main import run
from croupier.features.fairness.rules.shoes import latest_shoe, shoe_for_seeds
from croupier.record.codec import encode
from croupier.record.secrets.sealed_orders import SealedSecrets
from croupier.record.stores.postgres.journal import PostgresJournal
from croupier.record.stores.postgres.schema import prepare
from croupier.record.stores.sqlite.journal import SqliteJournal
from tests.features.fairness.committed_tables import KEY, CommittedTables
from tests.record.days import say
from tests.support.postgres_servers import DATA, own_server

RUN = 8
"""So many cards in a row, undealt, must be nowhere on disk."""
WINDOW = 8
"""The search goes by so many bytes; nothing that is looked for is shorter."""


def letters(between: str) -> Callable[[Sequence[Card]], bytes]:
    return lambda cards: between.join(card.value for card in cards).encode()


def places(width: int, order: str = "big") -> Callable[[Sequence[Card]], bytes]:
    return lambda cards: b"".join(
        DECK.index(card).to_bytes(width, order)  # type: ignore[arg-type]
        for card in cards
    )


def faces(between: str) -> Callable[[Sequence[Card]], bytes]:
    return lambda cards: between.join(f"{c.rank.value}{c.suit.symbol}" for c in cards).encode()


ENCODINGS: tuple[Callable[[Sequence[Card]], bytes], ...] = (
    letters(""),
    letters(" "),
    letters(","),
    letters(", "),
    letters("\n"),
    lambda cards: encode(tuple(cards))[1:-1],
    lambda cards: json.dumps([card.value for card in cards])[1:-1].encode(),
    lambda cards: repr(tuple(cards))[1:-1].encode(),
    lambda cards: ", ".join(card.name_in_words for card in cards).encode(),
    faces(""),
    faces(" "),
    places(1),
    places(2, "little"),
    places(4, "little"),
    lambda cards: places(1)(cards).hex().encode(),
    lambda cards: ",".join(str(DECK.index(card)) for card in cards).encode(),
)
"""Every way in which the code writes cards, or could: letters, words, faces, places in a deck."""


def shifted(data: bytes) -> list[bytes]:
    """What a run comes to within Base64, wherever it begins."""
    return [base64.b64encode(bytes(lead) + data)[(lead * 8 + 5) // 6 : -4] for lead in range(3)]


def needles(cards: Sequence[Card]) -> Iterator[bytes]:
    """Every run of undealt cards in every form."""
    for at in range(len(cards) - RUN + 1):
        run_ = cards[at : at + RUN]
        yield from (encoding(run_) for encoding in ENCODINGS)
        yield from shifted(places(1)(run_))


def seeds(secret: bytes) -> Iterator[bytes]:
    """A seed in every form."""
    yield from (secret, secret.hex().encode(), secret.hex().upper().encode())
    yield from shifted(secret)


class Search:
    """Looks for any of many byte strings at once: by windows of eight bytes, then whole."""

    def __init__(self, wanted: set[bytes]) -> None:
        self._wanted = wanted
        self._first = words(one[:WINDOW] for one in wanted)
        self._second = words(one[WINDOW : 2 * WINDOW] for one in wanted if len(one) >= 2 * WINDOW)
        self._short = words(one[:WINDOW] for one in wanted if len(one) < 2 * WINDOW)

    def holds(self, data: bytes) -> bool:
        """Whether one of them stands in some bytes."""
        padded = np.frombuffer(data + bytes(2 * WINDOW), np.uint8).astype(np.uint64)
        here = np.zeros(len(data) + WINDOW, np.uint64)
        for place in range(WINDOW):
            here = (here << np.uint64(8)) | padded[place : place + len(here)]
        at = np.flatnonzero(among(here[: len(data)], self._first))
        alone = among(here[at], self._short)
        at = at[alone | among(here[at + WINDOW], self._second)]
        return any(data.startswith(tuple(self._starting(data, one)), one) for one in at.tolist())

    def _starting(self, data: bytes, at: int) -> set[bytes]:
        return {one for one in self._wanted if one[:WINDOW] == data[at : at + WINDOW]}

    def files_in(self, *folders: Path) -> list[str]:
        """The files in which one of them can be read; a server removes some as one looks."""
        read, found = 0, []
        for path in [one for folder in folders for one in files_below(folder)]:
            with suppress(FileNotFoundError):
                data = path.read_bytes()
                read += 1
                found += [str(path)] if self.holds(data) else []
        assert read, "there is something to look through"
        return found


def files_below(folder: Path) -> list[Path]:
    """All plain files, but for those in folders that a server removes as one looks."""
    found = [Path(where) / name for where, _, names in os.walk(folder) for name in names]
    return [one for one in found if one.is_file()]


def words(parts: Iterable[bytes]) -> NDArray[np.uint64]:
    """Eight bytes each, as sorted numbers."""
    return np.array(sorted({int.from_bytes(one, "big") for one in parts}), np.uint64)


def among(values: NDArray[np.uint64], known: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Which values are among sorted ones."""
    if not len(known):
        return np.zeros(len(values), bool)
    at = np.minimum(np.searchsorted(known, values), len(known) - 1)
    return np.equal(known[at], values)


def secrets_of(tables: CommittedTables, table: str = "1") -> tuple[tuple[Card, ...], set[bytes]]:
    """The undealt cards of a table, and everything that must not be on disk."""
    running = tables.house.tables[table]
    desk = tables.cards.cards(table).desk
    sealed = SealedSecrets(tables.store, desk.stream, KEY)
    live = [
        one for one in (latest_shoe(desk.ledger), shoe_for_seeds(desk.ledger)) if one is not None
    ]
    assert len(live) == 2
    hidden = {form for one in live for form in seeds(sealed.seed(one))}
    cards: tuple[Card, ...] = ()
    if running.table.shoe.handle:
        cards = running.cards.next_cards(running.table.shoe, running.table.shoe.cards_left)
        assert len(cards) > 300
        hidden.update(needles(cards))
        chance = desk.chance_of(live[0])
        hidden.update(chance.salt(place) for place in range(416))
    return cards, hidden


def played(tables: CommittedTables) -> None:
    """Some rounds, and one that is under way."""
    tables.open()
    for _ in range(3):
        tables.blackjack_round()
    say(tables.house, "1", "wager", player="ann", box=1, amount=20)
    say(tables.house, "1", "deal")


def look_around(record: str, folder: Path) -> None:
    """Everything that the command line writes about a record, with all that it logs."""
    key = folder / "master.key"
    key.write_bytes(KEY.key)
    key.chmod(0o600)
    for number, arguments in enumerate(
        (
            ("export", record),
            ("export", record, "--form", "csv"),
            ("replay", record),
            ("replay", record, "--json"),
            ("rounds", record, "--json"),
            ("shoe", record, "1", "--key", str(key)),
            ("shoe", record, "1", "--key", str(key), "--json"),
            ("shoe", record, "1", "shoe-1", "--key", str(key), "--viewer", "ann"),
            ("shoe", record, "1", "shoe-1", "--key", str(key), "--viewer", "inspector"),
            ("verify", record, "--json"),
        )
    ):
        said = io.StringIO()
        with redirect_stdout(said), redirect_stderr(said):
            run(["audit", *arguments])
        assert said.getvalue()
        (folder / f"said-{number}.log").write_text(said.getvalue(), encoding="utf-8")
    key.unlink()


def planted_are_found(folder: Path, cards: Sequence[Card], hidden: set[bytes]) -> None:
    """The search itself finds a run of cards in each encoding."""
    search = Search(hidden)
    planted = folder / "planted.log"
    for encoding in ENCODINGS:
        planted.write_bytes(b"debug: " + encoding(cards[100 : 100 + RUN]) + b"\n")
        assert search.files_in(folder) == [str(planted)]
    planted.write_bytes(base64.b64encode(places(1)(cards[97:130])))
    assert search.files_in(folder) == [str(planted)]
    planted.unlink()


def test_the_order_is_nowhere_beside_a_sqlite_file(tmp_path: Path) -> None:
    store, said = tmp_path / "store", tmp_path / "said"
    store.mkdir()
    said.mkdir()
    journal = SqliteJournal(store / "evening.db")
    tables = CommittedTables(journal, chance=Random(7).randbytes)
    played(tables)
    cards, hidden = secrets_of(tables)
    names = {path.name for path in store.iterdir()}
    assert names >= {"evening.db", "evening.db-wal", "evening.db-shm"}
    look_around(str(store / "evening.db"), said)
    assert Search(hidden).files_in(store, said) == []
    planted_are_found(said, cards, hidden)
    journal.close()
    assert Search(hidden).files_in(store, said) == [], "and not when it is closed"


def test_the_seed_of_a_device_is_nowhere_beside_a_sqlite_file(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path / "evening.db")
    tables = CommittedTables(journal, chance=Random(7).randbytes)
    tables.open(device=Device.SHUFFLER)
    tables.blackjack_round()
    _, hidden = secrets_of(tables)
    assert Search(hidden).files_in(tmp_path) == []
    (tmp_path / "planted").write_bytes(next(iter(hidden)))
    assert Search(hidden).files_in(tmp_path) == [str(tmp_path / "planted")]
    journal.close()


def test_the_order_is_nowhere_in_the_data_of_a_postgresql_server(tmp_path: Path) -> None:
    with (
        TemporaryDirectory(prefix="croupier-pg-") as folder,
        own_server(Path(folder)) as url,
    ):
        _nowhere_in_the_data(url, Path(folder) / DATA, tmp_path)


def _nowhere_in_the_data(url: str, folder: Path, tmp_path: Path) -> None:
    prepare(url)
    journal = PostgresJournal(url)
    tables = CommittedTables(journal, chance=Random(7).randbytes)
    played(tables)
    cards, hidden = secrets_of(tables)
    look_around(url, tmp_path)
    with psycopg.connect(url, autocommit=True) as db:
        db.execute("CHECKPOINT")
    assert any(path.parent.name == "pg_wal" for path in files_below(folder))
    assert Search(hidden).files_in(folder, tmp_path) == []
    with psycopg.connect(url, autocommit=True) as db:
        db.execute("CREATE TABLE careless (note text)")
        db.execute("INSERT INTO careless VALUES (%s)", (ENCODINGS[1](cards[50:70]).decode(),))
        db.execute("CHECKPOINT")
    assert Search(hidden).files_in(folder), "a planted row is found in the server's files"
    journal.close()
