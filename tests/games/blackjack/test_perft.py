"""Counts of all lawful ways to play small stacked shoes, kept as data against silent change."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.card_sources import CardSource
from croupier.floor.one_table import call_command
from croupier.games.blackjack.insurance import CloseInsurance, Insure, TakeEvenMoney
from croupier.games.blackjack.turn import AnswerDue, DecisionDue, InsuranceDue, SurrenderDue
from croupier.games.engine import due, handle
from croupier.games.table.due import CardDue
from croupier.games.table.rounds import Deal, DealCard
from croupier.games.table.state import Table
from croupier.games.table.wagers import PlaceWager
from croupier.messages import Command, Refused
from croupier.rulebooks import Role, law_of
from croupier.scenarios.files import Scenario, set_stage

FILES = sorted((Path(__file__).parents[2] / "perft").glob("*.toml"))


def positions() -> list[Any]:
    return [
        pytest.param(file.stem, position, id=f"{file.stem}-{position['title']}")
        for file in FILES
        for position in tomllib.loads(file.read_text())["positions"]
    ]


def carried_out(table: Table, command: Command) -> Table:
    outcome = handle(law_of(table.game), table, command)
    assert not isinstance(outcome, Refused), f"{command}: {outcome}"
    return outcome.table


def dealt(table: Table, cards: CardSource) -> Table:
    """The table after all cards that are due from its stacked shoe."""
    while isinstance(due(law_of(table.game), table)[0], CardDue):
        front = cards.next_cards(table.shoe)
        assert front, "the stacked shoe of a position must last"
        table = carried_out(table, DealCard(front[0], by=Role.DEALER))
    return table


def continuations(table: Table) -> list[Command]:
    """Everything that a person may do: each choice once, further wagers at their largest."""
    commands: list[Command] = []
    for item in due(law_of(table.game), table):
        match item:
            case DecisionDue() | AnswerDue() | SurrenderDue():
                commands += [call_command(choice.call, item) for choice in item.choices]
            case InsuranceDue():
                commands.append(CloseInsurance(by=Role.DEALER))
                for wager in item.wagers:
                    if wager.most > 0:
                        commands.append(Insure(wager.player, wager.box, wager.most, by=Role.PLAYER))
                    if wager.even_money:
                        commands.append(TakeEvenMoney(wager.player, wager.box, by=Role.PLAYER))
            case _:
                raise AssertionError(f"nobody plays on {item}")
    return commands


def perft(table: Table, cards: CardSource, depth: int, counts: list[int]) -> None:
    """Count the nodes at each depth below a table; a finished round has none."""
    if depth == len(counts) or table.round is None:
        return
    for command in continuations(table):
        counts[depth] += 1
        perft(dealt(carried_out(table, command), cards), cards, depth + 1, counts)


@pytest.mark.parametrize(("game", "position"), positions())
def test_every_lawful_continuation_is_counted(game: str, position: dict[str, Any]) -> None:
    scenario = Scenario(
        title=position["title"],
        game=game,
        steps=[],
        shoe=position["shoe"],
        table=position.get("table", {}),
    )
    running = set_stage(scenario).first
    table, cards = running.table, running.cards
    for player, box, amount in position["wagers"]:
        table = carried_out(table, PlaceWager(player, box, amount * 100, by=Role.PLAYER))
    table = dealt(carried_out(table, Deal(by=Role.DEALER)), cards)
    counts = [0] * len(position["counts"])
    perft(table, cards, 0, counts)
    assert counts == position["counts"]
