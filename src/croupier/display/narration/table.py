"""Sentences about events that all games share: people, chips, the shoe, contests, mishaps."""

from croupier.cards import Card
from croupier.display import seen_events
from croupier.display.disclosure import DisclosedEvent
from croupier.display.seen_events import FormSeen, Known, ShuffleSeen
from croupier.display.sentences import Sentence, SentenceDraft, clauses_of
from croupier.display.viewers import Voice, join_words, lower_first, noun_count
from croupier.display.views import ON_A_HAND, SettledView, TableView, hand_name
from croupier.games.blackjack.calls import DecisionSignalled
from croupier.games.blackjack.controllers import (
    BoxUnattended,
    ControlPassed,
    PlayerAway,
    PlayerReturned,
    QuestionDropped,
)
from croupier.games.blackjack.device_failure import WithdrawalAnswered, WithdrawalOffered
from croupier.games.blackjack.oversights import StepForgotten, TotalMiscalled
from croupier.games.blackjack.settlement import SpareCardBurned, SpareCardKept
from croupier.games.blackjack.stray_cards import (
    CardDrawnInError,
    CardRefused,
    ReadyCardCorrected,
    RoundWithoutWagers,
)
from croupier.games.blackjack.voids import FirstCardCleared, HandVoided
from croupier.games.stud.misdeals import CardsShown, MisdealDeclared
from croupier.games.stud.voids import StudHandVoided
from croupier.games.table.card_counts import CardsDropped, CardsSecured, CheckOrdered
from croupier.games.table.conduct import PersonCautioned, PersonHandedOver, RulesShown
from croupier.games.table.contest.rounds import (
    ContestantEliminated,
    ContestantReinstated,
    ContestantRemoved,
    ContestantReplaced,
    ContestBegan,
    ContestEnded,
    ContestRoundEnded,
    PlayOffBegan,
    PresenceChanged,
    WagersLimitedInTime,
)
from croupier.games.table.contest.wagers import (
    AbsenceCharged,
    FormAnnounced,
    FormShown,
    PassCardPlayed,
    TimeRanOut,
)
from croupier.games.table.disputes import DisputeMoved
from croupier.games.table.equipment import DeviceChanged, EquipmentChecked
from croupier.games.table.new_cards import ShuffleOrdered
from croupier.games.table.notices import (
    NoticeAcknowledged,
    NoticeGiven,
    PlayerInformed,
    PlayerReminded,
)
from croupier.games.table.opening import LawAdopted
from croupier.games.table.preparation import (
    CardBurned,
    CardsCut,
    CutDeclined,
    CuttingCardShown,
    DeviceLoaded,
    PreparationChanged,
    ShoeLoaded,
)
from croupier.games.table.rounds import (
    VOID,
    OutstandingRecorded,
    PastRoundVoided,
    RoundVoided,
    WagersSettled,
)
from croupier.games.table.seats import BoughtIn, DealerChanged
from croupier.games.table.signs import LimitsChanged
from croupier.games.table.state import MAIN, Line, PlayerArrived
from croupier.games.table.wagers import WagerPlaced, WagerReturned
from croupier.messages import ClockMoved
from croupier.money import Cents, in_dollars
from croupier.rulebooks import TableLaw


def contest_sentence(event: DisclosedEvent, voice: Voice) -> SentenceDraft:
    """Return a sentence about a session of a tournament; ``None`` for other events."""
    match event:
        case ContestBegan(contestants=players, rounds=rounds):
            names = join_words([voice.who(one.player) for one in players], none="nobody")
            return f"A session of {noun_count(rounds, 'round')} begins: {names}", True
        case PassCardPlayed(player=player):
            return f"{voice.does(player, 'play', 'plays')} a pass card", True
        case FormSeen(player=player, amount=amount):
            what = "" if amount is None else f" for {in_dollars(amount)}"
            return f"{voice.does(player, 'hand', 'hands')} in a form{what}", True
        case FormAnnounced(player=player, amount=amount):
            return f"{voice.whose(player, 'undisclosed wager')}: {in_dollars(amount)}", True
        case FormShown(player=player, of=owner):
            return f"{voice.does(player, 'see', 'sees')} the form of {voice.who(owner)}", False
        case TimeRanOut(player=player):
            return f"{voice.whose(player, 'time')} is over: the minimum is wagered", True
        case AbsenceCharged(player=player, amount=amount):
            return f"{in_dollars(amount)} are deducted: {voice.who(player)} is absent", True
    return _contestant_sentence(event, voice)


