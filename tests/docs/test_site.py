"""The site of the documents has every page of them; `make docs` builds it, warnings as errors."""

import re

from tests.docs.pages import ROOT

CONTENTS = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:")[2]


def test_every_page_stands_in_the_contents() -> None:
    listed = set(re.findall(r"[\w/-]+\.md", CONTENTS))
    folders = ("*.md", "guides/*.md", "reference/*.md")
    docs = ROOT / "docs"
    pages = {page.relative_to(docs).as_posix() for one in folders for page in docs.glob(one)}
    assert not pages - listed, "add these to nav in mkdocs.yml"
    made = {"index.md", "contributing.md", "changes.md", "benchmarks.md"}
    assert listed - pages == made
