"""What goes over the wire of a view: the commands in it are as one asks for them."""

from typing import Any

import msgspec

from croupier.display.views import TableView
from croupier.record.codec import encode

UNASKED = ("by", "at")
"""What nobody says of a command: the role comes from the account, the time from the store."""


def view_fields(view: TableView) -> dict[str, Any]:
    """A view as its fields."""
    fields: dict[str, Any] = msgspec.to_builtins(view, str_keys=True)
    for prompt in fields["prompts"]:
        for option in prompt["options"]:
            for command in option["commands"]:
                for name in UNASKED:
                    command.pop(name, None)
    return fields


def encoded_view(view: TableView) -> bytes:
    """A view as it goes out."""
    return encode(view_fields(view))
