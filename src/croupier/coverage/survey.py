"""The survey of the whole: the law, the source that reads it, the scenarios and the tests."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import msgspec

import croupier
from croupier.coverage.citations import citing_tests_below
from croupier.coverage.emissions import Progress, Watched, play_all
from croupier.coverage.evidence import Evidence, Weight, Witness
from croupier.coverage.law_data import Datum, data_of
from croupier.coverage.law_readings import Readings, Use, modules_below, read_source
from croupier.coverage.shapes import Held
from croupier.coverage.status import Coverage, cover
from croupier.play.engine import FAMILIES
from croupier.play.scenario import find_files
from croupier.rulebooks import GAMES, TableLaw, catalogue
from croupier.table.due import Due

SOURCE = Path(croupier.__file__).parent
RULEBOOKS = "croupier.rulebooks"
FACES = ("croupier.cli", "croupier.display", "croupier.web")
"""Packages that show things to people, as prompts do."""


class Survey(msgspec.Struct, frozen=True):
    """All that is known about which clauses are kept, and shown to be kept."""

    data: tuple[Datum, ...]
    """Every rule of the law."""
    unread: tuple[Datum, ...]
    """Those in fields that nothing reads: they count for nothing."""
    evidence: frozenset[Evidence]
    """The places that act on clauses."""
    witnesses: frozenset[Witness]
    """The scenarios and tests that show them."""
    failed: tuple[str, ...]
    """Scenarios that do not pass."""

    def of(self, book: str) -> Coverage:
        """The coverage of one rulebook."""
        return cover(catalogue(book), self.evidence, self.witnesses)


def surveyed(
    tests: Path | None, *, book: str | None = None, progress: Progress | None = None
) -> Survey:
    """Look through everything, or all that concerns one rulebook.

    ``tests`` is the folder of the tests, with ``scenarios`` in it.
    """
    laws = {name: law for name, law in GAMES.items() if book in (None, law.book)}
    data = tuple(datum for law in laws.values() for datum in data_of(law))
    readings = read_engine(laws)
    watched = Watched()
    if tests is not None:
        files = scenarios_below(tests)
        watched = play_all(files, tests.parent, book=book, progress=progress)
        watched.witnesses |= citing_tests_below(tests, tests.parent)
    return Survey(
        data=data,
        unread=tuple(datum for datum in data if Held(datum.owner, datum.field) not in readings),
        evidence=frozenset((*watched.evidence, *cited_in_law(data, readings, prompt_modules()))),
        witnesses=frozenset(watched.witnesses),
        failed=tuple(watched.failed),
    )


def find_tests() -> Path | None:
    """The tests that lie beside the source, if they do."""
    for above in SOURCE.parents:
        if (above / "tests" / "scenarios").is_dir():
            return above / "tests"
    return None


def scenarios_below(tests: Path) -> list[Path]:
    """The scenario files among the tests."""
    folder = tests / "scenarios"
    return find_files([folder if folder.is_dir() else tests])


def read_engine(laws: Mapping[str, TableLaw]) -> Readings:
    """What the system outside the rulebooks reads of some laws."""
    return _readings(frozenset(type(law) for law in laws.values()))


@cache
def _readings(laws: frozenset[type]) -> Readings:
    return read_source(laws, modules_below(SOURCE, "croupier"), beside=RULEBOOKS)


def prompt_modules() -> frozenset[str]:
    """The modules that say what is due: those that declare it, and those that work it out."""
    kinds = [Due]
    for kind in kinds:
        kinds += kind.__subclasses__()
    declared = {kind.__module__ for kind in kinds}
    return frozenset(declared | {family.due.__module__ for family in FAMILIES.values()})


def cited_in_law(
    data: Iterable[Datum], readings: Readings, prompts: frozenset[str]
) -> Iterator[Evidence]:
    """The clauses of rules that something reads.

    A path names its game where the games of a rulebook differ in it.
    """
    data = tuple(data)
    games: dict[str, set[str]] = {}
    having: dict[tuple[str, str, str], set[str]] = {}
    for datum in data:
        games.setdefault(datum.book, set()).add(datum.game)
        having.setdefault((datum.book, datum.clause, datum.path), set()).add(datum.game)
    for datum in data:
        places = readings.get(Held(datum.owner, datum.field))
        if places:
            shared = having[datum.book, datum.clause, datum.path] == games[datum.book]
            where = f"law: {datum.path}" + ("" if shared else f" ({datum.game})")
            yield Evidence(datum.book, datum.clause, where, weight_of(places, prompts))


def weight_of(places: Mapping[str, Use], prompts: frozenset[str]) -> Weight:
    """What it means for a clause that its rule is read in some modules."""
    uses = {use for module, use in places.items() if not shows(module, prompts)}
    if not uses:
        return Weight.SHOWN
    return Weight.CARRIED if uses == {Use.CITED} else Weight.ENFORCED


def shows(module: str, prompts: frozenset[str]) -> bool:
    """Whether a module is there to tell people things."""
    return module in prompts or f"{module}.".startswith(tuple(f"{face}." for face in FACES))
