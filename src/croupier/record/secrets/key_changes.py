"""The master key of a record: which one it is, its change, and its loss. All three are events.

No secret of a shoe that is kept is changed. A new key wraps the data keys of the shoes that are
still needed; what the old one had wrapped stays where it is. So the old key and a copy
of the record suffice to read shoes in play at the change: a key that others may have means
``lost``. The keys of people are wrapped again.
"""

from collections.abc import Iterator
from pathlib import Path

from croupier.features.fairness.rules.shoes import CommittedShoe, ShoeAbandoned, build_ledger
from croupier.house.gaming_days import MasterKeyChanged
from croupier.messages import Event
from croupier.record.envelopes import Cause
from croupier.record.journal import StreamWrite
from croupier.record.secrets import personal_data
from croupier.record.secrets.keys import NEXT, BadKeyError, MasterKey, master_key, new_master_key
from croupier.record.secrets.sealed_orders import SealedSecrets, committed_draw
from croupier.record.stores.base import Store
from croupier.rulebooks import Role
from croupier.streams import CARDS, COMMITTED, KEYS

FIRST, ROTATED, LOST = "the record was begun", "it was changed", "the key before was lost"
KEY_LOST = "its key was lost"
OPERATOR = "operator"
"""The actor of what is done to keys by hand."""


def key_in_use(store: Store) -> str:
    """Return the id of a record's master key; empty if it has none yet."""
    told = [one.event for one in store.read_stream(KEYS)]
    changes = [one for one in told if isinstance(one, MasterKeyChanged)]
    return changes[-1].key if changes else ""


def record_first_key(store: Store, master: MasterKey) -> None:
    """Record which key a record begins with."""
    _record_change(store, master, FIRST)


def check_key(store: Store, master: MasterKey, where: str, record: str) -> None:
    """Refuse a key that is not the record's own."""
    used = key_in_use(store)
    if master.id != used:
        raise BadKeyError(
            f"{where} is not the key of the record ({master.id}, not {used}): bring that one back, "
            f"or give up the shoes in play with croupier audit keys lost {record}"
        )


def key_of_record(store: Store, where: Path, record: str) -> MasterKey:
    """Return the record's master key from its file; make one for a record that has none.

    ``record`` is the name of the record in a sentence about a key that is missing.
    """
    used = key_in_use(store)
    finish_key_change(store, where)
    if used and not where.exists():
        raise BadKeyError(
            f"the key {where} is missing: bring it back, or give up the shoes in play with "
            f"croupier audit keys lost {record}"
        )
    master = master_key(where) if where.exists() else new_master_key(where)
    if used:
        check_key(store, master, str(where), record)
    else:
        record_first_key(store, master)
    return master


def _record_change(store: Store, master: MasterKey, why: str) -> None:
    before, version = key_in_use(store), store.version(KEYS)
    write = StreamWrite(KEYS, version, (MasterKeyChanged(master.id, before, why),))
    store.append([write], Cause(f"{KEYS}/{version}", OPERATOR, Role.GAMING_MANAGER))


def live_shoes(store: Store) -> Iterator[tuple[str, CommittedShoe]]:
    """Yield the shoes of all tables whose secrets are still needed."""
    for stream in list(store.streams()):
        if CARDS.name_of(stream) is not None:
            ledger = build_ledger(one.event for one in store.read_stream(stream))
            yield from ((stream, shoe) for shoe in ledger.values() if shoe.live)


def live_draws(store: Store) -> Iterator[tuple[str, CommittedShoe]]:
    """Yield the draws by lot that the house has committed itself to and not held yet."""
    for stream in list(store.streams()):
        for kind in COMMITTED:
            name = kind.name_of(stream)
            if name is None:
                continue
            state = kind.fold(name, None, (one.event for one in store.read_stream(stream)))
            if commitment := kind.commitment(state):
                yield stream, committed_draw(commitment)


def change_master_key(store: Store, old: MasterKey, new: MasterKey) -> int:
    """Replace the old master key by a new one; returns how many shoes continue under it."""
    if old.id == new.id:
        raise BadKeyError("the new key is the old one: name a file that does not exist yet")
    live = list(live_shoes(store))
    for stream, shoe in (*live, *live_draws(store)):
        SealedSecrets(store, stream, old).rewrap(shoe, new)
    personal_data.rewrap(store, old, new)
    _record_change(store, new, ROTATED)
    personal_data.unwrap(store, new)
    return len(live)


def give_up_shoes(store: Store, why: str, key: MasterKey | None) -> int:
    """Give up every shoe in play, and reveal those whose key is here. Return how many."""
    live = list(live_shoes(store))
    for stream, shoe in live:
        events: list[Event] = [ShoeAbandoned(shoe.shoe, why)]
        if key is not None:
            events.append(SealedSecrets(store, stream, key).reveal(shoe))
        version = store.version(stream)
        cause = Cause(f"{stream}/{version}", OPERATOR, Role.GAMING_MANAGER)
        store.append([StreamWrite(stream, version, tuple(events))], cause)
    return len(live)


def replace_lost_key(store: Store, new: MasterKey, old: MasterKey | None = None) -> int:
    """Give up every shoe that the lost key opened, and begin with a new key; returns how many.

    Where the old key is still there, because others may have it too, the shoes are revealed. Where
    it is gone, what it kept of people is gone as well, and they begin with new keys.
    """
    given_up = give_up_shoes(store, KEY_LOST, old)
    if old is not None:
        personal_data.rewrap(store, old, new)
    else:
        personal_data.forget_all(store)
    _record_change(store, new, LOST)
    if old is not None:
        personal_data.unwrap(store, new)
    return given_up


def finish_key_change(store: Store, where: Path) -> None:
    """Complete a change of the key in a file that a crash interrupted."""
    following = _beside(where)
    if following.exists() and master_key(following).id == key_in_use(store):
        following.replace(where)


def rotate_in_place(store: Store, where: Path) -> tuple[MasterKey, int]:
    """Change the key in a file: the new one lies beside it until the record knows of it."""
    finish_key_change(store, where)
    old = master_key(where)
    new = _new_beside(where)
    count = change_master_key(store, old, new)
    finish_key_change(store, where)
    return new, count


def replace_lost_key_in_place(store: Store, where: Path) -> tuple[MasterKey, int]:
    """Begin with a new key in the file, and give up the record's own key if it is there."""
    finish_key_change(store, where)
    old = master_key(where) if where.exists() else None
    if old is not None and old.id != key_in_use(store):
        raise BadKeyError(f"{where} holds the key of another record: move it away first")
    new = _new_beside(where)
    count = replace_lost_key(store, new, old)
    finish_key_change(store, where)
    return new, count


def _beside(where: Path) -> Path:
    return where.with_name(where.name + NEXT)


def _new_beside(where: Path) -> MasterKey:
    """Return a new key, to replace the one in a file; remains of an earlier attempt go."""
    _beside(where).unlink(missing_ok=True)
    return new_master_key(_beside(where))
