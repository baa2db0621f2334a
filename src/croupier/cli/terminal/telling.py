"""What happened, told in sentences: for the play as it goes, and for the log of a round."""

import msgspec

from croupier.blackjack import events as play
from croupier.blackjack.state import DEALER, Round, law_of
from croupier.cards import Card
from croupier.cli.terminal.faces import Faces
from croupier.cli.terminal.scene import boxes_of, dealer_of
from croupier.cli.terminal.views import ON_A_HAND, Scene, told_total
from croupier.cli.terminal.wording import counted_decks
from croupier.money import in_dollars
from croupier.table import events as floor
from croupier.table.events import Event
from croupier.table.settled import Line, WagersSettled
from croupier.table.state import MAIN, RoundState

RESULTS = {"win": "wins", "lose": "loses"}
SILENT = (floor.PreparationChanged, floor.PlayerArrived, floor.ClockMoved)
"""Events that say nothing to a player which others do not say better."""


class Entry(msgspec.Struct, frozen=True):
    """Something that happened, as a sentence without its stop, and the clauses behind it."""

    text: str
    clauses: tuple[str, ...] = ()
    told: bool = True
    """Whether a player is told as it happens; otherwise it stands in the log only."""
    cites: bool = False
    """Whether its clauses are told with it."""
    apart: bool = False
    """Whether it is good news of a wager that is not on a hand."""

    @property
    def aloud(self) -> str:
        """The sentence as it is told while it happens."""
        return self.cited if self.cites else f"{self.text}."

    @property
    def cited(self) -> str:
        """The sentence with its clauses."""
        return f"{self.text} ({', '.join(self.clauses)})." if self.clauses else f"{self.text}."


class Voice(msgspec.Struct, frozen=True):
    """To whom it is told, and how cards are written."""

    faces: Faces
    me: str

    def whose(self, player: str, thing: str) -> str:
        """A thing with its owner, at the start of a sentence."""
        return f"Your {thing}" if player == self.me else f"{player}'s {thing}"


def clauses_of(event: Event) -> tuple[str, ...]:
    """The clauses that an event names."""
    entries = [getattr(event, "entry", None), *getattr(event, "entries", ())]
    found = [
        getattr(event, "clause", None),
        *getattr(event, "clauses", ()),
        *(entry.clause for entry in entries if entry is not None),
    ]
    return tuple(dict.fromkeys(clause for clause in found if clause))


def tell(event: Event, scene: Scene, voice: Voice) -> tuple[Entry, ...]:
    """An event in sentences; ``scene`` is the one after it."""
    if isinstance(event, SILENT):
        return ()
    if isinstance(event, WagersSettled):
        return settlement(event, scene, voice)
    told = _of_a_hand(event, scene, voice) or _of_a_wager(event, scene, voice)
    return (told_entry(event, told or of_the_house(event, scene, voice)),)


Told = tuple[str, bool] | None
"""A sentence without its stop and whether it is told aloud."""


def settlement(event: WagersSettled, scene: Scene, voice: Voice) -> tuple[Entry, ...]:
    """A sentence for each wager that was settled."""
    return tuple(
        Entry(
            settled(line, scene.round, voice),
            (line.clause, *line.also),
            cites=True,
            apart=line.net > 0 and line.on not in ON_A_HAND,
        )
        for line in event.lines
    )


def told_entry(event: Event, told: Told) -> Entry:
    """What is told of an event, with its clauses; by its name where nothing better is known."""
    text, aloud = told or (_by_its_name(event), True)
    return Entry(text, clauses_of(event), aloud)


def _of_a_hand(event: Event, scene: Scene, voice: Voice) -> Told:
    match event:
        case play.CardDealt():
            return _card(event, scene, voice)
        case play.HandFinished(box=box, hand=hand, clause=clause):
            return _finished(scene, box, hand, clause)
        case play.HandSplit(box=box):
            return f"Box {box} is split", True
        case play.CardsExposed(box=box):
            return f"The cards of box {box} are turned: {_shown(scene, box, 1, voice)}", True
        case play.Surrendered(player=player, box=box):
            return f"{voice.whose(player, 'wager')} on box {box} is surrendered", True
        case play.CardCalled(box=box, hand=hand):
            return f"A card is called for {hand_name(scene.round, box, hand)}", False
        case play.InitialDealCompleted():
            return "The first cards are dealt", False
        case play.PlayCompleted():
            return "The players are done", False
        case play.RoundEnded():
            return "The cards go to the discard rack", False
    return None


def _of_a_wager(event: Event, scene: Scene, voice: Voice) -> Told:
    match event:
        case play.RoundOpened(control=control):
            boxes = ", ".join(str(one.box) for one in control)
            return f"Betting is closed; in the round: box {boxes}", False
        case play.InsuranceOffered(against=against):
            return f"Insurance is called against the dealer's {against}", True
        case play.InsurancePlaced(player=player, box=box, amount=amount):
            what = voice.whose(player, "wager")
            return f"{what} on box {box} is insured for {in_dollars(amount)}", True
        case play.InsuranceClosed():
            return "Insurance is closed", False
        case play.DoublePlaced(player=player, box=box, hand=hand, amount=amount):
            name = hand_name(scene.round, box, hand)
            name = name if player == voice.me else voice.whose(player, name)
            return f"{name} is doubled for {in_dollars(amount)}", True
        case play.SplitPlaced(player=player, box=box, amount=amount):
            what = voice.whose(player, "wager for the split")
            return f"{what} of box {box}: {in_dollars(amount)}", False
        case play.JoiningDeclined(player=player, box=box, what=what):
            return f"{player} does not join the {what} of box {box}", True
    return None


