"""Schedules: tournaments that repeat by the house's clocks, and that the server opens by itself."""

import time
from datetime import UTC, date, datetime, timedelta
from datetime import time as hour
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from croupier.app.settings import Settings
from croupier.cli.main import run as command
from croupier.client import Client as ServersClient
from croupier.features.tournaments.pages.conditions_form import first_values
from croupier.features.tournaments.rules.conditions import Conditions
from croupier.features.tournaments.rules.schedules import (
    WEEKDAYS,
    BadScheduleError,
    Schedule,
    ScheduleSet,
    conditions_on,
    next_starts,
    open_starts,
    plan_schedule,
)
from croupier.rulebooks import law_of
from tests.support.doorkeepers import told
from tests.web.conftest import started

Client = TestClient[Litestar]
BROWSER = {"Accept": "text/html", "Origin": "http://127.0.0.1:8000"}
DIRECTOR = told("mia", "tournament-manager")
STAR = law_of("star-blackjack")


def schedule(**changes: Any) -> Schedule:
    given: dict[str, Any] = {
        "name": "friday",
        "game": "star-blackjack",
        "conditions": Conditions(),
        "boxes": 7,
        "weekdays": ("friday",),
        "starts": hour(19),
        "zone": "Australia/Sydney",
        "first": date(2026, 9, 1),
        "days_open": 6,
        "manager": "mia",
    }
    return Schedule(ScheduleSet(**given | changes))


def at(text: str) -> datetime:
    return datetime.fromisoformat(text)


def test_the_hour_on_the_wall_stays_when_summer_time_begins_and_ends() -> None:
    for begin in ("2026-09-24T00:00Z", "2027-03-25T00:00Z"):
        found = next_starts(schedule(), at(begin), 4)
        assert {one.starts.hour for one in found} == {19}
        away = {(b.starts - a.starts.astimezone(UTC)) for a, b in pairwise(found)}
        changed = timedelta(hours=1 if begin.startswith("2027") else -1)
        assert away == {timedelta(days=7), timedelta(days=7) + changed}


def test_an_hour_that_clocks_skip_or_show_twice_still_has_one_start() -> None:
    night = schedule(weekdays=("sunday",), starts=hour(2, 30))
    skipped = next_starts(night, at("2026-10-01T00:00Z"), 1)[0]
    assert skipped.starts.astimezone(UTC) == at("2026-10-03T16:30Z")
    twice = next_starts(night, at("2027-04-01T00:00Z"), 1)[0]
    assert twice.starts.astimezone(UTC) == at("2027-04-03T15:30Z")


def test_entries_open_in_their_time_and_not_once_it_has_started_or_ended() -> None:
    one = schedule()
    assert open_starts(one, at("2026-10-02T18:59:59+10:00"))[0].day == date(2026, 10, 2)
    assert open_starts(one, at("2026-10-02T19:00+10:00")) == ()
    assert open_starts(one, at("2026-10-03T19:00+10:00"))[0].day == date(2026, 10, 9)
    assert open_starts(Schedule(one.plan, ended=True), at("2026-10-02T12:00Z")) == ()


