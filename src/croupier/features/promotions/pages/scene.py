"""A promotion with all that its pages need: law, history, names, clock; and what comes next."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import msgspec

from croupier.display.viewers import Names, Onlooker, Voice
from croupier.features.promotions.api import require_promotion
from croupier.features.promotions.files import require_promotion_rules
from croupier.features.promotions.history import PromotionHistories, PromotionHistory
from croupier.features.promotions.rules import Promotion
from croupier.features.promotions.rules.state import PromotionStage
from croupier.features.promotions.rules.terms import Prize, stated_prizes
from croupier.messages import Refused
from croupier.money import in_dollars
from croupier.rulebooks import TableLaw
from croupier.rulebooks.law.promotions import PrizeKind, PromotionLaw
from croupier.web.auth.permissions import Principal
from croupier.web.http.guards import PrincipalRequest, installed_law, service_of
from croupier.web.live.read_model import names_for
from croupier.web.pages.table.page import RefusalPart
from croupier.web.pages.times import Countdown, moment_in_words, time_left, zone_for
from croupier.web.service.submit import viewer_for

PLACE = "Promotions"
"""The entry of the navigation."""
FAR_AWAY = timedelta(days=400)
"""What is further away than this is not counted down."""
KINDS_IN_WORDS = {
    PrizeKind.CASH: "in cash",
    PrizeKind.CASINO_DOLLARS: "in casino dollars",
    PrizeKind.SLOTS_DOLLARS: "in slots dollars",
    PrizeKind.GOODS: "goods",
    PrizeKind.APPLIANCE: "an appliance",
    PrizeKind.VEHICLE: "a vehicle",
    PrizeKind.TRAVEL: "a journey",
    PrizeKind.REAL_ESTATE: "real estate",
}
"""What prizes are called; others by their own names."""
OF_MONEY = (PrizeKind.CASH, PrizeKind.CASINO_DOLLARS, PrizeKind.SLOTS_DOLLARS)


class PromotionScene(msgspec.Struct, frozen=True, kw_only=True):
    """A promotion and all that is needed to show it to somebody."""

    name: str
    """Its name for programs."""
    law: TableLaw
    """The law of its game."""
    promotion: Promotion
    """The promotion."""
    history: PromotionHistory
    """When everything happened."""
    names: Names
    """People's names by id, as the viewer may know them."""
    me: str
    """The viewer as a player; empty for anybody else."""
    staff: bool
    """Whether the viewer works for the house or watches it."""
    now: datetime
    """The time."""
    zone: ZoneInfo
    """The time zone of the viewer."""

    @property
    def rules(self) -> PromotionLaw:
        """The law's part on promotions."""
        return require_promotion_rules(self.law)

    @property
    def title(self) -> str:
        """The promotion's name as people say it."""
        return promotion_title(self.name)

    @property
    def prizes(self) -> tuple[Prize, ...]:
        """The prizes that the terms state."""
        return stated_prizes(self.promotion.terms)

    def when(self, at: datetime | None) -> str:
        """Return a moment in words; empty for none."""
        return "" if at is None else moment_in_words(at, self.zone, self.now)

    def short_time(self, at: datetime) -> str:
        """Return a moment in few characters: 7 Jun, 20:00."""
        return f"{at.astimezone(self.zone):%-d %b, %H:%M}"

    def who(self, player: str) -> str:
        """Return a player's name."""
        return self.names.get(player, player)

    def with_names(self, text: str) -> str:
        """Return a text with people's names in place of their ids."""
        return Voice(Onlooker(), names=self.names).with_names(text)

    def refusal(self, refused: Refused) -> RefusalPart:
        """Return a refusal as shown: people by their names, the deciding clause first."""
        clauses = (one for one in (refused.clause, *refused.also) if one)
        return RefusalPart(self.with_names(refused.why), tuple(dict.fromkeys(clauses)))


def promotion_title(name: str) -> str:
    """Return the name of a promotion as people say it.

    >>> promotion_title("june-draw")
    'June draw'
    """
    words = name.replace("-", " ")
    return words[:1].upper() + words[1:]


def prize_words(prize: Prize) -> str:
    """Return a prize in words: its worth and what it is.

    >>> prize_words(Prize(kind=PrizeKind.CASH, value=100000))
    '$1,000 in cash'
    >>> prize_words(Prize(kind=PrizeKind.VEHICLE, value=100, details={"make": "Falcon"}))
    'a vehicle, Falcon, worth $1'
    """
    kind = KINDS_IN_WORDS.get(prize.kind, prize.kind.value)
    worth = "an amount that is not stated" if prize.value is None else in_dollars(prize.value)
    if prize.kind in OF_MONEY:
        return f"{worth} {kind}"
    if prize.kind is PrizeKind.GOODS and prize.details:
        return f"{next(iter(prize.details.values()))}, worth {worth}"
    told = [prize.details[one] for one in ("make", "model") if prize.details.get(one)]
    return ", ".join([kind, *told, f"worth {worth}"])


def entry_count(promotion: Promotion) -> str:
    """Return how many entries there are, in words."""
    number = len(promotion.tickets)
    return f"{number} entr{'y' if number == 1 else 'ies'}"


def is_staff(principal: Principal) -> bool:
    """Return whether a principal works for the house or watches it."""
    return bool(principal.roles) and not principal.is_player


async def scene_for(request: PrincipalRequest, name: str) -> PromotionScene:
    """Return a promotion with all that is needed to show it to the request's principal.

    Raise ``UnknownPromotionError`` if there is none, or it is not published and the principal is
    not of the staff.
    """
    service, principal = service_of(request), request.user
    promotion = require_promotion(service, principal, name)
    histories: PromotionHistories = request.app.state.promotion_histories
    history = await service.read(lambda store: histories.of(store, name))
    return PromotionScene(
        name=name,
        law=installed_law(promotion.game),
        promotion=promotion,
        history=history,
        names=names_for(viewer_for(principal), service.read_model.names),
        me=principal.account if principal.is_player else "",
        staff=is_staff(principal),
        now=service.clock.now(),
        zone=await zone_for(request),
    )


# -------------------------------------------------------------------------------------- what comes


def countdown(scene: PromotionScene) -> Countdown | None:
    """Return what comes next by the clock; ``None`` if nothing does."""
    promotion, terms, says = scene.promotion, scene.promotion.terms, scene.rules.statements
    moments: list[tuple[str, datetime | None, str]] = []
    match promotion.stage:
        case PromotionStage.DRAFT | PromotionStage.SUBMITTED:
            moments = [("It starts in", terms.starts, says["starts"].clause)]
        case PromotionStage.RUNNING:
            moments = [
                ("Entries close in", terms.entries_close, says["entries-close"].clause),
                ("The draw is due in", terms.draw, says["draw"].clause),
            ]
        case _ if scene.staff:
            moments = [
                (f"Notice to {one.whom.one} due in", one.deadline, one.clause)
                for one in promotion.open_notices().values()
            ]
    for label, then, clause in moments:
        if then is not None and timedelta() < then - scene.now < FAR_AWAY:
            return Countdown(label, time_left(scene.now, then), then.isoformat(), clause)
    return None
