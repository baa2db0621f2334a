"""What went wrong at a table and what was done about it, in sentences."""

from croupier.blackjack import irregular_events as wrong
from croupier.display import seen_events as seen
from croupier.display.disclosure import SeenEvent
from croupier.display.narration_settlement import told_line
from croupier.display.seen_events import Known
from croupier.display.sentences import Sentence, clauses_of
from croupier.display.views import TableView
from croupier.display.voices import Voice
from croupier.display.words import counted, listed
from croupier.money import in_dollars
from croupier.rulebooks import TableLaw
from croupier.stud import irregular_events as stud
from croupier.table import card_events
from croupier.table import events as floor
from croupier.table import irregular_events as floor_wrong
from croupier.table.payments import VOID
from croupier.table.round_events import Line, PastRoundVoided, RoundVoided


def told_of_a_mishap(
    law: TableLaw, event: SeenEvent, view: TableView, voice: Voice
) -> tuple[Sentence, ...]:
    """Sentences about an event in which something went wrong; nothing for any other."""
    text = (
        _of_a_card(event, voice)
        or _of_a_round(event, voice)
        or _of_the_cards(event)
        or _of_people(event, voice)
        or _of_the_house(event, voice)
    )
    if text is None:
        return ()
    lines: tuple[Line, ...] = getattr(event, "lines", ())
    return (
        Sentence(text, clauses_of(event)),
        *(Sentence(_undone(law, line, view, voice), (line.clause,)) for line in lines),
    )


def _undone(law: TableLaw, line: Line, view: TableView, voice: Voice) -> str:
    """A wager whose settlement was changed."""
    if line.result != VOID or not line.net:
        return told_line(line, view, voice)
    on = f"{line.on} of " if line.on != law.initial else ""
    who = voice.who(line.player)
    return f"{who}, {on}box {line.box} is void: {in_dollars(line.net, sign=True)}"


def _of_a_card(event: SeenEvent, voice: Voice) -> str | None:
    match event:
        case wrong.ReadyCardCorrected(wrong=told, right=card):
            return f"The card that lies ready is the {card}, not the {told}"
        case wrong.CardDrawnInError(card=card, offered=offered):
            return f"The {card} came out in error: it is {'offered as ' * offered}the next card"
        case wrong.CardRefused(box=box, player=player):
            who = voice.does(player, "refuse", "refuses")
            gets = "get" if player == voice.me else "gets"
            return f"{who} the card for box {box}, and {gets} only what must be drawn"
        case seen.MisplacementSeen(card=card, laid=laid, box=box):
            what = "A card" if card is None else f"The {card}"
            return f"{what} lay at {_place(laid)} and goes to {_place(box)}"
        case wrong.SpareCardBurned(card=card):
            return f"The {card} is burned"
        case wrong.SpareCardKept(in_round=in_round):
            this = "The card that nobody saw is the next of this round"
            return this if in_round else "The card left over is the first of the next round"
        case wrong.FirstCardCleared(burned=burned):
            what = "is burned" if burned else "stays the next card"
            return f"No wager is left: the card that had slipped out {what}"
        case stud.CardsShown(cards=cards):
            return f"Shown by mistake: {_written(cards)}"
        case seen.CountSeen(box=box, count=count):
            return f"{count} cards were counted at {_place(box)}"
    return None


def _of_a_round(event: SeenEvent, voice: Voice) -> str | None:
    match event:
        case wrong.RoundWithoutWagers():
            return "The round was begun without wagers and is void"
        case RoundVoided():
            return "The round is void"
        case seen.ReconstructionSeen():
            return _reconstructed(event, voice)
        case wrong.HandVoided(box=box, hand=int(hand)):
            return f"Hand {hand} of box {box} is void"
        case wrong.HandVoided(box=box) | stud.StudHandVoided(box=box):
            return f"The hand of box {box} is void"
        case PastRoundVoided(number=number, box=where):
            return f"Round {number} is void" + (f" for box {where}" if where is not None else "")
        case stud.MisdealDeclared():
            return "The deal was wrong"
        case wrong.QuestionDropped(what=what, box=box):
            return f"The {what} of box {box} falls with the wager of the player who called it"
        case wrong.StepForgotten(step=step, shuffle_after_round=shuffle):
            after = "; the cards are shuffled after the round" if shuffle else ""
            return f"The {step} was left out, and play goes on{after}"
    return None


