"""What happens at a table in words and as a view, for environments that render."""

from collections.abc import Iterable

from croupier.display.layout import table_view
from croupier.display.narration.narrator import narrate
from croupier.display.scenes import scene_of
from croupier.display.viewers import Patron, Voice
from croupier.display.views import TableView
from croupier.floor.running_table import RunningTable
from croupier.messages import Event


class Commentary:
    """Follows a running table for one of its players.

    The last round can be seen until the next is dealt, or until the comments are cleared.
    """

    def __init__(self, running: RunningTable, player: str) -> None:
        self._running = running
        self._viewer = Patron(player)
        self.clear()

    def clear(self) -> None:
        """Forget the last round."""
        self._scene = scene_of(self._running.table)
        self.sentences: list[str] = []
        """What has happened since the last action, in words."""

    def follow(self, events: Iterable[Event]) -> None:
        """Add what the events say to the player."""
        law = self._running.law
        self._scene, spoken = narrate(law, self._scene, events, Voice(self._viewer))
        self.sentences += [sentence.aloud for sentence in spoken if sentence.told]

    def view(self) -> TableView:
        """Return the table as the player may see it."""
        running = self._running
        due = running.due if running.table.round is not None else ()
        return table_view(running.law, self._scene, self._viewer, due=due)

    def text(self) -> str:
        """Return what has happened since the last action, and the decision to make."""
        asked = [prompt.question or prompt.text for prompt in self.view().prompts[:1]]
        return "\n".join([*self.sentences, *asked])
