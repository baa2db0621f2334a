"""A promotion in a world: people earn entries at a table, and two desks run it at the same time."""

from collections import Counter
from datetime import timedelta
from random import Random

from msgspec.structs import replace

from croupier.features.promotions.files import default_terms
from croupier.features.promotions.rehearsal import duty_command
from croupier.features.promotions.rules import Promotion, Terms, evolve
from croupier.features.promotions.rules.awards import PrizeAwarded
from croupier.features.promotions.rules.draws import (
    AppointScrutineer,
    DrawWinners,
    EnterPromotion,
    PromotionEntered,
)
from croupier.features.promotions.rules.due import Owed
from croupier.features.promotions.rules.publication import PublishTerms, StartPromotion, SubmitTerms
from croupier.features.promotions.rules.state import PromotionStage
from croupier.features.promotions.rules.terms import Earning
from croupier.features.promotions.runner import RunningPromotion, TableWatch
from croupier.games.table.rounds import VOID, WagersSettled, entries_of
from croupier.messages import Command, Refused
from croupier.money import balances_after
from croupier.record.envelopes import Envelope
from croupier.record.journal import Journal, StaleVersionError
from croupier.rulebooks import Role, TableLaw
from croupier.streams import PROMOTION, TABLE
from tests.world.servers import OutageError

NAME = "june"
DESKS = 2
"""How many processes run the promotion; each decides from what it remembers."""
LEAST = 10_00
"""What a wager must come to, to earn an entry at the table."""
WALK_IN, DRAW = 0.25, 0.25
"""How often somebody enters at the desk, and how often the draw is held, of what happens."""
BY = Role.GAMING_MANAGER


def terms_of(law: TableLaw) -> Terms:
    """The usual terms with two prizes, whose entries are earned by wagers."""
    usual = default_terms(law)
    assert usual.prizes is not None
    return replace(usual, prizes=usual.prizes * 2, earned_by=Earning(wager=LEAST))


class Desk:
    """A process that runs the promotion, crashes, and reads the log again."""

    def __init__(self, law: TableLaw, journal: Journal, table: str, random: Random) -> None:
        self._law, self._journal, self._table, self._random = law, journal, table, random
        self._remembered: tuple[RunningPromotion, TableWatch] | None = None

    def crash(self, journal: Journal | None = None) -> None:
        """Forget everything; where the record lies elsewhere now, go on with that."""
        self._remembered = None
        self._journal = journal or self._journal

    def _now(self) -> tuple[RunningPromotion, TableWatch]:
        if self._remembered is None:
            running = RunningPromotion.restore(
                self._law, self._journal, name=NAME, source=self._random.randbytes
            )
            self._remembered = running, TableWatch(running, self._journal, self._table)
        return self._remembered

    @property
    def running(self) -> RunningPromotion:
        """The promotion as this process remembers it."""
        return self._now()[0]

    def look(self) -> str:
        """Enter those who have earned it at the table since this process looked last."""
        answers = self._now()[1].look()
        return f"{sum(not isinstance(one, Refused) for one in answers)} earned an entry"


