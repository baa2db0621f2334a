"""What administrators and managers do to accounts, and what people do to their own."""

import time
from datetime import UTC, datetime, timedelta

import pytest

from croupier.house.people import (
    FactorRemoved,
    PersonRegistered,
    RecordsRead,
    RoleGranted,
    RoleWithdrawn,
)
from croupier.rulebooks import Role
from tests.web.auth.house import PASSWORD, Browser, House
from tests.web.auth.test_sign_in import events_of

PEOPLE = "/api/people"


def day(house: House, days: float) -> str:
    return (datetime.fromtimestamp(house.clock(), UTC) + timedelta(days=days)).isoformat()


def test_an_administrator_makes_an_account_with_a_password_for_once(house: House) -> None:
    made = house.administrator.done("POST", "/api/staff", {"name": "sue", "roles": ["supervisor"]})
    sue = house.browser()
    told = sue.done("POST", "/api/session", {"name": "sue", "password": made["password"]})
    assert (told["roles"], told["confined"]) == (["supervisor"], True)
    (first, *_) = events_of(house, made["person"])
    assert first.event == PersonRegistered(made["person"], (Role.SUPERVISOR,))
    assert (first.actor, first.role) == ("administrator", Role.ADMINISTRATOR)
    store = house.client.app.state.service.store.reader
    assert store.origin(first) == "testclient"
    assert first.recorded is not None


@pytest.mark.parametrize(
    "roles",
    [
        ["player", "dealer"],
        ["administrator", "supervisor"],
        ["inspector", "gaming-manager"],
        ["player", "administrator"],
    ],
)
def test_no_account_is_made_with_duties_that_do_not_go_together(
    house: House, roles: list[str]
) -> None:
    body = {"name": "sue", "roles": roles}
    refused = house.administrator.refused("POST", "/api/staff", body)
    assert refused == (409, "person/duties")
    assert len(house.administrator.done("GET", PEOPLE)["items"]) == 1


def test_roles_are_granted_and_withdrawn_and_it_is_written_down(house: House) -> None:
    sue = house.member(Role.SUPERVISOR, name="sue")
    account = sue.account
    path = f"{PEOPLE}/{account}/roles"
    granted = house.administrator.done("PUT", f"{path}/tournament-manager")
    assert granted["roles"] == ["supervisor", "tournament-manager"]
    assert not sue.account, "a role that changes ends the sessions"
    withdrawn = house.administrator.done("DELETE", f"{path}/supervisor")
    assert withdrawn["roles"] == ["tournament-manager"]
    *_, grant, withdrawal = events_of(house, account)
    assert grant.event == RoleGranted(account, Role.TOURNAMENT_MANAGER)
    assert withdrawal.event == RoleWithdrawn(account, Role.SUPERVISOR)
    assert {grant.actor, withdrawal.actor} == {"administrator"}


def test_what_cannot_be_granted_is_refused(house: House) -> None:
    ann = house.player("ann")
    admin, path = house.administrator, f"{PEOPLE}/{ann.account}/roles"
    assert admin.refused("PUT", f"{path}/dealer") == (409, "person/duties")
    assert admin.refused("PUT", f"{path}/player") == (409, "person/has-role")
    assert admin.refused("DELETE", f"{path}/dealer") == (409, "person/lacks-role")
    assert admin.refused("PUT", f"{path}/emperor") == (404, "role/unknown")
    assert admin.refused("PUT", f"{PEOPLE}/nobody/roles/dealer") == (404, "person/unknown")
    own = f"{PEOPLE}/administrator/roles/dealer"
    assert admin.refused("PUT", own) == (409, "person/themselves")


