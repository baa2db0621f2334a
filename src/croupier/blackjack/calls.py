"""The players' decisions: draw, stand, double, split, join, turn cards up."""

from msgspec.structs import replace

from croupier.blackjack.commands import (
    Decision,
    DeclineDouble,
    DeclineSplit,
    DeclineSurrender,
    DoubleDown,
    ExposeCards,
    Hit,
    SplitHand,
    Stand,
    Surrender,
)
from croupier.blackjack.draft import BlackjackDraft
from croupier.blackjack.events import (
    CardCalled,
    CardsExposed,
    DoublePlaced,
    HandFinished,
    HandSplit,
    JoiningDeclined,
    SplitPlaced,
    Surrendered,
)
from croupier.blackjack.signals import signalled
from croupier.blackjack.state import (
    CALLED_DOUBLE,
    CALLED_HIT,
    DOUBLE,
    SPLIT,
    SURRENDER,
    BlackjackTable,
    Box,
    Question,
    current_hand,
    face_down_rule,
    others_on,
    round_of,
    surrender_law,
)
from croupier.blackjack.surrenders import may_surrender, not_to_be_called
from croupier.blackjack.turn import (
    hand_at_turn,
    hands_enough,
    joined_rule,
    may_double_cards,
    may_double_for,
    may_hit,
    may_split_cards,
    may_stand,
    not_in_control,
    not_joined_rule,
    own_stake,
)
from croupier.money import transfer
from croupier.rulebooks import BlackjackLaw
from croupier.rulebooks.blackjack_law import DoubleLaw, SplitLaw
from croupier.table.checks import excluded, too_few
from croupier.table.commands import Command
from croupier.table.draft import Handler, on
from croupier.table.events import Event
from croupier.table.state import Refused


def hit(draft: BlackjackDraft, command: Hit) -> Refused | None:
    """Ask for a card."""
    table = draft.table
    turn = hand_at_turn(draft.law, table, command.box, command.player)
    if isinstance(turn, Refused):
        return turn
    box, position, hand = turn
    if (hand.covered or hand.split) and (refused := may_hit(draft.law, hand)):
        return refused
    draft.called = CardCalled(box.number, position, CALLED_HIT, draft.law.play.draws.clause)
    return None


def stand(draft: BlackjackDraft, command: Stand) -> Refused | None:
    """Ask for no more cards."""
    table = draft.table
    turn = hand_at_turn(draft.law, table, command.box, command.player)
    if isinstance(turn, Refused):
        return turn
    box, position, hand = turn
    if refused := may_stand(draft.law, hand):
        return refused
    draft.emit(HandFinished(box.number, position, draft.law.play.stands.clause, called=True))
    return None


def expose(draft: BlackjackDraft, command: ExposeCards) -> Refused | None:
    """Turn the first two cards up."""
    table = draft.table
    turn = hand_at_turn(draft.law, table, command.box, command.player)
    if isinstance(turn, Refused):
        return turn
    box, _, hand = turn
    law = draft.law
    if not hand.covered:
        return Refused("expose/face-up", law.cards.face_up.clause, "the cards are already face up")
    draft.emit(CardsExposed(box.number, face_down_rule(law).clause))
    return None


def asked(table: BlackjackTable, what: str, command: Decision) -> Question | None:
    """The question that a command answers, where its player has been asked one."""
    if table.round is None:
        return None
    question = round_of(table).question
    if question is None or question.what != what or question.box != command.box:
        return None
    return question if command.player in question.waiting else None


def double(draft: BlackjackDraft, command: DoubleDown) -> Refused | None:
    """Double, or join a double."""
    table = draft.table
    question = asked(table, DOUBLE, command)
    if question is not None:
        assert command.player is not None
        waiting = tuple(name for name in question.waiting if name != command.player)
        return _place_double(draft, command, command.player, question.hand, waiting)
    alone = draft.law.double.only_with_caller
    turn = hand_at_turn(draft.law, table, command.box, command.player, alone)
    if isinstance(turn, Refused):
        return turn
    box, position, hand = turn
    if refused := may_double_cards(draft.law, hand):
        return refused
    return _place_double(draft, command, box.controller, position, others_on(table, box, position))


