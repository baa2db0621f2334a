"""``croupier simulate``: millions of rounds, with the rulebook's shuffle and cutting card."""

import secrets
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from decimal import Decimal, InvalidOperation
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from croupier.cards import Device
from croupier.errors import CroupierError
from croupier.games.table.choices import Choices
from croupier.maths.cli.question import WhatIfOptions, naming_options, options_text
from croupier.money import Cents
from croupier.rulebooks import StudLaw, TableLaw
from croupier.terminal.arguments import WHOLE, MaybeWhole, WholeNumber, read_amount
from croupier.terminal.compiler_notice import (
    compile_kernels,
    note_compilation,
    require_usable_cores,
    usable_cores,
)
from croupier.terminal.output import (
    choose_form,
    print_csv_rows,
    print_json,
    print_note,
    print_table,
    print_text,
)
from croupier.terminal.table_options import (
    BLACKJACK,
    CARIBBEAN_STUD,
    DealtTableOptions,
    find_law,
    is_given,
    read_choices,
    refuse_options_of_other_games,
)

if TYPE_CHECKING:
    from croupier.maths.simulation.results import Bin, SessionResults, SimulationResult
    from croupier.maths.simulation.runs import Plan, Totals, TotalsWatcher
    from croupier.maths.simulation.tables import SimulatedTable, SimulationRequest


CUTTING_CARD = (
    "The cutting card moves it from the exact figure of croupier edge, which is off a full shoe."
)
"""A note on the mean, if several rounds come from one shoe."""
BAR = 40
"""The length of the longest bar of a histogram."""


def print_result(title: str, result: "SimulationResult") -> None:
    """Print the results of a run."""
    print_text(f"{title}: {options_text(result.options)}")
    print()
    print_table("", ("", ""), labelled_figures(result), widest_first=20)
    if result.session is not None:
        print()
        print_session(result.session)


def labelled_figures(result: "SimulationResult") -> list[tuple[str, str]]:
    """Return the figures, each with its label."""
    main, money = result.main, result.dollars_per_round
    rows = [
        (
            "rounds",
            f"{result.rounds:,} on {result.boxes_played} {plural('box', result.boxes_played)}",
        ),
        ("seed", str(result.seed)),
        ("mean per wager", f"{main.mean:+.5%} ± {main.margin:.5%} (95 %)"),
        *((("", CUTTING_CARD),) if 0 < result.shoes < result.rounds else ()),
        ("standard error", f"{main.standard_error:.5%}"),
        ("sd of a round", f"{main.sd:.4f} wagers"),
    ]
    if result.boxes is not None:
        both = f"covariance of two {result.boxes.covariance:.4f}"
        rows.append(("sd of a box", f"{result.boxes.sd:.4f} wagers, {both}"))
    for name, one in result.wagers.items():
        error = f"standard error {one.standard_error:.5%}"
        rows.append((name, f"{one.mean:+.5%}, {error}, won {one.hit:.4%} of the time"))
    rows.append(("dollars a round", f"{dollars(money.mean)}, sd {dollars(money.sd)}"))
    if result.float_risk is not None:
        risk = result.float_risk
        chance = f"{risk.probability:.4%}, standard error {risk.standard_error:.4%}"
        count = f"{risk.lost:,} {plural('session', risk.lost)}"
        rows.append((f"{dollars(risk.dollars)} float", f"lost in {count}: {chance}"))
    speed = f"{result.seconds:.1f} s, {result.rounds_per_second:,.0f} rounds a second"
    return [*rows, ("cards a round", f"{result.cards_per_round:.4f}"), ("time", speed)]


