"""The house: how large its rooms are, and that no module imports itself by a detour."""

import ast
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
MOST_LINES = 800
FEWEST_LINES = 40
SHARD_LINES = 60
MOST_MODULES = 20
MOST_AT_THE_TOP = 23
SMALL = {
    "croupier.__main__": "starts the command",
    "croupier.errors": "one error that everything can raise",
    "croupier.house.readiness": "a stream of its own, with one event",
}
"""Modules under 40 lines, and why they are."""


def module_name(path: Path) -> str:
    """Return the dotted name of a source file."""
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def modules() -> dict[str, Path]:
    """Return every module of the package by its dotted name."""
    return {module_name(path): path for path in sorted(SOURCE.rglob("*.py"))}


def imports_of(path: Path, *, at_start: bool) -> Iterator[str]:
    """Yield the modules of the package that a module imports; with ``at_start`` only on import."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in tree.body if at_start else ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in modules() else node.module


@cache
def importers() -> dict[str, set[str]]:
    """Return for every module those that import it, inside of functions too."""
    found: dict[str, set[str]] = {name: set() for name in modules()}
    for name, path in modules().items():
        for imported in imports_of(path, at_start=False):
            if imported in found and imported != name:
                found[imported].add(name)
    return found


def own_modules() -> Iterator[tuple[str, int]]:
    """Yield every module that is no ``__init__``, with its number of lines."""
    for name, path in modules().items():
        if path.name != "__init__.py":
            yield name, len(path.read_text(encoding="utf-8").splitlines())


def test_a_module_has_one_subject_and_the_whole_of_it() -> None:
    long = {name: lines for name, lines in own_modules() if lines > MOST_LINES}
    assert not long, f"{MOST_LINES} lines are the most: divide by subject {long}"
    short = {name: lines for name, lines in own_modules() if lines < FEWEST_LINES}
    assert short.keys() == SMALL.keys(), "a module this small belongs to its neighbour"


def test_no_module_is_a_shard_of_its_only_importer() -> None:
    shards = [
        name
        for name, lines in own_modules()
        if lines < SHARD_LINES
        and len(users := importers()[name]) == 1
        and next(iter(users)).rpartition(".")[0] == name.rpartition(".")[0]
    ]
    assert not shards, f"move these into the module that imports them: {shards}"


def test_a_folder_shows_its_architecture() -> None:
    crowded = {}
    for folder in {path.parent for path in modules().values()}:
        entries = [
            one
            for one in folder.iterdir()
            if (one.suffix == ".py" and one.name != "__init__.py")
            or (one.is_dir() and (one / "__init__.py").exists())
        ]
        most = MOST_AT_THE_TOP if folder.name == "croupier" else MOST_MODULES
        if len(entries) > most:
            crowded[module_name(folder / "__init__.py")] = len(entries)
    assert not crowded, f"at most {MOST_MODULES} entries in a folder: {crowded}"


def with_packages(module: str) -> Iterator[str]:
    """Yield a module and the packages that it is in: importing it imports them first."""
    parts = module.split(".")
    yield from (".".join(parts[:length]) for length in range(len(parts), 0, -1))


def rings() -> list[list[str]]:
    """Return the groups of modules that import each other when they are imported (Tarjan)."""
    graph = {
        name: {
            one
            for imported in imports_of(path, at_start=True)
            for one in with_packages(imported)
            if one in modules() and not f"{name}.".startswith(f"{one}.")
        }
        for name, path in modules().items()
    }
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for other in graph[name]:
            if other not in index:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in stack:
                low[name] = min(low[name], index[other])
        if low[name] == index[name]:
            ring: list[str] = []
            while not ring or ring[-1] != name:
                ring.append(stack.pop())
            if len(ring) > 1:
                found.append(sorted(ring))

    for name in graph:
        if name not in index:
            visit(name)
    return found


def test_no_ring_of_modules_is_left() -> None:
    assert not rings()


def test_every_part_of_a_feature_is_in_a_layer() -> None:
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (layers,) = (
        one["layers"]
        for one in config["tool"]["importlinter"]["contracts"]
        if one["id"] == "layers"
    )
    listed = {
        name for layer in layers for name in layer.replace("|", ":").replace(":", " ").split()
    }
    for name, path in modules().items():
        parts = name.split(".")
        if len(parts) < 2 or (path.name == "__init__.py" and len(parts) < 4):
            continue
        prefixes = {".".join(parts[:length]) for length in range(2, len(parts) + 1)}
        assert prefixes & listed or name == "croupier.__main__", (
            f"add {name} to the layers in pyproject.toml"
        )


PROMOTIONS_OUTSIDE = {
    "croupier.streams": "the registry of stream kinds",
    "croupier.display.disclosure": "who may see which event is declared in one place",
    "croupier.record.secrets.personal_data": "the texts about people that can be erased",
    "croupier.features.compliance.runs": "scenario files of every kind are evidence",
    "croupier.features.compliance.tracing": "evidence watches everything that decides",
    "croupier.app.application": "the server lists its features",
    "croupier.cli.main": "the command lists its features",
    "croupier.cli.audit": "the command lists what is checked of a record",
}
"""What leaving promotions out would touch outside of their folder, and why."""


def mentions(path: Path, feature: str) -> bool:
    """Return whether a module imports a feature, or names it by a dotted or slashed path."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    package = f"croupier.features.{feature}"
    if any(f"{one}.".startswith(f"{package}.") for one in imports_of(path, at_start=False)):
        return True
    paths = (f"features.{feature}", f"features/{feature}")
    return any(
        isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and any(one in node.value for one in paths)
        for node in ast.walk(tree)
    )


def test_a_feature_is_left_out_in_the_roots_and_the_registers_alone() -> None:
    """The deletion test: without ``features/promotions`` only these modules need a change."""
    package = "croupier.features.promotions"
    outside = {
        name
        for name, path in modules().items()
        if not f"{name}.".startswith(f"{package}.") and mentions(path, "promotions")
    }
    more, fewer = outside - PROMOTIONS_OUTSIDE.keys(), PROMOTIONS_OUTSIDE.keys() - outside
    assert not more, (
        f"{sorted(more)} would break without promotions: let the registry of streams, a reaction "
        f"or a root hand in what they need"
    )
    assert not fewer, f"no longer needed in PROMOTIONS_OUTSIDE: {sorted(fewer)}"


def test_only_the_registry_takes_the_names_of_streams_apart() -> None:
    """Whoever needs a stream's kind or name asks ``croupier.streams``."""
    words = [
        f"{name}: {ast.unparse(node)}"
        for name, path in modules().items()
        if name != "croupier.streams"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("partition", "split", "startswith")
        and "stream" in ast.unparse(node.func.value)
    ]
    assert not words