def test_a_lost_password_is_recovered_by_an_administrator(house: House) -> None:
    ann = house.player("ann")
    account = ann.account
    program = house.browser()
    issued = {"password": PASSWORD, "scopes": ["read"]}
    program.token = ann.done("POST", "/api/tokens", issued)["token"]
    given = house.administrator.done("POST", f"{PEOPLE}/{account}/recovery", {})
    assert not ann.account
    assert program.refused("GET", "/api/tables") == (401, "token/unknown")
    body = {"name": "ann", "password": PASSWORD}
    assert house.browser().refused("POST", "/api/session", body) == (401, "sign-in/wrong")
    house.settle(ann, "ann", given["password"])
    assert ann.account == account
    again = {"name": "ann", "password": given["password"]}
    assert house.browser().refused("POST", "/api/session", again) == (401, "sign-in/wrong")


def test_a_lost_device_is_recovered_with_the_password(house: House) -> None:
    sue = house.member(Role.SUPERVISOR, name="sue")
    account = sue.account
    path = f"{PEOPLE}/{account}/recovery"
    admin = house.administrator
    unsaid = {"factor": True, "identified": " "}
    assert admin.refused("POST", path, unsaid) == (422, "recovery/not-identified")
    given = admin.done("POST", path, {"factor": True, "identified": "passport, in person"})
    assert events_of(house, account)[-1].event == FactorRemoved(account, "passport, in person")
    fresh = house.browser()
    told = fresh.done("POST", "/api/session", {"name": "sue", "password": given["password"]})
    assert told["confined"]
    assert not told["second-factor"]


def test_nobody_recovers_their_own_account_or_one_that_is_not_there(house: House) -> None:
    admin = house.administrator
    own = f"{PEOPLE}/administrator/recovery"
    assert admin.refused("POST", own, {}) == (409, "person/themselves")
    assert admin.refused("POST", f"{PEOPLE}/nobody/recovery", {}) == (404, "person/unknown")


def test_a_closed_account_opens_no_door(house: House) -> None:
    ann = house.player("ann")
    issued = {"password": PASSWORD, "scopes": ["read"]}
    program = house.browser()
    program.token = ann.done("POST", "/api/tokens", issued)["token"]
    path = f"{PEOPLE}/{ann.account}/suspension"
    assert house.administrator.refused("PUT", path, {"reason": " "}) == (409, "person/no-reason")
    closed = house.administrator.done("PUT", path, {"reason": "a stolen card"})
    assert closed["suspended"] == "a stolen card"
    store = house.client.app.state.service.store.reader
    assert not any(b"a stolen card" in leaf.body for leaf in store.leaves())
    assert not ann.account
    assert program.refused("GET", "/api/tables") == (401, "token/unknown")
    body = {"name": "ann", "password": PASSWORD}
    assert house.browser().refused("POST", "/api/session", body) == (403, "sign-in/suspended")
    house.administrator.done("DELETE", path)
    assert house.sign_in("ann").account


def test_a_player_excludes_themselves_and_cannot_take_it_back(house: House) -> None:
    ann = house.player("ann")
    path = f"{PEOPLE}/me/exclusion"
    assert ann.refused("PUT", path, {"until": day(house, 0.5)}) == (409, "exclusion/too-short")
    assert ann.refused("PUT", path, {"until": "2027-01-01T00:00:00"}) == (422, "clock/no-zone")
    assert ann.done("PUT", path, {"until": day(house, 30)})["excluded"]
    assert ann.refused("PUT", path, {"until": day(house, 10)}) == (409, "exclusion/shorter")
    assert ann.done("PUT", path, {})["excluded-until"] is None
    assert ann.done("GET", "/api/session")["excluded"]


def test_a_manager_keeps_a_player_from_playing(house: House) -> None:
    ann, manager = house.player("ann"), house.member(Role.GAMING_MANAGER)
    path = f"{PEOPLE}/{ann.account}/exclusion"
    assert manager.done("PUT", path, {"until": day(house, 3)})["excluded"]
    *_, told = events_of(house, ann.account)
    assert (told.actor, told.role) == (manager.account, Role.GAMING_MANAGER)


