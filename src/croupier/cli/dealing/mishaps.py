"""What went wrong at a live table and what was done about it, in sentences."""

from croupier.blackjack import irregular_events as wrong
from croupier.cards import Card, written
from croupier.cli.terminal.telling import Entry, Voice, clauses_of, settled
from croupier.cli.terminal.views import Scene
from croupier.cli.terminal.wording import listed
from croupier.money import LAYOUT, in_dollars
from croupier.stud import irregular_events as stud
from croupier.table import events as floor
from croupier.table.events import Event
from croupier.table.paying import VOID
from croupier.table.settled import Line, RoundVoided


def tell_mishap(event: Event, scene: Scene, voice: Voice) -> tuple[Entry, ...]:
    """An event in sentences where something went wrong with it; nothing where nothing did."""
    text = _of_a_card(event) or _of_a_round(event) or _of_the_cards(event) or _of_people(event)
    if text is None:
        return ()
    lines: tuple[Line, ...] = getattr(event, "lines", ())
    return (
        Entry(text, clauses_of(event)),
        *(Entry(_undone(line, scene, voice), (line.clause,)) for line in lines),
    )


def _undone(line: Line, scene: Scene, voice: Voice) -> str:
    """A wager that was settled otherwise after all."""
    if line.result != VOID or not line.net:
        return settled(line, scene.round, voice)
    on = f"{line.on} of " if line.on != scene.table.law.initial else ""
    return f"{line.player}, {on}box {line.box} is void: {in_dollars(line.net, sign=True)}"


def _of_a_card(event: Event) -> str | None:
    match event:
        case wrong.CardDrawnInError(card=card, offered=offered):
            return f"The {card} came out in error: it is {'offered as ' * offered}the next card"
        case wrong.CardRefused(box=box, player=player):
            return f"{player} refuses the card for box {box}, and gets only what must be drawn"
        case wrong.CardMisplaced(card=card, laid=laid, box=box):
            return f"The {card} lay at {_place(laid)} and goes to {_place(box)}"
        case wrong.SpareCardBurned(card=card):
            return f"The {card} is burned"
        case wrong.SpareCardKept():
            return "The card left over is the first of the next round"
        case stud.CardsShown(cards=cards):
            return f"Shown by mistake: {written(cards)}"
        case stud.CardsCounted(box=box, count=count):
            return f"{count} cards were counted at {_place(box)}"
    return None


def _of_a_round(event: Event) -> str | None:
    match event:
        case wrong.RoundWithoutWagers():
            return "The round was begun without wagers and is void"
        case RoundVoided():
            return "The round is void"
        case wrong.RoundReconstructed(cards=cards, entry=entry, misread=misread):
            told = "To be told anew" if misread else "Back in front of the shoe"
            back = () if entry is None else entry.postings
            home = "".join(
                f"; {_whose(posting.account)} gets {in_dollars(posting.amount)} back"
                for posting in back
                if posting.account != LAYOUT
            )
            return f"{told}: {written(cards)}{home}"
        case wrong.HandVoided(box=box) | stud.StudHandVoided(box=box):
            return f"The hand of box {box} is void"
        case wrong.PastRoundVoided(number=number, box=box):
            return f"Round {number} is void" + (f" for box {box}" if box is not None else "")
        case stud.MisdealDeclared():
            return "The deal was wrong"
        case wrong.StepForgotten(step=step, shuffle_after_round=shuffle):
            after = "; the cards are shuffled after the round" if shuffle else ""
            return f"The {step} was left out, and play goes on{after}"
    return None


def _of_the_cards(event: Event) -> str | None:
    match event:
        case floor.WrongCardsFound(missing=missing, foreign=foreign):
            return f"The cards are wrong: {_found(missing, (), foreign)}"
        case floor.CardsChecked(expected=expected, missing=missing, extra=extra, foreign=foreign):
            return f"{expected} cards checked: {_found(missing, extra, foreign) or 'all are there'}"
        case floor.CardReplaced(card=card):
            return f"The {card} is replaced by another"
        case floor.DeviceFailed():
            return "The shuffling device has failed"
        case floor.DeviceChanged(shoe=shoe):
            return f"The table goes on with a {'card shoe' if shoe else 'shuffling device'}"
    return None


def _of_people(event: Event) -> str | None:
    match event:
        case wrong.ControlPassed(box=box, absent=absent, player=player):
            return f"{player} decides for box {box} in place of {absent}"
        case wrong.BoxUnattended(box=box, absent=absent):
            return f"{absent} is absent: nobody decides for box {box}"
        case wrong.WithdrawalOffered(players=players):
            return f"{listed(players)} may take the wagers of the round back"
        case wrong.WithdrawalAnswered(player=player, stays=stays):
            return f"{player} {'stays in' if stays else 'takes the wagers back'}"
        case floor.NoticeGiven(whom=whom, about=about):
            return f"Notice to {whom.title}: {about}"
        case floor.DisputeMoved(dispute=number, step=step, outcome=outcome):
            said = f": {outcome}" if outcome else ""
            return f"Dispute {number} is now {step.replace('-', ' ')}{said}"
        case floor.RulesShown(player=player):
            return f"{player} is given the rules to read"
        case floor.NoticeAcknowledged(notice=notice, by=by):
            return f"Notice {notice} is acknowledged by {by.title}"
    return None


def _whose(account: str) -> str:
    """Whose chips an account holds."""
    return account.partition("/")[2] or account


def _place(box: int) -> str:
    return f"box {box}" if box else "the dealer's hand"


def _found(missing: tuple[Card, ...], extra: tuple[Card, ...], foreign: tuple[str, ...]) -> str:
    parts = [f"missing {written(missing)}" if missing else ""]
    parts += [f"too many {written(extra)}" if extra else ""]
    parts += [f"foreign {', '.join(foreign)}" if foreign else ""]
    return "; ".join(part for part in parts if part)
