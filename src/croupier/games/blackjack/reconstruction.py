"""Reconstructing a round with an error in it: cards go back, decisions are asked again.

The table is set to an earlier moment of its ``history``; money and discards since then are undone.
"""

from collections import Counter

from msgspec.structs import replace

from croupier.cards import Card, Device
from croupier.games.blackjack.controllers import keep_presence, mark_away, step_out
from croupier.games.blackjack.history import (
    Mark,
    ReturnPoint,
    RoundReconstructed,
    checkpoints,
    drop_last,
)
from croupier.games.blackjack.round_opening import take_call_back
from croupier.games.blackjack.state import (
    BlackjackDraft,
    BlackjackTable,
    History,
    cards_of,
    events_since_last_round,
    round_of,
)
from croupier.games.blackjack.turn import withdrawal_open
from croupier.games.table.card_counts import (
    CardsChecked,
    CheckOrdered,
    counts_due,
)
from croupier.games.table.checks import not_the_dealer
from croupier.games.table.choices import Mode
from croupier.games.table.contest.rounds import resumed_session
from croupier.games.table.contest.state import REMOVED, Contest
from croupier.games.table.contest.turns import contest_of
from croupier.games.table.draft import Handler, on
from croupier.games.table.new_cards import CardsReplaced, clause_of_standing_results
from croupier.games.table.notices import NoticeGiven
from croupier.games.table.rounds import VOID, CardDealt
from croupier.games.table.state import Line, Stage, Stake, is_only_called, round_has_begun
from croupier.games.table.wagers import returning_entry, wager_return
from croupier.messages import Command, Event, Refused
from croupier.money import Entry, Posting
from croupier.rulebooks import BlackjackLaw, Role


class Reconstruct(Command, frozen=True, tag="reconstruct"):
    """Takes the last cards of a round back, so that they come again in their order."""

    cards: int
    """How many cards go back."""
    decisions: int | None = None
    """How many decisions ahead of the first of them are asked again: by default one, or none where
    cards were entered wrongly."""
    keep_calls: bool = False
    """Whether none of them is: the call that the first card answered stands."""
    misread: bool = False
    """Whether the cards were entered wrongly at a live table, and are to be entered again."""


def reconstruct(draft: BlackjackDraft, command: Reconstruct) -> Refused | None:
    """Take back the last cards of the round under way, or of the one just ended."""
    rule = draft.law.irregular.misdeal.reconstructed
    if refused := not_the_dealer(command, rule.clause) or _no_round(draft):
        return refused
    history, before = draft.history, draft.history.before
    if before is not None and is_only_called(draft.table):
        take_call_back(draft, rule.clause)
        history = History(before.base, before.events)
    table = draft.table
    found = checkpoints(history, draft.evolvers)
    last = found[-1].table if table.round is None else table
    dealt = sum(one.mark is Mark.CARD for one in found)
    decisions = _decisions(command)
    dropped = drop_last(found, cards=command.cards, decisions=decisions)
    if refused := _not_possible(draft.law, table, command, dealt, dropped):
        return refused
    then = dropped[0].table
    ahead = None if command.misread else _in_front(table, dropped)
    for stake in table.wagers:
        draft.emit(
            wager_return(
                draft.table.till, stake, rule.clause, "the last round is not over after all"
            )
        )
    draft.emit(
        RoundReconstructed(
            tuple(one.event.card for one in dropped if isinstance(one.event, CardDealt)),
            decisions,
            command.misread,
            _still_to_shuffle(table),
            unsettling_lines(table, then, rule.clause),
            _money_back(table, then, clause=rule.clause),
            rule.clause,
            round_of(then),
            then.settled,
            discards_then(table, last, then),
            then.preparation,
            _rounds_left(table, then),
            _session(table, then),
            None if then.contest is None else then.limits,
            ahead,
            _on_offer(then, ahead),
        )
    )
    # The round is as it was, but its people are as they are now: excluded, away, or back.
    for player, excluded in table.excluded.items():
        step_out(draft, player, excluded)
    keep_presence(draft, round_of(last).boxes)
    _treat_as_absent(draft, then)
    preparation = table.preparation
    if table.round is None and preparation is not None and preparation.stage is Stage.CHECK:
        # What was to be counted between the rounds is due again when this one is over.
        for due in counts_due(draft.law, table):
            draft.emit(CheckOrdered(due))
    return None


def _treat_as_absent(draft: BlackjackDraft, then: BlackjackTable) -> None:
    """Treat the hands of players who have left as those of absent ones, and notify a supervisor.

    Reading U2: nobody prevents a reconstruction by walking off. What it comes to is outstanding.
    Somebody who was disqualified since decides nothing either.
    """
    contest = draft.table.contest
    removed = () if contest is None else contest.names(*REMOVED)
    absent = draft.law.irregular.oversight.absent.clause
    names = [stake.player for stake in round_of(then).stakes]
    for player in dict.fromkeys(names):
        here_still = player in draft.table.players
        if here_still and player not in removed:
            continue
        for box in sorted({s.box for s in round_of(then).stakes if s.player == player}):
            here = round_of(draft.table).box(box)
            if here is not None and player not in here.absent:
                mark_away(draft, box, player, absent)
        if here_still:
            continue
        about = f"{player} has left, and a wager plays again: what it comes to is outstanding"
        clause = draft.law.irregular.misdeal.reconstructed.clause
        draft.emit(NoticeGiven(Role.SUPERVISOR, about, player, clause))


