"""What an environment is made with and told: checked alike in single and vector environments."""

from collections.abc import Mapping, Sequence
from math import isfinite
from numbers import Real
from operator import index
from typing import Any

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from croupier.errors import CroupierError
from croupier.games.table.choices import Choices, GivenChoices, read_choices
from croupier.kit.shapes import did_you_mean
from croupier.maths.arguments import read_cents, read_switch
from croupier.money import Cents, in_dollars
from croupier.rulebooks import TableLaw, read_law

USUAL_WAGER: Cents = 20_00
"""A wager at which no payment of any game needs rounding."""
USUAL_REFUSAL = -1.0
NEW_TABLE = "new_table"
RESET_OPTIONS = (NEW_TABLE,)
"""What ``reset`` takes in ``options``."""


class OptionError(CroupierError):
    """Raised for an option or action that there is not."""


def read_table(
    game: object, choices: GivenChoices, options: Mapping[str, Any], *, others: Sequence[str] = ()
) -> tuple[TableLaw, Choices]:
    """Return the law and the operator's choices from what ``make`` was given.

    ``options`` are single choices by name, such as ``decks=6``; they change ``choices``. Raise for
    a name that is neither a choice nor one of the environment's ``others``.
    """
    law, chosen = read_law(game), read_choices(choices)
    known = Choices.__struct_fields__
    for name in options:
        if name not in known:
            likely = did_you_mean(name, (*known, *others))
            raise OptionError(f"there is no option {name}{likely}")
    return law, replace(chosen, **options)


def read_wager(wager: object, choices: Choices) -> Cents:
    """Return the wager. Raise if the sign at the table forbids it.

    The engine takes such a wager once, with a warning, or gives what is too much back.
    """
    cents, least, most = read_cents("wager", wager), choices.minimum, choices.maximum
    if not least <= cents <= most:
        bounds = " to ".join(map(in_dollars, (least, most)))
        raise OptionError(f"the wager is {in_dollars(cents)}, and the table takes {bounds}")
    return cents


def read_render_mode(mode: object, modes: Sequence[str]) -> str | None:
    """Return the render mode. Raise, naming those there are, for any other."""
    if mode is None or mode in modes:
        return str(mode) if mode else None
    names = ", ".join(modes) or "none here; one table renders"
    raise OptionError(f"there is no render mode {mode!r}; the modes are {names}")


def read_reset_options(options: object) -> bool:
    """Return whether ``reset`` is asked for a new table. Raise for any other option."""
    if options is None:
        return False
    if not isinstance(options, Mapping):
        raise OptionError(
            f"options: {options!r} is not a dictionary, such as {{'{NEW_TABLE}': True}}"
        )
    for name in options:
        if name not in RESET_OPTIONS:
            raise OptionError(f"reset has no option {name!r}; it has {', '.join(RESET_OPTIONS)}")
    return read_switch(NEW_TABLE, options.get(NEW_TABLE, False))


def read_refusal_reward(reward: object) -> float:
    """Return the reward of an action that is refused. Raise for what is no finite number."""
    number = None if isinstance(reward, bool) else reward
    if isinstance(number, Real) and isfinite(number):
        return float(number)
    raise OptionError(f"refusal_reward: {reward!r} is not a number, such as -1.0")


def unknown_action(action: object, count: int) -> OptionError:
    """Return the error for something that is no action."""
    return OptionError(f"there is no action {action!r}; actions are numbers from 0 to {count - 1}")


def read_action(action: object, count: int) -> int:
    """Return the number of an action. Raise for anything that is none of this many actions."""
    try:
        number = index(action)  # type: ignore[arg-type]
    except TypeError:
        raise unknown_action(action, count) from None
    if not 0 <= number < count:
        raise unknown_action(number, count)
    return number


def read_actions(actions: object, count: int, tables: int) -> NDArray[np.int64]:
    """Return an action for each table. Raise as for a single one, naming the first that is none."""
    given = np.asarray(actions)
    if given.shape != (tables,):
        raise OptionError(f"{tables} actions are needed, not {given.shape}")
    if given.dtype.kind not in "iub":
        raise unknown_action(given.tolist()[0], count)
    if given.min() < 0 or given.max() >= count:
        wrong = given[(given < 0) | (given >= count)]
        raise unknown_action(wrong[0].item(), count)
    return given.astype(np.int64, copy=False)
