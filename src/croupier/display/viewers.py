"""Who looks at a table, and what that alone lets them know."""

import msgspec

from croupier.rulebooks import Role


class Patron(msgspec.Struct, frozen=True, tag="patron", tag_field="viewer"):
    """A player, who knows the cards of their own hands and what concerns their own account."""

    player: str
    """The player's id at the table."""


class Onlooker(msgspec.Struct, frozen=True, tag="onlooker", tag_field="viewer"):
    """Somebody who stands by, and knows what lies open on the layout."""


class Dealer(msgspec.Struct, frozen=True, tag="dealer", tag_field="viewer"):
    """The dealer of the table: knows what lies open, and the notices that were given."""

    enters: bool = False
    """Whether this dealer enters every card, as with real cards: then the cards of the boxes are
    known, and those that lie ready; the dealer's own stay face down until turned."""


class Official(msgspec.Struct, frozen=True, tag="official", tag_field="viewer"):
    """One of those who look after the table: knows what lies open, and the notices."""

    role: Role
    """The office: a supervisor, an inspector, Surveillance and the like."""


Viewer = Patron | Onlooker | Dealer | Official
"""All kinds of viewer."""


def is_staff(viewer: Viewer) -> bool:
    """Whether a viewer belongs to the house, or to those who watch over it."""
    return isinstance(viewer, Dealer | Official)


def enters_cards(viewer: Viewer) -> bool:
    """Whether a viewer knows the cards of the boxes because they enter them."""
    return isinstance(viewer, Dealer) and viewer.enters


def player_of(viewer: Viewer) -> str:
    """The id of the player who looks; empty where the viewer does not play."""
    return viewer.player if isinstance(viewer, Patron) else ""