def print_session(session: "SessionResults") -> None:
    """Print the results of sessions."""
    print_text(
        f"{session.sessions:,} sessions of {session.rounds:,} {plural('round', session.rounds)}: "
        f"mean {dollars(session.mean)}, sd {dollars(session.sd)}"
    )
    quantiles = ", ".join(f"{part} {dollars(won)}" for part, won in session.quantiles.items())
    print_table("", ("", ""), [("not exceeded by", quantiles)], widest_first=20)
    print()
    most = max(one.sessions for one in session.histogram)
    for one in session.histogram:
        bar = "#" * round(BAR * one.sessions / most)
        print(f"{bin_label(one):>14}  {one.sessions:>12,}  {bar}".rstrip())


def bin_label(one: "Bin") -> str:
    """Return the lower limit of a bin; of an outermost one, that all beyond counts in it."""
    if one.low is None:
        return "below" if one.high is None else f"< {dollars(one.high)}"
    return f"{'>= ' if one.high is None else ''}{dollars(one.low)}"


def dollars(amount: float) -> str:
    """Return an amount as people write it."""
    return f"{'-' if amount < 0 else ''}${abs(amount):,.2f}"


def plural(noun: str, count: int) -> str:
    """Return a noun in the number for a count."""
    if count == 1:
        return noun
    return f"{noun}es" if noun.endswith("x") else f"{noun}s"


MOST_ROUNDS = 10**15
SEED_BITS = 32


def simulate(
    game: str,
    /,
    *,
    options: DealtTableOptions | None = None,
    what_if: WhatIfOptions | None = None,
    rounds: str = "1e7",
    boxes_played: WholeNumber = 1,
    boxes: Annotated[int | None, WHOLE, Parameter(show=False)] = None,
    chart: Annotated[Path | None, Parameter(group=BLACKJACK)] = None,
    insurance: Annotated[bool, Parameter(group=BLACKJACK, negative=())] = False,
    strategy: Annotated[str | None, Parameter(group=CARIBBEAN_STUD)] = None,
    wager: str = "10",
    side_wager: Annotated[str | None, Parameter(group=BLACKJACK)] = None,
    session: WholeNumber = 100,
    float_dollars: Annotated[str | None, Parameter(name="--float")] = None,
    seed: MaybeWhole = None,
    cores: MaybeWhole = None,
    cluster: str | None = None,
    progress: Annotated[bool, Parameter(negative=())] = False,
    json: Annotated[bool, Parameter(negative=())] = False,
    csv: Annotated[bool, Parameter(negative=())] = False,
) -> int:
    """Play millions of rounds and sum up the results.

    Cards are shuffled, cut, burned and dealt to the cutting card as the
    rulebook says. All figures are from the players' side: what they win is
    positive. Ctrl-C ends a run and prints the results so far. The same seed
    gives the same result on any number of cores.

    A session is a number of consecutive rounds. It loses the float if, after
    any of its rounds, the players have won at least the float since it began.

    Examples:

        croupier simulate star-blackjack --rounds 1e9

        croupier simulate canberra-blackjack --boxes-played 7 --decks 6 --soft-17 draw

        croupier simulate perth-blackjack --wager 25 --session 500 --float 5000

        croupier simulate star-blackjack --side-bets perfect-pairs,any-pairs

        croupier simulate star-blackjack --set blackjack=6:5

        croupier simulate blackjack-challenge --chart mine.toml --cluster auto

        croupier simulate caribbean-stud --boxes-played 3 --jackpot 5 --pool 100000

    Parameters
    ----------
    game
        The name of the game, such as star-blackjack.
    rounds
        How many rounds, such as 250000 or 1e9.
    boxes_played
        How many boxes are played, up to the number on the layout.
    boxes
        How many boxes the layout has: nothing that a simulation depends on.
    chart
        A chart of play in a TOML or JSON file; the best chart for the table by default.
    insurance
        Insure every box for the most, whenever it is offered.
    strategy
        When to bet: best, or the name of a simple strategy.
    wager
        Dollars on each box in each round.
    side_wager
        Dollars on each side bet; the same as on the box by default.
    session
        How many rounds a session lasts.
    float_dollars
        The table's float in dollars, to compute the risk of losing it within a session.
    seed
        A whole number that determines all shuffles; without it, one is chosen and printed.
    cores
        How many cores of this machine to use; all by default.
    cluster
        The address of a Ray cluster, such as auto or ray://host:10001; local starts one here.
    progress
        Report the number of rounds played on standard error, for programs.
    json
        Print the result for programs.
    csv
        Print a comma-separated line for each kind of wager.
    """
    choose_form(json=json, csv=csv)
    rules = (what_if or WhatIfOptions()).rules()
    law = law_to_simulate(game, rules)
    refuse_layout(boxes)
    options = options or DealtTableOptions()
    own: dict[str, Any] = {
        "chart": chart,
        "insurance": insurance,
        "strategy": strategy,
        "side_wager": None if side_wager is None else positive_amount("side-wager", side_wager),
    }
    asked = {name: value for name, value in own.items() if is_given(value)}
    choices = read_choices(law, options)
    refuse_without_effect(law, choices, asked)
    wager_cents = positive_amount("wager", wager)
    float_cents = None if float_dollars is None else positive_amount("float", float_dollars)
    seed = secrets.randbits(SEED_BITS) if seed is None else seed
    check_numbers(session=session, seed=seed, cores=cores)
    count = number_of_rounds(rounds)
    check_cluster(cluster)
    asked |= {"boxes_played": boxes_played, "wager": wager_cents, "rules": rules}
    wanted = simulation_request(law, choices, asked)
    from croupier.maths.simulation.tables import simulated_table

    compile_kernels(*parts_of(law, choices, wanted))
    with note_compilation(), naming_options():
        table = simulated_table(law, choices, wanted)
        plan = table.plan(count, seed=seed, session_rounds=session, float_cents=float_cents)
        table.play_first(plan)
    started = perf_counter()
    totals = run_simulation(table, plan, cores=cores, cluster=cluster, told=progress)
    result = table.result(plan, totals, seconds=perf_counter() - started)
    if json:
        print_json(result)
    elif csv:
        print_csv_rows(result.records())
    else:
        print_result(law.title, result)
    if result.session is None:
        print_note(f"no session of {session:,} rounds was completed")
    if not result.complete:
        print_note(f"interrupted after {result.rounds:,} rounds")
    return 0


