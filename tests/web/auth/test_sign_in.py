"""Signing up, in and out, passwords, devices for codes, and what a session is worth."""

from pathlib import Path
from urllib.parse import urlencode

import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs

from croupier.app.logs import without_secrets
from croupier.cli.main import run
from croupier.house.people import PasswordSet, SignedIn, SignedOut
from croupier.record.envelopes import Envelope
from croupier.rulebooks import Role
from croupier.web.auth.second_factor import STEP_SECONDS, code_at
from croupier.web.auth.sessions import COOKIE
from tests.web.auth.house import PASSWORD, QUICK, House, opened_house

SESSION = "/api/session"


def events_of(house: House, person: str) -> list[Envelope]:
    store = house.client.app.state.service.store.reader
    return list(store.read_stream(f"person/{person}"))


def test_a_visitor_is_nobody(house: House) -> None:
    told = house.browser().done("GET", SESSION)
    assert (told["account"], told["roles"]) == ("", [])


def test_somebody_signs_up_and_is_a_player(house: House) -> None:
    ann = house.player("Ann")
    told = ann.done("GET", SESSION)
    assert (told["name"], told["roles"], told["confined"]) == ("Ann", ["player"], False)
    assert len(told["account"]) == 12


def test_the_cookie_is_for_this_host_alone_and_for_no_script(house: House) -> None:
    body = {"name": "ann", "password": PASSWORD}
    answer = house.browser().ask("POST", "/api/people", body)
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith(f"{COOKIE}=")
    assert COOKIE.startswith("__Host-")
    for word in ("HttpOnly", "Secure", "SameSite=lax", "Path=/"):
        assert word in cookie
    assert "Domain" not in cookie


@pytest.mark.parametrize("name", ["", "an", "1ann", "ann lee", "änn", "a" * 33, "ann\n", "../ann"])
def test_a_name_is_made_of_plain_letters(house: House, name: str) -> None:
    status, _ = house.browser().refused("POST", "/api/people", {"name": name, "password": PASSWORD})
    assert status in (400, 422)


@pytest.mark.parametrize(
    "password",
    [
        "short",
        "Password1234",
        "qwertyuiop12",
        "1qaz2wsx3edc",
        "teapotteapot",
        "aaaaaaaaaaaa",
        "my name is ann",
        "x" * 257,
    ],
)
def test_a_password_that_is_easily_guessed_is_turned_down(house: House, password: str) -> None:
    body = {"name": "ann", "password": password}
    status, code = house.browser().refused("POST", "/api/people", body)
    assert (status, code.partition("/")[0]) == (422, "password")


@pytest.mark.parametrize(
    "password", ["pass phrase with spaces", "πασσ ωορδ μακρύς", "🂡🂢🂣🂤🂥🂦🂧🂨🂩🂪🂫🂭"]
)
def test_a_password_may_have_any_signs(house: House, password: str) -> None:
    house.browser().done("POST", "/api/people", {"name": "ann", "password": password})
    house.sign_in("ann", password=password)


def test_a_name_is_one_persons_whatever_its_letters(house: House) -> None:
    house.player("ann")
    body = {"name": "ANN", "password": PASSWORD}
    assert house.browser().refused("POST", "/api/people", body) == (409, "name/taken")
    assert house.sign_in("Ann").account


def test_nobody_learns_whether_name_or_password_was_wrong(house: House) -> None:
    house.player("ann")
    for name, password in (("ann", "not the right one"), ("nobody", PASSWORD)):
        body = {"name": name, "password": password}
        answer = house.browser().ask("POST", SESSION, body)
        assert answer.status_code == 401
        assert answer.json()["detail"] == "name or password is wrong"
        assert "set-cookie" not in answer.headers


def test_a_session_gets_a_new_secret_with_each_sign_in_and_the_old_one_ends(house: House) -> None:
    ann = house.player("ann")
    old = ann.secret
    ann.done("POST", SESSION, {"name": "ann", "password": PASSWORD})
    assert ann.secret != old
    thief = house.browser()
    thief.secret = old
    assert thief.done("GET", SESSION)["account"] == ""


def test_a_secret_that_was_not_given_out_opens_nothing(house: House) -> None:
    fixed = house.browser()
    fixed.secret = "A" * 43
    fixed.ask("POST", "/api/people", {"name": "ann", "password": PASSWORD})
    assert fixed.secret != "A" * 43
    for secret in ("A" * 43, "x" * 5000, "%00", '"', ";;;="):
        stranger = house.browser()
        stranger.secret = secret
        assert stranger.done("GET", SESSION)["account"] == ""


