"""Terms and commands of promotions as people write them: dollars, and times in the ISO 8601 form.

An error is one sentence that begins with the name of the term and ends with what is accepted.
"""

from collections.abc import Callable, Iterable
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from msgspec.structs import replace

from croupier.errors import CroupierError
from croupier.features.promotions.rules.terms import BLACKJACK, HANDS, Earning, Prize, Terms
from croupier.floor.command_text import BadCommandError, NotATimeError, parse_time
from croupier.kit.shapes import ShapeError, convert_data, did_you_mean
from croupier.messages import Command
from croupier.money import Cents, NotAnAmountError, dollars
from croupier.rulebooks import Role, StudLaw, TableLaw
from croupier.rulebooks.law.promotions import Payment, PrizeKind, PromotionLaw
from croupier.streams import PROMOTION

MONEY = ("wagered", "value")
"""The fields of commands that a person writes in dollars."""
YEARS = range(1900, 9000)
"""The years that a time may be in: room is left for a deadline some days later."""
TABLE_TERMS = ("odds", "pays", "payout", "settlement", "limits", "minimum", "maximum", "rules")
"""Names that look like terms, but belong to tables."""


class BadTermError(CroupierError):
    """A term cannot be read."""

    status, code = 400, "request/not-understood"

    def __init__(self, term: str, why: str) -> None:
        super().__init__(f"{term}: {why}")
        self.term = term
        """Which."""


def default_terms(law: TableLaw) -> Terms:
    """Return the terms of a promotion that states nothing else."""
    rules = require_promotion_rules(law)
    cash = rules.never_paid is None or Payment.CASH not in rules.never_paid.value
    kind = PrizeKind.CASH if cash else PrizeKind.CASINO_DOLLARS
    return Terms(
        manner="draw",
        award="on the floor after the draw",
        eligibility="members",
        minimum_wager=0,
        nature="a prize draw",
        entries_close=parse_time("2026-06-07T18:00:00Z"),
        starts=parse_time("2026-06-01T10:00:00Z"),
        draw=parse_time("2026-06-07T20:00:00Z"),
        claim="at the cage",
        presence_required=False,
        notification="telephone",
        publication="notice board",
        prizes=(Prize(kind=kind, value=1000_00),),
        disbursement="transfer",
        cash_alternative=False,
    )


def require_promotion_rules(law: TableLaw) -> PromotionLaw:
    """Return a game's rules for promotions. Raise if its rulebook has none."""
    if law.promotions is None:
        raise BadTermError("game", f"the rulebook of {law.title} has no rules for promotions")
    return law.promotions


def read_terms(
    law: TableLaw, written: object, omit: object = (), *, upon: Terms | None = None
) -> Terms:
    """Return the terms that a person wrote, over ``upon`` or the defaults.

    ``omit`` names the terms that are not stated at all.
    """
    base = default_terms(law) if upon is None else upon
    if not isinstance(written, dict):
        raise BadTermError("terms", 'these are a table of terms, such as manner = "draw"')
    changes: dict[str, Any] = {
        _field(term): READERS[_known_term(term)](law, term, said) for term, said in written.items()
    }
    for term in _names(omit):
        if term in written:
            raise BadTermError("omit", f"{term} is in the terms and also in omit")
        changes[_field(_known_term(term))] = None
    return replace(base, **changes)


def _names(omit: object) -> Iterable[str]:
    if isinstance(omit, list | tuple) and all(isinstance(one, str) for one in omit):
        return omit
    raise BadTermError("omit", 'this is a list of terms, such as ["claim"]')


def _known_term(term: str) -> str:
    if term in READERS:
        return term
    if term in TABLE_TERMS:
        why = "a promotion only watches tables: no term can change what happens there"
        raise BadTermError(term, why)
    raise BadTermError(term, f"there is no such term{did_you_mean(term, READERS)}")


def _field(term: str) -> str:
    return term.replace("-", "_")


# ------------------------------------------------------------------------------------ the terms


def _text(_: TableLaw, term: str, said: object) -> str:
    if isinstance(said, str):
        return said
    raise BadTermError(term, f'{said!r} is not text, such as "draw"')


def _flag(_: TableLaw, term: str, said: object) -> bool:
    if isinstance(said, bool):
        return said
    raise BadTermError(term, f"{said!r} is neither true nor false")


def _time(_: TableLaw, term: str, said: object) -> datetime:
    try:
        return read_time(said)
    except NotATimeError as error:
        raise BadTermError(term, str(error)) from None


def read_time(said: object) -> datetime:
    """Return a time in a plausible year; a time without a zone is universal time."""
    if not isinstance(said, str | date):
        raise NotATimeError(f"{said!r} is not a time such as 2026-06-01T10:00:00Z")
    time = parse_time(said if isinstance(said, str | datetime) else said.isoformat())
    if time.year in YEARS:
        return time
    raise NotATimeError(f"{said!r} is not a time in the years {YEARS[0]} to {YEARS[-1]}")


def _money(_: TableLaw, term: str, said: object) -> Cents:
    if isinstance(said, int | float | str | Decimal):
        try:
            amount = dollars(said)
        except NotAnAmountError as error:
            raise BadTermError(term, str(error)) from None
        if amount >= 0:
            return amount
    raise BadTermError(term, f"{said!r} is not an amount in dollars, 0 or more")


def _prizes(law: TableLaw, term: str, said: object) -> tuple[Prize, ...]:
    if not isinstance(said, list | tuple):
        raise BadTermError(term, 'this is a list, such as [{ kind = "cash", value = 1000 }]')
    return tuple(_prize(law, term, number, one) for number, one in enumerate(said, 1))


