"""Rounds that are shown to others: who may, what is seen by the link, and when no more."""

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from croupier.app.settings import Settings
from croupier.web.auth.stores.base import SharedRound
from croupier.web.pages.shared_rounds import MOST_LINKS
from tests.support.doorkeepers import told
from tests.web.conftest import started

Client = TestClient[Litestar]
BROWSER = {"Accept": "text/html"}
SECRET_NAMES = ("Annabel", "annabel", "Robert", "robert")
STAR, STUD = "star-blackjack-1", "caribbean-stud-1"


def play(client: Client, table: str, people: dict[str, int], last: int = -1) -> int:
    """Have people play a round, each on a box of their own; give its number.

    ``last`` is the place of the answer that everybody gives: a fold at Caribbean Stud is the last.
    """
    api = f"/api/tables/{table}"

    def do(who: str, **body: object) -> None:
        answer = client.post(f"{api}/commands", json=body, headers=told(who))
        assert answer.status_code == 200, answer.text

    for who, box in people.items():
        view = client.get(api, headers=told(who)).json()
        if not any(one["player"] == who for one in view["players"]):
            do(who, command="buy-in", amount=1000_00)
            do(who, command="sit", box=box)
        do(who, command="wager", box=box, amount=25_00, on="ante" if table == STUD else "main")
    for who in people:
        do(who, command="deal")
    while client.get(api, headers=told(next(iter(people)))).json()["under-way"]:
        for who in people:
            prompts = client.get(api, headers=told(who)).json()["prompts"]
            options = prompts[0]["options"] if prompts else []
            if options:
                for command in options[last]["commands"] or [{"command": "close-insurance"}]:
                    do(who, **command)
    return int(client.get(api, headers=told(next(iter(people)))).json()["rounds"])


def share(client: Client, who: str, table: str, number: int) -> str:
    """Make a link to a round; give its path."""
    answer = client.post(
        f"/tables/{table}/rounds/{number}/share", headers=told(who) | BROWSER, follow_redirects=True
    )
    found = re.search(r"/shared/[\w-]{22}(?=\")", answer.text)
    assert found, answer.text
    return found[0]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder: Path = tmp_path_factory.mktemp("shared")
    with started(Settings(database=str(folder / "floor.db"), pace=0)) as client:
        names = client.app.state.service.read_model.names
        names |= {"annabel": "Annabel", "robert": "Robert", "dave": "Dave"}
        yield client


@pytest.fixture(scope="module")
def number(client: Client) -> int:
    """A round of star blackjack that Annabel and Robert have played."""
    return play(client, STAR, {"annabel": 1, "robert": 3})


def test_a_link_shows_a_round_to_anybody_without_names_or_chips(
    client: Client, number: int
) -> None:
    link = share(client, "annabel", STAR, number)
    first = client.get(link, headers=BROWSER)
    assert first.status_code == 200
    last = int(re.findall(r"Step 1 of (\d+)", first.text)[0])
    for page in (first.text, client.get(f"{link}?step={last}", headers=BROWSER).text):
        assert "Player " in page
        assert not [name for name in SECRET_NAMES if name in page]
        assert "$975" not in page, "nobody's chips are shown"
        assert "$1,000" not in page


def test_a_link_names_its_picture_for_whoever_shows_it(client: Client, number: int) -> None:
    link = share(client, "annabel", STAR, number)
    page = client.get(link, headers=BROWSER).text
    assert f'property="og:image" content="http://127.0.0.1:8000{link}/picture.svg"' in page
    assert 'name="robots" content="noindex"' in page


def test_the_picture_stands_alone(client: Client, number: int) -> None:
    """It is XML, has the size of such pictures, and nothing that only our pages know."""
    answer = client.get(f"{share(client, 'annabel', STAR, number)}/picture.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    drawn = ElementTree.fromstring(answer.text)
    assert (drawn.get("width"), drawn.get("height")) == ("1200", "630")
    assert not re.search(
        r"var\(|oklch|light-dark|<style|<script|https?://(?!www\.w3\.org)", answer.text
    )
    used = set(re.findall(r'href="#([\w-]+)"', answer.text))
    assert used <= set(re.findall(r'id="([\w-]+)"', answer.text)) != set()
    assert not [name for name in SECRET_NAMES if name in answer.text]


def test_who_asks_again_gets_the_same_link(client: Client, number: int) -> None:
    assert share(client, "annabel", STAR, number) == share(client, "annabel", STAR, number)
    assert share(client, "annabel", STAR, number) != share(client, "robert", STAR, number)


def test_a_link_that_was_withdrawn_shows_nothing(client: Client, number: int) -> None:
    link = share(client, "annabel", STAR, number)
    listed = client.get("/account/links", headers=told("annabel") | BROWSER)
    assert link in listed.text
    others = client.post(
        f"/tables/{STAR}/rounds/{number}/withdraw", headers=told("robert") | BROWSER
    )
    assert others.status_code == 200
    assert client.get(link, headers=BROWSER).status_code == 200, "only its owner withdraws it"
    client.post(f"/tables/{STAR}/rounds/{number}/withdraw", headers=told("annabel") | BROWSER)
    for address in (link, f"{link}/picture.svg", "/shared/none"):
        assert client.get(address, headers=BROWSER).status_code == 404
    assert "You show none" in client.get("/account/links", headers=told("annabel") | BROWSER).text
    assert share(client, "annabel", STAR, number) != link


def test_only_who_has_played_in_a_round_shows_it(client: Client, number: int) -> None:
    for who, round_number, status in (("carol", number, 403), ("annabel", number + 9, 404)):
        answer = client.post(
            f"/tables/{STAR}/rounds/{round_number}/share", headers=told(who) | BROWSER
        )
        assert answer.status_code == status
    visitor = client.post(f"/tables/{STAR}/rounds/{number}/share", headers=BROWSER)
    assert "/sign-in" in str(visitor.url)


def test_a_folded_hand_stays_face_down(client: Client) -> None:
    """At Caribbean Stud nobody but the player has seen the five cards of a hand that was folded."""
    number = play(client, STUD, {"annabel": 1})
    own = client.get(
        f"/tables/{STUD}/rounds/{number}?step=99", headers=told("annabel") | BROWSER
    ).text
    shown = client.get(share(client, "annabel", STUD, number) + "?step=99", headers=BROWSER).text
    cards = re.compile(r'drawings\.svg#(back|[2-9TJQKA][SHDC])"')
    assert cards.findall(own).count("back") < cards.findall(shown).count("back")


def test_nobody_shows_rounds_without_end(client: Client) -> None:
    accounts = client.app.state.people.accounts
    for at in range(MOST_LINKS):
        accounts.store.share_round(SharedRound(f"x{at}", "dave", STAR, 1000 + at, 1.0))
    last = play(client, STAR, {"dave": 5})
    answer = client.post(f"/tables/{STAR}/rounds/{last}/share", headers=told("dave") | BROWSER)
    assert answer.status_code == 409
    assert "withdraw one first" in answer.text
