"""What is sent to and fro about people: the bodies of requests and answers."""

from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from croupier.money import Cents
from croupier.rulebooks import Role
from croupier.web.people.rights import Whose
from croupier.web.people.summaries import PersonView

Name = Annotated[str, Meta(min_length=1, max_length=64)]
Secret = Annotated[str, Meta(max_length=1024)]
ShortText = Annotated[str, Meta(max_length=200)]


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Something asked of the server; a field that it does not know is refused."""


class NewPlayer(Body, frozen=True):
    """An account that somebody makes for themselves."""

    name: Name
    """The name to sign in with."""
    password: Secret
    """The password."""


class SignIn(Body, frozen=True):
    """What somebody shows to sign in."""

    name: Name
    """The name."""
    password: Secret
    """The password."""
    code: Annotated[str, Meta(max_length=64)] = ""
    """A code of the device, or a recovery code; empty where the account has none."""


class NewPassword(Body, frozen=True):
    """A password in place of another."""

    current: Secret
    """The one that counts now."""
    new: Secret
    """The one that is to count."""


class EndSessions(Body, frozen=True):
    """A wish to end one of one's own sessions, or all but this one."""

    password: Secret
    """The password once more: a browser that was left open must not lock its owner out."""
    session: str = ""
    """The id of the session; left out, all others."""


class BeginFactor(Body, frozen=True):
    """A wish to set up a device for codes."""

    password: Secret
    """The password."""
    code: Annotated[str, Meta(max_length=64)] = ""
    """A code of the device that counts now; empty where there is none."""


class FinishFactor(Body, frozen=True):
    """The first code of a new device."""

    enrolment: Annotated[str, Meta(max_length=400)]
    """What came with the device's secret."""
    code: Annotated[str, Meta(max_length=16)]
    """The code that the device shows."""


class RecoveryCodes(msgspec.Struct, frozen=True, rename="kebab"):
    """Codes for when the device is lost; each counts once, and they are shown this once."""

    recovery_codes: tuple[str, ...]
    """The codes."""


class NewToken(Body, frozen=True):
    """A wish for a bearer token."""

    password: Secret
    """The password of whoever it is to act for."""
    scopes: Annotated[tuple[ShortText, ...], Meta(max_length=10)]
    """What it is to be good for: ``read``, ``play``, ``manage``, ``shoe:1``, ``audit``."""
    label: ShortText = "program"
    """What it is called."""
    days: int = 30
    """How long it is to be good."""
    name: Annotated[str, Meta(max_length=64)] = ""
    """The name to sign in with; empty for somebody who has signed in."""
    code: Annotated[str, Meta(max_length=64)] = ""
    """A code of the device, where a name is given and the account has a device."""


class TokenSummary(msgspec.Struct, frozen=True):
    """A bearer token, without what opens doors."""

    id: str
    """Names the token."""
    label: str
    """What its owner calls it."""
    scopes: tuple[str, ...]
    """What it is good for."""
    made: datetime
    """When it was made."""
    expires: datetime
    """Until when it is good."""


class NewAccount(Body, frozen=True):
    """An account that an administrator makes for somebody."""

    name: Name
    """The name to sign in with."""
    roles: Annotated[tuple[Role, ...], Meta(min_length=1, max_length=4)]
    """What the person is here."""


class OneTimePassword(msgspec.Struct, frozen=True, rename="kebab"):
    """A password that counts once, for somebody to set their own; it is shown this once."""

    person: str
    """Whose it is."""
    password: str
    """The password."""
    until: datetime
    """Until when it counts."""


class Recovery(Body, frozen=True):
    """How somebody's account is recovered."""

    factor: bool = False
    """Whether their device for codes is lost too."""
    identified: ShortText = ""
    """How they showed who they are, as when the account was made; needed where the device is lost.
    """


class Suspension(Body, frozen=True):
    """Why an account is closed for the time being."""

    reason: ShortText
    """Why."""


class Closure(Body, frozen=True):
    """A player's wish to close the account."""

    password: str
    """The password, once more."""


class Exclusion(Body, frozen=True):
    """For how long somebody is to be kept from playing."""

    until: datetime | None = None
    """Until when; none for good."""


class Reminder(Body, frozen=True):
    """How often somebody wants to be told how long they have played."""

    minutes: int
    """After how many minutes each; 0 for never."""


class NewLimit(Body, frozen=True):
    """A limit for a gaming day, at all tables together."""

    amount: Cents | None
    """The most, in cents; none for no limit."""


class PeoplePage(msgspec.Struct, frozen=True):
    """Some people, and where the next ones begin."""

    items: tuple[PersonView, ...]
    """People in the order of their ids."""
    next: str | None
    """The cursor of the page after this one; none where this is the last."""


class RightRow(msgspec.Struct, frozen=True):
    """A row of the table of who may do what."""

    action: str
    """What may be done."""
    roles: tuple[Role, ...]
    """Who may."""
    whose: Whose
    """On whose things."""
    visitors: bool
    """Whether visitors may too."""
    scope: str
    """What a token must be good for; empty where no token will do."""
