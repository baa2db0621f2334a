"""Files that people hand in, good and bad."""

import os
from pathlib import Path

import pytest

from croupier.kit.toml_files import (
    MOST_BYTES,
    UnreadableFileError,
    line_of_entry,
    line_of_key,
    parse_toml,
    read_toml,
)


def refusal(path: Path) -> str:
    """Why a file is not read."""
    with pytest.raises(UnreadableFileError) as found:
        read_toml(path)
    return str(found.value)


def test_a_good_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "good.toml"
    path.write_text("a = 1\n")
    assert read_toml(path) == {"a": 1}


def test_what_is_no_ordinary_file_is_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert refusal(tmp_path / "pipe") == "this is no ordinary file"
    assert refusal(tmp_path) == "this is a folder"
    assert refusal(tmp_path / "gone") == "there is no such file"


def test_what_is_no_text_or_too_long_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(b"\xff\xfe")
    assert refusal(path) == "this is not text in UTF-8"
    with path.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    assert refusal(path) == "this has more than 10,000,000 bytes"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a = = 1", "line 1, column 5: a value is missing"),
        ("a = [1", "end of the file: a list is not closed with ]"),
        ("a = {b = 1", "end of the file: an entry is not closed with }"),
        ('a = "b\n', "line 1, column 7: a character stands here that cannot"),
        ('a = "b', "end of the file: a text is not closed"),
        ("a = 1\na = 2", "end of the file: this name has a value already"),
        ("[a]\n[a]", "line 2, column 3: this name is given twice"),
        ("a = { b = 1, b = 2 }", "line 1, column 19: this name is given twice"),
        ("decks 6", "line 1, column 7: a name and its value go together"),
        ("= 6", "line 1, column 1: this is not a name with a value"),
        ("a.= 6", "line 1, column 3: a name begins with a letter"),
        ("a = 1 b = 2", "line 1, column 7: something follows a value on the same line"),
        ("[a\nb = 1", "line 1, column 3: a heading is not closed"),
        ("a = 2026-02-31", "line 1, column 5: this is not a date"),
        (r'a = "\d"', "line 1, column 8: write a backslash"),
        ("a = " + "[" * 100_000, "values lie too deep within each other"),
    ],
)
def test_what_is_no_toml_is_refused_with_its_line(text: str, why: str) -> None:
    with pytest.raises(UnreadableFileError) as found:
        parse_toml(text)
    assert str(found.value).startswith(why)


TEXT = """\
title = "x"
steps = [
  { do = "wager", box = 1 },
  # a remark
  { do = "deal" },
]

[[paid]]
player = "ann"

[[paid]]
player = "bob"

[table]
decks = 6
"""


@pytest.mark.parametrize(
    ("key", "number", "line"),
    [("steps", 1, 3), ("steps", 2, 5), ("steps", 3, None), ("paid", 2, 11), ("paid", 3, None)],
)
def test_an_entry_is_found_again(key: str, number: int, line: int | None) -> None:
    assert line_of_entry(TEXT, key, number) == line


@pytest.mark.parametrize(("key", "line"), [("title", 1), ("table", 14), ("box", 3), ("none", None)])
def test_a_key_is_found_again(key: str, line: int | None) -> None:
    assert line_of_key(TEXT, key) == line
    assert line_of_entry(TEXT, "none", 1) is None
