"""The gate: other sites' pages, other hosts, open channels, proxies, and what browsers are told."""

from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from croupier.app.processes import transport
from croupier.app.settings import BadSettingError, Settings
from croupier.web.auth.sessions import COOKIE
from croupier.web.http.middleware import (
    BadSiteError,
    Site,
    guard_site,
    host_of,
    is_elsewhere,
    site_for,
)
from tests.support.certificates import write_certificate
from tests.web.auth.house import ADDRESS, PASSWORD, House

SIGN_UP = {"name": "ann", "password": PASSWORD}


def post(house: House, **headers: str) -> Any:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return house.client.post("/api/people", json=SIGN_UP, headers=named)


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:8001"},
        {"Origin": "https://127.0.0.1:8000"},
        {"Origin": "http://127.0.0.1:8000.evil.example"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
        {"Sec_Fetch_Site": "cross-site", "Origin": ADDRESS},
        {"Sec_Fetch_Site": "same-origin", "Origin": "https://evil.example"},
        {"Cookie": f"{COOKIE}=something"},
    ],
)
def test_no_other_sites_page_changes_anything(house: House, headers: dict[str, str]) -> None:
    answer = post(house, **headers)
    assert answer.status_code == 403
    assert answer.json()["code"] == "site/origin"


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": ADDRESS},
        {"Sec_Fetch_Site": "same-origin"},
        {"Sec_Fetch_Site": "same-origin", "Origin": ADDRESS},
        {},
    ],
)
def test_our_own_pages_and_programs_are_let_through(house: House, headers: dict[str, str]) -> None:
    assert post(house, **headers).status_code == 201


def test_looking_is_free_for_links_from_elsewhere(house: House) -> None:
    answer = house.client.get("/api/session", headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 200
    assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "", "127.0.0.1@evil"]
)
def test_another_host_is_not_ours(house: House, host: str) -> None:
    answer = house.client.get("/api/session", headers={"Host": host})
    assert answer.status_code == 421
    assert answer.json()["code"] == "site/host"


@pytest.mark.parametrize("path", ["/api/session", "/api/nothing", "/healthz", "/api/openapi.json"])
def test_every_answer_tells_browsers_what_holds(house: House, path: str) -> None:
    headers = house.client.get(path).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "object-src 'none'" in policy
    assert "base-uri 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert "*" not in policy
    assert "data:" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "Cache-Control" in headers
    assert "Server" not in headers


def test_what_is_about_somebody_is_stored_nowhere(house: House) -> None:
    answer = house.player("ann").ask("GET", "/api/people/me")
    assert answer.headers["Cache-Control"] == "no-store"


def test_refusals_of_the_gate_carry_the_headers_too(house: House) -> None:
    answer = house.client.get("/api/session", headers={"Host": "evil.example"})
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Content-Type"] == "application/problem+json"


# Where the server listens, and whom it believes -------------------------------------------------


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "127.3.4.5"])
def test_the_loopback_needs_nothing(host: str) -> None:
    assert Settings(host=host).site.proxies == ()


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.7", "::", "casino.example"])
def test_another_address_needs_a_certificate_or_a_proxy(host: str) -> None:
    with pytest.raises(BadSiteError, match="others could listen in"):
        Settings(host=host)
    with pytest.raises(BadSiteError, match="host names"):
        site_for(host, secure=True)
    names = "Casino.Example, other.example"
    with pytest.raises(BadSiteError, match="trusted proxy on a private network"):
        Settings(host=host, names=names, proxies="192.0.2.1", private_network=False)
    site = Settings(host=host, names=names, proxies="192.0.2.1").site
    assert {"casino.example", "other.example", "127.0.0.1"} <= site.hosts


def test_a_proxy_is_an_address_and_a_certificate_has_a_key() -> None:
    with pytest.raises(BadSiteError, match="not an address or network of a proxy"):
        Settings(proxies="nginx")
    with pytest.raises(BadSettingError, match="belong together"):
        Settings(certificate="cert.pem")


