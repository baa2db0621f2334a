"""What happened, in sentences for one viewer: as it happens, and for the log."""

from collections.abc import Iterable

from croupier.display.disclosure import SeenEvent, seen
from croupier.display.narration_accounts import told_of_an_account
from croupier.display.narration_blackjack import told_of_blackjack
from croupier.display.narration_contest import told_of_contest
from croupier.display.narration_house import SILENT, told_of_the_house
from croupier.display.narration_mishaps import told_of_a_mishap
from croupier.display.narration_settlement import settlement
from croupier.display.narration_stud import MADE_READY, hands_turned, told_of_stud
from croupier.display.narration_tournaments import OF_TOURNAMENTS, told_of_tournament
from croupier.display.narration_upkeep import told_of_upkeep
from croupier.display.scenes import Scene, next_scene
from croupier.display.sentences import Sentence, told_entry
from croupier.display.sight import view
from croupier.display.views import TableView
from croupier.display.voices import Voice
from croupier.floor import account_events
from croupier.floor.purses import LiveChipsMoved, PurseMoved
from croupier.rulebooks import StudLaw, TableLaw
from croupier.stud.events import DealerExposed
from croupier.table.events import Event
from croupier.table.round_events import WagersSettled

OF_ACCOUNTS = (
    account_events.CardPresented,
    account_events.LossLimitSet,
    account_events.DepositLimitSet,
    account_events.Deposited,
    account_events.ChipsDeclared,
    account_events.ChipsBought,
    account_events.BreakRequired,
    account_events.PeriodStarted,
    account_events.ResultRecorded,
    PurseMoved,
    LiveChipsMoved,
)
"""What happens to a player's account: no table changes by it."""
ELSEWHERE: tuple[type[Event], ...] = (*OF_ACCOUNTS, *OF_TOURNAMENTS)
"""What does not change the table where it is reported."""


def tell(law: TableLaw, event: SeenEvent, view: TableView, voice: Voice) -> tuple[Sentence, ...]:
    """An event in sentences; ``view`` is the viewer's after it."""
    if isinstance(event, SILENT):
        return ()
    if isinstance(event, WagersSettled):
        return settlement(event, view, voice)
    if mishap := told_of_a_mishap(law, event, view, voice):
        return mishap
    if upkeep := told_of_upkeep(event):
        return upkeep
    if isinstance(law, StudLaw):
        if isinstance(event, DealerExposed):
            return hands_turned(law, event, view, voice)
        told = told_of_stud(event, view, voice)
    else:
        told = told_of_blackjack(law, event, view, voice)
    told = told or told_of_contest(event, voice) or told_of_the_house(law, event, view, voice)
    told = told or told_of_an_account(event, voice) or told_of_tournament(event, voice)
    if told is not None and isinstance(law, StudLaw) and isinstance(event, MADE_READY):
        told = told[0], False
    return (told_entry(event, told, voice),)


def narrate(
    law: TableLaw, scene: Scene, events: Iterable[Event], voice: Voice
) -> tuple[Scene, tuple[Sentence, ...]]:
    """All that some events mean to a viewer, and the scene after them."""
    entries: list[Sentence] = []
    for event in events:
        known = seen(law, scene.table, event, voice.viewer)
        if not isinstance(event, ELSEWHERE):
            scene = next_scene(scene, event)
        if known is not None:
            after = view(law, scene, voice.viewer, names=voice.names, faces=voice.faces)
            entries += tell(law, known, after, voice)
    return scene, tuple(entries)