class Giveaway:
    """A promotion and its desks; each command comes under an id of its own, to any of them."""

    def __init__(self, law: TableLaw, table: str, journal: Journal, random: Random) -> None:
        self._law, self._table, self._random = law, table, random
        terms = terms_of(law)
        assert terms.starts is not None
        assert law.promotions is not None
        opened = RunningPromotion.open(law, terms, name=NAME, journal=journal)
        hours = timedelta(hours=law.promotions.submitted_hours.value)
        opened.do(SubmitTerms(by=BY, at=terms.starts - hours))
        opened.do(PublishTerms(by=BY))
        opened.do(StartPromotion(by=BY, at=terms.starts))
        self._desks = [Desk(law, journal, table, random) for _ in range(DESKS)]
        self._numbers = 0
        self.waiting: tuple[str, Command] | None = None
        """A command that was not answered, and its id."""

    def crash(self, journal: Journal) -> None:
        """All processes start anew, on a record that lies elsewhere."""
        for desk in self._desks:
            desk.crash(journal)

    def step(self) -> str:
        """Somebody does the next thing at one of the desks, or asks again; what came of it."""
        desk = self._random.choice(self._desks)
        try:
            if self.waiting is None and self._random.random() < 0.5:
                return f"giveaway: {desk.look()}"
            return self._asked(desk)
        except (OutageError, StaleVersionError) as error:
            desk.crash()
            return f"giveaway: {self.waiting}: no answer ({error})"

    def _asked(self, desk: Desk) -> str:
        if self.waiting is None:
            self._numbers += 1
            self.waiting = f"giveaway {self._numbers}", self._next(desk.running)
        name, command = self.waiting
        answer = desk.running.do(command, command_id=name)
        self.waiting = None
        return f"{name}: {command}: {answer.code if isinstance(answer, Refused) else len(answer)}"

    def _next(self, running: RunningPromotion) -> Command:
        """What is done next, by what a desk remembers: it may be too late for it."""
        promotion, chance = running.promotion, self._random.random()
        if promotion.stage is PromotionStage.DRAWN and running.due:
            return duty_command(running, running.due[0], BY)
        if any(one.what is Owed.SCRUTINEER for one in running.due):
            return AppointScrutineer(person="officer 7", by=BY)
        if chance < WALK_IN or not promotion.tickets:
            return EnterPromotion(player=f"guest {self._numbers}", wagered=LEAST, by=BY)
        present = tuple(dict.fromkeys(one.player for one in promotion.tickets))
        if chance < WALK_IN + DRAW:
            return DrawWinners(present=present, by=BY, at=promotion.terms.draw)
        return EnterPromotion(player=self._random.choice(present), wagered=LEAST, by=BY)

    def settle(self) -> list[str]:
        """Answer who still waits, and look at the table for the last time."""
        told = []
        while self.waiting is not None:
            told.append(self.step())
        for desk in self._desks:
            desk.crash()
            told.append(f"giveaway: {desk.look()}")
        return told

    # ------------------------------------------------------------------------------ what must hold

    def findings(self, log: list[Envelope]) -> list[str]:
        """Where the log tells of another promotion than a desk remembers, or of too much."""
        own = [one for one in log if one.stream == PROMOTION.stream(NAME)]
        told: Promotion | None = None
        for one in own:
            told = evolve(told, one.event)
        assert told is not None
        found = []
        if told != self._desks[-1].running.promotion:
            found.append("the promotion is not as its log tells")
        if sum(
            balances_after({}, (entry for one in own for entry in entries_of(one.event))).values()
        ):
            found.append("the money of the promotion is off")
        prizes = [one.event.prize for one in own if isinstance(one.event, PrizeAwarded)]
        if len(prizes) != len(set(prizes)):
            found.append("a prize was awarded twice")
        return found + self._entry_findings(log, own, told)

    def _entry_findings(
        self, log: list[Envelope], own: list[Envelope], told: Promotion
    ) -> list[str]:
        """Where somebody has other entries than were earned or asked for."""
        entered = Counter(
            (one.actor, one.command_id) for one in own if isinstance(one.event, PromotionEntered)
        )
        found = [f"{who} entered twice with {name}" for (who, name), n in entered.items() if n > 1]
        at_table = sum(TABLE.stream(self._table) in name for _, name in entered)
        earned = self._earned(log)
        if at_table > earned or (told.stage is PromotionStage.RUNNING and at_table < earned):
            found.append(f"{earned} entries were earned at the table, and {at_table} made")
        return found

    def _earned(self, log: list[Envelope]) -> int:
        """How many wagers at the table have earned an entry, counted plainly."""
        return sum(
            line.on == self._law.initial
            and line.hand == 1
            and line.result != VOID
            and line.stake >= LEAST
            for one in log
            if one.stream == TABLE.stream(self._table) and isinstance(one.event, WagersSettled)
            for line in one.event.lines
        )


def giveaway_at(tables: dict[str, TableLaw], journal: Journal, random: Random) -> Giveaway | None:
    """A promotion at the first table whose rulebook has rules for promotions; none without one."""
    for name, law in tables.items():
        if law.promotions is not None:
            return Giveaway(law, name, journal, random)
    return None
