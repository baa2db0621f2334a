"""A table as one viewer may see it: one shape for every game, without what the viewer may not know.

A card that the viewer may not know is ``None``: it is not in the view, so that no screen can show
it. Amounts are cents, people are ids; ``TableView.names`` says what they are called.
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
"""The total at which it no longer matters how an ace is counted."""
ON_A_HAND = (MAIN, DOUBLE, ANTE, BET)
"""The wagers that belong to a hand's cards; all others belong to the box."""


class SettledView(msgspec.Struct, frozen=True):
    """One wager's settlement."""

    player: str
    """Whose wager it was."""
    box: int
    """Where it lay."""
    hand: int
    """On which hand of the box, from 1."""
    on: str
    """The kind of wager: ``main``, ``double``, ``insurance``, ``ante`` and the like."""
    result: str
    """``win``, ``lose``, ``stand-off`` or ``void``."""
    stake: Cents
    """How much lay there."""
    net: Cents
    """What the player won; below zero a loss, 0 where the wager came back."""
    clause: str
    """The clause by which it was settled."""
    also: tuple[str, ...]
    """Further clauses that shaped it; often none."""
    tokens: Cents = 0
    """The part of the stake that was promotional tokens; 0 for chips alone."""


class WagerView(msgspec.Struct, frozen=True):
    """A wager as it lies, or as it was settled."""

    player: str
    """Whose it is."""
    box: int
    """Where it lies."""
    on: str
    """The kind of wager."""
    amount: Cents
    """How much lies there, or lay."""
    hand: int = 1
    """On which hand of the box, from 1."""
    tokens: Cents = 0
    """The part of the amount that is promotional tokens; 0 for chips alone."""
    settled: SettledView | None = None
    """How it was settled; none while it lies."""


class HandView(msgspec.Struct, frozen=True):
    """A hand on a box."""

    position: int
    """Its place among the hands of the box, from 1."""
    cards: tuple[Card | None, ...] = ()
    """Its cards as they were dealt; ``None`` is one that lies face down for the viewer."""
    total: int | None = None
    """What the cards count; none where some are hidden, none lies, or the game does not count."""
    soft: bool = False
    """Whether an ace counts eleven in the total."""
    blackjack: bool = False
    """Whether it is a blackjack; false where the viewer may not know."""
    over: bool = False
    """Whether the total is over what a hand may have."""
    name: str = ""
    """What a poker hand is called; empty where some cards are hidden, and in other games."""
    split: bool = False
    """Whether it was made by splitting."""
    doubled: bool = False
    """Whether it was doubled."""
    done: bool = False
    """Whether nothing more is decided for it."""
    seen: tuple[Card, ...] = ()
    """Cards of it that were shown by mistake and turned over: all have seen them; often none."""
    standing: str = ""
    """What its player has decided (``bet``, ``folded``); empty in games without that."""
    turn: bool = False
    """Whether a decision for it is due."""
    wagers: tuple[WagerView, ...] = ()
    """The wagers with its cards; empty where all of them belong to the box."""


class BoxView(msgspec.Struct, frozen=True):
    """A box of the layout; one that is not in the round has no hands."""

    number: int
    """Its number on the layout, from 1."""
    seated: str = ""
    """Who sits there; empty where nobody does."""
    reserved: str = ""
    """For whom it is reserved; empty where it is for all."""
    controller: str = ""
    """Who decides for it in the round; empty where it is not in the round."""
    hands: tuple[HandView, ...] = ()
    """The hands that lie on it."""
    wagers: tuple[WagerView, ...] = ()
    """Wagers of the round that belong to no single hand."""


class DealerView(msgspec.Struct, frozen=True):
    """The dealer's hand."""

    cards: tuple[Card | None, ...] = ()
    """``None`` is a card that lies face down."""
    total: int | None = None
    """What the cards count; none where there are none, or the game does not count."""
    soft: bool = False
    """Whether an ace counts eleven in the total."""
    blackjack: bool = False
    """Whether it is a blackjack."""
    over: bool = False
    """Whether the total is over what a hand may have."""
    name: str = ""
    """What a poker hand is called, once it is turned."""


