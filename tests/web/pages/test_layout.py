"""How templates, scripts and styles are laid out, as far as djLint and deno do not hold it.

``make style`` runs both; docs/decisions/0041 says what each of them checks.
"""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
SOURCE = ROOT / "src" / "croupier"
LONGEST_LINE = 120
MOST_IN_A_FOLDER = 20
KINDS = ("html", "js", "css", "svg")
FILES = sorted(path for kind in KINDS for path in SOURCE.rglob(f"*.{kind}"))
TEMPLATES = [path for path in FILES if path.suffix == ".html"]
SCRIPTS = [path for path in FILES if path.suffix == ".js"]

CONDITIONS_THAT_TOUCH = re.compile(r"\{% endif %\}\n *\{% if [^%]*%\}[\w-]+(?:=|\{)")
"""Two attributes with conditions, one below the other: Jinja takes the space between them away."""

DECLARATION = re.compile(r"\b(?:let|const|function) +(\w+)")
PARTICIPLE = re.compile(r"[a-z]+(?:ed|ing)|told|kept|held|lost|begun|shown|known|taken")
NOUNS = {"rendering", "seed"}
"""What ends like a participle, and is none."""


def known_as(path: Path) -> str:
    return str(path.relative_to(SOURCE))


def test_a_folder_of_pages_shows_what_pages_there_are() -> None:
    folders = Counter(path.parent for path in FILES)
    crowded = {known_as(one): count for one, count in folders.items() if count > MOST_IN_A_FOLDER}
    assert not crowded, f"at most {MOST_IN_A_FOLDER} in a folder; group by page: {crowded}"


def test_no_two_static_files_have_one_name() -> None:
    """Their folder is no part of their address: one of the two would never be sent."""
    counted = Counter(path.name for path in FILES if "static" in path.parts)
    assert [name for name, count in counted.items() if count > 1] == []


def test_no_feature_has_a_template_by_the_name_of_a_shared_one() -> None:
    """Shared templates are looked up first: a feature's own would never be rendered."""
    shared = SOURCE / "web" / "pages" / "templates"
    names = [path.relative_to(shared) for path in TEMPLATES if path.is_relative_to(shared)]
    own = [
        known_as(path)
        for path in TEMPLATES
        if path.is_relative_to(SOURCE / "features")
        and Path(*path.relative_to(SOURCE).parts[3:]) in names
    ]
    assert own == []


@pytest.mark.parametrize("path", FILES, ids=known_as)
def test_lines_are_no_longer_than_the_window(path: Path) -> None:
    """Formatters break code; words and comments are for us to break."""
    lines = path.read_text(encoding="utf-8").splitlines()
    long = [number for number, line in enumerate(lines, 1) if len(line) > LONGEST_LINE]
    assert long == [], f"{path.relative_to(ROOT)}: more than {LONGEST_LINE} characters"


@pytest.mark.parametrize("path", TEMPLATES, ids=known_as)
def test_attributes_with_conditions_do_not_touch(path: Path) -> None:
    found = CONDITIONS_THAT_TOUCH.findall(path.read_text(encoding="utf-8"))
    assert found == [], "put an attribute without a condition between the two"


@pytest.mark.parametrize("path", SCRIPTS, ids=known_as)
def test_no_name_in_a_script_is_a_participle(path: Path) -> None:
    names = set(DECLARATION.findall(path.read_text(encoding="utf-8")))
    assert {one for one in names if PARTICIPLE.fullmatch(one)} - NOUNS == set()


def test_deno_formats_every_script_style_and_drawing() -> None:
    patterns = json.loads((ROOT / "deno.json").read_text(encoding="utf-8"))["fmt"]["include"]
    formatted = {path for pattern in patterns for path in ROOT.glob(pattern)}
    assert {path for path in FILES if path.suffix != ".html"} <= formatted
