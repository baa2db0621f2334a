"""Where a form may lead to: addresses of this server alone."""

import re

OWN_PLACE = re.compile(r"/(?:[!-.0-\[\]-~][!-\[\]-~]*)?")
"""A path of ours, with what follows it: visible letters of ASCII without a backslash."""


def safe(place: str) -> str:
    """Where somebody is led after a form: an address of ours, else the floor.

    Browsers pass over tabs and line ends, and take a backslash for a slash: none may be in it.

    >>> safe("/tables/1?view=2"), safe("//evil.example"), safe("/\t/evil.example")
    ('/tables/1?view=2', '/', '/')
    """
    return place if OWN_PLACE.fullmatch(place) else "/"
