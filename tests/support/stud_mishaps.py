"""Things that go wrong at a table of Caribbean Stud, at random, and what must hold all the same."""

from collections import Counter
from decimal import Decimal
from random import Random

from croupier.cards import DECK, Card, Device, remaining_cards
from croupier.floor import Croupier
from croupier.floor.card_sources import CardSource
from croupier.floor.running_table import unseen_cards
from croupier.games.stud.bets import Concede, Fold, FoldAbsent, PlaceBet, Settle
from croupier.games.stud.cards import CorrectCard, TurnCard
from croupier.games.stud.corrections import (
    CloseJackpot,
    CorrectBet,
    InvalidateWagers,
    ReopenJackpot,
    RevealFolded,
)
from croupier.games.stud.device_failure import UseShoe
from croupier.games.stud.due import BetDue, JackpotDue, SettlementDue, UnreadCardsDue
from croupier.games.stud.jackpots import PayJackpot, jackpot_results, jackpot_wager
from croupier.games.stud.measures import (
    IdentifyMispaid,
    KeepApart,
    MispaymentFound,
    MispaymentHandled,
    PatronIdentified,
    PlayFirst,
    PutRight,
    RecordMispayment,
    SpeakEnglish,
    WithholdPayment,
)
from croupier.games.stud.misdeals import (
    DeclareMisdeal,
    HandleCards,
    ReportExposed,
    ReportStrayHand,
    ReportWrongCount,
)
from croupier.games.stud.state import StudTable, cards_out, stud_round
from croupier.games.table.card_counts import CheckCards, OrderCheck, ReportWrongCards
from croupier.games.table.choices import Choices, JackpotTerms, Mode
from croupier.games.table.conduct import InvalidateRound, Sanction
from croupier.games.table.due import (
    CardDue,
    DeviceDue,
    EquipmentDue,
    ReplacementDue,
    ShuffleDue,
    WagersDue,
)
from croupier.games.table.equipment import FailDevice, RestoreDevice
from croupier.games.table.new_cards import ReplaceCards
from croupier.games.table.preparation import ShuffleCards
from croupier.games.table.rounds import Deal, DealCard, RoundVoided, WagersSettled
from croupier.games.table.seats import Leave, PlayerLeft
from croupier.games.table.wagers import PlaceWager
from croupier.messages import Command
from croupier.money import Entry
from croupier.rulebooks import CARIBBEAN_STUD, Role
from tests.support.conduct import some_conduct
from tests.support.dealing import dealers_step
from tests.support.tables import cards_of, stud

PLAYERS = ("ann", "bob", "cat", "dan", "eve")
NEWCOMER = "zoe"
"""Somebody whom nobody has ever excluded or kept apart."""
WAGER = 500
SUPERVISOR = Role.SUPERVISOR


def a_table(mode: Mode, chance: Random) -> Croupier:
    """A table with some choices of an operator."""
    terms = JackpotTerms(
        wager=WAGER,
        pool=chance.choice([0, 3_000_000]),
        increment=Decimal(chance.choice(["0", "0.7", "0.333", "1"])),
        bonus=chance.choice([0, 25_000]),
        seed=chance.choice([0, 1_000_000]),
    )
    device = chance.choice(list(Device))
    choices = Choices(
        mode=mode,
        device=device,
        low_limit=device is Device.SHUFFLER and chance.random() < 0.3,
        maximum=chance.choice([5_000, 500_000]),
        jackpot=terms if chance.random() < 0.8 else None,
    )
    return Croupier(CARIBBEAN_STUD, choices, seed=chance.getrandbits(32))


def place_wagers(croupier: Croupier, chance: Random) -> None:
    """Antes, and jackpot wagers on some of the boxes, one of them an onlooker's now and then."""
    for box, player in enumerate(chance.sample(PLAYERS, chance.randint(1, 5)), 1):
        croupier.do(PlaceWager(player, box, chance.randint(1, 80) * 100, "ante", by=Role.PLAYER))
        if chance.random() < 0.1:
            croupier.do(PlaceWager("onlooker", box, WAGER, "jackpot", by=SUPERVISOR))
        elif chance.random() < 0.6:
            croupier.do(PlaceWager(player, box, WAGER, "jackpot", by=Role.PLAYER))


