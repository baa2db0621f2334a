"""Forms of values without fields: words, numbers, times, lists and dictionaries."""

from collections.abc import Callable
from datetime import datetime
from enum import Enum
from typing import Any

from croupier.notation.source import NOTHING, NotationError, Source, as_word, quote

WORD, TEXT = "word", "text"
"""How a bare word and text in quotes open; any other value opens with its bracket."""


class ValueForm:
    """How values of one type are written and read."""

    holds: Any = object
    """The class of the values."""
    opens = frozenset({WORD})
    """The tokens with which a value may open."""

    def write(self, value: Any) -> str:
        """Return the value as text for a field."""
        raise NotImplementedError

    def read(self, source: Source) -> Any:
        """Return the value at the source: the inverse of ``write``."""
        raise NotImplementedError

    def item(self, value: Any) -> str:
        """Return the value as text within a list, or on a line of its own."""
        return self.write(value)

    def read_item(self, source: Source) -> Any:
        """Return the value at the source: the inverse of ``item``."""
        return self.read(source)

    def of_word(self, word: str) -> Any:
        """Return the value of a bare word. Raise :class:`ValueError` if it is not one."""
        raise ValueError(word)


def unfit_value_error(value: object, noun: str) -> NotationError:
    """Return the error for a value that its field may not hold."""
    return NotationError(f"expected {noun}, not {value!r}")


class Unknown(ValueForm):
    """A type without a form. Only a value that is not at its default raises."""

    def __init__(self, why: str) -> None:
        self.why = why

    def write(self, value: Any) -> str:
        raise NotationError(f"{self.why}, so not for {value!r}")

    def read(self, source: Source) -> Any:
        raise source.error(self.why)


class Plain(ValueForm):
    """Numbers, times, yes and no: a bare word."""

    def __init__(
        self, kind: type, noun: str, to_text: Callable[[Any], str], from_text: Callable[[str], Any]
    ) -> None:
        self.holds, self.noun, self.to_text, self.from_text = kind, noun, to_text, from_text

    def write(self, value: Any) -> str:
        if value.__class__ is not self.holds and (
            isinstance(value, bool) or not isinstance(value, self.holds)
        ):
            raise unfit_value_error(value, self.noun)
        return self.to_text(value)

    def read(self, source: Source) -> Any:
        if source.sort != WORD:
            raise source.missing_value(self.noun)
        try:
            value = self.from_text(source.found)
        except (ArithmeticError, KeyError, ValueError):
            raise source.missing_value(self.noun) from None
        source.advance()
        return value

    def of_word(self, word: str) -> Any:
        return self.from_text(word)


def time_text(time: datetime) -> str:
    """Return a time in ISO 8601 form, with ``Z`` for UTC."""
    text = time.isoformat()
    return f"{text[:-6]}Z" if text.endswith("+00:00") else text


class Text(ValueForm):
    """Text; always in quotes if a bare word would mean something else."""

    holds = str

    def __init__(self, *, in_quotes: bool = False) -> None:
        self.in_quotes = in_quotes
        self.opens = frozenset({TEXT} if in_quotes else {WORD, TEXT})

    def write(self, value: Any) -> str:
        if not isinstance(value, str):
            raise unfit_value_error(value, "text")
        text = value if value.__class__ is str else str.__str__(value)
        return quote(text) if self.in_quotes else as_word(text)

    def read(self, source: Source) -> Any:
        text = source.word()
        if text is None:
            raise source.missing_value("text")
        if source.sort == WORD and (self.in_quotes or text == NOTHING):
            raise source.missing_value("text in quotes")
        source.advance()
        return text

    def of_word(self, word: str) -> Any:
        return super().of_word(word) if self.in_quotes or word == NOTHING else word


class OneOf(ValueForm):
    """A member of an enumeration: its value where that is text, otherwise its name."""

    def __init__(self, kind: type[Enum]) -> None:
        self.holds = kind
        by_value = all(isinstance(member.value, str) for member in kind)
        self.members: dict[str, Enum] = {
            member.value if by_value else member.name.lower().replace("_", "-"): member
            for member in kind
        }
        self.words = {member: as_word(text) for text, member in self.members.items()}
        self.opens = frozenset(TEXT if text[0] == '"' else WORD for text in self.words.values())
        few = len(self.members) <= 12
        self.noun = f"one of {', '.join(self.members)}" if few else f"a {kind.__name__.lower()}"

    def write(self, value: Any) -> str:
        text = self.words.get(value) if isinstance(value, self.holds) else None
        if text is None:
            raise unfit_value_error(value, self.noun)
        return text

    def read(self, source: Source) -> Any:
        text = source.word()
        if text not in self.members:
            raise source.missing_value(self.noun)
        source.advance()
        return self.members[text]

    def of_word(self, word: str) -> Any:
        return self.members[word]


