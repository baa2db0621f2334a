"""A second, naive promotion, written from the rulebooks and not from the engine.

It keeps lists and says yes or no, with the clause where only one can be against it. It knows
nothing of laws as data: every number stands here as the rulebook has it.
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

OVERSEEN = CHOSEN = 10_000
KEPT = 100
WAYS = ("face-to-face", "mail", "telephone", "email")
NO = "no"
"""Refused, by whichever of several clauses."""


@dataclass
class Book:
    """What differs between the rulebooks."""

    cash: bool
    """Whether prizes may be cash at all."""
    approval: bool
    """Whether a change after the start needs approval."""
    told_within: timedelta
    """How soon the inspector hears of a draw in doubt."""
    excepted: tuple[str, ...]
    """Prizes that have no alternative in money."""


TWO_DAYS = timedelta(days=2)
BLACKJACK = Book(True, True, timedelta(0), ("casino-dollars", "slots-dollars"))
STUD = Book(False, False, TWO_DAYS, ("casino-dollars",))


@dataclass
class NaivePromotion:
    """A promotion as one would keep it in a notebook."""

    book: Book
    prizes: list[tuple[str, float]]
    minimum: float
    starts: datetime
    closes: datetime
    draws: datetime
    present_needed: bool
    alternative: bool
    now: datetime
    entries: list[str] = field(default_factory=list)
    winners: list[str] = field(default_factory=list)
    chosen: dict[int, str] = field(default_factory=dict)
    had: dict[int, str] = field(default_factory=dict)
    to_tell: list[tuple[str, str, datetime | None]] = field(default_factory=list)
    """Open duties: whom, about whom, until when."""
    scrutineer: bool = False
    doubt: bool = False
    off: bool = False
    approvals: int = 0

    def allows(self, do: str, step: dict[str, Any]) -> bool:
        """Whether a step of the operator (or of the winner who chooses) may be taken now."""
        return bool(getattr(self, "_" + do.replace("-", "_"))(step))

    def _enter(self, step: dict[str, Any]) -> bool:
        if self.off or self.winners or self.now > self.closes or not step.get("eligible", True):
            return False
        if step.get("wagered", 0) < self.minimum:
            return False
        self.entries.append(step["player"])
        return True

    def _appoint_scrutineer(self, _: dict[str, Any]) -> bool:
        if self.off or self.winners:
            return False
        self.scrutineer = True
        return True

    def _draw(self, step: dict[str, Any]) -> bool:
        if self.off or self.doubt or self.winners or self.now < self.draws or not self.entries:
            return False
        if any(worth > OVERSEEN for _, worth in self.prizes) and not self.scrutineer:
            return False
        here = step["present"]
        pot = [one for one in self.entries if not self.present_needed or one in here]
        if len(step["winners"]) != min(len(self.prizes), len(pot)):
            return False
        for one in step["winners"]:
            if one not in pot:
                return False
            pot.remove(one)
        if not step["winners"]:
            return False
        self.winners = list(step["winners"])
        if not self.present_needed:
            told: list[str] = []
            for one in self.winners:
                if one not in told:
                    told.append(one)
                    self.to_tell.append(("won", one, self.now + TWO_DAYS))
        return True

    def _notify_winner(self, step: dict[str, Any]) -> bool:
        if self.off or step["method"] not in WAYS or step["player"] not in self.winners:
            return False
        self._done("won", step["player"])
        return True

    def _done(self, what: str, whom: str) -> bool:
        for duty in self.to_tell:
            if duty[:2] == (what, whom):
                self.to_tell.remove(duty)
                return True
        return False

    def _next_prize(self, player: str) -> int | None:
        for number, winner in enumerate(self.winners):
            if winner == player and number not in self.had:
                return number
        return None

    def _choose_payment(self, step: dict[str, Any]) -> bool:
        if not self.book.cash or self.off or self.doubt:
            return False
        for number, winner in enumerate(self.winners):
            if winner == step["player"] and number not in self.had:
                kind = self.prizes[number][0]
                if kind == "cash":
                    if step["pay"] in ("goods", "alternative"):
                        return False
                    self.chosen[number] = step["pay"]
                    return True
        return False

    def _award(self, step: dict[str, Any]) -> bool:
        number = self._next_prize(step["player"])
        if self.off or self.doubt or number is None:
            return False
        kind, worth = self.prizes[number]
        if not self._payable(kind, worth, step["pay"], number):
            return False
        self.had[number] = step["pay"]
        return True

    def _payable(self, kind: str, worth: float, pay: str, number: int) -> bool:
        if not self.book.cash and pay in ("cash", "combination"):
            return False
        if kind == "cash":
            if pay in ("goods", "alternative"):
                return False
            return worth <= CHOSEN or self.chosen.get(number) == pay
        if pay == "goods":
            return True
        if kind in ("casino-dollars", "slots-dollars") and pay in ("transfer", "cheque"):
            return True
        if kind in self.book.excepted:
            return False
        return self.alternative or not self.book.cash

    def _refuse_claim(self, step: dict[str, Any]) -> bool:
        if not step.get("reason"):
            return False
        if step["value"] > KEPT and not (step.get("name") and step.get("address")):
            return False
        self.to_tell.append(("denied", step["player"], None))
        return True

    def _inform_claimant(self, step: dict[str, Any]) -> bool:
        return self._done("denied", step["player"])

    def _postpone_draw(self, _: dict[str, Any]) -> bool:
        if self.off or self.doubt:
            return False
        self.doubt = True
        self.to_tell.append(("doubt", "", self.now + self.book.told_within))
        return True

    def _cancel_draw(self, _: dict[str, Any]) -> bool:
        if self.off:
            return False
        self.off, self.doubt = True, False
        self.to_tell.append(("doubt", "", self.now + self.book.told_within))
        return True

    def _validate(self, _: dict[str, Any]) -> bool:
        if self.off or not self.doubt:
            return False
        self.doubt = False
        return True

    def _approve_amendment(self, _: dict[str, Any]) -> bool:
        if self.off or not self.book.approval:
            return False
        self.approvals += 1
        return True

    def _amend_terms(self, _: dict[str, Any]) -> bool:
        """A change of how results are published, after the start."""
        if self.off or (self.book.approval and not self.approvals):
            return False
        if self.book.approval:
            self.approvals -= 1
        else:
            self.to_tell.append(("amended", "", None))
        return True

    def _submit_terms(self, _: dict[str, Any]) -> bool:
        if self.off:
            return False
        self.to_tell = [duty for duty in self.to_tell if duty[0] != "amended"]
        return True

    @property
    def late(self) -> int:
        """How many open duties are past their time."""
        return sum(until is not None and self.now > until for _, _, until in self.to_tell)


# ------------------------------------------------------------------------- terms, written by hand

ASKED = {
    "manner": "7.1",
    "award": "7.2",
    "eligibility": "7.3",
    "minimum-wager": "7.4",
    "nature": "7.5",
    "entries-close": "7.6",
    "starts": "7.7",
    "draw": "7.7",
    "claim": "7.8",
    "presence-required": "7.8",
    "notification": "7.9",
    "publication": "7.10",
    "prizes": "7.11",
}
"""What every rulebook wants to be stated, and by which of its clauses."""
DESCRIBED = {
    "appliance": ("1", ["make", "model", "accessories"]),
    "vehicle": ("2", ["make", "model", "accessories", "on-road-costs"]),
    "travel": ("3", ["persons", "included", "restrictions", "spending-money"]),
    "real-estate": (
        "4",
        ["dwelling", "plans", "contract", "easements", "address", "included"],
    ),
}
"""What is said of some kinds of prizes, in the order of the rulebook's list."""
BANNED = {"tobacco": "5.1", "firearm": "5.2", "weapon": "5.3", "prescribed": "5.5"}
NUMERALS = ("i", "ii", "iii", "iv", "v", "vi")


