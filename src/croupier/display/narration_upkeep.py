"""What was reported about a table, its cards, signals and calls, in sentences."""

from croupier.blackjack.events import DecisionSignalled
from croupier.blackjack.irregular_events import TotalMiscalled
from croupier.display.disclosure import SeenEvent
from croupier.display.sentences import Sentence, clauses_of
from croupier.display.words import listed
from croupier.table import upkeep_events as reported


def told_of_upkeep(event: SeenEvent) -> tuple[Sentence, ...]:
    """Sentences about an event of a table's upkeep; nothing for any other."""
    match event:
        case reported.EquipmentChecked():
            return _equipment(event)
        case reported.CardsSecured(checked=checked, pre_shuffled=shuffled):
            how = listed([f"{'' if checked else 'not '}checked", *["shuffled"] * shuffled])
            return (Sentence(f"Cards are put under lock, {how}", clauses_of(event)),)
        case DecisionSignalled(box=box, call=call, signal=signal):
            return (Sentence(f"Box {box} shows {call}: {signal}", clauses_of(event), told=False),)
        case TotalMiscalled(box=box, called=called, total=total):
            text = f"Box {box} was called {called} and has {total}: what was decided stands"
            return (Sentence(text, clauses_of(event)),)
        case reported.CardsDropped():
            return (Sentence("The cards were dropped: all are verified", clauses_of(event)),)
    return ()


def _equipment(event: reported.EquipmentChecked) -> tuple[Sentence, ...]:
    told = []
    if event.in_place:
        told.append(Sentence(f"In place: {_names(event.in_place)}", clauses_of(event)))
    if event.lacking:
        clauses = tuple(dict.fromkeys(event.lacking.values()))
        lacking = _names(tuple(event.lacking))
        told.append(Sentence(f"Missing, so no round is dealt: {lacking}", clauses))
    if event.spared:
        told.append(Sentence(f"Absent, as the rules allow: {_names(event.spared)}"))
    if event.varied:
        told.append(Sentence(f"The layout differs, as the rules allow: {_names(event.varied)}"))
    return tuple(told)


def _names(names: tuple[str, ...]) -> str:
    return listed(name.replace("-", " ") for name in names)
