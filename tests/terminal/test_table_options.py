"""A table's options: one name each for all commands, and none that is taken in silence."""

import inspect
from collections.abc import Callable
from typing import get_args, get_type_hints

import pytest
from cyclopts import App

from croupier.cards import Device
from croupier.cli.deal import deal
from croupier.cli.main import run
from croupier.cli.play import play
from croupier.games.table.choices import Choices, JackpotTerms
from croupier.maths.cli.edge import edge
from croupier.maths.cli.simulate import simulate
from croupier.maths.cli.strategy import strategy
from croupier.rulebooks import CARIBBEAN_STUD, GAMES
from croupier.terminal.table_options import (
    DealtTableOptions,
    LiveTableOptions,
    OpenTableOptions,
    PayingTableOptions,
    TableOptions,
    read_choices,
)

COMMANDS: dict[str, tuple[Callable[..., int], type[TableOptions]]] = {
    "strategy": (strategy, TableOptions),
    "edge": (edge, PayingTableOptions),
    "simulate": (simulate, DealtTableOptions),
    "deal": (deal, LiveTableOptions),
    "play": (play, OpenTableOptions),
}
CANBERRA, PERTH = GAMES["canberra-blackjack"], GAMES["perth-blackjack"]
PP = ("perfect-pairs",)


def names_of(command: Callable[..., int]) -> set[str]:
    """The options of a command as they are written."""
    app = App()
    app.default(command)
    return {name for argument in app.assemble_argument_collection() for name in argument.names}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_takes_a_tables_options_from_one_place(name: str) -> None:
    command, kind = COMMANDS[name]
    hint = get_type_hints(command)["options"]
    assert kind in get_args(hint)
    fields = {f"--{field.replace('_', '-')}" for field in inspect.signature(kind).parameters}
    assert fields <= names_of(command)


def test_an_option_that_two_commands_know_is_defined_once() -> None:
    own = {
        name: set(inspect.signature(command).parameters) - {"options", "study", "game"}
        for name, (command, _) in COMMANDS.items()
    }
    table = set(inspect.signature(OpenTableOptions).parameters)
    redefined = {name: words & table for name, words in own.items()}
    assert redefined.pop("simulate") == {"boxes"}, "those that are played, not those laid out"
    assert not any(redefined.values())


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_text_has_a_panel_for_each_kind_of_game(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run([name, "--help"])
    shown = capsys.readouterr().out
    assert shown.index("Examples:") < shown.index("─ Table ─") < shown.index("─ Blackjack ─")
    assert shown.index("─ Blackjack ─") < shown.rindex("--soft-17")
    assert shown.index("─ Caribbean Stud ─") < shown.rindex("--max-payout")


@pytest.mark.parametrize(
    ("options", "choices"),
    [
        (OpenTableOptions(), Choices()),
        (
            OpenTableOptions(boxes=5, minimum="10", maximum="$500", decks=6),
            Choices(boxes=5, minimum=10_00, maximum=500_00, decks=6),
        ),
        (DealtTableOptions(soft_17="draw"), Choices(soft_17="draw")),
        (
            DealtTableOptions(side_bets="pairs-play, perfect-pairs", device="shuffler"),
            Choices(side_bets=("pairs-play", "perfect-pairs"), device=Device.SHUFFLER),
        ),
        (DealtTableOptions(depth=60), Choices(cutting_card_depth=60)),
        (PayingTableOptions(perfect_pairs_table=1), Choices(perfect_pairs_table=1, side_bets=PP)),
    ],
)
def test_options_become_the_operators_choices(options: TableOptions, choices: Choices) -> None:
    assert read_choices(CANBERRA, options) == choices


def test_what_is_said_of_a_jackpot_becomes_its_terms() -> None:
    options = PayingTableOptions(jackpot="5", pool="30000", increment="0.7", bonus="100")
    terms = read_choices(CARIBBEAN_STUD, options, pool="ours").jackpot
    assert terms is not None
    assert (terms.name, terms.wager, terms.pool, terms.bonus) == ("ours", 500, 3_000_000, 10_000)
    assert str(terms.increment) == "0.7"
    bare = read_choices(CARIBBEAN_STUD, PayingTableOptions(jackpot="5")).jackpot
    assert bare == JackpotTerms(wager=500)


WITHOUT_EFFECT: list[tuple[str, str]] = [
    ("star-blackjack --soft-17 draw", "--soft-17: Star Blackjack leaves no choice (13.2)"),
    ("star-blackjack --layout 2", "--layout: Star Blackjack leaves no choice (13.2)"),
    ("canberra-blackjack --layout 2", "use --soft-17 stand or draw"),
    ("star-blackjack --lucky-lucky-table 2", "only with --side-bets lucky-lucky"),
    ("canberra-blackjack --lucky-lucky-table 2", "are perfect-pairs, pairs-play"),
    ("star-blackjack --depth 60 --device shuffler", "no cutting card"),
    ("star-blackjack --jackpot 5", "only for Caribbean Stud, not for star-blackjack"),
    ("star-blackjack --pool 5", "only for Caribbean Stud, not for star-blackjack"),
    ("star-blackjack --max-payout 5", "only for Caribbean Stud, not for star-blackjack"),
    ("caribbean-stud --depth 60", "only for blackjack, not for caribbean-stud"),
    ("caribbean-stud --soft-17 draw", "only for blackjack, not for caribbean-stud"),
    ("caribbean-stud --ten-insurance", "only for blackjack, not for caribbean-stud"),
    ("caribbean-stud --bonus 5", "--bonus: only with --jackpot"),
    ("blackjack-challenge --ten-insurance", "no insurance against a ten"),
]


@pytest.mark.parametrize("command", ["play", "deal", "simulate"])
@pytest.mark.parametrize(("line", "why"), WITHOUT_EFFECT)
def test_an_option_without_effect_is_refused_in_one_sentence(
    command: str, line: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    also = ["--insurance"] if command == "simulate" and "ten-insurance" in line else []
    also *= "caribbean" not in line
    assert run([command, *line.split(), *also]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.count("\n") == 1
    assert why in output.err or "has no insurance" in output.err


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("simulate star-blackjack --ten-insurance", "only with --insurance"),
        ("simulate star-blackjack --side-wager 5", "--side-bets"),
        ("simulate star-blackjack --strategy best", "for Caribbean Stud"),
        ("simulate caribbean-stud --insurance", "for blackjack"),
        ("strategy star-blackjack --lucky-lucky-table 2", "there is no option"),
        ("strategy caribbean-stud --jackpot 5", "there is no option"),
        ("strategy caribbean-stud --ante 5", "--ante: now called --wager"),
        ("edge star-blackjack --wager 5", "for Caribbean Stud"),
        ("edge star-blackjack --boxes 5", "there is no option"),
    ],
)
def test_so_is_one_without_effect_on_what_a_command_tells(
    line: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(line.split()) == 2
    output = capsys.readouterr()
    assert output.err.count("\n") == 1
    assert why in output.err


def test_a_layout_may_be_asked_for_by_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    by_word = read_choices(PERTH, OpenTableOptions(soft_17="draw"))
    assert by_word.layout > 1
    assert run(["deal", "perth-blackjack", "--layout", "1", "--soft-17", "draw"]) == 2
    assert "layout 1 of Perth" in capsys.readouterr().err
