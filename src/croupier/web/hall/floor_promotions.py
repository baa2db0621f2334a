"""Promotions that run on the floor: opened, asked, drawn with the house's own chance."""

import os
from functools import partial, reduce

from msgspec.structs import replace

from croupier.cards import shuffled
from croupier.errors import CroupierError
from croupier.floor.promotions import Promotion, Terms, decide, evolve, open_promotion
from croupier.floor.promotions.commands import DrawWinners
from croupier.floor.promotions.draws import in_the_draw
from croupier.floor.promotions.terms import stated
from croupier.play.house import Answer, content_of
from croupier.record.envelopes import Cause, promotion_stream
from croupier.record.journal import StreamWrite
from croupier.rulebooks import TableLaw, law_of
from croupier.table.commands import Command
from croupier.table.state import Refused
from croupier.web.hall.running_floor import RunningFloor, TakenNameError
from croupier.web.hall.side_streams import state_then


class UnknownPromotionError(CroupierError):
    """A promotion that is not on this floor."""

    status, code = 404, "promotion/unknown"

    def __init__(self, name: str) -> None:
        super().__init__(f"there is no promotion {name!r} on this floor")


def open_on_floor(
    floor: RunningFloor, law: TableLaw, name: str, terms: Terms, cause: Cause
) -> Refused | None:
    """Open a promotion with its terms; or the reason why the rulebook does not let it be."""
    if name in floor.promotions:
        raise TakenNameError("promotion", name)
    opened = open_promotion(law, terms)
    if isinstance(opened, Refused):
        return opened
    floor.append([StreamWrite(promotion_stream(name), 0, (opened,))], cause)
    floor.promotions[name] = evolve(None, opened)
    return None


def ask_promotion(
    floor: RunningFloor,
    name: str,
    command: Command,
    *,
    actor: str,
    command_id: str,
    origin: str = "",
) -> Answer:
    """Carry out a command of a promotion; a refused one changes nothing."""
    promotion = floor.promotions.get(name)
    if promotion is None:
        raise UnknownPromotionError(name)
    content = content_of(name, replace(command, at=None))
    now = floor.time_after(promotion.clock)
    cause = Cause(command_id, actor, command.by, now, content, origin)
    return floor.once(cause, partial(_asked, floor, name, command, cause))


def promotion_after(floor: RunningFloor, name: str, actor: str, command_id: str) -> Promotion:
    """A promotion as a command left it; one that changed nothing left it as it is."""
    log = floor.pending.read_stream(promotion_stream(name))
    then: Promotion | None = state_then(log, evolve, actor, command_id)
    return then or floor.promotions[name]


def _asked(floor: RunningFloor, name: str, command: Command, cause: Cause) -> Answer:
    """Decide a command that is new, and have what it leads to written down."""
    promotion = floor.promotions[name]
    if isinstance(command, DrawWinners):
        tickets = shuffled(in_the_draw(promotion, command.present), os.urandom)
        prizes = len(stated(promotion.terms))
        winners = tuple(ticket.player for ticket in tickets[:prizes])
        command = replace(command, winners=winners)
    rules = law_of(promotion.game).promotions
    assert rules is not None
    answer = decide(rules, promotion, replace(command, at=cause.at))
    if isinstance(answer, Refused):
        return answer
    after = reduce(evolve, answer, promotion)
    if replace(after, clock=promotion.clock) == promotion:
        return ()
    floor.append([floor.write(promotion_stream(name), answer)], cause)
    floor.promotions[name] = after
    return answer
