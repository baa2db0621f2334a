"""Personal data in a record: encrypted under a key for each person, so that it can be erased.

Events name people by ids. Whatever identifies a person goes into the log only sealed: a name, an
address, the words of a claim or a suspension, the network address that a command came from. The key
of each person lies beside the log, itself sealed with the master key, which is not in the record.
Erasing a person deletes the key: the bytes of the log stay what they were, and with them
every hash and every sum, and nobody can read what was sealed.
"""

import base64
import binascii
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple, cast

import msgspec
from cryptography.exceptions import InvalidTag
from msgspec.structs import replace

from croupier.errors import CroupierError
from croupier.features.promotions.rules.awards import ClaimRefused
from croupier.features.tournaments.rules.entries import EntryRefused
from croupier.house.gaming_days import PersonErased
from croupier.house.people import FactorRemoved, PersonSuspended
from croupier.messages import Event
from croupier.record.codec import decode_envelope
from croupier.record.envelopes import Cause, Envelope
from croupier.record.journal import ANY, Append, StreamWrite
from croupier.record.secrets.keys import KEY_SIZE, OVERHEAD, MasterKey, new_key, seal, unseal
from croupier.record.stores.base import PersonalDataStore, Store

WRAPPED_SIZE = KEY_SIZE + OVERHEAD
"""How many bytes a person's key takes, sealed with one master key."""
UNMARKED_SIZE = WRAPPED_SIZE - 1
"""The same for one that was sealed before ciphers had marks."""
SEALED = "sealed:"
"""How a text begins that only the holder of a person's key can read."""
ERASED = "(erased)"
"""What is shown in place of what can no longer be read."""
ERASURES = "house/people"
"""The stream that says who was erased."""

Profile = dict[str, str]
"""What is known of a person, by what it is: ``name``, ``address``, ``card``."""


class Personal(NamedTuple):
    """The parts of an event that identify a person."""

    person: str
    """The field with the person's id."""
    fields: tuple[str, ...]
    """The fields that are sealed."""


PERSONAL: dict[type[Event], Personal] = {
    ClaimRefused: Personal("player", ("reason", "name", "address")),
    EntryRefused: Personal("player", ("reason",)),
    FactorRemoved: Personal("person", ("identified",)),
    PersonSuspended: Personal("person", ("reason",)),
}
"""The events that hold more about a person than an id."""
ORIGIN = "origin"
"""The sealed field of every envelope: where its actor's command came from."""
MOST_KEYS = 10_000
"""How many keys are cached at most, for those who ask most."""


class PeoplesKeyError(CroupierError):
    """A master key that does not open a person's key."""


class UnsealedError(CroupierError):
    """An event that identifies a person, without a key to seal it."""

    def __init__(self, what: str) -> None:
        super().__init__(
            f"{what} identifies a person and is stored only encrypted: "
            "open the record with its master key"
        )


