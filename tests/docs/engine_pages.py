"""The pages of commands, events and choices, made from what the engine declares."""

from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import Any, get_args, get_type_hints

import msgspec

from croupier.features.fairness.rules.shoes import CardsEvent
from croupier.features.promotions.files import MONEY as MONEY_OF_PROMOTIONS
from croupier.features.promotions.rules.decisions import EVOLVERS as PROMOTION_EVOLVERS
from croupier.features.tournaments.rules.decisions import EVOLVERS as TOURNAMENT_EVOLVERS
from croupier.floor.command_text import MONEY
from croupier.games.blackjack.game import EVOLVERS as BLACKJACK_EVOLVERS
from croupier.games.blackjack.state import Round
from croupier.games.engine import HANDLERS
from croupier.games.stud.game import EVOLVERS as STUD_EVOLVERS
from croupier.games.table.choices import USUAL_NUMBER, Choices, JackpotTerms
from croupier.games.table.opening import TableOpened
from croupier.house import accounts
from croupier.house.accounts import DECIDERS
from croupier.house.accounts import EVOLVERS as ACCOUNT_EVOLVERS
from croupier.house.gaming_days import HouseEvent
from croupier.house.jackpots import PoolEvent
from croupier.house.people import PersonEvent
from croupier.messages import Command
from croupier.streams import CAGE, DESK, PROMOTION, RecordedEvent
from tests.docs.fields import field_texts
from tests.docs.markdown import MADE, cell, page, prose, said, table

COMMANDS = (
    "What can be done to a table, in a step of [a scenario](../scenarios.md), a line of",
    "[a live table](../live.md) or a request. Fields in brackets may be left out; `($)` marks",
    "amounts in dollars. Who may ask for what is a matter of the rulebook: a command of somebody",
    "whom the clause does not empower is refused by that clause.",
)
EVENTS = (
    "What has happened, as the journal records it and as `[[events]]` of",
    "[a scenario](../scenarios.md) may ask for it: amounts in cents, cards as two letters, roles",
    "and choices by their names. A field with a value in brackets may be left out and then holds",
    "that.",
)
WITHIN = (
    "What fields of events hold where that has fields of its own. The choices of `table-opened`",
    "are on [a page of their own](choices.md); a round is in",
    "`src/croupier/games/blackjack/state.py`.",
)
CHOICES = (
    "The keys of `[table]` in [a scenario](../scenarios.md), and the fields of `croupier.Choices`",
    "with amounts in cents. A choice that the game's rulebook does not leave open is refused where",
    "the rulebook has a clause to refuse it by; `layout`, `soft-17` and the numbers of pay tables",
    "are passed over in games that have no use for them. On the command line they are",
    "[options](options.md), and one without effect is refused.",
)
IN_DOLLARS = {"minimum", "maximum", "unit", "chip", "max_payout", "wager", "pool", "bonus", "seed"}


def commands() -> str:
    """Every command of the engine, by what it is about."""
    groups: dict[str, list[type[Command]]] = {}
    for kind in HANDLERS:
        groups.setdefault(group_of(kind), []).append(kind)
    parts = [prose(*COMMANDS, MADE)]
    for group, kinds in groups.items():
        parts.append(f"## {group}")
        parts += (command(kind) for kind in kinds)
    parts.append(f"## {said(accounts).rstrip('.')}")
    parts += (command(kind) for kind in DECIDERS)
    parts += ["## Promotions", prose(*PROMOTIONS)]
    parts += (command(kind) for kind in PROMOTION.commands)
    return page("Every command", *parts)


PROMOTIONS = (
    "What can be done to [a promotion](../promotions.md), in a step of a scenario file with",
    '`kind = "promotion"`. Disputes and notices go as at tables.',
)


def group_of(kind: type[Command]) -> str:
    """What a command is about: the sentence of the module that carries it out."""
    handler = getattr(HANDLERS[kind], "func", HANDLERS[kind])
    module = handler.__module__.replace("blackjack.deciding", "table.wagering")
    return said(import_module(module)).partition(". ")[0].rstrip(".")


def command(kind: type[Command]) -> str:
    """A command by its name, and what each of its fields says; those of every command apart."""
    told = field_texts(kind)
    rows = []
    for field in msgspec.structs.fields(kind):
        name = field.encode_name
        if name in ("by", "at"):
            continue
        unit = " ($)" if name in (*MONEY, *MONEY_OF_PROMOTIONS) else ""
        shown = f"`{name}`{unit}"
        if not field.required:
            default = field.default
            value = "" if default in (None, ()) else f" = {msgspec.json.encode(default).decode()}"
            shown = f"[`{name}{value}`{unit}]"
        rows.append((shown, cell(told[field.name])))
    parts = [f"### `{kind.__struct_config__.tag}`", said(kind)]
    return "\n\n".join([*parts, table(("field", "what it says"), rows)] if rows else parts)