def test_a_player_is_reminded_of_the_time(house: House) -> None:
    ann = house.player("ann")
    assert ann.done("PUT", f"{PEOPLE}/me/reminder", {"minutes": 30})["reminder-minutes"] == 30
    house.clock.pass_by(29 * 60)
    assert not ann.done("GET", "/api/session")["reminder-due"]
    house.clock.pass_by(61)
    told = ann.done("GET", "/api/session")
    assert told["reminder-due"]
    assert told["minutes"] == 30


def test_a_players_limits_are_shown_as_they_hold(house: House) -> None:
    ann = house.player("ann")
    path = f"{PEOPLE}/me/limits"
    assert ann.done("PUT", f"{path}/loss", {"amount": 100_00})["loss-limit"]["amount"] == 100_00
    raised = ann.done("PUT", f"{path}/loss", {"amount": 200_00})["loss-limit"]
    assert (raised["amount"], raised["next-amount"]) == (100_00, 200_00)
    house.clock.pass_by(86_400)
    ann = house.sign_in("ann")
    assert ann.done("GET", f"{PEOPLE}/me")["loss-limit"]["amount"] == 200_00
    assert ann.refused("PUT", f"{path}/luck", {"amount": 1}) == (409, "play-limit/kind")


def test_who_looks_at_others_is_written_down(house: House) -> None:
    ann, inspector = house.player("ann"), house.member(Role.INSPECTOR)
    account = ann.account
    inspector.done("GET", f"{PEOPLE}/{account}")
    inspector.done("GET", PEOPLE)
    *_, one, many = events_of(house, inspector.account)
    assert one.event == RecordsRead(inspector.account, "person.view", account)
    assert many.event == RecordsRead(inspector.account, "person.list", "all")
    before = len(events_of(house, account))
    ann.done("GET", f"{PEOPLE}/me")
    assert len(events_of(house, account)) == before, "who looks at themselves leaves no trace"


def test_people_are_listed_page_by_page(house: House) -> None:
    for number in range(60):
        house.people.accounts.store.count("nothing", number)
        house.player(f"player{number}")
    first = house.administrator.done("GET", PEOPLE)
    assert len(first["items"]) == 50
    rest = house.administrator.done("GET", f"{PEOPLE}?cursor={first['next']}")
    assert len(rest["items"]) == 11
    assert rest["next"] is None
    assert len(house.administrator.done("GET", f"{PEOPLE}?limit=7")["items"]) == 7
    listed = [one["person"] for page in (first, rest) for one in page["items"]]
    assert listed == sorted(set(listed))


def test_people_are_called_by_their_names_on_the_floor(house: House) -> None:
    ann = house.player("Ann")
    names = house.client.app.state.service.read_model.names
    deadline = time.monotonic() + 60
    while ann.account not in names and time.monotonic() < deadline:
        time.sleep(0.05)
    assert names[ann.account] == "Ann"


def test_nobody_makes_themselves_an_administrator(house: House) -> None:
    body = {"name": "eve", "password": PASSWORD, "roles": ["administrator"]}
    assert house.browser().refused("POST", PEOPLE, body)[0] == 400
    eve: Browser = house.player("eve")
    assert eve.refused("POST", "/api/staff", {"name": "x-y", "roles": ["administrator"]}) == (
        403,
        "person/not-permitted",
    )
    assert eve.refused("PUT", f"{PEOPLE}/{eve.account}/roles/administrator")[0] == 403


def test_a_page_carries_the_reminder_once_for_each_time(house: House) -> None:
    """Without any script: the first page after the time tells it, the next ones do not."""
    ann = house.player("ann")
    ann.done("PUT", f"{PEOPLE}/me/reminder", {"minutes": 30})
    told = []
    for minutes in (29, 2, 0, 30):
        house.clock.pass_by(minutes * 60)
        part = ann.ask("GET", "/", Croupier_Part="main")
        assert 'id="reminder"' not in part.text
        told.append("signed in for" in ann.ask("GET", "/").text)
    assert told == [False, True, False, True]