def _place_double(
    draft: BlackjackDraft, command: DoubleDown, player: str, hand: int, waiting: tuple[str, ...]
) -> Refused | None:
    table = draft.table
    till = table.till
    law = draft.law.double
    stake = own_stake(table, player, command.box, hand)
    if stake is None:
        return _no_wager(draft.law, player)
    amount = stake.amount if command.amount is None else command.amount
    if refused := may_double_for(draft.law, table, stake, amount):
        return refused
    entry = transfer(till.chips(player), till.layout, amount, law.amount.clause)
    draft.emit(DoublePlaced(player, command.box, hand, amount, waiting, entry))
    if not waiting:
        draft.emit(_card_for_double(law, command.box, hand))
    return None


def _card_for_double(law: DoubleLaw, box: int, hand: int) -> CardCalled:
    """The one card of a double, and how it is laid."""
    sideways = "" if law.sideways is None else law.sideways.clause
    return CardCalled(box, hand, CALLED_DOUBLE, law.one_card.clause, sideways)


def _no_wager(law: BlackjackLaw, player: str) -> Refused:
    """Refuse a further wager to a player who decides for a hand without one on it."""
    why = f"{player} has no wager on this hand to add to"
    return Refused("call/no-stake", law.play.turn.clause, why)


def decline_double(draft: BlackjackDraft, command: DeclineDouble) -> Refused | None:
    """Do not join a double."""
    question = asked(draft.table, DOUBLE, command)
    if question is None:
        clause = draft.law.double.others.clause
        return Refused("double/not-asked", clause, "nobody asked this player to double")
    _decline(draft, question, command)
    return None


def split(draft: BlackjackDraft, command: SplitHand) -> Refused | None:
    """Split, or join a split."""
    table = draft.table
    question = asked(table, SPLIT, command)
    if question is not None:
        assert command.player is not None
        waiting = tuple(name for name in question.waiting if name != command.player)
        return _place_split(draft, command.box, command.player, question.hand, waiting)
    alone = draft.law.split.only_with_caller
    turn = hand_at_turn(draft.law, table, command.box, command.player, alone)
    if isinstance(turn, Refused):
        return _split_already(draft.law, table, command.box, turn)
    box, position, hand = turn
    if refused := may_split_cards(draft.law, table, box.number, hand):
        return refused
    waiting = others_on(table, box, position)
    return _place_split(draft, command.box, box.controller, position, waiting)


def _split_already(
    law: BlackjackLaw, table: BlackjackTable, number: int, refused: Refused
) -> Refused:
    """Refuse to split again a split ace that has its card, where the rulebook forbids it."""
    if refused.code != "call/split-aces":
        return refused
    box = round_of(table).box(number)
    assert box is not None
    return hands_enough(law, table, box, box.hands[-1]) or refused


def _place_split(
    draft: BlackjackDraft, box: int, player: str, hand: int, waiting: tuple[str, ...]
) -> Refused | None:
    table = draft.table
    till = table.till
    stake = own_stake(table, player, box, hand)
    if stake is None or not stake.amount:
        return _no_wager(draft.law, player)
    clause = split_clause(draft.law, table, box, player)
    if refused := too_few(draft.law, table, player, stake.amount):
        return replace(refused, also=(*refused.also, clause))
    entry = transfer(till.chips(player), till.layout, stake.amount, clause)
    draft.emit(SplitPlaced(player, box, hand, stake.amount, waiting, entry))
    if not waiting:
        draft.emit(_hand_split(draft.law, table, box, hand))
    return None


def _hand_split(law: BlackjackLaw, table: BlackjackTable, number: int, hand: int) -> HandSplit:
    """The split of a hand, by the clause of the player who called it."""
    box = round_of(table).box(number)
    assert box is not None
    clause = split_clause(law, table, number, box.controller)
    return HandSplit(number, hand, clause, _aces_laid_by(law.split, box, hand))


def _aces_laid_by(rules: SplitLaw, box: Box, hand: int) -> str:
    """The clause by which the card of a split ace is laid sideways, if there is one."""
    if rules.aces_sideways is None or box.hands[hand - 1].cards[0].points != 1:
        return ""
    further = rules.further_aces_one_card if len(box.hands) > 1 else None
    return (further or rules.aces_sideways).clause


