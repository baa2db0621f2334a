"""Every byte that leaves the server is searched for what its viewer may not know.

A deck of Caribbean Stud has each card once. So a card that lies face down for a viewer cannot stand
in anything that the viewer is sent, whatever the reason. In tournaments a wager on a form has an
amount that nothing else has.
"""

import json
import random
import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from croupier.cards import Card
from croupier.display.viewers import Viewer
from croupier.games.stud.state import StudRound, StudTable, require_read_cards
from croupier.rulebooks import Role
from croupier.web.auth.permissions import VISITOR, Principal
from croupier.web.live.subscribers import Subscriber
from croupier.web.live.updates import Subscription
from croupier.web.service.floor_service import FloorService
from croupier.web.service.submit import viewer_for
from tests.support.doorkeepers import told

Client = TestClient[Litestar]
STUD = "caribbean-stud-1"
PLAYERS = ("ann", "bob", "cat")
VIEWERS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(PLAYERS, ("player",)),
    "eve": ("player",),
    "dan": ("dealer",),
    "sue": ("supervisor",),
    "max": ("gaming-manager",),
    "ivy": ("inspector",),
    "vic": ("surveillance",),
    "reg": ("regulator",),
    "tom": ("tournament-manager",),
    "adm": ("administrator",),
    "": (),
}
"""Every kind of viewer; the empty name is a visitor."""


def headers(who: str) -> dict[str, str]:
    return told(who, *VIEWERS[who]) if who else {}


class Wiretap:
    """Keeps every byte that somebody is sent, until it is looked through."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.service: FloorService = client.app.state.service
        self.sent: dict[str, list[bytes]] = {who: [] for who in VIEWERS}
        self._subscribers: dict[str, Subscriber] = {}

    def listen(self) -> None:
        """Have every viewer follow everything, with words and views."""
        with self.client.portal() as portal:
            for who, roles in VIEWERS.items():
                principal = Principal(account=who, roles=frozenset(map(Role, roles)), session=who)
                self._subscribers[who] = portal.call(self._join, principal if who else VISITOR)

    async def _join(self, principal: Principal) -> Subscriber:
        def viewer_at(_: str) -> Viewer:
            return viewer_for(principal)

        subscription = Subscription(words=True, views=True)
        return self.service.subscribers.join(principal, viewer_at, subscription)

    def check_sessions(self, table: str) -> None:
        """Have everybody look at a table, and at all else that can be asked for."""
        for who in VIEWERS:
            for path in (
                f"/api/tables/{table}",
                f"/api/tables/{table}/rounds",
                "/api/tables",
                "/api/audit/events?limit=200",
                "/api/accounts/me",
                f"/tables/{table}",
                f"/tables/{table}/console",
                f"/tables/{table}/rounds/{self.service.table(table).table.rounds}",
                "/",
            ):
                self.sent[who].append(self.client.get(path, headers=headers(who)).content)
            self._take_messages(who)

    def _take_messages(self, who: str) -> None:
        subscriber = self._subscribers[who]
        while subscriber._waiting:
            self.sent[who].append(subscriber.encode(subscriber._waiting.popleft()))

    def ask(self, who: str, path: str, body: dict[str, Any]) -> int:
        """Have somebody ask for something; the answer is kept too."""
        answer = self.client.post(path, json=body, headers=headers(who))
        self.sent[who].append(answer.content)
        return answer.status_code

    def forget(self) -> None:
        """Leave out what was sent so far: cards of the last round lie open until the next."""
        for who, sent in self.sent.items():
            self._take_messages(who)
            sent.clear()

    def search(self, secrets: Callable[[str], list[str]]) -> int:
        """Look for secrets in all that was sent since the last time; how many bytes those were."""
        looked = 0
        for who, sent in self.sent.items():
            wanted = [word.encode() for word in secrets(who)]
            pattern = re.compile(
                rb"(?<![\w.-])(" + b"|".join(map(re.escape, wanted)) + rb")(?![\w])"
            )
            for data in sent:
                looked += len(data)
                found = pattern.search(data) if wanted else None
                assert found is None, (who, found, data[max(0, found.start() - 300) :][:400])
            sent.clear()
        return looked


def hidden_cards(table: StudTable, who: str) -> list[str]:
    """The cards that lie face down for somebody, by the rules of the game and not the display's."""
    round_ = table.round
    if not isinstance(round_, StudRound):
        return []
    hidden: list[Card] = []
    for hand in round_.hands:
        if hand.player != who and not hand_is_open(round_, hand):
            hidden += require_read_cards(hand.cards)
    if not dealer_is_open(round_):
        hidden += require_read_cards(round_.dealer)[:-1]
    return [name for card in hidden for name in (str(card), card.name_in_words)]


def dealer_is_open(round_: StudRound) -> bool:
    return round_.phase.value in ("exposed", "jackpot", "paid")


def hand_is_open(round_: StudRound, hand: Any) -> bool:
    return dealer_is_open(round_) and str(hand.standing.value) == "bet"


