"""Playing at a table as a program does: by what its view offers."""

from typing import Any

import httpx

from tests.outside.people import command

MOST_ANSWERS = 30
"""More than any hand needs."""
KEYS = ("s", "n", "f", "h", "d")
"""The answers that end a hand soonest: stand, no, fold; else a card, or declining."""


def view_of(client: httpx.Client, table: str) -> dict[str, Any]:
    """A table as somebody sees it."""
    answer = client.get(f"/api/tables/{table}")
    assert answer.status_code == httpx.codes.OK, answer.text
    return named(answer.json())


def named(fields: dict[str, Any]) -> dict[str, Any]:
    """Fields by the names that they have today; early releases wrote them with underscores."""
    return {name.replace("_", "-"): value for name, value in fields.items()}


def do(client: httpx.Client, table: str, **body: Any) -> dict[str, Any]:
    """Give a command that must be carried out."""
    answer = command(client, table, **body)
    assert answer.status_code == httpx.codes.OK, f"{body}: {answer.text}"
    found: dict[str, Any] = answer.json()
    return found


def open_round(client: httpx.Client, table: str, *wagers: dict[str, Any]) -> bool:
    """Lay wagers and have the round dealt; whether it is then under way."""
    for wager in wagers:
        do(client, table, command="wager", **wager)
    do(client, table, command="deal")
    return bool(view_of(client, table)["under-way"])


def end_round(client: httpx.Client, table: str) -> None:
    """Answer whatever is asked, until the round is over."""
    for _ in range(MOST_ANSWERS):
        view = view_of(client, table)
        if not view["under-way"]:
            return
        options = {one["key"]: one for prompt in view["prompts"] for one in prompt["options"]}
        option = next((options[key] for key in KEYS if key in options), None)
        assert option is not None, view["prompts"]
        for one in option["commands"] or [{"command": "close-insurance"}]:
            do(client, table, **one)
    raise AssertionError(f"the round at {table} does not end")


def chips_at(client: httpx.Client, table: str) -> dict[str, int]:
    """What each player has in front of them at a table, by what they are called."""
    view = view_of(client, table)
    return {
        view["names"].get(one["player"], one["player"]): one["chips"] for one in view["players"]
    }
