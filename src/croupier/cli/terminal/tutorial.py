"""A first round with somebody who explains: a word before each question that is new."""

from croupier.cli.terminal.screen import Query, Screen
from croupier.display.disclosure import SeenEvent
from croupier.display.sentences import Sentence
from croupier.display.views import TableView

FIRST_GAME = "star-blackjack"
SEED = 7
"""An evening whose first hand at the first game is worth a thought: sixteen against a queen."""

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
"""What is said before the first question of each kind, by the wire name of what is due."""
AFTER = (
    "That was a round. why shows each payment with the clause that demands it, log all that "
    "happened, sign the limits. Enter plays on with the same wager, q leaves."
)


class TutorialScreen:
    """A screen on which each question is explained before it is asked for the first time."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._told: set[str] = set()

    def happened(self, event: SeenEvent, entries: tuple[Sentence, ...], view: TableView) -> None:
        """Show something that happened."""
        self._screen.happened(event, entries, view)

    def show(self, view: TableView) -> None:
        """Show the whole table."""
        self._screen.show(view)

    def tell(self, text: str) -> None:
        """Show a sentence that belongs to the play."""
        self._screen.tell(text)

    def page(self, lines: list[str]) -> None:
        """Show what somebody asked to read."""
        self._screen.page(lines)

    def ask(self, query: Query, view: TableView) -> str:
        """Explain what is new, then ask."""
        lesson = self._lesson(view)
        if lesson:
            self._screen.tell(lesson)
        return self._screen.ask(query, view)

    def _lesson(self, view: TableView) -> str:
        """What is to be said before this question; nothing once it was said."""
        due = view.prompts[0].due if view.prompts else ""
        played = due == "wagers" and bool(view.settled)
        key, lesson = ("after", AFTER) if played else (due, LESSONS.get(due, ""))
        if key in self._told:
            return ""
        self._told.add(key)
        return lesson
