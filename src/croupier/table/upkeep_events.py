"""What was reported about the things of a table: its equipment, and cards that are not in play."""

from croupier.rulebooks import Role
from croupier.table.events import Event


class EquipmentChecked(Event, frozen=True, tag="equipment-checked"):
    """Layout and equipment were looked over."""

    in_place: tuple[str, ...]
    """What is in place, by the names of the checklist."""
    lacking: dict[str, str]
    """What is not, with the clause that asks for it; empty where all is in place."""
    spared: tuple[str, ...]
    """What is away and may be; empty where nothing is."""
    varied: tuple[str, ...]
    """In what the layout differs from its pattern; empty where in nothing."""
    by: Role
    """In which role it was reported."""
    clauses: tuple[str, ...]
    """The clauses that ask for what is in place, and that allow what is away or differs."""


class CardsSecured(Event, frozen=True, tag="cards-secured"):
    """Cards were put under lock until they are needed."""

    checked: bool
    """Whether they were checked before; otherwise they are before they are used."""
    pre_shuffled: bool
    """Whether they were shuffled before."""
    by: Role
    """In which role it was reported."""
    clause: str
    """The clause that has them kept so."""


class CardsDropped(Event, frozen=True, tag="cards-dropped"):
    """The dealer dropped or mishandled the cards; somebody verifies that all are there."""

    clause: str
    """The clause that asks for that."""
