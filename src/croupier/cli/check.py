"""``croupier check``: run scenario files through the engine."""

import sys
from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import Annotated

import msgspec
from cyclopts import Parameter, Token

from croupier.errors import CroupierError
from croupier.features.compliance.runs import run_file
from croupier.scenarios.files import find_files
from croupier.scenarios.runner import ScenarioReport
from croupier.terminal.table_options import refuse_given

PROGRESS_AFTER_SECONDS = 2.0


def _to_path(kind: type, tokens: Sequence[Token]) -> Path:
    """Convert an argument to a path. Raise for an empty one: ``Path("")`` is this folder."""
    del kind
    if not tokens[0].value:
        raise ValueError("'' names no file or folder; this folder is .")
    return Path(tokens[0].value)


def check(
    *paths: Annotated[Path, Parameter(converter=_to_path)],
    json: Annotated[bool, Parameter(negative=())] = False,
    strict: Annotated[bool, Parameter(negative=())] = False,
    schema: Annotated[bool, Parameter(negative=())] = False,
) -> int:
    """Run scenario files and report where the engine disagrees.

    A file for several games runs once for each of them.

    If a file cites a clause and the engine does nothing about it, a note says
    so. With --strict that is a failure, and so is a scenario that expects
    nothing.

    The exit code is 1 if a scenario fails, 2 if there is nothing to run.

    Examples:

        croupier check tests/scenarios

        croupier check my-table.toml --json

        croupier check tests/scenarios --strict

        croupier check --schema > scenario.schema.json

    Parameters
    ----------
    paths
        Scenario files (TOML), or folders to search for them.
    json
        Print [{"file", "ok", "problems": [...], "notes": [...]}] for programs, with
        "game" where a file is for several.
    strict
        Treat notes as failures.
    schema
        Print the JSON Schema for table scenarios instead, so that an editor can check files.
    """
    if schema:
        refuse_given({"json": json, "strict": strict}, "--schema takes no other option")
        return print_schema(paths)
    if not paths:
        raise CroupierError("name at least one scenario file or folder, such as tests/scenarios")
    for path in paths:
        if is_missing(path):
            raise CroupierError(f"no such file or folder: {path}")
    files = find_files(paths)
    if not files:
        raise CroupierError(f"no scenario file (*.toml) in {', '.join(map(str, paths))}")
    results = run_all(files, strict=strict)
    if json:
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(results)).decode() + "\n")
    else:
        print_report(results)
    return 0 if all(result.ok for result in results) else 1


def is_missing(path: Path) -> bool:
    """Return whether nothing is at the path; an unreadable one fails later, as a file."""
    try:
        return not path.exists()
    except OSError:
        return False


def print_schema(paths: tuple[Path, ...]) -> int:
    """Print the JSON Schema of scenario files. Raise if a file was given."""
    if paths:
        raise CroupierError("--schema prints the schema of scenario files and takes no file")
    from croupier.scenarios.schema import scenario_schema
    from croupier.terminal.output import print_json

    print_json(scenario_schema())
    return 0


def run_all(files: list[Path], *, strict: bool = False) -> list[ScenarioReport]:
    """Run the files one by one; show the progress on a terminal if it takes long."""
    start = monotonic()
    results: list[ScenarioReport] = []
    shown = False
    for number, file in enumerate(files, 1):
        results += [run.report() for run in run_file(file, strict=strict)]
        if sys.stderr.isatty() and monotonic() - start > PROGRESS_AFTER_SECONDS:
            sys.stderr.write(f"\r{number} of {len(files)} files")
            shown = True
    if shown:
        sys.stderr.write("\r\033[K")
    return results


def print_report(results: list[ScenarioReport]) -> None:
    """Print the failures, the notes and a closing count."""
    for result in results:
        name = f"{result.file}, {result.game}" if result.game else result.file
        if not result.ok:
            print(f"FAILED {name}")
        elif result.notes:
            print(f"NOTE   {name}")
        for line in (*result.problems, *result.notes):
            print(f"    {line}")
    failed = sum(not result.ok for result in results)
    noted = sum(bool(result.notes) for result in results)
    print(f"{len(results) - failed} passed, {failed} failed" + (f", {noted} noted" * bool(noted)))
