"""A promotion in a file: its game, its terms, and where in the file each of them stands."""

import re
from pathlib import Path
from typing import Any

import msgspec

from croupier.errors import CroupierError
from croupier.floor.promotions.terms import OUT_OF_ORDER, Terms, faults
from croupier.play.promotion_reader import BadTermError, default_terms, read_terms, rules_of
from croupier.play.promotion_scenario import PromotionScenario
from croupier.rulebooks import GAMES, TableLaw, law_of
from croupier.shapes import did_you_mean
from croupier.table.state import Refused
from croupier.toml_files import UnreadableFileError, parse_toml, read_text

USUAL_GAME = "star-blackjack"
"""The rulebook of a file that names no game."""
PROMOTION = "promotion"


class BadPromotionFileError(CroupierError):
    """A file that describes no promotion."""


class PromotionFile(msgspec.Struct, frozen=True):
    """What a file says."""

    law: TableLaw
    """The law of the game."""
    terms: Terms
    """The terms, those left out with their defaults."""
    prepared: bool
    """Whether the terms were submitted and published and the promotion has started."""
    steps: tuple[dict[str, Any], ...]
    """What happens, in order; empty where the file has the terms alone."""


def read_promotion(path: Path) -> PromotionFile:
    """Read a promotion; an error names the term, its line and what is accepted."""
    if not path.exists():
        raise BadPromotionFileError(f"no such file: {path}; promotion template writes one")
    try:
        text = read_text(path)
        data = parse_toml(text)
    except UnreadableFileError as error:
        raise BadPromotionFileError(f"{path}: {error}") from None
    try:
        return _read(data)
    except BadTermError as error:
        raise BadPromotionFileError(f"{path}{at_line(text, error.term)}: {error}") from None
    except CroupierError as error:
        raise BadPromotionFileError(f"{path}{at_line(text, 'game')}: {error}") from None


def _read(data: dict[str, Any]) -> PromotionFile:
    if not data:
        raise BadTermError("terms", "the file is empty; promotion template writes one")
    known = PromotionScenario.__struct_fields__
    for key in data:
        if key not in known:
            raise BadTermError(key, f"there is no such key{did_you_mean(key, known)}")
    if data.get("kind", PROMOTION) != PROMOTION:
        raise BadTermError("kind", f'this file is a {data["kind"]!r}, and not a "{PROMOTION}"')
    law = _law(data.get("game", USUAL_GAME))
    terms = read_terms(law, data.get("terms", {}), data.get("omit", ()))
    for fault in faults(rules_of(law), terms):
        if fault.code == OUT_OF_ORDER:
            raise BadTermError(fault.why.split()[0], f"{fault.why} ({fault.clause})")
    return PromotionFile(law, terms, _flag(data), _steps(data))


def _law(game: object) -> TableLaw:
    law = law_of(str(game))
    if law.promotions is None:
        having = ", ".join(name for name, one in GAMES.items() if one.promotions is not None)
        why = f"the rulebook of {law.title} has no rules for promotions; these have: {having}"
        raise BadTermError("game", why)
    return law


def _flag(data: dict[str, Any]) -> bool:
    prepared = data.get("prepared", True)
    if isinstance(prepared, bool):
        return prepared
    raise BadTermError("prepared", f"{prepared!r} is neither true nor false")


def _steps(data: dict[str, Any]) -> tuple[dict[str, Any], ...]:
    steps = data.get("steps", [])
    if isinstance(steps, list) and all(isinstance(one, dict) for one in steps):
        return tuple(steps)
    raise BadTermError("steps", 'this is a list of steps, such as [{ do = "draw" }]')


def at_line(text: str, term: str) -> str:
    """Where a term stands in a file, to follow its name; empty where it does not."""
    name = re.escape(re.split(r"[:,]", term)[0])
    written = re.compile(rf'^\s*(?:"?{name}"?\s*[=.]|\[\[?(?:terms\.)?{name}\b)|[{{,]\s*{name}\s*=')
    for number, line in enumerate(text.splitlines(), 1):
        if written.search(line):
            return f", line {number}"
    return ""


def term_at_fault(fault: Refused) -> str:
    """The term that a fault is about, to find its line."""
    return "prizes" if fault.code.startswith("prize/") else "omit"


TEMPLATE_HEAD = """\
# A promotion by the rulebook of {title}. Amounts are dollars, times have their zone.
# `croupier promotion check FILE` checks the terms against the rulebook, `run FILE` tries them out.
kind = "promotion"
game = "{game}"

[terms]
"""


def template(law: TableLaw) -> str:
    """A file with every term that a rulebook asks for, and what it is there for."""
    terms, rules = default_terms(law), rules_of(law)
    lines = [TEMPLATE_HEAD.format(title=law.title, game=law.game)]
    for term, says in rules.statements.items():
        lines.append(f"# {says.text} ({says.clause})\n")
        lines.append(f"{term} = {_toml(getattr(terms, term.replace('-', '_')))}\n")
    if "disbursement" not in rules.statements:
        lines.append(f"# how prizes are handed over\ndisbursement = {_toml(terms.disbursement)}\n")
    rule = rules.alternative_stated
    lines.append(f"# whether winners may take money instead of another prize ({rule.clause})\n")
    lines.append(f"cash-alternative = {_toml(terms.cash_alternative)}\n")
    return "".join(lines)


def _toml(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return f'"{value}"'
        case int():
            return f"{value / 100:g}"
        case tuple():
            prizes = (f'{{ kind = "{one.kind}", value = {_toml(one.value)} }}' for one in value)
            return f"[{', '.join(prizes)}]"
        case _:
            return str(value.isoformat()).replace("+00:00", "Z")
