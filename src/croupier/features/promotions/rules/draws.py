"""Entries and the draw: who may enter, who may win, and how winners are notified."""

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from typing import ClassVar

from msgspec.structs import replace

from croupier.cards import rank_hand
from croupier.features.promotions.rules.proofs import DrawRevealed
from croupier.features.promotions.rules.state import (
    DrawProof,
    Promotion,
    PromotionCommand,
    Ticket,
    Win,
    after_cancellation,
    close_notices,
    draw_in_doubt,
    not_started,
    promotion_in_doubt,
)
from croupier.features.promotions.rules.terms import (
    BLACKJACK,
    Earning,
    merge_refusals,
    not_the_operator,
    scrutineer_reason,
    stated_prizes,
    statement_refusal,
)
from croupier.games.blackjack.state import BlackjackTable, is_blackjack
from croupier.games.stud.state import StudTable, require_read_cards
from croupier.games.table.notices import NoticeGiven
from croupier.games.table.rounds import VOID, WagersSettled
from croupier.games.table.state import Table
from croupier.messages import Answer, Event, Evolver, Refused
from croupier.money import Cents, in_dollars
from croupier.rulebooks import Role
from croupier.rulebooks.law.promotions import PromotionLaw

# ---------------------------------------------------------------------------------------- commands


class EnterPromotion(PromotionCommand, frozen=True, tag="enter"):
    """Records an entry."""

    player: str
    """The player whose entry it is."""
    wagered: Cents = 0
    """What was wagered for it, in cents."""
    eligible: bool = True
    """Whether the player meets the requirements of the terms."""


class AppointScrutineer(PromotionCommand, frozen=True, tag="appoint-scrutineer"):
    """Nominates the person who oversees the draw."""

    person: str
    """The person's name or staff number."""


class DrawWinners(PromotionCommand, frozen=True, tag="draw"):
    """Draws a winner for each prize."""

    winners: tuple[str, ...] = ()
    """The players whose entries came out, in the order of the prizes; if empty, they are drawn by
    chance."""
    present: tuple[str, ...] = ()
    """The players who are present."""
    word: str = ""
    """What somebody in the room calls out, to be mixed into a draw that the house has committed
    itself to; empty if nobody does."""
    proof: DrawProof | None = None
    """What proves the draw; ``None`` for a draw without a commitment."""
    withheld: ClassVar[tuple[str, ...]] = ("winners", "proof")
    """On a server, chance decides."""


class NotifyWinner(PromotionCommand, frozen=True, tag="notify-winner"):
    """Notifies a winner."""

    player: str
    """The winner."""
    method: str
    """The way: ``face-to-face``, ``mail``, ``telephone`` or ``email``."""


# ------------------------------------------------------------------------------------------ events


class PromotionEntered(Event, frozen=True, tag="promotion-entered"):
    """A player has an entry, or another one."""

    player: str
    """The player."""
    wagered: Cents
    """What was wagered for it; 0 if nothing had to be."""
    clause: str
    """The clause by which the terms say who may enter."""


class ScrutineerAppointed(Event, frozen=True, tag="scrutineer-appointed"):
    """A scrutineer for the draw was nominated."""

    person: str
    """The scrutineer's name or staff number."""
    clause: str
    """The clause that requires one."""


class WinnersDrawn(Event, frozen=True, tag="winners-drawn"):
    """The draw was held."""

    winners: tuple[str, ...]
    """The winners, in the order of the prizes."""
    scrutineer: str
    """The scrutineer; empty if nobody was nominated."""
    clauses: tuple[str, ...]
    """The clauses that govern it: how prizes are awarded, who must be present, who oversees."""


class WinnerNotified(Event, frozen=True, tag="winner-notified"):
    """A winner was notified."""

    player: str
    """The winner."""
    method: str
    """The way in which the winner was notified."""
    notice: int
    """The notice that this closes, counted from 1; 0 if the winner had already been notified."""
    late: bool
    """Whether the deadline had passed."""
    clause: str
    """The clause that allows this way."""


# ------------------------------------------------------------------------- what each event changes


def promotion_entered(promotion: Promotion, event: PromotionEntered) -> Promotion:
    ticket = Ticket(event.player, event.wagered)
    return replace(promotion, tickets=(*promotion.tickets, ticket))


def scrutineer_appointed(promotion: Promotion, event: ScrutineerAppointed) -> Promotion:
    return replace(promotion, scrutineer=event.person)