def lawful(croupier: Croupier, chance: Random) -> Command:
    """Something that what is due allows, the dealer's own work at a live table included."""
    first = croupier.due[0]
    item = first if isinstance(first, EquipmentDue) else chance.choice(croupier.due)
    match item:
        case DeviceDue():
            return RestoreDevice(by=Role.DEALER)
        case BetDue():
            return decision(item, chance)
        case SettlementDue() | JackpotDue() | UnreadCardsDue():
            return settlement(croupier, item, chance)
        case WagersDue():
            place_wagers(croupier, chance)
            return Deal(by=Role.DEALER)
        case ShuffleDue() if croupier.table.choices.mode is Mode.AUTOMATIC:
            assert not croupier.table.players, "the dealer shuffles as soon as somebody comes"
            place_wagers(croupier, chance)
            return Deal(by=Role.DEALER)
        case ReplacementDue(by=by):
            return ReplaceCards(by=by)
        case ShuffleDue():
            return ShuffleCards(by=Role.DEALER)
        case CardDue(box=box) if croupier.table.choices.mode is Mode.LIVE:
            return DealCard(good_card(stud(croupier.table), box, chance), by=Role.DEALER)
        case _:
            return dealers_step(croupier, item, chance)


def decision(item: BetDue, chance: Random) -> Command:
    """A bet or a fold, or nothing said."""
    pause = chance.random() < 0.3
    kind = PlaceBet if chance.random() < 0.6 else Fold
    if chance.random() < 0.1:
        return FoldAbsent(item.box, by=Role.DEALER)
    return kind(item.player, item.box, pause=pause, by=Role.PLAYER)


def settlement(
    croupier: Croupier, item: SettlementDue | JackpotDue | UnreadCardsDue, chance: Random
) -> Command:
    """An unread card turned, a hand conceded, where one may be, the settlement, or the jackpot."""
    if isinstance(item, JackpotDue):
        return PayJackpot(by=Role.DEALER)
    if isinstance(item, UnreadCardsDue):
        card = good_card(stud(croupier.table), item.box, chance)
        return TurnCard(card, item.box, by=Role.DEALER)
    if not item.boxes or chance.random() < 0.7:
        return Settle(by=Role.DEALER)
    hand = stud_round(stud(croupier.table)).hand(chance.choice(item.boxes))
    assert hand is not None
    return Concede(hand.player, hand.box, by=Role.PLAYER)


def good_card(table: StudTable, box: int, chance: Random) -> Card:
    """A card that is left, for most boxes one that helps to a flush, so that jackpots are won."""
    left = list(remaining_cards(1, cards_out(table)).elements())
    suited = [card for card in left if card.value[1] == "CDHS"[box % 4]]
    return chance.choice(suited if suited and chance.random() < 0.9 else left)


def lying_cards(table: StudTable) -> list[Card]:
    """The cards on the layout."""
    if table.round is None:
        return []
    round_ = stud_round(table)
    lying = [*round_.dealer, *(card for hand in round_.hands for card in hand.cards)]
    return [card for card in lying if card is not None]


def mishap(croupier: Croupier, chance: Random) -> Command:
    """Something that goes wrong or is said to, possible or not."""
    player, box = chance.choice((*PLAYERS, "onlooker")), chance.randint(0, 6)
    lying = lying_cards(stud(croupier.table)) or list(DECK)
    exposed = tuple(chance.sample(lying, min(len(lying), chance.choice([1, 1, 1, 2, 3]))))
    strays = tuple(chance.sample(DECK, chance.choice([0, 0, 1, 2])))
    ground = chance.choice(["disruption", "fraud"])
    cheats = (player,) if ground == "fraud" else ()
    options: list[Command] = [
        HandleCards(player, box, by=Role.DEALER),
        DeclareMisdeal(by=Role.DEALER),
        ReportExposed(exposed, by=Role.DEALER),
        ReportWrongCount(box, chance.randint(3, 7), strays, by=Role.DEALER),
        ReportStrayHand(box, chance.randint(1, 6), strays, by=Role.DEALER),
        Sanction(player, "16.6", void=True, by=SUPERVISOR),
        InvalidateRound(ground, cheats, by=SUPERVISOR),
        InvalidateWagers(player, chance.choice([None, 100, 700, 2_000]), by=Role.DEALER),
        WithholdPayment(player, by=SUPERVISOR),
        ReportWrongCards(foreign=("a joker",), by=Role.DEALER),
        FailDevice(spare=chance.random() < 0.5, by=Role.DEALER),
        RestoreDevice(by=Role.DEALER),
        UseShoe(by=Role.DEALER),
        OrderCheck(by=SUPERVISOR),
        FailDevice(idle=True, by=Role.DEALER),
        CloseJackpot(by=SUPERVISOR),
        ReopenJackpot(by=SUPERVISOR),
        CheckCards(chance.choice([(), strays]), by=Role.DEALER),
        CorrectCard(exposed[0], chance.choice(DECK), by=Role.DEALER),
        CorrectBet(box, chance.random() < 0.5, by=Role.DEALER),
        RevealFolded(box, by=SUPERVISOR),
        FoldAbsent(box, by=Role.DEALER),
        PlaceBet(player, box, 1_500, unnoticed=True, by=Role.PLAYER),
        Leave(player, by=Role.PLAYER),
        Sanction(player, "16.6", exclude=chance.random() < 0.1, detain=True, by=SUPERVISOR),
        *measures(player, chance),
        chance.choice(some_conduct(player, box, chance)),
    ]
    return chance.choice(options)