class PeopleVault:
    """Seals and opens the personal data of a record."""

    def __init__(self, shelf: PersonalDataStore, master: MasterKey) -> None:
        self._shelf, self._master = shelf, master
        self._known: dict[str, bytes] = {}
        """The keys of recent actors, to seal with and not to read."""

    # ---------------------------------------------------------------------------- profiles

    def keep(self, person: str, profile: Profile) -> None:
        """Save a person's details in place of those before."""
        key = self._sealing_key(person)
        kept = _seal_text(key, msgspec.json.encode(profile), "profile", person)
        self._shelf.keep_person(person, self._wrap(key, person), kept)

    def profile(self, person: str) -> Profile | None:
        """Return a person's details; ``None`` if there are none, or no longer."""
        found, key = self._shelf.person(person), self._key(person)
        if found is None or key is None or not found[1]:
            return None
        data = _unseal_text(key, found[1], "profile", person)
        return msgspec.json.decode(data, type=Profile)

    # ------------------------------------------------------------------------------- events

    def seal(self, event: Event) -> Event:
        """Return an event with everything sealed that identifies a person."""
        personal = PERSONAL.get(type(event))
        if personal is None:
            return event
        person = str(getattr(event, personal.person))
        texts = {name: str(getattr(event, name)) for name in personal.fields}
        return replace(
            event,
            **{name: self._sealed_text(text, name, person) for name, text in texts.items() if text},
        )

    def sealed_cause(self, cause: Cause) -> Cause:
        """Return a cause with the origin of the command sealed."""
        if not cause.origin:
            return cause
        return replace(cause, origin=self._sealed_text(cause.origin, ORIGIN, cause.actor))

    def _sealed_text(self, text: str, name: str, person: str) -> str:
        sealed = _seal_text(self._sealing_key(person), text.encode(), name, person)
        return SEALED + base64.b64encode(sealed).decode()

    def origin(self, envelope: Envelope) -> str:
        """Return where a command came from, readable or marked as erased.

        Those who only fold events need not know: :meth:`unseal` leaves it sealed.
        """
        sealed = envelope.origin.startswith(SEALED)
        key = self._key(envelope.actor) if sealed else None
        return _read(key, envelope.origin, ORIGIN, envelope.actor)

    def unseal(self, envelope: Envelope) -> Envelope:
        """Return an envelope with its sealed parts readable, or marked as erased."""
        personal = PERSONAL.get(type(envelope.event))
        if personal is None:
            return envelope
        event = envelope.event
        person = str(getattr(event, personal.person))
        key = self._key(person)
        texts = {
            name: _read(key, str(getattr(event, name)), name, person) for name in personal.fields
        }
        return replace(envelope, event=replace(event, **texts))

    # --------------------------------------------------------------------------------- keys

    def _key(self, person: str) -> bytes | None:
        found = self._shelf.person(person)
        return None if found is None else _unwrap_key(self._master, found[0], person)

    def _sealing_key(self, person: str) -> bytes:
        """Return a person's key; make one for a person who has none.

        Another process may make one at the same time: the first that was kept is the key.
        """
        key = self._known.get(person) or self._key(person)
        if key is None:
            new = new_key()
            self._shelf.begin_person(person, self._wrap(new, person))
            key = self._key(person)
            assert key is not None, "a key that was begun is kept"
        if len(self._known) >= MOST_KEYS:
            self._known.clear()
        self._known[person] = key
        return key

    def forget(self, person: str) -> None:
        """Drop the key of an erased person from the cache."""
        self._known.pop(person, None)

    def _wrap(self, key: bytes, person: str) -> bytes:
        return _seal_text(self._master.key, key, "key", person)


def rewrap(shelf: PersonalDataStore, old: MasterKey, new: MasterKey) -> None:
    """Let a new master key open personal data, beside the old one.

    Both work until the change is complete, so that a crash in between loses nobody's data.
    """
    for person in shelf.known_people():
        found = shelf.person(person)
        if found is not None:
            key = _unwrap_key(old, found[0], person)
            both = _seal_text(old.key, key, "key", person) + _seal_text(new.key, key, "key", person)
            shelf.keep_person(person, both, found[1])


def unwrap(shelf: PersonalDataStore, new: MasterKey) -> None:
    """Let only the new master key open personal data: the change is complete."""
    for person in shelf.known_people():
        found = shelf.person(person)
        if found is not None and len(found[0]) > WRAPPED_SIZE:
            key = _unwrap_key(new, found[0], person)
            shelf.keep_person(person, _seal_text(new.key, key, "key", person), found[1])


def forget_all(shelf: PersonalDataStore) -> None:
    """Destroy all keys of people, after the master key that opens them was lost."""
    for person in shelf.known_people():
        shelf.forget_person(person, [])


def _unwrap_key(master: MasterKey, wrapped: bytes, person: str) -> bytes:
    """Return a person's key, from whichever part the master key opens."""
    for size in (WRAPPED_SIZE, UNMARKED_SIZE):
        for part in (wrapped[:size], wrapped[-size:]):
            with suppress(PeoplesKeyError):
                return _unseal_text(master.key, part, "key", person)
    raise PeoplesKeyError(f"the key does not decrypt the data of {person}")


