"""Alerts: what raises them, where they go, and who acknowledges them."""

import asyncio
import hmac
import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient
from msgspec.structs import replace

from croupier.app.new_floor import JACKPOT
from croupier.app.settings import BadSettingError, Settings
from croupier.features.alerts.delivery import ATTEMPTS, deliver, post
from croupier.features.alerts.service import CLAIM_SECONDS, AlertService, found_by_rules
from croupier.features.alerts.targets import AlertRules, WebhookTarget
from croupier.games.table.choices import Choices
from croupier.games.table.state import Notice
from croupier.house.alerts import Alert, AlertRaised, AlertRule
from croupier.record.envelopes import Cause
from croupier.rulebooks import Role, law_of
from croupier.streams import ALERTS
from croupier.web.service.floor_service import FloorService
from croupier.web.service.store import ServerStore
from tests.features.alerts.receivers import mail_server, webhook
from tests.support.doorkeepers import told
from tests.web.conftest import started

Client = TestClient[Litestar]
SECRET = "a secret of sufficient length"
SUPERVISOR = told("sam", "supervisor")
USUAL = AlertRules()
NOW = datetime(2026, 5, 1, 20, tzinfo=UTC)
ALERT = Alert(
    alert="silence/1/7",
    rule=AlertRule.SILENCE,
    subject="1",
    text="Nothing has happened at table 1 for 10 minutes.",
    raised=NOW,
)


@pytest.fixture
def key(tmp_path: Path) -> str:
    file = tmp_path / "webhook.key"
    file.write_text(SECRET + "\n")
    return str(file)


def settings(tmp_path: Path, **given: Any) -> Settings:
    """A floor whose jackpot of 30,000 dollars has passed its mark."""
    return Settings(database=str(tmp_path / "floor.db"), pace=0, alert_jackpot=20_000, **given)


def wait_for(client: Client, **wanted: Any) -> dict[str, Any]:
    """The first alert that has these values, within some seconds."""
    deadline = datetime.now(UTC) + timedelta(seconds=60)
    while datetime.now(UTC) < deadline:
        for one in client.get("/api/alerts", headers=SUPERVISOR).json():
            if all(one[name] == value for name, value in wanted.items()):
                return dict(one)
    raise AssertionError(f"no alert with {wanted}")


def test_an_alert_is_open_until_somebody_acknowledges_it_and_the_record_says_who(
    tmp_path: Path,
) -> None:
    with started(settings(tmp_path)) as client:
        raised = wait_for(client, rule="jackpot", subject="grand")
        assert raised["text"] == "The jackpot grand has passed $20,000."
        page = client.get("/pit/alerts", headers=SUPERVISOR).text
        assert page.count("Acknowledge<") == 1
        form = {"alert": raised["alert"]}
        answer = client.post("/pit/alerts", data=form, headers=SUPERVISOR)
        assert answer.status_code == 200
        done = wait_for(client, rule="jackpot", by="sam")
        assert done["acknowledged"]
        again = client.post("/pit/alerts", data=form, headers=SUPERVISOR)
        assert "Somebody has acknowledged this alert already." in again.text
        store = client.app.state.service.store.reader
        actors = [(one.event.alert, one.actor) for one in store.read_stream(ALERTS)]
        assert actors == [(raised["alert"], "house"), (raised["alert"], "sam")]
    with started(settings(tmp_path)) as client:
        assert wait_for(client, rule="jackpot")["acknowledged"], "it is not raised again"


def test_a_webhook_gets_the_alert_signed_and_the_page_says_so(tmp_path: Path, key: str) -> None:
    with webhook() as target:
        given = {"alert_webhook": target.address, "alert_webhook_key": key}
        with started(settings(tmp_path, **given)) as client:
            body, signed = target.received.get(timeout=60)
            wait_for(client, sent=["webhook"])
            page = client.get("/pit/alerts", headers=SUPERVISOR).text
            assert "sent by webhook" in page
            assert SECRET not in page
    assert json.loads(body)["rule"] == "jackpot"
    at, digest = re.fullmatch(r"t=(\d+),v1=([0-9a-f]{64})", signed).groups()  # type: ignore[union-attr]
    assert digest == hmac.new(SECRET.encode(), f"{at}.".encode() + body, sha256).hexdigest()