def law_to_simulate(game: str, rules: Mapping[str, str]) -> TableLaw:
    """Return the law of a game, with changed rules if there are any."""
    law = find_law(game)
    if not rules:
        return law
    from croupier.maths.whatif import with_rules

    return with_rules(law, rules.items())


def refuse_layout(boxes: int | None) -> None:
    """Raise if the boxes of a layout are given: only those in play matter."""
    if boxes is not None:
        raise CroupierError(
            f"--boxes: that is the number of boxes on a layout; to play several, use "
            f"--boxes-played {boxes}"
        )


def refuse_without_effect(law: TableLaw, choices: Choices, asked: dict[str, Any]) -> None:
    """Raise for options without an effect in this game or at this table."""
    refuse_options_of_other_games(law, simulate, asked)
    if "side_wager" in asked and not choices.side_bets:
        raise CroupierError("--side-wager: name the side bets with --side-bets")
    if choices.ten_insurance and "insurance" not in asked:
        raise CroupierError("--ten-insurance: only with --insurance")


def positive_amount(option: str, text: str) -> Cents:
    """Return an amount of money above zero. Raise, naming the option, for any other."""
    cents = read_amount(option, text)
    if cents <= 0:
        raise CroupierError(f"--{option}: {text} is not an amount; write dollars, such as 10")
    return cents


def check_numbers(*, session: int, seed: int, cores: int | None) -> None:
    """Raise, naming the option, for numbers out of range."""
    if session < 1:
        raise CroupierError(f"--session: a session has at least 1 round, not {session}")
    if not 0 <= seed < 2**63:
        raise CroupierError(f"--seed: a seed is a whole number from 0 to {2**63 - 1}")
    require_usable_cores(cores)


