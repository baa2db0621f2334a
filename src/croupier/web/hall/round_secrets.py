"""Which rounds of the floor are in play, and since when: what they hold is not proved yet."""

from croupier.record.rounds_in_play import open_since, rounds_in_play
from croupier.record.stores import Store
from croupier.web.hall.showcase import Showcase


class RoundSecrets:
    """Finds the rounds in play, by the tables shown and by those that are not."""

    def __init__(self, showcase: Showcase) -> None:
        self._showcase = showcase
        self._unshown: dict[str, int] | None = None

    def in_play(self, store: Store) -> dict[str, int]:
        """The tables with a round in play, and the place in the log where each began."""
        if self._unshown is None:
            # A table whose law is not installed is not shown, and stays as it is: once is enough.
            shown = self._showcase.tables.keys()
            found = rounds_in_play(store)
            self._unshown = {name: since for name, since in found.items() if name not in shown}
        found = dict(self._unshown)
        for name, shown_table in list(self._showcase.tables.items()):
            if shown_table.table.round is None:
                continue
            since = open_since(store, name)
            if since is not None:
                found[name] = since
        return found
