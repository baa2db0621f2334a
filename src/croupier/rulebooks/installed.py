"""The installed games, fingerprints of their laws, and loading of games from outside the package.

A law file is Python and is run when it is loaded: load only what you would run.
"""

import sys
from enum import Enum
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, TypeAlias, overload

import msgspec

from croupier.errors import ArgumentError, CroupierError
from croupier.kit.shapes import did_you_mean
from croupier.rulebooks.books.blackjack_challenge import BLACKJACK_CHALLENGE
from croupier.rulebooks.books.canberra_blackjack import CANBERRA_BLACKJACK
from croupier.rulebooks.books.caribbean_stud import CARIBBEAN_STUD
from croupier.rulebooks.books.perth_blackjack import (
    PERTH_BLACKJACK,
    PERTH_BLACKJACK_PLUS,
    PERTH_VEGAS_BLACKJACK,
)
from croupier.rulebooks.books.star_blackjack import STAR_BLACKJACK
from croupier.rulebooks.law.blackjack import BlackjackLaw
from croupier.rulebooks.law.checks import NAME
from croupier.rulebooks.law.stud import StudLaw
from croupier.rulebooks.law.table import TableLaw

LENGTH = 16
"""How many hexadecimal digits are kept."""
ADDED = {("SideBet", "title"): ""}
"""Fields that the shape of the law got when there were tables already, with their defaults. A law
that leaves such a field alone keeps the fingerprint that it had before."""


@cache
def fingerprint(law: TableLaw) -> str:
    """Return a short digest of everything that a law says, values and citations alike."""
    return sha256(repr(_plain(law)).encode()).hexdigest()[:LENGTH]


def _plain(value: object) -> object:
    """Return a value as tuples and text, in an order that does not depend on the process."""
    match value:
        case msgspec.Struct():
            kind = type(value).__name__
            fields = ((name, getattr(value, name)) for name in value.__struct_fields__)
            told = (
                (f, one) for f, one in fields if (kind, f) not in ADDED or one != ADDED[kind, f]
            )
            return (kind, *((f, _plain(one)) for f, one in told))
        case Enum():
            return (type(value).__name__, value.name)
        case dict():
            return tuple(sorted((repr(_plain(key)), _plain(one)) for key, one in value.items()))
        case frozenset():
            return tuple(sorted(repr(_plain(one)) for one in value))
        case tuple() | list():
            return tuple(_plain(one) for one in value)
        case _:
            return repr(value)


BLACKJACK: dict[str, BlackjackLaw] = {
    law.game: law
    for law in (
        STAR_BLACKJACK,
        BLACKJACK_CHALLENGE,
        CANBERRA_BLACKJACK,
        PERTH_BLACKJACK,
        PERTH_VEGAS_BLACKJACK,
        PERTH_BLACKJACK_PLUS,
    )
}
"""The games of the blackjack family, by their names."""

GAMES: dict[str, TableLaw] = {**BLACKJACK, CARIBBEAN_STUD.game: CARIBBEAN_STUD}
"""Every game that can be played, by its name."""


class UnknownGameError(CroupierError):
    """A game that no rulebook here describes."""

    status, code = 404, "game/unknown"


BlackjackName: TypeAlias = Literal[
    "star-blackjack",
    "blackjack-challenge",
    "canberra-blackjack",
    "perth-blackjack",
    "perth-vegas-blackjack",
    "perth-blackjack-plus",
]
StudName: TypeAlias = Literal["caribbean-stud"]
"""The names of the packaged games, by which type checkers know what their laws hold."""


@overload
def law_of(game: BlackjackName) -> BlackjackLaw: ...
@overload
def law_of(game: StudName) -> StudLaw: ...
@overload
def law_of(game: str) -> TableLaw: ...
def law_of(game: str) -> TableLaw:
    """Return the law of a game by name. Raise :class:`UnknownGameError` if there is none."""
    if not isinstance(game, str):
        raise _no_game_error(game)
    try:
        return GAMES[game]
    except KeyError:
        raise UnknownGameError(f"there is no game {game!r}{did_you_mean(game, GAMES)}") from None


def read_law(game: object) -> TableLaw:
    """Return the law of a game that is named, or given as its law. Raise for anything else."""
    if isinstance(game, str):
        return law_of(game)
    if isinstance(game, TableLaw):
        return game
    raise _no_game_error(game)


