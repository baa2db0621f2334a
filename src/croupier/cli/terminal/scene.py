"""What lies on the layout for all to see: followed event by event, the cards of a round that is
over included."""

from msgspec.structs import replace

from croupier.blackjack.events import RoundOpened
from croupier.blackjack.state import (
    Box,
    Hand,
    Round,
    hand_total,
    has_blackjack,
    is_blackjack,
    law_of,
    total_of,
)
from croupier.cli.terminal.stud.view import stud_boxes, stud_dealer
from croupier.cli.terminal.views import (
    ON_A_HAND,
    BoxView,
    DealerView,
    HandView,
    Wager,
)
from croupier.cli.terminal.views import Scene as Scene
from croupier.money import Cents
from croupier.play.engine import evolve
from croupier.stud.events import StudRoundOpened
from croupier.stud.state import StudRound
from croupier.table.events import Event
from croupier.table.settled import WagersSettled


def follow(scene: Scene, event: Event) -> Scene:
    """The scene after an event."""
    table = evolve(scene.table, event)
    lines = scene.lines
    if isinstance(event, RoundOpened | StudRoundOpened):
        lines = ()
    elif isinstance(event, WagersSettled):
        lines = (*lines, *event.lines)
    return replace(scene, table=table, round=table.round or scene.round, lines=lines, turn=None)


def boxes_of(scene: Scene) -> tuple[BoxView, ...]:
    """Every box of the layout, in order."""
    numbers = range(1, scene.table.choices.boxes + 1)
    found: dict[int, BoxView] = {}
    match scene.round:
        case Round() as round_:
            found = {box.number: _box(scene, round_, box) for box in round_.boxes}
        case StudRound() as round_:
            found = stud_boxes(scene, round_)
    return tuple(found.get(number, BoxView(number)) for number in numbers)


def _box(scene: Scene, round_: Round, box: Box) -> BoxView:
    hands = tuple(
        _hand(scene, round_, box, position, hand) for position, hand in enumerate(box.hands, 1)
    )
    wagers = tuple(
        wager for wager, _ in _wagers(scene, round_, box.number) if wager.on not in ON_A_HAND
    )
    return BoxView(box.number, hands, wagers)


def _hand(
    scene: Scene,
    round_: Round,
    box: Box,
    position: int,
    hand: Hand,
) -> HandView:
    law = law_of(scene.table)
    total, soft = hand_total(law, hand) if hand.cards else (0, False)
    hidden = hand.covered or not hand.cards
    wagers = tuple(
        wager
        for wager, at in _wagers(scene, round_, box.number)
        if at == position and wager.on in ON_A_HAND
    )
    return HandView(
        position,
        hand.cards,
        hand.covered,
        None if hidden else total,
        soft and not hidden,
        not hidden and has_blackjack(law, hand),
        not hidden and total > law.play.over.value,
        scene.turn == (box.number, position),
        wagers,
    )


def _wagers(scene: Scene, round_: Round, box: int) -> list[tuple[Wager, int]]:
    """Every wager on a box with its hand: those settled in this round, and those that lie."""
    settled = [
        (Wager(line.player, line.on, line.stake, line), line.hand)
        for line in scene.lines
        if line.box == box
    ]
    lying = [
        (Wager(stake.player, stake.on, stake.amount), stake.hand)
        for stake in round_.stakes
        if stake.box == box
    ]
    return settled + lying


def dealer_of(scene: Scene) -> DealerView:
    """The dealer's hand."""
    if isinstance(scene.round, StudRound):
        return stud_dealer(scene, scene.round)
    if not isinstance(scene.round, Round) or not scene.round.dealer:
        return DealerView()
    cards = scene.round.dealer
    total, soft = total_of(cards)
    over = total > law_of(scene.table).play.over.value
    return DealerView(cards, total, soft, is_blackjack(cards), over)


def laid_by(scene: Scene, player: str) -> Cents:
    """What a player has on the layout."""
    stakes = scene.table.wagers
    if isinstance(scene.table.round, Round | StudRound):
        stakes = (*stakes, *scene.table.round.stakes)
    return sum(stake.amount for stake in stakes if stake.player == player)
