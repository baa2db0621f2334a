"""Signing up, in and out: verifying name, password and code, and opening a session."""

import msgspec

from croupier.house import people
from croupier.house.people import Person, SignedIn, SignedOut
from croupier.rulebooks import Role
from croupier.web.auth.accounts import AccountService
from croupier.web.auth.passwords import check_name
from croupier.web.auth.permissions import Principal
from croupier.web.auth.policy import Policy, Rate
from croupier.web.auth.stores.base import Credential, Session
from croupier.web.auth.tokens import digest, new_id, new_session
from croupier.web.problems import ProblemError

LONGEST_NAME = 32


class OpenedSession(msgspec.Struct, frozen=True):
    """A session that was just opened."""

    secret: str
    """The secret that the browser shows from now on; only its hash is stored."""
    session: Session
    credential: Credential
    """The owner's credential, with their name."""

    def principal(self, person: Person) -> Principal:
        """Return the principal of the session."""
        one = self.session
        return Principal(
            person.id,
            self.credential.shown,
            person.roles,
            None,
            one.digest,
            one.confined,
            one.origin,
            one.opened,
            guest=person.guest,
        )


def wrong_credentials() -> ProblemError:
    """Return the problem for a wrong name or password.

    It does not say which, so that names cannot be probed.
    """
    return ProblemError(401, "sign-in/wrong", "name or password is wrong")


async def sign_up(accounts: AccountService, name: str, password: str, *, origin: str) -> str:
    """Create a player's account. Return its id."""
    policy = accounts.policy
    if not policy.sign_up:
        raise ProblemError(403, "sign-up/closed", "only an administrator creates accounts here")
    check_name(name)
    accounts.passwords.check(password, name)
    await accounts.run(accounts.allow, "sign-up", origin, policy.sign_ups_by_address)
    return await enter(accounts, name, password, frozenset({Role.PLAYER}), origin=origin)


# Guests -------------------------------------------------------------------------------------------

NO_PASSWORD = "-"
"""What stands in place of the hash of a guest's password: no password matches it."""


def guests_of(accounts: AccountService) -> list[Person]:
    """Return the guests who have not left."""
    return [one for one in accounts.directory.people.values() if one.guest and one.is_admitted]


async def admit_guest(accounts: AccountService, *, origin: str) -> OpenedSession:
    """Admit a guest, and open a session. Raise ``ProblemError`` if there are too many."""
    policy = accounts.policy
    if len(guests_of(accounts)) >= policy.guests:
        raise no_place_for_guest()
    await accounts.run(accounts.allow, "guest", origin, policy.guests_by_address)
    await accounts.run(accounts.allow, "guest", "anywhere", policy.guests_in_all)
    person = new_id()
    shown = f"Guest {person[:4].upper()}"
    # A space is in no name that a person can choose, so no account is in the way.
    made = Credential(person, f"guest {person}", shown, NO_PASSWORD, 0, b"", 0)
    by = Principal(person, shown, frozenset({Role.PLAYER}), origin=origin)
    await accounts.decide(
        person, lambda _: people.register_guest(person), by=by, action="session.begin"
    )
    await accounts.run(accounts.store.enter, made)
    guest = accounts.directory.person(person)
    return await accounts.run(open_session, accounts, guest, made, origin)


def no_place_for_guest() -> ProblemError:
    """Return the problem for a guest for whom there is no practice table."""
    why = "all practice tables for guests are taken: create an account, or try again in a while"
    return ProblemError(429, "guest/full", why)


async def keep_guest(
    accounts: AccountService, guest: Principal, name: str, password: str
) -> OpenedSession:
    """Make a guest's account one with a name and a password. Return a new session for it."""
    check_name(name)
    accounts.passwords.check(password, name)
    policy, store = accounts.policy, accounts.store
    await accounts.run(accounts.allow, "sign-up", guest.origin, policy.sign_ups_by_address)
    hashed = await accounts.run(accounts.passwords.hash_of, password)
    made = Credential(guest.account, name.lower(), name, hashed, 0, b"", 0)
    if not await accounts.run(store.rename, made):
        raise await name_taken(accounts, name)
    person = await accounts.decide(
        guest.account, people.keep_guest, by=guest, action="session.begin"
    )
    opened = await accounts.run(open_session, accounts, person, made, guest.origin, guest.session)
    accounts.end(guest.session)
    return opened


