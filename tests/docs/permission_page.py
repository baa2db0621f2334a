"""The page of who may do what, made from the table of rights and from the laws."""

from croupier.messages import Command
from croupier.record.codec import COMMANDS
from croupier.rulebooks import BLACKJACK, GAMING_ROLES, Role, law_of
from croupier.rulebooks.installed import GAMES
from croupier.streams import CAGE, DESK, PROMOTION, TOURNAMENT
from croupier.web.auth.accounts import in_order
from croupier.web.auth.command_roles import Power, command_name, power
from croupier.web.auth.permissions import EVERYBODY, RIGHTS, STAFF, Right, Scope, Whose
from tests.docs.markdown import MADE, cell, page, prose, said, table

GAMES_IN_ORDER = (*BLACKJACK, *(game for game in GAMES if game not in BLACKJACK))


def permissions() -> str:
    """The page."""
    return page(
        "Who may do what",
        prose(
            "Every request to the server is held to the first table. What stands in no row, nobody",
            "may. A role comes from the account, never from the request. Duties are separate: who",
            "plays, keeps accounts or watches the operator has no other role.",
            MADE,
        ),
        "## Actions",
        table(("action", "who", "whose", "a token must be good for"), [row(one) for one in RIGHTS]),
        "## Scopes of tokens",
        table(("scope", "good for"), scopes()),
        "## Commands",
        prose(
            "Who may ask for a command of the engine. Where a clause empowers somebody, the law's",
            "data say whom, and the clause is named; those above in the line of command may too.",
            "What players ask for, they ask for themselves; at a live table the staff enter it.",
        ),
        "### At tables",
        commands(COMMANDS),
        "### In tournaments",
        commands(TOURNAMENT.commands),
        "### In promotions",
        commands(PROMOTION.commands),
        "### In the cage",
        commands((*CAGE.commands, *DESK.commands)),
    )


def row(right: Right) -> tuple[str, str, str, str]:
    """A row of the table of rights."""
    who = "everybody who has signed in" if right.roles == EVERYBODY else titles(right.roles)
    if right.roles == STAFF:
        who = "everybody but players"
    who = " and ".join(one for one in (who, "visitors" if right.visitors else "") if one)
    whose = "" if right.whose is Whose.ANYBODYS else right.whose.value
    scope = "no token will do" if right.scope is None else f"`{right.scope.value}`"
    return right.action, who + (" (written down)" if right.recorded else ""), whose, scope


def titles(roles: frozenset[Role]) -> str:
    """Roles as people say them."""
    return ", ".join(role.title for role in in_order(roles))


def scopes() -> list[tuple[str, str]]:
    """What each scope is good for, as its line in the source says."""
    import inspect

    from croupier.web.auth import permissions as rights

    source = inspect.getsource(rights.Scope)
    found = []
    for scope in Scope:
        text = source.partition(f'{scope.name} = "{scope.value}"')[2].split('"""')[1]
        found.append((f"`{scope.value}`", cell(" ".join(text.split()))))
    return found


def commands(kinds: tuple[type[Command], ...]) -> str:
    """Who may ask for each command, and by which clauses."""
    rows = []
    for kind in sorted(set(kinds), key=command_name):
        powers = {game: power(law_of(game), kind) for game in GAMES_IN_ORDER}
        rows.append((f"`{command_name(kind)}`", least(powers), clauses(powers), said(kind)))
    return table(("command", "who", "by clause", "what it does"), rows)


def least(powers: dict[str, Power]) -> str:
    """Who may: the lowest of the line of command stands for those above."""
    by_clause = [one for one in powers.values() if one.clauses] or list(powers.values())
    found = frozenset(role for one in by_clause for role in one.roles)
    lowest = [
        role
        for role in GAMING_ROLES
        if role in found and not any(role.may_act_as(other) for other in found - {role})
    ]
    return ", ".join(role.title for role in lowest)


def clauses(powers: dict[str, Power]) -> str:
    """The clauses that say so, by game; games with the same ones stand together."""
    found: dict[str, list[str]] = {}
    for game, one in powers.items():
        if one.clauses:
            found.setdefault(", ".join(one.clauses), []).append(game)
    return "; ".join(f"{', '.join(games)} {numbers}" for numbers, games in found.items())
