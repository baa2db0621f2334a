"""A round with an error in it is put together again: cards back in order, decisions asked anew."""

from collections import Counter

from msgspec.structs import replace

from croupier.blackjack.irregular_commands import Reconstruct
from croupier.blackjack.irregular_events import RoundReconstructed
from croupier.blackjack.irregular_evolving import last_round, taken_back
from croupier.blackjack.state import Round, law_of, round_of
from croupier.blackjack.turn import withdrawing
from croupier.cards import Card
from croupier.money import LAYOUT, Cents, Entry, Posting, chips_of
from croupier.table.choices import Mode
from croupier.table.commands import Command
from croupier.table.drafting import Draft, Handler, not_the_dealer
from croupier.table.paying import VOID
from croupier.table.state import Line, Refused, Table
from croupier.table.wagering import returned


def reconstruct(draft: Draft, command: Command) -> Refused | None:
    """Go back behind the last cards of the round under way, or of the one just ended."""
    assert isinstance(command, Reconstruct)
    table = draft.table
    rule = law_of(table).irregular.misdeal.reconstructed
    refused = not_the_dealer(command, rule.clause) or _not_possible(table, command)
    if refused:
        return refused
    decisions = _decisions(command)
    then = taken_back(table, command.cards, decisions)
    for stake in table.wagers:
        draft.emit(returned(stake, rule.clause, "the last round is not over after all"))
    draft.emit(
        RoundReconstructed(
            cards_since(table, command.cards),
            decisions,
            command.misread,
            _still_to_shuffle(table),
            unsettled(table, then, rule.clause),
            _money_back(table, then, clause=rule.clause),
            rule.clause,
        )
    )
    return None


def _not_possible(table: Table, command: Reconstruct) -> Refused | None:
    clause = law_of(table).irregular.misdeal.reconstructed.clause
    if table.round is None and table.before is None:
        return Refused("reconstruct/no-round", clause, "there is no round to put together again")
    if table.round is not None and (refused := withdrawing(table)):
        return refused
    dealt = cards_dealt(table)
    if not dealt:
        why = "no card of this round can be taken back any more: declare it void"
        return Refused("reconstruct/cards", clause, why)
    if not 1 <= command.cards <= dealt:
        why = f"between 1 and {dealt} cards of this round can be taken back"
        return Refused("reconstruct/cards", clause, why)
    if command.misread and (table.choices.mode is not Mode.LIVE or _from_ahead(table, command)):
        why = "cards are told anew where a person tells them, as they leave the shoe"
        return Refused("reconstruct/not-misread", clause, why)
    then = taken_back(table, command.cards, _decisions(command))
    if then.rounds_this_shoe != table.rounds_this_shoe:
        why = "the cards were shuffled since: declare the round void"
        return Refused("reconstruct/shuffled", clause, why)
    if then.choices.device is not table.choices.device:
        why = "the device has failed since: declare the round void"
        return Refused("reconstruct/device", clause, why)
    gone = {stake.player for stake in round_of(then).stakes} - table.players.keys()
    if gone:
        why = f"{', '.join(sorted(gone))} left since: declare it void"
        return Refused("reconstruct/player-gone", clause, why)
    return None


def _from_ahead(table: Table, command: Reconstruct) -> bool:
    """Whether some of the cards lay ready before they were dealt."""
    now = last_round(table)
    for _ in range(command.cards):
        before = now.before
        assert before is not None
        if before.ahead:
            return True
        now = before
    return False


def _decisions(command: Reconstruct) -> int:
    """How many decisions are asked again."""
    return 0 if command.keep_calls else max(0, command.decisions)


def cards_dealt(table: Table) -> int:
    """How many cards of the round can be taken back."""
    then = last_round(table)
    dealt = 0
    while then.before is not None:
        then = then.before
        dealt += 1
    return dealt


def cards_since(table: Table, number: int) -> tuple[Card, ...]:
    """The last cards of the round, in their order."""
    now = last_round(table)
    cards: list[Card] = []
    for _ in range(number):
        before = now.before
        assert before is not None
        new = all_cards(round_of(now)) - all_cards(round_of(before))
        cards += new.elements()
        now = before
    return tuple(reversed(cards))


def all_cards(round_: Round) -> Counter[Card]:
    """All cards that were dealt in a round."""
    hands = (hand for box in round_.boxes for hand in box.hands)
    return Counter(round_.dealer) + Counter(card for hand in hands for card in hand.cards)


def _still_to_shuffle(table: Table) -> str:
    """The clause of a shuffle that the end of the round had brought and will bring again."""
    preparation = table.preparation
    if table.round is not None or preparation is None or table.cutting_card_at is not None:
        return ""
    return preparation.clause


def unsettled(table: Table, then: Table, clause: str) -> tuple[Line, ...]:
    """The settlements since, taken back: wagers that were settled lie on the layout again."""
    return tuple(
        replace(
            line,
            result=VOID,
            net=-line.net,
            clause=clause,
            also=(),
            entry=Entry(tuple(Posting(p.account, -p.amount) for p in line.entry.postings), clause),
        )
        for settlement in table.settled[len(then.settled) :]
        for line in settlement.lines
    )


def _money_back(table: Table, then: Table, *, clause: str) -> Entry | None:
    """Doubles, splits and insurance that were laid down since go back."""
    lines = [line for one in table.settled[len(then.settled) :] for line in one.lines]
    placed = _placed(table, then, lines)
    back = tuple(Posting(chips_of(player), amount) for player, amount in placed.items() if amount)
    if not back:
        return None
    return Entry((Posting(LAYOUT, -sum(posting.amount for posting in back)), *back), clause)


def _placed(table: Table, then: Table, lines: list[Line]) -> dict[str, Cents]:
    """What each player has laid down since: doubles, splits, insurance."""
    placed: dict[str, Cents] = {}
    for stake in () if table.round is None else round_of(table).stakes:
        placed[stake.player] = placed.get(stake.player, 0) + stake.amount
    for line in lines:
        placed[line.player] = placed.get(line.player, 0) + line.stake
    for stake in round_of(then).stakes:
        placed[stake.player] = placed.get(stake.player, 0) - stake.amount
    return placed


HANDLERS: dict[type[Command], Handler] = {Reconstruct: reconstruct}
