"""Forms that came when a session was over: what was typed is kept until somebody has signed in.

With a script a page asks for the password in a dialog, and sends the form again. Without one the
form travels through the page to sign in, in hidden fields, and is shown once more to be sent.
"""

from typing import Any

from litestar import Request

from croupier.web.pages.table_routes import SentForm, SentPairs, sent_pairs

KEPT, TO = "typed", "again-to"
"""Where a request carries its form, and the field that says where a kept form was to go."""
FIELD = "again."
"""Begins the name of each kept field."""
FORM_KEY = "once"
"""The field by which a form is known again that no table's version tells from others."""
SECRET = ("password", "current", "new", "code", "first", "secret")
"""Fields that no page repeats."""


async def keep_form(request: Request[Any, Any, Any]) -> None:
    """Have what a form has sent at hand, should the answer be that a session is over."""
    if request.method == "POST":
        request.scope["state"][KEPT] = await sent_pairs(request)


def sent_form(request: Request[Any, Any, Any]) -> SentForm:
    """What a form has sent; empty where none has."""
    return dict(_pairs(request))


def _pairs(request: Request[Any, Any, Any]) -> SentPairs:
    pairs: SentPairs = request.scope["state"].get(KEPT, ())
    return pairs


def repeatable_fields(request: Request[Any, Any, Any]) -> SentPairs | None:
    """All that a form has sent, each value of a field; none where it may be done twice if it is
    sent again. A table's forms are known by the version that they were shown with.
    """
    form = sent_form(request)
    if "version" not in form and FORM_KEY not in form:
        return None
    return tuple((name, text) for name, text in _pairs(request) if name not in SECRET)


def typed_fields(request: Request[Any, Any, Any]) -> SentForm:
    """What a form has sent, without what no page repeats; empty where none was sent."""
    return {name: text for name, text in sent_form(request).items() if name not in SECRET}


def kept_form(request: Request[Any, Any, Any]) -> SentForm:
    """The fields by which a page to sign in carries a form on; empty where there is none."""
    typed = {f"{FIELD}{name}": text for name, text in typed_fields(request).items()}
    return {TO: request.url.path, **typed} if typed else {}


def carried(form: SentForm) -> SentForm:
    """The fields of a form that a page to sign in carries on."""
    return {name: text for name, text in form.items() if name == TO or name.startswith(FIELD)}


def unsent(form: SentForm) -> SentForm:
    """What was typed into a form that waits to be sent again."""
    return {name.removeprefix(FIELD): text for name, text in form.items() if name.startswith(FIELD)}
