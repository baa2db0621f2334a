"""Bodies of requests, read into the types that their handlers declare, and never converted."""

import re
from functools import cache
from typing import Any

import msgspec
from litestar import Request
from litestar.exceptions import ValidationException

WHERE = re.compile(r"^(?P<message>.*?)(?: - at `\$\.?(?P<key>.*)`)?$", re.DOTALL)
"""How a fault is told: what it is, and where."""


@cache
def _reader(kind: Any) -> "msgspec.json.Decoder[Any]":
    return msgspec.json.Decoder(kind)


class StrictRequest(Request[Any, Any, Any]):
    """A request whose JSON has the types that are asked for: a number in quotes is not a number.

    The framework itself reads any JSON, and then converts what nearly fits.
    """

    async def json(self) -> Any:
        """The body, as the value that the handler declares."""
        field = self.route_handler.parsed_data_field
        if field is None:
            return await super().json()
        try:
            return _reader(field.annotation).decode(await self.body())
        except msgspec.ValidationError as error:
            told = WHERE.match(str(error))
            assert told is not None, "any text matches"
            raise ValidationException(extra=[told.groupdict(default="")]) from None
        except msgspec.DecodeError as error:
            message = f"the body is not JSON: {error}"
            raise ValidationException(extra=[{"message": message}]) from None
