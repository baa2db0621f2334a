"""What the project as a whole keeps to, beyond what the style checkers see."""

import ast
import re
import subprocess
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.docs.fields import classes_in, declared_field_texts

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "croupier"
ENDINGS = ("Event", "Due", "Command", "Decision")
"""How the names of base classes end whose fields are explained."""
RECORDS = {"Struct", "Table", "RoundState"}
"""What events, states, views and results are made of, beside those that end on Event or Due."""

# Written in two halves, so that this file passes its own tests.
UNFINISHED = re.compile(r"\b(?:TO" r"DO|FIX" r"ME)\b")
MACHINE_PATH = re.compile(r"(?<![\w./~$})-])/(?:root|work|home)(?![\w-])")
LOCK_FILE = re.compile(
    r"(.*\.lock|.*[-.]lock\.(json|ya?ml)|pylock(\..+)?\.toml|npm-shrinkwrap\.json|bun\.lockb)"
)
PINNED = re.compile(r"[A-Za-z0-9._-]+(\[[^\]]+\])?==\S+.* --hash=sha256:[0-9a-f]{64}")
NAME = re.compile(r"[A-Za-z0-9._-]+")

GAME_IDENTIFIER = re.compile(r"(game|rulebook)(_(name|id|code|key|kind|title))?")
GAME_NAME = re.compile(
    r"(star|challenge|canberra|vegas|plus|caribbean|perth)"
    r"|(star|canberra|perth|perth[- _]vegas|perth[- _]plus)[- _]blackjack([- _]plus)?"
    r"|perth[- _](vegas|plus)|blackjack[- _]challenge|caribbean[- _]stud",
    re.IGNORECASE,
)

PLAIN_FIELDS = ("rulebooks", "maths/kernels", "app", "cli", "floor", "record", "terminal", "web")
"""Packages whose records are no part of events, commands or results that documents list: there a
field has a line only where its name and type leave something open."""

TWINS = {
    "ProblemError": "what the server raises on one end, the client raises on the other",
}
"""Names that classes of several modules share, and why."""


@cache
def files() -> tuple[Path, ...]:
    """Every file that is tracked or about to be; without git, every file not built or cached."""
    try:
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            capture_output=True,
            check=True,
            text=True,
        ).stdout
    except (OSError, subprocess.CalledProcessError):
        found = walk(ROOT)
    else:
        found = (ROOT / name for name in listed.split("\0") if name)
    return tuple(sorted(path for path in found if path.is_file()))


def walk(folder: Path) -> Iterator[Path]:
    """The files below a folder, passing by what .gitignore names."""
    ignored = ("__pycache__", "build", "dist", ".git", ".venv", ".hypothesis")
    for path in folder.iterdir():
        if not path.is_dir():
            yield path
        elif not path.name.startswith(ignored) and not path.name.endswith(("_cache", ".egg-info")):
            yield from walk(path)


@cache
def texts() -> dict[str, str]:
    """The text files by their name in the project; what is not UTF-8 is no text."""
    found = {}
    for path in files():
        content = path.read_bytes()
        if b"\0" in content:
            continue
        try:
            found[path.relative_to(ROOT).as_posix()] = content.decode()
        except UnicodeDecodeError:
            continue
    return found


def places(pattern: re.Pattern[str]) -> list[str]:
    """Where a pattern stands in the project, as `file:line: text`."""
    return [
        f"{name}:{number}: {line.strip()}"
        for name, text in texts().items()
        for number, line in enumerate(text.splitlines(), start=1)
        if pattern.search(line)
    ]


def requirement_lines(text: str) -> list[str]:
    """The lines of a requirements file, continued ones joined, without comments."""
    joined = re.sub(r"\\\n\s*", "", re.sub(r"(?m)(^|\s)#.*$", "", text))
    return [line.strip() for line in joined.splitlines() if line.strip()]


def names_a_game(node: ast.expr) -> bool:
    """Whether an expression reads which game is played: `game`, `table.game_name`, `game.name`."""
    if isinstance(node, ast.Attribute):
        return bool(GAME_IDENTIFIER.fullmatch(node.attr)) or (
            node.attr in {"name", "id", "code", "key", "value"} and names_a_game(node.value)
        )
    return isinstance(node, ast.Name) and bool(GAME_IDENTIFIER.fullmatch(node.id))


def is_fixed(node: ast.expr) -> bool:
    """Whether an expression is a literal or a constant, such as "star", STAR or Game.STAR."""
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return any(is_fixed(element) for element in node.elts)
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str)
    name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
    return name.isupper()