def events() -> str:
    """Every event of a table, with each of its fields."""
    shared = [kind for kind in BLACKJACK_EVOLVERS if kind in STUD_EVOLVERS]
    groups: dict[str, list[Any]] = {
        "At every table": [TableOpened, *shared],
        "At a blackjack table": [kind for kind in BLACKJACK_EVOLVERS if kind not in shared],
        "At a table of Caribbean Stud": [kind for kind in STUD_EVOLVERS if kind not in shared],
        "On the floor": [*get_args(PoolEvent), *ACCOUNT_EVOLVERS],
        "Of a promotion": [kind for kind in PROMOTION_EVOLVERS if kind not in BLACKJACK_EVOLVERS],
        "Of the cage": [*CAGE.events, *DESK.events],
        "Of the cards of an automatic table": list(get_args(CardsEvent)),
        "Of a tournament": [kind for kind in TOURNAMENT_EVOLVERS if kind not in BLACKJACK_EVOLVERS],
        "Of a person": list(get_args(PersonEvent)),
        "Of the house": list(get_args(HouseEvent)),
    }
    told = [kind for kinds in groups.values() for kind in kinds]
    groups["Of the house"] += [kind for kind in get_args(RecordedEvent) if kind not in told]
    parts = [prose(*EVENTS, MADE)]
    for title, kinds in groups.items():
        parts.append(f"## {title}")
        parts += (record(kind, str(kind.__struct_config__.tag)) for kind in kinds)
    every = [kind for kinds in groups.values() for kind in kinds]
    parts += ["## Within events", prose(*WITHIN)]
    parts += (record(kind, kind.__name__) for kind in held_by(every))
    return page("Every event", *parts)


def held_by(kinds: Iterable[type[msgspec.Struct]]) -> list[type[msgspec.Struct]]:
    """The records that events hold, by their names; those that have a page of their own apart."""
    found: list[type[msgspec.Struct]] = []
    waiting = list(kinds)
    while waiting:
        for hint in get_type_hints(waiting.pop()).values():
            for held in records_in(hint):
                if held not in found and held not in (Choices, Round):
                    found.append(held)
                    waiting.append(held)
    return sorted(found, key=lambda kind: kind.__name__)


def records_in(hint: Any) -> Iterator[type[msgspec.Struct]]:
    """The records that a type is made of."""
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        yield hint
    for part in get_args(hint):
        yield from records_in(part)


def record(kind: type[msgspec.Struct], name: str) -> str:
    """A record by its name, and what each of its fields holds."""
    told = field_texts(kind)
    rows = []
    for field in msgspec.structs.fields(kind):
        default = "" if field.required else f" [{default_of(field)}]"
        rows.append((f"`{field.encode_name}`{default}", cell(told[field.name])))
    shown = [f"### `{name}`", said(kind)]
    return "\n\n".join([*shown, table(("field", "what it holds"), rows)] if rows else shown)


def default_of(field: msgspec.structs.FieldInfo) -> str:
    """The value of a field that is left out."""
    value = field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
    shown = msgspec.json.encode(msgspec.to_builtins(value)).decode()
    return "nothing" if shown in ("null", '""') else f"`{shown}`"


def choices() -> str:
    """What a rulebook leaves to the operator."""
    jackpot = "The keys of `jackpot`, such as `{ wager = 5, pool = 30000, increment = 0.7 }`:"
    parts = (prose(*CHOICES, MADE), chosen(Choices), jackpot, chosen(JackpotTerms))
    return page("The operator's choices", *parts)


def chosen(kind: type[msgspec.Struct]) -> str:
    """The fields of choices with their defaults, amounts in dollars."""
    told, rows = field_texts(kind), []
    for field in msgspec.structs.fields(kind):
        shown = "must be named" if field.required else default_of(field)
        if field.name in IN_DOLLARS and not field.required and field.default is not None:
            shown = f"`{field.default / 100:g}`"
        if field.default == USUAL_NUMBER:
            shown = "the game's"
        unit = " ($)" if field.name in IN_DOLLARS else ""
        rows.append((f"`{field.encode_name}`{unit}", shown, cell(told[field.name])))
    return table(("key", "default", "what it says"), rows)