def _reconstructed(event: seen.ReconstructionSeen, voice: Voice) -> str:
    told = "To be entered again" if event.misread else "Back in front of the shoe"
    back = () if event.entry is None else event.entry.postings
    home = "".join(
        f"; {_whose(posting.account, voice)} gets {in_dollars(posting.amount)} back"
        for posting in back
        if posting.amount > 0
    )
    return f"{told}: {_written(event.cards)}{home}"


def _of_the_cards(event: SeenEvent) -> str | None:
    match event:
        case seen.WrongCardsSeen(missing=missing, foreign=foreign):
            return f"The cards are wrong: {_found(missing, (), foreign)}"
        case seen.CheckSeen(expected=expected, missing=missing, extra=extra, foreign=foreign):
            return f"{expected} cards checked: {_found(missing, extra, foreign) or 'all are there'}"
        case floor_wrong.CheckOrdered():
            return "The cards are counted when the round is over"
        case card_events.ShuffleOrdered():
            return "The cards are shuffled when the round is over"
        case seen.ReplacementSeen(card=card):
            what = "A card" if card is None else f"The {card}"
            return f"{what} is replaced by another"
        case seen.DeviceFailureSeen():
            return "The shuffling device has failed"
        case floor_wrong.DeviceChanged(shoe=shoe):
            return f"The table goes on with a {'card shoe' if shoe else 'shuffling device'}"
    return None


def _of_people(event: SeenEvent, voice: Voice) -> str | None:
    match event:
        case wrong.ControlPassed(box=box, absent=absent, player=player):
            who = voice.does(player, "decide", "decides")
            return f"{who} for box {box} in place of {voice.who(absent)}"
        case wrong.BoxUnattended(box=box, away=False):
            return f"Nobody is left to decide for box {box}"
        case wrong.BoxUnattended(box=box, absent=absent):
            return f"{voice.who(absent)} is absent: nobody decides for box {box}"
        case wrong.PlayerReturned(box=box, player=player, controller=controller):
            who = voice.does(controller, "decide", "decides")
            return f"{voice.does(player, 'are', 'is')} back: {who} for box {box}"
        case wrong.PlayerAway(box=box, player=player):
            return f"{voice.does(player, 'are', 'is')} not there to answer at box {box}"
        case wrong.WithdrawalOffered(players=players):
            who = listed(map(voice.who, players))
            return f"{who} may take the wagers of the round back"
        case wrong.WithdrawalAnswered(player=player, stays=stays):
            if stays:
                return voice.does(player, "stay in", "stays in")
            return f"{voice.does(player, 'take', 'takes')} the wagers back"
    return None


def _of_the_house(event: SeenEvent, voice: Voice) -> str | None:
    match event:
        case floor.DealerChanged(dealer=dealer):
            return f"{dealer} deals now"
        case floor.LawAdopted(revision=revision, known=known, changes=changes):
            what = (
                f"{counted(len(changes), 'value')} changed" if known else "what changed is unknown"
            )
            return f"The table moves to the law that is installed, revision {revision}: {what}"
        case floor_wrong.NoticeGiven(whom=whom, about=about):
            return f"Notice to {whom.title}: {voice.named(about)}"
        case floor_wrong.DisputeMoved(dispute=number, step=step, outcome=outcome):
            said = f": {outcome}" if outcome else ""
            return f"Dispute {number} is now {step.replace('-', ' ')}{said}"
        case floor_wrong.RulesShown(player=player):
            return f"{voice.does(player, 'are', 'is')} given the rules to read"
        case floor_wrong.PersonCautioned(player=player, ground=ground):
            what = f": {ground.replace('-', ' ')}" if ground else ""
            return f"{voice.does(player, 'are', 'is')} cautioned{what}"
        case floor_wrong.NoticeAcknowledged(notice=notice, by=by):
            return f"Notice {notice} is acknowledged by {by.title}"
    return None


def _whose(account: str, voice: Voice) -> str:
    """Whose chips an account holds."""
    return voice.who(account.partition("/")[2]) or account


def _place(box: int) -> str:
    return f"box {box}" if box else "the dealer's hand"


def _written(cards: tuple[Known, ...]) -> str:
    """Cards by their names; only their number where the viewer may not know all of them."""
    known = [card.value for card in cards if card is not None]
    return " ".join(known) if len(known) == len(cards) else counted(len(cards), "card")


def _found(missing: tuple[Known, ...], extra: tuple[Known, ...], foreign: tuple[str, ...]) -> str:
    parts = [f"missing {_written(missing)}" if missing else ""]
    parts += [f"too many {_written(extra)}" if extra else ""]
    parts += [f"foreign {', '.join(foreign)}" if foreign else ""]
    return "; ".join(part for part in parts if part)
