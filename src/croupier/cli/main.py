"""The command line's entry: commands, exit codes, errors as one sentence."""

import gc
import sys
from importlib.metadata import version
from typing import Any

from cyclopts import App, CycloptsError

from croupier.cli.check import check
from croupier.cli.edge import edge
from croupier.cli.play import play
from croupier.cli.rules import rules
from croupier.cli.simulate import simulate
from croupier.cli.strategy import strategy
from croupier.errors import CroupierError

USAGE_ERROR = 2

app = App(
    name="croupier",
    help="Casino table games run by the book: every payment, refusal and remedy names its clause.",
    version=version("croupier"),
    help_format="plaintext",
)
app.command(check)
app.command(edge)
app.command(play)
app.command(rules)
app.command(simulate)
app.command(strategy)


def complain(message: object) -> None:
    """Say in one sentence on standard error what was wrong."""
    print(f"croupier: {message}", file=sys.stderr)


def run(arguments: list[str] | None = None) -> int:
    """Run a command and return its exit code: 0, 1 (a check failed) or 2 (wrong usage)."""
    try:
        code: Any = app(
            arguments, exit_on_error=False, print_error=False, result_action="return_value"
        )
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

    What is left in memory gets no last look for cycles: that would take a tenth of a start.
    """
    code = run()
    gc.freeze()
    sys.exit(code)
