"""Rounds in an open format: one line of JSON each, to be read by any program and played again.

A line says who wagered what, which cards came in which order, what was called and what each wager
won, with its clause. :func:`round_lines` makes lines from the events of a table, :func:`play_round`
plays one again on the engine, :func:`differences` compares what it leads to. ``docs/rounds.md``
describes every field; the format has a version, and a field once written keeps its meaning.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from functools import partial, reduce
from itertools import groupby, repeat
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from croupier.cards import DECK, Bytes, Card, Shoe, parse_card, remaining_cards
from croupier.errors import CroupierError
from croupier.floor.card_sources import SoftwareShoe, random_source
from croupier.floor.command_text import BadCommandError, command_types
from croupier.floor.movements import link_table, pool_opening
from croupier.floor.one_table import Croupier
from croupier.floor.positions import PositionError, TablePosition, read_position
from croupier.floor.state import STEP
from croupier.games.blackjack.calls import (
    DecisionSignalled,
    DoublePlaced,
    JoiningDeclined,
    SplitPlaced,
    Surrendered,
)
from croupier.games.blackjack.insurance import (
    InsuranceClosed,
    InsuranceDeclined,
    InsuranceDisplaced,
    InsurancePlaced,
)
from croupier.games.blackjack.round_opening import RoundOpened
from croupier.games.blackjack.state import Call, CardCalled
from croupier.games.blackjack.turn import CardsExposed, HandFinished
from croupier.games.engine import cards_drawn, cards_out, evolve, lines_of
from croupier.games.stud.bets import BetPlaced, HandFolded, StudRoundOpened
from croupier.games.table.choices import Choices, Mode
from croupier.games.table.preparation import CuttingCardShown
from croupier.games.table.rounds import CardDealt, RoundEnded, RoundVoided, WagersSettled
from croupier.games.table.state import Line, Table
from croupier.house import jackpots
from croupier.house.jackpots import Pool
from croupier.kit.shapes import ShapeError, convert_data
from croupier.messages import ClockMoved, Event, Refused
from croupier.money import Cents
from croupier.notation import write
from croupier.record.envelopes import Envelope
from croupier.rulebooks import StudLaw, law_of
from croupier.streams import TABLE

FORMAT: Literal["croupier-round"] = "croupier-round"
VERSION = 1
ENDED, VOID, UNDER_WAY = "ended", "void", "under-way"
UNSEEN = "-"
"""A card that nobody saw."""
OPENING = (RoundOpened, StudRoundOpened)
Action: TypeAlias = dict[str, Any]
"""A command as the record writes it: ``command`` names it, amounts are in cents."""


class RoundFormatError(CroupierError):
    """A line that is no round of this format."""


class PlacedWager(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """A wager on the layout when the round began."""

    player: str
    box: int
    """The box, from 1."""
    on: str
    """What it is on: ``main``, ``ante``, ``jackpot``, or an optional wager by its name."""
    amount: Cents


class SettledWager(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """How a wager ended."""

    player: str
    box: int
    """The box, from 1."""
    hand: int
    """The hand of the box, from 1; several after a split."""
    on: str
    """What the wager was on; ``double``, ``split`` and ``insurance`` are wagers of their own."""
    result: str
    """``win``, ``lose``, ``stand-off`` or another result that the rulebook knows."""
    stake: Cents
    net: Cents
    """What the player won; negative for a loss."""
    clause: str
    """The clause of the rulebook that decided."""
    also: tuple[str, ...] = ()
    """Further clauses."""


class RoundLine(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """One round."""

    format: Literal["croupier-round"] = FORMAT
    """Always ``croupier-round``."""
    version: Literal[1] = 1
    """The version of the format."""
    game: str
    """The game by its name, such as ``star-blackjack``."""
    revision: str
    """The revision of its rulebook."""
    fingerprint: str
    """A hash of the law that the table was played under."""
    table: str
    """The table by its name."""
    number: int
    """The number of the round at its table, from 1."""
    at: datetime | None = None
    """When the round began; none where no time was kept."""
    choices: dict[str, Any]
    """What the operator chose, where it is not the default."""
    wagers: tuple[PlacedWager, ...]
    """The wagers when the round began, in the order of their placing."""
    cards: tuple[str, ...]
    """The cards in the order in which they left the shoe, such as ``8H``; ``-`` for one that
    nobody saw."""
    actions: tuple[Action, ...]
    """What was called and wagered in the round, in order, as commands."""
    results: tuple[SettledWager, ...]
    """How every wager ended, in the order of settlement."""
    status: Literal["ended", "void", "under-way"]
    """Whether the round is over."""
    beyond: tuple[str, ...] = ()
    """Events that the actions do not tell, such as a card drawn in error: with any of them the
    round can be read, but not played again."""
    start: str
    """The table before the deal, in the notation of ``docs/notation.md``; empty in a line of
    another program, which is then played at a new table."""

    @property
    def net(self) -> dict[str, Cents]:
        """What each player won in the round."""
        found: dict[str, Cents] = {}
        for one in self.results:
            found[one.player] = found.get(one.player, 0) + one.net
        return found


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(RoundLine)


def write_round(line: RoundLine) -> str:
    """Return a round as one line of JSON."""
    _require_line(line)
    return _encoder.encode(line).decode()


def _require_line(line: object) -> None:
    if not isinstance(line, RoundLine):
        raise RoundFormatError(f"{line!r} is not a round; read one with read_round(text)")


def read_round(text: str | bytes) -> RoundLine:
    """Return the round that a line of JSON holds. Raise :class:`RoundFormatError` for others."""
    if not isinstance(text, str | bytes):
        raise RoundFormatError(f"{text!r} is not a line of JSON; pass text")
    try:
        return _decoder.decode(text)
    except msgspec.ValidationError:
        try:
            convert_data(msgspec.json.decode(text), RoundLine)
        except ShapeError as error:
            raise RoundFormatError(f"this is no {FORMAT} of version {VERSION}: {error}") from None
        raise
    except msgspec.DecodeError as error:
        raise RoundFormatError(f"this is no line of JSON: {error}") from None


def round_schema() -> dict[str, Any]:
    """Return the JSON Schema of a line."""
    return msgspec.json.schema(RoundLine)


# ---------------------------------------------------------------------------------- from a record


def round_lines(envelopes: Iterable[Envelope]) -> Iterator[RoundLine]:
    """Yield the rounds of one table's stream, in order."""
    table: Table | None = None
    under_way: _Round | None = None
    number = 0
    for _, group in groupby(envelopes, key=lambda one: (one.actor, one.command_id)):
        together = list(group)
        events = [one.event for one in together]
        if any(isinstance(event, OPENING) for event in events):
            assert table is not None
            number += under_way is None or bool(under_way.cards)
            under_way = _Round(table, together[0], number)
        if under_way is not None:
            under_way.add(events, by_dealer=STEP in together[0].command_id)
        for event in events:
            table = evolve(table, event)
        if under_way is not None and under_way.status != "under-way":
            yield under_way.line()
            under_way = None
    if under_way is not None:
        yield under_way.line()


