"""Forms of structs: required fields by position, the others by name."""

from collections.abc import Callable, Iterator
from datetime import date, datetime, time
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import cache, cached_property
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, NewType, Union, get_args, get_origin

import msgspec

from croupier.errors import CroupierError
from croupier.notation.forms import (
    TEXT,
    WORD,
    Dictionary,
    Either,
    OneOf,
    Plain,
    Row,
    Sequence,
    Spaced,
    Text,
    Unknown,
    ValueForm,
    time_text,
    unfit_value_error,
)
from croupier.notation.source import NotationError, Source, as_word

_MISSING = object()
"""The default of a required field: no value equals it."""


class Field(NamedTuple):
    """A field of a struct, and how it is written."""

    name: str
    form: ValueForm
    default: Any
    named: str
    """The text in front of the value."""
    flag: bool
    """Whether the name alone means yes."""


class Fields(NamedTuple):
    """The fields of a struct in the order of writing."""

    placed: tuple[Field, ...]
    """The required fields, which need no name."""
    follower: Field | None
    """A list right after them, which needs no name either."""
    others: tuple[Field, ...]


class Record(Spaced):
    """A struct without a tag."""

    def __init__(self, kind: Any, form_of: Callable[[Any], ValueForm]) -> None:
        self.kind = kind
        self.form_of = form_of
        self.holds = get_origin(kind) or kind

    @cached_property
    def fields(self) -> Fields:
        """The fields; found when first used, since a struct may contain others of its own type."""
        known = {info.name: info for info in msgspec.structs.fields(self.kind)}
        by_place = list(self.holds.__match_args__)
        placed = []
        while by_place and known[by_place[0]].required:
            placed.append(self.field(known.pop(by_place.pop(0))))
        follower = self.field(known[by_place[0]]) if by_place else None
        if follower is None or not isinstance(follower.form, Sequence):
            follower = None
        else:
            del known[follower.name]
        return Fields(tuple(placed), follower, tuple(self.field(info) for info in known.values()))

    def field(self, info: msgspec.structs.FieldInfo) -> Field:
        """Return how a field is written."""
        default: Any = _MISSING
        if info.default is not msgspec.NODEFAULT:
            default = info.default
        elif info.default_factory is not msgspec.NODEFAULT:
            default = info.default_factory()
        form = self.form_of(info.type)
        flag = default is False and isinstance(form, Plain) and form.holds is bool
        name = info.name.replace("_", "-")
        return Field(info.name, form, default, name if flag else f"{name}=", flag)

    @cached_property
    def by_word(self) -> dict[str, Field]:
        """The fields that may be given by name."""
        fields = self.fields
        named = (*fields.others, *((fields.follower,) if fields.follower else ()))
        return {field.name.replace("_", "-"): field for field in named}

    def bare(self, value: Any) -> str:
        if value.__class__ is not self.holds:
            raise unfit_value_error(value, f"a {self.holds.__name__}")
        return " ".join(self.parts(value))

    def parts(self, value: Any) -> list[str]:
        """Return the fields that are not at their defaults, as text."""
        fields = self.fields
        parts = [field.form.write(getattr(value, field.name)) for field in fields.placed]
        if fields.follower is not None:
            follower = getattr(value, fields.follower.name)
            if follower != fields.follower.default:
                parts.append(fields.follower.form.write(follower))
        for name, form, default, named, flag in fields.others:
            given = getattr(value, name)
            if given is not default and given != default:
                parts.append(named if flag else named + form.write(given))
        return parts

    def read_bare(self, source: Source) -> Any:
        fields = self.fields
        given: dict[str, Any] = {}
        follower = (fields.follower,) if fields.follower else ()
        for field in (*fields.placed, *follower):
            if field in follower and not source.at("["):
                break
            source.field = field.name.replace("_", "-")
            given[field.name] = field.form.read(source)
        while source.sort in ("word", "text"):
            self.read_named(source, given)
        for field in fields.others:
            if field.default is _MISSING and field.name not in given:
                raise source.unexpected_token(field.named)
        try:
            return self.holds(**given)
        except (CroupierError, TypeError, ValueError) as error:
            raise source.error(f"no {self.holds.__name__} can be so ({error})") from None

    def read_named(self, source: Source, given: dict[str, Any]) -> None:
        """Read a field that is given by its name into ``given``."""
        field = self.by_word.get(source.found)
        if field is None:
            names = ", ".join(name for name, one in self.by_word.items() if one.name not in given)
            raise source.unexpected_token(names or "no more")
        if field.name in given:
            raise source.error(f"{source.found} stands twice")
        source.advance()
        if field.flag and not source.at("="):
            given[field.name] = True
            return
        source.take("=")
        source.field = field.name.replace("_", "-")
        given[field.name] = field.form.read(source)


