"""The terms of a promotion as a document, each with the clauses that require it."""

from collections.abc import Iterator
from datetime import datetime

import msgspec

from croupier.display.paper_pages import grid, page, paragraph
from croupier.floor.promotions.terms import Earning, Prize, Terms, is_blank
from croupier.money import in_dollars
from croupier.rulebooks import TableLaw
from croupier.rulebooks.promotion_law import PromotionLaw

PAPER = "Terms of the promotion"
TermStatement = tuple[str, str, str]
"""A term, what it says, and its clauses."""


def statements(law: TableLaw, terms: Terms) -> Iterator[TermStatement]:
    """What the terms say, then what the rulebook says about all promotions."""
    rules = law.promotions
    assert rules is not None
    for field in msgspec.structs.fields(Terms):
        said = getattr(terms, field.name)
        if is_blank(said) or field.name == "prizes":
            continue
        says = rules.statements.get(field.encode_name)
        clauses = "" if says is None else says.clause
        yield field.encode_name, _words(said), clauses
    yield from _prizes(rules, terms)
    yield from _for_everybody(rules)


def _words(said: object) -> str:
    match said:
        case bool():
            return "yes" if said else "no"
        case int():
            return in_dollars(said)
        case datetime():
            return said.strftime("%-d %B %Y, %H:%M %Z").strip()
        case Earning(wager=wager, hand=hand):
            return hand or f"a settled wager of {in_dollars(wager)} or more"
    return str(said)


def _prizes(rules: PromotionLaw, terms: Terms) -> Iterator[TermStatement]:
    """Each prize, with what the rulebook requires for its kind."""
    stated = rules.statements["prizes"]
    for number, prize in enumerate(terms.prizes or (), 1):
        yield f"prize {number}", _prize(prize), stated.clause


def _prize(prize: Prize) -> str:
    parts = [prize.kind.value]
    parts += [f"{prize.litres} litres"] if prize.litres is not None else []
    parts += [in_dollars(prize.value)] if prize.value is not None else []
    parts += [f"{name}: {text}" for name, text in prize.details.items()]
    return ", ".join(parts)


def _for_everybody(rules: PromotionLaw) -> Iterator[TermStatement]:
    """What holds whatever the terms say: the draw overseen, winners notified, complaints."""
    over = in_dollars(rules.scrutineer.value)
    yield "scrutineer", f"A draw for a prize over {over} is overseen.", rules.scrutineer.clause
    told = (
        f"Winners who need not be present are notified within {rules.notified_hours.value} hours."
    )
    yield "winners", told, rules.notified_hours.clause
    final = "The operator decides disputes; anyone not satisfied may go to an inspector."
    yield "disputes", final, ", ".join((rules.dispute.clause, *rules.dispute.also))


def terms_text(law: TableLaw, terms: Terms, title: str = "") -> str:
    """The terms, to read."""
    lines = [title or PAPER, law.title, ""]
    for name, text, clauses in statements(law, terms):
        lines.append(f"{name}: {text}{f' ({clauses})' if clauses else ''}")
    return "\n".join(lines) + "\n"


def terms_html(law: TableLaw, terms: Terms, title: str = "") -> str:
    """The terms as a page."""
    return page(title or PAPER, [paragraph(law.title), grid((), statements(law, terms))])