def _contestant_sentence(event: DisclosedEvent, voice: Voice) -> SentenceDraft:
    match event:
        case PresenceChanged(player=player, present=present):
            return f"{voice.does(player, 'are', 'is')} {'there' if present else 'absent'}", False
        case ContestantEliminated(player=player, fall=fall):
            out = f"{voice.does(player, 'are', 'is')} eliminated in round {fall.round}"
            return f"{out} with {in_dollars(fall.chips)}", True
        case ContestantRemoved(player=player, standing=standing):
            return f"{voice.does(player, 'are', 'is')} out: {standing.value}", True
        case ContestantReplaced(player=player, by=by):
            return f"{voice.does(by, 'play', 'plays')} on for {voice.who(player)}", True
        case ContestantReinstated(player=player):
            return f"{voice.does(player, 'are', 'is')} back", True
        case ContestRoundEnded(round=number, rounds_left=left):
            return f"Round {number} is over, {left} to go", False
        case PlayOffBegan(players=players):
            return f"A tie is played off: {join_words([voice.who(one) for one in players])}", True
        case ContestEnded(counts=counts):
            held = [f"{voice.who(one)} {in_dollars(chips)}" for one, chips in counts.items()]
            told = join_words(held, none="nobody has chips")
            return f"The session is over: {told}", True
        case WagersLimitedInTime(seconds=seconds):
            return f"A wager is made within {seconds} seconds", True
    return None


SILENT = (PreparationChanged, PlayerArrived, ClockMoved)
"""Events that mean nothing to a player, or that other events express better."""


def house_sentence(
    law: TableLaw, event: DisclosedEvent, view: TableView, voice: Voice
) -> SentenceDraft:
    """Return a sentence about people, chips or the shoe; ``None`` for other events."""
    match event:
        case BoughtIn(player=player, amount=amount):
            who = voice.does(player, "change", "changes")
            return f"{who} {in_dollars(amount)} for chips", True
        case WagerPlaced(player=player, box=box, on=on, amount=amount):
            what = voice.whose(player, "wager" if on == MAIN else f"{on} wager")
            watched = view.contest is not None and player != voice.me
            laid = sum(
                one.amount
                for one in view.wagers
                if (one.player, one.box, one.on) == (player, box, on)
            )
            more = f" more, {in_dollars(laid)} in all" if laid > amount else ""
            return f"{what} on box {box}: {in_dollars(amount)}{more}", watched
        case PlayerReminded(player=player, box=box, limits=limits):
            what = voice.whose(player, "wager")
            sign = f"{in_dollars(limits.minimum)} to {in_dollars(limits.maximum)}"
            return (
                f"{what} on box {box} is outside {sign}, which is the player's responsibility",
                True,
            )
        case LimitsChanged(limits=limits):
            sign = f"{in_dollars(limits.minimum)} to {in_dollars(limits.maximum)}"
            return f"The limits are {sign} from now on", True
        case WagerReturned(player=player, box=box, amount=amount, why=why):
            what = voice.whose(player, "wager")
            back = f"{in_dollars(amount)} is returned, {voice.with_names(why)}"
            return f"{what} on box {box}: {back}", True
    return _shoe_sentence(law, event, view, voice)


