"""Which role may submit which command, as the clauses of each law say.

The paths below name the rules that empower a role at a table; those of a feature stand with its
rules (``POWERS``). Which role it is, and by which clause, is in the law alone. The engine holds
every command to the same rules. Here they decide in which of their roles a principal submits, and
they make the table of powers that is printed.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from croupier.messages import Command
from croupier.rulebooks import GAMING_ROLES, Role, Rule, TableLaw
from croupier.streams import KINDS, TABLE
from croupier.web.auth.permissions import LINE, OVERSIGHT, Principal

TABLE_POWERS: dict[str, tuple[str, ...]] = {
    "announce-closure": ("floor.closed_by",),
    "announce-limits": ("limits.altered_by",),
    "approve-face-down": ("cards.face_down",),
    "approve-held-blackjacks": ("interim.held_by",),
    "call-insurance": ("irregular.oversight.insurance",),
    "change-limits": ("limits.altered_by",),
    "check-cards": ("checks.checked_by", "checks.dropped", "checks.replacements_by"),
    "check-equipment": ("equipment.reported_by",),
    "close-dispute": ("conduct.dispute.first",),
    "close-jackpot": ("jackpot.malfunction",),
    "close-table": ("floor.closed_by",),
    "cut": ("cut.passed_on",),
    "decide-dispute": ("conduct.dispute.first", "tournaments.disputes"),
    "device-failure": ("device_failure.void",),
    "english-only": ("irregular.suspected",),
    "give-up-box": ("wagers.several_boxes",),
    "hand-over": ("conduct.sanctioned", "conduct.detained"),
    "invalidate-round": ("conduct.invalidated",),
    "keep-apart": ("irregular.suspected",),
    "lift-restriction": (
        "wagers.minimum_until_shuffle",
        "wagers.minimum_for_good",
        "wagers.one_box_at_minimum",
    ),
    "limit-players": ("wagers.fewer_players",),
    "limit-side-bets": ("side_bets.kinds.only_bettors",),
    "order-check": ("checks.suspected", "checks.on_order"),
    "order-shuffle": ("shuffle.directed",),
    "permit-resplit": ("split.permitted_by",),
    "personal-limits": ("limits.personal",),
    "play-first": ("irregular.suspected",),
    "raise-minimum": ("limits.retained.raised_by",),
    "refuse-wager": ("wagers.refused",),
    "release-boxes": ("wagers.reserved",),
    "reopen-jackpot": ("jackpot.malfunction",),
    "replace-card": ("checks.one_card",),
    "replace-cards": ("cards.replaced_by",),
    "reserve-boxes": ("wagers.reserved",),
    "restrict-to-minimum": ("wagers.minimum_until_shuffle", "wagers.minimum_for_good"),
    "restrict-to-one-box": ("wagers.one_box_at_minimum",),
    "reveal-folded": ("settlement.revealed",),
    "review-dispute": ("conduct.dispute.review",),
    "riffle": ("shuffle.riffle", "shuffle.riffle_factory"),
    "sanction": ("conduct.sanctioned",),
    "set-hours": ("floor.closed_by",),
    "side-bet-limits": ("side_bets.kinds.amount",),
    "vacate-seat": ("floor.vacated_by",),
    "void-hand": ("irregular.misdeal.void",),
    "void-round": ("irregular.misdeal.void",),
    "withhold-payment": ("conduct.staff_wagers",),
}
"""The rules that empower a role to submit a command at a table, by their paths in the law."""
TOURNAMENT_STAFF = LINE | {Role.TOURNAMENT_MANAGER}
FURTHER_ROLES: dict[str, frozenset[Role]] = {
    "acknowledge": LINE | OVERSIGHT | {Role.TOURNAMENT_MANAGER},
    "check-cards": frozenset({Role.INSPECTOR, Role.SURVEILLANCE}),
    "order-check": frozenset({Role.INSPECTOR, Role.SURVEILLANCE}),
    "deduct-absent": TOURNAMENT_STAFF,
    "time-out": TOURNAMENT_STAFF,
    "return-chips": TOURNAMENT_STAFF,
    "refuse-entry": frozenset({Role.GAMING_MANAGER}),
    "disqualify": frozenset({Role.GAMING_MANAGER, Role.TOURNAMENT_MANAGER}),
    "approve-amendment": frozenset({Role.REGULATOR}),
}
"""Further roles that may submit: the recipient of a notice acknowledges it, and so on."""

CHECKED_BY_STAFF = frozenset({"exchange-voucher"})
"""What a player does and staff enter, at every table: somebody must have the voucher in hand."""

CHANGED_BY_STAFF: dict[str, str] = {
    "buy-in": "at this table the dealer changes money for chips: put it on the table, and the "
    "dealer, or a supervisor, enters it",
}
"""What a player does and staff enter at a live table, with the reason: it is cash in the drop box
once it is recorded, and only those at the table can see that it is there."""


class Power(msgspec.Struct, frozen=True):
    """The roles that may submit a command under a law."""

    roles: frozenset[Role]
    clauses: tuple[str, ...] = ()
    """The clauses that say so; empty for everyday work that no clause reserves."""


@cache
def _kinds() -> dict[type[Command], tuple[str, ...]]:
    """Return every command with the paths of the rules that empower a role to submit it."""
    found: dict[type[Command], tuple[str, ...]] = {}
    for stream_kind in KINDS:
        paths = TABLE_POWERS if stream_kind is TABLE else stream_kind.powers
        for kind in stream_kind.commands:
            found[kind] = (*found.get(kind, ()), *paths.get(command_name(kind), ()))
    return found


def command_name(kind: type[Command]) -> str:
    """Return the wire name of a command."""
    return str(kind.__struct_config__.tag)


def _rules_at(value: Any, path: str) -> Iterator[Rule[Any]]:
    """Yield the rules at a path; each kind of optional wager has one."""
    if isinstance(value, tuple):
        for one in value:
            yield from _rules_at(one, path)
    elif not path:
        if isinstance(value, Rule):
            yield value
    elif value is not None:
        name, _, rest = path.partition(".")
        yield from _rules_at(getattr(value, name, None), rest)


def _roles_in(rule: Rule[Any]) -> tuple[Role, ...]:
    """Return the roles that a rule empowers."""
    return (rule.value,) if isinstance(rule.value, Role) else tuple(rule.value)


def power(law: TableLaw, kind: type[Command], *, live: bool = True) -> Power:
    """Return which roles may submit a command under a law.

    Players submit their own commands; at a live table the staff enter them.
    """
    if kind.usual is Role.PLAYER:
        return _player_power(kind, live=live)
    besides = FURTHER_ROLES.get(command_name(kind), frozenset())
    rules = [rule for path in _kinds()[kind] for rule in _rules_at(law, path)]
    needed = {role for rule in rules for role in _roles_in(rule)} or {kind.usual}
    roles = {role for role in GAMING_ROLES if any(role.may_act_as(one) for one in needed)}
    clauses = dict.fromkeys(rule.clause for rule in rules)
    return Power(frozenset(roles) | besides, tuple(clauses))


@cache
def _player_power(kind: type[Command], *, live: bool) -> Power:
    """Return which roles may submit a player's command. Cached: every such command asks for it."""
    if command_name(kind) in CHECKED_BY_STAFF or (live and command_name(kind) in CHANGED_BY_STAFF):
        return Power(LINE)
    besides = FURTHER_ROLES.get(command_name(kind), frozenset())
    return Power(frozenset({Role.PLAYER}) | (LINE if live else frozenset()) | besides)


def role_for_command(
    principal: Principal, law: TableLaw, kind: type[Command], *, live: bool = True
) -> Role | None:
    """Return the role in which the principal may submit this command; ``None`` if there is none.

    Staff may also submit what a clause reserves for another role: the engine then refuses it by
    that clause, so that they learn whose power it is.
    """
    may = power(law, kind, live=live)
    if kind.usual in principal.roles & may.roles:
        return kind.usual
    allowed = [role for role in GAMING_ROLES if role in principal.roles & may.roles]
    if allowed:
        return allowed[-1]
    if may.clauses:
        return next(
            (role for role in GAMING_ROLES if role in principal.roles - {Role.PLAYER}), None
        )
    return None
