"""An installed wheel does without the checkout: it plays, checks, reports, values and serves."""

import re
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from tests.outside.product import Floor, Product

SCENARIO = """\
title = "Eighteen beats seventeen"
game = "star-blackjack"
cites = ["15.1.3"]
shoe = "TH 7C 8D TC"
steps = [
  { do = "wager", player = "ann", box = 1, amount = 100 },
  { do = "deal" },
  { do = "stand", box = 1 },
]

[net]
ann = 100
"""


def test_it_plays_checks_and_reports(product: Product, tmp_path: Path) -> None:
    (tmp_path / "eighteen.toml").write_text(SCENARIO, encoding="utf-8")
    checked = product.say("check", "eighteen.toml", folder=tmp_path)
    assert checked == "1 passed, 0 failed\n"
    evening = ("play", "star-blackjack", "--seed", "2165")
    assert "Round 1" in product.say(*evening, folder=tmp_path, typed="\n25\ns\nq\n")
    dealt = product.say("deal", "star-blackjack", folder=tmp_path, typed="wager ann 1 25\nquit\n")
    assert "Due: Shuffle (4.1.1)" in dealt
    report = product.say("rules", "report", "caribbean-stud", "--csv", folder=tmp_path)
    assert report.startswith("rulebook,clause,class,gist,status,where,tests")
    assert "doubling" in product.say("rules", "star-blackjack", "11.1.2", folder=tmp_path)


@pytest.mark.slow
def test_it_values_a_game(product: Product, tmp_path: Path) -> None:
    edge = product.say("edge", "perth-blackjack", "--layout", "7", folder=tmp_path)
    assert "0.811928 %" in edge


def test_it_serves_pages_styles_and_tables(floor: Callable[..., Floor]) -> None:
    visitor = floor().start().visitor()
    page = visitor.get("/", follow_redirects=True)
    assert page.status_code == httpx.codes.OK
    assert "croupier" in page.text
    files = re.findall(r'(?:href|src)="(/[^"]+\.(?:css|js|svg)[^"]*)"', page.text)
    assert any(".css" in file for file in files)
    for file in files:
        assert visitor.get(file).status_code == httpx.codes.OK, file
    assert visitor.get("/healthz").status_code == httpx.codes.OK
    assert visitor.get("/api/tables").json()
