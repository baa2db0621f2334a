"""What is due, told to the dealer of a live table in a line each."""

from collections.abc import Callable
from typing import Any

from croupier.blackjack.due import (
    AnswerDue,
    DecisionDue,
    InsuranceDue,
    SurrenderDue,
    WithdrawalDue,
)
from croupier.blackjack.state import Round
from croupier.cli.terminal.telling import hand_name
from croupier.cli.terminal.wording import listed
from croupier.money import in_dollars
from croupier.play.engine import due
from croupier.stud.due import BetDue, JackpotDue, SettlementDue
from croupier.table import due as house
from croupier.table.due import Choice, Due
from croupier.table.notices import open_notices, overdue
from croupier.table.state import Notice, Table


def prompts(table: Table) -> list[str]:
    """All that is due, the most pressing first, and the notices that are still open."""
    lines = [prompt(table, owed) for owed in due(table)] or ["Nothing: the table is closed"]
    if waiting := open_notices(table):
        told = (f"{number} ({notice.whom.title})" for number, notice in waiting.items())
        lines.append(f"Open notices: {', '.join(told)}")
    if table.clock is not None and (late := overdue(table, table.clock)):
        lines.append(f"Overdue notices: {', '.join(map(str, late))}")
    return lines


def prompt(table: Table, owed: Due) -> str:
    """Something that is due, with its clause: Card to box 2 (7.1)."""
    tell = TELLERS.get(type(owed))
    words = str(owed.__struct_config__.tag).capitalize() if tell is None else tell(table, owed)
    clause = getattr(owed, "clause", "")
    return f"{words} ({clause})" if clause else words


def told_notice(number: int, notice: Notice) -> str:
    """A notice in a line."""
    about = f"{notice.about} ({notice.player})" if notice.player else notice.about
    state = "acknowledged" if notice.acknowledged else "open"
    text = f"{number} {state}, {notice.whom.title}: {about}"
    if notice.clause:
        text += f" ({notice.clause})"
    if notice.deadline is not None:
        text += f", until {notice.deadline.isoformat(timespec='minutes')}"
    return text


def _calls(choices: tuple[Choice, ...]) -> str:
    """The choices as they are typed, with the most that each may cost."""
    return ", ".join(
        f"{choice.call} {in_dollars(choice.most)}" if choice.most else choice.call
        for choice in choices
    )


def _hand(table: Table, box: int, hand: int) -> str:
    """A hand in the middle of a sentence."""
    return hand_name(table.round, box, hand).lower() if box else "the dealer"


def _card(table: Table, owed: house.CardDue) -> str:
    words = f"Card to {_hand(table, owed.box, owed.hand)}"
    words += ", face down" if owed.covered else ""
    return words if owed.ahead is None else f"{words}: the {owed.ahead} that lies ready"


def _decision(table: Table, owed: DecisionDue) -> str:
    hand = _hand(table, owed.box, owed.hand)
    round_ = table.round
    box = round_.box(owed.box) if isinstance(round_, Round) else None
    covered = box is not None and box.hands[owed.hand - 1].covered
    soft = "soft " if owed.soft else ""
    total = "" if covered else f" with {soft}{owed.total}"
    offered = "" if owed.offered is None else f"; the {owed.offered} is the next card"
    return f"{owed.player} decides for {hand}{total}: {_calls(owed.choices)}{offered}"


def _answer(table: Table, owed: AnswerDue) -> str:
    return f"{owed.player} answers for {_hand(table, owed.box, owed.hand)}: {_calls(owed.choices)}"


def _surrender(table: Table, owed: SurrenderDue) -> str:
    return f"{owed.player} may surrender {_hand(table, owed.box, owed.hand)}"


def _withdrawal(_: Table, owed: WithdrawalDue) -> str:
    return f"{owed.player} chooses: {_calls(owed.choices)}"


def _insurance(_: Table, owed: InsuranceDue) -> str:
    offers = []
    for wager in owed.wagers:
        even = " or even-money" if wager.even_money else ""
        offers.append(f"{wager.player} box {wager.box} up to {in_dollars(wager.most)}{even}")
    return f"Insurance against the {owed.against}, then close-insurance: {', '.join(offers)}"


def _wagers(_: Table, owed: house.WagersDue) -> str:
    limits = owed.limits
    return f"Wagers from {in_dollars(limits.minimum)} to {in_dollars(limits.maximum)}, then deal"


def _check(_: Table, owed: house.CheckDue) -> str:
    return f"Check that all {owed.expected} cards are there: check-cards"


def _replacement(_: Table, owed: house.ReplacementDue) -> str:
    return f"Other cards: replace-cards by={owed.by.value}"


def _shuffle(_: Table, __: house.ShuffleDue) -> str:
    return "Shuffle"


def _cut(table: Table, owed: house.CutDue) -> str:
    cards = f"between card {owed.least} and card {table.shoe.size - owed.least}"
    if owed.player is not None:
        return f"Cut by {owed.player}, {cards}"
    return f"Cut by the {owed.by.title}, {cards}"


def _load(_: Table, owed: house.LoadDue) -> str:
    return f"Load the shoe, the cutting card before the last {owed.least} to {owed.most} cards"


def _burn(_: Table, owed: house.BurnDue) -> str:
    return "Burn the first card, shown" if owed.shown else "Burn the first card"


def _bet(_: Table, owed: BetDue) -> str:
    return f"{owed.player} decides for box {owed.box}: {_calls(owed.choices)}"


def _settlement(_: Table, owed: SettlementDue) -> str:
    boxes = listed(map(str, owed.boxes), "or") if owed.boxes else ""
    return f"Settle; box {boxes} may concede before" if boxes else "Settle"


def _jackpot(_: Table, owed: JackpotDue) -> str:
    won = ", ".join(f"{player} box {box}" for player, box, _ in owed.hands)
    return f"Pay the jackpot, pay-jackpot: {won}" if won else "Pay the jackpot: pay-jackpot"


TELLERS: dict[type[Due], Callable[[Table, Any], str]] = {
    house.CardDue: _card,
    DecisionDue: _decision,
    AnswerDue: _answer,
    SurrenderDue: _surrender,
    WithdrawalDue: _withdrawal,
    InsuranceDue: _insurance,
    house.WagersDue: _wagers,
    house.CheckDue: _check,
    house.ReplacementDue: _replacement,
    house.ShuffleDue: _shuffle,
    house.CutDue: _cut,
    house.LoadDue: _load,
    house.BurnDue: _burn,
    BetDue: _bet,
    SettlementDue: _settlement,
    JackpotDue: _jackpot,
}
"""One function per thing that may be due."""