def test_who_signs_out_is_nobody_from_then_on(house: House) -> None:
    ann = house.player("ann")
    account, secret = ann.account, ann.secret
    ann.done("DELETE", SESSION)
    assert ann.secret == '""' or not ann.secret
    ann.secret = secret
    assert ann.done("GET", SESSION)["account"] == ""
    kinds = [type(one.event) for one in events_of(house, account)]
    assert kinds[-2:] == [SignedIn, SignedOut]


def test_a_session_ends_without_use_and_at_the_latest_after_a_week(house: House) -> None:
    ann = house.player("ann")
    for _ in range(14):
        house.clock.pass_by(11 * 3600)
        assert ann.account
    house.clock.pass_by(13 * 3600)
    assert not ann.account
    ann = house.sign_in("ann")
    for _ in range(15):
        house.clock.pass_by(11 * 3600)
        ann.account  # noqa: B018 - it is used
    house.clock.pass_by(6 * 3600)
    assert not ann.account


def test_staff_sessions_are_shorter(house: House) -> None:
    assert house.administrator.account
    house.clock.pass_by(31 * 60)
    assert not house.administrator.account


def test_a_changed_password_ends_all_other_sessions_and_renews_this_one(house: House) -> None:
    ann, elsewhere = house.player("ann"), house.sign_in("ann")
    old = ann.secret
    new = {"current": PASSWORD, "new": "other words in a line"}
    ann.done("PUT", f"{SESSION}/password", new)
    assert ann.secret != old
    assert ann.account
    assert not elsewhere.account
    body = {"name": "ann", "password": PASSWORD}
    assert house.browser().refused("POST", SESSION, body) == (401, "sign-in/wrong")
    house.sign_in("ann", password="other words in a line")
    assert isinstance(events_of(house, ann.account)[-2].event, PasswordSet)


def test_a_password_is_changed_by_who_knows_it(house: House) -> None:
    ann = house.player("ann")
    path = f"{SESSION}/password"
    wrong = {"current": "something else", "new": "other words in a line"}
    assert ann.refused("PUT", path, wrong) == (403, "password/wrong")
    same = {"current": PASSWORD, "new": PASSWORD}
    assert ann.refused("PUT", path, same) == (422, "password/same")
    weak = {"current": PASSWORD, "new": "password1234"}
    assert ann.refused("PUT", path, weak) == (422, "password/guessable")
    assert house.browser().refused("PUT", path, weak) == (401, "sign-in/needed")


def test_the_first_administrator_sets_a_password_and_a_device_before_all_else(house: House) -> None:
    first = house.browser()
    one_time = house.first_password
    told = first.done("POST", SESSION, {"name": "administrator", "password": one_time})
    assert told["confined"]
    assert first.refused("GET", "/api/people") == (403, "session/confined")
    new = {"current": one_time, "new": PASSWORD}
    assert first.done("PUT", f"{SESSION}/password", new)["confined"]
    assert first.refused("GET", "/api/people") == (403, "session/confined")
    codes = house.set_up_device(first)
    assert len(set(codes)) == 10
    assert first.done("GET", "/api/people")["items"]


def test_the_file_with_the_first_password_is_for_its_owner_alone_and_goes(house: House) -> None:
    path = house._folder / "floor.db-administrator"
    assert path.stat().st_mode & 0o777 == 0o600
    assert house.administrator.account
    assert not path.exists()


def test_a_password_for_once_counts_for_a_day(house: House) -> None:
    house.clock.pass_by(25 * 3600)
    body = {"name": "administrator", "password": house.first_password}
    assert house.browser().refused("POST", SESSION, body) == (401, "sign-in/expired")


def test_no_code_is_used_twice(house: House) -> None:
    device = house.administrator.device
    house.clock.pass_by(STEP_SECONDS)
    code = code_at(device, house.clock())
    body = {"name": "administrator", "password": PASSWORD, "code": code}
    house.browser().done("POST", SESSION, body)
    assert house.browser().refused("POST", SESSION, body) == (401, "sign-in/code")
    before = code_at(device, house.clock() - STEP_SECONDS)
    assert house.browser().refused("POST", SESSION, body | {"code": before}) == (
        401,
        "sign-in/code",
    )


