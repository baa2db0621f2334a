"""Names of functions: verbs for what is done, nouns for what is returned, never a bare participle.

``settled_lines`` is a noun with its participle; ``settled`` alone leaves open whether something
is settled, was settled, or is to be settled.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.test_layers import SOURCE

Function = ast.FunctionDef | ast.AsyncFunctionDef

PARTICIPLE = re.compile(
    r"[a-z]+(?:ed|ing)|begun|bought|bound|broken|brought|built|chosen|dealt|done|drawn|driven"
    r"|fallen|forgotten|found|given|gone|had|heard|held|hidden|kept|known|laid|led|left|lent|lost"
    r"|made|meant|met|paid|said|sat|seen|sent|shown|sold|sought|spent|spoken|stood|struck|taken"
    r"|thrown|told|torn|understood|undone|unsaid|withdrawn|won|worn|written"
)
OTHER_WORDS = re.compile(
    r"beginning|bring|ending|feed|heading|need|nothing|reading|red|seed|setting|thing"
)
"""Nouns and verbs that end like a participle."""
SMALL_WORD = re.compile(
    r"about|above|after|again|all|already|also|apart|as|at|away|back|before|below|by|down|far|first"
    r"|for|from|here|in|into|it|last|later|little|most|now|of|off|on|once|one|only|out|over|past"
    r"|right|since|so|the|them|then|there|this|to|today|together|too|under|until|up|while|with"
    r"|without"
)
"""What may follow a participle without making a noun of it."""


def is_evolver(function: Function) -> bool:
    """Return whether it applies an event: such a function is named after its event."""
    return [one.arg for one in function.args.args[1:2]] == ["event"]


def is_bare_participle(name: str) -> bool:
    """Return whether a name is a participle that no noun follows."""
    if name.startswith("_") and name.endswith("_"):
        return False  # Python's own, such as ``_missing_`` of an enumeration
    first, *others = name.strip("_").split("_")
    if OTHER_WORDS.fullmatch(first) or not PARTICIPLE.fullmatch(first):
        return False
    return all(SMALL_WORD.fullmatch(one) for one in others)


def functions() -> Iterator[tuple[Path, Function]]:
    """Yield every function and method of the package, with its file."""
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, Function):
                yield path, node


@pytest.mark.parametrize(
    ("name", "bare"),
    [
        *(("told", True), ("_taken_back", True), ("opening", True), ("settled_lines", False)),
        *(("seed", False), ("_missing_", False), ("is_kept", False), ("heading_of", False)),
    ],
)
def test_a_participle_is_known_from_a_noun(name: str, bare: bool) -> None:
    assert is_bare_participle(name) is bare


def test_no_function_is_named_by_a_bare_participle() -> None:
    found = [
        f"{path.relative_to(SOURCE)}:{function.lineno}: {function.name}"
        for path, function in functions()
        if is_bare_participle(function.name) and not is_evolver(function)
    ]
    listed = "\n".join(found)
    assert not found, (
        "a function is a verb (settle), a noun (settled_lines) or a predicate (is_settled); "
        f"only what applies an event is named after it. Rename:\n{listed}"
    )
