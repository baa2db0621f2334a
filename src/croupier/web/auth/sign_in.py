"""Signing up, in and out: how somebody shows who they are, and what they get for it."""

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


class OpenedSession(msgspec.Struct, frozen=True):
    """A session that has just begun."""

    secret: str
    """What the browser shows from now on; it is kept nowhere else."""
    session: Session
    """The session."""
    credential: Credential
    """Whose it is, with their name."""

    def principal(self, person: Person) -> Principal:
        """Who asks in this session."""
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
        )


def wrong() -> ProblemError:
    """For a name or a password that is not right: which of them, nobody is told."""
    return ProblemError(401, "sign-in/wrong", "name or password is wrong")


async def sign_up(accounts: AccountService, name: str, password: str, *, origin: str) -> str:
    """Make an account for a player; the id that it has."""
    policy = accounts.policy
    if not policy.sign_up:
        raise ProblemError(403, "sign-up/closed", "only an administrator creates accounts here")
    check_name(name)
    accounts.passwords.check(password, name)
    await accounts.run(accounts.allow, "sign-up", origin, policy.sign_ups_by_address)
    return await enter(accounts, name, password, frozenset({Role.PLAYER}), origin=origin)


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
    """Enter somebody with their roles; the id by which all know them from now on."""
    if await accounts.run(accounts.store.named, name.lower()) is not None:
        raise _taken(name)
    person = new_id()
    actor = by or Principal(person, name, roles, origin=origin)
    hashed = await accounts.run(accounts.passwords.hashed, password)
    await accounts.decide(
        person, lambda _: people.register(person, roles), by=actor, action="person.create"
    )
    until = accounts.now() + accounts.policy.one_time_seconds if one_time else 0
    made = Credential(person, name.lower(), name, hashed, until, b"", 0)
    if not await accounts.run(accounts.store.enter, made):
        raise _taken(name)
    return person


def _taken(name: str) -> ProblemError:
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
    """Begin a session for somebody who shows who they are.

    ``instead_of`` is the hash of the session that the browser had before: it ends.
    """
    credential, factor = await _shown(accounts, name, password, code, origin)
    by = _principal(accounts, credential, origin)
    signed = SignedIn(by.account, factor)
    person = await accounts.note(by.account, signed, cause=accounts.cause(by, "session.begin"))
    begun = await accounts.run(opened_session, accounts, person, credential, origin, instead_of)
    accounts.end(instead_of)
    return begun


async def recognised(
    accounts: AccountService, name: str, password: str, code: str = "", *, origin: str
) -> Principal:
    """Whoever shows who they are, without a session: for a program that asks for a token."""
    credential, _ = await _shown(accounts, name, password, code, origin)
    return _principal(accounts, credential, origin)


def _principal(accounts: AccountService, credential: Credential, origin: str) -> Principal:
    person = accounts.directory.person(credential.person)
    confined = is_confined(accounts.policy, person, credential)
    return Principal(person.id, credential.shown, person.roles, confined=confined, origin=origin)


async def _shown(
    accounts: AccountService, name: str, password: str, code: str, origin: str
) -> tuple[Credential, str]:
    """See that somebody is who they say: whose credential it is, and what was shown besides."""
    await accounts.run(_count_attempt, accounts, name, origin)
    credential = await accounts.run(_proved, accounts, name, password)
    if credential is None:
        accounts.log.warning("sign-in failed", name=name[:32], origin=origin)
        raise wrong()
    if not accounts.directory.person(credential.person).admitted:
        await accounts.catch_up()
    _check_open(accounts, accounts.directory.person(credential.person), credential)
    factor = await _factor_shown(accounts, credential, code, origin)
    await accounts.run(_forgive_attempt, accounts, name, origin)
    return credential, factor


