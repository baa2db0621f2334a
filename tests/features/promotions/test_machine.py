"""Random promotions, held to a naive one that was written from the rulebooks."""

from datetime import timedelta
from typing import Any

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from msgspec.structs import replace

from croupier.features.promotions.files import default_terms
from croupier.features.promotions.rules import Prize, Promotion, due, evolve
from croupier.features.promotions.rules.awards import PrizeAwarded
from croupier.features.promotions.rules.draws import WinnersDrawn
from croupier.features.promotions.rules.due import Owed
from croupier.messages import Refused
from croupier.money import balances_after
from croupier.record.codec import decode, decode_event, encode
from croupier.rulebooks import law_of
from croupier.rulebooks.law.promotions import Payment, PrizeKind
from tests.auditor.promotions import BLACKJACK, STUD, NaivePromotion
from tests.support.promotions import GAMES, Desk, started

PLAYERS = st.sampled_from(["ann", "bob", "cat", "dan"])
PEOPLE = st.lists(PLAYERS, max_size=4)
VALUES = st.sampled_from([80_00, 100_00, 100_01, 10_000_00, 10_000_01, 25_000_00])
KINDS = st.sampled_from(
    [PrizeKind.CASH, PrizeKind.CASINO_DOLLARS, PrizeKind.SLOTS_DOLLARS, PrizeKind.GOODS]
)
HOURS = st.sampled_from([0, 0, 1, 24, 48, 72])
PAYS = st.sampled_from([pay.value for pay in Payment])


