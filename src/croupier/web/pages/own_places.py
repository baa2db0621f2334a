"""Where a form may lead to: pages of this server alone."""

import re

OWN_PLACE = re.compile(r"/(?:[!-.0-\[\]-~][!-\[\]-~]*)?")
"""A path of ours, with what follows it: visible letters of ASCII without a backslash."""

FOR_PROGRAMS = ("/api/", "/static/")
"""What is no page: what programs read, and the files that pages are made of."""


def safe(place: str) -> str:
    """Where somebody is led after a form: a page of ours, else the floor.

    Browsers pass over tabs and line ends, and take a backslash for a slash: none may be in it.

    >>> safe("/tables/1?view=2"), safe("//evil.example"), safe("/\t/evil.example")
    ('/tables/1?view=2', '/', '/')
    """
    if place.startswith(FOR_PROGRAMS) or not OWN_PLACE.fullmatch(place):
        return "/"
    return place
