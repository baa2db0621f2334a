"""Short keys, several wagers in a line, help by subject and leaving, at ``croupier deal``."""

import io
from pathlib import Path

import msgspec
import pytest

from croupier.cards import Device
from croupier.display import command_fields
from croupier.display.command_fields import SUBJECTS, value_form, values_of
from croupier.features.tournaments.files import tournament_command_types
from croupier.floor.command_text import command_types
from croupier.games.engine import HANDLERS
from croupier.games.table.choices import JackpotTerms
from croupier.house.accounts import DECIDERS
from croupier.rulebooks import GAMES
from croupier.terminal.dealer.lines import split_pieces, typed_fields
from croupier.terminal.dealer.live_table import LiveTable
from croupier.terminal.dealer.terminal import DealerTerminal
from tests.cli.test_deal import Terminal, answers, live, typed
from tests.support.registers import faults, place

READY = ("shuffle",)
ROUND = ("w ann 1 25 bob 2 cat 3", "dth9d7c6s5h8dkc", "h4sssskd9h")
"""Three players; ann draws one card, all stand, the dealer draws two and goes over."""
AGAIN = ("w", "d th9d7c6s5h8dkc", "h 4s s s s", "kd 9h")


def keystrokes(lines: tuple[str, ...]) -> int:
    """How many keys are pressed, Enter among them."""
    return sum(len(line) + len("\n") for line in lines)


def test_a_round_of_three_players_with_a_draw_takes_fifty_keys() -> None:
    table = live("star-blackjack")
    printed = typed(table, *READY, *ROUND)
    for won in ("ann, box 1 wins $25", "bob, box 2 wins $25", "cat, box 3 wins $25"):
        assert any(line.startswith(won) for line in printed)
    assert keystrokes(ROUND) <= 50


def test_the_next_round_takes_fewer() -> None:
    table = live("star-blackjack")
    typed(table, *READY, *ROUND, *AGAIN)
    assert table.table.rounds == 2
    assert [table.table.chips(name) for name in ("ann", "bob", "cat")] == [50_00] * 3
    assert keystrokes(AGAIN) <= 42


def test_who_takes_over_a_table_lays_the_same_wagers_again() -> None:
    table = live("star-blackjack", side_bets=("perfect-pairs",))
    typed(table, *READY, "w ann 1 25 bob 2 40", "w ann 1 5 pp", "d8h9d7c8sth", "p5ds6dsskd")
    typed(LiveTable(table._croupier), "w")
    laid = [(one.player, one.box, one.on, one.amount) for one in table.table.wagers]
    assert laid == [
        ("ann", 1, "main", 25_00),
        ("ann", 1, "perfect-pairs", 5_00),
        ("bob", 2, "main", 40_00),
    ]


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("h4ss", ["h", "4s", "s"]),
        ("10h th", ["10h", "th"]),
        ("????4s", ["??", "??", "4s"]),
        ("pass", ["pass"]),
        ("hit 3", ["hit 3"]),
        ("dd", ["d", "d"]),
        ("hep", ["hep"]),
    ],
)
def test_keys_and_cards_in_one_word(line: str, parts: list[str]) -> None:
    assert split_pieces(line, command_types()) == parts


def test_no_command_is_taken_for_keys() -> None:
    for name in {**command_types(), **tournament_command_types()}:
        assert split_pieces(name, {**command_types(), **tournament_command_types()}) == [name]


def test_what_goes_without_saying() -> None:
    table = live("star-blackjack", side_bets=("perfect-pairs",))
    typed(table, *READY, "sit ann 3", "w ann 25", "w bob 2 10", "w 2 15", "w ann $5 pp")
    laid = {(one.player, one.box, one.on): one.amount for one in table.table.wagers}
    assert laid == {
        ("ann", 3, "main"): 25_00,
        ("bob", 2, "main"): 25_00,
        ("ann", 3, "perfect-pairs"): 5_00,
    }


def test_a_wager_that_is_added_to_shows_the_total() -> None:
    table = live("star-blackjack")
    typed(table, *READY, "w ann 1 25")
    assert answers(table, "w ann $10")[0] == "ann's wager on box 1: $10 more, $35 in all (5.2)."


def test_a_forgotten_amount_is_no_wager() -> None:
    table = live("star-blackjack")
    typed(table, *READY, "sit ann 1")
    assert answers(table, "w ann 5")[0].startswith("Not understood: wager: say amount too")
    assert answers(table, "w")[0].startswith("Not understood: there are no wagers to repeat")
    assert table.table.wagers == ()


def test_one_refused_wager_does_not_hold_up_the_others() -> None:
    table = live("star-blackjack")
    printed = typed(table, *READY, "buy-in ann 10", "w ann 1 25 bob 2")
    assert any(line.startswith("Refused: ") for line in printed)
    assert [one.player for one in table.table.wagers] == ["bob"]


def test_caribbean_stud_is_dealt_without_reading_a_card() -> None:
    table = live("caribbean-stud", device=Device.SHUFFLER)
    printed = typed(table, *READY, "w ann 1 10 bob 2", "d", "?? 15", "2c", "b f", "askdqh3c")
    assert "Due: Turn a card of the dealer's hand (7.1)" in printed
    assert "Due: Turn 4 cards of the dealer's hand (8.8)" in printed
    assert printed[-2:] == [
        "Due: Turn 5 cards of box 1 (9.3)",
        "Due: Settle; box 1 may concede before (9.8)",
    ]
    assert answers(table, "table")[1].split()[2:7] == ["??"] * 5
    printed = typed(table, "9h9d4c5s7s")
    assert any(line.startswith("ann, box 1 bet wins $20") for line in printed)