def is_game_name(node: ast.AST) -> bool:
    """Whether an expression is a game's name, or holds one, as a literal."""
    return any(
        isinstance(part, ast.Constant)
        and isinstance(part.value, str)
        and GAME_NAME.fullmatch(part.value)
        for part in ast.walk(node)
    )


def games_told_apart(code: str) -> list[int]:
    """The lines on which code asks by name which game it is in."""
    lines = []
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            asked = any(is_game_name(side) for side in sides) or (
                any(names_a_game(side) for side in sides) and any(is_fixed(side) for side in sides)
            )
        elif isinstance(node, ast.Match):
            asked = names_a_game(node.subject) or any(
                is_game_name(case.pattern) for case in node.cases
            )
        else:
            continue
        if asked:
            lines.append(node.lineno)
    return lines


def records(path: Path) -> Iterator[ast.ClassDef]:
    """The structs and dataclasses of a module; the rulebooks' law apart."""
    for node in classes_in(path):
        bases = {ast.unparse(base).rpartition(".")[2] for base in node.bases}
        marked = any("dataclass" in ast.unparse(mark) for mark in node.decorator_list)
        if marked or bases & RECORDS or any(base.endswith(ENDINGS) for base in bases):
            yield node


def test_every_field_of_a_record_is_explained() -> None:
    silent = [
        f"{path.relative_to(SOURCE).as_posix()}: {node.name}.{field}"
        for path in SOURCE.rglob("*.py")
        if not any(path.is_relative_to(SOURCE / place) for place in PLAIN_FIELDS)
        for node in records(path)
        for field, text in declared_field_texts(node)
        if not text
    ]
    assert not silent, (
        f"say below each field what it holds, and what 0, empty or none mean: {silent}"
    )


def test_a_field_without_its_line_is_seen() -> None:
    code = 'class A(Event):\n    told: int\n    """What."""\n    silent: int = 0\n'
    (node,) = ast.parse(code).body
    assert isinstance(node, ast.ClassDef)
    assert dict(declared_field_texts(node)) == {"told": "What.", "silent": ""}


def types_in(module: ast.Module) -> Iterator[tuple[str, bool]]:
    """The names of a module's types and whether each is a class; type variables are no types."""
    for node in module.body:
        if isinstance(node, ast.ClassDef):
            yield node.name, True
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            variable = isinstance(node.value, ast.Call) and "TypeVar" in ast.unparse(node.value)
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                name = ast.unparse(target)
                if re.fullmatch(r"[A-Z]\w*[a-z]\w*", name) and not variable:
                    yield name, False


def twins(modules: dict[str, str]) -> dict[str, list[str]]:
    """The names of classes that another module has for a type too, with the modules of each."""
    found: dict[str, list[tuple[str, bool]]] = {}
    for place, text in modules.items():
        for name, is_class in types_in(ast.parse(text)):
            found.setdefault(name, []).append((place, is_class))
    return {
        name: sorted(place for place, _ in homes)
        for name, homes in found.items()
        if len(homes) > 1 and any(is_class for _, is_class in homes)
    }


def test_no_class_shares_its_name_with_another_type() -> None:
    found = twins(
        {
            path.relative_to(SOURCE).as_posix(): path.read_text(encoding="utf-8")
            for path in SOURCE.rglob("*.py")
        }
    )
    assert set(found) == set(TWINS), f"a name means one thing, rename one of each: {found}"


@pytest.mark.parametrize(
    "other", ["class Hand(Enum): ...", "Hand = tuple[int, ...]", "Hand: TypeAlias = list[int]"]
)
def test_types_of_one_name_are_seen(other: str) -> None:
    modules = {"a.py": "class Hand:\n    cards: int", "b.py": other}
    assert twins(modules) == {"Hand": ["a.py", "b.py"]}


@pytest.mark.parametrize("other", ["Hand = TypeVar('Hand')", "HAND = 1", "class Hands: ..."])
def test_other_names_may_be_alike(other: str) -> None:
    assert not twins({"a.py": "class Hand: ...", "b.py": other})


def test_nothing_is_left_unfinished() -> None:
    assert not places(UNFINISHED), "finish it, or write it down outside the code"


def test_no_path_of_a_machine() -> None:
    assert not places(MACHINE_PATH), "paths must hold on every machine"


@pytest.mark.parametrize("line", ["cd {}", '"{}/project"', "at {}/a:1", "PATH={}/bin", "({})"])
@pytest.mark.parametrize("top", ["root", "work", "home"])
def test_a_path_of_a_machine_is_seen(line: str, top: str) -> None:
    assert MACHINE_PATH.search(line.format(f"/{top}"))


