"""The types of a view: a table as one viewer may see it, in one shape for every game.

A card that the viewer may not know is ``None``: it is not in the view, so no screen can show it.
Amounts are cents and people are ids; ``TableView.names`` has their names.
"""

from datetime import datetime

import msgspec

from croupier.cards import Card
from croupier.display.choices import Option
from croupier.display.scenes import Scene
from croupier.display.viewers import Viewer
from croupier.games.blackjack.state import DOUBLE, INSURANCE
from croupier.games.stud.state import ANTE, BET, JACKPOT, StudRound
from croupier.games.table.state import MAIN, Limits, Line, Sign, Stake
from croupier.money import Cents
from croupier.rulebooks import Role

FULL = 21
"""The total at which it no longer matters how an ace counts."""
ON_A_HAND = (MAIN, DOUBLE, ANTE, BET)
"""The wagers that belong to a hand's cards; all others belong to the box."""


class SettledView(msgspec.Struct, frozen=True):
    """The settlement of one wager."""

    player: str
    """The owner of the wager."""
    box: int
    """The number of the box."""
    hand: int
    """The hand of the box, from 1."""
    on: str
    """The kind of wager: ``main``, ``double``, ``insurance``, ``ante`` and so on."""
    result: str
    """``win``, ``lose``, ``stand-off`` or ``void``."""
    stake: Cents
    """The amount of the wager."""
    net: Cents
    """What the player won; negative for a loss, 0 if the wager was returned."""
    clause: str
    """The clause under which it was settled."""
    also: tuple[str, ...]
    """Further clauses that shaped it; often empty."""
    tokens: Cents = 0
    """The part of the stake in promotional tokens; 0 for chips alone."""


class WagerView(msgspec.Struct, frozen=True):
    """A wager on the layout, or as it was settled."""

    player: str
    """The owner of the wager."""
    box: int
    """The number of the box."""
    on: str
    """The kind of wager."""
    amount: Cents
    """The amount, now or when it was settled."""
    hand: int = 1
    """The hand of the box, from 1."""
    tokens: Cents = 0
    """The part of the amount in promotional tokens; 0 for chips alone."""
    settled: SettledView | None = None
    """Its settlement; ``None`` while it is on the layout."""


class HandView(msgspec.Struct, frozen=True):
    """A hand on a box."""

    position: int
    """Its position among the hands of the box, from 1."""
    cards: tuple[Card | None, ...] = ()
    """Its cards in the order dealt; ``None`` is a card that is face down for the viewer."""
    total: int | None = None
    """The total; ``None`` if cards are hidden or absent, or the game has no totals."""
    soft: bool = False
    """Whether an ace counts eleven in the total."""
    blackjack: bool = False
    """Whether it is a blackjack; false if the viewer may not know."""
    over: bool = False
    """Whether the total exceeds the limit of the game."""
    name: str = ""
    """The name of a poker hand; empty if cards are hidden, and in other games."""
    split: bool = False
    """Whether it was made by splitting."""
    doubled: bool = False
    """Whether it was doubled."""
    done: bool = False
    """Whether no decision is left for it."""
    seen: tuple[Card, ...] = ()
    """Cards shown by mistake and turned over again, which everybody has seen; often empty."""
    standing: str = ""
    """The player's decision (``bet``, ``folded``); empty in games without one."""
    turn: bool = False
    """Whether a decision for it is due."""
    wagers: tuple[WagerView, ...] = ()
    """The wagers on its cards; empty if all belong to the box."""


class BoxView(msgspec.Struct, frozen=True):
    """A box of the layout; one that is not in the round has no hands."""

    number: int
    """Its number on the layout, from 1."""
    seated: str = ""
    """The player who sits there; empty if nobody does."""
    reserved: str = ""
    """The player it is reserved for; empty if it is open to all."""
    controller: str = ""
    """The player who decides for it; empty if it is not in the round."""
    hands: tuple[HandView, ...] = ()
    """The hands on it."""
    wagers: tuple[WagerView, ...] = ()
    """The wagers of the round that belong to no single hand."""


class DealerView(msgspec.Struct, frozen=True):
    """The dealer's hand."""

    cards: tuple[Card | None, ...] = ()
    """Its cards; ``None`` is a card that is face down."""
    total: int | None = None
    """The total; ``None`` without cards, or if the game has no totals."""
    soft: bool = False
    """Whether an ace counts eleven in the total."""
    blackjack: bool = False
    """Whether it is a blackjack."""
    over: bool = False
    """Whether the total exceeds the limit of the game."""
    name: str = ""
    """The name of a poker hand once it is turned; otherwise empty."""


