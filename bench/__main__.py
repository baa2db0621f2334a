"""`python -m bench [NAME ...] [--seconds 3] [--json]`: run the benchmarks and show the results."""

import argparse
import sys
from collections.abc import Sequence

import msgspec
from rich.console import Console

from bench import (
    edge,
    environments,
    log,
    pages,
    profile,
    ranking,
    rounds,
    server,
    simulation,
    snapshots,
    store,
    stud,
    tournaments,
)

BENCHMARKS = {
    "rounds": rounds,
    "ranking": ranking,
    "edge": edge,
    "stud": stud,
    "simulation": simulation,
    "tournaments": tournaments,
    "log": log,
    "store": store,
    "snapshots": snapshots,
    "server": server,
    "pages": pages,
    "environments": environments,
    "profile": profile,
}
LONGEST_SECONDS = 60.0
WIDE = 160
"""So many columns a report has where no terminal shows it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what was asked for; 0 when croupier was measured, 1 when it was not, 2 on wrong usage."""
    options = _parser().parse_args(arguments)
    # Each benchmark once, in the order asked for.
    names = list(dict.fromkeys(options.names or BENCHMARKS))
    reports = {}
    with Console(stderr=True).status("starting") as status:
        for name in names:
            reports[name] = BENCHMARKS[name].run(seconds=options.seconds, progress=status.update)

    if options.json:
        print(msgspec.json.format(msgspec.json.encode(reports), indent=2).decode())
    else:
        console = Console()
        if not console.is_terminal:
            console.width = max(console.width, WIDE)
        for name, report in reports.items():
            console.print(BENCHMARKS[name].show(report))
    if incomplete := [name for name, report in reports.items() if not report.complete]:
        print(f"croupier itself could not be measured: {', '.join(incomplete)}", file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bench",
        description="Measure croupier beside its peers, in one run.",
        epilog="examples: python -m bench | python -m bench rounds --seconds 10 --json",
    )
    parser.add_argument(
        "names",
        nargs="*",
        type=_name,
        metavar="NAME",
        help=f"which benchmarks to run ({', '.join(BENCHMARKS)}); all if none is named",
    )
    parser.add_argument(
        "--seconds",
        type=_seconds,
        default=3.0,
        help=f"how long each contestant plays in all, up to {LONGEST_SECONDS:g} (default: 3)",
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    return parser


def _name(text: str) -> str:
    if text not in BENCHMARKS:
        raise argparse.ArgumentTypeError(f"{text!r} is not one of {', '.join(BENCHMARKS)}")
    return text


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= LONGEST_SECONDS:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a number of seconds above 0 and up to {LONGEST_SECONDS:g}"
        )
    return seconds


if __name__ == "__main__":
    sys.exit(main())
