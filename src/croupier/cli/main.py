"""The entry point: finds the command, and turns errors into one sentence and an exit code."""

import gc
import os
import sys
from importlib.metadata import version
from typing import Any, Literal

from cyclopts import App, CycloptsError

from croupier.errors import CroupierError, describe_fault
from croupier.terminal.arguments import usage_error_sentence
from croupier.terminal.output import replace_unencodable

USAGE_ERROR = 2
FAULT = 70
"""The exit code of a bug in croupier itself: EX_SOFTWARE of sysexits.h."""
LAW = "--law"
"""An option of every command."""

SUMMARIES = {
    "audit": "Check, replay and export what was recorded.",
    "backup": "Copy a floor's record while it runs; with --keys, its keys instead.",
    "cage": "Print drop, win and hold of a gaming day from a record.",
    "check": "Run scenario files and report where the engine disagrees.",
    "completion": "Print a script that lets a shell complete commands and options.",
    "deal": "Deal a live table: enter what happens with real cards, line by line.",
    "edge": "Print the exact house edge of a game from a full shoe.",
    "play": "Sit down at a table in the terminal.",
    "promotion": "Check the terms of a promotion, or try it out.",
    "restore": "Restore a floor's record from a copy, where there is no record yet.",
    "rules": "List the rulebooks, the clauses of one, or everything about one clause.",
    "serve": "Open the floor to browsers and programs.",
    "simulate": "Play millions of rounds and sum up the results.",
    "stats": "Sum up your evenings, by game.",
    "strategy": "Show the best play of a game: a chart, or the value of each choice with a hand.",
    "tournament": "Check the conditions of a tournament, run or play it, print its papers.",
}
"""The summary of each command, so that the overview imports none of them."""
MODULES = {
    "cage": "croupier.features.cage.cli",
    "completion": "croupier.cli.main",
    "edge": "croupier.maths.cli.edge",
    "promotion": "croupier.features.promotions.cli",
    "restore": "croupier.cli.backup",
    "rules": "croupier.features.compliance.cli.rules",
    "simulate": "croupier.maths.cli.simulate",
    "strategy": "croupier.maths.cli.strategy",
    "tournament": "croupier.features.tournaments.cli.main",
}
"""The modules of commands that do not have one of their own name in ``croupier.cli``."""


def command_path(name: str) -> str:
    """Return where a command is declared, as ``module:name``; it is imported when needed."""
    return f"{MODULES.get(name, f'croupier.cli.{name}')}:{name}"


def command_line(*, overview: bool) -> App:
    """Return the app with all commands: with their summaries only, or with their full help."""
    app = App(
        name="croupier",
        help="Casino table games run by the book: every payment, refusal and remedy names its "
        "clause.",
        version=version("croupier"),
        help_format="plaintext",
        help_epilogue="Any command takes --law FILE, which runs a Python file with your own games "
        "(docs/add-a-rulebook.md).",
    )
    for name, summary in SUMMARIES.items():
        app.command(command_path(name), help=summary if overview else None)
    return app


def print_error(message: object) -> None:
    """Print one sentence about an error to standard error."""
    print("croupier:", *str(message).splitlines(), file=sys.stderr)


def load_laws(arguments: list[str]) -> None:
    """Load the files that ``--law`` names, and remove the option from the arguments."""
    while at := next((n for n, one in enumerate(arguments, 1) if one.split("=")[0] == LAW), 0):
        _, equals, file = arguments.pop(at - 1).partition("=")
        if not equals and at > len(arguments):
            raise CroupierError(f"{LAW}: name a Python file with a law, such as my_game.py")
        from croupier.rulebooks import load

        load(file if equals else arguments.pop(at - 1))


def run(arguments: list[str] | None = None) -> int:
    """Run a command and return its exit code: 0, 1 (a check failed) or 2 (wrong usage)."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    app = command_line(overview=not given or given[0] in ("--help", "-h"))
    try:
        load_laws(given)
        code: Any = app(given, exit_on_error=False, print_error=False, result_action="return_value")
    except CycloptsError as error:
        print_error(usage_error_sentence(error))
        return USAGE_ERROR
    except CroupierError as error:
        print_error(error)
        return USAGE_ERROR
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except RecursionError:
        print_error("the input is nested too deeply")
        return USAGE_ERROR
    except OSError as error:
        print_error(f"{error.filename or 'the output'}: {error.strerror}")
        return USAGE_ERROR
    return code if isinstance(code, int) else 0


def flush_output(code: int) -> int:
    """Flush standard output. Return the exit code, 2 if the output cannot be written.

    Python itself would report that only at exit, with a traceback.
    """
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        _leave_output()
    except OSError as error:
        print_error(f"the output: {error.strerror}")
        _leave_output()
        return USAGE_ERROR
    return code


def _open_nowhere() -> None:
    """Open the null device for each standard stream that the process was started without."""
    nowhere = os.fdopen(os.open(os.devnull, os.O_RDWR), "r+", encoding="utf-8")
    sys.stdin = sys.stdin or nowhere
    sys.stdout = sys.stdout or nowhere
    sys.stderr = sys.stderr or nowhere


def _leave_output() -> None:
    """Discard unwritten output, so that nothing tries to write it again at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())


def _run_to_the_end() -> int:
    """Run a command; report a bug in one sentence, or raise it under ``python -X dev``."""
    try:
        return run()
    except Exception as error:
        if sys.flags.dev_mode:
            raise
        print_error(f"{describe_fault(error)}; please report it, with the command")
        return FAULT


def main() -> None:
    """Run the command line and exit with its code."""
    # Collecting cycles takes a tenth of a start, and hardly anything here has cycles: collect
    # rarely, and freeze before the exit so that there is no last collection.
    gc.set_threshold(100_000, 20, 20)
    # numpy would start a thread for each core to multiply matrices, and nothing here does.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if None in (sys.stdin, sys.stdout, sys.stderr):
        _open_nowhere()
    replace_unencodable()
    code = flush_output(_run_to_the_end())
    gc.freeze()
    sys.exit(code)


Shell = Literal["bash", "zsh", "fish"]


def completion(shell: Shell, /) -> int:
    """Print a script that lets a shell complete commands and options.

    Examples, one for each shell:

        croupier completion bash > ~/.local/share/bash-completion/completions/croupier

        croupier completion zsh > ~/.zfunc/_croupier

        croupier completion fish > ~/.config/fish/completions/croupier.fish

    Parameters
    ----------
    shell
        The shell.
    """

    sys.stdout.write(command_line(overview=False).generate_completion(shell=shell))
    return 0
