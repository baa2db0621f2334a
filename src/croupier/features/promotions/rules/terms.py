"""The terms of a promotion: what they state, and whether a rulebook allows them."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from decimal import Decimal

import msgspec
from msgspec.structs import replace

from croupier.cards import Category
from croupier.messages import Command, Refused
from croupier.money import Cents, in_dollars
from croupier.rulebooks import Rule, Says
from croupier.rulebooks.law.promotions import PrizeKind, PromotionLaw


def merge_refusals(*found: Refused | None) -> Refused | None:
    """Return the first of the refusals, with the clauses of the others added to it."""
    refusals = [one for one in found if one is not None]
    if not refusals:
        return None
    clauses = tuple(clause for one in refusals for clause in (one.clause, *one.also))
    return replace(refusals[0], also=clauses)


def not_the_operator(
    law: PromotionLaw, command: Command, by: Rule[object] | Says, what: str
) -> Refused | None:
    """Refuse a command that only the operator may give, by the clause that says so."""
    rule = law.offered
    if command.by.may_act_as(rule.value):
        return None
    why = f"only {rule.value.one}, for the operator, may {what}, not {command.by.one}"
    return Refused("role/not-empowered", by.clause, why, (rule.clause,))


class Prize(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """One prize."""

    kind: PrizeKind
    """What it consists of."""
    value: Cents | None = None
    """Its worth; ``None`` if the terms do not state it."""
    details: dict[str, str] = {}
    """Whatever else the terms state about it, by the names that the rulebook requires."""
    litres: Decimal | None = None
    """The quantity of liquor; ``None`` if the prize is something else, or the terms do not state
    it."""


class Earning(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """What earns an entry at a table: a wager or a hand, one of the two."""

    wager: Cents = 0
    """A settled wager of this much or more; 0 if wagers do not count."""
    hand: str = ""
    """A hand of this kind: ``blackjack``, or a poker hand such as ``flush``; empty if hands do not
    count."""


BLACKJACK = "blackjack"
HANDS = (BLACKJACK, *(category.key for category in Category))
"""The hands that can earn an entry."""


class Terms(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """What a promotion's terms state; a field that is ``None`` is not stated at all."""

    manner: str | None = None
    """How prizes are awarded: by a draw."""
    award: str | None = None
    """When and where prizes are awarded."""
    eligibility: str | None = None
    """Who may win."""
    minimum_wager: Cents | None = None
    """What must be wagered to enter; 0 if nothing must."""
    nature: str | None = None
    """What is to be won, with all reservations."""
    entries_close: datetime | None = None
    """The last moment at which entries are accepted."""
    starts: datetime | None = None
    """When the promotion begins."""
    draw: datetime | None = None
    """When the draw is held."""
    claim: str | None = None
    """How a prize is claimed."""
    presence_required: bool | None = None
    """Whether a winner must be present at the draw."""
    notification: str | None = None
    """How winners are notified."""
    publication: str | None = None
    """How the results are made known."""
    prizes: tuple[Prize, ...] | None = None
    """The prizes, in the order in which they are drawn."""
    disbursement: str | None = None
    """How prizes are handed over."""
    cash_alternative: bool | None = None
    """Whether winners may choose money instead of other prizes; ``None`` means no."""
    earned_by: Earning | None = None
    """What earns an entry at a table; ``None`` if people enter by themselves."""


def terms_refusal(law: PromotionLaw, terms: Terms) -> Refused | None:
    """Return a refusal by every clause that the terms break; ``None`` if they are lawful."""
    return merge_refusals(*terms_faults(law, terms))


def terms_faults(law: PromotionLaw, terms: Terms) -> Iterator[Refused]:
    """Yield every objection of a rulebook to the terms, one by one."""
    yield from _missing_terms(law, terms)
    yield from _prizes(law, terms.prizes or ())
    yield from _times(law, terms)


def statement_refusal(says: Says, code: str, why: str) -> Refused:
    """Return a refusal by what the terms state and by the clause that requires it."""
    return Refused(code, says.clause, why)


