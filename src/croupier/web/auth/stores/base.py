"""The register: what is kept of people in rows, because it changes or must be forgotten one day.

Names, proofs of passwords, sessions, bearer tokens and the counters of limits are no events. They
lie in the same database as the log. Of what opens a door only a hash is kept.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, TypeVar

import msgspec

Row = TypeVar("Row", bound=msgspec.Struct)


class Credential(msgspec.Struct, frozen=True):
    """How a person shows who they are."""

    person: str
    """The person's id."""
    name: str
    """The name to sign in with, in small letters."""
    shown: str
    """The name as its owner writes it."""
    password: str
    """The hash of the password, with the parameters that it was made with."""
    one_time_until: float
    """Until when a password counts that another has set; 0 for one of the person's own."""
    factor: bytes
    """The sealed secret of the device for codes; empty where there is none."""
    factor_step: int
    """The last interval of which a code was used; no code of it or from before counts again."""


class Session(msgspec.Struct, frozen=True):
    """A browser in which somebody has signed in."""

    digest: str
    """The hash of what the browser shows."""
    person: str
    """Who has signed in."""
    rights: int
    """The version of the person's rights that it was made on; another one ends it."""
    confined: bool
    """Whether it is good only for changing the password or setting up the second factor."""
    opened: float
    """When it began, in seconds of the epoch."""
    seen: float
    """When it was last used, to the minute."""
    expires: float
    """When it ends at the latest."""
    origin: str
    """The address that it was begun from."""


class Token(msgspec.Struct, frozen=True):
    """A bearer token of a program or a shoe."""

    digest: str
    """The hash of what the program shows."""
    id: str
    """Names the token, without opening anything."""
    person: str
    """In whose name it acts."""
    label: str
    """What its owner calls it."""
    scopes: str
    """What it is good for, parted by spaces."""
    opened: float
    """When it was made."""
    expires: float
    """When it ends."""


class KeptJob(msgspec.Struct, frozen=True):
    """A calculation, as the process that does it has told of it."""

    owner: str
    """Who asked for it."""
    told: str
    """How it stands, as JSON."""
    told_at: float
    """When that was told."""


