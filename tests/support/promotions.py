"""Promotions for tests: terms, and one that has started."""

from datetime import UTC, datetime, timedelta
from typing import Any

from croupier.features.promotions.files import default_terms, read_promotion_command
from croupier.features.promotions.rules import Promotion, Terms, decide, evolve, open_promotion
from croupier.features.promotions.rules.decisions import PromotionOpened
from croupier.features.promotions.rules.publication import PublishTerms, StartPromotion, SubmitTerms
from croupier.messages import Command, Event, Refused
from croupier.rulebooks import Role, TableLaw, law_of
from croupier.rulebooks.law.promotions import PromotionLaw

STARTS = datetime(2026, 6, 1, 10, tzinfo=UTC)
DRAW = datetime(2026, 6, 7, 20, tzinfo=UTC)
GAMES = ("star-blackjack", "blackjack-challenge", "caribbean-stud")
"""The games whose rulebooks have rules for promotions."""


class Desk:
    """A promotion and all that was asked of it; steps are written as in a scenario file."""

    def __init__(self, game: str = "star-blackjack", terms: Terms | None = None) -> None:
        self.law: TableLaw = law_of(game)
        assert self.law.promotions is not None
        self.rules: PromotionLaw = self.law.promotions
        opened = open_promotion(self.law, terms or default_terms(self.law))
        assert isinstance(opened, PromotionOpened)
        self.events: list[Event] = [opened]
        self.promotion: Promotion = evolve(None, opened)

    def do(self, command: Command) -> tuple[Event, ...] | Refused:
        answer = decide(self.rules, self.promotion, command)
        if not isinstance(answer, Refused):
            for event in answer:
                self.promotion = evolve(self.promotion, event)
            self.events += answer
        return answer

    def step(self, do: str, **fields: Any) -> tuple[Event, ...] | Refused:
        written = {key.rstrip("_").replace("_", "-"): value for key, value in fields.items()}
        command = read_promotion_command(self.law, self.promotion.terms, {"do": do, **written})
        return self.do(command)

    def refused(self, do: str, **fields: Any) -> str:
        """The clause by which a step is refused; it must have changed nothing."""
        before = self.promotion
        answer = self.step(do, **fields)
        assert isinstance(answer, Refused), f"{do} was allowed"
        assert self.promotion is before
        return answer.clause

    def done(self, do: str, **fields: Any) -> tuple[Event, ...]:
        """What a step leads to, which must be allowed."""
        answer = self.step(do, **fields)
        assert not isinstance(answer, Refused), answer.why
        return answer


def started(game: str = "star-blackjack", terms: Terms | None = None) -> Desk:
    """A promotion whose terms are known and that has started in time."""
    desk = Desk(game, terms)
    by = Role.GAMING_MANAGER
    starts = desk.promotion.terms.starts or STARTS
    for command in (
        SubmitTerms(by=by, at=starts - timedelta(hours=48)),
        PublishTerms(by=by),
        StartPromotion(by=by, at=starts),
    ):
        assert not isinstance(desk.do(command), Refused)
    return desk