def test_a_code_is_asked_for_and_must_be_right(house: House) -> None:
    device = house.administrator.device
    body = {"name": "administrator", "password": PASSWORD}
    assert house.browser().refused("POST", SESSION, body) == (401, "sign-in/code-needed")
    old = code_at(device, house.clock() - 10 * STEP_SECONDS)
    for code in (old, "000000", "12345", "x", "١٢٣٤٥٦"):
        assert house.browser().refused("POST", SESSION, body | {"code": code}) == (
            401,
            "sign-in/code",
        )


def test_a_code_counts_for_thirty_seconds_unless_the_house_allows_more(tmp_path: Path) -> None:
    for drift, status in ((0, 401), (1, 200)):
        folder = tmp_path / str(drift)
        folder.mkdir()
        with opened_house(folder, replace(QUICK, code_drift=drift)) as house:
            device = house.administrator.device
            for early in (-STEP_SECONDS, STEP_SECONDS):
                house.clock.pass_by(10 * STEP_SECONDS)
                code = code_at(device, house.clock() - early)
                body = {"name": "administrator", "password": PASSWORD, "code": code}
                answer = house.browser().ask("POST", SESSION, body)
                assert answer.status_code == status, (drift, early)
            house.clock.pass_by(10 * STEP_SECONDS)
            code = code_at(device, house.clock() - 2 * STEP_SECONDS)
            body = {"name": "administrator", "password": PASSWORD, "code": code}
            assert house.browser().refused("POST", SESSION, body) == (401, "sign-in/code")


def test_a_recovery_code_counts_once(house: House) -> None:
    dealer = house.member(Role.DEALER, name="dora")
    begun = {"password": PASSWORD, "code": house.code(dealer)}
    from base64 import b32decode

    enrolled = dealer.done("POST", f"{SESSION}/factor", begun)
    dealer.device = b32decode(enrolled["secret"])
    finish = {"enrolment": enrolled["enrolment"], "code": house.code(dealer)}
    codes = dealer.done("PUT", f"{SESSION}/factor", finish)["recovery-codes"]
    body = {"name": "dora", "password": PASSWORD, "code": codes[0].upper()}
    house.browser().done("POST", SESSION, body)
    assert house.browser().refused("POST", SESSION, body) == (401, "sign-in/code")
    told = [one.event for one in events_of(house, dealer.account)]
    assert SignedIn(dealer.account, "recovery-code") in told


def test_another_device_needs_the_one_that_counts(house: House) -> None:
    body = {"password": PASSWORD, "code": "000000"}
    path = f"{SESSION}/factor"
    assert house.administrator.refused("POST", path, body) == (403, "factor/code")
    body = {"password": "something else"}
    assert house.administrator.refused("POST", path, body) == (403, "password/wrong")


def test_an_enrolment_is_ones_own_and_needs_a_code(house: House) -> None:
    dealer = house.member(Role.DEALER)
    path = f"{SESSION}/factor"
    begun = dealer.done("POST", path, {"password": PASSWORD, "code": house.code(dealer)})
    other = house.administrator
    body = {"enrolment": begun["enrolment"], "code": "000000"}
    assert other.refused("PUT", path, body) == (422, "factor/enrolment")
    assert dealer.refused("PUT", path, body) == (422, "factor/code")
    assert dealer.refused("PUT", path, body | {"enrolment": "AAAA"}) == (422, "factor/enrolment")


def test_a_player_may_have_a_device_too(house: House) -> None:
    ann = house.player("ann")
    house.set_up_device(ann)
    body = {"name": "ann", "password": PASSWORD}
    assert house.browser().refused("POST", SESSION, body) == (401, "sign-in/code-needed")
    house.sign_in("ann", device=ann.device)


def test_a_house_may_ask_codes_of_players_too(tmp_path: Path) -> None:
    with opened_house(tmp_path, replace(QUICK, players_need_codes=True)) as house:
        ann = house.player("ann")
        assert ann.done("GET", SESSION)["confined"]
        assert ann.refused("GET", "/api/accounts/me") == (403, "session/confined")
        token = {"name": "ann", "password": PASSWORD, "scopes": ["read", "play"]}
        assert house.browser().ask("POST", "/api/tokens", token).status_code in (401, 403)
        house.set_up_device(ann)
        assert not ann.done("GET", SESSION)["confined"]
        ann.done("GET", "/api/accounts/me")
        body = {"name": "ann", "password": PASSWORD}
        assert house.browser().refused("POST", SESSION, body) == (401, "sign-in/code-needed")
        house.sign_in("ann", device=ann.device)


