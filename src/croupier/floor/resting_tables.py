"""Tables and tournaments that rest: the law that they stand under is not the one installed.

Such a table can be folded, displayed and replayed, and players can leave it with their chips.
Nothing else happens there until a gaming manager moves it to the installed law. A tournament
rests like its tables: it is displayed, and nothing is decided in it.
"""

from functools import cache
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from croupier.features.tournaments.rules.seats import table_choices
from croupier.features.tournaments.rules.state import Tournament
from croupier.games.blackjack.state import History
from croupier.games.blackjack.voids import REMEDIES as BLACKJACK_REMEDIES
from croupier.games.engine import family_of, open_table
from croupier.games.stud.state import StudTable
from croupier.games.stud.voids import REMEDIES as STUD_REMEDIES
from croupier.games.table.choices import Choices
from croupier.games.table.dispatch import take_time
from croupier.games.table.draft import Draft, Outcome
from croupier.games.table.opening import LawAdopted, LawChange
from croupier.games.table.rounds import VoidTerms
from croupier.games.table.seats import Leave
from croupier.games.table.state import Table, is_betting_over
from croupier.messages import Command, Event, Refused
from croupier.rulebooks import (
    CARIBBEAN_STUD,
    GAMES,
    STAR_BLACKJACK,
    BlackjackLaw,
    Role,
    Rule,
    Says,
    StudLaw,
    TableLaw,
)
from croupier.rulebooks.catalogue import UNCATALOGUED
from croupier.rulebooks.law.irregularities import PaidAlready
from croupier.rulebooks.revisions import LawName, changes_since, name_of_law, plays_like


class AdoptLaw(Command, frozen=True, tag="adopt-law"):
    """Moves a table that rests to the law that is installed."""

    usual: ClassVar[Role] = Role.GAMING_MANAGER
    """A gaming manager, where a text names no role."""
    void_round: bool = False
    """Whether the round under way is called off and its wagers go back; without it, a table is
    moved only between rounds."""


AT_REST = (Leave, AdoptLaw)
"""What can be asked for at a table that rests."""


def table_law_name(table: Table) -> LawName:
    """Return the law that a table stands under, as its record names it."""
    return LawName(table.game, table.revision, table.fingerprint, table.law_values)


def playing_law(table: Table) -> TableLaw | Refused:
    """Return the law that a table is played under; a refusal if another is installed.

    A law that differs in words alone is the same law.
    """
    law, name = _installed_law(table), table_law_name(table)
    if law is None:
        why = (
            f"the table rests: no law of {table.game} is loaded. Players can leave with their "
            f"chips; whoever runs the house can load the law (--law with its file)"
        )
        return Refused("table/resting", "", why)
    if plays_like(law, name):
        return law
    why = (
        f"the table rests: it was opened under {name}, and the installed law has other values. "
        f"Players can leave with their chips; a gaming manager can move the table to that law"
    )
    return Refused("table/resting", "", why)


def display_law(table: Table) -> TableLaw:
    """Return the law by which a table is displayed, whether it rests or not.

    Of a game that is not loaded nothing is known but its family: the law has no clause, no sign
    and no words then.
    """
    law = _installed_law(table)
    return _without_words(table.game, type(table) is StudTable) if law is None else law


def _installed_law(table: Table) -> TableLaw | None:
    """Return the law of a table's game; ``None`` if it is not loaded or of another family."""
    law = GAMES.get(table.game)
    fits = law is not None and isinstance(law, StudLaw) == isinstance(table, StudTable)
    return law if fits else None


@cache
def _without_words(game: str, stud: bool) -> TableLaw:
    """Return a law of the family without clauses or words, for a game that is not loaded."""
    base: TableLaw = CARIBBEAN_STUD if stud else STAR_BLACKJACK
    parts = {name: _without_clauses(getattr(base, name)) for name in base.__struct_fields__}
    equipment = replace(parts["equipment"], inscriptions=(), area_inscriptions={})
    title = game.replace("-", " ").title()
    told = {"game": game, "title": title, "book": UNCATALOGUED, "equipment": equipment}
    return type(base)(**{**parts, **told})


def _without_clauses(part: Any) -> Any:
    """Return a part of a law without its clauses and words."""
    match part:
        case Rule():
            return Rule(_without_clauses(part.value), "")
        case Says():
            return Says("", "")
        case msgspec.Struct():
            fields = {
                name: _without_clauses(getattr(part, name)) for name in part.__struct_fields__
            }
            return type(part)(**fields)
        case dict():
            return {key: _without_clauses(item) for key, item in part.items()}
        case tuple():
            return tuple(map(_without_clauses, part))
    return part


