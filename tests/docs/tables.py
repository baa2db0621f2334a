"""The tables of the pages that are made from the source: ``python -m tests.docs.tables``.

A test fails where one of them is out of date.
"""

import ast
import inspect
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from pathlib import Path

import msgspec

from croupier.blackjack.evolvers import EVOLVERS as BLACKJACK_EVOLVERS
from croupier.cli.comparison import mishaps_as_markdown
from croupier.play.engine import HANDLERS
from croupier.play.reader import MONEY
from croupier.rulebooks import BLACKJACK, GAMES
from croupier.stud.evolvers import EVOLVERS as STUD_EVOLVERS
from croupier.table.commands import Command
from tests.docs.pages import PAGES, ROOT, generated, with_tables

SOURCE = ROOT / "src"
PACKAGES = (
    "notation",
    "cards",
    "money",
    "rulebooks",
    "guide",
    "table",
    "blackjack",
    "stud",
    "floor",
    "maths",
    "record",
    "play",
    "coverage",
    "display",
    "web",
    "cli",
    "cli/terminal",
)
"""In the order of the layers; one that is not there is left out, one that is new stands last."""


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def said(documented: object) -> str:
    """The first sentence of a docstring, on one line."""
    text = " ".join((inspect.getdoc(documented) or "").partition("\n\n")[0].split())
    return text.replace("``", "`").replace("|", "\\|")


def fields_of(kind: type[msgspec.Struct], *, but: Sequence[str] = ()) -> str:
    """The fields of a command or event; those that may be left out with their default."""
    shown = []
    for field in msgspec.structs.fields(kind):
        name = field.encode_name
        if name in but:
            continue
        unit = " ($)" if name in MONEY and issubclass(kind, Command) else ""
        if field.required:
            shown.append(f"`{name}`{unit}")
        elif field.default in (None, ()):
            shown.append(f"[`{name}`{unit}]")
        else:
            default = msgspec.json.encode(field.default).decode()
            shown.append(f"[`{name} = {default}`{unit}]")
    return ", ".join(shown)


def group_of(kind: type[Command]) -> str:
    """What a command is about: the sentence of the module that carries it out."""
    handler = getattr(HANDLERS[kind], "func", HANDLERS[kind])
    module = handler.__module__.replace("blackjack.deciding", "table.wagering")
    return said(import_module(module)).partition(". ")[0].rstrip(".")


def commands() -> str:
    """Every command of the engine, by what it is about."""
    groups: dict[str, list[Sequence[str]]] = {}
    for kind in HANDLERS:
        name = f"`{kind.__struct_config__.tag}`"
        row = (name, fields_of(kind, but=("by", "at")), said(kind))
        groups.setdefault(group_of(kind), []).append(row)
    return "\n\n".join(
        f"**{group}**\n\n{table(('`do`', 'fields', 'what it does'), rows)}"
        for group, rows in groups.items()
    )


def events() -> str:
    """Every event of the engine."""
    kinds = {**BLACKJACK_EVOLVERS, **STUD_EVOLVERS}
    rows = [(f"`{kind.__struct_config__.tag}`", fields_of(kind), said(kind)) for kind in kinds]
    return table(("`event`", "fields", "what has happened"), rows)


def games_in(path: Path, parsed: ast.Module) -> list[str]:
    """The games whose law a module declares."""
    names = {
        target.id
        for node in parsed.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    module = import_module(f"croupier.rulebooks.{path.stem}")
    declared = [getattr(module, name, None) for name in names]
    return [game for game, law in BLACKJACK.items() if any(one is law for one in declared)]


def rulebooks() -> str:
    """The modules that hold the law: their games and how long they are."""
    rows = []
    for path in sorted((SOURCE / "croupier" / "rulebooks").glob("*_*.py")):
        text = path.read_text(encoding="utf-8")
        parsed = ast.parse(text)
        if path.stem == "__init__" or not (games := games_in(path, parsed)):
            continue
        called = [getattr(n.func, "id", "") for n in ast.walk(parsed) if isinstance(n, ast.Call)]
        names = ", ".join(f"`{game}`" for game in games)
        counts = (len(text.splitlines()), called.count("Rule"), called.count("Says"))
        rows.append((f"`{path.name}`", names, *map(str, counts)))
    return table(("module", "games", "lines", "values", "descriptions"), rows)


def irregularities() -> str:
    """What is done when something goes wrong, as ``croupier rules irregularities`` tells it."""
    return mishaps_as_markdown(tuple(GAMES)).rstrip()


def modules() -> str:
    """Every module and what it is for, in its own words."""
    found: dict[str, list[Path]] = {}
    for path in sorted((SOURCE / "croupier").rglob("*.py")):
        package = path.parent.relative_to(SOURCE / "croupier").as_posix()
        if package != ".":
            found.setdefault(package, []).append(path)
    order = [*PACKAGES, *sorted(found.keys() - set(PACKAGES))]
    rows = []
    for package in (one for one in order if one in found):
        for path in found[package]:
            parsed = ast.parse(path.read_text(encoding="utf-8"))
            sentence = " ".join((ast.get_docstring(parsed) or "").partition("\n\n")[0].split())
            own = path.stem == "__init__"
            name = f"**`{package}/`**" if own else f"`{package}/{path.name}`"
            rows.append((name, sentence.replace("``", "`")))
    return table(("module", "what it is for"), rows)


TABLES = {
    "commands": commands,
    "events": events,
    "rulebooks": rulebooks,
    "modules": modules,
    "irregularities": irregularities,
}


FIGURES = "figures-"
"""How the names of tables begin that are worked out, which takes its time."""


def current() -> dict[str, str]:
    """Every table as the source has it now, but for the figures."""
    return {name: make() for name, make in TABLES.items()}


def figures() -> dict[str, str]:
    """The tables of all exact figures."""
    from croupier.cli.edge import usable_cores
    from croupier.cli.edge_tables import EVERY_TABLE, as_markdown
    from croupier.maths.figures import every_figure

    found = every_figure(cores=usable_cores())
    return {f"{FIGURES}{name}": as_markdown(make(found)) for name, make in EVERY_TABLE.items()}


def main() -> None:
    """Put every table into its page anew."""
    tables = current() | figures()
    for page in PAGES:
        if generated(page):
            page.write_text(with_tables(page, tables), encoding="utf-8")
            sys.stdout.write(f"{page.relative_to(ROOT)}\n")


if __name__ == "__main__":
    main()
