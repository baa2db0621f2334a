"""People at a floor, by its interface for programs: players, and staff with their code devices."""

import base64
import hmac
import struct
import time
from pathlib import Path
from uuid import uuid4

import httpx

from tests.outside.product import Floor

PASSWORD = "a few words to remember"
STEP_SECONDS = 30
"""How long a code of a device lasts; each counts once."""
STAFF_ROLES = (
    "dealer",
    "supervisor",
    "assistant-gaming-manager",
    "gaming-manager",
    "inspector",
    "tournament-manager",
    "surveillance",
    "regulator",
    "administrator",
)
"""Every role that somebody who works here may have; players sign up by themselves."""


def code_at(secret: str, moment: float) -> str:
    """Return the six digits that a device shows at a moment (RFC 6238).

    >>> code_at("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", 59)
    '287082'
    """
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.digest(key, struct.pack(">Q", int(moment) // STEP_SECONDS), "sha1")
    start = digest[-1] & 15
    number = struct.unpack(">I", digest[start : start + 4])[0] & 0x7FFFFFFF
    return f"{number % 1_000_000:06d}"


def sign_up(floor: Floor, name: str) -> httpx.Client:
    """Create a player's account; returns the player's own connection, signed in."""
    client = floor.visitor()
    answer = client.post("/api/people", json={"name": name, "password": PASSWORD})
    assert answer.status_code == httpx.codes.CREATED, answer.text
    return _with_cookie(client, answer)


def sign_in(floor: Floor, name: str, password: str = PASSWORD, code: str = "") -> httpx.Client:
    """Sign in with a password and, where the account has a device, a code."""
    client = floor.visitor()
    body = {"name": name, "password": password, "code": code}
    answer = client.post("/api/session", json=body)
    assert answer.status_code == httpx.codes.OK, answer.text
    return _with_cookie(client, answer)


def administrator(floor: Floor) -> httpx.Client:
    """Sign in as the first administrator, whose one-time password lies beside the database."""
    password = Path(f"{floor.database}-administrator").read_text(encoding="ascii").strip()
    return settle_in(sign_in(floor, "administrator", password), password)


def hire(floor: Floor, by: httpx.Client, name: str, *roles: str) -> httpx.Client:
    """Have an administrator create an account for somebody; returns their connection."""
    answer = by.post("/api/staff", json={"name": name, "roles": roles})
    assert answer.status_code == httpx.codes.CREATED, answer.text
    password = answer.json()["password"]
    return settle_in(sign_in(floor, name, password), password)


def settle_in(client: httpx.Client, one_time: str) -> httpx.Client:
    """Choose a password of one's own and set up a device, as everybody on the staff must."""
    chosen = {"current": one_time, "new": PASSWORD}
    _with_cookie(client, client.put("/api/session/password", json=chosen))
    begun = client.post("/api/session/factor", json={"password": PASSWORD})
    assert begun.status_code == httpx.codes.OK, begun.text
    code = code_at(begun.json()["secret"], time.time())
    shown = {"enrolment": begun.json()["enrolment"], "code": code}
    return _with_cookie(client, client.put("/api/session/factor", json=shown))


def command(client: httpx.Client, table: str, key: str = "", **body: object) -> httpx.Response:
    """Give a command at a table, under a key of its own unless one is given."""
    return client.post(
        f"/api/tables/{table}/commands",
        json=body,
        headers={"Idempotency-Key": key or uuid4().hex},
    )


def _with_cookie(client: httpx.Client, answer: httpx.Response) -> httpx.Client:
    """Show the session's cookie from now on: over plain http a client would keep it to itself."""
    assert answer.is_success, answer.text
    for line in answer.headers.get_list("set-cookie"):
        name, _, value = line.partition(";")[0].partition("=")
        client.headers["Cookie"] = f"{name}={value}"
    return client
