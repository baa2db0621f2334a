"""The credential store: what is kept of people in rows, because it changes or must be deletable.

Names, password hashes, sessions, bearer tokens and counters are not events. They are in the same
database as the log. Of every secret only a hash is stored.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, TypeVar

import msgspec

Row = TypeVar("Row", bound=msgspec.Struct)


class Credential(msgspec.Struct, frozen=True):
    """A person's means of signing in."""

    person: str
    """The person's id."""
    name: str
    """The name to sign in with, in lower case."""
    shown: str
    """The name as its owner writes it."""
    password: str
    """The hash of the password, with the parameters that it was made with."""
    one_time_until: float
    """The end of a one-time password's validity; 0 for the person's own password."""
    factor: bytes
    """The sealed secret of the device for codes; empty if there is none."""
    factor_step: int
    """The last interval of which a code was used; neither it nor earlier ones are valid again."""


class Session(msgspec.Struct, frozen=True):
    """A browser in which a person has signed in."""

    digest: str
    """The hash of the browser's secret."""
    person: str
    """The id of the person."""
    rights: int
    """The version of the person's rights when it was opened; a change of rights ends it."""
    confined: bool
    """Whether it allows only changing the password or setting up the second factor."""
    opened: float
    """When it was opened, in seconds of the epoch."""
    seen: float
    """When it was last used, to the minute."""
    expires: float
    """When it ends at the latest."""
    origin: str
    """The address it was opened from."""


class Token(msgspec.Struct, frozen=True):
    """A bearer token of a program or a shoe."""

    digest: str
    """The hash of the program's secret."""
    id: str
    """The token's public id, which opens nothing."""
    person: str
    """The id of the person it acts for."""
    label: str
    """The owner's name for it."""
    scopes: str
    """Its scopes, separated by spaces."""
    opened: float
    """When it was made, in seconds of the epoch."""
    expires: float
    """When it expires."""


class SavedJob(msgspec.Struct, frozen=True):
    """A calculation, as last reported by the process that runs it."""

    owner: str
    """The id of the person who asked for it."""
    told: str
    """Its progress, as JSON."""
    told_at: float
    """When that was reported."""


class SharedRound(msgspec.Struct, frozen=True):
    """A round that a player shows to others by a link."""

    token: str
    """What the link ends in. It is stored as it is, not as a hash: it opens nothing but a round
    that is in the same database, and its owner may ask for the link again."""
    person: str
    """The id of the player who shows it."""
    place: str
    """The name of the table."""
    number: int
    """The number of the round at the table, from 1."""
    opened: float
    """When the link was made, in seconds of the epoch."""