class PlayerView(msgspec.Struct, frozen=True):
    """A person at the table."""

    player: str
    """The id."""
    seat: int | None
    """The box where the player sits; none for one who stands."""
    chips: Cents | None
    """The chips in front of the player; none where they were never counted here."""
    laid: Cents
    """What the player has on the layout, for this round and the next."""


class SignView(msgspec.Struct, frozen=True):
    """Something written on the cloth or on a sign."""

    text: str
    """What it says."""
    clause: str
    """The clause that puts it there."""
    cloth: bool
    """Whether it is printed on the cloth."""


class SideBetView(msgspec.Struct, frozen=True):
    """An optional wager that the table offers."""

    on: str
    """Its name."""
    limits: Limits | None
    """The amounts on its sign; none where the sign has none."""


class ShoeView(msgspec.Struct, frozen=True):
    """Where the cards come from; of their order a view knows nothing."""

    device: str
    """``shoe`` or ``shuffler``."""
    decks: int
    """Of how many decks."""
    size: int
    """How many cards it holds when it is full."""
    left: int
    """How many are left."""


class NoticeView(msgspec.Struct, frozen=True):
    """A notice to somebody outside the game; only staff see it."""

    number: int
    """Its number at this table, from 1."""
    whom: Role
    """To whom it was given."""
    about: str
    """What it is about."""
    player: str | None
    """Whom it concerns; none where it is about no one player."""
    clause: str
    """The clause that demands it; empty where none does."""
    deadline: datetime | None
    """By when it must be acknowledged; none where there is no such time."""
    acknowledged: bool
    """Whether it was."""
    overdue: bool
    """Whether the deadline has passed without an answer, by the table's clock."""


class DisputeView(msgspec.Struct, frozen=True):
    """A dispute and how far it has come; staff see it, and whoever raised it."""

    number: int
    """Its number at this table, from 1."""
    player: str
    """Who raised it."""
    about: str
    """What it is about, in their words."""
    step: str
    """``raised``, ``decided``, ``review-asked``, ``reviewed``, ``final`` or ``complained``."""
    outcome: str
    """What was decided; empty where nothing was yet."""
    round: int
    """The table's last round when it was raised; 0 where none was dealt yet."""


class Prompt(msgspec.Struct, frozen=True):
    """Something that is due."""

    due: str
    """Its wire name: ``decision``, ``card``, ``wagers``."""
    text: str
    """What is due, for anybody: *ann decides for box 1 with 11: hit, double $25 (10.1)*."""
    clause: str
    """The clause that demands it; empty where none does."""
    player: str | None = None
    """Who owes it; none where the house does, or all may."""
    box: int | None = None
    """For which box; none where it is for none."""
    hand: int | None = None
    """For which hand of it."""
    question: str = ""
    """The same as a question to the viewer; empty where somebody else answers."""
    options: tuple[Option, ...] = ()
    """What the viewer may choose from; empty where somebody else answers."""


class ContestantView(msgspec.Struct, frozen=True, rename="kebab"):
    """A player in a session of a tournament."""

    player: str
    """Who."""
    box: int
    """The box of the seat, from 1."""
    chips: Cents
    """Tournament chips in front of the player, or what was counted at the end."""
    standing: str
    """``in``, ``eliminated``, ``disqualified``, ``forfeited`` or ``done``."""
    present: bool
    """Whether the player is there."""
    pass_cards: int
    """Pass cards that are left."""
    forms: int
    """Forms that are left."""
    indicator: bool
    """Whether an undisclosed wager of this player waits to be announced."""
    undisclosed: Cents | None = None
    """What it is for; none where there is none, or the viewer may not know it."""


class ContestView(msgspec.Struct, frozen=True):
    """A session of a tournament at a table."""

    session: str
    """Its name."""
    part: str
    """``rounds``, ``play-off`` or ``over``."""
    round: int
    """The round that is open for wagers or under way, from 1."""
    rounds: int
    """How many rounds the session has."""
    marker: int
    """The box with the marker; 0 where none is used."""
    turn: str
    """Whose turn it is to wager; empty where nobody's."""
    seconds: int
    """Time for a wager; 0 where there is no limit."""
    contestants: tuple[ContestantView, ...]
    """Those who were given seats, by their boxes."""