def check_cluster(cluster: str | None) -> None:
    """Raise if the address of a cluster is not one, or Ray is not installed."""
    if cluster is not None:
        from croupier.maths.simulation.clusters import read_address, require_ray

        with naming_options():
            read_address(cluster)
            require_ray()


def number_of_rounds(text: str) -> int:
    """Return a number of rounds written as 250000 or 1e9. Raise for any other text."""
    try:
        digits = text.replace("_", "").replace(",", "")
        number = Decimal(digits if digits.isascii() else "NaN")
    except InvalidOperation:
        number = Decimal(0)
    if (
        not number.is_finite()
        or number != number.to_integral_value()
        or not (2 <= number <= MOST_ROUNDS)
    ):
        raise CroupierError(
            f"--rounds: {text!r} is not a number of rounds; write one from 2 to 1e15, such as 1e9"
        )
    return int(number)


def parts_of(law: TableLaw, choices: Choices, wanted: "SimulationRequest") -> Iterator[str]:
    """Yield the parts of the mathematics that a simulation needs."""
    from croupier.maths.preparation import CHARTS, SHOES, STUD, STUD_ROUNDS, TABLES, VALUES

    if isinstance(law, StudLaw):
        yield from (STUD, STUD_ROUNDS)
        return
    if wanted.chart is None:
        yield from (VALUES, CHARTS)
    plain = wanted.boxes_played == 1 and not choices.side_bets and not wanted.insurance
    yield SHOES if plain and choices.device is not Device.SHUFFLER else TABLES


def simulation_request(
    law: TableLaw, choices: Choices, asked: dict[str, Any]
) -> "SimulationRequest":
    """Return what to simulate. Raise if it is impossible, before anything is compiled."""
    from croupier.maths.blackjack.charts import read_chart
    from croupier.maths.simulation.tables import SimulationRequest, check_request

    if "chart" in asked:
        asked = asked | {"chart": read_chart(asked["chart"])}
    wanted = SimulationRequest(**asked)
    with naming_options():
        check_request(law, choices, wanted)
    return wanted


def run_simulation(
    table: "SimulatedTable", plan: "Plan", *, cores: int | None, cluster: str | None, told: bool
) -> "Totals":
    """Simulate here or on a cluster, with a progress bar, or progress lines for programs."""
    from croupier.maths.simulation.clusters import run_on_cluster
    from croupier.maths.simulation.runs import run

    here = cores or usable_cores()
    watcher = nullcontext(report_rounds) if told else progress_bar(table, plan)
    with watcher as progress, naming_options():
        if cluster is not None:
            return run_on_cluster(table.game, plan, address=cluster, cores=here, progress=progress)
        return run(table.game, plan, cores=here, progress=progress)


def report_rounds(totals: "Totals") -> None:
    """Report the number of rounds played, for programs."""
    from croupier.maths.kernels.tables import ROUNDS

    print(f"progress {int(totals.tally[ROUNDS])}", file=sys.stderr, flush=True)


@contextmanager
def progress_bar(table: "SimulatedTable", plan: "Plan") -> Iterator["TotalsWatcher | None"]:
    """Show a progress bar with the running estimate on standard error, if that is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from croupier.maths.kernels.tables import ROUNDS
    from croupier.maths.simulation.results import main_estimate

    console = Console(stderr=True)
    if not console.is_terminal:
        yield None
        return
    columns = (
        TextColumn("{task.completed:,.0f} rounds"),
        BarColumn(),
        TextColumn("{task.fields[estimate]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=plan.rounds, estimate="")

        def progress(totals: "Totals") -> None:
            now = main_estimate(table.game, totals)
            text = f"{now.mean:+.4%} ± {now.margin:.4%}"
            bar.update(task, completed=int(totals.tally[ROUNDS]), estimate=text)

        yield progress