def winners_drawn(promotion: Promotion, event: WinnersDrawn) -> Promotion:
    wins = tuple(Win(player, prize) for prize, player in enumerate(event.winners, 1))
    return replace(promotion, wins=wins)


def winner_notified(promotion: Promotion, event: WinnerNotified) -> Promotion:
    return replace(promotion, notices=close_notices(promotion, event.notice))


# ----------------------------------------------------------------------------------------- entries


def enter(law: PromotionLaw, promotion: Promotion, command: EnterPromotion) -> Answer:
    """Record an entry; a player may have several."""
    says = law.statements["eligibility"]
    refused = _not_for_entries(law, command) or merge_refusals(
        after_cancellation(law, promotion),
        promotion_in_doubt(law, promotion),
        not_started(law, promotion),
        _entries_closed(law, promotion),
        _not_eligible(law, command),
        _refuse_small_wager(law, promotion, command),
    )
    return refused or (PromotionEntered(command.player, command.wagered, says.clause),)


def _not_for_entries(law: PromotionLaw, command: EnterPromotion) -> Refused | None:
    """Refuse an entry that comes from neither the player nor the operator's people."""
    if command.by is Role.PLAYER or command.by.may_act_as(Role.DEALER):
        return None
    says = law.statements["eligibility"]
    why = f"players enter, or the operator's people for them, not {command.by.one}"
    return statement_refusal(says, "role/not-empowered", why)


def _entries_closed(law: PromotionLaw, promotion: Promotion) -> Refused | None:
    """Refuse an entry after the closing time; an entry at that very moment is in time."""
    says = law.statements["entries-close"]
    close, now = promotion.terms.entries_close, promotion.clock
    if promotion.wins:
        return statement_refusal(says, "entry/drawn", "the draw has been held")
    if close is None or now is None or now <= close:
        return None
    return statement_refusal(says, "entry/closed", f"entries closed on {close.isoformat()}")


def _not_eligible(law: PromotionLaw, command: EnterPromotion) -> Refused | None:
    if command.eligible:
        return None
    why = f"{command.player} does not meet the terms"
    return statement_refusal(law.statements["eligibility"], "entry/not-eligible", why)


def _refuse_small_wager(
    law: PromotionLaw, promotion: Promotion, command: EnterPromotion
) -> Refused | None:
    least = promotion.terms.minimum_wager or 0
    if command.wagered >= least:
        return None
    wagered = in_dollars(command.wagered)
    why = f"{command.player} wagered {wagered}, not the required {in_dollars(least)}"
    return statement_refusal(law.statements["minimum-wager"], "entry/wagered-too-little", why)


# ---------------------------------------------------------------------------------------- the draw


def appoint(law: PromotionLaw, promotion: Promotion, command: AppointScrutineer) -> Answer:
    """Nominate the person who oversees the draw."""
    rule = law.scrutineer
    refused = not_the_operator(law, command, rule, "nominate a scrutineer") or merge_refusals(
        after_cancellation(law, promotion), _no_draw_to_oversee(law, promotion, command)
    )
    return refused or (ScrutineerAppointed(command.person, rule.clause),)


def _no_draw_to_oversee(
    law: PromotionLaw, promotion: Promotion, command: AppointScrutineer
) -> Refused | None:
    if promotion.wins:
        return Refused("scrutineer/late", law.scrutineer.clause, "the draw has been held")
    if not command.person.strip():
        return Refused(
            "scrutineer/nobody", law.scrutineer.clause, "name the person who oversees the draw"
        )
    return None


def hold_draw(law: PromotionLaw, promotion: Promotion, command: DrawWinners) -> Answer:
    """Hold the draw: one winner for each prize, from the players who have entered."""
    says = law.statements["manner"]
    refused = not_the_operator(law, command, says, "hold the draw") or merge_refusals(
        after_cancellation(law, promotion),
        not_started(law, promotion),
        _draw_over(law, promotion),
        draw_in_doubt(law, promotion),
        _too_early(law, promotion),
        _not_overseen(law, promotion),
        _unreadable_word(law, command),
        *_wrong_winners(law, promotion, command),
        _false_proof(law, promotion, command),
    )
    if refused:
        return refused
    drawn = WinnersDrawn(command.winners, promotion.scrutineer, _draw_clauses(law, promotion))
    shown = () if command.proof is None else (DrawRevealed(command.proof, says.clause),)
    return (drawn, *shown, *_winner_notices(law, promotion, command.winners))