def measures(player: str, chance: Random) -> list[Command]:
    """What a supervisor directs, and wrong payments."""
    number = chance.randint(1, 4)
    first = chance.choice([(), (player,)])
    return [
        PlayFirst(first, by=SUPERVISOR),
        KeepApart(("ann", "bob"), chance.random() < 0.7, by=SUPERVISOR),
        SpeakEnglish(chance.random() < 0.5, by=SUPERVISOR),
        RecordMispayment(
            chance.choice([-5_000, 0, 3_000, 200_000]),
            chance.choice([None, player]),
            by=Role.DEALER,
        ),
        IdentifyMispaid(number, player, by=Role.DEALER),
        PutRight(number, "seen to", chance.random() < 0.3, by=Role.DEALER),
    ]


def check(croupier: Croupier) -> None:
    """Money and cards are conserved, and every chip is where the settlements say."""
    table = stud(croupier.table)
    assert sum(table.balances.values()) == 0
    stakes = table.wagers if table.round is None else stud_round(table).stakes
    assert table.balances.get(table.till.layout, 0) == sum(stake.amount for stake in stakes)
    assert all(stake.amount > 0 for stake in stakes)
    assert croupier.due
    check_cards(table, cards_of(croupier))
    check_chips(croupier)
    if croupier.pool is not None:
        assert croupier.pool.is_balanced
        assert croupier.pool.meter >= 0
        held = croupier.pool.wagered - croupier.pool.paid_from_meter
        assert table.balances.get(table.till.jackpot, 0) == held


def check_cards(table: StudTable, source: CardSource) -> None:
    """Every card is in one place."""
    out = Counter(cards_out(table))
    assert max(out.values(), default=0) <= 1
    assert out.total() <= len(DECK)
    if table.shoe.handle:
        left = Counter(source.next_cards(table.shoe, table.shoe.cards_left))
        unseen = Counter(unseen_cards(table, source))
        assert left + out + unseen == Counter(DECK)
        assert unseen.total() == sum(card is None for card in table.discards)


def post(balances: Counter[str], entry: Entry) -> None:
    """Add an entry to some balances."""
    for posting in entry.postings:
        balances[posting.account] += posting.amount


def check_chips(croupier: Croupier) -> None:
    """A player's chips are what was won and lost, less what lies, but for wrong payments."""
    table = stud(croupier.table)
    chips_of = table.till.chips
    chips: Counter[str] = Counter()
    for event in croupier.events:
        match event:
            case WagersSettled(lines=lines) | RoundVoided(lines=lines):
                for line in lines:
                    chips[chips_of(line.player)] += line.net
            case MispaymentFound(entry=entry) | PatronIdentified(entry=entry):
                post(chips, entry)
            case MispaymentHandled(entries=entries) | PlayerLeft(entries=entries):
                for entry in entries:
                    post(chips, entry)
            case _:
                pass
    stakes = table.wagers if table.round is None else stud_round(table).stakes
    for stake in stakes:
        chips[chips_of(stake.player)] -= stake.amount
    for (player, _), told in jackpot_results(table).items():
        chips[chips_of(player)] -= 0 if told else jackpot_wager(table)
    for player in (*PLAYERS, "onlooker"):
        account = chips_of(player)
        assert table.balances.get(account, 0) == chips[account], player
