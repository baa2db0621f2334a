"""The school in the terminal: hints, what mistakes cost, and a first round explained.

``croupier play --practice`` hands it to a sitting.
"""

import sys

from msgspec.structs import replace

from croupier.display.disclosure import DisclosedEvent
from croupier.display.sentences import Sentence
from croupier.display.views import TableView
from croupier.features.school.coach import Advice, DecisionTotals, viewer_advice
from croupier.games.table.choices import Choices
from croupier.messages import Command
from croupier.rulebooks import StudLaw, TableLaw
from croupier.terminal.player.results import PastEvening
from croupier.terminal.player.screen import Query, Screen

NOTHING_TO_DECIDE = "You have nothing to decide now."
NO_DECISIONS = "You have decided nothing yet."
MOST_KINDS = 8
PERCENT = 100


def prepare_coach(law: TableLaw, *, practice: bool) -> None:
    """Compile the kernels for hints, so that the first hint at the table does not wait."""
    if not practice or not sys.stdin.isatty():
        return
    from croupier.maths.preparation import STUD, VALUES
    from croupier.terminal.compiler_notice import compile_kernels

    compile_kernels(STUD if isinstance(law, StudLaw) else VALUES)


class Practice:
    """The coach of one player at one practice table."""

    def __init__(self, law: TableLaw, choices: Choices) -> None:
        self._law, self._choices = law, choices
        self._sums = DecisionTotals(mistakes=[])

    def hint(self, view: TableView) -> list[str]:
        """Return what each choice is worth, the best first."""
        advice = self._advice(view)
        if advice is None:
            return [NOTHING_TO_DECIDE]
        rows = [f"  {one.call:<10}{PERCENT * one.worth:+8.2f} %" for one in advice.choices]
        return [f"{advice.situation}, in per cent of the wager:", *rows]

    def notes(self, command: Command, view: TableView) -> str | None:
        """Note a decision before it is submitted. Return what it costs if it is a mistake."""
        advice = self._advice(view)
        if advice is None:
            return None
        mistake = self._sums.note(advice, str(command.__struct_config__.tag))
        if mistake is None:
            return None
        cost = f"{PERCENT * mistake.cost:.2f} %"
        return f"Coach: {mistake.best} was worth {cost} of the wager more than {mistake.made}."

    def summary(self) -> list[str]:
        """Return how the decisions went, by kind of mistake."""
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

    def with_counts(self, evening: PastEvening) -> PastEvening:
        """Return the evening with its numbers of decisions and mistakes."""
        sums = self._sums
        return replace(evening, decisions=sums.decisions, mistakes=len(sums.mistakes))

    def _advice(self, view: TableView) -> Advice | None:
        return viewer_advice(self._law, self._choices, view)


FIRST_GAME = "star-blackjack"
SEED = 7
"""A seed whose first hand is a hard decision: sixteen against a queen."""

LESSONS = {
    "wagers": "A round begins with your wager. Type an amount in dollars, such as 25, and press "
    "Enter: it goes on box 1. 3:25 would go on box 3.",
    "cut": "The cards are shuffled, and you may cut them. Press Enter to cut in the middle.",
    "decision": "Your turn. Court cards count ten, an ace one or eleven. You win by coming "
    "nearer to 21 than the dealer; over 21 you lose at once. Type hint to see what each choice "
    "is worth, then one of the keys below.",
    "insurance": "The dealer shows an ace, and may have a blackjack. Insurance is a wager that it "
    "is one. Type hint, or n to decline.",
    "bet": "You see your five cards and one of the dealer's. b goes on with a bet of twice the "
    "ante, f gives the hand and the ante up. Type hint to see what each is worth.",
}
"""The explanation before the first question of each kind, by the wire name of what is due."""
AFTER = (
    "That was a round. why shows each payment with the clause that demands it, log all that "
    "happened, sign the limits. Enter plays on with the same wager, q leaves."
)


class TutorialScreen:
    """A screen that explains each kind of question before it is asked for the first time."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._explained: set[str] = set()

    def show_event(
        self, event: DisclosedEvent, entries: tuple[Sentence, ...], view: TableView
    ) -> None:
        """Show an event."""
        self._screen.show_event(event, entries, view)

    def show(self, view: TableView) -> None:
        """Show the whole table."""
        self._screen.show(view)

    def tell(self, text: str) -> None:
        """Show a sentence of the play."""
        self._screen.tell(text)

    def page(self, lines: list[str]) -> None:
        """Show lines that the player asked to read."""
        self._screen.page(lines)

    def ask(self, query: Query, view: TableView) -> str:
        """Explain a question that is new, then ask it."""
        lesson = self._lesson(view)
        if lesson:
            self._screen.tell(lesson)
        return self._screen.ask(query, view)

    def _lesson(self, view: TableView) -> str:
        """Return the explanation for this question; empty if it was given before."""
        due = view.prompts[0].due if view.prompts else ""
        played = due == "wagers" and bool(view.settled)
        key, lesson = ("after", AFTER) if played else (due, LESSONS.get(due, ""))
        if key in self._explained:
            return ""
        self._explained.add(key)
        return lesson
