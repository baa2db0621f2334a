"""Drawings, styles and templates: all cards are there, and colours are named in one place."""

import re
from importlib.resources import files
from pathlib import Path
from xml.etree import ElementTree

import pytest

from croupier.cards.card import DECK
from croupier.web.pages.rendering import NoSuchFileError, address, files_digest, names, static_file
from croupier.web.pages.svg_symbols import CHIPS, chip_name, chips_for, drawings
from croupier.web.pages.table.felt import CURVE, MOST_BOXES, box_place, insurance_place, places_css

SOURCE = Path(str(files("croupier")))
STYLES = [name for name in names() if name.endswith(".css") and name != "tokens.css"]
COLOUR = re.compile(r"#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch|oklab|lab|lch)a?\(", re.IGNORECASE)
TEMPLATES = sorted(str(path.relative_to(SOURCE)) for path in SOURCE.rglob("*.html"))


def test_every_card_its_back_and_every_chip_is_drawn() -> None:
    tree = ElementTree.fromstring(drawings())
    found = {one.get("id") for one in tree}
    assert {str(card) for card in DECK} | {"back"} <= found
    assert {chip_name(value) for value in CHIPS} <= found


def test_a_stack_makes_its_amount() -> None:
    for amount in (50, 5_50, 37_50, 1_234_50, 5_000_00):
        assert sum(chips_for(amount)) == amount


@pytest.mark.parametrize("name", STYLES)
def test_colours_are_named_in_the_tokens_alone(name: str) -> None:
    content = static_file(name).content.decode()
    assert COLOUR.findall(content.replace("color-mix(in oklch", "")) == []


OF_THE_FELT = {"--x", "--y", "--lean", "--tilt", "--unit", "--card-width"}
"""Places and measures that the felt sets for what lies on it."""


@pytest.mark.parametrize("name", STYLES)
def test_every_token_that_is_used_is_there(name: str) -> None:
    tokens = set(re.findall(r"(--[\w-]+):", static_file("tokens.css").content.decode()))
    content = static_file(name).content.decode()
    own = set(re.findall(r"(--[\w-]+):", content))
    used = set(re.findall(r"var\((--[\w-]+)\)", content))
    assert used - own - tokens - OF_THE_FELT == set()


@pytest.mark.parametrize("name", TEMPLATES)
def test_nothing_stands_inline(name: str) -> None:
    """The content security policy forbids it: neither style nor script, nor handlers of events."""
    text = (SOURCE / name).read_text(encoding="utf-8")
    assert re.findall(r"\sstyle=|<style|<script(?![^>]*src=)|\son\w+=", text) == []


@pytest.mark.parametrize("name", [name for name in names() if name.endswith(".js")])
def test_scripts_are_checked_modules_of_our_own(name: str) -> None:
    text = static_file(name).content.decode()
    assert "// @ts-check" in text
    for source in re.findall(r'from "([^"]+)"', text):
        assert source.removeprefix("./") in names()
    assert "http" not in text


def test_boxes_stand_evenly_and_mirrored() -> None:
    for boxes in range(2, MOST_BOXES + 1):
        for box in range(1, boxes + 1):
            here, there = box_place(box, boxes), box_place(boxes + 1 - box, boxes)
            assert here.x == pytest.approx(1200 - there.x, abs=0.2)
            assert here.y == pytest.approx(there.y, abs=0.2)
            assert here.lean == pytest.approx(-there.lean, abs=0.2)
    assert [(box_place(n, 7).x, box_place(n, 7).y) for n in range(1, 8)] == [
        (x, y) for x, y, _ in CURVE
    ]
    assert insurance_place(4, 7).x == 600
    assert '[data-boxes="7"]>[data-box="4"]{--x:600;--y:504;--lean:0}' in places_css()


def test_a_file_is_known_by_its_name_alone() -> None:
    assert address("page.css") == f"/static/{files_digest()}/page.css"
    for name in ("../app.py", "nothing.css", ".hidden.css", "page.py"):
        with pytest.raises(NoSuchFileError):
            static_file(name)
