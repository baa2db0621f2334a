"""Events as earlier logs have them, brought into the form that is read today."""

from typing import Any

import msgspec

CHOICES = "choices"
"""Where a table that was opened keeps what the operator chose."""
TOURNAMENT = "tournament"
"""Once a switch; today the terms of the tournament that the table is used for, or none."""


def brought_up_to_date(data: bytes | str) -> bytes | None:
    """An event, or an envelope with one, in today's form; none where it is in no earlier one."""
    try:
        value = msgspec.json.decode(data)
    except msgspec.MsgspecError:
        return None
    return msgspec.json.encode(value) if _with_tournament_terms(value) else None


def _with_tournament_terms(value: Any) -> bool:
    """Put terms for a switch; whether there was one.

    A table that only stood under the rules of tournaments has terms without a session.
    """
    if not isinstance(value, dict):
        return False
    changed = any(_with_tournament_terms(one) for one in value.values() if isinstance(one, dict))
    chosen = value.get(CHOICES)
    if isinstance(chosen, dict) and isinstance(chosen.get(TOURNAMENT), bool):
        chosen[TOURNAMENT] = {} if chosen[TOURNAMENT] else None
        changed = True
    return changed
