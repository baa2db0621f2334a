"""Optional wagers: who may place them, their signs, what they win on the first cards."""

from datetime import datetime

from msgspec.structs import replace

from croupier.cards import Card, Rank
from croupier.games.blackjack.opening import pay_table
from croupier.games.blackjack.settlement import unpaid_line
from croupier.games.blackjack.state import BlackjackDraft, BlackjackTable, round_of, total_of
from croupier.games.table.checks import (
    box_reserved,
    no_such_box,
    not_empowered,
    notice_missing,
    one_box_only,
)
from croupier.games.table.draft import Handler, on
from croupier.games.table.rounds import loss_line, payment_line, settle
from croupier.games.table.signs import change_granted, impossible_limits, unusable_time
from croupier.games.table.state import (
    MAIN,
    Limits,
    Line,
    Sign,
    Stake,
    is_betting_over,
    stake_of,
    stakes_on,
)
from croupier.games.table.wagers import (
    PlaceWager,
    lay_wager,
    no_wager_now,
    not_payable,
    wager_return,
)
from croupier.messages import Command, Event, Evolver, Refused
from croupier.money import Cents, in_dollars
from croupier.rulebooks import BlackjackLaw
from croupier.rulebooks.law.blackjack import OffTheSign, PayLine, SideBet, SideBetKind


class SetSideBetLimits(Command, frozen=True, tag="side-bet-limits"):
    """Puts the amounts of an optional wager on the sign."""

    on: str
    """The optional wager, by its name."""
    minimum: Cents
    """The least that it takes."""
    maximum: Cents
    """The largest wager."""
    effective: datetime | None = None
    """When these amounts take effect, where the sign only announces them; left out, now."""
    agreed: tuple[str, ...] = ()
    """Players who agree to the change, where the rulebook lets all of them together do so."""


class LimitSideBets(Command, frozen=True, tag="limit-side-bets"):
    """Keeps optional wagers for players with an initial wager."""


class SideBetLimitsSet(Event, frozen=True, tag="side-bet-limits-set"):
    """The sign shows amounts for an optional wager."""

    on: str
    """The optional wager, by its name."""
    limits: Limits
    """What the sign says."""
    clause: str
    """The clause that asks for the sign."""


class SideBetLimitsAnnounced(Event, frozen=True, tag="side-bet-limits-announced"):
    """A sign announces other amounts for an optional wager."""

    on: str
    """The optional wager, by its name."""
    limits: Limits
    """What they will be."""
    displayed: datetime
    """When the sign was put up."""
    effective: datetime
    """When they take effect."""
    clause: str
    """The clause that asks for the sign."""


class SideBetsLimited(Event, frozen=True, tag="side-bets-limited"):
    """Optional wagers are for players with an initial wager; a sign says so."""

    clause: str
    """The clause that allows it."""
    sign_clause: str
    """The clause that asks for the sign."""


def side_bet_limits_set(table: BlackjackTable, event: SideBetLimitsSet) -> BlackjackTable:
    signs = {name: sign for name, sign in table.side_bet_signs.items() if name != event.on}
    limits = {**table.side_bet_limits, event.on: event.limits}
    return replace(table, side_bet_limits=limits, side_bet_signs=signs)


def side_bet_limits_announced(
    table: BlackjackTable, event: SideBetLimitsAnnounced
) -> BlackjackTable:
    sign = Sign(event.displayed, event.effective, event.limits)
    return replace(table, side_bet_signs={**table.side_bet_signs, event.on: sign})


def side_bets_limited(table: BlackjackTable, event: SideBetsLimited) -> BlackjackTable:
    return replace(table, side_bets_for_bettors_only=True)


def find_side_bet(law: BlackjackLaw, table: BlackjackTable, name: str) -> SideBet | None:
    """Return the optional wager of that name, if this table offers it."""
    if name not in table.choices.side_bets:
        return None
    return next((bet for bet in law.side_bets.kinds if bet.name == name), None)


def not_offered(law: BlackjackLaw, table: BlackjackTable, name: str) -> Refused:
    """Refuse an optional wager that this table does not offer."""
    offered = ", ".join(table.choices.side_bets) or "none"
    why = f"{name} is not offered at this table (offered: {offered})"
    kinds = law.side_bets.kinds
    bet = next((bet for bet in kinds if bet.name == name), kinds[0] if kinds else None)
    if bet is None:
        return Refused("side-bet/not-offered", law.wagers.no_change_after.clause, why)
    return Refused("side-bet/not-offered", bet.offered.clause, why)


