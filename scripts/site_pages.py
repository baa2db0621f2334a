"""A hook of MkDocs: pages from outside ``docs``, the decisions, and a page for every module."""

import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
OUTSIDE = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changes.md",
    "LICENSE": "licence.md",
    "bench/README.md": "benchmarks.md",
}
"""Files that are no pages of ``docs``, and the pages that they become."""
MODULES = "modules"
"""The folder of the reference that is made from docstrings."""
LINK = re.compile(r"(?<=\]\()(?!https?:|#|mailto:)([^)#\s]+)")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the decisions and the modules into the contents, which their files decide."""
    decisions = sorted((ROOT / "docs" / "decisions").glob("0*.md"))
    assert config.nav is not None
    design = next(part["Design"] for part in config.nav if "Design" in part)
    pages = ["decisions/README.md", *(f"decisions/{one.name}" for one in decisions)]
    design.insert(1, {"Decisions": pages})
    config.nav.append({"Modules": contents()})
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what is no file of ``docs``."""
    for outside, page in OUTSIDE.items():
        text = (ROOT / outside).read_text(encoding="utf-8")
        text = f"# Licence\n\n```text\n{text}```\n" if outside == "LICENSE" else text
        files.append(File.generated(config, page, content=text))
    for name in modules():
        text = f"# `{name}`\n\n::: {name}\n"
        files.append(File.generated(config, page_of(name), content=text))
    return files


def on_page_markdown(markdown: str, *, page: Page, **_: Any) -> str:
    """Turn links between files of the project into links between pages of the site."""
    here = page.file.src_uri
    source = next((outside for outside, inside in OUTSIDE.items() if inside == here), None)
    folder = (ROOT / source).parent if source else (ROOT / "docs" / here).parent
    return LINK.sub(lambda found: linked(found[1], folder, here), markdown)


def linked(target: str, folder: Path, page: str) -> str:
    """Where a link leads on the site; as it stands where it leads nowhere else."""
    path = (folder / target).resolve()
    if not path.is_relative_to(ROOT):
        return target
    name = path.relative_to(ROOT).as_posix()
    if name in OUTSIDE:
        inside = OUTSIDE[name]
    elif name.startswith("docs/"):
        inside = name.removeprefix("docs/")
    else:
        return target
    return "../" * page.count("/") + inside


# Modules ------------------------------------------------------------------------------------------


def modules() -> list[str]:
    """Every module and package by its dotted name."""
    names = []
    for path in sorted((SOURCE / "croupier").rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        parts = parts[:-1] if parts[-1] == "__init__" else parts
        if not parts[-1].startswith("__"):
            names.append(".".join(parts))
    return sorted(names)


def page_of(name: str) -> str:
    """The page of a module: those of packages are the first of their folders."""
    path = SOURCE / name.replace(".", "/")
    return f"{MODULES}/{name.replace('.', '/')}{'/index' if path.is_dir() else ''}.md"


def contents(package: str = "croupier") -> list[Any]:
    """The contents of a package: its own page, its packages, its modules."""
    below = [name for name in modules() if name.rpartition(".")[0] == package]
    entries: list[Any] = [page_of(package)]
    for name in below:
        short = name.rpartition(".")[2]
        is_package = page_of(name).endswith("/index.md")
        entries.append({short: contents(name) if is_package else page_of(name)})
    return entries
