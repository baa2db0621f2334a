"""What the project's own scenario files hold, read once in a process."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from croupier.scenarios.files import Heading, convert_scenario, data_for, game_names, read_data

SCENARIOS = Path(__file__).parents[1] / "scenarios"


class OwnScenario(NamedTuple):
    """A file of ours, as it is for one of its games."""

    name: str
    """Its path below our scenarios without ending, and ``::`` with the game where it has several.
    """
    data: dict[str, Any]
    """What it says for that game; whoever asks changes nothing in it."""

    @property
    def heading(self) -> Heading:
        """Its heading."""
        return convert_scenario(self.data, Heading)


@cache
def own_data(path: Path) -> dict[str, Any]:
    """What a file of ours holds as it is written; whoever asks changes nothing in it."""
    return read_data(path)


@cache
def own_scenarios(path: Path) -> tuple[OwnScenario, ...]:
    """A file of ours, once for each of its games."""
    data = own_data(path)
    name = path.relative_to(SCENARIOS).with_suffix("").as_posix()
    return tuple(
        OwnScenario(f"{name}::{game}" if game else name, data_for(data, game))
        for game in game_names(data)
    )


def all_own_scenarios() -> Iterator[OwnScenario]:
    """Every scenario of ours."""
    for path in sorted(SCENARIOS.rglob("*.toml")):
        yield from own_scenarios(path)