def _missing_terms(law: PromotionLaw, terms: Terms) -> Iterator[Refused]:
    """Refuse terms that leave out what they must state."""
    for term, says in law.statements.items():
        if is_blank(getattr(terms, term.replace("-", "_"))):
            why = f"the terms do not state {term}: {says.text}"
            yield Refused("terms/unsaid", says.clause, why, says.also)


def is_blank(said: object) -> bool:
    """Return whether a term states nothing."""
    return said is None or said == () or (isinstance(said, str) and not said.strip())


def _prizes(law: PromotionLaw, prizes: Iterable[Prize]) -> Iterator[Refused]:
    for number, prize in enumerate(prizes, 1):
        name = f"prize {number} ({prize.kind})"
        yield from _forbidden_prizes(law, prize, name)
        yield from _missing_details(law, prize, name)


def _forbidden_prizes(law: PromotionLaw, prize: Prize, name: str) -> Iterator[Refused]:
    """Refuse a prize that no promotion may have."""
    says = law.forbidden.get(prize.kind)
    if says is not None:
        why = f"{name} may not be given: {says.text}"
        yield Refused("prize/forbidden", says.clause, why, says.also)
    most = law.most_litres
    if prize.litres is not None and prize.litres > most.value:
        why = f"{name} has {prize.litres} litres of liquor; the most is {most.value}"
        yield Refused("prize/too-much-liquor", most.clause, why, most.also)
    never = law.never_paid
    if never is not None and prize.kind is PrizeKind.CASH:
        yield Refused("prize/cash", never.clause, f"{name} may not be given: no prize is cash")


def _missing_details(law: PromotionLaw, prize: Prize, name: str) -> Iterator[Refused]:
    """Refuse a prize about which the terms leave out what they must state."""
    says = law.statements["prizes"]
    if prize.value is None:
        why = f"the terms do not state the value of {name}"
        yield Refused("prize/no-value", says.clause, why, says.also)
    if prize.kind is PrizeKind.LIQUOR and prize.litres is None:
        why = f"the terms do not state the litres of {name}"
        yield Refused("prize/no-litres", says.clause, why, says.also)
    details = law.details.get(prize.kind)
    for part, asked in details.parts.items() if details is not None else ():
        if is_blank(prize.details.get(part)):
            assert details is not None
            also = (*asked.also, *details.says.also)
            why = f"the terms do not state {part} of {name}: {asked.text}"
            yield Refused("prize/undescribed", asked.clause, why, also)


OUT_OF_ORDER = "terms/out-of-order"
"""The refusal of terms with impossible times."""


def _times(law: PromotionLaw, terms: Terms) -> Iterator[Refused]:
    """Refuse times that are out of order."""
    starts, close, draw = terms.starts, terms.entries_close, terms.draw
    if starts is not None and close is not None and close < starts:
        why = f"entries-close {close.isoformat()} is before starts {starts.isoformat()}"
        yield statement_refusal(law.statements["entries-close"], "terms/out-of-order", why)
    after = max((one for one in (starts, close) if one is not None), default=None)
    if draw is not None and after is not None and draw < after:
        why = f"draw {draw.isoformat()} is before the start, or before entries close"
        yield statement_refusal(law.statements["draw"], "terms/out-of-order", why)


def time_without_zone(terms: Terms) -> Refused | None:
    """Refuse terms that have a time without a zone: it cannot be compared with a clock."""
    for time in (terms.starts, terms.entries_close, terms.draw):
        if time is not None and time.tzinfo is None:
            why = "a time needs its zone, such as 2026-06-01T10:00:00Z"
            return Refused("clock/no-zone", "", why)
    return None


def stated_prizes(terms: Terms) -> tuple[Prize, ...]:
    """Return the prizes that the terms name."""
    return terms.prizes or ()


def prize_worth(prize: Prize) -> Cents:
    """Return what a prize is worth; $0 if incomplete terms leave it open."""
    return prize.value or 0


def scrutineer_reason(law: PromotionLaw, terms: Terms) -> str:
    """Return why the draw needs a scrutineer; empty if it needs none."""
    over = [one for one in stated_prizes(terms) if prize_worth(one) > law.scrutineer.value]
    if not over:
        return ""
    most = in_dollars(max(map(prize_worth, over)))
    return f"a prize is worth {most}, over {in_dollars(law.scrutineer.value)}"
