"""What holds at a blackjack table now that matters to what people may do."""

from croupier.blackjack.state import BlackjackTable
from croupier.rulebooks.prohibitions import Moment


def moments(table: BlackjackTable) -> frozenset[Moment]:
    """The moments that a prohibition may hold in."""
    return frozenset({Moment.FACE_DOWN} if table.face_down else ())
