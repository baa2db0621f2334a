"""The console's page: the prompt in large type, what to say, the layout, the settlement.

Box 1 is on the left here, as the dealer sees it.
"""

from hashlib import sha256

import msgspec

from croupier.cards.card import NotACardError, parse_card
from croupier.display.announcements import Announcement
from croupier.display.choices import Option
from croupier.display.sentences import Sentence
from croupier.display.views import DisputeView, NoticeView, TableView, hand_value
from croupier.games.stud.cards import DealFaceDown, TurnCard
from croupier.games.stud.jackpots import PayJackpot
from croupier.games.stud.state import ANTE
from croupier.games.table.card_counts import CheckCards
from croupier.games.table.opening import LawAdopted
from croupier.games.table.preparation import BurnCard, CutCards, LoadShoe, ShuffleCards
from croupier.games.table.rounds import DealCard
from croupier.games.table.seats import BuyIn, Sit
from croupier.games.table.state import MAIN
from croupier.games.table.wagers import PlaceWager
from croupier.messages import Command
from croupier.money import Cents, in_dollars
from croupier.rulebooks import Catalogue, Role
from croupier.rulebooks.guide.comparison import Cell
from croupier.web.pages.console.commands import Menu, StaffCommand
from croupier.web.pages.console.fields import ReportForm
from croupier.web.pages.svg_symbols import chip_name, chips_for
from croupier.web.pages.table.felt import BoxPart, FeltPrint, boxes_of, named_cards, spoken_cards
from croupier.web.pages.table.forms import MisreadError, read_amount, read_number
from croupier.web.pages.table.history import LinePart, settlement_lines
from croupier.web.pages.table.page import RefusalPart, without_clause

MOST_CHIPS = 8
"""The most chips drawn for a payment."""


REVIEW = ("ask-review", "decline-review")
MOVES = {
    "raised": ("decide-dispute",),
    "decided": ("close-dispute",),
    "review-asked": ("review-dispute",),
    "review-declined": ("close-dispute",),
    "reviewed": ("close-dispute",),
}
"""What staff may do about a dispute, by its stage."""
FACE_DOWN = "??"
"""What is typed for a card face down that nobody has read."""
CARD_COMMANDS: dict[str, type[BurnCard | TurnCard]] = {"burn": BurnCard, "unread-cards": TurnCard}
"""The commands of typed cards that are not dealt, by what is due."""


class Step(msgspec.Struct, frozen=True):
    """A button for what the dealer does now."""

    key: str
    """The keyboard key."""
    label: str
    name: str
    """Its name in the form."""


class PaymentLine(msgspec.Struct, frozen=True):
    """A line of the settlement, as a dealer works through it."""

    line: LinePart
    pay: str
    """What to pay; empty for nothing."""
    take: str
    """What to take; empty for nothing."""
    chips: tuple[str, ...]
    """The chips to pay with."""
    key: str
    """The name of the line, unique at its table."""
    done: bool = False
    """Whether it is ticked off."""