def place_side_bet(draft: BlackjackDraft, command: PlaceWager) -> Refused | None:
    """Place an optional wager."""
    table = draft.table
    bet = find_side_bet(draft.law, table, command.on)
    if bet is None:
        return not_offered(draft.law, table, command.on)
    refused = (
        _too_late(draft.law, table, bet)
        or no_such_box(draft.law, table, command.box)
        or box_reserved(draft.law, table, command.player, command.box)
        or one_box_only(table, command.player, command.box)
        or not_payable(draft.law, table, command)
        or _not_the_amount(table, bet, command)
        or _not_entitled(table, bet, command)
    )
    if refused:
        return refused
    lying = stakes_on(table, command.box, command.on)
    if len(lying) >= bet.per_box.value and command.player not in {s.player for s in lying}:
        displaced = _stake_to_displace(table, bet, command, lying)
        if displaced is None:
            return Refused(
                "side-bet/box-full",
                bet.per_box.clause,
                f"box {command.box} already has {bet.per_box.value} wagers on {command.on}",
            )
        assert bet.bettors_first is not None
        clause = bet.bettors_first.clause
        draft.emit(
            wager_return(draft.table.till, displaced, clause, "a player of the box goes first")
        )
    lay_wager(draft, command, bet.placed.clause)
    return None


def _too_late(law: BlackjackLaw, table: BlackjackTable, bet: SideBet) -> Refused | None:
    """Refuse an optional wager once the round has begun, by its own clause as well."""
    refused = no_wager_now(law, table)
    if refused is None or not (table.open and is_betting_over(table)):
        return refused
    return replace(refused, also=(*refused.also, bet.placed.clause))


def _not_the_amount(table: BlackjackTable, bet: SideBet, command: PlaceWager) -> Refused | None:
    """Refuse an amount that the sign does not allow; reading R51: a range counts at the deal."""
    limits = table.side_bet_limits.get(command.on)
    if limits is None or bet.off_the_sign.value is OffTheSign.AS_INITIAL:
        return None
    already = stake_of(table, command.player, command.box, command.on)
    total = command.amount + (already.amount if already else 0)
    if limits.minimum <= total <= limits.maximum:
        return None
    return Refused("side-bet/amount", bet.off_the_sign.clause, _allowed_amounts(bet, limits))


def _allowed_amounts(bet: SideBet, limits: Limits) -> str:
    return f"{bet.name} takes {in_dollars(limits.minimum)} to {in_dollars(limits.maximum)}"


def _not_entitled(table: BlackjackTable, bet: SideBet, command: PlaceWager) -> Refused | None:
    if not stakes_on(table, command.box, MAIN):
        rule = bet.needs_initial_wager
        why = f"box {command.box} has no initial wager yet"
        return Refused("side-bet/no-initial-wager", rule.clause, why, rule.also)
    own = stake_of(table, command.player, command.box, MAIN)
    if table.side_bets_for_bettors_only and own is None:
        assert bet.only_bettors is not None
        return Refused(
            "side-bet/bettors-only",
            bet.only_bettors.clause,
            f"optional wagers are for players with an initial wager on the box, "
            f"and {command.player} has none",
        )
    return None


def return_lapsed(draft: BlackjackDraft) -> None:
    """Give back optional wagers whose conditions no longer hold when betting closes."""
    table = draft.table
    for stake in table.wagers if table.choices.side_bets else ():
        bet = None if stake.on == MAIN else find_side_bet(draft.law, table, stake.on)
        lapsed = None if bet is None else _lapse_reason(table, bet, stake)
        if lapsed is not None:
            draft.emit(wager_return(table.till, stake, *lapsed))


def _lapse_reason(table: BlackjackTable, bet: SideBet, stake: Stake) -> tuple[str, str] | None:
    """Return the clause by which an optional wager goes back, and why; ``None`` if it may stay.

    Reading R34: a direction after the first card slipped out does not affect what lies there.
    """
    if not stakes_on(table, stake.box, MAIN):
        return bet.needs_initial_wager.clause, "its initial wager is gone"
    own = stake_of(table, stake.player, stake.box, MAIN)
    if table.side_bets_for_bettors_only and own is None and not table.first_card_out:
        assert bet.only_bettors is not None
        return bet.only_bettors.clause, "its player has no initial wager here"
    return _off_the_sign(table, bet, stake)


