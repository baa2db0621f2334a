"""Choosing the sentences for an event, and narrating a sequence of events to a viewer."""

from collections.abc import Callable, Iterable, Sequence

from croupier.display.disclosure import DisclosedEvent, disclose
from croupier.display.layout import table_view
from croupier.display.narration.games import (
    PREPARATION_EVENTS,
    blackjack_sentence,
    dealer_hand_sentences,
    stud_sentence,
)
from croupier.display.narration.table import (
    SILENT,
    contest_sentence,
    house_sentence,
    mishap_sentences,
    settlement_sentences,
    upkeep_sentences,
)
from croupier.display.scenes import Scene, next_scene
from croupier.display.sentences import Sentence, SentenceDraft, sentence_for
from croupier.display.viewers import Voice
from croupier.display.views import TableView
from croupier.games.stud.bets import DealerExposed
from croupier.games.table.rounds import WagersSettled
from croupier.house import accounts
from croupier.house.accounts import LiveChipsMoved, PurseMoved
from croupier.messages import Event
from croupier.money import in_dollars
from croupier.rulebooks import StudLaw, TableLaw
from croupier.streams import ACCOUNT, TABLE, TOURNAMENT


def account_sentence(event: DisclosedEvent, voice: Voice) -> SentenceDraft:
    """Return a sentence about a limit or a declaration of chips; ``None`` for other events."""
    match event:
        case accounts.LossLimitSet(player=player, limit=limit, duties=duties):
            days = "a day" if limit.days == 1 else f"{limit.days} days"
            limited = f"at most {in_dollars(limit.amount)} in {days}"
            who = voice.does(player, "may lose", "may lose")
            return f"{who} {limited}; chips are declared ({', '.join(duties)})", True
        case accounts.DepositLimitSet(player=player, amount=amount):
            who = voice.does(player, "deposit", "deposits")
            return f"{who} at most {in_dollars(amount)} a day", True
        case accounts.Deposited(player=player, amount=amount):
            return f"{voice.does(player, 'deposit', 'deposits')} {in_dollars(amount)}", True
        case PurseMoved(player=player, amount=amount) if amount >= 0:
            return f"{voice.whose(player, 'purse')} gains {in_dollars(amount)}", False
        case PurseMoved(player=player, amount=amount):
            return f"{in_dollars(-amount)} leave {voice.whose(player, 'purse')}", False
        case LiveChipsMoved(player=player, amount=amount, table=table) if amount >= 0:
            who = voice.does(player, "bring", "brings")
            return f"{who} {in_dollars(amount)} to table {table}", False
        case LiveChipsMoved(player=player, amount=amount, table=table):
            who = voice.does(player, "take", "takes")
            return f"{who} {in_dollars(-amount)} away from table {table}", False
        case accounts.ChipsDeclared(player=player, amount=amount, leaving=leaving):
            who = voice.does(player, "declare", "declares")
            return f"{who} {in_dollars(amount)} in chips{' left' if leaving else ''}", True
    return None


ACCOUNT_EVENTS = (
    accounts.CardPresented,
    accounts.LossLimitSet,
    accounts.DepositLimitSet,
    accounts.Deposited,
    accounts.ChipsDeclared,
    accounts.ChipsBought,
    accounts.BreakRequired,
    accounts.PeriodStarted,
    accounts.ResultRecorded,
    PurseMoved,
    LiveChipsMoved,
)
"""The events of a player's account; they change no table."""
EVENTS_OFF_THE_TABLE = tuple({*ACCOUNT.events, *TOURNAMENT.events} - {*TABLE.events})
"""The events that do not change the table where they are reported."""
Narrator = Callable[[DisclosedEvent, Voice], SentenceDraft]
"""Returns a sentence about an event of a feature; ``None`` for any other event."""


def narrate_event(
    law: TableLaw,
    event: DisclosedEvent,
    view: TableView,
    voice: Voice,
    *,
    narrators: Sequence[Narrator] = (),
) -> tuple[Sentence, ...]:
    """Return the sentences about an event. ``view`` is the viewer's view after it.

    ``narrators`` cover the features whose events are reported among those of the table.
    """
    if isinstance(event, SILENT):
        return ()
    if isinstance(event, WagersSettled):
        return settlement_sentences(event, view, voice)
    if mishap := mishap_sentences(law, event, view, voice):
        return mishap
    if upkeep := upkeep_sentences(event):
        return upkeep
    if isinstance(law, StudLaw):
        if isinstance(event, DealerExposed):
            return dealer_hand_sentences(law, event, view, voice)
        told = stud_sentence(event, view, voice)
    else:
        told = blackjack_sentence(law, event, view, voice)
    told = told or contest_sentence(event, voice) or house_sentence(law, event, view, voice)
    told = told or account_sentence(event, voice)
    for narrate_feature in narrators:
        told = told or narrate_feature(event, voice)
    # Stud shuffles before every round: told each time, it would bury what matters.
    if told is not None and isinstance(law, StudLaw) and isinstance(event, PREPARATION_EVENTS):
        told = told[0], False
    return (sentence_for(event, told, voice),)


def narrate(
    law: TableLaw,
    scene: Scene,
    events: Iterable[Event],
    voice: Voice,
    *,
    narrators: Sequence[Narrator] = (),
) -> tuple[Scene, tuple[Sentence, ...]]:
    """Return the scene after the events, and all sentences about them for the viewer."""
    entries: list[Sentence] = []
    for event in events:
        # Disclosure looks at the table before the event, the sentence at the view after it.
        known = disclose(law, scene.table, event, voice.viewer)
        if not isinstance(event, EVENTS_OFF_THE_TABLE):
            scene = next_scene(scene, event)
        if known is not None:
            after = table_view(law, scene, voice.viewer, names=voice.names, faces=voice.faces)
            entries += narrate_event(law, known, after, voice, narrators=narrators)
    return scene, tuple(entries)