def _session(table: BlackjackTable, then: BlackjackTable) -> Contest | None:
    """Return the session of a tournament as it stood then, with its people as they are now."""
    if then.contest is None:
        return None
    return resumed_session(then.contest, contest_of(table))


def _in_front(table: BlackjackTable, dropped: list[ReturnPoint]) -> tuple[Card, ...] | None:
    """Return the cards in front of the shoe afterwards, if any of them was drawn in error.

    A card that was drawn in error left the shoe before those that were dealt past it. One that was
    burned since does not come again.
    """
    dealt = [one for one in dropped if isinstance(one.event, CardDealt)]
    still = table.ahead[: table.offered]
    if not still and not any(one.table.offered for one in dealt):
        return None
    # Replays the order in which the cards left the shoe. ``drawn`` is that order so far, and
    # ``waiting`` the cards in it that lay ready, drawn in error and not dealt yet.
    drawn: list[Card] = []
    waiting: Counter[Card] = Counter()
    for one in dealt:
        ready = one.table.ahead[: one.table.offered]
        new = Counter(ready) - waiting
        drawn += [card for card in ready if _take_one(new, card)]
        # No longer ready, and not dealt: it was burned.
        for card in (waiting - Counter(ready)).elements():
            drawn.remove(card)
        waiting = Counter(ready)
        assert isinstance(one.event, CardDealt)
        if not _take_one(waiting, one.event.card):
            drawn.append(one.event.card)
    drawn += [card for card in still if not _take_one(waiting, card)]
    # What still waited after the last card and is not there now was burned since.
    for card in waiting.elements():
        drawn.remove(card)
    # Cards drawn in error come first: they left the shoe before any that was put back behind them.
    return (*drawn, *table.ahead[table.offered :])


def _on_offer(then: BlackjackTable, ahead: tuple[Card, ...] | None) -> int:
    """Return how many cards in front of the shoe may be refused again, as they could be then."""
    ready = then.ahead[: then.offered]
    return len(ready) if ahead is not None and ahead[: len(ready)] == ready else 0


def _take_one(cards: Counter[Card], card: Card) -> bool:
    """Take a card out of the counter. Return whether it was there."""
    if not cards[card]:
        return False
    cards[card] -= 1
    return True


def _no_round(draft: BlackjackDraft) -> Refused | None:
    """Refuse if there is no round to take back, or while players may withdraw."""
    table, history = draft.table, draft.history
    rules = draft.law.irregular.misdeal
    if round_has_begun(table) and table.round is not None:
        return withdrawal_open(draft.law, table)
    if table.first_card_out:
        why = "it is too late: the first card of the next round is out"
        return Refused("reconstruct/too-late", rules.found_later.clause, why)
    clause = rules.reconstructed.clause
    of_last = history if history.before is None else history.before
    if of_last.base is not None:
        return _cards_gone(draft.law, events_since_last_round(history))
    return Refused("reconstruct/no-round", clause, "there is no round to reconstruct")


def _cards_gone(law: BlackjackLaw, events: tuple[Event, ...]) -> Refused | None:
    """Refuse if earlier results stand since a card was found missing, or the cards are gone.

    Reading U4: a report that a count then disproves does not count. Where no clause says that
    earlier results stand, the one decides by which such cards are replaced.
    """
    found = clause_of_standing_results(events)
    counted = replaced = ""
    for event in events:
        match event:
            case CardsChecked(missing=(), extra=(), foreign=()):
                counted = ""
            case CardsChecked():
                counted = law.cards.replaced_by.clause
            case CardsReplaced(clause=clause):
                replaced = clause
            case _:
                continue
    if found or counted:
        why = "a card was found missing or foreign since: earlier results stand"
        return Refused("reconstruct/results-stand", found or counted, why)
    if replaced:
        why = "the cards were replaced since: declare the round void"
        return Refused("reconstruct/replaced", replaced, why)
    return None


def _not_possible(
    law: BlackjackLaw,
    table: BlackjackTable,
    command: Reconstruct,
    dealt: int,
    dropped: list[ReturnPoint],
) -> Refused | None:
    """Refuse to go back further than the cards allow, or past what cannot be undone."""
    clause = law.irregular.misdeal.reconstructed.clause
    if not dealt:
        why = "no card of this round can still be taken back: declare it void"
        return Refused("reconstruct/cards", clause, why)
    if not 1 <= command.cards <= dealt:
        why = f"between 1 and {dealt} cards of this round can be taken back"
        return Refused("reconstruct/cards", clause, why)
    if table.untold and not command.misread:
        why = f"{table.untold} enter the cards again first"
        return Refused("reconstruct/untold", clause, why)
    in_error = any(one.table.offered for one in dropped if one.mark is Mark.CARD)
    asked_anew = in_error and _decisions(command)
    if command.misread and (table.choices.mode is not Mode.LIVE or asked_anew):
        why = "cards can be entered again only where a person enters them as they leave the shoe"
        return Refused("reconstruct/not-misread", clause, why)
    then = dropped[0].table
    return _refuse_past_shuffle(table, then, clause, misread=command.misread)


