"""Changing how somebody shows who they are: passwords, devices for codes, bearer tokens."""

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
from croupier.web.auth.sign_in import OpenedSession, opened_session
from croupier.web.auth.stores.base import Credential, Token
from croupier.web.auth.tokens import digest, new_code, new_id, new_token, session_id
from croupier.web.problems import ProblemError, not_found

PENDING = " pending"
"""Marks the secret of a device that does not count yet, so that it opens nothing."""
LONGEST_LABEL = 60


class Enrolment(msgspec.Struct, frozen=True):
    """A device for codes that is being set up."""

    address: str
    """What the device reads: an ``otpauth:`` address, shown as a picture or a link."""
    secret: str
    """The same to be typed in, in the letters of base32."""
    enrolment: str
    """To be sent back with the first code; it says which device is meant."""


class IssuedToken(msgspec.Struct, frozen=True):
    """A bearer token that was just made."""

    id: str
    """Names the token, without opening anything."""
    token: str
    """What the program shows; it is shown this once."""
    label: str
    """What its owner calls it."""
    scopes: tuple[str, ...]
    """What it is good for."""
    expires: datetime
    """Until when it is good."""


async def proved(accounts: AccountService, who: Principal, password: str) -> Credential:
    """See that somebody who is signed in still knows the password."""
    await accounts.run(accounts.allow, "proof", who.account, accounts.policy.proofs_by_person)
    credential = await accounts.run(accounts.store.credential, who.account)
    kept = None if credential is None else credential.password
    if not await accounts.run(accounts.passwords.matches, kept, password) or credential is None:
        accounts.log.warning("password refused", person=who.account, origin=who.origin)
        raise ProblemError(403, "password/wrong", "that is not your current password")
    return credential


async def renewed(accounts: AccountService, who: Principal, person: Person) -> OpenedSession:
    """A session in place of the one that somebody asks in, with the rights of now."""
    credential = await accounts.run(accounts.store.credential, who.account)
    assert credential is not None
    return await accounts.run(opened_session, accounts, person, credential, who.origin, who.session)


# Passwords ---------------------------------------------------------------------------------------


async def change_password(
    accounts: AccountService, who: Principal, current: str, new: str
) -> OpenedSession:
    """Set somebody's own password; all other sessions of theirs end, this one is renewed."""
    credential = await proved(accounts, who, current)
    if new == current:
        raise ProblemError(422, "password/same", "the new password is the same as the old one")
    accounts.passwords.check(new, credential.name)
    hashed = await accounts.run(accounts.passwords.hashed, new)
    await accounts.run(accounts.store.set_password, who.account, hashed)
    cause = accounts.cause(who, "password.change")
    person = await accounts.note(who.account, PasswordSet(who.account), cause=cause)
    return await renewed(accounts, who, person)


async def recover(
    accounts: AccountService, person: Person, by: Principal, *, factor: bool, identified: str = ""
) -> str:
    """Give somebody a password for once, where they have lost their own; it is shown this once.

    Sessions and tokens end: others may have them. With ``factor`` the device no longer counts, and
    the record says how the person was ``identified``.
    """
    if not person.id or await accounts.run(accounts.store.credential, person.id) is None:
        raise not_found("person")
    if person.id == by.account:
        raise ProblemError(409, "person/themselves", "nobody recovers their own account")
    password = new_code()
    until = accounts.now() + accounts.policy.one_time_seconds
    hashed = await accounts.run(accounts.passwords.hashed, password)
    await accounts.run(accounts.store.set_password, person.id, hashed, until)
    if factor:
        await accounts.run(accounts.store.set_factor, person.id, b"", ())
    cause = accounts.cause(by, "person.recover")
    for token in await accounts.run(accounts.store.tokens_of, person.id):
        await revoke_token(accounts, token, by)
    lost = (FactorRemoved(person.id, identified.strip()),) if factor else ()
    await accounts.note(person.id, PasswordSet(person.id, one_time=True), *lost, cause=cause)
    return password


def see_identified(identified: str) -> None:
    """See that an administrator says how somebody who lost a device showed who they are."""
    if not identified.strip():
        why = "say how the person showed who they are: without the device, a password is not enough"
        raise ProblemError(422, "recovery/not-identified", why)


# Devices -----------------------------------------------------------------------------------------


async def begin_factor(
    accounts: AccountService, who: Principal, password: str, code: str = ""
) -> Enrolment:
    """Begin to set up a device; who has one already shows a code of it."""
    credential = await proved(accounts, who, password)
    if credential.factor and not await accounts.run(
        accounts.factors.shown, credential, code, accounts.now()
    ):
        raise ProblemError(403, "factor/code", "enter a code from your current device")
    secret = accounts.factors.new_secret()
    sealed = accounts.factors.sealed(who.account + PENDING, secret)
    return Enrolment(
        accounts.factors.address(credential.name, secret),
        accounts.factors.text(secret),
        urlsafe_b64encode(sealed).decode(),
    )


async def finish_factor(
    accounts: AccountService, who: Principal, enrolment: str, code: str
) -> tuple[OpenedSession, list[str]]:
    """Have a device count once it has shown a code; the renewed session, and recovery codes."""
    await accounts.run(accounts.allow, "proof", who.account, accounts.policy.proofs_by_person)
    try:
        sealed = urlsafe_b64decode(enrolment.encode())
        secret = accounts.factors.opened(who.account + PENDING, sealed)
    except (ValueError, UnsealedFactorError):
        why = "this enrolment is not yours: start again"
        raise ProblemError(422, "factor/enrolment", why) from None
    step = accounts.factors.step_of(secret, code.strip(), accounts.now())
    if step is None:
        raise ProblemError(422, "factor/code", "the code is wrong: is the device's clock right?")
    codes = await accounts.run(accounts.factors.set_up, who.account, secret, step)
    cause = accounts.cause(who, "factor.change")
    person = await accounts.note(who.account, FactorSet(who.account), cause=cause)
    return await renewed(accounts, who, person), codes


# Sessions ----------------------------------------------------------------------------------------


async def end_sessions(
    accounts: AccountService, who: Principal, password: str, session: str = ""
) -> None:
    """End one of somebody's own sessions, or all but the one that they ask in."""
    await proved(accounts, who, password)
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
    """Make a bearer token for a program or a shoe."""
    _check_scopes(who, scopes)
    if not 0 < len(label) <= LONGEST_LABEL or not 1 <= days <= accounts.policy.token_days:
        most = accounts.policy.token_days
        why = f"a token has a label of 1 to {LONGEST_LABEL} letters and lasts 1 to {most} days"
        raise ProblemError(422, "token/form", why)
    await proved(accounts, who, password)
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
    """Turn down scopes that there are not, or that are no use to this person."""
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
    """Make a token worthless, whoever's it is."""
    await accounts.run(accounts.store.revoke_token, token.id)
    accounts.end(token.digest)
    cause = accounts.cause(by, "token.revoke", owner=token.person)
    await accounts.note(token.person, TokenRevoked(token.person, token.id), cause=cause)
