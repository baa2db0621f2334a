"""The first administrator's password: on a terminal, else in a file for its owner alone."""

from io import StringIO
from pathlib import Path

from croupier.web.people.first_administrator import hand_over, password_file


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
