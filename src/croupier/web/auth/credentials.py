"""Changes to a person's own credentials: passwords, devices for codes, sessions, bearer tokens."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import UTC, datetime

import msgspec

from croupier.house.people import (
    FactorRemoved,
    FactorSet,
    PasswordSet,
    Person,
    SignedOut,
    TokenIssued,
    TokenRevoked,
)
from croupier.rulebooks import Role
from croupier.web.auth.accounts import AccountService
from croupier.web.auth.permissions import LINE, Principal, Scope
from croupier.web.auth.policy import DAY
from croupier.web.auth.second_factor import UnsealedFactorError
from croupier.web.auth.sign_in import OpenedSession, open_session
from croupier.web.auth.stores.base import Credential, Token
from croupier.web.auth.tokens import digest, new_code, new_id, new_token, session_id
from croupier.web.problems import ProblemError, not_found

PENDING = " pending"
"""Marks the secret of a device that is not confirmed yet, so that it opens nothing."""
LONGEST_LABEL = 60


class Enrolment(msgspec.Struct, frozen=True):
    """A device for codes that is being set up."""

    address: str
    """The ``otpauth:`` address that the device reads, from an image or a link."""
    secret: str
    """The same secret in base32, to be typed in."""
    enrolment: str
    """To be sent back with the first code, to say which device is meant."""


class IssuedToken(msgspec.Struct, frozen=True):
    """A bearer token that was just made."""

    id: str
    """The token's public id, which opens nothing."""
    token: str
    """The secret that the program shows; it is shown only once."""
    label: str
    """The owner's name for it."""
    scopes: tuple[str, ...]
    expires: datetime
    """When it expires."""


async def require_password(accounts: AccountService, who: Principal, password: str) -> Credential:
    """Return the credential of a signed-in person who gives the password again.

    Raise if it is wrong.
    """
    await accounts.run(accounts.allow, "proof", who.account, accounts.policy.proofs_by_person)
    credential = await accounts.run(accounts.store.credential, who.account)
    kept = None if credential is None else credential.password
    if not await accounts.run(accounts.passwords.matches, kept, password) or credential is None:
        accounts.log.warning("password refused", person=who.account, origin=who.origin)
        raise ProblemError(403, "password/wrong", "that is not your current password")
    return credential


async def renew_session(accounts: AccountService, who: Principal, person: Person) -> OpenedSession:
    """Open a session in place of the current one, with the person's present rights."""
    credential = await accounts.run(accounts.store.credential, who.account)
    assert credential is not None
    return await accounts.run(open_session, accounts, person, credential, who.origin, who.session)


# Passwords ---------------------------------------------------------------------------------------


async def change_password(
    accounts: AccountService, who: Principal, current: str, new: str
) -> OpenedSession:
    """Set the person's own password. Return a new session; all their other sessions end."""
    credential = await require_password(accounts, who, current)
    if new == current:
        raise ProblemError(422, "password/same", "the new password is the same as the old one")
    accounts.passwords.check(new, credential.name)
    hashed = await accounts.run(accounts.passwords.hash_of, new)
    await accounts.run(accounts.store.set_password, who.account, hashed)
    cause = accounts.cause(who, "password.change")
    person = await accounts.note(who.account, PasswordSet(who.account), cause=cause)
    return await renew_session(accounts, who, person)


async def recover(
    accounts: AccountService, person: Person, by: Principal, *, factor: bool, identified: str = ""
) -> str:
    """Return a one-time password for a person who lost their own; it is shown only once.

    Their sessions and tokens end, since others may have them. With ``factor`` the device is removed
    too, and the record says how the person was ``identified``.
    """
    if not person.id or await accounts.run(accounts.store.credential, person.id) is None:
        raise not_found("person")
    if person.id == by.account:
        raise ProblemError(409, "person/themselves", "nobody recovers their own account")
    password = new_code()
    until = accounts.now() + accounts.policy.one_time_seconds
    hashed = await accounts.run(accounts.passwords.hash_of, password)
    await accounts.run(accounts.store.set_password, person.id, hashed, until)
    if factor:
        await accounts.run(accounts.store.set_factor, person.id, b"", ())
    cause = accounts.cause(by, "person.recover")
    for token in await accounts.run(accounts.store.tokens_of, person.id):
        await revoke_token(accounts, token, by)
    lost = (FactorRemoved(person.id, identified.strip()),) if factor else ()
    await accounts.note(person.id, PasswordSet(person.id, one_time=True), *lost, cause=cause)
    return password


def require_identification(identified: str) -> None:
    """Raise ``ProblemError`` unless it says how a person who lost a device was identified."""
    if not identified.strip():
        why = "say how the person showed who they are: without the device, a password is not enough"
        raise ProblemError(422, "recovery/not-identified", why)


# Devices -----------------------------------------------------------------------------------------


