"""How wagers were settled, in sentences."""

from croupier.display.sentences import Sentence
from croupier.display.views import ON_A_HAND, SettledView, TableView, hand_name
from croupier.display.voices import Voice
from croupier.display.words import small
from croupier.money import in_dollars
from croupier.table.round_events import WagersSettled
from croupier.table.state import MAIN, Line

RESULTS = {"win": "wins", "lose": "loses"}
LEVEL = {"stand-off": "stands off", "void": "is void"}


def settlement(event: WagersSettled, view: TableView, voice: Voice) -> tuple[Sentence, ...]:
    """A sentence for each wager that was settled."""
    return tuple(
        Sentence(
            told_line(line, view, voice),
            (line.clause, *line.also),
            cites=True,
            apart=line.net > 0 and line.on not in ON_A_HAND,
        )
        for line in event.lines
    )


def told_line(line: Line | SettledView, view: TableView, voice: Voice) -> str:
    """How a wager was settled: Box 1 wins $25."""
    name = hand_name(view, line.box, line.hand if line.on in ON_A_HAND else 0)
    if line.on != MAIN:
        name = f"{name} {line.on}"
    if line.player != voice.me:
        name = f"{voice.who(line.player)}, {small(name)}"
    if line.net:
        return f"{name} {RESULTS.get(line.result, line.result)} {in_dollars(abs(line.net))}"
    return f"{name} {LEVEL.get(line.result, line.result)}: {in_dollars(line.stake)} back"
