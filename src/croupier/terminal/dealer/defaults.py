"""Defaults for what a typed line leaves out: the player of a box, the box of a player, the call.

They follow from the dealer's view of the table, so they work at a server's table too.
"""

from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec

from croupier.display.views import Prompt, SettledView, TableView, last_wagers
from croupier.games.blackjack.calls import Decision
from croupier.games.blackjack.turn import AnswerDue, DecisionDue
from croupier.games.stud.bets import Fold, PlaceBet
from croupier.games.stud.due import BetDue
from croupier.games.table.state import MAIN
from croupier.messages import Command
from croupier.rulebooks import TableLaw

Meant = TypeVar("Meant")
CALLS = tuple(kind.__struct_config__.tag for kind in (DecisionDue, AnswerDue))
BETS = BetDue.__struct_config__.tag
"""The wire names of the prompts for a call (``CALLS``) and for a bet (``BETS``)."""


class LineContext(msgspec.Struct, frozen=True):
    """The context in which a typed line is read."""

    law: TableLaw
    """The law of the table."""
    view: TableView | None = None
    """The dealer's view of the table; None before there is a table."""

    @property
    def first(self) -> Prompt | None:
        """The most urgent of the things due; None if nothing is due."""
        return self.view.prompts[0] if self.view is not None and self.view.prompts else None

    def person(self, name: str) -> str:
        """Return the id of a person at the table by the name they go by there."""
        names = {} if self.view is None else self.view.names
        return next((one for one, called in names.items() if called == name), name)

    @property
    def boxes(self) -> int:
        """The number of boxes; 0 before there is a table."""
        return 0 if self.view is None else len(self.view.boxes)

    @property
    def side_bets(self) -> tuple[str, ...]:
        """The side bets that the table offers."""
        return () if self.view is None else tuple(bet.on for bet in self.view.side_bets)

    @property
    def last(self) -> tuple[SettledView, ...]:
        """The wagers placed before the first card of the last round; empty before any round."""
        return () if self.view is None else last_wagers(self.view)


def add_defaults(moment: LineContext, kind: type[Command], given: dict[str, Any]) -> None:
    """Add fields that can have only one value: the box in turn, its player, the main wager."""
    names = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    first = moment.first
    if first is not None and first.due in CALLS and is_call(kind, first):
        given.setdefault("box", first.box)
    unsaid = not given.keys() & {"player", "box"}
    if first is not None and first.due == BETS and kind in (PlaceBet, Fold) and unsaid:
        given |= {"player": first.player, "box": first.box}
    if "on" in names and names["on"].default == MAIN:
        given.setdefault("on", moment.law.initial)
    for name, other, one_of in (("box", "player", only_box_of), ("player", "box", only_player_at)):
        needed = name in names and names[name].required and name not in given
        if needed and other in given and (found := one_of(moment, given[other])) is not None:
            given[name] = found


def is_call(kind: type[Command], prompt: Prompt) -> bool:
    """Return whether the command is a call that a player makes for a box."""
    offered = (type(command) for option in prompt.options for command in option.commands)
    return issubclass(kind, Decision) or kind in offered


def only_box_of(moment: LineContext, player: str) -> int | None:
    """Return the player's only box; None if they have several or none."""
    return _only(box for who, box in _places(moment) if who == player)


def only_player_at(moment: LineContext, box: int) -> str | None:
    """Return the box's only player; None if it has several or none."""
    return _only(who for who, at in _places(moment) if at == box)


def _places(moment: LineContext) -> set[tuple[str, int]]:
    """Return who plays where: in the round under way, else by seats and current or last wagers."""
    view = moment.view
    if view is None:
        return set()
    if view.under_way:
        on_hands = (wager for box in view.boxes for hand in box.hands for wager in hand.wagers)
        on_boxes = (wager for box in view.boxes for wager in box.wagers)
        return {(wager.player, wager.box) for wager in (*on_hands, *on_boxes)}
    seats = {(one.player, one.seat) for one in view.players if one.seat is not None}
    before = {(one.player, one.box) for one in moment.last}
    return seats | before | {(one.player, one.box) for one in view.wagers}


def _only(found: Iterable[Meant]) -> Meant | None:
    """Return the single distinct element; None if there are several or none."""
    different = set(found)
    return different.pop() if len(different) == 1 else None
