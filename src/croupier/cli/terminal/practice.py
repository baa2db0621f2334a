"""A coach beside a player at a practice table: hints, what mistakes cost, and the sum of them."""

import sys

from msgspec.structs import replace

from croupier.cli.terminal.past_evenings import PastEvening
from croupier.coach import Advice, Sums, advice_for
from croupier.display.views import TableView
from croupier.rulebooks import StudLaw, TableLaw
from croupier.table.choices import Choices
from croupier.table.commands import Command

NOTHING_TO_DECIDE = "You have nothing to decide now."
NO_DECISIONS = "You have decided nothing yet."
MOST_KINDS = 8
PERCENT = 100


def prepare_coach(law: TableLaw, *, practice: bool) -> None:
    """Compile what hints are made with, so that nobody waits for the first one at the table."""
    if not practice or not sys.stdin.isatty():
        return
    from croupier.cli.compiler_notice import get_ready
    from croupier.maths.preparation import STUD, VALUES

    get_ready(STUD if isinstance(law, StudLaw) else VALUES)


def no_aid(law: TableLaw) -> list[str]:
    """Why nobody gives hints here, and where they do."""
    clause = law.conduct.no_aids
    why = f"no device may work out play here ({clause})" if clause else "aids are not for tables"
    return [f"Hints are for practice only: {why}. Open a practice table with --practice."]


class Practice:
    """What a coach knows of one player at one practice table."""

    def __init__(self, law: TableLaw, choices: Choices) -> None:
        self._law, self._choices = law, choices
        self._sums = Sums(mistakes=[])

    def hint(self, view: TableView) -> list[str]:
        """What each choice is worth, the best first."""
        advice = self._advice(view)
        if advice is None:
            return [NOTHING_TO_DECIDE]
        rows = [f"  {one.call:<10}{PERCENT * one.worth:+8.2f} %" for one in advice.choices]
        return [f"{advice.situation}, in per cent of the wager:", *rows]

    def notes(self, command: Command, view: TableView) -> str | None:
        """Note a decision that is about to be carried out; what it costs, where it is a mistake."""
        advice = self._advice(view)
        if advice is None:
            return None
        mistake = self._sums.note(advice, str(command.__struct_config__.tag))
        if mistake is None:
            return None
        cost = f"{PERCENT * mistake.cost:.2f} %"
        return f"Coach: {mistake.best} was worth {cost} of the wager more than {mistake.made}."

    def summary(self) -> list[str]:
        """How the decisions went, by kind of mistake."""
        sums = self._sums
        if not sums.decisions:
            return [NO_DECISIONS]
        right = sums.decisions - len(sums.mistakes)
        lines = [f"{right} of {sums.decisions} decisions were the best."]
        if sums.mistakes:
            lines.append(f"Mistakes cost {PERCENT * sums.cost:.2f} % of a wager in all:")
        for kind, times, cost in sums.kinds()[:MOST_KINDS]:
            lines.append(f"  {kind:<28}{times} x  {PERCENT * cost:.2f} %")
        return lines

    def counted_in(self, evening: PastEvening) -> PastEvening:
        """The evening, with how the decisions went."""
        sums = self._sums
        return replace(evening, decisions=sums.decisions, mistakes=len(sums.mistakes))

    def _advice(self, view: TableView) -> Advice | None:
        return advice_for(self._law, self._choices, view)