async def begin_factor(
    accounts: AccountService, who: Principal, password: str, code: str = ""
) -> Enrolment:
    """Begin to set up a device; a person who has one already must give a code of it."""
    credential = await require_password(accounts, who, password)
    if credential.factor and not await accounts.run(
        accounts.factors.verify, credential, code, accounts.now()
    ):
        raise ProblemError(403, "factor/code", "enter a code from your current device")
    secret = accounts.factors.new_secret()
    sealed = accounts.factors.seal(who.account + PENDING, secret)
    return Enrolment(
        accounts.factors.address(credential.name, secret),
        accounts.factors.text(secret),
        urlsafe_b64encode(sealed).decode(),
    )


async def finish_factor(
    accounts: AccountService, who: Principal, enrolment: str, code: str
) -> tuple[OpenedSession, list[str]]:
    """Enable a device that gives a right code. Return the new session and the recovery codes."""
    await accounts.run(accounts.allow, "proof", who.account, accounts.policy.proofs_by_person)
    try:
        sealed = urlsafe_b64decode(enrolment.encode())
        secret = accounts.factors.unseal(who.account + PENDING, sealed)
    except (ValueError, UnsealedFactorError):
        why = "this enrolment is not yours: start again"
        raise ProblemError(422, "factor/enrolment", why) from None
    step = accounts.factors.step_of(secret, code.strip(), accounts.now())
    if step is None:
        raise ProblemError(422, "factor/code", "the code is wrong: is the device's clock right?")
    codes = await accounts.run(accounts.factors.set_up, who.account, secret, step)
    cause = accounts.cause(who, "factor.change")
    person = await accounts.note(who.account, FactorSet(who.account), cause=cause)
    return await renew_session(accounts, who, person), codes


# Sessions ----------------------------------------------------------------------------------------


async def end_sessions(
    accounts: AccountService, who: Principal, password: str, session: str = ""
) -> None:
    """End one of the person's own sessions, or all but the current one."""
    await require_password(accounts, who, password)
    known = await accounts.run(accounts.store.sessions_of, who.account)
    wanted = [
        one.digest
        for one in known
        if (session_id(one.digest) == session if session else one.digest != who.session)
    ]
    if session and not wanted:
        raise not_found("session")
    for one in wanted:
        await accounts.run(accounts.store.end_session, one)
        accounts.end(one)
        cause = accounts.cause(who, "session.end")
        await accounts.note(who.account, SignedOut(who.account), cause=cause)


# Tokens ------------------------------------------------------------------------------------------


async def issue_token(
    accounts: AccountService,
    who: Principal,
    password: str,
    label: str,
    scopes: tuple[str, ...],
    days: int,
) -> IssuedToken:
    """Issue a bearer token for a program or a shoe."""
    _check_scopes(who, scopes)
    if not 0 < len(label) <= LONGEST_LABEL or not 1 <= days <= accounts.policy.token_days:
        most = accounts.policy.token_days
        why = f"a token has a label of 1 to {LONGEST_LABEL} letters and lasts 1 to {most} days"
        raise ProblemError(422, "token/form", why)
    await require_password(accounts, who, password)
    if (
        len(await accounts.run(accounts.store.tokens_of, who.account))
        >= accounts.policy.tokens_each
    ):
        why = f"nobody has more than {accounts.policy.tokens_each} tokens: revoke one first"
        raise ProblemError(409, "token/too-many", why)
    secret, now = new_token(), accounts.now()
    ends = now + days * DAY
    token = Token(digest(secret), new_id(), who.account, label, " ".join(scopes), now, ends)
    expires = datetime.fromtimestamp(int(ends), UTC)
    issued = TokenIssued(who.account, token.id, scopes, expires)
    await accounts.note(who.account, issued, cause=accounts.cause(who, "token.make"))
    await accounts.run(accounts.store.add_token, token)
    return IssuedToken(token.id, secret, label, scopes, expires)


def _check_scopes(who: Principal, scopes: tuple[str, ...]) -> None:
    """Raise ``ProblemError`` for scopes that do not exist or that this person may not use."""
    known = [scope.value for scope in Scope]
    for scope in scopes:
        kind, _, place = scope.partition(":")
        if kind not in known or (place and kind != Scope.SHOE.value) or " " in scope:
            why = f"there is no scope {scope!r}: " + ", ".join(known) + " or shoe:TABLE"
            raise ProblemError(422, "token/scope", why)
        if kind == Scope.SHOE.value and not who.roles & LINE:
            raise ProblemError(403, "token/shoe", "a shoe acts for somebody who deals")
        if kind == Scope.PLAY.value and Role.PLAYER not in who.roles:
            raise ProblemError(403, "token/play", "only a player's token plays")
    if not scopes:
        raise ProblemError(422, "token/scope", "choose what the token may do: " + ", ".join(known))


async def revoke_token(accounts: AccountService, token: Token, by: Principal) -> None:
    """Revoke a token."""
    await accounts.run(accounts.store.revoke_token, token.id)
    accounts.end(token.digest)
    cause = accounts.cause(by, "token.revoke", owner=token.person)
    await accounts.note(token.person, TokenRevoked(token.person, token.id), cause=cause)