class _Round:
    """A round while its events are read."""

    def __init__(self, table: Table, first: Envelope, number: int) -> None:
        self._table, self._first, self._number = table, first, number
        self.cards: list[str] = []
        self._actions: list[Action] = []
        self._results: list[SettledWager] = []
        self._beyond: list[str] = []
        self.status: Literal["ended", "void", "under-way"] = "under-way"

    def add(self, events: Sequence[Event], *, by_dealer: bool) -> None:
        """Add what one command led to, up to the end of the round."""
        within: list[Event] = []
        for event in events:
            within.append(event)
            self.cards += [UNSEEN if card is None else card.value for card in cards_drawn(event)]
            self._results += map(_settled_wager, lines_of(event))
            if isinstance(event, RoundEnded | RoundVoided):
                self.status = "ended" if isinstance(event, RoundEnded) else "void"
                break
        if not by_dealer:
            self._act(within)

    def _act(self, events: Sequence[Event]) -> None:
        told = [event for event in events if not isinstance(event, _BEFORE_A_CALL)]
        if not told:
            return
        if any(isinstance(event, OPENING) for event in told):
            self._actions.append({"command": "deal"})
            return
        action = _action_of(told[0])
        if action is not None:
            self._actions.append(action)
        elif not isinstance(told[0], _NEUTRAL):
            self._beyond.append(str(told[0].__struct_config__.tag))

    def line(self) -> RoundLine:
        """Return the round as a line."""
        table = self._table
        return RoundLine(
            game=table.game,
            revision=table.revision,
            fingerprint=table.fingerprint,
            table=TABLE.name_of(self._first.stream) or "",
            number=self._number,
            at=self._first.at,
            choices=_unusual_choices(table.choices),
            wagers=tuple(
                PlacedWager(player=one.player, box=one.box, on=one.on, amount=one.amount)
                for one in table.wagers
            ),
            cards=tuple(self.cards),
            actions=tuple(self._actions),
            results=tuple(self._results),
            status=self.status,
            beyond=tuple(self._beyond),
            start=write(replace(table, notices=(), settled=())),
        )


