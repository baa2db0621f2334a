"""The pages of the project, taken apart: blocks of code, links, headings, tables."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")])
NAMES = [page.relative_to(ROOT).as_posix() for page in PAGES]

_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#{1,6} +(.+?) *$", re.MULTILINE)
_QUOTED = re.compile(r"`([^`\n]+)`")


class Block(NamedTuple):
    """A fenced block: its language, its text, its first line, and what stands before it."""

    language: str
    text: str
    line: int
    before: str
    """The page's text between the block before and this one."""


class Command(NamedTuple):
    """A command of a console block, what is typed into it, and the output that is shown."""

    line: str
    shown: str


def blocks(page: Path) -> list[Block]:
    """The fenced blocks of a page, in order."""
    text = page.read_text(encoding="utf-8")
    found = []
    end = 0
    for fence in _FENCE.finditer(text):
        line = text.count("\n", 0, fence.start()) + 2
        found.append(Block(fence[1], fence[2], line, text[end : fence.start()]))
        end = fence.end()
    return found


def prose(page: Path) -> str:
    """The text of a page without its fenced blocks."""
    return _FENCE.sub("", page.read_text(encoding="utf-8"))


def commands(block: Block) -> Iterator[Command]:
    """The commands of a console block, each with the output below it."""
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        line, _, shown = part.partition("\n")
        yield Command(line, shown.strip("\n"))


def links(page: Path) -> list[str]:
    """Where the links of a page lead."""
    return _LINK.findall(prose(page))


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as pages on the web name them."""
    slugs: set[str] = set()
    for heading in _HEADING.findall(prose(page)):
        plain = re.sub(r"[^\w\- ]", "", heading.replace("`", "")).lower().replace(" ", "-")
        number = 1
        slug = plain
        while slug in slugs:
            slug = f"{plain}-{number}"
            number += 1
        slugs.add(slug)
    return slugs


def quoted(page: Path) -> list[str]:
    """What stands in backticks in a page's prose."""
    return _QUOTED.findall(prose(page))


def sections(page: Path) -> dict[str, str]:
    """The text below each heading of the second level."""
    parts = re.split(r"^## +(.+?) *$", prose(page), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def rows(text: str) -> list[list[str]]:
    """The rows of the tables in a text, without heads and rules."""
    found: list[list[str]] = []
    for line in text.splitlines():
        if not line.startswith("|"):
            continue
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]
        if all(re.fullmatch(r"-+", cell) for cell in cells):
            found.pop()
        else:
            found.append(cells)
    return found


def fits(shown: str, printed: str) -> bool:
    """Whether output is as shown; ``...`` stands for anything, alone on a line for any lines."""
    pattern = ""
    for line in shown.strip().splitlines():
        if line.strip() == "...":
            pattern += r"(?:.*\n)*?"
        else:
            pattern += ".*".join(map(re.escape, line.rstrip().split("..."))) + r"\n"
    given = "".join(f"{line.rstrip()}\n" for line in printed.strip().splitlines())
    return re.fullmatch(pattern, given) is not None