@pytest.mark.parametrize("line", [".{}/x", "play{}", "a.b{}", "{}ers", "~{}"])
@pytest.mark.parametrize("top", ["root", "work", "home"])
def test_other_paths_are_left_alone(line: str, top: str) -> None:
    assert not MACHINE_PATH.search(line.format(f"/{top}"))


def test_no_lock_files() -> None:
    locks = [name for name in texts() if LOCK_FILE.fullmatch(name.rpartition("/")[2])]
    assert not locks, f"pin in requirements/ instead, which holds no addresses: {locks}"


@pytest.mark.parametrize("name", ["uv.lock", "package-lock.json", "pylock.toml", "pnpm-lock.yaml"])
def test_a_lock_file_is_seen(name: str) -> None:
    assert LOCK_FILE.fullmatch(name)


@pytest.mark.parametrize("layer", ["blackjack", "table"])
def test_games_differ_in_data_only(layer: str) -> None:
    found = [
        f"{path.relative_to(ROOT).as_posix()}:{line}"
        for path in (SOURCE / layer).rglob("*.py")
        for line in games_told_apart(path.read_text(encoding="utf-8"))
    ]
    assert not found, f"let the rulebook pick a named policy instead: {found}"


@pytest.mark.parametrize(
    "condition",
    [
        "game == 'anything'",
        "table.game != STAR",
        "self.rules.game.name in ('a', 'b')",
        "rulebook is Rulebook.STAR",
        "kind == 'perth-vegas-blackjack'",
        "title in {'Canberra', 'Star Blackjack'}",
    ],
)
def test_games_told_apart_by_name_are_seen(condition: str) -> None:
    assert games_told_apart(f"if {condition}:\n    pass\n") == [1]
    assert games_told_apart("match game:\n    case 'star':\n        pass\n") == [1]


@pytest.mark.parametrize(
    "condition", ["game is None", "table.game == other.game", "rank == 'ace'", "game.decks == 6"]
)
def test_other_comparisons_are_left_alone(condition: str) -> None:
    assert not games_told_apart(f"if {condition}:\n    pass\n")


def test_who_may_do_what_at_a_stud_table_is_the_laws_to_say() -> None:
    named = [
        f"{path.name}:{node.lineno}"
        for path in (ROOT / "src" / "croupier" / "stud").glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "Role"
    ]
    commands = [place for place in named if "commands.py" in place]
    assert named == commands, "a role is a value of the law"


def pinned_files() -> list[str]:
    """The requirements files that are installed from."""
    return [name for name in texts() if re.search(r"requirements(/[^/]+)?\.txt$", name)]


@pytest.mark.parametrize("name", pinned_files())
def test_requirements_are_pinned_by_hash_without_addresses(name: str) -> None:
    lines = requirement_lines(texts()[name])
    assert lines
    wrong = [line for line in lines if not PINNED.match(line) or "://" in line or " @ " in line]
    assert not wrong, "run make pins"


@pytest.mark.parametrize(
    "line", ["rich", "rich==15.0", "--index-url somewhere", "rich @ file:rich.whl", "-r other.txt"]
)
def test_a_requirement_that_is_not_pinned_is_seen(line: str) -> None:
    assert not PINNED.match(line)


@pytest.mark.parametrize("name", [name for name in texts() if name.endswith(".in")])
def test_every_requirement_has_its_pin(name: str) -> None:
    wanted = {line for line in requirement_lines(texts()[name]) if not line.startswith("-")}
    pinned = {line.partition("==")[0] for line in requirement_lines(texts()[f"{name[:-3]}.txt"])}
    missing = {match[0].lower() for want in wanted if (match := NAME.match(want))} - pinned
    assert not missing, "run make pins"


def test_the_pinned_runtime_is_the_declared_one() -> None:
    declared = tomllib.loads(texts()["pyproject.toml"])["project"]["dependencies"]
    assert requirement_lines(texts()["requirements/runtime.in"]) == declared


@pytest.mark.parametrize(
    "extra", ["cluster", "gym", "pandas", "parquet", "pettingzoo", "polars", "postgresql"]
)
def test_a_pinned_extra_is_the_declared_one(extra: str) -> None:
    extras = tomllib.loads(texts()["pyproject.toml"])["project"]["optional-dependencies"]
    wanted = requirement_lines(texts()[f"requirements/{extra}.in"])
    assert [line for line in wanted if not line.startswith("-")] == extras[extra]