def _off_the_sign(table: BlackjackTable, bet: SideBet, stake: Stake) -> tuple[str, str] | None:
    """Return the clause and reason if the sign, which may have changed, excludes the wager."""
    limits = table.side_bet_limits.get(bet.name)
    counts = bet.off_the_sign.value is OffTheSign.AS_INITIAL or table.first_card_out
    if limits is None or counts or limits.minimum <= stake.amount <= limits.maximum:
        return None
    return bet.off_the_sign.clause, _allowed_amounts(bet, limits)


def stakes_below_sign(law: BlackjackLaw, table: BlackjackTable) -> tuple[Stake, ...]:
    """Return the optional wagers below the minimum of their sign."""
    return tuple(stake for stake, limits in _on_signs(law, table) if stake.amount < limits.minimum)


def stakes_over_sign(law: BlackjackLaw, table: BlackjackTable) -> tuple[tuple[Stake, Cents], ...]:
    """Return the optional wagers above the maximum of their sign, and by how much."""
    return tuple(
        (stake, stake.amount - limits.maximum)
        for stake, limits in _on_signs(law, table)
        if stake.amount > limits.maximum
    )


def _on_signs(law: BlackjackLaw, table: BlackjackTable) -> tuple[tuple[Stake, Limits], ...]:
    """Return the optional wagers whose sign has a minimum and a maximum, with that sign.

    Reading R34: if the first card slipped out, the sign of that moment counts.
    """
    limits = table.side_bet_limits_then if table.first_card_out else table.side_bet_limits
    ranges = {
        bet.name: limits[bet.name]
        for bet in law.side_bets.kinds
        if bet.name in limits and bet.off_the_sign.value is OffTheSign.AS_INITIAL
    }
    return tuple((stake, ranges[stake.on]) for stake in table.wagers if stake.on in ranges)


def _stake_to_displace(
    table: BlackjackTable, bet: SideBet, command: PlaceWager, lying: tuple[Stake, ...]
) -> Stake | None:
    """Return the outsider's wager that makes room for a player of the box, the latest first."""
    if bet.bettors_first is None or stake_of(table, command.player, command.box, MAIN) is None:
        return None
    outsiders = [s for s in lying if stake_of(table, s.player, s.box, MAIN) is None]
    return outsiders[-1] if outsiders else None


def settle_side_bets(draft: BlackjackDraft) -> None:
    """Settle all optional wagers on the first cards."""
    table = draft.table
    round_ = round_of(table)
    law = draft.law
    for bet in law.side_bets.kinds:
        if bet.name in table.choices.side_bets:
            lines = tuple(
                _side_bet_line(law, table, bet, stake)
                for stake in round_.stakes
                if stake.on == bet.name
            )
            settle(draft, lines, bet.settled.clause)


def _side_bet_line(law: BlackjackLaw, table: BlackjackTable, bet: SideBet, stake: Stake) -> Line:
    round_ = round_of(table)
    box = round_.box(stake.box)
    assert box is not None
    if stake.below_minimum:
        return unpaid_line(table.till, law, stake)
    line = winning_line(bet, box.hands[0].cards, round_.dealer[0])
    if line is None:
        return loss_line(table.till, stake, bet.loses.clause, bet.loses.also)
    number = pay_table(bet, table.choices)
    assert number is not None
    odds = line.odds.value[number]
    also = (
        *line.odds.also,
        bet.wins.clause,
        *bet.wins.also,
        *defining_clauses(bet, box.hands[0].cards),
    )
    return payment_line(law, table, stake, odds, line.odds.clause, also)


def defining_clauses(bet: SideBet, cards: tuple[Card, ...]) -> tuple[str, ...]:
    """Return the clauses that define what the cards made; for a pair, of numbers or pictures."""
    of_rank = (pair.says for pair in bet.pairs_of if cards[0].rank in pair.ranks)
    return tuple(rule.clause for rule in (*bet.defined, *of_rank))


def winning_line(bet: SideBet, cards: tuple[Card, ...], dealer: Card) -> PayLine | None:
    """Return the best line of the pay table that the first cards make, if any."""
    pairs = bet.kind is SideBetKind.PAIR
    made = pair_lines(cards) if pairs else three_card_lines((*cards, dealer))
    return next((line for line in bet.lines if line.name in made), None)