def test_ones_own_sessions_are_listed_and_ended(house: House) -> None:
    ann, elsewhere = house.player("ann"), house.sign_in("ann")
    listed = ann.done("GET", "/api/sessions")
    assert [one["this"] for one in listed] == [False, True] or len(listed) == 2
    assert ann.secret not in str(listed)
    (other,) = [one["id"] for one in listed if not one["this"]]
    wrong = ann.refused("POST", "/api/sessions/end", {"password": "wrong", "session": other})
    assert wrong == (403, "password/wrong")
    assert elsewhere.account
    again = {"password": PASSWORD, "session": other}
    ann.done("POST", "/api/sessions/end", again)
    assert (bool(ann.account), bool(elsewhere.account)) == (True, False)
    assert ann.refused("POST", "/api/sessions/end", again) == (404, "session/unknown")
    elsewhere = house.sign_in("ann")
    ann.done("POST", "/api/sessions/end", {"password": PASSWORD})
    assert (bool(ann.account), bool(elsewhere.account)) == (True, False)
    elsewhere = house.sign_in("ann")
    page = ann.ask("GET", "/account").text
    assert page.count("<b>This browser</b>") == page.count("Another browser") == 1
    assert "Your password" in ann.ask("POST", "/account/sessions", "password=wrong&session=").text
    assert elsewhere.account
    form = urlencode({"password": PASSWORD, "session": ""})
    assert "Another browser" not in ann.ask("POST", "/account/sessions", form).text
    assert (bool(ann.account), bool(elsewhere.account)) == (True, False)
    elsewhere = house.sign_in("ann")
    ann.done("DELETE", "/api/people/me/sessions")
    assert not ann.account
    assert not elsewhere.account


def test_beyond_so_many_sessions_the_oldest_ends(house: House) -> None:
    first = house.player("ann")
    browsers = []
    for number in range(20):
        house.clock.pass_by(100 if number % 9 else 1000)
        browsers.append(house.sign_in("ann"))
    assert not first.account
    assert browsers[0].account


def test_a_denial_leaves_a_line_in_the_log(house: House) -> None:
    ann = house.player("ann")
    with capture_logs() as lines:
        ann.refused("GET", "/api/people")
        house.browser().refused("POST", SESSION, {"name": "ann\nadmin", "password": "wrong"})
    (denied, failed) = (one for one in lines if one["log_level"] == "warning")
    assert (denied["event"], denied["action"], denied["person"]) == (
        "denied",
        "person.list",
        ann.account,
    )
    assert (failed["event"], failed["name"]) == ("sign-in failed", "ann\nadmin")
    assert "wrong" not in str(lines)


def test_who_is_turned_away_at_the_gate_leaves_a_line_in_the_log(house: House) -> None:
    with capture_logs() as lines:
        house.client.get("/healthz", headers={"Host": "elsewhere", "Cookie": "secret=7"})
    (turned,) = (without_secrets(None, "", line) for line in lines)
    assert (turned["event"], turned["why"], turned["path"]) == (
        "turned away",
        "site/host",
        "/healthz",
    )
    assert "secret" not in str(lines)


def test_what_is_kept_opens_no_door(house: House) -> None:
    ann = house.player("ann")
    issued = {"password": PASSWORD, "scopes": ["read"]}
    token = ann.done("POST", "/api/tokens", issued)["token"]
    house.client.app.state.service.store.writer._db.execute("PRAGMA wal_checkpoint(FULL)")
    kept = b"".join(path.read_bytes() for path in house._folder.glob("floor.db*"))
    for secret in (ann.secret, token, PASSWORD, house.administrator.device):
        data = secret if isinstance(secret, bytes) else secret.encode()
        assert data not in kept


def test_devices_count_under_a_new_master_key(tmp_path: Path) -> None:
    with opened_house(tmp_path) as house:
        device = house.administrator.device
        clock = house.clock
    assert run(["audit", "keys", "rotate", str(tmp_path / "floor.db")]) == 0
    with opened_house(tmp_path) as house:
        house.clock.at = clock.at + 60
        assert house.sign_in("administrator", device=device).account == "administrator"