def test_the_keys_of_caribbean_stud_name_one_player() -> None:
    table = live("caribbean-stud", device=Device.SHUFFLER)
    typed(table, *READY, "w ann 1 10 bob 2 cat 3", "d ?? ?? ?? ?? ??", "?? 15", "2c")
    assert answers(table, "f 2")[0].startswith("bob's hand on box 2 is folded")
    assert answers(table, "b cat")[0].startswith("cat's bet on box 3: $20")
    assert answers(table, "f")[0].startswith("ann's hand on box 1 is folded")


def test_the_jackpot_needs_no_amounts() -> None:
    table = live("caribbean-stud", jackpot=JackpotTerms(wager=5_00, pool=1_000_00))
    assert answers(table, "help pay-jackpot")[0] == "pay-jackpot"
    assert answers(table, "pay_jackpot")[0] == "Refused: No jackpot is to be paid now (9.7)."


def test_a_jackpot_wager_is_laid_again_too() -> None:
    table = live("caribbean-stud", jackpot=JackpotTerms(wager=5_00, pool=1_000_00))
    typed(
        table, *READY, "w ann 1 10", "w ann 1 5 jackpot", "d", "?? 10", "2cb", "askdqh3c9h9d4c5s7s"
    )
    typed(table, "shuffle", "w")
    assert [(one.on, one.amount) for one in table.table.wagers] == [
        ("ante", 10_00),
        ("jackpot", 5_00),
    ]


# Help --------------------------------------------------------------------------------------------


def test_every_command_stands_under_one_subject() -> None:
    named = [name for subject in SUBJECTS for name in subject.commands]
    assert len(named) == len(set(named))
    kinds = {*HANDLERS, *DECIDERS}
    known = {str(kind.__struct_config__.tag) for kind in kinds} | {*tournament_command_types()}
    assert not faults(named, known, where=place("SUBJECTS", command_fields))


def test_help_goes_by_subject_and_fits_the_screen() -> None:
    for game in ("star-blackjack", "caribbean-stud"):
        table = live(game)
        for page in ("help", *(f"help {one.name}" for one in SUBJECTS)):
            printed = answers(table, page)
            assert len(printed) <= 40
            assert max(map(len, printed)) <= 80
    assert "withdraw" in " ".join(answers(live("star-blackjack"), "help wagers"))
    assert answers(live("star-blackjack"), "help nonsense")[0].startswith("There is no command or")


@pytest.mark.parametrize("game", GAMES)
def test_help_explains_every_value(game: str) -> None:
    table = live(game)
    for name, kind in table.commands_by_name.items():
        for field in typed_fields(kind):
            if field.kind is str and not field.many:
                continue
            choices = table.table.choices
            told = values_of(table.law, choices, name, field) or value_form(field, choices)
            assert told, f"{name} {field.name}"


def test_help_tells_grounds_and_steps_one_by_one() -> None:
    table = live("star-blackjack")
    sanction = " ".join(answers(table, "help sanction"))
    for rule in table.law.conduct.forbidden:
        assert rule.ground.value in sanction
    assert "discards" in " ".join(answers(table, "help overlook"))
    assert "the same cards come again" in " ".join(answers(table, "help reconstruct"))
    assert "disruption" in " ".join(answers(table, "help invalidate-round"))


# Leaving -----------------------------------------------------------------------------------------


class Interrupted(Terminal):
    """A terminal at which somebody presses Ctrl-C before a line, wherever it holds one."""

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        line = super().readline(-1 if size is None else size)
        if line == "^C\n":
            raise KeyboardInterrupt
        return line


def left(*lines: str, kept: Path | None = None) -> str:
    """What a dealer reads who types lines at a terminal."""
    target = Terminal()
    source = Interrupted("".join(f"{line}\n" for line in lines))
    DealerTerminal(live("star-blackjack"), source, target, kept=kept).run()
    return target.getvalue()


def test_an_interrupt_asks_before_it_leaves() -> None:
    printed = left(*READY, "w ann 1 25", "d th6c4d", "^C", "", "s", "kd", "9h", "^C", "y", "never")
    assert "The round is not settled. Leave the table? y leaves, Enter stays: " in printed
    assert "  ann         won $25\n" in printed
    assert "never" not in printed


def test_a_second_interrupt_leaves_and_sums_up() -> None:
    printed = left(*READY, "w ann 1 25", "d th6c4d", "^C", "^C")
    assert "  left        in round 1, which is not settled\n" in printed
    assert "  ann         even\n" in printed


def test_the_end_of_the_input_sums_up() -> None:
    target = io.StringIO()
    DealerTerminal(live("star-blackjack"), io.StringIO("shuffle\nw ann 1 25\n"), target).run()
    assert "  left        with 1 wager on the layout\n" in target.getvalue()
    assert "--record" in target.getvalue()


def test_leaving_says_how_to_go_on() -> None:
    printed = left("quit", kept=Path("evening.db"))
    assert "croupier deal star-blackjack --record evening.db --resume" in printed


def test_a_field_of_money_is_dollars_everywhere() -> None:
    for kind in command_types().values():
        for field in msgspec.structs.fields(kind):
            if field.encode_name == "amount":
                money = [one.money for one in typed_fields(kind) if one.name == "amount"]
                assert money == [True], kind