def _counters(
    accounts: AccountService, name: str, origin: str
) -> tuple[tuple[str, str, Rate], ...]:
    """What an attempt to sign in counts as: of the name here, from the address, of the name."""
    policy, known = accounts.policy, name.lower()[:32]
    return (
        ("sign-in", f"{known} {origin}", policy.sign_ins_by_name),
        ("sign-in from", origin, policy.sign_ins_by_address),
        ("sign-in of", known, policy.sign_ins_at_name),
    )


def _count_attempt(accounts: AccountService, name: str, origin: str) -> None:
    """Count an attempt to sign in; too many are turned away before anything is looked at."""
    for counter in _counters(accounts, name, origin):
        accounts.allow(*counter)


def _forgive_attempt(accounts: AccountService, name: str, origin: str) -> None:
    """Take an attempt back that was no guess, so that nobody is locked out by signing in."""
    for counter in _counters(accounts, name, origin):
        accounts.forgive(*counter)


def _proved(accounts: AccountService, name: str, password: str) -> Credential | None:
    """Whoever has this name and this password; it takes as long where nobody has."""
    credential = accounts.store.named(name.lower()[:64])
    kept = None if credential is None else credential.password
    if not accounts.passwords.matches(kept, password) or credential is None:
        return None
    if accounts.passwords.outdated(credential.password) and not credential.one_time_until:
        accounts.store.set_password(credential.person, accounts.passwords.hashed(password))
    return credential


def _check_open(accounts: AccountService, person: Person, credential: Credential) -> None:
    """Turn somebody away whose account is not open, though the password is right."""
    if credential.one_time_until and accounts.now() > credential.one_time_until:
        why = "this one-time password has expired: ask an administrator for another"
        raise ProblemError(401, "sign-in/expired", why)
    if not person.admitted:
        raise ProblemError(403, "sign-in/suspended", "this account is closed: ask an administrator")


async def _factor_shown(
    accounts: AccountService, credential: Credential, code: str, origin: str
) -> str:
    """What somebody has shown besides the password, where their account asks for it."""
    if not credential.factor:
        return ""
    if not code:
        raise ProblemError(401, "sign-in/code-needed", "this account also needs a code")
    shown = await accounts.run(accounts.factors.shown, credential, code, accounts.now())
    if not shown:
        accounts.log.warning("code refused", person=credential.person, origin=origin)
        raise ProblemError(401, "sign-in/code", "this code is wrong, or was used before")
    return shown


def lasting(policy: Policy, person: Person) -> tuple[int, int]:
    """How many seconds a session lasts without a request, and at most."""
    if person.plays:
        return policy.idle_seconds, policy.session_seconds
    return policy.staff_idle_seconds, policy.staff_session_seconds


def is_confined(policy: Policy, person: Person, credential: Credential) -> bool:
    """Whether somebody must first set a password of their own, or a device for codes."""
    if credential.one_time_until:
        return True
    return policy.needs_code(plays=person.plays) and not credential.factor


def opened_session(
    accounts: AccountService,
    person: Person,
    credential: Credential,
    origin: str,
    instead_of: str = "",
) -> OpenedSession:
    """Begin a session in place of another; beyond so many, a person's oldest ends."""
    secret, now = new_session(), accounts.now()
    session = Session(
        digest(secret),
        person.id,
        person.rights,
        is_confined(accounts.policy, person, credential),
        now,
        now,
        now + lasting(accounts.policy, person)[1],
        origin,
    )
    accounts.store.open_session(session, instead_of=instead_of)
    for old in accounts.store.sessions_of(person.id)[accounts.policy.sessions_each :]:
        accounts.store.end_session(old.digest)
    return OpenedSession(secret, session, credential)


async def sign_out(accounts: AccountService, who: Principal) -> None:
    """End the session that somebody asks in."""
    await accounts.run(accounts.store.end_session, who.session)
    accounts.end(who.session)
    cause = accounts.cause(who, "session.end")
    await accounts.note(who.account, SignedOut(who.account), cause=cause)