KEYS_OF_A_PRIZE = ("kind", "value", "details", "litres")


def _prize(law: TableLaw, term: str, number: int, said: object) -> Prize:
    if not isinstance(said, dict):
        raise BadTermError(term, f'prize {number} is a table, such as {{ kind = "cash" }}')
    for key in said:
        if key not in KEYS_OF_A_PRIZE:
            known = ", ".join(KEYS_OF_A_PRIZE)
            raise BadTermError(term, f"prize {number} has no {key!r}; choose from {known}")
    named = f"{term}: prize {number}"
    kind = _kind(named, said.get("kind"))
    value = _money(law, f"{named}, value", said["value"]) if "value" in said else None
    details = _details(require_promotion_rules(law), named, kind, said.get("details", {}))
    litres = _litres(named, said["litres"]) if "litres" in said else None
    return Prize(kind=kind, value=value, details=details, litres=litres)


def _kind(named: str, said: object) -> PrizeKind:
    known = {one.value: one for one in PrizeKind}
    if isinstance(said, str) and said in known:
        return known[said]
    raise BadTermError(f"{named}, kind", f"there is no {said!r}; choose from {', '.join(known)}")


CONDITIONS = "conditions"
"""What may be said of any prize."""


def _details(law: PromotionLaw, named: str, kind: PrizeKind, said: object) -> dict[str, str]:
    if not isinstance(said, dict):
        raise BadTermError(f"{named}, details", 'this is a table, such as { make = "..." }')
    asked = law.details.get(kind)
    for key in said if asked is not None else ():
        assert asked is not None
        if key not in (*asked.parts, CONDITIONS):
            known = ", ".join((*asked.parts, CONDITIONS))
            raise BadTermError(f"{named}, details", f"there is no {key!r}; choose from {known}")
    return {str(key): _detail_text(one) for key, one in said.items()}


def _detail_text(said: object) -> str:
    """Return a detail as people read it."""
    if isinstance(said, bool):
        return "yes" if said else "no"
    return ", ".join(map(_detail_text, said)) if isinstance(said, list | tuple) else str(said)


def _litres(named: str, said: object) -> Decimal:
    litres = Decimal("NaN")
    if isinstance(said, int | float | Decimal) and not isinstance(said, bool):
        litres = Decimal(str(said))
    if litres.is_finite() and litres >= 0:
        return litres
    raise BadTermError(f"{named}, litres", f"{said!r} is not a number of litres, 0 or more")


def _read_earning(law: TableLaw, term: str, said: object) -> Earning:
    if not isinstance(said, dict) or not said or set(said) - {"wager", "hand"}:
        raise BadTermError(term, 'this is { wager = 50 }, { hand = "flush" } or both')
    wager = _money(law, f"{term}, wager", said["wager"]) if "wager" in said else 0
    hand = said.get("hand", "")
    hands = HANDS[1:] if isinstance(law, StudLaw) else (BLACKJACK,)
    if "hand" in said and hand not in hands:
        raise BadTermError(f"{term}, hand", f"there is no {hand!r}; choose from {', '.join(hands)}")
    return Earning(wager=wager, hand=hand)


READERS: dict[str, Callable[[TableLaw, str, object], Any]] = {
    "manner": _text,
    "award": _text,
    "eligibility": _text,
    "minimum-wager": _money,
    "nature": _text,
    "entries-close": _time,
    "starts": _time,
    "draw": _time,
    "claim": _text,
    "presence-required": _flag,
    "notification": _text,
    "publication": _text,
    "prizes": _prizes,
    "disbursement": _text,
    "cash-alternative": _flag,
    "earned-by": _read_earning,
}
"""How each term is read."""

# --------------------------------------------------------------------------------- the commands

KINDS: dict[str, type[Command]] = {
    str(kind.__struct_config__.tag): kind for kind in PROMOTION.commands
}
"""Every command of a promotion by its wire name."""


def read_promotion_command(law: TableLaw, terms: Terms, step: dict[str, Any]) -> Command:
    """Return a command from its fields, with amounts in dollars.

    Its role is the gaming manager's unless the step names one. ``terms`` are those in force, which
    an amendment changes in part.
    """
    do = step.get("do")
    kind = KINDS.get(do) if isinstance(do, str) else None
    if kind is None:
        raise BadCommandError(f"there is no step {do!r}{did_you_mean(str(do), KINDS)}")
    usual = Role.PLAYER if kind.usual is Role.PLAYER else Role.GAMING_MANAGER
    fields = {"by": usual, **{key: value for key, value in step.items() if key != "do"}}
    try:
        for key in MONEY:
            if key in fields:
                fields[key] = _money(law, key, fields[key])
        if fields.get("at") is not None:
            fields["at"] = read_time(fields["at"])
        if "terms" in fields:
            fields["terms"] = read_terms(law, fields["terms"], upon=terms)
        if "pay" in fields:
            fields["pay"] = _payment(fields["pay"])
        return convert_data({"command": do, **fields}, kind, keep=(datetime,))
    except (BadTermError, NotATimeError, ShapeError) as error:
        raise BadCommandError(f"{do}: {error}") from None


def _payment(said: object) -> Payment:
    known = {one.value: one for one in Payment}
    if isinstance(said, str) and said in known:
        return known[said]
    raise BadTermError("pay", f"there is no {said!r}; choose from {', '.join(known)}")