def of_the_house(event: Event, scene: Scene, voice: Voice) -> Told:
    """What is told of wagers, money and cards between rounds, whatever the game."""
    match event:
        case floor.BoughtIn(player=player, amount=amount):
            who = "You change" if player == voice.me else f"{player} changes"
            return f"{who} {in_dollars(amount)} for chips", True
        case floor.WagerPlaced(player=player, box=box, on=on, amount=amount):
            what = voice.whose(player, "wager" if on == MAIN else f"{on} wager")
            return f"{what} on box {box}: {in_dollars(amount)}", False
        case floor.WagerReturned(player=player, box=box, amount=amount, why=why):
            what = voice.whose(player, "wager")
            return f"{what} on box {box}: {in_dollars(amount)} goes back, {why}", True
    return _of_the_shoe(event, scene, voice)


def _of_the_shoe(event: Event, scene: Scene, voice: Voice) -> Told:
    match event:
        case floor.CardsShuffled():
            return f"The dealer shuffles {counted_decks(scene.table)}", True
        case floor.CutDeclined(player=player):
            return f"{voice.whose(player, 'cut')} is passed on", True
        case floor.CardsCut(position=position, player=player):
            by_dealer = scene.table.law.cut.dealer_cuts
            nobody = "The dealer cuts" if by_dealer else "A supervisor cuts"
            who = nobody if player is None else "You cut"
            who = who if player in (None, voice.me) else f"{player} cuts"
            return f"{who} {position} cards from the front", True
        case floor.ShoeLoaded(depth=depth):
            return f"The cutting card goes in front of the last {depth} cards", False
        case floor.DeviceLoaded():
            return "The cards go into the shuffling device", False
        case floor.CardBurned(shown=shown, unseen=unseen):
            return f"The dealer burns {_burned(shown, unseen, voice)}", True
        case floor.CuttingCardShown(box=box):
            when = "now" if box is None else "this round"
            return f"The cutting card comes out: a shuffle follows {when}", True
        case play.DiscardsReturned():
            return "The discards go back into the shuffling device", False
    return None


def _burned(shown: Card | None, unseen: int, voice: Voice) -> str:
    face_down = "a card unseen" if unseen == 1 else f"{unseen} cards unseen"
    if shown is None:
        return face_down
    return f"{voice.faces.card(shown)} and {face_down}" if unseen else voice.faces.card(shown)


def _card(event: play.CardDealt, scene: Scene, voice: Voice) -> Told:
    assert isinstance(scene.round, Round)
    if event.box == DEALER:
        total = told_total(dealer_of(scene))
        first = len(scene.round.dealer) == 1
        return f"The dealer draws {voice.faces.card(event.card)}: {total}", not first
    name = hand_name(scene.round, event.box, event.hand)
    if event.covered:
        return f"{name} gets a card face down", False
    box = scene.round.box(event.box)
    assert box is not None
    hand = box.hands[event.hand - 1]
    initial = not hand.split and len(hand.cards) <= 2
    total = _total(scene, event.box, event.hand)
    card = voice.faces.card(event.card)
    return f"{name} draws {card}: {total}", not initial


def _finished(scene: Scene, box: int, hand: int, clause: str) -> Told:
    name = hand_name(scene.round, box, hand)
    total = _total(scene, box, hand)
    if total == "blackjack":
        return f"{name} has blackjack", True
    if clause == law_of(scene.table).play.stands.clause:
        return f"{name} stands on {total}", True
    return f"{name} is complete: {total}", False


def _total(scene: Scene, box: int, hand: int) -> str:
    return told_total(boxes_of(scene)[box - 1].hands[hand - 1])


def _shown(scene: Scene, box: int, hand: int, voice: Voice) -> str:
    view = boxes_of(scene)[box - 1].hands[hand - 1]
    return f"{voice.faces.cards(view.cards, covered=view.covered)}, {told_total(view)}"


def _by_its_name(event: Event) -> str:
    """A sentence for an event that this module does not know, from its own name and fields."""
    words = str(event.__struct_config__.tag).replace("-", " ")
    parts = [str(getattr(event, "player", "") or "")]
    parts += [
        f"{field} {value}" for field in ("box", "hand") if (value := getattr(event, field, 0))
    ]
    amount = getattr(event, "amount", None)
    parts.append(in_dollars(amount) if isinstance(amount, int) else "")
    return f"{_capital(words)}{''.join(f', {part}' for part in parts if part)}"


def hand_name(round_: RoundState | None, box: int, hand: int) -> str:
    """A hand by its box, and by its place where the box has several."""
    found = round_.box(box) if isinstance(round_, Round) else None
    several = found is not None and len(found.hands) > 1
    return f"Box {box} hand {hand}" if several and hand else f"Box {box}"


def settled(line: Line, round_: RoundState | None, voice: Voice) -> str:
    """How a wager was settled: Box 1 wins $25."""
    name = hand_name(round_, line.box, line.hand if line.on in ON_A_HAND else 0)
    if line.on != MAIN:
        name = f"{name} {line.on}"
    if line.player != voice.me:
        name = f"{line.player}, {name[0].lower()}{name[1:]}"
    if line.net > 0:
        return f"{name} {RESULTS.get(line.result, line.result)} {in_dollars(line.net)}"
    if line.net < 0:
        return f"{name} {RESULTS.get(line.result, line.result)} {in_dollars(-line.net)}"
    what = {"stand-off": "stands off", "void": "is void"}.get(line.result, line.result)
    return f"{name} {what}: {in_dollars(line.stake)} back"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