async def end_guests(accounts: AccountService) -> list[str]:
    """End the accounts of guests who have no session any more. Return their ids."""
    now, ended = accounts.now(), []
    for guest in guests_of(accounts):
        sessions = await accounts.run(accounts.store.sessions_of, guest.id)
        idle = accounts.policy.guest_idle_seconds
        if any(now <= one.expires and now - one.seen <= idle for one in sessions):
            continue
        by = Principal(guest.id, "", guest.roles)
        await accounts.decide(guest.id, people.end_guest, by=by, action="session.end")
        if accounts.directory.person(guest.id).suspended:
            await accounts.run(accounts.store.remove, guest.id)
            ended.append(guest.id)
    return ended


# Accounts -----------------------------------------------------------------------------------------


async def enter(
    accounts: AccountService,
    name: str,
    password: str,
    roles: frozenset[Role],
    *,
    origin: str,
    by: Principal | None = None,
    one_time: bool = False,
) -> str:
    """Create an account with these roles. Return its id."""
    if await accounts.run(accounts.store.credential_by_name, name.lower()) is not None:
        raise await name_taken(accounts, name)
    person = new_id()
    actor = by or Principal(person, name, roles, origin=origin)
    hashed = await accounts.run(accounts.passwords.hash_of, password)
    await accounts.decide(
        person, lambda _: people.register(person, roles), by=actor, action="person.create"
    )
    until = accounts.now() + accounts.policy.one_time_seconds if one_time else 0
    made = Credential(person, name.lower(), name, hashed, until, b"", 0)
    if not await accounts.run(accounts.store.enter, made):
        raise await name_taken(accounts, name)
    return person


async def name_taken(accounts: AccountService, name: str) -> ProblemError:
    """Return the problem for a name that somebody has, with one that is free."""
    for number in range(2, 100):
        other = f"{name[: LONGEST_NAME - 2]}{number}"
        if await accounts.run(accounts.store.credential_by_name, other.lower()) is None:
            return ProblemError(409, "name/taken", f"the name {name} is taken: {other} is free")
    return ProblemError(409, "name/taken", f"the name {name} is taken: choose another")


async def sign_in(
    accounts: AccountService,
    name: str,
    password: str,
    code: str = "",
    *,
    origin: str,
    instead_of: str = "",
) -> OpenedSession:
    """Verify name, password and code, and open a session.

    ``instead_of`` is the hash of the browser's previous session, which ends.
    """
    credential, factor = await _verify(accounts, name, password, code, origin)
    by = _principal(accounts, credential, origin)
    signed = SignedIn(by.account, factor)
    person = await accounts.note(by.account, signed, cause=accounts.cause(by, "session.begin"))
    begun = await accounts.run(open_session, accounts, person, credential, origin, instead_of)
    accounts.end(instead_of)
    return begun


async def principal_with(
    accounts: AccountService, name: str, password: str, code: str = "", *, origin: str
) -> Principal:
    """Verify name, password and code without a session, for a program that asks for a token."""
    credential, _ = await _verify(accounts, name, password, code, origin)
    return _principal(accounts, credential, origin)


def _principal(accounts: AccountService, credential: Credential, origin: str) -> Principal:
    person = accounts.directory.person(credential.person)
    confined = is_confined(accounts.policy, person, credential)
    return Principal(person.id, credential.shown, person.roles, confined=confined, origin=origin)


async def _verify(
    accounts: AccountService, name: str, password: str, code: str, origin: str
) -> tuple[Credential, str]:
    """Verify an attempt to sign in. Return the credential, and which second factor was used."""
    await accounts.run(_count_attempt, accounts, name, origin)
    credential = await accounts.run(_credential_with, accounts, name, password)
    if credential is None:
        accounts.log.warning("sign-in failed", name=name[:32], origin=origin)
        raise wrong_credentials()
    if not accounts.directory.person(credential.person).is_admitted:
        await accounts.catch_up()
    _check_open(accounts, accounts.directory.person(credential.person), credential)
    factor = await _verify_factor(accounts, credential, code, origin)
    await accounts.run(_forgive_attempt, accounts, name, origin)
    return credential, factor