class PlayerView(msgspec.Struct, frozen=True):
    """A person at the table."""

    player: str
    """The player's id."""
    seat: int | None
    """The box where the player sits; ``None`` for a player who stands."""
    chips: Cents | None
    """The chips in front of the player; ``None`` if they were never counted here."""
    laid: Cents
    """The player's wagers on the layout, for this round and the next."""


class SignView(msgspec.Struct, frozen=True):
    """An inscription on the layout or a sign."""

    text: str
    """The words."""
    clause: str
    """The clause that requires it."""
    cloth: bool
    """Whether it is printed on the layout."""


class SideBetView(msgspec.Struct, frozen=True):
    """An optional wager on offer at the table."""

    on: str
    """Its name."""
    limits: Limits | None
    """The limits on its sign; ``None`` if the sign has none."""


class ShoeView(msgspec.Struct, frozen=True):
    """The shoe or device. The order of its cards is never in a view."""

    device: str
    """``shoe`` or ``shuffler``."""
    decks: int
    """The number of decks."""
    size: int
    """The number of cards when full."""
    left: int
    """The number of cards left."""


class NoticeView(msgspec.Struct, frozen=True):
    """A notice to somebody outside the game. Only staff see it."""

    number: int
    """Its number at this table, from 1."""
    whom: Role
    """The role that was notified."""
    about: str
    """What it is about."""
    player: str | None
    """The player concerned; ``None`` if it concerns no single player."""
    clause: str
    """The clause that requires it; empty if none does."""
    deadline: datetime | None
    """The time by which it must be acknowledged; ``None`` without a deadline."""
    acknowledged: bool
    """Whether it was acknowledged."""
    overdue: bool
    """Whether the deadline has passed without an acknowledgement, by the table's clock."""


class DisputeView(msgspec.Struct, frozen=True, rename="kebab"):
    """A dispute and its progress. Staff see it, and the player who raised it."""

    number: int
    """Its number at this table, from 1."""
    player: str
    """The player who raised it."""
    about: str
    """What it is about, in the player's words."""
    step: str
    """``raised``, ``decided``, ``review-asked``, ``review-declined``, ``reviewed``, ``final`` or
    ``complained``."""
    outcome: str
    """The decision; empty before there is one."""
    round: int
    """The table's last round when it was raised; 0 if none was dealt yet."""
    clause: str = ""
    """The clause of the present step."""
    looks_at_it: str = ""
    """The role that looks at it now; empty where nobody has to."""
    next_step: str = ""
    """What the player may do next: ``ask-review`` (or ``decline-review``) or ``complain``; empty
    where nothing is left."""
    next_role: str = ""
    """The role that would look at it then; empty without a next step."""
    next_clause: str = ""
    """The clause of that step; empty without one."""


class Prompt(msgspec.Struct, frozen=True):
    """Something that is due."""

    due: str
    """Its wire name: ``decision``, ``card``, ``wagers``."""
    text: str
    """What is due, for everybody: *ann decides for box 1 with 11: hit, double $25 (10.1)*."""
    clause: str
    """The clause that requires it; empty if none does."""
    player: str | None = None
    """The player who owes it; ``None`` if the house does, or anybody may act."""
    box: int | None = None
    """The box it is for; ``None`` if it is for none."""
    hand: int | None = None
    """The hand of the box it is for; ``None`` if it is for none."""
    question: str = ""
    """The same as a question to the viewer; empty if somebody else answers."""
    options: tuple[Option, ...] = ()
    """The viewer's options; empty if somebody else answers."""


class ContestantView(msgspec.Struct, frozen=True, rename="kebab"):
    """A player in a session of a tournament."""

    player: str
    """The player's id."""
    box: int
    """The box of the seat, from 1."""
    chips: Cents
    """Tournament chips in front of the player, or as counted at the end."""
    standing: str
    """``in``, ``eliminated``, ``disqualified``, ``forfeited`` or ``done``."""
    present: bool
    """Whether the player is there."""
    pass_cards: int
    """The number of pass cards left."""
    forms: int
    """The number of forms left."""
    indicator: bool
    """Whether an undisclosed wager of this player waits to be announced."""
    undisclosed: Cents | None = None
    """The amount of that wager; ``None`` without one, or if the viewer may not know it."""
    passed: bool = False
    """Whether the player has played a pass card in this round."""
    clause: str = ""
    """The clause by which the player is out; empty for one who is in."""


