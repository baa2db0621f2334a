"""What is reported about the things of a table: its equipment, and cards that are not in play."""

from typing import ClassVar

from croupier.rulebooks import Role
from croupier.table.commands import Command


class CheckEquipment(Command, frozen=True, tag="check-equipment"):
    """Reports layout and equipment in place; what is not is named."""

    usual: ClassVar[Role] = Role.SUPERVISOR
    """A supervisor, where a text names no role."""
    lacking: tuple[str, ...] = ()
    """What is not in place, by the names of the checklist; left out, all is."""
    varied: tuple[str, ...] = ()
    """In what the layout differs from its pattern, where the rulebook allows that: ``logo``."""


class SecureCards(Command, frozen=True, tag="secure-cards"):
    """Puts cards under lock until they are needed: the next that `replace-cards` brings."""

    checked: bool = True
    """Whether they were checked before."""
    pre_shuffled: bool = False
    """Whether they were shuffled before."""


class DropCards(Command, frozen=True, tag="drop-cards"):
    """Reports that the dealer has dropped or mishandled the cards."""
