"""An extension of griffe: docstrings as Markdown, their doctests as blocks of code."""

import re
from typing import Any

from griffe import Extension, Object

EXAMPLE = re.compile(r"(?:^>>> .*\n?(?:^(?!>>> |\s*$).*\n?)*)+", re.MULTILINE)
"""A doctest: prompts, and what is printed up to the next empty line."""


def as_markdown(text: str) -> str:
    """A docstring with every doctest fenced, and a block after ``::`` as Markdown has it."""
    fenced = EXAMPLE.sub(lambda found: f"```pycon\n{found[0].rstrip()}\n```\n", text)
    return fenced.replace("::\n", ":\n")


class MarkdownDocstrings(Extension):
    """Rewrites each docstring once, when its object has been read."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Rewrite the docstring of an object that was read."""
        if obj.docstring is not None:
            obj.docstring.value = as_markdown(obj.docstring.value)