def test_hosts_and_addresses_are_read() -> None:
    assert host_of("[::1]:8000") == "::1"
    assert host_of("Casino.Example:443") == "casino.example"
    assert is_elsewhere("192.0.2.1")
    assert not is_elsewhere("127.0.0.1")
    assert not is_elsewhere("testclient")


class Seen:
    """An application that tells where a request seems to come from."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:  # noqa: ARG002
        body = f"{scope['scheme']} {scope['client'][0]}".encode()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": body})


async def through(
    peer: str, headers: dict[str, str], *, proxies: str = "", scheme: str = "http"
) -> tuple[int, str, dict[str, str]]:
    """What comes back through the gate to somebody at an address."""
    site = Site(
        hosts=frozenset({"casino.example"}), proxies=site_for("::1", proxies=proxies).proxies
    )
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    named = {"host": "casino.example"} | headers
    scope: Any = {
        "type": "http",
        "path": "/api/session",
        "method": "GET",
        "scheme": scheme,
        "client": (peer, 4000),
        "headers": [(name.encode(), value.encode()) for name, value in named.items()],
    }
    await guard_site(Seen(), site)(scope, None, send)  # type: ignore[arg-type]
    told = {name.decode().lower(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], sent[1]["body"].decode(), told


@pytest.mark.anyio
async def test_plain_http_is_for_the_loopback_alone() -> None:
    assert (await through("127.0.0.1", {}))[:2] == (200, "http 127.0.0.1")
    status, body, _ = await through("192.0.2.9", {})
    assert status == 403
    assert "site/insecure" in body
    status, _, told = await through("192.0.2.9", {}, scheme="https")
    assert status == 200
    assert told["strict-transport-security"].startswith("max-age=")


FORWARDED = {"x-forwarded-for": "198.51.100.5", "x-forwarded-proto": "https"}


@pytest.mark.anyio
async def test_a_trusted_proxy_says_for_whom_it_asks() -> None:
    status, body, _ = await through("192.0.2.1", FORWARDED, proxies="192.0.2.0/24")
    assert (status, body) == (200, "https 198.51.100.5")
    chained = FORWARDED | {"x-forwarded-for": "10.9.9.9, 198.51.100.5, 192.0.2.44"}
    _, body, _ = await through("192.0.2.1", chained, proxies="192.0.2.0/24")
    assert body == "https 198.51.100.5", "what a client puts in front is not believed"


@pytest.mark.anyio
async def test_a_proxy_that_was_asked_in_the_open_says_so_even_over_tls() -> None:
    asked = FORWARDED | {"x-forwarded-proto": "http"}
    status, body, _ = await through("192.0.2.1", asked, scheme="https", proxies="192.0.2.1")
    assert status == 403
    assert "site/insecure" in body


@pytest.mark.anyio
async def test_a_proxy_on_another_machine_may_be_spoken_to_in_tls(tmp_path: Path) -> None:
    certificate = str(write_certificate(tmp_path))
    settings = Settings(
        host="192.0.2.7",
        names="casino.example",
        proxies="192.0.2.1",
        certificate=certificate,
        certificate_key=certificate,
    )
    assert transport(settings)["ssl_certfile"] == certificate
    status, body, _ = await through("192.0.2.1", FORWARDED, scheme="https", proxies="192.0.2.1")
    assert (status, body) == (200, "https 198.51.100.5")


@pytest.mark.anyio
async def test_nobody_else_is_believed() -> None:
    status, body, _ = await through("203.0.113.1", FORWARDED, proxies="192.0.2.0/24")
    assert status == 403
    _, body, _ = await through("127.0.0.1", FORWARDED)
    assert body == "http 127.0.0.1"
    status, _, _ = await through(
        "192.0.2.1", {"x-forwarded-for": "198.51.100.5"}, proxies="192.0.2.1"
    )
    assert status == 403, "the proxy itself was asked in the open"


def test_a_websocket_of_another_sites_page_is_closed(house: House) -> None:
    client: TestClient[Litestar] = house.client
    elsewhere = {"Origin": "https://evil.example"}
    with (
        pytest.raises(WebSocketDisconnect, match="did not come from one of our pages"),
        client.websocket_connect("/api/shoe", headers=elsewhere),
    ):
        pass