def _draw_clauses(law: PromotionLaw, promotion: Promotion) -> tuple[str, ...]:
    """Return the clauses that govern how the draw is held."""
    present = law.statements["presence-required"].clause
    return (
        law.statements["manner"].clause,
        *((present,) if promotion.terms.presence_required else ()),
        *((law.scrutineer.clause,) if scrutineer_reason(law, promotion.terms) else ()),
    )


def _draw_over(law: PromotionLaw, promotion: Promotion) -> Refused | None:
    if not promotion.wins:
        return None
    return statement_refusal(law.statements["manner"], "draw/held", "the draw has been held")


def _too_early(law: PromotionLaw, promotion: Promotion) -> Refused | None:
    stands, now = promotion.terms.draw, promotion.clock
    if stands is None or (now is not None and now >= stands):
        return None
    why = f"the terms set the draw for {stands.isoformat()}"
    return statement_refusal(law.statements["draw"], "draw/too-early", why)


def _not_overseen(law: PromotionLaw, promotion: Promotion) -> Refused | None:
    why = scrutineer_reason(law, promotion.terms)
    if promotion.scrutineer or not why:
        return None
    return Refused("draw/no-scrutineer", law.scrutineer.clause, f"{why}: a scrutineer oversees it")


LONGEST_WORD = 100
"""How many characters the word from the room has at most."""


def _unreadable_word(law: PromotionLaw, command: DrawWinners) -> Refused | None:
    """Refuse a word that cannot be read aloud or written down again."""
    if len(command.word) <= LONGEST_WORD and (command.word.isprintable() or not command.word):
        return None
    why = f"the word from the room has up to {LONGEST_WORD} printable characters"
    return statement_refusal(law.statements["manner"], "draw/word", why)


def _false_proof(law: PromotionLaw, promotion: Promotion, command: DrawWinners) -> Refused | None:
    """Refuse a proof without a commitment, or of other entries than those that won."""
    if command.proof is None:
        return None
    says, why = law.statements["manner"], ""
    holders = {number: one.player for number, one in enumerate(promotion.tickets, 1)}
    if not promotion.commitment:
        why = "the house has committed itself to no seed"
    elif len(set(command.proof.drawn)) != len(command.proof.drawn):
        why = "an entry is drawn twice"
    elif tuple(map(holders.get, command.proof.drawn)) != command.winners:
        why = "the numbers drawn are not those of the winners' entries"
    return statement_refusal(says, "draw/proof", why) if why else None


def eligible_tickets(promotion: Promotion, present: tuple[str, ...]) -> tuple[Ticket, ...]:
    """Return the entries that can win: all, or those of players present if the terms say so."""
    return tuple(promotion.tickets[number - 1] for number in eligible_numbers(promotion, present))


def eligible_numbers(promotion: Promotion, present: tuple[str, ...]) -> tuple[int, ...]:
    """Return the numbers, from 1, of the entries that can win."""
    everybody = not promotion.terms.presence_required
    return tuple(
        number
        for number, ticket in enumerate(promotion.tickets, 1)
        if everybody or ticket.player in present
    )


def _wrong_winners(
    law: PromotionLaw, promotion: Promotion, command: DrawWinners
) -> Iterator[Refused]:
    """Refuse winners without enough entries, who are absent, too many or too few."""
    says = law.statements["eligibility"]
    held = Counter(ticket.player for ticket in promotion.tickets)
    if not held:
        yield statement_refusal(says, "draw/no-entries", "nobody has entered")
    for player, times in Counter(command.winners).items():
        if times > held[player]:
            why = f"{player} has {held[player]} entries, and {times} are drawn"
            yield statement_refusal(says, "draw/not-entered", why)
    yield from _absent(law, promotion, command)
    yield from _wrong_number(law, promotion, command)


def _absent(law: PromotionLaw, promotion: Promotion, command: DrawWinners) -> Iterator[Refused]:
    """Refuse winners who are absent though they must be present, and a draw with nobody there."""
    if not promotion.terms.presence_required:
        return
    claim = law.statements["claim"]
    for player in dict.fromkeys(command.winners):
        if player not in command.present:
            yield statement_refusal(claim, "draw/not-present", f"{player} is not there")
    if not eligible_tickets(promotion, command.present):
        yield statement_refusal(claim, "draw/nobody-present", "nobody who has entered is there")


