"""Printed documents and wall displays as HTML pages, in one frame and one style."""

from collections.abc import Iterable, Sequence
from html import escape

STYLE = """\
:root { --ink: #1b1b1b; --faint: #767676; --line: #c8c8c8; --paper: #fff; --late: #a3200d; }
body { font: 1rem/1.4 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; margin: 0 0 1.5rem; }
th, td { text-align: left; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--line);
  vertical-align: top; }
.wall { font-size: 1.6rem; max-width: 100rem; }
.late { color: var(--late); }
.faint { color: var(--faint); }
.cards { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
.card { border: 1px solid var(--line); padding: 1rem; break-inside: avoid; }
.card strong { font-size: 2rem; display: block; }
"""


def page(title: str, parts: Iterable[str], *, kind: str = "", refresh_seconds: int = 0) -> str:
    """Return an HTML page. ``parts`` are HTML already; with 0 seconds the page does not reload."""
    again = f'<meta http-equiv="refresh" content="{refresh_seconds}">\n' if refresh_seconds else ""
    body = "\n".join(parts)
    named = f' class="{kind}"' if kind else ""
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n{again}'
        f"<title>{escape(title)}</title>\n<style>\n{STYLE}</style>\n</head>\n"
        f"<body{named}>\n<h1>{escape(title)}</h1>\n{body}\n</body>\n</html>\n"
    )


def paragraph(text: str, kind: str = "") -> str:
    """Return a paragraph as HTML, with the text escaped."""
    named = f' class="{kind}"' if kind else ""
    return f"<p{named}>{escape(text)}</p>"


def grid(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table as HTML. The first cell of each row is its heading; ``heads`` may be empty."""
    lines = ["<table>"]
    if any(heads):
        lines.append("<tr>" + "".join(f"<th>{escape(head)}</th>" for head in heads) + "</tr>")
    for first, *others in rows:
        cells = "".join(f"<td>{escape(cell)}</td>" for cell in others)
        lines.append(f"<tr><th>{escape(first)}</th>{cells}</tr>")
    return "\n".join([*lines, "</table>"])
