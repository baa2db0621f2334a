"""Counts of all lawful ways to play small stacked shoes, kept as data against silent change."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from croupier.blackjack import due, handle
from croupier.blackjack.commands import CloseInsurance, Deal, DealCard, Insure, TakeEvenMoney
from croupier.blackjack.due import AnswerDue, CardDue, DecisionDue, InsuranceDue, SurrenderDue
from croupier.play.bots import call
from croupier.play.scenario import Scenario, seat_table
from croupier.table.commands import Command, PlaceWager
from croupier.table.state import Refused, Table

FILES = sorted((Path(__file__).parent.parent / "perft").glob("*.toml"))


def positions() -> list[Any]:
    return [
        pytest.param(file.stem, position, id=f"{file.stem}-{position['title']}")
        for file in FILES
        for position in tomllib.loads(file.read_text())["positions"]
    ]


def carried_out(table: Table, command: Command) -> Table:
    outcome = handle(table, command)
    assert not isinstance(outcome, Refused), f"{command}: {outcome}"
    return outcome.table


def dealt(table: Table) -> Table:
    """The table after all cards that are due from its stacked shoe."""
    while isinstance(due(table)[0], CardDue):
        card = table.shoe.next_card
        assert card is not None, "the stacked shoe of a position must last"
        table = carried_out(table, DealCard(card))
    return table


def continuations(table: Table) -> list[Command]:
    """Everything that a person may do: each choice once, further wagers at their largest."""
    commands: list[Command] = []
    for item in due(table):
        match item:
            case DecisionDue() | AnswerDue() | SurrenderDue():
                commands += [call(choice.call, item) for choice in item.choices]
            case InsuranceDue():
                commands.append(CloseInsurance())
                for wager in item.wagers:
                    if wager.most > 0:
                        commands.append(Insure(wager.player, wager.box, wager.most))
                    if wager.even_money:
                        commands.append(TakeEvenMoney(wager.player, wager.box))
            case _:
                raise AssertionError(f"nobody plays on {item}")
    return commands


def perft(table: Table, depth: int, counts: list[int]) -> None:
    """Count the nodes at each depth below a table; a finished round has none."""
    if depth == len(counts) or table.round is None:
        return
    for command in continuations(table):
        counts[depth] += 1
        perft(dealt(carried_out(table, command)), depth + 1, counts)


@pytest.mark.parametrize(("game", "position"), positions())
def test_every_lawful_continuation_is_counted(game: str, position: dict[str, Any]) -> None:
    scenario = Scenario(
        title=position["title"],
        game=game,
        steps=[],
        shoe=position["shoe"],
        table=position.get("table", {}),
    )
    table = seat_table(scenario).table
    for player, box, amount in position["wagers"]:
        table = carried_out(table, PlaceWager(player, box, amount * 100))
    table = dealt(carried_out(table, Deal()))
    counts = [0] * len(position["counts"])
    perft(table, 0, counts)
    assert counts == position["counts"]