def against(section: str, said: dict[str, Any], *, cash: bool) -> set[str]:
    """The clauses that are against some terms, headings left out; ``said`` as in a file."""
    found = {f"{section}.{ASKED[term]}" for term in ASKED if term not in said}
    if not cash and "disbursement" not in said:
        found.add(f"{section}.4")
    for prize in said.get("prizes", ()):
        found |= {f"{section}.{one}" for one in against_prize(prize, cash=cash)}
    return found


def against_prize(prize: dict[str, Any], *, cash: bool) -> set[str]:
    """The clauses against one prize, without the section's number."""
    found = set()
    kind = prize["kind"]
    if kind in BANNED:
        found.add(BANNED[kind])
    if prize.get("litres", 0) > 20:
        found.add("5.4")
    if kind == "cash" and not cash:
        found.add("4")
    if "value" not in prize or (kind == "liquor" and "litres" not in prize):
        found.add("7.11")
    if kind in DESCRIBED:
        list_of, parts = DESCRIBED[kind]
        for numeral, part in zip(NUMERALS, parts, strict=False):
            if part not in prize.get("details", {}):
                found.add(f"7.11.{list_of}({numeral})")
    return found


# ------------------------------------------------------------------- before the start, by hand


@dataclass
class NaivePreparation:
    """What has to be done before a promotion may start."""

    now: datetime
    given: datetime | None = None
    """When the regulator was given the terms as they are."""
    to_be_had: bool = False
    advertised: bool = False
    started: bool = False

    def take(self, do: str, *, marketing: bool = True) -> bool:
        """Whether a step may be taken; it is, if so."""
        match do:
            case "submit-terms":
                self.given = self.now
            case "publish-terms":
                self.to_be_had, self.advertised = True, marketing
            case "amend-terms":
                self.given = None
            case _:
                day = timedelta(hours=24)
                in_time = self.given is not None and self.now - self.given >= day
                if self.started or not (in_time and self.to_be_had and self.advertised):
                    return False
                self.started = True
        return True
