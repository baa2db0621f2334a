"""What the coach remembers of people at practice tables, while the server runs."""

import asyncio

from croupier.coach import Advice, Sums, advice_for
from croupier.display.views import TableView
from croupier.rulebooks import TableLaw
from croupier.table.choices import Choices


class Coach:
    """Remembers, while the server runs, how people have played at practice tables."""

    def __init__(self) -> None:
        self._sums: dict[tuple[str, str], Sums] = {}

    def of(self, table: str, player: str) -> Sums:
        """How somebody has played at a table."""
        return self._sums.get((table, player), Sums(mistakes=[]))

    def note(self, table: str, player: str, advice: Advice, call: str) -> None:
        """Note a decision, and what it cost."""
        self._sums.setdefault((table, player), Sums(mistakes=[])).note(advice, call)


async def advice_in_thread(law: TableLaw, choices: Choices, view: TableView) -> Advice | None:
    """What the viewer's choices are worth, beside the server's other work: it may take a moment."""
    return await asyncio.to_thread(advice_for, law, choices, view)
