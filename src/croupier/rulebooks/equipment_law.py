"""The shape of the law for what stands on and around a table, and what must be in place."""

from enum import Enum

import msgspec

from croupier.cards import Device
from croupier.rulebooks.catalogue import Rule, Says
from croupier.rulebooks.roles import Role


class Wanted(Enum):
    """At which tables a piece of equipment is wanted."""

    ALWAYS = "always"
    SHOE = "shoe"
    """Where cards are dealt from a shoe."""
    SIDE_BETS = "side-bets"
    """Where optional wagers are offered."""
    JACKPOT = "jackpot"
    """Where a progressive jackpot is offered."""
    CASH = "cash"
    """Where cash is taken."""


class Item(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of equipment, or a mark on the layout, that must be in place."""

    name: str
    """What it is called when it is reported: ``drop-box``."""
    says: Says
    """What the rulebook asks of it."""
    wanted: Wanted = Wanted.ALWAYS
    """At which tables."""
    side_bet: str = ""
    """The optional wager that it is for; empty for any."""
    spared: Says | None = None
    """The clause by which it may be away where it is not wanted."""


class Equipment(msgspec.Struct, frozen=True, kw_only=True):
    """What stands on and around the table."""

    boxes: Rule[range]
    """How many boxes a layout may have."""
    side_bet_areas: Rule[tuple[str, ...]] | None
    """The optional wagers for which a layout may have an area."""
    area_inscriptions: dict[str, Says] = {}
    """What the cloth says where an optional wager is offered, by its name."""
    devices: Rule[tuple[Device, ...]]
    inscriptions: tuple[Says, ...]
    """What the cloth says, and what players may ask."""
    checklist: tuple[Item, ...]
    """What must be in place, in the rulebook's order."""
    reported_by: Rule[Role]
    """Who reports it."""
    may_vary: dict[str, Says] = {}
    """In what a layout may differ from its pattern, by the name that is reported."""
