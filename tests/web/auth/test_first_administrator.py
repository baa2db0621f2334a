"""The first administrator's password: on a terminal, else in a file for its owner alone."""

from io import StringIO
from pathlib import Path

import pytest

from croupier.cli.main import run
from croupier.web.auth.administration import hand_over, password_file
from tests.web.auth.house import House, opened_house


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_on_a_terminal_the_password_is_shown_and_kept_nowhere(tmp_path: Path) -> None:
    shown = Terminal()
    hand_over("abcd-efgh", tmp_path / "password", shown)
    assert "abcd-efgh" in shown.getvalue()
    assert list(tmp_path.iterdir()) == []


def test_elsewhere_it_goes_into_a_file_for_its_owner_alone(tmp_path: Path) -> None:
    shown, path = StringIO(), tmp_path / "password"
    path.write_text("one from before")
    path.chmod(0o644)
    hand_over("abcd-efgh", path, shown)
    assert path.read_text() == "abcd-efgh\n"
    assert path.stat().st_mode & 0o777 == 0o600
    assert "abcd-efgh" not in shown.getvalue()
    assert str(path) in shown.getvalue()


def test_the_file_lies_beside_the_database_or_the_key() -> None:
    assert password_file("floor/evening.db") == Path("floor/evening.db-administrator")
    server = "postgresql://localhost/casino"
    assert password_file(server) == Path("croupier-administrator")
    assert password_file(server, Path("keys/master")) == Path("keys/master-administrator")


def test_the_only_administrator_is_recovered_at_the_machine(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    floor = str(tmp_path / "floor.db")
    with opened_house(tmp_path) as house:
        before = house.administrator
        assert run(["serve", "--database", floor, "--recover", "administrator"]) == 2
        assert "is in use by another process" in capsys.readouterr().err
    assert run(["serve", "--database", floor, "--recover", "nobody"]) == 2
    assert "not an administrator" in capsys.readouterr().err
    assert run(["serve", "--database", floor, "--recover", "administrator"]) == 0
    password = capsys.readouterr().out.split()[-1]
    with opened_house(tmp_path) as house:
        old = house.browser()
        old.secret = before.secret
        assert old.done("GET", "/api/session")["name"] == ""
        browser = house.browser()
        house.settle(browser, "administrator", password)
        assert browser.done("GET", "/api/people")
        assert _who_set_passwords(house) == ["administrator", "operator", "administrator"]


def _who_set_passwords(house: House) -> list[str]:
    log = house.client.app.state.service.store.reader.read_stream("person/administrator")
    return [one.actor for one in log if one.event.__struct_config__.tag == "password-set"]
