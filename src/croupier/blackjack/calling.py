"""The players' decisions: draw, stand, double, split, join, turn cards up."""

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
from croupier.blackjack.state import (
    DOUBLE,
    SPLIT,
    SURRENDER,
    Box,
    Call,
    Hand,
    Question,
    current_hand,
    law_of,
    round_of,
    stakes_at,
)
from croupier.blackjack.turn import (
    joined_rule,
    may_double_cards,
    may_double_for,
    may_hit,
    may_split_cards,
    may_stand,
    may_surrender,
    not_joined_rule,
    out_of_turn,
    own_stake,
)
from croupier.money import LAYOUT, chips_of, transfer
from croupier.table.checks import too_few
from croupier.table.commands import Command
from croupier.table.drafting import Draft, Handler
from croupier.table.state import MAIN, Refused, Table


def at_turn(table: Table) -> tuple[Box, int, Hand]:
    """The hand whose turn it is, where a turn was checked before."""
    current = current_hand(round_of(table))
    assert current is not None
    return current


def hit(draft: Draft, command: Command) -> Refused | None:
    """Ask for a card."""
    assert isinstance(command, Hit)
    table = draft.table
    if refused := out_of_turn(table, command.box, command.player):
        return refused
    box, position, hand = at_turn(table)
    if refused := may_hit(table, hand):
        return refused
    draft.emit(CardCalled(box.number, position, Call.HIT, law_of(table).play.draws.clause))
    return None


def stand(draft: Draft, command: Command) -> Refused | None:
    """Ask for no more cards."""
    assert isinstance(command, Stand)
    table = draft.table
    if refused := out_of_turn(table, command.box, command.player):
        return refused
    box, position, hand = at_turn(table)
    if refused := may_stand(table, hand):
        return refused
    draft.emit(HandFinished(box.number, position, law_of(table).play.stands.clause))
    return None


def expose(draft: Draft, command: Command) -> Refused | None:
    """Turn the first two cards up."""
    assert isinstance(command, ExposeCards)
    table = draft.table
    if refused := out_of_turn(table, command.box, command.player):
        return refused
    box, _, hand = at_turn(table)
    law = law_of(table)
    face_down = law.cards.face_down
    if face_down is None or not hand.covered:
        return Refused("expose/face-up", law.cards.face_up.clause, "the cards lie face up already")
    draft.emit(CardsExposed(box.number, face_down.clause))
    return None


def others_on(table: Table, box: Box, position: int) -> tuple[str, ...]:
    """The other players with a wager on a hand, from the dealer outwards."""
    stakes = stakes_at(round_of(table), box.number, position)
    return tuple(
        stake.player for stake in stakes if stake.on == MAIN and stake.player != box.controller
    )


def asked(table: Table, what: str, command: Decision) -> Question | None:
    """The question that a command answers, where its player has been asked one."""
    if table.round is None:
        return None
    question = round_of(table).question
    if question is None or question.what != what or question.box != command.box:
        return None
    return question if command.player in question.waiting else None


def double(draft: Draft, command: Command) -> Refused | None:
    """Double, or join a double."""
    assert isinstance(command, DoubleDown)
    table = draft.table
    question = asked(table, DOUBLE, command)
    if question is not None:
        assert command.player is not None
        waiting = tuple(name for name in question.waiting if name != command.player)
        return _place_double(draft, command, command.player, question.hand, waiting)
    alone = law_of(table).double.only_with_caller
    if refused := out_of_turn(table, command.box, command.player, alone):
        return refused
    box, position, hand = at_turn(table)
    if refused := may_double_cards(table, hand):
        return refused
    return _place_double(draft, command, box.controller, position, others_on(table, box, position))


def _place_double(
    draft: Draft, command: DoubleDown, player: str, hand: int, waiting: tuple[str, ...]
) -> Refused | None:
    table = draft.table
    law = law_of(table).double
    stake = own_stake(table, player, command.box, hand)
    assert stake is not None
    amount = stake.amount if command.amount is None else command.amount
    if refused := may_double_for(table, stake, amount):
        return refused
    entry = transfer(chips_of(player), LAYOUT, amount, law.amount.clause)
    draft.emit(DoublePlaced(player, command.box, hand, amount, waiting, entry))
    if not waiting:
        draft.emit(CardCalled(command.box, hand, Call.DOUBLE, law.one_card.clause))
    return None


def decline_double(draft: Draft, command: Command) -> Refused | None:
    """Do not join a double."""
    assert isinstance(command, DeclineDouble)
    table = draft.table
    law = law_of(table).double
    question = asked(table, DOUBLE, command)
    if question is None or command.player is None:
        return Refused("double/not-asked", law.others.clause, "nobody asked this player to double")
    draft.emit(
        JoiningDeclined(command.player, command.box, question.hand, DOUBLE, law.others.clause)
    )
    if len(question.waiting) == 1:
        draft.emit(CardCalled(command.box, question.hand, Call.DOUBLE, law.one_card.clause))
    return None


def split(draft: Draft, command: Command) -> Refused | None:
    """Split, or join a split."""
    assert isinstance(command, SplitHand)
    table = draft.table
    question = asked(table, SPLIT, command)
    if question is not None:
        assert command.player is not None
        waiting = tuple(name for name in question.waiting if name != command.player)
        return _place_split(draft, command.box, command.player, question.hand, waiting)
    alone = law_of(table).split.only_with_caller
    if refused := out_of_turn(table, command.box, command.player, alone):
        return refused
    box, position, hand = at_turn(table)
    if refused := may_split_cards(table, box.number, hand):
        return refused
    waiting = others_on(table, box, position)
    return _place_split(draft, command.box, box.controller, position, waiting)


