"""Building the view of a table for one viewer: everything a screen needs, nothing it may not show.

The games' layouts come first, then the parts common to all tables.
"""

from msgspec.structs import replace

from croupier.cards import Card, rank_hand
from croupier.display import scenes
from croupier.display.disclosure import may_know_form
from croupier.display.prompts import prompts_of
from croupier.display.scenes import Scene
from croupier.display.viewers import (
    LETTERS,
    NO_NAMES,
    CardFaces,
    Names,
    Viewer,
    Voice,
    enters_cards,
    is_staff,
    player_of,
)
from croupier.display.views import (
    ON_A_HAND,
    BoxView,
    ContestantView,
    ContestView,
    DealerView,
    DisputeView,
    HandView,
    NoticeView,
    PlayerView,
    ShoeView,
    SideBetView,
    SignView,
    TableView,
    WagerView,
    settlement_view,
    wager_view,
    wagers_at,
)
from croupier.games.blackjack.state import (
    BlackjackTable,
    Box,
    Hand,
    Phase,
    Progress,
    Round,
    hand_total,
    has_blackjack,
    is_blackjack,
    total_of,
)
from croupier.games.blackjack.turn import AnswerDue, DecisionDue
from croupier.games.stud.due import BetDue
from croupier.games.stud.state import (
    HAND_SIZE,
    StudHand,
    StudPhase,
    StudRound,
    StudStanding,
    StudTable,
    face_up_card,
)
from croupier.games.table.contest.state import Contest, Contestant, Part, marker_at
from croupier.games.table.contest.turns import current_turn, terms_of
from croupier.games.table.due import Due
from croupier.games.table.notices import overdue_notices
from croupier.games.table.state import Dispute, Table, minimum_for, seat_holder
from croupier.rulebooks import BlackjackLaw, Role, Rule, TableLaw
from croupier.rulebooks.law.irregularities import DisputeLaw

FIRST_CARDS = 2
"""The number of cards of a covered hand that lie face down."""

Turns = frozenset[tuple[int, int]]
"""The hands, by box and position, for which a decision is due."""


def blackjack_boxes(
    law: BlackjackLaw, scene: Scene, round_: Round, turns: Turns
) -> dict[int, BoxView]:
    """Return the boxes in a blackjack round, by number."""
    return {box.number: _box(law, scene, box, turns) for box in round_.boxes}


def _box(law: BlackjackLaw, scene: Scene, box: Box, turns: Turns) -> BoxView:
    wagers = wagers_at(scene, box.number)
    hands = tuple(
        _hand(
            law,
            hand,
            position,
            turn=(box.number, position) in turns,
            wagers=tuple(w for w in wagers if w.hand == position and w.on in ON_A_HAND),
        )
        for position, hand in enumerate(box.hands, 1)
    )
    return BoxView(
        box.number,
        controller=box.controller,
        hands=hands,
        wagers=tuple(wager for wager in wagers if wager.on not in ON_A_HAND),
    )


def visible_cards(hand: Hand) -> tuple[Card | None, ...]:
    """Return the cards of a hand, with ``None`` for those that lie face down."""
    if not hand.covered:
        return hand.cards
    return (*(None for _ in hand.cards[:FIRST_CARDS]), *hand.cards[FIRST_CARDS:])


def _hand(
    law: BlackjackLaw, hand: Hand, position: int, *, turn: bool, wagers: tuple[WagerView, ...]
) -> HandView:
    view = HandView(
        position,
        visible_cards(hand),
        split=hand.split,
        doubled=hand.doubled,
        done=hand.progress is not Progress.OPEN,
        turn=turn,
        wagers=wagers,
    )
    if not view.cards or None in view.cards:
        return view
    total, soft = hand_total(law, hand)
    blackjack, over = has_blackjack(law, hand), total > law.play.over.value
    return replace(view, total=total, soft=soft, blackjack=blackjack, over=over)


def blackjack_dealer(law: BlackjackLaw, round_: Round) -> DealerView:
    """Return the dealer's hand of a blackjack round."""
    cards = round_.dealer
    if not cards:
        return DealerView()
    total, soft = total_of(cards)
    return DealerView(cards, total, soft, is_blackjack(cards), total > law.play.over.value)


