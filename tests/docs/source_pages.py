"""The pages of modules and rulebooks, made from the source itself."""

import ast
from importlib import import_module
from pathlib import Path

from croupier.features.compliance.cli.rules import comparison_markdown, mishaps_markdown
from croupier.rulebooks import BLACKJACK, GAMES
from croupier.rulebooks.guide.comparison import compare
from tests.docs.markdown import MADE, page, prose, table
from tests.docs.pages import ROOT

SOURCE = ROOT / "src"


LAYERS = (
    "kit",
    "notation",
    "cards",
    "money",
    "rulebooks",
    "games",
    "house",
    "features",
    "record",
    "maths",
    "floor",
    "display",
    "scenarios",
    "gym",
    "web",
    "client",
    "terminal",
    "app",
    "cli",
)
"""The packages at the top in the order of the layers; one that is not listed comes last."""


def layer(package: str) -> tuple[int, str]:
    """Return what packages are sorted by: the modules beside them first, then layer by layer."""
    top = package.partition("/")[0]
    if top == ".":
        return -1, ""
    return LAYERS.index(top) if top in LAYERS else len(LAYERS), package


def modules() -> str:
    """Every module and what it is for, in its own words."""
    found: dict[str, list[Path]] = {}
    for path in sorted((SOURCE / "croupier").rglob("*.py")):
        package = path.parent.relative_to(SOURCE / "croupier").as_posix()
        found.setdefault(package, []).append(path)
    rows = []
    for package in sorted(found, key=layer):
        folder = "" if package == "." else f"{package}/"
        for path in found[package]:
            parsed = ast.parse(path.read_text(encoding="utf-8"))
            sentence = " ".join((ast.get_docstring(parsed) or "").partition("\n\n")[0].split())
            own = path.stem == "__init__"
            name = f"**`{folder or 'croupier/'}`**" if own else f"`{folder}{path.name}`"
            rows.append((name, sentence.replace("``", "`")))
    intro = "Every module in its own words; [Architecture](../architecture.md) says how they fit."
    return page("Every module", prose(intro, MADE), table(("module", "what it is for"), rows))


def rulebooks() -> str:
    """The modules that hold the law: their games and how long they are."""
    rows = []
    for path in sorted((SOURCE / "croupier" / "rulebooks" / "books").glob("*_*.py")):
        text = path.read_text(encoding="utf-8")
        parsed = ast.parse(text)
        if path.stem == "__init__" or not (games := games_in(path, parsed)):
            continue
        called = [
            getattr(node.func, "id", None)
            for node in ast.walk(parsed)
            if isinstance(node, ast.Call)
        ]
        names = ", ".join(f"`{game}`" for game in games)
        counts = (len(text.splitlines()), called.count("Rule"), called.count("Says"))
        rows.append((f"`{path.name}`", names, *map(str, counts)))
    intro = "The modules of the blackjack games' law, as a measure of what a rulebook takes."
    shown = table(("module", "games", "lines", "values", "descriptions"), rows)
    return page("The rulebooks' modules", prose(intro, MADE), shown)


def games_in(path: Path, parsed: ast.Module) -> list[str]:
    """The games whose law a module declares."""
    names = {
        target.id
        for node in parsed.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    module = import_module(f"croupier.rulebooks.books.{path.stem}")
    declared = [getattr(module, name, None) for name in names]
    return [game for game, law in BLACKJACK.items() if any(one is law for one in declared)]


def games() -> str:
    """The games side by side, as ``croupier rules compare`` tells it."""
    return comparison_markdown(compare(BLACKJACK.values()))


def irregularities() -> str:
    """What is done when something goes wrong, as ``croupier rules irregularities`` tells it."""
    intro = (
        "What can go wrong, what people at the table do then, what is reported to croupier, and "
        "what each rulebook says; [When something goes wrong](../irregularities.md) explains how "
        "it works. `croupier rules irregularities` prints the same."
    )
    shown = mishaps_markdown(tuple(GAMES)).rstrip().replace("### ", "## ")
    return page("Irregularities, game by game", prose(intro, MADE), shown)