def test_times_in_the_conditions_move_with_the_date() -> None:
    first = at("2026-09-04T19:00+10:00")
    given = Conditions(starts=first, withdraw_until=first - timedelta(hours=2))
    one = schedule(conditions=given)
    start = next_starts(one, at("2026-10-03T00:00Z"), 1)[0]
    moved = conditions_on(one.plan, start)
    assert moved.starts == at("2026-10-09T19:00+11:00")
    assert moved.withdraw_until == at("2026-10-09T17:00+11:00")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"name": "every friday"}, "letters, digits and hyphens"),
        ({"weekdays": ()}, "such as friday"),
        ({"weekdays": ("payday",)}, "not a day of the week"),
        ({"days_open": 61}, "0 to 60 days"),
        ({"conditions": Conditions(sit_and_go=3)}, "when enough have entered"),
        ({"conditions": Conditions(conducted_by_rules=False)}, "19.4.2(k)"),
    ],
)
def test_a_schedule_that_cannot_be_kept_is_refused(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(BadScheduleError) as refused:
        plan_schedule(STAR, schedule(**changes).plan)
    assert words in str(refused.value)


# ------------------------------------------------------------------------------------ on a server


BODY = {"schedule": "nightly", "game": "star-blackjack", "weekdays": WEEKDAYS, "starts": "19:00:00"}


def set_it(client: Client, **changes: Any) -> Any:
    return client.post("/api/schedules", json=BODY | changes, headers=DIRECTOR)


def opened(client: Client, number: int) -> list[str]:
    """The tournaments of the schedule, once so many are open."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        listed = client.get("/api/tournaments").json()
        found = [one["tournament"] for one in listed if one["tournament"].startswith("nightly")]
        if len(found) >= number:
            return found
    raise AssertionError(f"{number} tournaments are not open")


def test_the_server_opens_entries_by_itself_and_goes_on_after_a_restart(
    settings: Settings,
) -> None:
    with started(settings) as client:
        answer = set_it(client, **{"days-open": 1})
        assert answer.status_code == 201, answer.text
        first = answer.json()["dates"][0]["tournament"]
        assert opened(client, 1) == [first]
        view = client.get(f"/api/tournaments/{first}").json()["tournament"]
        assert (view["phase"], view["manager"]) == ("entries", "mia")
        model = client.app.state.service.read_model
        assert model.tournaments[first].starts == at(answer.json()["dates"][0]["starts"])
        floor = client.get("/", headers=BROWSER).text
        assert "every day at 19:00" in floor
        assert set_it(client).status_code == 409
    with started(settings) as client:
        assert opened(client, 1) == [first]
        # A day later the next date takes entries, and one that is open is not opened again.
        service = client.app.state.service
        second = answer.json()["dates"][1]
        look_at(client, at(second["opens"]) + timedelta(seconds=1))
        assert opened(client, 2) == [first, second["tournament"]]
        ended = client.post("/api/schedules/nightly/end", headers=DIRECTOR)
        assert (ended.json()["ended"], ended.json()["dates"]) == (True, [])
        look_at(client, at(second["opens"]) + timedelta(days=1))
        assert len(opened(client, 2)) == 2
        assert service.read_model.schedules["nightly"].ended


def look_at(client: Client, now: datetime) -> None:
    """Have the server look at its timetable as if it were another time."""

    async def look() -> None:
        client.app.state.timetable.look(now)

    with client.portal() as portal:
        portal.call(look)


def test_only_who_may_plan_tournaments_sets_or_ends_a_schedule(client: Client) -> None:
    refused = client.post("/api/schedules", json=BODY, headers=told("ann"))
    assert refused.status_code == 403
    assert client.post("/api/schedules/nightly/end", headers=told("ann")).status_code == 403
    assert client.post("/api/schedules/nightly/end", headers=DIRECTOR).status_code == 404


def test_a_director_plans_it_in_the_form_and_ends_it_on_the_list(client: Client) -> None:
    values = first_values(STAR, "one-table", datetime.now(UTC))
    sent = values | {"game": "star-blackjack", "name": "club", "what": "plan", "friday": "yes"}
    headers = DIRECTOR | BROWSER
    answer = client.post("/tournaments/new", data=sent, headers=headers, follow_redirects=False)
    assert answer.headers["location"] == "/tournaments#schedules"
    page = client.get("/tournaments", headers=headers).text
    assert "every Friday at" in page
    assert "/tournaments/schedules/club/end" in page
    assert "/tournaments/schedules/club/end" not in client.get("/tournaments").text
    wrong = sent | {"name": "other", "days-open": "many"}
    again = client.post("/tournaments/new", data=wrong, headers=headers)
    assert "0 to 60" in again.text
    client.post("/tournaments/schedules/club/end", headers=headers)
    assert "every Friday at" not in client.get("/tournaments", headers=headers).text


def test_the_command_plans_lists_and_ends_it(
    client: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Any
) -> None:
    def connect(*_: object, **__: object) -> ServersClient:
        client.headers.update(DIRECTOR)
        return ServersClient(http=client)

    monkeypatch.setattr("croupier.client.Client", connect)
    monkeypatch.setattr("croupier.terminal.remote.sign_in", connect)
    monkeypatch.setattr(client, "close", lambda: None)
    file = tmp_path / "spring.toml"
    file.write_text('game = "star-blackjack"\n[conditions]\nentry-fee = 40\n')
    call = ["tournament", "schedule"]
    server = ["--server", "http://127.0.0.1:8000"]
    command([*call, "add", str(file), "club", "--days", "Friday", "--at", "19:00", *server])
    assert "Friday at 19:00 (UTC)" in capsys.readouterr().out
    plan = client.app.state.service.read_model.schedules["club"].plan
    assert (plan.conditions.entry_fee, plan.manager) == (40_00, "mia")
    command([*call, "list", *server])
    assert "club" in capsys.readouterr().out
    command([*call, "end", "club", *server])
    assert "ended" in capsys.readouterr().out
