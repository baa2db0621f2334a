"""Things that go wrong at a table of Caribbean Stud, at random, and what must hold all the same."""

from collections import Counter
from decimal import Decimal
from random import Random

from croupier.cards import DECK, Card, Device, remaining_cards
from croupier.money import LAYOUT, Entry, chips_of
from croupier.play import Croupier
from croupier.play.dealer import dealers_command
from croupier.play.jackpot import pay
from croupier.rulebooks import CARIBBEAN_STUD, Role
from croupier.stud.commands import (
    Concede,
    Fold,
    FoldAbsent,
    InvalidateWagers,
    PlaceBet,
    Settle,
)
from croupier.stud.due import BetDue, JackpotDue, SettlementDue
from croupier.stud.irregular_commands import (
    DeclareMisdeal,
    HandleCards,
    IdentifyMispaid,
    KeepApart,
    PlayFirst,
    PutRight,
    RecordMispayment,
    ReportExposed,
    ReportStrayHand,
    ReportWrongCount,
    SpeakEnglish,
    UseShoe,
    WithholdPayment,
)
from croupier.stud.irregular_events import (
    MispaymentFound,
    MispaymentHandled,
    PatronIdentified,
)
from croupier.stud.jackpots import POOL, jackpot_results, jackpot_wager
from croupier.stud.state import cards_out, stud_round
from croupier.table.choices import Choices, JackpotTerms, Mode
from croupier.table.commands import (
    Command,
    Deal,
    DealCard,
    PlaceWager,
    ReplaceCards,
    ShuffleCards,
)
from croupier.table.due import CardDue, ReplacementDue, ShuffleDue, WagersDue
from croupier.table.irregular_commands import (
    FailDevice,
    InvalidateRound,
    OrderCheck,
    ReportWrongCards,
    RestoreDevice,
    Sanction,
)
from croupier.table.settled import RoundVoided, WagersSettled
from croupier.table.state import Table

PLAYERS = ("ann", "bob", "cat", "dan", "eve")
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
    choices = Choices(
        mode=mode,
        device=chance.choice(list(Device)),
        maximum=chance.choice([5_000, 500_000]),
        jackpot=terms if chance.random() < 0.8 else None,
    )
    return Croupier(CARIBBEAN_STUD, choices, seed=chance.getrandbits(32))


def place_wagers(croupier: Croupier, chance: Random) -> None:
    """Antes, and jackpot wagers on some of the boxes, one of them an onlooker's now and then."""
    for box, player in enumerate(chance.sample(PLAYERS, chance.randint(1, 5)), 1):
        croupier.do(PlaceWager(player, box, chance.randint(1, 80) * 100, "ante"))
        if chance.random() < 0.1:
            croupier.do(PlaceWager("onlooker", box, WAGER, "jackpot", by=SUPERVISOR))
        elif chance.random() < 0.6:
            croupier.do(PlaceWager(player, box, WAGER, "jackpot"))


def lawful(croupier: Croupier, chance: Random) -> Command:
    """Something that what is due allows, the dealer's own work at a live table included."""
    item = chance.choice(croupier.due)
    match item:
        case BetDue(player=player, box=box):
            pause = chance.random() < 0.3
            kind = PlaceBet if chance.random() < 0.6 else Fold
            return FoldAbsent(box) if chance.random() < 0.1 else kind(player, box, pause=pause)
        case SettlementDue(boxes=boxes) if boxes and chance.random() < 0.3:
            hand = stud_round(croupier.table).hand(chance.choice(boxes))
            assert hand is not None
            return Concede(hand.player, hand.box)
        case SettlementDue():
            return Settle()
        case JackpotDue():
            assert croupier.pool is not None
            croupier.pool, paid = pay(croupier.pool, item)
            return paid
        case WagersDue():
            place_wagers(croupier, chance)
            return Deal()
        case ReplacementDue(by=by):
            return ReplaceCards(by=by)
        case ShuffleDue() if croupier.table.choices.mode is Mode.LIVE:
            return ShuffleCards()
        case CardDue(box=box) if croupier.table.choices.mode is Mode.LIVE:
            return DealCard(good_card(croupier.table, box, chance))
        case _:
            command = dealers_command(croupier.table, item, chance.randbytes)
            assert command is not None, item
            return command