def _shoe_sentence(
    law: TableLaw, event: DisclosedEvent, view: TableView, voice: Voice
) -> SentenceDraft:
    match event:
        case ShuffleSeen(by_hand_clause=str(by_hand)) if by_hand:
            return "The dealer mixes the cards by hand, then the device does", True
        case ShuffleSeen():
            return f"The dealer shuffles {noun_count(view.decks, 'deck')}", True
        case CutDeclined(player=player):
            return f"{voice.whose(player, 'cut')} is passed on", True
        case CardsCut(position=position, player=player):
            who = "The dealer cuts" if law.cut.dealer_cuts else "A supervisor cuts"
            who = who if player is None else voice.does(player, "cut", "cuts")
            return f"{who} {position} cards from the front", True
        case ShoeLoaded(depth=depth):
            return f"The cutting card goes in front of the last {depth} cards", False
        case DeviceLoaded():
            return "The cards go into the shuffling device", False
        case CardBurned(shown=shown, unseen=unseen):
            return f"The dealer burns {_burned_cards(shown, unseen, voice)}", True
        case CuttingCardShown(box=box):
            when = "now" if box is None else "this round"
            return f"The cutting card comes out: a shuffle follows {when}", True
    return None


def _burned_cards(shown: Card | None, unseen: int, voice: Voice) -> str:
    face_down = "a card unseen" if unseen == 1 else f"{unseen} cards unseen"
    if shown is None:
        return face_down
    return f"{voice.faces.card(shown)} and {face_down}" if unseen else voice.faces.card(shown)


RESULTS = {"win": "wins", "lose": "loses"}
LEVEL = {"stand-off": "stands off", "void": "is void"}


def settlement_sentences(
    event: WagersSettled, view: TableView, voice: Voice
) -> tuple[Sentence, ...]:
    """Return a sentence for each wager that was settled."""
    return tuple(
        Sentence(
            settlement_sentence(line, view, voice),
            (line.clause, *line.also),
            cites=True,
            apart=line.net > 0 and line.on not in ON_A_HAND,
        )
        for line in event.lines
    )


def settlement_sentence(line: Line | SettledView, view: TableView, voice: Voice) -> str:
    """Return how a wager was settled: Box 1 wins $25."""
    name = hand_name(view, line.box, line.hand if line.on in ON_A_HAND else 0)
    if line.on != MAIN:
        name = f"{name} {line.on}"
    if line.player != voice.me:
        name = f"{voice.who(line.player)}, {lower_first(name)}"
    if line.net:
        return f"{name} {RESULTS.get(line.result, line.result)} {in_dollars(abs(line.net))}"
    return f"{name} {LEVEL.get(line.result, line.result)}: {in_dollars(line.stake)} back"


def mishap_sentences(
    law: TableLaw, event: DisclosedEvent, view: TableView, voice: Voice
) -> tuple[Sentence, ...]:
    """Return sentences about an event in which something went wrong; empty for any other event."""
    text = (
        _card_text(event, voice)
        or _round_text(event, voice)
        or _deck_text(event)
        or _people_text(event, voice)
        or _house_text(event, voice)
    )
    if text is None:
        return ()
    lines: tuple[Line, ...] = getattr(event, "lines", ())
    return (
        Sentence(text, clauses_of(event)),
        *(Sentence(_changed_settlement(law, line, view, voice), (line.clause,)) for line in lines),
    )


def _changed_settlement(law: TableLaw, line: Line, view: TableView, voice: Voice) -> str:
    """Return how the settlement of a wager was changed."""
    if line.result != VOID or not line.net:
        return settlement_sentence(line, view, voice)
    on = f"{line.on} of " if line.on != law.initial else ""
    who = voice.who(line.player)
    return f"{who}, {on}box {line.box} is void: {in_dollars(line.net, sign=True)}"


def _card_text(event: DisclosedEvent, voice: Voice) -> str | None:
    match event:
        case ReadyCardCorrected(wrong=told, right=card):
            return f"The card that lies ready is the {card}, not the {told}"
        case CardDrawnInError(card=card, offered=offered):
            return f"The {card} came out in error: it is {'offered as ' * offered}the next card"
        case CardRefused(box=box, player=player):
            who = voice.does(player, "refuse", "refuses")
            gets = "get" if player == voice.me else "gets"
            return f"{who} the card for box {box}, and {gets} only what must be drawn"
        case seen_events.MisplacementSeen(card=card, laid=laid, box=box):
            what = "A card" if card is None else f"The {card}"
            return f"{what} lay at {_place(laid)} and goes to {_place(box)}"
        case SpareCardBurned(card=card):
            return f"The {card} is burned"
        case SpareCardKept(in_round=in_round):
            this = "The card that nobody saw is the next of this round"
            return this if in_round else "The card left over is the first of the next round"
        case FirstCardCleared(burned=burned):
            what = "is burned" if burned else "stays the next card"
            return f"No wager is left: the card that had slipped out {what}"
        case CardsShown(cards=cards):
            return f"Shown by mistake: {_cards_text(cards)}"
        case seen_events.CountSeen(box=box, count=count):
            return f"{count} cards were counted at {_place(box)}"
    return None