class Rows(Protocol):
    """A database that runs each query in a transaction of its own."""

    def ask(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """Run a query and return its rows; ``?`` stands for a value."""

    def change(self, *queries: tuple[str, tuple[object, ...]]) -> None:
        """Run several statements in one transaction."""

    def close(self) -> None:
        """Close the database."""


PEOPLE = "person, name, shown, password, one_time_until, factor, factor_step"
SESSIONS = "digest, person, rights, confined, opened, seen, expires, origin"
TOKENS = "digest, id, person, label, scopes, opened, expires"
SHARED = "token, person, place, number, opened"
COUNT = """
INSERT INTO counters (name, began, used) VALUES (?, ?, ?)
ON CONFLICT (name) DO UPDATE SET
    used = CASE WHEN counters.began = excluded.began THEN counters.used ELSE 0 END + excluded.used,
    began = excluded.began
RETURNING used
"""
SAVE_JOB = """
INSERT INTO jobs (id, owner, told, told_at, cancelled) VALUES (?, ?, ?, ?, 0)
ON CONFLICT (id) DO UPDATE SET told = excluded.told, told_at = excluded.told_at
RETURNING cancelled
"""
CHUNK = 500
"""The most sessions looked up at a time."""


def _one(kind: type[Row], rows: Sequence[tuple[Any, ...]]) -> Row | None:
    """Return the first row as a value; ``None`` if there is no row."""
    return (
        msgspec.convert(dict(zip(kind.__struct_fields__, rows[0], strict=True)), kind, strict=False)
        if rows
        else None
    )


class CredentialStore:
    """Credentials, sessions, tokens, shared rounds, payment ticks, counters and jobs, in whichever
    database."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows

    def close(self) -> None:
        """Close the database."""
        self._rows.close()

    # ------------------------------------------------------------------------- names, proofs

    def enter(self, one: Credential) -> bool:
        """Add a credential. Return false if the name is taken."""
        added = self._rows.ask(
            f"INSERT INTO credentials ({PEOPLE}) VALUES (?, ?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (name) DO NOTHING RETURNING person",
            *msgspec.structs.astuple(one),
        )
        return bool(added)

    def rename(self, one: Credential) -> bool:
        """Give a person another name and password. Return false if the name is taken."""
        changed = self._rows.ask(
            "UPDATE credentials SET name = ?, shown = ?, password = ? WHERE person = ? "
            "AND NOT EXISTS (SELECT 1 FROM credentials WHERE name = ?) RETURNING person",
            one.name,
            one.shown,
            one.password,
            one.person,
            one.name,
        )
        return bool(changed)

    def remove(self, person: str) -> None:
        """Delete a person's credential, end their sessions and tokens, withdraw their links."""
        tables = ("credentials", "sessions", "tokens", "recovery_codes", "shared_rounds")
        self._rows.change(*((f"DELETE FROM {one} WHERE person = ?", (person,)) for one in tables))

    def credential_by_name(self, name: str) -> Credential | None:
        """Return the credential with this name; ``None`` if there is none."""
        return _one(
            Credential, self._rows.ask(f"SELECT {PEOPLE} FROM credentials WHERE name = ?", name)
        )

    def credential(self, person: str) -> Credential | None:
        """Return a person's credential; ``None`` if there is none."""
        return _one(
            Credential, self._rows.ask(f"SELECT {PEOPLE} FROM credentials WHERE person = ?", person)
        )

    def names(self) -> dict[str, str]:
        """Return everybody's name, by id."""
        return dict(self._rows.ask("SELECT person, shown FROM credentials"))

    def set_password(self, person: str, password: str, one_time_until: float = 0) -> None:
        """Store the hash of a new password."""
        self._rows.ask(
            "UPDATE credentials SET password = ?, one_time_until = ? WHERE person = ? "
            "RETURNING person",
            password,
            one_time_until,
            person,
        )

    def set_factor(self, person: str, factor: bytes, codes: Iterable[str], step: int = 0) -> None:
        """Store the sealed secret of a device, and hashes of recovery codes in place of the old
        ones."""
        self._rows.change(
            (
                "UPDATE credentials SET factor = ?, factor_step = ? WHERE person = ?",
                (factor, step, person),
            ),
            ("DELETE FROM recovery_codes WHERE person = ?", (person,)),
            *(("INSERT INTO recovery_codes VALUES (?, ?)", (person, code)) for code in codes),
        )

    def devices(self) -> list[tuple[str, bytes]]:
        """Return everybody who has a device for codes, with its sealed secret."""
        rows = self._rows.ask("SELECT person, factor FROM credentials")
        return [(person, bytes(factor)) for person, factor in rows if len(factor)]

    def reseal(self, person: str, factor: bytes) -> None:
        """Store the same secret of a device sealed with another key."""
        self._rows.change(("UPDATE credentials SET factor = ? WHERE person = ?", (factor, person)))

    def use_step(self, person: str, step: int) -> bool:
        """Use up the code of an interval. Return false if it or a later one was used before."""
        used = self._rows.ask(
            "UPDATE credentials SET factor_step = ? WHERE person = ? AND factor_step < ? "
            "RETURNING person",
            step,
            person,
            step,
        )
        return bool(used)

    def use_recovery_code(self, person: str, digest: str) -> bool:
        """Use up a recovery code. Return false if there is no such code."""
        used = self._rows.ask(
            "DELETE FROM recovery_codes WHERE person = ? AND digest = ? RETURNING digest",
            person,
            digest,
        )
        return bool(used)

    # ------------------------------------------------------------------------------ sessions

    def open_session(self, one: Session, *, instead_of: str = "") -> None:
        """Open a session; the one it replaces ends in the same transaction."""
        self._rows.change(
            ("DELETE FROM sessions WHERE digest = ?", (instead_of,)),
            (
                f"INSERT INTO sessions ({SESSIONS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                msgspec.structs.astuple(one),
            ),
        )

    def session(self, digest: str) -> Session | None:
        """Return the session of a browser's secret, by its hash."""
        return _one(
            Session, self._rows.ask(f"SELECT {SESSIONS} FROM sessions WHERE digest = ?", digest)
        )

    def sessions_of(self, person: str) -> list[Session]:
        """Return a person's sessions, the newest first."""
        rows = self._rows.ask(
            f"SELECT {SESSIONS} FROM sessions WHERE person = ? ORDER BY opened DESC", person
        )
        return [one for row in rows if (one := _one(Session, [row])) is not None]

    def note_use(self, digest: str, at: float) -> None:
        """Store when a session was last used."""
        self._rows.ask("UPDATE sessions SET seen = ? WHERE digest = ? RETURNING digest", at, digest)

    def end_session(self, digest: str) -> None:
        self._rows.ask("DELETE FROM sessions WHERE digest = ? RETURNING digest", digest)

    def end_sessions(self, person: str) -> None:
        """End all sessions of a person."""
        self._rows.ask("DELETE FROM sessions WHERE person = ? RETURNING digest", person)

    def existing_digests(self, digests: Sequence[str]) -> set[str]:
        """Return which of these sessions and tokens still exist."""
        found: set[str] = set()
        for start in range(0, len(digests), CHUNK):
            some = digests[start : start + CHUNK]
            marks = ", ".join("?" * len(some))
            query = (
                f"SELECT digest FROM sessions WHERE digest IN ({marks}) "
                f"UNION SELECT digest FROM tokens WHERE digest IN ({marks})"
            )
            found |= {digest for (digest,) in self._rows.ask(query, *some, *some)}
        return found

    # -------------------------------------------------------------------------------- tokens

    def add_token(self, one: Token) -> None:
        self._rows.ask(
            f"INSERT INTO tokens ({TOKENS}) VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id",
            *msgspec.structs.astuple(one),
        )

    def token(self, digest: str) -> Token | None:
        """Return the token of a program's secret, by its hash."""
        return _one(Token, self._rows.ask(f"SELECT {TOKENS} FROM tokens WHERE digest = ?", digest))

    def token_by_id(self, token: str) -> Token | None:
        """Return the token with this id."""
        return _one(Token, self._rows.ask(f"SELECT {TOKENS} FROM tokens WHERE id = ?", token))

    def tokens_of(self, person: str) -> list[Token]:
        """Return a person's tokens, the newest first."""
        rows = self._rows.ask(
            f"SELECT {TOKENS} FROM tokens WHERE person = ? ORDER BY opened DESC, id", person
        )
        return [one for row in rows if (one := _one(Token, [row])) is not None]

    def revoke_token(self, token: str) -> bool:
        """Revoke a token. Return false if there is no such token."""
        return bool(self._rows.ask("DELETE FROM tokens WHERE id = ? RETURNING id", token))

    # ------------------------------------------------------------------------- shared rounds

    def share_round(self, one: SharedRound) -> SharedRound:
        """Add a link to a round. Return the person's link to it: an older one if there is one."""
        self._rows.change(
            (
                f"INSERT INTO shared_rounds ({SHARED}) VALUES (?, ?, ?, ?, ?) "
                "ON CONFLICT (person, place, number) DO NOTHING",
                msgspec.structs.astuple(one),
            )
        )
        found = self.link_to_round(one.person, one.place, one.number)
        return one if found is None else found

    def shared_round(self, token: str) -> SharedRound | None:
        """Return the round that a link shows; ``None`` if there is no such link."""
        return _one(
            SharedRound,
            self._rows.ask(f"SELECT {SHARED} FROM shared_rounds WHERE token = ?", token),
        )

    def link_to_round(self, person: str, place: str, number: int) -> SharedRound | None:
        """Return a person's link to a round; ``None`` if they show it to nobody."""
        query = f"SELECT {SHARED} FROM shared_rounds WHERE person = ? AND place = ? AND number = ?"
        return _one(SharedRound, self._rows.ask(query, person, place, number))

    def shared_rounds_of(self, person: str) -> list[SharedRound]:
        """Return the rounds that a person shows to others, the newest link first."""
        rows = self._rows.ask(
            f"SELECT {SHARED} FROM shared_rounds WHERE person = ? ORDER BY opened DESC, token",
            person,
        )
        return [one for row in rows if (one := _one(SharedRound, [row])) is not None]

    def withdraw_round(self, person: str, place: str, number: int) -> None:
        """Delete a person's link to a round, if there is one."""
        self._rows.change(
            (
                "DELETE FROM shared_rounds WHERE person = ? AND place = ? AND number = ?",
                (person, place, number),
            )
        )

    # -------------------------------------------------------------------------- payment ticks

    def payment_ticks(self, place: str, number: int) -> frozenset[str]:
        """Return the lines of a round's settlement that are ticked off at a table."""
        query = "SELECT line FROM payment_ticks WHERE place = ? AND number = ?"
        return frozenset(line for (line,) in self._rows.ask(query, place, number))

    def all_payment_ticks(self) -> frozenset[tuple[str, int, str]]:
        """Return the ticks of all tables: the table, the round and the line of each."""
        rows = self._rows.ask("SELECT place, number, line FROM payment_ticks")
        return frozenset((place, number, line) for place, number, line in rows)

    def tick_payment(self, place: str, number: int, line: str) -> None:
        """Tick off a line of a round's settlement. Delete the ticks of the table's other rounds."""
        self._rows.change(
            ("DELETE FROM payment_ticks WHERE place = ? AND number <> ?", (place, number)),
            (
                "INSERT INTO payment_ticks (place, number, line) VALUES (?, ?, ?) "
                "ON CONFLICT (place, number, line) DO NOTHING",
                (place, number, line),
            ),
        )

    def untick_payment(self, place: str, number: int, line: str) -> None:
        """Take back the tick of a line, if there is one."""
        self._rows.change(
            (
                "DELETE FROM payment_ticks WHERE place = ? AND number = ? AND line = ?",
                (place, number, line),
            )
        )

    # ------------------------------------------------------------------------------ counters

    def count(self, name: str, began: int, amount: int = 1) -> int:
        """Add to a counter that restarts with each period. Return the sum."""
        return int(self._rows.ask(COUNT, name, began, amount)[0][0])

    # ---------------------------------------------------------------------------- calculations

    def save_job(self, job: str, owner: str, told: str, at: float) -> bool:
        """Save the progress of a job. Return whether it was cancelled meanwhile."""
        (row,) = self._rows.ask(SAVE_JOB, job, owner, told, at)
        return bool(row[0])

    def job(self, job: str) -> SavedJob | None:
        """Return the last reported progress of a job."""
        query = "SELECT owner, told, told_at FROM jobs WHERE id = ?"
        return _one(SavedJob, self._rows.ask(query, job))

    def cancel_job(self, job: str) -> None:
        """Cancel a job, whichever process runs it."""
        self._rows.change(("UPDATE jobs SET cancelled = 1 WHERE id = ?", (job,)))

    def end_all(self) -> None:
        """End every session and every token."""
        self._rows.change(("DELETE FROM sessions", ()), ("DELETE FROM tokens", ()))

    def sweep(self, now: float) -> None:
        """Delete expired sessions, tokens and counters."""
        self._rows.change(
            ("DELETE FROM sessions WHERE expires < ?", (now,)),
            ("DELETE FROM tokens WHERE expires < ?", (now,)),
            ("DELETE FROM counters WHERE began < ?", (int(now) - 7 * 86_400,)),
            ("DELETE FROM jobs WHERE told_at < ?", (now - 86_400,)),
        )
