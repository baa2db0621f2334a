"""The same command again gets the first answer again, to the byte: at once, later, after a restart.

So whoever lost an answer learns what it was, whatever has happened since.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from croupier.app.settings import Settings
from tests.support.doorkeepers import told
from tests.web.conftest import started

Client = TestClient[Litestar]
STAR = "/api/tables/star-blackjack-1"
ROUNDS = 4
INSURED = {"command": "close-insurance"}
"""What somebody says who wants no insurance: the option has no command of its own."""


class Answers:
    """Commands under keys of their own, and what each was answered."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self.first: dict[str, tuple[str, dict[str, Any], int, bytes]] = {}

    def ask(self, who: str, **body: Any) -> dict[str, Any]:
        """Ask for something for the first time."""
        key = f"{who}-{len(self.first)}"
        status, content = self._asked(who, body, key)
        self.first[key] = who, body, status, content
        assert status == 200, content
        return self.view(who)

    def view(self, who: str) -> dict[str, Any]:
        """The table as somebody sees it."""
        found: dict[str, Any] = self._client.get(STAR, headers=told(who)).json()
        return found

    def _asked(self, who: str, body: dict[str, Any], key: str) -> tuple[int, bytes]:
        headers = {**told(who), "Idempotency-Key": key}
        answer = self._client.post(f"{STAR}/commands?words=true", json=body, headers=headers)
        return answer.status_code, answer.content

    def hold(self, client: Client) -> None:
        """Ask for everything again."""
        self._client = client
        for key, (who, body, status, content) in self.first.items():
            assert self._asked(who, body, key) == (status, content), (key, body)


def play_a_round(answers: Answers) -> None:
    """Ann and Bob play; Ann is ready first, and waits."""
    for box, who in ((1, "ann"), (2, "bob")):
        answers.ask(who, command="wager", box=box, amount=25_00)
    answers.ask("ann", command="deal")
    view = answers.ask("bob", command="deal")
    while view["under-way"]:
        for who in ("ann", "bob"):
            prompts = answers.view(who)["prompts"]
            options = prompts[0]["options"] if prompts else []
            for command in options[-1]["commands"] or [INSURED] if options else []:
                view = answers.ask(who, **command)


@contextmanager
def played(settings: Settings) -> Iterator[tuple[Client, Answers]]:
    """A floor at which some rounds were played."""
    with started(settings) as client:
        answers = Answers(client)
        for box, who in ((1, "ann"), (2, "bob")):
            answers.ask(who, command="buy-in", amount=1000_00)
            answers.ask(who, command="sit", box=box)
        for _ in range(ROUNDS):
            play_a_round(answers)
        answers.ask("bob", command="leave")
        yield client, answers


def settings_at(database: str, folder: Path) -> Settings:
    return Settings(database=database, key=str(folder / "key"), pace=0)


def hold_to_first_answers(settings: Settings) -> None:
    """Play, then ask again: in the same process, and in one that was started since."""
    with played(settings) as (client, answers):
        assert sum(body["command"] == "deal" for _, body, _, _ in answers.first.values()) > ROUNDS
        answers.hold(client)
    with started(settings) as later:
        answers.hold(later)


def test_every_answer_of_played_rounds_is_given_again(tmp_path: Path) -> None:
    hold_to_first_answers(settings_at(str(tmp_path / "floor.db"), tmp_path))


def test_every_answer_is_given_again_by_a_server_on_postgresql(
    tmp_path: Path, postgres_url: str
) -> None:
    hold_to_first_answers(settings_at(postgres_url, tmp_path))


def test_who_is_ready_already_writes_nothing_more(client: Client) -> None:
    answers = Answers(client)
    for box, who in ((1, "ann"), (2, "bob")):
        answers.ask(who, command="buy-in", amount=100_00)
        answers.ask(who, command="wager", box=box, amount=25_00)
    answers.ask("ann", command="deal")
    store = client.app.state.service.store.reader
    before = store.peaks.size
    for _ in range(20):
        answers.ask("ann", command="deal")
    assert store.peaks.size == before
    assert answers.ask("bob", command="deal")["under-way"]


def test_a_deal_that_is_refused_leaves_nobody_ready(client: Client) -> None:
    headers = told("ann")
    store = client.app.state.service.store.reader
    client.get(STAR, headers=headers)
    before = store.peaks.size
    refused = [
        client.post(f"{STAR}/commands", json={"command": "deal"}, headers=headers) for _ in range(3)
    ]
    assert {one.status_code for one in refused} == {409}
    assert store.peaks.size == before
    answers = Answers(client)
    answers.ask("ann", command="buy-in", amount=100_00)
    answers.ask("ann", command="wager", box=1, amount=25_00)
    assert answers.ask("ann", command="deal")["under-way"], "the refusal was of another moment"


