"""An evening that is kept in a file: it can stop at any moment, and resumes where it was."""

import os
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path

from croupier.cards import Bytes, Shoe, remaining_cards
from croupier.errors import CroupierError
from croupier.play.card_sources import CardSource
from croupier.play.committed_cards import CommittedCards
from croupier.play.engine import cards_out, fold
from croupier.play.house import House
from croupier.play.seed_desk import Contributor, SeedDesk
from croupier.record.clock import machine_time
from croupier.record.envelopes import TABLES, table_stream
from croupier.record.key_changes import key_of_record
from croupier.record.keys import MasterKey, master_key_path, signing_key
from croupier.record.notary import Notary
from croupier.record.rollbacks import (
    RolledBackError,
    accept_rollback,
    newest_checkpoint,
    see_no_rollback,
)
from croupier.record.shoe_events import Reveal
from croupier.record.shoe_ledger import ShoeStage, stand_ins
from croupier.record.sqlite_journal import SqliteJournal
from croupier.record.stores import Store
from croupier.table.choices import Mode
from croupier.table.state import Table


class CommittedHouse:
    """Where the cards of a house's automatic tables come from: one desk for each table.

    It serves any store. Whoever opens it holds the master key.
    """

    def __init__(
        self,
        store: Store,
        master: MasterKey,
        chance: Bytes = os.urandom,
        *,
        contributors: Sequence[Contributor] = (),
        reveal: Reveal = Reveal.SHOE,
    ) -> None:
        self._store, self._master, self._chance = store, master, chance
        self._contributors, self._reveal = contributors, reveal
        self.sources: dict[str, CommittedCards] = {}
        """The sources asked for so far, by table."""

    def cards(self, table: str) -> CommittedCards:
        """The source of cards of a table, with the desk where seeds are added."""
        if table not in self.sources:
            desk = SeedDesk(
                self._store,
                table,
                self._master,
                self._chance,
                repeatable=self._chance is not os.urandom,
                contributors=self._contributors,
                reveal=self._reveal,
            )
            self.sources[table] = CommittedCards(desk)
            self._replace_lost(table, self.sources[table])
        return self.sources[table]

    def publish(self, tables: Mapping[str, Table], now: datetime) -> None:
        """Publish what is due of the automatic tables of a house, as its record has them.

        Epochs of devices end with the gaming day. For whoever is alone at the record.
        """
        for name, table in tables.items():
            if table.choices.mode is Mode.AUTOMATIC:
                desk = self.cards(name).desk
                desk.end_epochs(table, self._store.version(table_stream(name)), now)
                desk.publish(table, now)

    def _replace_lost(self, table: str, source: CommittedCards) -> None:
        """Put the rest of a shoe into a new order, where its own was given up during play."""
        given_up = [
            one.shoe
            for one in source.desk.ledger.values()
            if one.standing is ShoeStage.ABANDONED and one.order is not None
        ]
        if not given_up or not self._store.version(table_stream(table)):
            return
        events = (one.event for one in self._store.read_stream(table_stream(table)))
        standing, _ = fold(events)
        if _needs_order(source, standing.shoe, given_up):
            left = remaining_cards(standing.choices.decks, cards_out(standing))
            source.replace(standing.shoe, tuple(left.elements()))


def _needs_order(source: CommittedCards, shoe: Shoe, given_up: Sequence[str]) -> bool:
    """Whether nobody knows any more how the cards of a shoe lie."""
    instead = stand_ins(source.desk.ledger, shoe.handle)
    last = instead[-1].shoe if instead else shoe.handle
    return last in given_up and not shoe.empty


class RecordedEvening:
    """A house whose journal is a file.

    What its cards follow from is in it, sealed. The key lies in a file of its own beside it, or
    with the service manager. Without the key the evening can be read and checked, but not
    continued.
    """

    def __init__(
        self,
        path: Path,
        chance: Bytes,
        *,
        resume: bool = False,
        contributors: Sequence[Contributor] = (),
        opened: Callable[[Path], Store] = SqliteJournal,
    ) -> None:
        if resume and not path.exists():
            raise CroupierError(f"--resume: no record at {path}")
        self._store = opened(path)
        held = any(one.startswith(f"{TABLES}/") for one in self._store.streams())
        try:
            if held and not resume:
                raise CroupierError(f"{path} already holds an evening: add --resume to continue it")
            master = key_of_record(self._store, master_key_path(path), str(path))
            self._cards = CommittedHouse(self._store, master, chance, contributors=contributors)
            self.house = self._resumed() if held else House(self._store)
            """The house, as its record has it."""
        except BaseException:
            self._store.close()
            raise

    def _resumed(self) -> House:
        house = House.restored(self._store, self.cards, cut_for_players=False)
        self._publish(house)
        return house

    def _publish(self, house: House) -> None:
        """Publish what is due, of earlier gaming days too."""
        tables = {name: running.table for name, running in house.tables.items()}
        self._cards.publish(tables, machine_time())

    def cards(self, table: str) -> CardSource:
        """The source of cards of a table."""
        return self._cards.cards(table)

    def invite_seeds(self) -> None:
        """Commit to a seed at each automatic table, so that players may add theirs."""
        for name, running in self.house.tables.items():
            if running.table.choices.mode is Mode.AUTOMATIC and running.rests is None:
                self._cards.cards(name).desk.invite()

    def sign(self, key: Path, folder: Path | None = None) -> None:
        """Have checkpoints signed as the record grows, and copies put into a folder."""
        self._store.notary = Notary(signing_key(key), folder=folder)

    def close(self) -> None:
        """Close the file; first reveal what closed tables had hidden, and publish what is due."""
        for name, running in self.house.tables.items():
            if running.table.choices.mode is Mode.AUTOMATIC and not running.table.open:
                self._cards.cards(name).desk.end()
        self._publish(self.house)
        self._store.close()


def see_evening_not_rolled_back(path: Path, key: Path, folder: Path, *, accept: bool) -> None:
    """Refuse a record that is older than its newest checkpoint in a folder.

    Where somebody accepts that, the record says so, and the shoes in play are given up.
    """
    newest = newest_checkpoint(signing_key(key).public_key(), folder=folder)
    if newest is None or not path.exists():
        return
    store = SqliteJournal(path)
    try:
        see_no_rollback(store, newest, str(path))
    except RolledBackError:
        if not accept:
            raise
        accept_rollback(store, newest, key_of_record(store, master_key_path(path), str(path)))
    finally:
        store.close()
