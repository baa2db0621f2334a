"""The conditions of a tournament in plain sentences, each with the clauses behind it."""

from collections.abc import Callable, Iterator
from datetime import datetime

import msgspec

from croupier.display.viewers import noun_count
from croupier.features.tournaments.papers import condition_statements
from croupier.features.tournaments.rules.conditions import (
    Conditions,
    Entrants,
    Seating,
    SessionPlan,
    Ties,
)
from croupier.money import in_dollars
from croupier.rulebooks import TableLaw
from croupier.rulebooks.catalogue import Provision
from croupier.rulebooks.law.tournaments import NoShow, TournamentLaw

USUAL_METHOD = Conditions().entry_method
"""How one enters where the conditions say nothing of their own."""
TimeWriter = Callable[[datetime], str]
"""Writes a moment as the house's clocks show it."""


class PlainCondition(msgspec.Struct, frozen=True):
    """A few conditions that belong together, in one or two sentences."""

    term: str
    """What they are about: ``Entry``."""
    text: str
    """What they say."""
    clauses: tuple[str, ...]
    """The clauses behind them; empty if there are none."""


def plain_conditions(
    law: TableLaw, conditions: Conditions, clock: TimeWriter
) -> tuple[PlainCondition, ...]:
    """Return the conditions as people would say them, in the order in which they matter."""
    rules = law.tournaments
    assert rules is not None
    cited = {one.name: one.clauses for one in condition_statements(law, conditions)}
    found = []
    for subject in SUBJECTS:
        for term, text, names, provisions in subject(rules, conditions, clock):
            clauses = [clause for name in names for clause in cited.get(name, ())[:1]]
            clauses += [one.clause for one in provisions if one is not None]
            found.append(PlainCondition(term, text, tuple(dict.fromkeys(clauses))))
    return tuple(found)


ConditionDraft = tuple[str, str, tuple[str, ...], tuple[Provision | None, ...]]
"""The term, the sentences, the conditions they tell, and further provisions of the law."""


# ------------------------------------------------------------------------------------------- money


def _entry(rules: TournamentLaw, given: Conditions, clock: TimeWriter) -> Iterator[ConditionDraft]:
    if not given.entry_fee:
        yield "Entry", "It is free.", ("entry-fee",), ()
        return
    text = f"{in_dollars(given.entry_fee)}. "
    if given.commission:
        text += f"The house keeps {in_dollars(given.commission)}; the rest is in the prize pool. "
    else:
        text += "All of it goes into the prize pool. "
    free = rules.pool.free_withdrawal
    if free is not None and given.withdraw_until is not None:
        always = given.withdraw_until >= given.starts
        when = "the session starts" if always else clock(given.withdraw_until)
        text += f"You get it back if you withdraw before {when}."
    else:
        text += "You do not get it back if you withdraw."
    names = ("entry-fee", "commission", "withdraw-until")
    yield "Entry", text, names, (rules.pool.all_paid_out, free or rules.pool.not_refunded)


def _chips(rules: TournamentLaw, given: Conditions, _: TimeWriter) -> Iterator[ConditionDraft]:
    held = in_dollars(given.chips)
    text = f"{held} in tournament chips at the start of each session. "
    if given.buy_in:
        text += f"They cost {in_dollars(given.buy_in)}. "
    text += (
        "At the end of a session they are exchanged for cash."
        if given.cash_out
        else "They keep the score and have no cash value."
    )
    yield "Chips", text, ("chips", "buy-in", "cash-out"), (rules.wagers.allotment,)


def _buy_back(rules: TournamentLaw, given: Conditions, _: TimeWriter) -> Iterator[ConditionDraft]:
    if not given.buy_backs:
        yield "Buy-back", "There is none: who is out is out.", ("buy-backs",), ()
        return
    times = "once" if given.buy_backs == 1 else f"up to {given.buy_backs} times"
    price, until = in_dollars(given.buy_back_price), given.buy_back_until
    text = f"If you are out before round {until} of the first session, {price} buys you back, "
    text += f"{times}: the same seat and fresh chips."
    yield "Buy-back", text, ("buy-backs",), (rules.places.buy_backs,)


