"""Where in its file a problem of a scenario stands."""

import re

from croupier.toml_files import line_of_entry, line_of_key

STEP = re.compile(r"(?P<name>step (?P<number>\d+))(?= )")
ENTRY = re.compile(r"(?<=not a scenario: )(?P<name>(?P<key>[\w-]+)\[(?P<number>\d+)\][\w.-]*)(?=:)")
FIELD = re.compile(
    r"(?<=not a scenario: )(?P<name>(?:there is no field )?(?P<key>[\w-]+))(?=[:;.])"
)


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
    else:
        return problem
    if line is None:
        return problem
    return f"{problem[: found.end('name')]}, line {line}{problem[found.end('name') :]}"
