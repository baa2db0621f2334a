"""Games from outside the package: a Python file with their law, taken in by its path.

The file is run, like any Python that is imported: load only what you would run.
"""

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from croupier.errors import CroupierError
from croupier.rulebooks.blackjack_law import BlackjackLaw
from croupier.rulebooks.contradictions import NAME
from croupier.rulebooks.games import GAMES, enter
from croupier.rulebooks.stud_law import StudLaw
from croupier.rulebooks.table_law import TableLaw

LACKING = "Missing required argument"
"""How a part of the law complains that was made without a field."""
_loaded: dict[Path, tuple[TableLaw, ...]] = {}
"""The games of the files that were loaded before."""


class LawFileError(CroupierError):
    """A file from which no law can be taken."""


def load(path: Path | str) -> tuple[TableLaw, ...]:
    """Take in the games that a Python file declares, so that they can be played by their names."""
    file = Path(path).resolve()
    if file not in _loaded:
        if not file.is_file() or file.suffix != ".py":
            raise LawFileError(f"there is no Python file {path} to take a law from")
        laws = _laws_in(_run(file), file)
        for law in laws:
            enter(law)
        _loaded[file] = laws
    return _loaded[file]


def _run(file: Path) -> ModuleType:
    """Run a file, which may import others from its folder."""
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
        raise LawFileError(_told(error, file)) from error
    finally:
        sys.path.remove(str(file.parent))
    return module


def _told(error: Exception, file: Path) -> str:
    """What went wrong in a file or one that it imports, in one sentence that names the line."""
    from traceback import walk_tb

    if isinstance(error, SyntaxError):
        return f"{Path(error.filename or file).name}, line {error.lineno}: {error.msg}"
    place, line, names = file, 1, dict[str, Any]()
    for frame, number in walk_tb(error.__traceback__):
        if Path(frame.f_code.co_filename).parent == file.parent:
            place, line, names = Path(frame.f_code.co_filename), number, frame.f_globals
    what = str(error) if isinstance(error, CroupierError) else f"{type(error).__name__}: {error}"
    if LACKING in str(error):
        what = _lacking(place, line, names) or what
    return f"{place.name}, line {line}: {' '.join(what.split())}"


def _lacking(file: Path, line: int, names: dict[str, Any]) -> str | None:
    """Which fields are missing where a part of the law is made in a line."""
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
    """The games that a file declares itself, checked for names that can be used."""
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