def good_card(table: Table, box: int, chance: Random) -> Card:
    """A card that is left, for most boxes one that helps to a flush, so that jackpots are won."""
    left = list(remaining_cards(1, cards_out(table)).elements())
    suited = [card for card in left if card.value[1] == "CDHS"[box % 4]]
    return chance.choice(suited if suited and chance.random() < 0.9 else left)


def lying_cards(table: Table) -> list[Card]:
    """The cards on the layout."""
    if table.round is None:
        return []
    round_ = stud_round(table)
    return [*round_.dealer, *(card for hand in round_.hands for card in hand.cards)]


def mishap(croupier: Croupier, chance: Random) -> Command:
    """Something that goes wrong or is said to, possible or not."""
    player, box = chance.choice((*PLAYERS, "onlooker")), chance.randint(0, 6)
    lying = lying_cards(croupier.table) or list(DECK)
    exposed = tuple(chance.sample(lying, min(len(lying), chance.choice([1, 1, 1, 2, 3]))))
    strays = tuple(chance.sample(DECK, chance.choice([0, 0, 1, 2])))
    ground = chance.choice(["disruption", "fraud"])
    cheats = (player,) if ground == "fraud" else ()
    options: list[Command] = [
        HandleCards(player, box),
        DeclareMisdeal(),
        ReportExposed(exposed),
        ReportWrongCount(box, chance.randint(3, 7), strays),
        ReportStrayHand(box, chance.randint(1, 6), strays),
        Sanction(player, "16.6", void=True, by=SUPERVISOR),
        InvalidateRound(ground, cheats, by=SUPERVISOR),
        InvalidateWagers(player, chance.choice([None, 100, 700, 2_000])),
        WithholdPayment(player, by=SUPERVISOR),
        ReportWrongCards(foreign=("a joker",)),
        FailDevice(spare=chance.random() < 0.5),
        RestoreDevice(),
        UseShoe(),
        OrderCheck(by=SUPERVISOR),
        *measures(player, chance),
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
        RecordMispayment(chance.choice([-5_000, 0, 3_000, 200_000]), chance.choice([None, player])),
        IdentifyMispaid(number, player),
        PutRight(number, "seen to", chance.random() < 0.3),
    ]


def check(croupier: Croupier) -> None:
    """Money and cards are conserved, and every chip is where the settlements say."""
    table = croupier.table
    assert sum(table.balances.values()) == 0
    stakes = table.wagers if table.round is None else stud_round(table).stakes
    assert table.balances.get(LAYOUT, 0) == sum(stake.amount for stake in stakes)
    assert all(stake.amount > 0 for stake in stakes)
    assert croupier.due
    check_cards(table)
    check_chips(croupier)
    if croupier.pool is not None:
        assert croupier.pool.balanced
        assert croupier.pool.meter >= 0
        held = croupier.pool.wagered - croupier.pool.paid_from_meter
        assert table.balances.get(POOL, 0) == held


def check_cards(table: Table) -> None:
    """Every card is in one place."""
    out = Counter(cards_out(table))
    assert max(out.values(), default=0) <= 1
    assert out.total() <= len(DECK)
    if table.shoe.stack is not None:
        assert Counter(table.shoe.stack[table.shoe.drawn :]) + out == Counter(DECK)


def post(balances: Counter[str], entry: Entry) -> None:
    """Add an entry to some balances."""
    for posting in entry.postings:
        balances[posting.account] += posting.amount


def check_chips(croupier: Croupier) -> None:
    """A player's chips are what was won and lost, less what lies, but for wrong payments."""
    table = croupier.table
    chips: Counter[str] = Counter()
    for event in croupier.events:
        match event:
            case WagersSettled(lines=lines) | RoundVoided(lines=lines):
                for line in lines:
                    chips[chips_of(line.player)] += line.net
            case MispaymentFound(entry=entry) | PatronIdentified(entry=entry):
                post(chips, entry)
            case MispaymentHandled(entries=entries):
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