def _prizes(rules: TournamentLaw, given: Conditions, _: TimeWriter) -> Iterator[ConditionDraft]:
    shares = [f"{one.normalize():f} %" for one in given.prizes]
    text = "The winner takes the whole pool. "
    if len(shares) > 1:
        text = f"The pool is divided by place: {', '.join(shares)}. "
    if given.added:
        text += f"The house adds {in_dollars(given.added)}. "
    if given.guarantee:
        text += f"The pool is at least {in_dollars(given.guarantee)}. "
    text += f"Paid by {given.payment}."
    yield "Prizes", text, ("prizes", "payment", "guarantee"), (rules.pool.all_paid_out,)


# -------------------------------------------------------------------------------------------- play


def _sessions(rules: TournamentLaw, given: Conditions, _: TimeWriter) -> Iterator[ConditionDraft]:
    text = " ".join(f"{session_text(one)}." for one in given.sessions)
    yield "Sessions", text, ("sessions",), (rules.places.progress,)


def session_text(plan: SessionPlan) -> str:
    """Return a session in words: Heats: 4 tables, 20 rounds, 3 of each table go on."""
    name = plan.name[:1].upper() + plan.name[1:]
    if plan.other_game:
        return f"{name}: another game, whose result counts"
    text = f"{name}: {noun_count(plan.tables, 'table')}, {noun_count(plan.rounds, 'round')}"
    if plan.advance:
        text += f", {plan.advance} of each table go on"
    if plan.entrants is Entrants.ELIMINATED:
        text += ", for those who have not gone on"
    if plan.eliminations:
        rounds = ", ".join(str(one) for one in plan.eliminations)
        text += f"; who has the fewest chips is out after round {rounds}"
    return text


def _wagers(rules: TournamentLaw, given: Conditions, _: TimeWriter) -> Iterator[ConditionDraft]:
    every = "One in every round" if given.compulsory_wager else "You need not wager in every round"
    limits = f"{in_dollars(given.minimum)} to {in_dollars(given.maximum)}"
    text = f"{every}: {limits}, in steps of {in_dollars(given.step)}."
    for level in given.levels:
        least, most = in_dollars(level.minimum), in_dollars(level.maximum)
        text += f" From round {level.after + 1} on {least} to {most}."
    names = ("compulsory-wager", "minimum", "levels")
    yield "Wagers", text, names, (rules.wagers.compulsory, rules.wagers.limits)


def _order(rules: TournamentLaw, given: Conditions, _: TimeWriter) -> Iterator[ConditionDraft]:
    order = rules.wagers.order
    if not given.order_of_wagering:
        yield "Order", "Nobody has to wait for another's wager.", ("order-of-wagering",), ()
        return
    text = "A marker shows who wagers first; it moves on by one box each round."
    if order.final is not None:
        text += " A wager made in turn stands."
    if given.deal_from_marker:
        text += " Cards are dealt from the marker too."
    yield "Order", text, ("order-of-wagering", "deal-from-marker"), (order.first, order.final)


def _time(rules: TournamentLaw, given: Conditions, _: TimeWriter) -> Iterator[ConditionDraft]:
    if given.wager_seconds:
        text = f"{given.wager_seconds} seconds for a wager. Then the minimum is wagered for you."
        yield "Time", text, ("wager-seconds",), (rules.wagers.timed, rules.wagers.late)


def _instead(rules: TournamentLaw, given: Conditions, _: TimeWriter) -> Iterator[ConditionDraft]:
    """Yield what may replace a wager: pass cards, forms."""
    if given.pass_cards:
        text = f"{_number(given.pass_cards)} in each session, played instead of a wager."
        yield "Pass card", text, ("pass-cards",), (rules.wagers.pass_cards,)
    if given.undisclosed_wagers:
        text = f"{_number(given.undisclosed_wagers)} in each session: a wager that you write down, "
        text += "and that stays secret until the round is over."
        forms = rules.wagers.undisclosed
        provided, announced = (None, None) if forms is None else (forms.provided, forms.announced)
        yield "Undisclosed", text, ("undisclosed-wagers",), (provided, announced)


