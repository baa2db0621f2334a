"""Any command, at any table, with numbers of any size: there is always an answer."""

import enum
import types
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, Union, get_args, get_origin

import httpx
import msgspec
import pytest

from croupier.app.application import application
from croupier.app.settings import Settings
from croupier.features.promotions.api import PromotionCommandMessage
from croupier.features.tournaments.api import TournamentCommandMessage
from croupier.web.service.messages import TableCommandMessage
from tests.support.doorkeepers import TrustingDoorkeeper, told
from tests.support.samples import samples_of
from tests.support.servers import listening
from tests.web.auth.test_attacks import STREAMS, harmless
from tests.web.auth.test_matrix import UNHURRIED

NUMBERS = {"small": 1, "too large for a store": 10**36, "far below zero": -(2**64)}
TIMES = ("2026-11-16T20:00:00Z", "9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z")
"""When something is: in our time, at the end of all times, at their beginning."""
STAFF = told("a-manager", "dealer", "gaming-manager", "tournament-manager")
LIVE = {"star-live": "star-blackjack", "stud-live": "caribbean-stud"}
AUTOMATIC = ("star-blackjack-1", "caribbean-stud-1")
LAST = ("close-table", "close-jackpot", "cancel")
"""What ends all further play, and is asked for after everything else."""


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    folder: Path = tmp_path_factory.mktemp("asked")
    settings = Settings(database=str(folder / "floor.db"), pace=0)
    app = application(settings, authenticator=TrustingDoorkeeper, policy=UNHURRIED)
    with listening(app) as address, httpx.Client(base_url=address, timeout=120) as client:
        for name, game in LIVE.items():
            planned = {"table": name, "game": game, "choices": {"mode": "live"}}
            assert client.post("/api/tables", json=planned, headers=STAFF).status_code == 201
        yield client


def value_of(kind: Any, number: int) -> Any:
    """Something of a type, with a number wherever it takes one."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return value_of(inner[0], number)
    if origin in (Union, types.UnionType):
        return number if int in inner else value_of(inner[0], number)
    if origin is tuple or origin is frozenset:
        return [value_of(inner[0], number)]
    if origin is not None and issubclass(origin, Mapping):
        return {value_of(inner[0], number): value_of(inner[1], number)}
    if kind is datetime:
        return TIMES[(number > 1) - (number < 1)]
    if kind in (int, float, bool):
        return kind(number)
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return next(iter(kind)).value
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return body_of(kind, number)
    return "ann" if kind is str else msgspec.to_builtins(samples_of(kind)[-1])


def body_of(kind: type[msgspec.Struct], number: int) -> dict[str, Any]:
    """A body that gives every field of a struct."""
    config = kind.__struct_config__
    tag = {} if config.tag is None else {str(config.tag_field): config.tag}
    fields = msgspec.structs.fields(kind)
    return tag | {field.encode_name: value_of(field.type, number) for field in fields}


def bodies(commands: Any, number: int) -> list[dict[str, Any]]:
    made = [body_of(kind, number) for kind in get_args(commands)]
    return sorted(made, key=lambda body: body["command"] in LAST)


@pytest.mark.parametrize("number", NUMBERS.values(), ids=NUMBERS)
def test_any_command_at_any_table_has_an_answer(floor: httpx.Client, number: int) -> None:
    for body in bodies(TableCommandMessage, number):
        for table in AUTOMATIC:
            path = f"/api/tables/{table}/commands"
            least = {key: body[key] for key in ("command", "box") if key in body}
            own = {key: value for key, value in body.items() if key != "player"}
            for asked in (own, least):
                harmless(floor.post(path, json=asked, headers=told("ann")))
        for table in LIVE:
            harmless(floor.post(f"/api/tables/{table}/commands", json=body, headers=STAFF))


@pytest.mark.parametrize("number", NUMBERS.values(), ids=NUMBERS)
def test_any_command_of_a_tournament_or_promotion_has_an_answer(
    floor: httpx.Client, number: int
) -> None:
    for body in bodies(TournamentCommandMessage, number):
        harmless(floor.post("/api/tournaments/sit-and-go-1/commands", json=body, headers=STAFF))
    for body in bodies(PromotionCommandMessage, number):
        harmless(floor.post("/api/promotions/none/commands", json=body, headers=STAFF))


def test_a_number_beyond_reason_is_refused_in_a_sentence(floor: httpx.Client) -> None:
    body = {"command": "buy-in", "player": "ann", "amount": 10**14 + 1}
    answer = floor.post("/api/tables/star-live/commands", json=body, headers=STAFF)
    assert answer.status_code == 400
    assert answer.json()["detail"] == "a number in a command is at most 100000000000000"


def example_of(schema: dict[str, Any], known: dict[str, Any], number: int) -> Any:
    """Something that fits a JSON Schema, with a number wherever it takes one."""
    if "$ref" in schema:
        return example_of(known[schema["$ref"].rpartition("/")[2]], known, number)
    for choice in ("oneOf", "anyOf", "allOf"):
        if choice in schema:
            return example_of(schema[choice][0], known, number)
    if "enum" in schema or "const" in schema:
        return schema.get("const", schema.get("enum", [None])[0])
    if schema.get("format") == "date-time":
        return TIMES[(number > 1) - (number < 1)]
    kinds = schema.get("type", "string")
    match kinds[0] if isinstance(kinds, list) else kinds:
        case "integer" | "number":
            return number
        case "boolean":
            return True
        case "array":
            return [example_of(schema.get("items", {}), known, number)]
        case "object":
            fields = schema.get("properties", {})
            return {name: example_of(field, known, number) for name, field in fields.items()}
    return "ann"


@pytest.mark.parametrize("number", NUMBERS.values(), ids=NUMBERS)
def test_any_body_and_any_place_have_an_answer(floor: httpx.Client, number: int) -> None:
    told_of = floor.get("/api/openapi.json").json()
    known = told_of["components"]["schemas"]
    places = {"table": "star-live", "tournament": "sit-and-go-1", "person": "me", "kind": "loss"}
    for path, methods in told_of["paths"].items():
        for method, operation in methods.items():
            if method not in ("get", "put", "post", "delete") or path == STREAMS:
                continue
            given = operation.get("parameters", [])
            fills = {one["name"]: example_of(one["schema"], known, number) for one in given}
            query = {one["name"]: fills[one["name"]] for one in given if one["in"] == "query"}
            content = operation.get("requestBody", {}).get("content", {})
            body = {kind: example_of(of["schema"], known, number) for kind, of in content.items()}
            for who in (STAFF, told("ann"), told("an-administrator", "administrator")):
                answer = floor.request(
                    method,
                    path.format_map({**fills, **places}),
                    params=query,
                    json=body.get("application/json"),
                    headers=who,
                )
                harmless(answer)