def adopt_law(table: Table, history: History[Event], command: AdoptLaw) -> Outcome | Refused:
    """Move a table that rests to the law that is installed, between rounds.

    Refused where no law is installed, where that law would not allow such a table, and during
    a round, unless it is to be called off: then every wager of it goes back.
    """
    law, name = _installed_law(table), table_law_name(table)
    if law is None:
        rests = playing_law(table)
        assert isinstance(rests, Refused)
        return rests
    if plays_like(law, name):
        why = "the table stands under the law that is installed"
        return Refused("adopt-law/not-resting", "", why)
    if isinstance(unlawful := open_table(law, table.choices), Refused):
        why = f"the law that is installed allows no such table: {unlawful.why}"
        return replace(unlawful, why=why)
    if is_betting_over(table) and not command.void_round:
        why = "a round is under way: the table is moved between rounds, or the round is called off"
        return Refused("adopt-law/round-under-way", "", why)
    draft: Draft[Any, Any] = family_of(table).draft_of(law, table, history)
    if refused := take_time(draft, command):
        return refused
    if is_betting_over(table):
        _call_off(law, draft)
    draft.emit(_adoption(law, table, command.by))
    return Outcome(draft.table, tuple(draft.events))


def law_adoption(table: Table) -> LawAdopted | None:
    """Return the event that moves a table to the installed law; ``None`` if none is installed."""
    law = _installed_law(table)
    return None if law is None else _adoption(law, table, Role.GAMING_MANAGER)


def tournament_law_name(tournament: Tournament) -> LawName:
    """Return the law that a tournament stands under, as its record names it."""
    one = tournament
    return LawName(one.game, one.revision, one.fingerprint, one.law_values)


def tournament_law(tournament: Tournament) -> BlackjackLaw | Refused:
    """Return the law that a tournament is played under; a refusal if another is installed."""
    law, name = GAMES.get(tournament.game), tournament_law_name(tournament)
    if not isinstance(law, BlackjackLaw):
        why = (
            f"the tournament rests: no law of {tournament.game} is loaded. Whoever runs the house "
            f"can load it (--law with its file)"
        )
        return Refused("tournament/resting", "", why)
    if plays_like(law, name):
        return law
    why = (
        f"the tournament rests: it was planned under {name}, and the installed law has other "
        f"values. A gaming manager can move it to that law, with its tables"
    )
    return Refused("tournament/resting", "", why)


def adopt_law_in_tournament(tournament: Tournament, command: AdoptLaw) -> LawAdopted | Refused:
    """Move a tournament that rests to the law that is installed; its tables are moved singly.

    Refused where no law is installed, or where that law would not allow such tables.
    """
    law = GAMES.get(tournament.game)
    rests = tournament_law(tournament)
    if not isinstance(rests, Refused):
        why = "the tournament stands under the law that is installed"
        return Refused("adopt-law/not-resting", "", why)
    if not isinstance(law, BlackjackLaw):
        return rests
    if law.tournaments is None:
        return Refused("tournament/no-clause", "", f"{law.title} has no tournaments")
    chosen = Choices(boxes=tournament.boxes, low_limit=tournament.low_limit)
    unlawful = open_table(law, table_choices(tournament, chosen))
    if isinstance(unlawful, Refused):
        why = f"the law that is installed allows no such tables: {unlawful.why}"
        return replace(unlawful, why=why)
    per_box = law.wagers.players_per_box.value
    return _law_adopted(law, tournament_law_name(tournament), per_box, command.by)


def _adoption(law: TableLaw, table: Table, by: Role) -> LawAdopted:
    """Return the event that moves a table to a law, with all that differs from the one before."""
    per_box = min(table.players_per_box, law.wagers.players_per_box.value)
    return _law_adopted(law, table_law_name(table), per_box, by)


def _law_adopted(law: TableLaw, name: LawName, players_per_box: int, by: Role) -> LawAdopted:
    now, changes = name_of_law(law), changes_since(name, law)
    return LawAdopted(
        revision=now.revision,
        fingerprint=now.fingerprint,
        law_values=now.values,
        earlier_revision=name.revision,
        earlier_fingerprint=name.fingerprint,
        known=changes is not None,
        changes=tuple(LawChange(*one) for one in changes or ()),
        players_per_box=players_per_box,
        by=by,
    )


def _call_off(law: TableLaw, draft: Draft[Any, Any]) -> None:
    """Give back every wager of the round under way, and what was settled in it."""
    power, refunded = law.conduct.invalidated, law.conduct.refunded
    terms = VoidTerms(power.clause, (refunded.clause, *refunded.also), PaidAlready.REPAID)
    remedies = STUD_REMEDIES if isinstance(law, StudLaw) else BLACKJACK_REMEDIES
    remedies.void_round(draft, terms)
