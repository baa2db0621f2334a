"""Bearer tokens for programs and shoes: scopes, ends, and whose they are."""

from croupier.house.people import TokenIssued, TokenRevoked
from croupier.rulebooks import Role
from croupier.web.auth.second_factor import STEP_SECONDS
from tests.web.auth.house import PASSWORD, Browser, House
from tests.web.auth.test_sign_in import events_of

TOKENS = "/api/tokens"


def token_of(house: House, browser: Browser, *scopes: str, days: int = 30) -> Browser:
    body = {"password": PASSWORD, "scopes": list(scopes), "days": days}
    program = house.browser()
    program.token = browser.done("POST", TOKENS, body)["token"]
    return program


def test_a_program_acts_with_a_token_of_its_owner(house: House) -> None:
    ann = house.player("ann")
    program = token_of(house, ann, "read", "play")
    told = program.done("GET", "/api/session")
    assert (told["account"], told["scopes"]) == (ann.account, ["play", "read"])
    (issued,) = [one.event for one in events_of(house, ann.account)][-1:]
    assert isinstance(issued, TokenIssued)
    assert issued.scopes == ("read", "play")
    assert program.token not in repr(issued)


def test_a_token_needs_no_page_of_ours_and_no_cookie(house: House) -> None:
    ann = house.player("ann")
    program = token_of(house, ann, "read", "play")
    answer = house.client.post(
        "/api/tables/none/commands",
        json={"command": "sit", "box": 1},
        headers={"Authorization": f"Bearer {program.token}"},
    )
    assert answer.status_code == 404


def test_what_a_token_is_not_good_for_is_said(house: House) -> None:
    ann = house.player("ann")
    program = token_of(house, ann, "play")
    assert program.refused("GET", f"/api/accounts/{ann.account}") == (403, "token/scope")
    assert program.refused("GET", "/api/people") == (403, "person/not-permitted")


def test_no_token_changes_how_its_owner_shows_who_they_are(house: House) -> None:
    program = token_of(house, house.player("ann"), "read", "play")
    new = {"current": PASSWORD, "new": "other words in a line"}
    assert program.refused("PUT", "/api/session/password", new)[0] == 403
    body = {"password": PASSWORD, "scopes": ["read"]}
    assert program.refused("POST", TOKENS, body)[0] == 403
    assert program.refused("GET", TOKENS)[0] == 403


def test_a_token_is_revoked_by_its_owner_or_an_administrator(house: House) -> None:
    ann, bob = house.player("ann"), house.player("bob")
    first, second = token_of(house, ann, "read"), token_of(house, ann, "read")
    listed = ann.done("GET", TOKENS)
    assert len(listed) == 2
    assert first.token not in str(listed)
    ids = [one["id"] for one in listed]
    assert bob.refused("DELETE", f"{TOKENS}/{ids[0]}") == (404, "token/unknown")
    ann.done("DELETE", f"{TOKENS}/{ids[0]}")
    house.administrator.done("DELETE", f"{TOKENS}/{ids[1]}")
    for program in (first, second):
        assert program.refused("GET", "/api/tables") == (401, "token/unknown")
    assert ann.done("GET", TOKENS) == []
    *_, told = events_of(house, ann.account)
    assert told.event == TokenRevoked(ann.account, ids[1])
    assert told.actor == "administrator"


def test_a_token_ends(house: House) -> None:
    program = token_of(house, house.player("ann"), "read", days=1)
    house.clock.pass_by(86_399)
    program.done("GET", "/api/tables")
    house.clock.pass_by(2)
    assert program.refused("GET", "/api/tables") == (401, "token/unknown")


def test_a_replayed_guessed_or_foreign_token_is_nobodys(house: House) -> None:
    ann = house.player("ann")
    for token in ("", "croupier_", "croupier_" + "A" * 43, ann.secret, "x" * 5000, "null"):
        program = house.browser()
        program.token = token or " "
        assert program.refused("GET", "/api/tables") == (401, "token/unknown")
    answer = house.client.get("/api/tables", headers={"Authorization": "Basic YTpi"})
    assert answer.status_code == 401
    cookie = house.browser()
    cookie.secret = token_of(house, ann, "read").token
    assert cookie.done("GET", "/api/session")["account"] == "", "a token is no cookie"


def test_what_a_token_cannot_be_good_for_is_turned_down(house: House) -> None:
    ann, sue = house.player("ann"), house.member(Role.SUPERVISOR)
    body = {"password": PASSWORD}
    for scopes, code in (
        ([], "token/scope"),
        (["write"], "token/scope"),
        (["read play"], "token/scope"),
        (["read:1"], "token/scope"),
        (["shoe"], "token/shoe"),
    ):
        assert ann.refused("POST", TOKENS, body | {"scopes": scopes})[1] == code
    assert sue.refused("POST", TOKENS, body | {"scopes": ["play"]}) == (403, "token/play")
    long = body | {"scopes": ["read"], "days": 366}
    assert ann.refused("POST", TOKENS, long) == (422, "token/form")
    wrong = {"password": "something else", "scopes": ["read"]}
    assert ann.refused("POST", TOKENS, wrong) == (403, "password/wrong")


def test_nobody_has_more_tokens_than_they_can_look_after(house: House) -> None:
    ann = house.player("ann")
    for number in range(20):
        if number % 8 == 7:
            house.clock.pass_by(1000)
        token_of(house, ann, "read")
    house.clock.pass_by(1000)
    body = {"password": PASSWORD, "scopes": ["read"]}
    assert ann.refused("POST", TOKENS, body) == (409, "token/too-many")


def test_a_program_gets_a_token_without_a_browser(house: House) -> None:
    house.player("ann")
    sue = house.member(Role.SUPERVISOR, name="sue")
    program = house.browser()
    body = {"name": "ann", "password": PASSWORD, "scopes": ["read", "play"]}
    program.token = program.done("POST", TOKENS, body)["token"]
    program.done("GET", "/api/tables")
    body = {"name": "sue", "password": PASSWORD, "scopes": ["manage"]}
    assert house.browser().refused("POST", TOKENS, body) == (401, "sign-in/code-needed")
    house.clock.pass_by(STEP_SECONDS)
    house.browser().done("POST", TOKENS, body | {"code": house.code(sue)})


def test_who_is_confined_makes_no_token(house: House) -> None:
    made = house.administrator.done("POST", "/api/staff", {"name": "sue", "roles": ["dealer"]})
    body = {"name": "sue", "password": made["password"], "scopes": ["manage"]}
    assert house.browser().refused("POST", TOKENS, body)[0] in (401, 403)
