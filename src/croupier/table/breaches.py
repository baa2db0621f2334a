"""Which rule somebody broke: named by its clause, or by the ground on which it is acted on."""

from croupier.rulebooks import TableLaw
from croupier.rulebooks.catalogue import Says, catalogue
from croupier.rulebooks.prohibitions import Ground, Moment, Prohibition
from croupier.table.irregular_commands import Sanction
from croupier.table.state import Refused

Moments = frozenset[Moment]
"""What holds at a table now."""


def breach_of(
    law: TableLaw, command: Sanction, moments: Moments, no_advice: Says | None
) -> Prohibition | Refused | None:
    """The prohibition that was broken; ``None`` where only its clause is known.

    Where a tournament is played, ``no_advice`` is what it says of advice that was asked for.
    """
    rules = law.conduct
    named = [rule for rule in rules.forbidden if command.ground == rule.ground]
    if command.ground and not named:
        known = ", ".join(rule.ground for rule in rules.forbidden)
        why = f"choose a ground of {law.title}: {known}; or name the clause as breach"
        return Refused("sanction/ground", rules.sanctioned.clause, why)
    if not command.ground:
        named = [rule for rule in rules.forbidden if command.breach == rule.says.clause]
    if not named:
        return None
    (broken,) = named
    if command.breach not in ("", broken.says.clause):
        why = f"{broken.ground} is a breach of {broken.says.clause}, not of {command.breach}"
        return Refused("sanction/ground", broken.says.clause, why)
    asked_for = command.permitted and broken.unless is not None
    if asked_for and broken.ground is Ground.ADVICE and no_advice is not None:
        return Prohibition(ground=broken.ground, says=no_advice)
    return _no_breach_now(broken, command, moments) or broken


def _no_breach_now(broken: Prohibition, command: Sanction, moments: Moments) -> Refused | None:
    """Refuse to act on what the clause permits, or does not cover at this moment."""
    says, unless = broken.says, broken.unless
    if broken.during is not None and broken.during not in moments:
        why = f"{says.text}: that applies only in the {broken.during.value.replace('-', ' ')}"
        if broken.during is Moment.FACE_DOWN:
            why = f"{says.text}: no cards are dealt face down here"
        return Refused("sanction/not-now", says.clause, why)
    if not command.permitted or unless is None:
        return None
    if broken.unless_during is not None and broken.unless_during not in moments:
        return None
    why = f"no breach: the clause leaves open {unless.text}"
    return Refused("sanction/permitted", unless.clause, why, unless.also)


def not_to_be_acted_on(
    law: TableLaw, command: Sanction, broken: Prohibition | None
) -> Refused | None:
    """Refuse to void wagers, exclude or detain over a breach for which no clause provides that."""
    rules = law.conduct
    acted_on = tuple(clause for rule in rules.prohibited for clause in (rule.clause, *rule.also))
    if rules.any_breach:
        if broken is not None or command.breach in catalogue(law.book).clauses:
            return None
    elif command.breach in acted_on:
        return None
    accepted = "any clause of this rulebook" if rules.any_breach else " or ".join(acted_on)
    clause = rules.sanctioned.clause
    if broken is None:
        why = f"a breach of {accepted} may be acted on, not of {command.breach!r}"
        if not command.breach:
            why = f"say what was broken, as breach: {accepted}"
        return Refused("sanction/no-breach", clause, why)
    why = f"only a breach of {accepted} allows this; you can still caution"
    return Refused("sanction/caution-only", clause, why, (broken.says.clause,))