def _round_text(event: DisclosedEvent, voice: Voice) -> str | None:
    match event:
        case RoundWithoutWagers():
            return "The round was begun without wagers and is void"
        case RoundVoided():
            return "The round is void"
        case seen_events.ReconstructionSeen():
            return _reconstruction_text(event, voice)
        case HandVoided(box=box, hand=int(hand)):
            return f"Hand {hand} of box {box} is void"
        case HandVoided(box=box) | StudHandVoided(box=box):
            return f"The hand of box {box} is void"
        case PastRoundVoided(number=number, box=where):
            return f"Round {number} is void" + (f" for box {where}" if where is not None else "")
        case MisdealDeclared():
            return "The deal was wrong"
        case QuestionDropped(what=what, box=box):
            return f"The {what} of box {box} falls with the wager of the player who called it"
        case StepForgotten(step=step, shuffle_after_round=shuffle):
            after = "; the cards are shuffled after the round" if shuffle else ""
            return f"The {step} was left out, and play goes on{after}"
    return None


def _outstanding_text(player: str, amount: Cents, voice: Voice) -> str:
    """Return what is still owed to or by a player who has left."""
    owes = voice.does(player, "owe", "owes")
    owed = f"{voice.does(player, 'are', 'is')} owed"
    return f"{owes if amount < 0 else owed} {in_dollars(abs(amount))}, having left the table"


def _reconstruction_text(event: seen_events.ReconstructionSeen, voice: Voice) -> str:
    told = "To be entered again" if event.misread else "Back in front of the shoe"
    back = () if event.entry is None else event.entry.postings
    home = "".join(
        f"; {_account_owner(posting.account, voice)} gets {in_dollars(posting.amount)} back"
        for posting in back
        if posting.amount > 0
    )
    return f"{told}: {_cards_text(event.cards)}{home}"


def _deck_text(event: DisclosedEvent) -> str | None:
    match event:
        case seen_events.WrongCardsSeen(missing=missing, foreign=foreign):
            return f"The cards are wrong: {_wrong_cards_text(missing, (), foreign)}"
        case seen_events.CheckSeen(
            expected=expected, missing=missing, extra=extra, foreign=foreign
        ):
            wrong = _wrong_cards_text(missing, extra, foreign)
            return f"{expected} cards checked: {wrong or 'all are there'}"
        case CheckOrdered():
            return "The cards are counted when the round is over"
        case ShuffleOrdered():
            return "The cards are shuffled when the round is over"
        case seen_events.ReplacementSeen(card=card):
            what = "A card" if card is None else f"The {card}"
            return f"{what} is replaced by another"
        case seen_events.DeviceFailureSeen():
            return "The shuffling device has failed"
        case DeviceChanged(shoe=shoe):
            return f"The table goes on with a {'card shoe' if shoe else 'shuffling device'}"
    return None


def _people_text(event: DisclosedEvent, voice: Voice) -> str | None:
    match event:
        case OutstandingRecorded(player=player, amount=amount):
            return _outstanding_text(player, amount, voice)
        case ControlPassed(box=box, absent=absent, player=player):
            who = voice.does(player, "decide", "decides")
            return f"{who} for box {box} in place of {voice.who(absent)}"
        case BoxUnattended(box=box, away=False):
            return f"Nobody is left to decide for box {box}"
        case BoxUnattended(box=box, absent=absent):
            return f"{voice.who(absent)} is absent: nobody decides for box {box}"
        case PlayerReturned(box=box, player=player, controller=controller):
            who = voice.does(controller, "decide", "decides")
            return f"{voice.does(player, 'are', 'is')} back: {who} for box {box}"
        case PlayerAway(box=box, player=player):
            return f"{voice.does(player, 'are', 'is')} not there to answer at box {box}"
        case WithdrawalOffered(players=players):
            who = join_words(map(voice.who, players))
            return f"{who} may take the wagers of the round back"
        case WithdrawalAnswered(player=player, stays=stays):
            if stays:
                return voice.does(player, "stay in", "stays in")
            return f"{voice.does(player, 'take', 'takes')} the wagers back"
    return None


