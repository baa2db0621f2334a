"""What templates and scripts of the pages must never do, and always have."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

from croupier.web.pages.accounts import local_path
from croupier.web.pages.rendering import environment

SOURCE = Path(str(files("croupier")))
PAGES = SOURCE / "web" / "pages"
TEMPLATES = {
    str(one.relative_to(SOURCE)): one.read_text(encoding="utf-8") for one in SOURCE.rglob("*.html")
}
SCRIPTS = {one.name: one.read_text(encoding="utf-8") for one in (PAGES / "static").rglob("*.js")}
FIELD = re.compile(r"<input[^>]*>")
SECRET = re.compile(r'name="(?:password|current|new)"')


def test_what_people_wrote_is_shown_as_text() -> None:
    assert environment().from_string("{{ it }}").render(it="<b>") == "&lt;b&gt;"
    assert [
        name for name, text in TEMPLATES.items() if re.search(r"\|\s*safe|autoescape", text)
    ] == []


@pytest.mark.parametrize("place", ["/", "/tables/1?view=2#now", "/account", "/tables/a%20b"])
def test_who_signs_in_goes_on_where_they_were(place: str) -> None:
    assert local_path(place) == place


@pytest.mark.parametrize(
    "place",
    [
        *("", "//evil.example", "/\\evil.example", "https://evil.example", "/\t/evil.example"),
        *("/\n/evil.example", "/a\r\nSet-Cookie: a=b", "javascript:alert(1)", " //evil.example"),
    ],
)
def test_nobody_is_led_to_another_site(place: str) -> None:
    assert local_path(place) == "/"


def test_password_fields_hide_what_is_typed_and_take_what_is_pasted() -> None:
    fields = [one for text in TEMPLATES.values() for one in FIELD.findall(text)]
    secret = [one for one in fields if SECRET.search(one)]
    assert secret
    for field in secret:
        assert 'type="password"' in field
        assert "autocomplete=" in field
        assert "maxlength" not in field
    assert [name for name, text in SCRIPTS.items() if "paste" in text] == []


def test_signing_out_is_one_step_from_every_page() -> None:
    assert 'href="/account"' in TEMPLATES["web/pages/templates/base.html"]
    assert 'action="/sign-out"' in TEMPLATES["web/pages/templates/account/page.html"]


def test_scripts_keep_nothing_sensitive_in_the_browser() -> None:
    kept = {
        key for text in SCRIPTS.values() for key in re.findall(r"Storage\.setItem\(([^,]*),", text)
    }
    allowed = {
        '"reminded"': "the last reminder of the time",
        "makeStorageKey(form)": "a player's own seed",
        '"sound"': "whether cards and chips are heard",
        '"pit-sound"': "whether the pit rings",
        "makeStorageKey(stream)": "what the house has published of a table's shoes",
        "makeNoteKey(drawStream)": "what the house has published of a draw",
    }
    assert kept <= set(allowed), f"no more than {' and '.join(allowed.values())}"
    for text in SCRIPTS.values():
        assert not re.search(r"document\.cookie|indexedDB", text)


def test_scripts_merge_nothing_into_objects_and_run_no_text() -> None:
    for text in SCRIPTS.values():
        assert not re.search(r"__proto__|Object\.assign|eval\(|new Function|structuredClone", text)
