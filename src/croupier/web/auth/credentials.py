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
from croupier.web.auth.accounts import Office
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


async def proved(office: Office, who: Principal, password: str) -> Credential:
    """See that somebody who is signed in still knows the password."""
    await office.run(office.allow, "proof", who.account, office.policy.proofs_by_person)
    credential = await office.run(office.register.credential, who.account)
    kept = None if credential is None else credential.password
    if not await office.run(office.passwords.matches, kept, password) or credential is None:
        office.log.warning("password refused", person=who.account, origin=who.origin)
        raise ProblemError(403, "password/wrong", "that is not your current password")
    return credential


async def renewed(office: Office, who: Principal, person: Person) -> OpenedSession:
    """A session in place of the one that somebody asks in, with the rights of now."""
    credential = await office.run(office.register.credential, who.account)
    assert credential is not None
    return await office.run(opened_session, office, person, credential, who.origin, who.session)


# Passwords ---------------------------------------------------------------------------------------


async def change_password(office: Office, who: Principal, current: str, new: str) -> OpenedSession:
    """Set somebody's own password; all other sessions of theirs end, this one is renewed."""
    credential = await proved(office, who, current)
    if new == current:
        raise ProblemError(422, "password/same", "the new password is the same as the old one")
    office.passwords.check(new, credential.name)
    hashed = await office.run(office.passwords.hashed, new)
    await office.run(office.register.set_password, who.account, hashed)
    cause = office.cause(who, "password.change")
    person = await office.note(who.account, PasswordSet(who.account), cause=cause)
    return await renewed(office, who, person)


async def recover(
    office: Office, person: Person, by: Principal, *, factor: bool, identified: str = ""
) -> str:
    """Give somebody a password for once, where they have lost their own; it is shown this once.

    Sessions and tokens end: others may have them. With ``factor`` the device no longer counts, and
    the record says how the person was ``identified``.
    """
    if not person.id or await office.run(office.register.credential, person.id) is None:
        raise not_found("person")
    if person.id == by.account:
        raise ProblemError(409, "person/themselves", "nobody recovers their own account")
    password = new_code()
    until = office.now() + office.policy.one_time_seconds
    hashed = await office.run(office.passwords.hashed, password)
    await office.run(office.register.set_password, person.id, hashed, until)
    if factor:
        await office.run(office.register.set_factor, person.id, b"", ())
    cause = office.cause(by, "person.recover")
    for token in await office.run(office.register.tokens_of, person.id):
        await revoke_token(office, token, by)
    lost = (FactorRemoved(person.id, identified.strip()),) if factor else ()
    await office.note(person.id, PasswordSet(person.id, one_time=True), *lost, cause=cause)
    return password


def see_identified(identified: str) -> None:
    """See that an administrator says how somebody who lost a device showed who they are."""
    if not identified.strip():
        why = "say how the person showed who they are: without the device, a password is not enough"
        raise ProblemError(422, "recovery/not-identified", why)


# Devices -----------------------------------------------------------------------------------------


async def begin_factor(office: Office, who: Principal, password: str, code: str = "") -> Enrolment:
    """Begin to set up a device; who has one already shows a code of it."""
    credential = await proved(office, who, password)
    if credential.factor and not await office.run(
        office.factors.shown, credential, code, office.now()
    ):
        raise ProblemError(403, "factor/code", "enter a code from your current device")
    secret = office.factors.new_secret()
    sealed = office.factors.sealed(who.account + PENDING, secret)
    return Enrolment(
        office.factors.address(credential.name, secret),
        office.factors.text(secret),
        urlsafe_b64encode(sealed).decode(),
    )


async def finish_factor(
    office: Office, who: Principal, enrolment: str, code: str
) -> tuple[OpenedSession, list[str]]:
    """Have a device count once it has shown a code; the renewed session, and recovery codes."""
    await office.run(office.allow, "proof", who.account, office.policy.proofs_by_person)
    try:
        sealed = urlsafe_b64decode(enrolment.encode())
        secret = office.factors.opened(who.account + PENDING, sealed)
    except (ValueError, UnsealedFactorError):
        why = "this enrolment is not yours: start again"
        raise ProblemError(422, "factor/enrolment", why) from None
    step = office.factors.step_of(secret, code.strip(), office.now())
    if step is None:
        raise ProblemError(422, "factor/code", "the code is wrong: is the device's clock right?")
    codes = await office.run(office.factors.set_up, who.account, secret, step)
    cause = office.cause(who, "factor.change")
    person = await office.note(who.account, FactorSet(who.account), cause=cause)
    return await renewed(office, who, person), codes


# Sessions ----------------------------------------------------------------------------------------


async def end_sessions(office: Office, who: Principal, password: str, session: str = "") -> None:
    """End one of somebody's own sessions, or all but the one that they ask in."""
    await proved(office, who, password)
    known = await office.run(office.register.sessions_of, who.account)
    wanted = [
        one.digest
        for one in known
        if (session_id(one.digest) == session if session else one.digest != who.session)
    ]
    if session and not wanted:
        raise not_found("session")
    for one in wanted:
        await office.run(office.register.end_session, one)
        office.end(one)
        cause = office.cause(who, "session.end")
        await office.note(who.account, SignedOut(who.account), cause=cause)


# Tokens ------------------------------------------------------------------------------------------


async def issue_token(
    office: Office, who: Principal, password: str, label: str, scopes: tuple[str, ...], days: int
) -> IssuedToken:
    """Make a bearer token for a program or a shoe."""
    _check_scopes(who, scopes)
    if not 0 < len(label) <= LONGEST_LABEL or not 1 <= days <= office.policy.token_days:
        most = office.policy.token_days
        why = f"a token has a label of 1 to {LONGEST_LABEL} letters and lasts 1 to {most} days"
        raise ProblemError(422, "token/form", why)
    await proved(office, who, password)
    if len(await office.run(office.register.tokens_of, who.account)) >= office.policy.tokens_each:
        why = f"nobody has more than {office.policy.tokens_each} tokens: revoke one first"
        raise ProblemError(409, "token/too-many", why)
    secret, now = new_token(), office.now()
    ends = now + days * DAY
    token = Token(digest(secret), new_id(), who.account, label, " ".join(scopes), now, ends)
    expires = datetime.fromtimestamp(int(ends), UTC)
    issued = TokenIssued(who.account, token.id, scopes, expires)
    await office.note(who.account, issued, cause=office.cause(who, "token.make"))
    await office.run(office.register.add_token, token)
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


async def revoke_token(office: Office, token: Token, by: Principal) -> None:
    """Make a token worthless, whoever's it is."""
    await office.run(office.register.revoke_token, token.id)
    office.end(token.digest)
    cause = office.cause(by, "token.revoke", owner=token.person)
    await office.note(token.person, TokenRevoked(token.person, token.id), cause=cause)
