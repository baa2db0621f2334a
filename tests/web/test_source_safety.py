"""What the source of the server never does: run what came in, ask others, or build patterns."""

import ast
from collections.abc import Iterator

import pytest

from tests.support.refusals import ROOT

PACKAGES = ("app", "web")
EDGES = ("api.py", "pages.py", "manager.py", "jobs.py")
"""The modules by which features reach the server."""
SOURCE = ROOT / "src" / "croupier"
SERVER = sorted(
    path
    for path in SOURCE.rglob("*.py")
    if path.relative_to(SOURCE).parts[0] in PACKAGES
    or (path.relative_to(SOURCE).parts[0] == "features" and path.name in EDGES)
)
DYNAMIC = {"eval", "exec", "compile", "__import__"}
"""What makes code of text."""
PATTERNS = {"compile", "match", "fullmatch", "search", "sub", "findall", "finditer", "split"}
"""Functions of ``re`` whose first argument is a pattern."""
NOT_FOR_SERVERS = {
    *("pickle", "marshal", "shelve", "yaml", "xml", "lxml", "subprocess", "pty"),
    *("httpx", "requests", "aiohttp", "urllib.request", "http.client", "smtplib", "ftplib"),
}
"""Modules that read values of any type, start programs, or ask others."""
CONNECTING = {"create_connection", "open_connection", "connect_ex"}
"""What connects to somebody."""
MAY_CONNECT = {"log_forwarding.py"}
"""The one module that does: to the collector that a setting names. The database has its driver."""


def faults(source: str) -> Iterator[str]:
    """What is wrong with a module of the server."""
    module = ast.parse(source)
    for node in ast.walk(module):
        match node:
            case ast.Import(names=names):
                yield from (one.name for one in names if _forbidden(one.name))
            case ast.ImportFrom(module=str(name)) if _forbidden(name):
                yield name
            case ast.Call(func=ast.Name(id=name)) if name in DYNAMIC:
                yield name
            case ast.Attribute(attr=name) if name in CONNECTING:
                yield name
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield from _built(node)


def _built(function: ast.AST) -> Iterator[str]:
    """Patterns and formats that a function makes, where something may have come in by then."""
    for node in ast.walk(function):
        match node:
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="re"), attr=name), args=[pattern, *_]
            ) if name in PATTERNS and not isinstance(pattern, ast.Constant):
                yield f"re.{name} of {ast.unparse(pattern)}"
            case ast.Call(func=ast.Attribute(value=what, attr="format"), args=args) if (
                not _constant(what) and not _of_a_log(what, args)
            ):
                yield f"format of {ast.unparse(what)}"


def _of_a_log(what: ast.expr, args: list[ast.expr]) -> bool:
    """Whether a handler of logs has its own formatter write a line."""
    return (ast.unparse(what), [ast.unparse(one) for one in args]) == ("self", ["record"])


def _constant(what: ast.expr) -> bool:
    """Whether a text is one of the source's, be it marked as HTML, which escapes what goes in."""
    match what:
        case ast.Call(func=ast.Name(id="Markup"), args=[ast.Constant()]):
            return True
        case _:
            return isinstance(what, ast.Constant)


def _forbidden(module: str) -> bool:
    return any(module == one or module.startswith(f"{one}.") for one in NOT_FOR_SERVERS)


def test_the_server_runs_no_text_asks_nobody_and_builds_no_patterns() -> None:
    assert SERVER
    found = {path.name: list(faults(path.read_text(encoding="utf-8"))) for path in SERVER}
    wrong = {name: told for name, told in found.items() if told}
    assert wrong.keys() == MAY_CONNECT
    assert {fault for told in wrong.values() for fault in told} <= CONNECTING


@pytest.mark.parametrize(
    "source",
    [
        "import pickle",
        "from urllib.request import urlopen",
        "import xml.etree.ElementTree",
        "eval(body)",
        "def f(name): re.compile(f'{name}.*')",
        "def f(pattern): re.search(pattern, text)",
        "async def f(text): text.format(body)",
        "socket.create_connection((host, 80))",
    ],
)
def test_a_fault_is_seen(source: str) -> None:
    assert len(list(faults(source))) == 1


@pytest.mark.parametrize(
    "source",
    [
        "WORDS = re.compile('|'.join(KNOWN))",
        "def f(): re.compile('a+')",
        "def f(): Markup('<b>{}</b>').format(1)",
        "from urllib.parse import quote",
        "evaluate()",
    ],
)
def test_all_else_is_left_alone(source: str) -> None:
    assert list(faults(source)) == []
