"""One view per viewer, for every game: what a screen needs, without what it must not show."""

from msgspec.structs import replace

from croupier.blackjack.decisions import AnswerDue, DecisionDue
from croupier.blackjack.state import BlackjackTable, Phase, Round
from croupier.cards import Card
from croupier.display import core
from croupier.display.layout_blackjack import Turns, blackjack_boxes, blackjack_dealer
from croupier.display.layout_contest import contest_view
from croupier.display.layout_stud import stud_boxes, stud_dealer
from croupier.display.prompts import prompts_of
from croupier.display.scenes import Scene
from croupier.display.viewers import Viewer, is_staff, player_of
from croupier.display.views import (
    BoxView,
    DealerView,
    DisputeView,
    NoticeView,
    PlayerView,
    ShoeView,
    SideBetView,
    SignView,
    TableView,
)
from croupier.display.voices import LETTERS, NO_NAMES, CardFaces, Names, Voice
from croupier.display.wagers import lying, settled_view
from croupier.rulebooks import BlackjackLaw, TableLaw
from croupier.stud.due import BetDue
from croupier.stud.state import StudPhase, StudRound
from croupier.table.due import Due
from croupier.table.notices import overdue
from croupier.table.state import Table, minimum_for, seated_at

PHASES = {
    Phase.DEALING: "The first cards are dealt",
    Phase.INSURANCE: "Insurance is open",
    Phase.PLAY: "The players decide",
    Phase.DEALER: "The dealer draws",
    StudPhase.DEALING: "The cards are dealt",
    StudPhase.BETTING: "The players decide",
    StudPhase.EXPOSED: "The hands are turned",
    StudPhase.JACKPOT: "The jackpot is paid",
    StudPhase.PAID: "Everything is paid",
}
"""Where a round stands, in words."""
AT_REST = "The table rests"
"""Where a table stands whose law is not the one installed."""


def view(
    law: TableLaw,
    scene: Scene,
    viewer: Viewer,
    *,
    due: tuple[Due, ...] = (),
    names: Names = NO_NAMES,
    faces: CardFaces = LETTERS,
    rests: str = "",
) -> TableView:
    """A table as a viewer may see it.

    ``due`` is what is due there; between the events of one command nothing is. Prompts in the view
    call people by ``names`` and write cards as ``faces`` do. ``rests`` says why a table rests.
    """
    table = scene.table
    boxes, dealer = _layout(law, scene, viewer, turns_of(due))
    seen = TableView(
        viewer=viewer,
        game=law.game,
        title=law.title,
        names={player: names[player] for player in _people(scene) if player in names},
        open=table.open,
        limits=table.limits,
        previous_limits=table.previous_limits,
        limit_sign=table.limit_sign,
        closing_sign=table.closing_sign,
        minimum=minimum_for(table, player_of(viewer)),
        side_bets=_side_bets(table),
        signs=_signs(law, table),
        decks=table.choices.decks,
        rounds=table.rounds,
        under_way=table.round is not None,
        phase=AT_REST if rests else phase_of(table),
        boxes=boxes,
        dealer=dealer,
        players=_players(table),
        wagers=tuple(lying(stake) for stake in table.wagers),
        settled=tuple(settled_view(line) for line in scene.lines),
        shoe=ShoeView(
            table.choices.device.value, table.shoe.decks, table.shoe.size, table.shoe.left
        ),
        discards=len(table.discards),
        ready=len(table.ahead),
        offered=_offered(table),
        meter=scene.meter,
        notices=_notices(table) if is_staff(viewer) else (),
        disputes=_disputes(table, viewer),
        contest=contest_view(table, viewer),
        rests=rests,
    )
    if not due:
        return seen
    return replace(seen, prompts=prompts_of(law, table, seen, due, Voice(viewer, faces, names)))


def turns_of(due: tuple[Due, ...]) -> Turns:
    """The hands for which a decision is due."""
    turns = set()
    for owed in due:
        match owed:
            case DecisionDue(box=box, hand=hand) | AnswerDue(box=box, hand=hand):
                turns.add((box, hand))
            case BetDue(box=box):
                turns.add((box, 1))
    return frozenset(turns)


def phase_of(table: Table) -> str:
    """Where a table stands, in words."""
    if not table.open:
        return "The table is closed"
    if table.preparation is not None:
        return "The cards are being prepared"
    match table.round:
        case Round(phase=phase):
            return PHASES[phase]
        case StudRound(phase=stud_phase):
            return PHASES[stud_phase]
    return "Betting is open"


def _layout(
    law: TableLaw, scene: Scene, viewer: Viewer, turns: Turns
) -> tuple[tuple[BoxView, ...], DealerView]:
    """Every box of the layout, in order, and the dealer's hand."""
    found: dict[int, BoxView] = {}
    dealer = DealerView()
    match scene.round:
        case Round() as round_:
            assert isinstance(law, BlackjackLaw)
            found = blackjack_boxes(law, scene, round_, turns)
            dealer = blackjack_dealer(law, round_)
        case StudRound() as round_:
            found = stud_boxes(scene, round_, viewer, turns)
            dealer = stud_dealer(scene, round_)
    boxes = []
    for number in range(1, scene.table.choices.boxes + 1):
        seated = seated_at(scene.table, number)
        box = found.get(number, BoxView(number))
        kept = scene.table.reserved.get(number, "")
        sits = "" if seated is None else seated.name
        boxes.append(replace(box, seated=sits, reserved=kept))
    return tuple(boxes), dealer


def _people(scene: Scene) -> list[str]:
    """All who may be named: those at the table, and those whose wagers lie or were settled."""
    stakes = (*scene.table.wagers, *(scene.round.stakes if scene.round is not None else ()))
    owners = [stake.player for stake in stakes] + [line.player for line in scene.lines]
    return list(dict.fromkeys([*scene.table.players, *owners]))


def _players(table: Table) -> tuple[PlayerView, ...]:
    stakes = (*table.wagers, *(table.round.stakes if table.round is not None else ()))
    return tuple(
        PlayerView(
            player.name,
            player.seat,
            table.chips(player.name) if player.counted else None,
            sum(stake.amount for stake in stakes if stake.player == player.name),
        )
        for player in table.players.values()
    )


def _offered(table: Table) -> Card | None:
    """The card drawn in error that may be refused; none where there is none."""
    offers = isinstance(table, BlackjackTable) and table.offered
    return table.ahead[0] if offers else None


def _side_bets(table: Table) -> tuple[SideBetView, ...]:
    limits = table.side_bet_limits if isinstance(table, BlackjackTable) else {}
    return tuple(SideBetView(name, limits.get(name)) for name in table.choices.side_bets)


def _signs(law: TableLaw, table: Table) -> tuple[SignView, ...]:
    cloth = law.equipment.inscriptions
    return tuple(
        SignView(law.worded(sign), sign.clause, sign in cloth) for sign in core.signs(law, table)
    )


def _notices(table: Table) -> tuple[NoticeView, ...]:
    late = {} if table.clock is None else overdue(table, table.clock)
    return tuple(
        NoticeView(
            number,
            notice.whom,
            notice.about,
            notice.player,
            notice.clause,
            notice.deadline,
            notice.acknowledged,
            number in late,
        )
        for number, notice in enumerate(table.notices, 1)
    )


def _disputes(table: Table, viewer: Viewer) -> tuple[DisputeView, ...]:
    return tuple(
        DisputeView(number, one.player, one.about, one.step, one.outcome, one.round)
        for number, one in enumerate(table.disputes, 1)
        if is_staff(viewer) or one.player == player_of(viewer)
    )