class TableView(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """A table as one viewer may see it."""

    viewer: Viewer
    """Who looks."""
    game: str
    """The game by its name for programs."""
    title: str
    """The game by its name for people."""
    names: dict[str, str]
    """What the people in this view are called, by their ids; anybody missing is called by the
    id."""
    open: bool
    """Whether the table is open."""
    limits: Limits
    """What the sign says about wagers."""
    previous_limits: Limits | None
    """The older sign, where some players keep its minimum."""
    limit_sign: Sign | None
    """A sign that announces other limits; none where none is displayed."""
    closing_sign: Sign | None
    """A sign that announces the closing; none where none is displayed."""
    minimum: Cents
    """The least wager for this viewer: the sign's, or one of the player's own."""
    side_bets: tuple[SideBetView, ...]
    """The optional wagers on offer; often none."""
    signs: tuple[SignView, ...]
    """What the cloth and the signs say."""
    decks: int
    """How many decks the operator chose."""
    rounds: int
    """How many rounds have begun: the number of the one under way, or of the last."""
    under_way: bool
    """Whether a round is under way; else boxes and dealer show the last one."""
    phase: str
    """Where the table stands, in words."""
    boxes: tuple[BoxView, ...]
    """Every box of the layout, in order."""
    dealer: DealerView
    """The dealer's hand."""
    players: tuple[PlayerView, ...]
    """Who is there, in the order of their arrival."""
    wagers: tuple[WagerView, ...]
    """Wagers placed for the next round."""
    settled: tuple[SettledView, ...]
    """What was settled in the round under way, or in the last until the next begins."""
    shoe: ShoeView
    """Where the cards come from."""
    discards: int
    """How many cards lie in the discard rack."""
    ready: int
    """How many cards have left the shoe and are dealt next."""
    offered: Card | None
    """The first of them where it was drawn in error, so that all have seen it."""
    meter: Cents | None
    """What the jackpot stands at; none where the table has none."""
    prompts: tuple[Prompt, ...] = ()
    """What is due, the most urgent first."""
    notices: tuple[NoticeView, ...] = ()
    """The notices that were given; empty for all but staff."""
    disputes: tuple[DisputeView, ...] = ()
    """The disputes that were raised: for a player their own, for staff all."""
    contest: ContestView | None = None
    """The session of a tournament that is played here; none where none is."""
    rests: str = ""
    """Why the table rests, and who can do what about it; empty where it is played."""

    def box(self, number: int) -> BoxView:
        """A box by its number."""
        return self.boxes[number - 1]

    def hand(self, box: int, position: int) -> HandView | None:
        """A hand by its box and place; none where no such hand lies."""
        hands = self.box(box).hands if 1 <= box <= len(self.boxes) else ()
        return hands[position - 1] if 1 <= position <= len(hands) else None

    def player(self, player: str) -> PlayerView | None:
        """Somebody at the table by the id."""
        return next((one for one in self.players if one.player == player), None)


def told_total(hand: HandView | DealerView) -> str:
    """A hand's name, or its total in words: 16, soft 17, blackjack, 24 over; empty where neither is
    known."""
    if hand.name:
        return hand.name
    if hand.total is None:
        return ""
    return total_in_words(hand.total, soft=hand.soft, blackjack=hand.blackjack, over=hand.over)


def total_in_words(total: int, *, soft: bool, blackjack: bool, over: bool) -> str:
    """A total as it is called."""
    if blackjack:
        return "blackjack"
    if over:
        return f"{total} over"
    return f"soft {total}" if soft and total < FULL else str(total)


def hand_name(view: TableView, box: int, hand: int) -> str:
    """A hand by its box, and by its place where the box has several."""
    several = 1 <= box <= len(view.boxes) and len(view.box(box).hands) > 1
    return f"Box {box} hand {hand}" if several and hand else f"Box {box}"


def short_on(on: str, shorts: dict[str, str]) -> str:
    """The name of a wager, as short as it can be."""
    return shorts.get(on, "ins" if on == INSURANCE else on)


def short_names(names: tuple[str, ...]) -> dict[str, str]:
    """A short name for each optional wager, made from its initials: perfect-pairs is pp.

    Where two would have the same, the later one takes more letters of its first word.
    """
    shorts: dict[str, str] = {}
    for name in names:
        first, *others = name.lower().split("-")
        rest = "".join(word[:1] for word in others)
        tries = [first[:letters] + rest for letters in range(1, len(first) + 1)]
        shorts[name] = next((short for short in tries if short not in shorts.values()), name)
    return shorts


def settled_view(line: Line) -> SettledView:
    """One wager's settlement."""
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


def laid_last(view: TableView) -> tuple[SettledView, ...]:
    """What was laid before the first card of the last round, box by box, side bets last.

    It follows from the settlement, which a table keeps until the next round begins: so it can be
    repeated after a pause too, and by whoever deals then.
    """
    first = (MAIN, ANTE)
    kinds = {*first, JACKPOT, *(bet.on for bet in view.side_bets)}
    laid: dict[tuple[str, int, str], SettledView] = {}
    for one in view.settled:
        if one.hand <= 1 and one.on in kinds:
            laid.setdefault((one.player, one.box, one.on), one)
    return tuple(sorted(laid.values(), key=lambda one: (one.box, one.on not in first)))


def lying(stake: Stake) -> WagerView:
    """A wager that lies on the layout."""
    return WagerView(
        stake.player, stake.box, stake.on, stake.amount, stake.hand, tokens=stake.tokens
    )


def wagers_at(scene: Scene, box: int) -> tuple[WagerView, ...]:
    """Every wager of the round on a box: those settled, and those that lie."""
    settled = [line for line in scene.lines if line.box == box]
    found = [
        WagerView(
            line.player,
            box,
            line.on,
            line.stake,
            line.hand,
            tokens=line.tokens,
            settled=settled_view(line),
        )
        for line in settled
    ]
    stakes = () if scene.round is None else scene.round.stakes
    found += [lying(stake) for stake in stakes if stake.box == box]
    decided = {line.player for line in settled if line.on == JACKPOT}
    return (*found, *_in_the_jackpot(scene, box, decided))


def _in_the_jackpot(scene: Scene, box: int, decided: set[str]) -> tuple[WagerView, ...]:
    """Jackpot wagers, which have left the layout but are not decided yet."""
    terms = scene.table.choices.jackpot
    if terms is None or not isinstance(scene.round, StudRound):
        return ()
    return tuple(
        WagerView(player, box, JACKPOT, terms.wager)
        for player, at in scene.round.jackpot
        if at == box and player not in decided
    )


class TableSummary(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """A table of the floor, as anybody may see it in passing."""

    table: str
    """What the table is called."""
    game: str
    """The game by its name for programs."""
    title: str
    """The game by its name for people."""
    open: bool
    """Whether the table is open."""
    mode: str
    """``automatic`` where software deals, ``live`` where a person does."""
    minimum: Cents
    """The least wager on a box."""
    maximum: Cents
    """The most."""
    boxes: int
    """How many boxes the layout has."""
    seated: int
    """How many of their seats are taken."""
    players: int
    """How many people are at the table."""
    side_bets: tuple[str, ...]
    """The optional wagers on offer; often none."""
    rounds: int
    """How many rounds have begun."""
    under_way: bool
    """Whether a round is under way."""
    phase: str
    """Where the table stands, in words."""
    jackpot: str
    """The name of the jackpot pool that it feeds; empty where it feeds none."""
    meter: Cents | None
    """What that stands at; none where there is none."""
    tournament: str
    """The tournament that the table is used for; empty where it is used for none."""
    version: int
    """How many events the table has: a later summary has a higher one."""
    rests: str = ""
    """Why the table rests, and who can do what about it; empty where it is played."""
