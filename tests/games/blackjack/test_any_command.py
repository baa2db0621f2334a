"""Every command there is, with any fields, at any moment: carried out or refused, no error."""

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from croupier.cards import DECK, Device
from croupier.floor import Croupier
from croupier.floor.command_text import command_types
from croupier.games.blackjack.reconstruction import Reconstruct
from croupier.games.table.choices import Choices, Mode
from croupier.games.table.preparation import ShuffleCards
from croupier.messages import Command, Refused
from croupier.rulebooks import BLACKJACK, Role
from tests.support.invariants import check_invariants
from tests.support.samples import samples_of

START = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)

names = st.sampled_from(["ann", "bob", "cat"])
amounts = st.sampled_from([-100, 0, 30, 50, 500, 1_000, 2_500, 10_000, 600_000])
kinds = st.sampled_from(["main", "perfect-pairs", "any-pairs", "lucky-lucky", "insurance"])
times = st.integers(0, 90).map(lambda minutes: START + timedelta(minutes=minutes))
boxes = st.integers(0, 8)

FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "player": names,
    "to": names,
    "box": boxes,
    "boxes": st.lists(boxes, max_size=3).map(tuple),
    "amount": amounts,
    "minimum": amounts,
    "maximum": amounts,
    "unit": amounts,
    "on": kinds,
    "chips": st.sampled_from(["chips", "tokens", "buttons"]),
    "reason": st.sampled_from(["", "not on this table"]),
    "about": st.just("word"),
    "whom": st.sampled_from(Role),
    "position": st.integers(-1, 420),
    "depth": st.none() | st.integers(-1, 420),
    "players": st.integers(0, 4),
    "handle": st.sampled_from(["", "mine", "stacked", "shuffle-1", "shuffle-2"]),
    "effective": times,
    "card": st.sampled_from(DECK),
    "of": st.none() | names,
    "agreed": st.lists(names, max_size=3).map(tuple),
    "rounds": st.none() | st.integers(-1, 5),
    "number": st.none() | st.integers(-1, 5),
    "notice": st.integers(-1, 5),
    "dispute": st.integers(-1, 3),
    "cards": st.lists(st.sampled_from(DECK), max_size=3).map(tuple),
    "damaged": st.lists(st.sampled_from(DECK), max_size=2).map(tuple),
    "missing": st.lists(st.sampled_from(DECK), max_size=2).map(tuple),
    "extra": st.lists(st.sampled_from(DECK), max_size=2).map(tuple),
    "foreign": st.lists(st.just("joker"), max_size=2).map(tuple),
    "forfeit": st.lists(names, max_size=2).map(tuple),
    "step": st.sampled_from(["cut", "burn", "shuffle", "discards", "insurance", "lunch"]),
    "ground": st.sampled_from(["disruption", "fraud", "impractical", "boredom", "advice"]),
    "breach": st.sampled_from(["5.1", "18.1", "99.9"]),
    "outcome": st.just("upheld"),
    "to_box": boxes,
    "signal": st.sampled_from(["", "tap", "wave", "words"]),
    "total": st.integers(0, 22),
    "hand": st.none() | st.integers(-1, 3),
    "lacking": st.lists(st.sampled_from(["drop-box", "umbrella"]), max_size=2).map(tuple),
    "varied": st.lists(st.sampled_from(["logo", "shape"]), max_size=2).map(tuple),
    "person": st.sampled_from(["", "one", "two"]),
}
"""What may stand in a field, by its name; in any other, samples of its type."""


def values_of(kind: type[Command], field: msgspec.structs.FieldInfo) -> st.SearchStrategy[Any]:
    if kind is Reconstruct and field.name == "cards":
        return st.integers(-1, 9)
    if kind is ShuffleCards and field.name == "cards":
        return st.sampled_from([-1, 0, 5, 311, 312, 416, 10**6])
    if field.name in FIELDS:
        return FIELDS[field.name]
    return st.sampled_from(samples_of(field.type))


@st.composite
def commands(draw: st.DrawFn) -> Command:
    kind = draw(st.sampled_from(sorted(command_types().values(), key=lambda kind: kind.__name__)))
    given: dict[str, Any] = {}
    for field in msgspec.structs.fields(kind):
        if field.name == "by":
            given["by"] = draw(st.sampled_from(Role))
        elif field.name == "at":
            given["at"] = draw(st.none() | times)
        elif field.required or draw(st.booleans()):
            given[field.name] = draw(values_of(kind, field))
    return kind(**given)


class Talk(RuleBasedStateMachine):
    """A table at which anything is said."""

    croupier: Croupier

    @initialize(
        game=st.sampled_from(sorted(BLACKJACK)),
        live=st.booleans(),
        device=st.sampled_from(Device),
        seed=st.integers(0, 2**32 - 1),
    )
    def open(self, game: str, live: bool, device: Device, seed: int) -> None:
        law = BLACKJACK[game]
        choices = Choices(
            boxes=7,
            device=device,
            mode=Mode.LIVE if live else Mode.AUTOMATIC,
            side_bets=law.side_bets.names[:1],
            ten_insurance=law.insurance is not None and law.insurance.ten is not None,
            resplit=law.split.permitted_by is not None,
        )
        self.croupier = Croupier(law, choices, seed=seed)

    @rule(said=st.lists(commands(), min_size=1, max_size=12))
    def talk(self, said: list[Command]) -> None:
        for command in said:
            before = self.croupier.table
            answer = self.croupier.do(command)
            if isinstance(answer, Refused):
                assert self.croupier.table is before
                assert answer.why

    @rule(box=st.integers(1, 7), player=names, amount=st.sampled_from([500, 2_500]))
    def wager_and_deal(self, box: int, player: str, amount: int) -> None:
        types = command_types()
        self.croupier.do(types["wager"](player=player, box=box, amount=amount, by=Role.PLAYER))  # type: ignore[call-arg]
        self.croupier.do(types["deal"](by=Role.DEALER))

    @rule(data=st.data())
    def do_what_is_due(self, data: st.DataObject) -> None:
        for due in self.croupier.due:
            for choice in getattr(due, "choices", ()):
                if data.draw(st.booleans()):
                    kind = command_types()[choice.call]
                    given = {"player": due.player}  # type: ignore[attr-defined]
                    if hasattr(due, "box"):
                        given["box"] = due.box
                    self.croupier.do(kind(by=kind.usual, **given))
                    return

    @invariant()
    def holds(self) -> None:
        if hasattr(self, "croupier"):
            check_invariants(self.croupier)


TestTalk = Talk.TestCase
TestTalk.settings = settings(
    max_examples=80,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
