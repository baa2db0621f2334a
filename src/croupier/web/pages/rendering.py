"""Pages from templates: the environment that all of them share."""

from functools import cache
from typing import Any

import jinja2
import msgspec

from croupier.money import in_dollars
from croupier.web.pages.lines import mark, signed
from croupier.web.pages.statics import address
from croupier.web.pages.terms import explained, title_of


class Frame(msgspec.Struct, frozen=True, kw_only=True):
    """What stands around every page."""

    title: str
    """What the page is called, in the browser's tab."""
    here: str = ""
    """Which entry of the navigation it belongs to; empty where none."""
    name: str = ""
    """Who is signed in, by name; empty where nobody is."""
    chips: str = ""
    """What the person has, in words; empty where that is not to be shown."""
    chips_are: str = ""
    """Where that is: in chips, or in the purse; empty where it is not to be shown."""
    places: tuple[tuple[str, str], ...] = (("Floor", "/"),)
    """The navigation: what an entry is called, and where it leads."""
    theme: str = ""
    """``light``, ``dark``, or empty where the system decides."""
    deck: str = ""
    """The options of the cards, ``four-colour`` and ``large-index`` among them."""
    minutes: int = 0
    """For how many minutes the person has been signed in; 0 where no reminder of it is due."""


@cache
def environment() -> jinja2.Environment:
    """The templates of this package, with what they need."""
    made = jinja2.Environment(
        loader=jinja2.PackageLoader("croupier.web.pages"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    made.filters |= {
        "dollars": in_dollars,
        "signed": signed,
        "mark": mark,
        "title_of": title_of,
        "terms": explained,
    }
    made.globals |= {"static": address}
    return made


def render(template: str, **context: Any) -> str:
    """A page, or a part of one."""
    return environment().get_template(template).render(**context)
