"""What the pages say is so: their code runs, their commands print what is shown, their links lead
somewhere, their clauses exist, their tables are those of the source."""

import io
import re
import shlex
import tomllib
from contextlib import redirect_stdout
from functools import reduce
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from croupier.cli.main import run
from croupier.features.compliance.runs import run_any_kind
from croupier.rulebooks import BOOKS, GAMES, BlackjackLaw, StudLaw, catalogue
from croupier.rulebooks.law.roles import Role
from croupier.scenarios.files import data_for, game_names
from croupier.terminal.compiler_notice import NOTE
from tests.docs import tables
from tests.docs.pages import (
    NAMES,
    PAGES,
    ROOT,
    Block,
    anchors,
    blocks,
    commands,
    fits,
    links,
    quoted,
    rows,
    sections,
)
from tests.support.refusals import refusal_codes

SOURCE = ROOT / "src" / "croupier"
DOCS = ROOT / "docs"
COMPILING = f"croupier: {NOTE}\n"
"""Printed besides, where a command is the first on its machine to need a kernel."""

BOOK = {name: name for name in BOOKS} | {game: law.book for game, law in GAMES.items()}
CLAUSE = r"(?:def|table|layout|footnote):[\w.:-]+\w|\d+(?:\.\d+)*(?:\(\w+\))*(?:#\d)?"
CITED = re.compile(
    rf"(?<![\w/-])({'|'.join(sorted(BOOK, key=len, reverse=True))}) ({CLAUSE})(?![\w(])"
)
READING = re.compile(r"[Rr]eadings?:? \(?((?:[SBCPKR]\d+(?:, | and )?)+)")
READING_ID = re.compile(r"[SBCPKR]\d+")
SAVED_AS = re.compile(r"`([\w-]+\.toml)`[^`]*\Z")
TYPED_INTO = re.compile(r"printf '([^']*)' \| (croupier .*)")
LAW_PATH = re.compile(rf"({'|'.join(BlackjackLaw.__struct_fields__)})(\.[a-z_0-9]+)+")
NAMED_FILE = re.compile(r"(?:src|tests|bench|docs|requirements|scripts)/[\w./-]*")
PLACEHOLDER = re.compile(r"\b(?:NAME|GAME)\b")
NAMED_MODULE = re.compile(r"[a-z]+/[\w/]+\.py")
NAMED_OBJECT = re.compile(r"croupier(?:\.\w+)+")

every_page = pytest.mark.parametrize("page", PAGES, ids=NAMES)


def with_blocks(language: str) -> pytest.MarkDecorator:
    """The pages that have a block in some language."""
    chosen = [page for page in PAGES if any(one.language == language for one in blocks(page))]
    names = [page.relative_to(ROOT).as_posix() for page in chosen]
    return pytest.mark.parametrize("page", chosen, ids=names)


def place(page: Path, block: Block) -> str:
    return f"{page.relative_to(ROOT)}:{block.line}"


# Code and commands ------------------------------------------------------------------------------


@with_blocks("python")
def test_python_runs_and_prints_what_is_shown(page: Path) -> None:
    every = [*blocks(page), Block("", "", 0, "")]
    names: dict[str, Any] = {"__name__": "__main__"}
    for block, following in pairwise(every):
        if block.language != "python":
            continue
        printed = io.StringIO()
        code = compile("\n" * (block.line - 1) + block.text, str(page), "exec")
        with redirect_stdout(printed):
            exec(code, names)
        shown = following.text if following.language == "text" else ""
        if not fits(shown if not following.before.strip() else "", printed.getvalue()):
            pytest.fail(f"{place(page, block)} prints\n{printed.getvalue()}", pytrace=False)