def _number(number: int) -> str:
    return "One" if number == 1 else str(number)


def _breaks(rules: TournamentLaw, given: Conditions, _: TimeWriter) -> Iterator[ConditionDraft]:
    if given.breaks:
        rests = ", ".join(f"{one.minutes} minutes after round {one.after}" for one in given.breaks)
        yield "Breaks", f"{rests}.", ("breaks",), (rules.seats.breaks,)


# ------------------------------------------------------------------------------------------ people


def _seats(rules: TournamentLaw, given: Conditions, _: TimeWriter) -> Iterator[ConditionDraft]:
    text = "Drawn by lot."
    if given.seating is Seating.LIST:
        text = "The tournament manager assigns them."
    yield "Seats", text, ("seating",), (rules.seats.drawn,)


def _absence(rules: TournamentLaw, _: Conditions, __: TimeWriter) -> Iterator[ConditionDraft]:
    seats = rules.seats
    if seats.no_show.value is NoShow.FORFEITED:
        text = "Who is not there when a session starts loses the place."
        yield "Absence", text, (), (seats.no_show,)
        return
    text = "Seat and chips are kept."
    if seats.deducted is not None:
        most = noun_count(seats.deducted.value, "round")
        text += f" A minimum may be taken for a missed round, {most} at most."
    text += " Then you may be disqualified."
    yield "Absence", text, (), (seats.no_show, seats.deducted, seats.grounds["absent"])


def _ties(rules: TournamentLaw, given: Conditions, _: TimeWriter) -> Iterator[ConditionDraft]:
    ways = {
        Ties.PLAY_OFF: "they play off",
        Ties.BALLOT: "a ballot decides",
        Ties.SHARE: "they share",
    }
    text = f"If more are level than can go on, {ways[given.ties]}. "
    text += f"If a prize hangs on it, {ways[given.prize_ties]}."
    yield "Ties", text, ("ties", "prize-ties"), (rules.places.play_off,)


def _players(rules: TournamentLaw, given: Conditions, _: TimeWriter) -> Iterator[ConditionDraft]:
    text = f"{given.minimum_players} to {given.maximum_players}; open to {given.eligibility}."
    if given.sit_and_go:
        text = f"It starts as soon as {given.sit_and_go} have entered; open to {given.eligibility}."
    if given.minimum_players == given.maximum_players and not given.sit_and_go:
        text = f"{given.minimum_players} places, all of them needed; open to {given.eligibility}."
    if given.entry_method != USUAL_METHOD:
        text += f" You enter {given.entry_method}."
    if given.criteria:
        text += f" Selected by: {given.criteria}."
    if given.may_refuse:
        text += " The house may refuse an application."
    if given.written_agreement:
        text += " Each agrees in writing to the rules and these conditions."
    entrance = ("entry-method", "eligibility", "criteria", "written-agreement")
    names = ("minimum-players", "sit-and-go", *entrance)
    yield "Players", text, names, (rules.entries.one_entry,)


def _conduct(rules: TournamentLaw, given: Conditions, _: TimeWriter) -> Iterator[ConditionDraft]:
    if rules.disputes is not None:
        text = f"Play stands still until the {rules.disputes.value.title} decides, for good."
        yield "Disputes", text, (), (rules.disputes,)
    if given.conducted_by_rules:
        text = "Where these conditions and the rules of the game differ, the rules prevail."
        yield "Rules", text, ("conducted-by-rules",), (rules.prevails,)


SUBJECTS = (
    _entry,
    _chips,
    _sessions,
    _wagers,
    _order,
    _time,
    _instead,
    _buy_back,
    _breaks,
    _players,
    _seats,
    _absence,
    _ties,
    _prizes,
    _conduct,
)
"""What the conditions are about, one function each."""
