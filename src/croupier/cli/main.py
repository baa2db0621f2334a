"""The command line's entry: commands, exit codes, errors as one sentence."""

import gc
import sys
from importlib.metadata import version
from typing import Any

from cyclopts import App, CycloptsError

from croupier.errors import CroupierError

USAGE_ERROR = 2
LAW = "--law"
"""An option of every command."""

app = App(
    name="croupier",
    help="Casino table games run by the book: every payment, refusal and remedy names its clause.",
    version=version("croupier"),
    help_format="plaintext",
    help_epilogue="Any command takes --law FILE: games of your own from a Python file, which is "
    "run (docs/add-a-rulebook.md).",
)
for _name in ("check", "deal", "edge", "play", "rules", "simulate", "strategy"):
    app.command(f"croupier.cli.{_name}:{_name}")


def complain(message: object) -> None:
    """Say in one sentence on standard error what was wrong."""
    print(f"croupier: {message}", file=sys.stderr)


def take_in_laws(arguments: list[str]) -> None:
    """Load the files that ``--law`` names, and take them out of the arguments."""
    while at := next((n for n, one in enumerate(arguments, 1) if one.split("=")[0] == LAW), 0):
        _, equals, file = arguments.pop(at - 1).partition("=")
        if not equals and at > len(arguments):
            raise CroupierError(f"{LAW}: name a Python file with a law, such as my_game.py")
        from croupier.rulebooks import load

        load(file if equals else arguments.pop(at - 1))


def run(arguments: list[str] | None = None) -> int:
    """Run a command and return its exit code: 0, 1 (a check failed) or 2 (wrong usage)."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        take_in_laws(given)
    except CroupierError as error:
        complain(error)
        return USAGE_ERROR
    if not given or given[0] in ("--help", "-h"):
        for name in app:
            app[name]  # a command that is imported can tell what it is for
    try:
        code: Any = app(given, exit_on_error=False, print_error=False, result_action="return_value")
    except CycloptsError as error:
        complain(" ".join(str(error).split()))
        return USAGE_ERROR
    except CroupierError as error:
        complain(error)
        return USAGE_ERROR
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    return code if isinstance(code, int) else 0


def main() -> None:
    """Run the command line and leave with its exit code.

    Looks for cycles in memory are rare, and there is no last one: they would take a tenth of a
    start, and hardly anything here has cycles.
    """
    gc.set_threshold(100_000, 20, 20)
    code = run()
    gc.freeze()
    sys.exit(code)