class Sequence(ValueForm):
    """A tuple of any length: ``[8H,3D]``."""

    holds = tuple
    opens = frozenset({"["})

    def __init__(self, element: ValueForm) -> None:
        self.element = element
        self.between = ", " if isinstance(element, Spaced) else ","

    def write(self, value: Any) -> str:
        if not isinstance(value, tuple):
            raise unfit_value_error(value, "a tuple")
        return f"[{self.between.join(map(self.element.item, value))}]"

    def read(self, source: Source) -> Any:
        if not source.at("["):
            raise source.missing_value("a list in [ ]")
        together = source.take_bare_list(self.element.of_word)
        if together is not None:
            return together
        source.advance()
        field = source.field
        values: list[Any] = []
        while not source.at("]"):
            if values:
                source.take(",")
                source.field = field
            values.append(self.element.read_item(source))
        source.advance()
        return tuple(values)


class Dictionary(ValueForm):
    """A dictionary: ``{layout=2000 chips/ann=-2000}``."""

    holds = dict
    opens = frozenset({"{"})

    def __init__(self, key: ValueForm, value: ValueForm) -> None:
        self.key, self.value = key, value

    def write(self, value: Any) -> str:
        if not isinstance(value, dict):
            raise unfit_value_error(value, "a dictionary")
        key, other = self.key.write, self.value.write
        return f"{{{' '.join([f'{key(one)}={other(value[one])}' for one in value])}}}"

    def read(self, source: Source) -> Any:
        if not source.at("{"):
            raise source.missing_value("a dictionary in { }")
        source.advance()
        field = source.field
        values: dict[Any, Any] = {}
        while not source.at("}"):
            source.field = field
            key = self.key.read(source)
            if key in values:
                raise source.error(f"the key {key} stands twice")
            source.take("=")
            values[key] = self.value.read(source)
        source.advance()
        return values


class Spaced(ValueForm):
    """Values separated by spaces, in parentheses except within a list."""

    opens = frozenset({"("})

    def bare(self, value: Any) -> str:
        """Return the value without parentheses."""
        raise NotImplementedError

    def read_bare(self, source: Source) -> Any:
        """Return the value at the source: the inverse of ``bare``."""
        raise NotImplementedError

    def write(self, value: Any) -> str:
        return f"({self.bare(value)})"

    def item(self, value: Any) -> str:
        bare = self.bare(value)
        return bare if bare and bare[0] != "(" else f"({bare})"

    def read(self, source: Source) -> Any:
        if not source.at("("):
            raise source.missing_value("values in ( )")
        source.advance()
        value = self.read_bare(source)
        source.take(")")
        return value

    def read_item(self, source: Source) -> Any:
        return self.read(source) if source.at("(") else self.read_bare(source)


class Row(Spaced):
    """A tuple of a fixed length: ``(ann 1)``."""

    holds = tuple

    def __init__(self, parts: tuple[ValueForm, ...]) -> None:
        self.parts = parts

    def bare(self, value: Any) -> str:
        if not isinstance(value, tuple) or len(value) != len(self.parts):
            raise unfit_value_error(value, f"a tuple of {len(self.parts)}")
        return " ".join([part.write(one) for part, one in zip(self.parts, value, strict=True)])

    def read_bare(self, source: Source) -> Any:
        return tuple([part.read(source) for part in self.parts])


class Either(ValueForm):
    """Values of several types, distinguished by how they open; ``-`` is ``None``."""

    def __init__(self, forms: tuple[ValueForm, ...], *, optional: bool) -> None:
        self.forms = {opens: form for form in forms for opens in form.opens}
        self.only = forms[0] if len(forms) == 1 else None
        self.optional = optional
        self.opens = frozenset(self.forms) | ({WORD} if optional else set())

    def write(self, value: Any) -> str:
        if value is None and self.optional:
            return NOTHING
        for form in self.forms.values():
            if isinstance(value, form.holds):
                return form.write(value)
        raise unfit_value_error(value, "a value of another kind")

    def read(self, source: Source) -> Any:
        if self.optional and source.at_nothing():
            source.advance()
            return None
        form = self.forms.get(source.found if source.sort == "mark" else source.sort, self.only)
        if form is None:
            raise source.missing_value("a value of another kind")
        return form.read(source)

    def of_word(self, word: str) -> Any:
        if self.optional and word == NOTHING:
            return None
        form = self.forms.get(WORD, self.only)
        return super().of_word(word) if form is None else form.of_word(word)
