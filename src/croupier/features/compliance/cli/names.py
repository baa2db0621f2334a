"""What commands, choices and events call things in a game, with the clause behind each name."""

from collections.abc import Iterator

import msgspec

from croupier.errors import CroupierError
from croupier.games.table.equipment import all_items
from croupier.rulebooks import GAMES, BlackjackLaw, Says, StudLaw, TableLaw
from croupier.terminal.output import print_json, print_table


class NamedThing(msgspec.Struct, frozen=True):
    """A value that a field takes."""

    field: str
    """The command or event, and its field: ``check-equipment lacking``."""
    name: str
    """The value, as it is written in files and on the wire."""
    meaning: str
    """What it stands for, in a few words."""
    clause: str
    """The clause that provides for it."""


def named_things(law: TableLaw) -> Iterator[NamedThing]:
    """Yield the values that fields take in a game, where the rulebook decides which there are."""
    for item in all_items(law):
        yield _named_thing("check-equipment lacking", item.name, item.says)
    for name, says in law.equipment.may_vary.items():
        yield _named_thing("check-equipment varied", name, says)
    for rule in law.conduct.forbidden:
        yield _named_thing("sanction ground", rule.ground.value, rule.says)
    grounds = {
        "disruption": law.conduct.disrupted,
        "fraud": law.conduct.fraud,
        "impractical": law.conduct.impractical,
    }
    for name, ground in grounds.items():
        if ground is not None:
            yield _named_thing("invalidate-round ground", name, ground)
    if isinstance(law, BlackjackLaw):
        for bet in law.side_bets.kinds:
            yield _named_thing("wager on", bet.name, bet.offered)
    elif isinstance(law, StudLaw):
        for category, says in law.jackpot.qualifying.items():
            # An event holds a category by its number.
            yield _named_thing("jackpot-won hands", str(category.value), says)


def _named_thing(field: str, name: str, says: Says) -> NamedThing:
    return NamedThing(field, name, says.text, says.clause)


def print_names(game: str, *, json: bool) -> None:
    """Print the names of a game. Raise for an unknown game."""
    if game not in GAMES:
        raise CroupierError(f"there is no game {game!r}; choose from {', '.join(GAMES)}")
    found = list(named_things(GAMES[game]))
    if json:
        print_json([msgspec.to_builtins(one) for one in found])
        return
    for field in dict.fromkeys(one.field for one in found):
        rows = [(one.name, one.clause, one.meaning) for one in found if one.field == field]
        print_table(field, ("name", "clause", "meaning"), rows)