def _wrong_number(
    law: PromotionLaw, promotion: Promotion, command: DrawWinners
) -> Iterator[Refused]:
    wanted = min(
        len(stated_prizes(promotion.terms)), len(eligible_tickets(promotion, command.present))
    )
    if promotion.tickets and len(command.winners) != wanted:
        why = f"{len(command.winners)} winners are named, and {wanted} are drawn: one for a prize"
        yield statement_refusal(law.statements["manner"], "draw/number", why)


def _winner_notices(
    law: PromotionLaw, promotion: Promotion, winners: tuple[str, ...]
) -> Iterator[NoticeGiven]:
    """Yield notices to winners who need not be present, within the rulebook's time.

    Reading PR3.
    """
    if promotion.terms.presence_required:
        return
    rule = law.notified_hours
    assert promotion.clock is not None
    deadline = promotion.clock + timedelta(hours=rule.value)
    for player in dict.fromkeys(winners):
        yield NoticeGiven(Role.PLAYER, "a prize was won", player, rule.clause, deadline)


# ------------------------------------------------------------------------------------ notification


def notify(law: PromotionLaw, promotion: Promotion, command: NotifyWinner) -> Answer:
    """Notify a winner, in one of the ways that the rulebook allows."""
    rule = law.notified_hours
    refused = not_the_operator(law, command, rule, "notify a winner") or merge_refusals(
        after_cancellation(law, promotion),
        not_a_winner(law, promotion, command.player),
        _no_such_way(law, command),
    )
    if refused:
        return refused
    number, late = _open_winner_notice(law, promotion, command.player)
    way = law.methods[command.method].clause
    return (WinnerNotified(command.player, command.method, number, late, way),)


def _open_winner_notice(law: PromotionLaw, promotion: Promotion, player: str) -> tuple[int, bool]:
    """Return the notice that notifying a winner closes (0 if none), and whether it is late.

    A winner who has been notified may be notified again, and in another way.
    """
    for number, notice in promotion.open_notices().items():
        if notice.clause == law.notified_hours.clause and notice.player == player:
            return number, notice.late(promotion.clock)
    return 0, False


def _no_such_way(law: PromotionLaw, command: NotifyWinner) -> Refused | None:
    if command.method in law.methods:
        return None
    why = f"winners are notified {', '.join(law.methods)}, not by {command.method}"
    return Refused("notice/method", law.notified_hours.clause, why)


def not_a_winner(law: PromotionLaw, promotion: Promotion, player: str) -> Refused | None:
    """Refuse a player who has not won."""
    if any(win.player == player for win in promotion.wins):
        return None
    why = f"{player} has won no prize"
    return statement_refusal(law.statements["eligibility"], "award/not-a-winner", why)


# ------------------------------------------------------------------------ entries earned at tables


def entries_earned_by(
    earning: Earning, initial: str, table: Table, event: Event
) -> Iterator[EnterPromotion]:
    """Yield the entries that an event of a table earns.

    Each settled wager that is large enough, or whose hand is of the required kind, earns one.
    ``initial`` is the name of the wager that a round is played for. A void wager earns nothing; a
    wager taken back after its settlement has earned its entry.
    """
    if not isinstance(event, WagersSettled):
        return
    for line in event.lines:
        if line.on != initial or line.hand != 1 or line.result == VOID:
            continue
        enough = line.stake >= earning.wager
        if enough and earning.hand in ("", hand_kind(table, line.box)):
            yield EnterPromotion(
                player=line.player, wagered=line.stake, by=Role.DEALER, at=table.clock
            )


def hand_kind(table: Table, box: int) -> str:
    """Return the kind of a box's first hand: ``blackjack`` or a poker hand; empty for none."""
    match table:
        case BlackjackTable(round=round_) if round_ is not None:
            found = round_.box(box)
            hand = None if found is None else found.hands[0]
            natural = hand is not None and not hand.split and is_blackjack(hand.cards)
            return BLACKJACK if natural else ""
        case StudTable(round=dealt) if dealt is not None:
            held = dealt.hand(box)
            if held is None or len(held.cards) < HAND_SIZE or not held.read:
                return ""
            return rank_hand(require_read_cards(held.cards)).category.key
        case _:
            return ""


HAND_SIZE = 5


EVOLVERS: dict[type[Event], Evolver] = {
    PromotionEntered: promotion_entered,
    ScrutineerAppointed: scrutineer_appointed,
    WinnersDrawn: winners_drawn,
    WinnerNotified: winner_notified,
}
"""What each event of this subject changes."""