def pair_lines(cards: tuple[Card, ...]) -> set[str]:
    """Return the names of the pairs that two cards make."""
    first, second = cards
    if first.rank is not second.rank:
        return set()
    if first.suit is second.suit:
        return {"any-pair", "perfect-pair"}
    if first.suit.red == second.suit.red:
        return {"any-pair", "coloured-pair"}
    return {"any-pair", "mixed-pair"}


SIX_SEVEN_EIGHT = {Rank.SIX, Rank.SEVEN, Rank.EIGHT}


def three_card_lines(cards: tuple[Card, ...]) -> set[str]:
    """Return the names of the lines that three cards make.

    Reading S18: an ace counts eleven unless that takes the three cards past twenty-one.
    """
    total, _ = total_of(cards)
    suited = "suited" if len({card.suit for card in cards}) == 1 else "unsuited"
    ranks = {card.rank for card in cards}
    made = set()
    if ranks == {Rank.SEVEN}:
        made.add(f"{suited}-777")
    if ranks == SIX_SEVEN_EIGHT:
        made.add(f"{suited}-678")
    if total == 21:
        made.add(f"{suited}-21")
    if total in (19, 20):
        made.add(f"any-{total}")
    return made


def set_side_bet_limits(draft: BlackjackDraft, command: SetSideBetLimits) -> Refused | None:
    """Put the amounts of an optional wager on the sign, or announce that they will change.

    Reading U11: the least of them is a minimum wager. What the first sign says raises nothing;
    after that, the clauses on changing limits apply.
    """
    table = draft.table
    bet = find_side_bet(draft.law, table, command.on)
    if bet is None:
        return not_offered(draft.law, table, command.on)
    limits = Limits(command.minimum, command.maximum, table.choices.chip)
    refused = not_empowered(
        command, bet.amount, "set the amounts of an optional wager"
    ) or impossible_limits(limits, bet.amount.clause)
    if refused:
        return refused
    if command.effective is not None:
        return _announce(draft, command.on, limits, command.effective)
    before = table.side_bet_limits.get(command.on)
    if before not in (None, limits):
        assert before is not None
        sign = table.side_bet_signs.get(command.on)
        granted = change_granted(draft.law, table, before, limits, sign=sign, agreed=command.agreed)
        if isinstance(granted, Refused):
            return replace(granted, also=(*granted.also, bet.amount.clause))
    draft.emit(SideBetLimitsSet(command.on, limits, bet.amount.clause))
    return None


def _announce(
    draft: BlackjackDraft, name: str, limits: Limits, effective: datetime
) -> Refused | None:
    """Put up a sign that announces other amounts for an optional wager."""
    table = draft.table
    clause = draft.law.limits.notice_minutes.clause
    if refused := unusable_time(table.clock, effective, clause):
        return refused
    assert table.clock is not None
    draft.emit(SideBetLimitsAnnounced(name, limits, table.clock, effective, clause))
    return None


def limit_side_bets(draft: BlackjackDraft, command: LimitSideBets) -> Refused | None:
    """Reserve optional wagers for players with an initial wager."""
    table = draft.table
    bets = [bet for bet in draft.law.side_bets.kinds if bet.name in table.choices.side_bets]
    if not bets:
        return not_offered(draft.law, table, "an optional wager")
    for bet in bets:
        rule, notices = bet.only_bettors, bet.only_bettors_notices
        if notices is None:
            return Refused("side-bet/open-to-all", bet.placed.clause, "this game has no such limit")
        assert rule is not None
        refused = not_empowered(
            command, rule, "limit who places optional wagers"
        ) or notice_missing(table, notices.value, None, notices.clause)
        if refused:
            return refused
    for bet in bets:
        assert bet.only_bettors is not None
        assert bet.only_bettors_sign is not None
        draft.emit(SideBetsLimited(bet.only_bettors.clause, bet.only_bettors_sign.clause))
    return None


HANDLERS: dict[type[Command], Handler] = {
    **on(SetSideBetLimits, set_side_bet_limits),
    **on(LimitSideBets, limit_side_bets),
}


EVOLVERS: dict[type[Event], Evolver] = {
    SideBetLimitsSet: side_bet_limits_set,
    SideBetLimitsAnnounced: side_bet_limits_announced,
    SideBetsLimited: side_bets_limited,
}
