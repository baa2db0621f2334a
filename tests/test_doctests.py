"""The examples in docstrings run, and print what they show."""

import doctest
from importlib import import_module

import pytest

from tests.test_layers import modules

EXAMPLES = [name for name, path in modules().items() if ">>> " in path.read_text(encoding="utf-8")]


def test_there_are_examples() -> None:
    assert len(EXAMPLES) > 30


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_prints_what_it_shows(name: str) -> None:
    result = doctest.testmod(import_module(name))
    assert result.failed == 0, f"{name}: {result.failed} of {result.attempted} examples"