def test_a_tournament_is_shown_again_as_a_command_left_it(client: Client) -> None:
    place = "/api/tournaments/sit-and-go-1/commands"

    def enter(who: str) -> bytes:
        headers = {**told(who), "Idempotency-Key": f"{who} enters"}
        answer = client.post(place, json={"command": "enter"}, headers=headers)
        assert answer.status_code == 200, answer.text
        return answer.content

    first = {who: enter(who) for who in ("ann", "bob", "cat")}
    assert len({*first.values()}) == 3
    assert {who: enter(who) for who in first} == first


MANAGER = told("max", "gaming-manager")
LINKED = {
    "game": "caribbean-stud",
    "choices": {
        "jackpot": {
            "name": "grand",
            "wager": 5_00,
            "pool": 30_000_00,
            "increment": "0.7",
            "seed": 10_000_00,
        }
    },
}
OPENINGS: dict[str, dict[str, Any]] = {
    "/api/tables": {"table": "high", "game": "star-blackjack", "choices": {"decks": 6}},
    "/api/tournaments": {
        "tournament": "cup",
        "game": "star-blackjack",
        "conditions": {"sessions": [{"name": "final", "rounds": 2}]},
    },
    "/api/promotions": {
        "promotion": "june",
        "game": "star-blackjack",
        "terms": {
            "earned-by": {"wager": 20},
            "minimum-wager": 20,
            "starts": "2020-01-01T00:00",
            "entries-close": "2099-12-01T00:00",
            "draw": "2099-12-02T00:00",
        },
    },
}
"""What a manager opens, and how."""


@pytest.mark.parametrize("place", OPENINGS)
def test_what_is_opened_under_a_key_is_opened_once_and_answered_alike(
    client: Client, place: str
) -> None:
    plan = OPENINGS[place]
    kind, name = next(iter(plan.items()))
    keyed = {**MANAGER, "Idempotency-Key": "once"}
    first = client.post(place, json=plan, headers=keyed)
    assert first.status_code == 201, first.text
    commands: dict[str, tuple[dict[str, str], dict[str, Any]]] = {
        "table": (told("ann"), {"command": "buy-in", "amount": 100_00}),
        "tournament": (MANAGER, {"command": "publish-conditions"}),
        "promotion": (MANAGER, {"command": "submit-terms"}),
    }
    headers, body = commands[kind]
    changed = client.post(f"{place}/{name}/commands", json=body, headers=headers)
    assert changed.status_code == 200, changed.text
    again = client.post(place, json=plan, headers=keyed)
    assert (again.status_code, again.content) == (201, first.content)
    other = client.post(place, json={**plan, kind: "other"}, headers=keyed)
    assert (other.status_code, other.json()["code"]) == (422, "request/key-reused")
    taken = client.post(place, json=plan, headers=MANAGER)
    assert (taken.status_code, taken.json()["code"]) == (
        409,
        "table/taken" if kind == "table" else "request/name-taken",
    )


def test_a_table_that_is_refused_is_refused_again_for_the_same_reason(client: Client) -> None:
    keyed = {**MANAGER, "Idempotency-Key": "low"}
    plan = {"table": "low", "game": "star-blackjack", "choices": {"decks": 5}}
    first, again = (client.post("/api/tables", json=plan, headers=keyed) for _ in range(2))
    assert (first.status_code, first.json()["clause"]) == (409, "3.1")
    assert again.content == first.content


def test_a_table_on_a_jackpot_is_shown_again_with_the_meter_that_it_had(client: Client) -> None:
    keyed = {**MANAGER, "Idempotency-Key": "linked"}
    plan = {"table": "linked", **LINKED}
    first = client.post("/api/tables", json=plan, headers=keyed)
    assert (first.status_code, first.json()["meter"]) == (201, 30_000_00), first.text
    for body in (
        {"command": "buy-in", "amount": 100_00},
        {"command": "wager", "box": 1, "amount": 10_00, "on": "ante"},
        {"command": "wager", "box": 1, "amount": 5_00, "on": "jackpot"},
        {"command": "deal"},
    ):
        answer = client.post("/api/tables/linked/commands", json=body, headers=told("ann"))
        assert answer.status_code == 200, answer.text
    now = {one["table"]: one["meter"] for one in client.get("/api/tables").json()}
    assert now["linked"] > 30_000_00
    assert client.post("/api/tables", json=plan, headers=keyed).content == first.content