class Promotions(RuleBasedStateMachine):
    """Steps of all kinds, at any moment, sensible or not."""

    desk: Desk
    naive: NaivePromotion

    @initialize(
        game=st.sampled_from(GAMES),
        prizes=st.lists(st.tuples(KINDS, VALUES), min_size=1, max_size=3),
        minimum=st.sampled_from([0, 50_00]),
        present=st.booleans(),
        alternative=st.booleans(),
        first=PEOPLE,
        early=st.booleans(),
    )
    def open(
        self,
        game: str,
        prizes: list[tuple[PrizeKind, int]],
        minimum: int,
        present: bool,
        alternative: bool,
        first: list[str],
        early: bool,
    ) -> None:
        book = STUD if game == "caribbean-stud" else BLACKJACK
        chosen = [
            (kind if book.cash or kind is not PrizeKind.CASH else PrizeKind.GOODS, value)
            for kind, value in prizes
        ]
        terms = replace(
            default_terms(law_of(game)),
            prizes=tuple(Prize(kind=kind, value=value) for kind, value in chosen),
            minimum_wager=minimum,
            presence_required=present,
            cash_alternative=alternative,
        )
        self.desk = started(game, terms)
        assert terms.starts is not None
        assert terms.entries_close is not None
        assert terms.draw is not None
        self.naive = NaivePromotion(
            book,
            [(kind.value, value / 100) for kind, value in chosen],
            minimum / 100,
            terms.starts,
            terms.entries_close,
            terms.draw,
            present,
            alternative,
            terms.starts,
        )
        for player in first:
            self.both("enter", player=player, wagered=50, eligible=True)
        if not early:
            self.appoint()
            self.draw_time_comes()
            self.draw_in_order()

    def both(self, do: str, **step: Any) -> None:
        """Take a step in both promotions; they must agree on whether it may be taken."""
        assert self.desk.promotion.clock == self.naive.now
        before = self.desk.promotion
        wanted = self.naive.allows(do, step)
        by = {"by": "regulator"} if do == "approve-amendment" else {}
        answer = self.desk.step(do, **step, **by)
        assert isinstance(answer, Refused) is not wanted, (do, step, answer)
        if isinstance(answer, Refused):
            assert self.desk.promotion is before
            assert answer.clause, answer

    @rule(hours=HOURS, player=PLAYERS)
    def time_passes(self, hours: int, player: str) -> None:
        """A dispute can be raised at any time, and brings the clock forward."""
        self.naive.now += timedelta(hours=hours)
        at = self.naive.now.isoformat()
        assert not isinstance(
            self.desk.step("dispute", player=player, about="the rules", at=at), Refused
        )

    @rule()
    def draw_time_comes(self) -> None:
        if self.naive.now < self.naive.draws:
            self.naive.now = self.naive.draws
            self.desk.done("dispute", player="eve", about="time", at=self.naive.now.isoformat())

    @rule(player=PLAYERS, wagered=st.sampled_from([0, 49.99, 50]), eligible=st.booleans())
    def enter(self, player: str, wagered: float, eligible: bool) -> None:
        self.both("enter", player=player, wagered=wagered, eligible=eligible)

    @rule()
    def appoint(self) -> None:
        self.both("appoint-scrutineer", person="auditor 4")

    @rule(winners=PEOPLE, present=PEOPLE)
    def draw(self, winners: list[str], present: list[str]) -> None:
        self.both("draw", winners=winners, present=present)

    @rule()
    def draw_in_order(self) -> None:
        entered = [ticket.player for ticket in self.desk.promotion.tickets]
        prizes = len(self.naive.prizes)
        self.both("draw", winners=entered[:prizes], present=["ann", "bob", "cat", "dan"])

    @rule(player=PLAYERS, method=st.sampled_from(["mail", "email", "telephone", "poster"]))
    def notify(self, player: str, method: str) -> None:
        self.both("notify-winner", player=player, method=method)

    @rule(player=PLAYERS, pay=PAYS)
    def choose(self, player: str, pay: str) -> None:
        self.both("choose-payment", player=player, pay=pay)

    @rule(player=PLAYERS, pay=PAYS)
    def award(self, player: str, pay: str) -> None:
        self.both("award", player=player, pay=pay)

    @rule(which=st.integers(0, 2), pay=PAYS, chosen=st.booleans())
    def award_a_winner(self, which: int, pay: str, chosen: bool) -> None:
        wins = self.desk.promotion.wins
        if which < len(wins):
            if chosen:
                self.both("choose-payment", player=wins[which].player, pay=pay)
            self.both("award", player=wins[which].player, pay=pay)

    @rule(which=st.integers(0, 2))
    def notify_a_winner(self, which: int) -> None:
        wins = self.desk.promotion.wins
        if which < len(wins):
            self.both("notify-winner", player=wins[which].player, method="face-to-face")

    @rule(
        player=PLAYERS,
        value=st.sampled_from([5, 100, 100.01]),
        reason=st.sampled_from(["", "late"]),
        name=st.sampled_from(["", "Ann"]),
        address=st.sampled_from(["", "1 Quay Street"]),
    )
    def deny(self, player: str, value: float, reason: str, name: str, address: str) -> None:
        self.both(
            "refuse-claim", player=player, value=value, reason=reason, name=name, address=address
        )

    @rule(player=PLAYERS)
    def inform(self, player: str) -> None:
        self.both("inform-claimant", player=player)

    @rule()
    def postpone(self) -> None:
        self.both("postpone-draw", reason="a broken seal")

    @rule()
    def validate(self) -> None:
        self.both("validate")

    @rule(really=st.integers(0, 9))
    def cancel(self, really: int) -> None:
        if really == 0:
            self.both("cancel-draw", reason="forged entries")

    @rule(approved=st.booleans(), where=st.sampled_from(["website", "newspaper"]))
    def amend(self, approved: bool, where: str) -> None:
        if approved:
            self.both("approve-amendment", about="where results are published")
        self.both("amend-terms", terms={"publication": where})

    @rule()
    def submit_again(self) -> None:
        self.both("submit-terms")

    # ---------------------------------------------------------------------------- what always holds

    @invariant()
    def everyone_drawn_has_entered(self) -> None:
        promotion = self.desk.promotion
        entered = [ticket.player for ticket in promotion.tickets]
        for player in (win.player for win in promotion.wins):
            assert player in entered
            entered.remove(player)

    @invariant()
    def there_is_one_draw_and_each_prize_is_awarded_at_most_once(self) -> None:
        events = self.desk.events
        assert sum(isinstance(event, WinnersDrawn) for event in events) <= 1
        prizes = [event.prize for event in events if isinstance(event, PrizeAwarded)]
        assert len(set(prizes)) == len(prizes)
        had = {number - 1: pay for number, pay in self.paid()}
        assert had == self.naive.had

    def paid(self) -> list[tuple[int, str]]:
        return [
            (win.prize, win.paid.value) for win in self.desk.promotion.wins if win.paid is not None
        ]

    @invariant()
    def notices_stay_open_until_they_are_done(self) -> None:
        promotion = self.desk.promotion
        assert len(promotion.open_notices()) == len(self.naive.to_tell)
        owed = [one for one in due(self.desk.rules, promotion) if one.what is Owed.WORD]
        assert len(owed) == len(self.naive.to_tell)
        assert sum(one.overdue for one in owed) == self.naive.late

    @invariant()
    def money_balances(self) -> None:
        entries = [
            event.entry
            for event in self.desk.events
            if isinstance(event, PrizeAwarded) and event.entry is not None
        ]
        assert sum(balances_after({}, entries).values()) == 0

    @invariant()
    def replay_gives_the_same_promotion(self) -> None:
        promotion: Promotion | None = None
        for event in self.desk.events:
            promotion = evolve(promotion, decode_event(encode(event)))
        assert promotion == self.desk.promotion
        assert decode(Promotion, encode(promotion)) == promotion
        assert msgspec.json.decode(encode(promotion))["game"] == self.desk.law.game


TestPromotions = Promotions.TestCase
TestPromotions.settings = settings(max_examples=80, stateful_step_count=40, deadline=None)