def _no_game_error(game: object) -> ArgumentError:
    return ArgumentError(
        f"game: {game!r} is not a game; pass its name, such as 'star-blackjack', or its law"
    )


def install(law: TableLaw) -> None:
    """Install a game under its name."""
    GAMES[law.game] = law
    if isinstance(law, BlackjackLaw):
        BLACKJACK[law.game] = law


LACKING = "Missing required argument"
"""How a part of the law complains that was made without a field."""
_loaded: dict[Path, tuple[TableLaw, ...]] = {}
"""The games of the files that were loaded before."""


class LawFileError(CroupierError):
    """A file from which no law can be taken."""


def load(path: Path | str) -> tuple[TableLaw, ...]:
    """Install the games that a Python file declares and return their laws.

    A file that was loaded before is not run again. Raise :class:`LawFileError` if no law can be
    taken from it.
    """
    file = Path(path).resolve()
    if file not in _loaded:
        if not file.is_file() or file.suffix != ".py":
            raise LawFileError(f"there is no Python file {path} to take a law from")
        laws = _laws_in(_run(file), file)
        for law in laws:
            install(law)
        _loaded[file] = laws
    return _loaded[file]


def _run(file: Path) -> ModuleType:
    """Run a file, which may import others from its folder, and return it as a module."""
    from importlib.util import module_from_spec, spec_from_file_location

    name = f"croupier_law_{len(_loaded)}_{file.stem}"
    spec = spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    sys.path.insert(0, str(file.parent))
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise LawFileError(_describe_error(error, file)) from error
    finally:
        sys.path.remove(str(file.parent))
    return module


def _describe_error(error: Exception, file: Path) -> str:
    """Return what went wrong in a file or one that it imports, naming the line."""
    from traceback import walk_tb

    if isinstance(error, SyntaxError):
        return f"{Path(error.filename or file).name}, line {error.lineno}: {error.msg}"
    place, line, names = file, 1, dict[str, Any]()
    for frame, number in walk_tb(error.__traceback__):
        if Path(frame.f_code.co_filename).parent == file.parent:
            place, line, names = Path(frame.f_code.co_filename), number, frame.f_globals
    what = str(error) if isinstance(error, CroupierError) else f"{type(error).__name__}: {error}"
    if LACKING in str(error):
        what = _missing_fields(place, line, names) or what
    return f"{place.name}, line {line}: {' '.join(what.split())}"


def _missing_fields(file: Path, line: int, names: dict[str, Any]) -> str | None:
    """Return which fields are missing where a part of the law is built on a line."""
    import ast

    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and node.lineno == line and isinstance(node.func, ast.Name):
            part = names.get(node.func.id)
            if isinstance(part, type) and issubclass(part, msgspec.Struct):
                given = {keyword.arg for keyword in node.keywords}
                needed = [one.name for one in msgspec.structs.fields(part) if one.required]
                missing = [name for name in needed[len(node.args) :] if name not in given]
                return f"{part.__name__} lacks {', '.join(missing)}"
    return None


def _laws_in(module: ModuleType, file: Path) -> tuple[TableLaw, ...]:
    """Return the laws that a file declares itself. Raise if a name cannot be used."""
    known = {id(law) for law in GAMES.values()}
    found = {
        id(value): value
        for name, value in vars(module).items()
        if isinstance(value, TableLaw) and id(value) not in known and not name.startswith("_")
    }
    laws = tuple(found.values())
    if not laws:
        raise LawFileError(f"{file.name} has no law: give a BlackjackLaw or a StudLaw a name in it")
    for number, law in enumerate(laws):
        if not isinstance(law, BlackjackLaw | StudLaw):
            raise LawFileError(f"{file.name}: {law.game} is neither a BlackjackLaw nor a StudLaw")
        if not NAME.fullmatch(law.game):
            why = "small letters, digits and hyphens, such as harbour-blackjack"
            raise LawFileError(f"{file.name}: a game is named in {why}, not {law.game!r}")
        if law.game in GAMES or law.game in (other.game for other in laws[:number]):
            raise LawFileError(f"{file.name}: there is a game {law.game} already; choose another")
    return laws