@with_blocks("console")
def test_commands_print_what_is_shown(
    page: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    monkeypatch.chdir(tmp_path)
    for block in blocks(page):
        if block.language == "toml" and (name := SAVED_AS.search(block.before)):
            Path(name[1]).write_text(block.text, encoding="utf-8")
        if block.language != "console":
            continue
        for command in commands(block):
            line, typed = command.line, ""
            if piped := TYPED_INTO.fullmatch(line):
                typed, line = piped[1].replace(r"\n", "\n"), piped[2]
            if not line.startswith("croupier "):
                check_other_command(line, command.shown)
                continue
            monkeypatch.setattr("sys.stdin", io.StringIO(typed))
            run(shlex.split(line)[1:])
            out, err = capsys.readouterr()
            printed = out + err.replace(COMPILING, "")
            if command.shown and not fits(command.shown, printed):
                told = f"{place(page, block)}: {command.line} prints"
                pytest.fail(f"{told}\n{printed}", pytrace=False)


def check_other_command(line: str, shown: str) -> None:
    """A target of make exists and says what is shown; other commands have no output to hold to."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    words = shlex.split(line)
    if words[0] == "make":
        targets = [word for word in words[1:] if "=" not in word]
        assert all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in targets), line
        assert all(said in makefile for said in shown.splitlines()), line
    else:
        assert words[0] in {"cd", ".venv/bin/python"}, f"nothing runs {line}"
        assert not shown, f"nothing holds the output of {line} to what is shown"


@with_blocks("toml")
def test_scenarios_on_pages_pass(page: Path) -> None:
    for block in blocks(page):
        if block.language == "toml":
            data = tomllib.loads(block.text)
            if data.keys() & {"game", "games"} and not SAVED_AS.search(block.before):
                for game in game_names(data):
                    problems = run_any_kind(data_for(data, game), exact=False)
                    assert problems == (), place(page, block)


def test_what_is_shown_may_leave_things_out() -> None:
    assert fits("a\n...\nd", "a\nb\nc\nd\n")
    assert fits("a ... d\n", "a b c d\n")
    assert fits("...\nb", "b")
    assert fits("a\n...", "a\nb\n")
    assert not fits("a\n...\nd", "a\nb\nc\n")
    assert not fits("a.c", "abc")


# Links and names --------------------------------------------------------------------------------


@every_page
def test_links_lead_somewhere(page: Path) -> None:
    for link in links(page):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{page.name} links to {link}"
        assert not anchor or anchor in anchors(target), f"{page.name}: no heading for {link}"


def test_every_page_is_reached_from_the_first() -> None:
    reached = [ROOT / "README.md"]
    for page in reached:
        for link in links(page):
            target = (page.parent / link.partition("#")[0]).resolve()
            if target in PAGES and target not in reached:
                reached.append(target)
    alone = sorted(str(page.relative_to(ROOT)) for page in set(PAGES) - set(reached))
    assert not alone, f"link to these from README.md or from a page that it leads to: {alone}"


def test_decisions_are_numbered_without_holes_and_listed_in_order() -> None:
    pages = sorted((DOCS / "decisions").glob("0*.md"))
    assert [int(page.name[:4]) for page in pages] == list(range(1, len(pages) + 1))
    listed = (DOCS / "decisions" / "README.md").read_text(encoding="utf-8")
    for number, page in enumerate(pages, 1):
        title = page.read_text(encoding="utf-8").partition("\n")[0].partition(f"# {number}. ")[2]
        assert title, f"{page.name} begins with another number"
        assert f"{number}. [{title}]({page.name})" in listed, f"docs/decisions/README.md: {title}"


@every_page
def test_cited_clauses_exist(page: Path) -> None:
    for name, clause in CITED.findall(page.read_text(encoding="utf-8")):
        assert clause in catalogue(BOOK[name]).clauses, f"{page.name} cites {name} {clause}"


@every_page
def test_named_files_and_objects_exist(page: Path) -> None:
    for name in quoted(page):
        if PLACEHOLDER.search(name):
            continue
        if NAMED_FILE.fullmatch(name):
            assert (ROOT / name).exists(), f"{page.name} names {name}"
        elif NAMED_MODULE.fullmatch(name):
            assert (SOURCE / name).exists(), f"{page.name} names {name}"
        elif NAMED_OBJECT.fullmatch(name):
            assert exists(name), f"{page.name} names {name}"


def exists(name: str) -> bool:
    """Whether a dotted name is a module or something in one."""
    module, _, attribute = name.rpartition(".")
    try:
        import_module(name)
    except ImportError:
        return hasattr(import_module(module), attribute)
    return True


@every_page
def test_named_law_exists(page: Path) -> None:
    for name in quoted(page):
        if LAW_PATH.fullmatch(name):
            fields = re.findall(r"[a-z_]\w*", name)
            found = [reduce(part_of, fields, law) for law in (BlackjackLaw, StudLaw)]
            assert any(found), f"{page.name} names {name}"


def part_of(owner: Any, field: str) -> Any:
    """The kind of thing that a field of the law holds; ``None`` where there is no such field."""
    kinds = [owner, *get_args(owner)]
    kinds += [deeper for kind in kinds for deeper in get_args(kind)]
    for kind in kinds:
        hints = get_type_hints(kind) if isinstance(kind, type) else {}
        if field in hints:
            return hints[field]
    return None


# Tables -----------------------------------------------------------------------------------------


def test_the_reference_is_current() -> None:
    now = tables.current()
    shown = {page.stem for page in tables.REFERENCE.iterdir()}
    assert shown == {*now, tables.FIGURES}
    for name, text in now.items():
        page = tables.REFERENCE / f"{name}.md"
        written = page.read_text(encoding="utf-8")
        assert written == text, f"{name} is out of date: python -m tests.docs.tables {name}"


def test_every_refusal_is_documented_and_no_other() -> None:
    told = [row[0].strip("`") for row in rows((DOCS / "refusals.md").read_text(encoding="utf-8"))]
    assert len(told) == len(set(told)), "a code stands twice in docs/refusals.md"
    assert not refusal_codes() - set(told), "tell these in docs/refusals.md"
    assert not set(told) - refusal_codes(), "docs/refusals.md tells of codes that are gone"


def readings() -> dict[str, list[str]]:
    """The readings on their page: the rows by their ids."""
    page = DOCS / "readings.md"
    return {row[0]: row for row in rows(page.read_text(encoding="utf-8"))}


def test_every_reading_cited_is_on_its_page() -> None:
    cited = {
        one
        for folder in ("src", "tests")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in {".py", ".toml"}
        for found in READING.findall(path.read_text(encoding="utf-8"))
        for one in READING_ID.findall(found)
    }
    assert not cited - readings().keys(), "tell these in docs/readings.md"


@pytest.mark.parametrize("book", [book for book in BOOKS if book != "caribbean-stud"])
def test_the_clauses_of_readings_exist(book: str) -> None:
    below = [
        text
        for title, text in sections(DOCS / "readings.md").items()
        if title.endswith(f"({book})")
    ]
    assert below, f"docs/readings.md has no section for {book}"
    for row in rows(below[0]):
        clauses = [clause.strip("`") for clause in row[1].split(", ")]
        assert all(clause in catalogue(book).clauses for clause in clauses), row


def test_every_role_is_in_the_glossary() -> None:
    told = set(quoted(DOCS / "glossary.md"))
    assert {role.value for role in Role} <= told