class Rows(Protocol):
    """A database that answers questions, each in a transaction of its own."""

    def ask(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """Carry a query out; ``?`` stands for a value."""

    def change(self, *queries: tuple[str, tuple[object, ...]]) -> None:
        """Carry several out, all or none."""

    def close(self) -> None:
        """Let go of it."""


PEOPLE = "person, name, shown, password, one_time_until, factor, factor_step"
SESSIONS = "digest, person, rights, confined, opened, seen, expires, origin"
TOKENS = "digest, id, person, label, scopes, opened, expires"
COUNT = """
INSERT INTO counters (name, began, used) VALUES (?, ?, ?)
ON CONFLICT (name) DO UPDATE SET
    used = CASE WHEN counters.began = excluded.began THEN counters.used ELSE 0 END + excluded.used,
    began = excluded.began
RETURNING used
"""
KEEP_JOB = """
INSERT INTO jobs (id, owner, told, told_at, cancelled) VALUES (?, ?, ?, ?, 0)
ON CONFLICT (id) DO UPDATE SET told = excluded.told, told_at = excluded.told_at
RETURNING cancelled
"""
CHUNK = 500
"""How many sessions are asked for at once."""


def _one(kind: type[Row], rows: Sequence[tuple[Any, ...]]) -> Row | None:
    """A row as a value; none where there is no row."""
    return (
        msgspec.convert(dict(zip(kind.__struct_fields__, rows[0], strict=True)), kind, strict=False)
        if rows
        else None
    )


class CredentialStore:
    """What is known of people's names, proofs, sessions and tokens, whatever holds the rows."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows

    def close(self) -> None:
        """Let go of the database."""
        self._rows.close()

    # ------------------------------------------------------------------------- names, proofs

    def enter(self, one: Credential) -> bool:
        """Enter somebody; false where the name is another's."""
        added = self._rows.ask(
            f"INSERT INTO credentials ({PEOPLE}) VALUES (?, ?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (name) DO NOTHING RETURNING person",
            *msgspec.structs.astuple(one),
        )
        return bool(added)

    def remove(self, person: str) -> None:
        """Forget how somebody shows who they are, and end their sessions and tokens."""
        tables = ("credentials", "sessions", "tokens", "recovery_codes")
        self._rows.change(*((f"DELETE FROM {one} WHERE person = ?", (person,)) for one in tables))

    def named(self, name: str) -> Credential | None:
        """Who signs in with a name."""
        return _one(
            Credential, self._rows.ask(f"SELECT {PEOPLE} FROM credentials WHERE name = ?", name)
        )

    def credential(self, person: str) -> Credential | None:
        """How somebody shows who they are."""
        return _one(
            Credential, self._rows.ask(f"SELECT {PEOPLE} FROM credentials WHERE person = ?", person)
        )

    def names(self) -> dict[str, str]:
        """What everybody is called, by their ids."""
        return dict(self._rows.ask("SELECT person, shown FROM credentials"))

    def set_password(self, person: str, password: str, one_time_until: float = 0) -> None:
        """Keep the hash of a new password."""
        self._rows.ask(
            "UPDATE credentials SET password = ?, one_time_until = ? WHERE person = ? "
            "RETURNING person",
            password,
            one_time_until,
            person,
        )

    def set_factor(self, person: str, factor: bytes, codes: Iterable[str], step: int = 0) -> None:
        """Keep the sealed secret of a device, and hashes of recovery codes in place of the old."""
        self._rows.change(
            (
                "UPDATE credentials SET factor = ?, factor_step = ? WHERE person = ?",
                (factor, step, person),
            ),
            ("DELETE FROM recovery_codes WHERE person = ?", (person,)),
            *(("INSERT INTO recovery_codes VALUES (?, ?)", (person, code)) for code in codes),
        )

    def devices(self) -> list[tuple[str, bytes]]:
        """Everybody who has a device for codes, and its sealed secret."""
        rows = self._rows.ask("SELECT person, factor FROM credentials")
        return [(person, bytes(factor)) for person, factor in rows if len(factor)]

    def reseal(self, person: str, factor: bytes) -> None:
        """Keep the same secret of a device, sealed with another key."""
        self._rows.change(("UPDATE credentials SET factor = ? WHERE person = ?", (factor, person)))

    def use_step(self, person: str, step: int) -> bool:
        """Use the code of an interval up; false where it or a later one was used before."""
        used = self._rows.ask(
            "UPDATE credentials SET factor_step = ? WHERE person = ? AND factor_step < ? "
            "RETURNING person",
            step,
            person,
            step,
        )
        return bool(used)

    def use_recovery_code(self, person: str, digest: str) -> bool:
        """Use a recovery code up; false where there is none such."""
        used = self._rows.ask(
            "DELETE FROM recovery_codes WHERE person = ? AND digest = ? RETURNING digest",
            person,
            digest,
        )
        return bool(used)

    # ------------------------------------------------------------------------------ sessions

    def open_session(self, one: Session, *, instead_of: str = "") -> None:
        """Begin a session; the one that it takes the place of ends with that."""
        self._rows.change(
            ("DELETE FROM sessions WHERE digest = ?", (instead_of,)),
            (
                f"INSERT INTO sessions ({SESSIONS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                msgspec.structs.astuple(one),
            ),
        )

    def session(self, digest: str) -> Session | None:
        """The session that a browser shows."""
        return _one(
            Session, self._rows.ask(f"SELECT {SESSIONS} FROM sessions WHERE digest = ?", digest)
        )

    def sessions_of(self, person: str) -> list[Session]:
        """Somebody's sessions, the newest first."""
        rows = self._rows.ask(
            f"SELECT {SESSIONS} FROM sessions WHERE person = ? ORDER BY opened DESC", person
        )
        return [one for row in rows if (one := _one(Session, [row])) is not None]

    def see(self, digest: str, at: float) -> None:
        """Keep it that a session was used."""
        self._rows.ask("UPDATE sessions SET seen = ? WHERE digest = ? RETURNING digest", at, digest)

    def end_session(self, digest: str) -> None:
        """End a session."""
        self._rows.ask("DELETE FROM sessions WHERE digest = ? RETURNING digest", digest)

    def end_sessions(self, person: str) -> None:
        """End all sessions of somebody."""
        self._rows.ask("DELETE FROM sessions WHERE person = ? RETURNING digest", person)

    def living(self, digests: Sequence[str]) -> set[str]:
        """Which of these sessions and tokens are still there."""
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
        """Keep a bearer token."""
        self._rows.ask(
            f"INSERT INTO tokens ({TOKENS}) VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id",
            *msgspec.structs.astuple(one),
        )

    def token(self, digest: str) -> Token | None:
        """The token that a program shows."""
        return _one(Token, self._rows.ask(f"SELECT {TOKENS} FROM tokens WHERE digest = ?", digest))

    def token_called(self, token: str) -> Token | None:
        """The token of an id."""
        return _one(Token, self._rows.ask(f"SELECT {TOKENS} FROM tokens WHERE id = ?", token))

    def tokens_of(self, person: str) -> list[Token]:
        """Somebody's tokens, the newest first."""
        rows = self._rows.ask(
            f"SELECT {TOKENS} FROM tokens WHERE person = ? ORDER BY opened DESC, id", person
        )
        return [one for row in rows if (one := _one(Token, [row])) is not None]

    def revoke_token(self, token: str) -> bool:
        """Make a token worthless; false where there is none such."""
        return bool(self._rows.ask("DELETE FROM tokens WHERE id = ? RETURNING id", token))

    # ------------------------------------------------------------------------------ counters

    def count(self, name: str, began: int, amount: int = 1) -> int:
        """Add to a counter that starts anew with each period; what it then comes to."""
        return int(self._rows.ask(COUNT, name, began, amount)[0][0])

    # ---------------------------------------------------------------------------- calculations

    def keep_job(self, job: str, owner: str, told: str, at: float) -> bool:
        """Keep how a calculation stands, for all processes; whether somebody has cancelled it."""
        (row,) = self._rows.ask(KEEP_JOB, job, owner, told, at)
        return bool(row[0])

    def job(self, job: str) -> KeptJob | None:
        """How a calculation stands, as the process told that does it."""
        query = "SELECT owner, told, told_at FROM jobs WHERE id = ?"
        return _one(KeptJob, self._rows.ask(query, job))

    def cancel_job(self, job: str) -> None:
        """Have a calculation cancelled, whichever process does it."""
        self._rows.change(("UPDATE jobs SET cancelled = 1 WHERE id = ?", (job,)))

    def end_all(self) -> None:
        """End every session and every token, whoever's they are."""
        self._rows.change(("DELETE FROM sessions", ()), ("DELETE FROM tokens", ()))

    def sweep(self, now: float) -> None:
        """Remove what has ended."""
        self._rows.change(
            ("DELETE FROM sessions WHERE expires < ?", (now,)),
            ("DELETE FROM tokens WHERE expires < ?", (now,)),
            ("DELETE FROM counters WHERE began < ?", (int(now) - 7 * 86_400,)),
            ("DELETE FROM jobs WHERE told_at < ?", (now - 86_400,)),
        )