class ContestView(msgspec.Struct, frozen=True):
    """A session of a tournament at a table."""

    session: str
    """The name of the session."""
    part: str
    """``rounds``, ``play-off`` or ``over``."""
    round: int
    """The round that is open for wagers or in progress, from 1."""
    rounds: int
    """The number of rounds of the session."""
    marker: int
    """The box with the marker; 0 if none is used."""
    turn: str
    """The player whose turn it is to wager; empty if it is nobody's."""
    seconds: int
    """The time for a wager; 0 without a limit."""
    contestants: tuple[ContestantView, ...]
    """The players who were given seats, by box."""


class TableView(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """A table as one viewer may see it."""

    viewer: Viewer
    """The viewer."""
    game: str
    """The game's name for programs."""
    title: str
    """The game's name for people."""
    names: dict[str, str]
    """People's names by id; a person without an entry is called by the id."""
    open: bool
    """Whether the table is open."""
    limits: Limits
    """The limits on the sign."""
    previous_limits: Limits | None
    """The limits of the older sign whose minimum some players keep; ``None`` if there are none."""
    limit_sign: Sign | None
    """A sign that announces other limits; ``None`` if none is displayed."""
    closing_sign: Sign | None
    """A sign that announces the closing; ``None`` if none is displayed."""
    minimum: Cents
    """The smallest wager for this viewer: the sign's, or the player's own minimum."""
    side_bets: tuple[SideBetView, ...]
    """The optional wagers on offer; often empty."""
    signs: tuple[SignView, ...]
    """The inscriptions on the layout and the signs."""
    decks: int
    """The number of decks chosen by the operator."""
    rounds: int
    """The number of rounds begun, which is the number of the current or last round."""
    under_way: bool
    """Whether a round is in progress; otherwise boxes and dealer show the last one."""
    phase: str
    """The phase of the table in words."""
    boxes: tuple[BoxView, ...]
    """Every box of the layout, in order."""
    dealer: DealerView
    """The dealer's hand."""
    players: tuple[PlayerView, ...]
    """The people at the table, in order of arrival."""
    wagers: tuple[WagerView, ...]
    """The wagers for the next round."""
    settled: tuple[SettledView, ...]
    """The settlements of the round in progress, or of the last until the next begins."""
    shoe: ShoeView
    """The shoe or device."""
    discards: int
    """The number of cards in the discard rack."""
    ready: int
    """The number of cards that have left the shoe and are dealt next."""
    offered: Card | None
    """The first of these cards if it was drawn in error, so that everybody has seen it."""
    meter: Cents | None
    """The jackpot's meter; ``None`` for a table without a jackpot."""
    prompts: tuple[Prompt, ...] = ()
    """What is due, most urgent first."""
    notices: tuple[NoticeView, ...] = ()
    """The notices; empty for all viewers but staff."""
    disputes: tuple[DisputeView, ...] = ()
    """The disputes: a player's own, or all for staff."""
    contest: ContestView | None = None
    """The tournament session at the table; ``None`` if there is none."""
    rests: str = ""
    """Why the table rests, and who can resolve it; empty if it is in play."""

    def box(self, number: int) -> BoxView:
        """Return a box by its number."""
        return self.boxes[number - 1]

    def hand(self, box: int, position: int) -> HandView | None:
        """Return a hand by its box and position; ``None`` if there is no such hand."""
        hands = self.box(box).hands if 1 <= box <= len(self.boxes) else ()
        return hands[position - 1] if 1 <= position <= len(hands) else None

    def player(self, player: str) -> PlayerView | None:
        """Return a person at the table by id; ``None`` if nobody there has it."""
        return next((one for one in self.players if one.player == player), None)


def hand_value(hand: HandView | DealerView) -> str:
    """Return a hand's name, or its total in words: 16, soft 17, blackjack, 24 over.

    Return an empty text if neither is known.
    """
    if hand.name:
        return hand.name
    if hand.total is None:
        return ""
    return total_in_words(hand.total, soft=hand.soft, blackjack=hand.blackjack, over=hand.over)


def total_in_words(total: int, *, soft: bool, blackjack: bool, over: bool) -> str:
    """Return a total as it is called: 16, soft 17, blackjack, 24 over."""
    if blackjack:
        return "blackjack"
    if over:
        return f"{total} over"
    return f"soft {total}" if soft and total < FULL else str(total)


def hand_name(view: TableView, box: int, hand: int) -> str:
    """Return the name of a hand: its box, with its position if the box has several hands."""
    several = 1 <= box <= len(view.boxes) and len(view.box(box).hands) > 1
    return f"Box {box} hand {hand}" if several and hand else f"Box {box}"


def short_wager_name(on: str, shorts: dict[str, str]) -> str:
    """Return the shortest name of a wager."""
    return shorts.get(on, "ins" if on == INSURANCE else on)


def short_names(names: tuple[str, ...]) -> dict[str, str]:
    """Return a short name for each optional wager from its initials: perfect-pairs is pp.

    Of two with the same initials, the later takes more letters of its first word.
    """
    shorts: dict[str, str] = {}
    for name in names:
        first, *others = name.lower().split("-")
        rest = "".join(word[:1] for word in others)
        tries = [first[:letters] + rest for letters in range(1, len(first) + 1)]
        shorts[name] = next((short for short in tries if short not in shorts.values()), name)
    return shorts


def settlement_view(line: Line) -> SettledView:
    """Return the view of a settlement."""
    return SettledView(
        line.player,
        line.box,
        line.hand,
        line.on,
        line.result,
        line.stake,
        line.net,
        line.clause,
        line.also,
        line.tokens,
    )


def last_wagers(view: TableView) -> tuple[SettledView, ...]:
    """Return the wagers laid before the first card of the last round: by box, side bets last.

    They follow from the settlement, which a table keeps until the next round begins. So they can be
    repeated after a pause too, and by another dealer.
    """
    first = (MAIN, ANTE)
    kinds = {*first, JACKPOT, *(bet.on for bet in view.side_bets)}
    laid: dict[tuple[str, int, str], SettledView] = {}
    for one in view.settled:
        if one.hand <= 1 and one.on in kinds:
            laid.setdefault((one.player, one.box, one.on), one)
    return tuple(sorted(laid.values(), key=lambda one: (one.box, one.on not in first)))


def wager_view(stake: Stake) -> WagerView:
    """Return the view of a wager on the layout."""
    return WagerView(
        stake.player, stake.box, stake.on, stake.amount, stake.hand, tokens=stake.tokens
    )


def wagers_at(scene: Scene, box: int) -> tuple[WagerView, ...]:
    """Return every wager of the round on a box: those settled, and those on the layout."""
    settled = [line for line in scene.lines if line.box == box]
    found = [
        WagerView(
            line.player,
            box,
            line.on,
            line.stake,
            line.hand,
            tokens=line.tokens,
            settled=settlement_view(line),
        )
        for line in settled
    ]
    stakes = () if scene.round is None else scene.round.stakes
    found += [wager_view(stake) for stake in stakes if stake.box == box]
    decided = {line.player for line in settled if line.on == JACKPOT}
    return (*found, *_jackpot_wagers(scene, box, decided))


def _jackpot_wagers(scene: Scene, box: int, decided: set[str]) -> tuple[WagerView, ...]:
    """Return the jackpot wagers that have left the layout but are not decided yet."""
    terms = scene.table.choices.jackpot
    if terms is None or not isinstance(scene.round, StudRound):
        return ()
    return tuple(
        WagerView(player, box, JACKPOT, terms.wager)
        for player, at in scene.round.jackpot
        if at == box and player not in decided
    )


class TableSummary(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """A table of the floor, as everybody may see it in passing."""

    table: str
    """The name of the table."""
    game: str
    """The game's name for programs."""
    title: str
    """The game's name for people."""
    open: bool
    """Whether the table is open."""
    mode: str
    """``automatic`` if software deals, ``live`` if a person does."""
    minimum: Cents
    """The smallest wager on a box."""
    maximum: Cents
    """The largest wager on a box."""
    boxes: int
    """The number of boxes of the layout."""
    seated: int
    """The number of seats taken."""
    players: int
    """The number of people at the table."""
    side_bets: tuple[str, ...]
    """The optional wagers on offer; often empty."""
    rounds: int
    """The number of rounds begun."""
    under_way: bool
    """Whether a round is in progress."""
    phase: str
    """The phase of the table in words."""
    jackpot: str
    """The name of the jackpot pool it feeds; empty if it feeds none."""
    meter: Cents | None
    """The meter of that pool; ``None`` if there is none."""
    tournament: str
    """The tournament the table is used for; empty if there is none."""
    version: int
    """The number of events of the table: a later summary has a higher one."""
    rests: str = ""
    """Why the table rests, and who can resolve it; empty if it is in play."""
