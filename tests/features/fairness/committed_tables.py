"""Tables whose cards are committed to, on any store: what the tests of commitments play at."""

import os
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from croupier.cards import Bytes
from croupier.features.fairness.rules.shoes import Reveal
from croupier.features.fairness.seeds import CommittedHouse, Contributor
from croupier.floor.floor import Floor
from croupier.games.table.choices import Choices
from croupier.messages import Refused
from croupier.record.clock import machine_time
from croupier.record.secrets.keys import MasterKey
from croupier.record.stores.base import Store
from croupier.rulebooks import law_of
from tests.record.days import say

KEY = MasterKey(bytes(range(32)))
OTHER_KEY = MasterKey(bytes(32))


class CommittedTables:
    """A house and where its cards come from."""

    def __init__(
        self,
        store: Store,
        key: MasterKey = KEY,
        chance: Bytes = os.urandom,
        contributors: Sequence[Contributor] = (),
        *,
        cut_for_players: bool = True,
        reveal: Reveal = Reveal.SHOE,
    ) -> None:
        self.store = store
        self.cards = CommittedHouse(store, key, chance, contributors=contributors, reveal=reveal)
        self._cut = cut_for_players
        if any(one.startswith("table/") for one in store.streams()):
            self.house = Floor.from_journal(
                store, self.cards.cards, cut_for_players=cut_for_players
            )
        else:
            self.house = Floor(store)

    def open(self, game: str = "star-blackjack", **choices: Any) -> str:
        name = str(len(self.house.tables) + 1)
        self.house.open_table(
            law_of(game),
            Choices(**choices),
            cards=self.cards.cards(name),
            name=name,
            cut_for_players=self._cut,
        )
        return name

    def blackjack_round(self, table: str = "1", player: str = "ann") -> None:
        """One round, with as few cards as can be."""
        said = say(self.house, table, "wager", player=player, box=1, amount=20)
        assert not isinstance(said, Refused), said
        said = say(self.house, table, "deal")
        assert not isinstance(said, Refused), said
        while self.house.tables[table].table.round is not None:
            for call in ("stand", "hit"):
                if not isinstance(say(self.house, table, call, box=1), Refused):
                    break
            else:
                say(self.house, table, "close-insurance")

    def stud_round(self, table: str = "1", *, folding: Sequence[str] = ("bob",)) -> None:
        """One round of ann and bob, of whom some fold."""
        for box, player in enumerate(("ann", "bob"), 1):
            say(self.house, table, "wager", player=player, box=box, amount=10, on="ante")
        said = say(self.house, table, "deal")
        assert not isinstance(said, Refused), said
        for box, player in enumerate(("ann", "bob"), 1):
            call = "fold" if player in folding else "bet"
            said = say(self.house, table, call, player=player, box=box)
            assert not isinstance(said, Refused), said
        if self.house.tables[table].table.round is not None:
            say(self.house, table, "settle")
        assert self.house.tables[table].table.round is None

    def play_out(self, table: str = "1", shoes: int = 1) -> None:
        """Play until so many shoes are over."""
        desk = self.cards.cards(table).desk
        while sum(bool(one.seed) for one in desk.ledger.values()) < shoes:
            self.blackjack_round(table)

    def publish(self, table: str = "1", *, days: int = 0) -> None:
        """Publish what is due now, or after so many days."""
        now = machine_time() + timedelta(days=days)
        self.cards.publish({table: self.house.tables[table].table}, now)