def split_clause(law: BlackjackLaw, table: BlackjackTable, number: int, player: str) -> str:
    """The clause under which a player's wager for a split is made: first, further, or joined."""
    rules = law.split
    box = round_of(table).box(number)
    assert box is not None
    if player != box.controller:
        return joined_rule(law, table, number).clause
    if len(box.hands) == 1:
        return rules.equal_value.clause
    current = current_hand(round_of(table))
    assert current is not None
    aces = current[2].cards[0].points == 1
    return ((rules.aces_again if aces else None) or rules.again).clause


def decline_split(draft: BlackjackDraft, command: DeclineSplit) -> Refused | None:
    """Do not join a split; the wager stays with the first of the two hands."""
    question = asked(draft.table, SPLIT, command)
    if question is None:
        clause = draft.law.split.others.clause
        return Refused("split/not-asked", clause, "nobody asked this player to split")
    _decline(draft, question, command)
    return None


def surrender(draft: BlackjackDraft, command: Surrender) -> Refused | None:
    """Surrender, or join a surrender."""
    table = draft.table
    law = draft.law
    question = asked(table, SURRENDER, command)
    if question is not None:
        assert command.player is not None
        waiting = tuple(name for name in question.waiting if name != command.player)
        return _place_surrender(draft, command.box, command.player, waiting)
    if refused := not_to_be_called(law, table, command.box):
        return refused
    box = round_of(table).box(command.box)
    assert box is not None
    refused = excluded(table, command.player or box.controller) or may_surrender(law, table, box)
    if refused:
        return refused
    if command.player is not None and command.player != box.controller:
        return not_in_control(law, box)
    return _place_surrender(draft, command.box, box.controller, others_on(table, box, 1))


def _place_surrender(
    draft: BlackjackDraft, box: int, player: str, waiting: tuple[str, ...]
) -> Refused | None:
    rules = surrender_law(draft.law)
    draft.emit(Surrendered(player, box, waiting, rules.called.clause, rules.marker.clause))
    if not waiting:
        draft.emit(HandFinished(box, 1, rules.no_more_cards.clause))
    return None


def decline_surrender(draft: BlackjackDraft, command: DeclineSurrender) -> Refused | None:
    """Do not join a surrender; the hand takes no more cards anyway."""
    law = draft.law
    question = asked(draft.table, SURRENDER, command)
    if question is None:
        clause = law.surrender.others.clause if law.surrender else law.play.turn.clause
        return Refused("surrender/not-asked", clause, "nobody asked this player to surrender")
    _decline(draft, question, command)
    return None


def _decline(draft: BlackjackDraft, question: Question, command: Decision) -> None:
    assert command.player is not None
    decline_for(draft, question, command.player)


def decline_for(draft: BlackjackDraft, question: Question, player: str) -> None:
    """Record the no of a player who was asked; the silence of an absent player counts as one."""
    law, table = draft.law, draft.table
    box, hand, what = question.box, question.hand, question.what
    done: Event
    if what == DOUBLE:
        clause = law.double.others.clause
        done = _card_for_double(law.double, box, hand)
    elif what == SPLIT:
        clause = not_joined_rule(law, table, box).clause
        done = _hand_split(law, table, box, hand)
    else:
        clause = surrender_law(law).others.clause
        done = HandFinished(box, hand, surrender_law(law).no_more_cards.clause)
    draft.emit(JoiningDeclined(player, box, hand, what, clause))
    if len(question.waiting) == 1:
        draft.emit(done)


HANDLERS: dict[type[Command], Handler] = {
    **on(Hit, signalled(hit)),
    **on(Stand, signalled(stand)),
    **on(ExposeCards, signalled(expose)),
    **on(DoubleDown, signalled(double)),
    **on(DeclineDouble, signalled(decline_double)),
    **on(SplitHand, signalled(split)),
    **on(DeclineSplit, signalled(decline_split)),
    **on(Surrender, signalled(surrender)),
    **on(DeclineSurrender, signalled(decline_surrender)),
}