def shoes(service: FloorService) -> list[str]:
    """What orders of cards are called: nobody outside needs to know."""
    return [
        one.table.shoe.handle for one in service.read_model.tables.values() if one.table.shoe.handle
    ]


@pytest.mark.parametrize("seed", range(3))
def test_nobody_is_sent_a_card_that_lies_face_down_for_them(client: Client, seed: int) -> None:
    chance, tap = random.Random(seed), Wiretap(client)
    path = f"/api/tables/{STUD}/commands"
    for who in PLAYERS:
        assert tap.ask(who, path, {"command": "buy-in", "amount": 500_00}) == 200
    tap.listen()
    looked = 0
    for _ in range(3):
        for box, who in enumerate(PLAYERS, 1):
            tap.ask(who, path, {"command": "wager", "box": box, "amount": 10_00, "on": "ante"})
            tap.ask(who, path, {"command": "wager", "box": box, "amount": 5_00, "on": "jackpot"})
        tap.forget()
        for who in PLAYERS:
            tap.ask(who, path, {"command": "deal"})
        while (table := tap.service.read_model.tables[STUD].table).round is not None:
            assert isinstance(table, StudTable)
            tap.check_sessions(STUD)
            looked += tap.search(partial(hidden_cards, table))
            decide(tap, path, chance)
            after = tap.service.read_model.tables[STUD].table
            assert isinstance(after, StudTable)
            if after.round is not None:
                looked += tap.search(partial(hidden_cards, after))
    assert looked > 100_000


def decide(tap: Wiretap, path: str, chance: random.Random) -> None:
    """Have the player whose turn it is decide at random, and another one try to."""
    view = json.loads(tap.client.get(f"/api/tables/{STUD}").content)
    turn = view["prompts"][0]["player"]
    box = view["prompts"][0]["box"]
    other = chance.choice([who for who in PLAYERS if who != turn])
    tap.ask(other, path, {"command": "fold", "box": box})
    tap.ask(turn, path, {"command": chance.choice(("bet", "fold")), "box": box})


def test_a_leak_that_is_planted_is_found(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.display.disclosure._knows_box", lambda *_: True)
    with pytest.raises(AssertionError, match=r"eve|dan|sue|max|ivy|vic|reg|tom|adm|ann|bob|cat"):
        test_nobody_is_sent_a_card_that_lies_face_down_for_them(client, 0)


@pytest.mark.parametrize("game", ["star-blackjack", "perth-blackjack", "canberra-blackjack"])
def test_nobody_is_sent_what_an_order_of_cards_is_called(client: Client, game: str) -> None:
    tap, name = Wiretap(client), f"{game}-1"
    path = f"/api/tables/{name}/commands"
    tap.listen()
    tap.ask("ann", path, {"command": "buy-in", "amount": 500_00})
    tap.ask("ann", path, {"command": "wager", "box": 1, "amount": 10_00})
    tap.ask("ann", path, {"command": "deal"})
    tap.check_sessions(name)
    assert shoes(tap.service)
    assert tap.search(lambda _: shoes(tap.service)) > 10_000


FORM = 270_00
"""An amount that nothing else in the tournament has."""


def test_nobody_is_sent_a_wager_on_a_form_before_it_is_announced(client: Client) -> None:
    """Star 19.8.2.1: only its owner and the supervisors know it."""
    tap = Wiretap(client)
    place = "/api/tournaments/spring"
    conditions = {"undisclosed-wagers": 1, "sessions": [{"name": "final", "rounds": 3}]}
    plan = {"tournament": "spring", "game": "star-blackjack", "conditions": conditions}
    assert tap.ask("max", "/api/tournaments", plan) == 201
    for command in (
        {"command": "publish-conditions"},
        {"command": "appoint-manager", "person": "tom"},
    ):
        assert tap.ask("max", f"{place}/commands", command) == 200, tap.sent["max"][-1]
    for who in PLAYERS:
        assert tap.ask(who, f"{place}/commands", {"command": "enter"}) == 200, tap.sent[who][-1]
    preparations: tuple[dict[str, object], ...] = (
        {"command": "designate-table", "table": 1},
        {"command": "draw-seats", "seated": True},
        {"command": "start-session"},
    )
    for step in preparations:
        assert tap.ask("tom", f"{place}/commands", step) == 200, tap.sent["tom"][-1]
    tap.listen()
    table = client.get(place).json()["tournament"]["seats"][0]["table"]
    path = f"/api/tables/{table}/commands"
    turn = client.get(f"/api/tables/{table}").json()["prompts"][0]["player"]
    handed = tap.ask(turn, path, {"command": "undisclosed-wager", "amount": FORM, "type": "main"})
    assert handed == 200, tap.sent[turn][-1]
    tap.check_sessions(table)
    supervisors = {"sue", "max"}
    looked = tap.search(
        lambda who: [] if who == turn or who in supervisors else [str(FORM), "$270", "270"]
    )
    assert looked > 10_000