def contest_view(table: Table, viewer: Viewer) -> ContestView | None:
    """Return the tournament session at a table; ``None`` if there is none."""
    contest = table.contest
    if contest is None:
        return None
    now = current_turn(table)
    terms = terms_of(table)
    return ContestView(
        terms.session,
        contest.part.value,
        contest.round,
        terms.rounds,
        marker_at(contest),
        "" if now is None else now.player,
        contest.seconds,
        tuple(_contestant(table, contest, one, viewer) for one in contest.contestants),
    )


def _contestant(table: Table, contest: Contest, one: Contestant, viewer: Viewer) -> ContestantView:
    form = next((form for form in contest.forms if form.player == one.player), None)
    known = form is not None and may_know_form(viewer, one.player)
    over = contest.part is Part.OVER
    return ContestantView(
        one.player,
        one.box,
        contest.counts.get(one.player, 0) if over else table.chips(one.player),
        one.standing.value,
        one.present,
        one.passes,
        one.forms,
        form is not None,
        form.amount if form is not None and known else None,
        one.player in contest.passed,
        one.clause,
    )


TURNED = (StudPhase.EXPOSED, StudPhase.JACKPOT, StudPhase.PAID)
"""The phases in which the dealer's hand and those that bet are face up."""


def stud_boxes(scene: Scene, round_: StudRound, viewer: Viewer, turns: Turns) -> dict[int, BoxView]:
    """Return the boxes in a round of Caribbean Stud, by number."""
    return {
        hand.box: BoxView(
            hand.box,
            controller=hand.player,
            hands=(_stud_hand(round_, hand, viewer, turn=(hand.box, 1) in turns),),
            wagers=wagers_at(scene, hand.box),
        )
        for hand in round_.hands
    }


def may_know_hand(round_: StudRound, hand: StudHand, viewer: Viewer) -> bool:
    """Return whether the viewer may know all cards of a hand."""
    own = hand.player == player_of(viewer)
    turned = round_.phase in TURNED and hand.standing is StudStanding.BET
    return own or turned or enters_cards(viewer)


def _stud_hand(round_: StudRound, hand: StudHand, viewer: Viewer, *, turn: bool) -> HandView:
    known = may_know_hand(round_, hand, viewer)
    cards = hand.cards if known else (None,) * len(hand.cards)
    return HandView(
        1,
        cards,
        name=hand_in_words(cards),
        seen=tuple(card for card in hand.cards if card in round_.exposed),
        standing=hand.standing.value,
        done=hand.standing is not StudStanding.UNDECIDED,
        turn=turn,
    )


def hand_in_words(cards: tuple[Card | None, ...]) -> str:
    """Return the name of a poker hand; empty if it is not five cards, or some are hidden."""
    known = tuple(card for card in cards if card is not None)
    whole = len(cards) == len(known) == HAND_SIZE
    return str(rank_hand(known)) if whole else ""


def stud_dealer(scene: Scene, round_: StudRound) -> DealerView:
    """Return the dealer's hand: face down until turned, except for cards everybody has seen."""
    cards = round_.dealer
    # With real cards the dealer's hand is entered as it is turned, card by card, before the event
    # that exposes it: what has been entered then lies open.
    decided = all(hand.standing is not StudStanding.UNDECIDED for hand in round_.hands)
    turning = round_.phase is StudPhase.BETTING and decided and None in cards
    if round_.phase in TURNED or turning:
        return DealerView(cards, name=hand_in_words(cards))
    seen = {*round_.exposed, *round_.shown_early}
    assert isinstance(scene.table, StudTable)
    if (up := face_up_card(replace(scene.table, round=round_))) is not None:
        seen.add(up)
    return DealerView(tuple(card if card in seen else None for card in cards))


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
"""The phase of a round in words."""
AT_REST = "The table rests"
"""The phase of a table whose law is not the one installed."""