def _place_split(
    draft: Draft, box: int, player: str, hand: int, waiting: tuple[str, ...]
) -> Refused | None:
    table = draft.table
    stake = own_stake(table, player, box, hand)
    assert stake is not None
    if refused := too_few(table, player, stake.amount):
        return refused
    clause = split_clause(table, box, player)
    entry = transfer(chips_of(player), LAYOUT, stake.amount, clause)
    draft.emit(SplitPlaced(player, box, hand, stake.amount, waiting, entry))
    if not waiting:
        found = round_of(table).box(box)
        assert found is not None
        draft.emit(HandSplit(box, hand, split_clause(table, box, found.controller)))
    return None


def split_clause(table: Table, number: int, player: str) -> str:
    """The clause by which a player's wager for a split is made: first, further, or joined."""
    law = law_of(table).split
    box = round_of(table).box(number)
    assert box is not None
    if player != box.controller:
        return joined_rule(table, number).clause
    current = current_hand(round_of(table))
    if current is not None and current[2].cards[0].points == 1 and law.aces_again is not None:
        return law.aces_again.clause if len(box.hands) > 1 else law.equal_value.clause
    if len(box.hands) > 1 and law.again is not None:
        return law.again.clause
    return law.equal_value.clause


def decline_split(draft: Draft, command: Command) -> Refused | None:
    """Do not join a split; the wager stays with the first of the two hands."""
    assert isinstance(command, DeclineSplit)
    table = draft.table
    law = law_of(table).split
    question = asked(table, SPLIT, command)
    if question is None or command.player is None:
        return Refused("split/not-asked", law.others.clause, "nobody asked this player to split")
    clause = not_joined_rule(table, command.box).clause
    draft.emit(JoiningDeclined(command.player, command.box, question.hand, SPLIT, clause))
    if len(question.waiting) == 1:
        box = round_of(table).box(command.box)
        assert box is not None
        clause = split_clause(table, command.box, box.controller)
        draft.emit(HandSplit(command.box, question.hand, clause))
    return None


def surrender(draft: Draft, command: Command) -> Refused | None:
    """Surrender, or join a surrender."""
    assert isinstance(command, Surrender)
    table = draft.table
    law = law_of(table)
    question = asked(table, SURRENDER, command)
    if question is not None:
        assert command.player is not None
        waiting = tuple(name for name in question.waiting if name != command.player)
        return _place_surrender(draft, command.box, command.player, waiting)
    if refused := _not_to_surrender(table, command):
        return refused
    box = round_of(table).box(command.box)
    assert box is not None
    if refused := may_surrender(table, box):
        return refused
    if command.player is not None and command.player != box.controller:
        why = f"{box.controller} decides for box {box.number}"
        also = (law.wagers.one_player_decides.clause,)
        return Refused("call/not-in-control", box.control_clause, why, also)
    return _place_surrender(draft, command.box, box.controller, others_on(table, box, 1))


def _not_to_surrender(table: Table, command: Surrender) -> Refused | None:
    """Refuse a surrender where no decision may be called; turns do not matter to it."""
    round_ = table.round
    current = current_hand(round_of(table)) if round_ is not None else None
    number = command.box
    if current is not None and round_of(table).box(number) is not None:
        number = current[0].number
    return out_of_turn(table, number, None)


def _place_surrender(
    draft: Draft, box: int, player: str, waiting: tuple[str, ...]
) -> Refused | None:
    rules = law_of(draft.table).surrender
    assert rules is not None
    draft.emit(Surrendered(player, box, waiting, rules.called.clause, rules.marker.clause))
    if not waiting:
        draft.emit(HandFinished(box, 1, rules.no_more_cards.clause))
    return None


def decline_surrender(draft: Draft, command: Command) -> Refused | None:
    """Do not join a surrender; the hand takes no card all the same."""
    assert isinstance(command, DeclineSurrender)
    law = law_of(draft.table)
    question = asked(draft.table, SURRENDER, command)
    if question is None or command.player is None or law.surrender is None:
        clause = law.surrender.others.clause if law.surrender else law.play.turn.clause
        return Refused("surrender/not-asked", clause, "nobody asked this player to surrender")
    rules = law.surrender
    draft.emit(JoiningDeclined(command.player, command.box, 1, SURRENDER, rules.others.clause))
    if len(question.waiting) == 1:
        draft.emit(HandFinished(command.box, 1, rules.no_more_cards.clause))
    return None


def decline_for(draft: Draft, question: Question, player: str) -> Refused | None:
    """Take the silence of a player who is not there to answer as a no."""
    if question.what == DOUBLE:
        return decline_double(draft, DeclineDouble(question.box, player))
    if question.what == SPLIT:
        return decline_split(draft, DeclineSplit(question.box, player))
    return decline_surrender(draft, DeclineSurrender(question.box, player))


HANDLERS: dict[type[Command], Handler] = {
    Hit: hit,
    Stand: stand,
    ExposeCards: expose,
    DoubleDown: double,
    DeclineDouble: decline_double,
    SplitHand: split,
    DeclineSplit: decline_split,
    Surrender: surrender,
    DeclineSurrender: decline_surrender,
}