def _unusual_choices(choices: Choices) -> dict[str, Any]:
    """Return the choices that are not the default, as the record writes them."""
    usual = _USUAL_CHOICES
    return {name: value for name, value in _as_recorded(choices).items() if value != usual[name]}


def _as_recorded(choices: Choices) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(choices))
    return found


_USUAL_CHOICES = _as_recorded(Choices())


def _settled_wager(line: Line) -> SettledWager:
    return SettledWager(
        player=line.player,
        box=line.box,
        hand=line.hand,
        on=line.on,
        result=line.result,
        stake=line.stake,
        net=line.net,
        clause=line.clause,
        also=line.also,
    )


def _action_of(event: Event) -> Action | None:
    """Return the command that an event reports; ``None`` for what only follows from one."""
    make = _ACTIONS.get(type(event))
    return None if make is None else make(event)


def _hit_action(event: CardCalled) -> Action | None:
    return {"command": "hit", "box": event.box} if event.call is Call.HIT else None


def _stand_action(event: HandFinished) -> Action | None:
    return {"command": "stand", "box": event.box} if event.called else None


def _double_action(event: DoublePlaced) -> Action:
    return {**_by_player("double", event), "amount": event.amount}


def _insure_action(event: InsurancePlaced) -> Action:
    insured = {**_by_player("insure", event), "amount": event.amount}
    return {**insured, "of": event.of} if event.of else insured


def _even_money_action(event: WagersSettled) -> Action:
    return _by_player("even-money", event.lines[0])


def _by_player(command: str, event: Any) -> Action:
    return {"command": command, "player": event.player, "box": event.box}


_ACTIONS: dict[type[Event], Callable[[Any], Action | None]] = {
    CardCalled: _hit_action,
    HandFinished: _stand_action,
    DoublePlaced: _double_action,
    SplitPlaced: partial(_by_player, "split"),
    Surrendered: partial(_by_player, "surrender"),
    JoiningDeclined: lambda event: _by_player(f"no-{event.what}", event),
    InsurancePlaced: _insure_action,
    InsuranceDeclined: partial(_by_player, "decline-insurance"),
    InsuranceClosed: lambda _: {"command": "close-insurance"},
    WagersSettled: _even_money_action,
    CardsExposed: lambda event: {"command": "expose", "box": event.box},
    BetPlaced: partial(_by_player, "bet"),
    HandFolded: partial(_by_player, "fold"),
}
"""The command behind an event, for each event that reports one."""
_BEFORE_A_CALL = (ClockMoved, DecisionSignalled, InsuranceDisplaced)
"""What may come before the event of a call."""
_NEUTRAL = (RoundEnded, CardDealt, CuttingCardShown)
"""What a command in a round may begin with although nothing was called: a dealer's card."""


# ------------------------------------------------------------------------------------ played again


class RoundCards(SoftwareShoe):
    """The cards of one round in their order; which cards lie around them does not matter."""

    def __init__(self, source: Bytes) -> None:
        super().__init__(source)
        self._dealt: tuple[Card, ...] = ()
        self._before = 0
        self._after_any_cut: tuple[Card, ...] = ()
        """The order of the last shuffle; empty before the first."""

    @classmethod
    def of(cls, table: Table, cards: Sequence[str], source: Bytes) -> "RoundCards":
        """Return the source for a table on which a round is played again."""
        dealt = [None if card == UNSEEN else parse_card(card) for card in cards]
        gone = cards_out(table)
        unseen = remaining_cards(table.shoe.decks, (*gone, *(card for card in dealt if card)))
        left = unseen.elements()
        coming = tuple(card or next(left, DECK[0]) for card in dealt)
        shoe = table.shoe
        others = [*left, *repeat(DECK[0], shoe.size)]
        unread = max(0, shoe.drawn - len(gone))
        past = (*gone, *others[:unread])[: shoe.drawn]
        rest = others[unread : unread + max(0, shoe.cards_left - len(coming))]
        held = cls.from_order(source, shoe, (*past, *coming, *rest))
        held._dealt, held._before = coming, shoe.draws
        return held

    def shuffle(self, cards: Sequence[Card], count: int, instead_of: Shoe | None = None) -> str:
        """Shuffle cards; if the shoe ran out within the round, its next cards come first.

        The dealer cuts elsewhere than then, so the cards come in this order after any cut.
        """
        handle = super().shuffle(cards, count, instead_of)
        used = 0 if instead_of is None else instead_of.draws - self._before
        coming = self._dealt[used:]
        others = (Counter(self._order) - Counter(coming)).elements()
        self._after_any_cut = (*coming, *others)[:count]
        self._dealt, self._before = coming, 0
        return handle

    def _cards_to_come(self, shoe: Shoe) -> tuple[Card, ...]:
        if self._after_any_cut and shoe.handle == self._handle:
            self._cut, self._after_cut = shoe.cut, self._after_any_cut
        return super()._cards_to_come(shoe)

    def any_of(self, cards: Any, *, draw: int = 0, in_round: int = 0) -> Card:
        """Return the card that came then; after those of the round, any."""
        place = draw - self._before
        if 0 <= place < len(self._dealt):
            return self._dealt[place]
        return super().any_of(cards, draw=draw, in_round=in_round)


