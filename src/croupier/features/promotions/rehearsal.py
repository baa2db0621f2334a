"""Trial runs of a promotion: software players enter, the draw is held, prizes are handed over."""

from collections.abc import Iterator
from datetime import timedelta

import msgspec

from croupier.cards import Bytes, below
from croupier.errors import CroupierError
from croupier.features.promotions.rules import Terms
from croupier.features.promotions.rules.awards import AwardPrize, ChoosePayment
from croupier.features.promotions.rules.draws import (
    AppointScrutineer,
    DrawWinners,
    EnterPromotion,
    NotifyWinner,
)
from croupier.features.promotions.rules.due import Owed, PromotionDue
from croupier.features.promotions.rules.publication import PublishTerms, StartPromotion, SubmitTerms
from croupier.features.promotions.rules.terms import Earning, stated_prizes
from croupier.features.promotions.runner import RunningPromotion, TableWatch
from croupier.floor.card_sources import SoftwareShoe, random_source
from croupier.floor.floor import Answer, Floor
from croupier.floor.one_table import basic_bot
from croupier.games.stud.bets import PlaceBet
from croupier.games.stud.due import BetDue
from croupier.games.table.choices import Choices
from croupier.games.table.due import Due
from croupier.games.table.rounds import Deal
from croupier.games.table.wagers import PlaceWager
from croupier.messages import Command, Refused
from croupier.money import Cents
from croupier.record.journal import Journal
from croupier.rulebooks import Role, TableLaw
from croupier.rulebooks.law.promotions import Payment, PrizeKind

BOXES = 7
"""How many players play at the table where entries are earned."""


class Rehearsal(msgspec.Struct, frozen=True, kw_only=True):
    """The plan of a trial run."""

    entrants: int = 10
    """How many people enter, if entries are not earned at a table."""
    rounds: int = 20
    """How many rounds are played, if entries are earned at a table."""
    seed: int | None = None
    """The seed of all chance; ``None`` for the system's own."""


def rehearse(
    law: TableLaw, terms: Terms, plan: Rehearsal, journal: Journal | None = None
) -> RunningPromotion:
    """Run a promotion from its submission to its awards; in memory unless a journal is given."""
    source = random_source(plan.seed)
    running = RunningPromotion.open(law, terms, journal=journal, source=source)
    assert terms.starts is not None
    assert terms.draw is not None
    by = running.rules.offered.value
    hours = timedelta(hours=running.rules.submitted_hours.value)
    submit_or_raise(running, SubmitTerms(by=by, at=terms.starts - hours))
    submit_or_raise(running, PublishTerms(by=by))
    submit_or_raise(running, StartPromotion(by=by, at=terms.starts))
    if terms.earned_by is None:
        for number in range(1, plan.entrants + 1):
            wagered = terms.minimum_wager or 0
            submit_or_raise(
                running, EnterPromotion(player=f"player-{number}", wagered=wagered, by=by)
            )
    else:
        play_rounds(running, terms.earned_by, plan.rounds, source)
    if not running.promotion.tickets:
        raise CroupierError("nobody has earned an entry: play more --rounds, or ask for less")
    finish(running, by)
    return running


def submit_or_raise(running: RunningPromotion, command: Command) -> None:
    """Submit a command that a lawful promotion allows. Raise if it is refused."""
    answer: Answer = running.do(command)
    if isinstance(answer, Refused):
        raise CroupierError(f"{answer.why} ({answer.clause})")


def play_rounds(running: RunningPromotion, earning: Earning, rounds: int, source: Bytes) -> None:
    """Play at a table that the promotion watches, wagering half to twice what earns an entry."""
    house = Floor(running.journal)
    law = running.law
    house.open_table(law, Choices(boxes=BOXES), cards=SoftwareShoe(source))
    watch = TableWatch(running, running.journal, "1")
    choices = house.tables["1"].table.choices
    least = max(earning.wager, choices.minimum) // (2 * choices.chip) * (2 * choices.chip)
    for _ in range(rounds):
        for box in range(1, BOXES + 1):
            amount = max(choices.minimum, least * (1 + below(4, source)) // 2)
            place_wager(house, f"player-{box}", box, amount, law.initial)
        house.do("1", Deal(by=Role.DEALER))
        while (answer := next(software_answers(house), None)) is not None:
            house.do("1", answer)
        watch.look()


def place_wager(house: Floor, player: str, box: int, amount: Cents, on: str) -> None:
    """Place a wager."""
    house.do("1", PlaceWager(player=player, box=box, amount=amount, on=on, by=Role.PLAYER))


def software_answers(house: Floor) -> Iterator[Command]:
    """Yield the answers of software players to what is due at the table."""
    for due in house.tables["1"].due[:1]:
        if (command := software_call(due)) is not None:
            yield command


def software_call(due: Due) -> Command | None:
    """Return a software player's call; at Caribbean Stud every player bets on."""
    if isinstance(due, BetDue):
        return PlaceBet(player=due.player, box=due.box, by=Role.PLAYER)
    return basic_bot(due)


def finish(running: RunningPromotion, by: Role) -> None:
    """Hold the draw, notify the winners and hand over the prizes, as each falls due."""
    terms = running.promotion.terms
    must_oversee = any(one.what is Owed.SCRUTINEER for one in running.due)
    if must_oversee:
        submit_or_raise(running, AppointScrutineer(person="the scrutineer", by=by))
    present = tuple(dict.fromkeys(one.player for one in running.promotion.tickets))
    submit_or_raise(running, DrawWinners(present=present, by=by, at=terms.draw))
    while running.due:
        submit_or_raise(running, duty_command(running, running.due[0], by))


def duty_command(running: RunningPromotion, due: PromotionDue, by: Role) -> Command:
    """Return the command for something that falls due after the draw."""
    player = due.player or ""
    match due.what:
        case Owed.WORD:
            return NotifyWinner(player=player, method="telephone", by=by)
        case Owed.CHOICE:
            return ChoosePayment(player=player, pay=Payment.TRANSFER, by=Role.PLAYER)
        case _:
            return AwardPrize(player=player, pay=usual_payment(running, player), by=by)


def usual_payment(running: RunningPromotion, player: str) -> Payment:
    """Return how a winner's next prize is handed over if nothing forbids it."""
    promotion = running.promotion
    win = next(one for one in promotion.wins if one.player == player and one.paid is None)
    prize = stated_prizes(promotion.terms)[win.prize - 1]
    return Payment.TRANSFER if prize.kind is PrizeKind.CASH else Payment.GOODS
