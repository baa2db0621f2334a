"""Where in its file a problem of a scenario stands."""

import re

from croupier.toml_files import line_of_entry, line_of_key

STEP = re.compile(r"(?P<name>step (?P<number>\d+))(?=[ :])")
ENTRY = re.compile(r"(?<=not a scenario: )(?P<name>(?P<key>[\w-]+)\[(?P<number>\d+)\][\w.-]*)(?=:)")
FIELD = re.compile(
    r"(?<=not a scenario: )(?P<name>(?:there is no field )?(?P<key>[\w-]+))(?=[:;.])"
)
GAMES = re.compile(r"(?P<name>games(?:\.[\w-]+)*)(?=:)")
"""The games of a file, or the table of one of them."""

PLACE = re.compile(
    r"(?P<name>(?:table|tables\[(?P<number>\d+)\]|game|shoe|cites)(?:\.(?P<key>[\w-]+))*)"
    r": (?:there is no field (?P<unknown>[\w-]+))?"
)
"""A value of a table: the keys that lead there, or a field that is not known there."""


def with_line(problem: str, text: str, game: str = "") -> str:
    """A problem with the line that it is about, where that can be found in the file's text.

    What the table of the ``game`` says for itself is looked for there first.

    >>> with_line("step 2 (hit): refused", 'steps = [\\n  { do = "deal" },\\n  { do = "hit" },\\n]')
    'step 2, line 3 (hit): refused'
    """
    before, own = lines_of_game(text, game)
    found = find_line(problem, own)
    if found is not None:
        end, line = found[0], before + found[1]
    elif (found := find_line(problem, text)) is not None:
        end, line = found
    else:
        return problem
    return f"{problem[:end]}, line {line}{problem[end:]}"


def find_line(problem: str, text: str) -> tuple[int, int] | None:
    """Where in a problem its place has been named, and the line of that in a text."""
    if found := STEP.match(problem):
        line = line_of_entry(text, "steps", int(found["number"]))
    elif found := ENTRY.search(problem):
        line = line_of_entry(text, found["key"], int(found["number"]))
    elif found := FIELD.search(problem):
        line = line_of_key(text, found["key"])
    elif found := GAMES.match(problem):
        line = 1 if text.startswith("[games.") else line_of_key(text, "games")
    elif found := PLACE.match(problem):
        line = line_of_place(found, text)
    else:
        return None
    return None if line is None else (found.end("name"), line)


def lines_of_game(text: str, game: str) -> tuple[int, str]:
    """How many lines come before what a file says for a game, and these lines; empty for none.

    >>> lines_of_game('[net]\\n[games.a]\\n[games.a.net]\\nann = 5\\n[games.b]', "a")
    (1, '[games.a]\\n[games.a.net]\\nann = 5')
    """
    lines = text.splitlines()
    its = re.compile(rf"\[+games\.{re.escape(game)}[].]")
    start = next((n for n, line in enumerate(lines) if its.match(line)), len(lines))
    others = (n for n, line in enumerate(lines) if n > start and line.startswith("["))
    end = next((n for n in others if not its.match(lines[n])), len(lines))
    return start, "\n".join(lines[start:end])


def line_of_place(place: re.Match[str], text: str) -> int | None:
    """The line of a value of a table; where several tables have the key, that of their entry."""
    key = place["unknown"] or place["key"] or place["name"]
    if place["number"] is None:
        return line_of_key(text, key)
    return line_of_entry(text, "tables", int(place["number"]))