def test_mail_is_sent_by_the_houses_server(tmp_path: Path) -> None:
    with mail_server() as (address, mails):
        given = {
            "alert_mail": "pit@example.org",
            "mail_server": address,
            "mail_from": "c@example.org",
        }
        with started(settings(tmp_path, **given)) as client:
            mail = mails.get(timeout=60)
            wait_for(client, sent=["mail"])
    assert "Subject: [croupier] jackpot: grand" in mail
    assert "The jackpot grand has passed $20,000." in mail


def test_a_webhook_that_is_busy_is_tried_again_and_given_up_in_the_end() -> None:
    async def send_to(target: WebhookTarget) -> Any:
        return await deliver(lambda: post(target, ALERT, NOW), first_wait=0)

    with webhook(busy=2) as target:
        done = asyncio.run(send_to(WebhookTarget(target.address, b"secret")))
        assert (done.attempts, done.failure) == (3, "")
    with webhook(busy=99) as target:
        done = asyncio.run(send_to(WebhookTarget(target.address, b"secret")))
        assert (done.attempts, done.failure) == (ATTEMPTS, "the webhook answered 503")
        assert target.calls == ATTEMPTS


def test_a_target_that_cannot_be_reached_holds_up_nobody(tmp_path: Path, key: str) -> None:
    given = {"alert_webhook": "http://127.0.0.1:9/", "alert_webhook_key": key}
    with started(settings(tmp_path, **given)) as client:
        wait_for(client, rule="jackpot", sent=[], failed=[])
        command = {"command": "buy-in", "amount": 100_00}
        answer = client.post(
            "/api/tables/star-blackjack-1/commands", json=command, headers=told("ann")
        )
        assert answer.status_code == 200


def test_notices_and_silence_are_found_after_their_minutes(tmp_path: Path) -> None:
    with started(settings(tmp_path)) as client:
        command = {"command": "buy-in", "amount": 100_00}
        client.post("/api/tables/star-blackjack-1/commands", json=command, headers=told("ann"))
        model = client.app.state.service.read_model
        shown = model.tables["star-blackjack-1"]
        assert shown.at is not None
        notice = Notice(Role.INSPECTOR, "a card is missing", "1.1", given=shown.at)
        table = replace(shown.table, notices=(notice,))
        model.tables["star-blackjack-1"] = replace(shown, scene=replace(shown.scene, table=table))

        def found(minutes: int, rules: AlertRules = USUAL) -> set[tuple[AlertRule, str]]:
            assert shown.at is not None
            now = shown.at + timedelta(minutes=minutes)
            return {(one.rule, one.alert) for one in found_by_rules(rules, model, now)}

        about = (AlertRule.NOTICE, "notice/star-blackjack-1/1")
        silent = (AlertRule.SILENCE, f"silence/star-blackjack-1/{shown.version}")
        assert found(4) == set()
        assert found(5) == {about}
        assert found(10) == {about, silent}
        assert found(99, AlertRules(notice_minutes=0, silent_minutes=0)) == set()


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"alert_webhook": "https://example.org"}, "belong together"),
        ({"alert_webhook": "ftp://example.org", "alert_webhook_key": "KEY"}, "https://host"),
        ({"alert_webhook": "http://example.org", "alert_webhook_key": "KEY"}, "use https"),
        ({"alert_webhook": "https://u:p@example.org", "alert_webhook_key": "KEY"}, "no name or"),
        ({"alert_webhook": "https://example.org", "alert_webhook_key": "/none"}, "cannot be read"),
        ({"alert_mail": "pit@example.org"}, "belong together"),
        ({"mail_user": "u"}, "belong together"),
        ({"false_alarm_days": 0}, "1 to 36500"),
    ],
)
def test_targets_that_cannot_be_used_are_refused_in_a_sentence(
    given: dict[str, Any], says: str, key: str
) -> None:
    given = {name: key if value == "KEY" else value for name, value in given.items()}
    with pytest.raises(BadSettingError, match=says):
        Settings(**given)