class ConsolePage(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the console shows."""

    id: str
    """The table's name."""
    version: int
    """The version of the table that is shown."""
    view: TableView
    """What the dealer may see."""
    felt: FeltPrint
    book: str
    """The rulebook."""
    heading: str
    """What is due now, in large type."""
    clause: str
    """The clause that demands it."""
    due: str
    """The wire name of what is due."""
    also: tuple[str, ...]
    """What else is due."""
    steps: tuple[Step, ...]
    takes_card: bool
    """Whether a card is due, or may be entered."""
    boxes: tuple[BoxPart, ...]
    dealer_cards: tuple[tuple[str, str], ...]
    dealer_label: str
    """The dealer's cards for screen readers."""
    dealer_total: str
    payments: tuple[PaymentLine, ...]
    ticks_payments: bool
    """Whether the principal may tick payments off."""
    announcements: tuple[Announcement, ...]
    """What to say aloud."""
    sentences: tuple[Sentence, ...]
    """What has just happened."""
    refused: RefusalPart | None
    """Why the last entry was refused."""
    menus: tuple[Menu, ...]
    """What is reported or ordered most often."""
    every: tuple[Menu, ...]
    """Every command that the principal may submit here, by subject."""
    entry: StaffCommand | None
    """The entry whose form is open; ``None`` if none is."""
    form: ReportForm | None
    """The fields of that entry."""
    remedy: Cell | None
    """The remedy of that entry."""
    outlook: tuple[Sentence, ...]
    """What recording it will lead to."""
    given: dict[str, str]
    """What was typed into the form."""
    zone: str
    """The time zone of the house's clock; empty if no time is asked for."""
    notices: tuple[NoticeView, ...]
    """The open notices."""
    role: str
    """The role of the principal at this console."""
    live: bool
    """Whether people deal here, so that cards and wagers are entered."""
    adoption: LawAdopted | None
    """What moving the table to the installed law changes; ``None`` if the principal may not."""

    @property
    def address(self) -> str:
        return f"/tables/{self.id}/console"

    @property
    def done_count(self) -> int:
        """The number of payments that are ticked off."""
        return sum(one.done for one in self.payments)

    @property
    def next_payment(self) -> str:
        """The name of the first payment that is not ticked off; empty if all are."""
        return next((one.key for one in self.payments if not one.done), "")

    @property
    def disputes(self) -> tuple[DisputeView, ...]:
        """The disputes that staff still have to settle."""
        return tuple(one for one in self.view.disputes if one.step in MOVES)

    def moves(self, dispute: DisputeView) -> tuple[StaffCommand, ...]:
        """Return what the principal may do about a dispute."""
        every = (entry for menu in self.menus for entry in menu.entries)
        # While the player may still have a decision reviewed, nobody makes it final.
        moves = REVIEW if dispute.next_step in REVIEW else MOVES[dispute.step]
        return tuple(entry for entry in every if entry.command in moves)


def heading_of(view: TableView) -> tuple[str, str, str]:
    """Return what is due now, its clause and its wire name."""
    if not view.prompts:
        return view.phase, "", ""
    first = view.prompts[0]
    words = without_clause(first.text)
    if first.options or first.player is not None:
        words = words.partition(": ")[0]
    return words, first.clause, first.due


WATCHING_ROLES = (
    Role.INSPECTOR,
    Role.REGULATOR,
    Role.SURVEILLANCE,
    Role.TOURNAMENT_MANAGER,
)
"""Roles that read a console and deal nothing: the dealer's buttons would only be refused."""


def steps_of(view: TableView) -> tuple[Step, ...]:
    """Return the dealer's buttons, with a key each; a card is entered by rank and suit."""
    if not view.prompts:
        return ()
    first = view.prompts[0]
    found = [_option_step(option, at) for at, option in enumerate(first.options)]
    named = {
        "shuffle": [Step("Enter", "Shuffled", "shuffle")],
        "load": [Step("Enter", "Loaded", "load")],
        "burn": [Step("Enter", "Burned", "burn")],
        "check": [Step("Enter", "All cards are there", "check")],
        "jackpot": [Step("Enter", "Pay the jackpot", "pay-jackpot")],
    }.get(first.due, [])
    if first.due == "cut" and not found:
        named = [Step("Enter", "Cut in the middle", "cut")]
    return (*found, *named)


def _option_step(option: Option, at: int) -> Step:
    return Step(option.key, option.label[:1].upper() + option.label[1:], f"option-{at}")


def command_for_step(view: TableView, name: str, role: Role) -> tuple[Command, ...]:
    """Return the commands of a button."""
    first = view.prompts[0] if view.prompts else None
    if first is None or name not in {step.name for step in steps_of(view)}:
        raise MisreadError("the table has moved on: look again")
    if name.startswith("option-"):
        return first.options[int(name.removeprefix("option-"))].commands
    made: dict[str, Command] = {
        "shuffle": ShuffleCards(by=role),
        "load": LoadShoe(by=role),
        "burn": BurnCard(by=role),
        "check": CheckCards(by=role),
        "cut": CutCards(view.shoe.size // 2, by=role),
        "pay-jackpot": PayJackpot(by=role),
    }
    return (made[name],)


def card_commands(view: TableView, text: str, role: Role) -> tuple[Command, ...]:
    """Return the command for a typed card: dealt, turned or burned as is due; ``??`` is unread."""
    if text.strip() == FACE_DOWN:
        return (DealFaceDown(by=role),)
    try:
        card = parse_card(text)
    except NotACardError:
        raise MisreadError("a card is typed by rank and suit, such as 4 S or T H") from None
    kind = CARD_COMMANDS.get(view.prompts[0].due, DealCard) if view.prompts else DealCard
    return (kind(card, by=role),)


def wager_commands(view: TableView, felt: FeltPrint, given: dict[str, str]) -> tuple[Command, ...]:
    """Return the commands for a wager read off the layout: box, kind and amount."""
    box = read_number(given.get("box", ""), len(view.boxes))
    if not box:
        raise MisreadError(f"give the box, 1 to {len(view.boxes)}")
    place = view.box(box)
    player = given.get("player", "").strip() or place.seated
    if not player:
        raise MisreadError(f"nobody sits at box {box}: seat somebody, or name the wager's owner")
    on = _kind_of_wager(felt, given.get("on", ""))
    amount = read_amount(given.get("amount", ""))
    return (PlaceWager(player, place.number, amount, on=on, by=Role.PLAYER),)


def _kind_of_wager(felt: FeltPrint, text: str) -> str:
    """Return the kind of a wager, by its name or the beginning of it."""
    main = ANTE if felt.stud else MAIN
    if not text:
        return main
    known = tuple(spot.on for spot in felt.spots)
    found = [name for name in known if name.startswith(text)]
    if not found:
        raise MisreadError(f'"{text[:20]}" is not a wager here: {", ".join(known)}')
    return found[0]


def seat_commands(view: TableView, given: dict[str, str]) -> tuple[Command, ...]:
    """Return the commands to seat a player at a live table and change money for chips."""
    player = given.get("player", "").strip()
    box = read_number(given.get("box", ""), len(view.boxes))
    if not player or not box:
        raise MisreadError("give a name and a box")
    bought = read_amount(given.get("chips", "") or "200")
    here = view.player(player)
    buying = (BuyIn(player, bought, by=Role.PLAYER),) if here is None or not here.chips else ()
    return (*buying, Sit(player, box, by=Role.PLAYER))


def payment_keys(view: TableView) -> tuple[str, ...]:
    """Return the names of the lines of the settlement, which no other round has.

    A line that is corrected gets another name, so that it has to be ticked off again.
    """
    return tuple(
        f"{view.rounds}-{at}-{sha256(msgspec.json.encode(line)).hexdigest()[:12]}"
        for at, line in enumerate(view.settled)
    )


def payments_of(
    view: TableView, felt: FeltPrint, book: Catalogue, ticks: frozenset[str] = frozenset()
) -> tuple[PaymentLine, ...]:
    """Return the settlement of the round, in the order of the boxes."""
    lines = settlement_lines(view, felt, book)
    found = []
    for line, one, key in zip(lines, view.settled, payment_keys(view), strict=True):
        pay: Cents = max(one.net, 0)
        chips = tuple(chip_name(value) for value in chips_for(pay)[:MOST_CHIPS])
        take = in_dollars(one.stake) if one.net < 0 else ""
        shown = in_dollars(pay) if pay else ""
        found.append(PaymentLine(line, shown, take, chips, key, key in ticks))
    return tuple(found)


def console_page(
    name: str,
    version: int,
    view: TableView,
    felt: FeltPrint,
    book: Catalogue,
    *,
    role: Role,
    live: bool,
    menus: tuple[Menu, ...],
    every: tuple[Menu, ...],
    ticks: frozenset[str] = frozenset(),
    ticks_payments: bool = False,
    announcements: tuple[Announcement, ...] = (),
    sentences: tuple[Sentence, ...] = (),
    refused: RefusalPart | None = None,
    entry: StaffCommand | None = None,
    form: ReportForm | None = None,
    remedy: Cell | None = None,
    outlook: tuple[Sentence, ...] = (),
    given: dict[str, str] | None = None,
    adoption: LawAdopted | None = None,
    zone: str = "",
) -> ConsolePage:
    """Return the console of a table."""
    heading, clause, due = heading_of(view)
    fresh = bool(view.wagers) and not view.under_way
    cards = () if fresh else view.dealer.cards
    return ConsolePage(
        id=name,
        version=version,
        view=view,
        felt=felt,
        book=book.book,
        heading=heading,
        clause=clause,
        due=due,
        also=tuple(without_clause(prompt.text) for prompt in view.prompts[1:3]),
        steps=() if role in WATCHING_ROLES else steps_of(view),
        takes_card=live and (due in ("card", "burn") or view.under_way),
        boxes=boxes_of(view, felt),
        dealer_cards=named_cards(view, "dealer", cards),
        dealer_label=f"The dealer has {spoken_cards(cards)}"
        if cards
        else "The dealer has no cards",
        dealer_total=hand_value(view.dealer) if cards else "",
        payments=payments_of(view, felt, book, ticks),
        ticks_payments=ticks_payments,
        announcements=announcements,
        sentences=sentences,
        refused=refused,
        menus=() if view.rests else menus,
        every=() if view.rests else every,
        entry=entry,
        form=form,
        remedy=remedy,
        outlook=outlook,
        given=given or {},
        zone=zone,
        notices=tuple(one for one in view.notices if not one.acknowledged),
        role=role.title,
        live=live,
        adoption=adoption,
    )