def play_round(line: RoundLine) -> Croupier:
    """Play a round again on the engine, and return its table.

    Raise :class:`RoundFormatError` if the line holds more than its actions tell, or an action is
    refused.
    """
    _require_line(line)
    if line.beyond:
        why = ", ".join(line.beyond)
        raise RoundFormatError(f"round {line.number} cannot be played again: it has {why}")
    table = _starting_table(line)
    shoe = RoundCards.of(table, line.cards, random_source(line.number))
    pool = _pool_of(line.game, table)
    croupier = Croupier.at_position(TablePosition(table, pool=pool), shoe)
    for action in line.actions:
        answer = croupier.do(_command_of(action))
        if isinstance(answer, Refused):
            what = action.get("command")
            raise RoundFormatError(
                f"round {line.number}: {what} is refused: {answer.why} ({answer.clause})"
            )
    return croupier


def _starting_table(line: RoundLine) -> Any:
    """Return the table before the deal, dealt by software at once."""
    if not line.start:
        return _new_table(line)
    try:
        table = read_position(line.start).table
    except PositionError as error:
        raise RoundFormatError(f"round {line.number}: start: {error}") from None
    at_once = replace(table.choices, mode=Mode.AUTOMATIC, card_milliseconds=0, player_cards=False)
    return replace(table, choices=at_once)


def _new_table(line: RoundLine) -> Table:
    """Return a new table with the wagers of the line on it."""
    choices = {**line.choices, "mode": Mode.AUTOMATIC, "burn": False}
    table = Croupier(line.game, choices, stack=[one for one in line.cards if one != UNSEEN])
    for one in line.wagers:
        fields = {"player": one.player, "box": one.box, "on": one.on, "amount": one.amount}
        answer = table.do(_command_of({"command": "wager", **fields}))
        if isinstance(answer, Refused):
            raise RoundFormatError(f"round {line.number}: the wager of {one.player}: {answer.why}")
    return table.table


def _pool_of(game: str, table: Table) -> Pool | None:
    """Return a pool for a table with a jackpot; its meter is the one that the table opened with."""
    law, terms = law_of(game), table.choices.jackpot
    if terms is None or not isinstance(law, StudLaw):
        return None
    opened = jackpots.evolve(None, pool_opening(law, terms))
    linked = link_table(law, opened, "1", terms)
    return opened if isinstance(linked, Refused) else reduce(jackpots.evolve, linked, opened)


def _command_of(action: Action) -> Any:
    name = str(action.get("command"))
    kind = command_types().get(name)
    if kind is None:
        raise RoundFormatError(f"there is no command {name!r}")
    try:
        return convert_data({"by": kind.usual, **action}, kind)
    except (ShapeError, BadCommandError) as error:
        raise RoundFormatError(f"{name}: {error}") from None


def differences(line: RoundLine) -> list[str]:
    """Play a round again and return what is different from the line; nothing if it is the same."""
    _require_line(line)
    try:
        table = play_round(line)
    except RoundFormatError as error:
        return [str(error)]
    found = tuple(map(_settled_wager, table.results))
    wanted = line.results
    if found == wanted:
        return []
    gone = [one for one in wanted if one not in found]
    new = [one for one in found if one not in wanted]
    words = [f"round {line.number}: not settled again: {_in_words(one)}" for one in gone]
    words += [f"round {line.number}: settled now: {_in_words(one)}" for one in new]
    return words or [f"round {line.number}: the wagers are settled in another order"]


def _in_words(one: SettledWager) -> str:
    return f"{one.on} of {one.player} on box {one.box} {one.result} {one.net} by {one.clause}"