def table_view(
    law: TableLaw,
    scene: Scene,
    viewer: Viewer,
    *,
    due: tuple[Due, ...] = (),
    names: Names = NO_NAMES,
    faces: CardFaces = LETTERS,
    rests: str = "",
) -> TableView:
    """Return a table as a viewer may see it.

    ``due`` is what is due there; between the events of one command it is empty. Prompts use
    ``names`` for people and ``faces`` for cards. ``rests`` is the reason why a table rests.
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
        wagers=tuple(wager_view(stake) for stake in table.wagers),
        settled=tuple(settlement_view(line) for line in scene.lines),
        shoe=ShoeView(
            table.choices.device.value, table.shoe.decks, table.shoe.size, table.shoe.cards_left
        ),
        discards=len(table.discards),
        ready=len(table.ahead),
        offered=_offered_card(table),
        meter=scene.meter,
        notices=_notices(table) if is_staff(viewer) else (),
        disputes=_disputes(law, table, viewer),
        contest=contest_view(table, viewer),
        rests=rests,
    )
    if not due:
        return seen
    return replace(seen, prompts=prompts_of(law, table, seen, due, Voice(viewer, faces, names)))


def turns_of(due: tuple[Due, ...]) -> Turns:
    """Return the hands for which a decision is due."""
    turns = set()
    for owed in due:
        match owed:
            case DecisionDue(box=box, hand=hand) | AnswerDue(box=box, hand=hand):
                turns.add((box, hand))
            case BetDue(box=box):
                turns.add((box, 1))
    return frozenset(turns)


def phase_of(table: Table) -> str:
    """Return the phase of a table in words."""
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
    """Return every box of the layout, in order, and the dealer's hand."""
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
        seated = seat_holder(scene.table, number)
        box = found.get(number, BoxView(number))
        kept = scene.table.reserved.get(number, "")
        sits = "" if seated is None else seated.name
        boxes.append(replace(box, seated=sits, reserved=kept))
    return tuple(boxes), dealer


def _people(scene: Scene) -> list[str]:
    """Return everybody who may be named: people at the table, and owners of wagers."""
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


def _offered_card(table: Table) -> Card | None:
    """Return the card drawn in error that may be refused; ``None`` if there is none."""
    offers = isinstance(table, BlackjackTable) and table.offered
    return table.ahead[0] if offers else None


def _side_bets(table: Table) -> tuple[SideBetView, ...]:
    limits = table.side_bet_limits if isinstance(table, BlackjackTable) else {}
    return tuple(SideBetView(name, limits.get(name)) for name in table.choices.side_bets)


def _signs(law: TableLaw, table: Table) -> tuple[SignView, ...]:
    cloth = law.equipment.inscriptions
    return tuple(
        SignView(law.text_of(sign), sign.clause, sign in cloth) for sign in scenes.signs(law, table)
    )


def _notices(table: Table) -> tuple[NoticeView, ...]:
    late = {} if table.clock is None else overdue_notices(table, table.clock)
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


def _disputes(law: TableLaw, table: Table, viewer: Viewer) -> tuple[DisputeView, ...]:
    return tuple(
        _dispute(law.conduct.dispute, number, one)
        for number, one in enumerate(table.disputes, 1)
        if is_staff(viewer) or one.player == player_of(viewer)
    )


def _dispute(law: DisputeLaw, number: int, one: Dispute) -> DisputeView:
    """Return a dispute with who looks at it, and what its player may do next."""
    clause, looking, further = law.first.clause, "", ""
    rule: Rule[Role] | None = None
    match one.step:
        case "raised":
            looking = law.first.value.title
        case "decided" if law.review is not None:
            further, rule = "ask-review", law.review
        case "review-asked" if law.review is not None:
            clause, looking = law.review.clause, law.review.value.title
        case "review-declined" | "reviewed" if law.review is not None:
            clause = law.review.clause
        case "decided":
            further, rule = "complain", law.complaint
        case "final":
            clause, further, rule = law.final.clause, "complain", law.complaint
        case "complained":
            clause, looking = law.complaint.clause, law.complaint.value.title
    return DisputeView(
        number,
        one.player,
        one.about,
        one.step,
        one.outcome,
        one.round,
        clause,
        looking,
        further,
        "" if rule is None else rule.value.title,
        "" if rule is None else rule.clause,
    )
