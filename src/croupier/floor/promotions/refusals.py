"""Refusals of promotions: several clauses against one command, and who may ask for what."""

from msgspec.structs import replace

from croupier.rulebooks import Rule, Says
from croupier.rulebooks.promotion_law import PromotionLaw
from croupier.table.commands import Command
from croupier.table.state import Refused


def together(*found: Refused | None) -> Refused | None:
    """The first of some refusals, with the clauses of the others as further ones."""
    refusals = [one for one in found if one is not None]
    if not refusals:
        return None
    clauses = tuple(clause for one in refusals for clause in (one.clause, *one.also))
    return replace(refusals[0], also=clauses)


def not_the_operator(
    law: PromotionLaw, command: Command, by: Rule[object] | Says, what: str
) -> Refused | None:
    """Refuse anybody else what the operator does, by the clause that says so."""
    rule = law.offered
    if command.by.may_act_as(rule.value):
        return None
    why = f"only {rule.value.one}, for the operator, may {what}, not {command.by.one}"
    return Refused("role/not-empowered", by.clause, why, (rule.clause,))