@pytest.mark.parametrize(
    ("role", "view", "acknowledge"),
    [("inspector", 200, 403), ("dealer", 403, 403), ("player", 403, 403)],
)
def test_who_may_see_and_acknowledge(
    tmp_path: Path, role: str, view: int, acknowledge: int
) -> None:
    with started(settings(tmp_path)) as client:
        asked = told("kim", role)
        assert client.get("/pit/alerts", headers=asked).status_code == view
        answer = client.post("/pit/alerts", data={"alert": "x"}, headers=asked)
        assert answer.status_code == acknowledge


def test_an_unexpected_answer_is_a_failure() -> None:
    async def nowhere() -> None:
        raise httpx.ConnectError("refused")

    assert asyncio.run(deliver(nowhere, first_wait=0)).failure == "refused"


async def until(so: Callable[[], bool]) -> None:
    """Wait for something that other tasks and threads bring about."""
    async with asyncio.timeout(60):
        while not so():
            await asyncio.sleep(0.01)


async def watch_together(url: str, folder: Path, target: WebhookTarget) -> tuple[Alert, Alert]:
    """Two processes of a server find the same alert. Return it as each has it in the end."""
    rules = AlertRules(jackpot=20_000_00, webhook=target)
    halls = [FloorService(ServerStore(url, key=folder / "key")) for _ in range(2)]
    both = [AlertService(one, rules) for one in halls]
    for hall, alerts in zip(halls, both, strict=True):
        hall.subscribe(alerts.see)
        await hall.open()
    law, choices = law_of("caribbean-stud"), Choices(jackpot=JACKPOT)
    await halls[0].do(
        lambda floor: floor.open_table(law, choices, cards=floor.cards_of("1"), name="1")
    )
    await until(lambda: all(hall.read_model.states.pools for hall in halls))
    await asyncio.gather(*(alerts.look() for alerts in both))
    # One more is found by both at once: neither keeps the other from the rest.
    for alerts in both:
        alerts.report(AlertRaised("band/1", AlertRule.BAND, "1", "Unusual."))
    running = asyncio.gather(*(alerts.run() for alerts in both))
    names = {f"jackpot/grand/{rules.jackpot}/0", "band/1"}
    await until(
        lambda: all(
            {one.alert for one in alerts.open if one.sent == ("webhook",)} == names
            for alerts in both
        )
    )
    cause = Cause("seen", "sam", Role.SUPERVISOR)
    assert await both[0].acknowledge("band/1", cause) is None
    await until(lambda: not any(alerts.alerts["band/1"].open for alerts in both))
    again = await both[1].acknowledge("band/1", replace(cause, command_id="again", actor="kim"))
    assert again is not None
    assert again.code == "alert/acknowledged"
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    for hall in halls:
        await hall.close()
    first, second = (alerts.alerts["band/1"] for alerts in both)
    return first, second


def test_several_processes_send_an_alert_once_and_know_who_acknowledged_it(
    tmp_path: Path, postgres_url: str
) -> None:
    with webhook() as target:
        to = WebhookTarget(target.address, SECRET.encode())
        first, second = asyncio.run(watch_together(postgres_url, tmp_path, to))
        assert target.calls == 2, "two alerts, each sent by one process"
    assert (first, first.by, first.claims) == (second, "sam", 1)


def test_an_alert_whose_process_died_is_sent_by_another_in_time(tmp_path: Path) -> None:
    rules = AlertRules(webhook=WebhookTarget("http://127.0.0.1:9/", SECRET.encode()))
    with started(settings(tmp_path)) as client:
        alerts = AlertService(client.app.state.service, rules)
    assert alerts.is_to_go(ALERT, NOW)
    claimed = replace(ALERT, claimed=NOW, claims=1)
    assert not alerts.is_to_go(claimed, NOW + timedelta(seconds=CLAIM_SECONDS))
    assert alerts.is_to_go(claimed, NOW + timedelta(seconds=CLAIM_SECONDS + 1))
    assert not alerts.is_to_go(replace(claimed, failed=("webhook",)), NOW + timedelta(days=1))