class Tagged(Spaced):
    """A tagged struct, or one of several: the tag comes first."""

    holds = msgspec.Struct

    def __init__(self, kinds: tuple[type[msgspec.Struct], ...], record: Callable[[Any], Record]):
        self.kinds = kinds
        self.record = record
        self.known: dict[type, tuple[str, Record]] = {}
        self.by_tag: dict[str, list[type[msgspec.Struct]]] = {}

    def bare(self, value: Any) -> str:
        known = self.known.get(value.__class__)
        if known is None:
            known = self.known[value.__class__] = self.learn(value)
        tag, record = known
        return " ".join([tag, *record.parts(value)])

    def learn(self, value: Any) -> tuple[str, Record]:
        """Return the tag and the form of a struct, worked out on first use."""
        kind = value.__class__
        if not isinstance(value, self.kinds):
            raise unfit_value_error(value, " or ".join(kind.__name__ for kind in self.kinds))
        tag = str(kind.__struct_config__.tag)
        if self.kinds_of(tag) != [kind]:
            raise NotationError(f"the tag {tag} does not tell a {kind.__name__} from others")
        return as_word(tag), self.record(kind)

    def kinds_of(self, tag: str) -> list[type[msgspec.Struct]]:
        """Return the structs that have this tag, among the types and those derived from them."""
        # A tag that is not found may belong to a struct defined since: look through all again.
        if tag not in self.by_tag:
            self.by_tag = {}
            for one in self.kinds:
                for kind in (one, *_derived_structs(one)):
                    if (own := kind.__struct_config__.tag) is not None:
                        with_it = self.by_tag.setdefault(str(own), [])
                        if not issubclass(kind, tuple(with_it)):
                            with_it.append(kind)
        return self.by_tag.get(tag, [])

    def read_bare(self, source: Source) -> Any:
        tag = source.word()
        kinds = [] if tag is None else self.kinds_of(tag)
        if not kinds:
            few = ", ".join(self.by_tag) if len(self.by_tag) <= 12 else "the tags"
            raise source.missing_value(f"one of {few}")
        if len(kinds) > 1:
            names = " or ".join(sorted(kind.__name__ for kind in kinds))
            raise NotationError(f"{tag} may be {names} here: read it as one of them")
        source.advance()
        return self.record(kinds[0]).read_bare(source)


def _derived_structs(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    """Yield the structs derived from a struct, nearest first."""
    for derived in kind.__subclasses__():
        yield derived
        yield from _derived_structs(derived)


_PLAIN: dict[Any, ValueForm] = {
    str: Text(),
    int: Plain(int, "a whole number", int.__repr__, int),
    bool: Plain(
        bool,
        "yes or no",
        {True: "yes", False: "no"}.__getitem__,
        {"yes": True, "no": False}.__getitem__,
    ),
    Decimal: Plain(Decimal, "a number", str, Decimal),
    Fraction: Plain(Fraction, "a fraction", str, Fraction),
    datetime: Plain(datetime, "a time", time_text, datetime.fromisoformat),
    date: Plain(date, "a date", date.isoformat, date.fromisoformat),
    time: Plain(time, "a time of day", time.isoformat, time.fromisoformat),
    NoneType: Either((), optional=True),
}


@cache
def form_of(kind: Any) -> ValueForm:
    """Return the form of values of a type."""
    if kind in _PLAIN:
        return _PLAIN[kind]
    origin = get_origin(kind)
    if origin is Annotated:
        return form_of(get_args(kind)[0])
    if origin in (Union, UnionType):
        return _form_of_union(get_args(kind))
    if isinstance(kind, NewType):
        return form_of(kind.__supertype__)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return OneOf(kind)
    if _is_struct(origin or kind):
        return _form_of_structs((kind,))
    return _form_of_collection(kind)


def _form_of_collection(kind: Any) -> ValueForm:
    """Return the form of a tuple or a dictionary."""
    inner = get_args(kind)
    if get_origin(kind) is tuple:
        if inner[1:] == (...,):
            return Sequence(form_of(inner[0]))
        return Row(tuple(form_of(one) for one in inner))
    if get_origin(kind) is dict and form_of(inner[0]).opens <= {WORD, TEXT}:
        return Dictionary(form_of(inner[0]), form_of(inner[1]))
    return Unknown(f"there is no notation for {kind}")


def _form_of_union(kinds: tuple[Any, ...]) -> ValueForm:
    """Return the form of a union, if the ways its values open distinguish them."""
    structs = tuple(kind for kind in kinds if _is_struct(get_origin(kind) or kind))
    others = [kind for kind in kinds if kind is not NoneType and kind not in structs]
    forms = [form_of(kind) for kind in others if kind is not str]
    if structs:
        forms.append(_form_of_structs(structs))
    if str in others:
        forms.append(Text(in_quotes=any(WORD in form.opens for form in forms)))
    if len(forms) == 1 and NoneType not in kinds:
        return forms[0]
    for form in forms:
        if isinstance(form, Unknown):
            return form
    openings = [form.opens for form in forms]
    if len(frozenset().union(*openings)) < sum(map(len, openings)):
        names = " | ".join(getattr(kind, "__name__", str(kind)) for kind in kinds)
        return Unknown(f"nothing tells these apart: {names}")
    return Either(tuple(forms), optional=NoneType in kinds)


def _form_of_structs(kinds: tuple[Any, ...]) -> ValueForm:
    """Return the form of a struct, or of one of several tagged structs."""
    bare = tuple(get_origin(kind) or kind for kind in kinds)
    if all(kind.__struct_config__.tag is not None for kind in bare):
        return Tagged(bare, _record_of)
    if len(kinds) == 1:
        return _record_of(kinds[0])
    names = " | ".join(kind.__name__ for kind in kinds)
    return Unknown(f"there is no notation for structs without tags in {names}")


@cache
def _record_of(kind: Any) -> Record:
    """Return the form of a struct without its tag."""
    return Record(kind, form_of)


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)
