"""A decision being made at a table of Caribbean Stud."""

from collections.abc import Mapping

from croupier.rulebooks import StudLaw
from croupier.stud.state import StudTable
from croupier.table.draft import Draft
from croupier.table.events import Event
from croupier.table.messages import Evolver
from croupier.table.past_rounds import PastRound


class StudDraft(Draft[StudLaw, StudTable]):
    """A draft under the law of Caribbean Stud, with what rounds before came to."""

    __slots__ = ("past",)

    law: StudLaw

    def __init__(
        self,
        law: StudLaw,
        table: StudTable,
        evolvers: Mapping[type[Event], Evolver],
        past: tuple[PastRound, ...] = (),
    ) -> None:
        super().__init__(law, table, evolvers)
        self.past = past
