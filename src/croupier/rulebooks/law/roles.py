"""The roles at a table, and which of them may act for others."""

from enum import Enum


class Role(Enum):
    """A role that the rulebooks name, and the one that keeps the accounts of all others."""

    PLAYER = "player"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    ASSISTANT_GAMING_MANAGER = "assistant-gaming-manager"
    GAMING_MANAGER = "gaming-manager"
    INSPECTOR = "inspector"
    SURVEILLANCE = "surveillance"
    REGULATOR = "regulator"
    """The commission or authority above the casino."""
    TOURNAMENT_MANAGER = "tournament-manager"
    ADMINISTRATOR = "administrator"
    """Keeps people's accounts. No clause knows this role: it has no power at any table."""

    @property
    def title(self) -> str:
        """The role as people say it."""
        return self.value.replace("-", " ")

    @property
    def one(self) -> str:
        """One who has the role: a dealer, an inspector."""
        return f"{'an' if self.value[0] in 'aeiou' else 'a'} {self.title}"

    def may_act_as(self, needed: "Role") -> bool:
        """Return whether this role has the powers of another: the line of command, upwards.

        Reading R1: a clause that empowers a supervisor empowers those above as well.
        """
        if self is needed:
            return True
        if self not in _LINE_OF_COMMAND or needed not in _LINE_OF_COMMAND:
            return False
        return _LINE_OF_COMMAND.index(self) > _LINE_OF_COMMAND.index(needed)


class Cutter(Enum):
    """Who is offered the cut first."""

    FIRST_PLAYER = "first-player"
    BOX_OF_CUTTING_CARD = "box-of-cutting-card"
    RIGHTMOST = "rightmost"
    LEFTMOST = "leftmost"


GAMING_ROLES = tuple(role for role in Role if role is not Role.ADMINISTRATOR)
"""The roles that the rulebooks name."""

_LINE_OF_COMMAND = (
    Role.DEALER,
    Role.SUPERVISOR,
    Role.ASSISTANT_GAMING_MANAGER,
    Role.GAMING_MANAGER,
)
