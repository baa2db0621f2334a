"""The demo's safety, and the tempers of its players."""

from typing import Any

import pytest

from croupier.app.demo import TEMPERS, HandInSight
from croupier.app.settings import BadSettingError, Settings
from croupier.cli.serve import serve


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.4", "::"])
def test_a_demo_is_refused_on_any_address_but_loopback(host: str) -> None:
    with pytest.raises(BadSettingError, match=r"--demo: anybody could sign in as anybody"):
        Settings(demo=True, host=host, names="casino.example", certificate="a", certificate_key="b")


@pytest.mark.parametrize("setting", [{"names": "casino.example"}, {"proxies": "10.0.0.1"}])
def test_a_demo_is_refused_behind_a_proxy_or_under_a_name(setting: dict[str, Any]) -> None:
    with pytest.raises(BadSettingError, match="only this machine may reach it"):
        Settings(demo=True, **setting)


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost"])
def test_a_demo_is_served_on_loopback_without_codes_for_staff(host: str) -> None:
    assert not Settings(demo=True, host=host).policy.staff_need_codes
    assert Settings(host=host).policy.staff_need_codes


def test_a_demo_takes_no_floor_of_somebody_elses() -> None:
    with pytest.raises(BadSettingError, match="leave out --database"):
        serve(demo=True, database="casino.db")


@pytest.mark.parametrize(
    ("hand", "calls"),
    [
        (
            HandInSight(16, False, 0, 6),
            {"careful": "stand", "studied": "stand", "bold": "hit", "easy": "hit"},
        ),
        (
            HandInSight(12, False, 0, 10),
            {"careful": "stand", "studied": "hit", "bold": "hit", "easy": "hit"},
        ),
        (
            HandInSight(11, False, 0, 6),
            {"careful": "hit", "studied": "double", "bold": "double", "easy": "hit"},
        ),
        (
            HandInSight(20, False, 10, 6),
            {"careful": "stand", "studied": "stand", "bold": "split", "easy": "stand"},
        ),
        (
            HandInSight(16, False, 8, 10),
            {"careful": "stand", "studied": "split", "bold": "split", "easy": "hit"},
        ),
    ],
)
def test_tempers_differ(hand: HandInSight, calls: dict[str, str]) -> None:
    assert {name: temper.calls(hand)[0] for name, temper in TEMPERS.items()} == calls