def _refuse_past_shuffle(
    table: BlackjackTable, then: BlackjackTable, clause: str, *, misread: bool
) -> Refused | None:
    """Refuse to go back past a shuffle or a failed device.

    Reading R31: if only the record was wrong, neither affects the cards on the layout.
    """
    shuffled = then.rounds_this_shoe != table.rounds_this_shoe or _discards_shuffled(then, table)
    if not shuffled and then.choices.device is table.choices.device:
        return None
    since = (line for one in table.settled[len(then.settled) :] for line in one.lines)
    if misread and table.round is not None and all(line.result != VOID for line in since):
        if table.preparation is None:
            return None
        why = "make the cards ready first, then enter the others again"
        return Refused("card/not-ready", table.preparation.clause, why)
    if shuffled:
        why = "the cards were shuffled since: declare the round void"
        return Refused("reconstruct/shuffled", clause, why)
    why = "the device has failed since: declare the round void"
    return Refused("reconstruct/device", clause, why)


def _discards_shuffled(then: BlackjackTable, table: BlackjackTable) -> bool:
    """Return whether the discards went back into a shoe since then, to finish the round."""
    before, now = then.shoe, table.shoe
    from_shoe = then.choices.device is Device.SHOE
    return from_shoe and (before.handle, before.size, before.returned) != (
        now.handle,
        now.size,
        now.returned,
    )


def _decisions(command: Reconstruct) -> int:
    """Return how many decisions are asked again.

    A misread card answered a lawful call: it is entered again and stays where it lies.
    """
    if command.keep_calls:
        return 0
    if command.decisions is None:
        return 0 if command.misread else 1
    return max(0, command.decisions)


def discards_then(
    table: BlackjackTable, last: BlackjackTable, then: BlackjackTable
) -> tuple[Card | None, ...]:
    """Return the discard rack as it was then, with what was burned since.

    ``last`` is the table when the round was last under way. What went into a shuffling device since
    then stays there.
    """
    kept = table.discards[: len(then.discards)] == then.discards
    base = then.discards if kept else ()
    ended = round_of(last)
    off_layout = Counter[Card | None](cards_of(ended.boxes, gone=table.round is not None))
    if table.round is None:
        off_layout += Counter(ended.dealer)
    since = off_layout - Counter(cards_of(round_of(then).boxes, gone=True))
    burned: list[Card | None] = []
    for card in table.discards[len(base) :]:
        if since[card] > 0:
            since[card] -= 1
        else:
            burned.append(card)
    return (*base, *burned)


def _still_to_shuffle(table: BlackjackTable) -> str:
    """Return the clause of a shuffle that the end of the round demanded and will demand again."""
    preparation = table.preparation
    if table.round is not None or preparation is None or table.cutting_card_at is not None:
        return ""
    if preparation.stage is Stage.CHECK:
        return ""
    return preparation.clause


def _rounds_left(table: BlackjackTable, then: BlackjackTable) -> int | None:
    """Return how many rounds are left before a closing: as then, unless announced since.

    A number that was announced after the round does not count that round.
    """
    if table.closing_sign == then.closing_sign:
        return then.rounds_left
    left = table.rounds_left
    return left if left is None or table.round is not None else left + 1


def unsettling_lines(table: BlackjackTable, then: BlackjackTable, clause: str) -> tuple[Line, ...]:
    """Return the lines that undo the settlements since then: those wagers lie there again."""
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


def _money_back(table: BlackjackTable, then: BlackjackTable, *, clause: str) -> Entry | None:
    """Return the entry that returns doubles, splits and insurance placed since then, if any."""
    lines = [line for one in table.settled[len(then.settled) :] for line in one.lines]
    return returning_entry(table.till, _stakes_since(table, then, lines), clause)


def _stakes_since(table: BlackjackTable, then: BlackjackTable, lines: list[Line]) -> list[Stake]:
    """Return what each player has laid down since then: doubles, splits, insurance.

    What lay there then is taken off, wherever it is now.
    """
    lying = () if table.round is None else round_of(table).stakes
    return [
        *lying,
        *(Stake(one.player, one.box, one.on, one.stake, tokens=one.tokens) for one in lines),
        *(
            replace(stake, amount=-stake.amount, tokens=-stake.tokens)
            for stake in round_of(then).stakes
        ),
    ]


HANDLERS: dict[type[Command], Handler] = {
    **on(Reconstruct, reconstruct),
}
