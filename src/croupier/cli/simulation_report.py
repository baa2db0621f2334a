"""The result of a simulation, printed for people."""

from typing import TYPE_CHECKING

from croupier.cli.inquiry import in_words
from croupier.cli.output import print_table, print_text

if TYPE_CHECKING:
    from croupier.maths.simulation_results import SessionResults, SimulationResult

CUTTING_CARD = (
    "The cutting card moves it from the exact figure of croupier edge, which is off a full shoe."
)
"""What is said of a mean where several rounds come from one shoe."""
BAR = 40
"""The length of the longest bar of a histogram."""


def print_result(title: str, result: "SimulationResult") -> None:
    """Print all that a run has shown."""
    print_text(f"{title}: {in_words(result.options)}")
    print()
    print_table("", ("", ""), labelled_figures(result), widest_first=20)
    if result.session is not None:
        print()
        print_session(result.session)


def labelled_figures(result: "SimulationResult") -> list[tuple[str, str]]:
    """The figures, each with what it is called."""
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
        ("sd of a round", f"{main.sd * result.boxes_played:.4f} wagers"),
    ]
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
    """Print how sessions ended."""
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
        print(f"{dollars(one.low):>14}  {one.sessions:>12,}  {bar}".rstrip())


def dollars(amount: float) -> str:
    """An amount as people write it."""
    return f"{'-' if amount < 0 else ''}${abs(amount):,.2f}"


def plural(noun: str, count: int) -> str:
    """A noun for a number of things."""
    if count == 1:
        return noun
    return f"{noun}es" if noun.endswith("x") else f"{noun}s"