def seal_appends(appends: Sequence[Append], people: PeopleVault | None) -> Sequence[Append]:
    """Return the appends with everything sealed that identifies a person."""
    if not any(_says_more(one) for one in appends):
        return appends
    if people is None:
        raise UnsealedError(next(filter(None, map(_says_more, appends))))
    return [
        replace(
            one,
            writes=tuple(
                replace(write, events=tuple(map(people.seal, write.events))) for write in one.writes
            ),
            cause=people.sealed_cause(one.cause),
        )
        for one in appends
    ]


def _says_more(append: Append) -> str:
    """Return the parts of an append that hold more about a person than an id; empty if none do."""
    for write in append.writes:
        for event in write.events:
            personal = PERSONAL.get(type(event))
            if personal is not None and any(getattr(event, name) for name in personal.fields):
                return str(event.__struct_config__.tag)
    return "the network address of a command" if append.cause.origin else ""


def people_sealed_in(envelope: Envelope) -> set[str]:
    """Return the people whose keys are needed to read a stored event in full."""
    found = {envelope.actor} if envelope.origin.startswith(SEALED) else set[str]()
    event = envelope.event
    personal = PERSONAL.get(type(event))
    if personal is not None and any(
        str(getattr(event, name)).startswith(SEALED) for name in personal.fields
    ):
        found.add(str(getattr(event, personal.person)))
    return found


def erase(store: Store, person: str, cause: Cause) -> int:
    """Erase a person's data by destroying the key. Return how many events that concerns.

    That it was done, and by whom, is an event.
    """
    told, asked = _events_with(store, person)
    if store.person(person) is None and not told and not asked:
        raise CroupierError(f"the record holds nothing about {person!r} beyond the id")
    erased = PersonErased(person, len(told | asked))
    store.append([StreamWrite(ERASURES, ANY, (erased,))], cause)
    store.forget_person(person, [(place, place) for place in sorted(told)])
    return erased.events


def _events_with(store: Store, person: str) -> tuple[set[int], set[int]]:
    """Return the positions of events about a person, and of the person's own with an origin."""
    told, asked = set[int](), set[int]()
    for leaf in store.leaves():
        envelope = decode_envelope(leaf.body)
        personal = PERSONAL.get(type(envelope.event))
        if personal is not None and getattr(envelope.event, personal.person) == person:
            told.add(leaf.position)
        if envelope.actor == person and envelope.origin.startswith(SEALED):
            asked.add(leaf.position)
    return told, asked


class SealedPeople:
    """What stores with people have in common: they read and write them with a master key."""

    people: PeopleVault | None = None
    """The personal data of the record; ``None`` without its master key."""

    def open_people(self, master: MasterKey) -> None:
        """Seal and open personal data with this master key from now on."""
        self.people = PeopleVault(cast(PersonalDataStore, self), master)

    def origin(self, envelope: Envelope) -> str:
        """Return where a command came from; sealed if no master key is at hand."""
        return envelope.origin if self.people is None else self.people.origin(envelope)

    def _decode(self, body: bytes) -> Envelope:
        """Return an envelope, with its personal data unsealed if the key is here."""
        envelope = decode_envelope(body)
        return envelope if self.people is None else self.people.unseal(envelope)

    def _forget_key(self, person: str) -> None:
        if self.people is not None:
            self.people.forget(person)


# ------------------------------------------------------------------------------------ the cipher


def _seal_text(key: bytes, data: bytes, what: str, person: str) -> bytes:
    return seal(key, data, _context(what, person))


def _unseal_text(key: bytes, data: bytes, what: str, person: str) -> bytes:
    try:
        return unseal(key, data, _context(what, person))
    except InvalidTag:
        raise PeoplesKeyError(f"the key does not decrypt the data of {person}") from None


def _context(what: str, person: str) -> bytes:
    """Return the context that a sealed text is bound to: its field and its person."""
    return f"{what}\n{person}".encode()


def _read(key: bytes | None, text: str, name: str, person: str) -> str:
    if not text.startswith(SEALED):
        return text
    if key is None:
        return ERASED
    try:
        data = base64.b64decode(text.removeprefix(SEALED), validate=True)
        return _unseal_text(key, data, name, person).decode()
    except (binascii.Error, PeoplesKeyError):
        return ERASED
