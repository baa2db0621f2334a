"""Where in its file a problem of a scenario stands."""

import re

from croupier.toml_files import line_of_entry, line_of_key

STEP = re.compile(r"(?P<name>step (?P<number>\d+))(?=[ :])")
ENTRY = re.compile(r"(?<=not a scenario: )(?P<name>(?P<key>[\w-]+)\[(?P<number>\d+)\][\w.-]*)(?=:)")
FIELD = re.compile(
    r"(?<=not a scenario: )(?P<name>(?:there is no field )?(?P<key>[\w-]+))(?=[:;.])"
)

PLACE = re.compile(
    r"(?P<name>(?:table|tables\[(?P<number>\d+)\]|game|shoe|cites)(?:\.(?P<key>[\w-]+))*)"
    r": (?:there is no field (?P<unknown>[\w-]+))?"
)
"""A value of a table: the keys that lead there, or a field that is not known there."""


def with_line(problem: str, text: str) -> str:
    """A problem with the line that it is about, where that can be found in the file's text.

    >>> with_line("step 2 (hit): refused", 'steps = [\\n  { do = "deal" },\\n  { do = "hit" },\\n]')
    'step 2, line 3 (hit): refused'
    """
    if found := STEP.match(problem):
        line = line_of_entry(text, "steps", int(found["number"]))
    elif found := ENTRY.search(problem):
        line = line_of_entry(text, found["key"], int(found["number"]))
    elif found := FIELD.search(problem):
        line = line_of_key(text, found["key"])
    elif found := PLACE.match(problem):
        line = line_of_place(found, text)
    else:
        return problem
    if line is None:
        return problem
    return f"{problem[: found.end('name')]}, line {line}{problem[found.end('name') :]}"


def line_of_place(place: re.Match[str], text: str) -> int | None:
    """The line of a value of a table; where several tables have the key, that of their entry."""
    key = place["unknown"] or place["key"] or place["name"]
    if place["number"] is None:
        return line_of_key(text, key)
    return line_of_entry(text, "tables", int(place["number"]))
