"""The JSON Schema of scenario files: what an editor completes and checks while one is written.

It is made from the types that the files are read into. Amounts are dollars there and cents in the
types, and a step is a command by ``do`` with what is expected of it beside.
"""

from typing import Any

import msgspec

from croupier.cards import DECK
from croupier.floor.command_text import MONEY, PAY_JACKPOT, TIMES, TITLES, command_types
from croupier.games.table.choices import Choices
from croupier.rulebooks import GAMES, Role
from croupier.scenarios.files import MONEY_CHOICES, MONEY_OF_JACKPOT, SHARED, Scenario

Schema = dict[str, Any]
DIALECT = "https://json-schema.org/draft/2020-12/schema"
DOLLARS: Schema = {"type": "number", "description": "dollars, with at most two decimals"}
TIME: Schema = {"description": "a time, such as 2026-05-01T20:00:00Z"}
CLAUSES: Schema = {"type": "array", "items": {"type": "string"}}
NAMED_CLAUSES: Schema = {
    "type": "string",
    "pattern": r"^\{[a-z0-9-]+\}$",
    "description": "the name of clauses that each of several games has in its own table",
}
STEP: Schema = {
    "refused": {
        "anyOf": [{"type": "string"}, CLAUSES],
        "description": "the clause, or the code, that refuses the step; of several any will do",
    },
    "also": {"anyOf": [CLAUSES, NAMED_CLAUSES]},
    "table": {"type": "integer", "minimum": 1, "description": "which table, counted from 1"},
}
"""What any step may have beside the fields of its command."""
TABLE: Schema = {
    "game": {"enum": sorted(GAMES)},
    "shoe": {"type": "string"},
    "burn": {"type": "boolean"},
}
"""What each of several tables has beside the operator's choices."""


def scenario_schema() -> Schema:
    """Return the schema of a scenario of one table or several."""
    commands = command_types()
    kinds = (Scenario, Choices, *commands.values())
    schemas, definitions = msgspec.json.schema_components(
        kinds, schema_hook=_text, ref_template="#/$defs/{name}"
    )
    del schemas
    whole = definitions[Scenario.__name__]
    choices = _with_dollars(definitions[Choices.__name__], MONEY_CHOICES)
    choices["properties"]["tournament"] = {"type": ["boolean", "string"]}
    jackpot = _with_dollars(definitions["JackpotTerms"], MONEY_OF_JACKPOT)
    jackpot["properties"]["increment"] = {"type": "number"}
    definitions["Card"] = {"enum": _cards(), "description": "rank and suit; a ten is T or 10"}
    for name, kind in commands.items():
        _as_step(definitions[kind.__name__], name)
    steps = [{"$ref": f"#/$defs/{kind.__name__}"} for kind in commands.values()]
    properties = whole["properties"]
    properties["game"] = {"enum": ["", *sorted(GAMES)]}
    properties["table"] = {"$ref": f"#/$defs/{Choices.__name__}"}
    properties["tables"]["items"] = {**choices, "properties": choices["properties"] | TABLE}
    properties["steps"]["items"] = {
        "type": "object",
        "required": ["do"],
        "properties": {"do": {"enum": sorted(commands)}},
        "oneOf": steps,
    }
    properties["games"] = _games(properties)
    whole["not"] = {"required": ["game", "games"]}
    return {"$schema": DIALECT, **whole, "$defs": definitions}


def _games(properties: Schema) -> Schema:
    """Return the games of a file for several: their names, or a table of what differs in each."""
    own = {key: value for key, value in properties.items() if key not in SHARED}
    own["clauses"] = {
        "type": "object",
        "additionalProperties": {"anyOf": [{"type": "string"}, CLAUSES]},
        "description": "the game's clause for each {name} in the file",
    }
    names = {"enum": sorted(GAMES)}
    tables = {"type": "object", "properties": own, "additionalProperties": False}
    return {
        "description": "the games of a file for several: a list, or a table for each",
        "anyOf": [
            {"type": "array", "items": names, "minItems": 1, "uniqueItems": True},
            {
                "type": "object",
                "propertyNames": names,
                "minProperties": 1,
                "additionalProperties": tables,
            },
        ],
    }


def _as_step(command: Schema, name: str) -> None:
    """Turn the schema of a command into that of the step that people write."""
    properties = command["properties"]
    del properties["command"]
    if name == PAY_JACKPOT:
        properties.pop("payments", None)
    _with_dollars(command, MONEY)
    for key in TIMES:
        if key in properties:
            properties[key] = TIME
    asking = {"enum": [*(role.value for role in Role), *TITLES]}
    command["properties"] = {"do": {"const": name}, **properties, "by": asking, **STEP}
    command["required"] = ["do", *(one for one in command["required"] if one in properties)]
    command["required"].remove("by")


def _with_dollars(schema: Schema, money: tuple[str, ...]) -> Schema:
    for key in money:
        if key in schema["properties"]:
            schema["properties"][key] = DOLLARS
    return schema


def _cards() -> list[str]:
    """Return every card as it may be written."""
    return [card.value for card in DECK] + [
        f"10{card.value[1]}" for card in DECK if card.value.startswith("T")
    ]


def _text(kind: type) -> Schema:
    """Return the schema of a value that JSON has no form for: text."""
    return {"type": "string", "title": kind.__name__}
