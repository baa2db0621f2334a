"""Entries that are earned at tables: written together with the round that earned them."""

from collections.abc import Iterator
from functools import reduce

from msgspec.structs import replace

from croupier.floor.promotions import Promotion, decide, evolve
from croupier.floor.promotions.commands import EnterPromotion
from croupier.floor.promotions.earning import earned
from croupier.floor.promotions.state import PromotionStage
from croupier.play import engine
from croupier.rulebooks import law_of
from croupier.table.events import Event
from croupier.table.round_events import WagersSettled
from croupier.table.state import Refused, Table

Entered = dict[str, tuple[Promotion, tuple[Event, ...]]]
"""Promotions with new entries, as they then stand, and what happened there."""


def entries_earned(
    promotions: dict[str, Promotion], table: Table, events: tuple[Event, ...]
) -> Entered:
    """What events of a table lead to in the promotions that watch it."""
    watching = {
        name: one
        for name, one in promotions.items()
        if one.terms.earned_by is not None
        and one.game == table.game
        and one.stage is PromotionStage.RUNNING
    }
    if not watching or not any(isinstance(event, WagersSettled) for event in events):
        return {}
    found: Entered = {}
    for name, promotion in watching.items():
        made: list[Event] = []
        for entry in _entries(promotion, table, events):
            rules = law_of(promotion.game).promotions
            assert rules is not None
            answer = decide(rules, promotion, entry)
            if not isinstance(answer, Refused):
                promotion = reduce(evolve, answer, promotion)
                made += answer
        if made:
            found[name] = promotion, tuple(made)
    return found


def _entries(
    promotion: Promotion, table: Table, events: tuple[Event, ...]
) -> Iterator[EnterPromotion]:
    """The entries that events earn; a time that the promotion's clock has passed is left out."""
    earning, initial = promotion.terms.earned_by, law_of(promotion.game).initial
    assert earning is not None
    for event in events:
        for entry in earned(earning, initial, table, event):
            clock = promotion.clock
            behind = clock is not None and entry.at is not None and entry.at <= clock
            yield replace(entry, at=None) if behind else entry
        table = engine.evolve(table, event)
