"""Views as they come over the wire, read back into the types that screens are made from."""

from typing import Any

import msgspec

from croupier.display.choices import Option
from croupier.display.views import Prompt, TableView
from croupier.play.reader import command_types
from croupier.record.codec import decode_command
from croupier.table.commands import Command


def command_from(fields: dict[str, Any]) -> Command:
    """A command of a view's option; the server itself says in which role it is asked."""
    kind = command_types()[fields["command"]]
    return decode_command(msgspec.json.encode({**fields, "by": kind.usual.value}))


def _prompt_from(fields: dict[str, Any]) -> Prompt:
    shown = msgspec.convert({**fields, "options": ()}, Prompt)
    return msgspec.structs.replace(shown, options=tuple(map(_option_from, fields["options"])))


def _option_from(fields: dict[str, Any]) -> Option:
    shown = msgspec.convert({**fields, "commands": ()}, Option)
    commands = tuple(map(command_from, fields["commands"]))
    return msgspec.structs.replace(shown, commands=commands)


def view_from(fields: dict[str, Any]) -> TableView:
    """The view that the server sent."""
    prompts = tuple(_prompt_from(one) for one in fields["prompts"])
    shown = msgspec.convert({**fields, "prompts": ()}, TableView)
    return msgspec.structs.replace(shown, prompts=prompts)


def asked(command: Command) -> dict[str, Any]:
    """A command as one asks for it: without role and time, and without what goes without saying."""
    fields: dict[str, Any] = msgspec.to_builtins(command)
    for field in msgspec.structs.fields(command):
        unsaid = field.name in ("by", "at") or getattr(command, field.name) == field.default
        if unsaid:
            fields.pop(field.encode_name, None)
    return fields