def _house_text(event: DisclosedEvent, voice: Voice) -> str | None:
    match event:
        case DealerChanged(dealer=dealer):
            return f"{dealer} deals now"
        case LawAdopted(revision=revision, known=known, changes=changes):
            what = (
                f"{noun_count(len(changes), 'value')} changed"
                if known
                else "what changed is unknown"
            )
            return f"The table moves to the law that is installed, revision {revision}: {what}"
        case NoticeGiven(whom=whom, about=about):
            return f"Notice to {whom.title}: {voice.with_names(about)}"
        case DisputeMoved(dispute=number, step=step, outcome=outcome):
            said = f": {outcome}" if outcome else ""
            return f"Dispute {number} is now {step.replace('-', ' ')}{said}"
        case RulesShown(player=player):
            return f"{voice.does(player, 'are', 'is')} given the rules to read"
        case PersonHandedOver(player=player, officer=officer):
            taken = f"taken over by {officer.value.replace('-', ' ')}"
            return f"{voice.does(player, 'are', 'is')} {taken}"
        case PlayerInformed(player=player, decks=decks, shuffle=shuffle):
            asked = f"{noun_count(decks, 'deck')}, {shuffle}"
            return f"{voice.does(player, 'learn', 'learns')}: {asked}"
        case PersonCautioned(player=player, ground=ground):
            what = f": {ground.replace('-', ' ')}" if ground else ""
            return f"{voice.does(player, 'are', 'is')} cautioned{what}"
        case NoticeAcknowledged(notice=notice, by=by):
            return f"Notice {notice} is acknowledged by {by.title}"
    return None


def _account_owner(account: str, voice: Voice) -> str:
    """Return the name of the owner of an account's chips."""
    return voice.who(account.partition("/")[2]) or account


def _place(box: int) -> str:
    return f"box {box}" if box else "the dealer's hand"


def _cards_text(cards: tuple[Known, ...]) -> str:
    """Return cards by name; only their number if the viewer may not know all of them."""
    known = [card.value for card in cards if card is not None]
    return " ".join(known) if len(known) == len(cards) else noun_count(len(cards), "card")


def _wrong_cards_text(
    missing: tuple[Known, ...], extra: tuple[Known, ...], foreign: tuple[str, ...]
) -> str:
    parts = [f"missing {_cards_text(missing)}" if missing else ""]
    parts += [f"too many {_cards_text(extra)}" if extra else ""]
    parts += [f"foreign {', '.join(foreign)}" if foreign else ""]
    return "; ".join(part for part in parts if part)


def upkeep_sentences(event: DisclosedEvent) -> tuple[Sentence, ...]:
    """Return sentences about an event of a table's upkeep; empty for any other event."""
    match event:
        case EquipmentChecked():
            return _equipment(event)
        case CardsSecured(checked=checked, pre_shuffled=shuffled):
            how = join_words([f"{'' if checked else 'not '}checked", *["shuffled"] * shuffled])
            return (Sentence(f"Cards are put under lock, {how}", clauses_of(event)),)
        case DecisionSignalled(box=box, call=call, signal=signal):
            return (Sentence(f"Box {box} shows {call}: {signal}", clauses_of(event), told=False),)
        case TotalMiscalled(box=box, called=called, total=total):
            text = f"Box {box} was called {called} and has {total}: what was decided stands"
            return (Sentence(text, clauses_of(event)),)
        case CardsDropped():
            return (Sentence("The cards were dropped: all are verified", clauses_of(event)),)
    return ()


def _equipment(event: EquipmentChecked) -> tuple[Sentence, ...]:
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
    return join_words(name.replace("-", " ") for name in names)