def _counters(
    accounts: AccountService, name: str, origin: str
) -> tuple[tuple[str, str, Rate], ...]:
    """Return the counters of an attempt: name and address, the address, the name anywhere."""
    policy, known = accounts.policy, name.lower()[:32]
    return (
        ("sign-in", f"{known} {origin}", policy.sign_ins_by_name),
        ("sign-in from", origin, policy.sign_ins_by_address),
        ("sign-in of", known, policy.sign_ins_at_name),
    )


def _count_attempt(accounts: AccountService, name: str, origin: str) -> None:
    """Count an attempt to sign in. Raise 429 beyond the limit, before anything is looked up."""
    for counter in _counters(accounts, name, origin):
        accounts.allow(*counter)


def _forgive_attempt(accounts: AccountService, name: str, origin: str) -> None:
    """Take back a successful attempt, so that nobody is locked out by signing in."""
    for counter in _counters(accounts, name, origin):
        accounts.forgive(*counter)


def _credential_with(accounts: AccountService, name: str, password: str) -> Credential | None:
    """Return the credential with this name and password; without one it takes as long."""
    credential = accounts.store.credential_by_name(name.lower()[:64])
    kept = None if credential is None else credential.password
    if not accounts.passwords.matches(kept, password) or credential is None:
        return None
    if accounts.passwords.is_outdated(credential.password) and not credential.one_time_until:
        accounts.store.set_password(credential.person, accounts.passwords.hash_of(password))
    return credential


def _check_open(accounts: AccountService, person: Person, credential: Credential) -> None:
    """Raise ``ProblemError`` if the account is not open, though the password is right."""
    if credential.one_time_until and accounts.now() > credential.one_time_until:
        why = "this one-time password has expired: ask an administrator for another"
        raise ProblemError(401, "sign-in/expired", why)
    if not person.is_admitted:
        raise ProblemError(403, "sign-in/suspended", "this account is closed: ask an administrator")


async def _verify_factor(
    accounts: AccountService, credential: Credential, code: str, origin: str
) -> str:
    """Verify the second factor if the account needs one. Return which was used."""
    if not credential.factor:
        return ""
    if not code:
        raise ProblemError(401, "sign-in/code-needed", "this account also needs a code")
    shown = await accounts.run(accounts.factors.verify, credential, code, accounts.now())
    if not shown:
        accounts.log.warning("code refused", person=credential.person, origin=origin)
        raise ProblemError(401, "sign-in/code", "this code is wrong, or was used before")
    return shown


def session_lifetime(policy: Policy, person: Person) -> tuple[int, int]:
    """Return how many seconds a session lasts without a request, and at most."""
    if person.guest:
        return policy.guest_idle_seconds, policy.guest_session_seconds
    if person.plays:
        return policy.idle_seconds, policy.session_seconds
    return policy.staff_idle_seconds, policy.staff_session_seconds


def is_confined(policy: Policy, person: Person, credential: Credential) -> bool:
    """Return whether the person must first set their own password, or a device for codes."""
    if credential.one_time_until:
        return True
    return policy.needs_code(plays=person.plays) and not credential.factor


def open_session(
    accounts: AccountService,
    person: Person,
    credential: Credential,
    origin: str,
    instead_of: str = "",
) -> OpenedSession:
    """Open a session in place of another; beyond the limit, the person's oldest ends."""
    secret, now = new_session(), accounts.now()
    session = Session(
        digest(secret),
        person.id,
        person.rights,
        is_confined(accounts.policy, person, credential),
        now,
        now,
        now + session_lifetime(accounts.policy, person)[1],
        origin,
    )
    accounts.store.open_session(session, instead_of=instead_of)
    for old in accounts.store.sessions_of(person.id)[accounts.policy.sessions_each :]:
        accounts.store.end_session(old.digest)
    return OpenedSession(secret, session, credential)


async def sign_out(accounts: AccountService, who: Principal) -> None:
    """End the principal's session."""
    await accounts.run(accounts.store.end_session, who.session)
    accounts.end(who.session)
    cause = accounts.cause(who, "session.end")
    await accounts.note(who.account, SignedOut(who.account), cause=cause)
